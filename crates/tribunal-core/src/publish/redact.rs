//! Secrets that have a shape become `[REDACTED]`: the minimum set of the protocols' text.
//!
//! AWS access key ids, GitHub and Slack tokens, private key blocks of every kind (also without their end). A new kind
//! of token is a line in `SHAPES`. Not done yet, and for a later issue: values the host holds itself, the other
//! hundred and more shapes, `password = ...` by context, base64 or hexadecimal forms, a token wrapped over two lines or
//! split by markup, the body of a key whose first line is missing.
//! Text must have lost its invisible characters before; `sanitize` sees to that.

/// What stands where a secret stood.
pub const REDACTED: &str = "[REDACTED]";

/// A token: one of these beginnings and at least so many characters of its alphabet. A bare beginning in prose, such
/// as `ghp_`, stays readable. No word boundary is asked for in front: escapes glue letters to tokens.
struct Shape {
    beginnings: &'static [&'static str],
    alphabet: fn(u8) -> bool,
    least: usize,
}

const SHAPES: &[Shape] = &[
    Shape {
        beginnings: &[
            "AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AIDA", "AIPA", "ANPA", "ANVA", "APKA", "AROA", "ASCA",
            "A3T",
        ],
        alphabet: |b| b.is_ascii_uppercase() || b.is_ascii_digit(),
        least: 16,
    },
    // The newer `ghs_` form is an application id and a JSON web token: dots and dashes, some 520 characters.
    Shape {
        beginnings: &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        alphabet: |b| b.is_ascii_alphanumeric() || b"_-.".contains(&b),
        least: 16,
    },
    Shape {
        beginnings: &[
            "xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
        ],
        alphabet: |b| b.is_ascii_alphanumeric() || b"-_.%".contains(&b),
        least: 10,
    },
    Shape {
        beginnings: &["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"],
        alphabet: |b| b.is_ascii_alphanumeric() || b"/_-".contains(&b),
        least: 10,
    },
];

/// Replaces every secret with a known shape.
pub fn redact(text: &str) -> String {
    tokens(&keys::redact(text))
}

fn tokens(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut kept, mut at) = (0, 0);
    while at < bytes.len() {
        match SHAPES.iter().find_map(|shape| shape.length(&bytes[at..])) {
            Some(length) => {
                out.push_str(&text[kept..at]);
                out.push_str(REDACTED);
                at += length;
                kept = at;
            }
            None => at += 1,
        }
    }
    out.push_str(&text[kept..]);
    out
}

impl Shape {
    /// The length of the token that begins here, if one does. All bytes of a token are ASCII.
    fn length(&self, bytes: &[u8]) -> Option<usize> {
        let beginning = self.beginnings.iter().find(|b| bytes.starts_with(b.as_bytes()))?;
        let rest = &bytes[beginning.len()..];
        let run = rest.iter().take_while(|b| (self.alphabet)(**b)).count();
        (run >= self.least).then_some(beginning.len() + run)
    }
}

mod keys;

#[cfg(test)]
mod tests;

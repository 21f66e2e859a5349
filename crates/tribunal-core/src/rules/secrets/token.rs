//! Tokens with a shape of their own. What consists of few different characters, or says EXAMPLE, was made up.

use std::ops::Range;

use super::find::Kind;

/// A family: how it begins, what it consists of and how long it is.
struct Shape {
    family: &'static str,
    beginnings: &'static [&'static str],
    alphabet: fn(u8) -> bool,
    /// Fewest and most characters behind the beginning.
    length: Range<usize>,
    /// Fewest different characters behind the beginning.
    variety: usize,
}

const LONG: usize = 2048;

const SHAPES: &[Shape] = &[
    Shape {
        family: "an AWS access key",
        beginnings: &["AKIA", "ASIA", "ABIA", "ACCA"],
        alphabet: |b| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b),
        length: 16..17,
        variety: 7,
    },
    Shape {
        family: "a GitHub token",
        beginnings: &["ghp_", "gho_", "ghu_", "ghr_"],
        alphabet: |b| b.is_ascii_alphanumeric(),
        length: 36..LONG,
        variety: 10,
    },
    Shape {
        family: "a GitHub token",
        beginnings: &["ghs_"],
        alphabet: |b| b.is_ascii_alphanumeric() || b"._-".contains(&b),
        length: 36..LONG,
        variety: 10,
    },
    Shape {
        family: "a GitHub token",
        beginnings: &["github_pat_"],
        alphabet: |b| b.is_ascii_alphanumeric() || b == b'_',
        length: 40..LONG,
        variety: 10,
    },
    Shape {
        family: "a Slack token",
        beginnings: &[
            "xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
        ],
        alphabet: |b| b.is_ascii_alphanumeric() || b"-.%".contains(&b),
        length: 20..LONG,
        variety: 9,
    },
    Shape {
        family: "a Slack webhook",
        beginnings: &["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"],
        alphabet: |b| b.is_ascii_alphanumeric() || b"/_-".contains(&b),
        length: 30..LONG,
        variety: 10,
    },
];

/// All tokens in a line, from left to right.
pub(super) fn all(text: &[u8]) -> Vec<(Range<usize>, Kind)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        // All beginnings start with one of these.
        let candidate = b"Aghx".contains(&text[at]);
        match SHAPES.iter().filter(|_| candidate).find_map(|shape| shape.at(text, at)) {
            Some((end, kind)) => {
                found.extend(kind.map(|kind| (at..end, kind)));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

impl Shape {
    /// The end of what has this shape, and what it is if it is no example.
    fn at(&self, text: &[u8], at: usize) -> Option<(usize, Option<Kind>)> {
        let beginning = self.beginnings.iter().find(|b| text[at..].starts_with(b.as_bytes()))?;
        let body = &text[at + beginning.len()..];
        let length = body.iter().take_while(|b| (self.alphabet)(**b)).count();
        let alone = at == 0 || !(text[at - 1].is_ascii_uppercase() || text[at - 1].is_ascii_digit());
        let framed = self.length.len() > 1 || alone;
        if !framed || length < self.length.start {
            return None;
        }
        let body = &body[..length];
        let real = self.length.contains(&length) && variety(body) >= self.variety && !says_example(body);
        Some((at + beginning.len() + length, real.then_some(Kind::Token(self.family))))
    }
}

/// How many different characters there are.
pub(super) fn variety(text: &[u8]) -> usize {
    let mut seen = [false; 256];
    text.iter().for_each(|b| seen[usize::from(*b)] = true);
    seen.iter().filter(|seen| **seen).count()
}

fn says_example(text: &[u8]) -> bool {
    let lower = text.to_ascii_lowercase();
    [
        "example",
        "xxxx",
        "0000000000",
        "1234567890abcdef",
        "yourtoken",
        "your-token",
        "placeholder",
        "redacted",
    ]
    .iter()
    .any(|word| super::super::text::has(&lower, word))
}

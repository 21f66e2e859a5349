//! Takes diffs out of a text: a fence that holds one, or a run of lines that begins with one.

use super::sanitize::DIFF_REDACTED;

const START: &str = "diff --git";

/// The text with `[DIFF REDACTED]` where a diff was. `diff --git` is nowhere in what comes out.
pub(super) fn without_diffs(text: &str) -> String {
    if !text.lines().any(|line| starts(line).is_some()) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        at += match (fence(&lines[at..]), starts(lines[at])) {
            (Some(length), _) if lines[at..at + length].iter().any(|line| starts(line).is_some()) => {
                out.push(DIFF_REDACTED.to_owned());
                length
            }
            // All of it, else its last line would be taken for a first one.
            (Some(length), _) => {
                out.extend(lines[at..at + length].iter().map(|line| (*line).to_owned()));
                length
            }
            (None, Some(start)) => {
                out.push(format!("{}{DIFF_REDACTED}", &lines[at][..start]));
                1 + run(&lines[at + 1..])
            }
            (None, None) => {
                out.push(lines[at].to_owned());
                1
            }
        };
    }
    out.join("\n")
}

/// Where in a line a diff starts.
fn starts(line: &str) -> Option<usize> {
    let hunk = bare(line).starts_with("@@ -").then(|| line.len() - bare(line).len());
    line.find(START).into_iter().chain(hunk).min()
}

/// A line without quotes, list dots and white space in front.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['>', '*', ' ', '\t'])
}

/// How many lines the fence that opens here has, its last line included; to the end where it is not closed.
fn fence(lines: &[&str]) -> Option<usize> {
    let opening = bare(lines[0]);
    let sign = opening.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let ticks = opening.len() - opening.trim_start_matches(sign).len();
    if ticks < 3 {
        return None;
    }
    let closes = |line: &&str| {
        let line = bare(line).trim_end();
        line.len() >= ticks && line.chars().all(|c| c == sign)
    };
    let more = lines[1..].iter().position(closes).map_or(lines.len() - 1, |at| at + 1);
    Some(1 + more)
}

/// How many lines go on with a diff. Empty ones do if more of it follows.
fn run(lines: &[&str]) -> usize {
    let mut taken = 0;
    for (at, line) in lines.iter().enumerate() {
        if goes_on(line) {
            taken = at + 1;
        } else if !line.trim().is_empty() {
            break;
        }
    }
    taken
}

fn goes_on(line: &str) -> bool {
    const HEADS: [&str; 14] = [
        "diff --git",
        "index ",
        "--- ",
        "+++ ",
        "@@",
        "old mode ",
        "new mode ",
        "new file mode ",
        "deleted file mode ",
        "similarity index ",
        "dissimilarity index ",
        "rename ",
        "copy ",
        "Binary files ",
    ];
    let quoted = line.trim_start_matches('>');
    let signed =
        quoted.starts_with(['+', '-', '\\']) || (quoted.starts_with(' ') && !quoted.trim().is_empty());
    signed || HEADS.iter().any(|head| bare(line).starts_with(head))
}

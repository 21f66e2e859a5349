//! The labelled corpus: outputs of agents, good and broken, each with what must become of it.
//!
//! A file is `corpus/DIALECT/CLASS-N.txt`. Its first line says what is expected, the rest is the output:
//!
//! ```text
//! expect: accept 2 reports, worst critical
//! expect: refuse, raw, every cut
//! ```
//!
//! After `accept N reports` may follow `worst SEVERITY`, `claims approval`, `claims trouble`, `counts critical N`. The
//! output is put into this attempt's envelope unless the line says `raw`; `every cut` holds for each beginning of it.
//! `%%REPEAT N%%text%%END%%` stands for N times the text, so that no file is large.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tribunal_core::domain::{Claim, Review, Severity};
use tribunal_core::protocol::Dialect;
use tribunal_core::reply::{self, Bad};
use tribunal_testkit::files_below;

const NONCE: &str = "n0nce-7f3a";

const DIALECTS: [(&str, Dialect); 5] = [
    ("findings_document", Dialect::FindingsDocument),
    ("handoff", Dialect::Handoff),
    ("issue_lines", Dialect::IssueLines),
    ("pull_review", Dialect::PullReview),
    ("review_result", Dialect::ReviewResult),
];

fn folder(dialect: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(dialect)
}

/// One labelled output.
struct Labelled {
    label: Vec<String>,
    output: Vec<u8>,
}

impl Labelled {
    fn read(path: &Path) -> Self {
        let bytes = tribunal_testkit::bytes_of(path);
        let at = bytes.iter().position(|b| *b == b'\n').expect("a first line");
        let first = std::str::from_utf8(&bytes[..at]).expect("a label is text");
        let label = first.strip_prefix("expect: ").expect("the first line says what is expected");
        let label: Vec<String> = label.split(", ").map(str::to_owned).collect();
        let body = repeated(&bytes[at + 1..]);
        let says = |word: &str| label.iter().any(|part| part == word);
        let output = if says("raw") { body } else { enveloped(&body) };
        Self { label, output }
    }

    fn says(&self, word: &str) -> bool {
        self.label.iter().any(|part| part == word)
    }

    fn after(&self, prefix: &str) -> Option<&str> {
        self.label.iter().find_map(|part| part.strip_prefix(prefix))
    }

    /// What is wrong with how it is read; nothing if it is read as labelled.
    fn wrong(&self, dialect: Dialect) -> Option<String> {
        let read = read(dialect, &self.output);
        match (self.says("refuse"), read) {
            (true, Ok(review)) => Some(format!("was read: {review:?}")),
            (true, Err(_)) => None,
            (false, Err(error)) => Some(format!("was refused: {error}")),
            (false, Ok(review)) => self.differs(&review),
        }
    }

    fn differs(&self, review: &Review) -> Option<String> {
        let count = self.after("accept ").and_then(|rest| rest.strip_suffix(" reports")).expect("a count");
        let shown = |what: &str| Some(format!("{what}: {:.2000}", format!("{review:?}")));
        if review.reports.len().to_string() != count {
            return shown(&format!("has {} reports", review.reports.len()));
        }
        let worst = review.reports.iter().map(|r| r.severity).max();
        if self.after("worst ") != worst.filter(|_| self.after("worst ").is_some()).map(Severity::word) {
            return shown("is worse or milder");
        }
        let approves = review.claim.map(Claim::approves);
        if (self.says("claims approval") && approves != Some(true))
            || (self.says("claims trouble") && approves != Some(false))
        {
            return shown("claims something else");
        }
        let critical = review.counts.and_then(|c| c.critical).map(|n| n.to_string());
        if self.after("counts critical ").is_some_and(|n| Some(n) != critical.as_deref()) {
            return shown("counts something else");
        }
        None
    }
}

fn read(dialect: Dialect, output: &[u8]) -> Result<Review, Bad> {
    reply::read_review(dialect, reply::text_of(output)?, NONCE)
}

fn enveloped(body: &[u8]) -> Vec<u8> {
    let (begin, end) =
        (format!("<<<TRIBUNAL {NONCE}\nfiles: src/a.rs\n\n"), format!("\nTRIBUNAL {NONCE}>>>\n"));
    [begin.as_bytes(), body, end.as_bytes()].concat()
}

fn repeated(body: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(body) else { return body.to_vec() };
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("%%REPEAT ") {
        let (times, after) = after.split_once("%%").expect("a number ends with %%");
        let (piece, after) = after.split_once("%%END%%").expect("a piece ends with %%END%%");
        out.push_str(before);
        out.push_str(&piece.repeat(times.parse().expect("a number of times")));
        rest = after;
    }
    out.push_str(rest);
    out.into_bytes()
}

/// An output labelled `every cut` is whole, and each beginning of it is refused.
fn cuts(labelled: &Labelled, dialect: Dialect) -> Option<String> {
    let whole = labelled.output.trim_ascii_end().len();
    if let Err(error) = read(dialect, &labelled.output) {
        return Some(format!("is not whole: {error}"));
    }
    let taken = (0..whole).find(|at| read(dialect, &labelled.output[..*at]).is_ok());
    taken.map(|at| format!("was read when cut at byte {at}"))
}

#[test]
fn every_output_is_read_as_labelled() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, dialect) in DIALECTS {
        for path in files_below(&folder(name), "txt") {
            count += 1;
            let labelled = Labelled::read(&path);
            let found = match labelled.says("every cut") {
                true => cuts(&labelled, dialect),
                false => labelled.wrong(dialect),
            };
            wrong.extend(found.map(|what| format!("{} {what}", path.display())));
        }
    }
    assert!(count >= 400, "only {count} outputs");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A class that breaks one dialect may break another; where a dialect has no such thing, the class says what it has.
#[test]
fn every_class_is_tried_in_every_dialect() {
    let classes = |name: &str| -> BTreeSet<String> {
        let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        let class = |stem: String| stem.rsplit_once('-').expect("CLASS-N").0.to_owned();
        files_below(&folder(name), "txt").into_iter().map(|path| class(stem(path))).collect()
    };
    let all: BTreeSet<String> = DIALECTS.iter().flat_map(|(name, _)| classes(name)).collect();
    assert!(all.len() >= 55, "only {} classes", all.len());
    for (name, _) in DIALECTS {
        // 001 has neither ids nor counts.
        let without = |class: &&String| name == "review_result" && HAS_NOT.contains(&class.as_str());
        let missing: Vec<_> = all.difference(&classes(name)).filter(|c| !without(c)).cloned().collect();
        assert!(missing.is_empty(), "{name} lacks {missing:?}");
    }
}

const HAS_NOT: [&str; 2] = ["duplicate-id", "counts-disagree"];

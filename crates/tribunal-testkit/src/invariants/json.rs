//! The three JSON dialects and the strict reader beneath them, against serde_json: what it refuses is refused, no
//! element of a list gets lost or milder, and what is written reads back.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use tribunal_core::dialect::{self, Unreadable, handoff, pull_review, review_result};
use tribunal_core::domain::{Answers, Review, Severity};

use super::{quiet, sheet, text};

const PIECES: [&str; 58] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    " ",
    "\n",
    "```json\n",
    "```\n",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1e400",
    "3.5",
    "\"x\"",
    "\"\"",
    "\"CRITICAL\"",
    "\"medium\"",
    "\"P1\"",
    "\"catastrophic\"",
    "\"APPROVED\"",
    "\"CHANGES_REQUESTED\"",
    "\"approve\"",
    "\"request_changes\"",
    "\"concerns\"",
    "\"src/a.rs:4\"",
    "\"status\":",
    "\"issues\":",
    "\"findings\":",
    "\"pendingIssues\":",
    "\"conclusion\":",
    "\"payload\":",
    "\"verdict\":",
    "\"severity\":",
    "\"priority\":",
    "\"blocking\":",
    "\"title\":",
    "\"description\":",
    "\"location\":",
    "\"file\":",
    "\"line\":",
    "\"id\":",
    "\"issue_summary\":",
    "\"critical\":",
    "\"prior_issues_resolved\":",
    "\"rejections_overruled\":",
    "\"new_blocking_issues\":",
    "\"issue_responses\":",
    "\"issue_id\":",
    "\"action\":",
    "\"FIXED\"",
    "\"fixedIssues\":",
    "\"rejectedIssues\":",
    "\"findingId\":",
];

/// The strict reader: what it takes is JSON without a repeated key; what serde_json takes and has neither repeated key
/// nor great depth, it takes too.
pub(super) fn strict(input: &[u8]) {
    let Some(text) = text(input, &PIECES) else { return };
    let ours = dialect::strict_json(&text);
    let json = serde_json::from_str::<IgnoredAny>(&text).is_ok();
    assert!(ours.is_err() || json, "taken, but no JSON: {text:?}");
    let shape = serde_json::from_str::<Shape>(&text);
    if let Ok(shape) = shape {
        let fits = !shape.repeated && shape.depth <= DEPTH_MAX;
        assert_eq!(ours.is_ok(), fits, "{:?} for {text:?}", ours.err());
    }
}

/// Deepest nesting the strict reader takes.
const DEPTH_MAX: usize = 64;

/// What matters of a JSON value's shape.
#[derive(Debug, Default)]
struct Shape {
    depth: usize,
    repeated: bool,
}

impl Shape {
    fn add(&mut self, inner: &Shape) {
        self.depth = self.depth.max(inner.depth + 1);
        self.repeated |= inner.repeated;
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(ShapeOf)
    }
}

struct ShapeOf;

impl<'de> Visitor<'de> for ShapeOf {
    type Value = Shape;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_bool<E>(self, _: bool) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_u64<E>(self, _: u64) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_str<E>(self, _: &str) -> Result<Shape, E> {
        Ok(Shape::default())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Shape, A::Error> {
        let mut shape = Shape { depth: 1, repeated: false };
        while let Some(item) = items.next_element::<Shape>()? {
            shape.add(&item);
        }
        Ok(shape)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Shape, A::Error> {
        let (mut shape, mut keys) = (Shape { depth: 1, repeated: false }, BTreeSet::new());
        while let Some((key, value)) = members.next_entry::<String, Shape>()? {
            shape.repeated |= !keys.insert(key);
            shape.add(&value);
        }
        Ok(shape)
    }
}

/// The tech lead's hand-off and its answers.
pub(super) fn handoff(input: &[u8]) {
    let Some(text) = text(input, &PIECES) else { return };
    if let Ok(review) = handoff::read_review(&text) {
        compared(&text, &review, "issues", "severity");
        written_twice(&text, &review, |r| handoff::write_review(&sheet(), r), handoff::read_review);
    }
    if let Ok(said) = handoff::read_answers(&text) {
        answered_twice(&text, &said, |a| handoff::write_answers(&sheet(), a), handoff::read_answers);
    }
    let _ = handoff::read_qa_response(&text);
    let _ = handoff::read_test_tracking(&text);
}

/// The pull request reviewer's result, the comments analyzer's, and the fixer's.
pub(super) fn pull_review(input: &[u8]) {
    let Some(text) = text(input, &PIECES) else { return };
    if let Ok(review) = pull_review::read_review(&text) {
        let list = if review.claim.is_some() { "findings" } else { "pendingIssues" };
        compared(&text, &review, list, "priority");
        if review.claim.is_some() {
            written_twice(
                &text,
                &review,
                |r| pull_review::write_review(&sheet(), r),
                pull_review::read_review,
            );
        }
    }
    if let Ok(said) = pull_review::read_comments(&text) {
        let once = pull_review::write_comments(&sheet(), &said);
        let again = pull_review::read_comments(&once).ok();
        let count = again.map(|a| a.review.reports.len());
        assert_eq!(count, Some(said.review.reports.len()), "{text:?} was written as {once:?}");
    }
    if let Ok(said) = pull_review::read_answers(&text) {
        answered_twice(&text, &said, |a| pull_review::write_answers(&sheet(), a), pull_review::read_answers);
    }
    let _ = pull_review::read_fix_payload(&text);
    let _ = pull_review::read_finding(&text);
}

/// The result of a reviewer who votes.
pub(super) fn review_result(input: &[u8]) {
    let Some(text) = text(input, &PIECES) else { return };
    if let Ok(review) = review_result::read_review(&text) {
        if let Ok(Value::Object(root)) = serde_json::from_str::<Value>(&text) {
            let payload = root.get("payload").cloned().unwrap_or_default();
            compared(&payload.to_string(), &review, "issues", "severity");
        }
        written_twice(
            &text,
            &review,
            |r| review_result::write_review(&sheet(), r),
            review_result::read_review,
        );
    }
    if let Ok(request) = review_result::read_request(&text) {
        let once = review_result::write_request(&request);
        assert_eq!(review_result::read_request(&once), Ok(request), "{text:?} was written as {once:?}");
    }
}

/// Against what serde_json says is in the list: as many reports, and those that say critical are.
fn compared(text: &str, review: &Review, list: &str, word: &str) {
    let Ok(Value::Object(root)) = serde_json::from_str::<Value>(text) else { return };
    let Some(items) = root.get(list).and_then(Value::as_array) else { return };
    assert_eq!(review.reports.len(), items.len(), "elements were lost: {text:?}");
    for (report, item) in review.reports.iter().zip(items) {
        let said = item.get(word).and_then(Value::as_str).unwrap_or_default();
        let critical = ["critical", "CRITICAL", "P0", "catastrophic", ""].contains(&said);
        assert!(!critical || report.severity == Severity::Critical, "softened: {text:?}");
    }
}

fn written_twice(
    text: &str,
    first: &Review,
    write: impl Fn(&Review) -> String,
    read: impl Fn(&str) -> Result<Review, Unreadable>,
) {
    let once = write(first);
    let second = read(&once).unwrap_or_else(|e| unread(text, &once, &e));
    // A remark may come back as the mildest that counts; nothing may come back milder.
    let level = |review: &Review| review.reports.iter().map(|r| r.severity).collect::<Vec<_>>();
    let (before, after) = (level(first), level(&second));
    assert_eq!(before.len(), after.len(), "{text:?} was written as {once:?}");
    assert!(before.iter().zip(&after).all(|(b, a)| a >= b), "{text:?} was written as {once:?}");
    assert_eq!(second.claim, first.claim, "{text:?} was written as {once:?}");
    let twice = write(&second);
    let third = read(&twice).unwrap_or_else(|e| unread(text, &twice, &e));
    assert_eq!(quiet(third), quiet(second), "{text:?} was written as {once:?} and then as {twice:?}");
}

fn answered_twice(
    text: &str,
    first: &Answers,
    write: impl Fn(&Answers) -> String,
    read: impl Fn(&str) -> Result<Answers, Unreadable>,
) {
    let once = write(first);
    let second = read(&once).unwrap_or_else(|e| unread(text, &once, &e));
    assert_eq!(second.answers, first.answers, "{text:?} was written as {once:?}");
    assert_eq!(second.escalate, first.escalate, "{text:?} was written as {once:?}");
    let twice = write(&second);
    let third = read(&twice).unwrap_or_else(|e| unread(text, &twice, &e));
    let said = |answers: Answers| Answers { complaints: Vec::new(), ..answers };
    assert_eq!(said(third), said(second), "{text:?} was written as {once:?} and then as {twice:?}");
}

#[allow(clippy::panic, reason = "an invariant fails by panicking")]
fn unread<T>(text: &str, written: &str, error: &Unreadable) -> T {
    panic!("{text:?} was written as {written:?}, which does not read: {error}")
}

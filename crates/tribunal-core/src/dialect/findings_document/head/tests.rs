//! Headings and labels, one by one.

use super::*;

#[test]
fn headings_open_what_they_say() {
    let of = |s| Some(Opens::Findings { severity: s, what: None });
    assert_eq!(opens("Critical Issues (Must Fix)", Care::Strict), of(Severity::Critical));
    assert_eq!(opens("Important Issues (Should Fix)", Care::Strict), of(Severity::High));
    assert_eq!(opens("Minor Issues (Nice to Have)", Care::Strict), of(Severity::Low));
    assert_eq!(opens("Review Summary", Care::Strict), Some(Opens::Summary));
    assert_eq!(opens("Critical race in cache", Care::Strict), None);
    assert_eq!(opens("Story 1.2 Code Review Findings - Round 1", Care::Lenient), None);
    assert_eq!(opens("Story Summary[ Code Review Findings - Round 1", Care::Lenient), None);
    assert_eq!(opens("Resolved Issues", Care::Lenient), None);
    assert_eq!(opens("", Care::Lenient), None);
}

#[test]
fn labels_are_ours_or_none() {
    assert_eq!(field("**File:** a.ts:1"), Some((Label::File, "a.ts:1")));
    assert_eq!(field("**Suggested fix**: **do** it"), Some((Label::Fix, "**do** it")));
    assert_eq!(field("**Problem:** **bold**"), Some((Label::Problem, "**bold**")));
    assert_eq!(field("Note: x"), None);
    assert_eq!(field("no label"), None);
}

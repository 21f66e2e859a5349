//! What is JSON, what is one object, and that both agree with serde_json.

use proptest::prelude::*;

use super::*;
use crate::dialect::samples;

fn refused(text: &str, part: &str) {
    let error = document(text).expect_err(text).to_string();
    assert!(error.contains(part), "{text:?}: {error}");
}

#[test]
fn repeated_keys_are_refused_everywhere() {
    refused(r#"{"a": 1, "a": 1}"#, "stands twice");
    refused(r#"{"unknown": [{"deep": {"b": 1, "b": 2}}]}"#, "stands twice");
    refused(r#"{"a": 1, "\u0061": 2}"#, "stands twice");
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| format!("{}{}{}", "{\"a\":".repeat(depth), 1, "}".repeat(depth));
    assert!(document(&nested(DEPTH_MAX)).is_ok());
    refused(&nested(DEPTH_MAX + 1), "deeper than 64");
    refused(&format!("{{\"a\": {}", "[".repeat(100_000)), "");
}

#[test]
fn a_number_no_float_can_hold_costs_itself_only() {
    let json = document(r#"{"line": -1e400, "text": "1e400", "more": [2e999 , 1]}"#).unwrap();
    let expected = document(r#"{"line": "-1e400", "text": "1e400", "more": ["2e999", 1]}"#).unwrap();
    assert_eq!(json, expected);
    refused(r#"{1e400: 1}"#, "");
    refused(r#"{"a": 1, 1e400: 1}"#, "");
    refused(r#"{"a": 01e400}"#, "");
    refused(r#"{"a": 1e400"#, "");
}

#[test]
fn one_object_among_prose_is_found() {
    let one = document(r#"{"a": "}{"}"#).unwrap();
    for text in [
        "\u{feff}{\"a\": \"}{\"}",
        "```json\n{\"a\": \"}{\"}\n```",
        "Here you are: {\"a\": \"}{\"} and that {} is all [1].",
        "\u{1b}[32m{\"a\": \"}{\"}\u{1b}[0m",
        "{\"a\": \"}{\"}\r\n{ \"a\" : \"}{\" }",
    ] {
        assert_eq!(document(text), Ok(one.clone()), "{text}");
    }
}

#[test]
fn a_part_is_not_the_whole() {
    refused(r#"{"a": 1} {"a": 2}"#, "differs");
    refused(r#"[{"a": 1}]"#, "expected one JSON object");
    refused(r#"[{"a": 1},]"#, "inside other brackets");
    refused(r#"{'a': {"b": 1}}"#, "inside other brackets");
    refused(r#"{a: {"b": 1}}"#, "inside other brackets");
    refused(r#"{"a": {"b": 1}"#, "never closed");
    refused(r#"{"a": [{"b": 1}],}"#, "line 1");
    refused(r#"{"b": 1} }"#, "inside other brackets");
    refused(r#"{"a": 1} then {"b": "#, "never closed");
    refused("\"{\\\"a\\\": 1}\"", "expected one JSON object");
    refused("nothing here", "no JSON object");
    refused("", "no JSON object");
}

proptest! {
    /// On pure JSON we agree with serde_json about everything it accepts, except what we refuse on purpose.
    #[test]
    fn pure_json_reads_as_serde_json_reads_it(parts in proptest::collection::vec(samples::nasty(), 0..5)) {
        let value = serde_json::json!({"parts": parts, "n": [1, -1, 0.5, null, true]});
        let text = value.to_string();
        let read = document(&text).unwrap();
        prop_assert_eq!(serde_json::to_value(&read).unwrap(), value);
    }

    #[test]
    fn nothing_panics(text in "\\PC{0,40}", nasty in samples::nasty()) {
        let _ = document(&text);
        let _ = document(&format!("{{\"{text}{nasty}"));
        let _ = document(&format!("{nasty}{{\"a\":{text}}}"));
    }

    #[test]
    fn soup_is_refused_or_read_as_serde_json_reads_it(soup in "[{}\\[\\]\",:\\\\a1e ]{0,24}") {
        if let (Ok(read), Ok(value)) = (document(&soup), serde_json::from_str::<serde_json::Value>(&soup)) {
            prop_assert_eq!(serde_json::to_value(&read).unwrap(), value);
        }
    }
}

//! The two forms of the envelope, in and out.

use proptest::prelude::*;

use crate::dialect::samples::{self, NONCE};
use crate::reply::{Bad, Opened, open_envelope, seal, seal_json, text_of};

fn files(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_text_form_is_written_as_documented() {
    let text = seal("n1", &files(&["a.rs", "b, c.rs"]), "VERDICT: PASS");
    assert_eq!(text, "<<<TRIBUNAL n1\nfiles: a.rs, \"b, c.rs\"\n\nVERDICT: PASS\nTRIBUNAL n1>>>\n");
    let opened = Opened { files_read: files(&["a.rs", "b, c.rs"]), payload: "VERDICT: PASS".to_owned() };
    assert_eq!(open_envelope(&text, "n1"), Ok(opened.clone()));
    let several = "<<<TRIBUNAL n1\nfiles: `a.rs`,\nfiles: \"b, c.rs\"\nVERDICT: PASS\nTRIBUNAL n1>>>";
    assert_eq!(open_envelope(several, "n1"), Ok(opened));
}

#[test]
fn the_json_form_is_written_as_documented() {
    let text = seal_json("n1", &files(&["a\"b.rs"]), "{\"issues\": []}");
    assert_eq!(text, "{\"nonce\": \"n1\", \"files_read\": [\"a\\\"b.rs\"], \"result\": {\"issues\": []}}\n");
    let opened = Opened { files_read: files(&["a\"b.rs"]), payload: "{\"issues\": []}".to_owned() };
    assert_eq!(open_envelope(&text, "n1"), Ok(opened.clone()));
    let wrapped = format!("Done.\n```json\n{{\"cli\": {{\"structured\": {text}}}}}\n```\nBye {{x}}");
    assert_eq!(open_envelope(&wrapped, "n1"), Ok(opened));
}

#[test]
fn only_this_attempts_envelope_counts() {
    let (ours, theirs) = (seal("n2", &[], "ours"), seal("n1", &[], "theirs"));
    let json = seal_json("n1", &[], "{\"a\": 1}");
    for text in [format!("{theirs}{ours}"), format!("{ours}{theirs}"), format!("{json}{ours}")] {
        assert_eq!(open_envelope(&text, "n2").unwrap().payload, "ours");
    }
    assert_eq!(open_envelope(&theirs, "n2"), Err(Bad::WrongNonce));
    assert_eq!(open_envelope(&json, "n2"), Err(Bad::WrongNonce));
    assert_eq!(open_envelope(&seal("n22", &[], "x"), "n2"), Err(Bad::WrongNonce));
    assert_eq!(open_envelope(&seal("", &[], "x"), ""), Err(Bad::NoEnvelope));
    assert_eq!(
        open_envelope("{\"nonce\": \"\", \"files_read\": [], \"result\": {}}", ""),
        Err(Bad::WrongNonce)
    );
}

#[test]
fn two_that_differ_are_none_and_the_same_twice_is_one() {
    let (a, b) = (seal("n", &[], "{\"a\": 1}"), seal("n", &[], "{\"a\": 2}"));
    assert_eq!(open_envelope(&format!("{a}again\n{a}"), "n").unwrap().payload, "{\"a\": 1}");
    assert_eq!(open_envelope(&format!("{a}{b}"), "n"), Err(Bad::TwoDifferent));
    let json = seal_json("n", &[], "{\"a\": 2}");
    assert_eq!(open_envelope(&format!("{a}{json}"), "n"), Err(Bad::TwoDifferent));
    assert_eq!(open_envelope(&format!("{json}{json}"), "n").unwrap().payload, "{\"a\": 2}");
    let other_files = seal("n", &files(&["a.rs"]), "{\"a\": 1}");
    assert_eq!(open_envelope(&format!("{a}{other_files}"), "n"), Err(Bad::TwoDifferent));
}

#[test]
fn line_ends_marks_and_colours_outside_are_nothing() {
    let text = seal("n", &files(&["a.rs"]), "one\ntwo").replace('\n', "\r\n");
    let coloured = format!("\u{feff}\u{1b}]0;title\u{7}prose\r\n\u{1b}[1m{}\u{1b}[0m", text.trim_end());
    assert_eq!(open_envelope(&coloured, "n").unwrap().payload, "one\ntwo");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    assert_eq!(text_of(b"ab\xff"), Err(Bad::NotUtf8 { at: 2 }));
    assert_eq!(text_of(&[0xff, 0xfe, b'{', 0]), Err(Bad::NotUtf8 { at: 0 }));
    assert_eq!(text_of("ä".as_bytes()), Ok("ä"));
    let long = vec![b' '; crate::dialect::REPLY_BYTES_MAX + 1];
    assert_eq!(text_of(&long), Err(Bad::TooLong { bytes: long.len() }));
    let long = seal("n", &[], &" ".repeat(long.len()));
    assert_eq!(open_envelope(&long, "n"), Err(Bad::TooLong { bytes: long.len() }));
}

#[test]
fn a_text_of_braces_ends_soon() {
    for braces in ["{\"", "{\"a\":", "{\"a\":{", "{", "[{\"nonce\":\"n\","] {
        let text = braces.repeat(crate::dialect::REPLY_BYTES_MAX / braces.len());
        assert!(open_envelope(&text, NONCE).is_err());
    }
}

proptest! {
    #[test]
    fn sealed_opens_equal(
        names in proptest::collection::vec(samples::nasty(), 0..4), payload in samples::nasty()
    ) {
        let opened = open_envelope(&seal("other", &names, &payload), "other").unwrap();
        let unix = payload.replace("\r\n", "\n");
        let unix = unix.strip_suffix('\r').unwrap_or(&unix).to_owned();
        prop_assert_eq!(opened, Opened { files_read: names.clone(), payload: unix });
        let json = serde_json::json!({"text": payload}).to_string();
        let opened = open_envelope(&seal_json(NONCE, &names, &json), NONCE).unwrap();
        prop_assert_eq!(opened, Opened { files_read: names, payload: json });
    }

    /// A payload that knows the nonce and writes the envelope's own lines is still one envelope.
    #[test]
    fn a_payload_cannot_close_its_envelope(payload in samples::nasty()) {
        let opened = open_envelope(&seal(NONCE, &[], &payload), NONCE).unwrap();
        let bare = |text: &str| text.replace(['\r', ' '], "");
        prop_assert_eq!(bare(&opened.payload), bare(&payload));
    }

    #[test]
    fn nothing_panics(parts in proptest::collection::vec(samples::nasty(), 0..8), noise in "\\PC{0,20}") {
        let _ = open_envelope(&format!("{}{noise}", parts.concat()), NONCE);
    }
}

//! The envelope: nothing opens without its nonce, nothing cut opens, and what was sealed comes out as it went in.

use tribunal_core::reply::{Opened, open_envelope, read_answers, read_review, seal, text_of};

use super::words::DIALECTS;

/// The nonce of this attempt; seeds and the vocabulary know it.
pub const NONCE: &str = "n0nce-7f3a";

/// The nonce of another attempt, which nothing knows.
const OTHER: &str = "other-51c2";

const VOCABULARY: [&str; 33] = [
    "<<<TRIBUNAL n0nce-7f3a\n",
    "TRIBUNAL n0nce-7f3a>>>\n",
    "<<<TRIBUNAL guess\n",
    "TRIBUNAL guess>>>\n",
    "files: src/a.rs\n",
    "files: \"a, b\", `c`\n",
    "\n",
    "\r\n",
    "```json\n",
    "```\n",
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "{\"nonce\": \"n0nce-7f3a\", ",
    "\"files_read\": [], ",
    "\"result\": ",
    "{\"nonce\": \"guess\", \"files_read\": [], \"result\": {}}",
    "{\"status\": \"APPROVED\", \"issues\": []}",
    "{\"issue_responses\": []}",
    "{\"conclusion\": \"approve\", \"findings\": []}",
    "{\"payload\": {\"verdict\": \"approved\", \"issues\": []}}",
    "VERDICT: PASS\n",
    "[ISSUE-1] [MAJOR] none - src/a.rs:4 - add one\n",
    "## Critical Issues\n1. **[Bug]:** lost\n## Summary\n",
    "\u{1b}[0m",
    "\u{feff}",
    " ",
    "word",
    "\\",
];

/// See the module.
pub(super) fn hold(input: &[u8]) {
    let pieces = super::text(input, &VOCABULARY);
    let raw = text_of(input).ok();
    let Some(text) = pieces.as_deref().or(raw) else { return };
    let plain = !text.contains(['\\', '\u{1b}']);
    for nonce in [NONCE, OTHER, ""] {
        let opened = open_envelope(text, nonce);
        let named = !nonce.is_empty() && text.contains(nonce);
        assert!(opened.is_err() || named || !plain, "opened without {nonce:?}: {text:?}");
        assert!(opened.is_err() || !nonce.is_empty(), "opened with no nonce at all: {text:?}");
    }
    let opened = open_envelope(text, NONCE).ok();
    for dialect in DIALECTS {
        let files = opened.as_ref().map(|o| &o.files_read);
        if let Ok(review) = read_review(dialect, text, NONCE) {
            assert_eq!(Some(&review.files_read), files, "{dialect:?} read another envelope: {text:?}");
        }
        let answers = read_answers(dialect, text, NONCE);
        assert!(answers.is_err() || files.is_some(), "{dialect:?} read answers from nowhere: {text:?}");
    }
    let payload = opened.unwrap_or_else(|| Opened { files_read: Vec::new(), payload: text.to_owned() });
    sealed(&payload, input.len());
}

/// What is sealed opens as it was, and no part of it opens.
fn sealed(content: &Opened, cut: usize) {
    let sealed = seal(NONCE, &content.files_read, &content.payload);
    if sealed.len() > tribunal_core::dialect::REPLY_BYTES_MAX || content.payload.starts_with('\u{feff}') {
        return;
    }
    let touched = content.payload.contains(['\r', '\u{1b}']) || content.payload.contains("TRIBUNAL");
    let opened = open_envelope(&sealed, NONCE);
    match &opened {
        Ok(opened) => assert!(touched || opened == content, "{content:?} came out as {opened:?}"),
        Err(error) => assert!(touched, "{content:?} does not open: {error}"),
    }
    let whole = sealed.trim_end().len();
    let at = (cut.wrapping_mul(7919) + sealed.len() / 2) % whole;
    let part = sealed.get(..at).unwrap_or_default();
    assert!(touched || open_envelope(part, NONCE).is_err(), "a part opens: {part:?}");
}

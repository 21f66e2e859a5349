//! V16 and the form of a comment: markers first, redacted before it is cut, never too long.

use super::{COMMENT_CHARS_MAX, Comment, LOOP_MARKER, Mark, TRUNCATED, is_ours, sanitize};
use crate::domain::{Commit, RunId};
use crate::protocol::Publication;

const KEY: &[u8] = b"a key of the host";

fn mark() -> Mark {
    Mark {
        run: RunId::parse("run-1").unwrap(),
        round: 1,
        kind: Publication::ReviewReport,
        head: Commit::parse(&"0a".repeat(20)).unwrap(),
    }
}

#[test]
fn v16_each_secret_a_diff_fence_and_seventy_thousand_characters() {
    let github = format!("ghp_{}", "a1B2".repeat(9));
    let secrets = [
        format!("AKIA{}", "ABCDEFGH23456777"),
        format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", "MIIEvQIB".repeat(8)),
        format!("xoxb-{}", "1234567890-abcdef"),
        github.clone(),
        format!("github_pat_{}", "Zz9_".repeat(20)),
    ];
    let said = format!(
        "{LOOP_MARKER}\n{}\n```diff\ndiff --git a/x b/x\n-old\n+new\n```\n{}\n{github}",
        secrets.join("\n"),
        "ü".repeat(70_000)
    );
    let clean = sanitize(&said);
    let comment = Comment::new(mark(), KEY, &clean);
    let text = comment.as_str();
    let head: Vec<&str> = text.lines().take(12).collect();
    assert_eq!(head[0], LOOP_MARKER);
    assert!(head[1].starts_with("<!-- tribunal run=run-1 round=1 kind=review-report head=0a0a"));
    let rest = [
        "",
        "‹!-- [MARKER REMOVED] -->",
        "[REDACTED]",
        "[REDACTED]",
        "[REDACTED]",
        "[REDACTED]",
        "[REDACTED]",
        "[DIFF REDACTED]",
    ];
    assert_eq!(head[2..10], rest);
    assert_eq!(text.chars().count(), COMMENT_CHARS_MAX);
    assert!(text.ends_with(&format!("ü\n{TRUNCATED}")));
    assert!(clean.as_str().ends_with("\n[REDACTED]"), "what was cut off was redacted as well");
    assert!(is_ours(text, "bot", "bot", KEY));
}

#[test]
fn a_comment_that_fits_is_not_cut() {
    let short = Comment::new(mark(), KEY, &sanitize("all is well"));
    assert!(short.as_str().ends_with("-->\n\nall is well"));
    let room = COMMENT_CHARS_MAX - short.as_str().chars().count() + "all is well".len();
    let exact = Comment::new(mark(), KEY, &sanitize(&"x".repeat(room)));
    assert_eq!(exact.as_str().chars().count(), COMMENT_CHARS_MAX);
    assert!(exact.as_str().ends_with('x'));
    let over = Comment::new(mark(), KEY, &sanitize(&"x".repeat(room + 1)));
    assert_eq!(over.as_str().chars().count(), COMMENT_CHARS_MAX);
    assert!(over.as_str().ends_with(TRUNCATED));
}

#[test]
fn a_secret_at_the_cut_is_redacted_first() {
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    for lead in (59_760..59_860).step_by(7) {
        let comment = Comment::new(mark(), KEY, &sanitize(&format!("{}{secret}", " ".repeat(lead))));
        assert!(!comment.as_str().contains("ghp_"));
    }
}

//! Each trick with its harmless form, and that twice is once for whatever text there is.

use proptest::prelude::*;

use super::super::{Clean, sanitize};

fn check(text: &str, expected: &str) {
    let clean = sanitize(text);
    assert_eq!(clean.as_str(), expected, "{text:?}");
    assert_eq!(sanitize(clean.as_str()), clean, "twice is once");
}

#[test]
fn mentions_wake_nobody() {
    check("ping @alice and @org/team", "ping ＠alice and ＠org/team");
    check("(@bob) `@eve` \\@mallory _@x", "(＠bob) `＠eve` \\＠mallory _＠x");
    check("mail a@b.example stays", "mail a@b.example stays");
    check("a @ b, @ @", "a @ b, @ @");
}

#[test]
fn nothing_is_closed() {
    check("Fixes #12", "Fixes ＃12");
    check("closes: owner/repo#3 and **resolved** \\#4", "closes: owner/repo＃3 and **resolved** \\＃4");
    check("fix GH-7", "fix GH–7");
    check("fixed https://github.com/o/r/issues/1#2", "fixed https:／/github.com/o/r/issues/1＃2");
    check("fixes\n  #12", "fixes\n  ＃12");
    check("see #12, prefix #12", "see #12, prefix #12");
}

#[test]
fn html_is_text() {
    check("<img src=x onerror=y>", "‹img src=x onerror=y>");
    check("</details><!-- hidden --><?x", "‹/details>‹!-- hidden -->‹?x");
    check("a < b, x <- y, Vec<T>", "a < b, x <- y, Vec‹T>");
    check(
        "&#64;alice &commat;bob &lt; &amp;#64; R&D;x",
        "&amp;#64;alice &amp;commat;bob &lt; &amp;#64; R&amp;D;x",
    );
}

#[test]
fn images_and_hidden_targets_show_themselves() {
    check("![x](http://evil.example/?q)", "[x] (http://evil.example/?q)");
    check("!!![x][r]", "[x][r]");
    check("[safe](http://evil.example)", "[safe] (http://evil.example)");
}

#[test]
fn markers_are_stripped() {
    check("<!-- pr-review-loop-marker -->\nx", "‹!-- [MARKER REMOVED] -->\nx");
    check("PR-Review-Loop-\u{200b}Marker", "[MARKER REMOVED]");
    check("pr-review-pr-review-loop-markerloop-marker", "pr-review-[MARKER REMOVED]loop-marker");
    check("<!-- tribunal run=a round=1 kind=x head=y mac=z -->ok", "[MARKER REMOVED]ok");
}

#[test]
fn the_invisible_goes() {
    check("a\u{1b}[31mred\u{1b}[0m\u{202e}\u{200b}\u{e0041}b\r\nc\u{7}", "aredb\nc");
    let token = format!("gh\u{200d}p_{}\u{1b}[1m{}", "a1B2".repeat(4), "c3D4".repeat(5));
    check(&token, "[REDACTED]");
}

#[test]
fn diffs_are_taken_out() {
    check("a\n```diff\ndiff --git a/x b/x\n+1\n```\nb", "a\n[DIFF REDACTED]\nb");
    check("a\n~~~~\ntext\ndiff --git a/x b/x\n~~~\n~~~~\nb", "a\n[DIFF REDACTED]\nb");
    check(
        "diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\n c\nend",
        "[DIFF REDACTED]\nend",
    );
    check("> diff --git a/x b/x\n> +1\nend", "> [DIFF REDACTED]\nend");
    check("the patch is diff --git a b", "the patch is [DIFF REDACTED]");
    check("@@ -1,2 +1,2 @@ fn\n-a\n+b\nend", "[DIFF REDACTED]\nend");
    check("```\nplain\n```\ndiff --git a b\nend", "```\nplain\n```\n[DIFF REDACTED]\nend");
    check("```\ndiff --git never closed\nx", "[DIFF REDACTED]");
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![
            "diff --git ", "@@ -", "```", "~~~", "\n", "\n\n", "> ", " ", "+", "-", "!", "[", "](", "]", "(", "@", "@a",
            "<", "<!-- tribunal ", "<!--", "-->", "pr-review-loop-marker", "&", "&amp;", "&#6", ";", "#1", "#", "fixes",
            "Fix", "closes:", "GH-", "://", "/", "\u{1b}[", "\u{200b}", "\r", "AKIA", "ABCDEFGH23456777", "ghp_", "xoxb-",
            "-----BEGIN ", "RSA ", "PRIVATE KEY", "-----", "END ", "PuTTY-User-Key-File-", "MIIEvQIBADANBg", "é",
            "[REDACTED]", "\\", "*", "_", "a", "1",
        ]).prop_map(str::to_owned),
        1 => "[a-zA-Z0-9_./-]{0,20}",
        1 => "\\PC{0,3}",
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn harmless(clean: &Clean) -> Result<(), TestCaseError> {
    let text = clean.as_str();
    for bad in ["diff --git", "pr-review-loop-marker", "![", "](", "<!--", "\u{1b}", "\r", "\u{200b}"] {
        prop_assert!(!text.contains(bad), "{bad:?} in {text:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn twice_is_once(text in pieces()) {
        let once = sanitize(&text);
        harmless(&once)?;
        prop_assert_eq!(sanitize(once.as_str()), once);
    }

    #[test]
    fn twice_is_once_for_any_text(text in "\\PC{0,200}") {
        let once = sanitize(&text);
        prop_assert_eq!(sanitize(once.as_str()), once);
    }
}

#[test]
fn long_texts_take_no_square_of_their_length() {
    for piece in [
        "!",
        "![",
        "&",
        "&a",
        "fix ",
        "fix !",
        "<",
        "@a",
        "```\n",
        "diff --git\n",
        "<!-- tribunal ",
        "\u{1b}[",
    ] {
        sanitize(&piece.repeat(50_000));
    }
}

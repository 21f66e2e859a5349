//! What nobody sees is named; what scripts and emoji need passes.

use super::{Trick, tricks};
use crate::domain::Severity;
use crate::rules::tests::{Change, in_file, none_hits, of_rule, places};

const RULE: &str = "hidden-unicode";

#[test]
fn characters_that_turn_text() {
    for c in ['\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}', '\u{202c}'] {
        assert_eq!(in_file(RULE, "a.c", &format!("/* {c} }} if (admin) */")), [(1, Severity::High)], "{c:?}");
    }
    let reports = of_rule(RULE, &[Change::new_file("a.c", "x \u{202e} y \u{2066} z")]);
    assert_eq!(reports[0].problem, "The line holds U+202E, U+2066, which cannot be seen.");
    assert_eq!(reports[0].quote.as_deref(), Some("x \u{202e} y \u{2066} z"));
}

#[test]
fn text_in_tags_and_selectors() {
    let tags: String = "obey".chars().map(|c| char::from_u32(0xe0000 + c as u32).unwrap()).collect();
    assert_eq!(in_file(RULE, "AGENTS.txt", &format!("Hello{tags}.")), [(1, Severity::High)]);
    let selectors: String = (0xe0100..0xe0108).filter_map(char::from_u32).collect();
    assert_eq!(in_file(RULE, "a.js", &format!("const s = '\u{1f600}{selectors}';")), [(1, Severity::High)]);
    assert_eq!(in_file(RULE, "a.js", "const a\u{fe0f} = 1;"), [(1, Severity::Medium)]);
}

#[test]
fn characters_that_take_no_room() {
    for c in ['\u{200b}', '\u{200d}', '\u{2060}', '\u{ad}', '\u{3164}', '\u{feff}', '\u{200e}', '\u{180e}'] {
        assert_eq!(in_file(RULE, "a.py", &format!("na{c}me = 1")), [(1, Severity::Medium)], "{c:?}");
    }
}

#[test]
fn a_byte_order_mark_has_its_place() {
    assert_eq!(in_file(RULE, "a.cs", "\u{feff}using System;"), []);
    assert_eq!(in_file(RULE, "a.cs", "x\n\u{feff}using System;"), [(2, Severity::Medium)]);
    assert_eq!(in_file(RULE, "a.cs", "x\u{feff}"), [(1, Severity::Medium)]);
}

#[test]
fn letters_that_pass_for_others() {
    for word in ["p\u{430}ypal", "\u{410}dmin", "is_\u{430}dmin", "us\u{435}r", "\u{39f}K", "c\u{43e}nfig2"] {
        assert_eq!(in_file(RULE, "a.ts", &format!("let {word} = 1;")), [(1, Severity::Low)], "{word}");
    }
    none_hits(
        RULE,
        &[
            ("a.md", "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442} world, PDF-\u{444}\u{430}\u{439}\u{43b}"),
            ("a.rs", "let \u{394}x = 2.0 * \u{3c0} * r; // \u{b5}s, k\u{3a9}"),
            (
                "a.md",
                "na\u{ef}ve caf\u{e9} Stra\u{df}e \u{141}\u{f3}d\u{17a} \u{2013} \u{201c}quoted\u{201d}",
            ),
            ("a.ts", "const \u{440}\u{430}\u{437}\u{43c}\u{435}\u{440} = 1;"),
            ("a.md", "\u{65e5}\u{672c}\u{8a9e} and English"),
        ],
    );
}

#[test]
fn emoji_and_scripts_that_need_joiners() {
    none_hits(
        RULE,
        &[
            (
                "a.md",
                "family \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} heart \u{2764}\u{fe0f} fire \u{2764}\u{fe0f}\u{200d}\u{1f525}",
            ),
            (
                "a.md",
                "key 1\u{fe0f}\u{20e3} #\u{fe0f}\u{20e3} \u{a9}\u{fe0f} \u{2714}\u{fe0f} \u{26a0}\u{fe0f}",
            ),
            ("a.md", "England \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}!"),
            ("fa.json", "\"\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}\""),
            ("hi.json", "\"\u{915}\u{94d}\u{200d}\u{937}\""),
            ("he.json", "\"\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200f}!\""),
        ],
    );
}

#[test]
fn what_was_there_before_and_only_moved() {
    let hunk = "-let a = '\u{200b}';\n+    let a = '\u{200b}';\n";
    assert_eq!(places(RULE, &[Change::edited("a.rs", hunk)]), []);
    assert_eq!(places(RULE, &[Change::edited("a.rs", " a = '\u{200b}';\n-b\n+c\n")]), []);
}

#[test]
fn bytes_that_are_no_text_and_long_lines() {
    assert_eq!(tricks("\u{fffd}\u{fffd}", false), (None, Vec::new()));
    assert_eq!(in_file(RULE, "a.c", &"\u{202e}".repeat(100_000)), [(1, Severity::High)]);
    assert_eq!(in_file(RULE, "a.c", &"\u{200f}".repeat(100_000)), [(1, Severity::Medium)]);
    assert_eq!(tricks(&"\u{e0041}".repeat(9), false).0, Some(Trick::Smuggled));
}

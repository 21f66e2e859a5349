//! An accepted rejection is final while its lines are unchanged: on real files, through the real binary. What the lines are,
//! the tree says, not the reviewer.

mod common;

use common::{Bench, Said};

const FLAWED: &str =
    "function f(id) {\n  const user = find(id);\n  return user.name;\n}\nconst d = todo();\n";

/// Reviews a flawed script by a protocol, with one scripted agent for everybody.
fn reviewed(words: &[&str], script: &str) -> Said {
    let bench = Bench::with(FLAWED);
    let script = bench.file("cast.script", script);
    bench.settings(&format!(
        "[agents.cast]\ndriver = \"scripted\"\nscript = {script:?}\n[roles]\nreviewers = [\"cast\"]\nauthors = [\"cast\"]\n"
    ));
    bench.run(&[&["review"], words].concat())
}

/// Two findings; the first is rejected, the second fixed by a patch; the gate passes, and the next reviewer says `again`.
fn two_gates(hunk: &str, again: &str) -> Said {
    reviewed(
        &[],
        &format!(
            "== reviewer\n[ISSUE-1] [MAJOR] No null check - src/a.js:2 - Check it\n\
             [ISSUE-2] [MINOR] Not done - src/a.js:5 - Do it\nVERDICT: FAIL\n\
             == author\nFixed:\n- [ISSUE-2]: done\n\nDISPUTE [ISSUE-1]:\nReason: find never gives null\n\
             Evidence: its signature\nRequest: Remove from issue list\n\
             === patch\n--- a/src/a.js\n+++ b/src/a.js\n{hunk}\
             == reviewer\n[ISSUE-1] DISPUTE ACCEPTED\n[ISSUE-2] RESOLVED\nVERDICT: PASS\n\
             == reviewer\n{again}\nVERDICT: FAIL\n"
        ),
    )
}

/// The patch of the author: something above the function, and the second finding fixed.
fn hunk(above: &[&str]) -> String {
    let added: String = above.iter().map(|line| format!("+{line}\n")).collect();
    format!(
        "@@ -1,5 +1,{} @@\n{added} function f(id) {{\n   const user = find(id);\n   return user.name;\n }}\n\
         -const d = todo();\n+const d = 3;\n",
        above.len() + 5
    )
}

#[test]
fn a_rejected_line_that_moved_is_not_raised_again() {
    let said = two_gates(&hunk(&["// Names."]), "[ISSUE-9] [MAJOR] No null check - src/a.js:3 - Check it");
    assert!(said.out.contains("! ISSUE-1 reflagged after rejection"), "{}", said.out);
    assert!(!said.out.contains("+ ISSUE-3"), "{}", said.out);
}

#[test]
fn a_copy_at_its_old_line_is_a_finding_of_its_own() {
    let copy = ["function g(id) {", "  const user = find(id);", "  return user.age;", "}"];
    let said = two_gates(&hunk(&copy), "[ISSUE-9] [MAJOR] No null check - src/a.js:2 - Check it");
    assert!(said.out.contains("+ ISSUE-3 high No null check - src/a.js:2"), "{}", said.out);
    let said = two_gates(&hunk(&copy), "[ISSUE-9] [MAJOR] No null check - src/a.js:6 - Check it");
    assert!(said.out.contains("! ISSUE-1 reflagged after rejection"), "{}", said.out);
}

#[test]
fn a_rejected_line_that_changed_is_raised_again_whatever_the_reviewer_quotes() {
    let review = |issues: &str, iteration: u32, more: &str| {
        format!("== tech-lead\n{{\"issues\": [{issues}], \"iteration\": {iteration}{more}}}\n")
    };
    // The first of the lines stays as it is; what is changed is another one.
    let issue = |id: &str, title: &str, lines: &str| {
        format!(
            "{{\"id\": {id:?}, \"severity\": \"HIGH\", \"title\": {title:?}, \"location\": \"src/a.js:{lines}\", \
             \"problem\": \"p\", \"fix\": \"f\", \"why\": \"w\", \"quote\": \"const user = find(id); return user.name;\"}}"
        )
    };
    let answers = |responses: &str, patch: &str| {
        format!(
            "== author\n{{\"issue_responses\": [{responses}]}}\n=== patch\n--- a/src/a.js\n+++ b/src/a.js\n{patch}"
        )
    };
    let fixed = r#"{"issue_id": "TL-A-1-002", "action": "FIXED", "details": "done"}"#;
    let rejected = r#"{"issue_id": "TL-A-1-001", "action": "REJECTED", "reason": "false positive: find never gives null"}"#;
    let said = reviewed(
        &["--protocol", "tech-lead", "--group", "A"],
        &[
            review(&format!("{}, {}", issue("1", "No null check", "2-3"), issue("2", "Not done", "5")), 1, ""),
            answers(&format!("{rejected}, {fixed}"), "@@ -4,2 +4,2 @@\n }\n-const d = todo();\n+const d = later();\n"),
            review("", 2, ", \"rejections_accepted\": [\"TL-A-1-001\"]"),
            answers(fixed, "@@ -1,5 +1,5 @@\n function f(id) {\n   const user = find(id);\n-  return user.name;\n+  return user.name + 1;\n }\n-const d = later();\n+const d = 3;\n"),
            review(&issue("3", "No null check", "2-3"), 3, ", \"prior_issues_resolved\": [\"TL-A-1-002\"]"),
        ]
        .concat(),
    );
    assert!(said.out.contains("> TL-A-1-001 withdrawn (rejection accepted)"), "{}{}", said.out, said.err);
    assert!(said.out.contains("round 3"), "{}{}", said.out, said.err);
    assert!(!said.out.contains("reflagged after rejection"), "{}", said.out);
    assert_ne!(said.code, 0, "{}", said.out);
}

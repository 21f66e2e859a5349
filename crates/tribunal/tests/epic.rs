//! Stories (source 003) through the real binary: what they are called, their papers, what a person is asked, what they are
//! compared with.

mod common;

use common::Bench;

const CLEAN: &str = "export function f(a) {\n  return a + 1;\n}\n";
const UNFIXABLE: &str =
    "export const f = 1;\n<<<<<<< HEAD\nexport const g = 2;\n=======\nexport const g = 3;\n>>>>>>> other\n";
const STORY: &str = "---\nid: S-12\ntitle: Log in\n---\n# Story\n\n- A user can log in.\n";

#[test]
fn a_story_has_a_name_its_papers_and_a_question_for_a_person() {
    let bench = Bench::with(UNFIXABLE);
    let story = bench.file("story.md", STORY);
    let said = bench.run(&["review", "--protocol", "epic", "--story", &story]);
    assert_eq!(said.code, 3, "{}{}", said.out, said.err);
    for words in [
        "Story S-12 Review Blocked",
        "- Important: 1",
        "c) Continue with 1 more review round",
        "Your choice:",
    ] {
        assert!(said.out.contains(words), "{words:?} is missing in:\n{}", said.out);
    }
    let run = bench.newest();
    let name = "story-S-12-review-findings-round-1.md";
    let kept = bench.repo.around().join("home/runs").join(&run).join(name);
    let paper = std::fs::read_to_string(kept).expect("the document is in the run's folder");
    assert!(paper.starts_with("# Story S-12") && paper.contains("**Branch:** feature\n"), "{paper}");
    let before = bench.repo.fingerprint();
    assert_eq!(bench.run(&["export", &run, "--format", "findings"]).out, format!("docs/progress/{name}\n"));
    let changed = before.changes(&bench.repo.fingerprint());
    assert!(changed.iter().all(|path| path.is_empty() || path.starts_with("docs")), "{changed:?}");
    let exported = std::fs::read_to_string(bench.repo.root().join("docs/progress").join(name));
    assert_eq!(exported.expect("it is there"), paper, "the same log gives the same bytes");
    let report = bench.run(&["export", &run, "--format", "completion"]).out;
    assert!(report.starts_with("Story S-12: Log in\n"), "{report}");
    let decided = bench.run(&["decide", &run, "b", "--who", "ann", "--why", "the demo can wait"]);
    assert_eq!(decided.code, 0, "{}{}", decided.out, decided.err);
    assert!(decided.out.contains("ACCEPTED"), "{}", decided.out);
}

#[test]
fn papers_are_not_written_through_a_link() {
    let bench = Bench::with(UNFIXABLE);
    bench.run(&["review", "--protocol", "epic"]);
    let elsewhere = bench.repo.around().join("elsewhere");
    std::fs::create_dir_all(elsewhere.join("progress")).expect("a directory can be made");
    std::os::unix::fs::symlink(&elsewhere, bench.repo.root().join("docs")).expect("a link can be made");
    let said = bench.run(&["export", &bench.newest(), "--format", "findings"]);
    assert!(said.code >= 64 && said.err.contains("docs is a link"), "{} {}", said.code, said.err);
    assert_eq!(std::fs::read_dir(elsewhere.join("progress")).expect("it is there").count(), 0);
}

#[test]
fn a_story_is_compared_with_the_remote_where_there_is_one() {
    let bench = Bench::with(CLEAN);
    bench.repo.git(&["update-ref", "refs/remotes/origin/main", "main"]);
    for (protocol, against) in [("epic", "origin/main"), ("zero-tolerance", "main")] {
        let said = bench.run(&["review", "--protocol", protocol, "--base", "main"]);
        assert!(said.out.contains(&format!("against {against} by {protocol}")), "{}{}", said.out, said.err);
    }
    let said = bench.run(&["review", "main..feature", "--protocol", "epic"]);
    assert!(said.out.contains("against main by epic"), "{}", said.out);
}

#[test]
fn a_dry_run_says_what_it_would_do_and_touches_nothing() {
    let bench = Bench::with(UNFIXABLE);
    let before = bench.repo.fingerprint();
    let said = bench.run(&["review", "--protocol", "epic", "--dry-run"]);
    assert_eq!(said.code, 2, "{}", said.out);
    let steps: Vec<&str> =
        said.out.lines().filter(|line| line.starts_with("[DRY-RUN] Would spawn")).collect();
    assert!(
        matches!(steps[..], [review, fix] if review.contains("epic-reviewer (rules)") && fix.contains("epic-fixer")),
        "{steps:?}"
    );
    assert!(said.out.contains("NOT-REVIEWED: dry run"), "{}", said.out);
    assert_eq!(before.changes(&bench.repo.fingerprint()), Vec::<String>::new());
}

#[test]
fn a_fix_is_a_commit_for_each_group_the_fixer_names() {
    let bench = Bench::with("export const a = todo();\n");
    bench.repo.write("src/b.js", "export const b = todo();\n");
    bench.repo.write("src/c.js", "export const c = todo();\n");
    bench.repo.commit("more scripts");
    let finding = |n: u32, file: &str| {
        format!(
            "{n}. **[Quality]:** {file} is not done\n   - **File:** src/{file}.js:1\n   - **Fix:** Do it\n\n"
        )
    };
    let review = |important: &str, count: u32| {
        format!(
            "# Findings\n\n## Critical Issues (Must Fix)\n\nNone\n\n## Important Issues (Should Fix)\n\n{important}\n\
             ## Minor Issues (Nice to Have)\n\nNone\n\n## Summary\n\n- **Total findings:** {count}\n\
             - **Critical:** 0\n- **Important:** {count}\n- **Minor:** 0\n"
        )
    };
    let patch = |file: &str| {
        format!(
            "--- a/src/{file}.js\n+++ b/src/{file}.js\n@@ -1 +1 @@\n-export const {file} = todo();\n+export const {file} = 1;\n"
        )
    };
    let found = review(&[finding(1, "a"), finding(2, "b"), finding(3, "c")].concat(), 3);
    let script = format!(
        "== epic-reviewer\n{found}== author\n- Fixed FINDING-1: done\n- Fixed FINDING-2: done\n- Fixed FINDING-3: done\n\
         - Commit group: front = FINDING-1\n- Commit group: middle = FINDING-2\n=== patch\n{}{}{}== epic-reviewer\n{}",
        patch("a"),
        patch("b"),
        patch("c"),
        review("None\n", 0)
    );
    let script = bench.file("cast.script", &script);
    bench.settings(&format!(
        "[agents.cast]\ndriver = \"scripted\"\nscript = {script:?}\n[roles]\nreviewers = [\"cast\"]\nauthors = [\"cast\"]\n"
    ));
    let said = bench.run(&["review", "--protocol", "epic"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let told = bench.repo.git(&["log", "-3", "--format=%s", "--name-only", "feature"]);
    let expected = "fix: address code review round 1 - FINDING-1, FINDING-2, FINDING-3\n\nsrc/c.js\n\
                    fix: address code review round 1 - middle\n\nsrc/b.js\n\
                    fix: address code review round 1 - front\n\nsrc/a.js";
    assert_eq!(told, expected);
}

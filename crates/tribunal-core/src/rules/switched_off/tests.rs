//! Tests that do not run, in every language, and what is no such thing.

use crate::diff::Diff;
use crate::domain::Severity;
use crate::rules::tests::{Change, each_hits, none_hits, of_rule, places};

const RULE: &str = "test-switched-off";

#[test]
fn focused_tests() {
    each_hits(
        RULE,
        Severity::High,
        &[
            ("src/a.test.ts", "it.only('works', () => {"),
            ("src/a.spec.js", "  describe.only(\"group\", function () {"),
            ("test/a.js", "fdescribe('x', () => {"),
            ("test/a.js", "fit('x', () => {"),
            ("test/a.js", "test.only.each([1, 2])('x', () => {"),
            ("cypress/e2e/a.cy.ts", "context.only('x', () => {"),
            ("spec/a_spec.rb", "  fit \"works\" do"),
            ("spec/a_spec.rb", "  it \"works\", focus: true do"),
        ],
    );
}

#[test]
fn disabled_tests() {
    each_hits(
        RULE,
        Severity::Medium,
        &[
            ("src/a.test.ts", "it.skip('works', () => {"),
            ("test/a.js", "xit('x', () => {"),
            ("test/a.js", "xdescribe('x', () => {"),
            ("tests/test_a.py", "@pytest.mark.skip(reason=\"flaky\")"),
            ("tests/test_a.py", "@unittest.skip(\"later\")"),
            ("a_test.go", "\tt.Skip(\"flaky\")"),
            ("src/lib.rs", "    #[ignore]"),
            ("src/lib.rs", "    #[ignore = \"slow\"]"),
            ("src/test/java/ATest.java", "    @Disabled(\"flaky\")"),
            ("src/test/java/ATest.java", "    @Ignore"),
            ("src/test/java/ATest.java", "    @Test(enabled = false)"),
            ("Tests/ATests.cs", "        [Fact(Skip = \"flaky\")]"),
            ("spec/a_spec.rb", "  xit \"works\" do"),
            ("tests/ATest.php", "        $this->markTestSkipped('later');"),
            ("test/a_test.exs", "  @tag :skip"),
        ],
    );
}

#[test]
fn words_that_mean_something_else() {
    none_hits(
        RULE,
        &[
            ("src/a.test.ts", "expect(retrofit(x)).toBe(1);"),
            ("src/a.test.ts", "const result = model.fit(data);"),
            ("src/a.test.ts", "outfit('x')"),
            ("src/a.test.ts", "cursor.skip(10);"),
            ("src/a.test.ts", "exit(1);"),
            ("src/a.test.ts", "// it.only('x')"),
            ("src/a.test.ts", "const s = \"it.only(\";"),
            ("src/a.test.ts", " * it.only('x') runs one test"),
            ("src/a.ts", "query.only('id'); test.only('x');"),
            ("tests/test_a.py", "@pytest.mark.skipif(sys.platform == 'win32', reason='posix')"),
            ("tests/test_a.py", "@unittest.skipIf(True, 'x')"),
            ("tests/test_a.py", "# @pytest.mark.skip"),
            ("src/lib.rs", "let s = \"#[ignore]\";"),
            ("src/lib.rs", "// #[ignore]"),
            ("src/lib.rs", "#[ignored_any]"),
            ("src/test/java/ATest.java", "@DisabledOnOs(OS.WINDOWS)"),
            ("src/test/java/ATest.java", "@IgnoreCase"),
            ("a_test.go", "out.Skip(3)"),
        ],
    );
}

#[test]
fn a_condition_is_a_reason() {
    for (path, hunk) in [
        ("a_test.go", " func TestA(t *testing.T) {\n+\tif testing.Short() {\n+\t\tt.Skip(\"long\")\n+\t}\n"),
        ("tests/test_a.py", "+    if not docker:\n+        pytest.skip(\"needs docker\")\n"),
        (
            "tests/ATest.php",
            "+        if (!extension_loaded('x')) {\n+            $this->markTestSkipped('x');\n+        }\n",
        ),
    ] {
        assert_eq!(places(RULE, &[Change::edited(path, hunk)]), [], "{hunk}");
    }
    let bare = " func TestA(t *testing.T) {\n+\tt.Skip(\"long\")\n";
    assert_eq!(places(RULE, &[Change::edited("a_test.go", bare)]), [(2, Severity::Medium)]);
}

#[test]
fn only_new_ones() {
    let moved = "-it.skip('x', () => {\n+  it.skip('x', () => {\n";
    assert_eq!(places(RULE, &[Change::edited("a.test.ts", moved)]), []);
    assert_eq!(places(RULE, &[Change::edited("a.test.ts", " it.skip('x', () => {\n+  f();\n")]), []);
    assert_eq!(places(RULE, &[Change::edited("a.test.ts", "-it.only('x', () => {\n+it('x', () => {\n")]), []);
    let twice = "-it.skip('x');\n+it.skip('x');\n+it.skip('x');\n";
    assert_eq!(places(RULE, &[Change::edited("a.test.ts", twice)]).len(), 1);
}

#[test]
fn a_focus_is_taken_out_by_a_patch() {
    let change = Change::edited(
        "src/a b.test.ts",
        " describe('g', () => {\n-  it('x', () => {\n+  it.only('x', () => {\n     f();\n   });\n",
    );
    let patch = of_rule(RULE, &[change])[0].fix_patch.clone().unwrap();
    assert_eq!(
        patch,
        "diff --git a/src/a b.test.ts b/src/a b.test.ts\n--- a/src/a b.test.ts\t\n+++ b/src/a b.test.ts\t\n@@ -1,4 +1,4 @@\n \
         describe('g', () => {\n-  it.only('x', () => {\n+  it('x', () => {\n     f();\n   });\n"
    );
    assert!(
        Diff::read(patch.replacen("\n--- ", "\nindex 1111111..2222222 100644\n--- ", 1).as_bytes()).is_ok()
    );
}

#[test]
fn no_patch_where_it_is_not_certain() {
    for (path, text) in [
        ("a.test.ts", "it.only('x', () => {"),
        ("a.test.ts", "it.only('it.only', f);\nx();\n"),
        ("spec/a_spec.rb", "x\nfit \"x\" do\nend\n"),
    ] {
        let reports = of_rule(RULE, &[Change::new_file(path, text)]);
        assert_eq!((reports.len(), reports[0].fix_patch.as_deref()), (1, None), "{text}");
    }
}

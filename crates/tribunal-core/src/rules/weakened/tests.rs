//! What tests lose, and what is no loss.

use crate::domain::Severity;
use crate::rules::tests::{Change, of_rule, places};

const RULE: &str = "test-weakened";
const MEDIUM: Severity = Severity::Medium;

#[test]
fn a_deleted_test_file() {
    let text = "def test_a():\n    assert f() == 1\n";
    let reports = of_rule(RULE, &[Change::deleted("tests/test_a.py", text)]);
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].title.as_str(), reports[0].locations[0].line), ("A test file is deleted", None));
    assert_eq!(
        places(RULE, &[Change::deleted("a_test.go", "func TestA(t *testing.T) {\n}\n")]),
        [(0, MEDIUM)]
    );
}

#[test]
fn a_deleted_file_that_is_no_loss() {
    let text = "def test_a():\n    assert f() == 1\n";
    let gone = || Change::deleted("tests/test_a.py", text);
    assert_eq!(places(RULE, &[gone(), Change::new_file("tests/unit/test_a.py", text)]), [], "moved");
    assert_eq!(
        places(RULE, &[gone(), Change::deleted("src/a.py", "def f():\n    return 1\n")]),
        [],
        "with its code"
    );
    assert_eq!(places(RULE, &[Change::deleted("tests/data.txt", "a\n")]), [], "material");
    assert_eq!(places(RULE, &[Change::deleted("src/a.py", text)]), [], "no test file");
    assert_eq!(places(RULE, &[Change::renamed("tests/test_a.py", "tests/test_b.py")]), [], "renamed");
}

#[test]
fn tests_that_are_removed() {
    for (path, hunk) in [
        ("tests/test_a.py", " x\n-def test_a():\n-    assert f() == 1\n y\n"),
        ("a_test.go", " x\n-func TestA(t *testing.T) {\n-\tt.Fatal(1)\n-}\n y\n"),
        ("src/a.test.ts", " x\n-it('works', () => {\n-  expect(1).toBe(1);\n-});\n y\n"),
        ("src/lib.rs", " x\n-    #[test]\n-    fn works() {\n-        assert!(f());\n-    }\n y\n"),
        ("src/test/java/ATest.java", " x\n-    @Test\n-    void works() {\n-    }\n y\n"),
        ("spec/a_spec.rb", " x\n-  it \"works\" do\n-  end\n y\n"),
    ] {
        let reports = of_rule(RULE, &[Change::edited(path, hunk)]);
        assert_eq!(reports.len(), 1, "{path}");
        assert_eq!(reports[0].title, "Tests are removed and none is added");
    }
}

#[test]
fn tests_that_are_replaced_or_moved() {
    let replaced = "-def test_a():\n-    assert f() == 1\n+def test_b():\n+    assert f() == 2\n";
    assert_eq!(places(RULE, &[Change::edited("tests/test_a.py", replaced)]), []);
    let moved = [
        Change::edited("tests/test_a.py", " x\n-def test_a():\n-    assert f() == 1\n"),
        Change::edited("tests/test_b.py", " x\n+def test_a():\n+    assert f() == 1\n"),
    ];
    assert_eq!(places(RULE, &moved), []);
}

#[test]
fn assertions_that_are_removed() {
    for (path, hunk) in [
        ("tests/test_a.py", " def test_a():\n-    assert f() == 1\n+    f()\n"),
        ("src/a.test.ts", " it('x', () => {\n-  expect(f()).toBe(1);\n   g();\n"),
        ("tests/a.rs", " fn a() {\n-    assert_eq!(f(), 1);\n }\n"),
        ("a_test.go", " func TestA() {\n-\trequire.NoError(t, err)\n }\n"),
        ("src/test/java/ATest.java", " void a() {\n-        assertEquals(1, f());\n }\n"),
    ] {
        let reports = of_rule(RULE, &[Change::edited(path, hunk)]);
        assert_eq!(reports.len(), 1, "{path}");
        assert_eq!(reports[0].title, "Assertions are removed and none is added");
        assert!(reports[0].locations[0].line.is_some());
    }
}

#[test]
fn assertions_that_change_their_form() {
    for hunk in [
        "-    assert f() == 1\n+    assert f() == 2\n",
        "-    assert f() == 1\n+    check(f(), 1)\n",
        "-    self.assertEqual(f(), 1)\n+    expect(f()).to.equal(1)\n",
        "-    # assert f() == 1\n+    f()\n",
        "-    x = \"assert\"\n+    f()\n",
        "-    assert f()\n+    assert f()  # why\n+    g()\n",
    ] {
        assert_eq!(places(RULE, &[Change::edited("tests/test_a.py", hunk)]), [], "{hunk}");
    }
}

#[test]
fn assertions_outside_tests_are_code() {
    assert_eq!(
        places(RULE, &[Change::edited("src/a.py", " def f(x):\n-    assert x > 0\n+    x = 1\n")]),
        []
    );
    assert_eq!(places(RULE, &[Change::edited("src/a.rs", " fn f() {\n-    assert!(x > 0);\n }\n")]), []);
}

//! What people leave behind, and what only looks like it.

use crate::domain::Severity;
use crate::rules::tests::{Change, each_hits, in_file, none_hits, of_rule, places};

const RULE: &str = "debugging-left";

#[test]
fn statements_of_every_language() {
    each_hits(
        RULE,
        Severity::Low,
        &[
            ("src/a.ts", "  debugger;"),
            ("a.test.js", "debugger"),
            ("src/a.js", "  console.log(user);"),
            ("app/components/a.tsx", "  console.debug('x', x);"),
            ("src/a.rs", "    let x = dbg!(f());"),
            ("tests/a.rs", "    dbg!(x);"),
            ("app/a.rb", "    binding.pry"),
            ("app/a.rb", "  byebug"),
            ("a.py", "    import pdb; pdb.set_trace()"),
            ("a.py", "    breakpoint()"),
            ("a.py", "import ipdb"),
            ("a.php", "    var_dump($x);"),
            ("a.php", "  dd($x);"),
            ("a.ex", "  IO.inspect(x)"),
            ("a.go", "\tspew.Dump(x)"),
        ],
    );
}

#[test]
fn names_comments_and_strings() {
    none_hits(
        RULE,
        &[
            ("src/a.ts", "const debuggerPort = 9229;"),
            ("src/a.ts", "debugger.attach();"),
            ("src/a.ts", "  // debugger;"),
            ("src/a.ts", "const s = \"console.log(x)\";"),
            ("src/a.ts", "myconsole.log(x);"),
            ("src/a.ts", "console.error(x);"),
            ("src/a.rs", "// dbg!(x)"),
            ("src/a.rs", "const STAND_IN: &str = \"dbg!(\";"),
            ("src/a.rs", "my_dbg!(x);"),
            ("src/a.rs", "println!(\"{x}\");"),
            ("a.py", "# breakpoint()"),
            ("a.py", "self.breakpoint()"),
            ("a.py", "import pdbx"),
            ("a.php", "$this->add($x); odd($y);"),
            ("a.md", "Use `debugger;` or console.log(x)."),
            ("a.rb", "byebug_port = 1"),
        ],
    );
}

#[test]
fn printing_where_printing_is_the_purpose() {
    none_hits(
        RULE,
        &[
            ("scripts/build.js", "console.log('done');"),
            ("bin/tool.js", "console.log('done');"),
            ("src/cli/main.ts", "console.log('done');"),
            ("src/a.test.ts", "console.log('x');"),
            ("examples/src/a.js", "console.log('x');"),
            ("index.js", "console.log('x');"),
            ("vendor/src/a.js", "console.log('x'); debugger;"),
            ("dist/a.min.js", "debugger;"),
        ],
    );
}

#[test]
fn a_file_that_prints_already_goes_on_printing() {
    assert_eq!(places(RULE, &[Change::edited("src/a.js", " console.log(a);\n+console.log(b);\n")]), []);
    assert_eq!(places(RULE, &[Change::edited("src/a.js", "-console.log(a);\n+console.log(b);\n")]), []);
    let change = Change::edited("src/a.js", " f();\n+console.log(b);\n");
    assert_eq!(
        places(RULE, &[change.with("console.log(1)\nf();\n", "console.log(1)\nf();\nconsole.log(b);\n")]),
        []
    );
    assert_eq!(
        places(RULE, &[Change::edited("src/a.js", " f();\n+console.log(b);\n")]),
        [(2, Severity::Low)]
    );
}

#[test]
fn what_only_moved_is_no_news() {
    assert_eq!(places(RULE, &[Change::edited("src/a.rs", "-dbg!(x);\n+    dbg!(x);\n")]), []);
    assert_eq!(places(RULE, &[Change::edited("src/a.rs", " dbg!(x);\n+f();\n")]), []);
    assert_eq!(places(RULE, &[Change::edited("src/a.rs", "-dbg!(x);\n+f();\n")]), []);
}

#[test]
fn a_patch_where_the_line_can_go() {
    let patch = |path: &str, text: &str| of_rule(RULE, &[Change::new_file(path, text)])[0].fix_patch.clone();
    let taken = "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,2 @@\n f();\n-  debugger;\n g();\n";
    assert_eq!(patch("src/a.ts", "f();\n  debugger;\ng();\n").as_deref(), Some(taken));
    assert!(patch("a.py", "def f():\n    x = 1\n    breakpoint()\n    return x\n").is_some());
    assert!(patch("a.rb", "def f\n  x = 1\n  binding.pry\n  x\nend\n").is_some());
}

#[test]
fn no_patch_where_something_would_break() {
    let patch = |path: &str, text: &str| of_rule(RULE, &[Change::new_file(path, text)])[0].fix_patch.clone();
    assert_eq!(patch("src/a.ts", "if (x)\n  debugger;\ng();\n"), None, "the next line would take its place");
    assert_eq!(patch("a.py", "def f():\n    breakpoint()\nx = 1\n"), None, "the block would be empty");
    assert_eq!(patch("src/a.ts", "f();\ndebugger; g();\nh();\n"), None, "there is more in the line");
    assert_eq!(patch("src/a.ts", "f();\ndebugger; // why\nh();\n"), None, "there is a comment in the line");
    assert_eq!(patch("src/a.ts", "f();\ndebugger;\n"), None, "nobody knows whether the file ends here");
    let long = format!("f();\ndebugger;\nk = '{}';\n", "aB3/".repeat(20));
    assert_eq!(patch("src/a.ts", &long), None, "what could be a key is not copied");
}

#[test]
fn many_in_one_file() {
    let hits = in_file(RULE, "src/a.rs", &"dbg!(x);\n".repeat(5000));
    assert_eq!(hits.len(), 11);
}

//! A tree without a disk, for the tests of the rules.

use super::*;

/// A tree of the given paths and texts.
pub fn tree(files: &[(&str, &str)]) -> Tree {
    let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
    Tree { files: files.iter().map(file).collect() }
}

/// What a rule says about a tree of the given files.
pub fn said(rule: fn(&Tree) -> Vec<Breach>, files: &[(&str, &str)]) -> Vec<String> {
    rule(&tree(files)).iter().map(Breach::to_string).collect()
}

#[test]
fn a_doctest_is_a_code_block_in_a_documentation_comment_of_a_crate() {
    assert!(tree(&[("crates/a/src/lib.rs", "    /// ```\n    /// f();\n    /// ```\n")]).has_doctests());
    assert!(!tree(&[("crates/a/src/lib.rs", "/// Plain.\n"), ("docs/a.md", "/// ```\n")]).has_doctests());
}

//! The rules about documents bite.

use super::super::tree::tests::said;
use super::*;

#[test]
fn a_protocol_nobody_documented_bites_once_there_are_documents() {
    let files = [("protocols/swift.toml", ""), ("protocols/slow.toml", "")];
    assert_eq!(said(protocols_are_documented, &files), [""; 0]);
    let files = [files[0], files[1], ("docs/protocols/README.md", "`slow` and swiftness")];
    let expected = ["protocols/swift.toml: `swift` is not mentioned in docs/protocols/"];
    assert_eq!(said(protocols_are_documented, &files), expected);
}

#[test]
fn a_missing_changelog_bites() {
    assert_eq!(said(changelog_exists, &[("README.md", "")]), ["CHANGELOG.md: is missing"]);
    assert_eq!(said(changelog_exists, &[("CHANGELOG.md", "")]), [""; 0]);
}

//! File values, in and out.

use super::*;

#[test]
fn values_people_write() {
    for (value, want) in [
        ("a.ts:3", "a.ts:3"),
        ("a.ts:3-9", "a.ts:3-9"),
        ("`a.ts:3`", "a.ts:3"),
        ("a.ts", "a.ts"),
        ("a.ts:3, b.ts:4", "a.ts:3 b.ts:4"),
        ("a.ts:3; b.ts:4 and c.ts:5", "a.ts:3 b.ts:4 c.ts:5"),
        ("a.ts:3, 7, 9-12", "a.ts:3 a.ts:7 a.ts:9-12"),
        ("a.ts line 3", "a.ts:3"),
        ("a.ts (lines 3-9)", "a.ts:3-9"),
        ("a.ts, line 3", "a.ts:3"),
        ("`a.ts`, lines 3-9", "a.ts:3-9"),
        ("`a.ts`:3", "a.ts:3"),
        ("a.ts:3 (function f)", "a.ts:3"),
        ("a.ts#L3-L9", "a.ts:3-9"),
        ("a.ts:L3", "a.ts:3"),
        ("./a.ts:3:7", "a.ts:3"),
        ("N/A", ""),
        ("(not given)", ""),
        ("everywhere", "everywhere"),
    ] {
        let got = places(value).iter().map(location_text).collect::<Vec<_>>().join(" ");
        assert_eq!(got, want, "{value}");
    }
}

#[test]
fn odd_paths_are_quoted_or_told() {
    let place = |path: &str| Location { path: path.to_owned(), line: Some(3), end: None };
    for path in ["a.ts", "my dir/a.ts", "a, b.ts", "a and b.ts", "line 3", "(x)/[id].ts", "7"] {
        let odd = [place(path)];
        let (text, lost) = written(&odd);
        assert!(lost.is_empty(), "{path}");
        assert_eq!(places(&text), [place(path)], "{text}");
    }
    for path in ["a`b", "", "a\nb", " a", "a:5"] {
        let odd = Location { path: path.to_owned(), line: None, end: None };
        assert_eq!(written(std::slice::from_ref(&odd)), (NOT_GIVEN.to_owned(), vec![&odd]), "{path:?}");
    }
}

//! Every path has a text, and every text has its path.

use std::borrow::Cow;

use super::{GitPath, name, quoted, unquoted};

#[test]
fn plain_paths_are_their_own_text() {
    for path in ["a", "a b/c d.txt", "na\u{ef}ve", "a\\b", "a\"b"] {
        assert_eq!(GitPath::from_text(path).unwrap().text(), path);
    }
}

#[test]
fn odd_paths_are_quoted_and_come_back() {
    for (path, text) in [
        (&b"a\nb"[..], "\"a\\nb\""),
        (b"\"", "\"\\\"\""),
        (b"\xff\\", "\"\\377\\\\\""),
        (b"\x1b[2J", "\"\\033[2J\""),
        ("\u{85}".as_bytes(), "\"\\302\\205\""),
    ] {
        let read = GitPath::new(Cow::Borrowed(path)).unwrap();
        assert_eq!(read.text(), text);
        assert_eq!(GitPath::from_text(text), Some(read));
    }
}

#[test]
fn all_bytes_survive_quoting() {
    let bytes: Vec<u8> = (0..=255).collect();
    let text = quoted(&bytes);
    assert_eq!(unquoted(text.as_bytes()), Some((bytes, &b""[..])));
}

#[test]
fn wrong_quotes_are_no_name() {
    for wrong in ["\"", "\"a", "\"\\", "\"\\x41\"", "\"\\8\"", "\"\\400\"", "\"\\07\"", "\"\\079\""] {
        assert_eq!(unquoted(wrong.as_bytes()), None, "{wrong}");
    }
    assert_eq!(name(b"\"a\"b"), None);
    assert_eq!(name(b"a\tb"), None);
    assert_eq!(name(b"a b\t").as_deref(), Some(&b"a b"[..]));
}

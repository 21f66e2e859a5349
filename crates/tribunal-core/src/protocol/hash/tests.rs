//! The hash follows the values and nothing else.

use super::*;
use crate::protocol::{load_builtin, read};

#[test]
fn keys_are_sorted_and_nothing_is_lost() {
    let value: serde_json::Value =
        serde_json::from_str(r#"{"b":[1,{"d":null,"c":"\"\n"}],"a":true}"#).unwrap();
    let text = canonical(&value);
    assert_eq!(text, r#"{"a":true,"b":[1,{"c":"\"\n","d":null}]}"#);
}

#[test]
fn a_comment_does_not_change_the_hash_and_a_value_does() {
    let text = crate::protocol::builtin()[3].1;
    let of = |text: &str| hash(&read("epic.toml", text).unwrap().resolve(None).unwrap());
    assert_eq!(of(text), of(&format!("# another comment\n{text}")));
    assert_ne!(of(text), of(&text.replace("extend-to = 5", "extend-to = 6")));
    assert_eq!(of(text).len(), 64);
}

#[test]
fn modes_of_one_file_have_different_hashes() {
    let of = |mode| hash(&load_builtin("zero-tolerance", Some(mode)).unwrap());
    assert_ne!(of("eco"), of("standard"));
    assert_eq!(of("standard"), hash(&load_builtin("zero-tolerance", None).unwrap()));
}

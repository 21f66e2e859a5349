//! JSON as it was written: keys in order, none twice. A reader that keeps the last of two keys would hide the first.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::protocol::bounds::FILE_BYTES_MAX;
use crate::protocol::suggest::shown;

/// A value, as far as a mode file's are told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Object(Vec<(String, Node)>),
    Number(u64),
    Text(String),
    /// Anything that no key we use can hold.
    Other,
}

/// Why a text is not a mode file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) place: Option<(u32, u32)>,
    pub(super) what: String,
}

/// Reads a text whose root is an object.
pub(super) fn read(text: &str) -> Result<Vec<(String, Node)>, Fault> {
    if text.len() > FILE_BYTES_MAX {
        return Err(Fault { place: None, what: format!("the file has more than {FILE_BYTES_MAX} bytes") });
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match serde_json::from_str(text) {
        Ok(Node::Object(pairs)) => Ok(pairs),
        Ok(Node::Number(_) | Node::Text(_) | Node::Other) => {
            Err(Fault { place: Some((1, 1)), what: "the file must hold an object".to_owned() })
        }
        Err(error) => {
            // An end that comes too early is told with column 0 by serde_json.
            let place = Some((count(error.line()), count(error.column().max(1))));
            Err(Fault { place, what: format!("not JSON: {}", plain(&error.to_string())) })
        }
    }
}

/// The message without its position, which is told apart.
fn plain(message: &str) -> &str {
    message.rsplit_once(" at line ").map_or(message, |(what, _)| what)
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Node, A::Error> {
        while items.next_element::<Node>()?.is_some() {}
        Ok(Node::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Node, A::Error> {
        let mut pairs: Vec<(String, Node)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        while let Some((key, value)) = entries.next_entry::<String, Node>()? {
            if !seen.insert(key.clone()) {
                return Err(A::Error::custom(format!("the key `{}` stands there twice", shown(&key))));
            }
            pairs.push((key, value));
        }
        Ok(Node::Object(pairs))
    }
}

//! The bytes are those of a tree written with sorted keys, for every shape of value.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;

use super::*;

/// Every form a value can take, with members in no order.
#[derive(serde::Serialize)]
struct Shapes {
    zebra: (u8, i64),
    apple: Option<&'static str>,
    none: Option<u32>,
    unit: (),
    variants: Vec<Variant>,
    keys: BTreeMap<u32, bool>,
    empty: Empty,
    letter: char,
}

#[derive(serde::Serialize)]
struct Empty {}

#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
enum Variant {
    Plain,
    Wrapped(Box<Variant>),
    Pair(u64, i8),
    Named { right: bool, left: &'static str },
}

#[test]
fn every_shape_is_written_with_its_members_in_order() {
    let variants = vec![
        Variant::Plain,
        Variant::Wrapped(Box::new(Variant::Plain)),
        Variant::Pair(u64::MAX, -1),
        Variant::Named { right: true, left: "\u{1}\"\\é\n" },
    ];
    let shapes = Shapes {
        zebra: (1, i64::MIN),
        apple: Some("a"),
        none: None,
        unit: (),
        variants,
        keys: [(10, true), (9, false)].into(),
        empty: Empty {},
        letter: '"',
    };
    assert_eq!(
        canonical(&shapes),
        concat!(
            r#"{"apple":"a","empty":{},"keys":{"10":true,"9":false},"letter":"\"","none":null,"unit":null,"#,
            r#""variants":["plain",{"wrapped":"plain"},{"pair":[18446744073709551615,-1]},"#,
            r#"{"named":{"left":"\u0001\"\\é\n","right":true}}],"zebra":[1,-9223372036854775808]}"#
        )
    );
}

#[test]
#[should_panic(expected = "always JSON")]
fn a_float_is_refused() {
    canonical(&1.5);
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// The same the slow way.
fn slowly(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let sorted: BTreeMap<&String, &Value> = map.iter().collect();
            let member = |(key, value): (&&String, &&Value)| {
                format!("{}:{}", Value::from(key.as_str()), slowly(value))
            };
            format!("{{{}}}", sorted.iter().map(member).collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(slowly).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

proptest! {
    #[test]
    fn any_value_is_written_as_the_slow_way_writes_it(value in value()) {
        prop_assert_eq!(canonical(&value), slowly(&value));
    }
}

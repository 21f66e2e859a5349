//! What commands print with `--json`: each object says its kind and the version of its shape. docs/json.md lists them.
//!
//! A complaint is one object too, on stderr. Whether JSON is wanted is then read from the words themselves, since a command line
//! that makes no sense has nothing else to ask.

use serde::Serialize;
use serde_json::{Value, json};
use tribunal_core::engine::Recorded;
use tribunal_core::log::canonical;

use super::failure::Failure;
use super::{EX_USAGE, out};

/// The version of all shapes; it rises when a member changes its meaning or goes.
pub const VERSION: u32 = 1;

/// Prints one object of this kind on stdout.
pub fn tell(kind: &str, told: &impl Serialize) {
    out::say_json(&object(kind, told));
}

/// Prints one event of a run, in the bytes the log has.
pub fn event(seq: u64, recorded: &Recorded) {
    let (at, event) = (recorded.at.0, canonical(&recorded.event));
    out::say_json(&format!(
        "{{\"at\":{at},\"event\":{event},\"kind\":\"event\",\"seq\":{seq},\"v\":{VERSION}}}"
    ));
}

/// Says on stderr why a command did not work.
pub fn complain(failure: &Failure) {
    if is_wanted() {
        let text = failure.to_string();
        let told = text.strip_prefix("tribunal: ").unwrap_or(&text);
        return out::complain_json(&object("error", &complaint(failure.exit_code(), told)));
    }
    out::complain(&failure.to_string());
}

/// Says on stderr why the command line makes no sense.
pub fn misread(text: &str) {
    if is_wanted() {
        let told = text.strip_prefix("error: ").unwrap_or(text);
        return out::complain_json(&object("error", &complaint(EX_USAGE, told)));
    }
    out::complain(text);
}

/// A value of ours with its kind and version.
fn object(kind: &str, told: &impl Serialize) -> String {
    let mut value = serde_json::to_value(told).expect("our own types are plain data and always JSON");
    value["kind"] = json!(kind);
    value["v"] = json!(VERSION);
    value.to_string()
}

fn is_wanted() -> bool {
    std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json")
}

/// Our sentences say what happened, then what to do: behind the first semicolon, or on the lines below. Where every line is
/// about a place in a file, each is a problem of its own, and those behind the first are `more`.
fn complaint(code: u8, text: &str) -> Value {
    let lines: Vec<&str> = text.lines().collect();
    let apart = lines.len() > 1 && lines.iter().all(|line| placed(line).0.is_some());
    let (first, more) = if apart { (lines[0], &lines[1..]) } else { (text, &[][..]) };
    let mut told = problem(first);
    told["code"] = json!(code);
    told["message"] = json!(text);
    told["more"] = more.iter().map(|line| problem(line)).collect();
    told
}

fn problem(text: &str) -> Value {
    let end = [text.find("; "), text.find('\n')].into_iter().flatten().min();
    let (what, remedy) = match end {
        Some(end) => (&text[..end], Some(text[end..].trim_start_matches([';', ' ', '\n']))),
        None => (text, None),
    };
    let (place, what) = placed(what);
    json!({ "what": what, "where": place, "do": remedy })
}

/// `FILE: what`, `FILE:LINE: what`, `FILE:LINE:COLUMN: what`, taken apart.
fn placed(text: &str) -> (Option<&str>, &str) {
    let Some((place, rest)) = text.split_once(": ") else { return (None, text) };
    let is_place = place.contains(['/', '.']) && !place.contains(' ');
    if is_place { (Some(place), rest) } else { (None, text) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{complaint, object};

    #[test]
    fn every_object_says_its_kind_and_version() {
        assert_eq!(object("health", &json!({ "runs": 1 })), r#"{"kind":"health","runs":1,"v":1}"#);
    }

    #[test]
    fn a_sentence_is_taken_apart_and_kept_whole() {
        let told = |text: &str| {
            let told = complaint(64, text);
            (told["where"].clone(), told["what"].clone(), told["do"].clone(), told["message"] == text)
        };
        for (text, place, what, remedy) in [
            ("it is late", json!(null), "it is late", json!(null)),
            ("no base; name it with --base", json!(null), "no base", json!("name it with --base")),
            ("a.toml:3: wrong; mend it", json!("a.toml:3"), "wrong", json!("mend it")),
            ("/b.toml:3:9: wrong", json!("/b.toml:3:9"), "wrong", json!(null)),
            ("cannot read x: gone", json!(null), "cannot read x: gone", json!(null)),
            ("../c.txt: no verdict", json!("../c.txt"), "no verdict", json!(null)),
            ("broken\nGo on; so", json!(null), "broken", json!("Go on; so")),
        ] {
            assert_eq!(told(text), (place, json!(what), remedy, true), "{text}");
        }
        let told = complaint(65, "a.toml:1: one; mend\na.toml:2: two");
        assert_eq!((&told["what"], &told["do"]), (&json!("one"), &json!("mend")));
        assert_eq!(told["more"], json!([{ "what": "two", "where": "a.toml:2", "do": null }]));
    }
}

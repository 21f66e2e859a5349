//! The texts a map points at: transcripts without their comments, and the bodies of test functions.

use std::path::{Path, PathBuf};

use tribunal_testkit::scenario::text_of;

/// The text of `directory/transcript`, or of `crate/path.rs::function`.
pub fn text(place: &str) -> Result<String, String> {
    match place.split_once("::") {
        Some((file, function)) => body(&read(&crates().join(file))?, function),
        None => {
            let path = crates().join("tribunal-core/tests/scenarios").join(format!("{place}.txt"));
            Ok(said(&read(&path)?))
        }
    }
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies among the crates").to_owned()
}

fn read(path: &Path) -> Result<String, String> {
    if path.is_file() { Ok(text_of(path)) } else { Err("there is no such file".to_owned()) }
}

/// A transcript without its comments: those promise, the rest shows.
fn said(transcript: &str) -> String {
    let lines: Vec<&str> = transcript.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n")
}

/// What stands in the braces of a test function, in a file that rustfmt has seen.
pub fn body(source: &str, function: &str) -> Result<String, String> {
    let name = format!("fn {function}(");
    let lines: Vec<&str> = source.lines().collect();
    let at = lines.iter().position(|line| line.contains(&name)).ok_or("there is no such function")?;
    let attributes = lines[..at].iter().rev().take_while(|line| is_attribute(line));
    if !attributes.into_iter().any(|line| line.contains("test")) {
        return Err("this function is no test".to_owned());
    }
    let indent: String = lines[at].chars().take_while(|c| *c == ' ').collect();
    let end = format!("{indent}}}");
    let inside: Vec<&str> = lines[at + 1..].iter().copied().take_while(|line| *line != end).collect();
    Ok(inside.join("\n"))
}

fn is_attribute(line: &str) -> bool {
    line.trim_start().starts_with("#[")
}

/// The variants of an enum, in the order of the source, in words joined by `-`.
pub fn variants(source: &str, name: &str) -> Vec<String> {
    let opened = format!("pub enum {name} {{");
    let lines = source.lines().skip_while(|line| *line != opened).skip(1).take_while(|line| *line != "}");
    let variants = lines
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(char::is_uppercase));
    let word = |line: &str| line.chars().take_while(|c| c.is_alphanumeric()).collect::<String>();
    variants.map(|line| kebab(&word(line))).collect()
}

fn kebab(camel: &str) -> String {
    let mut out = String::new();
    for c in camel.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    out
}

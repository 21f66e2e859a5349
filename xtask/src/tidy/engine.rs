//! What the engine must not do: know a protocol by name, or let a second place make verdicts.

use super::source::{Kind, code, group_length, only, words};
use super::{Breach, File, Tree};

/// The protocols that ship with the program, as files are named; in code the dash may be an underscore.
const PROTOCOLS: &[&str] = &["zero-tolerance", "four-rules", "tech-lead", "epic", "pr-loop"];

const ENGINE: &str = "crates/tribunal-core/src/engine/";

/// The one file that makes verdicts.
const JUDGE: &str = "crates/tribunal-core/src/engine/judge.rs";

/// A protocol is data. Tests may name one to load it.
pub fn knows_no_protocol(tree: &Tree) -> Vec<Breach> {
    let files = tree.under(ENGINE).filter(|file| file.is_rust() && !file.is_tests());
    files.flat_map(protocol_names).collect()
}

fn protocol_names(file: &File) -> Vec<Breach> {
    let literals = only(&file.text, &[Kind::Literal]).replace('_', "-");
    let mut breaches = Vec::new();
    for name in PROTOCOLS {
        let what = format!("the engine names the protocol `{name}`; read a policy field instead");
        breaches.extend(words(&literals, name).map(|at| file.breach_at(at, &what)));
    }
    breaches
}

/// Verdicts are made in the judge and nowhere else in core. Tests may make one to compare with.
pub fn one_writer_of_verdicts(tree: &Tree) -> Vec<Breach> {
    let core = tree.under("crates/tribunal-core/src/");
    let others = core.filter(|file| file.is_rust() && !file.is_tests() && file.path != JUDGE);
    others.flat_map(verdicts_made).collect()
}

fn verdicts_made(file: &File) -> Vec<Breach> {
    let code = code(&file.text);
    let direct = words(&code, "Verdict {").filter(|at| makes(&code, *at)).collect::<Vec<_>>();
    let hidden = words(&code, "impl Verdict {").flat_map(|start| {
        let body = start + "impl Verdict {".len();
        let end = body + group_length(&code[body..]);
        words(&code, "Self {").filter(|at| (body..end).contains(at) && makes(&code, *at)).collect::<Vec<_>>()
    });
    let made = direct.into_iter().chain(hidden);
    made.map(|at| file.breach_at(at, "makes a `Verdict`; only engine/judge.rs does")).collect()
}

/// Whether `Name {` at this place is an expression: not a declaration, a block after a return type, a variant of
/// another type, or a pattern.
fn makes(code: &str, at: usize) -> bool {
    let (before, owner) = without_path(&code[..at]);
    let declared = ["struct", "enum", "impl", "for", "->", "trait", "mod", "where"];
    let variant = owner.starts_with(char::is_uppercase);
    let declares = declared.iter().any(|word| before.ends_with(word));
    !variant && !declares && !is_pattern(&code[at..])
}

/// The code before a path, and the last part of the path before the name: `x = a::b::` gives `x =` and `b`.
fn without_path(before: &str) -> (&str, &str) {
    let path = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
    let owner = before[path.len()..].trim_end_matches(':').rsplit("::").next().unwrap_or_default();
    (path.trim_end(), owner)
}

/// A pattern leaves the rest out with `..`, or an arrow or a single `=` follows it.
fn is_pattern(code: &str) -> bool {
    let body = code.find('{').map_or(code.len(), |at| at + 1);
    let end = body + group_length(&code[body..]);
    let after = code.get(end + 1..).unwrap_or_default().trim_start();
    let assigned = after.starts_with('=') && !after.starts_with("==");
    code[body..end].trim_end().ends_with("..") || assigned
}

#[cfg(test)]
mod tests;

//! The protocols that ship inside the program. They are ordinary files, read by the same reader as anyone's.

use super::Protocol;
use super::problem::Problems;
use super::read::{ProtocolFile, read};
use super::suggest::{choice, shown};

const BUILTIN: &[(&str, &str)] = &[
    ("zero-tolerance", include_str!("../../../../protocols/zero-tolerance.toml")),
    ("four-rules", include_str!("../../../../protocols/four-rules.toml")),
    ("tech-lead", include_str!("../../../../protocols/tech-lead.toml")),
    ("epic", include_str!("../../../../protocols/epic.toml")),
    ("pr-loop", include_str!("../../../../protocols/pr-loop.toml")),
];

/// Names and texts of the built-in protocol files.
pub fn builtin() -> &'static [(&'static str, &'static str)] {
    BUILTIN
}

/// A built-in protocol file, read.
pub fn builtin_file(name: &str) -> Result<ProtocolFile, Problems> {
    match BUILTIN.iter().find(|(n, _)| *n == name) {
        Some((name, text)) => read(&format!("{name}.toml"), text),
        None => {
            let names: Vec<&str> = BUILTIN.iter().map(|(n, _)| *n).collect();
            let what = format!("none is called `{}`", shown(name));
            Err(Problems::one(
                "protocol",
                what,
                format!("{}, or a file that ends in .toml", choice(name, &names)),
            ))
        }
    }
}

/// A built-in protocol in a mode, or in its default one.
pub fn load_builtin(name: &str, mode: Option<&str>) -> Result<Protocol, Problems> {
    builtin_file(name)?.resolve(mode)
}

#[cfg(test)]
mod tests;

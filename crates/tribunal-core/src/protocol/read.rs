//! Reads a protocol file: strict, all problems at once, each with its line. Refuses to guess and never panics.
//!
//! A file is a base and, where it has any, modes: a mode is a table with the keys of the base, and what it says hides
//! what the base says. Every mode is read and checked when the file is, so a file that reads can be run in each.
//! What the values mean together is `check`'s business; writing a file is `write`'s.

mod fields;
mod notes;
mod section;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::DeTable;

use self::notes::{Note, Notes};
use self::section::Section;
use super::Protocol;
use super::bounds::{FILE_BYTES_MAX, ITEMS_MAX};
use super::check::objections;
use super::problem::{PROBLEMS_MAX, Problem, Problems, place_of};
use super::suggest::{choice, help, shown};

pub(super) use self::fields::{NAME_FORM, is_name};

/// A protocol file, read and checked in all its modes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProtocolFile {
    file: String,
    default: usize,
    /// One without a mode, or one per mode in the order of the file; never empty.
    protocols: Vec<Protocol>,
}

impl ProtocolFile {
    /// The protocol's name.
    pub fn name(&self) -> &str {
        &self.base().name
    }

    /// The file as the caller named it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The names of its modes, in the order of the file; empty where it has none.
    pub fn modes(&self) -> Vec<&str> {
        self.protocols.iter().filter_map(|p| p.mode.as_deref()).collect()
    }

    /// The mode that is meant when none is named.
    pub fn default_mode(&self) -> Option<&str> {
        self.base().mode.as_deref()
    }

    /// Every mode, resolved, in the order of the file.
    pub fn protocols(&self) -> &[Protocol] {
        &self.protocols
    }

    /// The protocol in a mode, or in its default one.
    pub fn resolve(&self, mode: Option<&str>) -> Result<Protocol, Problems> {
        let Some(mode) = mode else { return Ok(self.base().clone()) };
        let found = self.protocols.iter().find(|p| p.mode.as_deref() == Some(mode));
        found.cloned().ok_or_else(|| {
            let what = format!("`{}` has no mode `{}`", self.name(), shown(mode));
            Problems::one(&self.file, what, choice(mode, &self.modes()))
        })
    }

    /// The protocol in its default mode.
    pub(super) fn base(&self) -> &Protocol {
        &self.protocols[self.default]
    }
}

/// Reads a protocol file. `file` is how messages name it; nothing is opened.
pub fn read(file: &str, text: &str) -> Result<ProtocolFile, Problems> {
    let mut reading = Reading { file, text, notes: Vec::new(), meant: BTreeSet::new() };
    if text.len() > FILE_BYTES_MAX {
        let what = format!("the file has {} bytes", text.len());
        reading.notes.push((None, note(0, what, format!("a protocol has at most {FILE_BYTES_MAX}"))));
        return Err(reading.problems(&[]));
    }
    let (tree, errors) = DeTable::parse_recoverable(text);
    // The parser goes on after an error; of the errors that the first ones cause, few are worth a look.
    for error in errors.iter().take(PROBLEMS_MAX) {
        let byte = error.span().map_or(0, |s| s.start);
        let said = error.message().lines().collect::<Vec<_>>().join(": ");
        reading.notes.push((None, note(byte, format!("not TOML: {said}"), syntax_help(&said))));
    }
    if !errors.is_empty() {
        return Err(reading.problems(&[]));
    }
    reading.whole(tree.get_ref())
}

fn syntax_help(said: &str) -> String {
    let help = match said {
        s if s.contains("duplicate key") => "keep one of them",
        s if s.contains("must be quoted") => "write the value in quotes",
        _ => "correct it; `tribunal protocols show NAME` prints a built-in file to compare with",
    };
    help.to_owned()
}

fn note(byte: usize, what: String, help: String) -> Note {
    Note { byte, what, help, missing: None }
}

/// A mode's name, where it stands and what it says.
struct Mode<'t> {
    name: &'t str,
    byte: usize,
    table: &'t DeTable<'t>,
}

struct Reading<'f> {
    file: &'f str,
    text: &'f str,
    /// What was noticed, and in which mode.
    notes: Vec<(Option<String>, Note)>,
    /// Paths that an unknown key was probably meant to be; that they are missing needs no second word.
    meant: BTreeSet<String>,
}

impl Reading<'_> {
    fn whole(mut self, tree: &DeTable<'_>) -> Result<ProtocolFile, Problems> {
        let mut notes = Notes::default();
        let base = Section::root(vec![tree]);
        let known = [values::MODE_KEYS, &["name", "default-mode", "modes"]].concat();
        base.only(&mut notes, &known);
        let modes = modes(&base, &mut notes);
        let default = default_mode(&base, &mut notes, &modes);
        if !modes.is_empty() {
            // A key of the base that every mode hides is never looked at below, so the base is read by itself too.
            values::protocol(&base, &mut notes, None);
            notes.list.retain(|n| n.missing.is_none());
        }
        self.keep(None, notes);
        let mut protocols: Vec<Protocol> = Vec::new();
        for mode in &modes {
            protocols.extend(self.resolved(Section::root(vec![mode.table, tree]), Some(mode.name)));
        }
        if modes.is_empty() {
            protocols.extend(self.resolved(base, None));
        }
        if !self.notes.is_empty() || protocols.is_empty() {
            let names: Vec<&str> = modes.iter().map(|m| m.name).collect();
            return Err(self.problems(&names));
        }
        Ok(ProtocolFile { file: self.file.to_owned(), default: default.unwrap_or(0), protocols })
    }

    fn resolved(&mut self, root: Section<'_>, mode: Option<&str>) -> Option<Protocol> {
        let mut notes = Notes::default();
        let protocol = values::protocol(&root, &mut notes, mode);
        // A value that could not be read would make nonsense of what is said about the whole.
        if notes.list.is_empty() {
            for objection in protocol.iter().flat_map(objections) {
                let place = notes.place(&objection.path);
                notes.wrong(place, objection.what, objection.help);
            }
        }
        self.keep(mode, notes);
        protocol
    }

    fn keep(&mut self, mode: Option<&str>, notes: Notes) {
        self.notes.extend(notes.list.into_iter().map(|n| (mode.map(str::to_owned), n)));
        self.meant.extend(notes.meant);
    }

    /// Whether a missing key is there, misspelt, in this mode or in the base.
    fn is_misspelt(&self, mode: Option<&str>, note: &Note) -> bool {
        let Some(path) = &note.missing else { return false };
        let in_mode = mode.is_some_and(|m| self.meant.contains(&format!("modes.{m}.{path}")));
        in_mode || self.meant.contains(path)
    }

    /// What was noticed, in the order of the file; what holds in some modes only says so.
    fn problems(self, modes: &[&str]) -> Problems {
        let mut grouped: BTreeMap<Note, BTreeSet<Option<String>>> = BTreeMap::new();
        for (mode, note) in self.notes.iter().filter(|(mode, note)| !self.is_misspelt(mode.as_deref(), note))
        {
            grouped.entry(Note { missing: None, ..note.clone() }).or_default().insert(mode.clone());
        }
        let left_out = grouped.len().saturating_sub(PROBLEMS_MAX);
        let list = grouped.into_iter().take(PROBLEMS_MAX).map(|(note, found)| {
            let everywhere = found.contains(&None) || found.len() >= modes.len();
            let named: Vec<String> = found.iter().flatten().map(|m| format!("`{m}`")).collect();
            let prefix = if everywhere { String::new() } else { format!("in mode {}: ", named.join(", ")) };
            Problem {
                file: self.file.to_owned(),
                place: Some(place_of(self.text, note.byte)),
                what: format!("{prefix}{}", note.what),
                help: note.help,
            }
        });
        Problems { list: list.collect(), left_out }
    }
}

/// How a mode is written.
const AS_MODE: &str = "as in [modes.eco] with its keys below";

/// The modes in the order of the file.
fn modes<'t>(base: &Section<'t>, notes: &mut Notes) -> Vec<Mode<'t>> {
    let Some(table) = base.table_value(notes, "modes") else { return Vec::new() };
    let mut modes = Vec::new();
    for (key, value) in table.get_ref().iter() {
        let name: &'t str = key.get_ref();
        let named = fields::sound_name(notes, "modes", &Spanned::new(key.span(), name));
        let Some(table) = value.get_ref().as_table() else {
            notes.wrong(value.span(), format!("`modes.{}` must be a table", shown(name)), AS_MODE.into());
            continue;
        };
        Section::of(format!("modes.{}", shown(name)), value.span(), table).only(notes, values::MODE_KEYS);
        modes.extend(named.map(|_| Mode { name, byte: key.span().start, table }));
    }
    if table.get_ref().is_empty() || table.get_ref().len() > ITEMS_MAX {
        let what = format!("`modes` has {} entries", table.get_ref().len());
        notes.wrong(table.span(), what, format!("write 1 to {ITEMS_MAX}, or remove it"));
    }
    modes.sort_by_key(|m| m.byte);
    modes.truncate(ITEMS_MAX);
    modes
}

/// Which mode is meant when none is named: said where there are modes, and only there.
fn default_mode(base: &Section<'_>, notes: &mut Notes, modes: &[Mode<'_>]) -> Option<usize> {
    if !base.has("modes") {
        base.refuse(notes, "default-mode", "the file has no modes; remove it or add [modes.NAME]");
        return None;
    }
    if !base.has("default-mode") {
        notes.wrong(0..0, "`default-mode` is missing".to_owned(), "name one of the modes".to_owned());
    }
    let text = base.string(notes, "default-mode")?;
    let found = modes.iter().position(|m| m.name == *text.get_ref());
    if found.is_none() {
        let names: Vec<&str> = modes.iter().map(|m| m.name).collect();
        let what = format!("unknown mode `{}`", shown(text.get_ref()));
        notes.wrong(text.span(), what, help(text.get_ref(), &names));
    }
    found
}

#[cfg(test)]
mod tests;

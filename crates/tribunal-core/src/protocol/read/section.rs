//! One table of a protocol file, seen through the chosen mode: what the mode says hides what the base says.
//!
//! Each method reads one value, notes what is wrong with it and answers none; nobody stops at the first problem.
//! What the values mean together is `check`'s business.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::notes::{Notes, Span};
use crate::protocol::PROBLEMS_MAX;
use crate::protocol::suggest::{closest, help, shown};

/// A type in words, and how its values are written.
type Wanted = (&'static str, &'static str);

const STRING: Wanted = ("a string", "put it in quotes");
const FLAG: Wanted = ("true or false", "write it without quotes");
const NUMBER: Wanted = ("a whole number", "write digits, without quotes");
const STRINGS: Wanted = ("a list of strings", "as in [\"one\", \"two\"]");
const TABLE: Wanted = ("a table", "as in [limits] with its keys below");
const TABLES: Wanted = ("a list of tables", "as in [[gates]] with its keys below, once per entry");
const KIND: Wanted = ("a word or a table", "as in \"fresh\" or { kind = \"fresh\" }");

/// A table and its name in messages.
pub(super) struct Section<'t> {
    path: String,
    span: Span,
    /// The mode's table before the base's.
    layers: Vec<&'t DeTable<'t>>,
}

impl<'t> Section<'t> {
    /// The whole file, seen through a mode where there is one.
    pub(super) fn root(layers: Vec<&'t DeTable<'t>>) -> Self {
        Self { path: String::new(), span: 0..0, layers }
    }

    /// A table on its own.
    pub(super) fn of(path: String, span: Span, table: &'t DeTable<'t>) -> Self {
        Self { path, span, layers: vec![table] }
    }

    /// The name of a key in messages, from the root.
    pub(super) fn path(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Whether the key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.layers.iter().any(|t| t.contains_key(key))
    }

    /// The value of a key, whatever it is.
    pub(super) fn value(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.layers.iter().find_map(|t| t.get(key))
    }

    /// Notes every key that is not one of these.
    pub(super) fn only(&self, notes: &mut Notes, known: &[&str]) {
        let keys = self.layers.iter().flat_map(|t| t.keys());
        let mut unknown: Vec<_> = keys.filter(|k| !known.contains(&k.get_ref().as_ref())).collect();
        unknown.sort_by_key(|k| k.span().start);
        let place = if self.path.is_empty() { String::new() } else { format!(" in `{}`", self.path) };
        for (i, key) in unknown.into_iter().enumerate() {
            let word: &str = key.get_ref();
            let what = format!("unknown key `{}`{place}", shown(word));
            // Looking for a near word is the only slow thing here, and later ones are counted but not shown.
            let (near, help) = if i < PROBLEMS_MAX {
                (closest(word, known), help(word, known))
            } else {
                (None, String::new())
            };
            notes.wrong(key.span(), what, help);
            notes.meant.extend(near.map(|near| self.path(near)));
        }
    }

    /// Notes the key if it is missing.
    pub(super) fn need(&self, notes: &mut Notes, key: &str, help: &str) {
        if !self.has(key) {
            notes.missing(self.span.clone(), self.path(key), help.to_owned());
        }
    }

    /// Notes a key that has no meaning here.
    pub(super) fn refuse(&self, notes: &mut Notes, key: &str, why: &str) {
        if let Some(value) = self.value(key) {
            let what = format!("`{}` has no meaning here", self.path(key));
            notes.wrong(value.span(), what, why.to_owned());
        }
    }

    /// Notes that a value is of the wrong type.
    fn mismatch(&self, notes: &mut Notes, key: &str, value: &Spanned<DeValue<'t>>, wanted: Wanted) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let (wanted, help) = wanted;
        let what = format!("`{}` must be {wanted}, not {found}", self.path(key));
        notes.wrong(value.span(), what, help.to_owned());
    }

    /// Looks a value up, remembering where it stands.
    fn seen(&self, notes: &mut Notes, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        let value = self.value(key)?;
        notes.remember(self.path(key), value.span());
        Some(value)
    }

    /// A string as written.
    pub(super) fn string(&self, notes: &mut Notes, key: &str) -> Option<Spanned<&'t str>> {
        let value = self.seen(notes, key)?;
        if let Some(text) = value.get_ref().as_str() {
            return Some(Spanned::new(value.span(), text));
        }
        self.mismatch(notes, key, value, STRING);
        None
    }

    /// True or false.
    pub(super) fn flag(&self, notes: &mut Notes, key: &str) -> Option<bool> {
        let value = self.seen(notes, key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.mismatch(notes, key, value, FLAG);
        }
        flag
    }

    /// A whole number within bounds.
    pub(super) fn number(&self, notes: &mut Notes, key: &str, range: RangeInclusive<u32>) -> Option<u32> {
        let value = self.seen(notes, key)?;
        let Some(integer) = value.get_ref().as_integer() else {
            self.mismatch(notes, key, value, NUMBER);
            return None;
        };
        let number =
            u32::from_str_radix(integer.as_str(), integer.radix()).ok().filter(|n| range.contains(n));
        if number.is_none() {
            let what = format!("`{}` is out of bounds", self.path(key));
            notes.wrong(
                value.span(),
                what,
                format!("write a number from {} to {}", range.start(), range.end()),
            );
        }
        number
    }

    /// A whole number within bounds, or the word `none`, which is how a mode takes a number of the base away.
    pub(super) fn number_or_none(
        &self,
        notes: &mut Notes,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Option<u32> {
        if self.is_none_word(key) {
            return None;
        }
        self.number(notes, key, range)
    }

    /// Whether the value is the word `none`.
    pub(super) fn is_none_word(&self, key: &str) -> bool {
        self.value(key).and_then(|v| v.get_ref().as_str()) == Some("none")
    }

    /// One of a table of words.
    pub(super) fn word<T: Copy>(
        &self,
        notes: &mut Notes,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let text = self.string(notes, key)?;
        self.known(notes, key, &text, words)
    }

    fn known<T: Copy>(
        &self,
        notes: &mut Notes,
        key: &str,
        text: &Spanned<&str>,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let found = words.iter().find(|(w, _)| w == text.get_ref());
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
            let what = format!("unknown word `{}` for `{}`", shown(text.get_ref()), self.path(key));
            notes.wrong(text.span(), what, help(text.get_ref(), &known));
        }
        found.map(|(_, v)| *v)
    }

    /// A list of strings as written.
    pub(super) fn strings(&self, notes: &mut Notes, key: &str, most: usize) -> Option<Vec<Spanned<&'t str>>> {
        let value = self.seen(notes, key)?;
        let Some(items) = value.get_ref().as_array() else {
            self.mismatch(notes, key, value, STRINGS);
            return None;
        };
        self.bound(notes, key, value.span(), items.len(), most)?;
        let mut list = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            notes.remember(format!("{}[{i}]", self.path(key)), item.span());
            match item.get_ref().as_str() {
                Some(text) => list.push(Spanned::new(item.span(), text)),
                None => self.mismatch(notes, &format!("{key}[{i}]"), item, STRING),
            }
        }
        (list.len() == items.len()).then_some(list)
    }

    /// A list of words of a table, none twice.
    pub(super) fn words<T: Copy>(
        &self,
        notes: &mut Notes,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Option<Vec<T>> {
        let texts = self.strings(notes, key, words.len())?;
        let mut list = Vec::with_capacity(texts.len());
        for (i, text) in texts.iter().enumerate() {
            if texts[..i].contains(text) {
                let what = format!("`{}` says `{}` twice", self.path(key), shown(text.get_ref()));
                notes.wrong(text.span(), what, "remove one".to_owned());
            }
            list.extend(self.known(notes, key, text, words));
        }
        (list.len() == texts.len()).then_some(list)
    }

    /// A table within; the mode's keys hide the base's one by one.
    pub(super) fn table(&self, notes: &mut Notes, key: &str) -> Option<Section<'t>> {
        let first = self.seen(notes, key)?;
        if !first.get_ref().is_table() {
            self.mismatch(notes, key, first, TABLE);
            return None;
        }
        let found = self.layers.iter().filter_map(|t| t.get(key)).map(|v| v.get_ref().as_table());
        let layers = found.map_while(|t| t).collect();
        Some(Section { path: self.path(key), span: first.span(), layers })
    }

    /// A table of the first layer that has it, as it stands.
    pub(super) fn table_value(&self, notes: &mut Notes, key: &str) -> Option<Spanned<&'t DeTable<'t>>> {
        let value = self.seen(notes, key)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.mismatch(notes, key, value, TABLE);
        }
        table.map(|t| Spanned::new(value.span(), t))
    }

    /// A table within, or none where the file says `none` or nothing.
    pub(super) fn table_or_none(&self, notes: &mut Notes, key: &str) -> Option<Section<'t>> {
        if self.is_none_word(key) { None } else { self.table(notes, key) }
    }

    /// A list of tables.
    pub(super) fn tables(&self, notes: &mut Notes, key: &str, most: usize) -> Option<Vec<Section<'t>>> {
        let value = self.seen(notes, key)?;
        let Some(items) = value.get_ref().as_array() else {
            self.mismatch(notes, key, value, TABLES);
            return None;
        };
        self.bound(notes, key, value.span(), items.len(), most)?;
        let mut list = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            let path = format!("{}[{i}]", self.path(key));
            notes.remember(path.clone(), item.span());
            match item.get_ref().as_table() {
                Some(table) => list.push(Section::of(path, item.span(), table)),
                None => self.mismatch(notes, &format!("{key}[{i}]"), item, TABLE),
            }
        }
        (list.len() == items.len()).then_some(list)
    }

    fn bound(&self, notes: &mut Notes, key: &str, span: Span, found: usize, most: usize) -> Option<()> {
        if found <= most {
            return Some(());
        }
        let what = format!("`{}` has {found} entries", self.path(key));
        notes.wrong(span, what, format!("write at most {most}"));
        None
    }

    /// A value that is a bare word, or a table whose `kind` is that word and whose other keys belong to it. The
    /// layers are not merged: a mode that says another kind does not inherit the keys of the base's kind.
    pub(super) fn kind<T: Copy>(
        &self,
        notes: &mut Notes,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Option<(T, Section<'t>)> {
        let value = self.seen(notes, key)?;
        let (span, path) = (value.span(), self.path(key));
        match value.get_ref() {
            DeValue::Table(table) => {
                let section = Section::of(path, span, table);
                section.need(notes, "kind", &kinds(words));
                section.word(notes, "kind", words).map(|kind| (kind, section))
            }
            DeValue::String(text) => {
                let bare = Section { path, span: span.clone(), layers: Vec::new() };
                self.known(notes, key, &Spanned::new(span, text.as_ref()), words).map(|kind| (kind, bare))
            }
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => {
                self.mismatch(notes, key, value, KIND);
                None
            }
        }
    }
}

fn kinds<T>(words: &[(&'static str, T)]) -> String {
    let words: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
    format!("known: {}", words.join(", "))
}

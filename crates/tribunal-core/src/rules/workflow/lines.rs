//! A workflow as rows: key, indentation, and whether the row is part of a script. Enough of YAML for files that people
//! write; anchors and flow mappings over several lines are not understood.

use super::super::seen::Seen;
use super::super::text;

/// One line that says something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) number: u32,
    pub(super) added: bool,
    /// How deep its key stands, a dash counted as space.
    indent: usize,
    /// Its key; empty where it has none.
    pub(super) key: &'a [u8],
    /// Without indentation and comment.
    pub(super) text: &'a [u8],
    /// It is, or may be, part of what a shell or an interpreter reads.
    pub(super) in_script: bool,
}

impl<'a> Row<'a> {
    /// The indentation of a line, and the line without it, its dash and its comment.
    pub(super) fn bare(line: &'a [u8]) -> (usize, &'a [u8]) {
        let start = line.iter().take_while(|b| **b == b' ').count();
        let mut text = &line[start..];
        let mut indent = start;
        while let Some(rest) = text.strip_prefix(b"- ") {
            let spaces = rest.iter().take_while(|b| **b == b' ').count();
            indent += 2 + spaces;
            text = &rest[spaces..];
        }
        (indent, text.trim_ascii_end())
    }

    /// What stands behind the key.
    pub(super) fn value(&self) -> &'a [u8] {
        let start = text::find(self.text, b":").map_or(self.text.len(), |at| at + 1);
        self.text[start..].trim_ascii_start()
    }
}

/// All rows of a file.
pub(super) struct Rows<'a> {
    pub(super) all: Vec<Row<'a>>,
}

impl<'a> Rows<'a> {
    pub(super) fn of(seen: &Seen<'a>) -> Self {
        let mut reader = Reader { all: Vec::new(), script: Script::Unknown };
        match seen.content.new {
            Some(content) => {
                reader.script = Script::Outside;
                let mut added = seen.added().map(|line| line.number).peekable();
                for (number, line) in (1..).zip(content.split(|b| *b == b'\n')) {
                    let is_added = added.next_if_eq(&number).is_some();
                    reader.take(number, is_added, line.strip_suffix(b"\r").unwrap_or(line));
                }
            }
            None => {
                for line in &seen.lines {
                    if line.after_gap {
                        reader.script = if line.number == 1 { Script::Outside } else { Script::Unknown };
                    }
                    reader.take(line.number, line.added, line.text);
                }
            }
        }
        Self { all: reader.all }
    }

    /// The row that names an event which starts the workflow.
    pub(super) fn trigger(&self, event: &str) -> Option<&Row<'a>> {
        let named = |row: &&Row<'a>| {
            let on = matches!(row.key, b"on" | b"\"on\"" | b"'on'") && text::has_word(row.value(), event);
            let key = row.key == event.as_bytes() && row.indent > 0 && !row.in_script;
            let item = row.key.is_empty() && row.text == event.as_bytes() && !row.in_script;
            on || key || item
        };
        // An event that is new is the news.
        self.all.iter().filter(named).max_by_key(|row| row.added)
    }
}

/// Whether the rows that come now are a script.
enum Script {
    /// Nobody knows: the line that would tell is not in sight.
    Unknown,
    Outside,
    /// Everything deeper than this is.
    Below(usize),
}

struct Reader<'a> {
    all: Vec<Row<'a>>,
    script: Script,
}

impl<'a> Reader<'a> {
    fn take(&mut self, number: u32, added: bool, line: &'a [u8]) {
        let start = line.iter().take_while(|b| **b == b' ').count();
        if start == line.len() {
            return;
        }
        if matches!(self.script, Script::Below(depth) if start <= depth) {
            self.script = Script::Outside;
        }
        let inside = matches!(self.script, Script::Below(_));
        let (indent, bare) = Row::bare(line);
        let text = if inside { line[start..].trim_ascii_end() } else { without_comment(bare) };
        if text.is_empty() {
            return;
        }
        let key = if inside { b"" } else { key(text) };
        let begins = matches!(key, b"run" | b"script");
        // Where nothing is known, whatever does not look like `NAME: value` may be a script.
        let in_script = inside || begins || (matches!(self.script, Script::Unknown) && key.is_empty());
        self.all.push(Row { number, added, indent, key, text, in_script });
        if begins {
            self.script = Script::Below(indent);
        } else if !key.is_empty() && !inside {
            self.script = Script::Outside;
        }
    }
}

/// The name in front of a colon, if the line is one.
fn key(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_-\"'.".contains(b)).count();
    let rest = &text[length..];
    let ends = rest == b":" || rest.starts_with(b": ");
    if ends { &text[..length] } else { b"" }
}

fn without_comment(text: &[u8]) -> &[u8] {
    if text.starts_with(b"#") {
        return b"";
    }
    text::find(text, b" #").map_or(text, |at| text[..at].trim_ascii_end())
}

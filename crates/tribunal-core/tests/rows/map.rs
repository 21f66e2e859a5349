//! The map of rows, read and held against its witnesses. Knows neither the protocols nor where texts come from.

/// Shorter than this a fragment stands in any transcript.
const FRAGMENT_CHARS_MIN: usize = 12;

/// Between the parts of a fragment: what stands between them does not matter, their order does.
const GAP: &str = " ... ";

/// From which side a witness shows its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Happy,
    Unhappy,
}

/// A transcript or a test function, and what must stand in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    pub side: Side,
    pub place: String,
    pub fragment: String,
}

/// One row of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it stands in the map.
    pub at: String,
    pub group: String,
    pub key: String,
    /// One side is enough.
    pub either: bool,
    /// Why there is no other side.
    pub only: bool,
    /// Nobody shows it yet.
    pub owed: bool,
    pub witnesses: Vec<Witness>,
}

/// All rows, and what could not be read.
#[derive(Debug, Clone, Default)]
pub struct Map {
    pub rows: Vec<Row>,
    pub unreadable: Vec<String>,
}

impl Map {
    /// Reads one file of the map.
    pub fn read(&mut self, file: &str, text: &str) {
        let mut group: Option<(String, bool)> = None;
        for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
            let at = format!("{file}:{number}");
            let read = match (line.chars().next(), &group) {
                (None | Some('#'), _) => Ok(()),
                (Some('['), _) => header(line).map(|found| group = Some(found)),
                (Some(_), None) => Err("a row before any [group]".to_owned()),
                (Some(' '), Some(_)) => self.witness(file, line.trim()),
                (Some(_), Some((group, either))) => self.row(at.clone(), group, *either, line),
            };
            self.unreadable.extend(read.err().map(|what| format!("{at}: {what}: {line}")));
        }
    }

    fn row(&mut self, at: String, group: &str, either: bool, line: &str) -> Result<(), String> {
        let (key, what) = line.split_once("  ").ok_or("a row is `key  what it says`")?;
        if what.trim().is_empty() {
            return Err("a row says what it is about".to_owned());
        }
        if let Some(before) = self.rows.iter().find(|r| r.group == group && r.key == key) {
            return Err(format!("this row stands at {} already", before.at));
        }
        let (group, key) = (group.to_owned(), key.to_owned());
        self.rows.push(Row { at, group, key, either, only: false, owed: false, witnesses: Vec::new() });
        Ok(())
    }

    fn witness(&mut self, file: &str, line: &str) -> Result<(), String> {
        let row =
            self.rows.last_mut().filter(|row| row.at.starts_with(file)).ok_or("a witness without a row")?;
        let (word, rest) = line.split_once(' ').ok_or("a witness is `side  place | fragment`")?;
        let side = match word {
            "happy" => Side::Happy,
            "unhappy" => Side::Unhappy,
            "only" => {
                row.only = true;
                return Ok(());
            }
            "owed" => {
                row.owed = true;
                return Ok(());
            }
            other => return Err(format!("no line begins with {other:?}")),
        };
        let (place, fragment) = rest.split_once(" | ").ok_or("a witness is `side  place | fragment`")?;
        let (place, fragment) = (place.trim().to_owned(), fragment.to_owned());
        row.witnesses.push(Witness { side, place, fragment });
        Ok(())
    }

    /// Rows that are shown from one side only and do not say why, or say so although both are there.
    pub fn one_sided(&self) -> Vec<String> {
        self.rows.iter().filter_map(one_sided).collect()
    }

    /// Witnesses that do not exist, or do not say what the map says. `text` gives the text of a place.
    pub fn unproved(&self, text: &dyn Fn(&str) -> Result<String, String>) -> Vec<String> {
        let judged = |row: &Row, witness: &Witness| {
            let what = unproved(witness, text)?;
            Some(format!("{}: {}/{}: {}: {what}", row.at, row.group, row.key, witness.place))
        };
        self.rows.iter().flat_map(|row| row.witnesses.iter().filter_map(move |w| judged(row, w))).collect()
    }

    /// The keys of a group, in the order of the map.
    pub fn keys(&self, group: &str) -> Vec<&str> {
        self.rows.iter().filter(|row| row.group == group).map(|row| row.key.as_str()).collect()
    }

    /// All fragments of all witnesses.
    pub fn fragments(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| &row.witnesses).map(|witness| witness.fragment.as_str())
    }
}

/// `[name] words` or `[name, either side] words`.
fn header(line: &str) -> Result<(String, bool), String> {
    let (inside, words) = line[1..].split_once(']').ok_or("a group is `[name] what it is about`")?;
    if words.trim().is_empty() {
        return Err("a group says what it is about".to_owned());
    }
    match inside.split_once(", ") {
        None => Ok((inside.to_owned(), false)),
        Some((name, "either side")) => Ok((name.to_owned(), true)),
        Some((_, other)) => Err(format!("no group is {other:?}")),
    }
}

fn one_sided(row: &Row) -> Option<String> {
    let has = |side| row.witnesses.iter().any(|witness| witness.side == side);
    let what = match (has(Side::Happy), has(Side::Unhappy)) {
        (true, true) if row.only => "has both sides, so `only` is wrong",
        (true, true) => return None,
        (true, false) | (false, true) if row.only || row.either || row.owed => return None,
        (true, false) => "has no unhappy side; show one, or say with `only` why there is none",
        (false, true) => "has no happy side; show one, or say with `only` why there is none",
        (false, false) if row.owed => return None,
        (false, false) => "is shown by nothing",
    };
    Some(format!("{}: {}/{} {what}", row.at, row.group, row.key))
}

fn unproved(witness: &Witness, text: &dyn Fn(&str) -> Result<String, String>) -> Option<String> {
    if witness.fragment.split(GAP).all(|part| part.trim().chars().count() < FRAGMENT_CHARS_MIN) {
        return Some(format!("{:?} stands anywhere; say more", witness.fragment));
    }
    let text = match text(&witness.place) {
        Ok(text) => text,
        Err(what) => return Some(what),
    };
    let mut rest = text.as_str();
    for part in witness.fragment.split(GAP) {
        let Some(at) = rest.find(part) else { return Some(format!("does not say {part:?} there")) };
        rest = &rest[at + part.len()..];
    }
    None
}

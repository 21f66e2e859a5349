//! Whether a report is a finding we know, and what a new one is called.
//!
//! Within a round only the same place and title make two reports one finding: two defects may look alike ten lines
//! apart. Across rounds lines move, files are renamed and code is re-indented, so looser prints count too, but only
//! for findings nobody has reported yet in this round. Where several fit, the one that blocks most is taken: a
//! report can then never be swallowed by a finding that is closed while an open twin waits.

use std::collections::{BTreeMap, BTreeSet};

use super::run::Ledger;
use crate::domain::{FindingId, Fingerprint, Prints, Report, Status};
use crate::protocol::IdScheme;

/// Finds known findings by their prints.
pub(super) struct Index {
    exact: BTreeMap<Fingerprint, Vec<FindingId>>,
    place: BTreeMap<Fingerprint, Vec<FindingId>>,
    text: BTreeMap<Fingerprint, Vec<FindingId>>,
    content: BTreeMap<String, Vec<FindingId>>,
    unlined: BTreeMap<String, Vec<FindingId>>,
    aliases: BTreeMap<String, FindingId>,
    by_content: bool,
}

impl Index {
    /// Indexes all findings of a run.
    pub(super) fn of(book: &Ledger) -> Self {
        let mut index = Self {
            exact: BTreeMap::new(),
            place: BTreeMap::new(),
            text: BTreeMap::new(),
            content: BTreeMap::new(),
            unlined: BTreeMap::new(),
            aliases: BTreeMap::new(),
            by_content: matches!(book.protocol().ids, IdScheme::Content),
        };
        for finding in book.findings.values() {
            index.aliases.entry(finding.id.to_string()).or_insert(finding.id);
            index.aliases.insert(alias_key(&finding.alias), finding.id);
            finding.prints().for_each(|prints| index.add(finding.id, &prints));
        }
        index
    }

    fn add(&mut self, id: FindingId, prints: &Prints) {
        push(&mut self.exact, prints.exact.clone(), id);
        push(&mut self.place, prints.place.clone(), id);
        prints.text.iter().for_each(|text| push(&mut self.text, text.clone(), id));
        if self.by_content {
            push(&mut self.content, prints.content_id.clone(), id);
            push(&mut self.unlined, prints.content_id_unlined.clone(), id);
        }
    }

    /// The finding with this dialect id, or with this `F` number.
    pub(super) fn by_alias(&self, said: &str) -> Option<FindingId> {
        self.aliases.get(&alias_key(said)).copied()
    }

    /// The known finding of each report of a round, list by list. Reports that name the very place of a finding go
    /// first, whatever their order, so that a look-alike elsewhere can never take their finding from them; what is
    /// left goes to findings nobody has named.
    pub(super) fn find_all(
        &self,
        book: &Ledger,
        round: u32,
        lists: &[&[Report]],
    ) -> Vec<Vec<Option<FindingId>>> {
        if book.findings.is_empty() {
            return lists.iter().map(|list| vec![None; list.len()]).collect();
        }
        let prints: Vec<Vec<Prints>> = lists.iter().map(|l| l.iter().map(Prints::of).collect()).collect();
        let exact = |(report, prints): (&Report, &Prints)| self.find_exact(book, report, prints);
        let mut found: Vec<Vec<Option<FindingId>>> = lists
            .iter()
            .zip(&prints)
            .map(|(list, prints)| list.iter().zip(prints).map(exact).collect())
            .collect();
        let mut taken: BTreeSet<FindingId> = found.iter().flatten().flatten().copied().collect();
        let mut moved: BTreeMap<Fingerprint, FindingId> = BTreeMap::new();
        for (n, list) in lists.iter().enumerate() {
            for (m, report) in list.iter().enumerate() {
                if found[n][m].is_some() {
                    continue;
                }
                let prints = &prints[n][m];
                // The next seat that says the very same means the same finding, wherever it was before.
                let known = moved.get(&prints.exact).copied();
                let known = known.or_else(|| self.find_moved(book, report, prints, round, &taken));
                if let Some(id) = known {
                    taken.insert(id);
                    moved.insert(prints.exact.clone(), id);
                }
                found[n][m] = known;
            }
        }
        found
    }

    /// The finding at this very place with this title, also under the old name of its file, and at the lines where
    /// the host saw the quoted text stand before. Where the host followed it, one that is closed for good stands at
    /// those lines alone: what has its line number by now may be a copy.
    fn find_exact(&self, book: &Ledger, report: &Report, prints: &Prints) -> Option<FindingId> {
        let line = report.locations.first().and_then(|place| place.line).unwrap_or_default();
        let stood = report.stood_at.as_deref().unwrap_or_default();
        let followed = report.stood_at.is_none() || stood.contains(&line);
        let at = |prints: &Prints, followed: bool| {
            let ids = self.exact_ones(prints)?.iter().copied();
            let ids = ids.filter(|id| followed || !closed_for_good(book.findings[id].status));
            most_open(book, report, self, ids)
        };
        let before = |name: Option<&str>| {
            stood.iter().find_map(|line| at(&Prints::of(&placed(report, name, *line)), true))
        };
        let renamed = || {
            let old = Some(old_name(book, report)?);
            at(&Prints::of(&placed(report, old, line)), followed).or_else(|| before(old))
        };
        at(prints, followed).or_else(|| before(None)).or_else(renamed)
    }

    /// A finding whose line moved, or whose file was renamed or is gone from the change. Never one that is closed for
    /// good: a copy of a line whose rejection was accepted, or whose risk was, is a defect of its own.
    fn find_moved(
        &self,
        book: &Ledger,
        report: &Report,
        prints: &Prints,
        round: u32,
        taken: &BTreeSet<FindingId>,
    ) -> Option<FindingId> {
        let free = |id: &FindingId| {
            let f = &book.findings[id];
            !closed_for_good(f.status) && !taken.contains(id) && !f.sighted_in(round)
        };
        let gone = |id: &FindingId| {
            let place = book.findings[id].report().locations.first();
            place.is_some_and(|place| !book.files.contains(&place.path))
        };
        let pick = |ids: Option<&Vec<FindingId>>, fits: &dyn Fn(&FindingId) -> bool| {
            let ids = ids?.iter().copied().filter(|id| free(id) && fits(id));
            most_open(book, report, self, ids)
        };
        let old = renamed_prints(book, report);
        pick(self.place_ones(prints), &|_| true)
            .or_else(|| pick(old.as_ref().and_then(|p| self.place_ones(p)), &|_| true))
            .or_else(|| pick(prints.text.as_ref().and_then(|t| self.text.get(t)), &gone))
    }

    fn exact_ones(&self, prints: &Prints) -> Option<&Vec<FindingId>> {
        if self.by_content { self.content.get(&prints.content_id) } else { self.exact.get(&prints.exact) }
    }

    fn place_ones(&self, prints: &Prints) -> Option<&Vec<FindingId>> {
        if self.by_content {
            self.unlined.get(&prints.content_id_unlined)
        } else {
            self.place.get(&prints.place)
        }
    }
}

/// The one the reviewer named if it is among them, else the one that is most open, else the oldest.
fn most_open(
    book: &Ledger,
    report: &Report,
    index: &Index,
    ids: impl Iterator<Item = FindingId>,
) -> Option<FindingId> {
    let said = report.said_id.as_deref().and_then(|said| index.by_alias(said));
    ids.min_by_key(|id| (Some(*id) != said, openness(book.findings[id].status), *id))
}

/// The prints a report would have had under the old name of its file.
fn renamed_prints(book: &Ledger, report: &Report) -> Option<Prints> {
    let old = old_name(book, report)?;
    let line = report.locations.first()?.line.unwrap_or_default();
    Some(Prints::of(&placed(report, Some(old), line)))
}

/// What the file of a report was called before.
fn old_name<'a>(book: &'a Ledger, report: &Report) -> Option<&'a str> {
    let place = report.locations.first()?;
    book.renames.iter().find(|(_, new)| *new == place.path).map(|(old, _)| old.as_str())
}

/// A report as it would have been at another place.
fn placed(report: &Report, path: Option<&str>, line: u32) -> Report {
    let mut placed = report.clone();
    if let Some(place) = placed.locations.first_mut() {
        path.into_iter().for_each(|path| path.clone_into(&mut place.path));
        place.line = (line > 0).then_some(line);
    }
    placed
}

/// By a rejection that was accepted, or a risk that was.
fn closed_for_good(status: Status) -> bool {
    matches!(status, Status::Withdrawn | Status::Accepted)
}

/// Lower is more open; a report attaches to the most open finding that fits.
fn openness(status: Status) -> u8 {
    match status {
        Status::Open | Status::Stuck => 0,
        Status::ClaimedFixed | Status::Disputed => 1,
        Status::Resolved | Status::Outvoted | Status::Deferred | Status::Skipped => 2,
        Status::Withdrawn => 3,
        Status::Accepted => 4,
    }
}

fn push<K: Ord>(map: &mut BTreeMap<K, Vec<FindingId>>, key: K, id: FindingId) {
    let ids = map.entry(key).or_default();
    if ids.last() != Some(&id) {
        ids.push(id);
    }
}

/// Dialect ids are compared without case, brackets and white space: agents write `[ISSUE-3]`, `issue-3`.
fn alias_key(said: &str) -> String {
    said.trim().trim_matches(|c| matches!(c, '[' | ']' | '`' | '*' | '#')).to_uppercase()
}

/// The next dialect id, and the number it used up.
pub(super) fn next_alias(book: &Ledger, report: &Report, round: u32) -> String {
    match &book.protocol().ids {
        IdScheme::Sequence { prefix } => format!("{prefix}-{}", book.numbered + 1),
        IdScheme::GroupRound { prefix } => {
            let used = if book.numbered_in == round { book.numbered } else { 0 };
            format!("{prefix}-{}-{round}-{:03}", book.opening.group, used + 1)
        }
        IdScheme::Content => Prints::content_id_of(report),
    }
}

//! Whether a report is a finding we know, and what a new one is called.
//!
//! Within a round only the same place and title make two reports one finding: two defects may look alike ten lines
//! apart. Across rounds lines move, files are renamed and code is re-indented, so looser prints count too, but only
//! for findings nobody has reported yet in this round. Where several fit, the one that blocks most is taken: a
//! report can then never be swallowed by a finding that is closed while an open twin waits.

use std::collections::BTreeMap;

use super::run::Ledger;
use crate::domain::{Finding, FindingId, Fingerprint, Prints, Report, Status};
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
            index.aliases.insert(alias_key(&finding.alias), finding.id);
            finding.prints.iter().for_each(|prints| index.add(finding.id, prints));
        }
        index
    }

    /// Makes a finding of this round known: only the same place and title will find it before the next round.
    pub(super) fn add_new(&mut self, id: FindingId, prints: &Prints) {
        push(&mut self.exact, prints.exact.clone(), id);
        if self.by_content {
            push(&mut self.content, prints.content_id.clone(), id);
        }
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

    /// Makes a finding's dialect id known.
    pub(super) fn name(&mut self, id: FindingId, alias: &str) {
        self.aliases.insert(alias_key(alias), id);
    }

    /// The finding with this dialect id, or with this `F` number.
    pub(super) fn by_alias(&self, said: &str) -> Option<FindingId> {
        self.aliases.get(&alias_key(said)).copied()
    }

    /// The finding a report is about, if it is known.
    pub(super) fn find(
        &self,
        book: &Ledger,
        report: &Report,
        prints: &Prints,
        round: u32,
    ) -> Option<FindingId> {
        let unsighted = |f: &Finding| !f.sighted_in(round);
        let said = report.said_id.as_deref().and_then(|said| self.by_alias(said));
        let tiers = [
            (self.exact_ones(prints), false),
            (self.place_ones(prints), true),
            (prints.text.as_ref().and_then(|t| self.text.get(t)), true),
        ];
        let renamed = renamed_prints(book, report).and_then(|p| self.place.get(&p.place));
        tiers.into_iter().chain([(renamed, true)]).find_map(|(ids, only_unsighted)| {
            let known = ids?.iter().filter_map(|id| book.findings.get(id));
            let fits = known.filter(|f| !only_unsighted || unsighted(f));
            fits.min_by_key(|f| (Some(f.id) != said, openness(f.status), f.id)).map(|f| f.id)
        })
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

/// The prints a report would have had under the old name of its file.
fn renamed_prints(book: &Ledger, report: &Report) -> Option<Prints> {
    let place = report.locations.first()?;
    let (old, _) = book.renames.iter().find(|(_, new)| *new == place.path)?;
    let mut before = report.clone();
    before.locations[0].path.clone_from(old);
    Some(Prints::of(&before))
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
pub(super) fn next_alias(book: &Ledger, prints: &Prints, round: u32) -> String {
    match &book.protocol().ids {
        IdScheme::Sequence { prefix } => format!("{prefix}-{}", book.numbered + 1),
        IdScheme::GroupRound { prefix } => {
            let used = if book.numbered_in == round { book.numbered } else { 0 };
            format!("{prefix}-{}-{round}-{:03}", book.opening.group, used + 1)
        }
        IdScheme::Content => prints.content_id.clone(),
    }
}

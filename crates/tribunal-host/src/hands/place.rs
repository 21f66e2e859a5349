//! Where a report stands: the text of its lines as the tree has them, and the lines at which that text stood before.
//!
//! What a reviewer quotes is its word, often copied from the request; law 6 asks whether the lines themselves are unchanged. So
//! the text beside a line is always the tree's. Only findings that are closed for good are followed: for all others a look-alike
//! is enough to stay open.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_core::diff::{Diff, Fate, follow};
use tribunal_core::domain::{Commit, Finding, Location, Report, Review, Sighting, Status};
use tribunal_core::engine::Run;

use crate::git::{RepoPath, Repository};

/// Largest file that is looked into, in bytes.
const FILE_MAX: u64 = 1024 * 1024;

/// Longest text that is put beside a report, in bytes; a longer one cannot be compared whole, so it is not there at all.
const QUOTE_MAX: usize = 4096;

/// Puts beside each report what the tree has at its lines, and where that stood before. Quotes of a reviewer of our own are the
/// tree's already.
pub fn place(repository: &mut Repository, run: &Run, head: &Commit, ours: bool, review: &mut Review) {
    let mut files = Files { repository, head, lines: BTreeMap::new() };
    for report in review.reports.iter_mut().filter(|report| !ours || report.quote.is_none()) {
        report.quote = files.quote(report);
    }
    if let Some(followed) = followed(files.repository, run, head) {
        review.reports.iter_mut().for_each(|report| report.stood_at = stood_at(&followed, report));
    }
}

/// Files of one commit, each read once.
struct Files<'a> {
    repository: &'a mut Repository,
    head: &'a Commit,
    lines: BTreeMap<String, Vec<String>>,
}

impl Files<'_> {
    fn lines(&mut self, path: &str) -> &[String] {
        let (repository, head) = (&mut *self.repository, self.head);
        self.lines.entry(path.to_owned()).or_insert_with(|| {
            let blob = RepoPath::from_text(path).and_then(|path| repository.blob(head, &path, FILE_MAX).ok());
            let text = blob.flatten().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        })
    }

    /// The text of the lines a report names. One that names none quotes nothing that could be compared.
    fn quote(&mut self, report: &Report) -> Option<String> {
        let place = report.locations.first()?;
        let first = usize::try_from(place.line?).ok()?.checked_sub(1)?;
        let last = place.end.and_then(|end| usize::try_from(end).ok()).unwrap_or_default();
        let lines = self.lines(&place.path);
        let found = lines.get(first..last.clamp(first + 1, lines.len().max(first + 1)))?;
        let bytes: usize = found.iter().map(|line| line.len() + 1).sum();
        (bytes <= QUOTE_MAX).then(|| found.join("\n"))
    }
}

/// Where a line is now, and the lines it was at.
type Followed = BTreeMap<(String, u32), Vec<u32>>;

/// Follows every line of a finding that is closed for good; none where there is no such finding. A line that cannot be followed,
/// since its commit is gone, is nowhere any more.
fn followed(repository: &mut Repository, run: &Run, head: &Commit) -> Option<Followed> {
    let findings = run.book().findings.values().filter(|finding| closed_for_good(finding));
    let sightings: Vec<&Sighting> = findings.flat_map(|finding| &finding.sightings).collect();
    if sightings.is_empty() {
        return None;
    }
    let heads: BTreeSet<&Commit> = sightings.iter().filter_map(|s| reviewed(run, s.round)).collect();
    let patches = heads.into_iter().filter_map(|from| Some((from, patch(repository, from, head)?)));
    let patches: BTreeMap<&Commit, Vec<u8>> = patches.collect();
    let diffs = patches.iter().filter_map(|(from, patch)| Some((*from, Diff::read(patch).ok()?)));
    let diffs: BTreeMap<&Commit, Diff<'_>> = diffs.collect();
    let mut followed = Followed::new();
    for sighting in sightings {
        let diff = reviewed(run, sighting.round).and_then(|head| diffs.get(head));
        if let Some((now, line)) = diff.and_then(|diff| moved(diff, sighting)) {
            followed.entry(now).or_default().push(line);
        }
    }
    Some(followed)
}

/// Where the line of a sighting is now, unchanged, and where it was.
fn moved(diff: &Diff<'_>, sighting: &Sighting) -> Option<((String, u32), u32)> {
    let (path, line) = sighting.report.locations.first().and_then(spot)?;
    let now = follow(&[diff], path, line);
    if let Fate::At(at) = now.fate { Some(((now.path, at), line)) } else { None }
}

fn closed_for_good(finding: &Finding) -> bool {
    matches!(finding.status, Status::Withdrawn | Status::Accepted)
}

/// The commit that was reviewed in a round, if all verdicts on it agree.
fn reviewed(run: &Run, round: u32) -> Option<&Commit> {
    let mut heads = run.book().verdicts.iter().filter(|verdict| verdict.round == round).map(|v| &v.head);
    let first = heads.next()?;
    heads.all(|head| head == first).then_some(first)
}

fn patch(repository: &mut Repository, from: &Commit, to: &Commit) -> Option<Vec<u8>> {
    if from == to { Some(Vec::new()) } else { Some(repository.diff(from, to).ok()?.patch) }
}

fn spot(place: &Location) -> Option<(&str, u32)> {
    Some((place.path.as_str(), place.line.filter(|line| *line > 0)?))
}

fn stood_at(followed: &Followed, report: &Report) -> Option<Vec<u32>> {
    let (path, line) = report.locations.first().and_then(spot)?;
    let mut lines = followed.get(&(path.to_owned(), line)).cloned().unwrap_or_default();
    lines.sort_unstable();
    lines.dedup();
    Some(lines)
}

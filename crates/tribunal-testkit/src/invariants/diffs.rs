//! Diffs: bytes in, and whatever was read answers every question without contradiction. The built-in rules read them too.

use std::collections::BTreeMap;

use tribunal_core::diff::{Anchor, Census, Diff, Fate, FileDiff, Line, LineKind, split};
use tribunal_core::rules::{self, PER_RULE_MAX, RULES, RulesInput};

/// A diff that reads is cut into parts that hold each of its lines once, maps each line that stays there and back,
/// shows each of its new lines at its place, and is not read from any part of itself. One that does not is refused at
/// one of its lines.
pub(super) fn hold(input: &[u8]) {
    let lines = input.iter().filter(|b| **b == b'\n').count();
    let diff = match Diff::read(input) {
        Ok(diff) => diff,
        Err(error) => {
            assert!((1..=lines + 1).contains(&error.line), "refused at a line that is none: {error}");
            return;
        }
    };
    diff.files().iter().for_each(|file| answers(&diff, file));
    ruled(&diff);
    for bytes_max in [0, 100, 1000] {
        parts(&diff, bytes_max);
    }
    let census = Census::of(&diff);
    let all: Vec<String> = census.files.iter().map(|file| file.path.clone()).collect();
    let covered = census.covered(&all);
    assert_eq!((covered.missed.len(), covered.strange.len()), (0, 0), "named by its own names");
    let raw: Vec<u8> = diff.files().iter().flat_map(|file| file.raw().to_vec()).collect();
    assert_eq!(Diff::read(&raw).as_ref(), Ok(&diff), "the files alone are another diff");
    for end in [input.len().saturating_sub(1), input.len() / 2].into_iter().filter(|end| *end < input.len()) {
        assert_ne!(Diff::read(&input[..end]).as_ref(), Ok(&diff), "a beginning is read as the whole");
    }
}

/// The rules approve exactly if they report nothing, report only about files of the change, and never without end.
fn ruled(diff: &Diff<'_>) {
    let review = rules::review(&RulesInput { diff, contents: &BTreeMap::new(), silenced: &[] });
    assert_eq!(review.claim.is_some(), review.reports.is_empty(), "a claim and reports");
    assert!(review.reports.len() <= RULES.len() * (PER_RULE_MAX + 1), "reports without end");
    for report in &review.reports {
        let place = &report.locations[0];
        let known = diff.file(&place.path).is_some() || diff.old_file(&place.path).is_some();
        assert!(known, "a report about {}, which is no changed file", place.path);
        let shown = place.line.is_none_or(|line| line > 0);
        assert!(shown && !report.title.is_empty() && !report.fix.is_empty(), "{report:?}");
    }
}

fn answers(diff: &Diff<'_>, file: &FileDiff<'_>) {
    let path = file.path().text();
    let own = |found: Option<&FileDiff<'_>>| found == Some(file);
    assert!(own(diff.file(&path)) || own(diff.old_file(&path)), "{path} is not found");
    file.lines().for_each(|line| at_its_place(diff, file, line));
}

fn at_its_place(diff: &Diff<'_>, file: &FileDiff<'_>, line: &Line<'_>) {
    let path = file.path().text();
    match (line.kind, line.old_number(), line.new_number()) {
        (LineKind::Context, Some(old), Some(new)) => {
            assert_eq!((file.to_new(old), file.to_old(new)), (Fate::At(new), Fate::At(old)));
            assert_eq!(diff.anchor(&path, new), Anchor::Context);
            assert_eq!((file.new_line(new), file.old_line(old)), (Some(line), Some(line)));
        }
        (LineKind::Added, None, Some(new)) => {
            assert!(!matches!(file.to_old(new), Fate::At(_) | Fate::Unknown));
            assert_eq!(diff.anchor(&path, new), Anchor::Added);
            assert_eq!(file.new_line(new), Some(line));
        }
        (LineKind::Removed, Some(old), None) => {
            assert!(!matches!(file.to_new(old), Fate::At(_) | Fate::Unknown));
            assert_eq!(file.old_line(old), Some(line));
        }
        other => unreachable!("numbers of a line: {other:?}"),
    }
}

fn parts(diff: &Diff<'_>, bytes_max: usize) {
    let mut next = (0, 0);
    for part in split(diff, bytes_max) {
        assert_eq!(part.over, part.text.len() > bytes_max, "a part that is too long says so");
        for piece in part.pieces {
            if piece.file != next.0 {
                assert_eq!(next.1, diff.files()[next.0].lines().count(), "lines are left out");
                next = (next.0 + 1, 0);
            }
            assert_eq!((piece.file, piece.lines.start), next, "pieces follow each other");
            next.1 = piece.lines.end;
        }
    }
    let last = diff.files().last().map_or((0, 0), |file| (diff.files().len() - 1, file.lines().count()));
    assert_eq!(next, last, "lines are left out");
}

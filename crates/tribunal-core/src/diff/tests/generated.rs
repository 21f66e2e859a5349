//! Generated changes of one file: what was read, applied to the old text, gives the new one, and all questions are
//! answered as the script that made the change answers them.

use proptest::prelude::*;

use crate::diff::{Anchor, Diff, Fate, FileDiff, LineKind, follow, split};

/// One line of the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Keep,
    Take,
    Put,
}

#[derive(Debug, Clone)]
struct Script {
    lines: Vec<(Op, String)>,
    context: usize,
    /// Whether the last line of each side has no end.
    bare: (bool, bool),
}

fn scripts() -> impl Strategy<Value = Script> {
    let op = prop_oneof![4 => Just(Op::Keep), 1 => Just(Op::Take), 1 => Just(Op::Put)];
    let text = "(|[-+ @\\\\]{1,3}[a-c]?|[a-e]{1,4}\r?|@@ -1 \\+1 @@|diff --git a/y b/y)";
    let lines = prop::collection::vec((op, text), 1..60);
    (lines, 0_usize..4, any::<(bool, bool)>()).prop_map(|(lines, context, bare)| {
        let bare = allowed(&lines, bare);
        Script { lines, context, bare }
    })
}

/// A side can end bare only where its last line is not empty, and not also an inner line of the other.
fn allowed(lines: &[(Op, String)], bare: (bool, bool)) -> (bool, bool) {
    let tail = || lines.iter().rev().take_while(|(op, _)| *op != Op::Keep);
    if let Some((Op::Keep, last)) = lines.last() {
        let both = bare.0 && !last.is_empty();
        return (both, both);
    }
    let has = |wanted| tail().find(|(op, _)| *op == wanted).is_some_and(|(_, text)| !text.is_empty());
    (bare.0 && has(Op::Take), bare.1 && has(Op::Put))
}

impl Script {
    fn side(&self, op: Op, bare: bool) -> Vec<u8> {
        let mut text: Vec<u8> = Vec::new();
        for (_, line) in self.lines.iter().filter(|(this, _)| *this == Op::Keep || *this == op) {
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        if bare {
            text.pop();
        }
        text
    }

    fn before(&self) -> Vec<u8> {
        self.side(Op::Take, self.bare.0)
    }

    fn after(&self) -> Vec<u8> {
        self.side(Op::Put, self.bare.1)
    }

    fn changes(&self) -> bool {
        self.lines.iter().any(|(op, _)| *op != Op::Keep)
    }

    /// Which lines stand in the diff: the changed ones and those around them.
    fn shown(&self) -> Vec<bool> {
        let changed: Vec<usize> = (0..self.lines.len()).filter(|n| self.lines[*n].0 != Op::Keep).collect();
        (0..self.lines.len()).map(|n| changed.iter().any(|c| n.abs_diff(*c) <= self.context)).collect()
    }

    fn diff(&self) -> Vec<u8> {
        let mut text = b"diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n".to_vec();
        let shown = self.shown();
        let last = |op: Op| self.lines.iter().rposition(|(this, _)| *this == Op::Keep || *this == op);
        let (mut old, mut new, mut at) = (1, 1, 0);
        while at < self.lines.len() {
            if !shown[at] {
                (old, new, at) = (old + 1, new + 1, at + 1);
                continue;
            }
            let end = (at..shown.len()).find(|n| !shown[*n]).unwrap_or(shown.len());
            let count =
                |op| self.lines[at..end].iter().filter(|(this, _)| *this == Op::Keep || *this == op).count();
            let (takes, puts) = (count(Op::Take), count(Op::Put));
            let start = |start: usize, count: usize| if count == 0 { start - 1 } else { start };
            text.extend_from_slice(
                format!("@@ -{},{takes} +{},{puts} @@\n", start(old, takes), start(new, puts)).as_bytes(),
            );
            for (n, (op, line)) in self.lines[at..end].iter().enumerate().map(|(n, line)| (at + n, line)) {
                let sign = match op {
                    Op::Keep => ' ',
                    Op::Take => '-',
                    Op::Put => '+',
                };
                text.extend_from_slice(format!("{sign}{line}\n").as_bytes());
                let ends = (*op != Op::Put && self.bare.0 && last(Op::Take) == Some(n))
                    || (*op != Op::Take && self.bare.1 && last(Op::Put) == Some(n));
                if ends {
                    text.extend_from_slice(b"\\ No newline at end of file\n");
                }
            }
            (old, new, at) = (old + takes, new + puts, end);
        }
        text
    }
}

fn apply(file: &FileDiff<'_>, old: &[u8]) -> Vec<u8> {
    let mut before = old.split_inclusive(|b| *b == b'\n');
    let (mut new, mut next) = (Vec::new(), 1);
    for hunk in &file.hunks {
        while next < hunk.old.start {
            new.extend_from_slice(before.next().expect("a hunk stands inside the file"));
            next += 1;
        }
        for line in &hunk.lines {
            let end: &[u8] = if line.ends_bare { b"" } else { b"\n" };
            let whole = [line.text, end].concat();
            if line.old_number().is_some() {
                assert_eq!(before.next(), Some(&whole[..]));
                next += 1;
            }
            if line.new_number().is_some() {
                new.extend_from_slice(&whole);
            }
        }
    }
    before.for_each(|line| new.extend_from_slice(line));
    new
}

/// Where each line goes, by the script.
fn mapping_agrees(script: &Script, file: &FileDiff<'_>) {
    let (mut old, mut new) = (0, 0);
    for (op, _) in &script.lines {
        old += u32::from(*op != Op::Put);
        new += u32::from(*op != Op::Take);
        match op {
            Op::Keep => {
                assert_eq!(file.to_new(old), Fate::At(new));
                assert_eq!(file.to_old(new), Fate::At(old));
            }
            Op::Take => match file.to_new(old) {
                Fate::Changed { first, last } => {
                    assert!(first <= last && first <= new + 1 && new <= last + 1)
                }
                Fate::Removed { below } => assert_eq!(below, new),
                Fate::At(_) | Fate::Unknown => panic!("line {old} is gone"),
            },
            Op::Put => match file.to_old(new) {
                Fate::Changed { first, last } => {
                    assert!(first <= last && first <= old + 1 && old <= last + 1)
                }
                Fate::Removed { below } => assert_eq!(below, old),
                Fate::At(_) | Fate::Unknown => panic!("line {new} is new"),
            },
        }
    }
}

fn anchors_agree(script: &Script, diff: &Diff<'_>) {
    let mut new = 0;
    let shown = script.shown();
    for (n, (op, text)) in script.lines.iter().enumerate().filter(|(_, (op, _))| *op != Op::Take) {
        new += 1;
        match (diff.anchor("x", new), op, shown[n]) {
            (Anchor::Added, Op::Put, true) | (Anchor::Context, Op::Keep, true) => {
                assert_eq!(diff.text_at("x", new), Some(text.as_bytes()));
            }
            (Anchor::Outside { nearest }, Op::Keep, false) => {
                let near = |line: &u32| line.abs_diff(new);
                let lines = || diff.files()[0].lines().filter_map(|line| line.new_number());
                assert_eq!(nearest.map(|line| near(&line)), lines().map(|line| near(&line)).min());
                assert!(nearest.is_none_or(|line| lines().any(|other| other == line)));
            }
            other => panic!("line {new}: {other:?}"),
        }
    }
}

/// All parts together have each line of the diff once, and none has more bytes than asked for without saying so.
fn parts_agree(diff: &Diff<'_>, bytes_max: usize) {
    let sign = |kind| match kind {
        LineKind::Context => b' ',
        LineKind::Added => b'+',
        LineKind::Removed => b'-',
    };
    let lines: Vec<Vec<u8>> =
        diff.files()[0].lines().map(|line| [&[sign(line.kind)], line.text].concat()).collect();
    let mut seen = 0;
    for part in split(diff, bytes_max) {
        assert_eq!(part.over, part.text.len() > bytes_max);
        let body: Vec<&[u8]> = part.text.split_inclusive(|b| *b == b'\n').collect();
        for piece in &part.pieces {
            assert_eq!(piece.lines.start, seen);
            for line in &lines[piece.lines.clone()] {
                let whole = [&line[..], b"\n"].concat();
                assert!(body.contains(&&whole[..]), "{line:?} is not in its part");
            }
            seen = piece.lines.end;
        }
    }
    assert_eq!(seen, lines.len());
}

/// A second change of what the first one made.
fn onto(first: &Script, ops: &[u8]) -> Vec<(Op, String)> {
    let mut lines = Vec::new();
    for ((_, text), op) in first.lines.iter().filter(|(op, _)| *op != Op::Take).zip(ops) {
        match op {
            0 => lines.push((Op::Take, text.clone())),
            1 => lines.extend([(Op::Put, "put".to_owned()), (Op::Keep, text.clone())]),
            2 => lines.extend([(Op::Take, text.clone()), (Op::Put, "put".to_owned())]),
            _ => lines.push((Op::Keep, text.clone())),
        }
    }
    lines
}

/// Which line of the beginning each line at the end is; 0 where it is none.
fn survivors(script: &Script, before: &[u32]) -> Vec<u32> {
    let mut ids = before.iter();
    let mut after = Vec::new();
    for (op, _) in &script.lines {
        match op {
            Op::Keep => after.extend(ids.next()),
            Op::Take => drop(ids.next()),
            Op::Put => after.push(0),
        }
    }
    after
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_read_is_what_was_changed(script in scripts(), bytes_max in 0_usize..900) {
        let text = script.diff();
        if !script.changes() {
            prop_assert!(Diff::read(&text).is_err());
            return Ok(());
        }
        let diff = match Diff::read(&text) {
            Ok(diff) => diff,
            Err(error) => panic!("{error}\n{}", String::from_utf8_lossy(&text)),
        };
        let file = &diff.files()[0];
        prop_assert_eq!(apply(file, &script.before()), script.after());
        mapping_agrees(&script, file);
        anchors_agree(&script, &diff);
        parts_agree(&diff, bytes_max);
        let ends = (0..text.len()).filter(|end| end % 7 == 0 || text[*end] == b'\n' || text[end.saturating_sub(1)] == b'\n');
        for end in ends {
            let cut = Diff::read(&text[..end]);
            prop_assert_ne!(cut.as_ref(), Ok(&diff));
        }
    }

    #[test]
    fn a_line_is_followed_through_two_changes(first in scripts(), ops in prop::collection::vec(0_u8..5, 60)) {
        let second = Script { lines: onto(&first, &ops), context: first.context, bare: (false, false) };
        let (one, two) = (first.diff(), second.diff());
        let read = |text, script: &Script| Diff::read(text).ok().filter(|_| script.changes());
        let diffs: Vec<Diff<'_>> = [read(&one, &first), read(&two, &second)].into_iter().flatten().collect();
        let end = survivors(&second, &survivors(&first, &(1..).take(60).collect::<Vec<u32>>()));
        let old = first.lines.iter().filter(|(op, _)| *op != Op::Put).count();
        for line in (1_u32..).take(old) {
            let place = end.iter().position(|id| *id == line).map(|at| Fate::At(at as u32 + 1));
            let spot = follow(&diffs.iter().collect::<Vec<_>>(), "x", line);
            match place {
                Some(at) => prop_assert_eq!(spot.fate, at),
                None => {
                    let lost = matches!(spot.fate, Fate::Changed { .. } | Fate::Removed { .. });
                    prop_assert!(lost, "line {} is {:?}", line, spot.fate);
                }
            }
            if let Fate::Changed { first, last } = spot.fate {
                prop_assert!(1 <= first && first <= last && last as usize <= end.len());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Diff::read(&bytes);
    }
}

//! Runs all rules over a change and says what they noticed, in the order of the change.

use std::collections::BTreeMap;

use super::input::{RulesInput, Silence};
use super::notes::{Note, Notes, PER_RULE_MAX, Rest};
use super::seen::{Seen, Whole};
use super::table::{RULES, Rule};
use crate::domain::{Claim, Complaint, Location, Report, Review, Severity};

/// Reviews a change. The same change gives the same review. It claims approval exactly if it reports nothing, and
/// makes no claim otherwise: what blocks is for the protocol to say. Files are not listed as read; a file in which
/// none of a few patterns was found is not a file that was reviewed.
pub fn review(input: &RulesInput<'_>) -> Review {
    let mut reports = Reports::default();
    let whole = Whole::of(input.diff);
    for file in input.diff.files() {
        let seen = Seen::new(file, input.contents, &whole);
        reports.look(&seen, input.silenced);
    }
    let summary = summary(input, &reports);
    let reports = reports.finish();
    Review {
        claim: reports.is_empty().then_some(Claim::Approve),
        reports,
        summary,
        complaints: unknown(input.silenced),
        ..Review::default()
    }
}

/// What the rules would vote where reviewers vote: they approve if they report nothing.
pub fn vote(review: &Review) -> Claim {
    match review.reports.iter().map(|report| report.severity).max() {
        None => Claim::Approve,
        Some(Severity::Critical) => Claim::Blocker,
        Some(Severity::High | Severity::Medium | Severity::Low | Severity::Remark) => Claim::Concerns,
    }
}

/// Reports as they come in.
#[derive(Default)]
struct Reports {
    kept: Vec<Report>,
    /// Reports per rule, and what was too much.
    per_rule: BTreeMap<&'static str, usize>,
    rest: BTreeMap<usize, (Location, Rest)>,
    /// Places that are not reported, per line of configuration.
    silenced: BTreeMap<usize, usize>,
}

impl Reports {
    fn look(&mut self, seen: &Seen<'_>, silenced: &[Silence]) {
        let mut here: Vec<(Option<u32>, usize, Report)> = Vec::new();
        for (at, rule) in RULES.iter().enumerate() {
            let mut notes = Notes::default();
            (rule.look)(seen, &mut notes);
            match silenced.iter().position(|silence| silence.covers(rule.id, &seen.path)) {
                Some(_) if notes.count() == 0 => {}
                Some(by) => *self.silenced.entry(by).or_default() += notes.count(),
                None => self.take(at, seen, notes, &mut here),
            }
        }
        here.sort_by_key(|(line, rule, _)| (*line, *rule));
        self.kept.extend(here.into_iter().map(|(_, _, report)| report));
    }

    fn take(
        &mut self,
        at: usize,
        seen: &Seen<'_>,
        notes: Notes,
        here: &mut Vec<(Option<u32>, usize, Report)>,
    ) {
        let rule = &RULES[at];
        for note in notes.kept {
            if self.has_room(rule) {
                here.push((note.line, at, rule.report(seen, note)));
            } else {
                let one = Rest { count: 1, worst: note.severity, first: note.line };
                self.too_much(at, seen, one);
            }
        }
        match notes.rest {
            Some(rest) if self.has_room(rule) => here.push((rest.first, at, rule.rest_of_file(seen, &rest))),
            Some(rest) => self.too_much(at, seen, rest),
            None => {}
        }
    }

    fn has_room(&mut self, rule: &Rule) -> bool {
        let count = self.per_rule.entry(rule.id).or_default();
        *count += 1;
        *count <= PER_RULE_MAX
    }

    fn too_much(&mut self, at: usize, seen: &Seen<'_>, more: Rest) {
        let place = Location { path: seen.place.clone(), line: more.first, end: None };
        let (_, rest) = self
            .rest
            .entry(at)
            .or_insert((place, Rest { count: 0, worst: Severity::Remark, first: more.first }));
        rest.count += more.count;
        rest.worst = rest.worst.max(more.worst);
    }

    fn finish(self) -> Vec<Report> {
        let rest = self.rest.into_iter().map(|(at, (place, rest))| RULES[at].rest_of_change(place, &rest));
        self.kept.into_iter().chain(rest).collect()
    }
}

impl Rule {
    fn report(&self, seen: &Seen<'_>, note: Note) -> Report {
        let words = note.words;
        Report {
            locations: vec![Location { path: seen.place.clone(), line: note.line, end: None }],
            quote: words.quote,
            category: self.category.to_owned(),
            problem: words.problem,
            fix: words.fix,
            why: format!("{} (Rule {}.)", self.why, self.id),
            fix_patch: words.patch,
            ..Report::new(note.severity, &words.title)
        }
    }

    fn rest_of_file(&self, seen: &Seen<'_>, rest: &Rest) -> Report {
        let place = Location { path: seen.place.clone(), line: rest.first, end: None };
        let problem = format!("{} more places in this file, from here on.", rest.count);
        self.more(place, "More of the same in this file", problem, rest.worst)
    }

    fn rest_of_change(&self, place: Location, rest: &Rest) -> Report {
        let problem = format!("{} more places in this file and in those after it.", rest.count);
        self.more(place, "More of the same in this change", problem, rest.worst)
    }

    fn more(&self, place: Location, title: &str, problem: String, worst: Severity) -> Report {
        Report {
            locations: vec![place],
            category: self.category.to_owned(),
            problem,
            fix: "Treat them like those that are listed.".to_owned(),
            why: format!("{} (Rule {}.)", self.why, self.id),
            ..Report::new(worst, &format!("{title}: {}", self.what))
        }
    }
}

fn summary(input: &RulesInput<'_>, reports: &Reports) -> String {
    let files = input.diff.files();
    let lines: usize = files.iter().map(|file| file.added().count() + file.removed().count()).sum();
    let binary = files.iter().filter(|file| file.binary).count();
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let mut text = format!(
        "Built-in rules over {} changed files with {lines} changed lines, {binary} of the files binary and seen only by \
         name and size. Rules: {}. They see nothing else: whether the change is right they cannot say.",
        files.len(),
        ids.join(", "),
    );
    for (by, count) in &reports.silenced {
        let silence = &input.silenced[*by];
        let under = silence.under.as_deref().map(|under| format!(" under {under}")).unwrap_or_default();
        text.push_str(&format!(
            " Not reported because the base's configuration silences {}{under}: {count} places.",
            silence.rule
        ));
    }
    text
}

/// Configuration that silences a rule that does not exist silences nothing, and somebody should know.
fn unknown(silenced: &[Silence]) -> Vec<Complaint> {
    let strange = silenced.iter().filter(|silence| RULES.iter().all(|rule| rule.id != silence.rule));
    let complaint = |silence: &Silence| Complaint {
        place: "configuration of the rules".to_owned(),
        what: format!("there is no rule `{}` to silence", silence.rule),
    };
    strange.map(complaint).collect()
}

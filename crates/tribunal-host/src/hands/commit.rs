//! The commits of a fix: one for each group of findings the author names, else one a round.
//!
//! Only the answers know the groups, and only the findings know files; so a group's commit takes the files its findings name,
//! a file of two groups going with the first. What no group names goes into the last commit.

use std::collections::{BTreeMap, BTreeSet};

use tribunal_core::domain::{Answer, Answers, Commit, Finding};
use tribunal_core::engine::{Fix, Run};

use super::Hands;
use crate::git::{Authorship, Checkout, HarvestRefused, Portion, RepoPath};

/// Longest subject behind the round, in characters.
const SUBJECT_MAX: usize = 60;

impl Hands {
    /// Commits of what was changed, the last of them; none if nothing was.
    pub(super) fn harvest(
        &self,
        run: &Run,
        fix: &Fix,
        answers: &Answers,
        checkout: &Checkout,
    ) -> Result<Option<Commit>, HarvestRefused> {
        let rest = authorship(run, fix, &all(run, fix));
        let portions = portions(run, fix, answers);
        Ok(self.repository().harvest_in(checkout, &portions, &rest)?.commit)
    }
}

/// The findings that are fixed, by their names.
fn all(run: &Run, fix: &Fix) -> String {
    let aliases = fix.list.iter().filter_map(|id| Some(run.book().findings.get(id)?.alias.as_str()));
    let aliases: Vec<&str> = aliases.collect();
    if aliases.is_empty() { "the tests".to_owned() } else { aliases.join(", ") }
}

fn portions(run: &Run, fix: &Fix, answers: &Answers) -> Vec<Portion> {
    let mut groups: BTreeMap<&str, BTreeSet<RepoPath>> = BTreeMap::new();
    for said in &answers.answers {
        if let Answer::Fixed { group: Some(group), .. } = &said.answer {
            let finding = run.book().findings.values().find(|finding| finding.alias == said.id);
            groups.entry(group).or_default().extend(finding.into_iter().flat_map(files));
        }
    }
    let portion = |(group, paths)| Portion { paths, author: authorship(run, fix, group) };
    groups.into_iter().map(portion).collect()
}

/// Every file a finding was ever seen in.
fn files(finding: &Finding) -> impl Iterator<Item = RepoPath> {
    let places = finding.sightings.iter().flat_map(|sighting| &sighting.report.locations);
    places.filter_map(|place| RepoPath::from_text(&place.path))
}

fn authorship(run: &Run, fix: &Fix, subject: &str) -> Authorship {
    let (book, subject) = (run.book(), one_line(subject));
    Authorship {
        name: "tribunal".to_owned(),
        email: "tribunal@localhost".to_owned(),
        at: run.clock,
        message: format!(
            "fix: address code review round {round} - {subject}\n\n\
             Review-Run: {}\nReview-Round: {round}\nReview-Author: {}\n",
            book.opening.run,
            fix.agent,
            round = book.round,
        ),
    }
}

/// A subject is data of an author's: one line, no control character, not too long.
fn one_line(subject: &str) -> String {
    let words = subject.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").chars().take(SUBJECT_MAX).collect()
}

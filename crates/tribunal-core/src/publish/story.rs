//! Small parts of a report: how a finding, a rule, a vote and an end are told.

use super::render::is_rejected;
use super::sanitize::sanitize;
use crate::dialect::{claim_word, location_text, severity_word};
use crate::domain::{
    Answer, Claim, Decision, Finding, FindingId, Flag, Rule, Severity, Status, Verdict, VoteCast,
};
use crate::engine::{Ledger, Phase, Run};
use crate::protocol::Dialect;

/// The sections of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// Blocks and can be fixed.
    ToFix,
    /// Blocks, was reported fixed and is back.
    Stuck,
    /// Blocks, the author rejected it: the decision log.
    Rejected,
    /// Comes from a review thread.
    Threads,
    /// A person took the risk.
    Accepted,
    /// The majority did not share it.
    Outvoted,
    /// Does not block.
    Optional,
}

impl Listing {
    /// All of them, in the order of a report.
    pub(super) const ALL: [Listing; 7] = [
        Listing::ToFix,
        Listing::Stuck,
        Listing::Rejected,
        Listing::Threads,
        Listing::Accepted,
        Listing::Outvoted,
        Listing::Optional,
    ];

    /// Where a finding is shown; nowhere once it is settled, or if it is only a remark.
    pub(super) fn of(book: &Ledger, f: &Finding) -> Option<Self> {
        match f.status {
            Status::Resolved | Status::Withdrawn => None,
            Status::Accepted => Some(Listing::Accepted),
            Status::Outvoted => Some(Listing::Outvoted),
            Status::Stuck => Some(Listing::Stuck),
            Status::Open | Status::ClaimedFixed | Status::Disputed | Status::Deferred | Status::Skipped => {
                Self::of_left(book, f)
            }
        }
    }

    fn of_left(book: &Ledger, f: &Finding) -> Option<Self> {
        if f.alias.starts_with("THREAD-") {
            Some(Listing::Threads)
        } else if is_rejected(f) {
            Some(Listing::Rejected)
        } else if book.blocks(f) {
            Some(Listing::ToFix)
        } else {
            (f.severity > Severity::Remark).then_some(Listing::Optional)
        }
    }

    /// Its heading.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Listing::ToFix => "To fix",
            Listing::Stuck => "Stuck: reported fixed and back, needs a person",
            Listing::Rejected => "Rejected by the author (decision log)",
            Listing::Threads => "Unresolved threads",
            Listing::Accepted => "RISK ACCEPTED by a person",
            Listing::Outvoted => "Outvoted",
            Listing::Optional => "Optional",
        }
    }
}

/// One finding: its line, and what was said about it as a quotation.
pub(crate) fn finding(book: &Ledger, f: &Finding) -> String {
    let report = f.report();
    let word = severity_word(book.protocol().dialect, f.severity);
    let place = report.locations.first().map_or_else(|| "no place given".to_owned(), location_text);
    let reporters: Vec<String> = f.reporters().iter().map(ToString::to_string).collect();
    let flags: Vec<&str> = f.flags.iter().map(|flag| flag_words(*flag)).collect();
    let flags = if flags.is_empty() { String::new() } else { format!(" [{}]", flags.join("; ")) };
    let status = if f.status == Status::Open { String::new() } else { format!("; {}", f.status.word()) };
    let mut text = format!(
        "- `{}` **{word}** {} ({}; by {}{status}){flags}\n",
        inline(&f.alias),
        inline(&report.title),
        inline(&place),
        reporters.join(", ")
    );
    let answered =
        f.answer.as_ref().map(|answer| (format!("Author, {}: ", answer_word(answer)), answer.text()));
    let said = [("", report.problem.as_str()), ("Why: ", &report.why), ("Suggestion: ", &report.fix)];
    let answered = answered.as_ref().map(|(label, text)| (label.as_str(), *text));
    let quoted: Vec<String> =
        said.into_iter().chain(answered).filter_map(|(label, text)| quoted(label, text)).collect();
    if !quoted.is_empty() {
        text.push_str(&format!("\n{}\n", quoted.join("  >\n")));
    }
    text
}

/// Most characters of one text by an agent; a longer one must not push other findings out of the report.
const TEXT_CHARS_MAX: usize = 4_000;

/// Most characters of a text that stands in a line.
const LINE_CHARS_MAX: usize = 600;

/// A text on one line, clean.
pub(crate) fn inline(text: &str) -> String {
    let clean = sanitize(text);
    let line = clean.as_str().split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "/");
    shortened(&line, LINE_CHARS_MAX)
}

/// A text as a quotation below a list item: whatever headings or fences it holds stay inside. None if it is empty.
fn quoted(label: &str, text: &str) -> Option<String> {
    let clean = sanitize(text);
    let text = clean.as_str().trim();
    let text = format!("{label}{}", shortened(text, TEXT_CHARS_MAX));
    (text.len() > label.len()).then(|| text.lines().map(|line| format!("  > {line}\n")).collect())
}

/// Cut after cleaning, so that no secret is cut in half.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} (shortened)", &text[..end]),
        None => text.to_owned(),
    }
}

/// A finding's id in the dialect and its title.
pub(super) fn name(book: &Ledger, id: FindingId) -> String {
    match book.findings.get(&id) {
        Some(f) => format!("`{}` {}", inline(&f.alias), inline(&f.report().title)),
        None => id.to_string(),
    }
}

fn answer_word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Fixed { .. } => "fixed",
        Answer::Rejected { .. } => "rejected",
        Answer::Deferred { .. } => "deferred",
        Answer::Skipped { .. } => "skipped",
        Answer::Unable { .. } => "unable",
    }
}

/// Why the run stands as it does.
pub(crate) fn because(run: &Run) -> String {
    if let Phase::Ended(_, why) = &run.phase {
        return format!("The run is over: {}.", inline(why));
    }
    if let Phase::Paused(paused) = &run.phase {
        return format!("The run waits for a person: {}.", inline(&paused.pause.note));
    }
    format!("The run is {}.", run.phase.name())
}

/// The verdict in the dialect's words; what has no word there is said plainly.
pub(crate) fn verdict_words(dialect: Dialect, verdict: &Verdict) -> &'static str {
    match verdict.decision {
        Decision::Pass => claim_word(dialect, Claim::Approve),
        Decision::PassFlagged => claim_word(dialect, Claim::ApproveWithNotes),
        Decision::Fail if verdict.rule == Rule::AnyCritical => claim_word(dialect, Claim::MajorWork),
        // Consensus approves; what stands in the way is not a finding.
        Decision::Fail if verdict.rule == Rule::ThreadsOpen => "approve, but threads are unresolved",
        Decision::Fail => claim_word(dialect, Claim::RequestChanges),
        Decision::Inconclusive => "inconclusive",
        Decision::Stop => "stop and escalate",
        Decision::Clarify => "pause and clarify",
        Decision::AskUser => "no decision",
    }
}

/// The rule that decided, with its number where the protocol's table has one.
pub(crate) fn rule_line(rule: Rule) -> &'static str {
    match rule {
        Rule::NothingBlocks => "no finding blocks",
        Rule::FindingsBlock => "at least one finding blocks",
        Rule::NoValidReview => "no reviewer gave a valid review",
        Rule::SeatMissing => "a needed reviewer gave no valid review",
        Rule::PartialPanel => "the valid reviews would pass, but the panel was not whole",
        Rule::QuorumPassed => "enough reviewers passed",
        Rule::QuorumFailed => "enough reviewers failed it",
        Rule::NoQuorum => "neither side has enough votes",
        Rule::SeverityVeto => "one finding outweighs the majority",
        Rule::HumanVeto => "rule 0, a person's request for changes stands",
        Rule::AnyCritical => "rule 1, P0 > 0",
        Rule::AnyHigh => "rule 2, P1 > 0",
        Rule::AnyMedium => "rule 3, P2 > 0",
        Rule::ThreadsOpen => "rule 4, but a thread is unresolved",
        Rule::ForgeUnread => "rule 4, but the states of the pull request could not be read",
        Rule::AnyBlocker => "rule 1, a reviewer says blocker",
        Rule::TwoConcerns => "rule 2, two or more reviewers have concerns",
        Rule::OneConcern => "rule 3, exactly one reviewer has concerns",
        Rule::AllApproved => "rule 4, all approved",
        Rule::TestsPassed => "every test passed",
        Rule::TestsFailed => "a test failed, is gone or was skipped",
        Rule::NoTestRan => "no test ran",
    }
}

/// How a seat counts.
pub(crate) fn vote_word(vote: VoteCast) -> &'static str {
    match vote {
        VoteCast::Pass => "pass",
        VoteCast::Concerns => "concerns",
        VoteCast::Fail => "fail",
        VoteCast::Blocker => "blocker",
        VoteCast::Missing => "NO VALID REVIEW",
        VoteCast::LeftOut => "left out",
    }
}

fn flag_words(flag: Flag) -> &'static str {
    match flag {
        Flag::UnknownSeverity => "unknown severity, read as the worst",
        Flag::NoLocation => "no place given",
        Flag::BadLocation => "the place does not exist",
        Flag::Renumbered => "renumbered",
        Flag::OutOfScope => "outside the scope",
        Flag::KeptAsRemark => "kept as a remark",
        Flag::Regressed => "came back",
        Flag::ContradictingRulings => "rulings contradict each other",
        Flag::ResolvedWithoutChange => "ruled resolved without a change",
        Flag::NothingDisputed => "a dispute nobody raised was accepted",
        Flag::ResolvedUnanswered => "ruled resolved without an answer",
        Flag::ReflaggedAfterRejection => "raised again after an accepted rejection",
        Flag::OutvotedCritical => "CRITICAL, OUTVOTED",
        Flag::Inherited => "known from the run before",
    }
}

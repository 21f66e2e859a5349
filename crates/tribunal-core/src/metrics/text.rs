//! The figures in words, for a terminal.

use std::collections::BTreeMap;

use super::{AgentFigures, AuthorFigures, FindingFigures, Metrics, ReviewerFigures, Share, Spread};
use crate::dialect::duration_text;
use crate::domain::Severity;

pub(super) fn text(told: &Metrics) -> String {
    let mut lines = vec![format!("Runs: {} ({})", told.runs, counts(&told.outcomes))];
    lines.push(format!("Rounds to approval: {}", spread(&told.rounds_to_approval, |n| n.to_string())));
    let with_findings = spread(&told.rounds_to_approval_with_findings, |n| n.to_string());
    lines.push(format!("  where anything was found: {with_findings}"));
    lines.push(format!("Time to the first verdict: {}", spread(&told.time_to_verdict_ms, duration_text)));
    lines.push(format!("Time to the end: {}", spread(&told.time_to_end_ms, duration_text)));
    lines.push(format!(
        "Escalations: {}; in {} runs",
        counts(&told.escalations),
        share(&told.escalated_runs)
    ));
    lines.push(format!(
        "Cost: {} in all; a run {}",
        dollars(told.cost_total),
        spread(&told.cost_per_run, dollars)
    ));
    lines.extend(findings(&told.findings));
    lines.extend(section("Authors", &told.authors, author));
    lines.extend(section("Reviewers", &told.reviewers, reviewer));
    lines.extend(section("Agents", &told.agents, agent));
    lines.join("\n") + "\n"
}

fn findings(told: &FindingFigures) -> Vec<String> {
    let mut lines = vec!["Findings:".to_owned()];
    for severity in Severity::COUNTED {
        if let Some(statuses) = told.by_severity.get(severity.word()) {
            lines.push(format!("  {severity}: {}", counts(statuses)));
        }
    }
    lines.push(format!("  remarks: {}", told.remarks));
    lines.push(format!("  blocking now: {}", told.unresolved_blocking));
    lines.push(format!("  with place, problem and fix: {}", share(&told.actionable)));
    lines.push(format!("  suggestions taken up: {}", share(&told.suggestions_adopted)));
    lines.push(format!("  reported in more than one round: {}", share(&told.repeated)));
    lines.push(format!("  stuck: {}; came back: {}", told.stuck, told.regressed));
    lines.push(format!("  critical at an approval: {}", told.critical_at_approval));
    lines
}

fn author(told: &AuthorFigures) -> String {
    format!(
        "rejected {}, of which accepted {}; fixes confirmed {}; cost {}",
        share(&told.rejected),
        share(&told.rejections_accepted),
        share(&told.fixes_confirmed),
        dollars(told.cost)
    )
}

fn reviewer(told: &ReviewerFigures) -> String {
    format!(
        "adopted {}, withdrawn {}; no valid review in {}; cost {}",
        share(&told.adopted),
        share(&told.withdrawn),
        share(&told.lost),
        dollars(told.cost)
    )
}

fn agent(told: &AgentFigures) -> String {
    let failures = counts(&told.failures);
    format!(
        "attempts {}, failures: {failures}; seats lost {}; cost {}",
        told.attempts,
        told.seats_lost,
        dollars(told.cost)
    )
}

fn section<T>(title: &str, of: &BTreeMap<String, T>, line: fn(&T) -> String) -> Vec<String> {
    let lines = of.iter().map(|(name, figures)| format!("  {name}: {}", line(figures)));
    let heading = (!of.is_empty()).then(|| format!("{title}:"));
    heading.into_iter().chain(lines).collect()
}

fn counts(of: &BTreeMap<String, u32>) -> String {
    if of.is_empty() {
        return "none".to_owned();
    }
    of.iter().map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

fn spread(of: &Spread, unit: fn(u64) -> String) -> String {
    match of.count {
        0 => "none yet".to_owned(),
        count => {
            format!("median {}, p90 {}, max {} ({count} runs)", unit(of.median), unit(of.p90), unit(of.max))
        }
    }
}

/// `3 of 7 (42.8 %)`.
fn share(of: &Share) -> String {
    match of.per_mille {
        None => "0 of 0".to_owned(),
        Some(mille) => format!("{} of {} ({}.{} %)", of.part, of.of, mille / 10, mille % 10),
    }
}

/// Dollars with four places: a single attempt may cost less than a cent.
fn dollars(millionths: u64) -> String {
    format!("${}.{:04}", millionths / 1_000_000, millionths / 100 % 10_000)
}

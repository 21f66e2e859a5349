//! What a dry run would do, step by step; nothing is done.

use crate::engine::{AuthorRole, Opening};
use crate::protocol::{Gate, GateKind};

/// One line per step. `checks` are the names of the project's checks.
pub fn plan(opening: &Opening, checks: &[String]) -> Vec<String> {
    let protocol = &opening.protocol;
    let mut steps: Vec<String> = protocol.gates.iter().map(|gate| at_gate(opening, gate)).collect();
    if opening.author == AuthorRole::Acts {
        let role = &protocol.authors[0].role;
        steps.push(format!("spawn {} to answer and fix what blocks, then review again", who(opening, role)));
        if !checks.is_empty() {
            steps.push(format!("run the checks {} after each fix", checks.join(", ")));
        }
    }
    steps.iter().map(|step| format!("[DRY-RUN] Would {step}")).collect()
}

fn at_gate(opening: &Opening, gate: &Gate) -> String {
    let limit = gate.iterations.or(opening.protocol.limits.iterations);
    let rounds = limit.map(|rounds| format!(", at most {rounds} rounds")).unwrap_or_default();
    match gate.kind {
        GateKind::Tests => format!("run the project's tests at the gate {}{rounds}", gate.name),
        GateKind::Review => {
            let head = opening.head.short();
            format!("spawn {} to review {head} at the gate {}{rounds}", panel(opening, gate), gate.name)
        }
    }
}

/// Everyone on the panel of a gate.
fn panel(opening: &Opening, gate: &Gate) -> String {
    let panel = &opening.protocol.panel;
    let seats: Vec<String> = match (&opening.reviewers[..], panel.max) {
        ([], 0 | 1) => vec![who(opening, &gate.role)],
        ([], _) => (1..=panel.min.max(1)).map(|n| who(opening, &format!("{}-{n}", gate.role))).collect(),
        (named, _) => named.iter().map(|seat| who(opening, seat.as_str())).collect(),
    };
    seats.join(", ")
}

/// A role and the agent asked first for it.
fn who(opening: &Opening, role: &str) -> String {
    let agent = opening.staff.get(role).and_then(|staff| staff.first());
    match agent.map(|one| one.agent.as_str()).filter(|agent| *agent != role) {
        Some(agent) => format!("{role} ({agent})"),
        None => role.to_owned(),
    }
}

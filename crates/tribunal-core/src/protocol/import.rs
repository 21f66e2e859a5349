//! Takes over a mode file of source 000 (`mode/*.json`): its limits and escalations, laid over a mode of ours.
//!
//! The source's files hold more than reviews; what is not used is named in a warning, never dropped in silence.
//! The result is checked like any protocol. Reading the JSON is `import::json`'s business.

mod json;

use std::fmt;

use self::json::Node;
use super::bounds::ITERATIONS_MAX;
use super::check::objections;
use super::problem::{Place, Problem, Problems};
use super::read::{NAME_FORM, ProtocolFile, is_name};
use super::suggest::{help, shown};
use super::{GateKind, Protocol};

/// The family, and the gate, that `security_*` keys are about.
const SECURITY: &str = "security";

/// The keys of `settings` that are used.
const SETTINGS: [&str; 3] = ["max_review_iterations", "max_security_iterations", "escalation"];

/// The keys of `escalation` that are used.
const ESCALATION: [&str; 4] =
    ["review_after", "review_escalate_to", "security_after", "security_escalate_to"];

/// Something in the mode file that has no effect, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The key, from the root of the file.
    pub key: String,
    /// Why it has no effect.
    pub what: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.what)
    }
}

/// Lays a mode file of source 000 over the mode of that name, or over the default mode where there is none.
pub fn import_mode(
    json_text: &str,
    mode_name: &str,
    onto: &ProtocolFile,
) -> Result<(Protocol, Vec<Warning>), Problems> {
    let file = format!("{}.json", shown(mode_name));
    if !is_name(mode_name) {
        let what = format!("`{}` is no name for a mode", shown(mode_name));
        return Err(Problems::one(&file, what, NAME_FORM.to_owned()));
    }
    let root = json::read(json_text).map_err(|fault| {
        let place = fault.place.map(|(line, column)| Place { line, column });
        let help = "hand over a mode/*.json file".to_owned();
        Problems::new(vec![Problem { file: file.clone(), place, what: fault.what, help }])
    })?;
    let mut import = Import { warnings: Vec::new(), problems: Vec::new() };
    let mut protocol = import.start(mode_name, onto);
    let said = import.said(&root);
    import.lay(&mut protocol, &said, Kind::Review);
    import.lay(&mut protocol, &said, Kind::Security);
    let fit = objections(&protocol).into_iter().map(|o| (o.what, o.help));
    let problems: Vec<(String, String)> = import.problems.into_iter().chain(fit).collect();
    if problems.is_empty() {
        return Ok((protocol, import.warnings));
    }
    let problem = |(what, help)| Problem { file: file.clone(), place: None, what, help };
    Err(Problems::new(problems.into_iter().map(problem).collect()))
}

/// Which gates a key is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Review,
    Security,
}

/// A value of the file and the key it stands under.
#[derive(Debug, Clone)]
struct Said<T> {
    key: String,
    value: T,
}

/// What the file says about one kind of gate.
#[derive(Debug, Default)]
struct Orders {
    limit: Option<Said<u32>>,
    after: Option<Said<u32>>,
    escalate_to: Option<Said<String>>,
}

#[derive(Debug, Default)]
struct AllOrders {
    review: Orders,
    security: Orders,
}

struct Import {
    warnings: Vec<Warning>,
    problems: Vec<(String, String)>,
}

impl Import {
    fn warn(&mut self, key: &str, what: impl Into<String>) {
        self.warnings.push(Warning { key: key.to_owned(), what: what.into() });
    }

    /// The mode to lay the file over.
    fn start(&mut self, mode_name: &str, onto: &ProtocolFile) -> Protocol {
        let found = onto.protocols().iter().find(|p| p.mode.as_deref() == Some(mode_name));
        let mut protocol = found.unwrap_or_else(|| onto.base()).clone();
        if found.is_none() {
            let base = protocol.mode.as_deref().unwrap_or("the base");
            let near = help(mode_name, &onto.modes());
            self.warn(mode_name, format!("`{}` has no such mode, `{base}` is taken; {near}", onto.name()));
        }
        protocol.mode = Some(mode_name.to_owned());
        protocol
    }

    /// Collects what is used and warns of the rest. `escalation` may stand inside or beside `settings`.
    fn said(&mut self, root: &[(String, Node)]) -> AllOrders {
        let mut orders = AllOrders::default();
        for (key, node) in root {
            match (key.as_str(), node) {
                ("settings", Node::Object(settings)) => self.settings(settings, &mut orders),
                ("escalation", Node::Object(pairs)) => self.escalation("escalation", pairs, &mut orders),
                ("settings" | "escalation", _) => self.wrong(key, "must be an object"),
                _ => self.unused("", key, &["settings", "escalation"]),
            }
        }
        orders
    }

    fn settings(&mut self, pairs: &[(String, Node)], orders: &mut AllOrders) {
        for (key, node) in pairs {
            let path = format!("settings.{}", shown(key));
            match (key.as_str(), node) {
                ("max_review_iterations", _) => orders.review.limit = self.rounds(path, node),
                ("max_security_iterations", _) => orders.security.limit = self.rounds(path, node),
                ("escalation", Node::Object(pairs)) => self.escalation(&path, pairs, orders),
                ("escalation", _) => self.wrong(&path, "must be an object"),
                _ => self.unused("settings.", key, &SETTINGS),
            }
        }
    }

    fn escalation(&mut self, within: &str, pairs: &[(String, Node)], orders: &mut AllOrders) {
        for (key, node) in pairs {
            let path = format!("{within}.{}", shown(key));
            match key.as_str() {
                "review_after" => {
                    let said = self.rounds(path, node);
                    self.once(&mut orders.review.after, said);
                }
                "security_after" => {
                    let said = self.rounds(path, node);
                    self.once(&mut orders.security.after, said);
                }
                "review_escalate_to" => {
                    let said = self.role(path, node);
                    self.once(&mut orders.review.escalate_to, said);
                }
                "security_escalate_to" => {
                    let said = self.role(path, node);
                    self.once(&mut orders.security.escalate_to, said);
                }
                _ => self.unused(&format!("{within}."), key, &ESCALATION),
            }
        }
    }

    /// Both places may say the same thing; two different things leave no way to tell which is meant.
    fn once<T: PartialEq>(&mut self, slot: &mut Option<Said<T>>, said: Option<Said<T>>) {
        match (slot.as_ref(), said) {
            (Some(first), Some(second)) if first.value != second.value => {
                let what = format!("`{}` contradicts `{}`", second.key, first.key);
                self.problems.push((what, "keep one of them".to_owned()));
            }
            (Some(_), _) | (None, None) => {}
            (None, said @ Some(_)) => *slot = said,
        }
    }

    fn wrong(&mut self, key: &str, what: &str) {
        self.problems.push((format!("`{}` {what}", shown(key)), "correct it".to_owned()));
    }

    fn unused(&mut self, within: &str, key: &str, known: &[&str]) {
        let near = super::suggest::closest(key, known);
        let near = near.map(|k| format!("; did you mean `{k}`?")).unwrap_or_default();
        self.warn(&format!("{within}{}", shown(key)), format!("not used{near}"));
    }

    fn rounds(&mut self, key: String, node: &Node) -> Option<Said<u32>> {
        if let Node::Number(n) = node
            && let Some(value) = u32::try_from(*n).ok().filter(|n| (1..=ITERATIONS_MAX).contains(n))
        {
            return Some(Said { key, value });
        }
        self.wrong(&key, &format!("must be a whole number from 1 to {ITERATIONS_MAX}"));
        None
    }

    fn role(&mut self, key: String, node: &Node) -> Option<Said<String>> {
        if let Node::Text(value) = node
            && is_name(value)
        {
            return Some(Said { key, value: value.clone() });
        }
        self.wrong(&key, "must be the name of a role");
        None
    }

    /// Changes the gates of one kind.
    fn lay(&mut self, protocol: &mut Protocol, orders: &AllOrders, kind: Kind) {
        let orders = match kind {
            Kind::Review => &orders.review,
            Kind::Security => &orders.security,
        };
        let gates: Vec<usize> =
            (0..protocol.gates.len()).filter(|i| gate_kind(protocol, *i) == Some(kind)).collect();
        if gates.is_empty() {
            let keys = [
                orders.limit.as_ref().map(|s| &s.key),
                orders.after.as_ref().map(|s| &s.key),
                orders.escalate_to.as_ref().map(|s| &s.key),
            ];
            keys.into_iter().flatten().for_each(|key| self.warn(key, "not used: this mode has no such gate"));
        }
        for gate in gates {
            self.limit(protocol, gate, orders);
            self.target(protocol, gate, orders);
        }
        self.warnings.dedup();
    }

    /// `*_after` below the limit replaces it; above the limit it would never be reached.
    fn limit(&mut self, protocol: &mut Protocol, gate: usize, orders: &Orders) {
        let own = first_limit(protocol, gate);
        let limit = orders.limit.as_ref().map(|s| s.value).or(own);
        let after = orders.after.as_ref();
        match (after, limit) {
            (Some(after), Some(limit)) if after.value > limit => {
                self.warn_once(&after.key, format!("not used: the limit is {limit} already"));
                protocol.gates[gate].iterations = Some(limit);
            }
            (Some(after), _) => protocol.gates[gate].iterations = Some(after.value),
            (None, limit) => protocol.gates[gate].iterations = limit,
        }
    }

    fn target(&mut self, protocol: &mut Protocol, gate: usize, orders: &Orders) {
        let Some(target) = &orders.escalate_to else { return };
        let role = protocol.gates[gate].role.clone();
        let above = match protocol.rung(&role) {
            Some((family, position)) => family.rungs[position + 1..].iter().any(|r| r.role == target.value),
            None => false,
        };
        if above {
            protocol.gates[gate].escalate_to = Some(target.value.clone());
        } else {
            self.warn_once(&target.key, format!("ignored: `{}` is not above `{role}`", target.value));
        }
    }

    /// Several gates may have the same reason.
    fn warn_once(&mut self, key: &str, what: String) {
        let warning = Warning { key: key.to_owned(), what };
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// A gate of tests has no reviewer; the security gate is called so or sits a reviewer of that family.
fn gate_kind(protocol: &Protocol, gate: usize) -> Option<Kind> {
    let gate = &protocol.gates[gate];
    let family = protocol.rung(&gate.role).map(|(family, _)| family.name.as_str());
    match gate.kind {
        GateKind::Tests => None,
        GateKind::Review if gate.name == SECURITY || family == Some(SECURITY) => Some(Kind::Security),
        GateKind::Review => Some(Kind::Review),
    }
}

/// The limit of a gate's first rung as it stands: the gate's, the rung's, the protocol's.
fn first_limit(protocol: &Protocol, gate: usize) -> Option<u32> {
    let gate = &protocol.gates[gate];
    let rung = protocol.rung(&gate.role).and_then(|(family, position)| family.rungs[position].iterations);
    gate.iterations.or(rung).or(protocol.limits.iterations)
}

#[cfg(test)]
mod tests;

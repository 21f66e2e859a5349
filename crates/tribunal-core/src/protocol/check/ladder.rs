//! Ladders go up, names are unique, gates name roles that exist.

use std::collections::BTreeSet;

use super::Objections;
use crate::protocol::suggest::help;
use crate::protocol::{Gate, GateKind, Protocol, Rung};

/// Families have unique names and roles, and each goes up.
pub(super) fn families(p: &Protocol, found: &mut Objections) {
    let mut names = BTreeSet::new();
    let mut roles = BTreeSet::new();
    for (i, family) in p.families.iter().enumerate() {
        let path = format!("families[{i}]");
        if !names.insert(&family.name) {
            let what = format!("two families are called `{}`", family.name);
            found.add(&format!("{path}.name"), &what, "rename one");
        }
        found.add_if(family.rungs.is_empty(), &path, "a family without rungs", "add one or remove it");
        ladder(&format!("{path}.rungs"), &family.rungs, &mut roles, found);
    }
}

/// The author's ladder goes up, and no author reviews.
pub(super) fn authors(p: &Protocol, found: &mut Objections) {
    found.add_if(p.authors.is_empty(), "authors", "nobody to fix anything: `authors` is empty", "add a rung");
    ladder("authors", &p.authors, &mut BTreeSet::new(), found);
    let reviewers: BTreeSet<&str> = reviewers(p);
    for (i, author) in p.authors.iter().enumerate() {
        let what = format!("`{}` is a reviewer's role too", author.role);
        let clash = reviewers.contains(author.role.as_str());
        found.add_if(clash, &format!("authors[{i}].role"), &what, "nobody judges their own work; rename one");
    }
}

fn reviewers(p: &Protocol) -> BTreeSet<&str> {
    let families = p.families.iter().flat_map(|f| &f.rungs).map(|r| r.role.as_str());
    families.chain(p.gates.iter().map(|g| g.role.as_str())).collect()
}

fn ladder<'p>(path: &str, rungs: &'p [Rung], roles: &mut BTreeSet<&'p str>, found: &mut Objections) {
    for (i, rung) in rungs.iter().enumerate() {
        if !roles.insert(&rung.role) {
            let what = format!("`{}` stands on two rungs", rung.role);
            found.add(&format!("{path}[{i}].role"), &what, "remove or rename one");
        }
        if let Some(below) = i.checked_sub(1).and_then(|b| rungs.get(b)).filter(|b| b.rank >= rung.rank) {
            let what = format!("`{}` is not above `{}`", rung.role, below.role);
            found.add(&format!("{path}[{i}]"), &what, "a ladder goes up: raise its tier or change the order");
        }
    }
}

/// There is a gate, gates have unique names, and their roles exist.
pub(super) fn gates(p: &Protocol, found: &mut Objections) {
    found.add_if(p.gates.is_empty(), "gates", "nothing is reviewed: `gates` is empty", "add a gate");
    let reviews = p.gates.iter().any(|g| g.kind == GateKind::Review);
    found.add_if(
        !p.gates.is_empty() && !reviews,
        "gates",
        "nothing is reviewed: no gate has kind \"review\"",
        "add one",
    );
    let mut names = BTreeSet::new();
    for (i, gate) in p.gates.iter().enumerate() {
        let path = format!("gates[{i}]");
        if !names.insert(&gate.name) {
            let what = format!("two gates are called `{}`", gate.name);
            found.add(&format!("{path}.name"), &what, "rename one");
        }
        match gate.kind {
            GateKind::Review => review_gate(p, gate, &path, found),
            GateKind::Tests => found.add_if(
                gate.escalate_to.is_some(),
                &format!("{path}.escalate-to"),
                "a gate of tests has no reviewer to escalate to",
                "remove it",
            ),
        }
    }
}

fn review_gate(p: &Protocol, gate: &Gate, path: &str, found: &mut Objections) {
    let known: Vec<&str> = p.families.iter().flat_map(|f| &f.rungs).map(|r| r.role.as_str()).collect();
    let rung = p.rung(&gate.role);
    if rung.is_none() && !p.families.is_empty() {
        let what = format!("no family has the role `{}`", gate.role);
        found.add(&format!("{path}.role"), &what, &help(&gate.role, &known));
    }
    let Some(target) = &gate.escalate_to else { return };
    let path = format!("{path}.escalate-to");
    let Some((family, position)) = rung else {
        let what = format!("`{}` has no family to climb in", gate.role);
        found.add(&path, &what, "remove it or add a family");
        return;
    };
    let above: Vec<&str> = family.rungs.iter().skip(position + 1).map(|r| r.role.as_str()).collect();
    if !above.contains(&target.as_str()) {
        let what = format!("`{target}` is not above `{}` in its family", gate.role);
        let known = help(target, &above);
        found.add(&path, &what, if above.is_empty() { "it is the top rung: remove it" } else { &known });
    }
}

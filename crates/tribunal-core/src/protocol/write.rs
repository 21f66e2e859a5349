//! Writes a protocol as a file that reads back equal. Used to print an import and to show what a mode resolves to.
//!
//! Comments of the original are gone: what is written is the meaning. A file with modes is written as its default
//! mode and, for each mode, the keys whose meaning differs.

use std::fmt::Write as _;

use super::read::ProtocolFile;
use super::words::{self, word_for};
use super::{Blocks, Combine, Gate, IdScheme, Limits, Protocol, ReReview, Rung, Triggers};

/// A protocol in one mode as a file of its own.
pub fn to_toml(protocol: &Protocol) -> String {
    let modes = if protocol.mode.is_some() { std::slice::from_ref(protocol) } else { &[] };
    written(protocol, modes)
}

/// Whether a protocol is one that a file could hold. One that comes from elsewhere, such as a log, may have any value
/// in any field, and the engine relies on what the reader checks.
pub fn is_sound(protocol: &Protocol) -> bool {
    let again = super::read("written", &to_toml(protocol)).and_then(|file| file.resolve(None));
    again.is_ok_and(|again| again == *protocol)
}

/// A whole file.
pub fn file_to_toml(file: &ProtocolFile) -> String {
    let modes = if file.default_mode().is_some() { file.protocols() } else { &[] };
    written(file.base(), modes)
}

fn written(base: &Protocol, modes: &[Protocol]) -> String {
    let mut out = format!("name = {}\n", quoted(&base.name));
    if let Some(mode) = &base.mode {
        let _ = writeln!(out, "default-mode = {}", quoted(mode));
    }
    let parts = parts(base);
    lay_out(&mut out, "", parts.iter().filter(|(_, body)| !body.is_default()));
    for mode in modes {
        let prefix = format!("modes.{}.", mode.mode.as_deref().unwrap_or_default());
        let _ = writeln!(out, "\n[{}]", prefix.trim_end_matches('.'));
        let own = self::parts(mode);
        lay_out(&mut out, &prefix, own.iter().filter(|part| !parts.contains(part)));
    }
    out
}

type Pairs = Vec<(&'static str, String)>;
type Part = (&'static str, Body);

/// What stands after a top-level key.
#[derive(PartialEq)]
enum Body {
    Line(String),
    Table(Pairs),
    Tables(Vec<Pairs>),
}

impl Body {
    /// Whether the reader would assume it anyway, were the key not there.
    fn is_default(&self) -> bool {
        match self {
            Body::Line(line) => line == NONE_TABLE || line == "[]",
            Body::Tables(tables) => tables.is_empty(),
            Body::Table(_) => false,
        }
    }
}

/// An optional table that is not there. A mode has to say so, a base need not.
const NONE_TABLE: &str = "\"none\" # no such table";

/// Plain keys come before tables, or they would belong to the table above them.
fn lay_out<'p>(out: &mut String, prefix: &str, parts: impl Iterator<Item = &'p Part> + Clone) {
    for (key, body) in parts.clone() {
        match body {
            Body::Line(line) => drop(writeln!(out, "{key} = {line}")),
            Body::Tables(tables) if tables.is_empty() => drop(writeln!(out, "{key} = []")),
            Body::Table(_) | Body::Tables(_) => {}
        }
    }
    for (key, body) in parts {
        match body {
            Body::Line(_) => {}
            Body::Table(pairs) => table(out, &format!("[{prefix}{key}]"), pairs),
            Body::Tables(tables) => tables.iter().for_each(|t| table(out, &format!("[[{prefix}{key}]]"), t)),
        }
    }
}

fn table(out: &mut String, header: &str, pairs: &Pairs) {
    let _ = writeln!(out, "\n{header}");
    for (key, value) in pairs {
        let _ = writeln!(out, "{key} = {value}");
    }
}

fn parts(p: &Protocol) -> Vec<Part> {
    let line = |text: String| Body::Line(text);
    let word = |word: &str| Body::Line(quoted(word));
    vec![
        ("summary", word(&p.summary)),
        ("dialect", word(word_for(words::DIALECTS, &p.dialect))),
        ("blocks", word(blocks(p.blocks))),
        ("combine", line(combine(p.combine))),
        ("failed-seat", word(word_for(words::FAILED_SEATS, &p.failed_seat))),
        ("re-review", line(re_review(p.re_review))),
        ("failed-checks", word(word_for(words::FAILED_CHECKS, &p.failed_checks))),
        ("dedupe", word(word_for(words::DEDUPES, &p.dedupe))),
        ("ids", line(ids(&p.ids))),
        ("stuck", line(p.stuck.to_string())),
        ("human", line(list(p.human.iter().map(|c| quoted(c.word()))))),
        ("publish", line(list(p.publish.iter().map(|x| quoted(word_for(words::PUBLICATIONS, x)))))),
        ("duties", line(list(p.duties.iter().map(|d| quoted(d))))),
        ("remote-base", line(p.remote_base.to_string())),
        ("panel", Body::Table(panel(p))),
        ("answers", Body::Table(answers(p))),
        ("limits", Body::Table(limits(&p.limits))),
        ("alarm", optional(p.alarm.as_ref().map(alarm))),
        ("forge", optional(p.forge.as_ref().map(forge))),
        ("triggers", optional(p.triggers.as_ref().map(triggers))),
        ("authors", Body::Tables(ladder(&p.authors))),
        ("families", Body::Tables(p.families.iter().map(|f| family(&f.name, &f.rungs)).collect())),
        ("gates", Body::Tables(p.gates.iter().map(gate).collect())),
    ]
}

fn optional(pairs: Option<Pairs>) -> Body {
    pairs.map_or_else(|| Body::Line(NONE_TABLE.to_owned()), Body::Table)
}

fn blocks(blocks: Blocks) -> &'static str {
    match blocks {
        Blocks::Vote => "vote",
        Blocks::At(severity) => word_for(words::SEVERITIES, &severity),
    }
}

fn combine(combine: Combine) -> String {
    match combine {
        Combine::Single => quoted("single"),
        Combine::FourRules => quoted("four-rules"),
        Combine::Priority => quoted("priority"),
        Combine::Quorum { need, of, veto_at } => {
            let veto = veto_at.map(|s| format!(", veto-at = {}", quoted(word_for(words::SEVERITIES, &s))));
            format!("{{ kind = \"quorum\", need = {need}, of = {of}{} }}", veto.unwrap_or_default())
        }
    }
}

fn re_review(re_review: ReReview) -> String {
    match re_review {
        ReReview::Fresh => quoted("fresh"),
        ReReview::PerTrigger => quoted("per-trigger"),
        ReReview::Verify { scope, new } => {
            let (scope, new) = (word_for(words::SCOPES, &scope), word_for(words::NEW_FINDINGS, &new));
            format!("{{ kind = \"verify\", scope = {}, new = {} }}", quoted(scope), quoted(new))
        }
    }
}

fn ids(ids: &IdScheme) -> String {
    match ids {
        IdScheme::Content => quoted("content"),
        IdScheme::Sequence { prefix } => format!("{{ kind = \"sequence\", prefix = {} }}", quoted(prefix)),
        IdScheme::GroupRound { prefix } => {
            format!("{{ kind = \"group-round\", prefix = {} }}", quoted(prefix))
        }
    }
}

fn panel(p: &Protocol) -> Pairs {
    vec![
        ("min", p.panel.min.to_string()),
        ("max", p.panel.max.to_string()),
        ("comments-analyzer", p.panel.comments_analyzer.to_string()),
    ]
}

fn answers(p: &Protocol) -> Pairs {
    let kinds =
        |kinds: &[crate::domain::AnswerKind]| list(kinds.iter().map(|k| quoted(word_for(words::ANSWERS, k))));
    vec![
        ("blocking", kinds(&p.answers)),
        ("optional", kinds(&p.optional_answers)),
        ("unanswered", quoted(word_for(words::UNANSWERED, &p.unanswered))),
    ]
}

/// Every key, also those without a number: a mode must be able to take a number of the base away.
fn limits(limits: &Limits) -> Pairs {
    let number = |n: Option<u32>| n.map_or_else(|| quoted("none"), |n| n.to_string());
    vec![
        ("iterations", number(limits.iterations)),
        ("climbs", quoted(word_for(words::LADDERS, &limits.climbs))),
        ("no-progress", number(limits.no_progress)),
        ("no-progress-climbs", quoted(word_for(words::LADDERS, &limits.no_progress_climbs))),
        ("extend-to", number(limits.extend_to)),
        ("last-fix", limits.last_fix.to_string()),
    ]
}

fn alarm(alarm: &super::Alarm) -> Pairs {
    vec![
        ("min-answered", alarm.min_answered.to_string()),
        ("rejected-over-percent", alarm.rejected_over_percent.to_string()),
    ]
}

fn forge(forge: &super::ForgeRules) -> Pairs {
    vec![
        ("human-veto", forge.human_veto.to_string()),
        ("threads-block", forge.threads_block.to_string()),
        ("threads-max", forge.threads_max.to_string()),
    ]
}

fn triggers(triggers: &Triggers) -> Pairs {
    // The last unit is the millisecond, which divides everything.
    let unit = words::UNITS.iter().find(|(_, ms)| triggers.silence_ms.is_multiple_of(*ms));
    let (unit, ms) = unit.copied().unwrap_or(("ms", 1));
    vec![
        ("silence", quoted(&format!("{}{unit}", triggers.silence_ms / ms))),
        ("clarify-max", triggers.clarify_max.to_string()),
        ("focus-areas", list(triggers.focus_areas.iter().map(|a| quoted(a)))),
        ("max-words", triggers.max_words.to_string()),
    ]
}

fn family(name: &str, rungs: &[Rung]) -> Pairs {
    let rungs = ladder(rungs).into_iter().map(|pairs| {
        let pairs: Vec<String> = pairs.into_iter().map(|(k, v)| format!("{k} = {v}")).collect();
        format!("{{ {} }}", pairs.join(", "))
    });
    vec![("name", quoted(name)), ("rungs", list(rungs))]
}

/// A ladder whose ranks are its positions needs none; tiers are the names of the first three.
fn ladder(rungs: &[Rung]) -> Vec<Pairs> {
    let plain = rungs.iter().enumerate().all(|(i, r)| usize::from(r.rank) == i);
    let tiers = rungs.iter().all(|r| words::TIERS.iter().any(|(_, rank)| *rank == r.rank));
    let rung = |r: &Rung| {
        let mut pairs = vec![("role", quoted(&r.role))];
        if !plain && tiers {
            pairs.push(("tier", quoted(word_for(words::TIERS, &r.rank))));
        } else if !plain {
            pairs.push(("rank", r.rank.to_string()));
        }
        pairs.extend(r.iterations.map(|n| ("iterations", n.to_string())));
        if !r.scope.is_empty() {
            pairs.push(("scope", quoted(&r.scope)));
        }
        pairs
    };
    rungs.iter().map(rung).collect()
}

fn gate(gate: &Gate) -> Pairs {
    let mut pairs = vec![
        ("name", quoted(&gate.name)),
        ("kind", quoted(word_for(words::GATE_KINDS, &gate.kind))),
        ("role", quoted(&gate.role)),
    ];
    pairs.extend(gate.iterations.map(|n| ("iterations", n.to_string())));
    pairs.extend(gate.escalate_to.as_ref().map(|role| ("escalate-to", quoted(role))));
    pairs
}

/// Short lists on one line, long ones with a line per entry.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let line = format!("[{}]", items.join(", "));
    if line.len() <= 100 { line } else { format!("[\n  {},\n]", items.join(",\n  ")) }
}

/// A TOML string. Everything that is not plain is escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => drop(write!(out, "\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests;

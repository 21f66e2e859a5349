//! The values of one protocol in one mode, read key by key. Whether they fit together is `check`'s business.

use super::fields::{duration_ms, name, prefix, text, texts};
use super::notes::Notes;
use super::section::Section;
use crate::protocol::bounds::{
    ANSWERED_MAX, ITEMS_MAX, ITERATIONS_MAX, LINES_MAX, PANEL_MAX, RUNGS_MAX, THREADS_MAX, WORDS_MAX,
};
use crate::protocol::words::{self, Words};
use crate::protocol::{
    Alarm, Blocks, Combine, Family, ForgeRules, Gate, GateKind, IdScheme, Ladder, Limits, Panel, Protocol,
    ReReview, Rung, Triggers,
};

/// The keys that a mode may say as well as the base.
pub(super) const MODE_KEYS: &[&str] = &[
    "summary",
    "dialect",
    "blocks",
    "panel",
    "combine",
    "failed-seat",
    "re-review",
    "answers",
    "failed-checks",
    "dedupe",
    "ids",
    "limits",
    "stuck",
    "alarm",
    "forge",
    "families",
    "authors",
    "gates",
    "human",
    "triggers",
    "publish",
    "duties",
    "remote-base",
];

/// The keys that have no default.
const NEEDED: &[&str] = &[
    "name",
    "summary",
    "dialect",
    "blocks",
    "combine",
    "failed-seat",
    "re-review",
    "answers",
    "failed-checks",
    "dedupe",
    "ids",
    "authors",
    "gates",
    "human",
];

/// Bounds of every count of rounds; zero would be a loop that never looks.
const ROUNDS: std::ops::RangeInclusive<u32> = 1..=ITERATIONS_MAX;

/// Reads everything before giving up on anything, so that all problems are found in one go.
pub(super) fn protocol(root: &Section<'_>, notes: &mut Notes, mode: Option<&str>) -> Option<Protocol> {
    for key in NEEDED {
        root.need(notes, key, "add it; `tribunal protocols show NAME` prints a built-in file to copy from");
    }
    let (name, summary) = (name(root, notes, "name"), text(root, notes, "summary"));
    let dialect = root.word(notes, "dialect", words::DIALECTS);
    let (blocks, panel) = (blocks(root, notes), panel(root, notes));
    let (combine, re_review) = (combine(root, notes), re_review(root, notes));
    let failed_seat = root.word(notes, "failed-seat", words::FAILED_SEATS);
    let answers = root.table(notes, "answers").and_then(|s| answers(&s, notes));
    let failed_checks = root.word(notes, "failed-checks", words::FAILED_CHECKS);
    let (dedupe, ids) = (root.word(notes, "dedupe", words::DEDUPES), ids(root, notes));
    let limits = limits(root, notes);
    let stuck = or_default(root, notes, "stuck", Section::flag);
    let alarm = optional(root, notes, "alarm", alarm);
    let forge = optional(root, notes, "forge", forge);
    let triggers = optional(root, notes, "triggers", triggers);
    let families = or_default(root, notes, "families", families);
    let (authors, gates) = (ladder(root, notes, "authors"), gates(root, notes));
    let human = root.words(notes, "human", &words::choices());
    let publish = or_default(root, notes, "publish", |s, n, k| s.words(n, k, words::PUBLICATIONS));
    let duties = or_default(root, notes, "duties", |s, n, k| texts(s, n, k, LINES_MAX));
    let remote_base = or_default(root, notes, "remote-base", Section::flag);
    let (answers, optional_answers, unanswered) = answers?;
    Some(Protocol {
        name: name?,
        mode: mode.map(str::to_owned),
        summary: summary?,
        dialect: dialect?,
        blocks: blocks?,
        panel: panel?,
        combine: combine?,
        failed_seat: failed_seat?,
        re_review: re_review?,
        answers,
        optional_answers,
        unanswered,
        failed_checks: failed_checks?,
        dedupe: dedupe?,
        ids: ids?,
        limits: limits?,
        stuck: stuck?,
        alarm: alarm?,
        forge: forge?,
        families: families?,
        authors: authors?,
        gates: gates?,
        human: human?,
        triggers: triggers?,
        publish: publish?,
        duties: duties?,
        remote_base: remote_base?,
    })
}

/// The value of a key, or its default where the key is absent; none only where it is there and wrong.
fn or_default<'t, T: Default>(
    section: &Section<'t>,
    notes: &mut Notes,
    key: &str,
    read: impl Fn(&Section<'t>, &mut Notes, &str) -> Option<T>,
) -> Option<T> {
    if section.has(key) { read(section, notes, key) } else { Some(T::default()) }
}

/// A table that may be absent or `none`; the outer none means that it is there and wrong.
fn optional<'t, T>(
    root: &Section<'t>,
    notes: &mut Notes,
    key: &str,
    read: impl Fn(&Section<'t>, &mut Notes) -> Option<T>,
) -> Option<Option<T>> {
    if !root.has(key) || root.is_none_word(key) {
        return Some(None);
    }
    root.table_or_none(notes, key).and_then(|s| read(&s, notes)).map(Some)
}

fn blocks(root: &Section<'_>, notes: &mut Notes) -> Option<Blocks> {
    let mut known = vec![("vote", Blocks::Vote)];
    known.extend(words::SEVERITIES.iter().map(|(w, s)| (*w, Blocks::At(*s))));
    root.word(notes, "blocks", &known)
}

fn panel(root: &Section<'_>, notes: &mut Notes) -> Option<Panel> {
    if !root.has("panel") {
        return Some(Panel { min: 1, max: 1, comments_analyzer: false });
    }
    let section = root.table(notes, "panel")?;
    section.only(notes, &["min", "max", "comments-analyzer"]);
    ["min", "max"].iter().for_each(|k| section.need(notes, k, "say how many reviewers sit on the panel"));
    let (min, max) =
        (section.number(notes, "min", 1..=PANEL_MAX), section.number(notes, "max", 1..=PANEL_MAX));
    let comments_analyzer = or_default(&section, notes, "comments-analyzer", Section::flag);
    Some(Panel { min: min?, max: max?, comments_analyzer: comments_analyzer? })
}

fn combine(root: &Section<'_>, notes: &mut Notes) -> Option<Combine> {
    let quorum = Combine::Quorum { need: 0, of: 0, veto_at: None };
    let words = [
        ("single", Combine::Single),
        ("quorum", quorum),
        ("four-rules", Combine::FourRules),
        ("priority", Combine::Priority),
    ];
    let (kind, section) = root.kind(notes, "combine", &words)?;
    section.only(notes, &["kind", "need", "of", "veto-at"]);
    if kind != quorum {
        for key in ["need", "of", "veto-at"] {
            section.refuse(notes, key, "it belongs to kind = \"quorum\"; remove it or change the kind");
        }
        return Some(kind);
    }
    ["need", "of"]
        .iter()
        .for_each(|k| section.need(notes, k, "say how many passes of how many seats are needed"));
    let (need, of) =
        (section.number(notes, "need", 1..=PANEL_MAX), section.number(notes, "of", 1..=PANEL_MAX));
    let veto_at = section.word(notes, "veto-at", words::SEVERITIES);
    Some(Combine::Quorum { need: need?, of: of?, veto_at })
}

fn re_review(root: &Section<'_>, notes: &mut Notes) -> Option<ReReview> {
    let words =
        [("verify", None), ("fresh", Some(ReReview::Fresh)), ("per-trigger", Some(ReReview::PerTrigger))];
    let (kind, section) = root.kind(notes, "re-review", &words)?;
    section.only(notes, &["kind", "scope", "new"]);
    if kind.is_some() {
        for key in ["scope", "new"] {
            section.refuse(notes, key, "it belongs to kind = \"verify\"; remove it or change the kind");
        }
        return kind;
    }
    section.need(notes, "scope", "say \"whole\" or \"flagged\"");
    section.need(notes, "new", "say \"any\" or \"blocking\"");
    let scope = section.word(notes, "scope", words::SCOPES);
    let new = section.word(notes, "new", words::NEW_FINDINGS);
    Some(ReReview::Verify { scope: scope?, new: new? })
}

fn ids(root: &Section<'_>, notes: &mut Notes) -> Option<IdScheme> {
    let words: Words<fn(String) -> IdScheme> = &[
        ("sequence", |prefix| IdScheme::Sequence { prefix }),
        ("group-round", |prefix| IdScheme::GroupRound { prefix }),
        ("content", |_| IdScheme::Content),
    ];
    let (scheme, section) = root.kind(notes, "ids", words)?;
    section.only(notes, &["kind", "prefix"]);
    if scheme(String::new()) == IdScheme::Content {
        section.refuse(notes, "prefix", "content ids take theirs from the category; remove it");
        return Some(IdScheme::Content);
    }
    section.need(notes, "prefix", "say the word before the number, as in \"ISSUE\"");
    prefix(&section, notes, "prefix").map(scheme)
}

type Answers = (Vec<crate::domain::AnswerKind>, Vec<crate::domain::AnswerKind>, crate::protocol::Unanswered);

fn answers(section: &Section<'_>, notes: &mut Notes) -> Option<Answers> {
    section.only(notes, &["blocking", "optional", "unanswered"]);
    section.need(notes, "blocking", "list the answers allowed to findings that block");
    section.need(notes, "unanswered", "say \"stays-open\", \"no-review\" or \"stop\"");
    let blocking = section.words(notes, "blocking", words::ANSWERS);
    let optional = or_default(section, notes, "optional", |s, n, k| s.words(n, k, words::ANSWERS));
    let unanswered = section.word(notes, "unanswered", words::UNANSWERED);
    Some((blocking?, optional?, unanswered?))
}

fn limits(root: &Section<'_>, notes: &mut Notes) -> Option<Limits> {
    let none = Limits {
        iterations: None,
        climbs: Ladder::Human,
        no_progress: None,
        no_progress_climbs: Ladder::Human,
        extend_to: None,
        last_fix: false,
    };
    if !root.has("limits") {
        return Some(none);
    }
    let section = root.table(notes, "limits")?;
    section
        .only(notes, &["iterations", "climbs", "no-progress", "no-progress-climbs", "extend-to", "last-fix"]);
    let climbs = ladder_word(&section, notes, "iterations", "climbs");
    let no_progress_climbs = ladder_word(&section, notes, "no-progress", "no-progress-climbs");
    let iterations = section.number_or_none(notes, "iterations", ROUNDS);
    let no_progress = section.number_or_none(notes, "no-progress", ROUNDS);
    let extend_to = section.number_or_none(notes, "extend-to", ROUNDS);
    let last_fix = or_default(&section, notes, "last-fix", Section::flag);
    Some(Limits {
        iterations,
        climbs: climbs?,
        no_progress,
        no_progress_climbs: no_progress_climbs?,
        extend_to,
        last_fix: last_fix?,
    })
}

/// Who climbs at a limit: required where the limit is said, `human` where there is none.
fn ladder_word(section: &Section<'_>, notes: &mut Notes, limit: &str, key: &str) -> Option<Ladder> {
    if section.has(limit) && !section.is_none_word(limit) {
        section.need(notes, key, "say who climbs at this limit: \"reviewer\", \"author\" or \"human\"");
        return section.word(notes, key, words::LADDERS);
    }
    if !section.has(key) {
        return Some(Ladder::Human);
    }
    section.word(notes, key, words::LADDERS)
}

fn alarm(section: &Section<'_>, notes: &mut Notes) -> Option<Alarm> {
    let keys = ["min-answered", "rejected-over-percent"];
    section.only(notes, &keys);
    keys.iter().for_each(|k| section.need(notes, k, "an alarm needs both of its numbers"));
    let min_answered = section.number(notes, keys[0], 1..=ANSWERED_MAX);
    let rejected_over_percent = section.number(notes, keys[1], 0..=99);
    Some(Alarm { min_answered: min_answered?, rejected_over_percent: rejected_over_percent? })
}

fn forge(section: &Section<'_>, notes: &mut Notes) -> Option<ForgeRules> {
    let keys = ["human-veto", "threads-block", "threads-max"];
    section.only(notes, &keys);
    keys.iter().for_each(|k| section.need(notes, k, "say how the forge's own states count"));
    let (human_veto, threads_block) = (section.flag(notes, keys[0]), section.flag(notes, keys[1]));
    let threads_max = section.number(notes, keys[2], 1..=THREADS_MAX);
    Some(ForgeRules { human_veto: human_veto?, threads_block: threads_block?, threads_max: threads_max? })
}

fn triggers(section: &Section<'_>, notes: &mut Notes) -> Option<Triggers> {
    let keys = ["silence", "clarify-max", "focus-areas", "max-words"];
    section.only(notes, &keys);
    keys.iter().for_each(|k| section.need(notes, k, "say what starts a cycle and what is asked"));
    let silence_ms = duration_ms(section, notes, keys[0]);
    let clarify_max = section.number(notes, keys[1], ROUNDS);
    let focus_areas = texts(section, notes, keys[2], LINES_MAX);
    let max_words = section.number(notes, keys[3], 1..=WORDS_MAX);
    Some(Triggers {
        silence_ms: silence_ms?,
        clarify_max: clarify_max?,
        focus_areas: focus_areas?,
        max_words: max_words?,
    })
}

fn families(root: &Section<'_>, notes: &mut Notes, key: &str) -> Option<Vec<Family>> {
    let sections = root.tables(notes, key, ITEMS_MAX)?;
    let read: Vec<Option<Family>> = sections.iter().map(|s| family(s, notes)).collect();
    read.into_iter().collect()
}

fn family(section: &Section<'_>, notes: &mut Notes) -> Option<Family> {
    section.only(notes, &["name", "rungs"]);
    section.need(notes, "name", "a family needs a name");
    section.need(notes, "rungs", "list its roles from weak to strong");
    let (name, rungs) = (name(section, notes, "name"), ladder(section, notes, "rungs"));
    Some(Family { name: name?, rungs: rungs? })
}

fn ladder(section: &Section<'_>, notes: &mut Notes, key: &str) -> Option<Vec<Rung>> {
    let sections = section.tables(notes, key, RUNGS_MAX)?;
    let ranked = sections.iter().filter(|s| s.has("tier") || s.has("rank")).count();
    let read: Vec<Option<Rung>> = sections
        .iter()
        .enumerate()
        .map(|(i, s)| {
            if ranked > 0 {
                let help = "give every rung of a ladder a tier (or rank), or none of them";
                if !s.has("rank") {
                    s.need(notes, "tier", help);
                }
            }
            rung(s, notes, i)
        })
        .collect();
    read.into_iter().collect()
}

fn rung(section: &Section<'_>, notes: &mut Notes, position: usize) -> Option<Rung> {
    section.only(notes, &["role", "tier", "rank", "iterations", "scope"]);
    section.need(notes, "role", "a rung needs a role");
    if section.has("tier") {
        section.refuse(notes, "rank", "a tier is a rank already; remove one of them");
    }
    let role = name(section, notes, "role");
    let tier = section.word(notes, "tier", words::TIERS);
    let rank = section.number(notes, "rank", 0..=u32::from(u8::MAX)).and_then(|r| u8::try_from(r).ok());
    let iterations = section.number(notes, "iterations", ROUNDS);
    let scope = or_default(section, notes, "scope", text);
    let position = u8::try_from(position).ok();
    Some(Rung { role: role?, rank: tier.or(rank).or(position)?, iterations, scope: scope? })
}

fn gates(root: &Section<'_>, notes: &mut Notes) -> Option<Vec<Gate>> {
    let sections = root.tables(notes, "gates", ITEMS_MAX)?;
    let read: Vec<Option<Gate>> = sections.iter().map(|s| gate(s, notes)).collect();
    read.into_iter().collect()
}

fn gate(section: &Section<'_>, notes: &mut Notes) -> Option<Gate> {
    section.only(notes, &["name", "kind", "role", "iterations", "escalate-to"]);
    section.need(notes, "name", "a gate needs a name");
    section.need(notes, "role", "say who sits there first");
    let gate_name = name(section, notes, "name");
    let kind = if section.has("kind") {
        section.word(notes, "kind", words::GATE_KINDS)
    } else {
        Some(GateKind::Review)
    };
    let role = name(section, notes, "role");
    let iterations = section.number(notes, "iterations", ROUNDS);
    let escalate_to = name(section, notes, "escalate-to");
    Some(Gate { name: gate_name?, kind: kind?, role: role?, iterations, escalate_to })
}

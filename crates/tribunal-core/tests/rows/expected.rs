//! Which rows there must be. What the code can enumerate is read from the code; the rest are the numbers of the tables.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tribunal_core::dialect::severity_word;
use tribunal_core::domain::{Choice, Severity, Status};
use tribunal_core::protocol::{Dialect, builtin, builtin_file, load_builtin};

use crate::map::Map;
use crate::sources::variants;

const OUTCOMES: &str = include_str!("../../src/domain/outcome.rs");
const CHOICES: &str = include_str!("../../src/domain/human.rs");
const STATES: &str = include_str!("../../src/domain/finding.rs");
const RULES: &str = include_str!("../../src/domain/verdict.rs");
const REASONS: &str = include_str!("../../src/engine/reason.rs");
const INPUTS: &str = include_str!("../../src/engine/input.rs");
const WORDS: &str = include_str!("../../src/dialect/words.rs");
const IMPORT: &str = include_str!("../../src/protocol/import.rs");

/// The table of policies, one group per row of it; each has a cell for every protocol.
const POLICIES: [&str; 13] = [
    "blocks",
    "panel",
    "combine",
    "failed-seat",
    "re-review",
    "limit",
    "last-fix",
    "ladder",
    "answers",
    "unanswered",
    "dedupe",
    "alarm",
    "worst-case",
];

/// Every field of a protocol and the group that shows what it does.
const FIELDS: [(&str, &str); 34] = [
    ("name", "mode"),
    ("mode", "mode"),
    ("summary", "duty"),
    ("duties", "duty"),
    ("dialect", "severity"),
    ("blocks", "blocks"),
    ("panel", "panel"),
    ("combine", "combine"),
    ("failed_seat", "failed-seat"),
    ("re_review", "re-review"),
    ("answers", "answers"),
    ("optional_answers", "answers"),
    ("unanswered", "unanswered"),
    ("failed_checks", "partial"),
    ("dedupe", "dedupe"),
    ("ids", "id"),
    ("limits.iterations", "limit"),
    ("limits.climbs", "ladder"),
    ("limits.no_progress", "progress"),
    ("limits.no_progress_climbs", "ladder"),
    ("limits.extend_to", "matrix"),
    ("limits.last_fix", "last-fix"),
    ("stuck", "stuck"),
    ("alarm", "manager"),
    ("forge.human_veto", "consensus"),
    ("forge.threads_block", "converged"),
    ("forge.threads_max", "converged"),
    ("families", "rung"),
    ("authors", "ladder"),
    ("gates", "gate"),
    ("remote_base", "reviewer"),
    ("human", "option"),
    ("triggers", "trigger"),
    ("publish", "publish"),
];

/// How many cases each vector has, V1 first.
const CASES: [u32; 33] =
    [1, 1, 2, 1, 5, 2, 1, 3, 2, 2, 1, 5, 5, 1, 2, 2, 3, 3, 1, 5, 2, 3, 2, 1, 1, 1, 1, 1, 3, 1, 1, 5, 1];

/// Other spellings of a word that has a row.
const SPELLINGS: [&str; 2] = ["improvement", "remark"];

/// Rows nobody can show yet, because the binary lacks what they are about.
pub const OWED: [&str; 2] = ["start/preflight", "publish/sending"];

/// Groups whose keys are known exactly, and their keys.
static GROUPS: LazyLock<Vec<(String, BTreeSet<String>)>> = LazyLock::new(groups);

/// Everything that is missing, or stands in the map and nowhere else.
pub fn missing(map: &Map) -> Vec<String> {
    let all = [keys, laws, policies, words, reasons, owed];
    all.iter().flat_map(|part| part(map)).collect()
}

/// The groups whose keys are known exactly have these keys and no other.
pub fn keys(map: &Map) -> Vec<String> {
    let mut wrong = Vec::new();
    for (group, keys) in &*GROUPS {
        let listed: BTreeSet<String> = map.keys(group).into_iter().map(str::to_owned).collect();
        wrong.extend(keys.difference(&listed).map(|key| format!("{group}/{key} has no row")));
        wrong.extend(listed.difference(keys).map(|key| format!("{group}/{key} is no row of its table")));
    }
    wrong
}

fn set<T: ToString>(keys: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    keys.into_iter().map(|key| key.to_string()).collect()
}

fn names() -> Vec<&'static str> {
    builtin().iter().map(|(name, _)| *name).collect()
}

fn groups() -> Vec<(String, BTreeSet<String>)> {
    let mut groups: Vec<(String, BTreeSet<String>)> =
        POLICIES.iter().map(|policy| ((*policy).to_owned(), set(names()))).collect();
    let mut group = |name: &str, keys: BTreeSet<String>| groups.push((name.to_owned(), keys));
    group("outcome", set(variants(OUTCOMES, "Outcome")));
    group("state", set(variants(STATES, "Status")));
    group("option", options());
    group("offered", set(names()));
    group("severity", severities());
    group("verdict", verdicts());
    group("step", set(1..=6));
    group("mode", set(builtin_file("zero-tolerance").expect("it ships").modes()));
    group("rung", rungs());
    group("import", import_keys());
    group("trigger", triggers());
    group("votes", set(1..=6));
    group("table-a", set(1..=5));
    group("table-b", set(1..=5));
    group("consensus", set(0..=4));
    group("vector", vectors());
    groups
}

/// Every option of every protocol, in any of its modes.
fn options() -> BTreeSet<String> {
    let mut options = BTreeSet::new();
    for name in names() {
        let file = builtin_file(name).expect("it ships");
        let modes: Vec<Option<&str>> = file.modes().into_iter().map(Some).chain([None]).collect();
        for mode in modes {
            let protocol = file.resolve(mode).expect("its own mode");
            options.extend(protocol.human.iter().map(|choice| format!("{name}/{}", choice.word())));
        }
    }
    options
}

fn dialect_of(name: &str) -> Dialect {
    load_builtin(name, None).expect("it ships").dialect
}

/// The words each dialect writes, and the old words of tech-lead, which are read only.
fn severities() -> BTreeSet<String> {
    let old = ["BLOCKER", "IMPORTANT", "SUGGESTION", "NIT", "MINOR"].map(|word| format!("tech-lead/{word}"));
    let scale = [Severity::Remark, Severity::Low, Severity::Medium, Severity::High, Severity::Critical];
    let written = names().into_iter().flat_map(|name| {
        scale.map(|severity| format!("{name}/{}", severity_word(dialect_of(name), severity)))
    });
    written.chain(old).collect()
}

/// The verdict words of each dialect, read from the source of the table that reads them.
fn verdicts() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let table = between(WORDS, "pub fn claim(", "pub fn claim_word(");
    for name in names() {
        let arm = format!("Dialect::{:?} =>", dialect_of(name));
        let own = table.split("Dialect::").find(|part| format!("Dialect::{part}").starts_with(&arm));
        let own = own.expect("every dialect has an arm");
        words.extend(literals(own).map(|word| format!("{name}/{word}")));
    }
    words
}

fn rungs() -> BTreeSet<String> {
    let protocol = load_builtin("zero-tolerance", None).expect("it ships");
    set(protocol.families.iter().flat_map(|family| &family.rungs).map(|rung| &rung.role))
}

fn import_keys() -> BTreeSet<String> {
    let keys =
        between(IMPORT, "const SETTINGS:", "];").to_owned() + between(IMPORT, "const ESCALATION:", "];");
    literals(&keys).chain(["unused"]).map(str::to_owned).collect()
}

fn triggers() -> BTreeSet<String> {
    let announced = variants(INPUTS, "Announcement").into_iter().map(|word| word.replace('-', "_"));
    announced.chain(["user_manual", "timeout_fallback", "queue"].map(str::to_owned)).collect()
}

fn vectors() -> BTreeSet<String> {
    let cases = |(at, count): (usize, &u32)| {
        let (vector, count) = (at + 1, *count);
        (1..=count).map(move |case| format!("V{vector}.{case}"))
    };
    CASES.iter().enumerate().flat_map(cases).collect()
}

/// Every law has a row; of law 2 every way to fail, of law 5 every way to be refused.
fn laws(map: &Map) -> Vec<String> {
    let keys = map.keys("law");
    let numbers: BTreeSet<String> = set(keys.iter().filter_map(|key| key.split('.').next()));
    let mut wrong: Vec<String> = set(1..=14)
        .symmetric_difference(&numbers)
        .map(|law| format!("law {law} has no row, or is none"))
        .collect();
    let failures = variants(INPUTS, "Failure").into_iter().map(|word| format!("2.{word}"));
    let problems = variants(REASONS, "AnswerProblem").into_iter().map(|word| format!("5.{word}"));
    let needed = failures.chain(problems);
    wrong.extend(
        needed.filter(|key| !keys.contains(&key.as_str())).map(|key| format!("law/{key} has no row")),
    );
    wrong
}

/// Every field of a protocol is shown by a group that exists.
fn policies(map: &Map) -> Vec<String> {
    let fields: BTreeSet<String> = names().into_iter().flat_map(fields_of).collect();
    let known = set(FIELDS.iter().map(|(field, _)| field));
    let mut wrong: Vec<String> = fields
        .symmetric_difference(&known)
        .map(|field| format!("policy {field} belongs to no group, or is none"))
        .collect();
    let shown = FIELDS.iter().filter(|(_, group)| map.keys(group).is_empty());
    wrong.extend(shown.map(|(field, group)| format!("policy {field}: the group {group} is empty")));
    wrong
}

/// The fields a protocol's file sets; limits and forge are tables of fields of their own.
fn fields_of(name: &str) -> Vec<String> {
    let json =
        serde_json::to_value(load_builtin(name, None).expect("it ships")).expect("a protocol is written");
    let fields = json.as_object().expect("as an object").iter();
    let named = fields.flat_map(|(key, value)| match value.as_object() {
        Some(inner) if ["limits", "forge"].contains(&key.as_str()) => {
            inner.keys().map(|sub| format!("{key}.{sub}")).collect()
        }
        // Where there is no forge there is no table, only its absence.
        None if key == "forge" => Vec::new(),
        Some(_) | None => vec![key.clone()],
    });
    named.collect()
}

/// Every severity word that is read has a row somewhere; every choice and state is in its list.
fn words(map: &Map) -> Vec<String> {
    let keys = map.keys("severity");
    let listed: BTreeSet<String> =
        set(keys.iter().filter_map(|key| key.split('/').nth(1)).map(str::to_lowercase));
    let read =
        literals(between(WORDS, "pub fn severity(", "_ => None")).filter(|word| !SPELLINGS.contains(word));
    let unlisted =
        read.filter(|word| !listed.contains(*word)).map(|word| format!("severity word {word} has no row"));
    let mut wrong: Vec<String> = unlisted.collect();
    let choices = set(Choice::ALL.map(Choice::word));
    let differ = set(variants(CHOICES, "Choice"));
    wrong
        .extend(differ.symmetric_difference(&choices).map(|word| format!("Choice::ALL and {word} disagree")));
    let states = set(Status::ALL.map(|status| status.word().replace(' ', "-")));
    wrong.extend(
        set(variants(STATES, "Status"))
            .symmetric_difference(&states)
            .map(|word| format!("Status::ALL and {word} disagree")),
    );
    let offered = options();
    let unoffered =
        choices.iter().filter(|word| !offered.iter().any(|key| key.ends_with(&format!("/{word}"))));
    wrong.extend(unoffered.map(|word| format!("{word} is offered by no protocol")));
    wrong
}

/// Every rule of a verdict, every reason to wait and every reason to climb stands in what some row must show.
fn reasons(map: &Map) -> Vec<String> {
    let shown = |what: &str| map.fragments().any(|fragment| fragment.contains(what));
    let spaced = |word: String| word.replace('-', " ");
    let rules = variants(RULES, "Rule").into_iter().map(|word| format!(" by {}", spaced(word)));
    let pauses = variants(REASONS, "PauseReason").into_iter().map(|word| format!(" ({})", spaced(word)));
    let climbs = variants(REASONS, "Reason");
    let rows = map.keys("escalation");
    let unclimbed = climbs.into_iter().filter(|word| !rows.contains(&word.as_str()));
    let unshown = rules.chain(pauses).filter(|what| !shown(what)).map(|what| format!("no row shows{what}"));
    unshown.chain(unclimbed.map(|word| format!("escalation/{word} has no row"))).collect()
}

fn owed(map: &Map) -> Vec<String> {
    let found = set(map.rows.iter().filter(|row| row.owed).map(|row| format!("{}/{}", row.group, row.key)));
    let listed = set(OWED);
    found
        .symmetric_difference(&listed)
        .map(|row| format!("{row} is owed, or listed as owed, but not both"))
        .collect()
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).expect("the source still has what is read from it");
    let rest = &text[start..];
    &rest[..rest.find(to).expect("and its end")]
}

/// Everything between double quotes.
fn literals(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2)
}

//! Replies made to be slow to read, at two sizes: a reader that looks at each byte a bounded number of times takes
//! twice as long for twice the bytes. A ratio near four is a square, and a finding.

use std::time::{Duration, Instant};

use tribunal_core::dialect;
use tribunal_core::log;
use tribunal_core::protocol::Dialect;
use tribunal_core::reply;

use super::figure;

const NONCE: &str = "n0nce";
const MIB: usize = 1024 * 1024;

/// What reads a text.
#[derive(Clone, Copy)]
enum Door {
    Review(Dialect),
    Answers(Dialect),
    Envelope,
    Log,
}

/// A text that grows: a beginning, a piece that is repeated, an end.
struct Hostile {
    name: &'static str,
    door: Door,
    begin: &'static str,
    piece: &'static str,
    end: &'static str,
}

/// Measures hostile replies.
pub fn measure() {
    for hostile in lines().into_iter().chain(documents()).chain(objects()).chain(others()) {
        let (small, large) = (once(&hostile, 2 * MIB), once(&hostile, 4 * MIB));
        let ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-6);
        figure(
            &format!("hostile, {}", hostile.name),
            &format!("{:.0} ms at 2 MiB, {:.0} ms at 4 MiB, ratio {ratio:.1}", ms(small), ms(large)),
        );
    }
    many_keys();
}

/// One run is enough: a square shows, and the worst would take minutes if repeated.
fn once(hostile: &Hostile, bytes: usize) -> Duration {
    let times = bytes.saturating_sub(hostile.begin.len() + hostile.end.len() + 64) / hostile.piece.len();
    let text = format!("{}{}{}", hostile.begin, hostile.piece.repeat(times), hostile.end);
    timed(hostile.door, &text)
}

fn timed(door: Door, text: &str) -> Duration {
    let begun = Instant::now();
    match door {
        Door::Review(dialect) => drop(std::hint::black_box(dialect::read_review(dialect, text))),
        Door::Answers(dialect) => drop(std::hint::black_box(dialect::read_answers(dialect, text))),
        Door::Envelope => drop(std::hint::black_box(reply::open_envelope(text, NONCE))),
        Door::Log => drop(std::hint::black_box(log::read(text))),
    }
    begun.elapsed()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn hostile(name: &'static str, door: Door, [begin, piece, end]: [&'static str; 3]) -> Hostile {
    Hostile { name, door, begin, piece, end }
}

fn lines() -> Vec<Hostile> {
    let review = Door::Review(Dialect::IssueLines);
    let answers = Door::Answers(Dialect::IssueLines);
    let pass = "\nVERDICT: PASS\n";
    vec![
        hostile("issue lines: opening brackets", review, ["", "[", pass]),
        hostile("issue lines: nested severities", review, ["x ", "[[MAJOR]", pass]),
        hostile("issue lines: numbers on one line", review, ["see ", "[ISSUE-1] x ", pass]),
        hostile(
            "issue lines: different numbers, one line",
            review,
            ["see ", "[ISSUE-1] x [ISSUE-2] y ", pass],
        ),
        hostile("issue lines: numbers in a row, one text", review, ["", "[ISSUE-1], ", "[MAJOR] text\n"]),
        hostile("issue lines: numbers and open rounds", review, ["see ", "[ISSUE-1](", pass]),
        hostile("issue lines: few numbers, long text", review, [NUMBERS, "text ", pass]),
        hostile("issue lines: short lines", review, ["", "[ISSUE-1] [MAJOR] x - a.rs:1 - y\n", pass]),
        hostile("issue lines: one long word", review, ["", "x", pass]),
        hostile("issue lines: dashes", review, ["[ISSUE-1] [MAJOR] ", "a.rs:1 - ", pass]),
        hostile("issue lines: places", review, ["[ISSUE-1] [MAJOR] x - ", "a.rs:1, ", pass]),
        hostile("issue lines: verdict words", review, ["x ", "verdict: ", pass]),
        hostile("issue lines: verdict lines", review, ["", "VERDICT: PASS\n", ""]),
        hostile("issue lines: verdict heads", review, ["", "final overall ", pass]),
        hostile("issue lines: bullets", review, ["", "- 1. [ ] > ", pass]),
        hostile("issue lines: cells", review, ["|", " a |", pass]),
        hostile("issue lines: escapes", review, ["", "\u{1b}[31", pass]),
        hostile("issue lines: fences", review, ["", "```\n", pass]),
        hostile("issue answers: numbers in a row", answers, ["Fixed:\n- ", "[ISSUE-1], ", ": done\n"]),
        hostile("issue answers: few numbers, long text", answers, [ANSWERS, "text ", "\n"]),
        hostile("issue answers: continued lines", answers, [ANSWERS, "\n  more", "\n"]),
        hostile("issue answers: disputes", answers, ["", "DISPUTE [ISSUE-1]: x\n", ""]),
        hostile(
            "issue answers: one long dispute",
            answers,
            ["DISPUTE [ISSUE-1], [ISSUE-2]:\n", "Reason: x\n", ""],
        ),
        hostile("issue answers: escalations", answers, ["", "ESCALATE: x\n", ""]),
    ]
}

/// Numbers that share one text.
const NUMBERS: &str =
    "[ISSUE-1], [ISSUE-2], [ISSUE-3], [ISSUE-4], [ISSUE-5], [ISSUE-6], [ISSUE-7], [ISSUE-8] [MAJOR] ";

/// Answers that share one text.
const ANSWERS: &str =
    "Fixed:\n- [ISSUE-1], [ISSUE-2], [ISSUE-3], [ISSUE-4], [ISSUE-5], [ISSUE-6], [ISSUE-7]: ";

fn documents() -> Vec<Hostile> {
    let review = Door::Review(Dialect::FindingsDocument);
    let answers = Door::Answers(Dialect::FindingsDocument);
    let (item, end) = ("## Critical Issues\n1. **[A]:** x\n", "\n## Summary\n- **Total:** 1\n");
    vec![
        hostile("document: File lines", review, [item, "   - **File:** src/a.rs:4\n", end]),
        hostile(
            "document: places in one File line",
            review,
            ["## Critical\n1. x\n   - **File:** a.rs:1", ", 2", end],
        ),
        hostile("document: quoted places", review, ["## Critical\n1. x\n   - **File:** ", "`a.rs` ", end]),
        hostile("document: lines of a long path", review, [LONG_PATH, ", 2", end]),
        hostile("document: items", review, ["## Critical Issues\n", "1. x\n", end]),
        hostile("document: fences", review, [item, "```\n", end]),
        hostile("document: headings", review, ["", "## Critical Issues\n", end]),
        hostile("document: quotation marks", review, [item, "> ", end]),
        hostile("document: rows", review, ["## Critical\n", "| a | b |\n|---|\n", end]),
        hostile("document: cells of one row", review, ["## Critical\n|", " a |", end]),
        hostile("document: brackets", review, ["## Critical\n1. **", "[", end]),
        hostile("document: stars", review, ["## Critical\n1. ", "**", end]),
        hostile("document: counts", review, [item, "x", "\n## Summary\nCritical: 1\n"]),
        hostile("document: summary lines", review, ["## Summary\n", "1 critical, 2 important ", "\n"]),
        hostile("document answers: ids", answers, ["- Fixed ", "1, ", ": done\n"]),
        hostile("document answers: few ids, long text", answers, [MANY_IDS, "text ", "\n"]),
        hostile("document answers: few ids, many lines", answers, [MANY_IDS, "x\n more", "\n"]),
        hostile("document answers: groups", answers, ["- Fixed 1: x\n", "- Commit group: a = 1\n", ""]),
        hostile("document answers: escalations", answers, ["", "- Escalate: x\n", ""]),
    ]
}

/// Ids that share one text.
const MANY_IDS: &str =
    "- Fixed 1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,A,B,C,D,E,F,G: ";

/// A place whose path is repeated for each of its lines.
const LONG_PATH: &str = "## Critical\n1. x\n   - **File:** src/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/ccccccccccccccccccccccccccccccccc.rs:1";

fn objects() -> Vec<Hostile> {
    let review = Door::Review(Dialect::Handoff);
    let pull = Door::Review(Dialect::PullReview);
    let end = "]}";
    vec![
        hostile("JSON: nested lists", review, ["{\"issues\": ", "[", ""]),
        hostile("JSON: nested objects", review, ["", "{\"a\":", ""]),
        hostile("JSON: objects in prose", review, ["x ", "{\"a\":1} ", ""]),
        hostile("JSON: braces in prose", review, ["x ", "{ ", ""]),
        hostile("JSON: open braces and quotes", review, ["x ", "{\"", ""]),
        hostile("JSON: huge numbers", review, ["{\"issues\": [", "1e400,", "1]}"]),
        hostile("JSON: one huge number", review, ["{\"issues\": [], \"x\": ", "9", "}"]),
        hostile("JSON: digits and signs, broken", review, ["{\"issues\": [", "1-", end]),
        hostile("JSON: escapes", review, ["{\"issues\": [], \"x\": \"", "\\n", "\"}"]),
        hostile("JSON: white space", review, ["{", " ", "\"issues\": []}"]),
        hostile(
            "JSON: rulings",
            review,
            ["{\"issues\": [], \"prior_issues_resolved\": [", "\"a\",", "\"a\"]}"],
        ),
        hostile("JSON: places", review, ["{\"issues\": [{\"location\": [", "\"a:1\",", "\"a:1\"]}]}"]),
        hostile(
            "JSON: empty findings",
            pull,
            ["{\"conclusion\": \"approve\", \"findings\": [", "{},", "{}]}"],
        ),
    ]
}

fn others() -> Vec<Hostile> {
    vec![
        hostile("envelope: nested objects", Door::Envelope, ["", "{\"a\":", ""]),
        hostile("envelope: closed nested objects", Door::Envelope, ["", "{\"a\":{\"b\":1},\"c\":", ""]),
        hostile("envelope: small objects", Door::Envelope, ["", "{\"a\":1}", ""]),
        hostile("envelope: own beginnings", Door::Envelope, ["x", "{\"nonce\":", ""]),
        hostile("envelope: foreign envelopes", Door::Envelope, ["", "<<<TRIBUNAL x\n", ""]),
        hostile(
            "envelope: the same again",
            Door::Envelope,
            ["", "<<<TRIBUNAL n0nce\nfiles: a\n\nx\nTRIBUNAL n0nce>>>\n", ""],
        ),
        hostile(
            "envelope: files",
            Door::Envelope,
            ["<<<TRIBUNAL n0nce\nfiles: ", "a,", "\n\nx\nTRIBUNAL n0nce>>>\n"],
        ),
        hostile(
            "envelope: quoted files",
            Door::Envelope,
            ["<<<TRIBUNAL n0nce\nfiles: ", "\"a\",", "\n\nx\nTRIBUNAL n0nce>>>\n"],
        ),
        hostile("envelope: escapes", Door::Envelope, ["", "\u{1b}]", ""]),
        hostile("log: broken lines", Door::Log, ["", "{\"seq\":1}\n", ""]),
        hostile("log: one deep line", Door::Log, ["", "[", "\n{}\n"]),
    ]
}

/// Half a million members of one object, which no repeated piece gives: the keys must differ.
fn many_keys() {
    let keys = |n: usize| (0..n).map(|k| format!("\"k{k}\":1,")).collect::<String>();
    let text = |n| format!("{{{}\"issues\":[]}}", keys(n));
    let time = |n| timed(Door::Review(Dialect::Handoff), &text(n));
    let (small, large) = (time(250_000), time(500_000));
    figure(
        "hostile, JSON: different keys",
        &format!("{:.0} ms for 250,000, {:.0} ms for 500,000", ms(small), ms(large)),
    );
    let sealed = |n| format!("{{\"nonce\":\"{NONCE}\",{}\"files_read\":[],\"result\":{{}}}}", keys(n));
    let time = |n| timed(Door::Envelope, &sealed(n));
    let (small, large) = (time(250_000), time(500_000));
    figure(
        "hostile, envelope: different keys",
        &format!("{:.0} ms for 250,000, {:.0} ms for 500,000", ms(small), ms(large)),
    );
}

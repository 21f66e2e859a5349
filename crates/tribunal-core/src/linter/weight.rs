//! How bad a result is: SARIF's kinds and levels, security scores, and rdjson's severities, on the canonical scale.
//!
//! | said | severity |
//! |---|---|
//! | `error`, `ERROR` | high |
//! | `warning`, `WARNING` | medium |
//! | `note`, `INFO` | low |
//! | kind `review` or `open` | medium: somebody has to look |
//! | security score 9.0 and more, 7.0, 4.0, above 0 | critical, high, medium, low; the worse of score and level counts |
//! | a word or score that is none of these | critical, and flagged |
//! | kind `pass`, `notApplicable`, `informational`; level `none` without a score | not reported |

use crate::dialect::json::{Json, Notes, note, shown};
use crate::dialect::{SeverityRead, severity};
use crate::domain::Severity;

/// What a result comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// A defect, this bad.
    Defect(SeverityRead),
    /// No defect.
    Passed,
    /// A defect to which the linter gives no weight.
    Unrated,
}

/// Weighs a SARIF result: its kind, the level in force for it, its score.
pub(super) fn weigh(
    kind: Option<&str>,
    level: Option<&str>,
    score: Option<&Json<'_>>,
    place: &str,
    notes: &mut Notes,
) -> Weight {
    let by_kind = match kind {
        None | Some("fail") => of_level(level.unwrap_or("warning"), place, notes),
        Some("pass" | "notApplicable" | "informational") => return Weight::Passed,
        Some("review" | "open") => {
            // Their level is `none` by the standard; they say that nobody has decided yet.
            let stated = level.filter(|level| *level != "none");
            stated.map_or(Some(known(Severity::Medium)), |level| of_level(level, place, notes))
        }
        Some(other) => {
            note(notes, place, format!("unknown kind {}; read as fail", shown(other)));
            of_level(level.unwrap_or("warning"), place, notes)
        }
    };
    let by_score = score.and_then(|score| of_score(score, place, notes));
    let worst = by_kind.into_iter().chain(by_score).max_by_key(|read| (read.severity, !read.known));
    worst.map_or(Weight::Unrated, Weight::Defect)
}

/// An rdjson severity; a missing one is unknown, and the format's own word for that is too.
pub(super) fn of_word(word: Option<&str>, place: &str, notes: &mut Notes) -> SeverityRead {
    match word {
        Some("ERROR") => known(Severity::High),
        Some("WARNING") => known(Severity::Medium),
        Some("INFO") => known(Severity::Low),
        Some(other) => {
            note(notes, place, format!("unknown severity {}; read as critical", shown(other)));
            SeverityRead::UNKNOWN
        }
        None => {
            note(notes, place, "\"severity\" is missing; read as critical");
            SeverityRead::UNKNOWN
        }
    }
}

fn of_level(level: &str, place: &str, notes: &mut Notes) -> Option<SeverityRead> {
    match level {
        "error" => Some(known(Severity::High)),
        "warning" => Some(known(Severity::Medium)),
        "note" => Some(known(Severity::Low)),
        "none" => None,
        other => {
            note(notes, place, format!("unknown level {}; read as critical", shown(other)));
            Some(SeverityRead::UNKNOWN)
        }
    }
}

/// Longest text that is a score or a word.
const SCORE_BYTES_MAX: usize = 64;

/// A score from 0 to 10, as a number or a text; some linters write a word there. 0 is no weight at all.
fn of_score(score: &Json<'_>, place: &str, notes: &mut Notes) -> Option<SeverityRead> {
    let number = match score {
        Json::Whole(_) | Json::Other(_) => serde_json::to_string(score).ok(),
        Json::Text(text) if text.len() <= SCORE_BYTES_MAX => Some(text.trim().to_owned()),
        Json::Text(_) => None,
        Json::Null | Json::Bool(_) | Json::List(_) | Json::Object(_) => None,
    };
    let number = number.unwrap_or_default();
    match number.parse::<f64>() {
        Ok(score) if (9.0..=10.0).contains(&score) => Some(known(Severity::Critical)),
        Ok(score) if (7.0..9.0).contains(&score) => Some(known(Severity::High)),
        Ok(score) if (4.0..7.0).contains(&score) => Some(known(Severity::Medium)),
        Ok(score) if score > 0.0 && score < 4.0 => Some(known(Severity::Low)),
        Ok(0.0) => None,
        Ok(_) | Err(_) => {
            let read = severity(&number);
            if !read.known {
                note(notes, place, format!("unknown security score {}; read as critical", shown(&number)));
            }
            Some(read)
        }
    }
}

fn known(severity: Severity) -> SeverityRead {
    SeverityRead { severity, known: true }
}

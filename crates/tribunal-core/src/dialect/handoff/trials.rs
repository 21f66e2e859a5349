//! The QA loop's documents: `test_tracking` from QA, `qa_response` from the author. Claims both; the engine compares
//! them with its own run.

use serde::Serialize;

use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Notes, document, written};
use crate::domain::Complaint;

/// What QA says about the tests of an iteration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TestTracking {
    /// The iteration it is about.
    pub iteration: u32,
    /// What failed at the start.
    pub original_failures: Vec<String>,
    /// Of those, what passes now.
    pub fixed_since_start: Vec<String>,
    /// Of those, what still fails.
    pub still_failing: Vec<String>,
    /// What fails now and did not at the start.
    pub new_failures: Vec<String>,
    /// QA's own word on progress; recomputed by the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress_made: Option<bool>,
}

/// What an author says about the tests it was sent back for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct QaResponse {
    /// Tests it says pass now.
    pub tests_fixed: Vec<String>,
    /// Tests it says still fail.
    pub tests_remaining: Vec<String>,
    /// Its own word on progress; recomputed by the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress_made: Option<bool>,
}

/// Reads `{"test_tracking": {...}}` with what was odd about it. The lists of what fails must be there: a missing one
/// must not read as "nothing fails".
pub fn read_test_tracking(text: &str) -> Result<(TestTracking, Vec<Complaint>), Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut odd = Notes::new();
    let said = fields.child("test_tracking")?.ok_or_else(|| fields.wrong("\"test_tracking\" is missing"))?;
    said.list("still_failing")?;
    said.list("new_failures")?;
    let tracking = TestTracking {
        iteration: said.count("iteration")?.ok_or_else(|| said.wrong("\"iteration\" is missing"))?,
        original_failures: said.texts("original_failures", &mut odd)?,
        fixed_since_start: said.texts("fixed_since_start", &mut odd)?,
        still_failing: said.texts("still_failing", &mut odd)?,
        new_failures: said.texts("new_failures", &mut odd)?,
        progress_made: said.flag("progress_made", &mut odd),
    };
    Ok((tracking, odd))
}

/// Writes `{"test_tracking": {...}}`.
pub fn write_test_tracking(tracking: &TestTracking) -> String {
    #[derive(Serialize)]
    struct Written<'a> {
        test_tracking: &'a TestTracking,
    }
    written(&Written { test_tracking: tracking })
}

/// Reads `{"qa_response": {...}}` with what was odd about it.
pub fn read_qa_response(text: &str) -> Result<(QaResponse, Vec<Complaint>), Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut odd = Notes::new();
    let said = qa_response_in(&fields, &mut odd)?;
    Ok((said.ok_or_else(|| fields.wrong("\"qa_response\" is missing"))?, odd))
}

/// Writes `{"qa_response": {...}}`.
pub fn write_qa_response(response: &QaResponse) -> String {
    #[derive(Serialize)]
    struct Written<'a> {
        qa_response: &'a QaResponse,
    }
    written(&Written { qa_response: response })
}

pub(super) fn qa_response_in(fields: &Fields<'_>, odd: &mut Notes) -> Result<Option<QaResponse>, Unreadable> {
    let Some(said) = fields.child("qa_response")? else { return Ok(None) };
    said.list("tests_remaining")?;
    Ok(Some(QaResponse {
        tests_fixed: said.texts("tests_fixed", odd)?,
        tests_remaining: said.texts("tests_remaining", odd)?,
        progress_made: said.flag("progress_made", odd),
    }))
}

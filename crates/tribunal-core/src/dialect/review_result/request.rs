//! The `review_request` an orchestrator sends to one reviewer.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::dialect::Unreadable;
use crate::dialect::json::{Fields, Notes, document, written};

/// What a reviewer looks at unless told otherwise.
pub const FOCUS_DEFAULT: [&str; 3] =
    ["Security vulnerabilities", "Spec compliance", "Integration correctness"];

/// Most words of a summary that are shown unless told otherwise.
pub const MAX_WORDS_DEFAULT: u32 = 200;

/// What one reviewer is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewRequest {
    /// Who is asked.
    pub reviewer: String,
    /// Whose work it is about; never the reviewer's own.
    pub targets: Vec<String>,
    /// One `<agent>_summary` per target (see `summary_key`), and whatever else the reviewer should know.
    pub context: BTreeMap<String, String>,
    /// What to look at.
    pub focus_areas: Vec<String>,
    /// Most words of the summary that will be shown; issues are never cut.
    pub max_words: u32,
}

impl ReviewRequest {
    /// A request about some targets, with the default focus and length and no context.
    pub fn new(reviewer: &str, targets: &[String]) -> Self {
        Self {
            reviewer: reviewer.to_owned(),
            targets: targets.to_vec(),
            context: BTreeMap::new(),
            focus_areas: FOCUS_DEFAULT.map(str::to_owned).to_vec(),
            max_words: MAX_WORDS_DEFAULT,
        }
    }
}

/// The context key of an agent's summary.
pub fn summary_key(agent: &str) -> String {
    format!("{agent}_summary")
}

/// Writes a request.
pub fn write_request(request: &ReviewRequest) -> String {
    written(&Written {
        kind: "review_request",
        reviewer: &request.reviewer,
        targets: &request.targets,
        context: &request.context,
        focus_areas: &request.focus_areas,
        max_words: request.max_words,
    })
}

/// Reads a request.
pub fn read_request(text: &str) -> Result<ReviewRequest, Unreadable> {
    let json = document(text)?;
    let fields = Fields::of(&json, "reply")?;
    let mut odd = Notes::new();
    if fields.word("type") != Some("review_request") {
        return Err(fields.wrong("\"type\" must be \"review_request\""));
    }
    let request = ReviewRequest {
        reviewer: fields.text("reviewer", &mut odd),
        targets: fields.texts("targets", &mut odd)?,
        context: context(&fields, &mut odd)?,
        focus_areas: fields.texts("focus_areas", &mut odd)?,
        max_words: fields.count("max_words")?.unwrap_or(MAX_WORDS_DEFAULT),
    };
    // A request is ours; unlike an agent's reply there is nobody whose oddities we would have to keep.
    match odd.into_iter().next() {
        Some(complaint) => Err(Unreadable(complaint)),
        None => Ok(request),
    }
}

fn context(fields: &Fields<'_>, odd: &mut Notes) -> Result<BTreeMap<String, String>, Unreadable> {
    let Some(context) = fields.child("context")? else { return Ok(BTreeMap::new()) };
    Ok(context.keys().map(|key| (key.to_owned(), context.text(key, odd))).collect())
}

#[derive(Serialize)]
struct Written<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    reviewer: &'a str,
    targets: &'a [String],
    context: &'a BTreeMap<String, String>,
    focus_areas: &'a [String],
    max_words: u32,
}

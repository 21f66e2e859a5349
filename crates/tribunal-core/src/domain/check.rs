//! Results of what the engine itself had run: project checks and tests.

use serde::{Deserialize, Serialize};

/// How a project check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStatus {
    /// It passed.
    Green,
    /// It failed, timed out, or could not run: a check that did not run has not passed.
    Red,
}

/// One project check's result on one commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckResult {
    /// Its name in the configuration.
    pub name: String,
    /// Green or red.
    pub status: CheckStatus,
    /// The end of its output, bounded by the host; shown to the author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// How one test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestStatus {
    /// Passed.
    Passed,
    /// Failed.
    Failed,
    /// Was not run.
    Skipped,
}

/// One test's result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// How it ended.
    pub status: TestStatus,
}

/// Where test names and results come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestSource {
    /// The engine's own run named them.
    Engine,
    /// The QA agent named them; flagged.
    Agent,
}

/// One run of the project's tests on one commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestRun {
    /// Who named the tests.
    pub source: TestSource,
    /// Each test, by name; none means no test ran.
    pub results: Vec<TestResult>,
}

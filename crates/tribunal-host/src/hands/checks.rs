//! Runs the project's checks and tests on a commit. One that did not run has not passed.

use std::collections::BTreeMap;
use std::time::Duration;

use tribunal_core::domain::{CheckResult, CheckStatus, Commit, TestResult, TestRun, TestSource, TestStatus};
use tribunal_core::engine::{Effect, Failure, Input};

use super::ask::NO_SANDBOX;
use super::change::told;
use super::program::Program;
use super::{Done, Hands, Performed, said};
use crate::git::CheckoutLimits;
use crate::process::{Cancel, Ended, How};

/// Longest time one check may take.
const WALL: Duration = Duration::from_secs(30 * 60);

/// Most of a check's output that is shown to the author, in characters.
const SHOWN_MAX: usize = 4_000;

impl Hands {
    pub(super) fn run_checks(&self, effect: &Effect, head: &Commit, cancel: &Cancel) -> Performed {
        let Some(ran) = self.run_all(&self.order.checks, effect, head, cancel)? else {
            return Ok(Done::Stopped);
        };
        let result = |(name, ended): (String, Result<Ended, String>)| {
            let green = ended.as_ref().is_ok_and(|ended| ended.how == How::Exited(0));
            let status = if green { CheckStatus::Green } else { CheckStatus::Red };
            CheckResult { name, status, output: if green { String::new() } else { output(ended) } }
        };
        Ok(said(Input::ChecksRan { head: head.clone(), results: ran.into_iter().map(result).collect() }))
    }

    pub(super) fn run_tests(&self, effect: &Effect, head: &Commit, cancel: &Cancel) -> Performed {
        if self.order.tests.is_empty() || !self.order.unsandboxed {
            return Ok(said(Input::TestsFailed { failure: Failure::Missing }));
        }
        let Some(ran) = self.run_all(&self.order.tests, effect, head, cancel)? else {
            return Ok(Done::Stopped);
        };
        let result = |(name, ended): (String, Result<Ended, String>)| {
            let passed = ended.is_ok_and(|ended| ended.how == How::Exited(0));
            TestResult { name, status: if passed { TestStatus::Passed } else { TestStatus::Failed } }
        };
        let run = TestRun { source: TestSource::Engine, results: ran.into_iter().map(result).collect() };
        Ok(said(Input::TestsRan { head: head.clone(), run }))
    }

    /// Runs commands one after the other, each in a checkout of its own. None if told to stop.
    #[allow(
        clippy::type_complexity,
        reason = "each command by name, with how it ended or why it did not run"
    )]
    fn run_all(
        &self,
        commands: &BTreeMap<String, Vec<String>>,
        effect: &Effect,
        head: &Commit,
        cancel: &Cancel,
    ) -> Result<Option<Vec<(String, Result<Ended, String>)>>, String> {
        let mut all = Vec::new();
        for (name, command) in commands {
            if !self.order.unsandboxed {
                all.push((name.clone(), Err(NO_SANDBOX.to_owned())));
                continue;
            }
            let tree = self.fresh(&effect.key, "tree")?;
            self.repository().checkout(head, &tree, &CheckoutLimits::default()).map_err(|e| told(&e))?;
            let program = Program {
                key: &effect.key,
                command,
                environment: &self.order.check_environment,
                directory: &tree,
                input: None,
                wall: WALL,
                idle: WALL,
            };
            let Some(ended) = self.program(&program, cancel)? else { return Ok(None) };
            Self::clear(&tree);
            all.push((name.clone(), Ok(ended)));
        }
        Ok(Some(all))
    }
}

/// The end of what a check printed, for the author.
fn output(ended: Result<Ended, String>) -> String {
    let ended = match ended {
        Ok(ended) => ended,
        Err(why) => return why,
    };
    let how = match &ended.how {
        How::Exited(code) => format!("exited with {code}"),
        How::Signalled(signal) => format!("ended by signal {signal}"),
        How::TimedOut(_) => "took too long".to_owned(),
        How::Cancelled => "was told to stop".to_owned(),
        How::Lost(why) | How::Broken(why) => why.clone(),
    };
    let printed = [ended.stdout.as_slice(), ended.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&printed);
    let skip = text.chars().count().saturating_sub(SHOWN_MAX);
    format!("{how}\n{}", text.chars().skip(skip).collect::<String>())
}

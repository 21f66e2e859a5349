//! The one canonical scale. Dialects have their own words; inside there is only this.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad a finding is. The order is the order of badness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Never counted, never blocks.
    Remark,
    /// Style, convention, naming.
    Low,
    /// Worth doing, seldom a reason to stop.
    Medium,
    /// Wrong behaviour.
    High,
    /// Security, data loss, crash.
    Critical,
}

impl Severity {
    /// All that are counted, worst first.
    pub const COUNTED: [Severity; 4] = [Severity::Critical, Severity::High, Severity::Medium, Severity::Low];

    /// The canonical word.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Remark => "remark",
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
            Severity::Critical => "critical",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How many findings of each counted severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Critical ones.
    pub critical: u32,
    /// High ones.
    pub high: u32,
    /// Medium ones.
    pub medium: u32,
    /// Low ones.
    pub low: u32,
}

impl Counts {
    /// Counts one more; a remark is never counted.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Remark => {}
            Severity::Low => self.low += 1,
            Severity::Medium => self.medium += 1,
            Severity::High => self.high += 1,
            Severity::Critical => self.critical += 1,
        }
    }

    /// How many of this severity.
    pub fn of(&self, severity: Severity) -> u32 {
        match severity {
            Severity::Remark => 0,
            Severity::Low => self.low,
            Severity::Medium => self.medium,
            Severity::High => self.high,
            Severity::Critical => self.critical,
        }
    }

    /// How many at this severity or worse.
    pub fn at_least(&self, floor: Severity) -> u32 {
        Severity::COUNTED.iter().filter(|s| **s >= floor).map(|s| self.of(*s)).sum()
    }

    /// How many in all.
    pub fn total(&self) -> u32 {
        self.at_least(Severity::Low)
    }
}

impl FromIterator<Severity> for Counts {
    fn from_iter<I: IntoIterator<Item = Severity>>(severities: I) -> Self {
        let mut counts = Counts::default();
        severities.into_iter().for_each(|s| counts.add(s));
        counts
    }
}

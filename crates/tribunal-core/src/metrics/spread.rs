//! Two ways to say many numbers with few: how they spread, and how many of how many.

use serde::Serialize;

/// How whole numbers spread. Ranks are nearest ranks: each figure is one that really occurred.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// How many numbers.
    pub count: u32,
    /// The one in the middle.
    pub median: u64,
    /// Nine in ten are no more than this.
    pub p90: u64,
    /// The most.
    pub max: u64,
    /// The mean in thousandths.
    pub mean_milli: u64,
}

impl Spread {
    /// The spread of these numbers; all zero where there are none.
    pub fn of(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        let Some(max) = numbers.last().copied() else { return Self::default() };
        let rank = |percent: usize| numbers[(numbers.len() * percent).div_ceil(100).saturating_sub(1)];
        let sum: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
        let mean = sum * 1_000 / numbers.len() as u128;
        Self {
            count: u32::try_from(numbers.len()).unwrap_or(u32::MAX),
            median: rank(50),
            p90: rank(90),
            max,
            mean_milli: u64::try_from(mean).unwrap_or(u64::MAX),
        }
    }
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many.
    pub part: u32,
    /// Of how many.
    pub of: u32,
    /// In thousandths, rounded down; none where there was nothing to count.
    pub per_mille: Option<u32>,
}

impl Share {
    /// Counts one more, which is a part of it or not.
    pub(super) fn add(&mut self, is_part: bool) {
        self.part = self.part.saturating_add(u32::from(is_part));
        self.of = self.of.saturating_add(1);
        let ratio = u64::from(self.part) * 1_000 / u64::from(self.of);
        self.per_mille = u32::try_from(ratio).ok();
    }
}

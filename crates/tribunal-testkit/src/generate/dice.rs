//! A small seeded source of choices (splitmix64). The same seed gives the same choices on every machine.

/// Chooses.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Dice that always fall the same way for a seed.
    pub fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give neighbouring runs.
        let mut dice = Self(seed ^ 0x5851_F42D_4C95_7F2D);
        dice.roll();
        dice
    }

    /// Sixty-four bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 for an `n` of 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.roll() % n).unwrap_or(0)
    }

    /// True this often in a hundred times.
    pub fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of them.
    ///
    /// # Panics
    /// If there is nothing to pick from.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of them, the heavier the more often.
    ///
    /// # Panics
    /// If there is nothing to weigh.
    pub fn weigh<T: Copy>(&mut self, from: &[(usize, T)]) -> T {
        let mut at = self.below(from.iter().map(|(weight, _)| weight).sum());
        for (weight, thing) in from {
            if at < *weight {
                return *thing;
            }
            at -= weight;
        }
        from[0].1
    }

    /// The same things in another order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }
}

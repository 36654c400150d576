//! The largest of many keys.

/// Keeps the largest keys, in time that grows with their number only.
pub(super) struct TopKeys {
    most: usize,
    keys: Vec<u64>,
    /// Smaller keys are not among the largest.
    least: u64,
    seen: u64,
}

/// How many keys more than needed are kept at least before the smallest are dropped.
const ROOM: usize = 1024;

impl TopKeys {
    pub(super) fn new(most: usize) -> TopKeys {
        TopKeys { most, keys: Vec::new(), least: 0, seen: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, key: u64) {
        self.seen += 1;
        if key >= self.least && self.most > 0 {
            self.keys.push(key);
            if self.keys.len() >= self.most.saturating_mul(2).saturating_add(ROOM) {
                self.keys.select_nth_unstable_by(self.most - 1, |one, other| other.cmp(one));
                self.keys.truncate(self.most);
                self.least = self.keys[self.most - 1];
            }
        }
    }

    /// How many keys were added.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// The largest first.
    pub(super) fn into_sorted(mut self) -> Vec<u64> {
        if self.keys.len() > self.most {
            self.keys.select_nth_unstable_by(self.most, |one, other| other.cmp(one));
            self.keys.truncate(self.most);
        }
        self.keys.sort_unstable_by(|one, other| other.cmp(one));
        self.keys
    }
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    #[test]
    fn the_largest_are_kept_in_order() {
        let mut rng = Rng::new(4);
        for most in [0, 1, 2, 50, 3000, 20_000, usize::MAX] {
            let mut keys: Vec<u64> = (0..10_000).map(|_| rng.next_u64() % 20_000).collect();
            keys.sort_unstable();
            keys.dedup();
            for backward in [false, true] {
                let mut top = TopKeys::new(most);
                let mut shuffled = keys.clone();
                match backward {
                    true => shuffled.reverse(),
                    false => {
                        (1..keys.len()).for_each(|at| shuffled.swap(at, rng.below(at as u32 + 1) as usize))
                    }
                }
                shuffled.iter().for_each(|key| top.add(*key));
                assert_eq!(top.seen(), keys.len() as u64);
                let expected: Vec<u64> = keys.iter().rev().take(most).copied().collect();
                assert_eq!(top.into_sorted(), expected, "{most}");
            }
        }
    }
}

//! How hard a champion tries: the options that all of them share.

use std::time::Duration;

use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;

/// How hard a champion tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// 1 to 10.
    pub level: u32,
    /// What it may look at for one answer, if that was said.
    nodes: Option<u64>,
    /// What it may spend on one answer, if that was said.
    time: Option<Duration>,
    /// How many threads think, if so many can at the same time.
    pub threads: usize,
}

/// In how many of a hundred answers each level says the first thing that comes
/// to its mind: level 1 loses to a child, and each level to the next.
const SLIPS: [u32; 10] = [75, 55, 40, 28, 19, 12, 7, 3, 1, 0];

impl Effort {
    /// The greatest level, which makes no slips.
    pub const TOP_LEVEL: u32 = SLIPS.len() as u32;

    /// See [`Effort::OPTIONS`].
    pub const LEVEL: OptionSpec =
        OptionSpec::integer("level", 1, 10, 10, "1 loses to a child, 10 tries its best");
    /// See [`Effort::OPTIONS`].
    pub const NODES: OptionSpec = OptionSpec::integer(
        "nodes",
        0,
        1_000_000_000,
        0,
        "what it looks at for a move at most (0: as usual)",
    );
    /// See [`Effort::OPTIONS`].
    pub const TIME: OptionSpec = OptionSpec::integer(
        "time",
        0,
        1_000_000,
        0,
        "milliseconds for a move at most, instead of nodes (0: as usual)",
    );
    /// See [`Effort::OPTIONS`].
    pub const THREADS: OptionSpec = OptionSpec::integer(
        "threads",
        1,
        64,
        1,
        "how many threads think; more than one needs --clock-by wall",
    );

    /// The options of a champion.
    pub const OPTIONS: &'static [OptionSpec] = &[Effort::LEVEL, Effort::NODES, Effort::TIME, Effort::THREADS];

    /// From the options of a player, of which any may be missing.
    pub fn read(options: &OptionValues) -> Effort {
        let has = |spec: &OptionSpec| options.get(spec.key).is_some();
        let number = |spec: &OptionSpec| if has(spec) { options.integer::<u64>(spec.key) } else { 0 };
        let said = |spec: &OptionSpec| Some(number(spec)).filter(|number| *number > 0);
        Effort {
            level: if has(&Effort::LEVEL) { options.integer(Effort::LEVEL.key) } else { Effort::TOP_LEVEL },
            nodes: said(&Effort::NODES),
            time: said(&Effort::TIME).map(Duration::from_millis),
            threads: said(&Effort::THREADS).unwrap_or(1) as usize,
        }
    }

    /// What it may look at for one answer: what was said, or the player's
    /// `usual` unless it goes by time. Each level below the top looks at half of
    /// what the next one does.
    pub fn nodes(&self, usual: u64) -> Option<u64> {
        let handicap = Effort::TOP_LEVEL - self.level;
        let full = self.nodes.or(if self.time.is_some() { None } else { Some(usual) });
        // A weak player that goes by time would still be a strong one.
        let full = full.or((handicap > 0).then_some(usual));
        full.map(|nodes| (nodes >> handicap).max(1))
    }

    /// What it will look at for one answer, more or less, to make room for it.
    pub fn expected(&self, usual: u64) -> u64 {
        const A_MILLISECOND: u64 = 10_000;
        let by_time = || self.time.map_or(usual, |time| time.as_millis() as u64 * A_MILLISECOND);
        self.nodes(usual).unwrap_or_else(by_time)
    }

    /// What it wants to spend on one answer at most.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Whether this answer is one of those that are not thought about.
    pub fn slips(&self, rng: &mut Rng) -> bool {
        let chance = SLIPS[(self.level.clamp(1, Effort::TOP_LEVEL) - 1) as usize];
        chance > 0 && rng.below(100) < chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_goes_before_what_is_usual() {
        for (list, nodes, time) in [
            ("", Some(1000), None),
            ("nodes=70", Some(70), None),
            ("time=5", None, Some(Duration::from_millis(5))),
            ("time=5,nodes=70", Some(70), Some(Duration::from_millis(5))),
            ("level=9", Some(500), None),
            ("level=1", Some(1), None),
            ("level=7,nodes=80", Some(10), None),
            ("level=9,time=5", Some(500), Some(Duration::from_millis(5))),
        ] {
            let mut values = OptionValues::defaults(Effort::OPTIONS);
            values.set_list(list).expect("options");
            let effort = Effort::read(&values);
            assert_eq!((effort.nodes(1000), effort.time()), (nodes, time), "{list}");
        }
        assert_eq!(Effort::read(&OptionValues::defaults(&[])).level, Effort::TOP_LEVEL);
    }

    #[test]
    fn only_the_top_level_never_slips() {
        let share = |level| {
            let effort = Effort { level, nodes: None, time: None, threads: 1 };
            let mut rng = Rng::new(1);
            (0..10_000).filter(|_| effort.slips(&mut rng)).count()
        };
        let shares: Vec<usize> = (1..=Effort::TOP_LEVEL).map(share).collect();
        assert!(shares.is_sorted_by(|weak, strong| weak > strong), "{shares:?}");
        assert_eq!(shares.last(), Some(&0));
    }
}

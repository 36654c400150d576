//! The options that all searching players share: level, nodes, time, threads.

use std::time::Duration;

use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;

/// How strongly a player searches, as its options say.
///
/// ```
/// use games::common::options::OptionValues;
/// use gridiron_ai::SearchOptions;
///
/// let mut values = OptionValues::defaults(SearchOptions::OPTIONS);
/// values.set_list("nodes=1000,level=9").expect("options");
/// let options = SearchOptions::read(&values);
/// assert_eq!(options.nodes(50_000), Some(500), "level 9 searches half of what level 10 does");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Playing level, 1 to 10.
    pub level: u32,
    /// The limit of nodes per move, if one was given.
    nodes: Option<u64>,
    /// The limit of time per move, if one was given.
    time: Option<Duration>,
    /// Search threads; a search never starts more than there are cores.
    pub threads: usize,
}

/// How often each level blunders, from level 1: the percentage of random moves.
/// Level 1 loses to a beginner, and each level loses to the next.
const BLUNDER_PERCENT: [u32; 10] = [75, 55, 40, 28, 19, 12, 7, 3, 1, 0];

impl SearchOptions {
    /// The highest level. It never blunders.
    pub const TOP_LEVEL: u32 = BLUNDER_PERCENT.len() as u32;

    /// `level`: strength from 1 to 10.
    pub const LEVEL: OptionSpec =
        OptionSpec::integer("level", 1, 10, 10, "strength: 1 is for beginners, 10 is full strength");
    /// `nodes`: positions per move.
    pub const NODES: OptionSpec = OptionSpec::integer(
        "nodes",
        0,
        1_000_000_000,
        0,
        "positions searched per move (0: the default number)",
    );
    /// `time`: time per move.
    pub const TIME: OptionSpec = OptionSpec::milliseconds(
        "time",
        0,
        1_000_000,
        0,
        "time per move, 20ms or 0.5s, instead of nodes (20 means 20ms; 0: no limit)",
    );
    /// `threads`: search threads.
    pub const THREADS: OptionSpec =
        OptionSpec::integer("threads", 1, 64, 1, "search threads; more than one needs --clock-by wall");

    /// All of them, as champions take them.
    pub const OPTIONS: &'static [OptionSpec] =
        &[SearchOptions::LEVEL, SearchOptions::NODES, SearchOptions::TIME, SearchOptions::THREADS];

    /// Reads a player's option values. Options that the player does not have get their
    /// defaults.
    pub fn read(options: &OptionValues) -> SearchOptions {
        let has = |spec: &OptionSpec| options.get(spec.key).is_some();
        let number = |spec: &OptionSpec| if has(spec) { options.integer::<u64>(spec.key) } else { 0 };
        let said = |spec: &OptionSpec| Some(number(spec)).filter(|number| *number > 0);
        SearchOptions {
            level: if has(&SearchOptions::LEVEL) {
                options.integer(SearchOptions::LEVEL.key)
            } else {
                SearchOptions::TOP_LEVEL
            },
            nodes: said(&SearchOptions::NODES),
            time: said(&SearchOptions::TIME).map(Duration::from_millis),
            threads: said(&SearchOptions::THREADS).unwrap_or(1) as usize,
        }
    }

    /// The limit of nodes per move: the given one, else the player's `usual` one, else
    /// `None` if time is limited. Each level searches half the nodes of the next.
    pub fn nodes(&self, usual: u64) -> Option<u64> {
        let handicap = SearchOptions::TOP_LEVEL - self.level;
        let full = self.nodes.or(if self.time.is_some() { None } else { Some(usual) });
        // Limited by time alone, a low level would still be strong.
        let full = full.or((handicap > 0).then_some(usual));
        full.map(|nodes| (nodes >> handicap).max(1))
    }

    /// About how many nodes it will visit per move: to choose the size of its table.
    pub fn expected_nodes(&self, usual: u64) -> u64 {
        const NODES_PER_MILLISECOND: u64 = 10_000;
        let by_time = || self.time.map_or(usual, |time| time.as_millis() as u64 * NODES_PER_MILLISECOND);
        self.nodes(usual).unwrap_or_else(by_time)
    }

    /// The limit of time per move; `None` for no limit of its own.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Draws whether to play a random move now, as lower levels do.
    pub fn is_blunder(&self, rng: &mut Rng) -> bool {
        let chance = BLUNDER_PERCENT[(self.level.clamp(1, SearchOptions::TOP_LEVEL) - 1) as usize];
        chance > 0 && rng.below(100) < chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_limits_replace_the_usual_ones() {
        for (list, nodes, time) in [
            ("", Some(1000), None),
            ("nodes=70", Some(70), None),
            ("time=5", None, Some(Duration::from_millis(5))),
            ("time=5ms", None, Some(Duration::from_millis(5))),
            ("time=0.5s", None, Some(Duration::from_millis(500))),
            ("time=2s", None, Some(Duration::from_secs(2))),
            ("time=0s", Some(1000), None),
            ("time=5,nodes=70", Some(70), Some(Duration::from_millis(5))),
            ("level=9", Some(500), None),
            ("level=1", Some(1), None),
            ("level=7,nodes=80", Some(10), None),
            ("level=9,time=5", Some(500), Some(Duration::from_millis(5))),
        ] {
            let mut values = OptionValues::defaults(SearchOptions::OPTIONS);
            values.set_list(list).expect("options");
            let options = SearchOptions::read(&values);
            assert_eq!((options.nodes(1000), options.time()), (nodes, time), "{list}");
        }
        assert_eq!(SearchOptions::read(&OptionValues::defaults(&[])).level, SearchOptions::TOP_LEVEL);
    }

    #[test]
    fn only_the_top_level_never_blunders() {
        let share = |level| {
            let options = SearchOptions { level, nodes: None, time: None, threads: 1 };
            let mut rng = Rng::new(1);
            (0..10_000).filter(|_| options.is_blunder(&mut rng)).count()
        };
        let shares: Vec<usize> = (1..=SearchOptions::TOP_LEVEL).map(share).collect();
        assert!(shares.is_sorted_by(|weak, strong| weak > strong), "{shares:?}");
        assert_eq!(shares.last(), Some(&0));
    }
}

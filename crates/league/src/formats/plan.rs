//! A format as a file or a command line names it, with its settings.

use serde::{Deserialize, Serialize};

use super::{
    Format, Gauntlet, Knockout, KnockoutRules, Ladder, Next, RoundRobin, Situation, Swiss, usual_rounds,
};
use crate::table::Table;

/// Which format, and its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plan {
    /// Everybody meets everybody.
    RoundRobin {
        /// Pairs for each meeting.
        #[serde(default = "default_pairs")]
        pairs: u32,
    },
    /// The first players of the list meet all the others.
    Gauntlet {
        /// Pairs for each meeting.
        #[serde(default = "default_pairs")]
        pairs: u32,
        /// How many they are.
        #[serde(default = "default_challengers")]
        challengers: usize,
    },
    /// Rounds in which everybody meets somebody who has done as well so far.
    Swiss {
        /// Pairs for each meeting.
        #[serde(default = "default_pairs")]
        pairs: u32,
        /// How many rounds; if nothing is said, [`usual_rounds`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
    },
    /// Whoever loses a match is out.
    Knockout {
        /// Pairs for each match.
        #[serde(default = "default_pairs")]
        pairs: u32,
        /// At most so many further pairs break a tie.
        #[serde(default = "default_further_pairs")]
        further_pairs: u32,
        /// Whether the losers of the semi-finals play a match.
        #[serde(default)]
        third_place: bool,
    },
    /// Goes on until it is stopped.
    Ladder {
        /// Whoever has played fewer pairs than so many goes first.
        #[serde(default = "default_newcomer_pairs")]
        newcomer_pairs: u32,
    },
}

fn default_pairs() -> u32 {
    10
}

fn default_challengers() -> usize {
    1
}

fn default_further_pairs() -> u32 {
    5
}

fn default_newcomer_pairs() -> u32 {
    10
}

impl Plan {
    /// The names of all formats.
    pub const NAMES: [&str; 5] = ["round-robin", "gauntlet", "swiss", "knockout", "ladder"];

    /// The format of this name, with the usual settings.
    pub fn from_name(name: &str) -> Option<Plan> {
        let pairs = default_pairs();
        let plan = match name {
            "round-robin" => Plan::RoundRobin { pairs },
            "gauntlet" => Plan::Gauntlet { pairs, challengers: default_challengers() },
            "swiss" => Plan::Swiss { pairs, rounds: None },
            "knockout" => {
                Plan::Knockout { pairs, further_pairs: default_further_pairs(), third_place: false }
            }
            "ladder" => Plan::Ladder { newcomer_pairs: default_newcomer_pairs() },
            _ => return None,
        };
        Some(plan)
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Plan::RoundRobin { .. } => "round-robin",
            Plan::Gauntlet { .. } => "gauntlet",
            Plan::Swiss { .. } => "swiss",
            Plan::Knockout { .. } => "knockout",
            Plan::Ladder { .. } => "ladder",
        }
    }

    /// The format for so many players. Whatever it leaves to chance is drawn from
    /// the seed.
    pub fn build(&self, players: usize, seed: u64) -> Schedule {
        match *self {
            Plan::RoundRobin { pairs } => Schedule::RoundRobin(RoundRobin::new(players, pairs)),
            Plan::Gauntlet { pairs, challengers } => {
                Schedule::Gauntlet(Gauntlet::new(players, challengers, pairs))
            }
            Plan::Swiss { pairs, rounds } => {
                Schedule::Swiss(Swiss::new(players, rounds.unwrap_or(usual_rounds(players)), pairs))
            }
            Plan::Knockout { pairs, further_pairs, third_place } => {
                let rules = KnockoutRules { pairs, further_pairs, third_place };
                Schedule::Knockout(Knockout::new(players, rules, seed))
            }
            Plan::Ladder { newcomer_pairs } => Schedule::Ladder(Ladder::new(newcomer_pairs, seed)),
        }
    }
}

/// Any format, for those who want to see its rounds or its bracket as well.
#[derive(Clone, Debug)]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin(RoundRobin),
    /// The first players of the list meet all the others.
    Gauntlet(Gauntlet),
    /// Rounds in which everybody meets somebody who has done as well so far.
    Swiss(Swiss),
    /// Whoever loses a match is out.
    Knockout(Knockout),
    /// Goes on until it is stopped.
    Ladder(Ladder),
}

impl Format for Schedule {
    fn next(&mut self, situation: &Situation<'_>) -> Next {
        match self {
            Schedule::RoundRobin(format) => format.next(situation),
            Schedule::Gauntlet(format) => format.next(situation),
            Schedule::Swiss(format) => format.next(situation),
            Schedule::Knockout(format) => format.next(situation),
            Schedule::Ladder(format) => format.next(situation),
        }
    }

    fn planned(&self, table: &Table) -> Option<u64> {
        match self {
            Schedule::RoundRobin(format) => format.planned(table),
            Schedule::Gauntlet(format) => format.planned(table),
            Schedule::Swiss(format) => format.planned(table),
            Schedule::Knockout(format) => format.planned(table),
            Schedule::Ladder(format) => format.planned(table),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error, MapDeserializer};

    use super::*;

    fn read(entries: &[(&'static str, &'static str)]) -> Result<Plan, Error> {
        Plan::deserialize(MapDeserializer::new(entries.iter().copied()))
    }

    #[test]
    fn names_in_files_are_those_of_the_list_and_so_are_the_defaults() {
        for name in Plan::NAMES {
            let plan = Plan::from_name(name);
            assert_eq!(plan.map(|plan| plan.name()), Some(name));
            assert_eq!(read(&[("format", name)]).ok(), plan);
        }
        assert_eq!(Plan::from_name("roundrobin"), None);
        for wrong in [
            &[("format", "round_robin")][..],
            &[("format", "ladder"), ("pairs", "3")],
            &[("format", "swiss"), ("third_place", "true")],
            &[("pairs", "3")],
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_built_plays_what_was_planned() {
        let table = Table::default();
        for (plan, players, pairs) in [
            (Plan::RoundRobin { pairs: 3 }, 5, Some(30)),
            (Plan::Gauntlet { pairs: 2, challengers: 2 }, 5, Some(12)),
            (Plan::Swiss { pairs: 2, rounds: None }, 8, Some(32)),
            (Plan::Swiss { pairs: 2, rounds: Some(2) }, 9, Some(16)),
            (Plan::Knockout { pairs: 4, further_pairs: 1, third_place: true }, 8, Some(32)),
            (Plan::Ladder { newcomer_pairs: 1 }, 4, None),
        ] {
            let mut schedule = plan.build(players, 1);
            assert_eq!(schedule.planned(&table), pairs, "{plan:?}");
            let aside = vec![false; players];
            let situation = Situation { table: &table, aside: &aside, under_way: &[] };
            assert!(matches!(schedule.next(&situation), Next::Play(_)), "{plan:?}");
        }
    }
}

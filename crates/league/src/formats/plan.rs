//! A format as a file or a command line names it, with its settings.

use std::str::FromStr;

use games::common::suggest;
use referee::units::counted;
use serde::Serialize;

use super::{
    Format, Gauntlet, Knockout, KnockoutRules, Ladder, NextPair, RoundRobin, SingleMatch, Swiss, TieBreak,
    TournamentState, usual_rounds,
};
use crate::results_table::ResultsTable;
use crate::standings::RankBy;

/// Which format, and its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "format", rename_all = "kebab-case")]
pub enum Plan {
    /// A match of two players: what `gridiron match` plays. A tournament file cannot
    /// name it; a round robin of two players is the same there.
    Match {
        /// Pairs of games.
        pairs: u32,
    },
    /// Every player meets every other player.
    RoundRobin {
        /// Pairs for each meeting.
        pairs: u32,
    },
    /// The first players of the list meet all the others.
    Gauntlet {
        /// Pairs for each meeting.
        pairs: u32,
        /// The number of challengers. They are the first players of the list.
        challengers: u32,
    },
    /// Rounds in which players meet opponents with similar results so far.
    Swiss {
        /// Pairs for each meeting.
        pairs: u32,
        /// How many rounds; `None` for [`usual_rounds`].
        rounds: Option<u32>,
    },
    /// The loser of a match is out.
    Knockout {
        /// Pairs for each match.
        pairs: u32,
        /// The most further pairs that are played after a tie.
        further_pairs: u32,
        /// Whether the losers of the semi-finals play a match.
        third_place: bool,
        /// What decides a match when points are equal.
        ties: TieBreak,
    },
    /// Goes on until it is stopped.
    Ladder {
        /// A player with fewer pairs than this is paired first.
        newcomer_pairs: u32,
    },
}

/// The default number of pairs for each meeting.
const PAIRS: u32 = 10;

impl Plan {
    /// The names of all formats.
    pub const NAMES: [&str; 5] = ["round-robin", "gauntlet", "swiss", "knockout", "ladder"];

    /// The format of this name, with the usual settings.
    pub fn from_name(name: &str) -> Option<Plan> {
        let pairs = PAIRS;
        let plan = match name {
            "round-robin" => Plan::RoundRobin { pairs },
            "gauntlet" => Plan::Gauntlet { pairs, challengers: 1 },
            "swiss" => Plan::Swiss { pairs, rounds: None },
            "knockout" => {
                Plan::Knockout { pairs, further_pairs: 5, third_place: true, ties: TieBreak::default() }
            }
            "ladder" => Plan::Ladder { newcomer_pairs: 10 },
            _ => return None,
        };
        Some(plan)
    }

    /// The name of the format in files and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Plan::Match { .. } => "match",
            Plan::RoundRobin { .. } => "round-robin",
            Plan::Gauntlet { .. } => "gauntlet",
            Plan::Swiss { .. } => "swiss",
            Plan::Knockout { .. } => "knockout",
            Plan::Ladder { .. } => "ladder",
        }
    }

    /// Changes the setting `key`, named as in tournament files; booleans are 0 or 1.
    /// Returns false if this format has no such setting.
    pub fn set(&mut self, key: &str, number: u32) -> bool {
        match (key, self) {
            (
                "pairs",
                Plan::RoundRobin { pairs }
                | Plan::Gauntlet { pairs, .. }
                | Plan::Swiss { pairs, .. }
                | Plan::Knockout { pairs, .. },
            ) => *pairs = number,
            ("challengers", Plan::Gauntlet { challengers, .. }) => *challengers = number,
            ("rounds", Plan::Swiss { rounds, .. }) => *rounds = Some(number),
            ("further_pairs", Plan::Knockout { further_pairs, .. }) => *further_pairs = number,
            ("third_place", Plan::Knockout { third_place, .. }) => *third_place = number != 0,
            ("newcomer_pairs", Plan::Ladder { newcomer_pairs }) => *newcomer_pairs = number,
            _ => return false,
        }
        true
    }

    /// `round robin, 10 pairs a meeting`
    pub fn in_words(&self) -> String {
        let plural = |count: u32, one: &str, many: &str| counted(u64::from(count), one, many);
        let pairs = |count: u32| plural(count, "pair", "pairs");
        match *self {
            Plan::Match { pairs: count } => format!("match, {}", pairs(count)),
            Plan::RoundRobin { pairs: count } => format!("round robin, {} a meeting", pairs(count)),
            Plan::Gauntlet { pairs: count, challengers } => {
                let who = plural(challengers, "challenger", "challengers");
                format!("gauntlet, {who}, {} a meeting", pairs(count))
            }
            Plan::Swiss { pairs: count, rounds } => {
                let rounds = rounds.map(|rounds| format!(", {}", plural(rounds, "round", "rounds")));
                format!("Swiss{}, {} a meeting", rounds.unwrap_or_default(), pairs(count))
            }
            Plan::Knockout { pairs: count, .. } => format!("knockout, {} a match", pairs(count)),
            Plan::Ladder { .. } => "ladder".to_string(),
        }
    }

    /// What may not change while a tournament lasts: later pairings depend on it.
    /// Elsewhere more pairs can be asked for at any time.
    pub fn fixed_settings(&self) -> String {
        match self {
            Plan::Match { .. } | Plan::RoundRobin { .. } | Plan::Ladder { .. } => self.name().to_string(),
            Plan::Gauntlet { challengers, .. } => format!("gauntlet, challengers {challengers}"),
            Plan::Swiss { pairs, rounds: None } => format!("swiss, pairs {pairs}"),
            Plan::Swiss { pairs, rounds: Some(rounds) } => format!("swiss, pairs {pairs}, rounds {rounds}"),
            Plan::Knockout { pairs, further_pairs, third_place, ties } => {
                // Version 0.1 wrote nothing about ties.
                let ties = match ties {
                    TieBreak::TotalMargin => ", ties by margin",
                    TieBreak::FurtherPairs => "",
                };
                format!(
                    "knockout, pairs {pairs}, further_pairs {further_pairs}, third_place {third_place}{ties}"
                )
            }
        }
    }

    /// Reads what [`fixed_settings`](Plan::fixed_settings) writes. What that does not hold,
    /// such as the pairs of a round robin, has its usual value.
    pub fn of_fixed_settings(text: &str) -> Option<Plan> {
        let mut parts = text.split(", ");
        let mut plan = match parts.next()? {
            "match" => Plan::Match { pairs: PAIRS },
            name => Plan::from_name(name)?,
        };
        if let Plan::Knockout { ties, .. } = &mut plan {
            // Version 0.1 wrote nothing about ties.
            *ties = TieBreak::FurtherPairs;
        }
        for part in parts {
            match (part, &mut plan) {
                ("ties by margin", Plan::Knockout { ties, .. }) => *ties = TieBreak::TotalMargin,
                (_, plan) => {
                    let (key, value) = part.split_once(' ')?;
                    let number = match value {
                        "true" => 1,
                        "false" => 0,
                        number => number.parse().ok()?,
                    };
                    plan.set(key, number).then_some(())?;
                }
            }
        }
        (plan.fixed_settings() == text).then_some(plan)
    }

    /// Whether its length follows from what is fixed once it has begun.
    pub fn fixes_length(&self) -> bool {
        self.has_fixed_field() || self.is_endless()
    }

    /// How many pairs each meeting has, where that may change.
    pub(crate) fn set_pairs(&mut self, number: u32) {
        if let Plan::Match { pairs } | Plan::RoundRobin { pairs } | Plan::Gauntlet { pairs, .. } = self {
            *pairs = number;
        }
    }

    /// The same plan by the rules that a store was begun with, which are named as in
    /// [`fixed_settings`](Plan::fixed_settings).
    pub fn by_rules_of(self, begun: &str) -> Plan {
        let mut old = self;
        if let Plan::Knockout { ties, .. } = &mut old {
            *ties = TieBreak::FurtherPairs;
        }
        if old.fixed_settings() == begun { old } else { self }
    }

    /// Whether players can no longer join or leave once it has begun.
    pub fn has_fixed_field(&self) -> bool {
        matches!(self, Plan::Swiss { .. } | Plan::Knockout { .. })
    }

    /// Whether it goes on until it is stopped, and players may join.
    pub fn is_endless(&self) -> bool {
        matches!(self, Plan::Ladder { .. })
    }

    /// Whether the format itself says who came in where.
    pub fn decides_places(&self) -> bool {
        matches!(self, Plan::Knockout { .. })
    }

    /// The default order: opponents beaten where all players meet the same ones, as
    /// in the original competitions; else the rating.
    pub fn usual_order(&self) -> RankBy {
        match self {
            Plan::Match { .. } | Plan::RoundRobin { .. } | Plan::Swiss { .. } | Plan::Knockout { .. } => {
                RankBy::Beaten
            }
            Plan::Gauntlet { .. } | Plan::Ladder { .. } => RankBy::Elo,
        }
    }

    /// The format for `players` players. Its random choices derive from `seed`.
    pub fn build(&self, players: usize, seed: u64) -> AnyFormat {
        match *self {
            Plan::Match { pairs } => AnyFormat::Match(SingleMatch::new(pairs)),
            Plan::RoundRobin { pairs } => AnyFormat::RoundRobin(RoundRobin::new(players, pairs)),
            Plan::Gauntlet { pairs, challengers } => {
                AnyFormat::Gauntlet(Gauntlet::new(players, challengers as usize, pairs))
            }
            Plan::Swiss { pairs, rounds } => {
                AnyFormat::Swiss(Swiss::new(players, rounds.unwrap_or(usual_rounds(players)), pairs))
            }
            Plan::Knockout { pairs, further_pairs, third_place, ties } => {
                let rules = KnockoutRules { pairs, ties, further_pairs, third_place };
                AnyFormat::Knockout(Knockout::new(players, rules, seed))
            }
            Plan::Ladder { newcomer_pairs } => AnyFormat::Ladder(Ladder::new(newcomer_pairs, seed)),
        }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::RoundRobin { pairs: PAIRS }
    }
}

/// There is no format of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown format `{word}`: {hint}", word = .0, hint = suggest::hint(.0, Plan::NAMES))]
pub struct UnknownFormat(pub String);

impl FromStr for Plan {
    type Err = UnknownFormat;

    /// By name, with the usual settings.
    fn from_str(name: &str) -> Result<Plan, UnknownFormat> {
        Plan::from_name(name).ok_or_else(|| UnknownFormat(name.to_string()))
    }
}

/// Any format, with access to its rounds or bracket.
#[derive(Clone, Debug)]
pub enum AnyFormat {
    /// Two players.
    Match(SingleMatch),
    /// Every player meets every other player.
    RoundRobin(RoundRobin),
    /// The first players of the list meet all the others.
    Gauntlet(Gauntlet),
    /// Rounds in which players meet opponents with similar results so far.
    Swiss(Swiss),
    /// The loser of a match is out.
    Knockout(Knockout),
    /// Goes on until it is stopped.
    Ladder(Ladder),
}

impl Format for AnyFormat {
    fn next(&mut self, state: &TournamentState<'_>) -> NextPair {
        match self {
            AnyFormat::Match(format) => format.next(state),
            AnyFormat::RoundRobin(format) => format.next(state),
            AnyFormat::Gauntlet(format) => format.next(state),
            AnyFormat::Swiss(format) => format.next(state),
            AnyFormat::Knockout(format) => format.next(state),
            AnyFormat::Ladder(format) => format.next(state),
        }
    }

    fn done(&self, table: &ResultsTable) -> u64 {
        match self {
            AnyFormat::Match(format) => format.done(table),
            AnyFormat::RoundRobin(format) => format.done(table),
            AnyFormat::Gauntlet(format) => format.done(table),
            AnyFormat::Swiss(format) => format.done(table),
            AnyFormat::Knockout(format) => format.done(table),
            AnyFormat::Ladder(format) => format.done(table),
        }
    }

    fn planned(&self, table: &ResultsTable) -> Option<u64> {
        match self {
            AnyFormat::Match(format) => format.planned(table),
            AnyFormat::RoundRobin(format) => format.planned(table),
            AnyFormat::Gauntlet(format) => format.planned(table),
            AnyFormat::Swiss(format) => format.planned(table),
            AnyFormat::Knockout(format) => format.planned(table),
            AnyFormat::Ladder(format) => format.planned(table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_format_with_settings_of_its_own() {
        let keys = ["pairs", "challengers", "rounds", "further_pairs", "third_place", "newcomer_pairs"];
        for (name, own) in Plan::NAMES.into_iter().zip([
            &keys[..1],
            &keys[..2],
            &["pairs", "rounds"],
            &["pairs", "further_pairs", "third_place"],
            &keys[5..],
        ]) {
            let plan: Plan = name.parse().expect("a format");
            assert_eq!(plan.name(), name);
            for key in keys {
                let mut changed = plan;
                assert_eq!(changed.set(key, 7), own.contains(&key), "{name}: {key}");
            }
        }
        let error = "roundrobin".parse::<Plan>().expect_err("no such format");
        assert_eq!(error.to_string(), "unknown format `roundrobin`: did you mean `round-robin`?");
    }

    #[test]
    fn fixed_settings_are_read_as_they_are_written() {
        let knockout = |third_place, ties| Plan::Knockout { pairs: 3, further_pairs: 0, third_place, ties };
        for plan in [
            Plan::Match { pairs: PAIRS },
            Plan::RoundRobin { pairs: PAIRS },
            Plan::Gauntlet { pairs: PAIRS, challengers: 4 },
            Plan::Swiss { pairs: 2, rounds: None },
            Plan::Swiss { pairs: 2, rounds: Some(7) },
            knockout(true, TieBreak::TotalMargin),
            knockout(false, TieBreak::FurtherPairs),
            Plan::Ladder { newcomer_pairs: 10 },
        ] {
            assert_eq!(Plan::of_fixed_settings(&plan.fixed_settings()), Some(plan));
            // Where the length is not fixed, nothing is said of it.
            let mut longer = plan;
            longer.set_pairs(99);
            let is_same = longer.fixed_settings() == plan.fixed_settings();
            assert!(is_same && (longer != plan) != plan.fixes_length(), "{plan:?}");
        }
        for text in
            ["", "swiss", "swiss, pairs x", "swiss, pairs 2, rounds 3, x 1", "knockout, pairs", "chess"]
        {
            assert_eq!(Plan::of_fixed_settings(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_built_plays_what_was_planned() {
        let table = ResultsTable::default();
        for (plan, players, pairs) in [
            (Plan::RoundRobin { pairs: 3 }, 5, Some(30)),
            (Plan::Gauntlet { pairs: 2, challengers: 2 }, 5, Some(12)),
            (Plan::Swiss { pairs: 2, rounds: None }, 8, Some(32)),
            (Plan::Swiss { pairs: 2, rounds: Some(2) }, 9, Some(16)),
            (
                Plan::Knockout { pairs: 4, further_pairs: 1, third_place: true, ties: TieBreak::default() },
                8,
                Some(32),
            ),
            (Plan::Ladder { newcomer_pairs: 1 }, 4, None),
        ] {
            let mut schedule = plan.build(players, 1);
            assert_eq!(schedule.planned(&table), pairs, "{plan:?}");
            let withdrawn = vec![false; players];
            let state = TournamentState { table: &table, withdrawn: &withdrawn, under_way: &[] };
            assert!(matches!(schedule.next(&state), NextPair::Play(_)), "{plan:?}");
        }
    }
}

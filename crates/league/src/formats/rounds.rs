//! Rounds, byes and draws of lots, in the same form for all formats that have
//! them.

use std::fmt::{self, Display};

use serde::Serialize;

use super::{AnyFormat, Bracket, BracketMatch, Decision, Swiss};
use crate::results_table::{Pairing, ResultsTable};
use crate::standings::Bonus;

/// One round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundView {
    /// Its number, or its name in a knockout.
    pub stage: Stage,
    /// The matches, in the order of the bracket or the boards.
    pub matches: Vec<MatchView>,
}

/// The number or the name of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum Stage {
    /// One that has no name of its own.
    Round {
        /// Counts from 1.
        number: u32,
    },
    /// Eight are left.
    QuarterFinal,
    /// Four are left.
    SemiFinal,
    /// Two are left.
    Final,
}

impl Stage {
    /// The name of a round of a knockout, counted from 0.
    pub(super) fn of_knockout(round: u32, rounds: u32) -> Stage {
        match rounds.saturating_sub(round) {
            1 => Stage::Final,
            2 => Stage::SemiFinal,
            3 => Stage::QuarterFinal,
            _ => Stage::Round { number: round + 1 },
        }
    }
}

impl Display for Stage {
    /// `round 1`, `quarter-final`, `final`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Round { number } => write!(f, "round {number}"),
            Stage::QuarterFinal => f.write_str("quarter-final"),
            Stage::SemiFinal => f.write_str("semi-final"),
            Stage::Final => f.write_str("final"),
        }
    }
}

/// A match of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchView {
    /// By place in the list; `None` where that is open, or for a bye.
    pub players: [Option<usize>; 2],
    /// Their half points.
    pub half_points: [u64; 2],
    /// 0 or 1, once it is decided.
    pub winner: Option<u8>,
    /// How it was decided, once it is.
    pub decided: Option<Decision>,
    /// Whether the losers of the semi-finals play it.
    pub is_for_third_place: bool,
}

/// A random draw that decided a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawOfLots {
    /// Both players of the match, by their places in the list.
    pub players: [usize; 2],
    /// The one of them that goes on.
    pub winner: usize,
}

impl AnyFormat {
    /// Whether pairs belong to rounds.
    pub fn has_rounds(&self) -> bool {
        matches!(self, AnyFormat::Swiss(_) | AnyFormat::Knockout(_))
    }

    /// The rounds so far, and those of a knockout that are still to come.
    pub fn rounds(&self, table: &ResultsTable) -> Vec<RoundView> {
        match self {
            AnyFormat::Swiss(swiss) => swiss_rounds(swiss, table),
            AnyFormat::Knockout(knockout) => bracket_rounds(&knockout.bracket(table)),
            _ => Vec::new(),
        }
    }

    /// The stage that a pair belongs to, in words: `round 2`, `semi-final`, `third
    /// place`; `None` where there are no rounds.
    pub fn stage_in_words(&self, table: &ResultsTable, pairing: &Pairing) -> Option<String> {
        match self {
            AnyFormat::Swiss(_) => Some(Stage::Round { number: pairing.round + 1 }.to_string()),
            AnyFormat::Knockout(knockout) => {
                let stage = Stage::of_knockout(pairing.round, knockout.rounds());
                let third_place = knockout.bracket(table).third_place.filter(|_| stage == Stage::Final);
                let plays = |it: BracketMatch| it.players.contains(&Some(pairing.players[0]));
                Some(if third_place.is_some_and(plays) {
                    "third place".to_string()
                } else {
                    stage.to_string()
                })
            }
            _ => None,
        }
    }

    /// All draws of lots, in the order of their rounds.
    pub fn draws_of_lots(&self, table: &ResultsTable) -> Vec<DrawOfLots> {
        let AnyFormat::Knockout(knockout) = self else { return Vec::new() };
        let bracket = knockout.bracket(table);
        let drawn = bracket.matches().filter_map(|(_, it)| {
            let end = it.end.filter(|end| end.decided == Decision::Lots)?;
            let [Some(a), Some(b)] = it.players else { return None };
            Some(DrawOfLots { players: [a, b], winner: end.winner })
        });
        drawn.collect()
    }

    /// What each of `players` players has beside its games.
    pub fn bonus(&self, table: &ResultsTable, players: usize) -> Vec<Bonus> {
        let mut bonus = vec![Bonus::default(); players];
        match self {
            AnyFormat::Swiss(swiss) => {
                for (bonus, score) in bonus.iter_mut().zip(swiss.scores(table)) {
                    bonus.matches = Some(score.matches);
                }
                for player in swiss.rounds(table).iter().filter_map(|round| round.bye) {
                    bonus[player].beaten += 1;
                    bonus[player].half_points += swiss.half_points_of_bye();
                }
            }
            AnyFormat::Knockout(knockout) => {
                for (bonus, place) in bonus.iter_mut().zip(knockout.places(table)) {
                    bonus.place = place;
                }
            }
            _ => {}
        }
        bonus
    }
}

fn swiss_rounds(swiss: &Swiss, table: &ResultsTable) -> Vec<RoundView> {
    let view = |(number, round): (u32, super::SwissRound)| {
        let meetings = round.meetings.into_iter().map(|players| {
            let meeting = table.head_to_head(number, players);
            let [a, b] = meeting.half_points();
            let is_over = swiss.is_over(&meeting);
            MatchView {
                players: players.map(Some),
                half_points: [a, b],
                winner: (is_over && a != b).then_some(u8::from(b > a)),
                decided: is_over.then_some(Decision::Points),
                is_for_third_place: false,
            }
        });
        let bye = round.bye.map(|player| MatchView {
            players: [Some(player), None],
            half_points: [swiss.half_points_of_bye(), 0],
            winner: Some(0),
            decided: Some(Decision::Walkover),
            is_for_third_place: false,
        });
        RoundView { stage: Stage::Round { number: number + 1 }, matches: meetings.chain(bye).collect() }
    };
    (0..).zip(swiss.rounds(table)).map(view).collect()
}

fn bracket_rounds(bracket: &Bracket) -> Vec<RoundView> {
    let last = bracket.rounds.len();
    let view = |(at, matches): (usize, &Vec<BracketMatch>)| {
        let stage = Stage::of_knockout(at as u32, last as u32);
        let third_place = bracket.third_place.iter().filter(|_| at + 1 == last);
        let third_place = third_place.map(|it| MatchView { is_for_third_place: true, ..match_view(it) });
        RoundView { stage, matches: matches.iter().map(match_view).chain(third_place).collect() }
    };
    bracket.rounds.iter().enumerate().map(view).collect()
}

fn match_view(it: &BracketMatch) -> MatchView {
    let winner = it.winner().map(|winner| u8::from(it.players[1] == Some(winner)));
    MatchView {
        players: it.players,
        half_points: it.half_points,
        winner,
        decided: it.end.map(|end| end.decided),
        is_for_third_place: false,
    }
}

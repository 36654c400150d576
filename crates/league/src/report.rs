//! Everything that people may want to see of a tournament, as one value: the
//! screen, the report and the files for other programs show it.

use std::collections::BTreeMap;

use referee::ChargeBy;
use serde::Serialize;

use crate::formats::{Decision, Plan, Stage};
use crate::note::{self, Note, WithdrawalReason};
use crate::report_games::Reason;
use crate::score::Score;
use crate::standings::Criterion;

/// A tournament as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The settings, and how far it has come.
    pub about: About,
    /// Best first.
    pub standings: Vec<Standing>,
    /// Results of each player (row) against each other one (column), both in the
    /// order of the standings; `None` where they have not met.
    pub crosstable: Vec<Vec<Option<Encounter>>>,
    /// Ratings after more and more games, oldest first.
    pub history: Vec<Checkpoint>,
    /// The rounds of a Swiss tournament or a knockout, if it is one.
    pub rounds: Vec<Round>,
    /// What people should know: bots that beat each other in cycles, who was
    /// withdrawn, random draws.
    #[serde(serialize_with = "note::with_words")]
    pub notes: Vec<Note>,
    /// The last faults in words for their authors, newest last.
    pub faults: Vec<FaultNote>,
    /// The games that are included, newest last. `about.games` says how many there are.
    pub games: Vec<GameRow>,
}

/// The settings of a tournament, and how far it has come.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// What the tournament is called.
    pub title: String,
    /// The game's name.
    pub game: String,
    /// Rule options that differ from the game's own, as `key=value`.
    pub rules: String,
    /// The format and its settings.
    pub plan: Plan,
    /// The clock: `60+1,10/move` or `none`.
    pub clock: String,
    /// What it is charged by: `fair`, `cpu`, `wall` or `none`.
    pub charged: String,
    /// The sandbox level of programs; `None` if there are none.
    pub sandbox: Option<String>,
    /// The name of the store's file, without its folder; `None` without a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// Seed of all random choices, once all is played: it reveals the hidden starts of
    /// games to come.
    pub seed: Option<u64>,
    /// What decides the order: `beaten`, `points`, `elo` or `bracket`.
    pub rank_by: String,
    /// Pairs that are done.
    pub pairs_done: u64,
    /// Pairs in all, as far as it is known.
    pub pairs_planned: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// When the first game ended, in seconds since 1970.
    pub began: Option<i64>,
    /// When the last game ended, in seconds since 1970.
    pub ended: Option<i64>,
    /// Whether all pairs are played.
    pub is_finished: bool,
}

impl About {
    /// `10/move in fair time`
    pub fn clock_in_words(&self) -> String {
        clock_in_words(&self.clock, &self.charged)
    }
}

/// `10/move in fair time`
pub fn clock_in_words(clock: &str, charged: &str) -> String {
    match ChargeBy::ALL.into_iter().find(|charge| charge.word() == charged) {
        Some(charge) => format!("{clock} in {}", charge.in_words()),
        None => clock.to_string(),
    }
}

/// One line of the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// From 1; players with equal results share a place.
    pub place: u32,
    /// What puts it ahead of the next one; `None` in the last row, and before a player
    /// with the same place.
    pub ahead_by: Option<Criterion>,
    /// A name for people.
    pub name: String,
    /// The player as the organiser named it, as on the command line.
    pub spec: String,
    /// The version of the program.
    pub version: String,
    /// Why it was withdrawn, if it was.
    #[serde(rename = "aside")]
    pub withdrawn: Option<WithdrawalReason>,
    /// Opponents that it has beaten over all their games.
    pub beaten: u32,
    /// Opponents that it has met.
    pub met: u32,
    /// Its matches in a Swiss tournament that is ranked by them: a drawn one counts half,
    /// a bye as won. `None` where `beaten` and `met` say what decides.
    pub matches: Option<Score>,
    /// A win is one, a draw a half; forfeits of opponents and byes among them.
    pub points: f64,
    /// Games that were played.
    pub score: Score,
    /// Points for each game that was played.
    pub rate: f64,
    /// The 95 % confidence interval of that.
    pub rate_95: (f64, f64),
    /// By how much it won on average.
    pub mean_margin: f64,
    /// The rating; the mean of all is 0.
    pub elo: f64,
    /// Its error with 95 % confidence; `None` without games.
    pub elo_err95: Option<f64>,
    /// The chance that it is better than the next in the standings; `None` if there is
    /// none, or without games.
    pub los_next: Option<f64>,
    /// How often it made which fault.
    pub faults: BTreeMap<String, u64>,
    /// Its moves that were timed.
    pub answers: u64,
    /// How long they took in all, in seconds.
    pub thought_s: f64,
    /// The longest of them.
    pub longest_s: f64,
    /// How often it won or lost by how much: margin and games, from the worst on.
    pub margins: Vec<(i64, u64)>,
}

impl Standing {
    /// What decides an order by opponents beaten, and out of how many: `2½/5`. In a Swiss
    /// tournament these are matches.
    pub fn beaten_in_words(&self) -> String {
        let Some(matches) = self.matches else { return format!("{}/{}", self.beaten, self.met) };
        let whole = match matches.half_points() {
            1 => String::new(),
            half_points => (half_points / 2).to_string(),
        };
        let half = if matches.draws % 2 == 1 { "½" } else { "" };
        format!("{whole}{half}/{}", matches.games())
    }
}

/// Results of one player against another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Encounter {
    /// Games that were played.
    pub score: Score,
    /// Points, forfeits among them.
    pub points: f64,
    /// Points of the other.
    pub against: f64,
    /// Mean margin.
    pub margin: f64,
}

/// Ratings after `games` games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Checkpoint {
    /// Games played by then.
    pub games: u64,
    /// By standing; `None` before its first game.
    pub elo: Vec<Option<f64>>,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// Its number, or its name in a knockout.
    #[serde(flatten)]
    pub stage: Stage,
    /// The matches, in the order of the bracket or the boards.
    pub matches: Vec<RoundMatch>,
}

/// Two players that meet in a round; players by standing.
#[derive(Clone, Debug, Serialize)]
pub struct RoundMatch {
    /// By standing; `None` where it is not known yet, or for a bye.
    pub players: [Option<usize>; 2],
    /// Their points.
    pub points: [f64; 2],
    /// The side that won, 0 or 1; `None` before it is decided.
    pub winner: Option<u8>,
    /// How it was decided, once it is.
    pub decided: Option<Decision>,
    /// Whether the losers of the semi-finals play it.
    pub is_for_third_place: bool,
}

impl RoundMatch {
    /// What is special about it, if anything is: `third place, Ben wins by random
    /// draw`. The points alone do not say who won a tie, so `winner` is its name.
    pub fn in_words(&self, winner: Option<&str>) -> Option<String> {
        let wins = winner.map(|winner| format!("{winner} wins ")).unwrap_or_default();
        let decided = match self.decided {
            None | Some(Decision::Points) => None,
            Some(Decision::TotalMargin) => Some(format!("{wins}by total margin")),
            Some(Decision::FurtherPairs) => Some(format!("{wins}after further pairs")),
            Some(Decision::Lots) => Some(format!("{wins}by random draw")),
            Some(Decision::Walkover) => Some("bye".to_string()),
        };
        let third = self.is_for_third_place.then(|| "third place".to_string());
        let words: Vec<String> = third.into_iter().chain(decided).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// A fault in words for its author.
#[derive(Clone, Debug, Serialize)]
pub struct FaultNote {
    /// The player at fault, by standing.
    pub player: usize,
    /// The number of the game in the store.
    pub game: u64,
    /// The seed of that game, as in the list of games.
    #[serde(skip)]
    pub seed: u64,
    /// The players on seat 0 and seat 1, by standing; as in the list of games.
    #[serde(skip)]
    pub seats: [usize; 2],
    /// The kind of fault: `time`, `illegal`, …
    pub cause: String,
    /// What happened.
    pub words: String,
}

/// One game.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    /// The number of the game in the store.
    pub number: u64,
    /// From 1; `None` where the format has no rounds.
    pub round: Option<u32>,
    /// The players on seat 0 and seat 1, by standing.
    pub players: [usize; 2],
    /// The seat that won.
    pub winner: Option<u8>,
    /// The margin, seen from seat 0.
    pub score: i64,
    /// Why it ended: `normal`, `time`, …
    pub cause: String,
    /// The seed of the game.
    pub seed: u64,
    /// When it ended, in seconds since 1970.
    pub ended: i64,
    /// Why it is included; `None` where all games are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
    /// The game itself, packed as in a store, if it was kept. A page with thousands of
    /// games unpacks one at a time.
    #[serde(skip)]
    pub record: Option<Vec<u8>>,
}

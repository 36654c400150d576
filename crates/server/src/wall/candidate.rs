//! Games that a wall could show, as far as the director has to know them.

use games::Cause;
use league::formats::Stage;
use serde::Serialize;
use utoipa::ToSchema;

/// A finished game that could be shown. Its record is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The number of the game in its tournament.
    pub number: u64,
    /// The players on seat 0 and seat 1, by their places in the list of players.
    pub players: [usize; 2],
    /// Where they stood when the game became a candidate, from 1.
    pub places: [u32; 2],
    /// Their ratings then; `None` without games.
    pub elo: [Option<f64>; 2],
    /// The seat that won.
    pub winner: Option<u8>,
    /// By how much; 0 for a draw.
    pub margin: u64,
    /// Why it ended.
    pub cause: Cause,
    /// How many actions it has.
    pub actions: u32,
    /// The turn of its last action; 0 if there was none.
    pub turns: u32,
    /// How far the winner was behind at the worst, as a part of all that lay on the
    /// board: from 0 to 1.
    pub comeback: f64,
    /// What its pair was about.
    pub stakes: Stakes,
    /// The round; `None` where the format has no rounds.
    pub stage: Option<Stage>,
    /// The round of a knockout, from 0: who plays in it tells who has won before. `None` in
    /// other formats.
    pub knockout_round: Option<u32>,
}

/// What a pair of games was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stakes {
    /// The final of a knockout.
    Final,
    /// The match for the third place.
    ThirdPlace,
    /// The pair that decided another match of a knockout.
    Decider,
    /// Nothing in particular.
    #[default]
    Usual,
}

/// A game that is being played, so slowly that people can follow it.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveCandidate {
    /// Its name in addresses.
    pub id: String,
    /// The players on seat 0 and seat 1, by their places in the list of players.
    pub players: [usize; 2],
    /// Where they stand now, from 1.
    pub places: [u32; 2],
    /// The turn that is being played.
    pub turn: u32,
    /// How long it has been played, in milliseconds.
    pub age_ms: u64,
}

/// Why a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The organiser asked for it.
    Asked,
    /// It belongs to the final of a knockout.
    Final,
    /// It belongs to the match for the third place.
    ThirdPlace,
    /// It decided a match of a knockout.
    Decider,
    /// The first two of the standings play.
    FirstTwo,
    /// Both players are among the first of the standings.
    Top,
    /// The winner's rating is far below the loser's.
    Upset,
    /// The winner was far behind.
    Comeback,
    /// It ended in a draw, or almost.
    Close,
    /// A player who has not been seen for long, or never.
    Unseen,
    /// It is being played now.
    Live,
}

impl Reason {
    /// Whether a viewer who knows it knows something about the result.
    pub fn tells_result(self) -> bool {
        matches!(self, Reason::Upset | Reason::Comeback | Reason::Close | Reason::Decider)
    }
}

impl Candidate {
    /// Whether people may see it: never a program that did not start, or that failed
    /// before there was a game.
    pub fn is_watchable(&self) -> bool {
        let is_early = self.turns < FIRST_TURNS;
        self.actions > 0 && self.cause != Cause::NoStart && !(self.cause.is_fault() && is_early)
    }
}

/// A game that ends by a fault in one of these turns was none.
const FIRST_TURNS: u32 = 4;

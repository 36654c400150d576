//! The trait every game implements. Read this first.
//!
//! A game is a value: it starts from options and a seed, takes actions, and
//! tells whose decision comes next or how it ended. It knows nothing of time,
//! processes or text protocols; what goes wrong around it (a late or broken
//! player) reaches it as a [`Fault`], and the rules say what that costs.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::common::options::{OptionError, OptionSpec, OptionValues};
use crate::grid::{Grid, Viewpoint};
use crate::sighting::Sighting;

/// The rules of one game, and at the same time one position of it.
///
/// `Display` and `FromStr` write and read the whole position, options
/// included, so that a position can be stored, mailed and analysed.
pub trait Game: Clone + PartialEq + Debug + Display + FromStr<Err = String> + Send + Sync + 'static {
    /// The name used on the command line and in records.
    const NAME: &'static str;
    /// The variant that is played: board size, bomb damage, …
    type Options: GameOptions;
    /// One decision; a turn may hold several.
    type Action: Copy + Eq + Debug + Display + FromStr<Err = ActionError> + Send + Sync;
    /// What the actor alone learns from its action.
    type Reply: Clone + Debug + Display + Send + Sync;
    /// What one seat may know. `View = Self` declares perfect information, so
    /// that a search asking for `G: Game<View = G>` does not compile for a game
    /// with secrets.
    type View: Clone + PartialEq + Debug;

    /// The start position, drawn from the seed and nothing else.
    fn start(options: &Self::Options, seed: u64) -> Self;

    /// Whose decision comes next, or how the game ended.
    fn status(&self) -> Status;

    /// What the seat to act can sensibly do; nothing once the game is over.
    ///
    /// Depends only on that seat's view. The iterator is cheap to make, and
    /// its `len` and `nth` cost no walk where the game can avoid one: counting
    /// perft leaves and drawing a random action need nothing else.
    fn actions(&self) -> impl ExactSizeIterator<Item = Self::Action>;

    /// Whether the rules allow the action now. Agrees with [`Game::actions`]
    /// except where a game's own documentation names the exception.
    fn is_legal(&self, action: Self::Action) -> bool;

    /// Whether [`Game::play`] may be called with this action. Most games take
    /// legal actions only; a game that answers senseless ones too says so here.
    fn accepts(&self, action: Self::Action) -> bool {
        self.is_legal(action)
    }

    /// Why the rules forbid an action now, for the bot's author.
    fn refusal(&self, _action: Self::Action) -> String {
        "the rules do not allow it here".to_string()
    }

    /// Why the seat to act, for all it may know, is bound to gain nothing from an
    /// action; nothing if it may. For people, who would rather be asked again
    /// than pay for a slip.
    fn objection(&self, action: Self::Action) -> Option<String> {
        (!self.is_legal(action)).then(|| self.refusal(action))
    }

    /// An action the rules take for the seat to act without asking it.
    fn forced(&self) -> Option<Self::Action> {
        None
    }

    /// Plays an action that [`Game::accepts`] holds good.
    fn play(&mut self, action: Self::Action) -> Self::Reply;

    /// The position after an action, for searches that copy instead of undoing.
    /// Games with small positions build the new one outright.
    #[inline(always)]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }

    /// Appends the words of an action joined by commas. A list of moves holds
    /// dozens, so games whose squares are of one digit each need not go the
    /// long way through `Display`.
    fn put_action(action: Self::Action, line: &mut Vec<u8>) {
        let begin = line.len();
        line.extend_from_slice(action.to_string().as_bytes());
        line[begin..].iter_mut().filter(|byte| **byte == b' ').for_each(|byte| *byte = b',');
    }

    /// What an answer tells the seat that acted, in words and integers split by
    /// single spaces, its own pieces positive; nothing where every answer is
    /// the same.
    fn told(_reply: &Self::Reply, _seat: Seat) -> Option<String> {
        None
    }

    /// What an answer teaches of squares that the actor cannot see; `view` is
    /// the actor's after the action. Made of what the actor may know and nothing
    /// else, so that it can be shown.
    fn sightings(_view: &Self::View, _action: Self::Action, _reply: &Self::Reply) -> Vec<Sighting> {
        // An empty list costs nothing.
        Vec::new()
    }

    /// What `seat` may know.
    fn view(&self, seat: Seat) -> &Self::View;

    /// Owner and count of every cell: enough for every display.
    fn grid(&self, viewpoint: Viewpoint) -> Grid;

    /// What a fault costs. The referee finds faults, the rules price them.
    fn on_fault(&self, fault: Fault) -> Ruling<Self::Action>;
}

/// A variant of a game: typed values read from named options.
pub trait GameOptions: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Name, range, default and meaning of every option.
    const SPECS: &'static [OptionSpec];

    /// Typed options from values that are each in range; refuses combinations
    /// that make no board.
    fn from_values(values: &OptionValues) -> Result<Self, OptionError>;
}

/// One of the two places at the board. A seat never changes during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Seat {
    /// Seat 0: Plus, player 1, black.
    Zero = 0,
    /// Seat 1: Minus, player 2, white.
    One = 1,
}

impl Seat {
    /// Both seats in order.
    pub const BOTH: [Seat; 2] = [Seat::Zero, Seat::One];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat with this number; only the lowest bit counts, so a ply number
    /// will do.
    pub const fn from_parity(number: usize) -> Seat {
        if number & 1 == 0 { Seat::Zero } else { Seat::One }
    }

    /// The seat across the board.
    pub const fn other(self) -> Seat {
        match self {
            Seat::Zero => Seat::One,
            Seat::One => Seat::Zero,
        }
    }

    /// +1 for seat 0, -1 for seat 1: the sign of its numbers on a shared board.
    pub const fn sign(self) -> i64 {
        match self {
            Seat::Zero => 1,
            Seat::One => -1,
        }
    }
}

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat as u8
    }
}

impl TryFrom<u8> for Seat {
    type Error = InvalidSeat;

    fn try_from(number: u8) -> Result<Seat, InvalidSeat> {
        match number {
            0 => Ok(Seat::Zero),
            1 => Ok(Seat::One),
            _ => Err(InvalidSeat(number)),
        }
    }
}

/// A seat number other than 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no seat {0}: expected 0 or 1")]
pub struct InvalidSeat(pub u8);

/// Whose decision comes next, or how the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A seat has to act.
    ToAct {
        /// The seat.
        seat: Seat,
        /// Counts from 1 and goes up after both seats had theirs.
        turn: u32,
        /// How much of the turn is left, this action included.
        actions_left: u32,
    },
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The outcome, once there is one.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::Over(outcome) => Some(outcome),
            Status::ToAct { .. } => None,
        }
    }

    /// The seat to act, while there is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Status::ToAct { seat, .. } => Some(seat),
            Status::Over(_) => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// From seat 0's side.
    pub score: i64,
    /// `None` is a draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub cause: Cause,
}

impl Outcome {
    /// The outcome whose winner follows from the sign of the score.
    pub fn from_score(score: i64, cause: Cause) -> Outcome {
        let winner = match score {
            1.. => Some(Seat::Zero),
            0 => None,
            _ => Some(Seat::One),
        };
        Outcome { score, winner, cause }
    }

    /// The outcome where `loser` loses by `margin`.
    pub fn lost_by(loser: Seat, margin: i64, cause: Cause) -> Outcome {
        Outcome { score: -loser.sign() * margin, winner: Some(loser.other()), cause }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// By the rules of the game.
    Normal,
    /// A player ran out of time.
    Time,
    /// A player's program ended.
    Crash,
    /// A player's program never got going.
    NoStart,
    /// A player sent a line that is no action at all.
    Protocol,
    /// A player sent an action the rules forbid.
    Illegal,
    /// The same position came up too often.
    Repetition,
    /// The game reached its greatest length.
    MoveLimit,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 8] = [
        Cause::Normal,
        Cause::Time,
        Cause::Crash,
        Cause::NoStart,
        Cause::Protocol,
        Cause::Illegal,
        Cause::Repetition,
        Cause::MoveLimit,
    ];

    /// The word used in records.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Normal => "normal",
            Cause::Time => "time",
            Cause::Crash => "crash",
            Cause::NoStart => "no-start",
            Cause::Protocol => "protocol",
            Cause::Illegal => "illegal",
            Cause::Repetition => "repetition",
            Cause::MoveLimit => "move-limit",
        }
    }

    /// Whether a player is to blame.
    pub fn is_fault(self) -> bool {
        FaultKind::ALL.into_iter().any(|kind| kind.cause() == self)
    }

    /// The cause that records write as `word`. `str::parse` does the same with an error.
    pub fn from_word(word: &str) -> Option<Cause> {
        Cause::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

impl FromStr for Cause {
    type Err = UnknownCause;

    fn from_str(word: &str) -> Result<Cause, UnknownCause> {
        Cause::from_word(word).ok_or_else(|| UnknownCause { word: word.to_string() })
    }
}

/// A word that names no [`Cause`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown cause `{word}`: expected {}", Cause::ALL.map(Cause::word).join(", "))]
pub struct UnknownCause {
    /// The word as it was given.
    pub word: String,
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Something a player did wrong, as the referee sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Who.
    pub seat: Seat,
    /// What.
    pub kind: FaultKind,
}

/// The kinds of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The program never got going.
    NoStart,
    /// Out of time.
    Time,
    /// The program ended.
    Crash,
    /// A line that is no action at all.
    Protocol,
    /// A line beyond all bounds; it loses in every game.
    EndlessLine,
    /// An action the rules forbid.
    Illegal,
}

impl FaultKind {
    /// Every kind of fault.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::NoStart,
        FaultKind::Time,
        FaultKind::Crash,
        FaultKind::Protocol,
        FaultKind::EndlessLine,
        FaultKind::Illegal,
    ];

    /// The cause of a game that this fault ends.
    pub fn cause(self) -> Cause {
        match self {
            FaultKind::NoStart => Cause::NoStart,
            FaultKind::Time => Cause::Time,
            FaultKind::Crash => Cause::Crash,
            FaultKind::Protocol | FaultKind::EndlessLine => Cause::Protocol,
            FaultKind::Illegal => Cause::Illegal,
        }
    }
}

/// What the rules say to a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling<Action> {
    /// The game goes on as if the player had done this.
    Play(Action),
    /// The game is over.
    Over(Outcome),
}

/// The answer to every action of a game without secrets: `OK`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done;

impl Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OK")
    }
}

/// Why a line could not be read as an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionError {
    /// `Protocol` when the line is no action at all, `Illegal` when it is one
    /// that no position allows (a square that no board has).
    pub kind: FaultKind,
    /// What was wrong and what was expected, for the bot's author.
    pub message: String,
}

impl ActionError {
    /// The line is no action at all.
    pub fn malformed(message: impl Into<String>) -> ActionError {
        ActionError { kind: FaultKind::Protocol, message: message.into() }
    }

    /// The line is an action that no position allows.
    pub fn impossible(message: impl Into<String>) -> ActionError {
        ActionError { kind: FaultKind::Illegal, message: message.into() }
    }
}

impl Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ActionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_0_and_1() {
        for seat in Seat::BOTH {
            assert_eq!(Seat::try_from(u8::from(seat)), Ok(seat));
        }
        let error = Seat::try_from(2).expect_err("there are two seats");
        assert_eq!(error.to_string(), "there is no seat 2: expected 0 or 1");
    }

    #[test]
    fn causes_are_read_as_they_are_written() {
        for cause in Cause::ALL {
            assert_eq!(cause.to_string().parse(), Ok(cause));
        }
        let error = "Time".parse::<Cause>().expect_err("words are lower case");
        assert_eq!(
            error.to_string(),
            "unknown cause `Time`: expected normal, time, crash, no-start, protocol, illegal, repetition, \
             move-limit"
        );
    }
}

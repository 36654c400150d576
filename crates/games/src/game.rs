//! The trait every game implements. Read this first.
//!
//! A game is a value. It starts from options and a seed and takes actions. Its
//! status says who acts next, or how it ended. Time, processes and protocols
//! are absent. A late or broken player reaches the game as a [`Fault`], and
//! the rules adjudicate it.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::common::options::{OptionError, OptionSpec, OptionValues};
pub use crate::error::{ActionError, PositionError, Refusal};
use crate::grid::{Grid, Viewpoint};
use crate::sighting::Sighting;
use crate::trace::Trace;

/// The rules of one game, and at the same time one position of it.
///
/// `Display` and `FromStr` write and read the whole position with its options,
/// so that it can be stored and analysed.
///
/// ```
/// use gridiron_games::virus::{Options, Virus};
/// use gridiron_games::{Game, Status};
///
/// let mut game = Virus::start(&Options::default(), 7);
/// while let Status::ToAct { .. } = game.status() {
///     let action = game.actions().next().expect("the game goes on");
///     game.play(action);
/// }
/// println!("{:?}", game.status().outcome());
/// assert_eq!(game.to_string().parse(), Ok(game));
/// ```
pub trait Game:
    Clone + PartialEq + Debug + Display + FromStr<Err = PositionError> + Send + Sync + 'static
{
    /// The name used on the command line and in records.
    const NAME: &'static str;
    /// The variant that is played: board size, bomb damage, …
    type Options: GameOptions;
    /// One decision; a turn may hold several.
    type Action: Copy + Eq + Debug + Display + FromStr<Err = ActionError> + Send + Sync;
    /// What the game returns for an action. Only the actor sees it.
    type Reply: Clone + Debug + Display + Send + Sync;
    /// What one seat may know.
    ///
    /// `View = Self` declares perfect information. A search that asks for
    /// `G: Game<View = G>` does not compile for a game with hidden information.
    type View: Clone + PartialEq + Debug;

    /// The start position. It depends on the options and the seed only.
    fn start(options: &Self::Options, seed: u64) -> Self;

    /// Whose decision comes next, or how the game ended.
    fn status(&self) -> Status;

    /// What the seat to act can sensibly do; empty once the game is over.
    ///
    /// **Invariant:** the actions depend on that seat's view only, so the list
    /// gives nothing away. The iterator is cheap to make. Its `len` and `nth`
    /// avoid a walk where the game can: perft and random players need no more.
    fn actions(&self) -> impl ExactSizeIterator<Item = Self::Action>;

    /// Whether the rules allow the action now. Agrees with [`Game::actions`]
    /// except where a game's own documentation names the exception.
    fn is_legal(&self, action: Self::Action) -> bool;

    /// Whether [`Game::play`] may be called with this action. Most games accept
    /// legal actions only. Plantation also replies to senseless ones.
    fn accepts(&self, action: Self::Action) -> bool {
        self.is_legal(action)
    }

    /// Why the rules forbid an action now, for the bot's author. Call it only
    /// if [`Game::is_legal`] is false.
    fn refusal(&self, _action: Self::Action) -> Refusal {
        Refusal::Forbidden
    }

    /// Why an action is certain to gain nothing, as far as the seat to act may
    /// know. `None` if it may gain something.
    ///
    /// It is for people: they are asked again, where a bot pays for a mistake.
    fn objection(&self, action: Self::Action) -> Option<Refusal> {
        (!self.is_legal(action)).then(|| self.refusal(action))
    }

    /// The action that the rules play for the seat to act without asking it.
    /// `None` if the seat has a choice.
    fn forced(&self) -> Option<Self::Action> {
        None
    }

    /// Plays an action for which [`Game::accepts`] is true.
    fn play(&mut self, action: Self::Action) -> Self::Reply;

    /// The position after an action, for searches that copy instead of undoing.
    /// Games with small positions build the new one directly.
    #[inline(always)]
    fn after(&self, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.play(action);
        next
    }

    /// Appends the words of an action, joined by commas. A list of moves holds
    /// dozens, so games with short numbers bypass the slower `Display`.
    fn put_action(action: Self::Action, line: &mut Vec<u8>) {
        let begin = line.len();
        line.extend_from_slice(action.to_string().as_bytes());
        line[begin..].iter_mut().filter(|byte| **byte == b' ').for_each(|byte| *byte = b',');
    }

    /// The reply as `seat`, which acted, gets it: words and integers separated
    /// by single spaces, own pieces positive. `None` where all replies are the
    /// same.
    fn seat_reply(_reply: &Self::Reply, _seat: Seat) -> Option<String> {
        None
    }

    /// What a reply teaches about squares that the actor cannot see. `view` is
    /// the actor's after the action.
    ///
    /// **Invariant:** it is made from what the actor may know, so it can be
    /// shown to the actor.
    fn sightings(_view: &Self::View, _action: Self::Action, _reply: &Self::Reply) -> Vec<Sighting> {
        // An empty list costs nothing.
        Vec::new()
    }

    /// Where an action took place, for displays. It is the last that was played:
    /// `self` is the position after it.
    fn trace(&self, _action: Self::Action) -> Trace {
        Trace::default()
    }

    /// What `seat` may know. A reference, because copies would cost most of the
    /// time of a fast game.
    fn view(&self, seat: Seat) -> &Self::View;

    /// Owner and count of every cell: enough for every display.
    fn grid(&self, viewpoint: Viewpoint) -> Grid;

    /// What a fault costs: an action in its place, or the game. The referee
    /// finds faults, the rules adjudicate them.
    fn adjudicate(&self, fault: Fault) -> Ruling<Self::Action>;
}

/// A variant of a game: typed values read from named options.
///
/// ```
/// use gridiron_games::common::options::OptionValues;
/// use gridiron_games::{GameOptions, virus};
///
/// let mut values = OptionValues::defaults(virus::Options::SPECS);
/// values.set("size", "5")?;
/// assert_eq!(virus::Options::from_values(&values)?.size, 5);
/// # Ok::<(), gridiron_games::common::options::OptionError>(())
/// ```
pub trait GameOptions: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Name, range, default and meaning of every option.
    const SPECS: &'static [OptionSpec];

    /// Typed options from values that are each in range. Combinations that make
    /// no game are errors.
    fn from_values(values: &OptionValues) -> Result<Self, OptionError>;
}

/// One of the two places at the board. A player keeps its seat for the game.
///
/// Which seat moves first depends on the game.
///
/// ```
/// use gridiron_games::Seat;
///
/// assert_eq!(Seat::try_from(1), Ok(Seat::One));
/// assert_eq!(Seat::One.other(), Seat::Zero);
/// assert_eq!(Seat::from_parity(5), Seat::One);
/// assert!(Seat::try_from(2).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Seat {
    /// Seat 0: Plus, player 1, Disc.
    Zero = 0,
    /// Seat 1: Minus, player 2, Ring.
    One = 1,
}

impl Seat {
    /// Both seats in order.
    pub const BOTH: [Seat; 2] = [Seat::Zero, Seat::One];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of a number by its lowest bit. A ply number will do.
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
        /// The seat whose decision comes next.
        seat: Seat,
        /// Counts from 1 and goes up after both seats had a turn.
        turn: u32,
        /// Moves left in the turn, this action included.
        actions_left: u32,
    },
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The outcome; `None` while a seat has to act.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::Over(outcome) => Some(outcome),
            Status::ToAct { .. } => None,
        }
    }

    /// The seat to act; `None` once the game is over.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Status::ToAct { seat, .. } => Some(seat),
            Status::Over(_) => None,
        }
    }
}

/// How a game ended.
///
/// ```
/// use gridiron_games::{Cause, Outcome, Seat};
///
/// let outcome = Outcome::lost_by(Seat::Zero, 100, Cause::Time);
/// assert_eq!((outcome.score, outcome.winner), (-100, Some(Seat::One)));
/// assert!(outcome.cause.is_fault());
/// assert_eq!(Outcome::from_score(0, Cause::Normal).winner, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Positive if seat 0 won, negative if seat 1 won. The game sets the unit:
    /// points, stones or 1.
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

/// Why a game ended. Records, the store and CSV files write [`Cause::word`].
///
/// ```
/// use gridiron_games::Cause;
///
/// assert_eq!("move-limit".parse(), Ok(Cause::MoveLimit));
/// assert_eq!(Cause::NoStart.to_string(), "no-start");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// By the rules of the game.
    Normal,
    /// A player ran out of time.
    Time,
    /// A player's program ended during the game.
    Crash,
    /// A player's program did not start.
    NoStart,
    /// A player sent a line that is no action at all.
    Protocol,
    /// A player sent an action that the rules forbid.
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

    /// Whether a fault of a player ended the game.
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

/// What a player did wrong, as the referee reports it to the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The seat of the player at fault.
    pub seat: Seat,
    /// What went wrong.
    pub kind: FaultKind,
}

/// The kinds of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The program did not start.
    NoStart,
    /// The player ran out of time.
    Time,
    /// The program ended during the game.
    Crash,
    /// The line is no action at all.
    Protocol,
    /// The line is longer than the referee reads. It loses in every game.
    EndlessLine,
    /// The rules forbid the action.
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

/// How the rules adjudicate a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling<Action> {
    /// The game goes on as if the player had done this.
    Play(Action),
    /// The game is over.
    Over(Outcome),
}

/// The reply to every action of a game without hidden information: `OK`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done;

impl Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OK")
    }
}

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

//! Time controls, and the clock of one player.
//!
//! **Invariant:** nothing here reads a clock or rounds a time: durations are
//! arguments.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// How long a player without a clock may take for one move.
pub const NO_CLOCK: Duration = Duration::from_secs(3600);

/// How much time a player has. The smaller of both times counts.
///
/// ```
/// use std::time::Duration;
///
/// use gridiron_referee::{Clock, TimeControl};
///
/// let control: TimeControl = "60+1,10/move".parse()?;
/// assert_eq!(control.to_string(), "60+1,10/move");
///
/// let mut clock = Clock::new(control);
/// assert_eq!(clock.left(), Some(Duration::from_secs(10)));
/// assert!(clock.charge(Duration::from_secs(11)).is_err());
/// # Ok::<(), gridiron_referee::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// Time for the whole game, with an increment after each turn.
    pub bank: Option<Bank>,
    /// Time for each move.
    pub per_move: Option<Duration>,
}

/// Time for a whole game, as in `60+1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// The time at the start of the game.
    pub start: Duration,
    /// The time added after each turn.
    pub increment: Duration,
}

impl Display for Bank {
    /// `5 s for the game`, or `60 s for the game and 1 s for each turn`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s for the game", seconds(self.start))?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, " and {} s for each turn", seconds(self.increment)),
        }
    }
}

impl TimeControl {
    /// No clock.
    pub const NONE: TimeControl = TimeControl { bank: None, per_move: None };

    /// Whether there is no clock.
    pub fn is_none(&self) -> bool {
        *self == TimeControl::NONE
    }
}

/// The longest time that a time control may hold.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Reads seconds with up to nine decimals, exactly.
fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 9 {
        return None;
    }
    let nanoseconds: u32 = format!("{decimals:0<9}").parse().ok()?;
    let time = Duration::new(whole.parse().ok()?, nanoseconds);
    (time <= LONGEST).then_some(time)
}

fn seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Why a text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeControlError {
    /// It does not have the form of one, or a time is too long.
    #[error("clock `{text}`: {EXPECTED}")]
    Malformed {
        /// The text as it was given.
        text: String,
    },
    /// Two times for the game, or two for each move.
    #[error("clock `{text}`: the same kind of time is given twice; {EXPECTED}")]
    Duplicate {
        /// The text as it was given.
        text: String,
    },
    /// No time at all: no player could move.
    #[error("clock `{text}`: a time must be more than 0; {EXPECTED}")]
    Zero {
        /// The text as it was given.
        text: String,
    },
}

const EXPECTED: &str = "expected seconds as in 1+0.1 (bank and increment for each turn), \
                        10/move, both as in 60+1,10/move, or none";

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let malformed = || TimeControlError::Malformed { text: text.to_string() };
        if text == "none" {
            return Ok(TimeControl::NONE);
        }
        let mut control = TimeControl::NONE;
        for part in text.split(',') {
            let (given, again) = match part.strip_suffix("/move") {
                Some(each) => {
                    let each = read_seconds(each).ok_or_else(malformed)?;
                    (each, control.per_move.replace(each).is_some())
                }
                None => {
                    let (start, increment) = part.split_once('+').unwrap_or((part, "0"));
                    let times = read_seconds(start).zip(read_seconds(increment));
                    let (start, increment) = times.ok_or_else(malformed)?;
                    (start, control.bank.replace(Bank { start, increment }).is_some())
                }
            };
            match () {
                () if again => return Err(TimeControlError::Duplicate { text: text.to_string() }),
                () if given.is_zero() => return Err(TimeControlError::Zero { text: text.to_string() }),
                () => {}
            }
        }
        Ok(control)
    }
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bank = self.bank.map(|bank| format!("{}+{}", seconds(bank.start), seconds(bank.increment)));
        let per_move = self.per_move.map(|each| format!("{}/move", seconds(each)));
        match (bank, per_move) {
            (None, None) => f.write_str("none"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (Some(bank), Some(each)) => write!(f, "{bank},{each}"),
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    bank: Duration,
}

/// A player took longer than it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the player took longer than it had")]
pub struct OutOfTime;

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, bank: control.bank.map_or(Duration::ZERO, |bank| bank.start) }
    }

    /// How long the next move may take; `None` without a clock.
    pub fn left(&self) -> Option<Duration> {
        let bank = self.control.bank.map(|_| self.bank);
        match (bank, self.control.per_move) {
            (Some(bank), Some(each)) => Some(bank.min(each)),
            (one, other) => one.or(other),
        }
    }

    /// The time for the whole game, if the next move is limited by what is left of it.
    pub fn limiting_bank(&self) -> Option<Bank> {
        self.control.bank.filter(|_| self.control.per_move.is_none_or(|each| self.bank < each))
    }

    /// Takes the time of a move off the clock, to the nanosecond.
    pub fn charge(&mut self, spent: Duration) -> Result<(), OutOfTime> {
        let late = self.left().is_some_and(|left| spent > left);
        self.bank = self.bank.saturating_sub(spent);
        if late { Err(OutOfTime) } else { Ok(()) }
    }

    /// The player's turn is over: adds the increment.
    pub fn end_turn(&mut self) {
        if let Some(Bank { increment, .. }) = self.control.bank {
            self.bank += increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_or_refused() {
        let ok = |text: &str, shown: &str| {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), shown, "{text}");
            assert_eq!(shown.parse(), Ok(control), "{text}");
        };
        ok("1+0.1", "1+0.1");
        ok("1", "1+0");
        ok("0.25+0", "0.25+0");
        ok("10/move", "10/move");
        ok("10/move,60+1", "60+1,10/move");
        ok("0.000000001/move", "0.000000001/move");
        ok("none", "none");
        for text in
            ["", "0", "0+1", "0/move", "1+", "+1", "-1", "1+-1", "1s", "1e3", "1+1+1", "1,2", "1/move,2/move"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
        for text in
            ["1000001", "1.0000000001", "NaN", "inf/move", "none,1", "1,", "1 + 1", "99999999999999999999"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
        for entry in &games::GAMES {
            let control: TimeControl = entry.clock.parse().expect("the game's own clock");
            assert_eq!(control.to_string(), entry.clock, "{}", entry.name);
        }
    }

    /// A control, then events: `-` a move after so many nanoseconds, `+` the end of
    /// a turn, `=` what must be left, `!` a move that comes too late.
    #[test]
    fn clocks_keep_every_nanosecond() {
        let cases: &[(&str, &[(char, u64)])] = &[
            (
                "1+0.1",
                &[
                    ('=', 1_000_000_000),
                    ('-', 1),
                    ('=', 999_999_999),
                    ('-', 299_999_999),
                    ('=', 700_000_000),
                    ('+', 0),
                    ('=', 800_000_000),
                    // To the last nanosecond, and not one more.
                    ('-', 800_000_000),
                    ('=', 0),
                    ('-', 0),
                    ('+', 0),
                    ('=', 100_000_000),
                    ('!', 100_000_001),
                    ('=', 0),
                ],
            ),
            ("10/move", &[('-', 10_000_000_000), ('=', 10_000_000_000), ('+', 0), ('!', 10_000_000_001)]),
            (
                "3+1,2/move",
                &[
                    ('=', 2_000_000_000),
                    ('-', 1_500_000_000),
                    ('=', 1_500_000_000),
                    ('+', 0),
                    ('=', 2_000_000_000),
                    ('!', 2_000_000_001),
                ],
            ),
        ];
        for (control, events) in cases {
            let mut clock = Clock::new(control.parse().expect("a control"));
            for (at, &(what, nanoseconds)) in events.iter().enumerate() {
                let time = Duration::from_nanos(nanoseconds);
                let place = format!("{control}, event {at}");
                match what {
                    '-' => assert_eq!(clock.charge(time), Ok(()), "{place}"),
                    '!' => assert_eq!(clock.charge(time), Err(OutOfTime), "{place}"),
                    '=' => assert_eq!(clock.left(), Some(time), "{place}"),
                    _ => clock.end_turn(),
                }
            }
        }
        let mut free = Clock::new(TimeControl::NONE);
        assert_eq!((free.left(), free.charge(LONGEST * 2), free.left()), (None, Ok(()), None));
    }

    /// Many short moves cost exactly their sum.
    #[test]
    fn nothing_is_rounded_away() {
        let mut clock = Clock::new("1".parse().expect("a control"));
        for _ in 0..1_000_003 {
            assert_eq!(clock.charge(Duration::from_nanos(997)), Ok(()));
        }
        assert_eq!(clock.left(), Some(Duration::from_nanos(1_000_000_000 - 997 * 1_000_003)));
    }
}

//! What a player is answered.

use std::fmt::{self, Display};

use crate::game::Seat;

/// The answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Done.
    Done,
    /// Spray: enemy tiles hit. Bomb: levels removed. At least 1.
    Hits(u32),
    /// The square is the enemy's: its signed value.
    Occupied(i64),
    /// What the scout saw.
    Seen(Window),
    /// Nothing came of it: it hit nothing, `OK 0`, or made no sense, `error`. A
    /// failed command still costs its moves: bots must not probe for free.
    NoEffect {
        /// Whether it made sense. A field and not two variants, so that the
        /// commonest answers differ by a value and not by a branch.
        made_sense: bool,
    },
}

impl Reply {
    /// It made no sense.
    pub const ERROR: Reply = Reply::NoEffect { made_sense: false };

    /// The answer in lower case, with tiles signed as `seat` sees them.
    pub(super) fn seat_reply(&self, seat: Seat) -> String {
        let own = |value: i64| seat.sign() * value;
        match self {
            Reply::Occupied(value) => format!("occupied {}", own(*value)),
            Reply::Seen(window) => {
                let values = window.values().map(|value| format!(" {}", own(i64::from(value))));
                format!("ok{}", values.collect::<String>())
            }
            // Counts have no owner.
            other => other.to_string().to_ascii_lowercase(),
        }
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Done => f.write_str("OK"),
            Reply::Hits(count) => write!(f, "OK {count}"),
            Reply::Occupied(value) => write!(f, "occupied {value}"),
            Reply::Seen(window) => {
                for (at, value) in window.values().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "OK " } else { "," })?;
                }
                Ok(())
            }
            Reply::NoEffect { made_sense: true } => f.write_str("OK 0"),
            Reply::NoEffect { made_sense: false } => f.write_str("error"),
        }
    }
}

/// The signed values of the 3 x 3 squares around one, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Without meaning where the board has no such square.
    pub(super) values: [i32; 9],
    /// A bit for each square that the board has.
    pub(super) exists: u16,
}

impl Window {
    /// The values seen; squares off the board are left out.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        self.values.iter().enumerate().filter(|(at, _)| self.exists >> at & 1 == 1).map(|(_, value)| *value)
    }
}

//! What the game replies to a command.

use std::fmt::{self, Display};

use crate::game::Seat;

/// The reply to a command. `Display` writes it as records do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The command was executed: `OK`.
    Done,
    /// Spray: enemy tiles hit. Bomb: levels removed. At least 1.
    Hits(u32),
    /// The square is the enemy's. Its value, negative for seat 1.
    Occupied(i64),
    /// The squares around the target of a scout.
    Seen(Window),
    /// The command hit no tile, `OK 0`, or was not allowed, `error`. A failed
    /// command still costs its moves: bots must not probe for free.
    NoEffect {
        /// Whether the command was allowed. A field and not two variants, so
        /// that the most frequent replies differ by a value and not by a branch.
        made_sense: bool,
    },
}

impl Reply {
    /// The command was not allowed.
    pub const ERROR: Reply = Reply::NoEffect { made_sense: false };

    /// The reply in lower case, the tiles of `seat` positive.
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
    /// Not meaningful where the board has no such square.
    pub(super) values: [i32; 9],
    /// A bit for each square that the board has.
    pub(super) exists: u16,
}

impl Window {
    /// The values in order, without squares off the board.
    pub fn values(&self) -> impl Iterator<Item = i32> + '_ {
        self.values.iter().enumerate().filter(|(at, _)| self.exists >> at & 1 == 1).map(|(_, value)| *value)
    }
}

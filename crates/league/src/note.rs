//! What people should know beside results, as values: whoever shows them puts
//! them into words, and here is how it is said in English.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// Something that people should know about a tournament. Players go by their
/// names: some of them no longer take part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Note {
    /// Some beat each other in cycles, which no single rating can show.
    Cycles {
        /// How far the results are from what ratings expect.
        chi_square: f64,
        /// Degrees of freedom.
        dof: usize,
        /// The chance of so much if ratings were the whole truth.
        p_value: f64,
        /// The Nash average: who has a share in the best mixture, the largest first.
        shares: Vec<Share>,
    },
    /// A player plays no more.
    SetAside {
        /// Who.
        name: String,
        /// GiveUpReason.
        why: Aside,
    },
    /// Lots were drawn.
    Lots {
        /// Between these.
        players: [String; 2],
        /// For this one.
        winner: String,
    },
    /// A player is no longer named: its results do not count.
    Left {
        /// Who.
        name: String,
    },
    /// A program has changed, and what it had played counts no longer.
    BeginsAgain {
        /// Whose.
        name: String,
    },
    /// Somebody wants it to play all its games again.
    BeginsAnew {
        /// Who.
        name: String,
    },
    /// A program has changed, and what it had played counts on.
    GoesOn {
        /// Whose.
        name: String,
    },
}

/// A part of a mixture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Whose.
    pub name: String,
    /// From 0 to 1.
    pub share: f64,
}

/// GiveUpReason a player was set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Aside {
    /// It crashed in one game after the other.
    Crashes {
        /// In so many.
        times: u32,
    },
    /// Its program has changed while it was played.
    Changed,
}

impl Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Cycles { chi_square, dof, p_value, shares } => {
                let shares =
                    shares.iter().map(|Share { name, share }| format!("{name} {:.0} %", share * 100.0));
                write!(
                    f,
                    "Some beat each other in cycles, which no single rating can show (chi-square {chi_square:.1} \
                     with {dof} degrees of freedom, p = {p_value:.1e}). Whoever may choose a bot for each game \
                     without being found out does best with this mixture (Nash average): {}.",
                    shares.collect::<Vec<_>>().join(", ")
                )
            }
            Note::SetAside { name, why } => write!(f, "{name} was set aside: {why}"),
            Note::Lots { players: [a, b], winner } => {
                write!(f, "{a} and {b} were level: lots were drawn for {winner}")
            }
            Note::Left { name } => write!(f, "{name} left: its results no longer count"),
            Note::BeginsAnew { name } => write!(f, "{name} begins anew"),
            Note::BeginsAgain { name } => write!(f, "{name} begins again with another version"),
            Note::GoesOn { name } => write!(f, "{name} goes on with another version"),
        }
    }
}

impl Display for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aside::Crashes { times: 1 } => f.write_str("it crashed"),
            Aside::Crashes { times } => write!(f, "it crashed {times} times in a row"),
            Aside::Changed => f.write_str("its program has changed"),
        }
    }
}

impl Aside {
    /// As it stands in a store: `crashes 4` or `changed`.
    pub fn stored(&self) -> String {
        match self {
            Aside::Crashes { times } => format!("crashes {times}"),
            Aside::Changed => "changed".to_string(),
        }
    }
}

impl FromStr for Aside {
    type Err = String;

    /// Reads what [`Aside::stored`] writes.
    fn from_str(text: &str) -> Result<Aside, String> {
        let times = text.strip_prefix("crashes ").and_then(|times| times.parse().ok());
        match (text, times) {
            (_, Some(times)) => Ok(Aside::Crashes { times }),
            ("changed", _) => Ok(Aside::Changed),
            _ => Err(format!("nobody is set aside for `{text}`")),
        }
    }
}

/// Notes in a report: the words stand beside the values, for programs that only
/// show them.
pub(crate) fn with_words<S: Serializer>(notes: &[Note], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told<'a> {
        #[serde(flatten)]
        note: &'a Note,
        words: String,
    }
    serializer.collect_seq(notes.iter().map(|note| Told { note, words: note.to_string() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_as_they_are_written() {
        for why in [Aside::Crashes { times: 1 }, Aside::Crashes { times: 12 }, Aside::Changed] {
            assert_eq!(why.stored().parse(), Ok(why));
        }
        for text in ["", "crashes", "crashes x", "changed 1"] {
            assert!(text.parse::<Aside>().is_err(), "{text}");
        }
    }
}

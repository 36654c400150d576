//! What people should know beside results, as values. Pages translate them;
//! `Display` is the English text.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// An event that people should know about. Players go by their names, because
/// some of them no longer take part.
///
/// The words in JSON are part of the store and of reports: they never change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Note {
    /// A beats B, B beats C, C beats A: no single rating fits.
    #[serde(rename = "circles")]
    Cycles {
        /// How far the results are from what ratings expect.
        chi_square: f64,
        /// Degrees of freedom.
        dof: usize,
        /// The chance of such results if ratings explained all results.
        p_value: f64,
        /// The Nash average, the largest share first.
        shares: Vec<MixtureShare>,
    },
    /// A player plays no more in this tournament.
    #[serde(rename = "set-aside")]
    Withdrawn {
        /// The player's name.
        name: String,
        /// Why it was withdrawn.
        why: WithdrawalReason,
    },
    /// A match of a knockout was tied to the end, and lots were drawn.
    #[serde(rename = "lots")]
    DrawOfLots {
        /// Both players of the match.
        players: [String; 2],
        /// The one that goes on to the next round.
        winner: String,
    },
    /// Several players are the same program.
    SameProgram {
        /// The players' names.
        names: Vec<String>,
        /// The version that all of them have: a hash of their files.
        version: String,
    },
    /// A player is no longer in the list: its results do not count.
    Left {
        /// The player's name.
        name: String,
    },
    /// A program has changed; its earlier results no longer count.
    #[serde(rename = "begins-again")]
    NewVersionRestarts {
        /// The player's name.
        name: String,
    },
    /// The organiser asked that this player plays all its games again.
    #[serde(rename = "begins-anew")]
    RestartedFromZero {
        /// The player's name.
        name: String,
    },
    /// A program has changed; its earlier results still count.
    #[serde(rename = "goes-on")]
    NewVersionContinues {
        /// The player's name.
        name: String,
    },
}

/// A player's part of a mixture of players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MixtureShare {
    /// The player's name.
    pub name: String,
    /// From 0 to 1; all shares add up to 1.
    pub share: f64,
}

/// Why a player was withdrawn from a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum WithdrawalReason {
    /// It crashed in one game after the other.
    Crashes {
        /// In how many games.
        times: u32,
    },
    /// It did not start in one game after the other.
    #[serde(rename = "no-start")]
    NoStarts {
        /// In how many games.
        times: u32,
    },
    /// It crashed in some games and did not start in others, one after the other.
    #[serde(rename = "crashes-or-no-start")]
    CrashesOrNoStarts {
        /// In how many games.
        times: u32,
    },
    /// Its program changed while the tournament was played.
    Changed,
}

impl Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Cycles { chi_square, dof, p_value, shares } => {
                let shares = shares
                    .iter()
                    .map(|MixtureShare { name, share }| format!("{name} {:.0} %", share * 100.0));
                write!(
                    f,
                    "Some players beat each other in a cycle (A beats B, B beats C, C beats A), which no single \
                     rating can show (chi-square {chi_square:.1} with {dof} degrees of freedom, p = {p_value:.1e}). \
                     The mixture that no opponent can exploit (Nash average): {}.",
                    shares.collect::<Vec<_>>().join(", ")
                )
            }
            Note::Withdrawn { name, why } => write!(f, "{name} was withdrawn: {why}"),
            Note::DrawOfLots { players: [a, b], winner } => {
                write!(f, "{a} and {b} were tied: {winner} won the random draw")
            }
            Note::SameProgram { names, .. } => {
                let (last, others) = names.split_last().expect("several names");
                write!(f, "{} and {last} are the same program: all their files are equal", others.join(", "))
            }
            Note::Left { name } => write!(f, "{name} left: its results no longer count"),
            Note::RestartedFromZero { name } => write!(f, "{name} plays all its games again"),
            Note::NewVersionRestarts { name } => {
                write!(f, "{name} has changed: the new version plays all its games again")
            }
            Note::NewVersionContinues { name } => {
                write!(f, "{name} has changed: its earlier results still count")
            }
        }
    }
}

impl Note {
    /// The English text at a time when all games are played, or not yet.
    pub fn in_words(&self, is_finished: bool) -> String {
        match self {
            Note::NewVersionRestarts { name } if is_finished => {
                format!("{name} has changed: the new version played all its games again")
            }
            Note::RestartedFromZero { name } if is_finished => format!("{name} played all its games again"),
            other => other.to_string(),
        }
    }
}

impl Display for WithdrawalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WithdrawalReason::Crashes { times: 1 } => f.write_str("it crashed"),
            WithdrawalReason::Crashes { times } => write!(f, "it crashed {times} times in a row"),
            WithdrawalReason::NoStarts { times: 1 } => f.write_str("it did not start"),
            WithdrawalReason::NoStarts { times } => write!(f, "it did not start in {times} games in a row"),
            WithdrawalReason::CrashesOrNoStarts { times } => {
                write!(f, "it crashed or did not start in {times} games in a row")
            }
            WithdrawalReason::Changed => f.write_str("its program has changed"),
        }
    }
}

impl WithdrawalReason {
    /// As it stands in a store: `crashes 4` or `changed`.
    pub fn stored(&self) -> String {
        match self {
            WithdrawalReason::Crashes { times } => format!("crashes {times}"),
            WithdrawalReason::NoStarts { times } => format!("no-start {times}"),
            WithdrawalReason::CrashesOrNoStarts { times } => format!("crashes-or-no-start {times}"),
            WithdrawalReason::Changed => "changed".to_string(),
        }
    }
}

/// The text is none that [`WithdrawalReason::stored`] writes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown reason for a withdrawal: `{0}`")]
pub struct UnknownReason(pub String);

impl FromStr for WithdrawalReason {
    type Err = UnknownReason;

    /// Reads what [`WithdrawalReason::stored`] writes.
    fn from_str(text: &str) -> Result<WithdrawalReason, UnknownReason> {
        let counted = text.split_once(' ').and_then(|(kind, times)| Some((kind, times.parse().ok()?)));
        match (text, counted) {
            (_, Some(("crashes", times))) => Ok(WithdrawalReason::Crashes { times }),
            (_, Some(("no-start", times))) => Ok(WithdrawalReason::NoStarts { times }),
            (_, Some(("crashes-or-no-start", times))) => Ok(WithdrawalReason::CrashesOrNoStarts { times }),
            ("changed", _) => Ok(WithdrawalReason::Changed),
            _ => Err(UnknownReason(text.to_string())),
        }
    }
}

/// Notes in a report: the English text stands beside the values, for programs
/// that only show it.
pub(crate) fn with_words<S: Serializer>(notes: &[Note], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct NoteWithWords<'a> {
        #[serde(flatten)]
        note: &'a Note,
        words: String,
    }
    serializer.collect_seq(notes.iter().map(|note| NoteWithWords { note, words: note.to_string() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read_as_they_are_written() {
        use WithdrawalReason::{Changed, Crashes, CrashesOrNoStarts, NoStarts};
        for (why, stored, words) in [
            (Crashes { times: 1 }, "crashes 1", "it crashed"),
            (Crashes { times: 12 }, "crashes 12", "it crashed 12 times in a row"),
            (NoStarts { times: 1 }, "no-start 1", "it did not start"),
            (NoStarts { times: 6 }, "no-start 6", "it did not start in 6 games in a row"),
            (
                CrashesOrNoStarts { times: 6 },
                "crashes-or-no-start 6",
                "it crashed or did not start in 6 games in a row",
            ),
            (Changed, "changed", "its program has changed"),
        ] {
            assert_eq!((why.stored().as_str(), why.to_string().as_str()), (stored, words));
            assert_eq!(stored.parse(), Ok(why));
        }
        for text in ["", "crashes", "crashes x", "changed 1", "no-start", "no-start -1", "other 1"] {
            assert!(text.parse::<WithdrawalReason>().is_err(), "{text}");
        }
    }

    /// Stores and reports of earlier versions hold these words.
    #[test]
    fn words_in_json_never_change() {
        let name = || "a".to_string();
        let why = WithdrawalReason::Crashes { times: 2 };
        for (note, expected) in [
            (
                Note::Cycles { chi_square: 1.5, dof: 1, p_value: 0.25, shares: Vec::new() },
                r#"{"kind":"circles","chi_square":1.5,"dof":1,"p_value":0.25,"shares":[]}"#,
            ),
            (
                Note::Withdrawn { name: name(), why },
                r#"{"kind":"set-aside","name":"a","why":{"reason":"crashes","times":2}}"#,
            ),
            (
                Note::Withdrawn { name: name(), why: WithdrawalReason::NoStarts { times: 2 } },
                r#"{"kind":"set-aside","name":"a","why":{"reason":"no-start","times":2}}"#,
            ),
            (
                Note::Withdrawn { name: name(), why: WithdrawalReason::CrashesOrNoStarts { times: 2 } },
                r#"{"kind":"set-aside","name":"a","why":{"reason":"crashes-or-no-start","times":2}}"#,
            ),
            (
                Note::DrawOfLots { players: [name(), name()], winner: name() },
                r#"{"kind":"lots","players":["a","a"],"winner":"a"}"#,
            ),
            (
                Note::SameProgram { names: vec![name(), name()], version: name() },
                r#"{"kind":"same-program","names":["a","a"],"version":"a"}"#,
            ),
            (Note::Left { name: name() }, r#"{"kind":"left","name":"a"}"#),
            (Note::NewVersionRestarts { name: name() }, r#"{"kind":"begins-again","name":"a"}"#),
            (Note::RestartedFromZero { name: name() }, r#"{"kind":"begins-anew","name":"a"}"#),
            (Note::NewVersionContinues { name: name() }, r#"{"kind":"goes-on","name":"a"}"#),
        ] {
            assert_eq!(serde_json::to_string(&note).expect("JSON"), expected);
            assert_eq!(serde_json::from_str::<Note>(expected).expect("a note"), note);
        }
    }
}

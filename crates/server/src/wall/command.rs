//! What an organiser can tell a wall.

use serde::Deserialize;
use utoipa::ToSchema;

/// What an organiser can tell a wall.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// On to the next part: the result, the standings, the next page, the next game.
    Next,
    /// Stays where it is until `go`.
    Hold,
    /// Goes on.
    Go,
    /// On to the next game; with suspense, one that was not shown to its end does not
    /// count.
    Skip,
    /// Ends suspense and freezing, and shows the standings as they are, from the last
    /// place to the first.
    Reveal,
    /// From now on the standings of the wall stay as they are. Other pages are not the wall's.
    Freeze,
    /// Ends that without a show.
    Thaw,
    /// Whether standings count only games that were shown.
    Suspense {
        /// Whether they do.
        on: bool,
    },
    /// Shows this game now.
    Show {
        /// Its number.
        number: u64,
    },
    /// Shows this game next; without a number, what the director chooses.
    Queue {
        /// Its number.
        number: Option<u64>,
    },
}

/// Why a command is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such game, or its record was not kept.
    #[error("game {0} cannot be shown: there is none, or it was not kept")]
    NoSuchGame(u64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_json() {
        for (text, expected) in [
            (r#"{"command":"next"}"#, Some(Command::Next)),
            (r#"{"command":"hold"}"#, Some(Command::Hold)),
            (r#"{"command":"suspense","on":true}"#, Some(Command::Suspense { on: true })),
            (r#"{"command":"show","number":12}"#, Some(Command::Show { number: 12 })),
            (r#"{"command":"queue","number":12}"#, Some(Command::Queue { number: Some(12) })),
            (r#"{"command":"queue","number":null}"#, Some(Command::Queue { number: None })),
            (r#"{"command":"queue"}"#, Some(Command::Queue { number: None })),
            (r#"{"command":"show"}"#, None),
            (r#"{"command":"show","number":-1}"#, None),
            (r#"{"command":"show","number":1,"more":1}"#, None),
            (r#"{"command":"explode"}"#, None),
            (r#"{}"#, None),
        ] {
            assert_eq!(serde_json::from_str::<Command>(text).ok(), expected, "{text}");
        }
    }
}

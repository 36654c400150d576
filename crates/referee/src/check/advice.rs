//! What an author can do about a fault.

use games::Cause;

/// Which kind of program it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It speaks keyword lines.
    Lines,
    /// A bot of an original game.
    Original,
}

/// Words of messages that say what to do themselves.
const CURES: [&str; 7] = [
    "sed -i",
    "pip install",
    "convert it",
    "cannot be made",
    "call it `orig:",
    "looks like a bot",
    "is answered by one line",
];

/// What programs say that tried what no bot may in a sandbox.
const FORBIDDEN: [&str; 4] =
    ["Operation not permitted", "PermissionError", "annot fork", "Disk quota exceeded"];

/// What to do about a fault with this message; `stderr` is what the program has
/// written for its author.
pub fn advice(kind: Kind, cause: Cause, message: &str, stderr: Option<&str>) -> &'static str {
    // A message that says what to do is not contradicted.
    if CURES.iter().any(|cure| message.contains(cure)) {
        return "what is said there";
    }
    match (kind, cause) {
        (Kind::Lines, Cause::NoStart) if message.starts_with("no answer") => {
            "answer each `go` with one line, end it with a newline, and flush the output"
        }
        (Kind::Original, Cause::NoStart) if message.starts_with("no answer") => {
            "its file must be loaded within the start-up time (--start-budget): does it loop?"
        }
        (_, Cause::NoStart | Cause::Crash)
            if stderr.is_some_and(|stderr| FORBIDDEN.iter().any(|word| stderr.contains(word))) =>
        {
            "bots are locked in: they start no programs (a script must `exec` its own), have no network and \
             write only to their folder; see docs/sandbox.md"
        }
        (_, Cause::NoStart | Cause::Crash) if stderr.is_some() => "mend what its standard error tells",
        (Kind::Original, Cause::NoStart | Cause::Crash) => "mend what is said above",
        (Kind::Lines, Cause::NoStart | Cause::Crash) => {
            "it must go on reading lines, and answer each `go`, until `quit` comes"
        }
        (_, Cause::Time) if message.starts_with("no answer to ") => {
            "calls other than for a move have a second each: does it loop?"
        }
        (Kind::Lines, Cause::Time) if message.contains("in which it used") => {
            "answer each `go` with one line, and flush the output; or does it sleep?"
        }
        (_, Cause::Time) => "think less, or give it a longer --clock; or does it loop for ever?",
        (Kind::Lines, Cause::Illegal) => {
            "look at the board it was sent; where nothing is hidden, all that is allowed stands after `moves`"
        }
        (Kind::Original, Cause::Illegal) => "look at the board it was given",
        (Kind::Lines, _) => {
            "an answer is one action in lower case, its numbers without brackets, and nothing else; \
             what is for you goes to standard error"
        }
        (Kind::Original, _) => "see in docs/original-bots.md what it must return",
    }
}

//! What an author should do about a fault.

use games::{Cause, Seat};

use crate::faults::{self, has_syntax_error};
use crate::program::MUST_READ;
use crate::record::Record;
use crate::spec::PlayerSpec;

/// The protocol of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Keyword lines.
    Lines,
    /// The calls of an original game.
    Original,
}

impl BotKind {
    /// The kind of a program.
    pub fn of(player: &PlayerSpec) -> BotKind {
        if player.is_original() { BotKind::Original } else { BotKind::Lines }
    }
}

/// For a message that already says what to do.
const FOLLOW: &str = "follow the message above";

/// Texts in messages that already say what to do.
const CURES: [&str; 19] = [
    "it was killed because",
    "sed -i",
    "pip install",
    "convert it",
    "cannot be made",
    "name it `orig:",
    "looks like a bot",
    "needs one line in response",
    "from its first line",
    "as its first line",
    "built for another machine",
    "its input was closed",
    "waits for more input",
    "is legal: are ",
    "only these are provided",
    "it computed all the time: think less",
    "is there a newline at its end?",
    "flush the output after each line",
    "does it send its move and flush",
];

/// Texts in the standard error of bots that the sandbox has refused something, and
/// what to do then.
const LOCKED_IN: [(&[&str], &str); 9] = [
    (
        &["annot fork", "fork:", "subprocess", "popen", "spawn", "32512"],
        "bots cannot start other programs: do the work in the bot itself; a script must `exec` its program (docs/sandbox.md)",
    ),
    (
        &["SemLock", "shm_open", "multiprocessing"],
        "bots have only one process: use threads instead (docs/sandbox.md)",
    ),
    (
        &["name resolution", "Name or service", "EAI_AGAIN", "socket"],
        "bots have no network: put the data into the bot's folder (docs/sandbox.md)",
    ),
    (
        &["chmod", "copymode", "utime"],
        "bots cannot change permissions: `shutil.copyfile` copies without them (docs/sandbox.md)",
    ),
    (
        &["MemoryError", "annot allocate", "bad_alloc", "heap out of memory", "OutOfMemory"],
        "use less memory, or ask for more with --memory (docs/sandbox.md)",
    ),
    (
        &["start new thread"],
        "use fewer threads: 64 at most, and their stacks count as memory (docs/sandbox.md)",
    ),
    (
        &["File too large", "No space left", "Disk quota"],
        "write less: a bot may write 64 MB, and 16 MB to one file, unless it is given more (docs/sandbox.md)",
    ),
    (
        &["No such file", "FileNotFound", "Permission denied", "ENOENT"],
        "if the file exists: the bot can read only files in its own folder, and no links; for other folders see --allow-read (docs/sandbox.md)",
    ),
    (
        &["peration not permitted", "PermissionError", "not implemented", "disk I/O error", "EPERM"],
        "the sandbox does not allow this: docs/sandbox.md says what to do instead",
    ),
];

/// What the author of a bot should do after a game: about its fault that ended the game,
/// or else about its first.
///
/// `None` without such a fault, if the message already says it, or if neither player has
/// started: then the messages of both are one.
pub fn after_game(record: &Record, seat: Seat, player: &PlayerSpec) -> Option<&'static str> {
    let outcome = &record.outcome;
    let (cause, message, stderr) = match faults::ending(record) {
        Some((None, _)) => return None,
        Some((Some(loser), cause)) if loser == seat => (cause, &outcome.message, &outcome.stderr),
        _ => record
            .actions
            .iter()
            .filter(|action| action.seat == seat)
            .find_map(|action| Some((action.fault?, &action.message, &action.stderr)))?,
    };
    let message = message.as_deref().unwrap_or_default();
    let advice = advice(BotKind::of(player), cause, message, stderr.as_deref());
    Some(advice).filter(|advice| *advice != FOLLOW)
}

/// What to do about a fault with this message and this standard error.
pub fn advice(kind: BotKind, cause: Cause, message: &str, stderr: Option<&str>) -> &'static str {
    // The message already says what to do.
    if CURES.iter().any(|cure| message.contains(cure)) {
        return FOLLOW;
    }
    if let (Cause::NoStart | Cause::Crash, Some(stderr)) = (cause, stderr)
        // The line that it shows may hold any word.
        && !has_syntax_error(stderr)
        && let Some((_, hint)) =
            LOCKED_IN.iter().find(|(texts, _)| texts.iter().any(|word| stderr.contains(word)))
    {
        return hint;
    }
    match (kind, cause) {
        (_, Cause::NoStart) if message.starts_with("not ready ") => {
            "make it start faster, or give it more time with --start-budget"
        }
        (BotKind::Lines, Cause::NoStart) if is_timeout(message) => {
            "send one line for each `go`, end it with a newline, and flush the output"
        }
        (BotKind::Original, Cause::NoStart) if is_timeout(message) => {
            "its file must load within the start budget (--start-budget): check for an endless loop"
        }
        (_, Cause::NoStart | Cause::Crash) if stderr.is_some() => "fix the error shown above",
        (BotKind::Original, Cause::NoStart | Cause::Crash) => "fix the error shown above",
        (BotKind::Lines, Cause::NoStart | Cause::Crash) => MUST_READ,
        (_, Cause::Time) if message.contains("no response to ") => {
            "calls that ask for no move must return within 1 s each: check for an endless loop"
        }
        (_, Cause::Time) if message.contains("it has not read the question") => {
            "read each line as soon as it comes: does the bot sleep or compute before it reads?"
        }
        (_, Cause::Time) if message.contains("it slept or waited") || message.contains(" s too late") => {
            "make it answer sooner, or give it a longer --clock"
        }
        (_, Cause::Time) => "make it think less, or give it a longer --clock; check for an endless loop",
        (BotKind::Lines, Cause::Illegal) => {
            "compare its move with the board it was sent; in games without hidden information the legal moves are listed after `moves`"
        }
        (BotKind::Original, Cause::Illegal) => "compare its move with the board it was given",
        (BotKind::Lines, _) => {
            "a move is one action in lower case, its numbers without brackets, and nothing else; \
             send debugging output to standard error"
        }
        (BotKind::Original, _) => "docs/original-bots.md says what it must return",
    }
}

/// Whether a message is about a bot that sent nothing in time.
fn is_timeout(message: &str) -> bool {
    message.starts_with("no move ") || message.starts_with("no response ")
}

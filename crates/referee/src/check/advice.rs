//! What an author can do about a fault.

use games::Cause;

/// Which kind of program it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// It speaks keyword lines.
    Lines,
    /// A bot of an original game.
    Original,
}

/// Words of messages that say what to do themselves.
const CURES: [&str; 8] = [
    "it was ended because",
    "sed -i",
    "pip install",
    "convert it",
    "cannot be made",
    "call it `orig:",
    "looks like a bot",
    "is answered by one line",
];

/// What programs say that tried what no bot may in a sandbox, and what to do then.
const LOCKED_IN: [(&[&str], &str); 9] = [
    (
        &["annot fork", "fork:", "subprocess", "popen", "spawn", "32512"],
        "bots start no other programs: do it in the bot itself, and a script must `exec` its program (docs/sandbox.md)",
    ),
    (
        &["SemLock", "shm_open", "multiprocessing"],
        "bots have one process: take threads instead (docs/sandbox.md)",
    ),
    (
        &["name resolution", "Name or service", "EAI_AGAIN", "socket"],
        "bots have no network: bring the data along in the bot's folder (docs/sandbox.md)",
    ),
    (
        &["chmod", "copymode", "utime"],
        "bots change no permissions: `shutil.copyfile` copies without (docs/sandbox.md)",
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
        "write less: a bot has 64 MB, and 16 MB for a file, unless it gets more (docs/sandbox.md)",
    ),
    (
        &["No such file", "FileNotFound", "No module named", "Permission denied", "ENOENT"],
        "if it is there for you: only files of the bot's folder are there for the bot, and no links (docs/sandbox.md)",
    ),
    (
        &["peration not permitted", "PermissionError", "not implemented", "disk I/O error", "EPERM"],
        "bots are locked in: docs/sandbox.md says what they cannot do, and what to do instead",
    ),
];

/// What to do about a fault with this message; `stderr` is what the program has
/// written for its author.
pub fn advice(kind: BotKind, cause: Cause, message: &str, stderr: Option<&str>) -> &'static str {
    // A message that says what to do is not contradicted.
    if CURES.iter().any(|cure| message.contains(cure)) {
        return "what is said there";
    }
    if let (Cause::NoStart | Cause::Crash, Some(stderr)) = (cause, stderr)
        && let Some((_, hint)) =
            LOCKED_IN.iter().find(|(said, _)| said.iter().any(|word| stderr.contains(word)))
    {
        return hint;
    }
    match (kind, cause) {
        (BotKind::Lines, Cause::NoStart) if message.starts_with("no answer") => {
            "answer each `go` with one line, end it with a newline, and flush the output"
        }
        (BotKind::Original, Cause::NoStart) if message.starts_with("no answer") => {
            "its file must be loaded within the start-up time (--start-budget): does it loop?"
        }
        (_, Cause::NoStart | Cause::Crash) if stderr.is_some() => "mend what its standard error tells",
        (BotKind::Original, Cause::NoStart | Cause::Crash) => "mend what is said above",
        (BotKind::Lines, Cause::NoStart | Cause::Crash) => {
            "it must go on reading lines, and answer each `go`, until `quit` comes"
        }
        (_, Cause::Time) if message.starts_with("no answer to ") => {
            "calls other than for a move have a second each: does it loop?"
        }
        (BotKind::Lines, Cause::Time) if message.contains("in which it used") => {
            "answer each `go` with one line, and flush the output; or does it sleep?"
        }
        (_, Cause::Time) => "think less, or give it a longer --clock; or does it loop for ever?",
        (BotKind::Lines, Cause::Illegal) => {
            "look at the board it was sent; where nothing is hidden, all that is allowed stands after `moves`"
        }
        (BotKind::Original, Cause::Illegal) => "look at the board it was given",
        (BotKind::Lines, _) => {
            "an answer is one action in lower case, its numbers without brackets, and nothing else; \
             what is for you quits to standard error"
        }
        (BotKind::Original, _) => "see in docs/original-bots.md what it must return",
    }
}

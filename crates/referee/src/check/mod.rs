//! A conformance run on anybody's program: does it do what every game asks of
//! it? Two games against a random player, one on each seat, then `quit`.

mod advice;
mod watched_game;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::options::OptionValues;
use games::common::rng::{SEED_LIMIT, derive};
use games::{Cause, GameEntry, Seat};

use crate::competitor::{Dialogue, ExitReport, Stopped, Timing};
use crate::game_loop::play_game;
use crate::spec::PlayerSpec;
use advice::BotKind;
use watched_game::{CheckWatcher, DialogueTail, WatchedGame};

/// One thing that a program must do, and whether it does.
#[derive(Debug)]
pub struct CheckStep {
    /// What it is about, as in "it ends on quit".
    pub name: &'static str,
    /// Whether it does.
    pub result: StepResult,
}

/// Whether a program does what it must.
#[derive(Debug)]
pub enum StepResult {
    /// It does. With a remark, which may be empty.
    Passed(String),
    /// It does not.
    Failed(Box<CheckFailure>),
    /// It did not come to that.
    NotTried,
}

/// What a program did wrong.
#[derive(Debug)]
pub struct CheckFailure {
    /// One line.
    pub what: String,
    /// What it wrote to its standard error then.
    pub stderr: Option<String>,
    /// The last lines that were said before: `>` to the program, `<` by it.
    pub said: Vec<String>,
    /// What its author can do.
    pub advice: &'static str,
}

/// Runs a program through all steps. An error if the rules make no board, or if
/// it is told to stop.
///
/// # Panics
/// If the player is no program: nobody else has anything to show here.
pub fn check(
    entry: &'static GameEntry,
    options: &OptionValues,
    player: &PlayerSpec,
    timing: &Timing,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<CheckStep>, Stopped> {
    assert!(player.is_program(), "only programs are checked");
    let tail = DialogueTail::default();
    let dialogue = Dialogue { name: String::new(), out: Box::new(tail.clone()) };
    let random = PlayerSpec::read(entry, "random");
    let random = random.map_err(|error| Stopped::MachineFailed(error.to_string()))?;
    let mut competitors = [player.competitor_with(Some(dialogue)), random.competitor()];
    let kind = if player.is_original() { BotKind::Original } else { BotKind::Lines };
    let mut games = Vec::new();
    for seat in Seat::BOTH {
        let seed = derive(seed, &format!("trial {seat}")) % SEED_LIMIT;
        let session = entry.start(options.clone(), seed);
        let mut session = session.map_err(|error| Stopped::MachineFailed(error.to_string()))?;
        let mut watcher = CheckWatcher::new(seat, tail.clone());
        let record = play_game(&mut *session, &mut competitors, timing, stop, &mut watcher)?;
        games.push(WatchedGame::new(record, kind, watcher));
        competitors.swap(0, 1);
    }
    let exit = competitors[0].shut_down();
    let [first, second] = games.try_into().unwrap_or_else(|_| unreachable!("one for each seat"));
    Ok(steps(&first, &second, timing, quits(kind, exit, &tail)))
}

fn steps(first: &WatchedGame, second: &WatchedGame, timing: &Timing, quits: StepResult) -> Vec<CheckStep> {
    let starts = match (first.fault(&[Cause::NoStart]), first.first_answer()) {
        (Some(failure), _) => failure.into(),
        (None, time) => StepResult::Passed(
            time.map(|time| format!("first answer after {}", in_words(time))).unwrap_or_default(),
        ),
    };
    let has_started = matches!(starts, StepResult::Passed(_));
    let no_action = [Cause::Protocol, Cause::Illegal];
    let answers = first.fault(&[Cause::Protocol, Cause::Illegal, Cause::Crash]);
    let late = first.fault(&[Cause::Time]).or_else(|| second.fault(&[Cause::Time]));
    let again = second.fault(&[Cause::NoStart, Cause::Crash]);
    let rest = [
        (
            "answers every question",
            result(answers.or_else(|| first.only_errors()), has_shown(first), first.count()),
        ),
        ("stays inside the clock", result(late, has_shown(first), slowest([first, second], timing))),
        // After a fault it is another process that plays the second game.
        ("plays a second game", result(again, has_shown(second) && !first.is_cut_short(), String::new())),
        (
            "takes either seat",
            result(
                second.fault(&no_action).or_else(|| second.only_errors()),
                has_shown(second),
                second.count(),
            ),
        ),
        ("says nothing unasked", unasked([first, second])),
        ("ends on quit", quits),
    ];
    let rest = rest.map(|(name, result)| CheckStep {
        name,
        result: if has_started { result } else { StepResult::NotTried },
    });
    [CheckStep { name: "starts", result: starts }].into_iter().chain(rest).collect()
}

/// Whether a game shows what the program can do: who has not come to its end, or
/// has not been asked, may do better or worse.
fn has_shown(game: &WatchedGame) -> bool {
    game.answers().next().is_some() && !game.is_cut_short()
}

fn result(failure: Option<CheckFailure>, has_shown: bool, remark: String) -> StepResult {
    match failure {
        Some(failure) => failure.into(),
        None if has_shown => StepResult::Passed(remark),
        None => StepResult::NotTried,
    }
}

impl From<CheckFailure> for StepResult {
    fn from(failure: CheckFailure) -> StepResult {
        StepResult::Failed(Box::new(failure))
    }
}

/// The slowest answer that the clock ran for.
fn slowest(games: [&WatchedGame; 2], timing: &Timing) -> String {
    let billed = games.into_iter().flat_map(WatchedGame::answers).filter(|action| !action.unbilled);
    let slowest = billed.filter_map(|action| action.cpu_ns.or(action.wall_ns)).max();
    let slowest = slowest.map(Duration::from_nanos);
    let slowest = slowest.map(|time| format!("; slowest answer {}", in_words(time))).unwrap_or_default();
    match timing.clocks[0] {
        control if control.is_none() => format!("there is none{slowest}"),
        control => format!("{control}{slowest}"),
    }
}

fn unasked(games: [&WatchedGame; 2]) -> StepResult {
    let count = |game: &WatchedGame| game.record.unexpected_lines[game.seat.index()];
    match games.into_iter().find(|game| count(game) > 0) {
        None if games.into_iter().any(has_shown) => StepResult::Passed(String::new()),
        None => StepResult::NotTried,
        Some(game) => CheckFailure {
            what: match count(game) {
                1 => format!("a line that nobody asked for, on seat {}", game.seat),
                lines => format!("{lines} lines that nobody asked for, on seat {}", game.seat),
            },
            stderr: None,
            said: game.doubled(),
            advice: "send one line for each question, the rest to standard error; `gridiron play` with `--dialogue FILE` writes down all that is said",
        }
        .into(),
    }
}

fn quits(kind: BotKind, exit: Option<ExitReport>, tail: &DialogueTail) -> StepResult {
    match exit {
        None => StepResult::NotTried,
        Some(ExitReport { problem: None, .. }) => StepResult::Passed(String::new()),
        Some(ExitReport { problem: Some(what), stderr }) => CheckFailure {
            what,
            stderr,
            said: tail.lines(),
            advice: match kind {
                BotKind::Lines => "end when `quit` comes, or when there is no more input, with exit status 0",
                BotKind::Original => {
                    "after `end_game`, if it has one, it must end when there is no more input"
                }
            },
        }
        .into(),
    }
}

/// `12.3 ms`
fn in_words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds => format!("{:.2} ms", seconds * 1000.0),
    }
}

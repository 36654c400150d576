//! Checks whether a bot does what every game needs: two games against a random
//! player, one on each seat, a third that begins with an opening, then `quit`.

mod advice;
mod watched_game;

pub use advice::after_game as advice_after_game;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValues;
use games::common::rng::{SEED_LIMIT, derive};
use games::{Cause, GameEntry, Seat};

use crate::competitor::{Dialogue, ExitReport, Stopped, Timing};
use crate::game_loop::play_game;
use crate::spec::PlayerSpec;
use advice::BotKind;
use watched_game::{CheckWatcher, DialogueTail, WatchedGame};

/// One thing that a bot must do, and whether it does.
#[derive(Debug)]
pub struct CheckStep {
    /// What the bot must do, as in "quits when asked".
    pub name: &'static str,
    /// Whether the bot does it.
    pub result: StepResult,
}

/// Whether a bot does what it must.
#[derive(Debug)]
pub enum StepResult {
    /// It does. The remark may be empty.
    Passed(String),
    /// It does not.
    Failed(Box<CheckFailure>),
    /// The games did not get that far, for this reason.
    NotTried(&'static str),
    /// The step has no meaning here, for this reason.
    NotNeeded(&'static str),
}

/// Why a step was not tried.
const NO_START: &str = "it did not start";
const NO_MOVE: &str = "there was no move";
const ENDED_EARLY: &str = "a fault ended the game early";

/// The faults that no step about time shows.
const FAULTS_BUT_TIME: [Cause; 4] = [Cause::NoStart, Cause::Crash, Cause::Protocol, Cause::Illegal];

/// What a bot did wrong.
#[derive(Debug)]
pub struct CheckFailure {
    /// The kind of fault, if it is one that a game can end by.
    pub cause: Option<Cause>,
    /// What was wrong, in one line.
    pub what: String,
    /// What it wrote to standard error then.
    pub stderr: Option<String>,
    /// The last lines before: `>` to the program, `<` from it.
    pub dialogue: Vec<String>,
    /// What its author should do.
    pub advice: &'static str,
}

impl CheckFailure {
    /// Whether it is most likely the same mistake: the same kind of fault with the same
    /// standard error and advice. Seats, turns and squares may differ.
    pub fn is_like(&self, other: &CheckFailure) -> bool {
        let mistake = |failure: &CheckFailure| (failure.cause, failure.stderr.clone(), failure.advice);
        mistake(self) == mistake(other)
    }
}

/// Runs a bot through all steps. Fails if it is interrupted, or if the rules make no
/// board.
///
/// The opening of `options` is played in the third game only: a bot that fails for
/// another reason should see the same in a game from the start.
///
/// # Panics
/// If the player is not a program.
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
    let log = Dialogue::without_limit("", Box::new(tail.clone()));
    let random = PlayerSpec::read(entry, "random");
    let random = random.map_err(|error| Stopped::MachineFailed(error.to_string()))?;
    let mut competitors = [player.competitor_with(Some(log)), random.competitor()];
    let kind = BotKind::of(player);
    let mut play = |options: &OptionValues, seat: Seat, trial: &str| {
        let seed = derive(seed, trial) % SEED_LIMIT;
        let session = entry.start(options.clone(), seed);
        let mut session = session.map_err(|error| Stopped::MachineFailed(error.to_string()))?;
        let mut watcher = CheckWatcher::new(seat, tail.clone());
        if seat == Seat::One {
            competitors.swap(0, 1);
        }
        let record = play_game(&mut *session, &mut competitors, timing, stop, &mut watcher);
        if seat == Seat::One {
            competitors.swap(0, 1);
        }
        Ok::<_, Stopped>(WatchedGame::new(record?, kind, watcher))
    };
    let from_the_start = without_opening(options);
    let first = play(&from_the_start, Seat::Zero, "trial 0")?;
    // The other games would take as long and show the same.
    let goes_on = !first.is_without_a_move();
    let second = goes_on.then(|| play(&from_the_start, Seat::One, "trial 1")).transpose()?;
    let opening = match (options.get(OPENING_PLIES.key), *options == from_the_start) {
        (None, _) => Err("this game has no openings"),
        (Some(_), true) => Err("no opening is asked for"),
        (Some(_), false) => Ok(goes_on.then(|| play(options, Seat::Zero, "trial opening")).transpose()?),
    };
    let exit = competitors[0].shut_down();
    let games = CheckGames { first, second, opening };
    Ok(games.all_steps(timing, quit_result(kind, exit, &tail)))
}

/// The games of a check. `None` was not played.
struct CheckGames {
    first: WatchedGame,
    second: Option<WatchedGame>,
    /// The game after an opening, or why it is not needed.
    opening: Result<Option<WatchedGame>, &'static str>,
}

/// The same rules, but games begin at the start.
fn without_opening(options: &OptionValues) -> OptionValues {
    let mut options = options.clone();
    // A game without openings has no such option.
    let _ = options.set(OPENING_PLIES.key, "0");
    options
}

impl CheckGames {
    fn all_steps(&self, timing: &Timing, quits: StepResult) -> Vec<CheckStep> {
        let CheckGames { first, second, opening } = self;
        let second = second.as_ref();
        let third = opening.as_ref().ok().and_then(Option::as_ref);
        let all: Vec<&WatchedGame> = [Some(first), second, third].into_iter().flatten().collect();
        let starts = match (first.fault(&[Cause::NoStart]), first.first_move()) {
            (Some(failure), _) => failure.into(),
            (None, time) => StepResult::Passed(
                time.map(|time| format!("first move after {}", in_words(time))).unwrap_or_default(),
            ),
        };
        let has_started = matches!(starts, StepResult::Passed(_));
        let bad_move = [Cause::Protocol, Cause::Illegal];
        let moves = first.fault(&[Cause::Protocol, Cause::Illegal, Cause::Crash]);
        let late = all.iter().find_map(|game| game.fault(&[Cause::Time]));
        // A fault that ends the second game fails both steps that need this game.
        let ended = || second.filter(|game| game.is_cut_short())?.fault(&FAULTS_BUT_TIME);
        let seat = second.and_then(|second| second.fault(&bad_move).or_else(|| second.only_errors()));
        let second_result = |failure: Option<CheckFailure>, remark: String| match second {
            None => StepResult::NotTried(NO_MOVE),
            Some(game) => result(failure, game, remark),
        };
        let again = match second_result(ended(), String::new()) {
            // After a fault another process plays the second game.
            StepResult::Passed(_) if first.is_cut_short() => StepResult::NotTried(ENDED_EARLY),
            again => again,
        };
        let has_moved = all.iter().any(|game| game.moves().next().is_some());
        let in_time = match late {
            Some(failure) => failure.into(),
            None if has_moved => StepResult::Passed(slowest(&all, timing)),
            None => StepResult::NotTried(NO_MOVE),
        };
        let rest = [
            (
                "sends a move for every question",
                result(moves.or_else(|| first.only_errors()), first, first.count()),
            ),
            ("stays within its time", in_time),
            ("plays a second game", again),
            (
                "plays either seat",
                second_result(ended().or(seat), second.map(WatchedGame::count).unwrap_or_default()),
            ),
            ("plays after an opening", opening_result(opening)),
            ("sends no unexpected lines", unexpected_result(&all)),
            ("quits when asked", quits),
        ];
        let rest = rest.map(|(name, result)| CheckStep {
            name,
            result: if has_started { result } else { StepResult::NotTried(NO_START) },
        });
        [CheckStep { name: "starts", result: starts }].into_iter().chain(rest).collect()
    }
}

/// Whether a game is evidence: the bot was asked for moves, and no fault of it ended
/// the game.
fn is_evidence(game: &WatchedGame) -> bool {
    game.moves().next().is_some() && !game.is_cut_short()
}

/// The result of a step that one game shows.
fn result(failure: Option<CheckFailure>, game: &WatchedGame, remark: String) -> StepResult {
    match failure {
        Some(failure) => failure.into(),
        None if is_evidence(game) => StepResult::Passed(remark),
        None if game.is_cut_short() => StepResult::NotTried(ENDED_EARLY),
        None => StepResult::NotTried(NO_MOVE),
    }
}

impl From<CheckFailure> for StepResult {
    fn from(failure: CheckFailure) -> StepResult {
        StepResult::Failed(Box::new(failure))
    }
}

/// The time control, and the slowest move for which the clock ran.
fn slowest(games: &[&WatchedGame], timing: &Timing) -> String {
    let billed = games.iter().flat_map(|game| game.moves()).filter(|action| !action.unbilled);
    let slowest = billed.filter_map(|action| action.charged_ns(Some(timing.charge))).max();
    let slowest = slowest.map(Duration::from_nanos);
    let slowest = slowest.map(|time| format!("; slowest move {}", in_words(time))).unwrap_or_default();
    match timing.clocks[0] {
        control if control.is_none() => format!("no clock{slowest}"),
        control => format!("{control}{slowest}"),
    }
}

/// The game that begins with moves which no player has chosen.
fn opening_result(opening: &Result<Option<WatchedGame>, &'static str>) -> StepResult {
    match opening {
        Err(why) => StepResult::NotNeeded(why),
        Ok(None) => StepResult::NotTried(NO_MOVE),
        Ok(Some(game)) => {
            let failure = game.fault(&FAULTS_BUT_TIME);
            let failure = failure.map(|failure| CheckFailure {
                what: format!("after {} plies of an opening, {}", game.opening_plies(), failure.what),
                ..failure
            });
            result(failure.or_else(|| game.only_errors()), game, game.count())
        }
    }
}

fn unexpected_result(games: &[&WatchedGame]) -> StepResult {
    let count = |game: &WatchedGame| game.record.unexpected_lines[game.seat.index()];
    match games.iter().find(|game| count(game) > 0) {
        None if games.iter().any(|game| is_evidence(game)) => StepResult::Passed(String::new()),
        None => StepResult::NotTried(ENDED_EARLY),
        Some(game) => CheckFailure {
            cause: None,
            what: match count(game) {
                1 => format!("one unexpected extra output line, on seat {}", game.seat),
                lines => format!("{lines} unexpected extra output lines, on seat {}", game.seat),
            },
            stderr: None,
            dialogue: game.double_lines(),
            advice: "send one line for each question, and all other output to standard error; `gridiron play` with `--dialogue FILE` logs all lines",
        }
        .into(),
    }
}

fn quit_result(kind: BotKind, exit: Option<ExitReport>, tail: &DialogueTail) -> StepResult {
    match exit {
        None => StepResult::NotTried("it was not running any more"),
        Some(ExitReport { problem: None, .. }) => StepResult::Passed(String::new()),
        Some(ExitReport { problem: Some(what), stderr }) => CheckFailure {
            cause: None,
            what,
            stderr,
            dialogue: tail.lines(),
            advice: match kind {
                BotKind::Lines => "exit with status 0 after the line `quit`, or when the input ends",
                BotKind::Original => "it must exit when its input ends, after `end_game` if it has that",
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

//! What plays at one seat, as the game loop sees it.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ai::table::BuiltIn;
use ai::{ErasedPlayer, Time};
use games::common::rng::seat_seed;
use games::{FaultKind, Outcome, Played, Seat, Session};
use sandbox::{ChargeBy, Level, TimeSpent};
use thiserror::Error;

use crate::clock::TimeControl;
use crate::record::{ActionRecord, PlayerRecord};

/// The time of both players in one game: clocks, what is charged, start budget.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The time controls of seat 0 and seat 1.
    pub clocks: [TimeControl; 2],
    /// What both clocks are charged by.
    pub charge: ChargeBy,
    /// How long a program may take to start, up to its first move.
    pub start_budget: Duration,
}

impl Timing {
    /// The default start budget.
    pub const START_BUDGET: Duration = Duration::from_secs(10);

    /// No clock for either player.
    pub fn untimed() -> Timing {
        Timing { clocks: [TimeControl::NONE; 2], charge: ChargeBy::Wall, start_budget: Timing::START_BUDGET }
    }
}

/// Why a game ended without an outcome, through no fault of its players.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Stopped {
    /// The `stop` flag was set.
    #[error("the game was interrupted")]
    Interrupted,
    /// This machine cannot go on, as when it has no more processes.
    #[error("{0}")]
    MachineFailed(String),
    /// Something on this machine killed the process that watches a program. The game
    /// can be played again.
    #[error("{0}")]
    Disturbed(String),
    /// A person at the terminal left the game.
    #[error("{0}")]
    PersonLeft(String),
    /// A person's input has ended: nothing more can be typed.
    #[error("the input has ended: the game does not count")]
    InputEnded,
}

/// The start of a game, for one of its players.
#[derive(Clone, Copy)]
pub struct GameStart<'a> {
    /// The game.
    pub session: &'a dyn Session,
    /// The player's seat.
    pub seat: Seat,
    /// The time of both players.
    pub timing: &'a Timing,
    /// The names of the players, by seat.
    pub names: [&'a str; 2],
}

/// The game loop asks the seat to act for a move.
pub struct Question<'a> {
    /// The game.
    pub session: &'a dyn Session,
    /// The seat that is asked.
    pub seat: Seat,
    /// How long the move may take; `None` without a clock.
    pub left: Option<Duration>,
    /// The time control of this seat.
    pub control: TimeControl,
    /// All actions of the game so far.
    pub history: &'a [ActionRecord],
    /// Stops the opponent's program, so that it does not disturb this player. Called
    /// by a player that thinks for more than a moment.
    pub rest_opponent: &'a dyn Fn(),
    /// Set when the game is to be interrupted.
    pub stop: &'a AtomicBool,
}

impl Question<'_> {
    /// The opponent's last action; `None` before the first.
    pub fn last(&self) -> Option<&str> {
        let opponents = self.history.iter().rev().find(|action| action.seat != self.seat);
        opponents.map(|action| action.action.as_str())
    }
}

/// What came back for a question, with times.
#[derive(Debug)]
pub struct Response {
    /// The move as a line, or the fault.
    pub line: Result<String, PlayerFault>,
    /// Time from question to move.
    pub spent: TimeSpent,
    /// Whether the clock ran. It does not while a program starts.
    pub billed: bool,
    /// What the player wrote to standard error meanwhile.
    pub stderr: Option<String>,
    /// What it wrote between its last move and this question.
    pub stderr_before: Option<String>,
}

impl Response {
    /// A response for which the clock ran, without standard error.
    pub fn new(line: Result<String, PlayerFault>, spent: TimeSpent) -> Response {
        Response { line, spent, billed: true, stderr: None, stderr_before: None }
    }
}

/// What went wrong with a player, before the rules could read a line of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFault {
    /// The kind of fault; the rules adjudicate it.
    pub kind: FaultKind,
    /// What was wrong, for the author of the player.
    pub message: String,
    /// The line that was sent, if there was one.
    pub sent: Option<String>,
}

impl PlayerFault {
    /// A fault for which no line was sent.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> PlayerFault {
        PlayerFault { kind, message: message.into(), sent: None }
    }
}

/// What plays at one seat. It plays many games, one after the other.
///
/// In each game the loop calls `start`, then `ask`, `on_reply` and `end_turn` for each
/// turn, then `end`. The opponent may call `rest` while it thinks.
///
/// ```
/// use gridiron_referee::competitor::{GameStart, Question, Response};
/// use gridiron_referee::{Competitor, PlayerRecord, Stopped, TimeSpent};
///
/// /// Plays the first legal action.
/// struct First;
///
/// impl Competitor for First {
///     fn about(&self) -> PlayerRecord {
///         PlayerRecord { name: "first".into(), spec: "first".into(), version: "1".into(), clock: None }
///     }
///
///     fn start(&mut self, _game_start: &GameStart<'_>) {}
///
///     fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
///         let line = Ok(question.session.actions()[0].clone());
///         Ok(Response::new(line, TimeSpent::default()))
///     }
/// }
/// ```
pub trait Competitor: Send {
    /// The player as the record describes it.
    fn about(&self) -> PlayerRecord;

    /// A game begins.
    fn start(&mut self, game_start: &GameStart<'_>);

    /// Chooses a move. Called only when its seat is to act and has a choice.
    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped>;

    /// The game has replied to its move; `session` is the game after it.
    fn on_reply(&mut self, _session: &dyn Session, _played: &Played) {}

    /// Its turn is over.
    fn end_turn(&mut self) {}

    /// The opponent thinks. Unless it may think too, a program is stopped until its
    /// next turn.
    fn rest(&mut self) {}

    /// Other players play before its next game: a program is stopped until then.
    fn pause(&mut self) {}

    /// Bytes of memory that it holds in processes of its own.
    fn memory(&self) -> u64 {
        0
    }

    /// The game is over. Returns what the player wrote to standard error since its last
    /// move.
    fn end(&mut self, _session: &dyn Session, _seat: Seat, _outcome: Outcome) -> Option<String> {
        None
    }

    /// Ends its process at once; the next game starts another. Returns what it wrote to
    /// standard error since its last move.
    fn kill(&mut self) -> Option<String> {
        None
    }

    /// Asks it to quit: there are no more games. Does not wait. With several players,
    /// call this for all before one is dropped, since dropping waits.
    fn quit(&mut self) {}

    /// Asks it to quit and waits for its end; `None` if it was not running.
    fn shut_down(&mut self) -> Option<ExitReport> {
        None
    }

    /// Why it has not started, although it has not been asked yet; `None` if it has. A
    /// program that has not is killed.
    fn start_failure(&mut self, _stop: &AtomicBool) -> Result<Option<StartFailure>, Stopped> {
        Ok(None)
    }

    /// How many unexpected lines it has sent in this game, not in all games.
    fn unexpected_lines(&self) -> u32 {
        0
    }

    /// The sandbox level of a program; `None` for other players.
    fn sandbox(&self) -> Option<Level> {
        None
    }
}

/// Why a player's program has not started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartFailure {
    /// What was wrong, for the author of the player.
    pub message: String,
    /// What it wrote to standard error.
    pub stderr: Option<String>,
}

/// How a player's program ended after it was asked to quit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitReport {
    /// What went wrong, if it crashed or had to be killed.
    pub problem: Option<String>,
    /// What it wrote to standard error since its last move.
    pub stderr: Option<String>,
}

/// A log of all lines to and from a program.
pub struct Dialogue {
    name: String,
    out: Box<dyn Write + Send>,
    /// Bytes that may still be written.
    left: usize,
}

impl Dialogue {
    /// The most bytes of a log: a program can write gigabytes in one game.
    pub const LONGEST: usize = 64 << 20;

    /// A log in which the program has this name. Each line is written by one call.
    pub fn new(name: &str, out: Box<dyn Write + Send>) -> Dialogue {
        Dialogue { name: name.to_string(), out, left: Dialogue::LONGEST }
    }

    /// A log for a writer that keeps only the last lines.
    pub fn without_limit(name: &str, out: Box<dyn Write + Send>) -> Dialogue {
        Dialogue { left: usize::MAX, ..Dialogue::new(name, out) }
    }

    /// Adds lines to the log: `>` to the program, `<` from it, `!` from its standard
    /// error. Control characters are escaped, since a terminal would obey them.
    ///
    /// When the log is full, one line says so.
    pub fn log(&mut self, mark: char, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        // An empty line of the program is a line too.
        let empty = Some("").filter(|_| mark == '<' && text.is_empty());
        for line in text.lines().chain(empty) {
            if self.left == 0 {
                return;
            }
            let mut logged = format!("{} {mark} ", self.name);
            for c in line.chars() {
                match c.is_control() && c != '\t' {
                    true => logged.extend(c.escape_default()),
                    false => logged.push(c),
                }
            }
            logged.push('\n');
            if logged.len() > self.left {
                let limit = Dialogue::LONGEST >> 20;
                logged = format!(
                    "{} {mark} (the log ends here: it holds at most {limit} MB of a bot)\n",
                    self.name
                );
                self.left = 0;
            } else {
                self.left -= logged.len();
            }
            // One write for each line, so that lines of two bots do not mix. A log
            // that cannot be written changes no game.
            let _ = self.out.write_all(logged.as_bytes());
        }
    }
}

/// A built-in player. Each game gets a new one.
pub struct BuiltInCompetitor {
    about: PlayerRecord,
    built_in: BuiltIn,
    player: Option<Box<dyn ErasedPlayer>>,
    charge: ChargeBy,
}

impl BuiltInCompetitor {
    /// Without a game yet.
    pub fn new(about: PlayerRecord, built_in: BuiltIn) -> BuiltInCompetitor {
        BuiltInCompetitor { about, built_in, player: None, charge: ChargeBy::Wall }
    }
}

impl Competitor for BuiltInCompetitor {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        let GameStart { session, seat, .. } = *game_start;
        let mut player = self.built_in.make_player(seat_seed(session.seed(), seat));
        player.start(session, seat);
        self.player = Some(player);
        self.charge = game_start.timing.charge;
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        if question.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let player = self.player.as_mut().expect("a game has begun");
        (question.rest_opponent)();
        // Without a clock the time is only shown, and reading CPU time costs more than
        // many a move.
        let needs_cpu = self.charge != ChargeBy::Wall && question.left.is_some();
        let before = needs_cpu.then(thread_time).flatten();
        let begin = Instant::now();
        let cpu = || before.and_then(|before| Some(thread_time()?.saturating_sub(before)));
        // Its own threads cannot read the CPU time of this one.
        let has_threads = self.built_in.threads() > 1;
        let spent = || cpu().filter(|_| !has_threads).unwrap_or_else(|| begin.elapsed());
        let increment = question.control.bank.map(|bank| bank.increment);
        let time = Time::new(question.left, increment, &spent, question.stop);
        let line = player.act(question.session, question.seat, &time);
        let cpu = cpu();
        // It never sleeps: what it had is what it used.
        let fair = cpu.filter(|_| !has_threads);
        let spent = TimeSpent { cpu, fair, ..TimeSpent::wall(begin.elapsed()) };
        // The search was interrupted, so its move does not count.
        if question.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        Ok(Response::new(Ok(line), spent))
    }

    fn on_reply(&mut self, session: &dyn Session, played: &Played) {
        let player = self.player.as_mut().expect("a game has begun");
        player.observe_reply(session, played.seat);
    }
}

/// CPU time of this thread; `None` where the system does not tell.
fn thread_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_holds_text_and_has_an_end() {
        let kept = Kept::default();
        let mut log = Dialogue::new("A", Box::new(kept.clone()));
        let text = || String::from_utf8(kept.0.lock().expect("no panic").clone()).expect("text");
        log.log('>', b"go 1\nmoves a\tb\n");
        log.log('<', b"");
        log.log('!', b"\x1b]0;title\x07 \xff\xc2\x9b31m \xc3\xa9\r!\0");
        let expected =
            "A > go 1\nA > moves a\tb\nA < \nA ! \\u{1b}]0;title\\u{7} \u{fffd}\\u{9b}31m é\\r!\\u{0}\n";
        assert_eq!(text(), expected);
        // Escapes make lines longer, and count.
        let line = [b'\x1b'; 1 << 20];
        (0..100).for_each(|_| log.log('!', &line));
        let text = text();
        assert!((60 << 20..=Dialogue::LONGEST + 100).contains(&text.len()), "{}", text.len());
        let last = text.lines().last().unwrap_or_default();
        assert_eq!(last, "A ! (the log ends here: it holds at most 64 MB of a bot)");
        assert_eq!(text.matches("ends here").count(), 1);
    }
}

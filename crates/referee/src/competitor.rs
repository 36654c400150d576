//! A player at the board, as the game loop sees it: built in or a program.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ai::table::BuiltIn;
use ai::{ErasedPlayer, Time};
use games::common::rng::seat_seed;
use games::{FaultKind, Outcome, Played, Seat, Session};

use crate::clock::{ChargeBy, TimeControl};
use crate::record::{ActionRecord, PlayerRecord};
use crate::sandbox::Level;

/// What both players have agreed to.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The time control of each seat.
    pub clocks: [TimeControl; 2],
    /// What clocks are charged by.
    pub charge: ChargeBy,
    /// How long a program may take for its first answer.
    pub start_budget: Duration,
}

impl Timing {
    /// The usual time for a program to get going.
    pub const START_BUDGET: Duration = Duration::from_secs(10);

    /// Nobody has a clock.
    pub fn untimed() -> Timing {
        Timing { clocks: [TimeControl::NONE; 2], charge: ChargeBy::Wall, start_budget: Timing::START_BUDGET }
    }
}

/// A game was given up, through no fault of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The referee was told to stop.
    Told,
    /// This machine cannot go on.
    Unable(String),
    /// Somebody at the terminal went away.
    Left(String),
}

/// A game that begins, as one of its players is told.
#[derive(Clone, Copy)]
pub struct GameStart<'a> {
    /// The game.
    pub session: &'a dyn Session,
    /// Who is told.
    pub seat: Seat,
    /// What both have agreed to.
    pub timing: &'a Timing,
    /// What the players are called, by seat.
    pub names: [&'a str; 2],
}

/// A question to the seat that is up.
pub struct Question<'a> {
    /// The game.
    pub session: &'a dyn Session,
    /// Who is asked.
    pub seat: Seat,
    /// How long the answer may take; nothing if as long as it likes.
    pub left: Option<Duration>,
    /// What that is a part of.
    pub control: TimeControl,
    /// All that has been played so far.
    pub history: &'a [ActionRecord],
    /// Set when the referee is told to stop.
    pub stop: &'a AtomicBool,
}

impl Question<'_> {
    /// The opponent's last action.
    pub fn last(&self) -> Option<&str> {
        let opponents =
            self.history.iter().rev().find(|action| usize::from(action.seat) != self.seat.index());
        opponents.map(|action| action.action.as_str())
    }
}

/// What came of a question.
#[derive(Debug)]
pub struct Response {
    /// The line, or what went wrong.
    pub line: Result<String, PlayerFault>,
    /// Time on the wall from question to answer.
    pub wall: Duration,
    /// Processor time, if it was measured.
    pub cpu: Option<Duration>,
    /// Whether the clock runs for it: not for the first answer of a program
    /// that is still getting ready.
    pub billed: bool,
    /// What the player wrote for its author meanwhile.
    pub stderr: Option<String>,
    /// What it wrote between its last answer and this question.
    pub stderr_before: Option<String>,
}

/// What went wrong with an answer before the rules could look at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// For the player's author.
    pub message: String,
    /// What was sent, if anything.
    pub sent: Option<String>,
}

impl PlayerFault {
    /// Nothing was sent.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> PlayerFault {
        PlayerFault { kind, message: message.into(), sent: None }
    }
}

/// A player at the board. It plays many games, one after the other.
pub trait Competitor: Send {
    /// What the record says about it.
    fn about(&self) -> PlayerRecord;

    /// A game begins.
    fn start(&mut self, game_start: &GameStart<'_>);

    /// Decides. Only asked when it is up and the rules leave it a choice.
    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped>;

    /// What came of its answer; the session is the game after it.
    fn hear(&mut self, _session: &dyn Session, _played: &Played) {}

    /// The other seat is up.
    fn rest(&mut self) {}

    /// Others play until its next game, perhaps for long: it stands still.
    fn pause(&mut self) {}

    /// The game is over. Gives what the player wrote for its author since its
    /// last answer.
    fn end(&mut self, _session: &dyn Session, _seat: Seat, _outcome: Outcome) -> Option<String> {
        None
    }

    /// Something is so wrong with it that it must begin anew. Gives what it
    /// still had to say to its author.
    fn kill(&mut self) -> Option<String> {
        None
    }

    /// There will be no more games. Whoever has several players to send away
    /// tells all of them before the first is dropped, which may take a moment.
    fn quit(&mut self) {}

    /// Sends it away for good and waits until it has gone. Nothing if it was not
    /// there.
    fn shut_down(&mut self) -> Option<ExitReport> {
        None
    }

    /// Whether it has got going, although it has not been asked yet.
    fn has_started(&mut self, _stop: &AtomicBool) -> Result<bool, Stopped> {
        Ok(true)
    }

    /// Lines it sent in this game when none was asked for.
    fn unasked(&self) -> u32 {
        0
    }

    /// How firmly it is locked in, if it is somebody's program.
    fn sandbox(&self) -> Option<Level> {
        None
    }
}

/// How a player has gone for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitReport {
    /// What went wrong, if it had to be killed or was in trouble.
    pub trouble: Option<String>,
    /// What it wrote for its author since its last answer.
    pub stderr: Option<String>,
}

/// Where everything that is said can be read.
pub struct Dialogue {
    /// What the program is called there.
    pub name: String,
    /// Where lines go, one at a time.
    pub out: Box<dyn Write + Send>,
}

/// A built-in player, seated anew for every game.
pub struct BuiltInCompetitor {
    about: PlayerRecord,
    built_in: BuiltIn,
    player: Option<Box<dyn ErasedPlayer>>,
    charge: ChargeBy,
}

impl BuiltInCompetitor {
    /// Not yet at a board.
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
            return Err(Stopped::Told);
        }
        let player = self.player.as_mut().expect("a game has begun");
        let before = (self.charge == ChargeBy::Cpu).then(thread_time).flatten();
        let begin = Instant::now();
        let cpu = || before.and_then(|before| Some(thread_time()?.saturating_sub(before)));
        // Threads of its own cannot ask for this one's processor time.
        let has_threads = self.built_in.threads() > 1;
        let spent = || cpu().filter(|_| !has_threads).unwrap_or_else(|| begin.elapsed());
        let increment = question.control.bank.map(|bank| bank.increment);
        let time = Time::new(question.left, increment, &spent, question.stop);
        let line = player.act(question.session, question.seat, &time);
        let (wall, cpu) = (begin.elapsed(), cpu());
        // Given up in the middle of its thoughts: no answer to hold it to.
        if question.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Told);
        }
        Ok(Response { line: Ok(line), wall, cpu, billed: true, stderr: None, stderr_before: None })
    }

    fn hear(&mut self, session: &dyn Session, played: &Played) {
        let player = self.player.as_mut().expect("a game has begun");
        player.observe_reply(session, played.seat);
    }
}

/// Processor time of this thread, where that can be known.
fn thread_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

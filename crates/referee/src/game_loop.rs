//! The loop that plays one game.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::{Cause, Fault, FaultKind, Outcome, Played, Seat, Session, Status, Transition};
use sandbox::{Level, join_excerpts};

use crate::clock::{Bank, Clock, TimeControl};
use crate::competitor::{
    Competitor, GameStart, PlayerFault, Question, Response, StartFailure, Stopped, Timing,
};
use crate::record::{self, ActionRecord, DecidedBy, OutcomeRecord, PlayerRecord, Record};

/// Sees a game while it is played. An error ends the game without a record.
pub trait Watcher<E> {
    /// The game is about to start.
    fn start(&mut self, session: &dyn Session) -> Result<(), E>;

    /// An action has been played; the session shows the board after it. `actions` are
    /// all actions so far, the new one last: a watcher that keeps none can still show a
    /// game to somebody who comes late.
    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), E>;

    /// The game has ended with this record. Not called for a game that was stopped.
    fn ended(&mut self, _record: &Record) {}
}

/// For games that nothing watches.
pub struct NoWatcher;

impl<E> Watcher<E> for NoWatcher {
    fn start(&mut self, _session: &dyn Session) -> Result<(), E> {
        Ok(())
    }

    fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) -> Result<(), E> {
        Ok(())
    }
}

/// Plays a game to its end, or until `stop` is set.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use gridiron_referee::{NoWatcher, PlayerSpec, Stopped, Timing, play_game, verify};
///
/// let virus = games::find("virus")?;
/// let mut session = virus.start(virus.read_options("size=5")?, 1)?;
/// let [zero, one] = [PlayerSpec::read(virus, "greedy")?, PlayerSpec::read(virus, "random")?];
/// let mut players = [zero.competitor(), one.competitor()];
/// let stop = AtomicBool::new(false);
/// let played: Result<_, Stopped> =
///     play_game(&mut *session, &mut players, &Timing::untimed(), &stop, &mut NoWatcher);
/// assert_eq!(verify(&played?), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game<E: From<Stopped>>(
    session: &mut dyn Session,
    competitors: &mut [Box<dyn Competitor>; 2],
    timing: &Timing,
    stop: &AtomicBool,
    watcher: &mut dyn Watcher<E>,
) -> Result<Record, E> {
    let first = record::first(session);
    let start = record::board(session);
    watcher.start(session)?;
    let mut game = RunningGame::new(session, competitors, timing, stop);
    for line in game.session.opening().to_vec() {
        let action = game.play_line(&line, DecidedBy::Opening);
        game.actions.push(action);
        watcher.action(game.session, &game.actions)?;
    }
    let (outcome, kept) = loop {
        let action = match game.session.status() {
            Status::Over(outcome) => break (outcome, OutcomeRecord::new(outcome, None)),
            Status::ToAct { seat, .. } => match game.session.forced() {
                Some(line) => game.play_line(&line, DecidedBy::Rules),
                None => match game.ask(seat)? {
                    TurnResult::Played(action) => action,
                    TurnResult::GameOver(outcome, kept) => break (outcome, kept),
                },
            },
        };
        game.actions.push(action);
        watcher.action(game.session, &game.actions)?;
    };
    let record = game.finish(first, start, outcome, kept);
    watcher.ended(&record);
    Ok(record)
}

/// A game in progress.
struct RunningGame<'a> {
    session: &'a mut dyn Session,
    competitors: &'a mut [Box<dyn Competitor>; 2],
    timing: &'a Timing,
    clocks: [Clock; 2],
    stop: &'a AtomicBool,
    actions: Vec<ActionRecord>,
}

/// What a question leads to.
enum TurnResult {
    Played(ActionRecord),
    /// The rules have ended the game for a fault.
    GameOver(Outcome, OutcomeRecord),
}

impl<'a> RunningGame<'a> {
    fn new(
        session: &'a mut dyn Session,
        competitors: &'a mut [Box<dyn Competitor>; 2],
        timing: &'a Timing,
        stop: &'a AtomicBool,
    ) -> RunningGame<'a> {
        let clocks = timing.clocks.map(Clock::new);
        let game = RunningGame { session, competitors, timing, clocks, stop, actions: Vec::new() };
        let names = game.competitors.each_ref().map(|competitor| competitor.about().name);
        let names = names.each_ref().map(String::as_str);
        for seat in Seat::BOTH {
            let game_start = GameStart { session: &*game.session, seat, timing, names };
            game.competitors[seat.index()].start(&game_start);
        }
        game
    }

    /// Plays an action that no player decides.
    fn play_line(&mut self, line: &str, by: DecidedBy) -> ActionRecord {
        match self.session.submit(line) {
            Transition::Played(played) => ActionRecord::new(played, None, Some(by)),
            Transition::Ended { .. } => unreachable!("openings and forced actions are legal"),
        }
    }

    /// Asks a seat for its move, and plays that or what the rules put in its place.
    fn ask(&mut self, seat: Seat) -> Result<TurnResult, Stopped> {
        let [zero, one] = &mut *self.competitors;
        let (asked, opponent) = if seat == Seat::Zero { (zero, one) } else { (one, zero) };
        let opponent = RefCell::new(opponent);
        let Response { line, spent: times, billed, stderr, stderr_before } = asked.ask(&Question {
            session: self.session,
            seat,
            left: self.clocks[seat.index()].left(),
            control: self.timing.clocks[seat.index()],
            history: &self.actions,
            rest_opponent: &|| opponent.borrow_mut().rest(),
            stop: self.stop,
        })?;
        self.keep_stderr(seat, stderr_before);
        if let Err(fault) = &line
            && fault.kind == FaultKind::NoStart
            && let Some(other) = self.competitors[seat.other().index()].start_failure(self.stop)?
        {
            return Ok(self.neither_started(seat, fault, stderr, other));
        }
        let spent = times.charged(self.timing.charge);
        let left = self.clocks[seat.index()].left().unwrap_or(Duration::MAX);
        let bank = self.clocks[seat.index()].limiting_bank().filter(|_| billed);
        let control = self.timing.clocks[seat.index()];
        let in_time = !billed || self.clocks[seat.index()].charge(spent).is_ok();
        let mut next = match line {
            Ok(line) if in_time => self.submit(seat, &line),
            Ok(line) => {
                let fault = PlayerFault { sent: Some(line), ..late(spent, left) };
                self.adjudicate(seat, with_bank(fault, bank, control))
            }
            Err(fault) => self.adjudicate(seat, with_bank(fault, bank, control)),
        };
        match &mut next {
            TurnResult::Played(action) => {
                action.keep_times(&times);
                (action.stderr, action.unbilled) = (stderr, !billed);
            }
            TurnResult::GameOver(_, kept) => kept.stderr = join_excerpts(stderr, kept.stderr.take()),
        }
        Ok(next)
    }

    /// Plays a line that came in time.
    fn submit(&mut self, seat: Seat, line: &str) -> TurnResult {
        match self.session.submit(line) {
            Transition::Played(played) => self.played(seat, played, Some(line)),
            Transition::Ended { outcome, message } => self.ended(seat, outcome, message, Some(line)),
        }
    }

    /// Lets the rules decide what a fault costs. If the game goes on, the program is
    /// started again: its lines no longer match the questions.
    fn adjudicate(&mut self, seat: Seat, fault: PlayerFault) -> TurnResult {
        let PlayerFault { kind, message, sent } = fault;
        match self.session.adjudicate(Fault { seat, kind }) {
            Transition::Played(played) => {
                self.competitors[seat.index()].kill();
                let played = Played { fault: Some((kind, message)), ..played };
                self.played(seat, played, sent.as_deref())
            }
            Transition::Ended { outcome, .. } => self.ended(seat, outcome, message, sent.as_deref()),
        }
    }

    /// A draw. The record names both reasons, each with its player; once if both are
    /// the same, as with two copies of a bot.
    fn neither_started(
        &mut self,
        seat: Seat,
        fault: &PlayerFault,
        stderr: Option<String>,
        other: StartFailure,
    ) -> TurnResult {
        let stderr = join_excerpts(stderr, self.competitors[seat.index()].kill());
        let [name, other_name] = [seat, seat.other()].map(|seat| self.competitors[seat.index()].about().name);
        let mut both = [(name, fault.message.clone(), stderr), (other_name, other.message, other.stderr)];
        // The same words in both games of a pair, so that they are counted as one fault.
        both.sort();
        let [(name_one, one, stderr_one), (name_two, two, stderr_two)] = both;
        let message = match one == two {
            true => one,
            false => format!("{name_one}: {one}; {name_two}: {two}"),
        };
        let titled = |name: &str, text: String| format!("{name}:\n{}\n", text.trim_end());
        let stderr = match stderr_one == stderr_two {
            true => stderr_one,
            false => join_excerpts(
                stderr_one.map(|text| titled(&name_one, text)),
                stderr_two.map(|text| titled(&name_two, text)),
            ),
        };
        let outcome = Outcome::from_score(0, Cause::NoStart);
        let kept = OutcomeRecord::new(outcome, fault.sent.as_deref().map(record::sent));
        TurnResult::GameOver(outcome, OutcomeRecord { message: Some(record::sent(&message)), stderr, ..kept })
    }

    fn played(&mut self, seat: Seat, played: Played, sent: Option<&str>) -> TurnResult {
        self.competitors[seat.index()].on_reply(self.session, &played);
        // A turn ends when the other seat is to act, or the game is over.
        if self.session.status().seat() != Some(seat) {
            self.clocks[seat.index()].end_turn();
            self.competitors[seat.index()].end_turn();
        }
        TurnResult::Played(ActionRecord::new(played, sent, None))
    }

    fn ended(&mut self, seat: Seat, outcome: Outcome, message: String, sent: Option<&str>) -> TurnResult {
        let stderr = self.competitors[seat.index()].kill();
        let kept = OutcomeRecord::new(outcome, sent.map(record::sent));
        TurnResult::GameOver(outcome, OutcomeRecord { message: Some(record::sent(&message)), stderr, ..kept })
    }

    /// Adds standard error that was written after a move to that move.
    fn keep_stderr(&mut self, seat: Seat, stderr: Option<String>) {
        if stderr.is_none() {
            return;
        }
        let mut own = self.actions.iter_mut().rev();
        let asked = own.find(|action| action.seat == seat && action.by.is_none());
        if let Some(action) = asked {
            action.stderr = join_excerpts(action.stderr.take(), stderr);
        }
    }

    /// Tells the players that the game is over, and makes the record.
    fn finish(mut self, first: Seat, start: Vec<Vec<i64>>, outcome: Outcome, kept: OutcomeRecord) -> Record {
        for seat in Seat::BOTH {
            let stderr = self.competitors[seat.index()].end(self.session, seat, outcome);
            self.keep_stderr(seat, stderr);
        }
        record::limits::apply(&mut self.actions);
        let [control, other] = self.timing.clocks;
        let has_clock = !(control.is_none() && other.is_none());
        let players = Seat::BOTH.map(|seat| {
            let clock = self.timing.clocks[seat.index()];
            let clock = (control != other).then_some(clock);
            PlayerRecord { clock, ..self.competitors[seat.index()].about() }
        });
        // The weaker of both levels; none without programs.
        let sandbox = self.competitors.iter().filter_map(|competitor| competitor.sandbox()).min();
        let sandbox = sandbox.unwrap_or(Level::None);
        Record {
            gridiron: record::FORMAT,
            game: self.session.entry().name.to_string(),
            options: record::options_to_json(self.session.options()),
            seed: self.session.seed(),
            first,
            players,
            clock: control,
            charged: has_clock.then_some(self.timing.charge),
            sandbox,
            start,
            actions: self.actions,
            unexpected_lines: [0, 1].map(|seat: usize| self.competitors[seat].unexpected_lines()),
            final_board: record::board(self.session),
            outcome: kept,
        }
    }
}

/// A fault of time names the bank that it has used up: what was left of it alone looks
/// like a wrong time control. `60` may have been meant as `60/move`.
fn with_bank(fault: PlayerFault, bank: Option<Bank>, control: TimeControl) -> PlayerFault {
    let Some(bank) = bank.filter(|_| fault.kind == FaultKind::Time) else { return fault };
    let each = TimeControl { bank: None, per_move: Some(bank.start) };
    let hint = match bank.increment.is_zero() && control.per_move.is_none() {
        true => format!("; `--clock {each}` gives as much for each move"),
        false => String::new(),
    };
    let is_one = bank.increment.is_zero() && bank.start == Duration::from_secs(1);
    let are = if is_one { "is" } else { "are" };
    let message = format!("its {bank} {are} used up: {}{hint}", fault.message);
    PlayerFault { message, ..fault }
}

fn late(spent: Duration, left: Duration) -> PlayerFault {
    let [spent, left] = [spent, left].map(|time| time.as_secs_f64() * 1000.0);
    PlayerFault::new(FaultKind::Time, format!("the move took {spent:.3} ms, with {left:.3} ms left"))
}

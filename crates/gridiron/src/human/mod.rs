//! People as players: a person at the terminal sees what their seat may see, and is
//! asked again until the input is an action.

mod board_view;
mod input;
mod moves;
mod pages;
mod terminal;

pub use terminal::SharedTerminal;

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use games::{FaultKind, GameEntry, Grid, Outcome, Played, Seat, Session, SightingMap, Status, Viewpoint};
use referee::competitor::{GameStart, PlayerFault, Question, Response};
use referee::{Competitor, PlayerRecord, Stopped, TimeSpent};

use crate::failure::harmless;
use crate::narrate::in_a_line;
use crate::terminal::{FAINT, fit, paint, seat_colour};
use board_view::BoardView;
use input::{HumanCommand, HumanInput};

/// How long lines that were typed before a turn may take to arrive.
const TYPED_BEFORE: Duration = Duration::from_millis(50);

/// How long the screen stays empty between two people.
const DOUBLE_ENTER: Duration = Duration::from_millis(700);

/// A person at the terminal.
pub struct Human {
    about: PlayerRecord,
    terminal: Arc<Mutex<SharedTerminal>>,
    game: Option<InGame>,
}

/// The state of one game for a person.
struct InGame {
    entry: &'static GameEntry,
    seat: Seat,
    /// What was learned of hidden squares.
    memory: SightingMap,
    /// The board after the person's last action, or at the start.
    before: Grid,
    /// The most moves of a turn so far: 1 if a turn is one move.
    most_left: u32,
    /// The person knows that there is a page `help`.
    knows_help: bool,
}

impl Human {
    pub fn new(about: PlayerRecord, terminal: Arc<Mutex<SharedTerminal>>) -> Human {
        Human { about, terminal, game: None }
    }
}

impl Competitor for Human {
    fn about(&self) -> PlayerRecord {
        self.about.clone()
    }

    fn start(&mut self, game_start: &GameStart<'_>) {
        let GameStart { session, seat, .. } = *game_start;
        let before = session.grid(Viewpoint::Seat(seat));
        let memory = SightingMap::new(seat, before.cells.len());
        self.game =
            Some(InGame { entry: session.entry(), seat, memory, before, most_left: 1, knows_help: false });
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        let game = self.game.as_mut().expect("a game has begun");
        game.ask(&mut lock(&self.terminal), question)
    }

    fn on_reply(&mut self, session: &dyn Session, played: &Played) {
        let game = self.game.as_mut().expect("a game has begun");
        game.memory.learn(&played.sightings, played.turn);
        let text = match &played.fault {
            Some((_, message)) => format!("  {message}: it counts as {}\n", played.action),
            None if game.entry.has_secrets() => format!("  {} -> {}\n", played.action, played.reply),
            None => return,
        };
        let terminal = lock(&self.terminal);
        // The other person will take the screen: this is the last look at the board.
        let is_last_look = terminal.people > 1
            && game.entry.has_secrets()
            && session.status().seat().is_some_and(|next| next != game.seat);
        let board = if is_last_look { game.board_view(session, played.turn).board() } else { String::new() };
        // If the output is closed, the next question ends the game.
        let _ = terminal.print(&(fit(&text, 4) + &board));
    }

    /// Tells what the opponent took in its last turn: no question follows that would.
    fn end(&mut self, session: &dyn Session, _seat: Seat, _outcome: Outcome) -> Option<String> {
        let game = self.game.as_ref()?;
        let _ = lock(&self.terminal).print(&game.board_view(session, 0).losses());
        None
    }
}

fn lock(terminal: &Mutex<SharedTerminal>) -> MutexGuard<'_, SharedTerminal> {
    terminal.lock().expect("no thread with the terminal has panicked")
}

impl InGame {
    fn ask(&mut self, terminal: &mut SharedTerminal, question: &Question<'_>) -> Result<Response, Stopped> {
        if question.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let Status::ToAct { turn, actions_left, .. } = question.session.status() else {
            unreachable!("no player is asked after the end")
        };
        self.most_left = self.most_left.max(actions_left);
        // What was typed before the opponent's move was meant for another board.
        let is_news = question.history.last().is_none_or(|last| last.seat != self.seat);
        if is_news && terminal.forget_typed(TYPED_BEFORE) {
            terminal.print("what you typed before your turn is not played\n")?;
        }
        self.hand_over(terminal, question.stop)?;
        if !mem::replace(&mut self.knows_help, true) {
            terminal.print(&paint(FAINT, "type `help` for a list of commands\n"))?;
        }
        terminal.print(&self.news(terminal, question, turn))?;
        (question.rest_opponent)();
        // The clock does not run while the players change places.
        let begin = Instant::now();
        let line = self.line(terminal, question, begin, (turn, actions_left))?;
        terminal.seen_actions = question.history.len() + 1;
        if let Ok(line) = &line {
            let mut after = question.session.boxed_clone();
            after.submit(line);
            self.before = after.grid(Viewpoint::Seat(self.seat));
            let other = self.seat.other();
            if terminal.people == 1 && after.status().seat() == Some(other) {
                terminal.show_waiting(&self.name(other))?;
            }
        }
        // A person has no CPU time: wall time is charged.
        Ok(Response::new(line, TimeSpent::wall(begin.elapsed())))
    }

    /// Hides the board of one person from the other, in games with hidden information.
    fn hand_over(&self, terminal: &mut SharedTerminal, stop: &AtomicBool) -> Result<(), Stopped> {
        let before = terminal.shown_to.replace(self.seat);
        if before == Some(self.seat) {
            return Ok(());
        }
        if terminal.people > 1 && self.entry.has_secrets() {
            if let Some(other) = before {
                let name = self.name(other);
                // Not before the last reply has been read.
                self.wait(
                    terminal,
                    &format!("{name}, your turn is over: press Enter to hide your board "),
                    stop,
                )?;
                terminal.clear()?;
                // A second Enter would show this board to the wrong person.
                terminal.forget_typed(DOUBLE_ENTER);
            }
            let name = self.name(self.seat);
            let prompt = format!("{name}, it is your turn: press Enter when the other is not looking ");
            self.wait(terminal, &prompt, stop)?;
        }
        Ok(())
    }

    /// Waits for Enter alone: the person may not see yet what to type.
    fn wait(&self, terminal: &mut SharedTerminal, prompt: &str, stop: &AtomicBool) -> Result<(), Stopped> {
        loop {
            let line = terminal.ask(prompt, None, stop)?.unwrap_or_default();
            match HumanInput::read(self.entry, &line) {
                HumanInput::Nothing => return Ok(()),
                HumanInput::Command(HumanCommand::Quit) => return Err(person_left()),
                _ => terminal.print("  nothing was played: press Enter alone first\n")?,
            }
        }
    }

    fn name(&self, seat: Seat) -> String {
        paint(seat_colour(seat), self.entry.seats[seat.index()])
    }

    fn board_view<'a>(&'a self, session: &'a dyn Session, turn: u32) -> BoardView<'a> {
        let (memory, before) = (&self.memory, &self.before);
        BoardView { session, seat: self.seat, memory, before, turn }
    }

    /// The actions since a person was last asked, and the board.
    fn news(&self, terminal: &SharedTerminal, question: &Question<'_>, turn: u32) -> String {
        let board_view = self.board_view(question.session, turn);
        let mut text = String::from("\n");
        if !self.entry.has_secrets() {
            let new = question.history.iter().skip(terminal.seen_actions);
            text.extend(new.map(|action| in_a_line(self.entry, action)));
        }
        text + &board_view.losses() + &board_view.board()
    }

    /// Asks until a line is an action.
    fn line(
        &self,
        terminal: &mut SharedTerminal,
        question: &Question<'_>,
        begin: Instant,
        (turn, actions_left): (u32, u32),
    ) -> Result<Result<String, PlayerFault>, Stopped> {
        let session = question.session;
        let until = question.left.and_then(|left| begin.checked_add(left));
        loop {
            let left = question.left.map(|left| left.saturating_sub(begin.elapsed()));
            let prompt = self.prompt(session, (turn, actions_left), left);
            let Some(line) = terminal.ask(&prompt, until, question.stop)? else {
                let allowed = question.left.unwrap_or_default().as_secs_f64();
                let message = format!("no move within {allowed:.1} s");
                return Ok(Err(PlayerFault::new(FaultKind::Time, message)));
            };
            let page = match HumanInput::read(self.entry, &line) {
                HumanInput::Nothing => continue,
                HumanInput::Action(line) => match session.objection(&line) {
                    None => return Ok(Ok(line)),
                    Some(why) => {
                        let why = input::unknown_command(self.entry, &line).unwrap_or(why);
                        format!("  {}\n", harmless(&why))
                    }
                },
                HumanInput::Command(HumanCommand::Quit) => return Err(person_left()),
                HumanInput::Command(HumanCommand::Help) => pages::help(session),
                HumanInput::Command(HumanCommand::Board) => self.board_view(session, turn).board(),
                HumanInput::Command(HumanCommand::Moves) => moves::page(session, self.seat),
                HumanInput::Command(HumanCommand::Seen) => self.board_view(session, turn).seen(),
                HumanInput::Command(HumanCommand::History) => {
                    pages::history(session, self.seat, question.history)
                }
                HumanInput::Command(HumanCommand::Rules) => pages::rules(self.entry),
                HumanInput::Command(HumanCommand::Absent(instead)) => format!("  {instead}\n"),
                HumanInput::CommandAndMore(name) => {
                    format!("  `{name}` takes no words after it: type `{name}` alone\n")
                }
            };
            terminal.print(&fit(&page, 4))?;
        }
    }

    /// `Plus, turn 12 of 100, 3 moves left, 1:05 on the clock> `
    fn prompt(
        &self,
        session: &dyn Session,
        (turn, actions_left): (u32, u32),
        time: Option<Duration>,
    ) -> String {
        let last = session.options().get("max_turns").map(|turns| format!(" of {turns}"));
        let mut text = format!(", turn {turn}{}", last.unwrap_or_default());
        match actions_left {
            _ if self.most_left == 1 => {}
            1 => text.push_str(", 1 move left"),
            moves => text.push_str(&format!(", {moves} moves left")),
        }
        if let Some(time) = time {
            text.push_str(&format!(", {} on the clock", shown(time)));
        }
        format!("{}{text}> ", self.name(self.seat))
    }
}

/// The person has typed `quit`.
fn person_left() -> Stopped {
    Stopped::PersonLeft("you left: the game does not count".into())
}

/// `1:05`, or `9.3 s` when it gets short.
fn shown(time: Duration) -> String {
    // Rounded up, so that a new clock shows its whole time.
    match time.as_millis().div_ceil(1000) {
        0..20 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

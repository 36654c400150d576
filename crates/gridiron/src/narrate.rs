//! Prints a game: the actions and the board of each turn, then how it ended.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use games::grid::Style;
use games::{Cause, GameEntry, Grid, Seat, Session, Viewpoint};
use referee::competitor::ExitReport;
use referee::faults::{describe, describe_with_turn, shortened, start_messages};
use referee::units::counted;
use referee::{ActionRecord, DecidedBy, Level, OutcomeRecord, PlayerRecord, Watcher};

use crate::cli::ShowArguments;
use crate::draw;
use crate::failure::{Failure, harmless};
use crate::interrupt::interrupted;
use crate::sandbox_setup;
use crate::seeds::Seed;
use crate::terminal::{self, paint, seat_colour};

/// Prints a game on standard output.
pub struct Narrator<'a> {
    show: &'a ShowArguments,
    players: [PlayerRecord; 2],
    /// Which seats people play. They see the board when they are asked, so the narrator
    /// then prints only the start and the end.
    people: [bool; 2],
    /// The seed of a game that is being played; a replay has it from the record.
    seed: Option<Seed>,
    /// The sandbox of programs, in words; `None` if none plays or it is not known.
    sandbox: Option<String>,
    /// The actions of the current turn; while people play, those that no person has
    /// seen yet.
    turn: Vec<ActionRecord>,
    /// How many moves of each seat were not accepted, and the first of them.
    mistakes: [(u32, Option<String>); 2],
    /// The output was closed. The game goes on, because it may be recorded.
    output_closed: bool,
}

impl<'a> Narrator<'a> {
    pub fn new(show: &'a ShowArguments, players: [PlayerRecord; 2]) -> Narrator<'a> {
        let people = [false; 2];
        Narrator {
            show,
            players,
            people,
            seed: None,
            sandbox: None,
            turn: Vec::new(),
            mistakes: Default::default(),
            output_closed: false,
        }
    }

    /// The same for a game that people play.
    pub fn with_people(self, people: [bool; 2]) -> Narrator<'a> {
        Narrator { people, ..self }
    }

    /// The same for a game that is played and not replayed.
    pub fn with_seed(self, seed: Seed) -> Narrator<'a> {
        Narrator { seed: Some(seed), ..self }
    }

    /// Whether the seed is told only at the end. It would reveal what is hidden.
    fn hides_seed(&self, entry: &GameEntry) -> bool {
        self.seed.is_some_and(|seed| seed.is_drawn) || (self.has_people() && entry.has_secrets())
    }

    /// The same for a game that programs play, locked in at these levels.
    pub fn with_sandbox(self, levels: [Option<Level>; 2]) -> Narrator<'a> {
        Narrator { sandbox: sandbox_setup::in_words(levels), ..self }
    }

    fn has_people(&self) -> bool {
        self.people.contains(&true)
    }

    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.output_closed = true,
            result => result?,
        }
        Ok(())
    }

    fn wait(&self) {
        let until = Instant::now() + self.show.delay;
        while !self.output_closed && !interrupted().load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    fn is_silent(&self) -> bool {
        self.show.quiet || self.output_closed
    }

    /// `random (Plus)`, in the seat's colour.
    fn player(&self, entry: &GameEntry, seat: Seat) -> String {
        player(entry, seat, &self.players[seat.index()].name)
    }

    /// Prints the turn that has just ended.
    fn print_turn(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let entry = session.entry();
        let mut text = String::from("\n");
        text.extend(self.turn.drain(..).map(|action| in_a_line(entry, &action)));
        text.push_str(&board(session));
        self.print(&text)?;
        self.wait();
        Ok(())
    }

    /// Whether the last board is on the screen already: a person ran out of time while
    /// looking at it.
    fn is_on_screen(&self, entry: &GameEntry, outcome: &OutcomeRecord) -> bool {
        let person_lost = outcome.winner.is_some_and(|winner| self.people[winner.other().index()]);
        person_lost && outcome.cause == Cause::Time && !entry.has_secrets()
    }

    /// Prints how the game ended and why. `session` is the last position.
    pub fn result(&mut self, session: &dyn Session, outcome: &OutcomeRecord) -> Result<(), Failure> {
        let entry = session.entry();
        if self.has_people() && !self.is_silent() && !self.is_on_screen(entry, outcome) {
            self.print_turn(session)?;
        }
        let gap = if self.show.quiet { "" } else { "\n" };
        let player = |seat: Seat| self.player(entry, seat);
        let mut text = match self.neither_started(outcome) {
            Some((without_message, reasons)) => {
                format!("{gap}{}\n{reasons}", end(session, &without_message, player))
            }
            None => format!("{gap}{}\n", end(session, outcome, player)),
        };
        text.push_str(&indented(&outcome.stderr));
        for (seat, (count, first)) in Seat::BOTH.into_iter().zip(&self.mistakes) {
            if let Some(first) = first {
                let times = match count {
                    1 => "one move was not accepted, in".to_string(),
                    _ => format!("{count} moves were not accepted, the first in"),
                };
                let name = self.player(entry, seat);
                text.push_str(&format!("{name}: {times} {}\n", harmless(first)));
            }
        }
        if self.hides_seed(entry) {
            let drawn = self.seed.and_then(Seed::how_to_repeat);
            text.push_str(&drawn.unwrap_or_else(|| format!("the seed was {}", session.seed())));
            text.push('\n');
        }
        self.print(&terminal::fit(&text, 2))
    }

    /// If neither player started, each for its own reason: the outcome without these
    /// reasons, and a line for each.
    fn neither_started(&self, outcome: &OutcomeRecord) -> Option<(OutcomeRecord, String)> {
        let has_neither = outcome.cause == Cause::NoStart && outcome.winner.is_none();
        let names = self.players.each_ref().map(|player| player.name.as_str());
        let messages = start_messages(outcome.message.as_deref().filter(|_| has_neither)?, names)?;
        let lines = names.into_iter().zip(messages);
        let lines = lines.map(|(name, why)| format!("{}: {}\n", harmless(name), harmless(why)));
        Some((OutcomeRecord { message: None, ..outcome.clone() }, lines.collect()))
    }

    /// Prints the number of unexpected lines, if there were any.
    pub fn unexpected_lines(&mut self, entry: &GameEntry, lines: [u32; 2]) -> Result<(), Failure> {
        let mut text = String::new();
        for (seat, count) in Seat::BOTH.into_iter().zip(lines).filter(|(_, count)| *count > 0) {
            let lines =
                counted(u64::from(count), "unexpected extra output line", "unexpected extra output lines");
            let name = self.player(entry, seat);
            text.push_str(&format!("{name}: {lines} (send debugging output to standard error)\n"));
        }
        self.print(&terminal::fit(&text, 2))
    }

    /// Prints what went wrong when the programs were asked to quit.
    pub fn exits(&mut self, entry: &GameEntry, exits: &[Option<ExitReport>; 2]) -> Result<(), Failure> {
        let mut text = String::new();
        for (seat, exit) in Seat::BOTH.into_iter().zip(exits) {
            let Some(ExitReport { problem: Some(problem), stderr }) = exit else { continue };
            text.push_str(&format!("{}, after the game: {}\n", self.player(entry, seat), harmless(problem)));
            text.push_str(&indented(stderr));
        }
        self.print(&terminal::fit(&text, 2))
    }
}

/// The standard error of a program, indented.
fn indented(stderr: &Option<String>) -> String {
    let lines = stderr.iter().flat_map(|stderr| stderr.lines());
    lines.map(|line| format!("  {}\n", harmless(line))).collect()
}

/// The board and what each seat holds.
fn board(session: &dyn Session) -> String {
    let grid = session.grid(Viewpoint::All);
    draw::board(&grid) + &totals(session.entry(), &grid)
}

/// What each seat holds, as the line below a board.
pub fn totals(entry: &GameEntry, grid: &Grid) -> String {
    let seat = |seat: Seat| {
        let text = format!("{} {}: {}", draw::sign(grid, seat), entry.seats[seat.index()], grid.total(seat));
        paint(seat_colour(seat), text.trim_start())
    };
    format!("    {}   {}\n", seat(Seat::Zero), seat(Seat::One))
}

/// `turn 3  Plus  plant 3 1 -> OK`
pub fn in_a_line(entry: &GameEntry, action: &ActionRecord) -> String {
    let seat = action.seat;
    let name = paint(seat_colour(seat), entry.seats[seat.index()]);
    // Without hidden information every reply is the same.
    let reply = if entry.has_secrets() { format!(" -> {}", action.reply) } else { String::new() };
    let by = match action.by {
        None => "",
        Some(DecidedBy::Rules) => "  (no other move)",
        Some(DecidedBy::Opening) => "  (random opening)",
    };
    let fault = match action.fault {
        Some(_) => format!("  ({})", describe(action)),
        None => String::new(),
    };
    let text = harmless(&format!("{}{reply}{by}{fault}", action.action));
    format!("turn {}  {name}  {text}\n", action.turn)
}

/// `random (Plus)`, in the seat's colour.
pub fn player(entry: &GameEntry, seat: Seat, name: &str) -> String {
    let name = format!("{name} ({})", entry.seats[seat.index()]);
    paint(seat_colour(seat), &harmless(&name))
}

/// `, size=6, opening_plies=4`: the rule options that differ from the defaults.
pub fn rules(session: &dyn Session) -> String {
    match session.options().to_string() {
        none if none.is_empty() => none,
        rules => format!(", {}", rules.replace(',', ", ")),
    }
}

/// `random (Plus) wins by 3: all turns have been played`. `session` is the last
/// position.
pub fn end(session: &dyn Session, outcome: &OutcomeRecord, player: impl Fn(Seat) -> String) -> String {
    let result = outcome.in_words(session.entry(), player);
    format!("{result}: {}", harmless(&why(session, outcome)))
}

/// Why a game ended.
fn why(session: &dyn Session, outcome: &OutcomeRecord) -> String {
    let (entry, winner) = (session.entry(), outcome.winner);
    let loser = winner.map_or("either player", |seat| entry.seats[seat.other().index()]);
    let sent = outcome.sent.as_ref().map(|line| format!(": `{}`", shortened(line))).unwrap_or_default();
    let message = outcome.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
    match outcome.cause {
        Cause::Normal if is_full(&session.grid(Viewpoint::All)) => "the board is full".to_string(),
        Cause::Normal => entry.usual_end.to_string(),
        Cause::Time => format!("{loser} ran out of time{message}"),
        Cause::Crash => format!("the program of {loser} crashed{message}"),
        Cause::NoStart if winner.is_none() => format!("neither player's program started{message}"),
        Cause::NoStart => format!("the program of {loser} did not start{message}"),
        Cause::Protocol => format!("{loser} sent an unreadable move{sent}{message}"),
        Cause::Illegal => format!("{loser} sent an illegal move{sent}{message}"),
        Cause::Repetition => match session.options().get("repetition") {
            Some(times) => format!("the same position occurred {times} times"),
            None => "the same position occurred too often".to_string(),
        },
        Cause::MoveLimit => "the game reached its move limit".to_string(),
    }
}

/// Whether a board of stones has no empty square.
fn is_full(grid: &Grid) -> bool {
    grid.style == Style::Stones && grid.cells.iter().all(|cell| cell.owner.is_some())
}

impl Watcher<Failure> for Narrator<'_> {
    fn start(&mut self, session: &dyn Session) -> Result<(), Failure> {
        if self.is_silent() {
            return Ok(());
        }
        let entry = session.entry();
        let (zero, one) = (self.player(entry, Seat::Zero), self.player(entry, Seat::One));
        let rules = rules(session);
        let seed = if self.hides_seed(entry) { String::new() } else { format!(", seed {}", session.seed()) };
        let sandbox = self.sandbox.as_ref().map(|sandbox| format!("; {sandbox}")).unwrap_or_default();
        // Seat 0 begins where the rules do not draw who does.
        let first = match session.status().seat() {
            Some(Seat::One) => format!("; {} moves first", entry.seats[1]),
            _ => String::new(),
        };
        let head = format!("{}: {zero} against {one}{seed}{rules}{first}{sandbox}\n", entry.name);
        let head = terminal::fit(&head, 2);
        if self.has_people() {
            return self.print(&head);
        }
        self.print(&(head + &board(session)))?;
        self.wait();
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Failure> {
        let Some(action) = actions.last() else { return Ok(()) };
        if action.fault.is_some() {
            let (count, first) = &mut self.mistakes[action.seat.index()];
            *count += 1;
            first.get_or_insert_with(|| describe_with_turn(action));
        }
        if self.is_silent() {
            return Ok(());
        }
        if self.has_people() {
            // A person has seen all actions up to their own.
            if self.people[action.seat.index()] && action.by.is_none() {
                self.turn.clear();
            } else if !session.entry().has_secrets() {
                self.turn.push(action.clone());
            }
            return Ok(());
        }
        self.turn.push(action.clone());
        // A turn ends when the other seat is to act, or the game is over.
        match session.status().seat() {
            Some(next) if next == action.seat => Ok(()),
            _ => self.print_turn(session),
        }
    }
}

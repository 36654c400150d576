//! Telling a game: what was played, the board after each turn, how it ended.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use games::grid::Style;
use games::{Cause, GameEntry, Grid, Seat, Session, Viewpoint};
use referee::competitor::ExitReport;
use referee::faults::{describe, describe_with_turn, shortened};
use referee::{ActionRecord, OutcomeRecord, PlayerRecord, Watcher};

use crate::cli::ShowArguments;
use crate::draw;
use crate::failure::{Failure, harmless};
use crate::interrupt::interrupted;
use crate::terminal::{paint, seat_colour};

/// Tells a game on standard output.
pub struct Narrator<'a> {
    show: &'a ShowArguments,
    players: [PlayerRecord; 2],
    /// Where people sit. They are shown what they may know when they are asked;
    /// the narrator then keeps to the beginning and the end.
    people: [bool; 2],
    /// The actions of the turn that is being played, or those that nobody at
    /// the terminal has been told of yet.
    turn: Vec<ActionRecord>,
    /// How many answers of each seat were not accepted, and the first of them.
    mistakes: [(u32, Option<String>); 2],
    /// Nobody reads any more; the game goes on, it may have to be recorded.
    unheard: bool,
}

impl<'a> Narrator<'a> {
    pub fn new(show: &'a ShowArguments, players: [PlayerRecord; 2]) -> Narrator<'a> {
        let people = [false; 2];
        Narrator { show, players, people, turn: Vec::new(), mistakes: Default::default(), unheard: false }
    }

    /// The same, while people play.
    pub fn beside(self, people: [bool; 2]) -> Narrator<'a> {
        Narrator { people, ..self }
    }

    fn is_beside_people(&self) -> bool {
        self.people.contains(&true)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.unheard = true,
            result => result?,
        }
        Ok(())
    }

    fn wait(&self) {
        let until = Instant::now() + self.show.delay;
        while !self.unheard && !interrupted().load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    fn is_silent(&self) -> bool {
        self.show.quiet || self.unheard
    }

    /// `random (Plus)`, in the seat's colour.
    fn player(&self, entry: &GameEntry, seat: Seat) -> String {
        let name = format!("{} ({})", self.players[seat.index()].name, entry.seats[seat.index()]);
        paint(seat_colour(seat), &harmless(&name))
    }

    /// The turn that has just ended.
    fn tell_turn(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let entry = session.entry();
        let mut text = String::from("\n");
        text.extend(self.turn.drain(..).map(|action| in_a_line(entry, &action)));
        text.push_str(&board(session));
        self.say(&text)?;
        self.wait();
        Ok(())
    }

    /// Whether the last board stands there already: somebody looked at it until
    /// time ran out.
    fn is_on_screen(&self, entry: &GameEntry, outcome: &OutcomeRecord) -> bool {
        let thought = outcome.winner.is_some_and(|winner| self.people[winner.other().index()]);
        thought && outcome.cause == Cause::Time && !entry.has_secrets()
    }

    /// How it ended and why. The session is that of the last position.
    pub fn result(&mut self, session: &dyn Session, outcome: &OutcomeRecord) -> Result<(), Failure> {
        let entry = session.entry();
        let winner = outcome.winner;
        if self.is_beside_people() && !self.is_silent() && !self.is_on_screen(entry, outcome) {
            self.tell_turn(session)?;
        }
        let who = match winner {
            Some(seat) => format!("{} wins", self.player(entry, seat)),
            None => "draw".to_string(),
        };
        let gap = if self.show.quiet { "" } else { "\n" };
        let plus = if outcome.score > 0 { "+" } else { "" };
        let why = why(session, winner, outcome);
        let mut text = format!("{gap}{who}, score {plus}{}: {}\n", outcome.score, harmless(&why));
        text.push_str(&indented(&outcome.stderr));
        for (seat, (count, first)) in Seat::BOTH.into_iter().zip(&self.mistakes) {
            if let Some(first) = first {
                let times = match count {
                    1 => "one answer was not accepted, in".to_string(),
                    _ => format!("{count} answers were not accepted, the first in"),
                };
                let name = self.player(entry, seat);
                text.push_str(&format!("{name}: {times} {}\n", harmless(first)));
            }
        }
        if self.is_beside_people() && entry.has_secrets() && !self.show.quiet {
            text.push_str(&format!("the seed was {}\n", session.seed()));
        }
        self.say(&text)
    }

    /// Lines that nobody asked for, if there were any.
    pub fn unasked(&mut self, entry: &GameEntry, unasked: [u32; 2]) -> Result<(), Failure> {
        let mut text = String::new();
        for (seat, count) in Seat::BOTH.into_iter().zip(unasked).filter(|(_, count)| *count > 0) {
            let lines = if count == 1 { "1 line" } else { &format!("{count} lines") };
            let name = self.player(entry, seat);
            text.push_str(&format!("{name}: {lines} that nobody asked for (debug to standard error)\n"));
        }
        self.say(&text)
    }

    /// What went wrong after the game, if anything did.
    pub fn exits(&mut self, entry: &GameEntry, exits: &[Option<ExitReport>; 2]) -> Result<(), Failure> {
        let mut text = String::new();
        for (seat, farewell) in Seat::BOTH.into_iter().zip(exits) {
            let Some(ExitReport { problem: Some(problem), stderr }) = farewell else { continue };
            text.push_str(&format!("{}, after the game: {}\n", self.player(entry, seat), harmless(problem)));
            text.push_str(&indented(stderr));
        }
        self.say(&text)
    }
}

/// What a program wrote for its author, a line each.
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
    // Where nothing is hidden, every answer is the same.
    let reply = if entry.has_secrets() { format!(" -> {}", action.reply) } else { String::new() };
    let by = action.by.as_ref().map(|by| format!("  (by the {by})")).unwrap_or_default();
    let fault = match action.fault {
        Some(_) => format!("  ({})", describe(action)),
        None => String::new(),
    };
    let told = harmless(&format!("{}{reply}{by}{fault}", action.action));
    format!("turn {}  {name}  {told}\n", action.turn)
}

/// Why a game ended, in words.
fn why(session: &dyn Session, winner: Option<Seat>, outcome: &OutcomeRecord) -> String {
    let entry = session.entry();
    let loser = winner.map_or("both players", |seat| entry.seats[seat.other().index()]);
    let sent = outcome.sent.as_ref().map(|line| format!(": `{}`", shortened(line))).unwrap_or_default();
    let message = outcome.message.as_ref().map(|message| format!(": {message}")).unwrap_or_default();
    match outcome.cause {
        Cause::Normal if is_full(&session.grid(Viewpoint::All)) => "the board is full".to_string(),
        Cause::Normal => entry.usual_end.to_string(),
        Cause::Time => format!("{loser} ran out of time{message}"),
        Cause::Crash => format!("the program of {loser} crashed{message}"),
        Cause::NoStart => format!("the program of {loser} did not start{message}"),
        Cause::Protocol => format!("{loser} sent a line that is no action{sent}{message}"),
        Cause::Illegal => format!("{loser} sent an action the rules forbid{sent}{message}"),
        Cause::Repetition => "the same position came up too often".to_string(),
        Cause::MoveLimit => "the game reached its move limit".to_string(),
    }
}

/// Whether a board of stones has no place left.
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
        let rules = session.options().to_string().replace(',', ", ");
        let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
        // From the seed anybody could work out what is hidden.
        let hides_seed = self.is_beside_people() && entry.has_secrets();
        let seed = if hides_seed { String::new() } else { format!(", seed {}", session.seed()) };
        let head = format!("{}: {zero} against {one}{seed}{rules}\n", entry.name);
        if self.is_beside_people() {
            return self.say(&head);
        }
        self.say(&(head + &board(session)))?;
        self.wait();
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, action: &ActionRecord) -> Result<(), Failure> {
        if action.fault.is_some() {
            let (count, first) = &mut self.mistakes[action.seat.index()];
            *count += 1;
            first.get_or_insert_with(|| describe_with_turn(action));
        }
        if self.is_silent() {
            return Ok(());
        }
        if self.is_beside_people() {
            // Whoever typed it, or was asked after it, knows.
            if self.people[action.seat.index()] && action.by.is_none() {
                self.turn.clear();
            } else if !session.entry().has_secrets() {
                self.turn.push(action.clone());
            }
            return Ok(());
        }
        self.turn.push(action.clone());
        // A turn ends when the other seat is up, or nobody.
        match session.status().seat() {
            Some(next) if next == action.seat => Ok(()),
            _ => self.tell_turn(session),
        }
    }
}

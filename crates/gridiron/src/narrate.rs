//! Telling a game: what was played, the board after each turn, how it ended.

use std::io::Write;
use std::thread;

use games::{Cause, Entry, Eyes, Outcome, Seat, Session};
use referee::{ActionRecord, PlayerRecord, Watcher};

use crate::cli::ShowArguments;
use crate::draw::{board, of_seat, paint};
use crate::failure::Failure;

/// Tells a game on standard output.
pub struct Narrator<'a> {
    show: &'a ShowArguments,
    players: [PlayerRecord; 2],
    /// The actions of the turn that is being played.
    turn: Vec<ActionRecord>,
}

impl<'a> Narrator<'a> {
    pub fn new(show: &'a ShowArguments, players: [PlayerRecord; 2]) -> Narrator<'a> {
        Narrator { show, players, turn: Vec::new() }
    }

    /// `random (Plus)`, in the seat's colour.
    fn player(&self, entry: &Entry, seat: Seat) -> String {
        let name = format!("{} ({})", self.players[seat.index()].name, entry.seats[seat.index()]);
        paint(of_seat(seat), &name)
    }

    /// Who plays what, under which rules.
    pub fn head(&self, session: &dyn Session) -> Result<(), Failure> {
        let entry = session.entry();
        let (zero, one) = (self.player(entry, Seat::Zero), self.player(entry, Seat::One));
        let mut rules = session.options().to_string();
        if !rules.is_empty() {
            rules = format!(", {}", rules.replace(',', ", "));
        }
        writeln!(anstream::stdout(), "{}: {zero} against {one}, seed {}{rules}", entry.name, session.seed())?;
        Ok(())
    }

    /// The turn that has just ended.
    fn tell_turn(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let Some(first) = self.turn.first() else { return Ok(()) };
        let seat = Seat::from_parity(usize::from(first.seat));
        let name = paint(of_seat(seat), session.entry().seats[seat.index()]);
        let mut out = anstream::stdout();
        writeln!(out)?;
        for action in &self.turn {
            // Where nothing is hidden, every answer is the same.
            let reply = match (session.entry().has_secrets)() {
                true => format!(" -> {}", action.reply),
                false => String::new(),
            };
            let by = action.by.as_ref().map(|by| format!("  (by the {by})")).unwrap_or_default();
            let fault = match (&action.fault, &action.sent) {
                (Some(fault), Some(sent)) => format!("  ({fault}: `{sent}`)"),
                (Some(fault), None) => format!("  ({fault})"),
                _ => String::new(),
            };
            writeln!(out, "turn {}  {name}  {}{reply}{by}{fault}", action.turn, action.action)?;
        }
        self.turn.clear();
        let grid = session.grid(Eyes::All);
        write!(out, "{}", board(&grid))?;
        writeln!(out, "    {}", standing(session))?;
        out.flush()?;
        thread::sleep(self.show.delay);
        Ok(())
    }

    /// How it ended and why.
    pub fn result(&self, entry: &Entry, outcome: &Outcome) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        let winner = match outcome.winner {
            Some(seat) => format!("{} wins", self.player(entry, seat)),
            None => "draw".to_string(),
        };
        let why = why(entry, outcome);
        if !self.show.quiet {
            writeln!(out)?;
        }
        let score = if outcome.score > 0 { format!("+{}", outcome.score) } else { outcome.score.to_string() };
        writeln!(out, "{winner}, score {score}: {why}")?;
        out.flush()?;
        Ok(())
    }
}

/// What each seat holds.
fn standing(session: &dyn Session) -> String {
    let grid = session.grid(Eyes::All);
    let total = |seat: Seat| {
        paint(of_seat(seat), &format!("{} {}", session.entry().seats[seat.index()], grid.total(seat)))
    };
    format!("{}   {}", total(Seat::Zero), total(Seat::One))
}

/// Why a game ended, in words.
fn why(entry: &Entry, outcome: &Outcome) -> String {
    let loser = outcome.winner.map_or("both players", |seat| entry.seats[seat.other().index()]);
    match outcome.cause {
        Cause::Normal => entry.usual_end.to_string(),
        Cause::Time => format!("{loser} ran out of time"),
        Cause::Crash => format!("the program of {loser} ended"),
        Cause::NoStart => format!("the program of {loser} did not start"),
        Cause::Protocol => format!("{loser} sent a line that is no action"),
        Cause::Illegal => format!("{loser} sent an action the rules forbid"),
        Cause::Repetition => "the same position came up too often".to_string(),
        Cause::MoveLimit => "the game reached its move limit".to_string(),
    }
}

impl Watcher<Failure> for Narrator<'_> {
    fn start(&mut self, session: &dyn Session) -> Result<(), Failure> {
        if self.show.quiet {
            return Ok(());
        }
        self.head(session)?;
        let mut out = anstream::stdout();
        write!(out, "{}", board(&session.grid(Eyes::All)))?;
        writeln!(out, "    {}", standing(session))?;
        thread::sleep(self.show.delay);
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, action: &ActionRecord) -> Result<(), Failure> {
        if self.show.quiet {
            return Ok(());
        }
        let seat = action.seat;
        self.turn.push(action.clone());
        // A turn ends when the other seat is up, or nobody.
        match session.status().seat() {
            Some(next) if next.index() == usize::from(seat) => Ok(()),
            _ => self.tell_turn(session),
        }
    }
}

//! What people see while a tournament is played: on a terminal a screen that is
//! redrawn several times a second, elsewhere a line every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use league::committed_results::LoggedFault;
use league::report::Standing;
use league::runner::JobProgress;
use league::{Pairing, Tournament, reporting};

use super::standings::standings;
use crate::failure::harmless;
use crate::terminal::{self, BAD, BOLD, FAINT, clip, clock, pad, paint, width};

/// The time between two drawings of the screen.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// The time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The time between two computations of the standings: with a hundred players
/// each takes a while.
const STANDINGS_INTERVAL: Duration = Duration::from_millis(500);

/// The most games and faults that are shown.
const GAMES: usize = 8;
const FAULTS: usize = 4;

/// Columns of the progress bar.
const BAR: usize = 30;

/// Columns of a player's name beside a running game.
const NAME: usize = 20;

/// The size where the terminal does not say it.
const USUAL_SIZE: (usize, usize) = (80, 24);

/// Lines of the standings that are shown on the smallest terminal.
const LEAST_STANDINGS: usize = 4;

/// Shows a running tournament.
pub struct Screen {
    is_terminal: bool,
    started: Instant,
    /// Pairs that were played by earlier runs. They do not count for the speed.
    done_before: u64,
    drawn: Option<Instant>,
    /// Lines of the last drawing, which the next one replaces.
    lines: usize,
    rows: Vec<Standing>,
    /// When `rows` were computed, and from how many pairs.
    rows_from: Option<(Instant, u64)>,
    /// Players whose withdrawal has been shown.
    withdrawn: usize,
}

impl Screen {
    /// A screen that is not drawn yet. The speed is measured from now on.
    pub fn new(tournament: &Tournament) -> Screen {
        Screen {
            is_terminal: io::stderr().is_terminal(),
            started: Instant::now(),
            done_before: tournament.progress().0,
            drawn: None,
            lines: 0,
            rows: Vec::new(),
            rows_from: None,
            withdrawn: tournament.withdrawn_count(),
        }
    }

    /// Shows the state of the tournament, if it is time to.
    pub fn show(&mut self, tournament: &Tournament) {
        let now = Instant::now();
        let every = if self.is_terminal { REDRAW_INTERVAL } else { LINE_INTERVAL };
        if !self.is_terminal {
            self.print_withdrawals(tournament);
        }
        if self.drawn.is_some_and(|drawn| now - drawn < every) {
            return;
        }
        let is_first = self.drawn.is_none();
        self.drawn = Some(now);
        match self.is_terminal {
            true => self.draw(tournament),
            // No pair is finished yet.
            false if is_first => {}
            false => {
                let (done, planned) = tournament.progress();
                let _ = writeln!(io::stderr(), "{}", self.progress(done, planned));
            }
        }
    }

    /// Prints who has been withdrawn since the last call.
    fn print_withdrawals(&mut self, tournament: &Tournament) {
        let withdrawn = tournament.withdrawn_count();
        if withdrawn > self.withdrawn {
            self.withdrawn = withdrawn;
            let players = tournament.players();
            let names = players.iter().filter_map(|player| {
                Some(format!("{} ({})", harmless(&player.entry.name), player.withdrawn.as_ref()?))
            });
            let _ = writeln!(io::stderr(), "withdrawn: {}", names.collect::<Vec<_>>().join(", "));
        }
    }

    /// `62 of 120 pairs, 3.2 a second, 0:18 left`
    fn progress(&self, done: u64, planned: Option<u64>) -> String {
        let passed = self.started.elapsed();
        let fresh = done - self.done_before.min(done);
        let rate = fresh as f64 / passed.as_secs_f64().max(1e-9);
        let speed = match rate {
            10.0.. => format!("{rate:.0} a second"),
            0.5.. => format!("{rate:.1} a second"),
            _ => format!("{:.1} a minute", rate * 60.0),
        };
        let of = planned.map(|planned| format!(" of {planned}")).unwrap_or_default();
        let left = planned.filter(|_| fresh > 0).map(|planned| {
            let seconds = (planned - planned.min(done)) as f64 / rate;
            format!(", {} left", clock(Duration::from_secs_f64(seconds.min(1e9))))
        });
        let pairs = if done == 1 && planned.is_none() { "pair" } else { "pairs" };
        format!("{done}{of} {pairs}, {speed}{}", left.unwrap_or_default())
    }

    fn draw(&mut self, tournament: &Tournament) {
        let (columns, height) = terminal::size().unwrap_or(USUAL_SIZE);
        let (done, planned) = tournament.progress();
        let is_old =
            self.rows_from.is_none_or(|(at, pairs)| pairs != done && at.elapsed() >= STANDINGS_INTERVAL);
        if is_old {
            self.rows = reporting::standings(tournament);
            self.rows_from = Some((Instant::now(), done));
        }
        let bar = planned.filter(|planned| *planned > 0).map(|planned| {
            let full = ((done * BAR as u64) / planned).min(BAR as u64) as usize;
            format!("{}{} ", "━".repeat(full), "╌".repeat(BAR - full))
        });
        let mut top =
            vec![format!("{}{}", bar.unwrap_or_default(), self.progress(done, planned)), String::new()];
        let mut bottom = playing(tournament, &tournament.live());
        bottom.extend(faults(tournament, tournament.last_faults(FAULTS)));
        let mut table = standings(&self.rows, columns.saturating_sub(1));
        // The best players are shown, as many as there is room for.
        let room = height.saturating_sub(top.len() + bottom.len() + 2).max(LEAST_STANDINGS);
        if table.len() > room {
            let left_out = table.len() - room + 1;
            table.truncate(room - 1);
            table.push(paint(FAINT, &format!("  and {left_out} more")));
        }
        top.extend(table);
        top.extend(bottom);
        top.truncate(height.saturating_sub(1));
        let mut drawing = self.move_to_top();
        for line in &top {
            drawing.push_str(&format!("{}\x1b[K\n", clip(line, columns.saturating_sub(1))));
        }
        drawing.push_str("\x1b[J");
        self.lines = top.len();
        // A screen that cannot be drawn is no reason to stop the tournament.
        let _ = anstream::stderr().write_all(drawing.as_bytes());
    }

    /// The escape sequence that moves the cursor to the first line of the drawing.
    fn move_to_top(&self) -> String {
        match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\r"),
        }
    }

    /// Erases the screen after the last game, or prints what is left to print.
    pub fn finish(&mut self, tournament: &Tournament) {
        match self.is_terminal {
            true => self.clear(),
            false => self.print_withdrawals(tournament),
        }
    }

    /// Erases the screen.
    pub fn clear(&mut self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "{}\x1b[J", self.move_to_top());
            self.lines = 0;
        }
    }
}

/// The running games with their scores.
fn playing(tournament: &Tournament, live: &[(Pairing, JobProgress)]) -> Vec<String> {
    let players = tournament.players();
    let name = |player: usize| clip(&harmless(&players[player].entry.name), NAME);
    let mut lines = vec![String::new(), paint(BOLD, "playing")];
    for (pairing, moment) in live.iter().take(GAMES) {
        let ([a, b], [held_a, held_b]) = (pairing.players.map(name), moment.totals);
        // A game that has just started has no score yet.
        let (held, turn) = match moment.turn {
            0 => (format!("{:>4} – {:<4}", "", ""), String::new()),
            turn => (format!("{held_a:>4} – {held_b:<4}"), format!(", turn {turn}")),
        };
        let round = tournament.stage_in_words(pairing).map(|stage| format!("{stage}, ")).unwrap_or_default();
        let which = format!("{round}pair {}, game {}{turn}", pairing.leg + 1, moment.game + 1);
        let indent = " ".repeat(NAME - width(&a));
        lines.push(format!("  {indent}{a} {held} {}  {}", pad(&b, NAME), paint(FAINT, &which)));
    }
    match live.len() {
        0 => lines.push(paint(FAINT, "  no game is running")),
        some if some > GAMES => lines.push(paint(FAINT, &format!("  and {} more", some - GAMES))),
        _ => {}
    }
    lines
}

/// The last faults.
fn faults(tournament: &Tournament, faults: Vec<LoggedFault>) -> Vec<String> {
    if faults.is_empty() {
        return Vec::new();
    }
    let players = tournament.players();
    let mut lines = vec![String::new(), paint(BOLD, "last faults")];
    lines.extend(faults.iter().map(|fault| {
        let name = paint(BAD, &harmless(&players[fault.player].entry.name));
        format!("  {name} in game {}: {}", fault.game, harmless(&fault.words))
    }));
    lines
}

//! What people see while a tournament is played: a picture that is drawn anew a
//! few times a second on a terminal, and a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use league::committed_results::LoggedFault;
use league::report::Standing;
use league::runner::JobProgress;
use league::{Pairing, Tournament, reporting};

use super::table::{TROUBLE, clipped, clipped_line, standings};
use crate::draw::{BOLD, FAINT, paint};
use crate::failure::harmless;
use crate::progress::clock;
use crate::width;

/// How often the picture is drawn anew.
const PICTURE: Duration = Duration::from_millis(200);

/// How often a line says how far it is where nobody sees a picture.
const LINE: Duration = Duration::from_secs(10);

/// How often standings are worked out: a hundred players take a moment.
const STANDINGS: Duration = Duration::from_millis(500);

/// Games and faults that are shown at most.
const GAMES: usize = 8;
const FAULTS: usize = 4;

/// Width of the bar.
const BAR: usize = 30;

pub struct Screen {
    is_terminal: bool,
    begin: Instant,
    /// Pairs that were done before.
    done_before: u64,
    drawn: Option<Instant>,
    /// Lines of the picture that stands there.
    lines: usize,
    rows: Vec<Standing>,
    rows_of: Option<(Instant, u64)>,
    /// How many were set aside when that was last told.
    told: usize,
}

impl Screen {
    pub fn new(tournament: &Tournament) -> Screen {
        Screen {
            is_terminal: io::stderr().is_terminal(),
            begin: Instant::now(),
            done_before: tournament.progress().0,
            drawn: None,
            lines: 0,
            rows: Vec::new(),
            rows_of: None,
            told: tournament.withdrawn_count(),
        }
    }

    /// Shows how it stands, if it is time to.
    pub fn show(&mut self, tournament: &Tournament) {
        let now = Instant::now();
        let every = if self.is_terminal { PICTURE } else { LINE };
        if !self.is_terminal {
            self.tell_asides(tournament);
        }
        if self.drawn.is_some_and(|drawn| now - drawn < every) {
            return;
        }
        let is_first = self.drawn.is_none();
        self.drawn = Some(now);
        match self.is_terminal {
            true => self.draw(tournament),
            // Nothing has happened yet.
            false if is_first => {}
            false => {
                let (done, planned) = tournament.progress();
                let _ = writeln!(io::stderr(), "{}", self.how_far(done, planned));
            }
        }
    }

    /// Says at once who is set aside.
    fn tell_asides(&mut self, tournament: &Tournament) {
        let withdrawn_count = tournament.withdrawn_count();
        if withdrawn_count > self.told {
            self.told = withdrawn_count;
            let players = tournament.players();
            let names = players.iter().filter_map(|player| {
                Some(format!("{} ({})", harmless(&player.entry.name), player.withdrawn.as_ref()?))
            });
            let _ = writeln!(io::stderr(), "set aside: {}", names.collect::<Vec<_>>().join(", "));
        }
    }

    /// `62 of 120 pairs, 3.2 a second, 0:18 left`
    fn how_far(&self, done: u64, planned: Option<u64>) -> String {
        let passed = self.begin.elapsed();
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
        let (columns, height) = width::of_screen().unwrap_or((80, 24));
        let (done, planned) = tournament.progress();
        let is_old =
            self.rows_of.is_none_or(|(worked_out, pairs)| pairs != done && worked_out.elapsed() >= STANDINGS);
        if is_old {
            self.rows = reporting::standings(tournament);
            self.rows_of = Some((Instant::now(), done));
        }
        let bar = planned.filter(|planned| *planned > 0).map(|planned| {
            let full = ((done * BAR as u64) / planned).min(BAR as u64) as usize;
            format!("{}{} ", "━".repeat(full), "╌".repeat(BAR - full))
        });
        let mut top =
            vec![format!("{}{}", bar.unwrap_or_default(), self.how_far(done, planned)), String::new()];
        let mut bottom = playing(tournament, &tournament.live());
        bottom.extend(faults(tournament, tournament.last_faults(FAULTS)));
        let mut table = standings(&self.rows, columns);
        // The best are shown, and as many others as there is room for.
        let room = height.saturating_sub(top.len() + bottom.len() + 2).max(4);
        if table.len() > room {
            let left_out = table.len() - room + 1;
            table.truncate(room - 1);
            table.push(paint(FAINT, &format!("  and {left_out} more")));
        }
        top.extend(table);
        top.extend(bottom);
        top.truncate(height.saturating_sub(1));
        let mut picture = self.back();
        for line in &top {
            picture.push_str(&format!("{}\x1b[K\n", clipped_line(line, columns.saturating_sub(1))));
        }
        picture.push_str("\x1b[J");
        self.lines = top.len();
        // Nobody minds if it cannot be drawn.
        let _ = anstream::stderr().write_all(picture.as_bytes());
    }

    /// To the first line of the picture.
    fn back(&self) -> String {
        match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\r"),
        }
    }

    /// Nothing more will happen.
    pub fn finish(&mut self, tournament: &Tournament) {
        match self.is_terminal {
            true => self.clear(),
            false => self.tell_asides(tournament),
        }
    }

    /// Takes the picture away.
    pub fn clear(&mut self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "{}\x1b[J", self.back());
            self.lines = 0;
        }
    }
}

/// The games that are being played, with their score.
fn playing(tournament: &Tournament, live: &[(Pairing, JobProgress)]) -> Vec<String> {
    let players = tournament.players();
    let name = |player: usize| clipped(&harmless(&players[player].entry.name), 20);
    let mut lines = vec![String::new(), paint(BOLD, "playing")];
    for (pairing, moment) in live.iter().take(GAMES) {
        let ([a, b], [held_a, held_b]) = (pairing.players.map(name), moment.totals);
        // Nothing is known yet of a game that has only begun.
        let (held, turn) = match moment.turn {
            0 => (format!("{:>4} – {:<4}", "", ""), String::new()),
            turn => (format!("{held_a:>4} – {held_b:<4}"), format!(", turn {turn}")),
        };
        let round =
            if tournament.has_rounds() { format!("round {}, ", pairing.round + 1) } else { String::new() };
        let which = format!("{round}pair {}, game {}{turn}", pairing.leg + 1, moment.game + 1);
        lines.push(format!("  {a:>20} {held} {b:<20}  {}", paint(FAINT, &which)));
    }
    match live.len() {
        0 => lines.push(paint(FAINT, "  nothing at the moment")),
        some if some > GAMES => lines.push(paint(FAINT, &format!("  and {} more", some - GAMES))),
        _ => {}
    }
    lines
}

/// What went wrong last.
fn faults(tournament: &Tournament, faults: Vec<LoggedFault>) -> Vec<String> {
    if faults.is_empty() {
        return Vec::new();
    }
    let players = tournament.players();
    let mut lines = vec![String::new(), paint(BOLD, "last faults")];
    lines.extend(faults.iter().map(|fault| {
        let name = paint(TROUBLE, &harmless(&players[fault.player].entry.name));
        format!("  {name} in game {}: {}", fault.game, harmless(&fault.words))
    }));
    lines
}

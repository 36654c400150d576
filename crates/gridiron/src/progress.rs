//! The bar that a person watches while a match is played: on a terminal only,
//! and gone when the match is over.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use league::Tally;

/// How often the bar is drawn anew: more is not seen.
const EVERY: Duration = Duration::from_millis(100);

/// Its width in characters.
const WIDTH: usize = 24;

pub struct Progress {
    games: u32,
    is_seen: bool,
    begin: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    pub fn new(games: u32) -> Progress {
        let mut progress =
            Progress { games, is_seen: io::stderr().is_terminal(), begin: Instant::now(), drawn: None };
        progress.show(&Tally::default());
        progress
    }

    pub fn show(&mut self, tally: &Tally) {
        let now = Instant::now();
        if !self.is_seen || self.drawn.is_some_and(|drawn| now - drawn < EVERY) {
            return;
        }
        self.drawn = Some(now);
        // Nobody minds if it cannot be drawn.
        let _ = write!(io::stderr(), "\r\x1b[K{}", bar(tally, self.games, now - self.begin));
    }

    pub fn clear(&self) {
        if self.is_seen {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(tally: &Tally, games: u32, passed: Duration) -> String {
    let (score, games) = (&tally.score, u64::from(games));
    let done = score.games();
    let full = (done as usize * WIDTH) / games.max(1) as usize;
    let bar = format!("{}{}", "━".repeat(full), "╌".repeat(WIDTH - full));
    let left = match done {
        0 => String::new(),
        _ => format!("  {} left", clock(passed.mul_f64((games - done) as f64 / done as f64))),
    };
    let width = games.to_string().len();
    let faults: u64 = tally.faults.iter().flat_map(|faults| faults.values()).sum();
    let faults = if faults > 0 { format!("  faults {faults}") } else { String::new() };
    format!(
        "{bar} {done:>width$}/{games}  A {} · {} draws · {} B  {:.1} %{faults}{left}",
        score.wins,
        score.draws,
        score.losses,
        score.rate() * 100.0
    )
}

/// 0:07, 12:34, 1:02:03.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

//! How long an analysis takes, and what a person sees meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ai::analysis::PLAYED_TIME_FACTOR;
use ai::search::Limits;
use ai::{Deadline, Time};

use super::{AnalyseArguments, words};
use crate::failure::Failure;
use crate::players;
use crate::progress::{StatusLine, clock};

/// What is looked at for a position if nothing else is said: some seconds.
const POSITION: u64 = 20_000_000;

/// What is looked at for a whole game if nothing else is said: at most some
/// twenty seconds. The moves that were played are looked at besides.
const GAME: u64 = 60_000_000;

/// More for a single move of a short game would be a waste.
const MOVE: u64 = 2_000_000;

/// Less says nothing.
const LEAST: u64 = 1_000;

/// How hard to look at each of several positions.
pub struct Effort {
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: &'static AtomicBool,
    line: StatusLine,
}

impl Effort {
    /// For one position.
    pub fn for_position(arguments: &AnalyseArguments) -> Effort {
        Effort::new(arguments, POSITION)
    }

    /// For each of so many moves.
    pub fn for_moves(arguments: &AnalyseArguments, moves: usize) -> Effort {
        Effort::new(arguments, (GAME / moves.max(1) as u64).clamp(LEAST, MOVE))
    }

    fn new(arguments: &AnalyseArguments, usual: u64) -> Effort {
        Effort {
            nodes: arguments.nodes.or(arguments.time.is_none().then_some(usual)),
            time: arguments.time,
            stop: players::stop_on_interrupt(),
            line: StatusLine::new(),
        }
    }

    /// Does something within the limits; an interruption ends it.
    pub fn within<T>(&self, work: impl FnOnce(&Limits<'_>, &Time<'_>) -> T) -> Result<T, Failure> {
        let begin = Instant::now();
        let spent = || begin.elapsed();
        let time = Time::new(None, None, &spent, self.stop);
        let limits = Limits { nodes: self.nodes, depth: None, deadline: time.deadline(1, 1, self.time) };
        let done = work(&limits, &time);
        match self.stop.load(Ordering::Relaxed) {
            true => {
                self.clear();
                Err(Failure::Interrupted)
            }
            false => Ok(done),
        }
    }

    /// How long what was played may be looked at after the best: to the same depth,
    /// which may take longer.
    pub fn patience<'t>(&self, time: &Time<'t>) -> Deadline<'t> {
        time.deadline(1, 1, self.time.map(|time| time * PLAYED_TIME_FACTOR))
    }

    /// What is said of the effort below the results.
    pub fn told(&self) -> String {
        match (self.nodes, self.time) {
            (_, Some(time)) => format!("{} ms a move", time.as_millis()),
            (nodes, None) => format!("{} positions a move", words::count(nodes.unwrap_or(0))),
        }
    }

    /// How far it is, on a terminal.
    pub fn show(&mut self, done: usize, all: usize, what: &str) {
        self.line.show(|passed| {
            let left = match done {
                0 => String::new(),
                _ => format!(", {} left", clock(passed.mul_f64((all - done) as f64 / done as f64))),
            };
            format!("{what} {done} of {all}{left}")
        });
    }

    /// What is being done, on a terminal.
    pub fn note(&mut self, what: &str) {
        self.line.show(|_| what.to_string());
    }

    /// Takes it away again.
    pub fn clear(&self) {
        self.line.clear();
    }
}

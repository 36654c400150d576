//! Which games wait, which one is computed, and what has come of others.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use referee::Record;
use referee::review::Curve;

use super::State;
use super::key::Key;

/// The most games that wait. The one that was asked for longest ago is forgotten first:
/// who still wants it asks again.
pub(super) const MOST_WAITING: usize = 64;

/// The most results in memory.
pub(super) const MOST_KEPT: usize = 256;

/// What is known without a look at the file.
#[derive(Default)]
pub(super) struct Queue {
    /// The game that was asked for last is at the end.
    waiting: Vec<(Key, Arc<Record>)>,
    running: Option<Running>,
    /// `None` for games that cannot be analysed.
    kept: HashMap<Key, Option<Arc<Curve>>>,
    /// The keys of `kept`, the oldest first.
    order: VecDeque<Key>,
}

struct Running {
    key: Key,
    done: usize,
    of: usize,
}

impl Queue {
    /// How far a game is; `None` if nothing is known of it. A game that waits comes next.
    pub(super) fn find(&mut self, key: &Key) -> Option<State> {
        if let Some(kept) = self.kept.get(key) {
            return Some(kept.clone().map_or(State::None, State::Done));
        }
        if let Some(running) = self.running.as_ref().filter(|running| running.key == *key) {
            return Some(State::Working { done: running.done, of: running.of });
        }
        let at = self.waiting.iter().position(|(other, _)| other == key)?;
        let asked = self.waiting.remove(at);
        let of = asked.1.actions.len();
        self.waiting.push(asked);
        Some(State::Working { done: 0, of })
    }

    /// Adds a game of which nothing is known.
    pub(super) fn add(&mut self, key: Key, record: Arc<Record>) {
        self.waiting.push((key, record));
        if self.waiting.len() > MOST_WAITING {
            self.waiting.remove(0);
        }
    }

    /// Takes the game that is computed next.
    pub(super) fn next(&mut self) -> Option<(Key, Arc<Record>)> {
        let (key, record) = self.waiting.pop()?;
        self.running = Some(Running { key, done: 0, of: record.actions.len() });
        Some((key, record))
    }

    /// How many actions of the running game are done.
    pub(super) fn progress(&mut self, done: usize) {
        if let Some(running) = &mut self.running {
            running.done = done;
        }
    }

    /// Keeps what has come of the running game.
    pub(super) fn finish(&mut self, curve: Option<Arc<Curve>>) {
        if let Some(running) = self.running.take() {
            self.keep(running.key, curve);
        }
    }

    /// Keeps the curve of a game; `None` if it cannot be analysed.
    pub(super) fn keep(&mut self, key: Key, curve: Option<Arc<Curve>>) {
        if self.kept.insert(key, curve).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > MOST_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.kept.remove(&oldest);
        }
    }
}

//! Conga solved for few stones, by going backward from the ends.
//!
//! [`Tables::solve`] makes the table of all decided positions with so many stones
//! each, without draw rules; every other position is a draw. [`cache::path`] says
//! where a table is kept, [`Tables::save`] and [`Tables::load`] keep it.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use gridiron_ai::conga::solve::{Tables, Verdict};
//! use games::{Game, conga::{Options, Position}};
//!
//! let tables = Tables::solve(4, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
//! assert_eq!(tables.statistics().longest, 5);
//! let start = Position::start(&Options { stones: 4 }, 0);
//! assert_eq!(tables.value(&start), Some(Verdict::Draw));
//! ```

pub mod cache;
mod file;
mod key;
mod retrograde;
mod unmove;

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use games::Game;
use games::conga::{Action, Options, Position};

pub use key::{MOST_STONES, canonical};
pub use retrograde::Progress;

/// What a position is worth to its mover if nobody errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The opponent runs out of moves, at best after so many plies.
    Win(u32),
    /// Nobody can force anything.
    Draw,
    /// The mover runs out of moves, after so many plies at most.
    Loss(u32),
}

impl Verdict {
    /// What the same is to the player who moved there.
    pub fn for_whoever_moved(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
        }
    }

    /// Quick wins are the largest, then draws, then late losses.
    fn rank(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            Verdict::Win(plies) => FAR - i64::from(plies),
            Verdict::Draw => 0,
            Verdict::Loss(plies) => i64::from(plies) - FAR,
        }
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By what the mover prefers: quick wins are the largest, quick losses the least.
impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Win(plies) => write!(f, "won in {plies}"),
            Verdict::Draw => f.write_str("a draw"),
            Verdict::Loss(plies) => write!(f, "lost in {plies}"),
        }
    }
}

/// Nobody waits for the table any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// What there is to say of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Stones of each player.
    pub stones: u8,
    /// Positions won for the mover. Positions are counted once for all eight
    /// reflections of the board, whoever is black.
    pub won: u64,
    /// Positions lost for the mover.
    pub lost: u64,
    /// Plies of the longest win.
    pub longest: u32,
    /// What the start is worth to black.
    pub start: Verdict,
}

/// All decided positions with a number of stones each.
#[derive(Clone, PartialEq, Debug)]
pub struct Tables {
    stones: u8,
    /// Ascending.
    keys: Vec<u64>,
    /// Plies to the end of each: even if lost, odd if won.
    plies: Vec<u16>,
}

impl Tables {
    /// Solves the game for 1 to [`MOST_STONES`] stones (more are taken for so
    /// many) with this many threads. Six stones take a moment, seven some seconds
    /// and 100 MB.
    pub fn solve(
        stones: u8,
        threads: usize,
        progress: &mut dyn FnMut(Progress),
        cancel: &AtomicBool,
    ) -> Result<Tables, Cancelled> {
        let stones = stones.clamp(1, MOST_STONES);
        let layers = retrograde::layers(stones, threads, progress, cancel).ok_or(Cancelled)?;
        let mut all: Vec<(u64, u16)> = Vec::with_capacity(layers.iter().map(Vec::len).sum());
        for (plies, layer) in layers.into_iter().enumerate() {
            all.extend(layer.into_iter().map(|key| (key, plies as u16)));
        }
        all.sort_unstable();
        let plies = all.iter().map(|(_, plies)| *plies).collect();
        Ok(Tables { stones, keys: all.into_iter().map(|(key, _)| key).collect(), plies })
    }

    /// Stones of each player.
    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// What a position is worth to its mover without draw rules; nothing if the
    /// players have another number of stones.
    pub fn value(&self, position: &Position) -> Option<Verdict> {
        if stones_each(position) != Some(self.stones) {
            return None;
        }
        let found = self.keys.binary_search(&canonical(position));
        Some(found.map_or(Verdict::Draw, |at| verdict(self.plies[at])))
    }

    /// The moves with what each is worth to the mover, in the order of the move
    /// generator; nothing if the players have another number of stones.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Action, Verdict)>> {
        let worth = |action| Some((action, self.value(&position.after(action))?.for_whoever_moved()));
        // A position without moves has none to be asked about.
        self.value(position)?;
        position.actions().map(worth).collect()
    }

    /// The best move, the first in the order of the move generator among equals,
    /// and what it is worth; nothing where there is no move, or another number
    /// of stones.
    pub fn best(&self, position: &Position) -> Option<(Action, Verdict)> {
        let better =
            |best: (Action, Verdict), next: (Action, Verdict)| if next.1 > best.1 { next } else { best };
        self.moves(position)?.into_iter().reduce(better)
    }

    /// What there is to say of the table.
    pub fn statistics(&self) -> Statistics {
        let lost = self.plies.iter().filter(|plies| plies.is_multiple_of(2)).count() as u64;
        let odd = self.plies.iter().filter(|plies| !plies.is_multiple_of(2));
        let start = Position::start(&Options { stones: self.stones }, 0);
        Statistics {
            stones: self.stones,
            won: self.plies.len() as u64 - lost,
            lost,
            longest: odd.copied().max().map_or(0, u32::from),
            start: self.value(&start).unwrap_or(Verdict::Draw),
        }
    }
}

fn verdict(plies: u16) -> Verdict {
    if plies.is_multiple_of(2) { Verdict::Loss(plies.into()) } else { Verdict::Win(plies.into()) }
}

/// How many stones each player has, if both have as many.
pub fn stones_each(position: &Position) -> Option<u8> {
    let [low, high] = position.stones().map(u64::to_le_bytes);
    let [mover, other] = position.squares().map(|squares| {
        let heaps = low.into_iter().chain(high).enumerate();
        heaps.filter(|(at, _)| squares >> at & 1 != 0).map(|(_, heap)| heap).sum::<u8>()
    });
    (mover == other).then_some(mover)
}

//! Conga solved for few stones by *retrograde analysis*: backwards from lost positions.
//!
//! [`Tablebase::solve`] finds all decided positions with a number of stones each,
//! without draw rules; every other position is a draw. [`cache::path`] says where the
//! file of a tablebase is kept.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use gridiron_ai::conga::solve::{Tablebase, SolvedValue};
//! use games::{Game, conga::{Options, Position}};
//!
//! let tables = Tablebase::solve(4, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
//! assert_eq!(tables.statistics().longest, 5);
//! let start = Position::start(&Options { stones: 4 }, 0);
//! assert_eq!(tables.value(&start), Some(SolvedValue::Draw));
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

pub use file::{Defect, TablebaseError};
pub use key::{MOST_STONES, canonical};
pub use retrograde::SolveProgress;

/// The value of a position to its mover under best play, with the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolvedValue {
    /// The opponent runs out of moves, after this many plies at best.
    Win(u32),
    /// Neither player can force a win.
    Draw,
    /// The mover runs out of moves, after this many plies at most.
    Loss(u32),
}

impl SolvedValue {
    /// The value of the same position to the player who moved there, one ply earlier.
    pub fn for_previous_mover(self) -> SolvedValue {
        match self {
            SolvedValue::Win(plies) => SolvedValue::Loss(plies + 1),
            SolvedValue::Draw => SolvedValue::Draw,
            SolvedValue::Loss(plies) => SolvedValue::Win(plies + 1),
        }
    }

    /// Quick wins rank highest, then slow wins, draws, late losses, quick losses.
    fn rank(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            SolvedValue::Win(plies) => FAR - i64::from(plies),
            SolvedValue::Draw => 0,
            SolvedValue::Loss(plies) => i64::from(plies) - FAR,
        }
    }
}

impl PartialOrd for SolvedValue {
    fn partial_cmp(&self, other: &SolvedValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the mover's preference: a quick win is the greatest, a quick loss the least.
impl Ord for SolvedValue {
    fn cmp(&self, other: &SolvedValue) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Display for SolvedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolvedValue::Win(plies) => write!(f, "won in {plies}"),
            SolvedValue::Draw => f.write_str("a draw"),
            SolvedValue::Loss(plies) => write!(f, "lost in {plies}"),
        }
    }
}

/// The `cancel` flag was set before the tablebase was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Facts about a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Stones of each player.
    pub stones: u8,
    /// Positions won for the mover. The eight reflections of a position count once, for
    /// either colour.
    pub won: u64,
    /// Positions lost for the mover.
    pub lost: u64,
    /// Plies of the longest win; 0 if there is no win.
    pub longest: u32,
    /// The value of the start to Disc.
    pub start: SolvedValue,
}

/// All decided positions with this many stones each.
#[derive(Clone, PartialEq, Debug)]
pub struct Tablebase {
    stones: u8,
    /// Ascending.
    keys: Vec<u64>,
    /// Plies to the end of each: even if lost, odd if won.
    plies: Vec<u16>,
}

impl Tablebase {
    /// Solves the game for 1 to [`MOST_STONES`] stones; other numbers are clamped.
    ///
    /// Six stones take less than a second, seven some seconds and 100 MB. `progress` is
    /// called now and then; setting `cancel` stops the work.
    pub fn solve(
        stones: u8,
        threads: usize,
        progress: &mut dyn FnMut(SolveProgress),
        cancel: &AtomicBool,
    ) -> Result<Tablebase, Cancelled> {
        let stones = stones.clamp(1, MOST_STONES);
        let layers = retrograde::layers(stones, threads, progress, cancel).ok_or(Cancelled)?;
        let mut all: Vec<(u64, u16)> = Vec::with_capacity(layers.iter().map(Vec::len).sum());
        for (plies, layer) in layers.into_iter().enumerate() {
            all.extend(layer.into_iter().map(|key| (key, plies as u16)));
        }
        all.sort_unstable();
        let plies = all.iter().map(|(_, plies)| *plies).collect();
        Ok(Tablebase { stones, keys: all.into_iter().map(|(key, _)| key).collect(), plies })
    }

    /// Stones of each player.
    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// The value of a position to its mover, without draw rules; `None` if the players
    /// have another number of stones.
    pub fn value(&self, position: &Position) -> Option<SolvedValue> {
        if stones_each(position) != Some(self.stones) {
            return None;
        }
        let found = self.keys.binary_search(&canonical(position));
        Some(found.map_or(SolvedValue::Draw, |at| value_of_plies(self.plies[at])))
    }

    /// The moves with their values to the mover, in the order of the move generator;
    /// `None` if the players have another number of stones.
    pub fn moves(&self, position: &Position) -> Option<Vec<(Action, SolvedValue)>> {
        let worth = |action| Some((action, self.value(&position.after(action))?.for_previous_mover()));
        // Checks the stones of a position without moves too.
        self.value(position)?;
        position.actions().map(worth).collect()
    }

    /// The best move and its value, the first of equals in the order of the move
    /// generator; `None` without a move or with another number of stones.
    pub fn best(&self, position: &Position) -> Option<(Action, SolvedValue)> {
        let better = |best: (Action, SolvedValue), next: (Action, SolvedValue)| {
            if next.1 > best.1 { next } else { best }
        };
        self.moves(position)?.into_iter().reduce(better)
    }

    /// Counts the positions and finds the longest win.
    pub fn statistics(&self) -> Statistics {
        let lost = self.plies.iter().filter(|plies| plies.is_multiple_of(2)).count() as u64;
        let odd = self.plies.iter().filter(|plies| !plies.is_multiple_of(2));
        let start = Position::start(&Options { stones: self.stones }, 0);
        Statistics {
            stones: self.stones,
            won: self.plies.len() as u64 - lost,
            lost,
            longest: odd.copied().max().map_or(0, u32::from),
            start: self.value(&start).unwrap_or(SolvedValue::Draw),
        }
    }
}

fn value_of_plies(plies: u16) -> SolvedValue {
    if plies.is_multiple_of(2) { SolvedValue::Loss(plies.into()) } else { SolvedValue::Win(plies.into()) }
}

/// How many stones each player has; `None` if the numbers differ.
pub fn stones_each(position: &Position) -> Option<u8> {
    let [low, high] = position.stones().map(u64::to_le_bytes);
    let [mover, other] = position.squares().map(|squares| {
        let heaps = low.into_iter().chain(high).enumerate();
        heaps.filter(|(at, _)| squares >> at & 1 != 0).map(|(_, heap)| heap).sum::<u8>()
    });
    (mover == other).then_some(mover)
}

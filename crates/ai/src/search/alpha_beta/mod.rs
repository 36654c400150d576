//! Alpha-beta search with iterative deepening: depth 1, 2, 3, … until a limit.
//!
//! It finds the value of plain [negamax](super::negamax) and visits far fewer
//! positions. What it uses, in the words of chess programming:
//!
//! - *principal variation search*: the first action gets the full window, every other
//!   one a window of one point that only asks whether it is better;
//! - *aspiration window*: each iteration expects a value near the last one;
//! - *[transposition table](super::transposition_table)*: results by position;
//! - *killers and history*: actions that caused cutoffs before are tried early;
//! - *late move reductions*: late actions are searched less deeply at first;
//! - *lazy SMP*: several threads search the same position and share the table.
//!
//! The result of the first thread counts.
//!
//! ```
//! use games::{Game, virus};
//! use gridiron_ai::search::SearchLimits;
//! use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
//! use gridiron_ai::virus::evaluator::VirusEvaluator;
//!
//! let start = virus::Virus::start(&virus::Options::default(), 1);
//! let mut searcher = AlphaBeta::new(VirusEvaluator::learned(), 1 << 12);
//! let result = searcher.search(&start, &GameContext::none(), &SearchLimits::depth(3), 1);
//! assert_eq!(result.depth, 3);
//! assert_eq!(result.pv[0], result.action);
//! ```

mod root;
#[cfg(test)]
mod tests;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use games::common::cpu::{Work, accelerated};

use self::worker::Worker;
use super::threads::at_once;
use super::transposition_table::TranspositionTable;
use super::{Evaluator, INFINITY, RepetitionHistory, SearchLimits, Searchable, Value};

/// The value of a draw.
const DRAW: Value = 0;

/// No search looks further ahead than this many plies.
const MAX_DEPTH: u32 = 120;

/// How long before the deadline helper threads stop. A busy machine may keep a
/// thread waiting about this long.
const HELPER_MARGIN: Duration = Duration::from_millis(10);

/// What a position alone does not say: the earlier positions and the move limit.
#[derive(Clone)]
pub struct GameContext {
    /// The earlier positions of the game. To reach one again counts as a draw.
    pub path: RepetitionHistory,
    /// After how many plies the rules declare a draw; `None` for never.
    pub plies_to_draw: Option<u32>,
}

impl GameContext {
    /// No earlier positions and no move limit.
    pub fn none() -> GameContext {
        GameContext { path: RepetitionHistory::new([]), plies_to_draw: None }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<A> {
    /// The best action.
    pub action: A,
    /// Its value to the mover.
    pub value: Value,
    /// Whether no evaluation took part: every line was searched to its end.
    pub is_proven: bool,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The principal variation: best play of both sides, the best action first.
    pub pv: Vec<A>,
}

/// An alpha-beta searcher of one game. It keeps its table from move to move.
pub struct AlphaBeta<E> {
    evaluator: E,
    table: TranspositionTable,
    /// Whether to use late move reductions. They reach greater depths sooner; proven
    /// results are as exact as without.
    pub reductions: bool,
}

impl<E> AlphaBeta<E> {
    /// A searcher with a table for about this many positions, at 16 bytes each.
    pub fn new(evaluator: E, positions: usize) -> AlphaBeta<E> {
        AlphaBeta { evaluator, table: TranspositionTable::new(positions), reductions: true }
    }

    /// The evaluator that was passed to [`AlphaBeta::new`].
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Finds the best action with up to this many threads, and never with more than
    /// there are cores.
    ///
    /// # Panics
    /// If the game is over.
    pub fn search<P: Searchable>(
        &mut self,
        root: &P,
        context: &GameContext,
        limits: &SearchLimits<'_>,
        threads: usize,
    ) -> SearchResult<P::Action>
    where
        E: Evaluator<P>,
    {
        self.search_except(root, &[], context, limits, threads)
    }

    /// Like [`AlphaBeta::search`], without the actions in `except`.
    ///
    /// # Panics
    /// If no other action is left.
    pub fn search_except<P: Searchable>(
        &mut self,
        root: &P,
        except: &[P::Action],
        context: &GameContext,
        limits: &SearchLimits<'_>,
        threads: usize,
    ) -> SearchResult<P::Action>
    where
        E: Evaluator<P>,
    {
        self.table.new_search();
        let done = AtomicBool::new(false);
        let (evaluator, table, reductions) = (&self.evaluator, &self.table, self.reductions);
        // The main thread waits for its helpers, so they stop early by themselves:
        // on a busy machine they may notice `done` late.
        let helpers = SearchLimits { deadline: limits.deadline.earlier(HELPER_MARGIN), ..*limits };
        let worker =
            |limits, is_main| Worker::new(evaluator, table, context, limits, &done, reductions, is_main);
        std::thread::scope(|scope| {
            for number in 1..at_once(threads) {
                let mut helper = worker(&helpers, false);
                // Every second helper is a ply ahead: it fills the table with what the
                // others will need.
                scope.spawn(move || {
                    accelerated(Deepen { worker: &mut helper, root, except, ahead: number as u32 % 2 })
                });
            }
            let mut main = worker(limits, true);
            let result = accelerated(Deepen { worker: &mut main, root, except, ahead: 0 });
            done.store(true, Ordering::Relaxed);
            result
        })
    }

    /// The value and the line of every action, the best first: for analysis.
    ///
    /// Chess programs call this MultiPV. It is much slower than [`AlphaBeta::search`].
    ///
    /// # Panics
    /// If the game is over.
    pub fn search_all<P: Searchable>(
        &mut self,
        root: &P,
        context: &GameContext,
        limits: &SearchLimits<'_>,
    ) -> Vec<SearchResult<P::Action>>
    where
        E: Evaluator<P>,
    {
        self.table.new_search();
        let done = AtomicBool::new(false);
        let mut worker =
            Worker::new(&self.evaluator, &self.table, context, limits, &done, self.reductions, true);
        accelerated(SearchAll { worker: &mut worker, root })
    }
}

struct Deepen<'t, 'a, P: Searchable, E> {
    worker: &'t mut Worker<'a, P, E>,
    root: &'t P,
    except: &'t [P::Action],
    ahead: u32,
}

impl<P: Searchable, E: Evaluator<P>> Work for Deepen<'_, '_, P, E> {
    type Output = SearchResult<P::Action>;

    #[inline(always)]
    fn run(self) -> SearchResult<P::Action> {
        self.worker.deepen(self.root, self.except, self.ahead)
    }
}

struct SearchAll<'t, 'a, P: Searchable, E> {
    worker: &'t mut Worker<'a, P, E>,
    root: &'t P,
}

impl<P: Searchable, E: Evaluator<P>> Work for SearchAll<'_, '_, P, E> {
    type Output = Vec<SearchResult<P::Action>>;

    #[inline(always)]
    fn run(self) -> Vec<SearchResult<P::Action>> {
        self.worker.search_all(self.root)
    }
}

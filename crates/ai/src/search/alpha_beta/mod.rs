//! Alpha-beta, deepened ply by ply: principal variation, aspiration, what was
//! seen before, killers and history, late moves looked at less deeply first.
//!
//! Several threads search the same position and share what they have seen; the
//! first one's answer counts.

mod root;
#[cfg(test)]
mod tests;
mod thinker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use games::common::cpu::{Work, accelerated};

use self::thinker::Thinker;
use super::table::Table;
use super::threads::at_once;
use super::{INFINITY, Judge, Limits, Path, Position, Value};

/// What a draw is worth.
const DRAW: Value = 0;

/// No line is searched deeper.
const DEEPEST: u32 = 120;

/// How long before the answer helpers stop: about how long a busy machine may let
/// a thread wait.
const HELPERS_REST: Duration = Duration::from_millis(10);

/// What came before the position to be searched, and when the rules end it all.
#[derive(Clone)]
pub struct Background {
    /// The positions of the game so far.
    pub path: Path,
    /// In how many plies the game is a draw, whatever happens.
    pub drawn_in: Option<u32>,
}

impl Background {
    /// Nothing came before, and nothing ends it.
    pub fn none() -> Background {
        Background { path: Path::new([]), drawn_in: None }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<A> {
    /// The best action.
    pub action: A,
    /// What that is worth.
    pub value: Value,
    /// Whether every line was followed to its end, so that nothing is estimated.
    pub to_the_end: bool,
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The play that is expected, the best action first.
    pub line: Vec<A>,
}

/// A searcher of one game, who remembers what it has seen from move to move.
pub struct AlphaBeta<J> {
    judge: J,
    table: Table,
    /// Whether late actions are looked at less deeply first. Quicker to great
    /// depths; what is found to the end is as exact as without.
    pub reductions: bool,
}

impl<J> AlphaBeta<J> {
    /// A searcher that remembers about `positions`.
    pub fn new(judge: J, positions: usize) -> AlphaBeta<J> {
        AlphaBeta { judge, table: Table::new(positions), reductions: true }
    }

    /// The judge.
    pub fn judge(&self) -> &J {
        &self.judge
    }

    /// The best action, found by so many threads if as many can run at once.
    ///
    /// # Panics
    /// If the game is over.
    pub fn search<P: Position>(
        &mut self,
        root: &P,
        background: &Background,
        limits: &Limits<'_>,
        threads: usize,
    ) -> Found<P::Action>
    where
        J: Judge<P>,
    {
        self.search_except(root, &[], background, limits, threads)
    }

    /// The best action but for some that are known to be bad.
    ///
    /// # Panics
    /// If no other is left.
    pub fn search_except<P: Position>(
        &mut self,
        root: &P,
        except: &[P::Action],
        background: &Background,
        limits: &Limits<'_>,
        threads: usize,
    ) -> Found<P::Action>
    where
        J: Judge<P>,
    {
        self.table.grow_older();
        let done = AtomicBool::new(false);
        let (judge, table, reductions) = (&self.judge, &self.table, self.reductions);
        // The first one has to wait for the helpers, so they stop by themselves in
        // good time, which on a busy machine they may notice late.
        let helpers = Limits { deadline: limits.deadline.earlier(HELPERS_REST), ..*limits };
        let thinker =
            |limits, first| Thinker::new(judge, table, background, limits, &done, reductions, first);
        std::thread::scope(|scope| {
            for number in 1..at_once(threads) {
                let mut helper = thinker(&helpers, false);
                // Half of the helpers are a ply ahead: they leave in the table
                // what the others will need.
                scope.spawn(move || {
                    accelerated(Deepen { thinker: &mut helper, root, except, ahead: number as u32 % 2 })
                });
            }
            let mut first = thinker(limits, true);
            let found = accelerated(Deepen { thinker: &mut first, root, except, ahead: 0 });
            done.store(true, Ordering::Relaxed);
            found
        })
    }

    /// What every action is worth with its best line, the best first: for
    /// analysis. Much slower than to find the best alone.
    pub fn weigh<P: Position>(
        &mut self,
        root: &P,
        background: &Background,
        limits: &Limits<'_>,
    ) -> Vec<Found<P::Action>>
    where
        J: Judge<P>,
    {
        self.table.grow_older();
        let done = AtomicBool::new(false);
        let mut thinker =
            Thinker::new(&self.judge, &self.table, background, limits, &done, self.reductions, true);
        accelerated(Weigh { thinker: &mut thinker, root })
    }
}

struct Deepen<'t, 'a, P: Position, J> {
    thinker: &'t mut Thinker<'a, P, J>,
    root: &'t P,
    except: &'t [P::Action],
    ahead: u32,
}

impl<P: Position, J: Judge<P>> Work for Deepen<'_, '_, P, J> {
    type Output = Found<P::Action>;

    #[inline(always)]
    fn run(self) -> Found<P::Action> {
        self.thinker.deepen(self.root, self.except, self.ahead)
    }
}

struct Weigh<'t, 'a, P: Position, J> {
    thinker: &'t mut Thinker<'a, P, J>,
    root: &'t P,
}

impl<P: Position, J: Judge<P>> Work for Weigh<'_, '_, P, J> {
    type Output = Vec<Found<P::Action>>;

    #[inline(always)]
    fn run(self) -> Vec<Found<P::Action>> {
        self.thinker.weigh(self.root)
    }
}

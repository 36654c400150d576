//! A solver for the end of Virus: alpha-beta to the last stone.
//!
//! Values are final stone differences and no evaluation takes part, so results are
//! exact. A stone without an empty square around it is safe: it can never be converted.
//! Safe stones bound what either side can still reach. They end most lines long before
//! the board is full.
//!
//! Unlike the move generator, the solver knows that a player may always pass. After a
//! pass, a second pass ends the game with the present difference. So a pass gains no
//! more than that, and it is tried only where all placements are worse.
//!
//! ```
//! use games::virus::Virus;
//! use gridiron_ai::virus::endgame::{Solver, SolverLimits};
//! use gridiron_ai::virus::evaluator::VirusEvaluator;
//!
//! let position: Virus = "1,1,1/1,0,-1/-1,-1,-1 0".parse().expect("a position");
//! let mut solver = Solver::new(VirusEvaluator::learned(), 12);
//! let solved = solver.margin(&position, SolverLimits::NONE).expect("few empty squares");
//! assert_eq!(solved.margin, 9, "the last stone converts all four");
//! ```

use games::Game;
use games::common::bits::FromIndex;
use games::common::cpu::{Work, accelerated};
use games::virus::{Action, Virus, around, touching};

use super::evaluator::VirusEvaluator;
use crate::Deadline;
use crate::search::Searchable;

/// The solver refuses positions with more empty squares.
pub const MAX_EMPTY: u32 = 32;

/// Below this many empty squares it is faster to solve a position than to probe for it.
const TABLE_FROM: u32 = 6;

/// From this many empty squares on, move ordering by the evaluator pays.
const EVALUATION_ORDER_FROM: u32 = 12;

/// The order score of the table's move: above all others, and safe to shift by 8 bits.
const FIRST_SCORE: i32 = 1 << 20;

/// Below every margin, and safe to negate.
const BELOW_ALL: i32 = -1000;

/// Nodes between two looks at the clock.
const CLOCK_CHECK_INTERVAL: u64 = 1024;

/// The result of a solved position, from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedEndgame {
    /// The final stone difference under best play; a bound on it if it is outside the
    /// window that was searched.
    pub margin: i32,
    /// An action that reaches the margin.
    pub action: Action,
}

/// When a solver gives up: at the first of these.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// The most positions to visit.
    pub nodes: u64,
    /// When to stop.
    pub deadline: Deadline<'a>,
}

impl<'a> SolverLimits<'a> {
    /// No limit.
    pub const NONE: SolverLimits<'static> = SolverLimits { nodes: u64::MAX, deadline: Deadline::NEVER };

    /// Half of the given limits. If that is not enough, a search needs the rest.
    pub fn half_of(nodes: Option<u64>, deadline: &Deadline<'a>) -> SolverLimits<'a> {
        SolverLimits { nodes: nodes.map_or(u64::MAX, |nodes| nodes / 2), deadline: deadline.part(0.5) }
    }
}

/// A table entry: bounds on the margin and the best move.
#[derive(Clone, Copy)]
struct EndgameEntry {
    hash: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

const UNKNOWN: EndgameEntry = EndgameEntry { hash: 0, lower: i8::MIN, upper: i8::MAX, best: u8::MAX };

/// Solves positions, and keeps its table from one to the next.
pub struct Solver {
    evaluator: VirusEvaluator,
    /// A power of two of entries; allocated at first use.
    table: Vec<EndgameEntry>,
    table_bits: u32,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of 2 to the power `table_bits` positions. The evaluator only
    /// orders the moves, and so decides which of equally good actions is found.
    pub fn new(evaluator: VirusEvaluator, table_bits: u32) -> Solver {
        Solver { evaluator, table: Vec::new(), table_bits, nodes: 0 }
    }

    /// Positions visited so far, by all calls together.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds out who wins: only the sign of the margin counts.
    ///
    /// `None` if a limit was reached, the game is over or too many squares are empty.
    pub fn winner(&mut self, position: &Virus, limits: SolverLimits<'_>) -> Option<SolvedEndgame> {
        self.solve(position, -1, 1, limits)
    }

    /// Finds the exact margin; `None` as in [`Solver::winner`].
    pub fn margin(&mut self, position: &Virus, limits: SolverLimits<'_>) -> Option<SolvedEndgame> {
        self.solve(position, -i32::from(i8::MAX), i32::from(i8::MAX), limits)
    }

    /// The margin if it lies in the window; else a bound beyond `alpha` or `beta`.
    pub fn solve(
        &mut self,
        position: &Virus,
        alpha: i32,
        beta: i32,
        limits: SolverLimits<'_>,
    ) -> Option<SolvedEndgame> {
        let [own, enemy, empty] = position.sets();
        if empty.count_ones() > MAX_EMPTY || position.status().outcome().is_some() {
            return None;
        }
        if self.table.is_empty() {
            self.table = vec![UNKNOWN; 1 << self.table_bits];
        }
        let mut search = EndgameSearch {
            evaluator: &self.evaluator,
            table: &mut self.table,
            board: (own | enemy | empty).count_ones() as i32,
            nodes: 0,
            limits,
            is_stopped: false,
        };
        let solved = search.root(position, alpha, beta);
        self.nodes += search.nodes;
        let finished = !search.is_stopped;
        finished.then_some(solved)
    }
}

/// The state of one call of [`Solver::solve`].
struct EndgameSearch<'a> {
    evaluator: &'a VirusEvaluator,
    table: &'a mut [EndgameEntry],
    /// Squares of the board.
    board: i32,
    nodes: u64,
    limits: SolverLimits<'a>,
    is_stopped: bool,
}

impl EndgameSearch<'_> {
    /// Searches the root, where the game is not over.
    fn root(&mut self, position: &Virus, alpha: i32, beta: i32) -> SolvedEndgame {
        let mut moves = OrderedMoves::<MAX_MOVES>::by_evaluation(position, self.evaluator, u8::MAX);
        let (margin, best) = self.best_of(position, &mut moves, alpha, beta);
        SolvedEndgame { margin, action: Action::from_index(best) }
    }

    #[inline(always)]
    fn visit(&mut self, position: &Virus, alpha: i32, beta: i32) -> i32 {
        accelerated(Visit { search: self, position, alpha, beta })
    }

    /// The best margin of these moves or a pass, and the index of that move.
    #[inline(always)]
    fn best_of<const N: usize>(
        &mut self,
        position: &Virus,
        moves: &mut OrderedMoves<N>,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        let present = difference(position);
        let (mut best, mut best_move) = (BELOW_ALL, u8::MAX);
        let mut may_pass = true;
        if position.passes() > 0 {
            // A second pass ends the game.
            (best, best_move) = (present, Action::PASS.number() as u8);
            if present >= beta || position.forced().is_some() {
                return (best, best_move);
            }
            (alpha, may_pass) = (alpha.max(present), false);
        }
        loop {
            let action = match moves.next() {
                Some(action) => action,
                None if may_pass && best < present => {
                    if present <= alpha {
                        // A pass gains no more than this, which does not raise alpha.
                        return (present, best_move);
                    }
                    Action::PASS
                }
                None => break,
            };
            may_pass &= action != Action::PASS;
            let after = position.after(action);
            let is_first = best == BELOW_ALL;
            let mut margin = i32::MAX;
            // Principal variation search: the others only show that they are no better.
            if !is_first && beta - alpha > 1 {
                margin = -self.visit(&after, -alpha - 1, -alpha);
            }
            if margin > alpha {
                margin = -self.visit(&after, -beta, -alpha);
            }
            if self.is_stopped {
                // The result is discarded.
                return (0, best_move);
            }
            if margin > best {
                (best, best_move) = (margin, action.number() as u8);
                alpha = alpha.max(margin);
                if alpha >= beta {
                    break;
                }
            }
        }
        (best, best_move)
    }

    #[cold]
    fn check_clock(&mut self) {
        self.is_stopped |= self.limits.deadline.has_passed() || self.nodes >= self.limits.nodes;
    }
}

/// The mover's stones less the opponent's.
#[inline(always)]
fn difference(position: &Virus) -> i32 {
    let [own, enemy, _] = position.sets();
    own.count_ones() as i32 - enemy.count_ones() as i32
}

/// Searches a position below the root within a window.
struct Visit<'a, 'b> {
    search: &'a mut EndgameSearch<'b>,
    position: &'a Virus,
    alpha: i32,
    beta: i32,
}

impl Work for Visit<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Visit { search, position, alpha, beta } = self;
        search.nodes += 1;
        if search.nodes.is_multiple_of(CLOCK_CHECK_INTERVAL) || search.nodes >= search.limits.nodes {
            search.check_clock();
        }
        if search.is_stopped {
            return 0;
        }
        let [own, enemy, empty] = position.sets();
        let empties = empty.count_ones();
        if empties <= 1 {
            return last_stone(position);
        }
        let exposed = touching(empty, !0);
        let highest = search.board - 2 * (enemy & !exposed).count_ones() as i32;
        if highest <= alpha {
            return highest;
        }
        let lowest = 2 * (own & !exposed).count_ones() as i32 - search.board;
        if lowest >= beta {
            return lowest;
        }
        if empties < TABLE_FROM {
            let mut moves = OrderedMoves::<{ TABLE_FROM as usize }>::by_gain(position);
            return search.best_of(position, &mut moves, alpha, beta).0;
        }
        let hash = position.hash();
        let at = hash as usize & (search.table.len() - 1);
        let slot = search.table[at];
        let known = if slot.hash == hash { slot } else { EndgameEntry { hash, ..UNKNOWN } };
        if i32::from(known.lower) >= beta || known.lower == known.upper {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) <= alpha {
            return i32::from(known.upper);
        }
        let mut moves = if empties >= EVALUATION_ORDER_FROM {
            OrderedMoves::<MAX_MOVES>::by_evaluation(position, search.evaluator, known.best)
        } else {
            OrderedMoves::<MAX_MOVES>::by_safety(position, known.best)
        };
        let (margin, best) = search.best_of(position, &mut moves, alpha, beta);
        if search.is_stopped {
            return 0;
        }
        let margin_byte = margin as i8;
        search.table[at] = EndgameEntry {
            hash,
            lower: if margin > alpha { margin_byte.max(known.lower) } else { known.lower },
            upper: if margin < beta { margin_byte.min(known.upper) } else { known.upper },
            best,
        };
        margin
    }
}

/// Room for a placement on every empty square.
const MAX_MOVES: usize = MAX_EMPTY as usize;

/// Moves ordered by score, sorted only as far as they are used. Each item holds the order
/// score above the lowest 8 bits and the action's index in them.
struct OrderedMoves<const N: usize> {
    list: [i32; N],
    next: usize,
    len: usize,
}

impl<const N: usize> OrderedMoves<N> {
    #[inline(always)]
    fn new(position: &Virus, order_score: impl Fn(Action) -> i32) -> OrderedMoves<N> {
        let mut moves = OrderedMoves { list: [0; N], next: 0, len: 0 };
        for action in position.actions() {
            moves.list[moves.len] = order_score(action) << 8 | action.number() as i32;
            moves.len += 1;
        }
        moves
    }

    /// Most converted stones first.
    #[inline(always)]
    fn by_gain(position: &Virus) -> OrderedMoves<N> {
        OrderedMoves::new(position, |action| position.converts(action) as i32)
    }

    /// Most safe stones first, ours less theirs. The move with index `first` goes before
    /// all others.
    #[inline(always)]
    fn by_safety(position: &Virus, first: u8) -> OrderedMoves<N> {
        OrderedMoves::new(position, |action| {
            if action.number() == usize::from(first) {
                return FIRST_SCORE;
            }
            let after = position.after(action);
            let [enemy, own, empty] = after.sets();
            let exposed = touching(empty, !0);
            let count = |set: u128| set.count_ones() as i32;
            2 * (count(own) - count(enemy)) + 3 * (count(own & !exposed) - count(enemy & !exposed))
        })
    }

    /// Best evaluation first. The move with index `first` goes before all others.
    #[inline(always)]
    fn by_evaluation(position: &Virus, evaluator: &VirusEvaluator, first: u8) -> OrderedMoves<N> {
        OrderedMoves::new(position, |action| {
            if action.number() == usize::from(first) {
                return FIRST_SCORE;
            }
            -evaluator.margin(&position.after(action))
        })
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Action> {
        let rest = &mut self.list[self.next..self.len];
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at] > rest[best] {
                best = at;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(Action::from_index(found as u8))
    }
}

/// The margin with at most one empty square. Filling it always gains, so a pass is no
/// better.
#[inline(always)]
fn last_stone(position: &Virus) -> i32 {
    let [own, enemy, empty] = position.sets();
    let margin = difference(position);
    if empty == 0 {
        return margin;
    }
    let near = around(Action::from_index(empty.trailing_zeros() as u8));
    if near & own != 0 {
        margin + 1 + 2 * (near & enemy).count_ones() as i32
    } else if position.passes() > 0 {
        margin
    } else {
        // The opponent fills it, and no stone of ours is near.
        margin - 1
    }
}

//! One search thread: the value of a position below the root.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use games::common::cpu::{Work, accelerated};

use super::{DRAW, GameContext, INFINITY, MAX_DEPTH};
use crate::search::transposition_table::{Bound, TranspositionTable, TtEntry};
use crate::search::{
    Evaluator, MAX_ACTIONS, RepetitionHistory, SearchLimits, Searchable, Value, bound_one_ply_down,
    plies_to_end, value_one_ply_up,
};

/// Nodes between two looks at the clock.
const CLOCK_CHECK_INTERVAL: u64 = 1024;

/// An action and how early to search it.
#[derive(Clone, Copy)]
pub(super) struct Scored<A> {
    pub(super) action: A,
    pub(super) order_score: i32,
}

/// One search thread.
pub(super) struct Worker<'a, P: Searchable, E> {
    evaluator: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) path: RepetitionHistory,
    /// At this ply the rules declare a draw; `u32::MAX` for never.
    pub(super) plies_to_draw: u32,
    pub(super) limits: SearchLimits<'a>,
    /// Set when the main thread has its result: helpers stop.
    done: &'a AtomicBool,
    reductions: bool,
    /// Whether its result counts. Only the main thread obeys the limit of nodes.
    pub(super) is_main: bool,
    pub(super) nodes: u64,
    next_clock_check: u64,
    pub(super) stopped: bool,
    /// Whether an evaluation took part since this was last cleared.
    pub(super) estimated: bool,
    /// Buffers for the actions at each ply.
    lists: Vec<Vec<Scored<P::Action>>>,
    /// The last two actions that caused a cutoff, by ply.
    killers: Vec<[usize; 2]>,
    /// How often and how deep an action caused a cutoff, by mover and action.
    history: Box<[[i32; MAX_ACTIONS]; 2]>,
}

/// No action has this index.
pub(super) const NO_ACTION: usize = MAX_ACTIONS;

impl<'a, P: Searchable, E: Evaluator<P>> Worker<'a, P, E> {
    pub(super) fn new(
        evaluator: &'a E,
        table: &'a TranspositionTable,
        context: &GameContext,
        limits: &SearchLimits<'a>,
        done: &'a AtomicBool,
        reductions: bool,
        is_main: bool,
    ) -> Worker<'a, P, E> {
        Worker {
            evaluator,
            table,
            path: context.path.clone(),
            plies_to_draw: context.plies_to_draw.unwrap_or(u32::MAX),
            limits: *limits,
            done,
            reductions,
            is_main,
            nodes: 0,
            next_clock_check: CLOCK_CHECK_INTERVAL,
            stopped: false,
            estimated: false,
            lists: Vec::new(),
            killers: vec![[NO_ACTION; 2]; MAX_DEPTH as usize + 2],
            history: Box::new([[0; MAX_ACTIONS]; 2]),
        }
    }

    /// The value of a child position to the player who moved there.
    #[inline(always)]
    pub(super) fn search_child(
        &mut self,
        next: &P,
        depth: u32,
        alpha: Value,
        beta: Value,
        ply: u32,
    ) -> Value {
        let window = (bound_one_ply_down(-beta), bound_one_ply_down(-alpha));
        -value_one_ply_up(match depth {
            // Most positions are leaves, and a leaf needs no call.
            0 => self.leaf(next, ply),
            _ => search_node(self, next, depth, window, ply),
        })
    }

    /// The value at the end of a line.
    #[inline(always)]
    fn leaf(&mut self, position: &P, ply: u32) -> Value {
        self.nodes += 1;
        if position.actions().len() == 0 {
            return self.terminal(position);
        }
        self.estimated = true;
        if ply >= self.plies_to_draw {
            return DRAW;
        }
        self.evaluator.evaluate(position)
    }

    #[cold]
    #[inline(never)]
    fn terminal(&self, position: &P) -> Value {
        position.status().outcome().map_or(DRAW, |outcome| self.evaluator.terminal_value(position, outcome))
    }

    /// The value of a position with `depth` plies to search, to its mover.
    #[inline(always)]
    fn node(&mut self, position: &P, depth: u32, window: (Value, Value), ply: u32) -> Value {
        self.nodes += 1;
        self.check_limits();
        if self.stopped {
            return DRAW;
        }
        if position.actions().len() == 0 {
            return self.terminal(position);
        }
        let hash = position.hash();
        if ply >= self.plies_to_draw || (P::CAN_REPEAT && self.path.contains(hash)) {
            // This draw depends on the moves that led here: it proves nothing elsewhere.
            self.estimated = true;
            return DRAW;
        }
        let key = self.table_key(hash, depth, ply);
        let entry = self.table.probe(key).filter(|entry| self.is_in_time(entry, ply));
        let (low, high) = entry.map_or((-INFINITY, INFINITY), |entry| entry.bounds(depth));
        let (alpha, beta) = (window.0.max(low), window.1.min(high));
        let is_estimate = entry.is_some_and(|entry| !entry.is_proven);
        if alpha >= beta {
            self.estimated |= is_estimate;
            return entry.map_or(DRAW, |entry| entry.value);
        }
        let estimated_before = mem::replace(&mut self.estimated, false);
        let (value, best) = self.search_actions(position, hash, depth, (alpha, beta), ply, entry);
        if !self.stopped {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let is_proven = !self.estimated;
            self.table.store(key, TtEntry { value, bound, depth: depth as u8, is_proven, action: best });
        }
        // A value outside the table's bounds is replaced by the bound, and is only as
        // reliable as that entry.
        let is_from_table = value <= low || value >= high;
        self.estimated |= estimated_before | (is_from_table & is_estimate);
        value.clamp(low, high)
    }

    /// The plies left before the move limit, at a ply of the search.
    #[inline(always)]
    fn plies_left(&self, ply: u32) -> u32 {
        self.plies_to_draw.saturating_sub(ply)
    }

    /// The key of a position in the table.
    ///
    /// A search that reaches the move limit depends on the plies left, so these
    /// become part of the key. Any other search does not depend on them.
    #[inline(always)]
    fn table_key(&self, hash: u64, depth: u32, ply: u32) -> u64 {
        let left = self.plies_left(ply);
        if left > depth { hash } else { key_with_plies_left(hash, left) }
    }

    /// Whether a forced end in an entry comes before the move limit.
    #[inline(always)]
    fn is_in_time(&self, entry: &TtEntry, ply: u32) -> bool {
        self.plies_to_draw == u32::MAX
            || plies_to_end(entry.value).is_none_or(|plies| plies <= self.plies_left(ply))
    }

    /// The index of the table's best action for a position, from any depth.
    pub(super) fn table_action(&self, hash: u64, ply: u32) -> Option<u8> {
        let near_limit = self.table.probe(key_with_plies_left(hash, self.plies_left(ply)));
        near_limit.or_else(|| self.table.probe(hash)).and_then(|entry| entry.action)
    }

    /// The value of the best action within a window, and its index if it raised alpha.
    #[inline(always)]
    fn search_actions(
        &mut self,
        position: &P,
        hash: u64,
        depth: u32,
        (mut alpha, beta): (Value, Value),
        ply: u32,
        entry: Option<TtEntry>,
    ) -> (Value, Option<u8>) {
        let table_action = entry.and_then(|entry| entry.action).map_or(NO_ACTION, usize::from);
        let mut list = self.take_list(ply);
        self.score_actions(position, &mut list, table_action, ply);
        self.path.push(hash);
        let mut best = -INFINITY;
        let mut best_action = None;
        for at in 0..list.len() {
            let action = pick_best(&mut list, at);
            let next = position.after(action);
            let is_late = self.reductions && at >= 3 && depth >= 3;
            let reduction = u32::from(is_late) + u32::from(is_late && at >= 10 && depth >= 5);
            let mut value = alpha + 1;
            if at > 0 {
                value = self.search_child(&next, depth - 1 - reduction, alpha, alpha + 1, ply + 1);
                if value > alpha && reduction > 0 {
                    value = self.search_child(&next, depth - 1, alpha, alpha + 1, ply + 1);
                }
            }
            if at == 0 || (value > alpha && value < beta) {
                value = self.search_child(&next, depth - 1, alpha, beta, ply + 1);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some(P::action_index(action) as u8);
                }
                if alpha >= beta {
                    self.record_cutoff(position, P::action_index(action), depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.lists[ply as usize] = list;
        (best, best_action)
    }

    /// The empty buffer for the actions at a ply. The caller puts it back.
    #[inline(always)]
    fn take_list(&mut self, ply: u32) -> Vec<Scored<P::Action>> {
        if self.lists.len() <= ply as usize {
            self.lists.resize_with(ply as usize + 1, Vec::new);
        }
        let mut list = mem::take(&mut self.lists[ply as usize]);
        list.clear();
        list
    }

    /// Scores every action for move ordering: the table's action first, then the
    /// killers, then by the evaluator with history between equals.
    #[inline(always)]
    pub(super) fn score_actions(
        &mut self,
        position: &P,
        list: &mut Vec<Scored<P::Action>>,
        table_action: usize,
        ply: u32,
    ) {
        let killers = self.killers[ply as usize];
        let history = &self.history[position.mover().index()];
        for action in position.actions() {
            let index = P::action_index(action) % MAX_ACTIONS;
            let order_score = match index {
                _ if index == table_action => i32::MAX,
                _ if index == killers[0] => (1 << 28) + 1,
                _ if index == killers[1] => 1 << 28,
                _ => self.evaluator.order_score(position, action) * 1024 + history[index],
            };
            list.push(Scored { action, order_score });
        }
    }

    /// Updates killers and history after a cutoff.
    #[inline(always)]
    fn record_cutoff(&mut self, position: &P, index: usize, depth: u32, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != index {
            *killers = [index, killers[0]];
        }
        let history = &mut self.history[position.mover().index()];
        history[index % MAX_ACTIONS] += (depth * depth) as i32;
        if history[index % MAX_ACTIONS] > 1 << 16 {
            history.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// Sets `stopped` when the node limit (main worker only) or the time is over. Reads
    /// the clock only now and then.
    #[inline(always)]
    fn check_limits(&mut self) {
        if self.is_main && self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes >= self.next_clock_check {
            self.check_clock();
        }
    }

    #[cold]
    #[inline(never)]
    fn check_clock(&mut self) {
        self.next_clock_check = self.nodes + CLOCK_CHECK_INTERVAL;
        self.stopped |= self.limits.deadline.has_passed() || self.done.load(Ordering::Relaxed);
    }
}

/// The key of a position with this many plies left before the move limit.
#[inline(always)]
fn key_with_plies_left(hash: u64, left: u32) -> u64 {
    hash ^ u64::from(left).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Swaps the highest score of the rest to `at` and returns its action. Most nodes
/// are cut off early, so a full sort would be wasted.
#[inline(always)]
fn pick_best<A: Copy>(list: &mut [Scored<A>], at: usize) -> A {
    let mut best = at;
    for other in at + 1..list.len() {
        if list[other].order_score > list[best].order_score {
            best = other;
        }
    }
    list.swap(at, best);
    list[at].action
}

/// The recursive call. Never inlined, so that everything else can be. It runs code
/// compiled for this processor.
#[inline(never)]
fn search_node<P: Searchable, E: Evaluator<P>>(
    worker: &mut Worker<'_, P, E>,
    position: &P,
    depth: u32,
    window: (Value, Value),
    ply: u32,
) -> Value {
    accelerated(NodeTask { worker, position, depth, window, ply })
}

struct NodeTask<'t, 'a, P: Searchable, E> {
    worker: &'t mut Worker<'a, P, E>,
    position: &'t P,
    depth: u32,
    window: (Value, Value),
    ply: u32,
}

impl<P: Searchable, E: Evaluator<P>> Work for NodeTask<'_, '_, P, E> {
    type Output = Value;

    #[inline(always)]
    fn run(self) -> Value {
        self.worker.node(self.position, self.depth, self.window, self.ply)
    }
}

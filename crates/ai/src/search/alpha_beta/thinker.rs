//! One thread of a search: what a position is worth.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use games::common::cpu::{Work, accelerated};

use super::{Background, DEEPEST, DRAW, INFINITY};
use crate::search::table::{Bound, Memory, Table};
use crate::search::{ACTIONS, Judge, Limits, Path, Position, Value, later, plies_to_end, sooner};

/// How often the clock is looked at: every so many positions.
const BETWEEN_LOOKS: u64 = 1024;

/// An action and how promising it is.
#[derive(Clone, Copy)]
pub(super) struct Scored<A> {
    pub(super) action: A,
    pub(super) promise: i32,
}

/// One thread of a search.
pub(super) struct Thinker<'a, P: Position, J> {
    judge: &'a J,
    pub(super) table: &'a Table,
    pub(super) path: Path,
    pub(super) drawn_in: u32,
    pub(super) limits: Limits<'a>,
    /// Set when the answer is there: helpers stop.
    done: &'a AtomicBool,
    reductions: bool,
    /// The one that answers, and so the one that is stopped by limits.
    pub(super) is_first: bool,
    pub(super) nodes: u64,
    next_look: u64,
    pub(super) stopped: bool,
    /// Whether anything was estimated since this was last cleared.
    pub(super) estimated: bool,
    /// Room for the actions at each ply.
    lists: Vec<Vec<Scored<P::Action>>>,
    /// Actions that refuted something at each ply.
    killers: Vec<[usize; 2]>,
    /// How often an action was best, by the seat to move.
    history: Box<[[i32; ACTIONS]; 2]>,
}

/// No action has this number.
pub(super) const NO_KILLER: usize = ACTIONS;

impl<'a, P: Position, J: Judge<P>> Thinker<'a, P, J> {
    pub(super) fn new(
        judge: &'a J,
        table: &'a Table,
        background: &Background,
        limits: &Limits<'a>,
        done: &'a AtomicBool,
        reductions: bool,
        is_first: bool,
    ) -> Thinker<'a, P, J> {
        Thinker {
            judge,
            table,
            path: background.path.clone(),
            drawn_in: background.drawn_in.unwrap_or(u32::MAX),
            limits: *limits,
            done,
            reductions,
            is_first,
            nodes: 0,
            next_look: BETWEEN_LOOKS,
            stopped: false,
            estimated: false,
            lists: Vec::new(),
            killers: vec![[NO_KILLER; 2]; DEEPEST as usize + 2],
            history: Box::new([[0; ACTIONS]; 2]),
        }
    }

    /// What a position is worth to the one who moved there.
    #[inline(always)]
    pub(super) fn below(&mut self, next: &P, depth: u32, alpha: Value, beta: Value, ply: u32) -> Value {
        let window = (sooner(-beta), sooner(-alpha));
        -later(match depth {
            // The last ply needs no call: there most positions are.
            0 => self.leaf(next, ply),
            _ => descend(self, next, depth, window, ply),
        })
    }

    /// The end of a line.
    #[inline(always)]
    fn leaf(&mut self, position: &P, ply: u32) -> Value {
        self.nodes += 1;
        if position.actions().len() == 0 {
            return self.end(position);
        }
        self.estimated = true;
        if ply >= self.drawn_in {
            return DRAW;
        }
        self.judge.estimate(position)
    }

    #[cold]
    #[inline(never)]
    fn end(&self, position: &P) -> Value {
        position.status().outcome().map_or(DRAW, |outcome| self.judge.end(position, outcome))
    }

    /// What a position with plies to go is worth to its mover.
    #[inline(always)]
    fn node(&mut self, position: &P, depth: u32, window: (Value, Value), ply: u32) -> Value {
        self.nodes += 1;
        self.look_at_limits();
        if self.stopped {
            return DRAW;
        }
        if position.actions().len() == 0 {
            return self.end(position);
        }
        let hash = position.hash();
        if ply >= self.drawn_in || (P::REPEATS && self.path.has(hash)) {
            // Depends on how the line got here, so it proves nothing elsewhere.
            self.estimated = true;
            return DRAW;
        }
        let key = self.key(hash, depth, ply);
        let memory = self.table.recall(key).filter(|memory| self.is_in_time(memory, ply));
        let (low, high) = memory.map_or((-INFINITY, INFINITY), |memory| memory.bounds(depth));
        let (alpha, beta) = (window.0.max(low), window.1.min(high));
        let is_estimate = memory.is_some_and(|memory| !memory.to_the_end);
        if alpha >= beta {
            self.estimated |= is_estimate;
            return memory.map_or(DRAW, |memory| memory.value);
        }
        let estimated_before = mem::replace(&mut self.estimated, false);
        let (value, best) = self.among_actions(position, hash, depth, (alpha, beta), ply, memory);
        if !self.stopped {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let to_the_end = !self.estimated;
            self.table.keep(key, Memory { value, bound, depth: depth as u8, to_the_end, action: best });
        }
        // Outside of what is remembered: then that is the value, as good as it is.
        let is_remembered = value <= low || value >= high;
        self.estimated |= estimated_before | (is_remembered & is_estimate);
        value.clamp(low, high)
    }

    /// The plies left before the rules end the game, at a ply of the search.
    #[inline(always)]
    fn left(&self, ply: u32) -> u32 {
        self.drawn_in.saturating_sub(ply)
    }

    /// What a position is remembered by. Where a search so deep meets the end of
    /// all plies, what it finds depends on how many are left, which is the same
    /// from move to move; anywhere else it does not.
    #[inline(always)]
    fn key(&self, hash: u64, depth: u32, ply: u32) -> u64 {
        let left = self.left(ply);
        if left > depth { hash } else { near_the_end(hash, left) }
    }

    /// Whether what is remembered can still happen before the rules end the game.
    #[inline(always)]
    fn is_in_time(&self, memory: &Memory, ply: u32) -> bool {
        self.drawn_in == u32::MAX || plies_to_end(memory.value).is_none_or(|plies| plies <= self.left(ply))
    }

    /// The number of the action that was best at a position, however deep it was
    /// looked at.
    pub(super) fn best_before(&self, hash: u64, ply: u32) -> Option<u8> {
        let near = self.table.recall(near_the_end(hash, self.left(ply)));
        near.or_else(|| self.table.recall(hash)).and_then(|memory| memory.action)
    }

    /// The value of the best action within a window, and its number if it raised
    /// the lower bound.
    #[inline(always)]
    fn among_actions(
        &mut self,
        position: &P,
        hash: u64,
        depth: u32,
        (mut alpha, beta): (Value, Value),
        ply: u32,
        memory: Option<Memory>,
    ) -> (Value, Option<u8>) {
        let remembered = memory.and_then(|memory| memory.action).map_or(NO_KILLER, usize::from);
        let mut list = self.list(ply);
        self.fill(position, &mut list, remembered, ply);
        self.path.push(hash);
        let mut best = -INFINITY;
        let mut best_action = None;
        for at in 0..list.len() {
            let action = take_best(&mut list, at);
            let next = position.after(action);
            let late = self.reductions && at >= 3 && depth >= 3;
            let less = u32::from(late) + u32::from(late && at >= 10 && depth >= 5);
            let mut value = alpha + 1;
            if at > 0 {
                value = self.below(&next, depth - 1 - less, alpha, alpha + 1, ply + 1);
                if value > alpha && less > 0 {
                    value = self.below(&next, depth - 1, alpha, alpha + 1, ply + 1);
                }
            }
            if at == 0 || (value > alpha && value < beta) {
                value = self.below(&next, depth - 1, alpha, beta, ply + 1);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some(P::number(action) as u8);
                }
                if alpha >= beta {
                    self.praise(position, P::number(action), depth, ply);
                    break;
                }
            }
        }
        self.path.pop();
        self.lists[ply as usize] = list;
        (best, best_action)
    }

    /// The room for the actions at a ply.
    #[inline(always)]
    fn list(&mut self, ply: u32) -> Vec<Scored<P::Action>> {
        if self.lists.len() <= ply as usize {
            self.lists.resize_with(ply as usize + 1, Vec::new);
        }
        let mut list = mem::take(&mut self.lists[ply as usize]);
        list.clear();
        list
    }

    /// Every action with its promise: what was best here before, then what
    /// refuted something beside, then what the judge and experience say.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        position: &P,
        list: &mut Vec<Scored<P::Action>>,
        remembered: usize,
        ply: u32,
    ) {
        let killers = self.killers[ply as usize];
        let history = &self.history[position.mover().index()];
        for action in position.actions() {
            let number = P::number(action) % ACTIONS;
            let promise = match number {
                _ if number == remembered => i32::MAX,
                _ if number == killers[0] => (1 << 28) + 1,
                _ if number == killers[1] => 1 << 28,
                _ => self.judge.promise(position, action) * 1024 + history[number],
            };
            list.push(Scored { action, promise });
        }
    }

    /// An action refuted the one before: look at it early next time.
    #[inline(always)]
    fn praise(&mut self, position: &P, number: usize, depth: u32, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != number {
            *killers = [number, killers[0]];
        }
        let history = &mut self.history[position.mover().index()];
        history[number % ACTIONS] += (depth * depth) as i32;
        if history[number % ACTIONS] > 1 << 16 {
            history.iter_mut().for_each(|praise| *praise /= 2);
        }
    }

    #[inline(always)]
    fn look_at_limits(&mut self) {
        if self.is_first && self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes >= self.next_look {
            self.look_at_clock();
        }
    }

    #[cold]
    #[inline(never)]
    fn look_at_clock(&mut self) {
        self.next_look = self.nodes + BETWEEN_LOOKS;
        self.stopped |= self.limits.deadline.has_come() || self.done.load(Ordering::Relaxed);
    }
}

/// The hash of a position with so many plies left.
#[inline(always)]
fn near_the_end(hash: u64, left: u32) -> u64 {
    hash ^ u64::from(left).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Brings the most promising of the rest to a place and gives it: most lists are
/// left long before their end, so sorting all would be a waste.
#[inline(always)]
fn take_best<A: Copy>(list: &mut [Scored<A>], at: usize) -> A {
    let mut best = at;
    for other in at + 1..list.len() {
        if list[other].promise > list[best].promise {
            best = other;
        }
    }
    list.swap(at, best);
    list[at].action
}

/// Where the recursion turns: never inlined, so that all else can be, compiled
/// for this processor.
#[inline(never)]
fn descend<P: Position, J: Judge<P>>(
    thinker: &mut Thinker<'_, P, J>,
    position: &P,
    depth: u32,
    window: (Value, Value),
    ply: u32,
) -> Value {
    accelerated(Node { thinker, position, depth, window, ply })
}

struct Node<'t, 'a, P: Position, J> {
    thinker: &'t mut Thinker<'a, P, J>,
    position: &'t P,
    depth: u32,
    window: (Value, Value),
    ply: u32,
}

impl<P: Position, J: Judge<P>> Work for Node<'_, '_, P, J> {
    type Output = Value;

    #[inline(always)]
    fn run(self) -> Value {
        self.thinker.node(self.position, self.depth, self.window, self.ply)
    }
}

//! The end of a game of Virus, played out to the last stone.
//!
//! A tight alpha-beta on the sets of squares with final stone differences for
//! values: no estimate takes part, so what it says is certain. Stones without an
//! empty square around them are nobody's to take any more; they bound what
//! either side can still reach, and end most lines long before the board is full.
//!
//! Unlike the move generator it knows that a player may pass at will. After a
//! pass, another ends the game as it stands: that is the least the mover gets.
//! So nobody gets more by a pass than the present difference, and it is looked
//! at only where all placements come to less than that.

use games::Game;
use games::common::bits::FromIndex;
use games::common::cpu::{Work, accelerated};
use games::virus::{Action, Virus, around, touching};

use super::evaluator::VirusEvaluator;
use crate::Deadline;
use crate::search::Searchable;

/// No solver looks at positions with more empty squares.
pub const MOST_EMPTY: u32 = 32;

/// Below this many empty squares a position is sooner solved than looked up.
const TABLE_FROM: u32 = 6;

/// From this many empty squares on it pays to evaluator what to try first.
const JUDGED_FROM: u32 = 12;

/// Above every order_score, and still so when shifted.
const BEYOND_PROMISE: i32 = 1 << 20;

/// Below every margin, and safe to negate.
const BELOW_ALL: i32 = -1000;

/// The clock is looked at this often: every so many nodes.
const CLOCK_EVERY: u64 = 1024;

/// What is known of a position's final margin, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The final difference of stones with best play on both sides; outside
    /// the window that was asked for, a bound on it.
    pub margin: i32,
    /// An action that reaches it.
    pub action: Action,
}

/// Why a solver gives up.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// After this many nodes.
    pub nodes: u64,
    /// When this comes.
    pub deadline: Deadline<'a>,
}

impl<'a> Limits<'a> {
    /// It never does.
    pub const NONE: Limits<'static> = Limits { nodes: u64::MAX, deadline: Deadline::NEVER };

    /// Half of what there is: where that is not enough, a search wants the rest.
    pub fn half_of(nodes: Option<u64>, deadline: &Deadline<'a>) -> Limits<'a> {
        Limits { nodes: nodes.map_or(u64::MAX, |nodes| nodes / 2), deadline: deadline.part(0.5) }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
struct Slot {
    hash: u64,
    least: i8,
    most: i8,
    best: u8,
}

const NOTHING: Slot = Slot { hash: 0, least: i8::MIN, most: i8::MAX, best: u8::MAX };

/// Solves positions, and remembers what it found from one to the next.
pub struct Solver {
    evaluation: VirusEvaluator,
    /// A power of two of them; made when first needed.
    table: Vec<Slot>,
    table_bits: u32,
    nodes: u64,
}

impl Solver {
    /// A solver that remembers up to 2 to this power positions. The evaluation
    /// says what to try first, and so which of equally good actions is found.
    pub fn new(evaluation: VirusEvaluator, table_bits: u32) -> Solver {
        Solver { evaluation, table: Vec::new(), table_bits, nodes: 0 }
    }

    /// Nodes looked at so far, by all calls together.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins, and an action that does; nothing if a limit came first, the
    /// game is over or there are too many empty squares.
    pub fn winner(&mut self, position: &Virus, limits: Limits<'_>) -> Option<Solved> {
        self.solve(position, -1, 1, limits)
    }

    /// By how much, too.
    pub fn margin(&mut self, position: &Virus, limits: Limits<'_>) -> Option<Solved> {
        self.solve(position, -i32::from(i8::MAX), i32::from(i8::MAX), limits)
    }

    /// The margin if it is between the two bounds; else which of the two it is
    /// beyond.
    pub fn solve(&mut self, position: &Virus, least: i32, most: i32, limits: Limits<'_>) -> Option<Solved> {
        let [own, enemy, empty] = position.sets();
        if empty.count_ones() > MOST_EMPTY || position.status().outcome().is_some() {
            return None;
        }
        if self.table.is_empty() {
            self.table = vec![NOTHING; 1 << self.table_bits];
        }
        let mut search = Search {
            evaluation: &self.evaluation,
            table: &mut self.table,
            board: (own | enemy | empty).count_ones() as i32,
            nodes: 0,
            limits,
            is_stopped: false,
        };
        let solved = search.root(position, least, most);
        self.nodes += search.nodes;
        let finished = !search.is_stopped;
        finished.then_some(solved)
    }
}

/// One solution on its way.
struct Search<'a> {
    evaluation: &'a VirusEvaluator,
    table: &'a mut [Slot],
    /// Squares of the board.
    board: i32,
    nodes: u64,
    limits: Limits<'a>,
    is_stopped: bool,
}

impl Search<'_> {
    /// A position where the game goes on.
    fn root(&mut self, position: &Virus, least: i32, most: i32) -> Solved {
        let mut moves = Moves::<ROOM>::by_judgement(position, self.evaluation, u8::MAX);
        let (margin, best) = self.best_of(position, &mut moves, least, most);
        Solved { margin, action: Action::from_index(best) }
    }

    #[inline(always)]
    fn visit(&mut self, position: &Virus, least: i32, most: i32) -> i32 {
        accelerated(Visit { search: self, position, least, most })
    }

    /// The best margin of these moves or a pass, and the number of the move.
    #[inline(always)]
    fn best_of<const N: usize>(
        &mut self,
        position: &Virus,
        moves: &mut Moves<N>,
        mut least: i32,
        most: i32,
    ) -> (i32, u8) {
        let present = difference(position);
        let (mut best, mut best_move) = (BELOW_ALL, u8::MAX);
        let mut may_hand_over = true;
        if position.passes() > 0 {
            // A second pass in a row ends the game.
            (best, best_move) = (present, Action::PASS.number() as u8);
            if present >= most || position.forced().is_some() {
                return (best, best_move);
            }
            (least, may_hand_over) = (least.max(present), false);
        }
        loop {
            let action = match moves.next() {
                Some(action) => action,
                None if may_hand_over && best < present => {
                    if present <= least {
                        // No pass comes to more than this, and that is too little.
                        return (present, best_move);
                    }
                    Action::PASS
                }
                None => break,
            };
            may_hand_over &= action != Action::PASS;
            let after = position.after(action);
            let is_first = best == BELOW_ALL;
            let mut margin = i32::MAX;
            // All but the first only have to show that they are no better.
            if !is_first && most - least > 1 {
                margin = -self.visit(&after, -least - 1, -least);
            }
            if margin > least {
                margin = -self.visit(&after, -most, -least);
            }
            if self.is_stopped {
                // Whatever this is, nobody will look at it.
                return (0, best_move);
            }
            if margin > best {
                (best, best_move) = (margin, action.number() as u8);
                least = least.max(margin);
                if least >= most {
                    break;
                }
            }
        }
        (best, best_move)
    }

    #[cold]
    fn look_at_clock(&mut self) {
        self.is_stopped |= self.limits.deadline.has_passed() || self.nodes >= self.limits.nodes;
    }
}

/// Stones of the mover less stones of the other.
#[inline(always)]
fn difference(position: &Virus) -> i32 {
    let [own, enemy, _] = position.sets();
    own.count_ones() as i32 - enemy.count_ones() as i32
}

/// The margin of a position below the root, within a window.
struct Visit<'a, 'b> {
    search: &'a mut Search<'b>,
    position: &'a Virus,
    least: i32,
    most: i32,
}

impl Work for Visit<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Visit { search, position, least, most } = self;
        search.nodes += 1;
        if search.nodes.is_multiple_of(CLOCK_EVERY) || search.nodes >= search.limits.nodes {
            search.look_at_clock();
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
        if highest <= least {
            return highest;
        }
        let lowest = 2 * (own & !exposed).count_ones() as i32 - search.board;
        if lowest >= most {
            return lowest;
        }
        if empties < TABLE_FROM {
            let mut moves = Moves::<{ TABLE_FROM as usize }>::by_gain(position);
            return search.best_of(position, &mut moves, least, most).0;
        }
        let hash = position.hash();
        let at = hash as usize & (search.table.len() - 1);
        let slot = search.table[at];
        let known = if slot.hash == hash { slot } else { Slot { hash, ..NOTHING } };
        if i32::from(known.least) >= most || known.least == known.most {
            return i32::from(known.least);
        }
        if i32::from(known.most) <= least {
            return i32::from(known.most);
        }
        let mut moves = if empties >= JUDGED_FROM {
            Moves::<ROOM>::by_judgement(position, search.evaluation, known.best)
        } else {
            Moves::<ROOM>::by_safety(position, known.best)
        };
        let (margin, best) = search.best_of(position, &mut moves, least, most);
        if search.is_stopped {
            return 0;
        }
        let margin_byte = margin as i8;
        search.table[at] = Slot {
            hash,
            least: if margin > least { margin_byte.max(known.least) } else { known.least },
            most: if margin < most { margin_byte.min(known.most) } else { known.most },
            best,
        };
        margin
    }
}

/// Room for every placement on as many empty squares as there may be.
const ROOM: usize = MOST_EMPTY as usize;

/// Actions in the order in which they are tried: each is its order_score above its
/// number. Sorted as far as they are asked for.
struct Moves<const N: usize> {
    list: [i32; N],
    next: usize,
    len: usize,
}

impl<const N: usize> Moves<N> {
    #[inline(always)]
    fn new(position: &Virus, order_score: impl Fn(Action) -> i32) -> Moves<N> {
        let mut moves = Moves { list: [0; N], next: 0, len: 0 };
        for action in position.actions() {
            moves.list[moves.len] = order_score(action) << 8 | action.number() as i32;
            moves.len += 1;
        }
        moves
    }

    /// What converts the most first.
    #[inline(always)]
    fn by_gain(position: &Virus) -> Moves<N> {
        Moves::new(position, |action| position.converts(action) as i32)
    }

    /// What makes the most stones safe first, ours and not theirs; before all
    /// others the one with the number `first`.
    #[inline(always)]
    fn by_safety(position: &Virus, first: u8) -> Moves<N> {
        Moves::new(position, |action| {
            if action.number() == usize::from(first) {
                return BEYOND_PROMISE;
            }
            let after = position.after(action);
            let [enemy, own, empty] = after.sets();
            let exposed = touching(empty, !0);
            let count = |set: u128| set.count_ones() as i32;
            2 * (count(own) - count(enemy)) + 3 * (count(own & !exposed) - count(enemy & !exposed))
        })
    }

    /// What is estimated best first, but before all others the one with the
    /// number `first`.
    #[inline(always)]
    fn by_judgement(position: &Virus, evaluation: &VirusEvaluator, first: u8) -> Moves<N> {
        Moves::new(position, |action| {
            if action.number() == usize::from(first) {
                return BEYOND_PROMISE;
            }
            -evaluation.margin(&position.after(action))
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

/// The margin where at most one square is empty: whoever can fill it gains by
/// that, and has no reason to pass.
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
        // The other side puts it there, and nothing of ours is near.
        margin - 1
    }
}

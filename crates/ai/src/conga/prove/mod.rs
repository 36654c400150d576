//! Proof-number search: proofs that a position is won or lost by force.
//!
//! One player *attacks* and must win; the other defends, and a draw is enough. Each
//! position has two numbers: how hard it seems to prove the win and to disprove it.
//! The search always goes where the proof seems easiest, that is, where the defender
//! has few moves. So it finds wins of a hundred plies. It is depth-first (df-pn).
//!
//! **Invariant:** no proof depends on the moves that led to a position. A repetition
//! counts as disproven on its line only, and disproofs are never stored as final.
//!
//! ```
//! use gridiron_ai::conga::prove::Prover;
//! use gridiron_ai::conga::solve::SolvedValue;
//!
//! let position = "0,0,0,4/1,0,2,0/2,1,0,0/0,-10,0,0 0 plies=4".parse().expect("a position");
//! let mut prover = Prover::new(1 << 16);
//! assert_eq!(prover.proven_value(&position), None);
//! assert_eq!(prover.prove(&position, true, 100_000), 0);
//! assert!(matches!(prover.proven_value(&position), Some(SolvedValue::Win(_))));
//! assert!(prover.verified(&position, 1_000).is_some());
//! ```

mod check;
mod table;

use games::Game;
use games::conga::Position;

use self::table::{LARGEST, ProofKey, ProofTable};
use super::patterns::Patterns;
use super::solve::{SolvedValue, canonical};

/// The proof number of what cannot be proven on this line.
pub const IMPOSSIBLE: u32 = u32::MAX;

/// The proof number stored for a position that was disproven on some line. It may
/// still be provable on another.
const DISPROVEN_ELSEWHERE: u32 = 1 << 18;

/// The most plies of a line.
const MAX_DEPTH: usize = 150;

/// The proof number of a position with evaluation 0.
const EVEN: f32 = 16.0;

/// An evaluation of this much halves the proof number; its negative doubles it.
const HALVING_EVALUATION: f32 = 200.0;

/// Evaluations are clamped to ± this.
const MAX_EVALUATION: i32 = 800;

/// What each further open child adds to the number of the hardest.
const OPEN_CHILD_COST: u32 = 8;

/// A child is searched until its number exceeds the second best by this part of it:
/// 1/16. Without the margin the search would switch children all the time.
const SECOND_BEST_MARGIN: u32 = 16;

/// The proof and disproof numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    /// How hard it seems to prove the win: 0 if proven.
    proof: u32,
    /// How hard it seems to disprove it; once proven, the plies of the win at most.
    disproof: u32,
}

/// Disproven on this line, perhaps not elsewhere.
const DISPROVEN_ON_LINE: ProofNumbers = ProofNumbers { proof: IMPOSSIBLE, disproof: 0 };

/// A position after a move, and its numbers.
#[derive(Clone, Copy)]
struct Child {
    position: Position,
    key: u64,
    numbers: ProofNumbers,
}

/// Searches for proofs, and keeps its table from one position to the next.
pub struct Prover {
    table: ProofTable,
    patterns: &'static Patterns,
    /// Initial proof numbers by evaluation, from `-MAX_EVALUATION` on.
    hard: Vec<u32>,
    /// The children of all positions on the current line.
    children: Vec<Child>,
    /// The keys of the positions on the current line.
    line: Vec<u64>,
    nodes: u64,
    last_node: u64,
}

impl Prover {
    /// A prover with a table for about this many positions, at 16 bytes each.
    pub fn new(positions: usize) -> Prover {
        let hard = |estimate: i32| ((-estimate as f32 / HALVING_EVALUATION).exp2() * EVEN) as u32 + 1;
        Prover {
            table: ProofTable::new(positions),
            patterns: Patterns::learned(),
            hard: (-MAX_EVALUATION..=MAX_EVALUATION).map(hard).collect(),
            children: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            last_node: 0,
        }
    }

    /// Positions visited so far, by all calls together.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The proven value of a position; `None` if the table holds no proof.
    pub fn proven_value(&self, position: &Position) -> Option<SolvedValue> {
        if position.actions().len() == 0 {
            return Some(SolvedValue::Loss(0));
        }
        let key = canonical(position);
        let plies = |attacks| {
            let numbers = self.table.probe(ProofKey { key, attacks });
            numbers.filter(|numbers| numbers.proof == 0).map(|numbers| numbers.disproof)
        };
        plies(true).map(SolvedValue::Win).or_else(|| plies(false).map(SolvedValue::Loss))
    }

    /// Tries to prove that a position is won for its mover (`attacks`) or lost for it,
    /// with about this many nodes. Returns the proof number: 0 if it is proven.
    pub fn prove(&mut self, position: &Position, attacks: bool, nodes: u64) -> u32 {
        let key = canonical(position);
        let numbers = self.numbers_of(position, key, attacks);
        if numbers.proof == 0 || numbers.proof == IMPOSSIBLE {
            return numbers.proof;
        }
        self.last_node = self.nodes.saturating_add(nodes);
        self.visit(position, key, attacks, [IMPOSSIBLE - 1; 2]).proof
    }

    /// The numbers in the table, else the initial ones.
    #[inline(always)]
    fn numbers_of(&self, position: &Position, key: u64, attacks: bool) -> ProofNumbers {
        match position.actions().len() as u32 {
            0 if attacks => DISPROVEN_ON_LINE,
            0 => ProofNumbers { proof: 0, disproof: 0 },
            moves => {
                let numbers = self.table.probe(ProofKey { key, attacks });
                numbers.unwrap_or_else(|| self.initial_numbers(position, moves, attacks))
            }
        }
    }

    /// Initial numbers, from the evaluation and the number of moves.
    #[inline(always)]
    fn initial_numbers(&self, position: &Position, moves: u32, attacks: bool) -> ProofNumbers {
        let estimate = self.patterns.evaluate(position).clamp(-MAX_EVALUATION, MAX_EVALUATION);
        let [mine, theirs] =
            [estimate, -estimate].map(|estimate| self.hard[(estimate + MAX_EVALUATION) as usize]);
        if attacks {
            ProofNumbers { proof: mine, disproof: theirs * moves }
        } else {
            ProofNumbers { proof: theirs * moves, disproof: mine }
        }
    }

    /// Searches a position until it is decided or a number reaches its limit (proof
    /// number first, disproof number second).
    fn visit(&mut self, position: &Position, key: u64, attacks: bool, limits: [u32; 2]) -> ProofNumbers {
        let nodes_before = self.nodes;
        let first = self.children.len();
        self.line.push(key);
        self.expand(position, attacks);
        let found = loop {
            let children = &self.children[first..];
            let selection =
                if attacks { Selection::of::<true>(children) } else { Selection::of::<false>(children) };
            let ProofNumbers { proof, disproof } = selection.numbers;
            let is_decided = proof == 0 || proof == IMPOSSIBLE;
            if is_decided || proof >= limits[0] || disproof >= limits[1] || self.nodes >= self.last_node {
                break selection.numbers;
            }
            let Child { position, key, .. } = self.children[first + selection.best];
            let until_second = selection.second.saturating_add(selection.second / SECOND_BEST_MARGIN + 1);
            let mut limits = limits;
            limits[usize::from(!attacks)] = limits[usize::from(!attacks)].min(until_second);
            limits[usize::from(attacks)] = limits[usize::from(attacks)].saturating_sub(selection.others);
            self.children[first + selection.best].numbers = self.visit(&position, key, !attacks, limits);
        };
        self.children.truncate(first);
        self.line.pop();
        let stored = match found.proof {
            0 => found,
            IMPOSSIBLE => ProofNumbers { proof: DISPROVEN_ELSEWHERE, disproof: 1 },
            _ => ProofNumbers { proof: found.proof.min(LARGEST), disproof: found.disproof.clamp(1, LARGEST) },
        };
        self.table.store(ProofKey { key, attacks }, stored, self.nodes - nodes_before);
        found
    }

    /// Appends all different children of a position, with their numbers.
    fn expand(&mut self, position: &Position, attacks: bool) {
        let first = self.children.len();
        for action in position.actions() {
            let position = position.after(action);
            let key = canonical(&position);
            if self.children[first..].iter().all(|child| child.key != key) {
                self.children.push(Child { position, key, numbers: DISPROVEN_ON_LINE });
            }
        }
        for at in first..self.children.len() {
            let Child { position, key, .. } = self.children[at];
            if self.line.len() < MAX_DEPTH && !self.line.contains(&key) {
                self.children[at].numbers = self.numbers_of(&position, key, !attacks);
            }
        }
        self.nodes += (self.children.len() - first) as u64;
    }
}

/// The numbers of a position by those of its children, and which child is next.
struct Selection {
    numbers: ProofNumbers,
    /// The child to search next.
    best: usize,
    /// The number of the second best child.
    second: u32,
    /// What the other open children add to the number of the hardest.
    others: u32,
}

impl Selection {
    /// The mover needs one child: the easiest, to prove if it attacks, else to disprove.
    /// Its opponent must deal with all. Most positions have many transpositions, so a sum
    /// would count work twice: only the hardest counts in full.
    #[inline(always)]
    fn of<const ATTACKS: bool>(children: &[Child]) -> Selection {
        let decided = |proof, disproof| Selection {
            numbers: ProofNumbers { proof, disproof },
            best: 0,
            second: IMPOSSIBLE,
            others: 0,
        };
        let (mut best, mut least, mut second) = (0, IMPOSSIBLE, IMPOSSIBLE);
        let (mut hardest, mut open, mut longest) = (0, 0, 0);
        for (at, child) in children.iter().enumerate() {
            let ProofNumbers { proof, disproof } = child.numbers;
            match proof {
                0 if ATTACKS => return decided(0, disproof + 1),
                0 => longest = longest.max(disproof),
                IMPOSSIBLE if ATTACKS => {}
                IMPOSSIBLE => return decided(IMPOSSIBLE, 0),
                _ => {
                    let (easy, hard) = if ATTACKS { (proof, disproof) } else { (disproof, proof) };
                    if easy < least {
                        (second, least, best) = (least, easy, at);
                    } else {
                        second = second.min(easy);
                    }
                    hardest = hardest.max(hard);
                    open += 1;
                }
            }
        }
        if open == 0 {
            return if ATTACKS { decided(IMPOSSIBLE, 0) } else { decided(0, longest + 1) };
        }
        let others = (open - 1) * OPEN_CHILD_COST;
        let all = hardest + others;
        let [proof, disproof] = if ATTACKS { [least, all] } else { [all, least] };
        Selection { numbers: ProofNumbers { proof, disproof }, best, second, others }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use games::common::rng::Rng;

    use super::*;
    use crate::conga::solve::Tablebase;

    /// One player's stones in one or two heaps, the other's anywhere.
    fn placement(stones: u8, rng: &mut Rng) -> Position {
        let (mut squares, mut bytes) = ([0_u16; 2], [0_u8; 16]);
        let heaped = rng.below(2) as usize;
        let heaps = [0; 2].map(|_| rng.below(16) as usize);
        for _ in 0..stones {
            let at = heaps[usize::from(rng.below(3) == 0)];
            squares[heaped] |= 1 << at;
            bytes[at] += 1;
        }
        for _ in 0..stones {
            let mut at = rng.below(16) as usize;
            while squares[heaped] >> at & 1 != 0 {
                at = (at + 1) % 16;
            }
            squares[1 - heaped] |= 1 << at;
            bytes[at] += 1;
        }
        let words = [0, 8].map(|at| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight")));
        Position::from_parts(words, squares, 0).expect("sound")
    }

    /// Compared with tablebases: nothing false is proven, no win is claimed shorter than
    /// it is, and most decided positions are found.
    #[test]
    fn proofs_agree_with_the_tablebase() {
        let mut rng = Rng::new(11);
        for stones in [5, 6] {
            let tables = Tablebase::solve(stones, 1, &mut |_| {}, &AtomicBool::new(false)).expect("solved");
            // A table so small that entries replace each other.
            let mut prover = Prover::new(1 << 12);
            let (mut decided, mut proven) = (0, 0);
            for round in 0..10_000 {
                let position = placement(stones, &mut rng);
                let truth = tables.value(&position).expect("of these stones");
                // Few draws are enough.
                if position.actions().len() == 0 || (truth == SolvedValue::Draw && round % 50 > 0) {
                    continue;
                }
                for attacks in [true, false] {
                    prover.prove(&position, attacks, 3_000);
                }
                let found = prover.proven_value(&position);
                let is_true = match (found, truth) {
                    (None, _) => true,
                    (Some(SolvedValue::Win(found)), SolvedValue::Win(truth)) => found >= truth,
                    (Some(SolvedValue::Loss(found)), SolvedValue::Loss(truth)) => found >= truth,
                    _ => false,
                };
                assert!(is_true, "{position}: {truth}, not {found:?}");
                if let (Some(found), Some(verified)) = (found, prover.verified(&position, 3_000)) {
                    assert_eq!(verified > SolvedValue::Draw, found > SolvedValue::Draw, "{position}");
                }
                decided += usize::from(truth != SolvedValue::Draw);
                proven += usize::from(found.is_some());
            }
            assert!(decided > 50 && proven * 3 >= decided * 2, "{stones} stones: {proven} of {decided}");
        }
    }
}

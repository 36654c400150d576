//! Proofs that a position is won or lost by force, by proof numbers.
//!
//! Depth first, and one player attacks: it must win, while a draw is all the same
//! to the other. Numbers say how hard each position seems to prove and to refute,
//! and lead to where the defender has few answers; wins of a hundred plies are
//! found that way. Nothing that is proven rests on how the game got there: what
//! comes up again on a line counts as refuted there, and refutations are not kept
//! for certain.
//!
//! ```
//! use gridiron_ai::conga::prove::Prover;
//! use gridiron_ai::conga::solve::Verdict;
//!
//! let position = "0,0,0,4/1,0,2,0/2,1,0,0/0,-10,0,0 0 plies=4".parse().expect("a position");
//! let mut prover = Prover::new(1 << 16);
//! assert_eq!(prover.known(&position), None);
//! assert_eq!(prover.prove(&position, true, 100_000), 0);
//! assert!(matches!(prover.known(&position), Some(Verdict::Win(_))));
//! assert!(prover.checked(&position, 1_000).is_some());
//! ```

mod check;
mod table;

use games::Game;
use games::conga::Position;

use self::table::{LARGEST, Name, Table};
use super::patterns::Patterns;
use super::solve::{Verdict, canonical};

/// So hard that it cannot be done on this line.
pub const NEVER: u32 = u32::MAX;

/// How hard a proof is taken to be that did not work out on some line.
const REFUTED: u32 = 1 << 18;

/// No line is followed further.
const DEEPEST: usize = 150;

/// How hard to prove a position is that looks even.
const EVEN: f32 = 16.0;

/// An estimate of so much makes it half as hard, or twice as hard.
const HALF_AS_HARD: f32 = 200.0;

/// Estimates are trusted so far.
const MOST: i32 = 800;

/// What each open reply adds to how hard the hardest is.
const EACH: u32 = 8;

/// A reply is followed until it seems harder than the second by this part of it.
const PART: u32 = 16;

/// What is known of a position of which one player is to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    /// How hard it seems to prove: 0 if proven.
    proof: u32,
    /// How hard it seems to refute; if proven, the plies it takes at most.
    refutation: u32,
}

/// Not on this line.
const REFUTED_HERE: Known = Known { proof: NEVER, refutation: 0 };

/// A position after a move, and what is known of it.
#[derive(Clone, Copy)]
struct Reply {
    position: Position,
    key: u64,
    known: Known,
}

/// Looks for proofs, and remembers them from one position to the next.
pub struct Prover {
    table: Table,
    patterns: &'static Patterns,
    /// How hard to prove a position is by its estimate, from the least on.
    hard: Vec<u32>,
    /// The replies of all positions on the line.
    replies: Vec<Reply>,
    /// The keys of the positions on the line.
    line: Vec<u64>,
    nodes: u64,
    last_node: u64,
}

impl Prover {
    /// A prover that remembers about so many positions, at 16 bytes each.
    pub fn new(positions: usize) -> Prover {
        let hard = |estimate: i32| ((-estimate as f32 / HALF_AS_HARD).exp2() * EVEN) as u32 + 1;
        Prover {
            table: Table::new(positions),
            patterns: Patterns::learned(),
            hard: (-MOST..=MOST).map(hard).collect(),
            replies: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            last_node: 0,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is proven of a position, as far as it is remembered.
    pub fn known(&self, position: &Position) -> Option<Verdict> {
        if position.actions().len() == 0 {
            return Some(Verdict::Loss(0));
        }
        let key = canonical(position);
        let plies = |attacks| {
            let known = self.table.recall(Name { key, attacks });
            known.filter(|known| known.proof == 0).map(|known| known.refutation)
        };
        plies(true).map(Verdict::Win).or_else(|| plies(false).map(Verdict::Loss))
    }

    /// Tries to prove that a position is won for its mover (who then attacks) or
    /// lost, and looks at about so many positions. How hard it still seems: 0 if
    /// it is proven.
    pub fn prove(&mut self, position: &Position, attacks: bool, nodes: u64) -> u32 {
        let key = canonical(position);
        let known = self.known_of(position, key, attacks);
        if known.proof == 0 || known.proof == NEVER {
            return known.proof;
        }
        self.last_node = self.nodes.saturating_add(nodes);
        self.visit(position, key, attacks, [NEVER - 1; 2]).proof
    }

    /// What is remembered, or seems so at a glance.
    #[inline(always)]
    fn known_of(&self, position: &Position, key: u64, attacks: bool) -> Known {
        match position.actions().len() as u32 {
            0 if attacks => REFUTED_HERE,
            0 => Known { proof: 0, refutation: 0 },
            moves => {
                let known = self.table.recall(Name { key, attacks });
                known.unwrap_or_else(|| self.glance(position, moves, attacks))
            }
        }
    }

    /// By how it looks, and by how many moves somebody will have to see to.
    #[inline(always)]
    fn glance(&self, position: &Position, moves: u32, attacks: bool) -> Known {
        let estimate = self.patterns.evaluate(position).clamp(-MOST, MOST);
        let [mine, theirs] = [estimate, -estimate].map(|estimate| self.hard[(estimate + MOST) as usize]);
        if attacks {
            Known { proof: mine, refutation: theirs * moves }
        } else {
            Known { proof: theirs * moves, refutation: mine }
        }
    }

    /// Works on a position until it is decided, or seems harder to prove or to
    /// refute than the limits.
    fn visit(&mut self, position: &Position, key: u64, attacks: bool, limits: [u32; 2]) -> Known {
        let nodes_before = self.nodes;
        let first = self.replies.len();
        self.line.push(key);
        self.reply_to(position, attacks);
        let found = loop {
            let replies = &self.replies[first..];
            let choice = if attacks { Choice::of::<true>(replies) } else { Choice::of::<false>(replies) };
            let Known { proof, refutation } = choice.known;
            let is_decided = proof == 0 || proof == NEVER;
            if is_decided || proof >= limits[0] || refutation >= limits[1] || self.nodes >= self.last_node {
                break choice.known;
            }
            let Reply { position, key, .. } = self.replies[first + choice.best];
            let until_second = choice.second.saturating_add(choice.second / PART + 1);
            let mut limits = limits;
            limits[usize::from(!attacks)] = limits[usize::from(!attacks)].min(until_second);
            limits[usize::from(attacks)] = limits[usize::from(attacks)].saturating_sub(choice.others);
            self.replies[first + choice.best].known = self.visit(&position, key, !attacks, limits);
        };
        self.replies.truncate(first);
        self.line.pop();
        let kept = match found.proof {
            0 => found,
            NEVER => Known { proof: REFUTED, refutation: 1 },
            _ => Known { proof: found.proof.min(LARGEST), refutation: found.refutation.clamp(1, LARGEST) },
        };
        self.table.keep(Name { key, attacks }, kept, self.nodes - nodes_before);
        found
    }

    /// Adds all replies to a position that differ, with what is known of them.
    fn reply_to(&mut self, position: &Position, attacks: bool) {
        let first = self.replies.len();
        for action in position.actions() {
            let position = position.after(action);
            let key = canonical(&position);
            if self.replies[first..].iter().all(|reply| reply.key != key) {
                self.replies.push(Reply { position, key, known: REFUTED_HERE });
            }
        }
        for at in first..self.replies.len() {
            let Reply { position, key, .. } = self.replies[at];
            if self.line.len() < DEEPEST && !self.line.contains(&key) {
                self.replies[at].known = self.known_of(&position, key, !attacks);
            }
        }
        self.nodes += (self.replies.len() - first) as u64;
    }
}

/// What the replies make of a position.
struct Choice {
    known: Known,
    /// The reply to look at next.
    best: usize,
    /// How hard the second best is.
    second: u32,
    /// What the others add to how hard this one is for whoever does not choose.
    others: u32,
}

impl Choice {
    /// Who chooses takes the easiest, to prove if it attacks, else to refute; the
    /// other must see to all. Most positions can be reached in many ways, so of
    /// those only the hardest counts in full.
    #[inline(always)]
    fn of<const ATTACKS: bool>(replies: &[Reply]) -> Choice {
        let decided = |proof, refutation| Choice {
            known: Known { proof, refutation },
            best: 0,
            second: NEVER,
            others: 0,
        };
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        let (mut hardest, mut open, mut longest) = (0, 0, 0);
        for (at, reply) in replies.iter().enumerate() {
            let Known { proof, refutation } = reply.known;
            match proof {
                0 if ATTACKS => return decided(0, refutation + 1),
                0 => longest = longest.max(refutation),
                NEVER if ATTACKS => {}
                NEVER => return decided(NEVER, 0),
                _ => {
                    let (easy, hard) = if ATTACKS { (proof, refutation) } else { (refutation, proof) };
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
            return if ATTACKS { decided(NEVER, 0) } else { decided(0, longest + 1) };
        }
        let others = (open - 1) * EACH;
        let all = hardest + others;
        let [proof, refutation] = if ATTACKS { [least, all] } else { [all, least] };
        Choice { known: Known { proof, refutation }, best, second, others }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use games::common::rng::Rng;

    use super::*;
    use crate::conga::solve::Tables;

    /// One player's stones in a heap or two, the other's anywhere.
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

    /// Where the game is solved: nothing false is proven, no win is said to be
    /// shorter than it is, and most of what is decided is found.
    #[test]
    fn what_is_proven_is_what_the_tables_say() {
        let mut rng = Rng::new(11);
        for stones in [5, 6] {
            let tables = Tables::solve(stones, 1, &mut |_| {}, &AtomicBool::new(false)).expect("solved");
            // So small a table that positions push each other out.
            let mut prover = Prover::new(1 << 12);
            let (mut decided, mut proven) = (0, 0);
            for round in 0..10_000 {
                let position = placement(stones, &mut rng);
                let truth = tables.value(&position).expect("of these stones");
                // A few draws will do.
                if position.actions().len() == 0 || (truth == Verdict::Draw && round % 50 > 0) {
                    continue;
                }
                for attacks in [true, false] {
                    prover.prove(&position, attacks, 3_000);
                }
                let found = prover.known(&position);
                let is_true = match (found, truth) {
                    (None, _) => true,
                    (Some(Verdict::Win(found)), Verdict::Win(truth)) => found >= truth,
                    (Some(Verdict::Loss(found)), Verdict::Loss(truth)) => found >= truth,
                    _ => false,
                };
                assert!(is_true, "{position}: {truth}, not {found:?}");
                if let (Some(found), Some(checked)) = (found, prover.checked(&position, 3_000)) {
                    assert_eq!(checked > Verdict::Draw, found > Verdict::Draw, "{position}");
                }
                decided += usize::from(truth != Verdict::Draw);
                proven += usize::from(found.is_some());
            }
            assert!(decided > 50 && proven * 3 >= decided * 2, "{stones} stones: {proven} of {decided}");
        }
    }
}

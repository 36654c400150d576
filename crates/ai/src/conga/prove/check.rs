//! Verifies a proof by playing it: one move for the winner, every move for the loser,
//! to the end of every game.

use std::collections::HashMap;

use games::Game;
use games::conga::Position;

use super::Prover;
use crate::conga::solve::{SolvedValue, canonical};

impl Prover {
    /// Verifies the [proven value](Prover::proven_value) of a position by playing the
    /// proof, without trusting the search.
    ///
    /// Every game must end by the rules with the loser out of moves, and none may repeat a
    /// position. If a winning move was replaced in the table, the prover may search
    /// `nodes` positions to find it again.
    ///
    /// Returns the result with the plies it takes when played so; `None` if a game failed.
    pub fn verified(&mut self, position: &Position, nodes: u64) -> Option<SolvedValue> {
        let attacks = self.proven_value(position)? > SolvedValue::Draw;
        let plies = ProofWalk { prover: self, nodes, seen: HashMap::new() }.plies(position, attacks)?;
        Some(if attacks { SolvedValue::Win(plies) } else { SolvedValue::Loss(plies) })
    }
}

struct ProofWalk<'a> {
    prover: &'a mut Prover,
    nodes: u64,
    /// The plies to the end by position; `None` for positions on the current line.
    seen: HashMap<(u64, bool), Option<u32>>,
}

impl ProofWalk<'_> {
    /// The plies until the attacker has won, at most; `None` if the proof fails.
    fn plies(&mut self, position: &Position, attacks: bool) -> Option<u32> {
        if position.actions().len() == 0 {
            return (!attacks).then_some(0);
        }
        let name = (canonical(position), attacks);
        if let Some(seen) = self.seen.get(&name) {
            // `None` here means a repetition: no proof.
            return *seen;
        }
        self.seen.insert(name, None);
        let plies = 1 + if attacks {
            let next = self.good_move(position)?;
            self.plies(&next, false)?
        } else {
            let mut longest = 0;
            for action in position.actions() {
                longest = longest.max(self.plies(&position.after(action), true)?);
            }
            longest
        };
        self.seen.insert(name, Some(plies));
        Some(plies)
    }

    /// The position after the quickest winning move in the prover's table.
    fn good_move(&mut self, position: &Position) -> Option<Position> {
        for _ in 0..2 {
            let next = position.actions().map(|action| position.after(action));
            let lost = next.filter_map(|next| match self.prover.proven_value(&next)? {
                SolvedValue::Loss(plies) => Some((plies, next)),
                _ => None,
            });
            if let Some((_, next)) = lost.min_by_key(|(plies, _)| *plies) {
                return Some(next);
            }
            // The table holds the proof, but not the move any more.
            for action in position.actions() {
                if self.prover.prove(&position.after(action), false, self.nodes) == 0 {
                    break;
                }
            }
        }
        None
    }
}

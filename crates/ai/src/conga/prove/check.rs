//! A proof played through: one good move for the winner, every move for the
//! loser, to the end of every game.

use std::collections::HashMap;

use games::Game;
use games::conga::Position;

use super::Prover;
use crate::conga::solve::{Verdict, canonical};

impl Prover {
    /// Plays through the whole proof of what is [known](Prover::known) of a
    /// position. The prover is only asked for good moves: every game must end by
    /// the rules with the loser out of moves, and none may come back to where it
    /// was. Where it has forgotten a move it may look at so many positions to find
    /// one again.
    ///
    /// What was shown, with the plies it takes when played so; nothing if the
    /// proof could not be played through.
    pub fn checked(&mut self, position: &Position, nodes: u64) -> Option<Verdict> {
        let attacks = self.known(position)? > Verdict::Draw;
        let plies = Walk { prover: self, nodes, seen: HashMap::new() }.plies(position, attacks)?;
        Some(if attacks { Verdict::Win(plies) } else { Verdict::Loss(plies) })
    }
}

struct Walk<'a> {
    prover: &'a mut Prover,
    nodes: u64,
    /// The plies to the end from each position; nothing yet where the line is.
    seen: HashMap<(u64, bool), Option<u32>>,
}

impl Walk<'_> {
    /// How many plies it takes at most until the attacker has won.
    fn plies(&mut self, position: &Position, attacks: bool) -> Option<u32> {
        if position.actions().len() == 0 {
            return (!attacks).then_some(0);
        }
        let name = (canonical(position), attacks);
        if let Some(seen) = self.seen.get(&name) {
            // What the line itself went through has no plies yet: no proof.
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

    /// The position after the quickest winning move that the prover knows.
    fn good_move(&mut self, position: &Position) -> Option<Position> {
        for _ in 0..2 {
            let next = position.actions().map(|action| position.after(action));
            let lost = next.filter_map(|next| match self.prover.known(&next)? {
                Verdict::Loss(plies) => Some((plies, next)),
                _ => None,
            });
            if let Some((_, next)) = lost.min_by_key(|(plies, _)| *plies) {
                return Some(next);
            }
            // Its own proof is remembered, but not the move.
            for action in position.actions() {
                if self.prover.prove(&position.after(action), false, self.nodes) == 0 {
                    break;
                }
            }
        }
        None
    }
}

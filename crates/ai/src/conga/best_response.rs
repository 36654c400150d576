//! The best response to an opponent that always replies the same.
//!
//! It tries every own move against the one reply to it, as a player would who knows
//! each reply in advance. A line that returns to an earlier position can be repeated
//! until the rules declare a draw. If every line is lost, no play could have done
//! better: so lost games can be judged.

use std::cmp::Reverse;
use std::collections::HashMap;

use games::common::draws::Repeatable;
use games::conga::{Action, Position};
use games::{Game, Seat};

/// What a player reaches who knows each reply in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestResponse {
    /// Some line reaches a draw or a win.
    AtLeastDraw,
    /// Every line is lost; the longest takes this many plies.
    Lost(u32),
    /// The allowed number of replies was used up before the result was known.
    Unknown,
}

/// The best that `seat` can reach against an opponent that plays `reply`.
///
/// `reply` is called at most `most` times. After `plies` more plies the game is a draw.
pub fn best_response(
    position: &Position,
    seat: Seat,
    plies: u32,
    most: usize,
    reply: impl FnMut(&Position) -> Action,
) -> BestResponse {
    let mut lines = ResponseSearch { reply, left: most, gave_up: false, ends: HashMap::new() };
    let end = match position.to_move() == seat {
        true => lines.mine(position, plies),
        false => lines.theirs(position, plies),
    };
    match end {
        Some(lost_in) => BestResponse::Lost(lost_in),
        None if lines.gave_up => BestResponse::Unknown,
        None => BestResponse::AtLeastDraw,
    }
}

struct ResponseSearch<F> {
    reply: F,
    /// How often `reply` may still be called.
    left: usize,
    gave_up: bool,
    /// For own positions that are lost, the plies they last; `None` for those on the
    /// current line.
    ends: HashMap<u128, Option<u32>>,
}

impl<F: FnMut(&Position) -> Action> ResponseSearch<F> {
    /// In how many plies an own position is lost; `None` if a line holds it, which ends
    /// the whole search.
    fn mine(&mut self, position: &Position, plies: u32) -> Option<u32> {
        let key = position.key();
        if let Some(end) = self.ends.get(&key) {
            // A loss after the move limit is a draw.
            return end.filter(|lost_in| *lost_in <= plies);
        }
        self.ends.insert(key, None);
        // Positions with many own moves first: they soonest lead to a repetition.
        let mut next: Vec<Position> = position.actions().map(|action| position.after(action)).collect();
        next.sort_by_cached_key(|next| {
            let [theirs, mine] = next.squares();
            Reverse(Position::moves_between(mine, theirs).count_ones())
        });
        let mut longest = 0;
        for next in &next {
            longest = longest.max(1 + self.theirs(next, plies.checked_sub(1)?)?);
        }
        self.ends.insert(key, Some(longest));
        Some(longest)
    }

    /// The same for a position with the opponent to move.
    fn theirs(&mut self, position: &Position, plies: u32) -> Option<u32> {
        if position.actions().len() == 0 {
            return None;
        }
        self.gave_up = self.left == 0;
        self.left = self.left.checked_sub(1)?;
        let next = position.after((self.reply)(position));
        Some(1 + self.mine(&next, plies.checked_sub(1)?)?)
    }
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;
    use games::conga::Options;

    use super::super::Heuristic;
    use super::super::minimax::best_move;
    use super::*;
    use crate::random::any_action;

    /// The original project's player: it always replies the same.
    fn agent(depth: u32) -> impl Fn(&Position) -> Action {
        move |position| {
            best_move(Heuristic::FewestReplies, position, position.to_move(), depth).expect("a move")
        }
    }

    /// The same by brute force, without a table: in how many plies the mover loses, if
    /// within `plies`.
    fn lost_in(position: &Position, plies: u32, reply: &impl Fn(&Position) -> Action) -> Option<u32> {
        let mut longest = 0;
        for next in position.actions().map(|action| position.after(action)) {
            let answered = (next.actions().len() > 0).then(|| next.after(reply(&next)))?;
            longest = longest.max(2 + lost_in(&answered, plies.checked_sub(2)?, reply)?);
        }
        Some(longest)
    }

    fn after(opening: &str) -> Position {
        let mut position = Position::start(&Options::default(), 0);
        for line in opening.split(", ") {
            let action = position.actions().find(|action| action.to_string() == line);
            position.play(action.expect("a legal move"));
        }
        position
    }

    /// Ring in openings that the agent wins at some depths only.
    #[test]
    fn it_agrees_with_brute_force() {
        const PLIES: u32 = 12;
        let (mut held, mut lost) = (0, [0; PLIES as usize + 1]);
        for opening in ["1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", "1 4 1 3, 4 1 3 1, 1 1 2 2, 2 1 1 1"] {
            for seed in 0..60 {
                let (mut rng, reply) = (Rng::new(seed), agent(2 + seed as u32 % 3));
                let mut position = after(opening);
                position.play(reply(&position));
                for _ in 0..rng.below(6) {
                    let next = position.after(any_action(&position, &mut rng));
                    let next = if next.actions().len() > 0 { next.after(reply(&next)) } else { position };
                    position = if next.actions().len() > 0 { next } else { position };
                }
                let expected = lost_in(&position, PLIES, &reply);
                let found = best_response(&position, Seat::One, PLIES, usize::MAX, &reply);
                assert_eq!(
                    found,
                    expected.map_or(BestResponse::AtLeastDraw, BestResponse::Lost),
                    "{position}, seed {seed}"
                );
                match expected {
                    None => held += 1,
                    Some(plies) => lost[plies as usize] += 1,
                }
            }
        }
        assert!(held > 20 && lost[2] > 0 && lost[6..].iter().sum::<usize>() > 5, "{held}, {lost:?}");
    }

    /// Openings of a match that no play holds against the agent (as the example
    /// `conga_openings` lists them), and the same with another depth.
    #[test]
    fn some_openings_cannot_be_held_against_the_agent() {
        for (opening, depths, is_held) in [
            ("1 4 1 3, 4 1 3 1, 1 1 2 2, 3 1 2 1", 1..=6, false),
            ("1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", 4..=6, false),
            ("1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", 3..=3, true),
            ("1 4 1 3, 4 1 3 1, 1 1 2 2, 3 1 4 2", 3..=5, true),
        ] {
            for depth in depths {
                let found = best_response(&after(opening), Seat::One, 396, 1_000, agent(depth));
                assert_ne!(found, BestResponse::Unknown, "{opening}, depth {depth}");
                assert_eq!(
                    found == BestResponse::AtLeastDraw,
                    is_held,
                    "{opening}, depth {depth}: {found:?}"
                );
            }
        }
        let asked_once = best_response(&after("1 4 1 3"), Seat::Zero, 399, 1, agent(1));
        assert_eq!(asked_once, BestResponse::Unknown);
    }
}

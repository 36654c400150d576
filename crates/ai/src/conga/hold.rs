//! Whether a game can be held, by any play at all, against an opponent that always
//! answers the same: what somebody would reach who knows each answer in advance.
//!
//! All own moves are tried against the one answer to each. Who comes back to where
//! the line has been can go round until the rules call it a draw; where every line
//! ends without a move of one's own, nobody could have done better.

use std::cmp::Reverse;
use std::collections::HashMap;

use games::common::draws::Repeatable;
use games::conga::{Action, Position};
use games::{Game, Seat};

/// What somebody reaches who knows each answer in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// At least a draw.
    Held,
    /// Nothing: every line is lost, the longest in so many plies.
    Lost(u32),
    /// The opponent was asked as often as allowed, and it is not known.
    Unknown,
}

/// Whether `seat` can hold a position if the opponent plays `answer`, which is asked
/// `most` times and no more. After `plies` more plies a game is a draw.
pub fn hold(
    position: &Position,
    seat: Seat,
    plies: u32,
    most: usize,
    answer: impl FnMut(&Position) -> Action,
) -> Hold {
    let mut lines = Lines { answer, left: most, gave_up: false, ends: HashMap::new() };
    let end = match position.to_move() == seat {
        true => lines.mine(position, plies),
        false => lines.theirs(position, plies),
    };
    match end {
        Some(lost_in) => Hold::Lost(lost_in),
        None if lines.gave_up => Hold::Unknown,
        None => Hold::Held,
    }
}

struct Lines<F> {
    answer: F,
    /// How often it may still be asked.
    left: usize,
    gave_up: bool,
    /// How long positions last that cannot be held, with oneself to move; nothing
    /// yet for those the line has gone through.
    ends: HashMap<u128, Option<u32>>,
}

impl<F: FnMut(&Position) -> Action> Lines<F> {
    /// In how many plies a position with oneself to move is lost; nothing if it can
    /// be held, which is then the answer to everything.
    fn mine(&mut self, position: &Position, plies: u32) -> Option<u32> {
        let key = position.key();
        if let Some(end) = self.ends.get(&key) {
            // Whatever lasts longer than the game is held.
            return end.filter(|lost_in| *lost_in <= plies);
        }
        self.ends.insert(key, None);
        // Who has the most moves left is the first to come back to where it was.
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

    /// The same with the opponent to move.
    fn theirs(&mut self, position: &Position, plies: u32) -> Option<u32> {
        if position.actions().len() == 0 {
            return None;
        }
        self.gave_up = self.left == 0;
        self.left = self.left.checked_sub(1)?;
        let next = position.after((self.answer)(position));
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

    /// What the original's player does, which always does the same.
    fn agent(depth: u32) -> impl Fn(&Position) -> Action {
        move |position| {
            best_move(Heuristic::FewestReplies, position, position.to_move(), depth).expect("a move")
        }
    }

    /// The same, with every line played to its end and nothing remembered: in how
    /// many plies the mover has lost, if that is within so many.
    fn lost_in(position: &Position, plies: u32, answer: &impl Fn(&Position) -> Action) -> Option<u32> {
        let mut longest = 0;
        for next in position.actions().map(|action| position.after(action)) {
            let answered = (next.actions().len() > 0).then(|| next.after(answer(&next)))?;
            longest = longest.max(2 + lost_in(&answered, plies.checked_sub(2)?, answer)?);
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

    /// White in openings that the agent wins at some depths and at others does not.
    #[test]
    fn what_is_held_is_what_some_line_holds() {
        const PLIES: u32 = 12;
        let (mut held, mut lost) = (0, [0; PLIES as usize + 1]);
        for opening in ["1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", "1 4 1 3, 4 1 3 1, 1 1 2 2, 2 1 1 1"] {
            for seed in 0..60 {
                let (mut rng, answer) = (Rng::new(seed), agent(2 + seed as u32 % 3));
                let mut position = after(opening);
                position.play(answer(&position));
                for _ in 0..rng.below(6) {
                    let next = position.after(any_action(&position, &mut rng));
                    let next = if next.actions().len() > 0 { next.after(answer(&next)) } else { position };
                    position = if next.actions().len() > 0 { next } else { position };
                }
                let expected = lost_in(&position, PLIES, &answer);
                let found = hold(&position, Seat::One, PLIES, usize::MAX, &answer);
                assert_eq!(found, expected.map_or(Hold::Held, Hold::Lost), "{position}, seed {seed}");
                match expected {
                    None => held += 1,
                    Some(plies) => lost[plies as usize] += 1,
                }
            }
        }
        assert!(held > 20 && lost[2] > 0 && lost[6..].iter().sum::<usize>() > 5, "{held}, {lost:?}");
    }

    /// Openings of a match that even somebody who knows the agent by heart loses
    /// (as `conga_openings` lists them), and the same with another depth.
    #[test]
    fn some_openings_nobody_holds_against_the_agent() {
        for (opening, depths, is_held) in [
            ("1 4 1 3, 4 1 3 1, 1 1 2 2, 3 1 2 1", 1..=6, false),
            ("1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", 4..=6, false),
            ("1 4 2 4, 4 1 4 2, 4 4 3 4, 4 2 4 3", 3..=3, true),
            ("1 4 1 3, 4 1 3 1, 1 1 2 2, 3 1 4 2", 3..=5, true),
        ] {
            for depth in depths {
                let found = hold(&after(opening), Seat::One, 396, 1_000, agent(depth));
                assert_ne!(found, Hold::Unknown, "{opening}, depth {depth}");
                assert_eq!(found == Hold::Held, is_held, "{opening}, depth {depth}: {found:?}");
            }
        }
        let asked_once = hold(&after("1 4 1 3"), Seat::Zero, 399, 1, agent(1));
        assert_eq!(asked_once, Hold::Unknown);
    }
}

//! Simple players of Virus, without search.

use games::Game;
use games::virus::{Action, Virus};

use crate::{Player, Time};

/// Plays the first legal square in reading order.
pub struct First;

impl Player<Virus> for First {
    fn act(&mut self, view: &Virus, _time: &Time<'_>) -> Action {
        view.actions().next().expect("the player to act has a move")
    }
}

/// Converts the most stones; of equals the first in reading order.
pub struct Greedy;

impl Player<Virus> for Greedy {
    fn act(&mut self, view: &Virus, _time: &Time<'_>) -> Action {
        let better =
            |best: Action, next: Action| if view.converts(next) > view.converts(best) { next } else { best };
        view.actions().reduce(better).expect("the player to act has a move")
    }
}

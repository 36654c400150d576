//! Plain negamax: every line to its end, without any pruning. Tests compare all
//! other searches with it.

use games::Status;

use super::{Evaluator, Searchable, Value, value_one_ply_up};

/// The value of a position to its mover, after a full search of `depth` plies.
///
/// *Negamax* is minimax for both players with one rule: my value is the greatest
/// of the negated values of my children.
pub fn negamax<P: Searchable>(position: &P, evaluator: &impl Evaluator<P>, depth: u32) -> Value {
    if let Status::Over(outcome) = position.status() {
        return evaluator.terminal_value(position, outcome);
    }
    if depth == 0 {
        return evaluator.evaluate(position);
    }
    let values = position
        .actions()
        .map(|action| -value_one_ply_up(negamax(&position.after(action), evaluator, depth - 1)));
    values.max().expect("the game goes on")
}

//! Plain negamax: every line to the end, without any cleverness. What all other
//! searches must agree with.

use games::Status;

use super::{Judge, Position, Value, later};

/// What the position is worth to its mover if `depth` more plies are looked at
/// and estimated there.
pub fn negamax<P: Position>(position: &P, judge: &impl Judge<P>, depth: u32) -> Value {
    if let Status::Over(outcome) = position.status() {
        return judge.end(position, outcome);
    }
    if depth == 0 {
        return judge.estimate(position);
    }
    let values = position.actions().map(|action| -later(negamax(&position.after(action), judge, depth - 1)));
    values.max().expect("the game goes on")
}

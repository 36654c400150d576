//! What Virus is worth by plain minimax, for tests of the analysis. Those of `gridiron`
//! include this file too.

use games::virus::{Action, Virus};
use games::{Game, Seat, Status};

/// The final score under best play, from seat 0's side. The mover may always pass.
pub fn minimax(position: &Virus) -> i64 {
    match position.status() {
        Status::Over(outcome) => outcome.score,
        Status::ToAct { seat, .. } => {
            let placements = position.actions().filter(|action| *action != Action::PASS);
            let scores = placements.chain([Action::PASS]).map(|action| minimax(&position.after(action)));
            if seat == Seat::Zero { scores.max() } else { scores.min() }.expect("a pass")
        }
    }
}

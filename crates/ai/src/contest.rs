//! Games between typed players, as fast as they go: for measuring and for
//! learning. Fair games with clocks and records are the referee's.

use games::common::cpu::{Work, accelerated};
use games::{Game, Seat, Status};

use crate::Player;

/// Plays a game to its end and says how many actions that took.
pub fn contest<G: Game>(game: &mut G, zero: &mut impl Player<G>, one: &mut impl Player<G>) -> u64 {
    accelerated(Contest { game, zero, one })
}

struct Contest<'a, G, A, B> {
    game: &'a mut G,
    zero: &'a mut A,
    one: &'a mut B,
}

impl<G: Game, A: Player<G>, B: Player<G>> Work for Contest<'_, G, A, B> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = 0;
        while let Status::ToAct { seat, .. } = self.game.status() {
            let action = match (self.game.forced(), seat) {
                (Some(action), _) => action,
                (None, Seat::Zero) => self.zero.act(self.game.view(Seat::Zero)),
                (None, Seat::One) => self.one.act(self.game.view(Seat::One)),
            };
            self.game.play(action);
            count += 1;
        }
        count
    }
}

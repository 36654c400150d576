//! Games between two players of one type, as fast as they go: for measuring and
//! for learning. Fair games with clocks and records are the referee's.

use std::hint::black_box;

use games::common::cpu::{Work, accelerated};
use games::{Game, Status};

use crate::{Player, Time};

/// Plays a game to its end and says how many actions that took.
pub fn contest<G: Game, P: Player<G>>(game: &mut G, players: &mut [P; 2]) -> u64 {
    accelerated(Contest { game, players })
}

struct Contest<'a, G, P> {
    game: &'a mut G,
    players: &'a mut [P; 2],
}

impl<G: Game, P: Player<G>> Work for Contest<'_, G, P> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = 0;
        while let Status::ToAct { seat, .. } = self.game.status() {
            let player = &mut self.players[seat.index()];
            let forced = self.game.forced();
            let action = forced.unwrap_or_else(|| player.act(self.game.view(seat), &Time::UNLIMITED));
            // The answer is made even where nobody listens: a measured game
            // must not be cheaper than a played one.
            let reply = black_box(self.game.play(action));
            if forced.is_none() {
                player.hear(self.game.view(seat), action, &reply);
            }
            count += 1;
        }
        count
    }
}

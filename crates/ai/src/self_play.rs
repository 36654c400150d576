//! Fast games between two players of one type, for benchmarks and for learning.
//!
//! There are no clocks and no records: the referee plays games that count.

use std::hint::black_box;

use games::common::cpu::{Work, accelerated};
use games::{Game, Status};

use crate::{Player, Time};

/// Plays a game to its end and returns the number of actions.
pub fn self_play<G: Game, P: Player<G>>(game: &mut G, players: &mut [P; 2]) -> u64 {
    accelerated(SelfPlay { game, players })
}

struct SelfPlay<'a, G, P> {
    game: &'a mut G,
    players: &'a mut [P; 2],
}

impl<G: Game, P: Player<G>> Work for SelfPlay<'_, G, P> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let mut count = 0;
        while let Status::ToAct { seat, .. } = self.game.status() {
            let player = &mut self.players[seat.index()];
            let forced = self.game.forced();
            let action = forced.unwrap_or_else(|| player.act(self.game.view(seat), &Time::UNLIMITED));
            // The reply is made even if the player ignores it: a measured game must
            // not be cheaper than a real one.
            let reply = black_box(self.game.play(action));
            if forced.is_none() {
                player.observe_reply(self.game.view(seat), action, &reply);
            }
            count += 1;
        }
        count
    }
}

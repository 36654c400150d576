//! What a built-in player is, with and without the type of its game.

use std::marker::PhantomData;

use games::plantation::{Large, Small};
use games::{Game, Seat, Session};

use crate::Time;

/// A player of one game. It is made anew for every game, draws only from its
/// own seed, and sees nothing but its view and the answers to its actions.
pub trait Player<G: Game>: Send {
    /// A game begins; nobody's clock runs yet.
    fn start(&mut self, _view: &G::View) {}

    /// Decides. Only asked when it is up and the rules leave it a choice.
    fn act(&mut self, view: &G::View, time: &Time<'_>) -> G::Action;

    /// What came of its own action; `view` is its view after that. No clock runs
    /// here, so whoever has much to think about it waits until it is asked again.
    fn hear(&mut self, _view: &G::View, _action: G::Action, _reply: &G::Reply) {}
}

/// A player that sees the whole game, secrets included: a measure of what they
/// are worth, and nobody to compete with.
pub trait Omniscient<G: Game>: Send {
    /// Decides.
    fn act(&mut self, game: &G, time: &Time<'_>) -> G::Action;
}

/// A player behind an erased game.
pub trait Seated: Send {
    /// A game begins; nobody's clock runs yet.
    fn start(&mut self, _session: &dyn Session, _seat: Seat) {}

    /// What the player at `seat`, who is up, does.
    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String;

    /// The player at `seat` has just acted: the session holds its answer.
    fn hear(&mut self, _session: &dyn Session, _seat: Seat) {}
}

/// Seats a player of one type of game.
pub(crate) struct Chair<G, P> {
    player: P,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, P: Player<G> + 'static> Chair<G, P> {
    pub(crate) fn seat(player: P) -> Box<dyn Seated> {
        Box::new(Chair { player, game: PhantomData })
    }
}

/// Tells the player that a game begins, if it is of this type.
fn begin<G: Game>(player: &mut impl Player<G>, session: &dyn Session, seat: Seat) {
    if let Some(game) = session.game::<G>() {
        player.start(game.view(seat));
    }
}

/// What the player does in the typed game inside, if it is of this type.
fn ask<G: Game>(
    player: &mut impl Player<G>,
    session: &dyn Session,
    seat: Seat,
    time: &Time<'_>,
) -> Option<String> {
    session.game::<G>().map(|game| player.act(game.view(seat), time).to_string())
}

/// Tells the player what came of its action, if the game inside is of this type.
fn tell<G: Game>(player: &mut impl Player<G>, session: &dyn Session, seat: Seat) {
    if let (Some(game), Some((action, reply))) = (session.game::<G>(), session.last_reply::<G>()) {
        player.hear(game.view(seat), *action, reply);
    }
}

const WRONG_GAME: &str = "the table names each player's game";

impl<G: Game, P: Player<G>> Seated for Chair<G, P> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        begin(&mut self.player, session, seat);
    }

    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String {
        ask(&mut self.player, session, seat, time).expect(WRONG_GAME)
    }

    fn hear(&mut self, session: &dyn Session, seat: Seat) {
        tell(&mut self.player, session, seat);
    }
}

/// Seats a player of Plantation, whose boards come in two sizes.
pub(crate) struct PlantationChair<P>(pub(crate) P);

impl<P: Player<Small> + Player<Large>> Seated for PlantationChair<P> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        begin::<Small>(&mut self.0, session, seat);
        begin::<Large>(&mut self.0, session, seat);
    }

    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String {
        ask::<Small>(&mut self.0, session, seat, time)
            .or_else(|| ask::<Large>(&mut self.0, session, seat, time))
            .expect(WRONG_GAME)
    }

    fn hear(&mut self, session: &dyn Session, seat: Seat) {
        tell::<Small>(&mut self.0, session, seat);
        tell::<Large>(&mut self.0, session, seat);
    }
}

/// Seats a player of Plantation that sees everything.
pub(crate) struct OmniscientChair<P>(pub(crate) P);

impl<P: Omniscient<Small> + Omniscient<Large>> Seated for OmniscientChair<P> {
    fn act(&mut self, session: &dyn Session, _seat: Seat, time: &Time<'_>) -> String {
        let small = session.game::<Small>().map(|game| self.0.act(game, time).to_string());
        let large = || session.game::<Large>().map(|game| self.0.act(game, time).to_string());
        small.or_else(large).expect(WRONG_GAME)
    }
}

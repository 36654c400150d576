//! What a built-in player is, with and without the type of its game.

use std::marker::PhantomData;

use games::plantation::{Large, Small};
use games::{Game, Seat, Session};

/// A player of one game. It is made anew for every game, draws only from its
/// own seed, and sees nothing but its view.
pub trait Player<G: Game>: Send {
    /// Decides. Only asked when it is up and the rules leave it a choice.
    fn act(&mut self, view: &G::View) -> G::Action;
}

/// A player behind an erased game.
pub trait Seated: Send {
    /// What the player at `seat`, who is up, does.
    fn act(&mut self, session: &dyn Session, seat: Seat) -> String;
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

/// What the player does in the typed game inside, if it is of this type.
fn ask<G: Game>(player: &mut impl Player<G>, session: &dyn Session, seat: Seat) -> Option<String> {
    session.game::<G>().map(|game| player.act(game.view(seat)).to_string())
}

impl<G: Game, P: Player<G>> Seated for Chair<G, P> {
    fn act(&mut self, session: &dyn Session, seat: Seat) -> String {
        ask(&mut self.player, session, seat).expect("the table names each player's game")
    }
}

/// Seats a player of Plantation, whose boards come in two sizes.
pub(crate) struct PlantationChair<P>(pub(crate) P);

impl<P: Player<Small> + Player<Large>> Seated for PlantationChair<P> {
    fn act(&mut self, session: &dyn Session, seat: Seat) -> String {
        ask::<Small>(&mut self.0, session, seat)
            .or_else(|| ask::<Large>(&mut self.0, session, seat))
            .expect("the table names each player's game")
    }
}

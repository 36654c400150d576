//! What a built-in player is, with and without the type of its game.

use std::marker::PhantomData;

use games::plantation::{Large, Small};
use games::{Game, Seat, Session};

use crate::Time;

/// A player of one game.
///
/// A new one is made for every game. It draws random numbers only from its own seed,
/// and it knows only its view and the replies to its own actions.
///
/// ```
/// use games::virus::{Action, Options, Virus};
/// use games::Game;
/// use gridiron_ai::{Player, Time};
///
/// /// Plays the last legal square.
/// struct Last;
///
/// impl Player<Virus> for Last {
///     fn act(&mut self, view: &Virus, _time: &Time<'_>) -> Action {
///         view.actions().last().expect("a player is asked only if it can move")
///     }
/// }
///
/// let start = Virus::start(&Options::default(), 1);
/// let action = Last.act(&start, &Time::UNLIMITED);
/// assert!(start.is_legal(action));
/// ```
pub trait Player<G: Game>: Send {
    /// Prepares for a game. No clock runs, so this is the place to read files.
    fn start(&mut self, _view: &G::View) {}

    /// Chooses an action. Called only when it is this player's turn and the rules
    /// leave a choice.
    fn act(&mut self, view: &G::View, time: &Time<'_>) -> G::Action;

    /// Receives the reply to its own action; `view` is its view afterwards.
    ///
    /// No clock runs here. Do the work in the next [`Player::act`]: thinking must be
    /// charged.
    fn observe_reply(&mut self, _view: &G::View, _action: G::Action, _reply: &G::Reply) {}
}

/// A player that sees the whole game, secrets included.
///
/// It measures what perfect knowledge is worth, and takes no part in tournaments. It
/// is a trait of its own so that no other player can see secrets.
pub trait OmniscientPlayer<G: Game>: Send {
    /// Chooses an action for the seat to act.
    fn act(&mut self, game: &G, time: &Time<'_>) -> G::Action;
}

/// A player without the type of its game: what the referee uses.
///
/// [`BuiltIn::make_player`](crate::table::BuiltIn::make_player) makes one by name.
pub trait ErasedPlayer: Send {
    /// See [`Player::start`].
    fn start(&mut self, _session: &dyn Session, _seat: Seat) {}

    /// The action of the player at `seat`, whose turn it is, as records write it.
    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String;

    /// See [`Player::observe_reply`]. The session holds the last action and its reply.
    fn observe_reply(&mut self, _session: &dyn Session, _seat: Seat) {}
}

/// An [`ErasedPlayer`] made of a player of one game.
pub(crate) struct TypedPlayer<G, P> {
    player: P,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, P: Player<G> + 'static> TypedPlayer<G, P> {
    pub(crate) fn boxed(player: P) -> Box<dyn ErasedPlayer> {
        Box::new(TypedPlayer { player, game: PhantomData })
    }
}

/// Forwards `start` if the session holds this type of game.
fn start_typed<G: Game>(player: &mut impl Player<G>, session: &dyn Session, seat: Seat) {
    if let Some(game) = session.game::<G>() {
        player.start(game.view(seat));
    }
}

/// The player's action; `None` if the session holds another type of game.
fn act_typed<G: Game>(
    player: &mut impl Player<G>,
    session: &dyn Session,
    seat: Seat,
    time: &Time<'_>,
) -> Option<String> {
    session.game::<G>().map(|game| player.act(game.view(seat), time).to_string())
}

/// Forwards `observe_reply` if the session holds this type of game.
fn observe_typed<G: Game>(player: &mut impl Player<G>, session: &dyn Session, seat: Seat) {
    if let (Some(game), Some((action, reply))) = (session.game::<G>(), session.last_reply::<G>()) {
        player.observe_reply(game.view(seat), *action, reply);
    }
}

const WRONG_GAME: &str = "the table names each player's game";

impl<G: Game, P: Player<G>> ErasedPlayer for TypedPlayer<G, P> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        start_typed(&mut self.player, session, seat);
    }

    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String {
        act_typed(&mut self.player, session, seat, time).expect(WRONG_GAME)
    }

    fn observe_reply(&mut self, session: &dyn Session, seat: Seat) {
        observe_typed(&mut self.player, session, seat);
    }
}

/// An [`ErasedPlayer`] of Plantation, whose boards have two types by size.
pub(crate) struct PlantationPlayer<P>(pub(crate) P);

impl<P: Player<Small> + Player<Large>> ErasedPlayer for PlantationPlayer<P> {
    fn start(&mut self, session: &dyn Session, seat: Seat) {
        start_typed::<Small>(&mut self.0, session, seat);
        start_typed::<Large>(&mut self.0, session, seat);
    }

    fn act(&mut self, session: &dyn Session, seat: Seat, time: &Time<'_>) -> String {
        act_typed::<Small>(&mut self.0, session, seat, time)
            .or_else(|| act_typed::<Large>(&mut self.0, session, seat, time))
            .expect(WRONG_GAME)
    }

    fn observe_reply(&mut self, session: &dyn Session, seat: Seat) {
        observe_typed::<Small>(&mut self.0, session, seat);
        observe_typed::<Large>(&mut self.0, session, seat);
    }
}

/// An [`ErasedPlayer`] of Plantation that sees both boards.
pub(crate) struct OmniscientPlantation<P>(pub(crate) P);

impl<P: OmniscientPlayer<Small> + OmniscientPlayer<Large>> ErasedPlayer for OmniscientPlantation<P> {
    fn act(&mut self, session: &dyn Session, _seat: Seat, time: &Time<'_>) -> String {
        let small = session.game::<Small>().map(|game| self.0.act(game, time).to_string());
        let large = || session.game::<Large>().map(|game| self.0.act(game, time).to_string());
        small.or_else(large).expect(WRONG_GAME)
    }
}

//! Those who watch games while they are played: the live boards of a server.

use std::time::Duration;

use games::{Seat, Session};
use referee::{ActionRecord, ChargeBy, Clock, Record, TimeControl};

use crate::runner::Job;

/// Watches the games of a tournament while they are played.
///
/// All calls come on the thread that plays, between two moves: they must be quick and
/// never wait. What is seen here is not committed yet.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::sync::Arc;
///
/// use games::Session;
/// use gridiron_league::formats::Plan;
/// use gridiron_league::runner::{Job, Threads};
/// use gridiron_league::spectator::{GameSpectator, Spectator};
/// use gridiron_league::{Event, Tournament};
/// use referee::{ActionRecord, Record};
///
/// /// Counts actions.
/// #[derive(Default)]
/// struct Counter(AtomicU64);
///
/// impl Spectator for Counter {
///     fn watch<'a>(&'a self, _job: &'a Job) -> Box<dyn GameSpectator + 'a> {
///         Box::new(self)
///     }
/// }
///
/// impl GameSpectator for &Counter {
///     fn start(&mut self, _game: u8, _session: &dyn Session) {}
///
///     fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
///
///     fn ended(&mut self, _record: &Record) {}
///
///     fn gave_up(&mut self) {}
/// }
///
/// let event = Event::of_built_in_players("virus", ["greedy", "random"], Plan::Match { pairs: 1 })?;
/// let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: true };
/// let (tournament, counter) = (Tournament::in_memory(event), Arc::new(Counter::default()));
/// tournament.set_spectator(counter.clone());
/// tournament.run(&runner, &Default::default())?;
/// assert!(counter.0.load(Ordering::Relaxed) > 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Spectator: Send + Sync {
    /// A pair is about to be played. What is returned sees both its games.
    fn watch<'a>(&'a self, job: &'a Job) -> Box<dyn GameSpectator + 'a>;
}

/// Watches both games of one pair, one after the other.
///
/// For each game come `start`, `action` for each action and `ended`; or `gave_up` at any
/// time, after which nothing comes.
pub trait GameSpectator {
    /// Game 0 or 1 of the pair begins. In game 1 the players have swapped seats:
    /// [`Job::names`] and [`Job::clocks`] know their order.
    fn start(&mut self, game: u8, session: &dyn Session);

    /// An action has been played; the session shows the board after it. `actions` are all
    /// actions of this game so far, the new one last. The standard error of an action
    /// may still grow.
    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]);

    /// The game has ended with this record. It may still count for nothing: a pair is
    /// committed once both its games are played.
    fn ended(&mut self, record: &Record);

    /// The pair will not be finished now. It may be played again later.
    fn gave_up(&mut self);
}

/// The clocks of a game that is watched, as the game loop has them.
#[derive(Clone, Debug)]
pub struct LiveClocks {
    clocks: [Clock; 2],
    charge: ChargeBy,
}

impl LiveClocks {
    /// The clocks at the start of a game, by seat.
    pub fn new(controls: [TimeControl; 2], charge: ChargeBy) -> LiveClocks {
        LiveClocks { clocks: controls.map(Clock::new), charge }
    }

    /// Takes the time of an action off. `session` is the game after it.
    pub fn add(&mut self, session: &dyn Session, action: &ActionRecord) {
        // Nobody is asked for an action that the opening or the rules decide.
        if action.by.is_some() {
            return;
        }
        let clock = &mut self.clocks[action.seat.index()];
        // Wall time counts if nothing else was measured.
        let measured = [self.charge, ChargeBy::Wall].into_iter().find_map(|by| action.charged_ns(Some(by)));
        let spent = measured.filter(|_| !action.unbilled);
        // A move that came too late has had its consequences.
        let _ = clock.charge(Duration::from_nanos(spent.unwrap_or(0)));
        if session.status().seat() != Some(action.seat) {
            clock.end_turn();
        }
    }

    /// How long the next move of each seat may take; `None` without a clock.
    pub fn left(&self) -> [Option<Duration>; 2] {
        Seat::BOTH.map(|seat| self.clocks[seat.index()].left())
    }
}

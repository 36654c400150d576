//! Playing a pair of games: seats swapped, and one opening where all is open.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::common::opening::OPENING_PLIES;
use games::common::options::{OptionError, OptionValues};
use games::{GameEntry, Seat};
use referee::{ChargeBy, Competitor, Record, Stopped, TimeControl, Timing, Watcher, play_game};

/// What all games of a match or a tournament have in common.
#[derive(Clone)]
pub struct GameConditions {
    /// The game that is played.
    pub entry: &'static GameEntry,
    /// The rule options of the game.
    pub options: OptionValues,
    /// What clocks are charged by.
    pub charge: ChargeBy,
    /// How long a program may take for its first move.
    pub start_budget: Duration,
}

/// Plies of an opening where games have them, unless something else is asked
/// for: without any, two players without chance would play one game over and over.
const USUAL_OPENING: u32 = 4;

/// The rules of a game as matches and tournaments play it.
pub fn usual_options(entry: &GameEntry) -> OptionValues {
    let mut options = entry.defaults();
    if options.get(OPENING_PLIES.key).is_some() {
        options.set(OPENING_PLIES.key, &USUAL_OPENING.to_string()).expect("a short opening is allowed");
    }
    options
}

impl GameConditions {
    /// Tries whether the rules make a board.
    pub fn check(&self) -> Result<(), OptionError> {
        self.entry.start(self.options.clone(), 0).map(drop)
    }

    /// Plays both games of a pair, each from its seed. The first of the two competitors
    /// sits on seat 0 in the first game; they are in the same order before and after.
    /// Records come with the seat of the first competitor.
    pub fn play_pair(
        &self,
        seeds: [u64; 2],
        competitors: &mut [Box<dyn Competitor>; 2],
        clocks: [TimeControl; 2],
        stop: &AtomicBool,
        watcher: &mut dyn Watcher<Stopped>,
        mut each: impl FnMut(Seat, Record),
    ) -> Result<(), Stopped> {
        for (seat_of_first, seed) in Seat::BOTH.into_iter().zip(seeds) {
            let is_swapped = seat_of_first == Seat::One;
            let mut clocks = clocks;
            if is_swapped {
                clocks.swap(0, 1);
                competitors.swap(0, 1);
            }
            let timing = Timing { clocks, charge: self.charge, start_budget: self.start_budget };
            let session = self.entry.start(self.options.clone(), seed);
            let mut session = session.expect("the rules were checked");
            let played = play_game::<Stopped>(&mut *session, competitors, &timing, stop, watcher);
            if is_swapped {
                competitors.swap(0, 1);
            }
            each(seat_of_first, played?);
        }
        Ok(())
    }
}

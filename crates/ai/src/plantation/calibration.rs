//! Calibration of the champion's belief: of the squares that it thinks taken with 70 %,
//! seven in ten should be.

use games::common::options::OptionValues;
use games::common::rng::seat_seed;
use games::plantation::{Options, Small};
use games::{Game, Seat, Status};

use super::Champion;
use super::geometry::levels;
use crate::table::{BuiltIn, PlayerError};
use crate::{Player, Time};

/// A calibration bin: beliefs within one bin, and what was true.
#[derive(Clone, Copy, Default, Debug)]
pub struct CalibrationBin {
    /// Squares with a belief in this bin.
    pub squares: u64,
    /// The sum of these beliefs.
    pub believed: f64,
    /// How many of these squares were taken.
    pub taken: u64,
}

impl CalibrationBin {
    /// How many more squares were expected to be taken than were.
    fn excess(&self) -> f64 {
        self.believed - self.taken as f64
    }
}

/// One bin over many games.
#[derive(Clone, Copy, Debug)]
pub struct PooledBin {
    /// All squares of all games.
    pub all: CalibrationBin,
    /// How much too high the belief was, as a probability.
    pub error: f64,
    /// The standard error of `error`. Squares of one game are dependent, so games are the
    /// independent samples.
    pub uncertainty: f64,
}

/// Adds up one bin over many games.
pub fn pool(games: &[[CalibrationBin; 10]], bin: usize) -> PooledBin {
    let mut all = CalibrationBin::default();
    for game in games {
        all.squares += game[bin].squares;
        all.believed += game[bin].believed;
        all.taken += game[bin].taken;
    }
    let squares = all.squares.max(1) as f64;
    let error = all.excess() / squares;
    let residual = |game: &[CalibrationBin; 10]| game[bin].excess() - error * game[bin].squares as f64;
    let sum: f64 = games.iter().map(|game| residual(game).powi(2)).sum();
    PooledBin { all, error, uncertainty: sum.sqrt() / squares }
}

/// Plays the champion with these options against a built-in player, in alternating seats.
///
/// At the start of each of its turns, its belief about all foreign squares is compared with
/// the truth. Returns the ten bins of each game.
pub fn calibrate(
    options: &str,
    opponent: &str,
    games: u64,
    first_seed: u64,
) -> Result<Vec<[CalibrationBin; 10]>, PlayerError> {
    let opponent = BuiltIn::read("plantation", opponent)?;
    let mut values = OptionValues::defaults(Champion::OPTIONS);
    values.set_list(options).map_err(|error| PlayerError::Options {
        name: "champion",
        game: "plantation",
        error,
    })?;
    let play = |number| {
        let (seed, seat) = (first_seed + number, Seat::from_parity(number as usize));
        let champion = Champion::new(&values, seat_seed(seed, seat));
        let mut bins = [CalibrationBin::default(); 10];
        play_game(champion, seat, &opponent, seed, &mut bins);
        bins
    };
    Ok((0..games).map(play).collect())
}

fn play_game(
    mut champion: Champion,
    seat: Seat,
    opponent: &BuiltIn,
    seed: u64,
    bins: &mut [CalibrationBin; 10],
) {
    const SMALL: &str = "the default board is small";
    let entry = games::find("plantation").expect("a game of the table");
    let mut session = entry.start(entry.defaults(), seed).expect("defaults fit together");
    let mut other = opponent.make_player(seat_seed(seed, seat.other()));
    while let Status::ToAct { seat: mover, actions_left, .. } = session.status() {
        if mover != seat {
            let line = other.act(&*session, mover, &Time::UNLIMITED);
            session.submit(&line);
            other.observe_reply(&*session, mover);
            continue;
        }
        let game = session.game::<Small>().expect(SMALL);
        let action = champion.act(game.view(seat), &Time::UNLIMITED);
        if actions_left == Options::default().moves_per_turn {
            compare(&champion, game, seat, bins);
        }
        session.submit(&action.to_string());
        let game = session.game::<Small>().expect(SMALL);
        if let Some((action, reply)) = session.last_reply::<Small>() {
            champion.observe_reply(game.view(seat), *action, reply);
        }
    }
}

fn compare(champion: &Champion, game: &Small, seat: Seat, bins: &mut [CalibrationBin; 10]) {
    let (own, theirs) = (levels(game.side(seat)), levels(game.side(seat.other())));
    for (at, believed) in champion.belief().into_iter().flatten().enumerate() {
        if own[at] == 0 {
            let bin = &mut bins[((believed * 10.0) as usize).min(9)];
            bin.squares += 1;
            bin.believed += believed;
            bin.taken += u64::from(theirs[at] > 0);
        }
    }
}

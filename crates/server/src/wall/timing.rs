//! How long everything takes on a wall.

use serde::Serialize;
use utoipa::ToSchema;

/// The names are introduced, over the position at the start.
pub const INTRO_MS: u64 = 3_500;

/// The last position is shown before the result is given away.
const OUTRO_MS: u64 = 1_500;

/// A pleasant time for one action, where the game is neither short nor long.
const ACTION_MS: u64 = 500;

/// A game takes at least this long, from the introduction to the last position.
pub const SHORTEST_GAME_MS: u64 = 30_000;

/// And at most this long.
pub const LONGEST_GAME_MS: u64 = 60_000;

/// How long a game that is still being played is shown.
pub const LIVE_MS: u64 = 45_000;

/// How long the result is held.
pub const RESULT_MS: u64 = 6_000;

/// How long one page of the standings is shown.
pub const PAGE_MS: u64 = 6_000;

/// A page whose rows are uncovered one by one takes longer.
pub const REVEAL_PAGE_MS: u64 = 10_000;

/// Rows on one page of the standings: more cannot be read at ten metres.
pub const PAGE_ROWS: usize = 8;

/// How long the podium is shown: it is filled from the third place to the first.
pub const PODIUM_MS: u64 = 20_000;

/// How fast a recorded game is shown. All walls compute the position from it:
/// after `intro_ms`, `rate` actions a second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Pace {
    /// How long the position at the start is shown, in milliseconds.
    pub intro_ms: u64,
    /// Actions a second.
    pub rate: f64,
    /// The whole, in milliseconds.
    pub length_ms: u64,
}

impl Pace {
    /// For a game of so many actions. All take the same time, however long the players
    /// have thought.
    pub fn of_game(actions: u32) -> Pace {
        let still = INTRO_MS + OUTRO_MS;
        let usual = still + u64::from(actions) * ACTION_MS;
        let length_ms = usual.clamp(SHORTEST_GAME_MS, LONGEST_GAME_MS);
        let rate = f64::from(actions) * 1000.0 / (length_ms - still) as f64;
        Pace { intro_ms: INTRO_MS, rate, length_ms }
    }

    /// How many actions have been shown after so many milliseconds, as pages compute it.
    #[cfg(test)]
    fn actions_at(&self, elapsed_ms: u64) -> u32 {
        let played_ms = elapsed_ms.saturating_sub(self.intro_ms);
        (played_ms as f64 * self.rate / 1000.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_any_length_take_30_to_60_seconds_and_are_shown_whole() {
        for (actions, seconds, rate) in [
            (0, 30.0, 0.0),
            (1, 30.0, 0.04),
            (25, 30.0, 1.0),
            (50, 30.0, 2.0),
            (60, 35.0, 2.0),
            (110, 60.0, 2.0),
            (550, 60.0, 10.0),
            (5500, 60.0, 100.0),
        ] {
            let pace = Pace::of_game(actions);
            assert_eq!(pace.length_ms as f64 / 1000.0, seconds, "{actions} actions");
            assert!((pace.rate - rate).abs() < 1e-9, "{actions} actions: {}", pace.rate);
            assert_eq!(pace.actions_at(INTRO_MS), 0);
            // All of it is over before the result comes.
            assert!(pace.actions_at(pace.length_ms) >= actions, "{actions} actions");
            assert!(pace.actions_at(pace.length_ms - OUTRO_MS).abs_diff(actions) <= 1, "{actions} actions");
        }
    }
}

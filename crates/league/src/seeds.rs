//! How the seeds of games follow from the seed of a tournament or match.
//!
//! **Invariant:** nobody who knows the seeds of some games can work out that of the
//! tournament, nor that of any other pair.

use std::collections::BTreeMap;
use std::fmt::Display;

use games::GameEntry;
use games::common::rng::{SEED_LIMIT, derive, one_way};

/// What the second game of a pair with hidden starts derives its seed for.
const SECOND_GAME: &str = "second game";

/// How the seeds of games follow from the seed of a tournament. A tournament that was
/// begun keeps its rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeedRule {
    /// Tournaments begun with version 0.1: from one seed others can be worked out, and
    /// both games of a pair have the same.
    Invertible,
    /// By SHA-256. Where the start is hidden, the second game has a seed of its own.
    #[default]
    OneWay,
}

impl SeedRule {
    /// The name of the setting in a store, which stores of 0.1 do not have.
    pub const SETTING: &str = "seeds";

    /// The value of the setting; `None` for no such setting.
    pub fn stored(self) -> Option<&'static str> {
        match self {
            SeedRule::Invertible => None,
            SeedRule::OneWay => Some("one-way"),
        }
    }

    /// The rule of a tournament with these settings.
    pub fn of_settings(settings: &BTreeMap<String, String>) -> SeedRule {
        match settings.contains_key(SeedRule::SETTING) {
            true => SeedRule::OneWay,
            false => SeedRule::Invertible,
        }
    }

    /// The seed of a pair; `pair` is its name, which no other pair has.
    pub fn pair(self, seed: u64, pair: impl Display) -> u64 {
        match self {
            SeedRule::Invertible => derive(seed, &pair.to_string()) % SEED_LIMIT,
            SeedRule::OneWay => one_way(seed, pair),
        }
    }

    /// The seeds of both games of a pair.
    ///
    /// Where all is open, both have the seed of the pair, and so the same opening.
    /// A bot that remembers the first game would know a hidden start in the second,
    /// mirrored or not. So that start is drawn anew. Both seats draw from the same
    /// distribution in both games: neither player has an advantage.
    pub fn games(self, entry: &GameEntry, pair: u64) -> [u64; 2] {
        match self == SeedRule::OneWay && entry.has_secrets() {
            true => [pair, one_way(pair, SECOND_GAME)],
            false => [pair; 2],
        }
    }
}

//! What a wall knows of its tournament at one moment.

use super::candidate::{Candidate, LiveCandidate};
use super::table::Row;

/// A tournament at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct View {
    /// Its name in addresses.
    pub tournament: String,
    /// What people call it.
    pub title: String,
    /// The game that is played.
    pub game: String,
    /// Whether it is being played, here or elsewhere.
    pub is_running: bool,
    /// Whether all of it is played.
    pub is_finished: bool,
    /// Pairs that are done.
    pub pairs_done: u64,
    /// Pairs in all, as far as it is known.
    pub pairs_planned: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// The standings, best first.
    pub rows: Vec<Row>,
    /// Finished games that could be shown.
    pub candidates: Vec<Candidate>,
    /// Games that are being played.
    pub live: Vec<LiveCandidate>,
}

impl View {
    /// A game that could be shown, by its number.
    pub fn candidate(&self, number: u64) -> Option<&Candidate> {
        self.candidates.iter().find(|game| game.number == number)
    }

    /// A live game, by its name in addresses.
    pub fn live_game(&self, id: &str) -> Option<&LiveCandidate> {
        self.live.iter().find(|game| game.id == id)
    }

    /// The name of a player, by its place in the list of players.
    pub fn name(&self, player: usize) -> &str {
        self.rows.iter().find(|row| row.player == player).map_or("", |row| row.name.as_str())
    }
}

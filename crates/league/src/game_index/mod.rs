//! Searches all games of a store: by bot, result, fault, length or upset.
//!
//! SQLite would read the whole file for most of these questions. The index holds what
//! they are about in 24 bytes a game, 24 MB for a million, and finds the numbers of
//! games. The rows of a page are then read from the store.

mod query;
mod top_keys;

use std::collections::{BTreeMap, HashMap};

use games::{Cause, Seat};

use crate::report::Standing;
use crate::scheduler::TournamentPlayer;
use crate::store::{GameLine, PlayerId, Store, StoreError};
use query::Matcher;
pub use query::{FaultFilter, GameOrder, GameQuery, ResultFilter};
use top_keys::TopKeys;

/// Ratings by the players' numbers in the store: upsets depend on them.
pub type Elos = BTreeMap<PlayerId, f64>;

/// The ratings of a report's standings.
pub fn elos(players: &[TournamentPlayer], standings: &[Standing]) -> Elos {
    let elo = |name: &str| standings.iter().find(|row| row.name == name).map(|row| row.elo);
    players.iter().filter_map(|player| Some((player.id, elo(&player.entry.name)?))).collect()
}

/// All games of a store, small enough to be searched one by one. Games of players that
/// no longer count are left out, as elsewhere.
///
/// It does not read checksums: a row is checked when a report is made.
#[derive(Clone, Debug, Default)]
pub struct GameIndex {
    /// Oldest first.
    entries: Vec<Entry>,
    /// The players, in the order in which they were first seen.
    players: Vec<PlayerId>,
    /// Where a player stands in `players`.
    places: HashMap<PlayerId, u32>,
    /// Whether each of `players` still counts.
    counts: Vec<bool>,
    last_pair: i64,
}

/// One game.
#[derive(Clone, Copy, Debug)]
struct Entry {
    number: u64,
    /// Places in [`GameIndex::players`], by seat.
    seats: [u32; 2],
    actions: u32,
    cause: Cause,
    winner: Option<Seat>,
    /// The kinds of faults of each seat, see [`fault_bit`].
    faults: [u8; 2],
}

/// The games that match a query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundGames {
    /// How many there are.
    pub total: u64,
    /// The numbers of those on the page, in order.
    pub numbers: Vec<u64>,
}

/// A page of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamePage {
    /// How many games match.
    pub total: u64,
    /// Those on the page, in order.
    pub rows: Vec<GameLine>,
}

impl GameIndex {
    /// An index of all games of a store. A million take half a second.
    pub fn load(store: &Store) -> Result<GameIndex, StoreError> {
        let mut index = GameIndex::default();
        index.extend(store)?;
        Ok(index)
    }

    /// Adds what was committed since, and finds out who still counts. Returns how many
    /// games are new. After an error the index is as it was.
    pub fn extend(&mut self, store: &Store) -> Result<usize, StoreError> {
        let mut new = Vec::new();
        let Scan { last_pair, counting } = store.scan_games(self.last_pair, |game| {
            let seats = game.seats.map(|player| self.place(player));
            let Scanned { number, actions, cause, winner, faults, .. } = game;
            new.push(Entry { number, seats, actions, cause, winner, faults });
        })?;
        self.last_pair = last_pair;
        self.counts = self.players.iter().map(|player| counting.contains(player)).collect();
        let count = new.len();
        match self.entries.is_empty() {
            true => {
                new.shrink_to_fit();
                self.entries = new;
            }
            false => {
                // Twice the room of a million games would be wasted for ever.
                let room = self.entries.capacity() - self.entries.len();
                if room < count {
                    self.entries.reserve_exact(count.max(self.entries.len() / 8));
                }
                self.entries.extend(new);
            }
        }
        Ok(count)
    }

    /// How many games it holds, those of players that no longer count among them.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How much memory it takes, in bytes.
    pub fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    /// The games that match, and the numbers of those on the page.
    pub fn find(&self, query: &GameQuery, elos: &Elos) -> FoundGames {
        let Some(matcher) = Matcher::new(self, query, elos) else { return FoundGames::default() };
        let skip = query.page.max(1).saturating_sub(1).saturating_mul(query.per_page);
        let page = skip..skip.saturating_add(query.per_page);
        let mut found = FoundGames::default();
        let next = |entry: &Entry| {
            if page.contains(&found.total) {
                found.numbers.push(entry.number);
            }
            found.total += 1;
        };
        let entries = &self.entries;
        let key: &dyn Fn(&Entry) -> u32 = match query.order {
            GameOrder::Newest => {
                entries.iter().rev().filter(|entry| matcher.matches(entry)).for_each(next);
                return found;
            }
            GameOrder::Oldest => {
                entries.iter().filter(|entry| matcher.matches(entry)).for_each(next);
                return found;
            }
            GameOrder::Longest => &|entry| entry.actions,
            GameOrder::Shortest => &|entry| !entry.actions,
            GameOrder::Upset => &|entry| matcher.upset_key(entry),
        };
        let mut top = TopKeys::new(usize::try_from(page.end).unwrap_or(usize::MAX));
        for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| matcher.matches(entry)) {
            // Of equals the newest comes first.
            top.add((u64::from(key(entry)) << 32) | at as u64);
        }
        found.total = top.seen();
        let on_page = top.into_sorted().into_iter().skip(usize::try_from(skip).unwrap_or(usize::MAX));
        found.numbers.extend(on_page.map(|key| entries[key as u32 as usize].number));
        found
    }

    /// The games on the page of a query, read from the store.
    pub fn page(&self, store: &Store, query: &GameQuery, elos: &Elos) -> Result<GamePage, StoreError> {
        let FoundGames { total, numbers } = self.find(query, elos);
        Ok(GamePage { total, rows: store.game_lines(&numbers, elos)? })
    }

    fn place(&mut self, player: PlayerId) -> u32 {
        *self.places.entry(player).or_insert_with(|| {
            self.players.push(player);
            self.players.len() as u32 - 1
        })
    }
}

/// A game as it is read for the index.
pub(crate) struct Scanned {
    pub(crate) number: u64,
    /// By seat.
    pub(crate) seats: [PlayerId; 2],
    pub(crate) actions: u32,
    pub(crate) cause: Cause,
    pub(crate) winner: Option<Seat>,
    /// See [`fault_bit`].
    pub(crate) faults: [u8; 2],
}

/// What else a scan has seen.
pub(crate) struct Scan {
    /// The number of the last pair, or the one that was asked for if none is newer.
    pub(crate) last_pair: i64,
    /// The players that count.
    pub(crate) counting: Vec<PlayerId>,
}

/// The bit of a kind of fault.
pub(crate) fn fault_bit(cause: Cause) -> u8 {
    1 << cause as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_takes_as_little_as_the_documentation_says() {
        assert_eq!(size_of::<Entry>(), 24);
        assert!(Cause::ALL.len() <= 8, "a bit for each");
    }
}

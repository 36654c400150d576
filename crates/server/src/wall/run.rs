//! Which tournament a wall shows, and which run of it: a store can be deleted and begun anew
//! under the same name, and the list of players can change.

use std::sync::{Arc, Weak};

use league::Tournament;
use league::store::StoreError;

use crate::host::Opened;
use crate::tournaments::Entry;

/// A run of a tournament, as far as a wall has to know it.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The name of its file in the folder; `None` if the program plays it that the server is
    /// a part of.
    pub file: Option<String>,
    /// When the first pair was committed to its store; `None` before that, and without a
    /// store. Two runs of one file differ in it, also if they have the same seed.
    pub begun_ms: Option<i64>,
    /// The names of its players, in the order of the list.
    pub players: Vec<String>,
    /// The opening that this was made of.
    pub of: Weak<Tournament>,
}

impl Run {
    /// The run that was opened. What `before` says of the same opening is not read again.
    pub fn of(entry: &Entry, opened: &Opened, before: Option<&Run>) -> Result<Run, StoreError> {
        let tournament = &opened.tournament;
        let of = Arc::downgrade(tournament);
        let known = before.filter(|before| Weak::ptr_eq(&before.of, &of)).and_then(|before| before.begun_ms);
        let begun_ms = match known {
            Some(known) => Some(known),
            None => tournament.open_store_for_reading()?.map_or(Ok(None), |store| store.begun_ms())?,
        };
        let players = tournament.players().iter().map(|player| player.entry.name.clone()).collect();
        Ok(Run { file: Run::file_of(entry), begun_ms, players, of })
    }

    /// The name of a tournament's file in the folder.
    pub fn file_of(entry: &Entry) -> Option<String> {
        Some(entry.source.as_ref()?.path().file_name()?.to_string_lossy().into_owned())
    }

    /// Whether players have the same places as before, and games the same numbers.
    pub fn continues(&self, before: &Run) -> bool {
        self.is_begun_at(before.begun_ms) && self.players.starts_with(&before.players)
    }

    /// Whether games that were shown of a run that began then are games of this one. What
    /// was decided before the first pair holds for the run that comes.
    pub fn is_begun_at(&self, begun_ms: Option<i64>) -> bool {
        begun_ms.is_none() || begun_ms == self.begun_ms
    }
}

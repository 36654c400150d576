//! Which tournament a wall shows, and which run of it: a store can be deleted and begun anew
//! under the same name, and the list of players can change.

use std::sync::{Arc, Weak};

use league::Tournament;
use league::scheduler::TournamentPlayer;
use league::store::{PlayerId, StoreError};
use serde::{Deserialize, Serialize};

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
    /// Its players, in the order of the list.
    pub players: Vec<RunPlayer>,
    /// The opening that this was made of.
    pub of: Weak<Tournament>,
}

/// A player of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPlayer {
    /// Unique in the list.
    pub name: String,
    /// Its number in the store; `None` before the first pair. A bot that was changed and
    /// plays again from the beginning has another one.
    pub id: Option<PlayerId>,
}

impl RunPlayer {
    /// Whether what was shown of one is about the other.
    pub fn is_same(&self, other: &RunPlayer) -> bool {
        self.name == other.name && (self.id.is_none() || other.id.is_none() || self.id == other.id)
    }
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
        let player = |player: &TournamentPlayer| RunPlayer {
            name: player.entry.name.clone(),
            id: begun_ms.map(|_| player.id),
        };
        let players = tournament.players().iter().map(player).collect();
        Ok(Run { file: Run::file_of(entry), begun_ms, players, of })
    }

    /// The name of a tournament's file in the folder.
    pub fn file_of(entry: &Entry) -> Option<String> {
        Some(entry.source.as_ref()?.path().file_name()?.to_string_lossy().into_owned())
    }

    /// Whether players have the same places as before, and games the same numbers.
    pub fn continues(&self, before: &Run) -> bool {
        let mut both = self.players.iter().zip(&before.players);
        self.is_begun_at(before.begun_ms)
            && self.players.len() >= before.players.len()
            && both.all(|(now, before)| now.is_same(before))
    }

    /// Whether games that were shown of a run that began then are games of this one. What
    /// was decided before the first pair holds for the run that comes.
    pub fn is_begun_at(&self, begun_ms: Option<i64>) -> bool {
        begun_ms.is_none() || begun_ms == self.begun_ms
    }
}

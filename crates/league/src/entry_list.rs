//! Finds the players of an event in a store. What has changed since the tournament
//! began is noticed, and decided before any results are mixed.

use std::fmt::{self, Display};
use std::path::PathBuf;

use referee::units::counted;

use crate::event::{Event, EventPlayer};
use crate::note::{Note, WithdrawalReason};
use crate::store::{PlayerId, Store, StoreError, StoredPlayer};

/// What to do about programs that have changed since they played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnChange {
    /// Return [`EntryListError::Changed`], so that the organiser decides.
    Ask,
    /// They play all their games again; their earlier results no longer count.
    Again,
    /// Their earlier results count for the new version.
    Accept,
}

/// Why a tournament cannot continue in a store as it is announced.
#[derive(Debug, thiserror::Error)]
pub enum EntryListError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds a tournament with other settings.
    #[error(transparent)]
    OtherTournament(#[from] OtherTournament),
    /// This player was to play again, but it has never played.
    #[error("{0} has not played in this tournament, so it cannot play again")]
    NeverPlayed(String),
    /// Players were to play again in a format with rounds.
    #[error("--again is not possible in this format: later rounds depend on every game")]
    RoundsDepend,
    /// The organiser has to decide about these changes.
    #[error("{0}")]
    Changed(Changes),
}

/// The first setting in which a store differs from what is announced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{} holds another tournament: {setting} was `{before}` and is `{now}` now; change it back, or name another store",
    store.display()
)]
pub struct OtherTournament {
    /// The path of the store.
    pub store: PathBuf,
    /// The name of the setting.
    pub setting: String,
    /// Its value in the store.
    pub before: String,
    /// Its value in what is announced.
    pub now: String,
}

/// What has changed since the tournament began.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Programs that have changed, with the number of pairs they had played.
    pub changed: Vec<(String, u64)>,
    /// Players that are no longer in the list, likewise.
    pub gone: Vec<(String, u64)>,
    /// Whether games can be played again: not if later rounds depend on them.
    pub can_replay: bool,
}

impl Display for Changes {
    /// `mybot has changed since it played 12 pairs; old, which played 3 pairs, is no
    /// longer in the list`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = |count: &u64| counted(*count, "pair", "pairs");
        let changed = self
            .changed
            .iter()
            .map(|(name, count)| format!("{name} has changed since it played {}", pairs(count)));
        let gone = self
            .gone
            .iter()
            .map(|(name, count)| format!("{name}, which played {}, is no longer in the list", pairs(count)));
        f.write_str(&changed.chain(gone).collect::<Vec<_>>().join("; "))
    }
}

/// The event by the rules that its store was begun with: those of an earlier
/// version, if that began it.
pub fn by_rules_of(event: &Event, store: &Store) -> Result<Event, StoreError> {
    let begun = store.settings()?.remove("format").unwrap_or_default();
    Ok(Event { plan: event.plan.by_rules_of(&begun), ..event.clone() })
}

/// Finds every player of an event in a store, or enters it. Returns their ids in
/// the event's order. Players named in `again` play all their games again, changed
/// or not: a player may have been withdrawn through no fault of its own.
pub fn reconcile(
    event: &Event,
    store: &mut Store,
    on_change: OnChange,
    again: &[String],
) -> Result<Vec<PlayerId>, EntryListError> {
    store.all_or_nothing(|store| find_or_enter(event, store, on_change, again))
}

fn find_or_enter(
    event: &Event,
    store: &mut Store,
    on_change: OnChange,
    again: &[String],
) -> Result<Vec<PlayerId>, EntryListError> {
    let stored = store.players()?;
    check_settings(event, store, stored.is_empty())?;
    let has_begun = event.plan.has_fixed_field() && !stored.is_empty();
    let changes = changes(event, store, &stored, again)?;
    let is_changed = !(changes.changed.is_empty() && changes.gone.is_empty());
    if let Some(unknown) = again.iter().find(|name| stored.iter().all(|player| player.name != **name)) {
        return Err(EntryListError::NeverPlayed(unknown.clone()));
    }
    if has_begun && !again.is_empty() {
        return Err(EntryListError::RoundsDepend);
    }
    if is_changed && (on_change == OnChange::Ask || (on_change == OnChange::Again && has_begun)) {
        return Err(EntryListError::Changed(Changes { can_replay: !has_begun, ..changes }));
    }
    let is_gone =
        |player: &&StoredPlayer| event.players.iter().all(|announced| announced.name != player.name);
    for player in stored.iter().filter(is_gone) {
        store.retire(player.id)?;
        if changes.gone.iter().any(|(name, _)| *name == player.name) {
            store.note(Note::Left { name: player.name.clone() })?;
        }
    }
    let mut ids = Vec::with_capacity(event.players.len());
    for announced in &event.players {
        let about = announced.spec.about();
        let known = stored.iter().find(|player| player.name == announced.name);
        let id = match known {
            Some(player) if again.contains(&player.name) => {
                store.retire(player.id)?;
                store.note(Note::RestartedFromZero { name: announced.name.clone() })?;
                store.add_player(&announced.name, &about.spec, &about.version)?
            }
            Some(player) if is_unchanged(player, announced) => {
                // It had changed for a while, and is the same again.
                if player.withdrawn == Some(WithdrawalReason::Changed) {
                    store.accept_version(player.id, &about.spec, &about.version)?;
                }
                player.id
            }
            Some(player) if store.pairs_of(player.id)? == 0 => {
                store.accept_version(player.id, &about.spec, &about.version)?;
                player.id
            }
            Some(player) if on_change == OnChange::Accept => {
                store.accept_version(player.id, &about.spec, &about.version)?;
                store.note(Note::NewVersionContinues { name: announced.name.clone() })?;
                player.id
            }
            Some(player) => {
                store.retire(player.id)?;
                store.note(Note::NewVersionRestarts { name: announced.name.clone() })?;
                store.add_player(&announced.name, &about.spec, &about.version)?
            }
            None => store.add_player(&announced.name, &about.spec, &about.version)?,
        };
        ids.push(id);
    }
    Ok(ids)
}

/// Whether spec and version (the hash of its folder) are those in the store. A
/// built-in player differs by its spec alone, which holds its options.
fn is_unchanged(player: &StoredPlayer, announced: &EventPlayer) -> bool {
    let about = announced.spec.about();
    (&player.spec, &player.version) == (&about.spec, &about.version)
}

/// Compares the settings of a store with those of an event; `None` if it is the
/// same tournament.
pub fn difference(event: &Event, store: &Store) -> Result<Option<OtherTournament>, StoreError> {
    let known = store.settings()?;
    // A setting that only one of them has does not matter: it is the clock of a
    // player who has joined or left.
    Ok(event.settings().into_iter().find_map(|(setting, now)| {
        let before = known.get(&setting).filter(|before| **before != now)?.clone();
        Some(OtherTournament { store: store.path().to_path_buf(), setting, before, now })
    }))
}

/// Checks that it is the same tournament; saves what it is if the store is new.
fn check_settings(event: &Event, store: &mut Store, is_new: bool) -> Result<(), EntryListError> {
    if let Some(difference) = difference(event, store)?.filter(|_| !is_new) {
        return Err(difference.into());
    }
    let (settings, known) = (event.settings(), store.settings()?);
    let settings: Vec<(String, String)> =
        settings.into_iter().filter(|(name, value)| known.get(name) != Some(value)).collect();
    if !settings.is_empty() {
        store.set_settings(&settings)?;
    }
    Ok(())
}

fn changes(
    event: &Event,
    store: &Store,
    stored: &[StoredPlayer],
    again: &[String],
) -> Result<Changes, EntryListError> {
    let mut changes = Changes::default();
    for player in stored {
        let announced = event.players.iter().find(|announced| announced.name == player.name);
        let list = match announced {
            Some(announced) if is_unchanged(player, announced) => continue,
            // That is decided already.
            Some(_) if again.contains(&player.name) => continue,
            Some(_) => &mut changes.changed,
            None => &mut changes.gone,
        };
        // Without a game there is nothing to decide.
        let pairs = store.pairs_of(player.id)?;
        if pairs > 0 {
            list.push((player.name.clone(), pairs));
        }
    }
    Ok(changes)
}

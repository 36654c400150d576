//! Who of a store's players is who of the event: what has changed since the
//! tournament began is noticed, and asked about before anything is mixed.

use std::fmt::{self, Display};

use referee::units::counted;

use crate::event::{Event, EventPlayer};
use crate::note::{Note, WithdrawalReason};
use crate::store::{PlayerId, Store, StoredPlayer};

/// What to do about programs that are not what they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnChange {
    /// Ask.
    Ask,
    /// They play all their games again; what they had played counts no longer.
    Again,
    /// They are the same to all intents: what they have played counts.
    Accept,
}

/// GiveUpReason a tournament cannot go on in a store as it is announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryListError {
    /// The store itself.
    Store(String),
    /// It is another tournament.
    Other(String),
    /// Somebody has to decide about these.
    Changed(Changes),
}

impl From<String> for EntryListError {
    fn from(problem: String) -> EntryListError {
        EntryListError::Store(problem)
    }
}

/// What is not as it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Programs that have changed, with the pairs that they had played.
    pub changed: Vec<(String, u64)>,
    /// Players that are no longer named, likewise.
    pub gone: Vec<(String, u64)>,
    /// Whether games can be played again: not where later pairings hang on them.
    pub can_be_again: bool,
}

impl Display for Changes {
    /// `mybot has changed since it played 12 pairs, and old is no longer named`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = |count: &u64| counted(*count, "pair", "pairs");
        let changed = self.changed.iter().map(|(name, count)| match count {
            0 => format!("{name} has changed"),
            _ => format!("{name} has changed since it played {}", pairs(count)),
        });
        let gone =
            self.gone.iter().map(|(name, count)| format!("{name}, which played {}, is gone", pairs(count)));
        f.write_str(&changed.chain(gone).collect::<Vec<_>>().join("; "))
    }
}

/// Finds every player of an event in a store, or enters it. Gives their ids in
/// the event's order. Those who are named in `again` play all their games again,
/// changed or not: somebody may have been withdrawn for no fault of its own.
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
        return Err(EntryListError::Other(format!("{unknown} has not played here, so it cannot play again")));
    }
    if has_begun && !again.is_empty() {
        return Err(EntryListError::Other(
            "nobody can play again here: later rounds hang on every game".into(),
        ));
    }
    if is_changed && (on_change == OnChange::Ask || (on_change == OnChange::Again && has_begun)) {
        return Err(EntryListError::Changed(Changes { can_be_again: !has_begun, ..changes }));
    }
    for (name, _) in &changes.gone {
        if let Some(player) = stored.iter().find(|player| player.name == *name) {
            store.retire(player.id)?;
            store.note(Note::Left { name: name.clone() })?;
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
            Some(player) if is_same(player, announced) => {
                // It had changed for a while, and is what it was.
                if player.withdrawn == Some(WithdrawalReason::Changed) {
                    store.accept_version(player.id, &about.spec, &about.version)?;
                }
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

/// Whether a player is what it was: the same words call the same program. Words
/// may be options, and a built-in player is nothing else.
fn is_same(player: &StoredPlayer, announced: &EventPlayer) -> bool {
    let about = announced.spec.about();
    (&player.spec, &player.version) == (&about.spec, &about.version)
}

/// Whether a store holds another tournament than the one that is announced, and
/// what tells them apart.
pub fn difference(event: &Event, store: &Store) -> Result<Option<String>, String> {
    let known = store.settings()?;
    // What only one of them has: a player's clock. That of somebody who is gone
    // does not matter any more.
    let differ = event.settings().into_iter().find_map(|(name, value)| {
        let before = known.get(&name)?;
        (*before != value).then(|| format!("{name} was `{before}` and is `{value}` now"))
    });
    Ok(differ.map(|difference| {
        format!(
            "{} holds another tournament: {difference}; put it back, or name another store",
            store.path().display()
        )
    }))
}

/// Whether it is the same tournament; writes down what it is if it is new.
fn check_settings(event: &Event, store: &mut Store, is_new: bool) -> Result<(), EntryListError> {
    if let Some(difference) = difference(event, store)?.filter(|_| !is_new) {
        return Err(EntryListError::Other(difference));
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
            Some(announced) if is_same(player, announced) => continue,
            // That is decided already.
            Some(_) if again.contains(&player.name) => continue,
            Some(_) => &mut changes.changed,
            None => &mut changes.gone,
        };
        list.push((player.name.clone(), store.pairs_of(player.id)?));
    }
    Ok(changes)
}

//! Players that are the same program: perhaps handed in twice by mistake, perhaps
//! copied.

use std::collections::BTreeMap;

use crate::event::EventPlayer;
use crate::note::Note;

/// A note for each program that several of the players are, in the order of the
/// list. Built-in players are the same by intention.
pub fn same_programs<'a>(players: impl IntoIterator<Item = &'a EventPlayer>) -> Vec<Note> {
    let mut groups: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for (at, player) in players.into_iter().enumerate() {
        let version = player.spec.about().version.as_str();
        // A command without files has no hash.
        if player.spec.version_is_hash() {
            groups.entry(version).or_insert((at, Vec::new())).1.push(player.name.clone());
        }
    }
    let mut same: Vec<(usize, Note)> = groups
        .into_iter()
        .filter(|(_, (_, names))| names.len() > 1)
        .map(|(version, (at, names))| (at, Note::SameProgram { names, version: version.to_string() }))
        .collect();
    same.sort_by_key(|(at, _)| *at);
    same.into_iter().map(|(_, note)| note).collect()
}

//! Players that seem to have changed, and have not: another player has been entered
//! from the same folder, and nobody can tell any more whose the other files are.

use league::entry_list::Changes;
use league::store::StoredPlayer;
use referee::PlayerSpec;

use super::announce::Announced;
use crate::failure::harmless;
use crate::sandbox_setup;

/// Takes those players out of the changes, and says why they are compared in another
/// way: `Ben and Ben2 share the folder bots/ben, so Ben is now compared by bot.py only:
/// give Ben2 its own folder`
pub fn explain(changes: &mut Changes, stored: &[StoredPlayer], announced: &Announced) -> Vec<String> {
    let mut explained = Vec::new();
    changes.changed.retain(|(name, _)| {
        let stored = stored.iter().find(|player| player.name == *name);
        let why = stored.and_then(|stored| shared(stored, announced));
        explained.extend(why.clone());
        why.is_none()
    });
    explained
}

fn shared(stored: &StoredPlayer, announced: &Announced) -> Option<String> {
    let players = &announced.event.players;
    let player = players.iter().find(|player| player.name == stored.name)?;
    let folder = player.spec.folder()?;
    let other = players.iter().find(|other| {
        other.name != player.name && other.spec.files().iter().any(|file| file.starts_with(folder))
    })?;
    if version_alone(&player.spec, announced)? != stored.version {
        return None;
    }
    let files = player.spec.files();
    let files = files.iter().filter_map(|file| Some(file.strip_prefix(folder).ok()?.display().to_string()));
    let files: Vec<String> = files.collect();
    let [name, other] = [&player.name, &other.name].map(|name| harmless(name));
    Some(format!(
        "{name} and {other} share the folder {}, so {name} is now compared by {} only: give {other} its own folder",
        harmless(&announced.outputs.shown(folder)),
        harmless(&files.join(", ")),
    ))
}

/// The version that a player would have without the others.
fn version_alone(spec: &PlayerSpec, announced: &Announced) -> Option<String> {
    if announced.sandbox.trust_bots {
        return None;
    }
    let mut alone = [PlayerSpec::read(announced.event.conditions.entry, &spec.about().spec).ok()?];
    let secrets = announced.outputs.secrets();
    sandbox_setup::lock_in(&mut alone, &announced.sandbox, &secrets.iter().collect::<Vec<_>>()).ok()?;
    let [mut alone] = alone;
    alone.use_whole_folder(&announced.outputs.of_the_tournament(), &secrets).ok()?;
    Some(alone.about().version.clone())
}

//! Tournaments whose file or bots are gone: made of their store alone, to be read.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use games::GameEntry;
use games::common::options::OptionValues;
use referee::{ChargeBy, PlayerRecord, PlayerSpec, TimeControl};

use crate::event::{Event, EventPlayer, Records};
use crate::file::TournamentFile;
use crate::formats::Plan;
use crate::pair::GameConditions;
use crate::seeds::SeedRule;
use crate::store::{PlayerId, Store, StoreError, StoredPlayer};
use crate::tournament::Tournament;

/// Why a store alone is no tournament.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No tournament has begun in it.
    #[error("no tournament has begun in it yet")]
    NotBegun,
    /// A setting is missing or cannot be read: a later version may have written it.
    #[error("its setting {name} cannot be read here: `{value}`")]
    Setting {
        /// The name of the setting.
        name: &'static str,
        /// Its value; empty if it is missing.
        value: String,
    },
}

/// A tournament to be read, as its store says what it is. Its players cannot play, and
/// [`Tournament::run`] refuses.
///
/// A store does not say how many pairs a round robin or a gauntlet has: they are as many
/// as were played, and [`Tournament::progress`] knows no plan. `file` may know; what it
/// says counts as far as it fits the store. `title` is for files without one.
pub fn open(path: &Path, title: &str, file: Option<&TournamentFile>) -> Result<Tournament, ArchiveError> {
    let store = Store::open_read_only(path)?;
    let settings = Settings(store.settings()?);
    if settings.0.is_empty() {
        return Err(ArchiveError::NotBegun);
    }
    let conditions = settings.conditions()?;
    let file = file.filter(|file| file.entry.name == conditions.entry.name);
    let clock: TimeControl = settings.parsed("clock")?;
    let begun = settings.text("format")?;
    let plan = Plan::of_fixed_settings(begun).ok_or_else(|| settings.unreadable("format"))?;
    let announced = file.map(|file| file.plan.by_rules_of(begun));
    let announced = announced.filter(|announced| announced.fixed_settings() == begun);
    let is_length_known = announced.is_some() || plan.fixes_length();
    let plan = match announced {
        Some(announced) => announced,
        None => {
            let mut plan = plan;
            // All that were played count.
            plan.set_pairs(u32::MAX);
            plan
        }
    };
    let players = in_order(store.players()?, &settings, file);
    let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
    let event = Event {
        title: file.and_then(|file| file.title.clone()).unwrap_or_else(|| title.to_string()),
        conditions,
        plan,
        players: players
            .into_iter()
            .map(|player| {
                let StoredPlayer { name, spec, version, .. } = player;
                let own = settings.0.get(&format!("clock of {name}")).and_then(|clock| clock.parse().ok());
                let about = PlayerRecord { name: name.clone(), spec, version, clock: None };
                EventPlayer { name, spec: PlayerSpec::absent(about), clock: own.unwrap_or(clock) }
            })
            .collect(),
        clock,
        seed: settings.parsed("seed")?,
        seed_rule: SeedRule::of_settings(&settings.0),
        rank_by: file.and_then(|file| file.rank_by).unwrap_or_else(|| plan.usual_order()),
        records: file.map_or(Records::All, |file| file.records),
        withdraw_after: file.map(|file| file.withdraw_after),
    };
    let mut tournament = Tournament::resume(event, store, &ids)?;
    tournament.is_length_known = is_length_known;
    tournament.event.plan = tournament.plan();
    Ok(tournament)
}

/// What was saved when the tournament began.
struct Settings(BTreeMap<String, String>);

impl Settings {
    fn text(&self, name: &'static str) -> Result<&str, ArchiveError> {
        self.0.get(name).map(String::as_str).ok_or_else(|| self.unreadable(name))
    }

    fn unreadable(&self, name: &'static str) -> ArchiveError {
        ArchiveError::Setting { name, value: self.0.get(name).cloned().unwrap_or_default() }
    }

    fn parsed<T: FromStr>(&self, name: &'static str) -> Result<T, ArchiveError> {
        self.text(name)?.parse().map_err(|_| self.unreadable(name))
    }

    fn conditions(&self) -> Result<GameConditions, ArchiveError> {
        let entry = games::find(self.text("game")?).map_err(|_| self.unreadable("game"))?;
        let charge = ChargeBy::ALL
            .into_iter()
            .find(|charge| self.0.get("clock_by").is_some_and(|word| charge.word() == word));
        let start_budget = self.text("start_budget")?.strip_suffix(" ms").and_then(|ms| ms.parse().ok());
        Ok(GameConditions {
            entry,
            options: self.options(entry)?,
            charge: charge.ok_or_else(|| self.unreadable("clock_by"))?,
            start_budget: start_budget
                .map(Duration::from_millis)
                .ok_or_else(|| self.unreadable("start_budget"))?,
        })
    }

    fn options(&self, entry: &'static GameEntry) -> Result<OptionValues, ArchiveError> {
        let options = entry.read_options(self.text("rules")?).map_err(|_| self.unreadable("rules"))?;
        // Each option may be fine, and all together no board.
        entry.start(options.clone(), 0).map_err(|_| self.unreadable("rules"))?;
        Ok(options)
    }
}

/// The players in the order of the list, as far as that is known: formats pair by it. A
/// store keeps the order in which they came.
fn in_order(
    players: Vec<StoredPlayer>,
    settings: &Settings,
    file: Option<&TournamentFile>,
) -> Vec<StoredPlayer> {
    let listed = ["players", "challengers"].into_iter().find_map(|name| settings.0.get(name));
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    let first = listed.and_then(|text| names_in(text, &names)).unwrap_or_default();
    // What the store says of them counts more.
    let of_file = file.iter().flat_map(|file| &file.players).filter_map(|announced| {
        players.iter().position(|player| match &announced.name {
            Some(name) => *name == player.name,
            None => announced.bot == player.spec,
        })
    });
    let mut order: Vec<usize> = first;
    for at in of_file.chain(0..players.len()) {
        if !order.contains(&at) {
            order.push(at);
        }
    }
    let mut players: Vec<Option<StoredPlayer>> = players.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| players[at].take()).collect()
}

/// Which names a text holds, joined by commas: each at most once. Names may hold commas
/// too, so the longest that leads to the end is taken.
fn names_in(text: &str, names: &[&str]) -> Option<Vec<usize>> {
    fn rest(text: &str, names: &[&str], found: &mut Vec<usize>) -> bool {
        let mut fitting: Vec<usize> =
            (0..names.len()).filter(|at| !found.contains(at) && text.starts_with(names[*at])).collect();
        fitting.sort_by_key(|at| std::cmp::Reverse(names[*at].len()));
        for at in fitting {
            found.push(at);
            let after = &text[names[at].len()..];
            if after.is_empty() || after.strip_prefix(", ").is_some_and(|after| rest(after, names, found)) {
                return true;
            }
            found.pop();
        }
        false
    }
    let mut found = Vec::new();
    rest(text, names, &mut found).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_names_are_taken_apart() {
        for (names, text, expected) in [
            (&["a", "b", "c"][..], "c, a, b", Some(vec![2, 0, 1])),
            (&["a", "a, b", "b"], "a, b, b", Some(vec![1, 2])),
            (&["a", "a, b", "b"], "a, a, b, b", Some(vec![0, 1, 2])),
            (&["a", "a, b", "b"], "b, a", Some(vec![2, 0])),
            (&["a"], "a, ", None),
            (&["a"], "", None),
            (&["ab"], "a", None),
            (&["a"], "a, a", None),
            (&["é, ", "x"], "é, , x", Some(vec![0, 1])),
        ] {
            assert_eq!(names_in(text, names), expected, "{text}");
        }
    }
}

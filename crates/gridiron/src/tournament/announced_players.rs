//! Who plays in a tournament: each player found, and under a name of its own.

use std::collections::BTreeSet;

use games::GameEntry;
use league::event::EventPlayer;
use league::file::TournamentFile;
use referee::{PlayerSpec, TimeControl};

use crate::failure::Failure;

/// A player that was found, with its own name and clock if it has them.
pub struct AnnouncedPlayer {
    spec: PlayerSpec,
    name: Option<String>,
    clock: Option<TimeControl>,
    /// Where it is named, for error messages.
    place: String,
}

impl AnnouncedPlayer {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.spec.about().name.clone())
    }

    pub fn into_player(self, clock: TimeControl) -> EventPlayer {
        let name = self.name();
        EventPlayer { spec: self.spec.with_name(&name), clock: self.clock.unwrap_or(clock), name }
    }
}

/// Finds the players that a tournament file names. `shown` is the file in messages.
pub fn of_file(file: &TournamentFile, shown: &str) -> Result<Vec<AnnouncedPlayer>, Failure> {
    let found = file.players.iter().map(|player| {
        let place = format!("{shown}, {}", player.place);
        let spec = PlayerSpec::read(file.entry, &player.bot)
            .map_err(|problem| Failure::Usage(format!("{place}: {problem}")))?;
        Ok(AnnouncedPlayer { spec, name: player.name.clone(), clock: player.clock, place })
    });
    named(file.entry.name, found.collect::<Result<_, Failure>>()?)
}

/// Finds the players that are given on the command line.
pub fn of_words(entry: &'static GameEntry, bots: &[String]) -> Result<Vec<AnnouncedPlayer>, Failure> {
    let found = bots.iter().map(|bot| {
        let spec = PlayerSpec::read(entry, bot)?;
        Ok(AnnouncedPlayer { spec, name: None, clock: None, place: String::new() })
    });
    named(entry.name, found.collect::<Result<_, Failure>>()?)
}

/// Gives every player a unique name: the specification, where the short one is
/// taken.
fn named(game: &str, mut players: Vec<AnnouncedPlayer>) -> Result<Vec<AnnouncedPlayer>, Failure> {
    let at = |found: &AnnouncedPlayer| match found.place.as_str() {
        "" => String::new(),
        place => format!("{place}: "),
    };
    if let Some(human) = players.iter().find(|found| found.spec.is_human()) {
        return Err(Failure::Usage(format!(
            "{}people cannot play in a tournament: they play one game at a time, as in \
             `gridiron play {game} human random`",
            at(human)
        )));
    }
    if let Some(seer) = players.iter().find(|found| found.spec.sees_all()) {
        let name = &seer.spec.about().spec;
        return Err(Failure::Usage(format!(
            "{}`{name}` sees hidden information: it is a yardstick for `gridiron match` and cannot play in tournaments",
            at(seer)
        )));
    }
    let names: Vec<String> = players.iter().map(AnnouncedPlayer::name).collect();
    for (player, name) in players.iter_mut().zip(&names) {
        if player.name.is_none() && names.iter().filter(|other| *other == name).count() > 1 {
            player.name = Some(player.spec.about().spec.clone());
        }
    }
    let mut taken = BTreeSet::new();
    for found in &players {
        if !taken.insert(found.name()) {
            let name = found.name();
            return Err(Failure::Usage(format!(
                "{}two players are called {name}: give one of them another `name` in a tournament file",
                at(found)
            )));
        }
    }
    Ok(players)
}

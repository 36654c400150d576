//! The table of built-in players.

use games::common::options::{OptionError, OptionSpec, OptionValues};
use games::common::suggest;
use games::conga::Conga;
use games::virus::Virus;

use crate::player::{Chair, PlantationChair, Seated};
use crate::random::Random;
use crate::{plantation, virus};

/// One line of the table of players.
pub struct PlayerEntry {
    /// The game it plays.
    pub game: &'static str,
    /// Its name, unique within the game.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its options, as in `name:key=value,…`.
    pub options: &'static [OptionSpec],
    make: fn(&OptionValues, u64) -> Box<dyn Seated>,
}

/// All built-in players, game by game, the weakest first.
pub static PLAYERS: [PlayerEntry; 6] = [
    PlayerEntry {
        game: "plantation",
        name: "random-dumb",
        summary: "random commands on random squares, mostly errors",
        options: &[],
        make: |_, seed| Box::new(PlantationChair(plantation::RandomDumb::new(seed))),
    },
    PlayerEntry {
        game: "plantation",
        name: "random",
        summary: "a weighted choice among commands that make sense",
        options: plantation::Random::OPTIONS,
        make: |options, seed| Box::new(PlantationChair(plantation::Random::new(options, seed))),
    },
    PlayerEntry {
        game: "virus",
        name: "first",
        summary: "the first legal square in reading order",
        options: &[],
        make: |_, _| Chair::<Virus, _>::seat(virus::First),
    },
    PlayerEntry {
        game: "virus",
        name: "random",
        summary: "any legal square",
        options: &[],
        make: |_, seed| Chair::<Virus, _>::seat(Random::new(seed)),
    },
    PlayerEntry {
        game: "virus",
        name: "greedy",
        summary: "converts the most stones",
        options: &[],
        make: |_, _| Chair::<Virus, _>::seat(virus::Greedy),
    },
    PlayerEntry {
        game: "conga",
        name: "random",
        summary: "any legal move",
        options: &[],
        make: |_, seed| Chair::<Conga, _>::seat(Random::new(seed)),
    },
];

/// The players of a game.
pub fn players_of(game: &str) -> impl Iterator<Item = &'static PlayerEntry> + Clone {
    PLAYERS.iter().filter(move |player| player.game == game)
}

/// A built-in player with its options, not yet seated.
#[derive(Clone)]
pub struct BuiltIn {
    /// Its line in the table.
    pub entry: &'static PlayerEntry,
    options: OptionValues,
}

impl BuiltIn {
    /// Reads `name` or `name:key=value,…` as a player of `game`.
    pub fn read(game: &str, spec: &str) -> Result<BuiltIn, String> {
        let (name, list) = spec.split_once(':').unwrap_or((spec, ""));
        let entry = players_of(game).find(|player| player.name == name).ok_or_else(|| {
            let hint = suggest::hint(name, players_of(game).map(|player| player.name));
            format!("unknown player `{name}` of {game}: {hint}")
        })?;
        let mut options = OptionValues::defaults(entry.options);
        options.set_list(list).map_err(|OptionError(error)| format!("player `{name}` of {game}: {error}"))?;
        Ok(BuiltIn { entry, options })
    }

    /// A player for one game, drawing from its own seed.
    pub fn seat(&self, seed: u64) -> Box<dyn Seated> {
        (self.entry.make)(&self.options, seed)
    }
}

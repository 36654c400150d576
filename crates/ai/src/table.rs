//! The table of built-in players.

use games::common::options::{OptionSpec, OptionValues};
use games::common::suggest;

use crate::player::Seated;
use crate::{Effort, conga, plantation, virus};

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
    /// Whether it sees what is hidden from its seat: such a player is a measure,
    /// and refused where players compete.
    pub sees_all: bool,
    /// What is wrong with what it would like to use in a game with these rules.
    pub(crate) trouble: fn(&OptionValues) -> Option<String>,
    pub(crate) make: fn(&OptionValues, u64) -> Box<dyn Seated>,
}

impl PlayerEntry {
    /// Whether it answers at once, rather than thinking for as long as it is told.
    pub fn is_quick(&self) -> bool {
        self.options.iter().all(|option| option.key != Effort::NODES.key)
    }

    /// The player as it is named to think of no more than so many nodes, if it
    /// thinks at all.
    pub fn with_nodes(&self, nodes: u64) -> String {
        match self.is_quick() {
            true => self.name.to_string(),
            false => format!("{}:{}={nodes}", self.name, Effort::NODES.key),
        }
    }
}

/// All built-in players, game by game, the weakest first.
pub fn players() -> impl Iterator<Item = &'static PlayerEntry> + Clone {
    [plantation::PLAYERS, virus::PLAYERS, conga::PLAYERS].into_iter().flatten()
}

/// The players of a game.
pub fn players_of(game: &str) -> impl Iterator<Item = &'static PlayerEntry> + Clone {
    players().filter(move |player| player.game == game)
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
        options.set_list(list).map_err(|error| format!("player `{name}` of {game}: {error}"))?;
        Ok(BuiltIn { entry, options })
    }

    /// How many threads it thinks with.
    pub fn threads(&self) -> usize {
        Effort::read(&self.options).threads
    }

    /// What is wrong with what it would like to use in a game with these rules, in
    /// one line: it plays without, and somebody should know.
    pub fn trouble(&self, rules: &OptionValues) -> Option<String> {
        (self.entry.trouble)(rules)
    }

    /// A player for one game, drawing from its own seed.
    pub fn seat(&self, seed: u64) -> Box<dyn Seated> {
        (self.entry.make)(&self.options, seed)
    }
}

//! The table of built-in players.
//!
//! ```
//! use gridiron_ai::Time;
//! use gridiron_ai::table::{BuiltIn, players_of};
//!
//! let names: Vec<&str> = players_of("virus").map(|player| player.name).collect();
//! assert_eq!(names, ["random", "first", "mcts", "greedy", "champion"]);
//!
//! // Choose by name, with options, and ask for one action.
//! let virus = games::find("virus").expect("a game");
//! let session = virus.start(virus.defaults(), 7).expect("a game");
//! let seat = session.status().seat().expect("the game goes on");
//! let champion = BuiltIn::read("virus", "champion:nodes=500").expect("a player");
//! let mut player = champion.make_player(1);
//! let line = player.act(&*session, seat, &Time::UNLIMITED);
//! assert!(session.is_legal(&line));
//! ```

use games::common::options::{OptionError, OptionSpec, OptionValues};
use games::common::suggest;

use crate::player::ErasedPlayer;
use crate::{SearchOptions, conga, plantation, virus};

/// One built-in player: its name, its options and how to make it.
pub struct PlayerEntry {
    /// The name of its game.
    pub game: &'static str,
    /// Its name, unique within the game.
    pub name: &'static str,
    /// What it does, in one line for people.
    pub summary: &'static str,
    /// Its options, as in `name:key=value,…`.
    pub options: &'static [OptionSpec],
    /// Whether it sees what is hidden from its seat. Such a player is for measuring
    /// only: matches and tournaments refuse it.
    pub sees_all: bool,
    /// Why it cannot use a file that it would like to use, in a game with these rules.
    pub(crate) warning: fn(&OptionValues) -> Option<String>,
    pub(crate) make: fn(&OptionValues, u64) -> Box<dyn ErasedPlayer>,
}

impl PlayerEntry {
    /// Whether it moves at once: it does not search, so it has no limit of nodes.
    pub fn is_quick(&self) -> bool {
        self.options.iter().all(|option| option.key != SearchOptions::NODES.key)
    }

    /// Its name with a limit of nodes, `champion:nodes=300`; without if it does not
    /// search.
    pub fn with_nodes(&self, nodes: u64) -> String {
        match self.is_quick() {
            true => self.name.to_string(),
            false => format!("{}:{}={nodes}", self.name, SearchOptions::NODES.key),
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

/// Why a text names no built-in player.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The game has no player of this name.
    #[error("unknown player `{name}` of {game}: {}", hint(game, *suggestion))]
    Unknown {
        /// The name as given.
        name: String,
        /// The game.
        game: String,
        /// A player with nearly the same name.
        suggestion: Option<&'static str>,
    },
    /// The player exists, but its options are wrong.
    #[error("player `{name}` of {game}: {error}")]
    Options {
        /// The player.
        name: &'static str,
        /// The game.
        game: &'static str,
        /// What is wrong.
        error: OptionError,
    },
    /// A colon follows the name, and then nothing.
    #[error("player `{name}:`: options must follow the colon, as in `{name}:key=value`; or write `{name}`")]
    NoOptions {
        /// The player.
        name: &'static str,
    },
}

/// The name that was meant, or all players of a game.
fn hint(game: &str, suggestion: Option<&str>) -> String {
    let all = || players_of(game).map(|player| player.name).collect::<Vec<_>>().join(", ");
    suggestion.map_or_else(|| format!("there are {}", all()), |name| format!("did you mean `{name}`?"))
}

/// A built-in player with its options, of which players for single games are made.
#[derive(Clone)]
pub struct BuiltIn {
    /// Its entry in the table.
    pub entry: &'static PlayerEntry,
    options: OptionValues,
}

impl BuiltIn {
    /// Reads `name` or `name:key=value,…` as a player of `game`.
    pub fn read(game: &str, spec: &str) -> Result<BuiltIn, PlayerError> {
        let (name, list) = spec.split_once(':').unwrap_or((spec, ""));
        let entry = players_of(game).find(|player| player.name == name).ok_or_else(|| {
            let suggestion = suggest::nearest(name, players_of(game).map(|player| player.name));
            PlayerError::Unknown { name: name.to_string(), game: game.to_string(), suggestion }
        })?;
        if spec.contains(':') && list.trim().is_empty() {
            return Err(PlayerError::NoOptions { name: entry.name });
        }
        let mut options = OptionValues::defaults(entry.options);
        let named = |error| PlayerError::Options { name: entry.name, game: entry.game, error };
        options.set_list(list).map_err(named)?;
        Ok(BuiltIn { entry, options })
    }

    /// The number of threads it searches with.
    pub fn threads(&self) -> usize {
        SearchOptions::read(&self.options).threads
    }

    /// Why it cannot use a file that it would like to use (a damaged tablebase, say), in
    /// one line. It plays without, and the user should know.
    pub fn warning(&self, rules: &OptionValues) -> Option<String> {
        (self.entry.warning)(rules)
    }

    /// A player for one game, with its own seed.
    pub fn make_player(&self, seed: u64) -> Box<dyn ErasedPlayer> {
        (self.entry.make)(&self.options, seed)
    }
}

//! Bots of the original games, run unchanged.
//!
//! Each game began with an interface of its own: a class, a function, or calls as
//! JSON lines. `calls.rs` makes those calls. A program that reads JSON lines is
//! called directly. A bot in Python is loaded by an adapter, a small Python program
//! inside this binary that takes the same calls.

mod calls;
mod conga;
mod error;
mod plantation;
pub mod source;
mod virus;

use std::path::Path;

use games::GameEntry;
use sandbox::programs::read_start;
use serde_json::{Map, Value};

use crate::command::{LONGEST_SOURCE, short_name};
use crate::protocol::Protocol;
use calls::Calls;
pub use error::OriginalError;

/// An adapter in Python: the common part, then the part for one game.
macro_rules! python {
    ($file:literal) => {
        concat!(
            include_str!("python/imports.py"),
            "\n\n",
            include_str!("python/frame.py"),
            "\n\n",
            include_str!($file)
        )
    };
}

/// A program in Python that says in one line which modules a file needs that are not
/// installed, and how to install them. Its argument is the file.
pub const MISSING_MODULES: &str = concat!(
    include_str!("python/imports.py"),
    // A bot of an original game imports what its game provided.
    "\n\nprovided = ('plantation', 'player', 'congaboard', 'node', 'lib')\n",
    "modules = missing_modules(sys.argv[1], provided)\nprint(need(sys.argv[1], modules) if modules else '')\n"
);

/// How the original bots of a game are recognised and run.
#[derive(Debug)]
struct Interface {
    game: &'static str,
    /// What a file in Python must hold, for messages.
    entry_point: &'static str,
    /// The names in the text of a Python file that can play.
    entries: fn(&str) -> Vec<String>,
    /// The text of the adapter that loads such a file.
    adapter: &'static str,
    /// Whether options other than a name are allowed.
    takes_options: bool,
    /// Makes the protocol that calls the bot.
    calls: fn(CallTarget) -> Calls,
    /// A text that a program of another language holds if it takes calls as JSON
    /// lines; `None` if the game never had those.
    json_words: Option<&'static str>,
}

static INTERFACES: [Interface; 3] = [
    Interface {
        game: "plantation",
        entry_point: "a class derived from Player",
        entries: source::players,
        adapter: python!("python/plantation.py"),
        takes_options: true,
        calls: plantation::calls,
        json_words: Some("handle_move_result"),
    },
    Interface {
        game: "virus",
        entry_point: "a function ia(game, side)",
        entries: |text| source::functions(text, "ia"),
        adapter: python!("python/virus.py"),
        takes_options: false,
        calls: virus::calls,
        json_words: None,
    },
    Interface {
        game: "conga",
        entry_point: "a class Agent",
        entries: |text| source::classes_called(text, "Agent"),
        adapter: python!("python/conga.py"),
        takes_options: true,
        calls: conga::calls,
        json_words: None,
    },
];

/// The bot that is called.
#[derive(Clone, Debug)]
pub struct CallTarget {
    /// The name by which the bot is initialised.
    pub name: String,
    /// Our adapter takes the calls: it gets arguments that only it needs.
    pub is_adapter: bool,
    /// It is told the opponent's name where its game told it. A bot that knows its
    /// opponent can lose to a friend on purpose.
    pub sees_names: bool,
}

/// The interface that the prefix of a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotInterface {
    /// No prefix: look at the file.
    Detect,
    /// `orig:`: the original interface, also if the file does not look like it.
    Original,
    /// `json:`: calls as JSON lines.
    Json,
}

/// What may follow the name of a file: `:ClassName?name=X&k=v`.
#[derive(Clone, Default, Debug)]
pub struct SpecSuffix {
    /// The class or function that plays.
    pub entry: Option<String>,
    /// Arguments for its constructor, and `name`.
    pub options: Map<String, Value>,
}

impl SpecSuffix {
    /// Reads `k=v&k=v`. A value is JSON if it can be read so, else a string.
    pub fn read_options(text: &str) -> Result<Map<String, Value>, OriginalError> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let keys: Vec<&str> = pairs.clone().filter_map(|pair| Some(pair.split_once('=')?.0)).collect();
        if let Some(twice) = (1..keys.len()).find(|at| keys[..*at].contains(&keys[*at])) {
            let (key, options) = (keys[twice].to_string(), text.to_string());
            return Err(OriginalError::DuplicateOption { key, options });
        }
        pairs
            .map(|pair| {
                let (key, value) = pair.split_once('=').ok_or_else(|| OriginalError::NoValue {
                    option: pair.to_string(),
                    options: text.to_string(),
                })?;
                let as_text = || Value::String(value.to_string());
                if key == "name" && value.is_empty() {
                    return Err(OriginalError::EmptyName);
                }
                let value = if key == "name" {
                    as_text()
                } else {
                    serde_json::from_str(value).unwrap_or_else(|_| as_text())
                };
                Ok((key.to_string(), value))
            })
            .collect()
    }

    /// The name given with `?name=X`.
    pub fn name(&self) -> Option<&str> {
        self.options.get("name").and_then(Value::as_str)
    }

    /// Whether nothing follows the name of the file.
    pub fn is_empty(&self) -> bool {
        self.entry.is_none() && self.options.is_empty()
    }
}

/// A bot of an original game.
#[derive(Clone, Debug)]
pub struct Original {
    interface: &'static Interface,
    target: CallTarget,
    /// The adapter in Python, and its arguments after the bot's file.
    adapter: Option<(&'static str, [String; 2])>,
}

impl Original {
    /// Recognises a bot of an original game: `None` if it is not one. `words` is the
    /// player as it was written, `file` its file if it is one.
    pub fn recognise(
        entry: &GameEntry,
        words: &str,
        file: Option<&Path>,
        choice: BotInterface,
        suffix: &SpecSuffix,
    ) -> Result<Option<Original>, OriginalError> {
        let interface = INTERFACES.iter().find(|interface| interface.game == entry.name);
        match (choice, interface, file) {
            (BotInterface::Detect, Some(interface), Some(file)) => interface.recognise(file, suffix),
            (BotInterface::Detect, ..) => Ok(None),
            (_, None, _) => Err(OriginalError::NoOriginals { game: entry.name }),
            (BotInterface::Json, Some(interface), _) => interface.json(words, suffix).map(Some),
            (BotInterface::Original, _, None) if words.is_empty() => Err(OriginalError::NoName),
            (BotInterface::Original, _, None) => Err(OriginalError::NoFile(words.to_string())),
            (BotInterface::Original, Some(interface), Some(file)) if has_extension(file, "py") => {
                interface.python(file, suffix).map(Some)
            }
            (BotInterface::Original, Some(interface), Some(file)) if has_extension(file, "php") => {
                interface.json(words, suffix).map(Some)
            }
            (BotInterface::Original, Some(interface), Some(_)) => {
                let (entry_point, php) = (interface.entry_point, interface.json_words.is_some());
                Err(OriginalError::WrongLanguage { entry_point, php })
            }
        }
    }

    /// The arguments of the Python interpreter: before the bot's file, and after it.
    pub fn around_file(&self) -> Option<(Vec<&str>, &[String])> {
        self.adapter.as_ref().map(|(adapter, after)| (vec!["-c", adapter], after.as_slice()))
    }

    /// Whether it is told the opponent's name where its game told it.
    pub fn show_names(&mut self, shown: bool) {
        self.target.sees_names = shown;
    }

    /// The protocol of the bot.
    pub fn protocol(&self) -> Box<dyn Protocol> {
        Box::new((self.interface.calls)(self.target.clone()))
    }
}

/// The game whose original bots a file in Python looks like; `None` if it looks like
/// no original bot.
pub fn game_of(file: &Path) -> Option<&'static str> {
    let text = read(file).ok()?;
    let interface = INTERFACES.iter().find(|interface| !(interface.entries)(&text).is_empty());
    interface.map(|interface| interface.game)
}

impl Interface {
    /// Recognises a bot by the content of its file.
    fn recognise(&'static self, file: &Path, suffix: &SpecSuffix) -> Result<Option<Original>, OriginalError> {
        let holds = |words: &str| read(file).map(|text| text.contains(words));
        match self.json_words {
            _ if has_extension(file, "py") => {
                let is_original = suffix.entry.is_some() || !(self.entries)(&read(file)?).is_empty();
                is_original.then(|| self.python(file, suffix)).transpose()
            }
            Some(words) if has_extension(file, "php") && holds(words)? => {
                self.json(&file.to_string_lossy(), suffix).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn python(&'static self, file: &Path, suffix: &SpecSuffix) -> Result<Original, OriginalError> {
        let text = read(file)?;
        let entries = (self.entries)(&text);
        match (&suffix.entry, entries.as_slice()) {
            (Some(entry), _) if !source::mentions(&text, entry) => {
                let (file, entry) = (file.to_path_buf(), entry.clone());
                return Err(OriginalError::NoEntry { file, entry, entries });
            }
            (None, [_, _, ..]) => {
                return Err(OriginalError::SeveralEntries { file: file.to_path_buf(), entries });
            }
            _ => {}
        }
        if !self.takes_options {
            only_a_name(suffix)?;
        }
        let entry = suffix.entry.clone().or_else(|| entries.first().cloned()).unwrap_or_default();
        let options = Value::Object(suffix.options.clone()).to_string();
        Ok(Original {
            interface: self,
            target: CallTarget {
                name: bot_name(&file.to_string_lossy(), suffix),
                is_adapter: true,
                sees_names: false,
            },
            adapter: Some((self.adapter, [entry, options])),
        })
    }

    fn json(&'static self, words: &str, suffix: &SpecSuffix) -> Result<Original, OriginalError> {
        if self.json_words.is_none() {
            return Err(OriginalError::NoJson { game: self.game });
        }
        if let Some(entry) = &suffix.entry {
            return Err(OriginalError::EntryOutsidePython(entry.clone()));
        }
        only_a_name(suffix)?;
        let target = CallTarget { name: bot_name(words, suffix), is_adapter: false, sees_names: false };
        Ok(Original { interface: self, target, adapter: None })
    }
}

fn read(file: &Path) -> Result<String, OriginalError> {
    let content = read_start(file, LONGEST_SOURCE)
        .map_err(|error| OriginalError::Unreadable { file: file.to_path_buf(), error })?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}

/// Whether a file has an extension, given without its dot.
pub fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|its| its == extension)
}

fn only_a_name(suffix: &SpecSuffix) -> Result<(), OriginalError> {
    match suffix.options.keys().find(|key| *key != "name") {
        Some(key) => Err(OriginalError::UnknownOption(key.clone())),
        None => Ok(()),
    }
}

/// The name by which a bot is initialised: the one asked for, or that of its file
/// without the extension.
fn bot_name(words: &str, suffix: &SpecSuffix) -> String {
    let file = short_name(words);
    let stem = Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    suffix.name().map(str::to_string).or(stem).unwrap_or(file)
}

//! Bots of the original games, run as they are.
//!
//! Each game began with an interface of its own: a class, a function, or calls
//! as JSON lines. `calls.rs` makes those calls. A bot in Python is loaded by a
//! small program of ours, which takes the same calls and is shipped inside this
//! one; a program that reads JSON lines is called directly.

mod calls;
mod conga;
mod plantation;
pub mod source;
mod virus;

use std::path::Path;

use games::GameEntry;
use sandbox::programs::beginning;
use serde_json::{Map, Value};

use crate::command::{LONGEST_SOURCE, short_name};
use crate::protocol::Protocol;
use calls::Calls;

/// What all adapters in Python begin with.
macro_rules! python {
    ($file:literal) => {
        concat!(include_str!("python/frame.py"), "\n\n", include_str!($file))
    };
}

/// How the original bots of a game are known and run.
#[derive(Debug)]
struct Interface {
    game: &'static str,
    /// What a file must hold, for people.
    entry_point: &'static str,
    /// The names in a Python file that can play.
    entries: fn(&str) -> Vec<String>,
    /// The program that loads such a file.
    adapter: &'static str,
    /// Whether there may be options, other than a name.
    takes_options: bool,
    /// What is called.
    calls: fn(CallTarget) -> Calls,
    /// Words in a program of another language that takes calls as JSON lines.
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

/// Who is called.
#[derive(Clone, Debug)]
pub struct CallTarget {
    /// The name that is told to the bot.
    pub name: String,
    /// It is our adapter, and gets what only that needs.
    pub is_adapter: bool,
}

/// How an original bot is asked to be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotInterface {
    /// By what its file holds.
    Detect,
    /// By the original interface, whatever the file looks like.
    Original,
    /// By calls as JSON lines.
    Json,
}

/// What may follow the name of a file: `:ClassName?name=X&k=v`.
#[derive(Clone, Default, Debug)]
pub struct SpecSuffix {
    /// What plays, if there is more than one.
    pub entry: Option<String>,
    /// Arguments for it.
    pub options: Map<String, Value>,
}

impl SpecSuffix {
    /// Reads `k=v&k=v`; values are JSON where they can be, else text.
    pub fn read_options(text: &str) -> Result<Map<String, Value>, String> {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let keys: Vec<&str> = pairs.clone().filter_map(|pair| Some(pair.split_once('=')?.0)).collect();
        if let Some(twice) = (1..keys.len()).find(|at| keys[..*at].contains(&keys[*at])) {
            return Err(format!("`{}` is given twice in `?{text}`", keys[twice]));
        }
        pairs
            .map(|pair| {
                let (key, value) = pair.split_once('=').ok_or_else(|| {
                    format!("`{pair}` in `?{text}` has no value: expected `?name=value&name=value`")
                })?;
                let as_text = || Value::String(value.to_string());
                if key == "name" && value.is_empty() {
                    return Err("the name is empty".to_string());
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

    /// Nothing follows the name of the file.
    pub fn is_empty(&self) -> bool {
        self.entry.is_none() && self.options.is_empty()
    }
}

/// A bot of an original game.
#[derive(Clone, Debug)]
pub struct Original {
    interface: &'static Interface,
    target: CallTarget,
    /// What the interpreter is given before the bot's file, and after it.
    adapter: Option<(&'static str, [String; 2])>,
}

impl Original {
    /// Whether a bot is one of an original game, and how that is run: its words
    /// as they were written, and its file if it is one. A line if it is but
    /// cannot be run.
    pub fn recognise(
        entry: &GameEntry,
        words: &str,
        file: Option<&Path>,
        choice: BotInterface,
        suffix: &SpecSuffix,
    ) -> Result<Option<Original>, String> {
        let interface = INTERFACES.iter().find(|interface| interface.game == entry.name);
        match (choice, interface, file) {
            (BotInterface::Detect, Some(interface), Some(file)) => interface.recognise(file, suffix),
            (BotInterface::Detect, ..) => Ok(None),
            (_, None, _) => Err(format!("there are no original bots of {}", entry.name)),
            (BotInterface::Json, Some(interface), _) => interface.json(words, suffix).map(Some),
            (BotInterface::Original, _, None) if words.is_empty() => Err("there is no name".to_string()),
            (BotInterface::Original, _, None) => Err(format!("there is no file {words}")),
            (BotInterface::Original, Some(interface), Some(file)) if has_extension(file, "py") => {
                interface.python(file, suffix).map(Some)
            }
            (BotInterface::Original, Some(interface), Some(file)) if has_extension(file, "php") => {
                interface.json(words, suffix).map(Some)
            }
            (BotInterface::Original, Some(interface), Some(_)) => {
                let or_php = if interface.json_words.is_some() { ", or one in PHP" } else { "" };
                Err(format!("`orig:` means a file in Python with {}{or_php}", interface.entry_point))
            }
        }
    }

    /// What a program in Python is run with: words before the bot's file and
    /// after it.
    pub fn around_file(&self) -> Option<(Vec<&str>, &[String])> {
        self.adapter.as_ref().map(|(adapter, after)| (vec!["-c", adapter], after.as_slice()))
    }

    /// How one talks with it.
    pub fn protocol(&self) -> Box<dyn Protocol> {
        Box::new((self.interface.calls)(self.target.clone()))
    }
}

/// The game that a file in Python was written for, if it looks like an original
/// bot of any.
pub fn game_of(file: &Path) -> Option<&'static str> {
    let text = read(file).ok()?;
    let interface = INTERFACES.iter().find(|interface| !(interface.entries)(&text).is_empty());
    interface.map(|interface| interface.game)
}

impl Interface {
    /// A bot known by what its file holds.
    fn recognise(&'static self, file: &Path, suffix: &SpecSuffix) -> Result<Option<Original>, String> {
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

    fn python(&'static self, file: &Path, suffix: &SpecSuffix) -> Result<Original, String> {
        let text = read(file)?;
        let entries = (self.entries)(&text);
        let shown = file.display();
        match (&suffix.entry, entries.as_slice()) {
            (Some(entry), _) if !source::mentions(&text, entry) => {
                let has = if entries.is_empty() { "none that can play".into() } else { entries.join(", ") };
                return Err(format!("{shown} has no `{entry}`: it has {has}"));
            }
            (None, [first, _, ..]) => {
                let all = entries.join(", ");
                return Err(format!("several there can play: {all}; name one as in `{shown}:{first}`"));
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
            target: CallTarget { name: bot_name(&file.to_string_lossy(), suffix), is_adapter: true },
            adapter: Some((self.adapter, [entry, options])),
        })
    }

    fn json(&'static self, words: &str, suffix: &SpecSuffix) -> Result<Original, String> {
        if self.json_words.is_none() {
            return Err(format!("{} never had calls as JSON lines: that is for Plantation", self.game));
        }
        if let Some(entry) = &suffix.entry {
            return Err(format!("`:{entry}` is for files in Python"));
        }
        only_a_name(suffix)?;
        let target = CallTarget { name: bot_name(words, suffix), is_adapter: false };
        Ok(Original { interface: self, target, adapter: None })
    }
}

fn read(file: &Path) -> Result<String, String> {
    let content = beginning(file, LONGEST_SOURCE)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}

/// Whether the name of a file ends so.
pub fn has_extension(file: &Path, extension: &str) -> bool {
    file.extension().is_some_and(|its| its == extension)
}

fn only_a_name(suffix: &SpecSuffix) -> Result<(), String> {
    match suffix.options.keys().find(|key| *key != "name") {
        Some(key) => Err(format!("it takes no option `{key}`, only `?name=X`")),
        None => Ok(()),
    }
}

/// The name that is told to a bot: what was asked for, or that of its file
/// without the ending.
fn bot_name(words: &str, suffix: &SpecSuffix) -> String {
    let file = short_name(words);
    let stem = Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    suffix.name().map(str::to_string).or(stem).unwrap_or(file)
}

//! The file that announces a tournament. Every mistake in it is told with its
//! place and with what was expected.

use std::path::PathBuf;
use std::time::Duration;

use games::Entry;
use games::common::options::OptionValues;
use games::common::rng::SEED_LIMIT;
use games::common::suggest;
use referee::rules_file::{at_line, place};
use referee::units::{read_budget, read_size};
use referee::{ChargeBy, Level, Limits, TimeControl, Timing};
use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::event::Records;
use crate::formats::Plan;
use crate::pair::usual_options;
use crate::standings::RankBy;

/// The file, read. Nothing that it names has been looked for yet.
#[derive(Clone, Debug)]
pub struct EventFile {
    /// What the tournament is called.
    pub title: Option<String>,
    /// The game.
    pub entry: &'static Entry,
    /// Its variant.
    pub options: OptionValues,
    /// Who plays whom and how often.
    pub plan: Plan,
    /// What all chance is drawn from.
    pub seed: u64,
    /// The clock; else the game's own.
    pub clock: Option<TimeControl>,
    /// What clocks are charged by; else what this machine can do best.
    pub clock_by: Option<ChargeBy>,
    /// How long a program may take for its first answer.
    pub start_budget: Duration,
    /// How many games at a time; else one for each core.
    pub concurrency: Option<usize>,
    /// Whether each game is kept to one core.
    pub pinning: bool,
    /// What decides the order of the standings; else as the format suggests.
    pub rank_by: Option<RankBy>,
    /// Which games are kept whole.
    pub records: Records,
    /// After how many crashes in a row a player is withdrawn.
    pub withdraw_after: u32,
    /// Where it is kept.
    pub store: Option<PathBuf>,
    /// What is written when it ends.
    pub reports: Reports,
    /// How programs are locked in.
    pub sandbox: SandboxWishes,
    /// Who takes part.
    pub players: Vec<FilePlayer>,
}

/// What is written when a tournament ends or stops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    /// A page for people.
    pub html: Option<PathBuf>,
    /// How many of the last games it holds; nothing for the usual number.
    pub html_games: Option<u32>,
    /// A folder for spreadsheets.
    pub csv: Option<PathBuf>,
    /// A file for programs.
    pub json: Option<PathBuf>,
}

/// How an organiser wants programs to be locked in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SandboxWishes {
    /// How firmly; else as firmly as the machine can.
    pub level: Option<Level>,
    /// At least so firmly, or nothing is played.
    pub require: Option<Level>,
    /// Not at all.
    pub trust_bots: bool,
    /// Folders that they may read.
    pub allow_read: Vec<PathBuf>,
    /// How much of the machine each may use.
    pub limits: Limits,
}

/// A player as the file names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePlayer {
    /// What it is called, if not as it calls itself.
    pub name: Option<String>,
    /// Who it is, as on the command line.
    pub bot: String,
    /// A clock of its own.
    pub clock: Option<TimeControl>,
    /// Where `bot` stands: `line 3, column 7`.
    pub place: String,
}

/// After how many crashes in a row a player is withdrawn, unless the file says
/// otherwise.
pub const WITHDRAW_AFTER: u32 = 5;

/// What chance is drawn from unless the file says otherwise: the same file is
/// the same tournament.
pub const SEED: u64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: Option<String>,
    game: Spanned<String>,
    format: Option<Spanned<String>>,
    pairs: Option<Spanned<i64>>,
    rounds: Option<Spanned<i64>>,
    challengers: Option<Spanned<i64>>,
    third_place: Option<Spanned<bool>>,
    further_pairs: Option<Spanned<i64>>,
    newcomer_pairs: Option<Spanned<i64>>,
    rank_by: Option<Spanned<String>>,
    seed: Option<Spanned<i64>>,
    clock: Option<Spanned<String>>,
    clock_by: Option<Spanned<String>>,
    start_budget: Option<Spanned<String>>,
    concurrency: Option<Spanned<i64>>,
    pinning: Option<bool>,
    set_aside_after: Option<Spanned<i64>>,
    store: Option<Spanned<PathBuf>>,
    records: Option<Spanned<String>>,
    report: Option<Spanned<PathBuf>>,
    report_games: Option<Spanned<i64>>,
    csv: Option<Spanned<PathBuf>>,
    json: Option<Spanned<PathBuf>>,
    rules: Option<Spanned<Table>>,
    #[serde(default)]
    sandbox: RawSandbox,
    #[serde(default)]
    players: Vec<RawPlayer>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RawSandbox {
    level: Option<Spanned<String>>,
    require: Option<Spanned<String>>,
    #[serde(default)]
    trust_bots: bool,
    #[serde(default)]
    allow_read: Vec<PathBuf>,
    memory: Option<Spanned<String>>,
    file_size: Option<Spanned<String>>,
    temp_size: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlayer {
    bot: Spanned<String>,
    name: Option<Spanned<String>>,
    clock: Option<Spanned<String>>,
}

/// Reads the text of such a file, or says in one line what is wrong and where.
pub fn read(text: &str) -> Result<EventFile, String> {
    let raw: Raw = toml::from_str(text).map_err(|error| with_hint(at_line(text, &error)))?;
    let reader = Reader { text };
    let entry = reader.parse(&raw.game, "game", games::find)?;
    let sandbox = reader.sandbox(&raw.sandbox)?;
    Ok(EventFile {
        title: raw.title.clone(),
        entry,
        options: reader.options(entry, raw.rules.as_ref())?,
        plan: reader.plan(&raw)?,
        seed: reader.number(&raw.seed, "seed", 0, SEED_LIMIT - 1)?.unwrap_or(SEED),
        clock: reader.parsed(&raw.clock, "clock", str::parse)?,
        clock_by: reader.parsed(&raw.clock_by, "clock_by", read_clock_by)?,
        start_budget: reader
            .parsed(&raw.start_budget, "start_budget", read_budget)?
            .unwrap_or(Timing::START_BUDGET),
        concurrency: reader.number(&raw.concurrency, "concurrency", 1, 1024)?,
        pinning: raw.pinning.unwrap_or(true),
        rank_by: reader.parsed(&raw.rank_by, "rank_by", str::parse)?,
        records: reader.parsed(&raw.records, "records", str::parse)?.unwrap_or(Records::All),
        withdraw_after: reader
            .number(&raw.set_aside_after, "set_aside_after", 1, u64::from(u32::MAX))?
            .unwrap_or(WITHDRAW_AFTER),
        store: reader.path(&raw.store, "store")?,
        reports: Reports {
            html: reader.path(&raw.report, "report")?,
            html_games: reader.number(&raw.report_games, "report_games", 0, u64::from(u32::MAX))?,
            csv: reader.path(&raw.csv, "csv")?,
            json: reader.path(&raw.json, "json")?,
        },
        sandbox,
        players: raw.players.iter().map(|player| reader.player(player)).collect::<Result<_, _>>()?,
    })
}

/// Knows where everything stands.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn at<T>(&self, value: &Spanned<T>, key: &str, problem: &str) -> String {
        format!("{}: {key}: {problem}", place(self.text, value.span().start))
    }

    fn parse<T, E: ToString>(
        &self,
        value: &Spanned<String>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, String> {
        read(value.get_ref()).map_err(|problem| self.at(value, key, &problem.to_string()))
    }

    fn parsed<T, E: ToString>(
        &self,
        value: &Option<Spanned<String>>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, String> {
        value.as_ref().map(|value| self.parse(value, key, read)).transpose()
    }

    fn number<T: TryFrom<u64>>(
        &self,
        value: &Option<Spanned<i64>>,
        key: &str,
        least: u64,
        most: u64,
    ) -> Result<Option<T>, String> {
        let Some(value) = value else { return Ok(None) };
        let number = u64::try_from(*value.get_ref()).ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number
            .map(Some)
            .ok_or_else(|| self.at(value, key, &format!("expected a number from {least} to {most}")))
    }

    fn path(&self, value: &Option<Spanned<PathBuf>>, key: &str) -> Result<Option<PathBuf>, String> {
        match value {
            Some(path) if path.get_ref().as_os_str().is_empty() => {
                Err(self.at(path, key, "expected the name of a file or folder"))
            }
            other => Ok(other.as_ref().map(|path| path.get_ref().clone())),
        }
    }

    fn options(&self, entry: &'static Entry, rules: Option<&Spanned<Table>>) -> Result<OptionValues, String> {
        let mut options = usual_options(entry);
        let Some(rules) = rules else { return Ok(options) };
        for (key, value) in rules.get_ref() {
            let word = match value {
                Value::Integer(number) => number.to_string(),
                Value::String(word) => word.clone(),
                other => {
                    let problem = format!("{key}: expected a number or a word, got {}", other.type_str());
                    return Err(self.at(rules, "rules", &problem));
                }
            };
            options.set(key, &word).map_err(|error| self.at(rules, "rules", &error.to_string()))?;
        }
        // Each option may be fine, and all together no board.
        let tried = entry.start(options.clone(), 0).map(drop);
        tried.map_err(|error| self.at(rules, "rules", &error.to_string()))?;
        Ok(options)
    }

    fn plan(&self, raw: &Raw) -> Result<Plan, String> {
        let mut plan: Plan = self.parsed(&raw.format, "format", str::parse)?.unwrap_or_default();
        let most = u64::from(u32::MAX);
        for (key, value, least) in [
            ("pairs", &raw.pairs, 1),
            ("rounds", &raw.rounds, 1),
            ("challengers", &raw.challengers, 1),
            ("further_pairs", &raw.further_pairs, 0),
            ("newcomer_pairs", &raw.newcomer_pairs, 1),
        ] {
            if let (Some(number), Some(value)) = (self.number::<u32>(value, key, least, most)?, value) {
                self.set(&mut plan, key, value, number)?;
            }
        }
        if let Some(value) = &raw.third_place {
            self.set(&mut plan, "third_place", value, u32::from(*value.get_ref()))?;
        }
        Ok(plan)
    }

    fn set<T>(&self, plan: &mut Plan, key: &str, value: &Spanned<T>, number: u32) -> Result<(), String> {
        let format = plan.name();
        match plan.set(key, number) {
            true => Ok(()),
            false => Err(self.at(value, key, &format!("a {format} tournament has no such thing"))),
        }
    }

    fn sandbox(&self, raw: &RawSandbox) -> Result<SandboxWishes, String> {
        let usual = Limits::default();
        let read_level = |word: &str| {
            let known = word.parse::<Level>();
            known.map_err(|_| match word {
                "none" => "no sandbox at all is `trust_bots = true`",
                _ => "expected standard, strong or server",
            })
        };
        Ok(SandboxWishes {
            level: self.parsed(&raw.level, "level", read_level)?,
            require: self.parsed(&raw.require, "require", read_level)?,
            trust_bots: raw.trust_bots,
            allow_read: raw.allow_read.clone(),
            limits: Limits {
                memory: self.parsed(&raw.memory, "memory", read_size)?.unwrap_or(usual.memory),
                file: self.parsed(&raw.file_size, "file_size", read_size)?.unwrap_or(usual.file),
                temp: self.parsed(&raw.temp_size, "temp_size", read_size)?.unwrap_or(usual.temp),
            },
        })
    }

    fn player(&self, raw: &RawPlayer) -> Result<FilePlayer, String> {
        let name = raw.name.as_ref().map(|name| match name.get_ref().trim() {
            "" => Err(self.at(name, "name", "expected a name")),
            trimmed => Ok(trimmed.to_string()),
        });
        Ok(FilePlayer {
            name: name.transpose()?,
            bot: raw.bot.get_ref().clone(),
            clock: self.parsed(&raw.clock, "clock", str::parse)?,
            place: place(self.text, raw.bot.span().start),
        })
    }
}

fn read_clock_by(word: &str) -> Result<ChargeBy, String> {
    match word {
        "wall" => Ok(ChargeBy::Wall),
        "cpu" if cfg!(target_os = "linux") => Ok(ChargeBy::Cpu),
        "cpu" => Err("processor time is known on Linux only".into()),
        _ => Err("expected cpu or wall".into()),
    }
}

/// ``unknown field `paris`, expected one of `title`, `game`, …`` is long: whoever
/// slipped wants the one.
fn with_hint(message: String) -> String {
    let Some((before, rest)) = message.split_once("unknown field `") else { return message };
    let Some((slip, names)) = rest.split_once('`') else { return message };
    let known: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
    format!("{before}unknown key `{slip}`: {}", suggest::hint(slip, known.iter().copied()))
}

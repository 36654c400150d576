//! Reads a tournament file: TOML first, then each value with its place.

use std::collections::BTreeMap;
use std::path::PathBuf;

use games::GameEntry;
use games::common::options::{OptionError, OptionValues};
use games::common::rng::SEED_LIMIT;
use referee::units::{read_budget, read_size};
use referee::{ChargeBy, LONGEST_NAME, Level, Limits, Timing};
use serde::Deserialize;
use toml::{Spanned, Value};

use super::{
    FilePlayer, Place, Reports, SandboxSettings, TournamentFile, TournamentFileError, ValueProblem,
    WITHDRAW_AFTER,
};
use crate::event::Records;
use crate::formats::Plan;
use crate::pair::usual_options;
use crate::report_games::{ReportGames, UnknownReportGames};

/// How many characters a title may have.
const LONGEST_TITLE: usize = 200;

/// How many characters may name a bot: a command with long paths.
const LONGEST_BOT: usize = 4096;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: Option<Spanned<String>>,
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
    names: Option<Spanned<String>>,
    report: Option<Spanned<PathBuf>>,
    report_games: Option<Spanned<Value>>,
    csv: Option<Spanned<PathBuf>>,
    json: Option<Spanned<PathBuf>>,
    rules: Option<Spanned<BTreeMap<Spanned<String>, Spanned<Value>>>>,
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

/// Reads the text of a tournament file.
pub fn read(text: &str) -> Result<TournamentFile, TournamentFileError> {
    let raw: Raw = toml::from_str(text).map_err(|error| TournamentFileError::of_toml(text, &error))?;
    let reader = Reader { text };
    let entry = reader.parse(&raw.game, "game", games::find)?;
    let sandbox = reader.sandbox(&raw.sandbox)?;
    Ok(TournamentFile {
        title: raw
            .title
            .as_ref()
            // A blank one would be a card and a heading without a name.
            .filter(|title| !title.get_ref().trim().is_empty())
            .map(|title| reader.text(title, "title", LONGEST_TITLE))
            .transpose()?,
        entry,
        options: reader.options(entry, raw.rules.as_ref())?,
        plan: reader.plan(&raw)?,
        seed: reader.number(&raw.seed, "seed", 0, SEED_LIMIT - 1)?,
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
            html_games: reader.report_games(&raw.report_games)?,
            csv: reader.path(&raw.csv, "csv")?,
            json: reader.path(&raw.json, "json")?,
        },
        show_names: reader.parsed(&raw.names, "names", read_names)?.unwrap_or(false),
        sandbox,
        players: raw.players.iter().map(|player| reader.player(player)).collect::<Result<_, _>>()?,
    })
}

/// Reads values, and knows the text that they stand in.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn place<T>(&self, value: &Spanned<T>) -> Place {
        Place::of(self.text, value.span().start)
    }

    fn error<T>(&self, value: &Spanned<T>, key: &str, problem: ValueProblem) -> TournamentFileError {
        TournamentFileError::Value { place: self.place(value), key: key.to_string(), problem }
    }

    fn parse<T, E: ToString>(
        &self,
        value: &Spanned<String>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, TournamentFileError> {
        read(value.get_ref())
            .map_err(|error| self.error(value, key, ValueProblem::Unreadable(error.to_string())))
    }

    fn parsed<T, E: ToString>(
        &self,
        value: &Option<Spanned<String>>,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, TournamentFileError> {
        value.as_ref().map(|value| self.parse(value, key, read)).transpose()
    }

    fn number<T: TryFrom<u64>>(
        &self,
        value: &Option<Spanned<i64>>,
        key: &str,
        least: u64,
        most: u64,
    ) -> Result<Option<T>, TournamentFileError> {
        let Some(value) = value else { return Ok(None) };
        let number = u64::try_from(*value.get_ref()).ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.map(Some).ok_or_else(|| self.error(value, key, ValueProblem::OutOfRange { least, most }))
    }

    /// A number, or the word `all`.
    fn report_games(
        &self,
        value: &Option<Spanned<Value>>,
    ) -> Result<Option<ReportGames>, TournamentFileError> {
        let Some(value) = value else { return Ok(None) };
        let read = match value.get_ref() {
            Value::Integer(number) => number.to_string().parse(),
            Value::String(word) => word.parse(),
            _ => Err(UnknownReportGames),
        };
        let refused = |problem: UnknownReportGames| {
            self.error(value, "report_games", ValueProblem::Unreadable(problem.to_string()))
        };
        read.map(Some).map_err(refused)
    }

    fn path(
        &self,
        value: &Option<Spanned<PathBuf>>,
        key: &str,
    ) -> Result<Option<PathBuf>, TournamentFileError> {
        match value {
            Some(path) if path.get_ref().as_os_str().is_empty() => {
                Err(self.error(path, key, ValueProblem::EmptyPath))
            }
            other => Ok(other.as_ref().map(|path| path.get_ref().clone())),
        }
    }

    /// A text that people see, or that names a program.
    fn text(&self, value: &Spanned<String>, key: &str, most: usize) -> Result<String, TournamentFileError> {
        let found = value.get_ref().chars().count();
        match found <= most {
            true => Ok(value.get_ref().clone()),
            false => Err(self.error(value, key, ValueProblem::TooLong { most, found })),
        }
    }

    fn options(
        &self,
        entry: &'static GameEntry,
        rules: Option<&Spanned<BTreeMap<Spanned<String>, Spanned<Value>>>>,
    ) -> Result<OptionValues, TournamentFileError> {
        let mut options = usual_options(entry);
        let Some(rules) = rules else { return Ok(options) };
        let unreadable = |error: OptionError| ValueProblem::Unreadable(error.to_string());
        for (key, value) in rules.get_ref() {
            let word = match value.get_ref() {
                Value::Integer(number) => number.to_string(),
                Value::String(word) => word.clone(),
                other => {
                    let problem = ValueProblem::RuleType { found: other.type_str() };
                    return Err(self.error(value, key.get_ref(), problem));
                }
            };
            options.set(key.get_ref(), &word).map_err(|error| self.error(key, "rules", unreadable(error)))?;
        }
        // Each option may be fine, and all together no board.
        let board = entry.start(options.clone(), 0).map(drop);
        board.map_err(|error| self.error(rules, "rules", unreadable(error)))?;
        Ok(options)
    }

    fn plan(&self, raw: &Raw) -> Result<Plan, TournamentFileError> {
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

    fn set<T>(
        &self,
        plan: &mut Plan,
        key: &str,
        value: &Spanned<T>,
        number: u32,
    ) -> Result<(), TournamentFileError> {
        let format = plan.name();
        match plan.set(key, number) {
            true => Ok(()),
            false => Err(self.error(value, key, ValueProblem::OtherFormat { format })),
        }
    }

    fn sandbox(&self, raw: &RawSandbox) -> Result<SandboxSettings, TournamentFileError> {
        let usual = Limits::default();
        let read_level = |word: &str| {
            let known = word.parse::<Level>();
            known.map_err(
                |_| "expected standard, strong or server; to run without a sandbox, set `trust_bots = true`",
            )
        };
        Ok(SandboxSettings {
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

    fn player(&self, raw: &RawPlayer) -> Result<FilePlayer, TournamentFileError> {
        let name = raw.name.as_ref().map(|name| match name.get_ref().trim() {
            "" => Err(self.error(name, "name", ValueProblem::EmptyName)),
            _ => self.text(name, "name", LONGEST_NAME).map(|name| name.trim().to_string()),
        });
        Ok(FilePlayer {
            name: name.transpose()?,
            bot: self.text(&raw.bot, "bot", LONGEST_BOT)?,
            clock: self.parsed(&raw.clock, "clock", str::parse)?,
            place: self.place(&raw.bot),
        })
    }
}

/// Whether names are shown.
fn read_names(word: &str) -> Result<bool, &'static str> {
    match word {
        "neutral" => Ok(false),
        "shown" => Ok(true),
        _ => Err("expected neutral or shown"),
    }
}

fn read_clock_by(word: &str) -> Result<ChargeBy, &'static str> {
    match word {
        "wall" => Ok(ChargeBy::Wall),
        "fair" if cfg!(target_os = "linux") => Ok(ChargeBy::Fair),
        "cpu" if cfg!(target_os = "linux") => Ok(ChargeBy::Cpu),
        "fair" | "cpu" => Err("only wall time is known here: fair and cpu work on Linux"),
        _ => Err("expected fair, cpu or wall"),
    }
}

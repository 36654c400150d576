//! What is going to be played, from a tournament file or from the command line.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use games::GameEntry;
use league::cores;
use league::event::{Event, EventPlayer, Records};
use league::file::{self, Reports, TournamentFile};
use league::formats::Plan;
use league::pair::usual_options;
use league::store::{Store, StoreError};
use league::{GameConditions, SeedRule};
use referee::{ChargeBy, Limits, PlayerSpec, TimeControl};

use super::announced_players::{self, AnnouncedPlayer};
use super::arguments::TournamentArguments;
use super::default_store;
use super::outputs::{Outputs, STANDARD_OUTPUT};
use crate::cli::SandboxArguments;
use crate::failure::Failure;
use crate::seeds::Seed;
use crate::tournament_files::is_a_store;
use crate::{argument_errors, game_argument, player_arguments, rule_arguments, sandbox_setup};

/// A tournament and everything around it.
pub struct Announced {
    /// What is played.
    pub event: Event,
    /// Given, or drawn when the tournament began.
    pub seed: Seed,
    /// What clocks are charged by was not given.
    pub is_charge_default: bool,
    /// Where it is kept and what it writes.
    pub outputs: Outputs,
    /// Whether games are going to be played, and not only shown.
    pub is_played: bool,
    /// How many games at a time.
    pub workers: usize,
    /// Whether each game may be kept to one core.
    pub keep_to_cores: bool,
    /// When the file was last changed, as far as it has been read.
    pub file_of: Option<SystemTime>,
    /// How programs are locked in.
    pub sandbox: SandboxArguments,
}

impl Announced {
    /// A tournament that was begun keeps its seed and its kind of clock, if none is
    /// given, and the way in which the seeds of its games follow from its own.
    pub fn keep_settings_of(&mut self, store: &Store) -> Result<(), StoreError> {
        let settings = store.settings()?;
        if settings.is_empty() {
            return Ok(());
        }
        self.event.seed_rule = SeedRule::of_settings(&settings);
        let stored = settings.get("seed").and_then(|seed| seed.parse().ok());
        if let Some(seed) = stored.filter(|_| self.seed.is_drawn) {
            (self.seed.number, self.event.seed) = (seed, seed);
        }
        let stored = settings.get("clock_by");
        let stored = ChargeBy::ALL.into_iter().find(|by| stored.is_some_and(|word| word == by.word()));
        if let Some(charge) = stored.filter(|_| self.is_charge_default) {
            self.event.conditions.charge = charge;
        }
        Ok(())
    }
}

/// Options that change how and where a tournament is played, but not what: they
/// go with a file.
const WITH_A_FILE: [&str; 16] = [
    "what",
    "show",
    "changed",
    "again",
    "concurrency",
    "store",
    "report",
    "report_games",
    "csv",
    "json",
    "serve",
    "port",
    "bind",
    "hosts",
    "private",
    "no_browser",
];

/// Reads what is announced.
pub fn read(what: &str, arguments: &TournamentArguments) -> Result<Announced, Failure> {
    let path = Path::new(what);
    // A file names its players itself.
    match what.ends_with(".toml") || (path.is_file() && arguments.bots.is_empty()) {
        true => from_file(path, what, arguments),
        false => from_words(what, arguments),
    }
}

fn from_file(path: &Path, shown: &str, arguments: &TournamentArguments) -> Result<Announced, Failure> {
    if let Some(other) = arguments.given.iter().find(|given| !WITH_A_FILE.contains(&given.as_str())) {
        let said = if other == "bots" { "players".into() } else { format!("--{}", other.replace('_', "-")) };
        return Err(Failure::Usage(format!(
            "{said}: set this in the file; `gridiron tournament --init GAME` writes an example"
        )));
    }
    let here = env::current_dir().unwrap_or_default();
    let path = absolute(path)?;
    let own_reports = reports_of(arguments)?;
    let own_store = arguments.store.as_deref().map(absolute).transpose()?;
    // Everything that the file names stands beside it, wherever the command is given.
    let folder = path.parent().unwrap_or(Path::new("/"));
    env::set_current_dir(folder)
        .map_err(|error| Failure::Failed(format!("cannot go to {}: {error}", folder.display())))?;
    // Before it is read: whatever is changed from now on is seen later.
    let file_of = changed_at(&path);
    let file = read_file(&path, shown)?;
    let players = announced_players::of_file(&file, shown)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let store = own_store.or(file.store.clone()).unwrap_or_else(|| format!("{stem}.db").into());
    let reports = Reports {
        html: own_reports.html.or(file.reports.html.clone()),
        html_games: own_reports.html_games.or(file.reports.html_games),
        csv: own_reports.csv.or(file.reports.csv.clone()),
        json: own_reports.json.or(file.reports.json.clone()),
    };
    let seed = Seed::given_or_drawn(file.seed)?;
    let announced = Announced {
        event: event(&file, seed.number, &stem, players),
        seed,
        is_charge_default: file.clock_by.is_none(),
        outputs: Outputs::new(here, Some(&path), &store, reports)?,
        is_played: !arguments.show,
        workers: arguments.concurrency.map(usize::from).or(file.concurrency).unwrap_or_else(cores::count),
        keep_to_cores: file.pinning,
        file_of,
        sandbox: sandbox_arguments(&file),
    };
    lock_in(announced)
}

/// All players of the file as it is now: those who are here already in their
/// order, then those who have joined since, all locked in against each other.
/// Players who are no longer named play on.
pub fn read_again(announced: &Announced, known: &[EventPlayer]) -> Result<Vec<EventPlayer>, Failure> {
    let Some(path) = &announced.outputs.file else { return Ok(known.to_vec()) };
    let shown = announced.outputs.shown(path);
    let file = read_file(path, &shown)?;
    let found = announced_players::of_file(&file, &shown)?;
    let seed = file.seed.unwrap_or(announced.event.seed);
    let mut now =
        Event { seed_rule: announced.event.seed_rule, ..event(&file, seed, &announced.event.title, found) };
    now.conditions.charge = file.clock_by.unwrap_or(announced.event.conditions.charge);
    let without_players = |event: &Event| Event { players: Vec::new(), ..event.clone() }.settings();
    if without_players(&now) != without_players(&announced.event) {
        return Err(Failure::Usage(format!(
            "{shown}: only players can be added while it is played: undo the other changes"
        )));
    }
    let mut all: Vec<EventPlayer> = Vec::new();
    for old in known {
        let found = now.players.iter().find(|found| found.name == old.name && found.clock == old.clock);
        all.push(found.unwrap_or(old).clone());
    }
    all.extend(now.players.iter().filter(|new| known.iter().all(|old| old.name != new.name)).cloned());
    let event = Event { players: all, ..now };
    let again = Announced {
        event,
        outputs: announced.outputs.clone(),
        sandbox: sandbox_arguments(&file),
        ..*announced
    };
    lock_in(again).map(|announced| announced.event.players)
}

fn from_words(game: &str, arguments: &TournamentArguments) -> Result<Announced, Failure> {
    let entry = games::find(game).map_err(|error| {
        Failure::Usage(game_argument::forgotten(&error, argument_errors::words()).unwrap_or_else(|| {
            format!("{error}; or name a tournament file: `gridiron tournament --init virus` writes one")
        }))
    })?;
    if arguments.bots.len() < 2 {
        return Err(Failure::Usage(format!(
            "a tournament needs at least two players, as in `gridiron tournament {game} random greedy`; \
             `gridiron players {game}` lists some"
        )));
    }
    let mut plan = arguments.format.unwrap_or_default();
    for (key, value) in [("pairs", arguments.pairs), ("rounds", arguments.rounds)] {
        if let Some(number) = value
            && !plan.set(key, number)
        {
            let format = plan.name();
            return Err(Failure::Usage(format!("--{key}: a {format} tournament has no such setting")));
        }
    }
    let options = rule_arguments::read_over(entry, usual_options(entry), &arguments.rules)?;
    let conditions = GameConditions {
        entry,
        options,
        charge: arguments.timing.charge()?,
        start_budget: arguments.timing.start_budget,
    };
    conditions.check().map_err(|error| rule_arguments::refused(entry, &error))?;
    let players = announced_players::of_words(entry, &arguments.bots)?;
    let clock = arguments.timing.clock.unwrap_or_else(|| usual_clock(entry));
    let seed = Seed::given_or_drawn(arguments.seed)?;
    let is_charge_default = arguments.timing.clock_by.is_none();
    let event = Event {
        title: format!("{} tournament", entry.name),
        rank_by: arguments.rank_by.unwrap_or_else(|| plan.usual_order()),
        conditions,
        plan,
        players: players.into_iter().map(|found| found.into_player(clock)).collect(),
        clock,
        seed: seed.number,
        seed_rule: SeedRule::default(),
        records: arguments.records.unwrap_or(Records::All),
        withdraw_after: Some(file::WITHDRAW_AFTER),
    };
    let store =
        arguments.store.clone().unwrap_or_else(|| default_store::find(&event, seed, is_charge_default));
    let here = env::current_dir().unwrap_or_default();
    let announced = Announced {
        event,
        seed,
        is_charge_default,
        outputs: Outputs::new(here, None, &store, reports_of(arguments)?)?,
        is_played: !arguments.show,
        workers: arguments.concurrency.map_or_else(cores::count, usize::from),
        keep_to_cores: !arguments.no_pinning,
        file_of: None,
        sandbox: arguments.timing.sandbox.clone(),
    };
    lock_in(announced)
}

/// When a file was last changed.
pub fn changed_at(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

fn read_file(path: &Path, shown: &str) -> Result<TournamentFile, Failure> {
    if is_a_store(path) {
        return Err(Failure::Usage(format!("{shown} is a store: name its tournament file (.toml)")));
    }
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => no_tournament_file(path, shown),
        _ => Failure::unreadable(shown, &error),
    })?;
    let file = file::read(&text).map_err(|problem| Failure::Usage(format!("{shown}, {problem}")))?;
    if file.players.len() < 2 && !file.plan.is_endless() {
        return Err(Failure::Usage(format!(
            "{shown}: a tournament needs at least two players: each is a `[[players]]` with a line `bot = \"…\"`"
        )));
    }
    if let Plan::Gauntlet { challengers, .. } = file.plan
        && challengers as usize >= file.players.len()
    {
        return Err(Failure::Usage(format!(
            "{shown}: challengers = {challengers} leaves no opponent among {} players: the challengers are the first of \
             the list, and play all others",
            file.players.len()
        )));
    }
    Ok(file)
}

/// How to write a file that is missing: that of its game, if it is named after one.
fn no_tournament_file(path: &Path, shown: &str) -> Failure {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let game = games::find(stem).map_or(game_argument::EXAMPLE, |game| game.name);
    Failure::Usage(format!("there is no file {shown}: write one with `gridiron tournament --init {game}`"))
}

fn event(file: &TournamentFile, seed: u64, stem: &str, players: Vec<AnnouncedPlayer>) -> Event {
    let clock = file.clock.unwrap_or_else(|| usual_clock(file.entry));
    Event {
        title: file.title.clone().unwrap_or_else(|| stem.to_string()),
        conditions: GameConditions {
            entry: file.entry,
            options: file.options.clone(),
            charge: file.clock_by.unwrap_or(ChargeBy::DEFAULT),
            start_budget: file.start_budget,
        },
        plan: file.plan,
        players: players.into_iter().map(|found| found.into_player(clock)).collect(),
        clock,
        seed,
        seed_rule: SeedRule::default(),
        rank_by: file.rank_by.unwrap_or_else(|| file.plan.usual_order()),
        records: file.records,
        withdraw_after: Some(file.withdraw_after),
    }
}

fn usual_clock(entry: &GameEntry) -> TimeControl {
    entry.clock.parse().expect("a game's own clock")
}

fn sandbox_arguments(tournament: &TournamentFile) -> SandboxArguments {
    let settings = &tournament.sandbox;
    let Limits { memory, file, temp } = settings.limits;
    SandboxArguments {
        sandbox: settings.level,
        require: settings.require,
        trust_bots: settings.trust_bots,
        allow_read: settings.allow_read.clone(),
        show_names: tournament.show_names,
        memory,
        file_size: file,
        temp_size: temp,
    }
}

fn reports_of(arguments: &TournamentArguments) -> Result<Reports, Failure> {
    let path = |path: &Option<PathBuf>| path.as_deref().map(absolute).transpose();
    Ok(Reports {
        html: path(&arguments.report)?,
        html_games: arguments.report_games,
        csv: path(&arguments.csv)?,
        // Standard output stands in no folder.
        json: match &arguments.json {
            Some(dash) if dash.as_os_str() == STANDARD_OUTPUT => Some(dash.clone()),
            other => path(other)?,
        },
    })
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
}

/// No output may overwrite a player, and no player may read the outputs.
fn lock_in(mut announced: Announced) -> Result<Announced, Failure> {
    let arguments = &announced.sandbox;
    let timed = announced.event.players.iter().map(|player| (&player.spec, player.clock));
    player_arguments::check_threads(timed, announced.event.conditions.charge)?;
    let outputs = &announced.outputs;
    let players = &mut announced.event.players;
    let mut specs: Vec<PlayerSpec> = players.iter().map(|player| player.spec.clone()).collect();
    outputs.check(&specs, announced.is_played)?;
    let secrets = outputs.secrets();
    sandbox_setup::lock_in(&mut specs, arguments, &secrets.iter().collect::<Vec<_>>())?;
    // Without a sandbox a bot may write to its own folder, and be the same bot.
    if !arguments.trust_bots {
        let files: Vec<Vec<PathBuf>> = specs.iter().map(PlayerSpec::files).collect();
        for (at, spec) in specs.iter_mut().enumerate() {
            let others = files.iter().enumerate().filter(|(other, _)| *other != at);
            let others = others.flat_map(|(_, files)| files.clone());
            let theirs: Vec<PathBuf> = others.chain(outputs.of_the_tournament()).collect();
            spec.use_whole_folder(&theirs, &secrets)
                .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", spec.about().spec)))?;
        }
    }
    for (player, spec) in players.iter_mut().zip(specs) {
        player.spec = spec;
    }
    Ok(announced)
}

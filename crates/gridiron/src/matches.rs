//! `gridiron match`: many games between two players.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use games::Entry;
use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValues;
use league::stats::SprtVerdict;
use league::{Duel, Game, GameConditions, Tally, Trial, cores, duel, pair};
use referee::{PlayerSpec, Record};

use crate::cli::MatchArguments;
use crate::failure::{Failure, complain};
use crate::progress::Progress;
use crate::summary::{self, Notes};
use crate::{players, rules};

pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    let mut trial = arguments.test.read()?.map(Trial::new);
    let duel = read(entry, arguments)?;
    duel.conditions.check().map_err(|error| rules::refused(entry, &error))?;
    players::tell_troubles(&duel.players, &duel.conditions.options);
    let mut records = match &arguments.records {
        None => None,
        Some(path) => Some(Records::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let mut out = anstream::stdout();
    write!(out, "{}", summary::header(&duel, trial.as_ref()))?;
    out.flush()?;
    let cores = cores::count();
    let at_a_time = duel.games_at_a_time();
    if at_a_time > cores {
        complain(&format!(
            "{at_a_time} games at a time on {cores} cores: they will slow each other down, and players may lose on \
             time; --concurrency {cores} is fair"
        ));
    }

    let stop = players::stop_on_interrupt();
    let begin = Instant::now();
    let (mut tally, mut notes) = (Tally::default(), Notes::default());
    let mut progress = Progress::new(duel.pairs * 2);
    let mut written = Ok(());
    let mut count = |game: Game, tally: &mut Tally| {
        tally.add(&game);
        notes.add(&game);
        if let Some(records) = &mut records
            && written.is_ok()
        {
            written = records.add(game.number, game.record);
        }
        written.is_ok()
    };
    let played = duel::play(&duel, stop, |game| {
        let mut is_kept = true;
        match &mut trial {
            None => is_kept = count(game, &mut tally),
            Some(trial) => trial.add(game, |game| is_kept &= count(game, &mut tally)),
        }
        progress.show(&tally, trial.as_ref());
        // What cannot be kept need not be played, nor what no longer counts.
        stop.fetch_or(!is_kept || trial.as_ref().is_some_and(is_over), Ordering::Relaxed);
    });
    progress.clear();
    let left_over = trial.as_mut().map(Trial::rest).unwrap_or_default();
    for game in left_over {
        count(game, &mut tally);
    }
    let is_cut_short =
        tally.score.games() < u64::from(duel.pairs) * 2 && !trial.as_ref().is_some_and(is_over);
    // Before the summary, which somebody may not wait for.
    let finished = written.and_then(|()| records.map_or(Ok(()), Records::finish));
    let text = summary::text(&duel, &tally, trial.as_ref(), &notes, begin.elapsed(), is_cut_short);
    write!(out, "{text}")?;
    if arguments.json {
        writeln!(out, "{}", summary::json(&duel, &tally, trial.as_ref(), begin.elapsed(), is_cut_short))?;
    }
    out.flush()?;
    match (finished, &arguments.records) {
        (Err(error), Some(path)) => Err(cannot_write(path, &error)),
        _ if played.is_err() => played.map_err(Failure::Failed),
        _ if is_cut_short => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

fn is_over(trial: &Trial) -> bool {
    trial.verdict() != SprtVerdict::Continue
}

/// How many games are played when nobody says so, and how many at most when a
/// test ends the match.
const USUAL_GAMES: u32 = 100;
const MOST_GAMES_OF_A_TEST: u32 = 1_000_000;

fn read(entry: &'static Entry, arguments: &MatchArguments) -> Result<Duel, Failure> {
    let usual = if arguments.test.sprt.is_some() { MOST_GAMES_OF_A_TEST } else { USUAL_GAMES };
    let games = arguments.games.unwrap_or(usual);
    if games % 2 == 1 {
        let fewer = if games > 1 { format!("{} or ", games - 1) } else { String::new() };
        return Err(Failure::Usage(format!(
            "--games {games}: games come in pairs with the seats swapped, so take an even number: {fewer}{}",
            games + 1
        )));
    }
    let outputs: Vec<_> = arguments.records.iter().collect();
    let players = players::read(entry, [&arguments.a, &arguments.b], &arguments.timing, &outputs)?;
    if players.iter().any(PlayerSpec::is_human) {
        return Err(Failure::Usage(format!(
            "a match is for programs: people play one game at a time, as in `gridiron play {} human random`",
            entry.name
        )));
    }
    let charge = arguments.timing.charge()?;
    let clocks = arguments.timing.clocks(entry, &players, &arguments.handicaps);
    players::check_threads(players.iter().zip(clocks), charge)?;
    Ok(Duel {
        conditions: GameConditions {
            entry,
            options: options(entry, arguments)?,
            charge,
            start_budget: arguments.timing.start_budget,
        },
        clocks,
        players,
        seed: arguments.seed.unwrap_or_else(players::any_seed),
        pairs: games / 2,
        concurrency: arguments.concurrency.map_or_else(cores::count, usize::from),
        keep_to_cores: !arguments.no_pinning,
    })
}

fn options(entry: &'static Entry, arguments: &MatchArguments) -> Result<OptionValues, Failure> {
    let mut options = rules::read_over(entry, pair::usual_options(entry), &arguments.rules)?;
    if let Some(plies) = arguments.opening_plies {
        let key = OPENING_PLIES.key;
        if options.get(key).is_none() {
            return Err(Failure::Usage(format!("--opening-plies: {} has no openings", entry.name)));
        }
        options.set(key, &plies.to_string()).map_err(|error| rules::refused(entry, &error))?;
    }
    Ok(options)
}

/// The records of a match, written in the order of its games as soon as that
/// is possible.
struct Records {
    file: BufWriter<File>,
    next: u32,
    waiting: BTreeMap<u32, Record>,
}

impl Records {
    fn create(path: &Path) -> io::Result<Records> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let file = File::options().create(true).append(true).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another match is writing it"));
        }
        // A pipe or a device has no length.
        if file.metadata()?.is_file() {
            file.set_len(0)?;
        }
        Ok(Records { file: BufWriter::new(file), next: 0, waiting: BTreeMap::new() })
    }

    fn add(&mut self, number: u32, record: Record) -> io::Result<()> {
        self.waiting.insert(number, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            self.write(&record)?;
            self.next += 1;
        }
        // Somebody may be looking.
        self.file.flush()
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        serde_json::to_writer(&mut self.file, record)?;
        self.file.write_all(b"\n")
    }

    /// Writes what waits for games that were never finished.
    fn finish(mut self) -> io::Result<()> {
        for record in std::mem::take(&mut self.waiting).into_values() {
            self.write(&record)?;
        }
        self.file.flush()?;
        self.file.get_ref().sync_all().or_else(|error| match error.kind() {
            // A pipe or a device has nothing to sync.
            io::ErrorKind::InvalidInput => Ok(()),
            _ => Err(error),
        })
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write the records {}: {error}", path.display()))
}

//! `gridiron match`: many games between two players. A match is a tournament of
//! two without a store.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, atomic};
use std::time::Instant;

use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValues;
use games::{Cause, GameEntry};
use league::event::Records;
use league::memory::Update;
use league::runner::Threads;
use league::{Event, EventPlayer, GameConditions, SequentialTest, Tournament, cores, pair};
use referee::PlayerSpec;

use crate::cli::{MatchArguments, SandboxArguments};
use crate::failure::{Failure, complain};
use crate::progress::Progress;
use crate::seeds::Seed;
use crate::serve::LivePage;
use crate::summary::{self, FinishedMatch};
use crate::{play_again, player_arguments, rule_arguments, terminal};

/// A match as it was asked for.
pub struct Match {
    pub event: Event,
    pub seed: Seed,
    /// Pairs of games at most.
    pub pairs: u32,
    /// How many games at a time.
    pub workers: usize,
    /// How programs are locked in.
    pub sandbox: SandboxArguments,
    /// Whether each game may be kept to one core.
    keep_to_cores: bool,
}

/// A match stops after so many games in a row in which a bot did not start.
const MOST_FAILED_STARTS: u64 = 5;

pub fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    arguments.live.check_used(arguments.serve, "--serve")?;
    let entry = arguments.game;
    let mut test = arguments.test.read()?.map(SequentialTest::new);
    let asked = read(entry, arguments)?;
    let event = &asked.event;
    event.conditions.check().map_err(|error| rule_arguments::refused(entry, &error))?;
    player_arguments::print_warnings(
        event.players.iter().map(|player| &player.spec),
        &event.conditions.options,
    );
    // From now on there may be a file that must not stay empty.
    let stop = crate::interrupt::stop_on_interrupt();
    let mut records = match &arguments.records {
        None => None,
        Some(path) => Some(RecordsInOrder::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let header = summary::header(&asked, test.as_ref());
    print_text(arguments, &terminal::fit(&header, 2))?;
    let (workers, cores) = (asked.workers, cores::count());
    if workers > cores {
        complain(&format!(
            "{workers} games at a time on {cores} cores: they will slow each other down, and players may lose on \
             time; --concurrency {cores} is fair"
        ));
    }

    let begin = Instant::now();
    let tournament = Arc::new(Tournament::in_memory(event.clone()));
    let page = match arguments.serve {
        false => None,
        true => {
            let levels = event.players.iter().filter_map(|player| player.spec.sandbox());
            let sandbox = levels.min().map(|level| level.to_string());
            Some(LivePage::of_tournament(&tournament, "match", sandbox, &arguments.live)?)
        }
    };
    let runner =
        Threads { conditions: event.conditions.clone(), workers, keep_to_cores: asked.keep_to_cores };
    let mut progress = Progress::new(asked.pairs * 2, test.as_ref());
    let mut written = Ok(());
    // Games in a row in which a bot did not start, as they end.
    let mut failed_starts = 0;
    let mut on_update = |update: Update<'_>| {
        progress.show(update.results, update.test);
        for game in update.games {
            // Games that end while it stops make no difference.
            let more = (failed_starts + 1).min(MOST_FAILED_STARTS);
            failed_starts = if game.cause == Cause::NoStart { more } else { 0 };
            if let (Some(records), Some(record), Ok(())) = (&mut records, game.record, &written) {
                written = records.add(game.number, record);
            }
        }
        // What cannot be kept need not be played.
        match written.is_ok() && failed_starts < MOST_FAILED_STARTS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let played = tournament.run_in_memory(&runner, stop, test.as_mut(), &mut on_update);
    progress.clear();
    let results = tournament.results();
    let is_decided = test.as_ref().is_some_and(SequentialTest::is_decided);
    let is_cut_short = results.games < u64::from(asked.pairs) * 2 && !is_decided;
    // Before the summary, because printing may fail.
    let finished = written.and_then(|()| records.map_or(Ok(false), RecordsInOrder::finish));
    let is_interrupted = stop.load(atomic::Ordering::Relaxed) && failed_starts < MOST_FAILED_STARTS;
    let never_started =
        results.games > 0 && failed_starts >= MOST_FAILED_STARTS.min(results.games) && !is_interrupted;
    let failed_starts = never_started.then_some(failed_starts);
    let outcome =
        FinishedMatch { results, test: test.as_ref(), took: begin.elapsed(), is_cut_short, failed_starts };
    print_text(arguments, &terminal::fit(&summary::text(&asked, &outcome), 4))?;
    if let (Ok(true), Some(path)) = (&finished, &arguments.records) {
        print_text(arguments, &terminal::fit(&play_again::after_writing(path, "game 1", "--game 1"), 2))?;
    }
    if arguments.json {
        let mut out = anstream::stdout();
        writeln!(out, "{}", summary::json(&asked, &outcome))?;
        out.flush()?;
    }
    if let Some(page) = page {
        page.stay(stop);
    }
    match (finished, &arguments.records) {
        (Err(error), Some(path)) => Err(cannot_write(path, &error)),
        _ if played.is_ok() && failed_starts.is_some() => {
            Err(Failure::Failed(summary::did_not_start(&asked, &outcome)))
        }
        _ if played.is_err() => played.map_err(|error| Failure::Failed(error.to_string())),
        _ if is_cut_short => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

/// Prints text for people: on standard error, where standard output is for a program.
fn print_text(arguments: &MatchArguments, text: &str) -> Result<(), Failure> {
    match arguments.json {
        true => {
            // A closed standard error is no reason to lose the result.
            let _ = anstream::stderr().write_all(text.as_bytes());
        }
        false => {
            let mut out = anstream::stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Games without `--games`, and at most that many if a test ends the match.
const USUAL_GAMES: u32 = 100;
const MOST_GAMES_OF_A_TEST: u32 = 1_000_000;

fn read(entry: &'static GameEntry, arguments: &MatchArguments) -> Result<Match, Failure> {
    let usual = if arguments.test.sprt.is_some() { MOST_GAMES_OF_A_TEST } else { USUAL_GAMES };
    let games = arguments.games.unwrap_or(usual);
    let outputs: Vec<_> = arguments.records.iter().collect();
    let players = player_arguments::read(entry, [&arguments.a, &arguments.b], &arguments.timing, &outputs)?;
    if players.iter().any(PlayerSpec::is_human) {
        return Err(Failure::Usage(format!(
            "people cannot play a match: they play one game at a time, as in `gridiron play {} human random`",
            entry.name
        )));
    }
    let charge = arguments.timing.charge()?;
    let clocks = arguments.timing.clocks(entry, &players, &arguments.handicaps);
    player_arguments::check_threads(players.iter().zip(clocks), charge)?;
    let conditions = GameConditions {
        entry,
        options: options(entry, arguments)?,
        charge,
        start_budget: arguments.timing.start_budget,
    };
    let seed = Seed::given_or_drawn(arguments.seed)?;
    let records = if arguments.records.is_some() { Records::All } else { Records::None };
    let [a, b] = players;
    let [clock_a, clock_b] = clocks;
    let players = [(a, clock_a), (b, clock_b)].map(|(spec, clock)| EventPlayer {
        name: spec.about().name.clone(),
        spec,
        clock,
    });
    let pairs = games / 2;
    let concurrency = arguments.concurrency.map_or_else(cores::count, usize::from);
    Ok(Match {
        event: Event::match_of_two(conditions, players, seed.number, pairs, records),
        seed,
        pairs,
        // A pair is played by one worker.
        workers: concurrency.clamp(1, pairs.max(1) as usize),
        sandbox: arguments.timing.sandbox.clone(),
        keep_to_cores: !arguments.no_pinning,
    })
}

fn options(entry: &'static GameEntry, arguments: &MatchArguments) -> Result<OptionValues, Failure> {
    let mut options = rule_arguments::read_over(entry, pair::usual_options(entry), &arguments.rules)?;
    if let Some(plies) = arguments.opening_plies {
        let key = OPENING_PLIES.key;
        if options.get(key).is_none() {
            return Err(Failure::Usage(format!("--opening-plies: {} has no openings", entry.name)));
        }
        options.set(key, &plies.to_string()).map_err(|error| rule_arguments::refused(entry, &error))?;
    }
    Ok(options)
}

/// The records of a match, written in the order of its games as soon as that is
/// possible. Until the first one, the file is as it was.
struct RecordsInOrder {
    file: BufWriter<File>,
    path: PathBuf,
    /// Whether the file was made for this match.
    is_new: bool,
    /// A pipe or a device has no length, and cannot be read again.
    is_regular: bool,
    /// Whether no record was written yet.
    is_empty: bool,
    /// The number of the next game to write, from 1.
    next: u64,
    /// Lines of JSON by the numbers of their games.
    waiting: BTreeMap<u64, Vec<u8>>,
}

impl RecordsInOrder {
    fn create(path: &Path) -> io::Result<RecordsInOrder> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let is_new = path.symlink_metadata().is_err();
        let file = File::options().create(true).append(true).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another match is writing it"));
        }
        let is_regular = file.metadata()?.is_file();
        let file = BufWriter::new(file);
        let path = path.to_path_buf();
        Ok(RecordsInOrder {
            file,
            path,
            is_new,
            is_regular,
            is_empty: true,
            next: 1,
            waiting: BTreeMap::new(),
        })
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if std::mem::take(&mut self.is_empty) && self.is_regular {
            self.file.get_ref().set_len(0)?;
        }
        self.file.write_all(line)
    }

    fn add(&mut self, number: u64, line: Vec<u8>) -> io::Result<()> {
        self.waiting.insert(number, line);
        while let Some(line) = self.waiting.remove(&self.next) {
            self.write(&line)?;
            self.next += 1;
        }
        // Another program may follow the file.
        self.file.flush()
    }

    /// Writes what waits for games that were never finished. Returns whether there is a
    /// file with records now.
    fn finish(mut self) -> io::Result<bool> {
        for line in std::mem::take(&mut self.waiting).into_values() {
            self.write(&line)?;
        }
        self.file.flush()?;
        if self.is_empty && self.is_new && self.is_regular {
            fs::remove_file(&self.path)?;
            return Ok(false);
        }
        let has_records = self.is_regular && !self.is_empty;
        self.file.get_ref().sync_all().or_else(|error| match error.kind() {
            // A pipe or a device has nothing to sync.
            io::ErrorKind::InvalidInput => Ok(()),
            _ => Err(error),
        })?;
        Ok(has_records)
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::unwritable(format!("the records {}", path.display()), error)
}

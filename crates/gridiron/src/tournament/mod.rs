//! `gridiron tournament`: many games between many players.

mod announce;
mod arguments;
mod init;
mod outcome;
mod outputs;
mod screen;
mod table;

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use league::entry_list::{Changes, EntryListError, OnChange, difference, reconcile};
use league::event::{Event, EventPlayer};
use league::runner::Threads;
use league::store::{PlayerId, Store};
use league::{Tournament, TournamentError, cores};

use announce::Announced;
use arguments::ChangedArgument;
use screen::Screen;

use crate::failure::{Failure, complain, harmless};
use crate::players;

pub use arguments::TournamentArguments;

/// How often the main thread looks what is new.
const LOOK: Duration = Duration::from_millis(50);

/// How often the page is written anew for whoever watches it.
const PAGE: Duration = Duration::from_secs(60);

/// How often it looks whether the file names new players.
const LOOK_AT_FILE: Duration = Duration::from_secs(1);

pub fn run(arguments: &TournamentArguments) -> Result<(), Failure> {
    if let Some(game) = &arguments.init {
        return init::write(game);
    }
    let what = arguments.what.as_deref().unwrap_or_default();
    let announced = announce::read(what, arguments)?;
    if arguments.show {
        let tournament = look_at(&announced)?;
        say_header(&announced);
        return outcome::tell(&tournament, &announced, GOES_ON);
    }
    let players = announced.event.players.iter().map(|player| &player.spec);
    players::tell_troubles(players, &announced.event.conditions.options);
    let tournament = open(&announced, arguments)?;
    // From the first line on, Ctrl-C comes to an orderly end.
    let stop = players::stop_on_interrupt();
    say_header(&announced);
    let played = play(&tournament, &announced, stop);
    // What is on disk is told in any case.
    let how = if arguments.again.is_empty() { GOES_ON } else { "the same command without --again goes on" };
    let told = outcome::tell(&tournament, &announced, how);
    played.map_err(|problem| announced.outputs.failed(problem))?;
    told?;
    let (done, planned) = tournament.progress();
    match planned {
        Some(planned) if done >= planned => Ok(()),
        // A ladder ends when it is told to.
        None => Ok(()),
        Some(_) => Err(Failure::Interrupted),
    }
}

/// What to do about games that are left.
const GOES_ON: &str = "the same command goes on";

/// Nobody needs to read it: games are played and kept in any case.
fn say_header(announced: &Announced) {
    let mut out = anstream::stdout();
    let _ = write!(out, "{}", outcome::header(announced)).and_then(|()| out.flush());
}

/// Plays while the main thread shows how it stands.
fn play(tournament: &Tournament, announced: &Announced, stop: &AtomicBool) -> Result<(), TournamentError> {
    let (workers, cores) = (announced.workers, cores::count());
    if workers > cores {
        complain(&format!(
            "{workers} games at a time on {cores} cores: they will slow each other down, and players may lose on \
             time; {cores} at a time is fair"
        ));
    }
    let runner = Threads {
        conditions: announced.event.conditions.clone(),
        workers,
        keep_to_cores: announced.keep_to_cores,
    };
    let mut screen = Screen::new(tournament);
    let mut page = Instant::now();
    let mut newcomers = Newcomers::new(announced);
    thread::scope(|scope| {
        let running = scope.spawn(|| tournament.run(&runner, stop));
        while !running.is_finished() {
            screen.show(tournament);
            if let Some(news) = newcomers.look(tournament, announced) {
                screen.clear();
                complain(&news);
            }
            if page.elapsed() >= PAGE {
                // Should it fail, the end will tell.
                let _ = outcome::refresh(tournament, announced);
                page = Instant::now();
            }
            thread::park_timeout(LOOK);
        }
        screen.finish(tournament);
        running.join().expect("a tournament does not panic")
    })
}

/// Opens the store, and asks about what has changed since it was written.
fn open(announced: &Announced, arguments: &TournamentArguments) -> Result<Tournament, Failure> {
    let again = &arguments.again;
    let mut store =
        Store::open(&announced.outputs.store).map_err(|problem| announced.outputs.failed(problem))?;
    let on_change = match arguments.changed {
        None => OnChange::Ask,
        Some(ChangedArgument::Again) => OnChange::Again,
        Some(ChangedArgument::Accept) => OnChange::Accept,
    };
    let found = match reconcile(&announced.event, &mut store, on_change, again) {
        Err(EntryListError::Changed(changes)) => {
            let on_change = ask(&changes)?;
            reconcile(&announced.event, &mut store, on_change, again)
        }
        found => found,
    };
    let ids = found.map_err(|error| announced.outputs.failed(error))?;
    let resumed = Tournament::resume(announced.event.clone(), store, &ids);
    resumed.map_err(|problem| announced.outputs.failed(problem))
}

/// Asks whoever sits at the terminal; elsewhere says what can be answered.
fn ask(changes: &Changes) -> Result<OnChange, Failure> {
    let what = harmless(&changes.to_string());
    let (again, accept) = (
        "--changed again lets those who have changed play again, and leaves the old games out of the tables",
        "--changed accept goes on as if nothing had changed; those who are gone are left out in any case",
    );
    if !changes.can_be_again {
        return Err(Failure::Failed(format!(
            "{what}; later rounds hang on those games: {accept}, or name another store to begin anew"
        )));
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(Failure::Failed(format!("{what}: {again}; {accept}")));
    }
    loop {
        let _ = write!(
            io::stderr(),
            "{what}.\n  again   play their games again; the old ones stay in the store and count no longer\n  \
             accept  go on as if nothing had changed; only those who are gone are left out\n  stop    do nothing\n> "
        );
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        match (read, answer.trim()) {
            (Ok(1..), "again") => return Ok(OnChange::Again),
            (Ok(1..), "accept") => return Ok(OnChange::Accept),
            (Ok(0) | Err(_), _) | (_, "stop") => return Err(Failure::Left("nothing was played".into())),
            _ => {}
        }
    }
}

/// A tournament as it stands, also while it is played elsewhere.
fn look_at(announced: &Announced) -> Result<Tournament, Failure> {
    let store = Store::open_read_only(&announced.outputs.store)
        .map_err(|problem| announced.outputs.failed(problem))?;
    if let Some(other) =
        difference(&announced.event, &store).map_err(|problem| announced.outputs.failed(problem))?
    {
        return Err(announced.outputs.failed(other));
    }
    let stored = store.players().map_err(|problem| announced.outputs.failed(problem))?;
    let found = announced.event.players.iter().filter_map(|player| {
        let stored = stored.iter().find(|player| player.name == player.name)?;
        Some((player.clone(), stored.id))
    });
    let (players, ids): (Vec<_>, Vec<PlayerId>) = found.unzip();
    let event = Event { players, ..announced.event.clone() };
    Tournament::resume(event, store, &ids).map_err(|problem| announced.outputs.failed(problem))
}

/// Looks whether the file of a ladder names new players.
struct Newcomers {
    seen: Option<SystemTime>,
    next: Instant,
    known: usize,
}

impl Newcomers {
    fn new(announced: &Announced) -> Newcomers {
        let seen = announced.file_of;
        let known = announced.event.players.len();
        Newcomers { seen, next: Instant::now() + LOOK_AT_FILE, known }
    }

    /// What there is to say, if something is new.
    fn look(&mut self, tournament: &Tournament, announced: &Announced) -> Option<String> {
        if !announced.event.plan.is_endless() || Instant::now() < self.next {
            return None;
        }
        self.next = Instant::now() + LOOK_AT_FILE;
        let now = announced.outputs.file.as_deref().and_then(announce::changed_at)?;
        if self.seen.replace(now) == Some(now) {
            return None;
        }
        let everybody = match announce::read_again(announced, &everybody_in(tournament)) {
            Ok(everybody) => everybody,
            Err(failure) => return Some(format!("{failure}; playing on as before")),
        };
        let names: Vec<String> =
            everybody.iter().skip(self.known).map(|newcomer| newcomer.name.clone()).collect();
        if names.is_empty() {
            return None;
        }
        self.known = everybody.len();
        Some(match tournament.join(everybody) {
            Ok(()) => format!("new: {}", names.join(", ")),
            Err(error) => error.to_string(),
        })
    }
}

fn everybody_in(tournament: &Tournament) -> Vec<EventPlayer> {
    tournament.players().iter().map(|player| player.entry.as_ref().clone()).collect()
}

//! `gridiron tournament`: many games between many players.

mod announce;
mod announced_players;
mod arguments;
mod default_store;
mod hosted;
mod init;
mod outcome;
mod outputs;
mod screen;
mod shared_folder;
mod standings;

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use league::entry_list::{Changes, EntryListError, OnChange, by_rules_of, difference, reconcile};
use league::event::{Event, EventPlayer};
use league::runner::Threads;
use league::store::{PlayerId, Store, StoredPlayer};
use league::{Tournament, TournamentError, cores};
use referee::faults::shortened;

use announce::Announced;
use arguments::ChangedArgument;
use screen::Screen;

use crate::failure::{Failure, complain, harmless};
use crate::serve::LivePage;
use crate::{player_arguments, terminal};

pub use arguments::TournamentArguments;
pub use hosted::CommandLineHost;

/// How often the main thread refreshes the screen.
const REFRESH: Duration = Duration::from_millis(50);

/// How often the page is written again while games are played.
const PAGE: Duration = Duration::from_secs(60);

/// How often the file of a ladder is checked for new players.
const CHECK_FILE: Duration = Duration::from_secs(1);

pub fn command(arguments: &TournamentArguments) -> Result<(), Failure> {
    if let Some(game) = &arguments.init {
        return init::write(game);
    }
    arguments.live.check_used(arguments.serve, "--serve")?;
    if arguments.show && arguments.serve {
        let why = "--show only prints: leave it out to play and serve; `gridiron serve` shows what is saved";
        return Err(Failure::Usage(why.into()));
    }
    let what = arguments.what.as_deref().unwrap_or_default();
    let mut announced = announce::read(what, arguments)?;
    if arguments.show {
        let tournament = open_read_only(&mut announced)?;
        print_header(&announced);
        return outcome::show(&tournament, &announced, CONTINUE);
    }
    let players = announced.event.players.iter().map(|player| &player.spec);
    player_arguments::print_warnings(players, &announced.event.conditions.options);
    let tournament = open(&mut announced, arguments)?;
    // From the first line on, Ctrl-C ends the tournament in order.
    let stop = crate::interrupt::stop_on_interrupt();
    print_header(&announced);
    let tournament = Arc::new(tournament);
    let page = match arguments.serve {
        false => None,
        true => {
            let stem = announced.outputs.store.file_stem().unwrap_or_default().to_string_lossy();
            let sandbox = outcome::sandbox(&announced).map(|level| level.to_string());
            Some(LivePage::of_tournament(&tournament, &stem, sandbox, &arguments.live)?)
        }
    };
    let played = play(&tournament, &announced, stop);
    // What is saved is shown in any case.
    let how = match arguments.again.is_empty() {
        true => CONTINUE,
        false => "run the same command without --again to continue",
    };
    let shown = outcome::show(&tournament, &announced, how);
    if let Some(page) = page {
        page.stay(stop);
    }
    played.map_err(|problem| announced.outputs.failed(problem))?;
    shown?;
    let (done, planned) = tournament.progress();
    // A ladder has no end of its own.
    match (planned.is_none_or(|planned| done >= planned), outcome::never_began(&tournament)) {
        (false, _) => Err(Failure::Interrupted),
        (true, Some(why)) => Err(Failure::Failed(why)),
        (true, None) => Ok(()),
    }
}

/// How to play the games that are left.
const CONTINUE: &str = "run the same command to continue";

/// If it cannot be printed, games are played and saved all the same.
fn print_header(announced: &Announced) {
    let mut out = anstream::stdout();
    let _ = write!(out, "{}", terminal::fit(&outcome::header(announced), 2)).and_then(|()| out.flush());
}

/// Plays, while the main thread shows the standings.
fn play(tournament: &Tournament, announced: &Announced, stop: &AtomicBool) -> Result<(), TournamentError> {
    let (workers, cores) = (announced.workers, cores::count());
    if workers > cores {
        complain(&format!(
            "{workers} games at a time on {cores} cores: they will slow each other down, and players may lose on \
             time; {cores} at a time is fair"
        ));
    }
    let mut screen = Screen::new(tournament);
    let played = run(tournament, announced, stop, |news| {
        screen.show(tournament);
        let text = match news {
            Some(News::Ignored(why)) => why,
            Some(News::Read(newcomers)) if !newcomers.is_empty() => format!("new: {}", newcomers.join(", ")),
            Some(News::Read(_)) | None => return,
        };
        screen.clear();
        complain(&text);
    });
    screen.finish(tournament);
    played
}

/// Plays, adds newcomers and writes the page again now and then. `show` is called all the
/// time, with news about its file.
fn run(
    tournament: &Tournament,
    announced: &Announced,
    stop: &AtomicBool,
    mut show: impl FnMut(Option<News>),
) -> Result<(), TournamentError> {
    let runner = Threads {
        conditions: announced.event.conditions.clone(),
        workers: announced.workers,
        keep_to_cores: announced.keep_to_cores,
    };
    let mut page = Instant::now();
    let mut newcomers = Newcomers::new(announced);
    thread::scope(|scope| {
        let running = scope.spawn(|| tournament.run(&runner, stop));
        while !running.is_finished() {
            show(newcomers.check(tournament, announced));
            if page.elapsed() >= PAGE {
                // An error is reported when the tournament ends.
                let _ = outcome::refresh(tournament, announced);
                page = Instant::now();
            }
            thread::park_timeout(REFRESH);
        }
        running.join().expect("a tournament does not panic")
    })
}

/// Opens the store, and asks about what has changed since it was last played.
fn open(announced: &mut Announced, arguments: &TournamentArguments) -> Result<Tournament, Failure> {
    let on_change = match arguments.changed {
        None => OnChange::Ask,
        Some(ChangedArgument::Again) => OnChange::Again,
        Some(ChangedArgument::Accept) => OnChange::Accept,
    };
    open_store(announced, on_change, &arguments.again, ask)
}

/// Opens the store. `decide` is asked about what has changed since it was last played.
fn open_store(
    announced: &mut Announced,
    on_change: OnChange,
    again: &[String],
    decide: impl FnOnce(Changes, &[StoredPlayer], &Announced) -> Result<OnChange, Failure>,
) -> Result<Tournament, Failure> {
    // A store that is made and then refused would stay behind.
    if let Some(name) = again.first().filter(|_| !announced.outputs.store.exists()) {
        return Err(announced.outputs.failed(EntryListError::NeverPlayed(name.clone())));
    }
    let mut store =
        Store::open(&announced.outputs.store).map_err(|problem| announced.outputs.failed(problem))?;
    // Before anything is built on what may be damaged.
    store.check().map_err(|problem| announced.outputs.failed(problem))?;
    announced.keep_settings_of(&store).map_err(|problem| announced.outputs.failed(problem))?;
    let event = by_rules_of(&announced.event, &store).map_err(|problem| announced.outputs.failed(problem))?;
    let found = match reconcile(&event, &mut store, on_change, again) {
        Err(EntryListError::Changed(changes)) => {
            let stored = store.players().map_err(|problem| announced.outputs.failed(problem))?;
            let on_change = decide(changes, &stored, announced)?;
            reconcile(&event, &mut store, on_change, again)
        }
        found => found,
    };
    let ids = found.map_err(|error| announced.outputs.failed(error))?;
    let resumed = Tournament::resume(event, store, &ids);
    resumed.map_err(|problem| announced.outputs.failed(problem))
}

/// Asks at the terminal; without one, fails and names the options.
fn ask(mut changes: Changes, stored: &[StoredPlayer], announced: &Announced) -> Result<OnChange, Failure> {
    let mut what = shared_folder::explain(&mut changes, stored, announced);
    // An explanation has a colon already.
    let then = if what.is_empty() { ":" } else { ";" };
    if !(changes.changed.is_empty() && changes.gone.is_empty()) {
        what.push(harmless(&changes.to_string()));
    }
    let what = what.join("; ");
    let (again, accept) = (
        "--changed again lets changed bots play all their games again; their old games no longer count",
        "--changed accept counts the old games for the changed bots; players that are no longer listed are left out",
    );
    if !changes.can_replay {
        return Err(Failure::Failed(format!(
            "{what}; later rounds depend on those games: {accept}; or name another store to start again"
        )));
    }
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(Failure::Failed(format!("{what}{then} {again}; {accept}")));
    }
    let answer = answer(&what, &mut io::stdin().lock(), &mut io::stderr());
    answer.ok_or_else(|| Failure::Left("nothing was played".into()))
}

/// Asks until there is an answer; `None` if nothing is to be done.
fn answer(what: &str, input: &mut impl BufRead, output: &mut impl Write) -> Option<OnChange> {
    let _ = write!(
        output,
        "{what}.\n  again   changed bots play all their games again; the old ones no longer count\n  \
         accept  the old games count for the changed bots; players that are no longer listed are left out\n  \
         stop    do nothing\n> "
    );
    loop {
        let mut line = String::new();
        let read = input.read_line(&mut line);
        let _ = match (read, line.trim()) {
            (Ok(1..), "again") => return Some(OnChange::Again),
            (Ok(1..), "accept") => return Some(OnChange::Accept),
            (Ok(0) | Err(_), _) | (_, "stop") => return None,
            (_, "") => write!(output, "type again, accept or stop\n> "),
            (_, other) => {
                let other = harmless(&shortened(other));
                write!(output, "{other} is not an answer: type again, accept or stop\n> ")
            }
        };
    }
}

/// A tournament as it is saved, also while another process plays it.
fn open_read_only(announced: &mut Announced) -> Result<Tournament, Failure> {
    if !announced.outputs.store.exists() {
        return Err(Failure::Failed(format!(
            "there are no results yet: {} does not exist; run the same command without --show to play",
            harmless(&announced.outputs.shown(&announced.outputs.store))
        )));
    }
    let store = Store::open_read_only(&announced.outputs.store)
        .map_err(|problem| announced.outputs.failed(problem))?;
    store.check().map_err(|problem| announced.outputs.failed(problem))?;
    announced.keep_settings_of(&store).map_err(|problem| announced.outputs.failed(problem))?;
    let event = by_rules_of(&announced.event, &store).map_err(|problem| announced.outputs.failed(problem))?;
    if let Some(other) = difference(&event, &store).map_err(|problem| announced.outputs.failed(problem))? {
        return Err(announced.outputs.failed(other));
    }
    let stored = store.players().map_err(|problem| announced.outputs.failed(problem))?;
    let found = announced.event.players.iter().filter_map(|player| {
        let stored = stored.iter().find(|stored| stored.name == player.name)?;
        Some((player.clone(), stored.id))
    });
    let (players, ids): (Vec<_>, Vec<PlayerId>) = found.unzip();
    let event = Event { players, ..event };
    Tournament::resume(event, store, &ids).map_err(|problem| announced.outputs.failed(problem))
}

/// What was found when the file of a ladder had changed.
enum News {
    /// The names of players who join.
    Read(Vec<String>),
    /// Why it cannot be used: the tournament continues without the change.
    Ignored(String),
}

/// Checks whether the file of a ladder names new players.
struct Newcomers {
    seen: Option<SystemTime>,
    next: Instant,
    known: usize,
}

impl Newcomers {
    fn new(announced: &Announced) -> Newcomers {
        let seen = announced.file_of;
        let known = announced.event.players.len();
        Newcomers { seen, next: Instant::now() + CHECK_FILE, known }
    }

    /// Adds players that the file names now, if it has changed.
    fn check(&mut self, tournament: &Tournament, announced: &Announced) -> Option<News> {
        if !announced.event.plan.is_endless() || Instant::now() < self.next {
            return None;
        }
        self.next = Instant::now() + CHECK_FILE;
        let now = announced.outputs.file.as_deref().and_then(announce::changed_at)?;
        if self.seen.replace(now) == Some(now) {
            return None;
        }
        let all_players = match announce::read_again(announced, &all_players(tournament)) {
            Ok(all_players) => all_players,
            Err(failure) => {
                return Some(News::Ignored(format!(
                    "{failure}; the tournament continues without the change"
                )));
            }
        };
        let names: Vec<String> =
            all_players.iter().skip(self.known).map(|newcomer| newcomer.name.clone()).collect();
        if names.is_empty() {
            return Some(News::Read(names));
        }
        self.known = all_players.len();
        Some(match tournament.join(all_players) {
            Ok(()) => News::Read(names),
            Err(error) => News::Ignored(error.to_string()),
        })
    }
}

fn all_players(tournament: &Tournament) -> Vec<EventPlayer> {
    tournament.players().iter().map(|player| player.entry.as_ref().clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_answer_is_asked_again() {
        let no_answer = "q is not an answer: type again, accept or stop\n> ";
        for (typed, expected, told) in [
            ("again\n", Some(OnChange::Again), ""),
            (" accept \n", Some(OnChange::Accept), ""),
            ("stop\n", None, ""),
            ("", None, ""),
            ("q\nagain\n", Some(OnChange::Again), no_answer),
            ("q\n", None, no_answer),
            ("\naccept", Some(OnChange::Accept), "type again, accept or stop\n> "),
        ] {
            let mut output = Vec::new();
            let got = answer("Ben has changed", &mut typed.as_bytes(), &mut output);
            assert_eq!(got, expected, "{typed:?}");
            let output = String::from_utf8(output).expect("text");
            let (question, rest) = output.split_once("> ").expect("a question");
            assert!(question.starts_with("Ben has changed.\n  again "), "{question}");
            assert_eq!(rest, told, "{typed:?}");
        }
    }
}

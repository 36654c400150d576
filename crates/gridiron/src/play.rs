//! `gridiron play`: one game in the terminal.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use games::{Cause, GameEntry, Seat};
use league::{EventPlayer, GameConditions, pair};
use referee::check::advice_after_game;
use referee::competitor::{Dialogue, ExitReport};
use referee::{Competitor, PlayerSpec, Record, RecordFile, Timing, faults, play_game};

use crate::cli::PlayArguments;
use crate::failure::{Failure, complain, harmless};
use crate::human::{Human, SharedTerminal};
use crate::narrate::Narrator;
use crate::play_again::{self, PlayAgain};
use crate::seeds::Seed;
use crate::serve::{LivePage, WithPage};
use crate::terminal;
use crate::{player_arguments, rule_arguments};

pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    arguments.live.check_used(arguments.browser, "--browser")?;
    let entry = arguments.game;
    let options = rule_arguments::read(entry, &arguments.rules)?;
    // As `gridiron check` takes them.
    let check_options = rule_arguments::read_over(entry, pair::usual_options(entry), &arguments.rules)?;
    let seed = Seed::given_or_drawn(arguments.seed)?;
    let outputs: Vec<_> = arguments.record.iter().chain(&arguments.dialogue).collect();
    let b = arguments.b.as_deref().unwrap_or_else(|| usual_opponent(entry, &arguments.a));
    let players = player_arguments::read(entry, [&arguments.a, b], &arguments.timing, &outputs)?;
    player_arguments::print_sandbox_notes(&players);
    player_arguments::print_warnings(&players, &options);
    let timing = Timing {
        clocks: arguments.timing.clocks(entry, &players, &arguments.handicaps),
        charge: arguments.timing.charge()?,
        start_budget: arguments.timing.start_budget,
    };
    player_arguments::check_threads(players.iter().zip(timing.clocks), timing.charge)?;
    let mut session =
        entry.start(options, seed.number).map_err(|error| rule_arguments::refused(entry, &error))?;
    // Before the game, so that an error shows now and not after it.
    let file = match &arguments.record {
        None => None,
        Some(path) => Some(RecordFile::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let stop = crate::interrupt::stop_on_interrupt();
    let mut narrator =
        Narrator::new(&arguments.show, players.each_ref().map(|player| player.about().clone()))
            .with_people(players.each_ref().map(PlayerSpec::is_human))
            .with_seed(seed)
            .with_sandbox(players.each_ref().map(PlayerSpec::sandbox));
    let dialogues = match &arguments.dialogue {
        None => [None, None],
        Some(path) => dialogues(path)?.map(Some),
    };
    let mut competitors = competitors(&players, dialogues);
    let (page, mut shown) = match arguments.browser {
        false => (None, None),
        true => {
            let (page, shown) = LivePage::of_game(&*session, &players, &timing, &arguments.live)?;
            (Some(page), Some(shown))
        }
    };
    let mut watcher = WithPage { inner: &mut narrator, page: shown.as_mut() };
    let played = play_game(&mut *session, &mut competitors, &timing, stop, &mut watcher);
    if let (Some(shown), Ok(record)) = (&shown, &played) {
        shown.ended(record);
    }
    // Ask both before waiting for one: each may take a moment.
    competitors.iter_mut().for_each(|competitor| competitor.quit());
    let exits = competitors.each_mut().map(|competitor| competitor.shut_down());
    let played = played.map_err(|failure| not_finished(failure, &arguments.record, &players))?;
    narrator.result(&*session, &played.outcome)?;
    narrator.unexpected_lines(entry, played.unexpected_lines)?;
    narrator.exits(entry, &exits)?;
    let conditions = GameConditions {
        entry,
        options: check_options,
        charge: timing.charge,
        start_budget: timing.start_budget,
    };
    let again = PlayAgain { conditions: &conditions, sandbox: &arguments.timing.sandbox, folder: None };
    narrator.print(&terminal::fit(&advice(&again, &players, &timing, &played, &exits), 2))?;
    let is_a_show = arguments.show.delay.is_zero() && !arguments.show.quiet && io::stdout().is_terminal();
    if is_a_show && !players.iter().any(PlayerSpec::is_human) {
        complain("add --delay 200ms to watch it turn by turn");
    }
    if let (Some(file), Some(path)) = (file, &arguments.record) {
        file.finish(&played).map_err(|error| cannot_write(path, &error))?;
        if !arguments.show.quiet {
            narrator
                .print(&terminal::fit(&play_again::after_writing(path, "it again", "--delay 300ms"), 2))?;
        }
    }
    if let Some(page) = page {
        page.stay(stop);
    }
    match played.outcome.cause {
        Cause::NoStart => Err(Failure::Failed(did_not_start(&played))),
        _ => Ok(()),
    }
}

/// A game that was left or interrupted: it does not count, and people are told so.
fn not_finished(failure: Failure, record: &Option<PathBuf>, players: &[PlayerSpec; 2]) -> Failure {
    let whole = |why: String| if record.is_some() { format!("{why}, and is not recorded") } else { why };
    match failure {
        Failure::Left(why) => Failure::Left(whole(why)),
        Failure::InputEnded(why) => Failure::InputEnded(whole(why)),
        Failure::Interrupted if players.iter().any(PlayerSpec::is_human) || record.is_some() => {
            Failure::Left(whole("interrupted: the game does not count".to_string()))
        }
        other => other,
    }
}

/// Who did not start. The reason is printed above.
fn did_not_start(played: &Record) -> String {
    let [a, b] = played.players.each_ref().map(|player| &player.name);
    match played.outcome.winner {
        Some(Seat::Zero) => format!("{b} did not start, so it has lost"),
        Some(Seat::One) => format!("{a} did not start, so it has lost"),
        None => format!("neither {a} nor {b} started, so the game is a draw"),
    }
}

/// What authors should do about bots with faults, and the command that finds out more.
fn advice(
    again: &PlayAgain<'_>,
    bots: &[PlayerSpec; 2],
    timing: &Timing,
    played: &Record,
    exits: &[Option<ExitReport>; 2],
) -> String {
    let faults = faults::all(played);
    let mut lines = Vec::new();
    for (seat, bot) in Seat::BOTH.into_iter().zip(bots).filter(|(_, bot)| bot.is_program()) {
        let exit = exits[seat.index()].as_ref();
        let has_problem = exit.is_some_and(|exit| exit.problem.is_some());
        if !has_problem && faults.iter().all(|(other, _)| *other != seat) {
            continue;
        }
        let name = &played.players[seat.index()].name;
        let what = advice_after_game(played, seat, bot)
            .map(|what| format!("what to do about {}: {what}\n", harmless(name)));
        let player =
            EventPlayer { name: name.clone(), spec: bot.clone(), clock: timing.clocks[seat.index()] };
        lines.extend(what);
        lines.push(format!("to find out more: {}\n", again.check(&player)));
    }
    // Two copies of a bot.
    lines.dedup();
    lines.concat()
}

/// The opponent if none is named: the champion, or the next strongest player if A is
/// the champion itself.
fn usual_opponent(entry: &GameEntry, a: &str) -> &'static str {
    let fair =
        || ai::table::players_of(entry.name).filter(|player| !player.sees_all).map(|player| player.name);
    let champion = fair().last().unwrap_or("random");
    let next = fair().take_while(|name| *name != champion).last().unwrap_or(champion);
    let name = a.split_once(':').map_or(a, |(name, _)| name);
    if name == champion { next } else { champion }
}

/// The competitors for both players. People share one terminal.
fn competitors(players: &[PlayerSpec; 2], dialogues: [Option<Dialogue>; 2]) -> [Box<dyn Competitor>; 2] {
    let people = players.iter().filter(|player| player.is_human()).count();
    let terminal = Arc::new(Mutex::new(SharedTerminal::new(people)));
    let mut dialogues = dialogues.into_iter();
    players.each_ref().map(|player| -> Box<dyn Competitor> {
        let dialogue = dialogues.next().flatten();
        match player.is_human() {
            true => Box::new(Human::new(player.about().clone(), Arc::clone(&terminal))),
            false => player.competitor_with(dialogue),
        }
    })
}

/// Logs of all lines to and from the programs of A and B, in one file.
fn dialogues(path: &Path) -> Result<[Dialogue; 2], Failure> {
    let cannot = |error: io::Error| Failure::unwritable(format!("the dialogue {}", path.display()), &error);
    File::create(path).map_err(cannot)?;
    // Both append to the file, so that no line overwrites another.
    let append = || OpenOptions::new().append(true).open(path).map_err(cannot);
    let files = [append()?, append()?];
    let mut names = ["A", "B"].into_iter();
    Ok(files.map(|file| Dialogue::new(names.next().unwrap_or_default(), Box::new(file))))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::unwritable(format!("the record {}", path.display()), error)
}

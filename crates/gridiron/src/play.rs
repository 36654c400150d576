//! `gridiron play`: one game in the terminal.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex};

use games::GameEntry;
use referee::competitor::Dialogue;
use referee::{Competitor, PlayerSpec, RecordFile, Timing, play_game};

use crate::cli::PlayArguments;
use crate::failure::{Failure, complain};
use crate::human::{Human, SharedTerminal};
use crate::narrate::Narrator;
use crate::{players, rules};

pub fn run(arguments: &PlayArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game)?;
    let options = rules::read(entry, &arguments.rules)?;
    let seed = arguments.seed.unwrap_or_else(players::any_seed);
    let outputs: Vec<_> = arguments.record.iter().chain(&arguments.dialogue).collect();
    let b = arguments.b.as_deref().unwrap_or_else(|| usual_opponent(entry, &arguments.a));
    let players = players::read(entry, [&arguments.a, b], &arguments.timing, &outputs)?;
    players::print_sandbox_notes(&players);
    players::print_warnings(&players, &options);
    let timing = Timing {
        clocks: arguments.timing.clocks(entry, &players, &arguments.handicaps),
        charge: arguments.timing.charge()?,
        start_budget: arguments.timing.start_budget,
    };
    players::check_threads(players.iter().zip(timing.clocks), timing.charge)?;
    let mut session = entry.start(options, seed).map_err(|error| rules::refused(entry, &error))?;
    // Before the game: better to know now than after it.
    let file = match &arguments.record {
        None => None,
        Some(path) => Some(RecordFile::create(path).map_err(|error| cannot_write(path, &error))?),
    };
    let stop = crate::interrupt::stop_on_interrupt();
    let mut narrator =
        Narrator::new(&arguments.show, players.each_ref().map(|player| player.about().clone()))
            .beside(players.each_ref().map(PlayerSpec::is_human));
    let dialogues = match &arguments.dialogue {
        None => [None, None],
        Some(path) => dialogues(path)?.map(Some),
    };
    let mut competitors = seat(&players, dialogues);
    let played = play_game(&mut *session, &mut competitors, &timing, stop, &mut narrator);
    // Both at once: to go may take a moment.
    competitors.iter_mut().for_each(|competitor| competitor.quit());
    let exits = competitors.each_mut().map(|competitor| competitor.shut_down());
    let played = played.map_err(|failure| match failure {
        Failure::Left(why) if arguments.record.is_some() => Failure::Left(format!("{why}, and not recorded")),
        other => other,
    })?;
    narrator.result(&*session, &played.outcome)?;
    narrator.unasked(entry, played.unexpected_lines)?;
    narrator.exits(entry, &exits)?;
    let is_a_show = arguments.show.delay.is_zero() && !arguments.show.quiet && io::stdout().is_terminal();
    if is_a_show && !players.iter().any(PlayerSpec::is_human) {
        complain("to watch it turn by turn, add --delay 200ms");
    }
    match (file, &arguments.record) {
        (Some(file), Some(path)) => file.finish(&played).map_err(|error| cannot_write(path, &error)),
        _ => Ok(()),
    }
}

/// The champion, with whatever options, plays whoever comes next to it, because
/// against itself little happens; everybody else plays the champion.
fn usual_opponent(entry: &GameEntry, a: &str) -> &'static str {
    let fair =
        || ai::table::players_of(entry.name).filter(|player| !player.sees_all).map(|player| player.name);
    let champion = fair().last().unwrap_or("random");
    let next = fair().take_while(|name| *name != champion).last().unwrap_or(champion);
    let name = a.split_once(':').map_or(a, |(name, _)| name);
    if name == champion { next } else { champion }
}

/// Brings the players to the board. People share the one terminal there is.
fn seat(players: &[PlayerSpec; 2], dialogues: [Option<Dialogue>; 2]) -> [Box<dyn Competitor>; 2] {
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

/// Where all that is said to and by programs is written, A's and B's to one file.
fn dialogues(path: &Path) -> Result<[Dialogue; 2], Failure> {
    let cannot = |error| Failure::Failed(format!("cannot write the dialogue {}: {error}", path.display()));
    File::create(path).map_err(cannot)?;
    // Each its own way to the end of the same file, so that no line is torn.
    let end = || OpenOptions::new().append(true).open(path).map_err(cannot);
    let ends = [end()?, end()?];
    let mut names = ["A", "B"].into_iter();
    Ok(ends.map(|end| Dialogue { name: names.next().unwrap_or_default().into(), out: Box::new(end) }))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write the record {}: {error}", path.display()))
}

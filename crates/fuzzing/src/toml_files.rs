//! Files of rules and of tournaments: what is accepted can be played, and what is
//! refused is named with its place.

use ai::table::players_of;
use games::GAMES;
use league::file::{self, Place, TournamentFile, TournamentFileError};
use league::{Event, Tournament, reporting};
use referee::{ChargeBy, rules_file};

/// More players show nothing new, and a format of 10,000 takes a while.
const MOST_PLAYERS: usize = 40;

/// The text of a rules file, read for every game.
pub fn rules(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let mut is_accepted = false;
    for entry in &GAMES {
        match rules_file::read(entry.defaults(), &text) {
            Ok(options) => {
                is_accepted = true;
                let again =
                    entry.read_options(&options.to_full_string()).expect("options as they are written");
                assert_eq!(again, options);
                // Options may be good one by one and no board together.
                if let Ok(session) = entry.start(options.clone(), 1) {
                    assert_eq!(*session.options(), options);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    is_accepted
}

/// The text of a tournament file.
pub fn tournament(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    match file::read(&text) {
        Ok(file) => {
            check(&file, &text);
            true
        }
        Err(error) => {
            let place = match &error {
                TournamentFileError::Toml { place, .. } | TournamentFileError::UnknownKey { place, .. } => {
                    *place
                }
                TournamentFileError::Value { place, .. } => Some(*place),
            };
            place.iter().for_each(|place| check_place(place, &text));
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

fn check(file: &TournamentFile, text: &str) {
    file.players.iter().for_each(|player| check_place(&player.place, text));
    file.entry.start(file.options.clone(), file.seed.unwrap_or(1)).expect("the rules are those of a game");
    assert!(!file.plan.in_words().is_empty());
    let Some(event) = event_of(file) else { return };
    assert_eq!(event.settings().get("game").map(String::as_str), Some(file.entry.name));
    let tournament = Tournament::in_memory(event);
    let (done, planned) = tournament.progress();
    assert!(done == 0 && (planned.is_none() == file.plan.is_endless()), "{planned:?}");
    let report = reporting::report(&tournament, &reporting::ReportOptions::default()).expect("no store");
    assert_eq!(report.standings.len(), file.players.len());
    assert!(!web::csv::standings(&report).is_empty());
}

/// A place is one in the text, or right after it.
fn check_place(place: &Place, text: &str) {
    let lines = text.matches('\n').count() + 1;
    assert!((1..=lines).contains(&place.line), "{place:?}");
    let line = text.split('\n').nth(place.line - 1).unwrap_or_default();
    assert!((1..=line.chars().count() + 1).contains(&place.column), "{place:?}");
}

/// The event of a file, if all its players are built in. Others would be looked for
/// on this machine.
pub fn event_of(file: &TournamentFile) -> Option<Event> {
    let built_in: Vec<&str> = players_of(file.entry.name).map(|player| player.name).collect();
    let bots: Vec<&str> = file.players.iter().map(|player| player.bot.as_str()).collect();
    let can_play = bots.iter().all(|bot| built_in.contains(bot));
    if !can_play || !(2..=MOST_PLAYERS).contains(&bots.len()) {
        return None;
    }
    let mut event = Event::of_built_in_players(file.entry.name, bots, file.plan).ok()?;
    event.conditions.options = file.options.clone();
    event.conditions.start_budget = file.start_budget;
    event.conditions.charge = file.clock_by.unwrap_or(ChargeBy::Cpu);
    (event.seed, event.records) = (file.seed.unwrap_or(1), file.records);
    event.withdraw_after = Some(file.withdraw_after);
    for (player, named) in event.players.iter_mut().zip(&file.players) {
        player.name = named.name.clone().unwrap_or_else(|| player.name.clone());
    }
    Some(event)
}

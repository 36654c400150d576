//! Events about what changes all the time, such as standings: at most twice a second,
//! only where somebody reads them, and only if something has changed.

use std::collections::BTreeMap;

use league::committed_results::game_number;
use league::game_index::Elos;
use league::report::Standing;
use serde::Serialize;

use super::games::LiveSummary;
use crate::api::home;
use crate::api::summary::{Summary, summary};
use crate::arena::Arena;

/// The standings of a tournament.
#[derive(Serialize)]
pub struct StandingsEvent {
    id: String,
    summary: Summary,
    standings: Vec<Standing>,
}

/// The games of a tournament that are being played.
#[derive(Serialize)]
pub struct LiveEvent {
    id: String,
    live: Vec<LiveSummary>,
}

/// The newest games of a tournament that can be watched.
#[derive(Serialize)]
struct RecentEvent {
    id: String,
    games: Vec<u64>,
}

/// What was sent last about each topic.
#[derive(Default)]
pub struct Ticker {
    home: Option<String>,
    tournaments: BTreeMap<String, Sent>,
}

#[derive(Default)]
struct Sent {
    summary: Option<Summary>,
    live: Vec<String>,
    newest: Vec<u64>,
}

/// How many of the newest games are named.
const NEWEST: usize = 8;

/// Publishes what has changed since the last call.
pub fn tick(ticker: &mut Ticker, arena: &Arena) {
    let bus = &arena.bus;
    arena.live.forget_old().iter().for_each(|id| bus.forget(&format!("g:{id}")));
    number_games(arena);
    if bus.has_readers("home") {
        let now = home::now(arena);
        // Ages change all the time.
        let key = format!("{:?}", now.without_ages());
        if ticker.home.as_ref() != Some(&key) {
            bus.publish("home", "home", &now);
            ticker.home = Some(key);
        }
    }
    let read = bus.read_topics("t:");
    ticker.tournaments.retain(|id, _| read.iter().any(|topic| topic[2..] == **id));
    for topic in read {
        let id = &topic[2..];
        let sent = ticker.tournaments.entry(id.to_string()).or_default();
        if let Some(event) = standings_event(arena, id)
            && sent.summary.as_ref() != Some(&event.summary)
        {
            sent.summary = Some(event.summary.clone());
            bus.publish(&topic, "standings", &event);
            let games = newest(arena, id);
            if games != sent.newest {
                bus.publish(&topic, "recent", &RecentEvent { id: id.to_string(), games: games.clone() });
                sent.newest = games;
            }
        }
        let event = live_event(arena, id);
        let ids: Vec<String> = event.live.iter().map(|game| game.id.clone()).collect();
        if ids != sent.live {
            bus.publish(&topic, "live", &event);
            sent.live = ids;
        }
    }
}

/// Finds the numbers of live games that have ended, once their pairs are committed.
fn number_games(arena: &Arena) {
    for (id, tournament, pairing, game) in arena.live.without_number() {
        let Some((_, opened)) = arena.glance(&tournament) else { continue };
        let tournament = &opened.tournament;
        let number = match tournament.open_store_for_reading() {
            Ok(Some(store)) => {
                let players = tournament.players();
                let ids = pairing.players.map(|player| players.get(player).map(|player| player.id));
                let [Some(first), Some(second)] = ids else { continue };
                store.pair_number(pairing.round, [first, second], pairing.leg).ok().flatten()
            }
            // A match numbers its pairs by their legs.
            Ok(None) => Some(i64::from(pairing.leg) + 1),
            Err(_) => None,
        };
        if let Some(pair) = number {
            arena.live.set_number(&id, game_number(pair, usize::from(game)));
        }
    }
}

/// The standings of a tournament; `None` if it is not there or cannot be read.
pub fn standings_event(arena: &Arena, id: &str) -> Option<StandingsEvent> {
    let (entry, opened) = arena.glance(id)?;
    let standings = league::reporting::standings(&opened.tournament);
    Some(StandingsEvent { id: id.to_string(), summary: summary(arena, &entry), standings })
}

/// The games of a tournament that are being played.
pub fn live_event(arena: &Arena, id: &str) -> LiveEvent {
    LiveEvent { id: id.to_string(), live: arena.live.summaries(Some(id)) }
}

/// The numbers of the newest games of a tournament that can be watched.
pub fn newest(arena: &Arena, id: &str) -> Vec<u64> {
    let mut kept = arena.live.recent.numbers(id);
    kept.truncate(NEWEST);
    if !kept.is_empty() {
        return kept;
    }
    let Some((_, opened)) = arena.glance(id) else { return Vec::new() };
    let store = opened.tournament.open_store_for_reading().ok().flatten();
    let lines =
        store.and_then(|store| store.newest_games(0, NEWEST as u64, &Elos::new()).ok()).unwrap_or_default();
    lines.iter().filter(|line| line.kept).map(|line| line.number).collect()
}

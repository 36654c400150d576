//! Events about what changes all the time, such as standings: only where somebody reads
//! them, and only if something has changed. What changes with every game is sent less often
//! than what people wait for. All that is due at one time is published together.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use league::committed_results::game_number;
use league::report::Standing;
use serde::Serialize;

use super::bus::Batch;
use super::games::LiveSummary;
use crate::api::home::{self, HomeNow};
use crate::api::summary::{Summary, summary};
use crate::arena::Arena;

/// How often numbers are sent at most that change with every game.
const COUNTS_EVERY: Duration = Duration::from_secs(2);

/// How often a list of live games is sent at most. Boards show only games that last longer.
const LIVE_EVERY: Duration = Duration::from_secs(1);

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
    home: Sent<HomeNow>,
    tournaments: BTreeMap<String, SentOfTournament>,
}

#[derive(Default)]
struct SentOfTournament {
    summary: Sent<Summary>,
    live: Sent<Vec<String>>,
    newest: Sent<Vec<u64>>,
}

/// What was sent last, and when.
struct Sent<T>(Option<(T, Instant)>);

impl<T> Default for Sent<T> {
    fn default() -> Sent<T> {
        Sent(None)
    }
}

impl<T: PartialEq> Sent<T> {
    /// Whether a value must be sent now; then it counts as sent. `pause` says how long it
    /// waits after the last.
    fn take(&mut self, value: T, pause: impl Fn(&T, &T) -> Duration, now: Instant) -> bool {
        let is_due = self.0.as_ref().is_none_or(|(last, at)| {
            *last != value && now.saturating_duration_since(*at) >= pause(last, &value)
        });
        if is_due {
            self.0 = Some((value, now));
        }
        is_due
    }
}

/// Publishes what has changed since the last call. A topic that cannot be looked at keeps
/// no news of others back.
pub fn tick(ticker: &mut Ticker, arena: &Arena, now: Instant) {
    let bus = &arena.bus;
    let mut batch = Batch::default();
    let mut guarded = |topic: &str, look: &mut dyn FnMut(&mut Batch)| {
        // What was added before counts as sent, so it is.
        if catch_unwind(AssertUnwindSafe(|| look(&mut batch))).is_err() {
            tracing::error!(topic, "cannot tell what has changed");
        }
    };
    guarded("live games", &mut |_| {
        arena.live.forget_old().iter().for_each(|id| bus.forget(&format!("g:{id}")));
        number_games(arena);
    });
    if bus.has_readers("home") {
        guarded("home", &mut |batch| {
            let home = home::now(arena);
            if ticker.home.take(home.without_ages(), pause_of_home, now) {
                batch.add("home", "home", &home);
            }
        });
    }
    let read = bus.read_topics("t:");
    ticker.tournaments.retain(|id, _| read.iter().any(|topic| topic[2..] == **id));
    for topic in read {
        let id = &topic[2..];
        let sent = ticker.tournaments.entry(id.to_string()).or_default();
        guarded(&topic, &mut |batch| sent.add_news(arena, id, batch, now));
    }
    bus.publish_all(batch);
}

impl SentOfTournament {
    /// Adds what has changed.
    fn add_news(&mut self, arena: &Arena, id: &str, batch: &mut Batch, now: Instant) {
        let topic = format!("t:{id}");
        if let Some((entry, opened)) = arena.glance(id) {
            let summary = summary(arena, &entry);
            if self.summary.take(summary.clone(), pause_of_summary, now) {
                let standings = league::reporting::standings(&opened.tournament);
                batch.add(&topic, "standings", &StandingsEvent { id: id.to_string(), summary, standings });
            }
            // Found later than the games are counted.
            let games = entry.newest_games(&opened, &arena.live.recent);
            if self.newest.take(games.clone(), |_, _| COUNTS_EVERY, now) {
                batch.add(&topic, "recent", &RecentEvent { id: id.to_string(), games });
            }
        }
        let event = live_event(arena, id);
        let ids = event.live.iter().map(|game| game.id.clone()).collect();
        if self.live.take(ids, |_, _| LIVE_EVERY, now) {
            batch.add(&topic, "live", &event);
        }
    }
}

/// Nobody waits to see that something begins, ends or fails.
fn pause_of_summary(last: &Summary, new: &Summary) -> Duration {
    if last.without_counts() == new.without_counts() { COUNTS_EVERY } else { Duration::ZERO }
}

fn pause_of_home(last: &HomeNow, new: &HomeNow) -> Duration {
    if last.without_counts() != new.without_counts() {
        Duration::ZERO
    } else if last.live() != new.live() {
        LIVE_EVERY
    } else {
        COUNTS_EVERY
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

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use league::formats::Plan;
    use league::{Event, Tournament};

    use super::*;
    use crate::host::Opened;
    use crate::tournaments::Entry;

    /// Games are counted first and can be watched later: nothing else need happen meanwhile.
    #[test]
    fn games_are_named_when_they_can_be_watched() {
        let arena = Arena::new("Test".into(), None, None);
        let plan = Plan::RoundRobin { pairs: 1 };
        let event = Event::of_built_in_players("conga", ["random", "random"], plan).expect("players");
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/data/golden/conga.jsonl");
        let record = referee::record::read(Path::new(golden)).expect("golden games").remove(0);
        let tournament = Arc::new(Tournament::in_memory(event));
        let opened = Opened { tournament, play: None, sandbox: None, store: None, problem: None };
        let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
        let topic = format!("t:{}", entry.id);
        let _reader = arena.bus.subscribe(std::slice::from_ref(&topic), None);
        let (mut ticker, begin, mut last) = (Ticker::default(), Instant::now(), arena.bus.now());
        let mut recent_after = |ms: u64| -> Vec<String> {
            tick(&mut ticker, &arena, begin + Duration::from_millis(ms));
            let events = arena.bus.poll(std::slice::from_ref(&topic), Some(last)).events;
            last = events.last().map_or(last, |event| event.id);
            let recent = events.iter().filter(|event| event.name == "recent");
            recent.map(|event| String::from_utf8_lossy(&event.data).into_owned()).collect()
        };
        let games = |numbers: &str| vec![format!("{{\"id\":\"cup\",\"games\":[{numbers}]}}")];
        assert_eq!(recent_after(0), games(""));
        arena.live.recent.add("cup", 1, record.clone());
        assert_eq!(recent_after(1999), Vec::<String>::new());
        assert_eq!(recent_after(2000), games("1"));
        arena.live.recent.add("cup", 2, record);
        assert_eq!(recent_after(4000), games("2,1"));
        assert_eq!(recent_after(9000), Vec::<String>::new());
    }

    #[test]
    fn what_is_urgent_does_not_wait() {
        let begin = Instant::now();
        let mut sent = Sent::default();
        // Milliseconds, a value, and whether it is sent. Another ten is urgent.
        let table = [
            (0, 1, true),
            (500, 1, false),
            (500, 2, false),
            (1999, 3, false),
            (2000, 3, true),
            (2500, 13, true),
            (3000, 14, false),
            (4499, 14, false),
            (4500, 14, true),
            (9000, 14, false),
            (9000, 4, true),
        ];
        for (ms, value, expected) in table {
            let now = begin + Duration::from_millis(ms);
            let pause =
                |last: &i32, new: &i32| if last / 10 == new / 10 { COUNTS_EVERY } else { Duration::ZERO };
            assert_eq!(sent.take(value, pause, now), expected, "{value} after {ms} ms");
        }
    }
}

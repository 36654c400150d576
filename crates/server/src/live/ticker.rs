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
    pace: Pace,
    home: Sent<HomeNow>,
    tournaments: BTreeMap<String, SentOfTournament>,
}

#[derive(Default)]
struct SentOfTournament {
    summary: Sent<Summary>,
    live: Sent<Vec<String>>,
    newest: Sent<Vec<u64>>,
}

/// What was sent last.
struct Sent<T>(Option<T>);

impl<T> Default for Sent<T> {
    fn default() -> Sent<T> {
        Sent(None)
    }
}

/// How soon people want to know of a change.
#[derive(Clone, Copy)]
enum Kind {
    /// At once: something begins, ends or fails.
    Urgent,
    /// A list of live games.
    Live,
    /// Numbers that change with every game.
    Counts,
}

/// When changes of each kind were sent last, of all topics. A message with several events
/// costs a connection hardly more than one: so those of a kind go out together.
#[derive(Default)]
struct Pace {
    live: Option<Instant>,
    counts: Option<Instant>,
}

/// What may be sent at one time, and what is.
struct Beat<'a> {
    pace: &'a mut Pace,
    now: Instant,
    is_time_for: [bool; 2],
}

impl Pace {
    fn beat(&mut self, now: Instant) -> Beat<'_> {
        let is_over = |last: Option<Instant>, pause: Duration| {
            last.is_none_or(|last| now.saturating_duration_since(last) >= pause)
        };
        let is_time_for = [is_over(self.live, LIVE_EVERY), is_over(self.counts, COUNTS_EVERY)];
        Beat { pace: self, now, is_time_for }
    }
}

impl Beat<'_> {
    fn allows(&mut self, kind: Kind) -> bool {
        let [is_time_for_live, is_time_for_counts] = self.is_time_for;
        let (last, is_time) = match kind {
            Kind::Urgent => return true,
            Kind::Live => (&mut self.pace.live, is_time_for_live),
            Kind::Counts => (&mut self.pace.counts, is_time_for_counts),
        };
        if is_time {
            *last = Some(self.now);
        }
        is_time
    }
}

impl<T: PartialEq> Sent<T> {
    /// Whether a value must be sent now; then it counts as sent. `kind` says what kind of
    /// change it is.
    fn take(&mut self, value: T, kind: impl Fn(&T, &T) -> Kind, beat: &mut Beat<'_>) -> bool {
        let is_due = match &self.0 {
            None => true,
            Some(last) => *last != value && beat.allows(kind(last, &value)),
        };
        if is_due {
            self.0 = Some(value);
        }
        is_due
    }
}

/// Publishes what has changed since the last call. A topic that cannot be looked at keeps
/// no news of others back.
pub fn tick(ticker: &mut Ticker, arena: &Arena, now: Instant) {
    let bus = &arena.bus;
    let mut batch = Batch::default();
    let mut beat = ticker.pace.beat(now);
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
            if ticker.home.take(home.without_ages(), kind_of_home, &mut beat) {
                batch.add("home", "home", &home);
            }
        });
    }
    let read = bus.read_topics("t:");
    ticker.tournaments.retain(|id, _| read.iter().any(|topic| topic[2..] == **id));
    for topic in read {
        let id = &topic[2..];
        let sent = ticker.tournaments.entry(id.to_string()).or_default();
        guarded(&topic, &mut |batch| sent.add_news(arena, id, batch, &mut beat));
    }
    bus.publish_all(batch);
}

impl SentOfTournament {
    /// Adds what has changed.
    fn add_news(&mut self, arena: &Arena, id: &str, batch: &mut Batch, beat: &mut Beat<'_>) {
        let topic = format!("t:{id}");
        if let Some((entry, opened)) = arena.glance(id) {
            let summary = summary(arena, &entry);
            if self.summary.take(summary.clone(), kind_of_summary, beat) {
                let standings = league::reporting::standings(&opened.tournament);
                batch.add(&topic, "standings", &StandingsEvent { id: id.to_string(), summary, standings });
            }
            // Found later than the games are counted.
            let games = entry.newest_games(&opened, &arena.live.recent);
            if self.newest.take(games.clone(), |_, _| Kind::Counts, beat) {
                batch.add(&topic, "recent", &RecentEvent { id: id.to_string(), games });
            }
        }
        let event = live_event(arena, id);
        let ids = event.live.iter().map(|game| game.id.clone()).collect();
        if self.live.take(ids, |_, _| Kind::Live, beat) {
            batch.add(&topic, "live", &event);
        }
    }
}

fn kind_of_summary(last: &Summary, new: &Summary) -> Kind {
    if last.without_counts() == new.without_counts() { Kind::Counts } else { Kind::Urgent }
}

fn kind_of_home(last: &HomeNow, new: &HomeNow) -> Kind {
    if last.without_counts() != new.without_counts() {
        Kind::Urgent
    } else if last.live() != new.live() {
        Kind::Live
    } else {
        Kind::Counts
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
        assert_eq!(recent_after(500), games("1"));
        arena.live.recent.add("cup", 2, record);
        assert_eq!(recent_after(2499), Vec::<String>::new());
        assert_eq!(recent_after(2500), games("2,1"));
        assert_eq!(recent_after(9000), Vec::<String>::new());
    }

    #[test]
    fn what_is_urgent_does_not_wait_and_counts_go_out_together() {
        let begin = Instant::now();
        let (mut pace, mut sent) = (Pace::default(), [Sent::default(), Sent::default()]);
        // Milliseconds, two values, and whether each is sent. Another ten is urgent.
        let table = [
            (0, [1, 1], [true, true]),
            (500, [1, 2], [false, true]),
            (1000, [2, 3], [false, false]),
            (2499, [2, 3], [false, false]),
            (2500, [3, 3], [true, true]),
            (3000, [13, 4], [true, false]),
            (3500, [14, 14], [false, true]),
            (4499, [14, 15], [false, false]),
            (4500, [14, 15], [true, true]),
            // After a pause nobody waits.
            (9000, [14, 15], [false, false]),
            (9100, [15, 15], [true, false]),
            (9200, [15, 16], [false, false]),
        ];
        for (ms, values, expected) in table {
            let mut beat = pace.beat(begin + Duration::from_millis(ms));
            let kind =
                |last: &i32, new: &i32| if last / 10 == new / 10 { Kind::Counts } else { Kind::Urgent };
            let got = [0, 1].map(|at| sent[at].take(values[at], kind, &mut beat));
            assert_eq!(got, expected, "{values:?} after {ms} ms");
        }
    }
}

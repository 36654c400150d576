//! The page of a bot, beside what the records of its games say.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::{FaultKind, Seat};
use gridiron_league::bot_report::{BotFault, BotReport, BotReportOptions, bot_report};
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::EventPlayer;
use gridiron_league::finished_pair::StoreEntry;
use gridiron_league::formats::Plan;
use gridiron_league::runner::Threads;
use gridiron_league::store::{PlayerId, Store, packing};
use gridiron_league::{Event, FinishedPair, GameSummary, PairOutcome, Tournament, reporting};
use referee::competitor::{GameStart, PlayerFault, Question, Response};
use referee::{
    Competitor, NoWatcher, PlayerRecord, PlayerSpec, Record, Stopped, TimeControl, TimeSpent, faults,
};

/// Plays the first legal action, but fails in some turns.
struct Clumsy {
    name: String,
    moves: u64,
    /// One move in so many is nonsense; 0 for none.
    fails: u64,
}

impl Competitor for Clumsy {
    fn about(&self) -> PlayerRecord {
        player_record(&self.name, "1")
    }

    fn start(&mut self, _game_start: &GameStart<'_>) {}

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.moves += 1;
        let is_nonsense = self.fails > 0 && self.moves.is_multiple_of(self.fails);
        let line = match is_nonsense {
            true => Err(PlayerFault::new(FaultKind::Protocol, "nonsense")),
            false => Ok(question.session.actions()[0].clone()),
        };
        let spent = TimeSpent::wall(Duration::from_millis(self.moves * 31 % 97));
        Ok(Response { billed: self.moves > 1, ..Response::new(line, spent) })
    }
}

fn player_record(name: &str, version: &str) -> PlayerRecord {
    PlayerRecord { name: name.into(), spec: format!("./{name}"), version: version.into(), clock: None }
}

const NAMES: [&str; 3] = ["careful", "clumsy", "hopeless"];

fn event(game: &str, versions: [&str; 3]) -> Event {
    let mut event =
        Event::of_built_in_players(game, ["random"], Plan::RoundRobin { pairs: 6 }).expect("an event");
    let players = NAMES.into_iter().zip(versions).map(|(name, version)| EventPlayer {
        name: name.into(),
        spec: PlayerSpec::absent(player_record(name, version)),
        clock: TimeControl::NONE,
    });
    event.players = players.collect();
    event
}

/// Plays pairs of all players with each other, and keeps every second pair whole.
fn fill(event: &Event, store: &mut Store, ids: &[PlayerId], legs: std::ops::Range<u32>) {
    let stop = AtomicBool::new(false);
    for leg in legs {
        for [a, b] in [[0, 1], [2, 0], [1, 2]] {
            let mut competitors = [a, b].map(|at: usize| {
                let fails = [0, 7, 3][at];
                Box::new(Clumsy { name: NAMES[at].into(), moves: u64::from(leg), fails })
                    as Box<dyn Competitor>
            });
            let mut games = Vec::new();
            let seeds = [u64::from(leg); 2];
            let each = |seat: Seat, record: Record| {
                let packed = leg.is_multiple_of(2).then(|| packing::pack(&record));
                games.push(GameSummary { record: packed, ..GameSummary::new(&record, seat) });
            };
            let played = event.conditions.play_pair(
                seeds,
                &mut competitors,
                [TimeControl::NONE; 2],
                &stop,
                &mut NoWatcher,
                each,
            );
            played.expect("nobody stops it");
            let outcome = PairOutcome::Played(Box::new(games.try_into().expect("two games")));
            let ended_ms = 1_700_000_000_000 + i64::from(leg) * 1000;
            let pair = FinishedPair { round: 0, players: [ids[a], ids[b]], leg, seeds, ended_ms, outcome };
            store.commit([StoreEntry::Pair(pair)].iter()).expect("it is saved");
        }
    }
}

fn open(event: &Event, path: &Path, legs: std::ops::Range<u32>) -> Tournament {
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(event, &mut store, OnChange::Again, &[]).expect("the same tournament");
    fill(event, &mut store, &ids, legs);
    Tournament::resume(event.clone(), store, &ids).expect("a tournament")
}

fn read(tournament: &Tournament, name: &str) -> BotReport {
    bot_report(tournament, name, &BotReportOptions::default()).expect("a store").expect("a bot")
}

/// The games of a bot, newest first, with its seat and the record if it was kept.
fn games_of(store: &Store, id: PlayerId) -> Vec<(u64, Seat, PlayerId, Option<Record>)> {
    let mut games: Vec<_> = store
        .all_games()
        .expect("games")
        .into_iter()
        .filter(|game| game.players.contains(&id))
        .map(|game| {
            let [first, second] = game.players;
            let seats = if game.game == 0 { [first, second] } else { [second, first] };
            let seat = if seats[0] == id { Seat::Zero } else { Seat::One };
            let packed = store.record(game.pair, game.game).expect("a store");
            let record = packed.map(|packed| packing::unpack(&packed).expect("a record"));
            (2 * game.pair as u64 - 1 + u64::from(game.game), seat, seats[seat.other().index()], record)
        })
        .collect();
    games.reverse();
    games
}

/// Adds up what the records say, in another way.
fn check_against_records(report: &BotReport, games: &[(u64, Seat, PlayerId, Option<Record>)]) -> usize {
    let mut turns: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    let mut kept = 0;
    let mut found = report.faults.iter();
    for (number, seat, _, record) in games {
        let Some(record) = record else { continue };
        kept += 1;
        for action in record.actions.iter().filter(|action| action.seat == *seat && !action.unbilled) {
            if let Some(ns) = action.wall_ns {
                turns.entry(action.turn).or_default().push(ns as f64 / 1e9);
            }
        }
        let own: Vec<_> = faults::all(record).into_iter().filter(|(who, _)| who == seat).collect();
        let Some((_, last)) = own.last() else { continue };
        let BotFault { cause, count, words, ply, .. } =
            found.find(|fault| fault.game == *number).expect("a fault is shown");
        assert_eq!(*count, own.len() as u64);
        assert!(words.as_ref().is_some_and(|words| words.contains("nonsense")), "{words:?}");
        let has_lost_by_it = record.outcome.cause == *last && record.outcome.winner == Some(seat.other());
        let first = record.actions.iter().take_while(|it| !(it.seat == *seat && it.fault.is_some())).count();
        let expected = if has_lost_by_it { record.actions.len() } else { first + 1 };
        assert_eq!((cause.as_str(), *ply), ("protocol", Some(expected as u32)), "game {number}");
    }
    let expected: Vec<(u32, u64)> = turns.iter().map(|(turn, all)| (*turn, all.len() as u64)).collect();
    let seen: Vec<(u32, u64)> = report.time.per_turn.iter().map(|turn| (turn.turn, turn.moves)).collect();
    assert_eq!((seen, report.time.games), (expected, kept));
    for (turn, all) in report.time.per_turn.iter().zip(turns.values()) {
        assert!((turn.mean_s - all.iter().sum::<f64>() / all.len() as f64).abs() < 1e-9);
        assert!((turn.longest_s - all.iter().copied().fold(0.0, f64::max)).abs() < 1e-12);
    }
    report.faults.len()
}

#[test]
fn a_bot_is_shown_as_its_games_say() {
    for game in ["virus", "conga", "plantation"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.db");
        let event = event(game, ["sha256:1", "sha256:2", "sha256:1"]);
        let tournament = open(&event, &path, 0..6);
        let store = Store::open_read_only(&path).expect("a store");
        let report = reporting::report(&tournament, &Default::default()).expect("a report");
        for (name, player) in NAMES.into_iter().zip(tournament.players()) {
            let shown = read(&tournament, name);
            let faults = check_against_records(&shown, &games_of(&store, player.id));
            assert_eq!(faults == 0, name == "careful", "{game}: {name}");
            let at = report.standings.iter().position(|row| row.name == name).expect("a row");
            assert_eq!(shown.opponents.len(), 2);
            for opponent in &shown.opponents {
                let column =
                    report.standings.iter().position(|row| row.name == opponent.name).expect("a row");
                assert_eq!(report.crosstable[at][column], Some(opponent.encounter));
            }
            assert_eq!(shown.time.moves, report.standings[at].answers);
            assert!(
                (shown.time.mean_s * shown.time.moves as f64 - report.standings[at].thought_s).abs() < 1e-6
            );
            let same: &[&str] = match name {
                "careful" => &["hopeless"],
                "hopeless" => &["careful"],
                _ => &[],
            };
            assert_eq!(shown.same_program, same);
        }
        let few = BotReportOptions { faults: 2, timed_games: 3 };
        let few = bot_report(&tournament, "hopeless", &few).expect("a store").expect("a bot");
        assert_eq!((few.faults.len(), few.time.games), (2, 3));
        assert_eq!(few.faults[..], read(&tournament, "hopeless").faults[..2]);
        assert_eq!(bot_report(&tournament, "nobody", &BotReportOptions::default()).expect("a store"), None);
    }
}

#[test]
fn earlier_versions_are_listed_and_count_no_longer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    drop(open(&event("virus", ["sha256:1", "sha256:2", "sha256:3"]), &path, 0..2));
    let tournament = open(&event("virus", ["sha256:1", "sha256:1", "sha256:3"]), &path, 10..13);
    let shown = read(&tournament, "clumsy");
    let versions: Vec<_> = shown
        .versions
        .iter()
        .map(|it| (it.version.as_str(), it.counts, it.games, it.since.map(|since| since - 1_700_000_000)))
        .collect();
    assert_eq!(versions, [("sha256:1", true, 12, Some(10)), ("sha256:2", false, 8, Some(0))]);
    assert_eq!(shown.same_program, ["careful"]);
    assert!(shown.faults.iter().all(|fault| fault.game > 12), "faults of the earlier version do not count");
    assert!(shown.faults.iter().all(|fault| NAMES.contains(&fault.against.as_str())));
}

#[test]
fn without_a_store_there_are_results_and_the_last_faults() {
    let mut event = Event::of_built_in_players("virus", ["greedy", "random"], Plan::RoundRobin { pairs: 2 })
        .expect("an event");
    event.players.push(EventPlayer {
        name: "gone".into(),
        spec: PlayerSpec::absent(player_record("gone", "sha256:1")),
        clock: TimeControl::NONE,
    });
    let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
    let tournament = Tournament::in_memory(event);
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    let shown = read(&tournament, "gone");
    assert_eq!((shown.opponents.len(), shown.faults.len(), shown.time.per_turn.len()), (2, 8, 0));
    assert!(shown.faults.iter().all(|fault| fault.cause == "no-start" && fault.ply.is_none()));
    assert_eq!((shown.versions.len(), shown.same_program.len()), (1, 0));
    assert!(read(&tournament, "greedy").faults.is_empty());
}

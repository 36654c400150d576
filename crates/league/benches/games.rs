//! How fast the games page of a store with a million games is. `cargo xtask bench`.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use games::Cause;
use gridiron_league::Event;
use gridiron_league::archive;
use gridiron_league::bot_report::{BotReportOptions, bot_report};
use gridiron_league::formats::Plan;
use gridiron_league::game_index::{Elos, FaultFilter, GameIndex, GameOrder, GameQuery, ResultFilter};
use gridiron_league::report_games::ReportGames;
use gridiron_league::reporting::{ReportOptions, report};
use gridiron_league::store::Store;
use rusqlite::Connection;

/// The best round counts: a shared machine can only make it slower.
const ROUNDS: usize = 5;

/// Pairs in the store; a few are forfeits.
const PAIRS: u32 = 500_500;

/// Bots in the store.
const BOTS: i64 = 100;

/// No query may take longer.
const GOAL: Duration = Duration::from_millis(20);

/// No page may take longer, its rows read from the store.
const PAGE_GOAL: Duration = Duration::from_millis(50);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let chosen = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    let names = [
        "games: load a million",
        "games: find in a million",
        "games: page of a million",
        "games: bot page of a million",
        "games: tournament of a million",
    ];
    if !names.into_iter().any(chosen) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("million.db");
    let begin = Instant::now();
    fill(&path);
    let size = path.metadata().map_or(0, |file| file.len()) >> 20;
    println!("{:<36} {:>8.1} s to make, {size} MB", "games: the store", begin.elapsed().as_secs_f64());
    let store = Store::open_read_only(&path).expect("a store");
    let index = load(names[0], &store, &path);
    let elos: Elos = (1..=BOTS).map(|id| (id, (id * 7 % 400 - 200) as f64)).collect();
    if chosen(names[1]) {
        find(names[1], &index, &elos);
    }
    if chosen(names[2]) {
        page(names[2], &store, &index, &elos);
    }
    drop(store);
    if names[3..].iter().copied().any(chosen) {
        tournament([names[3], names[4]], &path);
    }
}

/// Everything is read once when a tournament is opened. The yardstick of a bot's page is
/// the report without games.
fn tournament([bot, whole]: [&str; 2], path: &Path) {
    let begin = Instant::now();
    let tournament = archive::open(path, "million", None).expect("an archive");
    println!("{whole:<36} {:>8.1} ms to open", begin.elapsed().as_secs_f64() * 1000.0);
    let options = ReportOptions { games: ReportGames::AtMost(0), ..ReportOptions::default() };
    let begin = Instant::now();
    let standings = report(&tournament, &options).expect("a report").standings;
    let yardstick = begin.elapsed();
    let took =
        best(|| bot_report(&tournament, &standings[7].name, &BotReportOptions::default()).expect("a store"));
    println!(
        "{bot:<36} {:>8.1} ms; a report without games {:.1} ms",
        took.as_secs_f64() * 1000.0,
        yardstick.as_secs_f64() * 1000.0
    );
}

/// Makes a store of a million games: results are drawn by SQLite itself.
fn fill(path: &Path) {
    let event = Event::of_built_in_players("virus", ["random"], Plan::Ladder { newcomer_pairs: 10 });
    let settings: Vec<(String, String)> = event.expect("an event").settings().into_iter().collect();
    Store::open(path).expect("a store").set_settings(&settings).expect("it is saved");
    let database = Connection::open(path).expect("a database");
    let numbers = |most: i64| {
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})")
    };
    let pairs = numbers(i64::from(PAIRS));
    let filled = database.execute_batch(&format!(
        "PRAGMA synchronous = OFF;
         BEGIN;
         INSERT INTO players (name, spec, version) {} SELECT 'bot ' || i, 'bot', 'v' FROM n;
         INSERT INTO pairs (id, round, first, second, leg, seed, ended_ms, forfeits)
            {pairs} SELECT i, 0, i % {BOTS} + 1, (i + 1 + i / {BOTS} % {}) % {BOTS} + 1, i, i,
                1700000000000 + i * 20, CASE WHEN i % 1001 = 0 THEN 1 END FROM n;
         INSERT INTO games
            SELECT id, game, half, (half - 1) * 7, CASE WHEN fault = 0 THEN 'time' ELSE 'normal' END, actions,
                CASE WHEN fault = 0 THEN 'time 1' WHEN fault = 1 THEN 'illegal 2,time 1' END, NULL,
                0, 0, actions / 2, actions / 2, actions * 1000000, actions * 1000000, 4000000, 4000000,
                CASE WHEN fault < 2 THEN 0 END,
                CASE WHEN fault < 2 THEN 'turn 12: the move took 1000.250 ms, with 1000.000 ms left' END
            FROM (SELECT id, g AS game, abs(random()) % 3 AS half, abs(random()) % 50 AS fault,
                20 + abs(random()) % 150 AS actions
                FROM pairs CROSS JOIN (SELECT 0 AS g UNION ALL SELECT 1) WHERE forfeits IS NULL);
         -- As a store of an earlier version it needs no checksums.
         PRAGMA user_version = 1;
         COMMIT;",
        numbers(BOTS),
        BOTS - 1
    ));
    filled.expect("a million games");
}

/// The yardstick is a pass of SQLite through the same games.
fn load(name: &str, store: &Store, path: &Path) -> GameIndex {
    let database = Connection::open(path).expect("a database");
    let pass = || -> i64 {
        let sums = "SELECT sum(actions) + sum(length(cause)) + count(faults_first) FROM games";
        database.query_row(sums, [], |row| row.get(0)).expect("a sum")
    };
    let yardstick = best(pass);
    let index = GameIndex::load(store).expect("a good store");
    let took = best(|| GameIndex::load(store).expect("a good store").len());
    let (games, memory) = (index.len(), index.memory() >> 20);
    println!(
        "{name:<36} {:>8.1} ms, {memory} MB for {games} games: {:.2} times a pass of SQLite",
        took.as_secs_f64() * 1000.0,
        took.as_secs_f64() / yardstick.as_secs_f64()
    );
    index
}

/// Queries of all kinds; the slowest counts.
fn queries() -> Vec<(&'static str, GameQuery)> {
    let all = GameQuery::default();
    let bot = GameQuery { bot: Some(7), ..all.clone() };
    vec![
        ("newest", all.clone()),
        ("the last page", GameQuery { page: 19_000, ..all.clone() }),
        ("longest", GameQuery { order: GameOrder::Longest, ..all.clone() }),
        ("shortest, in the middle", GameQuery { order: GameOrder::Shortest, page: 10_000, ..all.clone() }),
        ("largest upsets", GameQuery { order: GameOrder::Upset, ..all.clone() }),
        ("upsets by age", GameQuery { upset: true, ..all.clone() }),
        ("draws", GameQuery { result: Some(ResultFilter::Draw), ..all.clone() }),
        ("faults", GameQuery { fault: Some(FaultFilter::Any), ..all.clone() }),
        ("a cause", GameQuery { cause: Some(Cause::Time), order: GameOrder::Oldest, ..all.clone() }),
        ("lengths", GameQuery { min_length: Some(50), max_length: Some(90), ..all }),
        ("a bot", bot.clone()),
        ("its losses", GameQuery { result: Some(ResultFilter::Loss), ..bot.clone() }),
        ("two bots", GameQuery { against: Some(9), ..bot.clone() }),
        (
            "its faults, longest",
            GameQuery { fault: Some(FaultFilter::Kind(Cause::Illegal)), order: GameOrder::Longest, ..bot },
        ),
    ]
}

/// The yardstick is a pass through as much memory.
fn find(name: &str, index: &GameIndex, elos: &Elos) {
    let numbers = vec![1_u64; index.memory() / size_of::<u64>()];
    let yardstick = best(|| black_box(&numbers).iter().fold(0_u64, |sum, number| sum.wrapping_add(*number)));
    let timed = queries().into_iter().map(|(what, query)| (best(|| index.find(&query, elos).total), what));
    let (slowest, what) = timed.max().expect("queries");
    println!(
        "{name:<36} {:>8.1} ms for the slowest ({what}), goal {} ms: {}; {:.1} times a pass through memory",
        slowest.as_secs_f64() * 1000.0,
        GOAL.as_millis(),
        if slowest < GOAL { "met" } else { "missed" },
        slowest.as_secs_f64() / yardstick.as_secs_f64()
    );
}

/// With the rows from the store. The yardstick is the first page without an index.
fn page(name: &str, store: &Store, index: &GameIndex, elos: &Elos) {
    let newest = best(|| store.newest_games(0, 50, elos).expect("games").len());
    let timed = queries()
        .into_iter()
        .map(|(what, query)| (best(|| index.page(store, &query, elos).expect("a page").total), what));
    let (slowest, what) = timed.max().expect("queries");
    println!(
        "{name:<36} {:>8.1} ms for the slowest ({what}), goal {} ms: {}; the newest take {:.2} ms without an index",
        slowest.as_secs_f64() * 1000.0,
        PAGE_GOAL.as_millis(),
        if slowest < PAGE_GOAL { "met" } else { "missed" },
        newest.as_secs_f64() * 1000.0
    );
}

fn best<T>(mut measure: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let begin = Instant::now();
        black_box(measure());
        begin.elapsed()
    };
    (0..ROUNDS).map(once).min().unwrap_or_default()
}

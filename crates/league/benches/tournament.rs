//! How fast tournaments are: what the store adds to games, what a second core
//! gives, and how long plans and ratings of many players take. `cargo xtask bench`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::Session;
use games::common::rng::Rng;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::{Event, EventPlayer, Records};
use gridiron_league::formats::{Format, NextPair, Plan, TournamentState};
use gridiron_league::memory::Update;
use gridiron_league::pair::usual_options;
use gridiron_league::runner::{Job, Threads};
use gridiron_league::standings::{Bonus, standings};
use gridiron_league::store::Store;
use gridiron_league::{
    GameConditions, GameScore, GameSpectator, PairScore, RankBy, ResultsTable, SeedRule, Spectator,
    Tournament, cores,
};
use referee::{ActionRecord, ChargeBy, PlayerSpec, Record, TimeControl, Timing};

/// The best round counts: a shared machine can only make it slower.
const ROUNDS: usize = 5;

/// Bots and pairs a meeting of the large round robin.
const BOTS: usize = 100;
const PAIRS: u32 = 20;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let chosen = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    type Line = (&'static str, fn(&str));
    let lines: [Line; 5] = [
        ("tournament: store beside a match", store),
        ("tournament: with a spectator", spectator),
        ("tournament: two cores", second_core),
        ("tournament: plan, 100 bots", plan),
        ("tournament: ratings, 100 bots", ratings),
    ];
    for (name, measure) in lines.into_iter().filter(|(name, _)| chosen(name)) {
        measure(name);
    }
}

fn conditions(game: &str, charge: ChargeBy) -> GameConditions {
    let entry = games::find(game).expect("a game");
    GameConditions { entry, options: usual_options(entry), charge, start_budget: Timing::START_BUDGET }
}

/// Seconds for a tournament of two built-in players.
fn tournament(conditions: &GameConditions, bots: [&str; 2], pairs: u32, workers: usize) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let clock = TimeControl::NONE;
    let player = |(at, bot): (usize, &str)| {
        let name = format!("{bot} {at}");
        let spec = PlayerSpec::read(conditions.entry, bot).expect("a player").with_name(&name);
        EventPlayer { name, spec, clock }
    };
    let event = Event {
        title: "bench".into(),
        conditions: conditions.clone(),
        plan: Plan::RoundRobin { pairs },
        players: bots.into_iter().enumerate().map(player).collect(),
        clock,
        seed: 1,
        seed_rule: SeedRule::default(),
        rank_by: RankBy::Beaten,
        records: Records::None,
        withdraw_after: Some(5),
    };
    let begin = Instant::now();
    let mut store = Store::open(&folder.path().join("bench.db")).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
    let tournament = Tournament::resume(event, store, &ids).expect("a tournament");
    let runner = Threads { conditions: conditions.clone(), workers, keep_to_cores: true };
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    assert_eq!(tournament.progress().0, u64::from(pairs));
    begin.elapsed().as_secs_f64()
}

/// The yardstick is the same number of the same games as a match, without a
/// store: what `gridiron match` plays.
fn store(name: &str) {
    let (conditions, pairs) = (conditions("conga", ChargeBy::Wall), 8000);
    let (mut kept, mut bare) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        kept = kept.min(tournament(&conditions, ["random", "random"], pairs, cores::count()));
        bare = bare.min(single_match(&conditions, "random", pairs, None));
    }
    let games = f64::from(pairs * 2);
    println!(
        "{name:<36} {:>8.0} games/s, {:>8.0} without a store: {:.2} times as long",
        games / kept,
        games / bare,
        kept / bare
    );
}

/// Sees everything and does nothing.
struct Idle;

impl Spectator for Idle {
    fn watch<'a>(&'a self, _job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        Box::new(Idle)
    }
}

impl GameSpectator for Idle {
    fn start(&mut self, _game: u8, _session: &dyn Session) {}

    fn action(&mut self, _session: &dyn Session, actions: &[ActionRecord]) {
        std::hint::black_box(actions);
    }

    fn ended(&mut self, _record: &Record) {}

    fn gave_up(&mut self) {}
}

/// The yardstick is the same match without one.
fn spectator(name: &str) {
    let (conditions, pairs) = (conditions("conga", ChargeBy::Wall), 8000);
    let (mut watched, mut bare) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        watched = watched.min(single_match(&conditions, "random", pairs, Some(Arc::new(Idle))));
        bare = bare.min(single_match(&conditions, "random", pairs, None));
    }
    let games = f64::from(pairs * 2);
    println!(
        "{name:<36} {:>8.0} games/s, {:>8.0} without one: {:.2} times as long",
        games / watched,
        games / bare,
        watched / bare
    );
}

/// Seconds for a match of a built-in player with itself.
fn single_match(
    conditions: &GameConditions,
    bot: &str,
    pairs: u32,
    spectator: Option<Arc<dyn Spectator>>,
) -> f64 {
    let spec = PlayerSpec::read(conditions.entry, bot).expect("a player");
    let player = EventPlayer { name: bot.to_string(), spec, clock: TimeControl::NONE };
    let players = [player.clone(), player];
    let begin = Instant::now();
    let event = Event::match_of_two(conditions.clone(), players, 1, pairs, Records::None);
    let tournament = Tournament::in_memory(event);
    spectator.into_iter().for_each(|spectator| tournament.set_spectator(spectator));
    let runner = Threads { conditions: conditions.clone(), workers: cores::count(), keep_to_cores: true };
    let mut on_update = |_: Update<'_>| ControlFlow::Continue(());
    tournament.run_in_memory(&runner, &AtomicBool::new(false), None, &mut on_update).expect("it is played");
    assert_eq!(tournament.progress().0, u64::from(pairs));
    begin.elapsed().as_secs_f64()
}

fn second_core(name: &str) {
    let conditions = conditions("plantation", ChargeBy::Cpu);
    let (pairs, mut one, mut two) = (1000, f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        one = one.min(tournament(&conditions, ["random", "random-dumb"], pairs, 1));
        two = two.min(tournament(&conditions, ["random", "random-dumb"], pairs, 2));
    }
    let ratio = one / two;
    let met = if ratio >= 1.7 { "met" } else { "missed" };
    let milliseconds = one * 1000.0 / f64::from(pairs * 2);
    println!("{name:<36} {ratio:>8.2} times the games of one, {milliseconds:.2} ms a game (goal 1.7: {met})");
}

/// The whole plan of a large round robin, pair by pair.
fn plan(name: &str) {
    let best = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        let mut format = Plan::RoundRobin { pairs: PAIRS }.build(BOTS, 1);
        let (mut table, withdrawn) = (ResultsTable::default(), vec![false; BOTS]);
        let mut count = 0;
        loop {
            let next = format.next(&TournamentState { table: &table, withdrawn: &withdrawn, under_way: &[] });
            let NextPair::Play(pairing) = next else { break };
            table.add(&pairing, &PairScore::Played([GameScore { half_points: 1, margin: 0 }; 2]));
            count += 1;
        }
        assert_eq!(count, 99_000);
        begin.elapsed()
    });
    print_result(name, best.min(), Duration::from_secs(1));
}

fn ratings(name: &str) {
    let mut rng = Rng::new(1);
    let (mut table, withdrawn) = (ResultsTable::default(), vec![false; BOTS]);
    let mut format = Plan::RoundRobin { pairs: PAIRS }.build(BOTS, 1);
    while let NextPair::Play(pairing) =
        format.next(&TournamentState { table: &table, withdrawn: &withdrawn, under_way: &[] })
    {
        // The lower number is the better bot, more often than not.
        let [a, b] = pairing.players;
        let better = if a < b { 2 } else { 0 };
        let mut game = || {
            let half_points = if rng.below(100) < 65 { better } else { rng.below(3) as u8 };
            GameScore { half_points, margin: 0 }
        };
        table.add(&pairing, &PairScore::Played([game(), game()]));
    }
    let best = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        let rows = standings(&table, RankBy::Elo, &[Bonus::default(); BOTS]).rows;
        assert_eq!(rows.len(), BOTS);
        begin.elapsed()
    });
    print_result(name, best.min(), Duration::from_secs(2));
}

fn print_result(name: &str, best: Option<Duration>, goal: Duration) {
    let best = best.unwrap_or_default();
    let met = if best < goal { "met" } else { "missed" };
    println!("{name:<36} {:>8.1} ms (goal {} ms: {met})", best.as_secs_f64() * 1000.0, goal.as_millis());
}

//! One page of the games of a store that holds a million, in every order and with every filter.

use std::path::Path;
use std::time::Instant;

use games::Cause;
use games::common::rng::Rng;
use league::entry_list::{OnChange, reconcile};
use league::event::{Event, EventPlayer, Records};
use league::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use league::formats::Plan;
use league::game_result::{Conduct, GameResult};
use league::pair::usual_options;
use league::store::Store;
use league::{GameConditions, GameScore, RankBy, SeedRule};
use referee::{ChargeBy, PlayerSpec, TimeControl, Timing};

use crate::http::Connection;
use crate::server::Server;
use crate::{quantile, verdict};

const PAIRS: u32 = 500_000;
const BOTS: u32 = 20;
const REQUESTS: usize = 600;
const GOAL_MS: f64 = 50.0;

pub async fn measure(name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let served = folder.path().join("served");
    std::fs::create_dir(&served).expect("room");
    write_tournament(&served.join("cup.toml"));
    fill(&served.join("cup.db"));
    let server = Server::start(&served, None).await;
    let mut connection = Connection::open(server.address, 0).await.expect("a connection");
    let queries = queries();
    let (mut times, mut bare, mut worst) = (Vec::new(), Vec::new(), (0.0, String::new()));
    // The first request makes what the others use.
    let first = timed(&mut connection, "/api/tournaments/cup/games?page=1").await;
    for request in 0..REQUESTS {
        // No two are alike: visitors share responses for a moment.
        let query = format!("{}&request={request}", queries[request % queries.len()]);
        let time = timed(&mut connection, &format!("/api/tournaments/cup/games?{query}")).await;
        if time > worst.0 {
            worst = (time, query);
        }
        times.push(time);
        bare.push(timed(&mut connection, "/healthz").await);
    }
    let (half, most) = (quantile(&mut times, 0.5), quantile(&mut times, 0.99));
    println!(
        "{name:<36} {most:>8.1} ms for 99 %, {half:.1} ms for 50 %, {:.1} ms at most by {}, {:.1} s once (goal {GOAL_MS} ms: \
         {}); {:.0} times /healthz",
        worst.0,
        worst.1,
        first / 1000.0,
        verdict(most < GOAL_MS),
        half / quantile(&mut bare, 0.5)
    );
}

/// The milliseconds of a request.
async fn timed(connection: &mut Connection, path: &str) -> f64 {
    let begin = Instant::now();
    let response = connection.get(path, "").await.expect("a response");
    assert_eq!(response.status, 200, "{path}: {}", String::from_utf8_lossy(&response.body));
    begin.elapsed().as_secs_f64() * 1000.0
}

fn queries() -> Vec<String> {
    let filters = [
        "",
        "bot=Bot+3",
        "bot=Bot+3&against=Bot+7",
        "bot=Bot+3&result=win",
        "result=draw",
        "result=decisive",
        "cause=crash",
        "fault=any",
        "fault=time",
        "bot=Bot+3&fault=illegal",
        "upset=1",
        "min_length=80",
        "max_length=20",
    ];
    let orders = ["newest", "oldest", "longest", "shortest", "upset"];
    let pages = ["1", "40"];
    let mut all = Vec::new();
    for page in pages {
        for order in orders {
            all.extend(filters.iter().map(|filter| format!("{filter}&order={order}&page={page}")));
        }
    }
    all
}

/// The file of [`event`].
fn write_tournament(path: &Path) {
    let player = |at: u32| format!("[[players]]\nbot = \"random\"\nname = \"Bot {at}\"\n");
    let players: String = (0..BOTS).map(player).collect();
    let text = format!(
        "title = \"A million games\"\ngame = \"conga\"\npairs = {PAIRS}\nclock = \"none\"\n\
         records = \"none\"\n{players}"
    );
    std::fs::write(path, text).expect("room");
}

/// A store as a long tournament leaves it, without records.
fn fill(path: &Path) {
    const AT_A_TIME: usize = 20_000;
    let event = event();
    let mut store = Store::open(path).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
    let mut rng = Rng::new(1);
    let mut entries = Vec::with_capacity(AT_A_TIME);
    let mut legs = vec![0; (BOTS * BOTS) as usize];
    for pair in 0..PAIRS {
        let first = rng.below(BOTS);
        let second = (first + 1 + rng.below(BOTS - 1)) % BOTS;
        let meeting = &mut legs[(first.min(second) * BOTS + first.max(second)) as usize];
        let leg = *meeting;
        *meeting += 1;
        entries.push(StoreEntry::Pair(FinishedPair {
            round: 0,
            players: [first, second].map(|at| ids[at as usize]),
            leg,
            seeds: [u64::from(pair) + 1; 2],
            ended_ms: 1_700_000_000_000 + i64::from(pair) * 50,
            outcome: PairOutcome::Played(Box::new([(); 2].map(|()| game(first < second, &mut rng)))),
        }));
        if entries.len() == AT_A_TIME {
            store.commit(entries.iter()).expect("room");
            entries.clear();
        }
    }
    store.commit(entries.iter()).expect("room");
}

fn event() -> Event {
    let entry = games::find("conga").expect("a game");
    let clock = TimeControl::NONE;
    let conditions = GameConditions {
        entry,
        options: usual_options(entry),
        charge: ChargeBy::Wall,
        start_budget: Timing::START_BUDGET,
    };
    let player = |at: u32| {
        let name = format!("Bot {at}");
        let spec = PlayerSpec::read(entry, "random").expect("a player").with_name(&name);
        EventPlayer { name, spec, clock }
    };
    Event {
        title: "A million games".into(),
        conditions,
        plan: Plan::RoundRobin { pairs: PAIRS },
        players: (0..BOTS).map(player).collect(),
        clock,
        seed: 1,
        seed_rule: SeedRule::default(),
        rank_by: RankBy::Beaten,
        records: Records::None,
        withdraw_after: None,
    }
}

/// A game that the better bot wins, more often than not. One of fifty has a fault.
fn game(is_better: bool, rng: &mut Rng) -> GameSummary {
    let half_points = match rng.below(100) {
        0..60 => {
            if is_better {
                2
            } else {
                0
            }
        }
        60..95 => {
            if is_better {
                0
            } else {
                2
            }
        }
        _ => 1,
    };
    let mut conduct: [Conduct; 2] = Default::default();
    let cause = match rng.below(50) {
        0 => [Cause::Time, Cause::Illegal, Cause::Crash][rng.below(3) as usize],
        _ => Cause::Normal,
    };
    if cause != Cause::Normal {
        conduct[usize::from(half_points == 2)].faults.insert(cause, 1);
    }
    GameSummary {
        result: GameResult {
            score: GameScore { half_points, margin: i64::from(half_points) * 3 - 3 },
            cause,
            actions: 10 + rng.below(90),
            conduct,
        },
        moved_first: None,
        blame: None,
        record: None,
    }
}

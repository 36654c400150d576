//! What spectators cost a tournament. The server and its games have one core; the spectators, who
//! are elsewhere in real life, have the others. They load what pages load, from events to games to
//! be replayed. Rounds with and without them take turns, and each is compared with its neighbours.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::machine::Times;
use crate::server::Server;
use crate::tabs::Tabs;
use crate::{quantile, verdict};

const SPECTATORS: usize = 500;
const ROUNDS: usize = 12;
/// A multiple of the time between events.
const ROUND: Duration = Duration::from_secs(4);
/// In percent.
const GOAL: f64 = 2.0;

/// If other processes take more of the machine, nothing can be said.
const MOST_BY_OTHERS: f64 = 0.05;

pub async fn measure(name: &str) {
    let cores = rustix::thread::sched_getaffinity(None).expect("the cores of this process");
    let all: Vec<usize> = (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| cores.is_set(*core)).collect();
    let [first, .., last] = all[..] else {
        println!("{name:<36} not measured: it takes two cores");
        return;
    };
    let mut own = rustix::thread::CpuSet::new();
    own.set(last);
    rustix::thread::sched_setaffinity(None, &own).expect("a core of this process");

    let folder = tempfile::tempdir().expect("a folder");
    let served = folder.path().join("served");
    std::fs::create_dir(&served).expect("room");
    write_tournament(&served);
    let server = Server::start(&served, Some(first)).await;
    server.post("/api/tournaments/cup/start", &json!({})).await;
    // Caches are warm, and the clock of the processor is up.
    Round::measure(&server).await;
    let (mut rounds, begin) = (Vec::new(), Times::now(server.process()));
    for round in 0..=2 * ROUNDS {
        let tabs = Tabs::open(&server, if round % 2 == 1 { SPECTATORS } else { 0 }).await;
        rounds.push(Round::measure(&server).await);
        tabs.close(&server).await;
    }
    let others = Times::now(server.process()).taken_by_others(&begin);
    let [low, cost, high] = costs(&rounds, |round| round.per_second);
    let [_, cpu_cost, _] = costs(&rounds, |round| round.per_tick);
    let mut without: Vec<f64> = rounds.iter().step_by(2).map(|round| round.per_second).collect();
    println!(
        "{name:<36} {cost:>8.1} % fewer than {:.0} on one core, half of the rounds {low:.1} to {high:.1} %; by CPU time \
         {cpu_cost:.1} % (goal {GOAL} %: {}); others took {:.0} % of the machine",
        quantile(&mut without, 0.5),
        if others > MOST_BY_OTHERS { "the machine is too busy to tell" } else { verdict(cost < GOAL) },
        others * 100.0
    );
    rustix::thread::sched_setaffinity(None, &cores).expect("the cores of before");
}

/// Games in a round.
struct Round {
    per_second: f64,
    /// The same for the CPU time of the server: what other processes do makes little difference to it.
    per_tick: f64,
}

impl Round {
    async fn measure(server: &Server) -> Round {
        let (begin, times, before) = (Instant::now(), Times::now(server.process()), games(server).await);
        tokio::time::sleep(ROUND).await;
        let games = games(server).await - before;
        Round {
            per_second: games / begin.elapsed().as_secs_f64(),
            per_tick: games / (Times::now(server.process()).server - times.server),
        }
    }
}

/// What spectators cost in percent: the quartiles of rounds with them, each beside its neighbours.
fn costs(rounds: &[Round], speed: impl Fn(&Round) -> f64) -> [f64; 3] {
    let mut costs: Vec<f64> = rounds
        .windows(3)
        .step_by(2)
        .map(|three| {
            let [before, with, after] = three.iter().map(&speed).collect::<Vec<f64>>()[..] else {
                unreachable!()
            };
            100.0 - 200.0 * with / (before + after)
        })
        .collect();
    [0.25, 0.5, 0.75].map(|part| quantile(&mut costs, part))
}

async fn games(server: &Server) -> f64 {
    server.json("/api/tournaments/cup/standings").await["games"].as_f64().expect("a number")
}

/// More games than the rounds take.
fn write_tournament(folder: &Path) {
    let player = |name: &str| format!("[[players]]\nbot = \"random\"\nname = \"{name}\"\n");
    let players: String = ["Ada", "Bob", "Cleo", "Dan"].map(player).concat();
    let text = format!("title = \"Cup\"\ngame = \"conga\"\npairs = 1000000\n{players}");
    std::fs::write(folder.join("cup.toml"), text).expect("room");
}

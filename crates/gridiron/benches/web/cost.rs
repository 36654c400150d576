//! What spectators cost a tournament. The server and its games have one core; the spectators, who
//! are elsewhere in real life, have the others. Rounds with and without them take turns, and each
//! is compared with its neighbours.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::Server;
use crate::{quantile, spectators, verdict};

const SPECTATORS: usize = 500;
const ROUNDS: usize = 12;
const ROUND: Duration = Duration::from_secs(2);
const GOAL: f64 = 0.02;

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
    games_a_second(&server).await;
    let mut speeds = Vec::new();
    for round in 0..=2 * ROUNDS {
        let watching = match round % 2 {
            1 => spectators::open(server.address, SPECTATORS, "home,t:cup").await,
            _ => Vec::new(),
        };
        let readers: Vec<_> = watching.into_iter().map(|events| tokio::spawn(events.drain())).collect();
        speeds.push(games_a_second(&server).await);
        readers.iter().for_each(|reader| reader.abort());
    }
    let mut costs: Vec<f64> = (0..ROUNDS)
        .map(|round| {
            let near = (speeds[2 * round] + speeds[2 * round + 2]) / 2.0;
            1.0 - speeds[2 * round + 1] / near
        })
        .collect();
    let cost = quantile(&mut costs, 0.5);
    let (low, high) = (quantile(&mut costs, 0.25), quantile(&mut costs, 0.75));
    let mut without: Vec<f64> = speeds.iter().step_by(2).copied().collect();
    println!(
        "{name:<36} {:>8.1} % slower than {:.0} games/s on one core; half of the rounds {:.1} to {:.1} % (goal 2 %: {})",
        cost * 100.0,
        quantile(&mut without, 0.5),
        low * 100.0,
        high * 100.0,
        verdict(cost < GOAL)
    );
    rustix::thread::sched_setaffinity(None, &cores).expect("the cores of before");
}

async fn games_a_second(server: &Server) -> f64 {
    let (begin, before) = (Instant::now(), games(server).await);
    tokio::time::sleep(ROUND).await;
    (games(server).await - before) / begin.elapsed().as_secs_f64()
}

async fn games(server: &Server) -> f64 {
    server.json("/api/tournaments/cup/standings").await["games"].as_f64().expect("a number")
}

/// More games than the rounds take.
fn write_tournament(folder: &Path) {
    let player = |name: &str| format!("[[players]]\nbot = \"random\"\nname = \"{name}\"\n");
    let players: String = ["Ada", "Bob", "Cleo", "Dan"].map(player).concat();
    let text = format!("title = \"Cup\"\ngame = \"conga\"\npairs = 1000000\nrecords = \"none\"\n{players}");
    std::fs::write(folder.join("cup.toml"), text).expect("room");
}

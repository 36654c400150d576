//! The memory of a server with many spectators who see nothing new.

use std::time::Duration;

use crate::server::Server;
use crate::{spectators, verdict};

const SPECTATORS: usize = 2000;
const GOAL: u64 = 200 << 20;

pub async fn measure(name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let served = folder.path().join("served");
    std::fs::create_dir(&served).expect("room");
    let server = Server::start(&served, None).await;
    let before = server.memory();
    let watching = spectators::open(server.address, SPECTATORS, "home").await;
    // Some memory comes with the first sign of life that streams send; the largest counts.
    let mut most = 0;
    for _ in 0..20 {
        most = most.max(server.memory());
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!(
        "{name:<36} {:>8.1} MB, {:.1} KB each, {:.1} times the {:.1} MB of none (goal 200 MB: {})",
        megabytes(most),
        (most.saturating_sub(before)) as f64 / 1024.0 / SPECTATORS as f64,
        most as f64 / before as f64,
        megabytes(before),
        verdict(most < GOAL)
    );
    drop(watching);
}

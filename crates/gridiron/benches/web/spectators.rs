//! Many clients that watch.

use std::io;
use std::net::SocketAddr;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::task::JoinSet;

use crate::http::{Connection, Events};

/// Lets this process, and those it starts, open as many files as the system allows.
pub fn allow_many_files() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}

/// Opens this many streams. Some are opened at a time, as in a room where a link was just shown.
pub async fn open(server: SocketAddr, count: usize, topics: &str) -> Vec<Events> {
    const AT_A_TIME: usize = 50;
    let mut all = Vec::with_capacity(count);
    let mut opening: JoinSet<io::Result<Events>> = JoinSet::new();
    for client in 0..count {
        let topics = topics.to_string();
        opening.spawn(async move { Connection::open(server, client).await?.events(&topics).await });
        while opening.len() >= AT_A_TIME || (client + 1 == count && !opening.is_empty()) {
            let opened = opening.join_next().await.expect("one").expect("it runs");
            all.push(opened.expect("a stream for each spectator"));
        }
    }
    all
}

//! Spectators that load what pages load: half of them look at the first page, half at a
//! tournament. Each has a stream, boards that replay the newest games, and on the page of a
//! tournament all that events do not bring. Constants are those of `home.js`, `live_board.js` and
//! `tournament_page.js`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::http::{Connection, Events};
use crate::server::Server;
use crate::spectators;

const GZIP: &str = "Accept-Encoding: gzip\r\n";

/// A replay and the time for which its result stands.
const REPLAY: Duration = Duration::from_secs(24);

/// How often what events do not bring is loaded, with half of the time by which pages differ.
const RELOAD: Duration = Duration::from_millis(10_500);

/// The boards of the two pages.
const BOARDS: [usize; 2] = [4, 3];

/// Tabs of browsers that watch a tournament. They are closed with this value.
pub struct Tabs(JoinSet<()>);

impl Tabs {
    /// Opens as many tabs. They begin at any point of what they do again and again, as if they had
    /// been opened long ago.
    pub async fn open(server: &Server, count: usize) -> Tabs {
        let mut all = JoinSet::new();
        for (page, topics) in ["home,t:cup", "t:cup"].into_iter().enumerate() {
            let half = (count + 1 - page) / 2;
            for (tab, events) in spectators::open(server.address, half, topics).await.into_iter().enumerate()
            {
                let phase = (tab as f64 + 0.5) / half as f64;
                let client = page * half + tab;
                let connection = Connection::open(server.address, client).await.expect("a connection");
                all.spawn(browse(events, connection, BOARDS[page], page == 1, phase));
            }
        }
        Tabs(all)
    }

    /// Closes all tabs, and waits until the server has noticed.
    pub async fn close(mut self, server: &Server) {
        self.0.shutdown().await;
        while streams(server).await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Streams that are open.
async fn streams(server: &Server) -> u64 {
    let mut connection = Connection::open(server.address, 0).await.expect("a connection");
    let response = connection.get("/metrics", "").await.expect("a response");
    let text = String::from_utf8_lossy(&response.body).into_owned();
    let value = text.lines().find_map(|line| line.strip_prefix("gridiron_streams "));
    value.and_then(|value| value.parse().ok()).expect("the number of streams")
}

/// One tab, until it is closed. `phase` from 0 to 1 says where its replays are.
async fn browse(mut events: Events, mut connection: Connection, boards: usize, has_report: bool, phase: f64) {
    // The newest games, as far as the tab knows.
    let games = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&games);
    let read = async move {
        while let Ok((name, data)) = events.any().await {
            if name == "recent" {
                let event: Value = serde_json::from_slice(&data).expect("JSON");
                let games = event["games"].as_array().expect("a list");
                *noted.lock().unwrap_or_else(PoisonError::into_inner) =
                    games.iter().filter_map(Value::as_u64).collect();
            }
        }
    };
    let load = async move {
        let pause = REPLAY / boards as u32;
        let mut until_reload = RELOAD.mul_f64(phase);
        let mut until_game = pause.mul_f64(phase);
        let mut board = 0;
        loop {
            let wait = until_game.min(until_reload);
            sleep(wait).await;
            (until_game, until_reload) = (until_game - wait, until_reload - wait);
            let path = {
                let games = games.lock().unwrap_or_else(PoisonError::into_inner);
                if until_game.is_zero() {
                    until_game = pause;
                    board = (board + 1) % boards;
                    // No other board of the page shows the same.
                    games.get(board).map(|game| format!("/api/tournaments/cup/games/{game}"))
                } else {
                    until_reload = RELOAD;
                    has_report.then(|| "/api/tournaments/cup".to_string())
                }
            };
            if let Some(path) = path {
                let response = connection.get(&path, GZIP).await.expect("a response");
                assert_eq!(response.status, 200, "{path}");
            }
        }
    };
    tokio::select! {
        () = read => {}
        () = load => {}
    }
}

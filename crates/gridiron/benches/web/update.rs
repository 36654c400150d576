//! How long a move takes to all who watch a game: from the moment when the bot may move to the
//! moment when each spectator has read the event. The yardstick is a loop that writes as many
//! bytes to as many connections.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use rustix::fs::{Mode, OFlags};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::http::{Events, PATIENCE, in_time};
use crate::server::Server;
use crate::{quantile, spectators, verdict};

const SPECTATORS: usize = 500;
const MOVES: usize = 60;
const GOAL_MS: f64 = 100.0;

/// A bot that moves when it reads a byte.
const BOT: &str = "import os, sys
gate = os.open(sys.argv[1], os.O_RDWR)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ['gridiron']:
        print('ready', flush=True)
    if words[:1] == ['go']:
        os.read(gate, 1)
        print(words[words.index('moves') + 1], flush=True)
";

pub async fn measure(name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let served = folder.path().join("served");
    let gate = folder.path().join("gate");
    std::fs::create_dir(&served).expect("room");
    write_tournament(&served, &gate);
    let made = Command::new("mkfifo").arg(&gate).status().expect("mkfifo");
    assert!(made.success());
    // Open for reading too, so that neither end waits for the other.
    let pipe = rustix::fs::open(&gate, OFlags::RDWR | OFlags::NONBLOCK, Mode::empty()).expect("a pipe");
    let mut pipe = std::fs::File::from(pipe);

    let server = Server::start(&served, None).await;
    server.post("/api/tournaments/cup/start", &serde_json::json!({})).await;
    let game = live_game(&server).await;
    let mut watching = spectators::open(server.address, SPECTATORS, &format!("g:{game}")).await;
    for events in &mut watching {
        in_time(events.next("game")).await.expect("the game as it stands");
    }
    let mut yardstick = Yardstick::start().await;
    let (mut times, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..MOVES {
        let bytes;
        let begin = Instant::now();
        pipe.write_all(b".").expect("room");
        (watching, bytes) = all_get(watching, begin, &mut times).await;
        yardstick.send(bytes, &mut bare).await;
    }
    let (half, most) = (quantile(&mut times, 0.5), quantile(&mut times, 0.99));
    println!(
        "{name:<36} {most:>8.1} ms for 99 %, {half:.1} ms for 50 % (goal {GOAL_MS} ms: {}); {:.2} times a bare loop",
        verdict(most <= GOAL_MS),
        most / quantile(&mut bare, 0.99)
    );
}

/// Waits for the next move at every spectator. Gives the spectators back, and the size of the event.
async fn all_get(watching: Vec<Events>, begin: Instant, times: &mut Vec<f64>) -> (Vec<Events>, usize) {
    let mut tasks = JoinSet::new();
    for mut events in watching {
        tasks.spawn(async move {
            let data = in_time(events.next("action")).await.expect("a move");
            (events, begin.elapsed(), data.len())
        });
    }
    let (mut watching, mut bytes) = (Vec::new(), 0);
    while let Some(done) = tasks.join_next().await {
        let (events, time, length) = done.expect("it runs");
        times.push(time.as_secs_f64() * 1000.0);
        watching.push(events);
        bytes = length;
    }
    (watching, bytes)
}

async fn live_game(server: &Server) -> String {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let live = server.json("/api/live").await;
        if let Some(id) = live[0]["id"].as_str() {
            return id.to_string();
        }
        tokio::task::yield_now().await;
    }
    panic!("no live game");
}

/// A long game of two bots behind one gate: only the one to move reads from it.
fn write_tournament(folder: &Path, gate: &Path) {
    std::fs::write(folder.join("bot.py"), BOT).expect("room");
    let bot = format!("python3 bot.py {}", gate.display());
    let text = format!(
        "title = \"Cup\"\ngame = \"virus\"\npairs = 1\nconcurrency = 1\nclock = \"none\"\n[sandbox]\ntrust_bots = true\n\
         [[players]]\nbot = \"{bot}\"\nname = \"Ada\"\n[[players]]\nbot = \"{bot}\"\nname = \"Bob\"\n"
    );
    std::fs::write(folder.join("cup.toml"), text).expect("room");
}

/// A thread that writes to as many connections, one after another.
struct Yardstick {
    orders: mpsc::Sender<usize>,
    streams: Vec<TcpStream>,
}

impl Yardstick {
    async fn start() -> Yardstick {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address: SocketAddr = listener.local_addr().expect("an address");
        let (orders, taken) = mpsc::channel::<usize>();
        thread::spawn(move || {
            let accepted = (0..SPECTATORS).map(|_| listener.accept().expect("a connection").0);
            let mut streams: Vec<std::net::TcpStream> = accepted.collect();
            streams.iter().for_each(|stream| stream.set_nodelay(true).expect("a socket"));
            for bytes in taken {
                let text = vec![b'.'; bytes];
                streams.iter_mut().for_each(|stream| stream.write_all(&text).expect("it is read"));
            }
        });
        let mut streams = Vec::new();
        for _ in 0..SPECTATORS {
            streams.push(in_time(TcpStream::connect(address)).await.expect("a connection"));
        }
        Yardstick { orders, streams }
    }

    async fn send(&mut self, bytes: usize, times: &mut Vec<f64>) {
        let begin = Instant::now();
        self.orders.send(bytes).expect("it runs");
        let mut tasks = JoinSet::new();
        for mut stream in std::mem::take(&mut self.streams) {
            tasks.spawn(async move {
                let mut text = vec![0; bytes];
                in_time(async { stream.read_exact(&mut text).await.map(drop) }).await.expect("bytes");
                (stream, begin.elapsed())
            });
        }
        while let Some(done) = tasks.join_next().await {
            let (stream, time) = done.expect("it runs");
            times.push(time.as_secs_f64() * 1000.0);
            self.streams.push(stream);
        }
    }
}

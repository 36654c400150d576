//! `gridiron serve` as a process, and the pages of other commands: links, ports, signals,
//! and what is left after a kill.

#![cfg(target_os = "linux")]

mod common;
#[path = "../../server/tests/common/mod.rs"]
mod http;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use common::{folder_with, gridiron, told, write};
use http::{Ask, Http};
use league::store::Store;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// No condition takes longer: a test that waits so long has failed.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A tournament that takes a while.
const CUP: &str = "game = \"virus\"\npairs = 30\nconcurrency = 1\npinning = false\n[rules]\nsize = 7\n\
    [[players]]\nbot = \"greedy\"\n[[players]]\nbot = \"random\"\n[[players]]\nbot = \"first\"\n";

/// A program that runs. It is killed when it is dropped.
struct Running {
    child: Child,
    /// What it prints after its links. A pipe that nobody reads would hold it up.
    out: Option<JoinHandle<String>>,
    err: Option<JoinHandle<String>>,
    viewer: String,
    organiser: String,
}

impl Running {
    /// Starts the program and waits for its links, on standard output or standard error.
    fn start(folder: &Path, arguments: &[&str], links_on_stdout: bool) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(arguments).arg("--no-browser").current_dir(folder);
        command.env("GRIDIRON_CACHE", folder.join("cache")).stdin(Stdio::null());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut link = |label: &str| {
            let mut all = String::new();
            loop {
                let from = all.len();
                let read = match links_on_stdout {
                    true => out.read_line(&mut all),
                    false => err.read_line(&mut all),
                };
                assert!(read.expect("text") > 0, "no {label} in {all}");
                if let Some((_, link)) = all[from..].split_once(label) {
                    return link.trim().to_string();
                }
            }
        };
        let (viewer, organiser) = (link("watching: "), link("organiser: "));
        let [out, err] = [read_on(out), read_on(err)].map(Some);
        Running { child, out, err, viewer, organiser }
    }

    fn serve(folder: &Path, more: &[&str]) -> Running {
        Running::start(folder, &[&["serve", ".", "--port", "0"], more].concat(), true)
    }

    fn http(&self) -> Http {
        let end = self.viewer[7..].find('/').map_or(self.viewer.len(), |at| at + 7);
        Http::new(&self.viewer[..end])
    }

    /// As the organiser, a change to a tournament.
    fn post(&self, path: &str, body: &str) -> (u16, Value) {
        let http = self.http();
        let cookie = http.session(&self.organiser);
        let (status, text) =
            http.body("POST", path, &Ask { cookie: cookie.as_deref(), body, ..Ask::right() });
        (status, serde_json::from_slice(&text).unwrap_or_default())
    }

    /// Asks until what is got is as expected.
    fn until(&self, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let (_, text) = self.http().body("GET", path, &Ask::right());
            let got = serde_json::from_slice(&text).unwrap_or_default();
            if is_so(&got) {
                return got;
            }
            assert!(begin.elapsed() < TIMEOUT, "{path}: {got}");
            thread::yield_now();
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits for its end; also what it has printed since its links.
    fn end(mut self) -> (ExitStatus, String, String) {
        let status = self.child.wait().expect("it ends");
        let [out, err] = [self.out.take(), self.err.take()]
            .map(|reader| reader.and_then(|reader| reader.join().ok()).expect("text"));
        (status, out, err)
    }
}

/// Reads the rest in a thread of its own.
fn read_on(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut rest = String::new();
        pipe.read_to_string(&mut rest).expect("text");
        rest
    })
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn state(got: &Value) -> &str {
    got["state"].as_str().unwrap_or_default()
}

/// Both games of every pair, once each.
fn assert_all_played(folder: &Path, pairs: usize) {
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
    let (mut seen, mut count) = (BTreeSet::new(), 0);
    let each = |_, pair: league::FinishedPair| {
        count += 1;
        let mut players = pair.players;
        players.sort_unstable();
        seen.insert((pair.round, players, pair.leg));
    };
    store.each_pair(each).expect("the store is good");
    assert_eq!((count, seen.len()), (pairs, pairs));
}

#[test]
fn an_empty_folder_is_served_until_ctrl_c() {
    let folder = folder_with(&[]);
    let server = Running::serve(folder.path(), &[]);
    assert!(server.viewer.starts_with("http://127.0.0.1:"), "{}", server.viewer);
    let token = server.organiser.strip_prefix(&format!("{}#token=", server.viewer));
    assert_eq!(token.map(str::len), Some(64), "{}", server.organiser);
    assert_eq!(server.http().body("GET", "/healthz", &Ask::right()).1, b"ok\n");
    let home = server.until("/api/home", |home| home["tournaments"].is_array());
    assert_eq!(home["tournaments"], serde_json::json!([]));
    server.signal(Signal::INT);
    let (status, _, err) = server.end();
    assert_eq!((status.code(), err.as_str()), (Some(0), ""));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn what_cannot_be_served_is_said_in_one_line() {
    let folder = folder_with(&[("cup.toml", CUP)]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("bound").port().to_string();
    for (arguments, code, part) in [
        (&["serve", "missing"][..], 2, "missing"),
        (&["serve", "cup.toml"], 2, "is no folder"),
        (&["serve", ".", "--bind", "here"], 2, "here"),
        (&["serve", ".", "--port", "70000"], 2, "70000"),
        (&["serve", ".", "--bind", "203.0.113.7"], 1, "203.0.113.7"),
        (&["serve", ".", "--port", &port], 1, &port),
    ] {
        let (got, out, err) = told(&gridiron(folder.path(), &[arguments, &["--no-browser"]].concat()));
        assert_eq!((got, out.as_str()), (Some(code), ""), "{arguments:?}: {err}");
        assert!(err.lines().count() == 1 && err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn another_port_is_taken_if_the_usual_one_is() {
    // Another program may have it already.
    let _taken = TcpListener::bind("127.0.0.1:8080");
    let folder = folder_with(&[]);
    let server = Running::start(folder.path(), &["serve"], true);
    let port = server.viewer.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
    assert!(port.is_some_and(|port: u16| (8081..=8130).contains(&port)), "{}", server.viewer);
}

#[test]
fn a_tournament_goes_on_after_a_kill_and_ends_with_the_server() {
    let folder = folder_with(&[("cup.toml", CUP)]);
    let server = Running::serve(folder.path(), &[]);
    let standings = "/api/tournaments/cup/standings";
    assert_eq!(state(&server.until(standings, |got| got["state"].is_string())), "waiting");
    assert_eq!(server.post("/api/tournaments/cup/start", "{}").0, 200);
    server.until(standings, |got| got["pairs_done"].as_u64() > Some(0));
    server.signal(Signal::KILL);
    assert!(server.end().0.code().is_none());

    // Ctrl-C in the middle: what runs is saved, and no lock is left.
    let server = Running::serve(folder.path(), &[]);
    let before = server.until(standings, |got| state(got) == "stopped" || state(got) == "finished");
    assert!(before["pairs_done"].as_u64() > Some(0), "{before}");
    let (status, started) = server.post("/api/tournaments/cup/start", "{}");
    assert_eq!(status, 200, "{started}");
    server.signal(Signal::INT);
    let (status, _, err) = server.end();
    assert_eq!((status.code(), err.as_str()), (Some(0), ""));
    assert!(!folder.path().join("cup.db.lock").exists(), "a lock is left");

    let server = Running::serve(folder.path(), &[]);
    server.until(standings, |got| ["stopped", "finished"].contains(&state(got)));
    assert_eq!(server.post("/api/tournaments/cup/start", "{}").0, 200);
    let end = server.until(standings, |got| state(got) == "finished");
    assert_eq!((end["pairs_done"].as_u64(), end["games"].as_u64()), (Some(90), Some(180)));
    server.signal(Signal::INT);
    assert_eq!(server.end().0.code(), Some(0));
    assert_all_played(folder.path(), 90);
}

#[test]
fn what_another_process_plays_is_shown_and_not_started() {
    let folder = folder_with(&[]);
    write(folder.path(), "cup.toml", &CUP.replace("pairs = 30", "pairs = 1000000"));
    let player = Running::start(folder.path(), &["tournament", "cup.toml", "--serve", "--port", "0"], false);
    let own = player.until("/api/tournaments/cup/standings", |got| got["games"].as_u64() > Some(0));
    assert_eq!(state(&own), "running");
    let server = Running::serve(folder.path(), &[]);
    let standings = "/api/tournaments/cup/standings";
    let games = |got: &Value| got["games"].as_u64().unwrap_or_default();
    let first = server.until(standings, |got| state(got) == "elsewhere" && games(got) > 0);
    server.until(standings, |got| state(got) == "elsewhere" && games(got) > games(&first));
    let (status, refused) = server.post("/api/tournaments/cup/start", "{}");
    assert_eq!((status, &refused["error"]["code"]), (409, &Value::from("played-elsewhere")));
    // The other one ends, at Ctrl-C at once: then it can go on here.
    player.signal(Signal::INT);
    assert_eq!(player.end().0.code(), Some(130));
    server.until(standings, |got| state(got) == "stopped");
    assert_eq!(server.post("/api/tournaments/cup/start", "{}").0, 200);
    // Two servers of one folder: one of them plays.
    let second = Running::serve(folder.path(), &[]);
    second.until(standings, |got| state(got) == "elsewhere");
    let (status, refused) = second.post("/api/tournaments/cup/start", "{}");
    assert_eq!((status, &refused["error"]["code"]), (409, &Value::from("played-elsewhere")));
}

#[test]
fn commands_show_what_they_play_until_ctrl_c() {
    let folder = folder_with(&[]);
    write(folder.path(), "cup.toml", &CUP.replace("pairs = 30", "pairs = 1"));
    for (arguments, path) in [
        (&["tournament", "cup.toml", "--serve", "--port", "0"][..], "/api/tournaments/cup/standings"),
        (&["match", "virus", "greedy", "random", "-n", "4", "--serve", "--json", "--port", "0"], "/api/home"),
        (&["play", "virus", "greedy", "random", "--browser", "--port", "0"], "/api/live/1"),
    ] {
        let running = Running::start(folder.path(), arguments, false);
        assert!(running.organiser.contains("#token="), "{}", running.organiser);
        match path {
            "/api/home" => drop(running.until(path, |home| home["tournaments"][0]["state"] == "finished")),
            "/api/live/1" => {
                let game = running.until(path, |game| game["live"]["over"] == true);
                assert!(game["outcome"].is_object() && game["seed"].is_null(), "{game}");
            }
            _ => drop(running.until(path, |got| state(got) == "finished")),
        }
        running.signal(Signal::INT);
        let (status, out, err) = running.end();
        assert_eq!(status.code(), Some(0), "{arguments:?}: {err}");
        if arguments.contains(&"--json") {
            let json: Value = serde_json::from_str(&out).expect("one value of JSON");
            assert!(json.is_object() && out.lines().count() == 1, "{out}");
        }
    }
}

#[test]
fn a_private_server_lets_in_those_with_a_link() {
    let folder = folder_with(&[("cup.toml", CUP)]);
    let server = Running::serve(folder.path(), &["--private"]);
    assert!(server.viewer.contains("#token=") && server.viewer != server.organiser);
    let http = server.http();
    for path in
        ["/", "/t/cup", "/api/home", "/api/events?topics=home", "/metrics", "/%61pi/home", "//api/home"]
    {
        let (status, text) = http.body("GET", path, &Ask::right());
        assert_eq!(status, 401, "{path}");
        assert!(!String::from_utf8_lossy(&text).contains("cup"), "{path}");
    }
    let cookie = http.session(&server.viewer);
    let ask = Ask { cookie: cookie.as_deref(), ..Ask::right() };
    assert_eq!(http.status("GET", "/api/tournaments/cup", &ask).0, 200);
    assert_eq!(http.status("POST", "/api/tournaments/cup/start", &ask).0, 403);
}

//! What the organiser does over HTTP, with a host that can be held up at any point.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::{Ask, Http};
use gridiron_server::{Arena, Config, Host, HostError, Opened, Server, Source};
use league::entry_list::{OnChange, reconcile};
use league::formats::Plan;
use league::runner::Threads;
use league::store::Store;
use league::{Event, Tournament};
use serde_json::{Value, json};

/// No condition takes longer: a test that waits so long has failed.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Files are `game = "virus"` and a line with the number of pairs.
const CUP: &str = "game = \"virus\"\n# pairs 4\n";

/// Where the host is held up, by what it does and the file's stem: `read cup`.
#[derive(Default)]
struct Gates {
    closed: Mutex<BTreeSet<String>>,
    waiting: Mutex<BTreeSet<String>>,
    opened: Condvar,
}

impl Gates {
    fn close(&self, what: &str) {
        self.closed.lock().expect("no panic").insert(what.into());
    }

    fn open(&self, what: &str) {
        self.closed.lock().expect("no panic").remove(what);
        self.opened.notify_all();
    }

    fn pass(&self, what: &str) {
        let mut closed = self.closed.lock().expect("no panic");
        if closed.contains(what) {
            self.waiting.lock().expect("no panic").insert(what.into());
        }
        while closed.contains(what) {
            closed = self.opened.wait(closed).expect("no panic");
        }
        self.waiting.lock().expect("no panic").remove(what);
    }

    fn is_held(&self, what: &str) -> bool {
        self.waiting.lock().expect("no panic").contains(what)
    }
}

/// Plays built-in players.
#[derive(Default)]
struct TestHost {
    gates: Arc<Gates>,
    has_changed: AtomicBool,
    panics: AtomicBool,
}

fn event_of(text: &str) -> Result<Event, HostError> {
    let pairs = text.split_once("# pairs ").and_then(|(_, rest)| rest.lines().next()?.trim().parse().ok());
    let pairs = pairs.ok_or_else(|| HostError::Failed("line 2: there is no number of pairs".into()))?;
    let mut event = Event::of_built_in_players("virus", ["greedy", "random"], Plan::RoundRobin { pairs })
        .expect("players");
    event.title = text.to_string();
    Ok(event)
}

impl TestHost {
    fn event(source: &Source) -> Result<Event, HostError> {
        let text = fs::read_to_string(source.path()).unwrap_or_else(|_| CUP.to_string());
        event_of(if matches!(source, Source::Store(_)) { CUP } else { &text })
    }

    fn pass(&self, what: &str, source: &Source) {
        let stem = source.path().file_stem().unwrap_or_default().to_string_lossy();
        self.gates.pass(&format!("{what} {stem}"));
    }
}

fn failed(error: impl ToString) -> HostError {
    HostError::Failed(error.to_string())
}

impl Host for TestHost {
    fn open_to_read(&self, source: &Source) -> Result<Opened, HostError> {
        self.pass("read", source);
        let event = TestHost::event(source)?;
        let path = source.path().with_extension("db");
        let tournament = match path.exists() {
            false => Tournament::in_memory(event),
            true => {
                let store = Store::open_read_only(&path).map_err(failed)?;
                let ids: Vec<_> = store.players().map_err(failed)?.iter().map(|player| player.id).collect();
                Tournament::resume(event, store, &ids).map_err(failed)?
            }
        };
        Ok(Opened {
            tournament: Arc::new(tournament),
            play: None,
            sandbox: None,
            store: Some(path),
            problem: None,
        })
    }

    fn open_to_play(&self, source: &Source, on_change: OnChange) -> Result<Opened, HostError> {
        self.pass("open", source);
        if self.has_changed.load(Ordering::Relaxed) && on_change == OnChange::Ask {
            return Err(HostError::BotsChanged("greedy has changed".into()));
        }
        let event = TestHost::event(source)?;
        let path = source.path().with_extension("db");
        let mut store = Store::open(&path).map_err(failed)?;
        let ids = reconcile(&event, &mut store, on_change, &[]).map_err(failed)?;
        let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
        let tournament = Arc::new(Tournament::resume(event, store, &ids).map_err(failed)?);
        let (played, gates, panics) =
            (Arc::clone(&tournament), Arc::clone(&self.gates), self.panics.load(Ordering::Relaxed));
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let play = move |stop: &AtomicBool, _: &dyn Fn(Option<HostError>)| {
            gates.pass(&format!("play {stem}"));
            assert!(!panics, "this run fails");
            played.run(&runner, stop)
        };
        Ok(Opened { tournament, play: Some(Box::new(play)), sandbox: None, store: Some(path), problem: None })
    }

    fn check(&self, _folder: &Path, text: &str) -> Result<(), HostError> {
        event_of(text).map(drop)
    }

    fn template(&self, _game: &str) -> Option<String> {
        None
    }
}

/// A server of a folder.
struct Scene {
    folder: tempfile::TempDir,
    host: Arc<TestHost>,
    server: Option<Server>,
    http: Arc<Http>,
    cookie: Option<String>,
}

impl Scene {
    fn new(files: &[(&str, &str)]) -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("room");
        }
        let host = Arc::new(TestHost::default());
        let path = folder.path().canonicalize().expect("it is there");
        let arena = Arena::new("Test".into(), Some(path), Some(Arc::clone(&host) as Arc<dyn Host>));
        let config = Config { port: Some(0), ..Config::default() };
        let server = Server::start(config, arena).expect("a free port");
        let http = Arc::new(Http::new(server.address()));
        let cookie = http.session(&server.organiser_link("/"));
        Scene { folder, host, server: Some(server), http, cookie }
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let (status, body) = self.http.body("GET", path, &Ask::right());
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let ask = Ask { cookie: self.cookie.as_deref(), body: &body, ..Ask::right() };
        let (status, body) = self.http.body("POST", path, &ask);
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// A post on a thread of its own.
    fn posting(&self, path: &'static str) -> thread::JoinHandle<u16> {
        let (http, cookie) = (Arc::clone(&self.http), self.cookie.clone());
        thread::spawn(move || http.body("POST", path, &Ask { cookie: cookie.as_deref(), ..Ask::right() }).0)
    }

    fn state(&self, id: &str) -> String {
        let home = self.get("/api/home").1;
        let all = home["tournaments"].as_array().expect("a list").iter();
        let mut of_id = all.filter(|it| it["id"] == id).map(|it| it["state"].as_str().unwrap_or_default());
        of_id.next().unwrap_or("missing").to_string()
    }

    fn has_file(&self, id: &str) -> bool {
        let home = self.get("/api/home").1;
        let mut all = home["tournaments"].as_array().expect("a list").iter();
        all.any(|it| it["id"] == id && it["has_file"] == true)
    }

    fn ids(&self) -> BTreeSet<String> {
        let home = self.get("/api/home").1;
        let all = home["tournaments"].as_array().expect("a list").iter();
        all.filter_map(|it| it["id"].as_str().map(String::from)).collect()
    }

    fn held(&self, what: &str) {
        until(what, || self.host.gates.is_held(what));
    }

    fn becomes(&self, id: &str, state: &str) {
        until(&format!("{id} becomes {state}"), || self.state(id) == state);
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("room");
    }
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < TIMEOUT, "{what}");
        thread::yield_now();
    }
}

fn code(reply: &(u16, Value)) -> (u16, &str) {
    (reply.0, reply.1["error"]["code"].as_str().unwrap_or_default())
}

#[test]
fn a_tournament_is_started_stopped_and_continued() {
    let scene = Scene::new(&[("cup.toml", CUP)]);
    let empty = json!({});
    assert_eq!(scene.state("cup"), "waiting");
    assert_eq!(code(&scene.post("/api/tournaments/cup/stop", &empty)), (409, "not-running"));
    assert_eq!(code(&scene.post("/api/tournaments/none/start", &empty)), (404, "no-such-tournament"));
    assert_eq!(scene.post("/api/tournaments/cup/start", &json!({"changed": "perhaps"})).0, 400);
    scene.host.gates.close("play cup");
    assert_eq!(scene.post("/api/tournaments/cup/start", &empty).1["state"], "running");
    assert_eq!(code(&scene.post("/api/tournaments/cup/start", &empty)), (409, "runs-already"));
    assert_eq!(scene.post("/api/tournaments/cup/stop", &json!({"now": true})).1["state"], "stopping");
    scene.host.gates.open("play cup");
    scene.becomes("cup", "waiting");
    scene.host.has_changed.store(true, Ordering::Relaxed);
    assert_eq!(code(&scene.post("/api/tournaments/cup/start", &empty)), (409, "bots-changed"));
    assert_eq!(scene.state("cup"), "waiting");
    assert_eq!(scene.post("/api/tournaments/cup/start", &json!({"changed": "accept"})).0, 200);
    scene.becomes("cup", "finished");
    let standings = scene.get("/api/tournaments/cup/standings").1;
    assert_eq!((&standings["pairs_done"], &standings["games"]), (&json!(4), &json!(8)));
    let games = scene.get("/api/tournaments/cup/games").1;
    let numbers: BTreeSet<u64> =
        games["rows"].as_array().expect("a list").iter().filter_map(|row| row["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=8).collect());
    assert!(!scene.folder.path().join("cup.db.lock").exists());
    // A mistake of the program ends a run, and nothing else.
    scene.write("bad.toml", CUP);
    until("it is found", || scene.ids().contains("bad"));
    scene.host.panics.store(true, Ordering::Relaxed);
    assert_eq!(scene.post("/api/tournaments/bad/start", &json!({"changed": "again"})).0, 200);
    scene.becomes("bad", "waiting");
    assert_eq!(scene.get("/api/tournaments/bad/standings").1["summary"]["problem"]["code"], "run-stopped");
}

/// A reason may name paths, commands and seeds: it is for the organiser.
#[test]
fn only_the_organiser_is_told_why_a_tournament_cannot_be_opened() {
    let scene = Scene::new(&[("bad.toml", "game = \"virus\"\n")]);
    until("it is read", || scene.state("bad") == "broken");
    let reason = "no number of pairs";
    for cookie in [None, scene.cookie.as_deref()] {
        let ask = Ask { cookie, ..Ask::right() };
        for path in ["/api/home", "/api/tournaments/bad", "/t/bad", "/api/events/poll?topics=home,t:bad"] {
            let text = String::from_utf8_lossy(&scene.http.body("GET", path, &ask).1).into_owned();
            let is_told = cookie.is_some() && ["/api/home", "/api/tournaments/bad"].contains(&path);
            assert_eq!(text.contains(reason), is_told, "{path}: {text}");
        }
    }
}

#[test]
fn starting_twice_and_stopping_meanwhile_play_nothing_twice() {
    let scene = Scene::new(&[("cup.toml", CUP), ("other.toml", CUP)]);
    scene.host.gates.close("open cup");
    let first = scene.posting("/api/tournaments/cup/start");
    scene.held("open cup");
    let empty = json!({});
    // While it takes its time, everything else is answered.
    assert_eq!(code(&scene.post("/api/tournaments/cup/start", &empty)), (409, "runs-already"));
    assert_eq!((scene.state("cup").as_str(), scene.state("other").as_str()), ("running", "waiting"));
    assert_eq!(scene.get("/api/tournaments/other/standings").0, 200);
    assert_eq!(scene.post("/api/tournaments/cup/stop", &empty).0, 200);
    scene.host.gates.open("open cup");
    assert_eq!(first.join().expect("an answer"), 200);
    scene.becomes("cup", "waiting");
    assert_eq!(scene.get("/api/tournaments/cup/standings").1["games"], 0);
    // The end of the server in the middle of a start leaves no lock.
    scene.host.gates.close("open cup");
    let started = scene.posting("/api/tournaments/cup/start");
    scene.held("open cup");
    let Scene { folder, host, mut server, .. } = scene;
    let stopping = thread::spawn(move || server.take().map(Server::stop));
    host.gates.open("open cup");
    stopping.join().expect("it stops");
    drop(started.join());
    assert!(!folder.path().join("cup.db.lock").exists());
}

#[test]
fn a_slow_store_keeps_nobody_waiting() {
    let scene = Scene::new(&[("slow.toml", CUP), ("cup.toml", CUP)]);
    scene.host.gates.close("read slow");
    assert_eq!((scene.state("slow").as_str(), scene.state("cup").as_str()), ("waiting", "waiting"));
    scene.held("read slow");
    let home = scene.get("/api/home").1;
    let problem = home["tournaments"].as_array().expect("a list").iter().find(|it| it["id"] == "slow");
    assert_eq!(problem.expect("it is listed")["problem"]["code"], "being-read");
    // A page of it waits; others, also many of them, are answered, and events come.
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let http = Arc::clone(&scene.http);
            thread::spawn(move || http.status("GET", "/api/tournaments/slow/standings", &Ask::right()).0)
        })
        .collect();
    assert_eq!(scene.post("/api/tournaments/cup/start", &json!({})).0, 200);
    scene.becomes("cup", "finished");
    scene.host.gates.open("read slow");
    for answer in waiting {
        assert_eq!(answer.join().expect("an answer"), 200);
    }
    // Once it was read, what was read last is shown meanwhile.
    scene.host.gates.close("read slow");
    scene.write("slow.toml", &CUP.replace('4', "5"));
    scene.held_by_looking("read slow");
    let (status, standings) = scene.get("/api/tournaments/slow/standings");
    assert_eq!((status, &standings["pairs_planned"]), (200, &json!(4)));
    scene.host.gates.open("read slow");
    let planned = || scene.get("/api/tournaments/slow/standings").1["pairs_planned"] == 5;
    until("it is read again", planned);
    let report = scene.get("/api/tournaments/slow").1["report"].clone();
    assert_eq!(report["about"]["pairs_planned"], 5, "reports of what was there before are not kept");
}

impl Scene {
    /// Asks until the host is held up: files are looked at now and then.
    fn held_by_looking(&self, what: &str) {
        until(what, || {
            self.state("slow");
            self.host.gates.is_held(what)
        });
    }
}

#[test]
fn files_may_change_vanish_or_become_something_else() {
    let scene = Scene::new(&[("cup.toml", CUP), ("play.toml", CUP)]);
    scene.host.gates.close("play play");
    assert_eq!(scene.post("/api/tournaments/play/start", &json!({})).0, 200);
    let path = |name: &str| scene.folder.path().join(name);
    // What runs stays, and its store is not another tournament.
    fs::remove_file(path("play.toml")).expect("it was there");
    scene.write("new.toml", CUP);
    until("the folder is read", || scene.ids().contains("new"));
    let listed = ["cup", "new", "play"].map(String::from);
    assert_eq!(scene.ids(), BTreeSet::from(listed));
    scene.host.gates.open("play play");
    // From now on it is a store alone.
    scene.becomes("play", "finished");
    until("its file is missed", || {
        scene.ids().len() == 3 && scene.get("/api/home").1.to_string().contains("\"has_file\":false")
    });
    // A store that is replaced by another one is read again.
    assert_eq!(scene.post("/api/tournaments/cup/start", &json!({})).0, 200);
    scene.becomes("cup", "finished");
    fs::remove_file(path("cup.db")).expect("it was there");
    scene.becomes("cup", "waiting");
    fs::copy(path("play.db"), path("cup.db")).expect("room");
    scene.becomes("cup", "finished");
    // Too large, a folder, gone.
    scene.write("cup.toml", &"#".repeat(2 << 20));
    until("only its store is left", || !scene.has_file("cup"));
    fs::remove_file(path("new.toml")).expect("it was there");
    fs::create_dir(path("new.toml")).expect("room");
    until("it is left out", || !scene.ids().contains("new"));
}

/// A pipe has no end: reading it would never return.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_stops_nothing() {
    let scene = Scene::new(&[("cup.toml", CUP)]);
    assert_eq!(scene.state("cup"), "waiting");
    let path = scene.folder.path().join("cup.toml");
    fs::remove_file(&path).expect("it was there");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    until("it is left out", || scene.state("cup") == "missing");
    assert_eq!(scene.get("/api/tournaments/cup/standings").0, 404);
}

#[test]
fn new_files_are_checked_and_never_written_over_others() {
    let scene = Scene::new(&[("cup.toml", CUP)]);
    let named = |text: &str| format!("game = \"virus\"\n# pairs 1\n{text}\n");
    let player = |name: &str| named(&format!("[[players]]\nname = \"{name}\"\nbot = \"greedy\""));
    for (text, name, status, expected) in [
        (named(""), Some("cup"), 409, "name-taken"),
        (named(""), Some("../cup"), 422, "bad-name"),
        (named(""), Some("a/b"), 422, "bad-name"),
        (named(""), Some("%2e%2e"), 422, "bad-name"),
        (named(""), Some("été"), 422, "bad-name"),
        (named(""), Some(" "), 422, "bad-name"),
        (named(""), Some("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"), 422, "bad-name"),
        ("game = \"virus\"".to_string(), None, 422, "bad-file"),
        (named("title = \"a\\u202eb\""), None, 422, "bad-player-name"),
        (player("a\\u0007"), None, 422, "bad-player-name"),
        (player(&"x".repeat(41)), None, 422, "bad-player-name"),
    ] {
        let reply = scene.post("/api/tournaments", &json!({"text": text, "name": name}));
        assert_eq!(code(&reply), (status, expected), "{text:?} {name:?}");
    }
    let checked = scene.post("/api/tournaments/check", &json!({"text": player("a\\u200bb")})).1;
    assert_eq!(checked["problems"][0]["line"], 4, "{checked}");
    assert_eq!(scene.post("/api/tournaments/check", &json!({"text": named("")})).1["problems"], json!([]));
    assert_eq!(fs::read_dir(scene.folder.path()).expect("a folder").count(), 1, "nothing was written");
    let text = player("Zoé <b>&amp;");
    let created = scene.post("/api/tournaments", &json!({"text": text, "name": "Spring Cup"}));
    assert_eq!(created, (201, json!({"id": "spring-cup", "file": "Spring Cup.toml"})));
    assert_eq!(fs::read_to_string(scene.folder.path().join("Spring Cup.toml")).expect("a file"), text);
    assert_eq!(scene.state("spring-cup"), "waiting");
    // Two at the same moment: one of them is first.
    let body = json!({"text": named(""), "name": "two"}).to_string();
    let posts: Vec<_> = (0..4)
        .map(|_| {
            let (http, cookie, body) = (Arc::clone(&scene.http), scene.cookie.clone(), body.clone());
            thread::spawn(move || {
                let ask = Ask { cookie: cookie.as_deref(), body: &body, ..Ask::right() };
                http.status("POST", "/api/tournaments", &ask).0
            })
        })
        .collect();
    let mut answers: Vec<u16> = posts.into_iter().map(|post| post.join().expect("an answer")).collect();
    answers.sort_unstable();
    assert_eq!(answers, [201, 409, 409, 409]);
}

//! Walls over HTTP, on tournaments with a store and without: what they show, who may direct
//! them, and what they keep secret.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Ask, Http};
use gridiron_server::tournaments::Entry;
use gridiron_server::{Arena, Config, Host, HostError, Opened, Server, Source};
use league::entry_list::{OnChange, reconcile};
use league::event::Records;
use league::formats::{Plan, TieBreak};
use league::runner::Threads;
use league::store::Store;
use league::{Event, Tournament};
use serde_json::{Value, json};

struct Show {
    arena: Arc<Arena>,
    server: Server,
    http: Http,
    organiser: Option<String>,
    folder: tempfile::TempDir,
}

/// A server with one tournament that is played.
fn show(plan: Plan, players: &[&str], records: Records) -> Show {
    let folder = tempfile::tempdir().expect("a folder");
    let tournament = play(folder.path(), event(plan, players, records));
    let arena = Arena::new("Test".into(), None, None);
    let opened = Opened { tournament, play: None, sandbox: None, store: None, problem: None };
    let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
    entry.program_ended();
    serve(arena, folder)
}

fn event(plan: Plan, players: &[&str], records: Records) -> Event {
    let event = Event::of_built_in_players("virus", players.iter().copied(), plan).expect("players");
    Event { records, ..event }
}

/// Plays `cup.db` in a folder to its end, from where it stands.
fn play(folder: &Path, event: Event) -> Arc<Tournament> {
    let mut store = Store::open(&folder.join("cup.db")).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("the same players");
    let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
    let tournament = Arc::new(Tournament::resume(event, store, &ids).expect("a tournament"));
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    tournament
}

fn serve(arena: Arc<Arena>, folder: tempfile::TempDir) -> Show {
    let config = Config { port: Some(0), ..Config::default() };
    let server = Server::start(config, Arc::clone(&arena)).expect("a free port");
    let http = Http::new(server.address());
    let organiser = http.session(&server.organiser_link("/"));
    Show { arena, server, http, organiser, folder }
}

impl Show {
    fn get(&self, path: &str, cookie: Option<&str>) -> (u16, Value) {
        let (status, body) = self.http.body("GET", path, &Ask { cookie, ..Ask::right() });
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    /// What it shows while the organiser looks.
    fn state(&self) -> Value {
        self.state_for(self.organiser.as_deref())
    }

    fn state_for(&self, cookie: Option<&str>) -> Value {
        let (status, state) = self.get("/api/wall/cup", cookie);
        assert_eq!(status, 200, "{state}");
        state
    }

    fn post(&self, command: &Value, cookie: Option<&str>) -> (u16, Value) {
        let body = command.to_string();
        let (status, body) =
            self.http.body("POST", "/api/wall/cup", &Ask { cookie, body: &body, ..Ask::right() });
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn command(&self, command: &Value) -> Value {
        let (status, state) = self.post(command, self.organiser.as_deref());
        assert_eq!(status, 200, "{command}: {state}");
        state
    }
}

/// The mean rating is 0, so it depends on all players: the strongest and the weakest are clear.
const PLAYERS: [&str; 3] = ["random", "greedy", "first"];

#[test]
fn a_wall_shows_games_of_the_store_and_obeys_the_organiser_alone() {
    let show = show(Plan::RoundRobin { pairs: 3 }, &PLAYERS, Records::All);
    let state = show.state();
    assert_eq!(
        (&state["mode"], &state["tournament"], &state["plays"]),
        (&json!("game"), &json!("cup"), &json!("virus"))
    );
    let length = state["length_ms"].as_u64().expect("a length");
    assert!((30_000..=60_000).contains(&length), "{length}");
    // The game can be loaded, and is as long as it is said to be.
    let path = format!("/api/tournaments/cup/games/{}", state["game"]["number"]);
    let (_, game) = show.get(&path, None);
    let actions = game["playback"]["actions"].as_array().expect("a playback").len();
    assert_eq!(state["game"]["actions"], actions);
    for (player, card) in game["playback"]["players"]
        .as_array()
        .expect("two")
        .iter()
        .zip(state["game"]["players"].as_array().expect("two"))
    {
        assert_eq!(player["name"], card["name"]);
    }
    // What tells the result is kept for the result.
    let telling = ["upset", "comeback", "close", "decider"];
    let reasons = state["game"]["reasons"].as_array().expect("reasons");
    assert!(reasons.iter().all(|reason| telling.iter().all(|telling| reason != telling)), "{reasons:?}");

    for (cookie, command, expected) in [
        (None, json!({"command": "next"}), 403),
        (show.organiser.as_deref(), json!({"command": "explode"}), 400),
        (show.organiser.as_deref(), json!({"command": "show", "number": 999}), 409),
        (show.organiser.as_deref(), json!({}), 400),
    ] {
        assert_eq!(show.post(&command, cookie).0, expected, "{command}");
    }
    assert_eq!(show.state()["game"], state["game"]);
    let modes: Vec<Value> =
        (0..3).map(|_| show.command(&json!({"command": "next"}))["mode"].clone()).collect();
    assert_eq!(modes, ["result", "standings", "game"]);
    assert_ne!(show.state()["game"]["number"], state["game"]["number"]);
    let asked = show.command(&json!({"command": "show", "number": 5}));
    assert_eq!((&asked["game"]["number"], &asked["game"]["reasons"]), (&json!(5), &json!(["asked"])));
    assert_eq!(show.command(&json!({"command": "hold"}))["held"], true);
    // A wall that shows all tournaments shows this one, in the same moment.
    let (_, all) = show.get("/api/wall/all", None);
    for key in ["tournament", "mode", "started_ms", "game", "held_ms"] {
        assert_eq!(all[key], show.state()[key], "{key}");
    }
    assert_eq!(show.get("/api/wall/other", None).0, 404);
    // Results of games to come are for the organiser.
    let (_, suggestions) = show.get("/api/wall/cup/suggestions", show.organiser.as_deref());
    assert!(
        suggestions.as_array().is_some_and(|all| !all.is_empty() && all[0]["cause"] == "normal"),
        "{suggestions}"
    );
    assert_eq!(show.get("/api/wall/cup/suggestions", None), (200, json!([])));
    show.server.stop();
}

#[test]
fn a_finished_tournament_comes_to_the_podium() {
    let show = show(Plan::RoundRobin { pairs: 1 }, &PLAYERS, Records::All);
    let mut seen = Vec::new();
    for _ in 0..20 {
        let state = show.command(&json!({"command": "next"}));
        seen.push(state["mode"].as_str().expect("a mode").to_string());
        if state["mode"] == "podium" {
            let (_, table) = show.get("/api/tournaments/cup/standings", None);
            let names = |rows: &Value| {
                rows.as_array().expect("rows").iter().map(|row| row["name"].clone()).collect::<Vec<_>>()
            };
            assert_eq!(names(&state["podium"]), names(&table["standings"]));
            show.server.stop();
            return;
        }
    }
    panic!("no podium: {seen:?}");
}

#[test]
fn a_knockout_names_its_final() {
    let plan = Plan::Knockout { pairs: 1, further_pairs: 2, third_place: true, ties: TieBreak::TotalMargin };
    let show = show(plan, &["random", "greedy", "first", "mcts:nodes=10"], Records::All);
    let (_, suggestions) = show.get("/api/wall/cup/suggestions", show.organiser.as_deref());
    let all = suggestions.as_array().expect("a list");
    let of_final: Vec<&Value> = all.iter().filter(|it| it["game"]["stage"]["stage"] == "final").collect();
    assert!(!of_final.is_empty(), "{suggestions}");
    for it in of_final {
        let reasons = it["reasons"].as_array().expect("reasons");
        assert!(reasons.contains(&json!("final")) || reasons.contains(&json!("third-place")), "{it}");
    }
    show.server.stop();
}

#[test]
fn without_records_there_are_standings() {
    let show = show(Plan::RoundRobin { pairs: 1 }, &PLAYERS, Records::None);
    let state = show.state();
    assert_eq!((&state["mode"], &state["is_final"]), (&json!("standings"), &json!(true)), "{state}");
    show.server.stop();
}

#[test]
fn frozen_standings_are_revealed() {
    let show = show(Plan::RoundRobin { pairs: 3 }, &PLAYERS, Records::All);
    let walls = &show.arena.walls;
    let _ = show.state();
    let entry = show.arena.catalogue.find("cup").expect("it is there");
    assert!(!walls.has_suspense(&entry));
    show.command(&json!({"command": "suspense", "on": true}));
    assert!(walls.has_suspense(&entry));
    show.command(&json!({"command": "suspense", "on": false}));
    let frozen = show.command(&json!({"command": "freeze"}));
    assert_eq!(frozen["frozen"], json!(true));
    let state = show.command(&json!({"command": "reveal"}));
    assert_eq!(
        (&state["mode"], &state["is_reveal"], &state["sealed"], &state["frozen"]),
        (&json!("standings"), &json!(true), &json!(3), &json!(false))
    );
    show.server.stop();
}

/// Opens `cup.db` with a list of players that is not always the same.
struct CupHost(Vec<&'static str>);

impl Host for CupHost {
    fn open_to_read(&self, source: &Source) -> Result<Opened, HostError> {
        let event = event(CUP, &self.0, Records::All);
        let store = Store::open_read_only(source.path()).expect("a store");
        let stored = store.players().expect("players");
        let id = |name: &str| stored.iter().find(|player| player.name == name).expect("it plays").id;
        let ids: Vec<_> = self.0.iter().map(|name| id(name)).collect();
        let tournament = Arc::new(Tournament::resume(event, store, &ids).expect("a tournament"));
        let store = Some(source.path().to_path_buf());
        Ok(Opened { tournament, play: None, sandbox: None, store, problem: None })
    }

    fn open_to_play(&self, _: &Source, _: OnChange) -> Result<Opened, HostError> {
        Err(HostError::Failed("nothing is played here".into()))
    }

    fn check(&self, _: &Path, _: &str) -> Result<(), HostError> {
        Ok(())
    }

    fn template(&self, _: &str) -> Option<String> {
        None
    }
}

const CUP: Plan = Plan::RoundRobin { pairs: 2 };

/// A server of a folder with `cup.db`.
fn serve_folder(folder: tempfile::TempDir, players: [&'static str; 3]) -> Show {
    let host = Arc::new(CupHost(players.to_vec()));
    let path = folder.path().canonicalize().expect("it is there");
    serve(Arena::new("Test".into(), Some(path), Some(host)), folder)
}

impl Show {
    /// What is on disk now: all that is left if the process is killed at this moment.
    fn disk(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().expect("a folder");
        for item in fs::read_dir(self.folder.path()).expect("a folder") {
            let item = item.expect("a file");
            // Just being written: it would never be read.
            if item.path().extension().is_some_and(|extension| extension == "part") {
                continue;
            }
            fs::copy(item.path(), copy.path().join(item.file_name())).expect("room");
        }
        copy
    }

    /// Names, places, points and games of the standings that the wall shows.
    fn wall_rows(&self) -> Vec<Value> {
        while self.state()["mode"] != "standings" {
            self.command(&json!({"command": "next"}));
        }
        rows_of(&self.state())
    }
}

fn rows_of(state: &Value) -> Vec<Value> {
    let row = |row: &Value| json!([row["name"], row["place"], row["points"]]);
    let mut rows: Vec<Value> = state["standings"].as_array().expect("rows").iter().map(row).collect();
    rows.sort_by_key(ToString::to_string);
    rows
}

#[test]
fn a_wall_goes_on_when_the_server_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(play(folder.path(), event(Plan::RoundRobin { pairs: 1 }, &PLAYERS, Records::All)));
    let show = serve_folder(folder, PLAYERS);
    // One game is shown to its end, another one only in part.
    show.command(&json!({"command": "suspense", "on": true}));
    show.command(&json!({"command": "show", "number": 3}));
    show.command(&json!({"command": "next"}));
    show.command(&json!({"command": "show", "number": 5}));
    let of_one_game = show.disk();
    let (_, game) = show.get("/api/tournaments/cup/games/3", None);
    // Then all results are known, and no more.
    show.command(&json!({"command": "suspense", "on": false}));
    show.command(&json!({"command": "freeze"}));
    let (_, table) = show.get("/api/tournaments/cup/standings", None);
    let pairs = show.command(&json!({"command": "hold"}))["progress"]["pairs_done"].clone();
    let frozen = show.disk();
    show.server.stop();

    // With suspense, in another order of the players.
    let show = serve_folder(of_one_game, ["first", "random", "greedy"]);
    // Pages of the tournament know it before anybody has looked at the wall.
    assert_eq!(show.get("/api/tournaments/cup", None).1["suspense"], json!(true));
    // Viewers alone do not make it go on: nothing is used up before the class is there.
    assert_eq!(show.state_for(None)["mode"], "waiting");
    let state = show.state();
    assert_eq!(show.state_for(None)["mode"], "game");
    assert_eq!(
        (&state["suspense"], &state["frozen"], &state["held"]),
        (&json!(true), &json!(false), &json!(false))
    );
    // What the organiser asked for is shown from its beginning.
    assert_eq!((&state["mode"], &state["game"]["number"]), (&json!("game"), &json!(5)));
    let mut points: BTreeMap<String, f64> = BTreeMap::new();
    for game in [&game, &show.get("/api/tournaments/cup/games/5", None).1] {
        let (winner, players) = (&game["playback"]["outcome"]["winner"], &game["playback"]["players"]);
        for (seat, player) in players.as_array().expect("two").iter().enumerate() {
            let won = winner.as_u64().map_or(0.5, |winner| if winner == seat as u64 { 1.0 } else { 0.0 });
            *points.entry(player["name"].to_string()).or_default() += won;
        }
    }
    let shown = show.wall_rows();
    assert_eq!(points.len(), shown.len());
    for row in shown {
        assert_eq!(row[2], json!(points[&row[0].to_string()]), "{row}: {points:?}");
    }
    show.server.stop();

    // Frozen, and played to the end since then.
    drop(play(frozen.path(), event(CUP, &PLAYERS, Records::All)));
    let begun_anew = tempfile::tempdir().expect("a folder");
    fs::copy(frozen.path().join(".gridiron-walls.json"), begun_anew.path().join(".gridiron-walls.json"))
        .expect("it is there");
    let show = serve_folder(frozen, ["greedy", "first", "random"]);
    let state = show.state();
    assert_eq!(
        (&state["suspense"], &state["frozen"], &state["held"]),
        (&json!(false), &json!(true), &json!(true))
    );
    // A held wall shows nothing until the organiser goes on.
    assert_eq!((&state["mode"], &state["progress"]["pairs_done"]), (&json!("waiting"), &pairs));
    assert_eq!(show.wall_rows(), rows_of(&table));
    let (_, now) = show.get("/api/tournaments/cup/standings", None);
    assert_ne!(rows_of(&now), rows_of(&table));
    show.server.stop();

    // Another store of the same name: its standings were never frozen.
    drop(play(begun_anew.path(), event(Plan::RoundRobin { pairs: 1 }, &PLAYERS, Records::All)));
    let show = serve_folder(begun_anew, PLAYERS);
    assert_eq!((&show.state()["frozen"], &show.state()["held"]), (&json!(false), &json!(true)));
    show.server.stop();
}

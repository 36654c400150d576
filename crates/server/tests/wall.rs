//! Walls over HTTP, on tournaments with a store and without: what they show, who may direct
//! them, and what they keep secret.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{Ask, Http};
use gridiron_server::tournaments::Entry;
use gridiron_server::{Arena, Config, Opened, Server};
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
    _folder: tempfile::TempDir,
}

/// A server with one tournament that is played.
fn show(plan: Plan, players: &[&str], records: Records) -> Show {
    let folder = tempfile::tempdir().expect("a folder");
    let mut event = Event::of_built_in_players("virus", players.iter().copied(), plan).expect("players");
    event.records = records;
    let mut store = Store::open(&folder.path().join("cup.db")).expect("a store");
    let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
    let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
    let tournament = Arc::new(Tournament::resume(event, store, &ids).expect("a tournament"));
    tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
    let arena = Arena::new("Test".into(), None, None);
    let opened = Opened { tournament, play: None, sandbox: None, store: None, problem: None };
    let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
    entry.program_ended();
    let config = Config { port: Some(0), ..Config::default() };
    let server = Server::start(config, Arc::clone(&arena)).expect("a free port");
    let http = Http::new(server.address());
    let organiser = http.session(&server.organiser_link("/"));
    Show { arena, server, http, organiser, _folder: folder }
}

impl Show {
    fn get(&self, path: &str, cookie: Option<&str>) -> (u16, Value) {
        let (status, body) = self.http.body("GET", path, &Ask { cookie, ..Ask::right() });
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn state(&self) -> Value {
        let (status, state) = self.get("/api/wall/cup", None);
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
    assert!(!walls.has_suspense("cup"));
    show.command(&json!({"command": "suspense", "on": true}));
    assert!(walls.has_suspense("cup"));
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

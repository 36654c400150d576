//! Watching a game in a browser's window: keys, fog, motion, live games, what an analysis
//! adds, and a board that can be walked through.

mod common;

use common::devtools::Browser;
use common::{Habit, play};
use games::sighting::SquareState;
use games::{Seat, SightingMap, Transition, Viewpoint};
use gridiron_web::playback::Playback;
use referee::{Record, Replay};
use serde_json::{Value, json};

const SMALL: (u32, u32) = (1280, 720);
const LARGE: (u32, u32) = (1920, 1080);
const PHONE: (u32, u32) = (390, 800);

fn record(game: &str, rules: &str) -> Record {
    let bots = [
        ("Ada", "random:scout=4,spray=9,colonise=4", Habit::Stumbles),
        ("Bob", "random:bomb=9,scout=4", Habit::Talks),
    ];
    let plain = [("Ada", "random", Habit::Stumbles), ("Bob", "random", Habit::Talks)];
    let entry = games::find(game).expect("a game");
    play(entry, rules, 7, if game == "plantation" { bots } else { plain })
}

fn page(record: &Record) -> String {
    gridiron_web::game::html(std::slice::from_ref(record)).expect("it holds")
}

/// An expression about the viewer, named `it`.
fn of_viewer(expression: &str) -> String {
    format!("(() => {{ const it = document.querySelector('grid-game'); return {expression}; }})()")
}

fn position(browser: &mut Browser) -> u64 {
    browser.value(&of_viewer("it.at")).as_u64().expect("a number")
}

/// Each square as the board shows it: value, state, age.
const SQUARES: &str = "[...document.querySelectorAll('grid-board .cell')]\
    .map((it) => [it.dataset.value, it.dataset.state, it.dataset.age])";

/// The board after so many actions, replayed by the rules.
fn board_after(record: &Record, actions: usize) -> Vec<i64> {
    let mut replay = Replay::new(record).expect("a record");
    for _ in 0..actions {
        replay.step().expect("an action").expect("it holds");
    }
    replay.session().grid(Viewpoint::All).signed_rows().concat()
}

fn shown_values(browser: &mut Browser) -> Vec<i64> {
    let squares = browser.value(SQUARES);
    let squares = squares.as_array().expect("squares").iter();
    squares.map(|it| it[0].as_str().and_then(|it| it.parse().ok()).expect("a number")).collect()
}

#[test]
fn every_key_does_what_the_list_of_keys_says() {
    let plantation = record("plantation", "max_turns=20");
    let mut browser = Browser::start();
    browser.open(&page(&plantation), "", SMALL);
    for (key, expression, expected) in [
        ("PageDown", "it.at", json!(10)),
        ("ArrowRight", "it.at", json!(11)),
        ("PageUp", "it.at", json!(1)),
        ("PageUp", "it.at", json!(0)),
        ("1", "it.viewpoint", json!("0")),
        ("2", "it.viewpoint", json!("1")),
        ("2", "it.querySelector('[data-viewpoint=\"1\"]').ariaPressed", json!("true")),
        ("0", "it.viewpoint", json!("all")),
        ("?", "it.querySelector('dialog').open", json!(true)),
        // While the list of keys is open, they are not the viewer's.
        ("ArrowRight", "it.at", json!(0)),
        ("Escape", "it.querySelector('dialog').open", json!(false)),
        ("ArrowRight", "it.at", json!(1)),
        ("f", "document.fullscreenElement === it", json!(true)),
        ("f", "document.fullscreenElement === null", json!(true)),
    ] {
        browser.press(key);
        // Full screen comes and goes with a delay.
        if key == "f" {
            while browser.value(&of_viewer(expression)) != expected {}
        }
        assert_eq!(browser.value(&of_viewer(expression)), expected, "{key}");
    }
    let speeds = "[...it.querySelectorAll('.speed option')].map((it) => Number(it.value))";
    let speeds = browser.value(&of_viewer(speeds));
    let speeds: Vec<f64> = speeds.as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
    let speed = |browser: &mut Browser| {
        browser.value(&of_viewer("Number(it.querySelector('.speed').value)")).as_f64()
    };
    let begin = speeds.iter().position(|it| Some(*it) == speed(&mut browser)).expect("one of them");
    for (key, at) in [("+", begin + 1), ("-", begin), ("-", begin - 1)] {
        browser.press(key);
        assert_eq!(speed(&mut browser), Some(speeds[at]), "{key}");
    }
    // From fault to fault.
    let faults = plantation.actions.iter().enumerate().filter(|(_, it)| it.fault.is_some());
    let faults: Vec<u64> = faults.map(|(at, _)| at as u64 + 1).collect();
    browser.press("Home");
    for fault in &faults {
        browser.press("n");
        assert_eq!(position(&mut browser), *fault);
    }
    browser.press("p");
    assert_eq!(position(&mut browser), faults[faults.len() - 2]);
    // Keys of the browser are left to it.
    let untouched =
        "dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', ctrlKey: true, cancelable: true }))";
    assert_eq!(browser.value(untouched), true);
}

/// What each seat remembers, against a map that learns from the replies of another session.
#[test]
fn fog_shows_what_a_seat_may_know() {
    let record = record("plantation", "max_turns=25,rows=7,cols=6,bomb_damage=1");
    let entry = games::find("plantation").expect("a game");
    let rules = entry.read_options("max_turns=25,rows=7,cols=6,bomb_damage=1").expect("rules");
    let mut session = entry.start(rules, record.seed).expect("a board");
    let mut maps = Seat::BOTH.map(|seat| SightingMap::new(seat, 42));
    let mut browser = Browser::start();
    browser.open(&page(&record), "", SMALL);
    let mut states = [0; 4];
    for (at, action) in (1..).zip(&record.actions) {
        let line = action.sent.as_ref().unwrap_or(&action.action);
        let Transition::Played(played) = session.submit(line) else { panic!("{line}") };
        maps[played.seat.index()].learn(&played.sightings, played.turn);
        if at % 9 != 0 {
            continue;
        }
        for (seat, key) in [(Seat::Zero, "1"), (Seat::One, "2")] {
            let own = session.grid(Viewpoint::Seat(seat));
            let expected: Vec<Value> = (0..42)
                .map(|square| {
                    let cell = own.cells[square];
                    if cell.count > 0 {
                        states[0] += 1;
                        return json!([cell.signed().to_string(), "known", ""]);
                    }
                    let age = |turn: u32| (action.turn - turn).to_string();
                    match maps[seat.index()].get(square) {
                        None => {
                            states[1] += 1;
                            json!(["", "unseen", "0"])
                        }
                        Some(seen) => match seen.known {
                            SquareState::Hit => {
                                states[2] += 1;
                                json!(["0", "hit", age(seen.turn)])
                            }
                            SquareState::Empty => json!(["0", "remembered", age(seen.turn)]),
                            SquareState::Enemy(count) => {
                                states[3] += 1;
                                let value = -seat.sign() * i64::from(count);
                                json!([value.to_string(), "remembered", age(seen.turn)])
                            }
                        },
                    }
                })
                .collect();
            browser.value(&of_viewer(&format!("it.jump({at})")));
            browser.press(key);
            assert_eq!(browser.value(SQUARES), json!(expected), "{seat:?} after {at}");
            // The other's total would tell more.
            let other = format!("it.querySelectorAll('.held')[{}].innerText", seat.other().index());
            assert_eq!(browser.value(&of_viewer(&other)), "?");
            assert_eq!(browser.value(&of_viewer("it.querySelector('.legend').checkVisibility()")), true);
        }
        browser.press("0");
        assert_eq!(shown_values(&mut browser), board_after(&record, at));
    }
    assert!(states.iter().all(|count| *count > 10), "{states:?}");
}

/// While pieces move, the board below them is exact, however fast one goes on.
#[test]
fn motion_never_changes_what_is_shown() {
    let mut browser = Browser::start();
    let moving = of_viewer("it.board.motion.running.filter((it) => it.playState === 'running').length");
    let left = "document.querySelectorAll('grid-board .motion > *').length";
    let kinds = of_viewer("it.board.motion.layer.dataset.motion ?? ''");
    for (game, expected) in [
        ("virus", &["place"][..]),
        ("conga", &["sow"]),
        ("plantation", &["look", "spray", "strike", "grow", "send"]),
    ] {
        let record = record(game, if game == "plantation" { "max_turns=40" } else { "" });
        browser.reduce_motion(false);
        browser.open(&page(&record), "", SMALL);
        let mut seen = std::collections::BTreeSet::new();
        for at in 1..=record.actions.len().min(90) {
            browser.press("ArrowRight");
            assert_eq!(shown_values(&mut browser), board_after(&record, at), "{game} {at}");
            seen.insert(browser.value(&kinds).to_string().trim_matches('"').to_string());
        }
        assert!(expected.iter().all(|kind| seen.contains(*kind)), "{game}: {seen:?}");
        browser.press("Home");
        assert_eq!((browser.value(&moving), browser.value(left)), (json!(0), json!(0)), "{game}");
        browser.press("ArrowRight");
        let count = browser.value(&of_viewer("it.board.motion.running.length"));
        assert!(count.as_u64().is_some_and(|count| count > 0), "{game}: something moves");
        // Outlines alone.
        browser.reduce_motion(true);
        browser.press("Home");
        for at in 1..=5 {
            browser.press("ArrowRight");
            assert_eq!(shown_values(&mut browser), board_after(&record, at), "{game} {at}");
            let count = browser.value(&of_viewer("it.board.motion.running.length"));
            assert_eq!(count, 0, "{game}");
        }
        assert_eq!(browser.value(&of_viewer("it.querySelector('.marks').isConnected")), true);
    }
}

/// Everything that one needs is in the window, in both languages.
#[test]
fn the_whole_viewer_fits_and_grows() {
    let outside = "[...document.querySelectorAll('grid-game, .seat, grid-board, .standing, .actions, .timeline, \
        .score-chart, input[type=range], .controls, .controls button, .controls select, .name, .clock')]\
        .filter((it) => it.checkVisibility()).filter((it) => {
          const at = it.getBoundingClientRect();
          return at.top < 0 || at.left < 0 || at.bottom > innerHeight || at.right > innerWidth || at.height === 0;
        }).map((it) => it.className || it.localName)";
    let width = "document.querySelector('grid-board').getBoundingClientRect().width";
    let wide = "document.documentElement.scrollWidth > innerWidth";
    let mut browser = Browser::start();
    for (game, rules) in [
        ("plantation", ""),
        ("plantation", "rows=6,cols=20"),
        ("virus", ""),
        ("virus", "size=3"),
        ("conga", ""),
    ] {
        let mut record = record(game, rules);
        record.clock = "600+5".parse().expect("a clock");
        record.charged = Some(referee::ChargeBy::Wall);
        for lang in ["en", "fr"] {
            browser.open(&page(&record), &format!("#lang={lang}&ply=3"), SMALL);
            assert_eq!(browser.value(outside), json!([]), "{game} {rules} {lang}");
            for viewpoint in ["1", "0"] {
                browser.press(viewpoint);
                assert_eq!(browser.value(outside), json!([]), "{game} {rules} {lang}");
            }
            let small = browser.value(width).as_f64().expect("a number");
            browser.resize(LARGE);
            assert_eq!(browser.value(outside), json!([]), "{game} {rules} {lang}: large");
            let large = browser.value(width).as_f64().expect("a number");
            assert!(large > 1.2 * small, "{game} {rules}: {small} and {large}");
            browser.resize(PHONE);
            assert_eq!(browser.value(wide), false, "{game} {rules} {lang}");
            let controls = "document.querySelector('.controls').getBoundingClientRect().top < innerHeight";
            assert_eq!(browser.value(controls), true, "{game} {rules} {lang}");
            // The board comes before everything but the names.
            let order = "document.querySelector('grid-board').getBoundingClientRect().top < \
                Math.min(...['.timeline', '.controls', '.actions'].map((it) => \
                document.querySelector(it).getBoundingClientRect().top))";
            assert_eq!(browser.value(order), true, "{game} {rules} {lang}");
            let board = browser.value(width).as_f64().expect("a number");
            assert!(board >= 290.0 || rules == "size=3", "{game} {rules}: {board}");
        }
    }
}

#[test]
fn a_board_can_be_walked_through_and_is_read_out() {
    let mut browser = Browser::start();
    let focused = "document.activeElement.ariaLabel";
    for (game, lang, ply, expected) in [
        (
            "conga",
            "en",
            0,
            [("x 1, y 4: Disc 10", ""), ("x 2, y 4: empty", "ArrowRight"), ("x 2, y 3: empty", "ArrowDown")],
        ),
        (
            "conga",
            "fr",
            0,
            [
                ("x 1, y 4 : Disque 10", ""),
                ("x 1, y 3 : vide", "ArrowDown"),
                ("x 1, y 4 : Disque 10", "ArrowUp"),
            ],
        ),
        (
            "virus",
            "en",
            0,
            [
                ("row 0, column 0: player 1", ""),
                ("row 0, column 9: player 2", "End"),
                ("row 0, column 9: player 2", "ArrowRight"),
            ],
        ),
        (
            "virus",
            "fr",
            0,
            [
                ("ligne 0, colonne 0 : joueur 1", ""),
                ("ligne 1, colonne 0 : vide", "ArrowDown"),
                ("ligne 1, colonne 0 : vide", "ArrowLeft"),
            ],
        ),
    ] {
        let record = record(game, "");
        browser.open(&page(&record), &format!("#lang={lang}&ply={ply}"), SMALL);
        let stops = browser.value("document.querySelectorAll('grid-board [tabindex=\"0\"]').length");
        assert_eq!(stops, 1, "one stop for the whole board");
        browser.value("document.querySelector('grid-board [tabindex=\"0\"]').focus()");
        for (label, key) in expected {
            if !key.is_empty() {
                browser.press(key);
            }
            let shown = browser.value(focused);
            let shown = shown.as_str().expect("a label").replace(['\u{a0}', '\u{202f}'], " ");
            assert_eq!(shown, label, "{game} {lang} {key}");
            assert_eq!(position(&mut browser), ply, "arrows move the focus, not the game");
        }
        browser.press("Tab");
        assert_eq!(browser.value("document.activeElement.closest('grid-board')"), Value::Null);
        let roles = "['grid', 'row', 'gridcell'].map((it) => document.querySelectorAll(`grid-board [role=${it}]`).length)";
        let rows = record.start.len();
        assert_eq!(browser.value(roles), json!([1, rows, rows * rows]));
    }
}

/// The game up to some action as a live game, and the rest one by one.
#[test]
fn a_live_game_is_followed_unless_the_reader_looks_back() {
    let record = record("virus", "size=5");
    let playback = serde_json::to_value(Playback::new(&record).expect("it holds")).expect("JSON");
    let actions = playback["actions"].as_array().expect("actions").clone();
    let count = actions.len() as u64;
    let mut live = playback.clone();
    live["actions"] = json!(actions[..4]);
    live["outcome"] = Value::Null;
    live["live"] = json!({
        "id": "1", "tournament": null, "players": ["Ada", "Bob"], "to_act": 1, "clocks": [5000, 8000],
        "at_ms": 0, "over": false, "number": null
    });
    let mut browser = Browser::start();
    browser.open(&page(&record), "", SMALL);
    // The browser's time stands still unless it is set.
    browser.value("(window.now = 1000, performance.now = () => window.now, 0)");
    browser.value(&of_viewer(&format!("(it.live = {live}, 0)")));
    let clocks = of_viewer("[...it.querySelectorAll('.clock')].map((it) => parseFloat(it.innerText))");
    assert_eq!(position(&mut browser), 4);
    assert_eq!(browser.value(&clocks), json!([5, 8]));
    browser.value(&of_viewer("(window.now += 2500, it.parts.clocks.draw(), 0)"));
    assert_eq!(browser.value(&clocks), json!([5, 5.5]), "the clock of the seat to move runs");
    let add = |browser: &mut Browser, at: usize, clocks: Value| {
        let now = json!({ "to_act": 0, "clocks": clocks, "at_ms": 0 });
        browser.value(&of_viewer(&format!("(it.addAction({}, {now}), 0)", actions[at])));
    };
    add(&mut browser, 4, json!([4000, 5000]));
    assert_eq!(position(&mut browser), 5);
    assert_eq!(shown_values(&mut browser), board_after(&record, 5));
    assert_eq!(browser.value(&clocks), json!([4, 5]));
    let button = of_viewer("it.querySelector('.to-live').checkVisibility()");
    assert_eq!(browser.value(&button), false);
    browser.press("ArrowLeft");
    browser.press("ArrowLeft");
    assert_eq!(browser.value(&button), true);
    add(&mut browser, 5, json!([3000, 5000]));
    assert_eq!(position(&mut browser), 3, "the reader looks back");
    assert_eq!(shown_values(&mut browser), board_after(&record, 3));
    assert_eq!(browser.value(&of_viewer("it.last")), 6);
    browser.press("l");
    assert_eq!((position(&mut browser), browser.value(&button)), (6, json!(false)));
    for at in 6..actions.len() {
        add(&mut browser, at, json!([3000, 5000]));
    }
    assert_eq!(position(&mut browser), count);
    assert_eq!(browser.value(&of_viewer("it.querySelector('.verdict')")), Value::Null);
    browser.value(&of_viewer(&format!("(it.finish({}, 7), 0)", playback["outcome"])));
    let verdict = browser.value(&of_viewer("it.querySelector('.verdict').innerText"));
    assert!(verdict.as_str().is_some_and(|text| text.contains("wins")), "{verdict}");
    assert_eq!(browser.value(&of_viewer("it.parts.clocks.timer ?? null")), Value::Null, "no clock runs");
    assert_eq!(browser.value("document.documentElement.dataset.errors ?? null"), Value::Null);
}

/// Values, best moves and turning points, without giving away what is still to come.
#[test]
fn an_analysis_is_shown_as_far_as_the_reader_has_been() {
    let record = record("conga", "move_limit=30");
    let count = record.actions.len();
    let values: Vec<f64> = (0..=count).map(|at| if at < 10 { 0.25 } else { -1.0 }).collect();
    let exact: Vec<bool> = (0..=count).map(|at| at >= 10).collect();
    let best = json!({ "action": "1 4 2 3", "value": 0.5 });
    let analysis = json!({
        "state": "done", "values": values, "best": vec![best; count], "exact": exact, "turning": [6, 20], "depth": 9
    });
    let mut browser = Browser::start();
    let text = |browser: &mut Browser, selector: &str| {
        let text = browser.value(&of_viewer(&format!("it.querySelector('{selector}').innerText")));
        text.as_str().expect("text").replace(['\u{a0}', '\u{202f}'], " ")
    };
    for (lang, before, after, best, turning) in [
        ("en", "Evaluation +0.25", "Bob wins (exact)", "Best: 1 4 2 3", "Turning point (turn 3)"),
        (
            "fr",
            "Évaluation +0,25",
            "Bob gagne (exacte)",
            "Meilleur coup : 1 4 2 3",
            "Tournant de la partie (tour 3)",
        ),
    ] {
        browser.open(&page(&record), &format!("#lang={lang}"), SMALL);
        let chart = of_viewer("it.querySelector('.score-chart').checkVisibility()");
        assert_eq!(browser.value(&chart), false, "all stones stay on the board");
        browser.value(&of_viewer(&format!("(it.analysis = {analysis}, 0)")));
        assert_eq!(browser.value(&chart), true);
        assert!(text(&mut browser, ".evaluation").contains(before));
        assert!(text(&mut browser, ".evaluation").contains(best));
        let ghost = "document.querySelectorAll('grid-board .ghosts .head').length";
        assert_eq!(browser.value(ghost), 1);
        let labels = of_viewer("[...it.querySelectorAll('.moment.turning')].map((it) => it.ariaLabel)");
        let shown = browser.value(&labels).to_string();
        assert!(!shown.contains(&turning[..8]), "ahead: {shown}");
        let curve = of_viewer("it.querySelector('.edge-line').getAttribute('d').split('L').length");
        assert_eq!(browser.value(&curve), 1, "the curve is as long as what was seen");
        browser.press("PageDown");
        assert_eq!(browser.value(&curve), 11);
        assert!(text(&mut browser, ".evaluation").contains(after), "{}", text(&mut browser, ".evaluation"));
        let shown = browser.value(&labels);
        assert_eq!(
            shown[0].as_str().map(|it| it.replace(['\u{a0}', '\u{202f}'], " ")).as_deref(),
            Some(turning)
        );
        assert!(!shown[1].to_string().contains(&turning[..8]), "ahead: {shown}");
        browser.press("p");
        assert_eq!(position(&mut browser), 6);
    }
}

/// While a person plays, others see neither board nor actions.
#[test]
fn a_restricted_game_shows_nothing_hidden() {
    let mut browser = Browser::start();
    for game in ["plantation", "virus"] {
        let record = record(game, "");
        let mut playback = Playback::new(&record).expect("it holds").without_secrets();
        playback.outcome = None;
        let json = serde_json::to_string(&playback).expect("JSON");
        browser.open(&page(&record), "", SMALL);
        browser.value(&of_viewer(&format!("(it.playback = {json}, it.jump(9), 0)")));
        let squares = browser.value(SQUARES);
        let is_hidden = squares.as_array().expect("squares").iter().all(|it| it[1] == "unseen");
        assert_eq!(is_hidden, game == "plantation");
        let choices = browser.value(&of_viewer("it.querySelectorAll('.viewpoint').length"));
        assert_eq!(choices, 0, "there is only one way to see it");
        let shown = browser.value(&of_viewer("it.innerText")).to_string();
        assert_eq!(shown.contains(&record.actions[8].action), game == "virus", "{shown}");
        assert!(!shown.contains("undefined") && !shown.contains("null"), "{shown}");
        assert_eq!(browser.value("document.documentElement.dataset.errors ?? null"), Value::Null);
    }
}

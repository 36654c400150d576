//! Watching a game in a browser's window: keys, sizes, live games, what an analysis adds,
//! and what outsiders see.

mod common;

use common::devtools::Browser;
use common::watched::{
    LARGE, PHONE, SMALL, SQUARES, board_after, of_viewer, page, position, record, shown_values,
};
use gridiron_web::playback::Playback;
use serde_json::{Value, json};

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

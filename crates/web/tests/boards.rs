//! The board in a browser's window: fog, motion, and a grid that can be walked through.

mod common;

use common::devtools::Browser;
use common::watched::{SMALL, SQUARES, board_after, of_viewer, page, position, record, shown_values};
use games::sighting::SquareState;
use games::{Seat, SightingMap, Transition, Viewpoint};
use serde_json::{Value, json};

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

/// A board in a list is a picture; a game in another page plays by itself.
#[test]
fn boards_can_be_small_and_games_can_start_themselves() {
    let record = record("conga", "move_limit=30");
    let mut browser = Browser::start();
    browser.open(&page(&record), "#ply=3", SMALL);
    browser.value(
        "(() => { const { playback, positions } = document.querySelector('grid-game');
          const board = document.createElement('grid-board');
          board.setAttribute('static', '');
          board.style.setProperty('width', '160px');
          board.id = 'small';
          board.playback = playback;
          board.showPosition(positions, 5);
          document.body.append(board); })()",
    );
    let small = |selector: &str| format!("document.querySelectorAll('#small {selector}').length");
    for (selector, expected) in
        [("[role=img][aria-label]", 1), ("[tabindex]", 0), ("[role^=grid]", 0), (".edge", 0), (".head", 1)]
    {
        assert_eq!(browser.value(&small(selector)), expected, "{selector}");
    }
    let values = "[...document.querySelectorAll('#small .cell')].map((it) => Number(it.dataset.value))";
    assert_eq!(browser.value(values), json!(board_after(&record, 5)));
    let side = "document.querySelector('#small svg').getBoundingClientRect().width";
    assert_eq!(browser.value(side), 160);

    let start = "(() => { const it = document.createElement('grid-game');
        it.setAttribute('autoplay', '');
        it.setAttribute('speed', '25');
        it.playback = document.querySelector('grid-game').playback;
        const shown = [it.playing, it.querySelector('.speed').value];
        it.pause();
        return [...shown, it.playing]; })()";
    assert_eq!(browser.value(start), json!([true, "25", false]));
}

//! A game in a browser's window: where it opens, what it gives away, which keys
//! work, and what a link to a game that is not there shows.

mod common;

use common::devtools::Browser;
use common::{Habit, play, round_robin};
use league::Note;
use league::report::Report;
use league::report_games::Reason;
use league::store::packing;
use referee::Record;
use serde_json::json;

const SMALL: (u32, u32) = (1280, 720);

/// What a browser leaves of such a screen.
const LOW: (u32, u32) = (1280, 600);

/// A phone on its side.
const LANDSCAPE: (u32, u32) = (844, 390);

/// Whether all of an element is in the window, as an expression of the page.
fn is_in_sight(selector: &str) -> String {
    format!(
        "(() => {{ const at = document.querySelector({}).getBoundingClientRect();
          return at.top >= 0 && at.left >= 0 && at.bottom <= innerHeight && at.right <= innerWidth; }})()",
        json!(selector)
    )
}

/// What a reader sees of the viewer, text in attributes among it.
const SHOWN: &str = "document.querySelector('grid-game').innerText + \
    [...document.querySelectorAll('grid-game [title], grid-game [aria-label]')]\
    .map((it) => it.title + it.getAttribute('aria-label')).join()";

const PLAY: &str = "[aria-label^='Play'], [aria-label^='Lecture']";
const PAUSE: &str = "[aria-label^='Pause']";

fn is_there(browser: &mut Browser, selector: &str) -> bool {
    browser.value(&format!("document.querySelector({}) !== null", json!(selector))) == true
}

fn position(browser: &mut Browser) -> u64 {
    let at = browser.value("document.querySelector('grid-game').dataset.at");
    at.as_str().and_then(|at| at.parse().ok()).expect("a number")
}

/// A page, how it is opened, and the game that it then shows.
fn opened_games() -> Vec<(String, &'static str, String, Record)> {
    let [plantation, virus, conga] =
        ["plantation", "virus", "conga"].map(|game| games::find(game).expect("a game"));
    let bots = [("Ada", "random", Habit::Talks), ("Bob", "random", Habit::Silent)];
    let mut cases: Vec<_> = [(plantation, "max_turns=20"), (virus, ""), (virus, "size=11"), (conga, "")]
        .into_iter()
        .map(|(entry, rules)| {
            let record = play(entry, rules, 7, bots);
            let html = gridiron_web::game::html(std::slice::from_ref(&record)).expect("it holds");
            (format!("{} {rules}", entry.name), "", html, record)
        })
        .collect();
    let report = round_robin("Cup", "virus", "", &bots, 3);
    let record = packing::unpack(report.games[3].record.as_ref().expect("kept")).expect("a record");
    for address in ["#game=4", "#game=4&lang=fr", "?game=4#theme=dark"] {
        let html = gridiron_web::report::html(&report);
        cases.push((format!("report {address}"), address, html, record.clone()));
    }
    cases
}

/// Nobody needs to click, scroll or know the result before the first move is seen.
#[test]
fn a_game_opens_at_its_start_and_keys_work_at_once() {
    let mut browser = Browser::start();
    for (case, address, html, record) in opened_games() {
        browser.open(&html, address, SMALL);
        assert_eq!(position(&mut browser), 0, "{case}");
        for part in [PLAY, "grid-board", ".seats", ".where", "input[type=range]"] {
            assert_eq!(browser.value(&is_in_sight(part)), true, "{case}: {part}");
        }
        let shown = browser.value(SHOWN).to_string();
        let verdicts = ["wins", "gagne", "draw", "nulle", "normal"];
        assert!(!verdicts.iter().any(|word| shown.contains(word)), "{case}: {shown}");
        assert!(!is_there(&mut browser, ".seat.won, .verdict"), "{case}");

        browser.resize(LOW);
        assert_eq!(browser.value(&is_in_sight(PLAY)), true, "{case}: in a low window");
        browser.resize(SMALL);

        browser.press(" ");
        assert!(is_there(&mut browser, PAUSE), "{case}: the space bar plays");
        browser.press(" ");
        assert!(is_there(&mut browser, PLAY), "{case}: and pauses");
        let paused = position(&mut browser);
        browser.press("ArrowRight");
        assert_eq!(position(&mut browser), paused + 1, "{case}");
        browser.press("ArrowLeft");
        assert_eq!(position(&mut browser), paused, "{case}");
        assert!(!is_there(&mut browser, ".verdict"), "{case}: still not at the end");
        browser.press("End");
        assert_eq!(position(&mut browser), record.actions.len() as u64, "{case}");
        assert!(is_there(&mut browser, ".verdict"), "{case}: the result at the end");
        let has_winner = record.outcome.winner.is_some();
        assert_eq!(is_there(&mut browser, ".seat.won"), has_winner, "{case}");
        let said = "/winner|vainqueur/.test(document.querySelector('.seat.won')?.innerText)";
        assert_eq!(browser.value(said), has_winner, "{case}: the mark of the winner is a word too");
        assert_eq!(browser.value(&is_in_sight(PLAY)), true, "{case}: nothing has moved");
        browser.press("Home");
        assert_eq!(position(&mut browser), 0, "{case}");
        assert!(is_there(&mut browser, ".verdict"), "{case}: what is known stays known");
    }
}

/// The current move stays in the list when the list gets lower, and a phone on its side shows the board
/// beside the list.
#[test]
fn another_size_loses_neither_the_move_nor_the_board() {
    let mut browser = Browser::start();
    // The part of the current row that is in the list, in pixels.
    let shown =
        "(() => { const row = document.querySelector('.actions [aria-current]').getBoundingClientRect();
        const list = document.querySelector('.actions').getBoundingClientRect();
        return Math.min(row.bottom, list.bottom) - Math.max(row.top, list.top) > row.height - 2; })()";
    let beside = "(() => { const [board, list] = ['grid-board', '.actions'].map((it) =>
          document.querySelector(it).getBoundingClientRect());
        return board.right <= list.left && board.height < innerHeight && list.bottom <= board.bottom + 1; })()";
    for (case, address, html, record) in opened_games() {
        browser.open(&html, address, (1920, 1080));
        for at in [record.actions.len() / 2, record.actions.len()] {
            browser.resize((1920, 1080));
            browser.value(&format!("document.querySelector('grid-game').jump({at})"));
            for size in [SMALL, LOW, LANDSCAPE] {
                browser.resize(size);
                assert_eq!(browser.value(shown), true, "{case}: action {at} at {size:?}");
            }
            assert_eq!(browser.value(beside), true, "{case}");
        }
    }
}

/// As the guide says: choose "Watch", then press the space bar. Then other keys and clicks.
#[test]
fn the_space_bar_plays_the_game_that_was_chosen() {
    let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
    let html = gridiron_web::report::html(&round_robin("Cup", "virus", "size=5", &bots, 10));
    let mut browser = Browser::start();
    browser.open(&html, "", SMALL);
    browser
        .value("document.querySelector('a.watch').scrollIntoView({ behavior: 'instant', block: 'center' })");
    browser.point_at("a.watch", true);
    while !is_there(&mut browser, "grid-game") {}
    assert_eq!(browser.value(&is_in_sight(PLAY)), true);
    browser.press(" ");
    assert!(is_there(&mut browser, PAUSE));
    browser.press(" ");
    // After a click on another button the space bar still plays.
    browser.point_at("[aria-label^='Next position']", true);
    let stepped = position(&mut browser);
    assert!(stepped > 0);
    browser.press(" ");
    assert!(is_there(&mut browser, PAUSE));
    browser.press(" ");
    // Asked for, the result is shown wherever the game stands.
    browser.press("Home");
    browser.point_at(".result button", true);
    assert!(is_there(&mut browser, ".verdict"));
    assert_eq!(position(&mut browser), 0);
    // Whoever reads the standings scrolls with the space bar.
    browser.value("scrollTo({ top: 0, behavior: 'instant' }); document.activeElement.blur()");
    browser.press(" ");
    assert!(is_there(&mut browser, PLAY), "the board is out of sight");
    // A link to a fault leads to the end of its game.
    browser.value("location.hash = 'game=3&ply=last'");
    while !is_there(&mut browser, ".verdict") {}
    assert!(position(&mut browser) > 0);
}

/// A hundred games of a tournament of 2,734, as a store of that size gives them.
fn part_of_a_tournament() -> Report {
    let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
    let mut report = round_robin("Cup", "virus", "size=5", &bots, 50);
    (report.about.games, report.about.pairs_done) = (2734, 1367);
    for game in &mut report.games {
        game.number += 2634;
        game.why = Some(if game.number % 10 == 0 { Reason::Upset } else { Reason::Recent });
    }
    report
}

#[test]
fn a_link_to_a_game_that_is_not_here_says_so() {
    let mut part = part_of_a_tournament();
    part.games[0].record = None;
    part.games[1].record = Some(vec![1, 2, 3]);
    part.about.store = Some("my cup's.db".to_string());
    let part = gridiron_web::report::html(&part);
    // Games that no longer count keep their numbers.
    let mut gone = part_of_a_tournament();
    gone.notes.push(Note::Left { name: "Cy".to_string() });
    let gone = gridiron_web::report::html(&gone);
    let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
    let whole = gridiron_web::report::html(&round_robin("Cup", "virus", "size=5", &bots, 2));
    let record = play(games::find("virus").expect("a game"), "", 1, bots);
    let single = gridiron_web::game::html(&[record]).expect("it holds");
    let mut browser = Browser::start();
    for (html, address, expected) in [
        (
            &part,
            "#game=7",
            &[
                "Game 7 is not in this page, which has 100 of 2,734 games.",
                "gridiron replay 'my cup'\\''s.db' --game 7\n",
                "gridiron replay 'my cup'\\''s.db' --game 7 --html game-7.html",
            ][..],
        ),
        (
            &part,
            "#game=7&lang=fr",
            &["La partie 7 n’est pas dans cette page, qui contient 100 parties sur 2 734."],
        ),
        (&part, "#game=2635", &["Game 2635 was played, but its record was not kept."]),
        (&part, "#game=2636", &["The record of game 2636 is damaged"]),
        (&part, "#game=seven", &["“seven” is not the number of a game."]),
        (&part, "#game=0&lang=fr", &["« 0 » n’est pas un numéro de partie."]),
        (&part, "#game=9999", &["There is no game 9999.\n"]),
        (&part, "#game=2735&lang=fr", &["La partie 2735 n’existe pas.\n"]),
        (&gone, "#game=9999", &["gridiron replay cup.db --game 9999\n"]),
        (&whole, "#game=5", &["There is no game 5 here: this page has all 4 games."]),
        (&single, "#game=2", &["There is no game 2 here: this page has all 1 game."]),
    ] {
        browser.open(html, address, SMALL);
        let shown = browser.value("document.querySelector('.missing').innerText + '\\n'");
        let shown = shown.as_str().expect("text").replace(['\u{a0}', '\u{202f}'], " ");
        for words in expected {
            assert!(shown.contains(words), "{address}: {shown}");
        }
        let is_nowhere = ["There is no game", "La partie 2735"].iter().any(|it| shown.starts_with(it));
        assert!(!is_nowhere || !shown.contains("gridiron replay"), "{address}: {shown}");
        assert_eq!(browser.value(&is_in_sight(".missing")), true, "{address}");
        assert!(!is_there(&mut browser, "grid-game"), "{address}");
    }
    // From there to a game that is here, and to another that is not.
    browser.open(&part, "#game=7", SMALL);
    browser.value("location.hash = 'game=2700'");
    while !is_there(&mut browser, "grid-game") {}
    assert!(!is_there(&mut browser, ".missing"));
    browser.value("location.hash = 'game=8'");
    while !is_there(&mut browser, ".missing") {}
    assert!(!is_there(&mut browser, "grid-game"));
}

#[test]
fn the_list_says_how_many_games_there_are_and_why_these_are_here() {
    let html = gridiron_web::report::html(&part_of_a_tournament());
    let mut browser = Browser::start();
    for (address, part, all, some, upset, recent) in [
        ("", "100 of 2,734 games are in this page", "100 games", "10 of 100 games", "upset", "recent"),
        (
            "?lang=fr",
            "100 parties sur 2 734 sont dans cette page",
            "100 parties",
            "10 parties sur 100",
            "surprise",
            "récente",
        ),
    ] {
        browser.open(&html, address, SMALL);
        let mut text = |selector: &str| {
            let text = browser.value(&format!("document.querySelector({}).innerText", json!(selector)));
            text.as_str().expect("text").replace(['\u{a0}', '\u{202f}'], " ")
        };
        assert!(text("#games .part").starts_with(part), "{}", text("#games .part"));
        assert!(text("#games .part").contains("--report-games all"));
        assert_eq!(text("#games [role=status]"), all);
        // What is interesting stands first.
        assert_eq!(text("#games tbody tr:first-child td.reason"), upset);
        assert_eq!(text("#games tbody tr:last-child td.reason"), recent);
        browser.value(
            "(() => { const why = document.querySelector('select[name=why]');
              why.value = 'upset'; why.dispatchEvent(new Event('change')); })()",
        );
        let rows = browser.value("document.querySelectorAll('#games tbody tr').length");
        assert_eq!(rows, 10);
        let status = browser.value("document.querySelector('#games [role=status]').innerText");
        assert_eq!(status.as_str().expect("text").replace(['\u{a0}', '\u{202f}'], " "), some);
    }
}

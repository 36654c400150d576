//! Tables, brackets and names in a browser's window: everything fits, and nothing
//! is in the way.

mod common;

use common::devtools::Browser;
use common::{Bot, Habit, knockout, play, round_robin};
use league::formats::{Decision, Stage};
use league::report::{Report, Round, RoundMatch};
use serde_json::{Value, json};

const SMALL: (u32, u32) = (1280, 720);
const LARGE: (u32, u32) = (1920, 1080);
const PHONE: (u32, u32) = (390, 800);

/// Elements that are cut off by the window's edge or by an element around them, as an
/// expression: their texts.
fn cut_off(selector: &str, is_by_height: bool) -> String {
    format!(
        "[...document.querySelectorAll({})].filter((it) => {{
           const at = it.getBoundingClientRect();
           const box = it.closest('.box')?.getBoundingClientRect() ?? at;
           const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
           const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
           return at.width === 0 || at.left < left - 1 || at.right > right + 1 ||
             ({is_by_height} && (at.top < top - 1 || at.bottom > bottom + 1));
         }}).map((it) => it.textContent)",
        json!(selector)
    )
}

/// How many pixels the page is wider than its window.
const OVERFLOW: &str = "Math.max(document.documentElement.scrollWidth - innerWidth, 0)";

fn fifteen_with_ties() -> Report {
    let names: Vec<String> = (1..=15).map(|number| format!("Les Invincibles du lycée {number}")).collect();
    let bots: Vec<Bot<'_>> = names
        .iter()
        .zip(["greedy", "random", "first"].iter().cycle())
        .map(|(name, spec)| (name.as_str(), *spec, Habit::Silent))
        .collect();
    let mut report = round_robin("Cup", "virus", "size=3", &bots, 2);
    for (at, place) in [(1, 1), (3, 3), (4, 3), (14, 14)] {
        report.standings[at].place = place;
    }
    report
}

#[test]
fn a_crosstable_of_fifteen_fits_and_uses_the_window() {
    let html = gridiron_web::report::html(&fifteen_with_ties());
    let mut browser = Browser::start();
    let labels = "[...document.querySelectorAll('.cross .index')].map((it) => it.innerText)";
    let numbers = "[...document.querySelectorAll('.cross td.place')].map((it) => it.innerText)";
    let expected = json!((1..=15).map(|at| at.to_string()).collect::<Vec<_>>());
    for (size, least_width) in [(SMALL, 1150.0), (LARGE, 1500.0)] {
        browser.open(&html, "#crosstable", size);
        assert_eq!(browser.value(labels), expected);
        assert_eq!(browser.value(numbers), expected, "rows are numbered as the columns");
        assert_eq!(browser.value(&cut_off(".cross .cell, .cross th", false)), json!([]), "{size:?}");
        assert_eq!(browser.value(OVERFLOW), 0);
        let width = browser.value("document.querySelector('.cross').getBoundingClientRect().width");
        assert!(width.as_f64().expect("a number") >= least_width, "{size:?}: {width}");
        browser.open(&html, "#presentation", size);
        browser.value("presentation.show(presentation.slides.filter((it) => document.getElementById(it)).indexOf('crosstable'))");
        assert_eq!(browser.value(&cut_off(".cross .cell, .cross th", true)), json!([]), "{size:?}");
    }
}

#[test]
fn tooltips_go_away() {
    let html = gridiron_web::report::html(&fifteen_with_ties());
    let mut browser = Browser::start();
    let tip = "document.querySelector('.tip:not([hidden])')?.innerText ?? null";
    let cell = ".cross .cell[data-row='1'][data-col='3']";
    browser.open(&html, "#crosstable", SMALL);
    let scroll = "new Promise((done) => { addEventListener('scroll', () => done(0), { once: true });
                  scrollBy({ top: 7, behavior: 'instant' }); })";
    type Step<'a> = &'a dyn Fn(&mut Browser);
    let leave: Step<'_> = &|browser| browser.point_at("h2", false);
    let escape: Step<'_> = &|browser| browser.press("Escape");
    let scrolled: Step<'_> = &|browser| drop(browser.value(scroll));
    let clicked: Step<'_> = &|browser| browser.point_at(cell, true);
    for (what, step) in [("leaving", leave), ("Esc", escape), ("scrolling", scrolled), ("a click", clicked)] {
        browser.point_at("h2", false);
        browser.point_at(cell, false);
        let shown = browser.value(tip);
        assert!(shown.as_str().is_some_and(|text| text.contains("against")), "{what}: {shown}");
        step(&mut browser);
        assert_eq!(browser.value(tip), Value::Null, "{what}");
    }
    // A finger presses and shows none; the keyboard shows one, and takes it away.
    browser.open(&html, "#crosstable", SMALL);
    browser.touch(cell);
    assert_eq!(browser.value(tip), Value::Null, "touch");
    browser.open(&html, "#crosstable", SMALL);
    browser.press("Tab");
    browser.value("document.querySelector('.cross .cell').focus()");
    assert!(browser.value(tip).is_string(), "the focus of the keyboard");
    browser.value("document.activeElement.blur()");
    assert_eq!(browser.value(tip), Value::Null);
}

/// A knockout of nine: seven of them have a bye in the first round.
fn nine() -> Report {
    let bots =
        ["Ada", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal"].map(|name| (name, "random", Habit::Silent));
    let mut report = knockout("Cup", "virus", "size=3", &bots);
    let byes = (0..8).map(|at| RoundMatch {
        players: [Some(at), (at == 1).then_some(7)],
        points: [2.0, 0.0],
        winner: Some(0),
        decided: Some(if at == 1 { Decision::Lots } else { Decision::Walkover }),
        is_for_third_place: false,
    });
    report.rounds.insert(0, Round { stage: Stage::Round { number: 1 }, matches: byes.collect() });
    report.games.iter_mut().for_each(|game| game.round = game.round.map(|round| round + 1));
    report
}

#[test]
fn a_bracket_of_nine_fits() {
    let html = gridiron_web::report::html(&nine());
    let mut browser = Browser::start();
    // Matches below each other, of which one covers another.
    let covered = "[...document.querySelectorAll('.column')].flatMap((column) => {
        const boxes = [...column.querySelectorAll('.match')].map((it) => it.getBoundingClientRect());
        return boxes.slice(1).filter((it, at) => it.top < boxes[at].bottom);
      }).length";
    for size in [SMALL, LARGE] {
        browser.open(&html, "#presentation", size);
        browser.value("presentation.show(1)");
        assert_eq!(
            browser.value("document.querySelectorAll('.slide .match').length"),
            9,
            "byes are not drawn"
        );
        assert_eq!(
            browser.value(&cut_off(".match, .match .side, .match .note, .column h3", true)),
            json!([])
        );
        assert_eq!(browser.value(covered), 0, "{size:?}");
        let letters =
            browser.value("parseFloat(getComputedStyle(document.querySelector('.match')).fontSize)");
        assert!(letters.as_f64().is_some_and(|px| px >= 11.0), "{size:?}: {letters}");
        browser.open(&html, "", size);
        assert_eq!(browser.value(&cut_off(".match", false)), json!([]), "{size:?}");
    }
}

/// Games of a knockout belong to the final, and not to round 4.
#[test]
fn rounds_of_a_knockout_have_names() {
    let html = gridiron_web::report::html(&nine());
    let mut browser = Browser::start();
    for (lang, expected) in [
        ("en", ["Final", "Quarter-final", "Semi-final", "Third place"]),
        ("fr", ["Demi-finale", "Finale", "Quart de finale", "Troisième place"]),
    ] {
        browser.open(&html, &format!("#lang={lang}"), SMALL);
        let named =
            "[...new Set([...document.querySelectorAll('td.round-name')].map((it) => it.innerText))].sort()";
        assert_eq!(browser.value(named), json!(expected));
        let last = browser.value("data.report.games.filter((it) => it.round === 4)[0].number");
        browser.value(&format!("location.hash = 'game={last}'"));
        while browser.value("document.querySelector('grid-game') === null") == true {}
        let heading = browser.value("document.querySelector('.heading h3').innerText");
        assert!(
            expected.iter().any(|name| heading.as_str().is_some_and(|it| it.starts_with(name))),
            "{heading}"
        );
    }
}

/// The bots of one team differ at the end.
#[test]
fn the_end_of_a_long_name_is_shown() {
    let names = [1, 2, 3].map(|number| format!("The Extraordinarily Patient Virus Bot 0{number}"));
    let bots = names.each_ref().map(|name| (name.as_str(), "random", Habit::Silent));
    let html = gridiron_web::report::html(&round_robin("Cup", "virus", "size=3", &bots, 1));
    let mut browser = Browser::start();
    let hidden = "[...document.querySelectorAll('.name-tail')].filter((it) => {
        const [own, name] = [it, it.parentElement].map((it) => it.getBoundingClientRect());
        return own.width === 0 || own.right > name.right + 1 || it.scrollWidth > it.clientWidth + 1;
      }).length";
    let cut = |table: &str| {
        format!(
            "[...document.querySelectorAll('{table} .name-start')].filter((it) => it.scrollWidth > it.clientWidth + 1).length"
        )
    };
    for size in [PHONE, SMALL] {
        browser.open(&html, "", size);
        assert_eq!(browser.value(hidden), 0, "{size:?}");
        assert_eq!(browser.value(&cut(".cross")), 3, "{size:?}");
        assert_eq!(browser.value(&cut(".standings tr:not(.withdrawn)")), 0, "{size:?}: there is room");
    }
    let copied = browser.value(
        "[...document.querySelectorAll('.cross .name')].map((it) => {
           getSelection().selectAllChildren(it);
           return [it.textContent, it.title, getSelection().toString()];
         }).flatMap((texts) => [...new Set(texts)]).sort()",
    );
    assert_eq!(copied, json!(names), "a name is one text in one line");
    let label = browser.value("fitted('The Extraordinarily Patient Virus Bot 07', 120)");
    assert!(label.as_str().is_some_and(|it| it.starts_with("The") && it.ends_with("… Bot 07")), "{label}");
}

#[test]
fn names_of_any_length_keep_the_layout() {
    let unbroken = "x".repeat(600);
    let words = "Ein sehr langer Name ".repeat(40);
    let signs = "👩🏽‍🚀日本".repeat(80);
    let bots: [Bot<'_>; 8] = [&unbroken, &words, &signs, "i", "Ada", "Bob", "Cléo", "Dan"]
        .map(|name| (name, "random", Habit::Stumbles));
    let cup = gridiron_web::report::html(&knockout(&unbroken, "virus", "size=3", &bots));
    let open = gridiron_web::report::html(&round_robin(&words, "virus", "size=3", &bots, 1));
    let record = play(games::find("virus").expect("a game"), "", 3, [bots[0], bots[1]]);
    let game = gridiron_web::game::html(&[record]).expect("it holds");
    let mut browser = Browser::start();
    for (html, addresses) in
        [(&cup, &["", "#game=1", "#presentation"][..]), (&open, &["?lang=fr", "#game=1"]), (&game, &[""])]
    {
        for address in addresses {
            browser.open(html, address, LARGE);
            for size in [LARGE, PHONE, SMALL] {
                browser.resize(size);
                assert_eq!(browser.value(OVERFLOW), 0, "{address} {size:?}");
                if *address == "#presentation" {
                    // No phone is a projector.
                    for slide in (0..4).filter(|_| size != PHONE) {
                        browser.value(&format!("presentation.show({slide})"));
                        let cut = browser.value(&cut_off(".head, h1, .slide, .slide .name", true));
                        assert_eq!(cut, json!([]), "{slide} {size:?}");
                    }
                    continue;
                }
                // On a phone a bracket is wider than the window; its box scrolls.
                let names = if size == PHONE { "figcaption, .seat" } else { ".side, figcaption, .seat" };
                let cut = browser.value(&cut_off(&format!("h1, table.standings .name, {names}"), false));
                assert_eq!(cut, json!([]), "{address} {size:?}");
            }
            if browser.value("document.querySelector('grid-game') !== null") == true {
                browser.open(html, address, SMALL);
                assert_eq!(browser.value(&cut_off("grid-game .controls", true)), json!([]), "{address}");
            }
            let title = browser.value("document.querySelector('h1').getBoundingClientRect().height");
            assert!(title.as_f64().is_some_and(|px| px < 160.0), "{address}: {title}");
        }
    }
}

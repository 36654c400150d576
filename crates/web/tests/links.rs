//! Where the numbers and names of a report lead: to the games that they count.

mod common;

use common::devtools::Browser;
use common::{Bot, Habit, round_robin};
use league::report::{GameRow, Report};
use serde_json::{Value, json};

const LARGE: (u32, u32) = (1280, 900);

/// The numbers of the games that a report's list should show, as the list orders them.
fn numbers(report: &Report, is_wanted: impl Fn(&GameRow) -> bool) -> Value {
    let wanted: Vec<u64> =
        report.games.iter().rev().filter(|game| is_wanted(game)).map(|game| game.number).collect();
    json!(wanted)
}

/// Opens a link as a click does, and gives the games that are listed then.
fn listed_after(browser: &mut Browser, link: &str) -> Value {
    browser.value(&format!(
        "new Promise((done) => {{
           const link = document.querySelector({});
           const list = () =>
             done([...document.querySelectorAll('tr[data-number]')].map((row) => Number(row.dataset.number)));
           if (link.hash !== location.hash) addEventListener('hashchange', list, {{ once: true }});
           const isThere = link.hash === location.hash;
           link.click();
           if (isThere) list();
         }})",
        json!(link)
    ))
}

#[test]
fn numbers_of_a_report_lead_to_the_games_they_count() {
    let bots: [Bot<'_>; 4] = [
        ("a & b=c#d", "greedy", Habit::Silent),
        ("Éva", "random", Habit::Silent),
        ("bot", "random", Habit::Stumbles),
        ("100 % sûr ?", "first", Habit::Silent),
    ];
    let report = round_robin("Cup", "virus", "size=3", &bots, 2);
    let mut browser = Browser::start();
    browser.open(&gridiron_web::report::html(&report), "", LARGE);
    for (place, standing) in report.standings.iter().enumerate() {
        let row = format!("table.standings tbody tr:nth-child({})", place + 1);
        let own = |game: &GameRow| game.players.contains(&place);
        let seat_won = |game: &GameRow| game.winner.map(|winner| game.players[usize::from(winner)]);
        for cell in [".bot a", ".beaten a", ".points a", ".rate a", ".margin a", ".elo a"] {
            let listed = listed_after(&mut browser, &format!("{row} {cell}"));
            assert_eq!(listed, numbers(&report, own), "{cell} of {}", standing.name);
        }
        let won = numbers(&report, |game| own(game) && seat_won(game) == Some(place));
        let lost = numbers(&report, |game| own(game) && seat_won(game).is_some_and(|it| it != place));
        for (result, expected) in [("win", won), ("loss", lost)] {
            if expected != json!([]) {
                let link = format!("{row} .wdl a[href*='result={result}']");
                assert_eq!(listed_after(&mut browser, &link), expected, "{result} of {}", standing.name);
            }
        }
        for (other, against) in report.standings.iter().enumerate().filter(|(other, _)| *other != place) {
            let link = format!("table.cross .cell[data-row='{place}'][data-col='{other}']");
            let expected = numbers(&report, |game| own(game) && game.players.contains(&other));
            let names = format!("{} and {}", standing.name, against.name);
            assert_eq!(listed_after(&mut browser, &link), expected, "{names}");
        }
    }
}

/// The list is where the reader looks, also when the address stays what it was.
#[test]
fn a_link_shows_the_list_again() {
    let bots = ["Ada", "Bob", "Cléo"].map(|name| (name, "random", Habit::Silent));
    let report = round_robin("Cup", "virus", "size=3", &bots, 1);
    let mut browser = Browser::start();
    browser.open(&gridiron_web::report::html(&report), "", LARGE);
    let top = "document.querySelector('.filters').getBoundingClientRect().top";
    for _ in 0..2 {
        browser.value("scrollTo({ top: 0, behavior: 'instant' })");
        let before = browser.value(top).as_f64().expect("a number");
        listed_after(&mut browser, "table.standings .points a");
        let after = browser.value(top).as_f64().expect("a number");
        assert!(after < before && (0.0..f64::from(LARGE.1)).contains(&after), "{before} {after}");
    }
}

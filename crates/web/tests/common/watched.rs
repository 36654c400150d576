//! What tests of the viewer share: games to watch, and what a board shows.

use games::Viewpoint;
use referee::{Record, Replay};

use super::devtools::Browser;
use super::{Habit, play};

pub const SMALL: (u32, u32) = (1280, 720);
pub const LARGE: (u32, u32) = (1920, 1080);
pub const PHONE: (u32, u32) = (390, 800);

pub fn record(game: &str, rules: &str) -> Record {
    let bots = [
        ("Ada", "random:scout=4,spray=9,colonise=4", Habit::Stumbles),
        ("Bob", "random:bomb=9,scout=4", Habit::Talks),
    ];
    let plain = [("Ada", "random", Habit::Stumbles), ("Bob", "random", Habit::Talks)];
    let entry = games::find(game).expect("a game");
    play(entry, rules, 7, if game == "plantation" { bots } else { plain })
}

pub fn page(record: &Record) -> String {
    gridiron_web::game::html(std::slice::from_ref(record)).expect("it holds")
}

/// An expression about the viewer, named `it`.
pub fn of_viewer(expression: &str) -> String {
    format!("(() => {{ const it = document.querySelector('grid-game'); return {expression}; }})()")
}

pub fn position(browser: &mut Browser) -> u64 {
    browser.value(&of_viewer("it.at")).as_u64().expect("a number")
}

/// Each square as the board shows it: value, state, age.
pub const SQUARES: &str = "[...document.querySelectorAll('grid-board .cell')]\
    .map((it) => [it.dataset.value, it.dataset.state, it.dataset.age])";

/// The board after so many actions, replayed by the rules.
pub fn board_after(record: &Record, actions: usize) -> Vec<i64> {
    let mut replay = Replay::new(record).expect("a record");
    for _ in 0..actions {
        replay.step().expect("an action").expect("it holds");
    }
    replay.session().grid(Viewpoint::All).signed_rows().concat()
}

pub fn shown_values(browser: &mut Browser) -> Vec<i64> {
    let squares = browser.value(SQUARES);
    let squares = squares.as_array().expect("squares").iter();
    squares.map(|it| it[0].as_str().and_then(|it| it.parse().ok()).expect("a number")).collect()
}

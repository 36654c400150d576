//! Playbacks, pictures and tables against the records and reports they are made of.

mod common;

use std::collections::BTreeSet;

use common::markup::tags;
use common::{HOSTILE, Habit, play, round_robin};
use games::{Seat, Viewpoint};
use gridiron_web::playback::Playback;
use referee::{Record, Replay};
use serde_json::Value;

/// Games that differ in everything that a playback must keep.
fn records() -> Vec<Record> {
    let cases = [
        ("plantation", "", "random:bomb=5", "random:spray=5"),
        ("plantation", "rows=15,cols=12,max_turns=30", "random", "random-dumb"),
        ("virus", "size=6", "greedy", "first"),
        ("virus", "opening_plies=4", "random", "greedy"),
        ("conga", "move_limit=60", "random", "random"),
    ];
    let mut records = Vec::new();
    for (game, rules, zero, one) in cases {
        let entry = games::find(game).expect("a game");
        for habit in [Habit::Silent, Habit::Stumbles, Habit::Crashes] {
            records.push(play(entry, rules, 3, [("zero", zero, habit), ("one", one, Habit::Talks)]));
        }
    }
    records
}

#[test]
fn a_playback_leads_through_every_board() {
    for record in records() {
        let playback = serde_json::to_value(Playback::new(&record).expect("it holds")).expect("JSON");
        let number = |value: &Value| value.as_i64().expect("a number");
        let mut cells: Vec<i64> = playback["start"].as_array().expect("cells").iter().map(number).collect();
        let mut replay = Replay::new(&record).expect("a record");
        for action in playback["actions"].as_array().expect("actions") {
            let written = replay.step().expect("an action").expect("it holds");
            assert_eq!(action[2], written.action.as_str());
            for change in action[5].as_array().expect("changes").chunks_exact(2) {
                cells[number(&change[0]) as usize] = number(&change[1]);
            }
            assert_eq!(
                cells,
                replay.session().grid(Viewpoint::All).signed_rows().concat(),
                "{}",
                written.action
            );
            if !replay.session().entry().has_secrets() {
                continue;
            }
            // The page hides what is not one's own, and that is what a seat sees.
            for seat in Seat::BOTH {
                let own = cells.iter().map(|value| if value * seat.sign() > 0 { *value } else { 0 });
                let seen = replay.session().grid(Viewpoint::Seat(seat)).signed_rows().concat();
                assert_eq!(own.collect::<Vec<i64>>(), seen);
            }
        }
        assert_eq!(cells, record.final_board.concat());
    }
}

/// A hundred long games with all the standard error that a record may hold must
/// stay a page that can be sent around.
#[test]
fn what_programs_write_does_not_blow_up_a_page() {
    let bots = [("zero", "random", Habit::Silent), ("one", "random", Habit::Silent)];
    let mut record = play(games::find("plantation").expect("a game"), "", 1, bots);
    record.outcome.stderr = Some("the last words".into());
    record.actions.iter_mut().for_each(|action| action.stderr = Some("x".repeat(2000)));
    let playback = serde_json::to_string(&Playback::new(&record).expect("it holds")).expect("JSON");
    assert!(playback.len() < 60_000, "{}", playback.len());
    assert!(playback.contains("the last words") && playback.contains("\"is_cut\":true"));
}

#[test]
fn a_picture_has_every_cell_and_no_order_in_it() {
    for mut record in records() {
        record.players[0].name = HOSTILE[3].to_string();
        let count = record.actions.len();
        for ply in [None, Some(0), Some(count / 2), Some(count)] {
            let svg = gridiron_web::svg::game(&record, ply).expect("it holds");
            let cells = tags(&svg).iter().filter(|tag| tag.has_class("cell")).count();
            assert_eq!(cells, record.final_board.concat().len());
            let known = ["svg", "title", "style", "rect", "text", "circle"];
            assert!(tags(&svg).iter().all(|tag| known.contains(&tag.name.as_str())), "{svg}");
            assert!(svg.contains("&lt;svg onload") && !svg.contains('\u{202e}'), "{svg}");
        }
        assert!(gridiron_web::svg::game(&record, Some(count + 1)).is_err());
    }
}

/// The tables of a text, by RFC 4180.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    rows
}

#[test]
fn tables_hold_the_report() {
    let bots = HOSTILE.map(|name| (name, "random", Habit::Crashes));
    let report = round_robin("cup", "virus", "size=5", &bots, 1);
    let (standings, cross, games) = (
        gridiron_web::csv::standings(&report),
        gridiron_web::csv::crosstable(&report),
        gridiron_web::csv::games(&report),
    );
    let name = |player: usize| match report.standings[player].name.as_str() {
        formula if formula.starts_with('=') => format!("'{formula}"),
        name => name.to_string(),
    };
    for (rows, expected) in [(&standings, 4), (&cross, 4), (&games, report.games.len())] {
        let rows = read_csv(rows);
        assert_eq!(rows.len(), expected + 1);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
        assert!(rows.iter().flatten().all(|cell| !cell.starts_with('=')), "{rows:?}");
    }
    for (at, row) in read_csv(&standings).iter().skip(1).enumerate() {
        assert_eq!((row[1].clone(), row[6].parse()), (name(at), Ok(report.standings[at].points)));
    }
    for (row, game) in read_csv(&games).iter().skip(1).zip(&report.games) {
        assert_eq!((row[2].clone(), row[3].clone()), (name(game.players[0]), name(game.players[1])));
        assert_eq!(row[4], game.winner.map(|winner| winner.to_string()).unwrap_or_default());
    }
    let cross = read_csv(&cross);
    for (a, b) in [(0, 1), (3, 0), (2, 2)] {
        let points =
            report.crosstable[a][b].map(|encounter| encounter.points.to_string()).unwrap_or_default();
        assert_eq!(cross[a + 1][b + 1], points);
    }
}

/// Both games of a pair share a seed, which tells what is hidden in the second.
#[test]
fn the_page_of_an_unfinished_tournament_has_no_seed() {
    let bots = [("zero", "random", Habit::Talks), ("one", "random", Habit::Stumbles)];
    let mut report = round_robin("Cup", "plantation", "max_turns=4", &bots, 3);
    report.about.seed = Some(1_234_567_890_123);
    let seeds: BTreeSet<String> = report.games.iter().map(|game| game.seed.to_string()).collect();
    assert!(
        seeds.len() == 3 && seeds.iter().all(|seed| seed.len() > 9),
        "long enough to be no accident: {seeds:?}"
    );
    for is_finished in [true, false] {
        report.about.is_finished = is_finished;
        let html = gridiron_web::report::html(&report);
        for seed in seeds.iter().map(String::as_str).chain(["1234567890123"]) {
            assert_eq!(html.contains(seed), is_finished, "{seed}");
        }
    }
}

//! What the pages say about commands, options and the default game.

use std::collections::BTreeSet;

use games::common::options::OptionKind;
use games::conga::{Direction, Square};
use games::plantation::{Action, Command};
use games::{Status, Viewpoint};

use super::languages::{code, each_text, numbers};
use super::{all, items, pages, text};

#[test]
fn commands_cost_what_the_pages_say() {
    let page = &pages()[0].1;
    let mut named = Vec::new();
    for rule in all(page, "rules").into_iter().flat_map(items) {
        let title = text(&rule["title"][0]);
        let Some(command) = Command::ALL.into_iter().find(|it| title.contains(it.word())) else {
            assert!(rule.get("cost").is_none(), "{title}");
            continue;
        };
        assert_eq!(text(&rule["cost"][0]), cost_of(command), "{title}");
        assert!(text(&rule["diagram"]["steps"][0]["action"]).starts_with(command.word()), "{title}");
        named.push(command);
    }
    assert!(Command::ALL.iter().all(|command| named.contains(command)), "{named:?}");
    // The table: a row that names a command has its cost beside it.
    let rows = all(page, "rows").into_iter().flat_map(items).map(|row| items(&row["cells"]));
    let listed: Vec<(&str, &str)> = rows
        .filter_map(|cells| Some((cells[0].as_str()?, cells[1][0].as_str()?)))
        .filter(|(command, _)| !command.is_empty())
        .collect();
    assert_eq!(listed.len(), Command::ALL.len());
    for ((line, cost), command) in listed.into_iter().zip(Command::ALL) {
        let line = line.trim_matches('`');
        assert_eq!((line.split(' ').next(), cost), (Some(command.word()), cost_of(command)));
        assert!(line.parse::<Action>().is_ok_and(|it| it.to_string() == line), "{line}");
    }
}

fn cost_of(command: Command) -> &'static str {
    if command.cost() == 1 { "1 move" } else { "2 moves" }
}

#[test]
fn options_have_the_names_and_defaults_of_the_game() {
    for (entry, page) in pages() {
        let drawn: Vec<(&str, &str)> = all(&page, "options")
            .into_iter()
            .flat_map(items)
            .map(|it| (text(&it["key"]), text(&it["default"])))
            .collect();
        let defaults: Vec<String> = entry.options.iter().map(|it| it.default().to_string()).collect();
        let known: Vec<(&str, &str)> =
            entry.options.iter().zip(&defaults).map(|(it, value)| (it.key, value.as_str())).collect();
        assert_eq!(drawn, known, "{}", entry.name);
        for (spec, told) in entry.options.iter().zip(all(&page, "options").into_iter().flat_map(items)) {
            // A text that names a range names the right one; one of a choice names all words.
            let words = text(&told["text"][0]).replace('`', "");
            match spec.kind {
                OptionKind::Choice(choices) => {
                    assert!(choices.iter().all(|it| words.contains(it)), "{words}")
                }
                _ => assert!(!words.contains(" to ") || words.contains(&spec.range()), "{words}"),
            }
        }
        // The number of random first moves that the texts name.
        if entry.options.iter().any(|it| it.key == "opening_plies") {
            let usual = league::pair::usual_options(entry);
            assert_eq!(usual.get("opening_plies").map(|it| it.to_string()).as_deref(), Some("4"));
        }
    }
}

/// Board, moves in a turn and time, at the top of each page.
#[test]
fn facts_are_those_of_the_default_game() {
    for (entry, page) in pages() {
        let facts: Vec<&str> = items(&page["facts"]).iter().map(|fact| text(&fact["value"][0])).collect();
        let [board, turn, hidden, time] = facts[..] else { panic!("{facts:?}") };
        let session = entry.start(entry.defaults(), 0).expect("the defaults make a board");
        let grid = session.grid(Viewpoint::All);
        assert_eq!(board, format!("{} × {} squares", grid.rows().len(), grid.cols));
        let Status::ToAct { actions_left, .. } = session.status() else { panic!("a game") };
        assert_eq!(turn.starts_with("3 moves"), actions_left == 3, "{turn}");
        assert_eq!(turn.starts_with("one "), actions_left == 1, "{turn}");
        assert_eq!(hidden == "nothing", !entry.has_secrets(), "{hidden}");
        let mut clock = numbers(&entry.clock.replace('+', " "));
        clock.sort();
        assert_eq!(numbers(time), clock, "{time}");
    }
}

#[test]
fn pages_are_about_their_games() {
    let mut ids = BTreeSet::new();
    for (entry, page) in pages() {
        assert_eq!(text(&page["game"]), entry.name);
        let players: Vec<&str> = items(&page["players"]).iter().map(|name| text(&name[0])).collect();
        assert_eq!(players, entry.seats);
        let sections = items(&page["sections"]);
        assert_eq!(sections.iter().filter(|it| text(&it["id"]) == "tips").count(), 1);
        for section in sections {
            if text(&section["id"]) == "tips" {
                assert_eq!(items(&section["blocks"][0]["steps"]).len(), 3, "three tips");
            }
            assert!(ids.insert(format!("{} {}", entry.name, section["id"])), "{}", section["id"]);
        }
        for diagram in all(&page, "diagram").into_iter().chain([&page["start"]]) {
            let id = text(&diagram["id"]);
            assert!(id.starts_with(entry.name) && ids.insert(id.to_string()), "{id}");
        }
        // What the pages tell people to type.
        let mut told = Vec::new();
        each_text(&page, &mut |english, _| {
            told.extend(code(english).into_iter().filter(|it| it.starts_with("gridiron play")));
        });
        assert_eq!(told.len(), 1, "{told:?}");
        let words: Vec<&str> = told[0].split(' ').collect();
        assert_eq!(words[..4], ["gridiron", "play", entry.name, "human"]);
        assert!(referee::PlayerSpec::read(entry, words[4]).is_ok(), "{}", words[4]);
    }
}

/// The counts of directions that a tip names.
#[test]
fn a_corner_has_three_directions() {
    for (x, y, expected) in [(1, 1, 3), (1, 4, 3), (2, 1, 5), (4, 3, 5), (2, 2, 8), (3, 3, 8)] {
        let square = Square::new(x, y).expect("a square");
        let open = Direction::all().filter(|toward| square.step(*toward).is_some()).count();
        assert_eq!(open, expected, "{square}");
    }
}

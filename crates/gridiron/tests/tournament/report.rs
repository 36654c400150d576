//! Which games the report includes, compared with all games of the tournament.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{folder, works, write};

/// The data of a page: the report, and the numbers of the games that can be watched.
fn data_of_page(folder: &Path) -> (Value, usize) {
    let html = fs::read_to_string(folder.join("cup.html")).expect("a page");
    let (_, data) = html.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("its end");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let films = html.matches("<script type=\"application/json\" data-game=").count();
    assert_eq!(data["kept"].as_array().expect("numbers").len(), films);
    (data["report"].clone(), films)
}

fn numbers(games: &[Value], is_wanted: impl Fn(&Value) -> bool) -> BTreeSet<u64> {
    games
        .iter()
        .filter(|game| is_wanted(game))
        .map(|game| game["number"].as_u64().expect("a number"))
        .collect()
}

fn players(game: &Value) -> BTreeSet<u64> {
    game["players"].as_array().expect("two").iter().filter_map(Value::as_u64).collect()
}

/// All games from the JSON file, those in the page, and the rest of the report.
fn played(settings: &str, arguments: &[&str]) -> (Vec<Value>, Vec<Value>, Value) {
    let folder = folder();
    let folder = folder.path();
    let named: String = (0..6)
        .map(|at| {
            format!("[[players]]\nname = \"P{at}\"\nbot = \"{}\"\n", ["greedy", "first", "random"][at % 3])
        })
        .collect();
    let file = format!(
        "game = 'virus'\nreport = 'cup.html'\njson = 'cup.json'\nseed = 3\n{settings}\n[rules]\nsize = 5\n{named}"
    );
    write(folder, "cup.toml", &file);
    works(folder, &[&["cup.toml"], arguments].concat());
    let (report, films) = data_of_page(folder);
    let shown = report["games"].as_array().expect("games").clone();
    assert_eq!(shown.len(), films, "each can be watched");
    let json: Value =
        serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a file")).expect("JSON");
    assert_eq!(report["about"]["store"], "cup.db");
    (json["games"].as_array().expect("games").clone(), shown, report)
}

#[test]
fn a_page_includes_the_interesting_games_and_says_why() {
    let (all, shown, report) = played("pairs = 10", &[]);
    assert_eq!((all.len(), shown.len()), (300, 100));
    assert_eq!(report["about"]["games"], 300);
    let by = |reason: &str| numbers(&shown, |game| game["why"] == reason);
    let elo = |player: &Value| {
        report["standings"][player.as_u64().expect("a place") as usize]["elo"].as_f64().expect("a rating")
    };
    // Wins against somebody whose rating is higher by a hundred.
    let upsets = numbers(&all, |game| {
        game["winner"].as_u64().is_some_and(|winner| {
            let [winner, loser] = [winner, 1 - winner].map(|seat| elo(&game["players"][seat as usize]));
            loser - winner >= 100.0
        })
    });
    assert!(!upsets.is_empty() && !by("upset").is_empty());
    assert!(by("upset").is_subset(&upsets));
    let first_two = numbers(&all, |game| players(game) == BTreeSet::from([0, 1]));
    assert_eq!(by("first-two"), first_two, "all twenty");
    let margin = |number: &u64| {
        let game = all.iter().find(|game| game["number"] == *number).expect("a game");
        game["score"].as_i64().expect("a score").abs()
    };
    let farthest = by("close").iter().map(margin).max().expect("close games");
    let included = numbers(&shown, |_| true);
    let closer = numbers(&all, |game| game["score"].as_i64().expect("a score").abs() < farthest);
    assert!(closer.is_subset(&included), "none that is closer is left out");
    // The rest are the latest.
    let first_recent = *by("recent").first().expect("recent games");
    assert!((first_recent..=300).all(|number| included.contains(&number)));
}

#[test]
fn a_page_includes_every_game_of_a_final() {
    let (all, shown, report) = played("format = 'knockout'\npairs = 8\nreport_games = 40", &[]);
    assert!(all.len() > 60 && shown.len() == 40);
    let rounds = report["rounds"].as_array().expect("rounds");
    let last = rounds.last().expect("a final");
    let games_of = |of_third_place: bool| {
        let it = last["matches"].as_array().expect("matches").iter();
        let mut it = it.filter(|it| it["is_for_third_place"] == of_third_place);
        let wanted = players(it.next().expect("a match"));
        numbers(&all, |game| game["round"] == rounds.len() && players(game) == wanted)
    };
    let by = |reason: &str| numbers(&shown, |game| game["why"] == reason);
    assert_eq!(by("final"), games_of(false));
    assert_eq!(by("third-place"), games_of(true));
    // Two games for each match that was played in the rounds before.
    let before =
        rounds[..rounds.len() - 1].iter().flat_map(|round| round["matches"].as_array().expect("matches"));
    let decided = before.filter(|it| it["decided"] != "walkover").count();
    let room = 40 - by("final").len() - by("third-place").len();
    assert_eq!(by("decider").len(), room.min(2 * decided));
}

#[test]
fn a_page_includes_as_many_games_as_are_asked_for() {
    for (settings, arguments, expected) in [
        ("report_games = 'all'", &[][..], 150),
        ("", &["--report-games", "all"], 150),
        ("report_games = 0", &[], 0),
        ("report_games = 'all'", &["--report-games", "7"], 7),
        ("report_games = 1000", &[], 150),
    ] {
        let (all, shown, report) = played(&format!("pairs = 5\n{settings}"), arguments);
        assert_eq!((all.len(), shown.len()), (150, expected), "{settings} {arguments:?}");
        assert_eq!(report["about"]["games"], 150);
    }
}

//! Ties: what decides them, counted again from the games; and players that are the
//! same program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{LAST, file, folder, works, write};

fn report(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a report")).expect("JSON")
}

/// A tournament of players that are about equal, so that ties are frequent.
fn equal_players(folder: &Path, settings: &str, players: usize) {
    // Two `random` players play both games of a pair alike.
    let bots = ["random", "first", "random", "first", "first", "random", "first", "random"];
    let players: Vec<String> =
        (0..players).map(|at| format!("[[players]]\nbot = \"{}\"\nname = \"{at}\"\n", bots[at])).collect();
    write(folder, "cup.toml", &(file(&format!("json = 'cup.json'\n{settings}"), &[]) + &players.concat()));
}

/// Half points and margins of both players of each match of a round, by the smaller
/// standing first.
type Sums = BTreeMap<(u64, [u64; 2]), ([i64; 2], i64)>;

fn sums(report: &Value) -> Sums {
    let mut sums = Sums::new();
    for game in report["games"].as_array().expect("games") {
        let number = |value: &Value| value.as_u64().expect("a number");
        let [zero, one] = [0, 1].map(|seat| number(&game["players"][seat]));
        let margin = game["score"].as_i64().expect("a margin");
        let half_points = match game["winner"].as_u64() {
            None => [1, 1],
            Some(0) => [2, 0],
            Some(_) => [0, 2],
        };
        let turned = zero > one;
        let sum = sums.entry((number(&game["round"]), [zero.min(one), zero.max(one)])).or_default();
        for (side, points) in half_points.into_iter().enumerate() {
            sum.0[if turned { 1 - side } else { side }] += points;
        }
        sum.1 += if turned { -margin } else { margin };
    }
    sums
}

#[test]
fn no_match_is_decided_by_lots_while_points_or_margins_differ() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 1..=12 {
        let folder = folder();
        let folder = folder.path();
        equal_players(
            folder,
            &format!("format = 'knockout'\npairs = 1\nfurther_pairs = 1\nseed = {seed}"),
            8,
        );
        let shown = works(folder, &["cup.toml"]);
        let report = report(folder);
        let sums = sums(&report);
        for (round, number) in report["rounds"].as_array().expect("rounds").iter().zip(1..) {
            for it in round["matches"].as_array().expect("matches") {
                let [a, b] = [0, 1].map(|side| it["players"][side].as_u64().expect("a player"));
                let (mut points, mut margin) = sums[&(number, [a.min(b), a.max(b)])];
                if a > b {
                    points.reverse();
                    margin = -margin;
                }
                let leader = match points[0].cmp(&points[1]).then(margin.cmp(&0)) {
                    std::cmp::Ordering::Greater => Some(0),
                    std::cmp::Ordering::Less => Some(1),
                    std::cmp::Ordering::Equal => None,
                };
                let decided = it["decided"].as_str().expect("it is decided");
                assert_eq!(leader.is_none(), decided == "lots", "{it}");
                assert_eq!(points[0] == points[1] && margin != 0, decided == "total-margin", "{it}");
                assert!(leader.is_none() || it["winner"] == json!(leader), "{it}");
                let name = |side: usize| text(&report["standings"][if side == 0 { a } else { b } as usize]);
                let winner = name(usize::from(it["winner"] == 1));
                let third = if it["is_for_third_place"] == true { "third place, " } else { "" };
                let how = match decided {
                    "total-margin" => format!("  {third}{winner} wins by total margin\n"),
                    "lots" => format!("  {third}{winner} wins by random draw\n"),
                    _ => String::new(),
                };
                let [x, y] = [0, 1].map(|side| it["points"][side].as_f64().expect("points"));
                let line = format!("  {} {x}–{y} {}{how}", name(0), name(1));
                assert!(shown.contains(&line), "{line}: {shown}");
                *seen.entry(decided.to_string()).or_default() += 1;
            }
        }
    }
    assert!(seen["points"] > 2 && seen["total-margin"] > 2, "{seen:?}");
}

#[test]
fn standings_say_what_broke_a_tie() {
    let mut broken = 0;
    for seed in 1..=12 {
        let folder = folder();
        let folder = folder.path();
        equal_players(folder, &format!("pairs = 1\nseed = {seed}\ncsv = 'tables'"), 6);
        let shown = works(folder, &["cup.toml"]);
        let rows = report(folder)["standings"].as_array().expect("rows").clone();
        let csv = fs::read_to_string(folder.join("tables/standings.csv")).expect("a table");
        for (at, pair) in rows.windows(2).enumerate() {
            let key = |row: &Value| (row["beaten"].as_u64(), row["points"].as_f64());
            let margin = |row: &Value| (row["mean_margin"].as_f64().expect("a margin") * 10.0).round() as i64;
            let [one, other] = [&pair[0], &pair[1]];
            let line = format!("{} and {} are tied: {0} is ahead by total margin", text(one), text(other));
            if key(one) == key(other) && margin(one) != margin(other) {
                assert!(margin(one) > margin(other), "{one} {other}");
                assert_eq!(one["ahead_by"], "total-margin");
                assert!(shown.contains(&line), "{line}: {shown}");
                assert!(
                    csv.lines().nth(at + 1).is_some_and(|line| line.ends_with(",total-margin,,")),
                    "{csv}"
                );
                broken += 1;
            } else {
                assert!(!shown.contains(&line), "{line}: {shown}");
                assert_ne!(one["ahead_by"], "total-margin");
            }
        }
    }
    assert!(broken > 0, "{broken}");
}

fn text(row: &Value) -> &str {
    row["name"].as_str().expect("a name")
}

#[test]
fn the_same_program_handed_in_twice_is_pointed_out() {
    let folder = folder();
    let folder = folder.path();
    for (name, own) in [("anna", ""), ("ben", ""), ("cleo", "# by cleo\n")] {
        fs::create_dir(folder.join(name)).expect("a folder");
        write(folder, &format!("{name}/bot.py"), &format!("{own}{LAST}"));
    }
    let players = ["anna", "ben", "cleo"]
        .map(|name| format!("[[players]]\nbot = \"{name}/bot.py\"\nname = \"{name}\"\n"))
        .concat();
    write(folder, "cup.toml", &(file("pairs = 1\njson = 'cup.json'", &[]) + &players));
    let words = "anna and ben are the same program: all their files are equal";
    for how in [&["cup.toml"][..], &["cup.toml", "--show"]] {
        let shown = works(folder, how);
        assert_eq!(shown.matches(words).count(), 2, "before and after the games: {shown}");
    }
    let report = report(folder);
    let version = &report["standings"].as_array().expect("rows").iter().find(|row| row["name"] == "anna");
    let version = &version.expect("anna")["version"];
    let note =
        json!({ "kind": "same-program", "names": ["anna", "ben"], "version": version, "words": words });
    assert_eq!(report["notes"], json!([note]));
}

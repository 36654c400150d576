//! `cargo xtask strength`: measures the built-in players and writes docs/strength.md.
//!
//! Each game has a round robin of all its players. It resumes where it was stopped, as
//! long as rules and players are the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{cargo, root, run};

/// The round robin of one game: its clock, the pairs of games of every two players, and
/// players besides those of the table.
struct StrengthEvent {
    game: &'static str,
    clock: &'static str,
    pairs: u32,
    further: &'static [&'static str],
}

const ROUND_ROBINS: [StrengthEvent; 3] = [
    StrengthEvent {
        game: "plantation",
        clock: "1+0.1",
        pairs: 10,
        further: &["champion:level=1", "champion:level=4", "champion:level=7"],
    },
    StrengthEvent {
        game: "virus",
        clock: "0.02/move",
        pairs: 10,
        further: &["champion:level=1", "champion:level=4", "champion:level=7"],
    },
    StrengthEvent {
        game: "conga",
        clock: "0.02/move",
        pairs: 10,
        further: &[
            "agent:depth=1",
            "agent:depth=6",
            "agent:hfunc=1",
            "champion:level=1",
            "champion:level=4",
            "champion:level=7",
        ],
    },
];

/// The player that sees everything. It is measured apart from the standings.
const SEER: &str = "seer";

pub fn measure(games: &[&str]) -> Result<(), String> {
    let known = || ROUND_ROBINS.map(|event| event.game).join(", ");
    if let Some(unknown) = games.iter().find(|game| ROUND_ROBINS.iter().all(|event| event.game != **game)) {
        return Err(format!("unknown game `{unknown}`: expected one of {}", known()));
    }
    let folder = root().join("target").join("strength").join(state_of_players()?);
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    for event in ROUND_ROBINS.iter().filter(|event| games.is_empty() || games.contains(&event.game)) {
        play(event, &folder)?;
    }
    // The page is written whole: games that were not played now keep their section.
    let path = root().join("docs").join("strength.md");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let mut page = HEAD.to_string();
    for event in &ROUND_ROBINS {
        match fs::read_to_string(folder.join(format!("{}.json", event.game))) {
            Ok(text) => page += &section(event, &text, &folder)?,
            Err(_) => {
                println!(
                    "{} was not played with the present players: its section stays as it is",
                    event.game
                );
                page += part_of(&before, event.game).unwrap_or_default();
            }
        }
    }
    fs::write(&path, page).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    println!("wrote docs/strength.md");
    Ok(())
}

const HEAD: &str = "\
# How strong the built-in players are

Written by `cargo xtask strength`. Each game has a round robin: every player meets every other in pairs
of games with the seats swapped and, where the game has them, openings of four random plies. Elo is by
maximum likelihood over all games of a table, with mean 0 and 95 % confidence. A player that wins every
game is only known to be much stronger. Time is CPU time per action.
";

/// Identifies how the built-in players play: a hash of the sources that decide it. The
/// version number would not do, because it is that of the whole program.
fn state_of_players() -> Result<String, String> {
    let mut hash = Sha256::new();
    for name in ["games", "ai"] {
        add_folder(&mut hash, &root().join("crates").join(name).join("src"))?;
    }
    Ok(hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

/// Hashes the files of a folder with their names, in a fixed order.
fn add_folder(hash: &mut Sha256, folder: &Path) -> Result<(), String> {
    let cannot = |error: io::Error| format!("cannot read {}: {error}", folder.display());
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder).map_err(cannot)?.map(|entry| Ok(entry?.path())).collect();
    let mut paths = entries.map_err(cannot)?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        if path.is_dir() {
            add_folder(hash, &path)?;
        } else {
            let text = fs::read(&path).map_err(cannot)?;
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
    }
    Ok(())
}

/// A game's section of an existing page; `None` if it has none.
fn part_of<'p>(page: &'p str, game: &str) -> Option<&'p str> {
    let from = page.find(&format!("\n## {}\n", capital(game)))?;
    let after = from + 1;
    let to = page[after..].find("\n## ").map_or(page.len(), |length| after + length);
    Some(&page[from..to])
}

/// Plays a round robin, or the rest of it.
fn play(event: &StrengthEvent, folder: &Path) -> Result<(), String> {
    let StrengthEvent { game, clock, pairs, further } = event;
    let competitors = ai::table::players_of(game).filter(|player| !player.sees_all);
    let bots = competitors.map(|player| player.name).chain(further.iter().copied());
    let mut file = format!(
        "title = \"strength of {game}\"\ngame = \"{game}\"\nformat = \"round-robin\"\npairs = {pairs}\nseed = 1\n\
         clock = \"{clock}\"\nrecords = \"none\"\nrank_by = \"elo\"\njson = \"{game}.json\"\n"
    );
    for bot in bots {
        let _ = write!(file, "\n[[players]]\nbot = \"{bot}\"\nname = \"{bot}\"\n");
    }
    let path = folder.join(format!("{game}.toml"));
    fs::write(&path, file).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let path = path.to_string_lossy().into_owned();
    // Another version of the program plays again; other sources use another folder.
    let words = ["tournament", path.as_str(), "--changed", "again"];
    run(gridiron().args(words), &format!("the round robin of {game} did not finish"))?;
    if ai::table::players_of(game).any(|player| player.name == SEER) {
        measure_seer(game, clock, folder)?;
    }
    Ok(())
}

fn gridiron() -> std::process::Command {
    cargo(&["run", "--quiet", "--release", "--package", "gridiron", "--"])
}

/// The opponents of the seer.
const MEASURED: [&str; 2] = ["gardener", "champion"];

fn seer_file(folder: &Path, other: &str) -> PathBuf {
    folder.join(format!("{SEER}-{other}.json"))
}

fn measure_seer(game: &str, clock: &str, folder: &Path) -> Result<(), String> {
    for other in MEASURED {
        let path = seer_file(folder, other);
        if path.exists() {
            continue;
        }
        let words = ["match", game, SEER, other, "--games", "20", "--seed", "1", "--clock", clock, "--json"];
        let output = gridiron().args(words).output().map_err(|error| format!("cannot run cargo: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let json = text.lines().last().filter(|_| output.status.success());
        let json = json.ok_or_else(|| format!("the match of {SEER} and {other} did not finish"))?;
        fs::write(&path, json).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// A game's section of the page.
fn section(event: &StrengthEvent, text: &str, folder: &Path) -> Result<String, String> {
    let report: Value =
        serde_json::from_str(text).map_err(|error| format!("{}.json: {error}", event.game))?;
    let standings = report["standings"].as_array().cloned().unwrap_or_default();
    let mut part = format!(
        "\n## {}\n\nClock `{}`, {} games for every two players.\n\n\
         | player | Elo | points | CPU time per action |\n|---|---:|---:|---:|\n",
        capital(event.game),
        event.clock,
        2 * event.pairs
    );
    for line in &standings {
        let number = |key: &str| line[key].as_f64().unwrap_or_default();
        let error = line["elo_err95"].as_f64().map_or(String::new(), |error| format!(" ± {error:.0}"));
        let time = number("thought_s") / number("answers").max(1.0);
        let _ = writeln!(
            part,
            "| `{}` | {:+.0}{error} | {:.1} % | {} |",
            line["name"].as_str().unwrap_or_default(),
            number("elo"),
            100.0 * number("rate"),
            duration(time)
        );
    }
    part += &crosstable(&report, &standings);
    if event.game == "plantation" {
        part += &seer_section(folder);
    }
    Ok(part)
}

/// The crosstable, in percent of the points.
fn crosstable(report: &Value, standings: &[Value]) -> String {
    let name = |at: usize| standings[at]["name"].as_str().unwrap_or_default();
    let mut table = "\nPercent of the points against each opponent:\n\n| |".to_string();
    (0..standings.len()).for_each(|at| table += &format!(" {} |", at + 1));
    table += &format!("\n|---|{}\n", "---:|".repeat(standings.len()));
    for row in 0..standings.len() {
        table += &format!("| {} `{}` |", row + 1, name(row));
        for column in 0..standings.len() {
            let met = &report["crosstable"][row][column];
            let (points, against) = (met["points"].as_f64(), met["against"].as_f64());
            let share =
                points.zip(against).map(|(points, against)| 100.0 * points / (points + against).max(1.0));
            table += &share.map_or(" |".to_string(), |share| format!(" {share:.0} |"));
        }
        table += "\n";
    }
    table
}

fn seer_section(folder: &Path) -> String {
    let margin = |other: &str| {
        let text = fs::read_to_string(seer_file(folder, other)).ok()?;
        serde_json::from_str::<Value>(&text).ok()?["mean_margin"].as_f64()
    };
    let beaten = MEASURED.iter().filter_map(|other| Some(format!("`{other}` by {:.1}", margin(other)?)));
    match beaten.collect::<Vec<_>>() {
        beaten if beaten.is_empty() => String::new(),
        beaten => format!(
            "\n`{SEER}` sees everything and takes no part in tournaments. It beats {} points on average.\n",
            beaten.join(" and ")
        ),
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1.min(word.len()));
    first.to_uppercase() + rest
}

fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds >= 0.001 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{:.1} µs", seconds * 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_changes_in_a_folder_changes_its_hash() {
        let hashed = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().expect("a folder");
            for (name, text) in files {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("room");
                fs::write(path, text).expect("room");
            }
            let mut hash = Sha256::new();
            add_folder(&mut hash, folder.path()).expect("it is there");
            hash.finalize()
        };
        let states: [&[(&str, &str)]; 6] = [
            &[("a.rs", "one"), ("b/c.rs", "two")],
            &[("a.rs", "one"), ("b/c.rs", "three")],
            &[("a.rs", "one"), ("b/d.rs", "two")],
            &[("a.rs", "one"), ("c.rs", "two")],
            &[("a.rs", "one")],
            &[("a.rs", "onetwo"), ("b/c.rs", "")],
        ];
        let hashes = states.map(hashed);
        assert_eq!(hashes, states.map(hashed), "the same again");
        for (at, one) in hashes.iter().enumerate() {
            assert!(!hashes[..at].contains(one), "{:?}", states[at]);
        }
        assert!(add_folder(&mut Sha256::new(), Path::new("no such folder")).is_err());
    }

    #[test]
    fn the_part_of_a_game_is_found_in_the_page() {
        let page = "# Head\n\n## Virus\n\nfast\n\n## Conga\n\nslow\n";
        for (game, part) in
            [("virus", Some("\n## Virus\n\nfast\n")), ("conga", Some("\n## Conga\n\nslow\n")), ("go", None)]
        {
            assert_eq!(part_of(page, game), part);
        }
    }
}

//! `cargo xtask ladder`: how strong the built-in players are, as a page of the
//! documentation. The games are a tournament of each game, which goes on where it
//! was stopped, as long as rules and players are the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{cargo, root, run};

/// What is played in each game: the clock, the pairs each two players play, and
/// who plays beside the players of the table.
struct Ladder {
    game: &'static str,
    clock: &'static str,
    pairs: u32,
    further: &'static [&'static str],
}

const LADDERS: [Ladder; 3] = [
    Ladder {
        game: "plantation",
        clock: "1+0.1",
        pairs: 10,
        further: &["champion:level=1", "champion:level=4", "champion:level=7"],
    },
    Ladder {
        game: "virus",
        clock: "0.02/move",
        pairs: 10,
        further: &["champion:level=1", "champion:level=4", "champion:level=7"],
    },
    Ladder {
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

/// Who measures what perfect knowledge is worth: outside of all standings.
const SEER: &str = "seer";

pub fn climb(games: &[&str]) -> Result<(), String> {
    let known = || LADDERS.map(|ladder| ladder.game).join(", ");
    if let Some(unknown) = games.iter().find(|game| LADDERS.iter().all(|ladder| ladder.game != **game)) {
        return Err(format!("no ladder of `{unknown}`: there are {}", known()));
    }
    let folder = root().join("target").join("ladder").join(state_of_players()?);
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    for ladder in LADDERS.iter().filter(|ladder| games.is_empty() || games.contains(&ladder.game)) {
        play(ladder, &folder)?;
    }
    // Of what was played before too: a page is written whole.
    let path = root().join("docs").join("strength.md");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let mut page = HEAD.to_string();
    for ladder in &LADDERS {
        match fs::read_to_string(folder.join(format!("{}.json", ladder.game))) {
            Ok(text) => page += &section(ladder, &text, &folder)?,
            Err(_) => {
                println!(
                    "{} has not been played with these players: its part of the page stays",
                    ladder.game
                );
                page += part_of(&before, ladder.game).unwrap_or_default();
            }
        }
    }
    fs::write(&path, page).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    println!("wrote docs/strength.md");
    Ok(())
}

const HEAD: &str = "\
# How strong the built-in players are

Made by `cargo xtask ladder`, which goes on where it was stopped: everybody against everybody, in
pairs of games with the seats swapped and, where a game has them, openings of four random plies. Elo
by maximum likelihood over all games of a table, its mean 0, with the error of 95 % certainty: where
somebody wins every game the numbers say little more than that. Time is processor time for an answer.
";

/// A number for how the built-in players play: a hash of the sources of all that
/// decides about it. Their version is that of the whole program, and says nothing.
fn state_of_players() -> Result<String, String> {
    let mut hash = Sha256::new();
    for name in ["games", "ai"] {
        add_folder(&mut hash, &root().join("crates").join(name).join("src"))?;
    }
    Ok(hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect())
}

/// Adds the files of a folder with their names, in the same order everywhere.
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

/// A game's part of a page.
fn part_of<'p>(page: &'p str, game: &str) -> Option<&'p str> {
    let from = page.find(&format!("\n## {}\n", capital(game)))?;
    let after = from + 1;
    let to = page[after..].find("\n## ").map_or(page.len(), |length| after + length);
    Some(&page[from..to])
}

/// Plays a ladder, or what is left of it.
fn play(ladder: &Ladder, folder: &Path) -> Result<(), String> {
    let Ladder { game, clock, pairs, further } = ladder;
    let competitors = ai::table::players_of(game).filter(|player| !player.sees_all);
    let bots = competitors.map(|player| player.name).chain(further.iter().copied());
    let mut file = format!(
        "title = \"ladder of {game}\"\ngame = \"{game}\"\nformat = \"round-robin\"\npairs = {pairs}\nseed = 1\n\
         clock = \"{clock}\"\nrecords = \"none\"\nrank_by = \"elo\"\njson = \"{game}.json\"\n"
    );
    for bot in bots {
        let _ = write!(file, "\n[[players]]\nbot = \"{bot}\"\nname = \"{bot}\"\n");
    }
    let path = folder.join(format!("{game}.toml"));
    fs::write(&path, file).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let path = path.to_string_lossy().into_owned();
    // Who has another version plays again; a change of how somebody plays is
    // another folder.
    let words = ["tournament", path.as_str(), "--changed", "again"];
    run(gridiron().args(words), &format!("the ladder of {game} was not played to its end"))?;
    if ai::table::players_of(game).any(|player| player.name == SEER) {
        measure_seer(game, clock, folder)?;
    }
    Ok(())
}

fn gridiron() -> std::process::Command {
    cargo(&["run", "--quiet", "--release", "--package", "gridiron", "--"])
}

/// Whom the seer is measured against.
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
        let json = json.ok_or_else(|| format!("{SEER} against {other} was not played to its end"))?;
        fs::write(&path, json).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// A game's part of the page.
fn section(ladder: &Ladder, text: &str, folder: &Path) -> Result<String, String> {
    let report: Value =
        serde_json::from_str(text).map_err(|error| format!("{}.json: {error}", ladder.game))?;
    let standings = report["standings"].as_array().cloned().unwrap_or_default();
    let mut part = format!(
        "\n## {}\n\nClock `{}`, {} games of each two players.\n\n\
         | player | Elo | points | time for an answer |\n|---|---:|---:|---:|\n",
        capital(ladder.game),
        ladder.clock,
        2 * ladder.pairs
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
    if ladder.game == "plantation" {
        part += &what_a_seer_makes(folder);
    }
    Ok(part)
}

/// What each made against each, in percent.
fn crosstable(report: &Value, standings: &[Value]) -> String {
    let name = |at: usize| standings[at]["name"].as_str().unwrap_or_default();
    let mut table = "\nPercent of the points in each meeting:\n\n| |".to_string();
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

fn what_a_seer_makes(folder: &Path) -> String {
    let margin = |other: &str| {
        let text = fs::read_to_string(seer_file(folder, other)).ok()?;
        serde_json::from_str::<Value>(&text).ok()?["mean_margin"].as_f64()
    };
    let beaten = MEASURED.iter().filter_map(|other| Some(format!("`{other}` by {:.1}", margin(other)?)));
    match beaten.collect::<Vec<_>>() {
        beaten if beaten.is_empty() => String::new(),
        beaten => format!(
            "\n`{SEER}`, which sees everything and takes no part in tournaments, beats {} points on average.\n",
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

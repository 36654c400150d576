//! `cargo xtask golden`: plays the golden games again. They are full records;
//! the tests replay them and so notice any change of the rules, of chance or
//! of the record. Run it only when such a change is meant.

use std::fs;

use crate::{cargo, root, run};

/// Game, players, seed and rules of every golden game.
const GAMES: [(&str, [&str; 2], u32, &str); 10] = [
    ("plantation", ["random", "random"], 1, ""),
    ("plantation", ["random", "random-dumb"], 2, "rows=5,cols=7,max_turns=20,plant_probe=anywhere"),
    ("plantation", ["random-dumb", "random:scout=5"], 3, "rows=13,cols=12,max_turns=15,moves_per_turn=4"),
    ("virus", ["greedy", "first"], 1, ""),
    ("virus", ["random", "random"], 2, "size=7,opening_plies=4"),
    ("virus", ["first", "greedy"], 5, "size=11"),
    ("conga", ["random", "random"], 1, "stones=3,move_limit=60"),
    ("conga", ["random", "random"], 4, "opening_plies=4,move_limit=80"),
    ("conga", ["random", "random"], 271, "stones=4,opening_plies=2"),
    ("conga", ["random", "random"], 1, "stones=2,repetition=2"),
];

pub fn write(game: &str) -> Result<(), String> {
    let mut names: Vec<&str> = GAMES.iter().map(|(name, ..)| *name).collect();
    names.dedup();
    let chosen: Vec<&str> = names.iter().copied().filter(|name| game == "all" || *name == game).collect();
    if chosen.is_empty() {
        return Err(format!("no golden game of `{game}`: there are {}, all", names.join(", ")));
    }
    for game in chosen {
        write_one(game)?;
    }
    Ok(())
}

fn write_one(game: &str) -> Result<(), String> {
    let part = root().join("target").join("golden.part.json");
    let mut all = String::new();
    for (_, players, seed, rules) in GAMES.iter().filter(|(name, ..)| *name == game) {
        let mut command =
            cargo(&["run", "--quiet", "--release", "--package", "gridiron", "--", "play", game]);
        command.args(players).args([
            "--seed",
            &seed.to_string(),
            "--rules",
            rules,
            "--quiet",
            "--clock",
            "none",
        ]);
        run(command.arg("--record").arg(&part), "the game could not be played")?;
        let record = fs::read_to_string(&part).map_err(|error| format!("{}: {error}", part.display()))?;
        all.push_str(&without_times(&record));
    }
    let path = root().join("crates/games/tests/data/golden").join(format!("{game}.jsonl"));
    fs::write(&path, all).map_err(|error| format!("{}: {error}", path.display()))
}

/// The record without the times, which are never the same twice.
fn without_times(record: &str) -> String {
    [",\"wall_ns\":", ",\"cpu_ns\":"].iter().fold(record.to_string(), |text, key| {
        let mut parts = text.split(key);
        let first = parts.next().unwrap_or_default().to_string();
        first + &parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect::<String>()
    })
}

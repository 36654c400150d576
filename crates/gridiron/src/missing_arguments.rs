//! What a command still needs, with an example that can be typed.

use std::path::Path;

use games::GAMES;
use sandbox::programs::interpreter_for;

use crate::terminal::quoted;

/// What is missing, by how clap shows it, in words and as an example.
const MISSING: [(&str, &str, &str, &str); 7] = [
    ("check", "<BOT>", "a bot", "check virus bot.py"),
    (
        "tournament",
        "<FILE|GAME>",
        "a tournament file, or a game and players",
        "tournament virus greedy random",
    ),
    ("perft", "<DEPTH>", "a depth", "perft virus 5"),
    ("replay", "<FILE>", "a file with records", "replay game.json"),
    ("analyse", "<RECORD|GAME>", "a file with records, or a game and a position", "analyse conga start"),
    ("solve", "<GAME>", "the game", "solve conga --stones 7"),
    ("perft", "<GAME>", "a game", "perft virus 5"),
];

/// What to name, if it is known. `words` are those of the command, without `gridiron`.
pub fn name_it(missing: &[String], words: &[String]) -> Option<String> {
    let command = words.first()?.as_str();
    let lacks = |what: &str| missing.iter().any(|name| name == what);
    let listed = MISSING.iter().find(|(its, what, ..)| *its == command && lacks(what));
    if let Some((_, _, what, example)) = listed {
        return Some(format!("name {what}, as in `gridiron {example}`"));
    }
    if lacks("<GAME>") {
        let names = GAMES.each_ref().map(|game| game.name);
        let (last, others) = names.split_last()?;
        let example = match command {
            "match" => "match virus bot.py random",
            "check" => "check virus bot.py",
            "play" => "play virus human random",
            _ => "rules virus",
        };
        return Some(format!("name a game: {} or {last}; as in `gridiron {example}`", others.join(", ")));
    }
    if command == "match" && lacks("<B>") {
        let at = words.iter().position(|word| games::find(word).is_ok())?;
        let named =
            words.get(at + 1).map(String::as_str).filter(|next| !lacks("<A>") && !next.starts_with('-'));
        let (game, first) = (&words[at], quoted(named.unwrap_or("bot.py")));
        let second = if first == "random" { "greedy" } else { "random" };
        return Some(format!("name two players, as in `gridiron match {game} {first} {second}`"));
    }
    None
}

/// The whole command, if something else stands in the place of the command.
pub fn name_a_command(words: &[String]) -> Option<String> {
    let first = words.first()?;
    let path = Path::new(first);
    let before = match path.extension().and_then(|extension| extension.to_str()) {
        _ if games::find(first).is_ok() => "play",
        _ if !path.is_file() => return None,
        Some("toml") => "tournament",
        Some("json" | "jsonl" | "db") => "replay",
        _ if interpreter_for(path).is_some() => "check virus",
        _ => return None,
    };
    let all: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Some(format!("name a command first: gridiron {before} {}", all.join(" ")))
}

//! A game that does not exist. If a player stands in its place, the game was forgotten.

use std::path::Path;

use games::common::suggest::Suggestion;
use games::{GAMES, UnknownGame};
use referee::{PlayerSpec, PlayerSpecError};

use crate::terminal::quoted;

/// The game of an example with a bot. Any bot may play it.
pub const EXAMPLE: &str = "virus";

/// What to do if the game was forgotten; `None` if a game was meant. `words` are those
/// of the command, without `gridiron`.
pub fn forgotten(error: &UnknownGame, words: impl Iterator<Item = String>) -> Option<String> {
    let command = with_game(error, &words.collect::<Vec<_>>())?;
    let command: Vec<String> = command.iter().map(|word| quoted(word)).collect();
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    Some(format!("name the game first (games: {}): gridiron {}", games.join(", "), command.join(" ")))
}

/// The same command with a game before the player that stands in its place.
fn with_game(error: &UnknownGame, words: &[String]) -> Option<Vec<String>> {
    let is_misspelled = matches!(error.suggestion, Suggestion::DidYouMean(_));
    if is_misspelled && !Path::new(&error.name).is_file() {
        return None;
    }
    // The first game that has such a player.
    let example = [EXAMPLE].into_iter().chain(GAMES.iter().map(|entry| entry.name));
    let example = example.into_iter().find(|game| is_player(game, &error.name))?;
    let at = words.iter().position(|word| *word == error.name)?;
    let (before, after) = words.split_at(at);
    // It may stand behind the players.
    let named = after.iter().position(|word| games::find(word).is_ok());
    let mut after = after.to_vec();
    let game = named.map_or_else(|| example.to_string(), |at| after.remove(at));
    Some(before.iter().cloned().chain([game]).chain(after).collect())
}

/// Whether a text names a player of a game, or a program that may be missing.
fn is_player(game: &str, text: &str) -> bool {
    let read = games::find(game).map(|entry| PlayerSpec::read(entry, text));
    matches!(read, Ok(Ok(_) | Err(PlayerSpecError::Program { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_in_the_place_of_a_game_is_noticed() {
        let first = "name the game first (games: plantation, virus, conga): gridiron";
        for (name, line, expected) in [
            ("my/bot.py", "check my/bot.py", "check virus my/bot.py"),
            ("bot.py", "match --seed 1 bot.py random", "match --seed 1 virus bot.py random"),
            ("node bot.js", "check|node bot.js", "check virus 'node bot.js'"),
            ("human", "play human", "play virus human"),
            ("champion:level=3", "play champion:level=3 human", "play virus champion:level=3 human"),
            ("gardener", "play gardener random", "play plantation gardener random"),
            ("bot.py", "check bot.py conga", "check conga bot.py"),
            ("a.py", "match a.py b.py conga --games 2", "match conga a.py b.py --games 2"),
        ] {
            let separator = if line.contains('|') { '|' } else { ' ' };
            let error = games::find(name).expect_err("no game");
            let said = forgotten(&error, line.split(separator).map(String::from));
            assert_eq!(said, Some(format!("{first} {expected}")));
        }
        for name in ["virsu", "chess", "greedi"] {
            let error = games::find(name).expect_err("no game");
            assert_eq!(forgotten(&error, ["play", name].into_iter().map(String::from)), None);
        }
    }
}

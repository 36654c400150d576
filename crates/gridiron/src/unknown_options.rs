//! Options that a command does not have, though another place has them.

use ai::table::{PlayerEntry, players, players_of};
use games::common::options::OptionSpec;
use games::{GAMES, GameEntry};

/// Commands, options that they do not have, and what to use instead.
const ELSEWHERE: [(&[&str], &[&str], &str); 5] = [
    (&["play", "check"], &["--games", "-n", "--pairs"], "to play many games, use `gridiron match`"),
    (&["tournament"], &["--games", "-n"], "use --pairs; a pair is two games"),
    (&["match"], &["--pairs"], "use --games; a pair is two games"),
    (&["match", "tournament"], &["--browser"], "use --serve for a live page"),
    (&["play"], &["--serve"], "use --browser for a live page"),
];

/// Commands that take `--rules`.
const WITH_RULES: [&str; 6] = ["play", "match", "check", "tournament", "perft", "analyse"];

/// What to write instead of an option; `None` if nobody knows. `words` are those of the
/// command, without `gridiron`.
pub fn instead(option: &str, words: &[String]) -> Option<String> {
    let command = words.first()?.as_str();
    let listed = ELSEWHERE
        .iter()
        .find(|(commands, options, _)| commands.contains(&command) && options.contains(&option));
    if let Some((_, _, text)) = listed {
        return Some(text.to_string());
    }
    let key = option.strip_prefix("--")?.replace('-', "_");
    let game = words.iter().find_map(|word| games::find(word).ok());
    if !WITH_RULES.contains(&command) {
        return None;
    }
    let rule =
        game.map_or_else(|| GAMES.iter().find_map(|game| rule_of(game, &key)), |game| rule_of(game, &key));
    if let Some(rule) = rule {
        return Some(format!("use --rules {}", with_value(rule, option, words)));
    }
    let (player, setting) = player_with(game, &key, words)?;
    Some(format!("write {}:{}", player.name, with_value(setting, option, words)))
}

/// The rule option of a game with this name.
fn rule_of(game: &'static GameEntry, key: &str) -> Option<&'static OptionSpec> {
    game.options.iter().find(|rule| rule.key == key)
}

/// A player that has such an option: one that is named, or else the strongest.
fn player_with(
    game: Option<&GameEntry>,
    key: &str,
    words: &[String],
) -> Option<(&'static PlayerEntry, &'static OptionSpec)> {
    let of_game: Vec<&PlayerEntry> =
        game.map_or_else(|| players().collect(), |game| players_of(game.name).collect());
    let able = of_game.into_iter().filter_map(|player| {
        let setting = player.options.iter().find(|setting| setting.key == key)?;
        Some((player, setting))
    });
    let able: Vec<_> = able.filter(|(player, _)| !player.sees_all).collect();
    let named = able.iter().find(|(player, _)| words.iter().any(|word| word == player.name));
    named.or(able.last()).copied()
}

/// `size=6`, with the value that follows the option.
fn with_value(spec: &OptionSpec, option: &str, words: &[String]) -> String {
    let at = words.iter().position(|word| word.split('=').next() == Some(option));
    let value = at.and_then(|at| match words[at].split_once('=') {
        Some((_, value)) => Some(value),
        None => words.get(at + 1).map(String::as_str).filter(|next| !next.starts_with('-')),
    });
    format!("{}={}", spec.key, value.unwrap_or("VALUE"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_other_places_are_known() {
        for (line, option, expected) in [
            ("play virus a b --games 10", "--games", Some("to play many games, use `gridiron match`")),
            ("check virus a -n 10", "-n", Some("to play many games, use `gridiron match`")),
            ("tournament virus a b --games 10", "--games", Some("use --pairs; a pair is two games")),
            ("match virus a b --pairs 10", "--pairs", Some("use --games; a pair is two games")),
            ("match virus a b --browser", "--browser", Some("use --serve for a live page")),
            ("play virus --serve", "--serve", Some("use --browser for a live page")),
            ("play virus --size 6", "--size", Some("use --rules size=6")),
            ("match conga a b --stones=4 -n 2", "--stones", Some("use --rules stones=4")),
            ("play conga --move-limit", "--move-limit", Some("use --rules move_limit=VALUE")),
            ("tournament cup.toml --size 6", "--size", Some("use --rules size=6")),
            ("play virus human --level 2", "--level", Some("write champion:level=2")),
            ("match virus mcts random --nodes 9", "--nodes", Some("write mcts:nodes=9")),
            ("play conga --size 6", "--size", None),
            ("replay game.json --size 6", "--size", None),
            ("play virus --verbose", "--verbose", None),
        ] {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            assert_eq!(instead(option, &words).as_deref(), expected, "{line}");
        }
    }
}

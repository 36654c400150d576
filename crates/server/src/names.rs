//! Names that come in through the web: everybody sees them, in many places.

use serde::Deserialize;
use toml::Spanned;
use web::text::harmless;

/// Characters of a title or of a player's name at most.
pub const LONGEST_NAME: usize = 40;

/// A name that cannot be shown.
#[derive(PartialEq, Eq, Debug)]
pub struct BadName {
    /// The line of the file that it is on, from 1.
    pub line: u32,
    /// The name, so that it can be shown after all.
    pub name: String,
}

impl BadName {
    /// What to do, in English.
    pub fn message(&self) -> String {
        let BadName { line, name } = self;
        format!(
            "line {line}: {name} has more than {LONGEST_NAME} characters, or characters that nobody sees: shorten \
             it, or type it again"
        )
    }
}

/// Those parts of a tournament file that become names.
#[derive(Deserialize)]
struct Names {
    title: Option<Spanned<String>>,
    #[serde(default)]
    players: Vec<Player>,
}

#[derive(Deserialize)]
struct Player {
    name: Option<Spanned<String>>,
    bot: Option<Spanned<String>>,
}

/// The first name of a tournament file that is too long, or that has characters which
/// nobody sees or which turn the text around. A file that cannot be read has no names.
pub fn first_bad(text: &str) -> Option<BadName> {
    let names: Names = toml::from_str(text).ok()?;
    let of_players = names.players.iter().filter_map(|player| match (&player.name, &player.bot) {
        (Some(name), _) => Some((name, LONGEST_NAME)),
        // Without a name it has that of its program, whose path may be long.
        (None, bot) => bot.as_ref().map(|bot| (bot, usize::MAX)),
    });
    let mut all = names.title.iter().map(|title| (title, LONGEST_NAME)).chain(of_players);
    let is_bad = |name: &str, most: usize| name.chars().count() > most || harmless(name) != name;
    let (bad, _) = all.find(|(name, most)| is_bad(name.get_ref(), *most))?;
    let before = text.get(..bad.span().start).unwrap_or_default();
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let shown: String = harmless(bad.get_ref()).chars().take(LONGEST_NAME).collect();
    Some(BadName { line: u32::try_from(line).unwrap_or(u32::MAX), name: shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_seen_and_are_short() {
        let forty = "é".repeat(40);
        let long = "x".repeat(41);
        for (text, line) in [
            ("title = \"Spring cup 👩\u{200d}🚀\"\n[[players]]\nname = \"Zoé <b>&amp;\"\nbot = \"x\"", None),
            (&format!("title = \"{forty}\""), None),
            (&format!("game = \"virus\"\ntitle = \"{long}\""), Some(2)),
            (&format!("[[players]]\nbot = \"{long}\""), None),
            ("[[players]]\nbot = \"a\"\n\n[[players]]\nbot = \"a\"\nname = \"a\\u202eb\"", Some(6)),
            ("title = \"a\u{200b}\"", Some(1)),
            ("title = \"a\\u0007\"", Some(1)),
            ("title = '''a\nb'''", Some(1)),
            ("[[players]]\nbot = \"a\u{2066}\"", Some(2)),
            ("title = ", None),
            ("", None),
        ] {
            let bad = first_bad(text);
            assert_eq!(bad.as_ref().map(|bad| bad.line), line, "{text}");
            if let Some(bad) = bad {
                assert_eq!(harmless(&bad.message()), bad.message());
            }
        }
    }
}

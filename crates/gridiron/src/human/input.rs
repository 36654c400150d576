//! What a person typed: an action of the game, or a command to this program.

use games::GameEntry;
use games::common::suggest;

/// A command to this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HumanCommand {
    Help,
    Board,
    Moves,
    Seen,
    History,
    Rules,
    Quit,
    /// Something that other programs offer. The text says what to do instead.
    Absent(&'static str),
}

/// A line of the table of commands.
pub struct CommandNames {
    pub command: HumanCommand,
    /// What can be typed, the usual name first.
    pub spellings: &'static [&'static str],
    /// The text in `help`; empty for a command that is not listed.
    pub help: &'static str,
}

pub const COMMANDS: [CommandNames; 10] = [
    CommandNames { command: HumanCommand::Help, spellings: &["help", "?", "h"], help: "this page" },
    CommandNames { command: HumanCommand::Board, spellings: &["board"], help: "the board again" },
    CommandNames { command: HumanCommand::Moves, spellings: &["moves"], help: "what you can do now" },
    CommandNames {
        command: HumanCommand::Seen,
        spellings: &["seen"],
        help: "all that you have found out, and when",
    },
    CommandNames { command: HumanCommand::History, spellings: &["history"], help: "the actions so far" },
    CommandNames { command: HumanCommand::Rules, spellings: &["rules"], help: "the rules of the game" },
    CommandNames {
        command: HumanCommand::Quit,
        spellings: &["quit", "exit", "q"],
        help: "leave; the game does not count",
    },
    CommandNames {
        command: HumanCommand::Absent("there is no undo: what is played counts"),
        spellings: &["undo"],
        help: "",
    },
    CommandNames {
        command: HumanCommand::Absent("you cannot resign: `quit` leaves, and the game does not count"),
        spellings: &["resign", "concede", "surrender"],
        help: "",
    },
    CommandNames {
        command: HumanCommand::Absent("there are no hints: `moves` lists what you can do"),
        spellings: &["hint"],
        help: "",
    },
];

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HumanInput {
    Nothing,
    Command(HumanCommand),
    /// A command with more words after its name, which it does not take.
    CommandAndMore(&'static str),
    /// Most likely an action, with its shorthand expanded.
    Action(String),
}

impl HumanInput {
    pub fn read(entry: &GameEntry, line: &str) -> HumanInput {
        let line = line.trim();
        let plain = line.to_lowercase();
        let (first, more) = plain.split_once(char::is_whitespace).unwrap_or((&plain, ""));
        let known = COMMANDS.iter().find(|known| known.spellings.contains(&first));
        match known {
            _ if plain.is_empty() => HumanInput::Nothing,
            Some(known) if more.is_empty() => HumanInput::Command(known.command),
            Some(known) => HumanInput::CommandAndMore(known.spellings[0]),
            None => HumanInput::Action(entry.expand_shorthand(line)),
        }
    }
}

/// The message for a line that begins with an unknown word; `None` if the game itself
/// can say more about it.
pub fn unknown_command(entry: &GameEntry, line: &str) -> Option<String> {
    if line.contains(|c: char| c.is_control() && !c.is_whitespace()) {
        return Some("arrow keys are not supported: type words and numbers".to_string());
    }
    let first = line.split([' ', ',']).next().unwrap_or_default();
    let is_word = first.chars().any(char::is_alphabetic);
    let forms = entry.forms.iter().map(|form| form.word).filter(|word| !word.is_empty());
    if !is_word || forms.clone().any(|word| word == first) {
        return None;
    }
    if first == "pass" {
        return Some(format!("you cannot pass in {}", entry.name));
    }
    let words = COMMANDS.iter().filter(|word| !word.help.is_empty()).map(|word| word.spellings[0]);
    let begun = forms.clone().chain(words.clone()).find(|word| first.len() > 1 && word.starts_with(first));
    let hint = match begun.or_else(|| suggest::nearest(first, forms.chain(words))) {
        Some(word) => format!("did you mean `{word}`?"),
        None => "type `help` for a list".to_string(),
    };
    Some(format!("unknown command `{first}`: {hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    #[test]
    fn lines_are_read() {
        let action = |text: &str| HumanInput::Action(text.to_string());
        for (game, line, expected) in [
            ("plantation", "", HumanInput::Nothing),
            ("plantation", " \t", HumanInput::Nothing),
            ("plantation", "p 3,1", action("plant 3,1")),
            ("plantation", "Plant 3 1", action("plant 3 1")),
            ("plantation", "y 4 5", action("spray 4 5")),
            ("plantation", "c 1,2,3,4", action("colonise 1,2,3,4")),
            ("plantation", "s3,4", action("scout 3,4")),
            ("plantation", "h", HumanInput::Command(HumanCommand::Help)),
            ("plantation", " HELP ", HumanInput::Command(HumanCommand::Help)),
            ("plantation", "?", HumanInput::Command(HumanCommand::Help)),
            ("plantation", "seen", HumanInput::Command(HumanCommand::Seen)),
            ("virus", "4 7", action("4 7")),
            ("virus", "Pass", action("pass")),
            ("virus", "moves 3 4", HumanInput::CommandAndMore("moves")),
            ("virus", "H moves", HumanInput::CommandAndMore("help")),
            ("virus", "movess", action("movess")),
            ("conga", "1,4,2,4", action("1,4,2,4")),
            ("conga", "exit", HumanInput::Command(HumanCommand::Quit)),
            ("conga", "quit now", HumanInput::CommandAndMore("quit")),
        ] {
            let entry = games::find(game).expect("a game");
            assert_eq!(HumanInput::read(entry, line), expected, "{game}: {line:?}");
        }
    }

    #[test]
    fn unknown_words_get_a_hint() {
        for (game, line, expected) in [
            ("plantation", "plnat 3 1", Some("did you mean `plant`?")),
            ("plantation", "hlep", Some("did you mean `help`?")),
            ("plantation", "fert 3 1", Some("did you mean `fertilise`?")),
            ("plantation", "hist", Some("did you mean `history`?")),
            ("conga", "pass", Some("you cannot pass in conga")),
            ("plantation", "plant 3", None),
            ("plantation", "3 1", None),
            ("virus", "plant 3 1", Some("type `help` for a list")),
            ("virus", "pass 1", None),
            ("virus", "4 seven", None),
            ("conga", "xyzzy", Some("type `help` for a list")),
            ("conga", "\u{1b}[A1 4 2 4", Some("type words and numbers")),
            ("conga", "1\t4 2 4", None),
        ] {
            let entry = games::find(game).expect("a game");
            let said = unknown_command(entry, line);
            let fits = said.as_ref().map(|said| said.ends_with(expected.unwrap_or("")));
            assert_eq!(fits, expected.map(|_| true), "{game}: {line:?}: {said:?}");
        }
    }

    /// The words of actions and the commands of this program are different.
    #[test]
    fn no_word_means_two_things() {
        for entry in &GAMES {
            let own = entry.forms.iter().flat_map(|form| [form.word, form.short]);
            let own = own.filter(|word| !word.is_empty());
            let all: Vec<&str> =
                own.chain(COMMANDS.iter().flat_map(|word| word.spellings.to_vec())).collect();
            for (at, word) in all.iter().enumerate() {
                assert!(!all[..at].contains(word), "{}: {word}", entry.name);
            }
        }
    }
}

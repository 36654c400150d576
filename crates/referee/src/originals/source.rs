//! Finds classes and functions in the text of a Python file, well enough to
//! recognise an original bot. Only definitions that are not indented count.

/// The classes derived from `Player`, directly or through others.
pub fn players(text: &str) -> Vec<String> {
    let all = classes(text);
    let mut derived: Vec<&str> = Vec::new();
    loop {
        let is_new = |(name, bases): &&(&str, Vec<&str>)| {
            !derived.contains(name) && bases.iter().any(|base| *base == "Player" || derived.contains(base))
        };
        match all.iter().find(is_new) {
            Some((name, _)) => derived.push(name),
            None => break,
        }
    }
    // In the order of the file, each name once.
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in &all {
        if derived.contains(name) && !names.contains(name) {
            names.push(name);
        }
    }
    names.into_iter().map(str::to_string).collect()
}

/// The class of that name: a list of one or none.
pub fn classes_called(text: &str, name: &str) -> Vec<String> {
    classes(text).iter().filter(|(its, _)| *its == name).take(1).map(|(its, _)| its.to_string()).collect()
}

/// The function of that name: a list of one or none.
pub fn functions(text: &str, name: &str) -> Vec<String> {
    let defines = |at: &usize| {
        let after = text[*at..].strip_prefix("def ").and_then(|rest| rest.trim_start().strip_prefix(name));
        after.is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('('))
    };
    lines_of_code(text).into_iter().filter(defines).take(1).map(|_| name.to_string()).collect()
}

/// Whether the text contains a name as a whole word.
pub fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !is_part_of_name(c)).any(|word| word == name)
}

/// Whether a character may be part of a name in Python.
pub fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// All classes, each with its bases: of `a.b.C` only `C`.
fn classes(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    for at in lines_of_code(text) {
        let head = &text[at..];
        let Some(rest) = head.strip_prefix("class ") else { continue };
        let rest = rest.trim_start();
        let name = &rest[..rest.find(|c: char| !is_part_of_name(c)).unwrap_or(rest.len())];
        // The list of bases may span several lines.
        let head = &head[..head.find(':').unwrap_or(head.len())];
        let bases = head.split_once('(').map_or("", |(_, bases)| bases);
        let bases = bases.split(')').next().unwrap_or_default().split(',').map(str::trim);
        let bases = bases.map(|base| base.rsplit('.').next().unwrap_or(base));
        if !name.is_empty() {
            found.push((name, bases.filter(|base| !base.is_empty()).collect()));
        }
    }
    found
}

/// Where lines begin that are not inside a string of several lines.
fn lines_of_code(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut begins = vec![0];
    // The quotes that end the string we are in.
    let mut quotes: Option<&[u8]> = None;
    let mut at = 0;
    while at < bytes.len() {
        let triple = bytes.get(at..at + 3).filter(|three| [b"\"\"\"", b"'''"].iter().any(|it| three == it));
        match (quotes, bytes[at]) {
            (Some(_), b'\\') => at += 1,
            (Some(end), _) if bytes[at..].starts_with(end) => {
                at += end.len() - 1;
                quotes = None;
            }
            (None, b'#') => {
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                continue;
            }
            (None, b'"' | b'\'') => {
                quotes = Some(triple.unwrap_or(&bytes[at..=at]));
                at += triple.map_or(0, |_| 2);
            }
            (_, b'\n') => {
                // Only a string in triple quotes spans lines.
                quotes = quotes.filter(|quotes| quotes.len() == 3);
                if quotes.is_none() {
                    begins.push(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    begins.retain(|at| *at < bytes.len());
    begins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_found_wherever_they_come_from() {
        for (text, expected) in [
            ("class A(Player):\n    pass\n", "A"),
            ("class T800 (Player):\n", "T800"),
            ("class A(plantation.player.Player, Mixin):\n", "A"),
            ("class A(Mixin, Player): pass\n", "A"),
            ("class A(\n    Player,\n):\n", "A"),
            ("class B(A):\n  x = 1\nclass A(Player):\n  y = 2\n", "B A"),
            ("from plantation.player import Player\n", ""),
            ("class Player:\n", ""),
            ("class Players(list):\n", ""),
            ("class A(PlayerBase):\n", ""),
            ("    class Inner(Player):\n", ""),
            ("# class A(Player):\n", ""),
            ("class A:\n  def f(self, Player): pass\n", ""),
            ("class A(Player)\n", "A"),
            ("class é(Player):\n", "é"),
            ("class \n", ""),
            ("\"\"\"As in\nclass A(Player):\n\"\"\"\nclass B(Player):\n", "B"),
            ("class A(Player):\n    \"\"\"One line.\"\"\"\nclass B(A):\n", "A B"),
            ("SEP = '\"\"\"'\nclass A(Player):\n", "A"),
            ("# it's\nclass A(Player):\n", "A"),
            ("x = 'it\\'s'\nclass A(Player):\n", "A"),
            ("x = 'not closed\nclass A(Player):\n", "A"),
            ("class A(Player):\n  pass\nclass A(Player):\n", "A"),
        ] {
            assert_eq!(players(text).join(" "), expected, "{text:?}");
        }
    }

    #[test]
    fn functions_and_classes_are_found_by_name() {
        for (text, expected) in [
            ("def ia(game, side):\n", true),
            ("def ia (game, side):\n", true),
            ("def  ia\t(game, side):\n", true),
            ("def iaa(game, side):\n", false),
            ("def media(game):\n", false),
            ("    def ia(self):\n", false),
            ("ia = lambda game, side: False\n", false),
            ("\"\"\"As in\ndef ia(game, side):\n\"\"\"\n", false),
        ] {
            assert_eq!(functions(text, "ia").len() == 1, expected, "{text:?}");
        }
        for (text, expected) in [
            ("class Agent ():\n", true),
            ("class Agent:\n", true),
            ("class Agent(object):\n", true),
            ("class Agents:\n", false),
            ("import Agent\n", false),
        ] {
            assert_eq!(classes_called(text, "Agent").len() == 1, expected, "{text:?}");
        }
        assert!(mentions("from x import Bot2, Bot", "Bot") && !mentions("Bot2", "Bot"));
    }
}

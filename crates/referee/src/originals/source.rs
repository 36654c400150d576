//! What a file in Python defines, as far as its text tells: enough to know an
//! original bot when there is one. Only what stands at the margin counts.

/// The classes derived from `Player`, at any remove.
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
    // In the order of the file.
    let is_derived = |name: &&str| derived.contains(name);
    all.iter().map(|(name, _)| *name).filter(is_derived).map(str::to_string).collect()
}

/// The classes of that name: one or none.
pub fn classes_called(text: &str, name: &str) -> Vec<String> {
    classes(text).iter().filter(|(its, _)| *its == name).take(1).map(|(its, _)| its.to_string()).collect()
}

/// The functions of that name: one or none.
pub fn functions(text: &str, name: &str) -> Vec<String> {
    let defines = |line: &&str| {
        let after = line.strip_prefix("def ").and_then(|rest| rest.trim_start().strip_prefix(name));
        after.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    text.lines().filter(defines).take(1).map(|_| name.to_string()).collect()
}

/// Whether a name stands anywhere in the text.
pub fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !is_name(c)).any(|word| word == name)
}

/// All classes with the last names of their bases.
fn classes(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut quotes = 0;
    for line in text.split_inclusive('\n') {
        let begin = at;
        at += line.len();
        // Between the quotes of a long text nothing is defined.
        let is_quoted = quotes % 2 == 1;
        quotes += line.matches("\"\"\"").count() + line.matches("'''").count();
        let Some(rest) = line.strip_prefix("class ").filter(|_| !is_quoted) else { continue };
        let rest = rest.trim_start();
        let name = &rest[..rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())];
        // The bases may go on over several lines.
        let head = &text[begin..];
        let head = &head[..head.find(':').unwrap_or(head.len())];
        let bases = head.split_once('(').map_or("", |(_, bases)| bases);
        let last_name = |base: &'_ str| -> usize { base.rfind('.').map_or(0, |dot| dot + 1) };
        let bases = bases
            .split(')')
            .next()
            .unwrap_or_default()
            .split(',')
            .map(str::trim)
            .map(|base| &base[last_name(base)..])
            .filter(|base| !base.is_empty())
            .collect();
        if !name.is_empty() {
            found.push((name, bases));
        }
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
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

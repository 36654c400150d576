//! The seed of a game, match or tournament: given, or drawn so that nobody can guess
//! it. A drawn seed is told at the end, because it reveals hidden starts.

use std::env;

use games::common::rng::SEED_LIMIT;

use crate::failure::{Failure, harmless};

/// A seed, and where it comes from.
#[derive(Clone, Copy)]
pub struct Seed {
    pub number: u64,
    /// It was drawn here; else the user gave it.
    pub is_drawn: bool,
}

impl Seed {
    /// The seed that was given, or 53 bits from the system's random generator. Fewer
    /// could be found by trying all of them within a game.
    pub fn given_or_drawn(given: Option<u64>) -> Result<Seed, Failure> {
        match given {
            Some(number) => Ok(Seed { number, is_drawn: false }),
            None => match getrandom::u64() {
                Ok(bits) => Ok(Seed { number: bits % SEED_LIMIT, is_drawn: true }),
                Err(error) => Err(Failure::Failed(format!(
                    "cannot draw a seed, because the system gives no random numbers: {error}; add --seed N"
                ))),
            },
        }
    }

    /// `seed 123; to play it again: gridiron match … --seed 123`; `None` for a seed
    /// that was given.
    pub fn how_to_repeat(self) -> Option<String> {
        let words: Vec<String> = env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy())).collect();
        let number = self.number;
        self.is_drawn
            .then(|| format!("seed {number}; to play it again: gridiron {} --seed {number}", words.join(" ")))
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", harmless(word).replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (word, expected) in [
            ("champion:level=5", "champion:level=5"),
            ("python3 bot.py", "'python3 bot.py'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("a\u{1b}b;c", "'a\\u{1b}b;c'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}

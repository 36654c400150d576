//! The seed of a game, match or tournament: given, or drawn so that nobody can guess
//! it. A drawn seed is told at the end, because it reveals hidden starts.

use games::common::rng::SEED_LIMIT;

use crate::argument_errors::words;
use crate::failure::Failure;
use crate::terminal::quoted;

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
        let words: Vec<String> = without_files(words()).map(|word| quoted(&word)).collect();
        let number = self.number;
        self.is_drawn
            .then(|| format!("seed {number}; to play it again: gridiron {} --seed {number}", words.join(" ")))
    }
}

/// Options that write a file. Played again they would replace what was saved.
const FILE_OPTIONS: [&str; 3] = ["--record", "--records", "--dialogue"];

/// The words of a command without the options that write files.
fn without_files(words: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let mut is_value = false;
    words.filter(move |word| {
        let (option, value) = word.split_once('=').map_or((word.as_str(), None), |(o, v)| (o, Some(v)));
        let is_left_out = FILE_OPTIONS.contains(&option);
        let was_value = std::mem::replace(&mut is_value, is_left_out && value.is_none());
        !was_value && !is_left_out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_not_written_again() {
        for (typed, expected) in [
            ("play virus a b", "play virus a b"),
            ("play virus a b --record g.json --quiet", "play virus a b --quiet"),
            ("match virus --records=g.jsonl a b", "match virus a b"),
            ("play --dialogue d.txt --record g.json virus a", "play virus a"),
            ("play virus a=--record b", "play virus a=--record b"),
        ] {
            let words = without_files(typed.split(' ').map(String::from));
            assert_eq!(words.collect::<Vec<String>>().join(" "), expected, "{typed}");
        }
    }
}

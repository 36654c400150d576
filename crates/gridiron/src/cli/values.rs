//! Values of arguments, read or refused in one line.

use std::time::Duration;

use games::common::rng::SEED_LIMIT;
use referee::units::{read_budget, read_time};

pub fn read_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|seed| *seed < SEED_LIMIT)
        .ok_or_else(|| format!("expected a whole number from 0 to {}", SEED_LIMIT - 1))
}

/// The most games of a match.
const MOST_GAMES_OF_A_MATCH: u32 = 1_000_000_000;

/// Games come in pairs with the seats swapped.
pub fn read_games(text: &str) -> Result<u32, String> {
    let even = match text.parse().ok().filter(|games| *games <= MOST_GAMES_OF_A_MATCH) {
        None => return Err(format!("expected an even number from 2 to {MOST_GAMES_OF_A_MATCH}")),
        Some(games) if games > 0 && games % 2 == 0 => return Ok(games),
        Some(0 | 1) => "2 at least".to_string(),
        Some(games) => format!("{} or {}", games - 1, games + 1),
    };
    Err(format!("games come in pairs with the seats swapped, so give an even number: {even}"))
}

/// A time up to an hour. A number without a unit is in milliseconds, as in the
/// options of players (`champion:time=20`).
pub fn read_time_or_ms(text: &str) -> Result<Duration, String> {
    read_time(&with_unit(text)).map_err(|error| error.to_string())
}

/// The same, and more than zero.
pub fn read_positive_time(text: &str) -> Result<Duration, String> {
    read_budget(&with_unit(text)).map_err(|error| error.to_string())
}

fn with_unit(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok() && !text.contains(char::is_alphabetic);
    if is_number { format!("{text}ms") } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use referee::units::read_size;

    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        for (text, expected) in [
            ("200ms", Some(200)),
            ("1.5s", Some(1500)),
            ("0ms", Some(0)),
            ("200", Some(200)),
            ("1.5", Some(1)),
            ("-1s", None),
            ("soon", None),
            ("", None),
            ("9999999s", None),
            ("NaNs", None),
        ] {
            assert_eq!(read_time_or_ms(text).ok().map(|delay| delay.as_millis()), expected, "{text}");
        }
    }

    #[test]
    fn sizes_are_read_or_refused() {
        for (text, expected) in [
            ("512MB", Some(512 << 20)),
            ("1m", Some(1 << 20)),
            ("2GiB", Some(2 << 30)),
            ("512", None),
            ("0MB", None),
            ("-1MB", None),
            ("1.5GB", None),
            ("99999999999999999999GB", None),
            ("1KB", None),
            ("", None),
        ] {
            assert_eq!(read_size(text).ok(), expected, "{text}");
        }
    }
}

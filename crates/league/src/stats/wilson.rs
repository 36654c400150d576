//! Wilson's interval for a share.

use super::Z95;

/// Where the true share is, in 95 of 100 cases. It stays inside 0 to 1, makes
/// sense of a single game, and is everything when there is none.
pub fn wilson(points: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let (rate, square) = (points / games, Z95 * Z95);
    let middle = rate + square / (2.0 * games);
    let spread = Z95 * (rate * (1.0 - rate) / games + square / (4.0 * games * games)).sqrt();
    let scale = 1.0 + square / games;
    // Nothing or everything is an end itself, which rounding would miss by a hair.
    let low = if points <= 0.0 { 0.0 } else { ((middle - spread) / scale).max(0.0) };
    let high = if points >= games { 1.0 } else { ((middle + spread) / scale).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // Newcombe 1998: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (wins, games, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (got_low, got_high) = wilson(wins, games);
            assert!((got_low - low).abs() < 5e-5 && (got_high - high).abs() < 5e-5, "{wins} of {games}");
        }
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
    }

    #[test]
    fn nothing_and_everything_are_the_ends_exactly() {
        for games in 1..500 {
            let games = f64::from(games);
            assert_eq!((wilson(0.0, games).0, wilson(games, games).1), (0.0, 1.0), "{games} games");
        }
    }
}

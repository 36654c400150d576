//! The opening book: positions of the first plies with ten stones that are proven won
//! or lost, found with more nodes than a game allows.
//!
//! `cargo run --release -p gridiron-ai --example conga_book` writes `book.txt`. A line
//! holds a position, `won` or `lost` for its mover, and the plies it takes at most.

use std::collections::HashMap;
use std::sync::OnceLock;

use games::conga::Position;

use super::solve::{SolvedValue, canonical, stones_each};

/// Stones of each player in the book's positions.
const STONES: u8 = 10;

/// The proven value of a position; `None` if it is not in the book.
pub(super) fn probe(position: &Position) -> Option<SolvedValue> {
    if stones_each(position) != Some(STONES) {
        return None;
    }
    book().get(&canonical(position)).copied()
}

fn book() -> &'static HashMap<u64, SolvedValue> {
    static BOOK: OnceLock<HashMap<u64, SolvedValue>> = OnceLock::new();
    BOOK.get_or_init(|| lines().map(|(position, value)| (canonical(&position), value)).collect())
}

/// The book's lines. Unreadable lines are skipped; a test finds them.
fn lines() -> impl Iterator<Item = (Position, SolvedValue)> {
    include_str!("book.txt").lines().filter_map(|line| {
        let mut words = line.rsplitn(3, ' ');
        let plies = words.next()?.parse().ok()?;
        let value = match words.next()? {
            "won" => SolvedValue::Win(plies),
            "lost" => SolvedValue::Loss(plies),
            _ => return None,
        };
        Some((words.next()?.parse().ok()?, value))
    })
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;
    use crate::conga::CongaEvaluator;
    use crate::conga::prove::Prover;
    use crate::search::alpha_beta::{AlphaBeta, GameContext};
    use crate::search::{SearchLimits, is_decisive};

    #[test]
    fn every_line_of_the_book_is_read() {
        assert_eq!(lines().count(), include_str!("book.txt").lines().count());
        assert_eq!(book().len(), lines().count(), "each position once for its reflections");
        for (position, expected) in lines() {
            assert_eq!(probe(&position), Some(expected));
            assert!(position.actions().len() > 0, "{position}");
        }
    }

    /// Checked by another search than the one that wrote it.
    #[test]
    fn alpha_beta_confirms_the_book() {
        let mut searcher = AlphaBeta::new(CongaEvaluator::learned(), 1 << 18);
        let mut seen = 0;
        for (position, value) in lines() {
            let found = searcher.search(&position, &GameContext::none(), &SearchLimits::nodes(100_000), 1);
            let is_quick = matches!(value, SolvedValue::Win(0..=5) | SolvedValue::Loss(0..=5));
            match is_decisive(found.value) {
                true => assert_eq!(found.value > 0, value > SolvedValue::Draw, "{position}"),
                false => assert!(!is_quick, "{position}: {value} is not seen"),
            }
            seen += usize::from(is_decisive(found.value));
        }
        assert!(seen > 0, "the book has a line that can be checked");
    }

    /// Most lines are proven again, or follow from other lines; the rest takes too long
    /// for a test. The opposite result is never proven.
    #[test]
    fn the_proofs_of_the_book_are_verified() {
        let (mut shown, mut all) = (0, 0);
        for (position, value) in lines() {
            // A table of its own, so large that nothing is replaced.
            let mut prover = Prover::new(1 << 18);
            let is_won = value > SolvedValue::Draw;
            assert_ne!(prover.prove(&position, !is_won, 1_000), 0, "{position}: {value}");
            if prover.prove(&position, is_won, 250_000) == 0 {
                let checked = prover.verified(&position, 0);
                assert_eq!(checked.map(|checked| checked > SolvedValue::Draw), Some(is_won), "{position}");
                shown += 1;
            } else {
                shown += usize::from(follows(&position) == Some(is_won));
            }
            all += 1;
        }
        assert!(shown * 2 > all, "{shown} of {all}");
    }

    /// Whether a position is won, by what the book says of its children.
    fn follows(position: &Position) -> Option<bool> {
        let next = position.actions().map(|action| probe(&position.after(action)));
        let worth: Vec<Option<SolvedValue>> =
            next.map(|next| next.map(SolvedValue::for_previous_mover)).collect();
        let best = worth.iter().map(|worth| worth.unwrap_or(SolvedValue::Draw)).max()?;
        (best != SolvedValue::Draw).then_some(best > SolvedValue::Draw)
    }

    /// The results of positions and their children agree.
    #[test]
    fn the_book_does_not_contradict_itself() {
        for (position, value) in lines() {
            let (is_won, plies) = match value {
                SolvedValue::Win(plies) => (true, plies),
                SolvedValue::Draw => panic!("{position}: draws are not in the book"),
                SolvedValue::Loss(plies) => (false, plies),
            };
            assert_eq!(plies % 2 == 1, is_won, "{position}: the winner moves last");
            assert!(follows(&position).is_none_or(|follows| follows == is_won), "{position}: {value}");
        }
    }

    /// The lines named in the documentation.
    #[test]
    fn the_second_move_can_lose() {
        for opening in [["1 4 1 3", "4 1 3 2", "1 2 1 1"], ["1 4 2 3", "4 1 4 2", "3 2 4 1"]] {
            let mut position = Position::start(&games::conga::Options::default(), 0);
            for line in opening {
                let action = position.actions().find(|action| action.to_string() == line);
                position.play(action.expect("a legal move"));
            }
            assert!(matches!(probe(&position), Some(SolvedValue::Win(_))), "{position}");
        }
    }
}

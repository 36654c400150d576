//! What is proven of the first plies with ten stones: which positions are won or
//! lost by force, found with more nodes than a game allows.
//!
//! `book.txt` is written by `cargo run --release -p ai --example conga_book`: a
//! position, `won` or `lost` for its mover, and in how many plies at most.

use std::collections::HashMap;
use std::sync::OnceLock;

use games::conga::Position;

use super::solve::{Verdict, canonical, stones_each};

/// The stones of each player in the book's positions.
const STONES: u8 = 10;

/// What is proven of a position, if it is in the book.
pub(super) fn verdict(position: &Position) -> Option<Verdict> {
    if stones_each(position) != Some(STONES) {
        return None;
    }
    book().get(&canonical(position)).copied()
}

fn book() -> &'static HashMap<u64, Verdict> {
    static BOOK: OnceLock<HashMap<u64, Verdict>> = OnceLock::new();
    BOOK.get_or_init(|| lines().map(|(position, verdict)| (canonical(&position), verdict)).collect())
}

/// The book's lines; what cannot be read is left out, and a test finds it.
fn lines() -> impl Iterator<Item = (Position, Verdict)> {
    include_str!("book.txt").lines().filter_map(|line| {
        let mut words = line.rsplitn(3, ' ');
        let plies = words.next()?.parse().ok()?;
        let verdict = match words.next()? {
            "won" => Verdict::Win(plies),
            "lost" => Verdict::Loss(plies),
            _ => return None,
        };
        Some((words.next()?.parse().ok()?, verdict))
    })
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;
    use crate::conga::CongaEvaluator;
    use crate::conga::prove::Prover;
    use crate::search::alpha_beta::{AlphaBeta, GameContext};
    use crate::search::{Limits, is_decisive};

    #[test]
    fn every_line_of_the_book_is_read() {
        assert_eq!(lines().count(), include_str!("book.txt").lines().count());
        assert_eq!(book().len(), lines().count(), "each position once for its reflections");
        for (position, expected) in lines() {
            assert_eq!(verdict(&position), Some(expected));
            assert!(position.actions().len() > 0, "{position}");
        }
    }

    /// By another search than the one that wrote it.
    #[test]
    fn the_book_tells_the_truth_where_that_is_quick_to_see() {
        let mut searcher = AlphaBeta::new(CongaEvaluator::learned(), 1 << 18);
        let mut seen = 0;
        for (position, verdict) in lines() {
            let found = searcher.search(&position, &GameContext::none(), &Limits::nodes(100_000), 1);
            let is_quick = matches!(verdict, Verdict::Win(0..=5) | Verdict::Loss(0..=5));
            match is_decisive(found.value) {
                true => assert_eq!(found.value > 0, verdict > Verdict::Draw, "{position}"),
                false => assert!(!is_quick, "{position}: {verdict} is not seen"),
            }
            seen += usize::from(is_decisive(found.value));
        }
        assert!(seen > 0, "the book has a line that can be checked");
    }

    /// Every line is proven once more and its proof played through to the end of
    /// every game, or it follows from other lines, or it takes too long for a
    /// test. Nothing is ever proven of the other side.
    #[test]
    fn the_lines_of_the_book_can_be_played_through() {
        let (mut shown, mut all) = (0, 0);
        for (position, verdict) in lines() {
            // One of its own, large enough to forget nothing.
            let mut prover = Prover::new(1 << 18);
            let is_won = verdict > Verdict::Draw;
            assert_ne!(prover.prove(&position, !is_won, 1_000), 0, "{position}: {verdict}");
            if prover.prove(&position, is_won, 250_000) == 0 {
                let checked = prover.checked(&position, 0);
                assert_eq!(checked.map(|checked| checked > Verdict::Draw), Some(is_won), "{position}");
                shown += 1;
            } else {
                shown += usize::from(follows(&position) == Some(is_won));
            }
            all += 1;
        }
        assert!(shown * 2 > all, "{shown} of {all}");
    }

    /// Whether a position is won by what the book says of those after it.
    fn follows(position: &Position) -> Option<bool> {
        let next = position.actions().map(|action| verdict(&position.after(action)));
        let worth: Vec<Option<Verdict>> = next.map(|next| next.map(Verdict::for_whoever_moved)).collect();
        let best = worth.iter().map(|worth| worth.unwrap_or(Verdict::Draw)).max()?;
        (best != Verdict::Draw).then_some(best > Verdict::Draw)
    }

    /// What the book says of a position and of those after it goes together.
    #[test]
    fn the_book_does_not_contradict_itself() {
        for (position, verdict) in lines() {
            let (is_won, plies) = match verdict {
                Verdict::Win(plies) => (true, plies),
                Verdict::Draw => panic!("{position}: draws are not in the book"),
                Verdict::Loss(plies) => (false, plies),
            };
            assert_eq!(plies % 2 == 1, is_won, "{position}: the winner moves last");
            assert!(follows(&position).is_none_or(|follows| follows == is_won), "{position}: {verdict}");
        }
    }

    /// The lines that the documentation names.
    #[test]
    fn the_second_move_can_lose() {
        for opening in [["1 4 1 3", "4 1 3 2", "1 2 1 1"], ["1 4 2 3", "4 1 4 2", "3 2 4 1"]] {
            let mut position = Position::start(&games::conga::Options::default(), 0);
            for line in opening {
                let action = position.actions().find(|action| action.to_string() == line);
                position.play(action.expect("a legal move"));
            }
            assert!(matches!(verdict(&position), Some(Verdict::Win(_))), "{position}");
        }
    }
}

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
    use crate::conga::CongaJudge;
    use crate::search::alpha_beta::{AlphaBeta, Background};
    use crate::search::{Limits, is_certain};

    #[test]
    fn every_line_of_the_book_is_read() {
        assert_eq!(lines().count(), include_str!("book.txt").lines().count());
        assert_eq!(book().len(), lines().count(), "each position once for its reflections");
        for (position, expected) in lines() {
            assert_eq!(verdict(&position), Some(expected));
            assert!(position.actions().len() > 0, "{position}");
        }
    }

    /// With another table than when it was written.
    #[test]
    fn the_book_tells_the_truth_where_that_is_quick_to_see() {
        let mut searcher = AlphaBeta::new(CongaJudge::learned(), 1 << 18);
        let mut quick = 0;
        for (position, verdict) in lines() {
            let found = searcher.search(&position, &Background::none(), &Limits::nodes(4_000_000), 1);
            let is_quick = matches!(verdict, Verdict::Win(0..=5) | Verdict::Loss(0..=5));
            quick += usize::from(is_quick);
            match is_certain(found.value) {
                true => assert_eq!(found.value > 0, verdict > Verdict::Draw, "{position}"),
                false => assert!(!is_quick, "{position}: {verdict} is not seen"),
            }
        }
        assert!(quick > 0, "the book has a line that can be checked");
    }
}

//! A match that ends by itself, as soon as a sequential test has its verdict.
//!
//! Pairs count in the order of their numbers, whichever end first: games on
//! several cores end in the order of their lengths, and if short ones came
//! earlier the test would see too many of the results that short games have.
//! So the same seed has the same verdict after the same pair, however many
//! games are played at a time.

use std::collections::BTreeMap;

use crate::duel::Game;
use crate::results_table::GameScore;
use crate::stats::{Counts, Sprt, SprtVerdict};

/// A sequential test and the games it has seen.
pub struct Trial {
    sprt: Sprt,
    pairs: [u64; 5],
    llr: f64,
    /// The pair that counts next.
    next: u32,
    /// Games that have ended, of later pairs or of half a pair.
    waiting: BTreeMap<u32, Vec<Game>>,
}

impl Trial {
    /// A test that has seen nothing.
    pub fn new(sprt: Sprt) -> Trial {
        Trial { sprt, pairs: [0; 5], llr: 0.0, next: 0, waiting: BTreeMap::new() }
    }

    /// What is tested.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The pairs that counted.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.pairs)
    }

    /// See [`Sprt::llr`].
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What they say.
    pub fn verdict(&self) -> SprtVerdict {
        self.sprt.verdict_of(self.llr)
    }

    /// Takes a game that has ended, and passes on those of the pairs that count
    /// now. What comes after the verdict counts no more.
    pub fn add(&mut self, game: Game, mut each: impl FnMut(Game)) {
        self.waiting.entry(game.number / 2).or_default().push(game);
        while self.verdict() == SprtVerdict::Continue
            && let Some(pair) = self.next_pair()
        {
            let half_points =
                |game: &Game| usize::from(GameScore::of(&game.record, game.seat_of_a).half_points);
            self.pairs[pair.iter().map(half_points).sum::<usize>()] += 1;
            self.llr = self.sprt.llr(&self.counts());
            pair.into_iter().for_each(&mut each);
        }
    }

    fn next_pair(&mut self) -> Option<Vec<Game>> {
        let pair =
            self.waiting.first_entry().filter(|pair| *pair.key() == self.next && pair.get().len() == 2)?;
        self.next += 1;
        Some(pair.remove())
    }

    /// Games that wait for others, in order; none after a verdict. For when
    /// those others will not be played.
    pub fn rest(&mut self) -> Vec<Game> {
        let waiting = std::mem::take(&mut self.waiting).into_values().flatten();
        if self.verdict() == SprtVerdict::Continue { waiting.collect() } else { Vec::new() }
    }
}

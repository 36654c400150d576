//! What results say about strength, and how surely. Pure: counts in, numbers
//! out, and never NaN or infinity, whatever the counts.
//!
//! - **Elo** is a difference in strength. Equal players have 0; +100 means an
//!   expected score of 64 %, +200 of 76 %.
//! - **Pentanomial** counts are those of pairs of games with the seats swapped, by
//!   the points of the first player: 0, ½, 1, 1½, 2. The two games of a pair share
//!   an opening, so the pair is the unit that is independent.
//! - A **sequential test** (SPRT) decides between two Elo differences with as few
//!   games as possible, and with known error rates.
//!
//! Two players are compared by [`Counts`], [`MatchVerdict`] and [`Sprt`], many by a [`Pool`] that
//! [`rate()`] turns into ratings. [`cycles()`] says whether ratings can explain the
//! results.

mod counts;
mod cycles;
mod likelihood;
mod linear;
mod nash;
mod pool;
mod rating;
mod special;
mod sprt;
mod verdict;
mod wilson;

pub use counts::{Counts, EloEstimate, superiority};
pub use cycles::{Cycles, cycles};
pub use nash::{Nash, nash};
pub use pool::{Pool, PoolCounts};
pub use rating::{Ratings, Unbounded, rate};
pub use special::{chi_square_tail, normal_cdf};
pub use sprt::{EloModel, Sprt, SprtError, SprtVerdict};
pub use verdict::MatchVerdict;
pub use wilson::wilson;

/// 95 % of a normal distribution lie within this number of standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// How much Elo a factor of e in the odds is.
pub const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The Elo difference at which this score is expected.
pub fn elo_of_score(score: f64) -> f64 {
    // `ln_1p` would not help: scores near 0 and 1 are clamped before.
    ELO_PER_NAT * (score / (1.0 - score)).ln()
}

/// The score that is expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

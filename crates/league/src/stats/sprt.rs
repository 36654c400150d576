//! A sequential test: play until it is clear which of two strengths is the
//! nearer one, with known chances of being wrong.

use std::fmt::{self, Display};

use super::counts::NELO_PER_DEVIATION;
use super::likelihood::{Constraint, MOST_DEVIATIONS, log_likelihood_ratio};
use super::{Counts, score_of_elo};

/// What the two Elo numbers of a test are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Normalized Elo: a test takes as many games whatever the rate of draws.
    #[default]
    Normalized,
    /// The usual Elo, of the expected score.
    Logistic,
}

impl EloModel {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        }
    }
}

impl Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// The first player is no better than the lower Elo.
    AcceptH0,
    /// It is at least as good as the higher one.
    AcceptH1,
    /// Not decided yet: more games are needed.
    Continue,
}

impl SprtVerdict {
    /// As programs read it.
    pub fn word(self) -> &'static str {
        match self {
            SprtVerdict::AcceptH0 => "H0",
            SprtVerdict::AcceptH1 => "H1",
            SprtVerdict::Continue => "none",
        }
    }
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// One of the two is too large, or not a number.
    #[error("{elo0},{elo1}: expected Elo from -{MOST_ELO} to {MOST_ELO}")]
    EloOutOfRange {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// H1 must be the larger one.
    #[error("{elo0},{elo1}: the first Elo must be below the second, as in 0,10")]
    EloOrder {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// An error rate is not between 0 and 0.5.
    #[error("{name} {rate}: expected an error rate between 0 and 0.5")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The rate that was asked for.
        rate: f64,
    },
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo: [f64; 2],
    model: EloModel,
    alpha: f64,
    beta: f64,
}

/// Further apart no two players need a test; beyond, the search for the
/// likeliest distribution would have gaps.
const MOST_ELO: f64 = 500.0;

impl Sprt {
    /// H0 is that the difference is `elo0`, H1 that it is `elo1`, the larger one.
    /// `alpha` is the false-positive rate: how often H1 is accepted although H0 is
    /// true. `beta` is the false-negative rate, the other way round.
    pub fn new(elo0: f64, elo1: f64, model: EloModel, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo0.abs() <= MOST_ELO && elo1.abs() <= MOST_ELO) {
            return Err(SprtError::EloOutOfRange { elo0, elo1 });
        }
        if elo0 >= elo1 {
            return Err(SprtError::EloOrder { elo0, elo1 });
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate { name, rate });
            }
        }
        Ok(Sprt { elo: [elo0, elo1], model, alpha, beta })
    }

    /// The Elo of H0 and of H1.
    pub fn elo(&self) -> [f64; 2] {
        self.elo
    }

    /// What kind of Elo they are.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The chances of accepting H1 and H0 wrongly.
    pub fn alpha_beta(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The LLR at which H0 is accepted, and that at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much likelier the counts are under H1 than under H0,
    /// each with the distribution of results that suits it best; 0 without
    /// games. The usual shortcut by a normal distribution is far off when
    /// results are lopsided: 8.6 instead of 2.7 for 14 wins and 6 draws.
    pub fn llr(&self, counts: &Counts) -> f64 {
        match counts {
            _ if counts.units() == 0 => 0.0,
            Counts::Games(games) => log_likelihood_ratio(games, self.hypotheses(1.0)),
            Counts::Pairs(pairs) => log_likelihood_ratio(pairs, self.hypotheses(2.0)),
        }
    }

    /// What the counts say. It should be asked after every game or pair, or at
    /// least at moments that do not depend on the results.
    pub fn verdict(&self, counts: &Counts) -> SprtVerdict {
        self.verdict_of(self.llr(counts))
    }

    /// Compares an LLR with the bounds.
    pub fn verdict_of(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match llr {
            _ if llr <= lower => SprtVerdict::AcceptH0,
            _ if llr >= upper => SprtVerdict::AcceptH1,
            _ => SprtVerdict::Continue,
        }
    }

    fn hypotheses(&self, games_in_unit: f64) -> [Constraint; 2] {
        self.elo.map(|elo| match self.model {
            EloModel::Logistic => Constraint::Mean(score_of_elo(elo)),
            EloModel::Normalized => {
                let deviations = elo / NELO_PER_DEVIATION * games_in_unit.sqrt();
                debug_assert!(deviations.abs() < MOST_DEVIATIONS);
                Constraint::Deviations(deviations)
            }
        })
    }
}

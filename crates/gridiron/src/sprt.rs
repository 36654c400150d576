//! The arguments of a sequential test, for matches and for counts.

use clap::{Args, ValueEnum};
use league::stats::{EloModel, Sprt};

use crate::failure::Failure;

/// Where help about sequential tests stands.
const TEST: &str = "Sequential test";

/// A sequential test.
#[derive(Args)]
pub struct TestArguments {
    /// Test whether the first player is stronger by the second Elo or only by the first, as in 0,10; a match ends with the verdict
    #[arg(long, help_heading = TEST, value_name = "ELO0,ELO1", value_parser = read_two_elo, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// What kind of Elo: normalized by the spread of results, or logistic, as in rating lists
    #[arg(long, help_heading = TEST, requires = "sprt", default_value = "normalized")]
    pub model: TestModel,
    /// The chance to find the second Elo when the first is true
    #[arg(long, help_heading = TEST, value_name = "CHANCE", requires = "sprt", allow_hyphen_values = true, default_value_t = 0.05)]
    pub alpha: f64,
    /// The chance to find the first Elo when the second is true
    #[arg(long, help_heading = TEST, value_name = "CHANCE", requires = "sprt", allow_hyphen_values = true, default_value_t = 0.05)]
    pub beta: f64,
}

/// See [`EloModel`].
#[derive(Clone, Copy, ValueEnum)]
pub enum TestModel {
    /// By the spread of results
    Normalized,
    /// As in rating lists
    Logistic,
}

impl TestArguments {
    /// The test, if one is asked for.
    pub fn read(&self) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let model = match self.model {
            TestModel::Normalized => EloModel::Normalized,
            TestModel::Logistic => EloModel::Logistic,
        };
        let sprt = Sprt::new(elo0, elo1, model, self.alpha, self.beta);
        sprt.map(Some).map_err(|error| Failure::Usage(format!("--sprt: {error}")))
    }
}

fn read_two_elo(text: &str) -> Result<(f64, f64), String> {
    let two = text.split_once(',').and_then(|(first, second)| {
        Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
            .filter(|two: &(f64, f64)| two.0.is_finite() && two.1.is_finite())
    });
    two.ok_or_else(|| "expected two numbers of Elo with a comma, as in 0,10".into())
}

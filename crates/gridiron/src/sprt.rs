//! The arguments of a sequential test, for matches and for counts.

use clap::{Args, ValueEnum};
use league::stats::{EloModel, Sprt};

use crate::failure::Failure;

/// The heading of these options in help texts.
const TEST: &str = "Sequential test";

/// A sequential test.
#[derive(Args)]
pub struct TestArguments {
    /// Test (SPRT) whether the first player is stronger by ELO1 (H1) or only by ELO0 (H0), as in 0,10; a match stops when the test decides
    #[arg(long, help_heading = TEST, value_name = "ELO0,ELO1", value_parser = read_two_elo, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,
    /// The kind of Elo: normalized (divided by the spread of results, so draws do not matter) or logistic (as in rating lists)
    #[arg(long, help_heading = TEST, requires = "sprt", default_value = "normalized")]
    pub model: TestModel,
    /// False-positive rate: how often H1 is accepted although H0 is true
    #[arg(long, help_heading = TEST, value_name = "RATE", requires = "sprt", allow_hyphen_values = true, default_value_t = 0.05)]
    pub alpha: f64,
    /// False-negative rate: how often H0 is accepted although H1 is true
    #[arg(long, help_heading = TEST, value_name = "RATE", requires = "sprt", allow_hyphen_values = true, default_value_t = 0.05)]
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

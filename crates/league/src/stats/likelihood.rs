//! How likely results are at best under a hypothesis about their mean or about
//! their normalized Elo: the generalised likelihood ratio of a sequential test.
//!
//! Of all distributions that the hypothesis allows, the one is taken under
//! which the counts are likeliest. It always has the form p / (1 + x·φ): the
//! observed shares, tilted until the constraint φ holds.

use super::counts::weight;

/// What a hypothesis fixes about the distribution of a result's score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constraint {
    /// Its mean.
    Mean(f64),
    /// The mean above a half in standard deviations; at most [`MOST_DEVIATIONS`]
    /// to either side.
    Deviations(f64),
}

/// Up to here the standard deviations that are possible are one interval.
pub(super) const MOST_DEVIATIONS: f64 = 2.8;

/// The logarithm of how much likelier the counts are under the second
/// hypothesis than under the first.
pub(super) fn log_likelihood_ratio<const K: usize>(counts: &[u64; K], hypotheses: [Constraint; 2]) -> f64 {
    let results = Results::new(counts);
    let [first, second] = hypotheses.map(|constraint| results.loss(constraint));
    results.units * (first - second)
}

/// Steps that bring any of the searches below to its end.
const STEPS: usize = 100;

/// Where standard deviations are tried before the best one is approached: the
/// likelihood may have more than one peak when there are hardly any decisions.
const GRID: usize = 16;

/// The observed shares of the scores 0, 1/(K-1), … 1.
struct Results<const K: usize> {
    shares: [f64; K],
    units: f64,
}

/// Results under a mean and a standard deviation.
struct Fit {
    /// Kullback–Leibler divergence per unit, Σ p ln(p/q), for the best q.
    loss: f64,
    /// How fast that falls as the standard deviation grows and the mean with it.
    gain: f64,
}

impl<const K: usize> Results<K> {
    fn new(counts: &[u64; K]) -> Results<K> {
        let weights = counts.map(weight);
        let units = weights.iter().sum();
        Results { shares: weights.map(|weight| weight / units), units }
    }

    /// Kullback–Leibler divergence per unit, Σ p ln(p/q), for the best q that the
    /// hypothesis allows.
    fn loss(&self, constraint: Constraint) -> f64 {
        match constraint {
            Constraint::Mean(mean) => self.loss_at_mean(mean),
            // No deviation at all says nothing about the variance.
            Constraint::Deviations(0.0) => self.loss_at_mean(0.5),
            Constraint::Deviations(deviations) => self.loss_at_deviations(deviations),
        }
    }

    /// Solves Σ p φ / (1 + x φ) = 0, which falls from one end of its interval to
    /// the other, by Newton's steps inside a bracket.
    fn loss_at_mean(&self, mean: f64) -> f64 {
        let phi = score_table::<K>().map(|score| score - mean);
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let mut x = 0.0;
        for _ in 0..STEPS {
            let terms = || phi.iter().map(|phi| phi / (1.0 + x * phi)).zip(&self.shares);
            let value: f64 = terms().map(|(term, share)| share * term).sum();
            let slope: f64 = terms().map(|(term, share)| share * term * term).sum();
            *(if value > 0.0 { &mut low } else { &mut high }) = x;
            let step = x + value / slope;
            let next = if low < step && step < high { step } else { (low + high) / 2.0 };
            let is_there = (next - x).abs() <= 1e-15 * (high - low).max(x.abs());
            x = next;
            if is_there {
                break;
            }
        }
        phi.iter().zip(&self.shares).map(|(phi, share)| share * (x * phi).ln_1p()).sum()
    }

    /// Tries standard deviations: each fixes the mean, and with the two fixed
    /// there is one best distribution. At the ends of what is possible nothing
    /// is left of the likelihood, so there is a peak in between.
    fn loss_at_deviations(&self, deviations: f64) -> f64 {
        let square = 1.0 + deviations * deviations;
        let grain = 1.0 / (K - 1) as f64;
        // Below, a mean between two scores could not have so little variance:
        // the half is a score itself. Above, not even 0 and 1 have so much.
        let (low, high) = (deviations.abs() * grain / square, 0.5 / square.sqrt());
        let mut multipliers = [0.0; 2];
        let ratio = (high / low).powf(1.0 / (GRID + 1) as f64);
        let mut best = f64::INFINITY;
        // Where the likelihood has been rising.
        let mut rising = low;
        let mut deviation = low;
        for at in 0..=GRID {
            deviation = if at < GRID { deviation * ratio } else { high };
            let falls = at == GRID || {
                let fit = self.fit(deviations, deviation, &mut multipliers);
                best = best.min(fit.loss);
                fit.gain <= 0.0
            };
            if falls && rising > 0.0 {
                best = best.min(self.peak(deviations, rising, deviation, multipliers));
            }
            rising = if falls { 0.0 } else { deviation };
        }
        best
    }

    /// The loss at the peak between a rising and a falling likelihood.
    fn peak(&self, deviations: f64, mut low: f64, mut high: f64, mut multipliers: [f64; 2]) -> f64 {
        let mut best = f64::INFINITY;
        // What is known of the gains at the two ends; nothing at first.
        let mut gains = [None::<f64>; 2];
        for step in 0..STEPS {
            let middle = match gains {
                // The line between the two ends, every third time halves.
                [Some(at_low), Some(at_high)] if step % 3 != 2 => {
                    let between = low + (high - low) * at_low / (at_low - at_high);
                    between.clamp(low + (high - low) * 1e-3, high - (high - low) * 1e-3)
                }
                _ => (low + high) / 2.0,
            };
            let fit = self.fit(deviations, middle, &mut multipliers);
            best = best.min(fit.loss);
            match fit.gain > 0.0 {
                true => (low, gains[0]) = (middle, Some(fit.gain)),
                false => (high, gains[1]) = (middle, Some(fit.gain)),
            }
            // So much likelihood could be found on the rest of the way.
            if fit.gain.abs() * (high - low) * self.units < 1e-9 || high - low < 1e-15 * high {
                break;
            }
        }
        best
    }

    /// The best distribution with this standard deviation and a mean `deviations`
    /// standard deviations above a half: minimises −Σ p ln(1 + λ g + ν h) by Newton's
    /// steps, from the multipliers λ and ν of a neighbour.
    fn fit(&self, deviations: f64, deviation: f64, multipliers: &mut [f64; 2]) -> Fit {
        let mean = 0.5 + deviations * deviation;
        let constraints = score_table::<K>().map(|score| {
            let off = score - mean;
            [off, off * off - deviation * deviation]
        });
        let along = |[x, y]: [f64; 2]| constraints.map(|[g, h]| x * g + y * h);
        while along(*multipliers).iter().any(|tilt| *tilt <= -1.0) {
            *multipliers = multipliers.map(|x| if x.abs() < 1e-9 { 0.0 } else { x / 2.0 });
        }
        for _ in 0..STEPS {
            let tilts = along(*multipliers);
            let mut gradient = [0.0; 2];
            let mut weights = [0.0; K];
            for (at, [g, h]) in constraints.into_iter().enumerate() {
                let best = self.shares[at] / (1.0 + tilts[at]);
                gradient = [gradient[0] + best * g, gradient[1] + best * h];
                weights[at] = best / (1.0 + tilts[at]);
            }
            // Cramer's rule for the matrix Σ w (g, h)(g, h)ᵀ, by sums that lose
            // no figures when one of the weights is far above all others.
            let (mut determinant, mut step) = (0.0, [0.0; 2]);
            for (at, [g, h]) in constraints.into_iter().enumerate() {
                let across = weights[at] * (h * gradient[0] - g * gradient[1]);
                step = [step[0] + across * h, step[1] - across * g];
                for (other, [other_g, other_h]) in constraints.into_iter().enumerate().take(at) {
                    determinant += weights[at] * weights[other] * (g * other_h - h * other_g).powi(2);
                }
            }
            let step = step.map(|part| part / determinant);
            let decrement = gradient[0] * step[0] + gradient[1] * step[1];
            if !decrement.is_finite() || decrement < 1e-26 {
                break;
            }
            let changes = along(step);
            let most = tilts.iter().zip(changes).filter(|(_, change)| *change < 0.0);
            let most = most.map(|(tilt, change)| -(1.0 + tilt) / change).fold(f64::INFINITY, f64::min);
            let mut length = (0.99 * most).min(1.0);
            // Not so far that it falls back as steeply as it rose.
            let slope_at = |length: f64| {
                let terms = self.shares.iter().zip(tilts).zip(changes);
                terms
                    .map(|((share, tilt), change)| share * change / (1.0 + tilt + length * change))
                    .sum::<f64>()
            };
            for _ in 0..STEPS {
                if slope_at(length) > -0.9 * decrement {
                    break;
                }
                length /= 2.0;
            }
            *multipliers = [multipliers[0] + length * step[0], multipliers[1] + length * step[1]];
        }
        let tilts = along(*multipliers);
        let loss = self.shares.iter().zip(tilts).map(|(share, tilt)| share * tilt.ln_1p()).sum();
        Fit { loss, gain: multipliers[0] * deviations + 2.0 * multipliers[1] * deviation }
    }
}

/// The scores from worst to best.
fn score_table<const K: usize>() -> [f64; K] {
    std::array::from_fn(|at| at as f64 / (K - 1) as f64)
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    fn unit(rng: &mut Rng) -> f64 {
        rng.next_u64() as f64 / 2.0_f64.powi(64)
    }

    /// The same by climbing at random from several places: distributions are
    /// drawn, and tilted by e^(l·score) until the hypothesis holds.
    fn naive_loss<const K: usize>(shares: &[f64; K], constraint: Constraint, rng: &mut Rng) -> f64 {
        let tilted = |logs: &[f64; K], l: f64| {
            let logs: [f64; K] = std::array::from_fn(|at| logs[at] + l * score_table::<K>()[at]);
            let most = logs.iter().copied().fold(f64::MIN, f64::max);
            let weights = logs.map(|log| (log - most).exp());
            let sum: f64 = weights.iter().sum();
            weights.map(|weight| weight / sum)
        };
        let excess = |q: &[f64; K]| {
            let mean: f64 = q.iter().zip(score_table::<K>()).map(|(q, score)| q * score).sum();
            let squares = q.iter().zip(score_table::<K>()).map(|(q, score)| q * (score - mean).powi(2));
            match constraint {
                Constraint::Mean(wanted) => mean - wanted,
                Constraint::Deviations(wanted) => mean - 0.5 - wanted * squares.sum::<f64>().sqrt(),
            }
        };
        let loss_of = |logs: &[f64; K]| {
            let (mut low, mut high) = (-60.0, 60.0);
            for _ in 0..70 {
                let middle = (low + high) / 2.0;
                *(if excess(&tilted(logs, middle)) < 0.0 { &mut low } else { &mut high }) = middle;
            }
            let q = tilted(logs, low);
            match excess(&q).abs() < 1e-7 {
                true => shares.iter().zip(q).map(|(p, q)| p * (p / q).ln()).sum::<f64>(),
                false => f64::INFINITY,
            }
        };
        let mut best = f64::INFINITY;
        for start in 0..4 {
            let mut logs = shares.map(|share| if start == 0 { share.ln() } else { -9.0 * unit(rng) });
            let (mut loss, mut step) = (loss_of(&logs), 3.0);
            for _ in 0..1200 {
                let tried = logs.map(|log| log + step * (unit(rng) - 0.5));
                let tried_loss = loss_of(&tried);
                match tried_loss < loss {
                    true => (logs, loss, step) = (tried, tried_loss, step * 1.5),
                    false => step *= 0.96,
                }
            }
            best = best.min(loss);
        }
        best
    }

    /// Nothing found at random is better, and something is nearly as good.
    fn compare<const K: usize>(counts: &[u64; K], constraint: Constraint, rng: &mut Rng) {
        let results = Results::new(counts);
        let (loss, naive) = (
            results.loss(constraint) * results.units,
            naive_loss(&results.shares, constraint, rng) * results.units,
        );
        assert!(
            loss >= 0.0 && (-1e-6..1e-2 + loss * 1e-2).contains(&(naive - loss)),
            "{counts:?} {constraint:?}: {loss}, naively {naive}"
        );
    }

    #[test]
    fn climbing_at_random_finds_nothing_better() {
        let mut rng = Rng::new(1);
        for counts in [
            [3, 9, 20, 12, 5],
            [0, 3, 12, 9, 2],
            [0, 0, 0, 1, 19],
            [0, 32, 0, 0, 394],
            [0, 0, 0, 0, 40],
            [30, 0, 0, 0, 0],
            [0, 0, 500, 2, 0],
            [0, 0, 50, 0, 0],
            [15, 0, 0, 0, 14],
            [0, 0, 0, 0, 1],
        ] {
            for deviations in [-1.5, -0.2, -0.01, 0.0, 0.02, 0.2, 2.0] {
                compare(&counts, Constraint::Deviations(deviations), &mut rng);
            }
            for mean in [0.1, 0.5, 0.52, 0.9] {
                compare(&counts, Constraint::Mean(mean), &mut rng);
            }
        }
        for counts in [[90, 60, 120], [0, 6, 14], [0, 0, 9], [0, 80, 1], [1, 0, 0]] {
            for deviations in [-1.0, -0.03, 0.0, 0.03, 0.3, 1.4] {
                compare(&counts, Constraint::Deviations(deviations), &mut rng);
            }
            for mean in [0.2, 0.5, 0.55] {
                compare(&counts, Constraint::Mean(mean), &mut rng);
            }
        }
    }
}

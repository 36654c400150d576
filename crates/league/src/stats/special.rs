//! The normal and the chi-square distribution, both by the incomplete gamma
//! function, to nearly all figures of a double.

/// How much of a standard normal distribution lies below `x`.
pub fn normal_cdf(x: f64) -> f64 {
    let tail = upper_gamma(0.5, x * x / 2.0) / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The chance that a chi-square with `dof` degrees of freedom is larger than
/// `x`; 1 when there are none, as then nothing can be learned.
pub fn chi_square_tail(x: f64, dof: usize) -> f64 {
    if dof == 0 { 1.0 } else { upper_gamma(dof as f64 / 2.0, x / 2.0) }
}

/// More terms than a million degrees of freedom need.
const TERMS: u32 = 100_000;

/// The regularised upper incomplete gamma function Q(a, x), for a > 0.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if scale == 0.0 {
        // Far out on one side or the other.
        return if x < a { 1.0 } else { 0.0 };
    }
    // Where each of the two is quick, and none loses figures.
    match x < a + 1.0 {
        true => (1.0 - scale * series(a, x)).clamp(0.0, 1.0),
        false => (scale * fraction(a, x)).clamp(0.0, 1.0),
    }
}

/// The power series of the lower function, without its scale.
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    for n in 1..TERMS {
        term *= x / (a + f64::from(n));
        sum += term;
        if term < sum * f64::EPSILON / 4.0 {
            break;
        }
    }
    sum
}

/// The continued fraction of the upper function, without its scale, by Lentz's
/// method.
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut value = d;
    for n in 1..TERMS {
        let n = f64::from(n);
        let term = -n * (n - a);
        b += 2.0;
        let keep_off_zero = |x: f64| if x.abs() < TINY { TINY } else { x };
        d = 1.0 / keep_off_zero(term * d + b);
        c = keep_off_zero(b + term / c);
        value *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// The logarithm of the gamma function for positive numbers: Lanczos's
/// approximation with nine terms.
#[expect(clippy::excessive_precision, reason = "the coefficients as they are published")]
fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const FIRST: f64 = 0.999_999_999_999_809_932_27;
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_098_567,
        -1_259.139_216_722_402_870_473,
        771.323_428_777_653_078_849,
        -176.615_029_162_140_599_066,
        12.507_343_278_686_904_814,
        -0.138_571_095_265_720_116_896,
        9.984_369_578_019_570_859e-6,
        1.505_632_735_149_311_558_3e-7,
    ];
    let x = x - 1.0;
    let terms = COEFFICIENTS.iter().zip(1..).map(|(c, n)| c / (x + f64::from(n)));
    let sum: f64 = FIRST + terms.sum::<f64>();
    let t = x + G + 0.5;
    std::f64::consts::TAU.sqrt().ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_its_integral() {
        // Simpson's rule over the density, from where nothing is left.
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        for x in [-6.0, -3.0, -1.5, -0.3, 0.0, 0.1, 1.0, 1.96, 2.5, 5.0, 8.0] {
            const STEPS: u32 = 20_000;
            let (from, width) = (-12.0, (x + 12.0) / f64::from(STEPS));
            let weight = |at| if at == 0 || at == STEPS { 1.0 } else { f64::from(2 + 2 * (at % 2)) };
            let sum: f64 = (0..=STEPS).map(|at| weight(at) * density(from + width * f64::from(at))).sum();
            assert!((normal_cdf(x) - sum * width / 3.0).abs() < 1e-13, "{x}");
        }
        assert!((normal_cdf(super::super::Z95) - 0.975).abs() < 1e-15);
        assert_eq!((normal_cdf(-60.0), normal_cdf(60.0), normal_cdf(0.0)), (0.0, 1.0, 0.5));
    }

    #[test]
    fn chi_square_tails_are_those_of_the_closed_forms() {
        for x in [0.0, 0.01, 0.7, 3.0, 11.0, 60.0, 400.0] {
            // Two degrees: exponential. Even ones: a sum of Poisson terms.
            assert!((chi_square_tail(x, 2) - (-x / 2.0).exp()).abs() < 1e-13, "{x}");
            for dof in [4, 10, 100] {
                let (mut term, mut sum) = ((-x / 2.0_f64).exp(), 0.0);
                for n in 1..=dof / 2 {
                    sum += term;
                    term *= x / 2.0 / n as f64;
                }
                assert!((chi_square_tail(x, dof) - sum).abs() < 1e-12, "{x} {dof}");
            }
            // One degree: the square of a normal one.
            assert!((chi_square_tail(x, 1) - 2.0 * normal_cdf(-x.sqrt())).abs() < 1e-14, "{x}");
        }
        assert_eq!(chi_square_tail(5.0, 0), 1.0);
        assert!((chi_square_tail(4950.0, 4950) - 0.5).abs() < 0.01);
        assert_eq!(chi_square_tail(1e9, 10), 0.0);
    }
}

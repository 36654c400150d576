//! Sequential tests, tried out: they are wrong as rarely as they promise, and
//! have an answer to any counts.

use games::common::rng::Rng;
use gridiron_league::stats::{Counts, EloModel, Sprt, SprtVerdict};

/// How likely each result of a pair is, from both lost to both won.
type Chances = [f64; 5];

fn normalized_elo(chances: &Chances) -> f64 {
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean: f64 = chances.iter().zip(scores).map(|(chance, score)| chance * score).sum();
    let squares = chances.iter().zip(scores).map(|(chance, score)| chance * (score - mean).powi(2));
    (mean - 0.5) / (2.0 * squares.sum::<f64>()).sqrt() * 800.0 / std::f64::consts::LN_10
}

/// Moves chances to the better results until the normalized Elo is as wanted.
fn tilted(shape: &Chances, wanted: f64) -> Chances {
    let (mut low, mut high) = (-20.0_f64, 20.0_f64);
    let tilt = |by: f64| {
        let weights: Chances = std::array::from_fn(|at| shape[at] * (by * at as f64).exp());
        weights.map(|weight| weight / weights.iter().sum::<f64>())
    };
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        *(if normalized_elo(&tilt(middle)) < wanted { &mut low } else { &mut high }) = middle;
    }
    tilt(low)
}

fn draw(chances: &Chances, rng: &mut Rng) -> usize {
    let drawn = rng.next_u64() as f64 / 2.0_f64.powi(64);
    let mut sum = 0.0;
    chances.iter().take(4).take_while(|chance| (sum += **chance, sum <= drawn).1).count()
}

/// Plays pairs by these chances until the test ends.
fn run(sprt: &Sprt, chances: &Chances, seed: u64) -> SprtVerdict {
    // As a match with several games at a time would look: every few pairs.
    const EVERY: usize = 4;
    let mut rng = Rng::for_purpose(seed, "sprt");
    let mut counts = [0; 5];
    for _ in 0..100_000 {
        (0..EVERY).for_each(|_| counts[draw(chances, &mut rng)] += 1);
        match sprt.verdict(&Counts::Pairs(counts)) {
            SprtVerdict::Continue => {}
            verdict => return verdict,
        }
    }
    SprtVerdict::Continue
}

#[test]
fn errors_are_as_rare_as_promised() {
    const RUNS: u64 = 2000;
    let sprt = Sprt::new(0.0, 50.0, EloModel::Normalized, 0.05, 0.05).expect("a test");
    let shape = [0.06, 0.2, 0.46, 0.2, 0.08];
    for (elo, wrong) in [(0.0, SprtVerdict::AcceptH1), (50.0, SprtVerdict::AcceptH0)] {
        let chances = tilted(&shape, elo);
        assert!((normalized_elo(&chances) - elo).abs() < 1e-9);
        let verdicts: Vec<SprtVerdict> = (0..RUNS).map(|seed| run(&sprt, &chances, seed)).collect();
        let errors = verdicts.iter().filter(|verdict| **verdict == wrong).count();
        println!("at {elo} normalized Elo: {errors} errors in {RUNS} runs");
        assert!(!verdicts.contains(&SprtVerdict::Continue), "every run ends");
        // 5 % are promised; a run stops beyond its bound, so it is rather less.
        assert!((RUNS as usize * 2 / 100..=RUNS as usize * 65 / 1000).contains(&errors), "{errors} at {elo}");
    }
}

#[test]
fn any_counts_have_an_answer_and_the_opposite_counts_the_opposite() {
    let mut rng = Rng::new(1);
    let mut count = || match rng.below(5) {
        0 | 1 => 0,
        2 => u64::from(rng.below(5)),
        3 => u64::from(rng.below(300)),
        _ => u64::from(rng.below(2_000_000_000)),
    };
    for case in 0..300 {
        let (pairs, games) = ([(); 5].map(|()| count()), [(); 3].map(|()| count()));
        let (mut pairs_back, mut games_back) = (pairs, games);
        pairs_back.reverse();
        games_back.reverse();
        for (elo0, elo1) in [(0.0, 5.0), (-10.0, 0.0), (-500.0, 500.0), (0.0, 0.01), (200.0, 300.0)] {
            for model in [EloModel::Normalized, EloModel::Logistic] {
                let sprt = Sprt::new(elo0, elo1, model, 0.05, 0.1).expect("a test");
                let back = Sprt::new(-elo1, -elo0, model, 0.05, 0.1).expect("a test");
                for (counts, counts_back) in [
                    (Counts::Pairs(pairs), Counts::Pairs(pairs_back)),
                    (Counts::Games(games), Counts::Games(games_back)),
                ] {
                    let (llr, opposite) = (sprt.llr(&counts), back.llr(&counts_back));
                    assert!(llr.is_finite(), "{case}: {counts:?} {sprt:?}");
                    // The last figures of likelihoods, which grow with the games.
                    let rounding = 1e-6 + 1e-8 * llr.abs() + 1e-9 * counts.games() as f64;
                    assert!((llr + opposite).abs() < rounding, "{counts:?} {sprt:?}: {llr}, {opposite}");
                }
            }
        }
    }
}

#[test]
fn verdicts() {
    let sprt = |elo0, elo1| Sprt::new(elo0, elo1, EloModel::Normalized, 0.05, 0.05).expect("a test");
    for (elo0, elo1, counts, expected) in [
        (0.0, 50.0, Counts::Pairs([0; 5]), SprtVerdict::Continue),
        (0.0, 50.0, Counts::Pairs([0, 0, 0, 0, 1]), SprtVerdict::Continue),
        (0.0, 50.0, Counts::Pairs([0, 0, 0, 1, 400]), SprtVerdict::AcceptH1),
        (0.0, 50.0, Counts::Pairs([400, 0, 0, 0, 0]), SprtVerdict::AcceptH0),
        (0.0, 50.0, Counts::Pairs([50, 100, 300, 100, 50]), SprtVerdict::AcceptH0),
        (-50.0, 0.0, Counts::Pairs([50, 100, 300, 100, 50]), SprtVerdict::AcceptH1),
        (0.0, 50.0, Counts::Games([100, 300, 160]), SprtVerdict::AcceptH1),
    ] {
        assert_eq!(sprt(elo0, elo1).verdict(&counts), expected, "{counts:?}");
    }
    for (elo0, elo1, alpha, beta, expected) in [
        (5.0, 5.0, 0.05, 0.05, "must be below"),
        (5.0, 0.0, 0.05, 0.05, "must be below"),
        (f64::NAN, 0.0, 0.05, 0.05, "from -500 to 500"),
        (0.0, 501.0, 0.05, 0.05, "from -500 to 500"),
        (0.0, 5.0, 0.0, 0.05, "alpha 0: expected"),
        (0.0, 5.0, 0.05, 0.5, "beta 0.5: expected"),
        (0.0, 5.0, 0.05, f64::NAN, "beta NaN: expected"),
    ] {
        let error = Sprt::new(elo0, elo1, EloModel::Logistic, alpha, beta).expect_err("no test");
        assert!(error.to_string().contains(expected), "{error}");
    }
}

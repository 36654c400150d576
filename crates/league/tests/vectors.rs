//! Statistics against numbers that an independent program computed, and that
//! four others agreed with: `data/rating_vectors.json`.

use gridiron_league::stats::{Counts, Cycles, EloModel, Pool, Sprt, cycles, nash, rate, superiority, wilson};
use serde_json::Value;

/// The entries of a kind.
fn entries(kind: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("data/rating_vectors.json")).expect("JSON");
    let found: Vec<Value> = all.into_iter().filter(|entry| entry["kind"] == kind).collect();
    assert!(!found.is_empty(), "{kind}");
    found
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("numbers").iter().map(number).collect()
}

fn counts<const K: usize>(value: &Value) -> [u64; K] {
    let counts: Vec<u64> = value.as_array().expect("counts").iter().filter_map(Value::as_u64).collect();
    counts.try_into().expect("as many")
}

#[track_caller]
fn assert_near(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{what}: {got} instead of {expected}");
}

#[track_caller]
fn assert_all_near(what: &str, got: &[f64], expected: &Value, tolerance: f64) {
    let expected = numbers(expected);
    assert_eq!(got.len(), expected.len(), "{what}");
    got.iter().zip(expected).for_each(|(got, expected)| assert_near(what, *got, expected, tolerance));
}

#[test]
fn two_players() {
    let games = entries("trinomial").into_iter().map(|entry| {
        let counts = counts(&entry["counts_low_to_high"]);
        let [losses, _, wins] = counts;
        let los = number(&entry["expect"]["los_wins_losses"]);
        assert_near("los by decisions", superiority(wins, losses), los, number(&entry["tolerance"]["los"]));
        (entry, Counts::Games(counts))
    });
    let pairs = entries("pentanomial").into_iter().map(|entry| {
        let counts = Counts::Pairs(counts(&entry["counts_low_to_high"]));
        (entry, counts)
    });
    for (entry, counts) in games.chain(pairs) {
        let (expect, tolerance) = (&entry["expect"], &entry["tolerance"]);
        let [elo, los, llr] = ["elo", "los", "llr"].map(|key| number(&tolerance[key]));
        assert_eq!(Some(counts.games()), entry["games"].as_u64());
        let got = counts.estimate();
        for (key, got, tolerance) in [
            ("score", got.score, los),
            ("se", got.se, los),
            ("elo", got.elo, elo),
            ("elo_err95", got.elo_err95, elo),
            ("elo_lo", got.elo_interval.0, elo),
            ("elo_hi", got.elo_interval.1, elo),
            ("los", got.los, los),
            ("nelo", got.nelo, elo),
            ("nelo_err95", got.nelo_err95, elo),
        ] {
            assert_near(&format!("{} {key}", entry["id"]), got, number(&expect[key]), tolerance);
        }
        for (key, model, low, high) in [
            ("llr_logistic", EloModel::Logistic, "elo0", "elo1"),
            ("llr_normalized", EloModel::Normalized, "nelo0", "nelo1"),
        ] {
            let test = &entry[key];
            let sprt = Sprt::new(number(&test[low]), number(&test[high]), model, 0.05, 0.05).expect("a test");
            assert_near(&format!("{} {key}", entry["id"]), sprt.llr(&counts), number(&test["llr"]), llr);
            let (lower, upper) = sprt.bounds();
            assert_all_near("bounds", &[lower, upper], &entry["sprt_bounds"], 1e-12);
        }
    }
}

/// The meetings under a key, as single games.
fn pool(players: usize, meetings: &Value) -> Pool {
    let mut pool = Pool::new(players);
    for meeting in meetings.as_array().expect("meetings") {
        let [a, b, wins, draws, losses] = counts(meeting);
        pool.add_games(a as usize, b as usize, [losses, draws, wins]);
    }
    pool
}

#[test]
fn round_robin() {
    for entry in entries("round_robin") {
        let (expect, tolerance) = (&entry["expect"], &entry["tolerance"]);
        let [ratings, err, los] = ["ratings", "err", "los"].map(|key| number(&tolerance[key]));
        // By who moved first, and both seats together: the same.
        for meetings in ["by_first_player_WDL", "pair_totals_WDL"] {
            let players = numbers(&expect["ratings"]).len();
            let got = rate(&pool(players, &entry[meetings]), 0.0).expect("bounded");
            assert_all_near("ratings", &got.ratings, &expect["ratings"], ratings);
            let known =
                |errors: &[Option<f64>]| errors.iter().map(|error| error.expect("games")).collect::<Vec<_>>();
            assert_all_near("robust", &known(&got.robust_err95), &expect["robust_err95"], err);
            assert_all_near("fisher", &known(&got.fisher_err95), &expect["fisher_err95"], err);
            for a in 0..players {
                let se: Vec<f64> = (0..players).filter_map(|b| got.difference_se(a, b)).collect();
                assert_all_near("difference", &se, &expect["diff_robust_se"][a], err);
                assert_all_near("los", &got.los_matrix()[a], &expect["los"][a], los);
            }
        }
    }
}

#[test]
fn circle() {
    for entry in entries("intransitive") {
        let (expect, tolerance) = (&entry["expect"], &entry["tolerance"]);
        let [bt, nash_tolerance] = ["bt", "nash"].map(|key| number(&tolerance[key]));
        let payoffs: Vec<Vec<f64>> =
            expect["payoff_2p_minus_1"].as_array().expect("rows").iter().map(numbers).collect();
        let pool = pool(payoffs.len(), &entry["pair_totals_WDL"]);
        let rated = rate(&pool, 0.0).expect("bounded");
        assert_all_near("ratings", &rated.ratings, &expect["bt_ratings"], bt);
        let fisher: Vec<f64> = rated.fisher_err95.iter().flatten().copied().collect();
        assert_all_near("fisher", &fisher, &expect["bt_fisher_err95"], bt);
        for (got, expected) in
            pool.payoffs().iter().zip(expect["payoff_2p_minus_1"].as_array().expect("rows"))
        {
            assert_all_near("payoffs", got, expected, 1e-12);
        }
        let Cycles { chi_square, dof, p_value, nash: found, .. } = cycles(&pool, &rated);
        assert_near("chi-square", chi_square, number(&expect["bt_pearson_chi2"]), bt);
        assert_eq!(Some(dof as u64), expect["bt_chi2_dof"].as_u64());
        assert!(p_value < 1e-20);
        for found in [found.expect("significant"), nash(&payoffs)] {
            assert_all_near("nash", &found.shares, &expect["maxent_nash"], nash_tolerance);
            assert_all_near("nash rating", &found.ratings, &expect["nash_rating"], nash_tolerance);
        }
    }
}

#[test]
fn intervals() {
    for entry in entries("wilson") {
        for case in entry["k_n_lo_hi"].as_array().expect("cases") {
            let [points, games, low, high] = numbers(case).try_into().expect("four numbers");
            let (got_low, got_high) = wilson(points, games);
            assert_near("low", got_low, low, number(&entry["tolerance"]["p"]));
            assert_near("high", got_high, high, number(&entry["tolerance"]["p"]));
        }
    }
}

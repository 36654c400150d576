//! `gridiron stats`: what results say about strength. A match uses the same lines.

use std::io::Write;

use league::stats::{Counts, EloModel, Sprt, SprtVerdict};
use serde_json::{Map, Value, json};

use crate::cli::StatsArguments;
use crate::failure::Failure;
use crate::terminal::{self, BOLD, paint};

/// The player whose strength is estimated.
const WHO: &str = "the first player";

pub fn run(arguments: &StatsArguments) -> Result<(), Failure> {
    let counts = match (arguments.penta, arguments.wdl) {
        (Some(pairs), None) => Counts::Pairs(pairs),
        (None, Some([wins, draws, losses])) => Counts::Games([losses, draws, wins]),
        _ => {
            return Err(Failure::Usage(
                "give the results as --penta A,B,C,D,E (pairs, from both lost to both won) or as --wdl W,D,L"
                    .into(),
            ));
        }
    };
    if counts.units() == 0 {
        return Err(Failure::Usage("all counts are 0: give the results of at least one game".into()));
    }
    let sprt = arguments.test.read()?;
    let test = sprt.map(|sprt| (sprt, sprt.llr(&counts)));
    let mut out = anstream::stdout();
    if arguments.json {
        writeln!(out, "{}", as_json(&counts, test))?;
    } else {
        let mut lines = vec![("score", score(&counts))];
        lines.extend(strength(&counts, WHO));
        lines.extend(test.into_iter().flat_map(|(sprt, llr)| self::test(&sprt, llr, WHO)));
        for (title, line) in lines {
            write!(out, "{}", titled(title, &line))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Columns of the titles before the lines of a result.
const TITLE: usize = 11;

/// A line with its title; on a terminal broken where it is too long.
pub fn titled(title: &str, line: &str) -> String {
    terminal::fit(&format!("{}{line}\n", terminal::pad(&paint(BOLD, title), TITLE)), TITLE)
}

fn score(counts: &Counts) -> String {
    let games = match counts {
        Counts::Games(_) => format!("{} games", counts.games()),
        Counts::Pairs(_) => format!("{} games in {} pairs", counts.games(), counts.units()),
    };
    format!("{:.1} % of the points of {games}", counts.estimate().score * 100.0)
}

/// The strength of `who`, the first player, in lines with titles.
pub fn strength(counts: &Counts, who: &str) -> Vec<(&'static str, String)> {
    let found = counts.estimate();
    let (low, high) = found.elo_interval;
    // `+ 0.0` keeps zero from being negative.
    let signed = |elo: f64| format!("{:+.1}", (elo * 10.0).round() / 10.0 + 0.0);
    let normalized = match counts.vary() {
        true => format!("{} ± {:.1} normalized Elo", signed(found.nelo), found.nelo_err95),
        false => "not available: all results are equal".to_string(),
    };
    let elo = match found.elo {
        // All games were won or all were lost: the estimate is one end of the interval.
        elo if elo >= high => format!("at least {} (95 % confidence)", signed(low)),
        elo if elo <= low => format!("at most {} (95 % confidence)", signed(high)),
        elo => format!(
            "{} ± {:.1}, with 95 % confidence {} to {}",
            signed(elo),
            found.elo_err95,
            signed(low),
            signed(high)
        ),
    };
    vec![
        ("Elo", elo),
        ("normalized", normalized),
        (
            "LOS",
            format!(
                "{:.1} %: likelihood of superiority, the chance that {who} is stronger",
                found.los * 100.0
            ),
        ),
    ]
}

/// `A is 0 or 10 normalized Elo stronger`.
pub fn question(sprt: &Sprt, who: &str) -> String {
    let [elo0, elo1] = sprt.elo();
    format!("{who} is {elo0} or {elo1}{} Elo stronger", kind(sprt))
}

/// The usual Elo needs no name.
fn kind(sprt: &Sprt) -> &'static str {
    match sprt.model() {
        EloModel::Normalized => " normalized",
        EloModel::Logistic => "",
    }
}

/// `LLR +1.23 (-2.94 to 2.94)`.
pub fn llr(sprt: &Sprt, llr: f64) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {llr:+.2} ({lower:.2} to {upper:.2})")
}

/// A test in lines with titles.
pub fn test(sprt: &Sprt, llr: f64, who: &str) -> Vec<(&'static str, String)> {
    let [elo0, elo1] = sprt.elo();
    let kind = kind(sprt);
    let verdict = match sprt.verdict_of(llr) {
        SprtVerdict::AcceptH0 => format!("{who} is {elo0}{kind} Elo stronger rather than {elo1} (H0)"),
        SprtVerdict::AcceptH1 => format!("{who} is {elo1}{kind} Elo stronger rather than {elo0} (H1)"),
        SprtVerdict::Continue => format!("no verdict between {elo0} and {elo1}{kind} Elo"),
    };
    vec![("SPRT", format!("{verdict}; {}", self::llr(sprt, llr)))]
}

/// [`strength`] for programs. Without results all values are null.
pub fn strength_as_json(counts: &Counts) -> Map<String, Value> {
    let found = counts.estimate();
    let (low, high) = found.elo_interval;
    let parts = [
        ("elo", json!(found.elo)),
        ("elo_err95", json!(found.elo_err95)),
        ("elo_95", json!([low, high])),
        ("los", json!(found.los)),
        ("nelo", json!(found.nelo)),
        ("nelo_err95", json!(found.nelo_err95)),
    ];
    let known = |value: Value| if counts.units() == 0 { Value::Null } else { value };
    parts.into_iter().map(|(key, value)| (key.to_string(), known(value))).collect()
}

/// [`test()`] for programs.
pub fn test_as_json(sprt: &Sprt, counts: &Counts, llr: f64) -> Value {
    let ([elo0, elo1], [alpha, beta], (lower, upper)) = (sprt.elo(), sprt.alpha_beta(), sprt.bounds());
    json!({
        "elo0": elo0,
        "elo1": elo1,
        "model": sprt.model().word(),
        "alpha": alpha,
        "beta": beta,
        "llr": llr,
        "lower": lower,
        "upper": upper,
        "verdict": sprt.verdict_of(llr).word(),
        "pairs": counts.units(),
    })
}

fn as_json(counts: &Counts, test: Option<(Sprt, f64)>) -> Value {
    let mut found = strength_as_json(counts);
    let estimate = counts.estimate();
    let bounds = test.map(|(sprt, _)| sprt.bounds());
    for (key, value) in [
        ("games", json!(counts.games())),
        ("pairs", json!(matches!(counts, Counts::Pairs(_)).then(|| counts.units()))),
        ("score", json!(estimate.score)),
        ("score_se", json!(estimate.se)),
        ("llr", json!(test.map(|(_, llr)| llr))),
        ("lower", json!(bounds.map(|(lower, _)| lower))),
        ("upper", json!(bounds.map(|(_, upper)| upper))),
        ("verdict", json!(test.map(|(sprt, llr)| sprt.verdict_of(llr).word()))),
    ] {
        found.insert(key.to_string(), value);
    }
    Value::Object(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_loss_or_a_win_elo_is_a_bound() {
        for (pairs, expected) in [
            ([0, 0, 0, 0, 10], "at least +"),
            ([10, 0, 0, 0, 0], "at most -"),
            ([0, 0, 10, 0, 0], "+0.0 ± "),
            ([0, 0, 0, 1, 19], "+"),
            ([0; 5], "+0.0 ± "),
        ] {
            let (_, elo) = strength(&Counts::Pairs(pairs), WHO).swap_remove(0);
            assert!(elo.starts_with(expected), "{pairs:?}: {elo}");
        }
    }
}

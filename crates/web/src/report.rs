//! The report of a tournament as an HTML page.

use std::fmt::Write;

use league::report::{Report, Standing};
use league::store::packing;
use serde::Serialize;
use serde_json::Value;

use crate::page::Page;
use crate::playback::Playback;
use crate::text::{markup, timestamp};

/// The data of the page, without the games.
#[derive(Serialize)]
struct ReportData {
    kind: &'static str,
    report: Value,
    /// As text, since numbers in JavaScript are exact only up to 2^53.
    seed: Option<String>,
    /// Numbers of the games that can be opened.
    kept: Vec<u64>,
    /// Numbers of the games whose record cannot be read or breaks the rules.
    damaged: Vec<u64>,
}

/// A page that shows a tournament. Games whose record breaks the rules are listed
/// and cannot be opened. Records are unpacked one at a time: there may be thousands.
///
/// **Invariant:** there is no seed in the page of a tournament that is not finished. Both games
/// of a pair share one, and it tells what is hidden in the second.
pub fn html(report: &Report) -> String {
    let mut page = Page::new(&report.about.title, &fallback(report));
    let (mut kept, mut damaged) = (Vec::new(), Vec::new());
    for game in &report.games {
        let Some(packed) = &game.record else { continue };
        match packing::unpack(packed).ok().and_then(|record| Playback::new(&record).ok()) {
            Some(playback) if report.about.is_finished => page.add_game(game.number, &playback),
            Some(playback) => page.add_game(game.number, &playback.without_seed()),
            None => {
                damaged.push(game.number);
                continue;
            }
        }
        kept.push(game.number);
    }
    let seed = report.about.seed.filter(|_| report.about.is_finished).map(|seed| seed.to_string());
    page.finish(&ReportData { kind: "report", report: without_seeds(report), seed, kept, damaged })
}

/// The report without seeds: the head and the games of the page have them, if they may.
fn without_seeds(report: &Report) -> Value {
    let mut report = serde_json::to_value(report).expect("names are text and numbers are numbers");
    let games = report["games"].as_array_mut().into_iter().flatten();
    for fields in games.filter_map(Value::as_object_mut) {
        fields.remove("seed");
    }
    if let Some(about) = report["about"].as_object_mut() {
        about.remove("seed");
    }
    report
}

/// What readers see where scripts do not run: the standings.
pub fn fallback(report: &Report) -> String {
    let about = &report.about;
    let clock = format!("clock {}", about.clock_in_words());
    let words = [&about.game, &about.rules, &about.plan.in_words(), &clock];
    let words: Vec<String> =
        words.into_iter().filter(|word| !word.is_empty()).map(|word| markup(word)).collect();
    let mut out = format!(
        "<main class=\"fallback\">\n<h1>{}</h1>\n<p>{}</p>\n",
        markup(&about.title),
        words.join(" · ")
    );
    let of = about.pairs_planned.map(|planned| format!(" of {planned}")).unwrap_or_default();
    let until = about.ended.map(|ended| format!(", until {}", timestamp(ended))).unwrap_or_default();
    let _ = writeln!(out, "<p>{}{of} pairs, {} games{until}</p>", about.pairs_done, about.games);
    out.push_str("<div class=\"box\"><table>\n<caption>Standings</caption>\n<thead><tr>");
    for heading in ["#", "bot", "beaten", "points", "W-D-L", "rate", "margin", "Elo", "faults"] {
        let _ = write!(out, "<th scope=\"col\">{heading}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    out.extend(report.standings.iter().map(row));
    out.push_str("</tbody>\n</table></div>\n");
    if !report.notes.is_empty() {
        let notes: String =
            report.notes.iter().map(|note| format!("<li>{}</li>\n", markup(&note.to_string()))).collect();
        let _ = write!(out, "<ul>\n{notes}</ul>\n");
    }
    out.push_str(
        "<noscript><p>Turn on JavaScript to see tables, charts and games.</p></noscript>\n</main>\n",
    );
    out
}

fn row(standing: &Standing) -> String {
    let Standing { place, points, rate, mean_margin, elo, .. } = standing;
    let league::Score { wins, draws, losses } = standing.score;
    let withdrawn = standing
        .withdrawn
        .as_ref()
        .map(|why| format!(" (withdrawn: {})", markup(&why.to_string())))
        .unwrap_or_default();
    let error = standing.elo_err95.map(|error| format!(" ± {error:.0}")).unwrap_or_default();
    let faults: u64 = standing.faults.values().sum();
    let cells = [
        standing.beaten_in_words(),
        format!("{points:.1}"),
        format!("{wins}-{draws}-{losses}"),
        format!("{:.1} %", rate * 100.0),
        format!("{mean_margin:+.1}"),
        format!("{elo:+.0}{error}"),
        faults.to_string(),
    ];
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><td>{place}</td><th scope=\"row\">{}{withdrawn}</th>{cells}</tr>\n", markup(&standing.name))
}

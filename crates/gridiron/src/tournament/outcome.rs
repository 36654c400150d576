//! The text before and after a tournament, and the files it writes.

use std::fs;
use std::io::Write;
use std::path::Path;

use league::formats::Format;
use league::report::{FaultNote, Report, Standing, clock_in_words};
use league::reporting::{self, ReportOptions};
use league::same_program::same_programs;
use league::{ResultsTable, Tournament};
use referee::units::counted;
use referee::{Level, RecordFile};

use super::announce::Announced;
use super::outputs::STANDARD_OUTPUT;
use super::standings::{crosstable, standings};
use crate::failure::{Failure, harmless};
use crate::terminal::{self, BAD, BOLD, FAINT, paint};
use crate::{player_arguments, summary};

/// Games in a report, unless another number is asked for.
const GAMES: u32 = 100;

/// How many different faults are shown at the end.
const FAULTS: usize = 6;

/// What is going to be played.
pub fn header(announced: &Announced) -> String {
    let event = &announced.event;
    let rules = event.conditions.options.to_string().replace(',', ", ");
    let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
    let planned = event.plan.build(event.players.len(), event.seed).planned(&ResultsTable::default());
    let planned = planned.map(|pairs| format!(", {pairs} in all")).unwrap_or_default();
    let mut text = format!(
        "{}: {}, {} players, {}{planned}, seed {}{rules}\n",
        paint(BOLD, &harmless(&event.title)),
        event.conditions.entry.name,
        event.players.len(),
        event.plan.in_words(),
        event.seed,
    );
    let sandbox = match sandbox(announced) {
        Some(Level::None) => "; no sandbox: programs can do everything that you can".to_string(),
        Some(level) => format!("; sandbox {level}"),
        None => String::new(),
    };
    let clock = clock_in_words(&event.clock.to_string(), event.charged());
    text.push_str(&format!("clock {clock}, {} at a time{sandbox}\n", announced.workers));
    text.push_str(&format!(
        "results are saved in {}\n",
        harmless(&announced.outputs.shown(&announced.outputs.store))
    ));
    for note in same_programs(&event.players) {
        text.push_str(&format!("{}\n", harmless(&note.to_string())));
    }
    for note in event.players.iter().filter_map(|player| player.spec.confinement_note()) {
        text.push_str(&format!("{}\n", harmless(&note)));
    }
    text
}

/// The lowest sandbox level of the programs; `None` if there are none.
fn sandbox(announced: &Announced) -> Option<Level> {
    announced.event.players.iter().filter_map(|player| player.spec.sandbox()).min()
}

fn report(tournament: &Tournament, announced: &Announced) -> Result<Report, Failure> {
    let options = ReportOptions {
        sandbox: sandbox(announced).map(|level| level.to_string()),
        games: announced.outputs.reports.html_games.unwrap_or(GAMES),
    };
    reporting::report(tournament, &options).map_err(|problem| announced.outputs.failed(problem))
}

/// Writes the page again while games are played.
pub fn refresh(tournament: &Tournament, announced: &Announced) -> Result<(), Failure> {
    match &announced.outputs.reports.html {
        Some(path) => put(path, &web::report::html(&report(tournament, announced)?)),
        None => Ok(()),
    }
}

/// Writes the reports and prints the standings; `how_to_continue` is printed if
/// games are left.
pub fn show(tournament: &Tournament, announced: &Announced, how_to_continue: &str) -> Result<(), Failure> {
    let mut report = report(tournament, announced)?;
    let text = text(&report, announced, how_to_continue);
    // Files first: printing may fail.
    let mut files = Vec::new();
    if let Some(path) = &announced.outputs.reports.html {
        put(path, &web::report::html(&report))?;
        files.push(format!("report: {}", harmless(&announced.outputs.shown(path))));
    }
    if announced.outputs.reports.csv.is_some() || announced.outputs.reports.json.is_some() {
        // What is for programs holds all games; pages only those that are asked for.
        let games = reporting::all_games(tournament, &report);
        report.games = games.map_err(|problem| announced.outputs.failed(problem))?;
        files.extend(write_tables(&report, announced)?);
    }
    let mut out = anstream::stdout();
    write!(out, "{text}")?;
    for line in files {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// Standings, crosstable, notes and the last faults.
fn text(report: &Report, announced: &Announced, how_to_continue: &str) -> String {
    let columns = terminal::columns().unwrap_or(120);
    let mut lines = vec![String::new()];
    lines.extend(standings(&report.standings, columns));
    lines.extend(confidence(&report.standings));
    lines.extend(tie_breaks(&report.standings));
    let cross = crosstable(&report.standings, &report.crosstable, columns);
    if !cross.is_empty() {
        lines.push(String::new());
        lines.extend(cross);
    }
    for round in &report.rounds {
        lines.push(String::new());
        lines.push(paint(BOLD, &round.stage.to_string()));
        for it in &round.matches {
            let name = |side: usize| match it.players[side] {
                Some(player) => harmless(&report.standings[player].name),
                None => "–".to_string(),
            };
            let note = it.in_words().map(|note| paint(FAINT, &format!("  {note}"))).unwrap_or_default();
            let [a, b] = [0_u8, 1].map(|side| match it.winner {
                Some(winner) if winner == side => paint(BOLD, &name(usize::from(side))),
                _ => name(usize::from(side)),
            });
            lines.push(match (it.players, it.winner) {
                ([Some(_), None], Some(_)) => format!("  {a}{note}"),
                ([None, Some(_)], Some(_)) => format!("  {b}{note}"),
                _ => format!("  {a} {}–{} {b}{note}", it.points[0], it.points[1]),
            });
        }
    }
    if !report.notes.is_empty() {
        lines.push(String::new());
        lines.extend(report.notes.iter().map(|note| harmless(&note.to_string())));
    }
    if !report.faults.is_empty() {
        lines.push(String::new());
        lines.push(paint(BOLD, "last faults"));
        let last = last_faults(&report.faults);
        lines.extend(last.iter().map(|(fault, more)| {
            let name = paint(BAD, &harmless(&report.standings[fault.player].name));
            let again = summary::same_in_more_games(*more);
            format!("  {name} in game {}: {}{again}", fault.game, harmless(&fault.words))
        }));
        for row in report.standings.iter().filter(|row| !row.faults.is_empty()) {
            let player = announced.event.players.iter().find(|player| player.name == row.name);
            if let Some(player) = player.filter(|player| player.spec.is_program()) {
                lines.push(player_arguments::advice(&player.spec, &announced.event.conditions, player.clock));
            }
        }
    }
    let about = &report.about;
    let how_far = match about.pairs_planned {
        Some(_) if about.is_finished && about.pairs_done == 1 => "the only pair is played".to_string(),
        // Fewer may be asked for than were played before.
        Some(_) if about.is_finished => format!("all {} pairs are played", about.pairs_done),
        Some(planned) => format!("{} of {planned} pairs are played; {how_to_continue}", about.pairs_done),
        None => format!("{} played; {how_to_continue}", counted(about.pairs_done, "pair is", "pairs are")),
    };
    lines.push(String::new());
    lines.push(how_far);
    lines.join("\n") + "\n"
}

/// The last faults, each kind once with its last game, oldest first. The number
/// says how many of the other faults are the same.
fn last_faults(faults: &[FaultNote]) -> Vec<(&FaultNote, u64)> {
    let mut kinds: Vec<(&FaultNote, u64)> = Vec::new();
    for fault in faults.iter().rev() {
        let is_same = |other: &FaultNote| (other.player, &other.words) == (fault.player, &fault.words);
        match kinds.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, more)) => *more += 1,
            None => kinds.push((fault, 0)),
        }
    }
    kinds.truncate(FAULTS);
    kinds.reverse();
    kinds
}

/// How surely the first is better than the second, and not only luckier.
fn confidence(rows: &[Standing]) -> Option<String> {
    let [first, second, ..] = rows else { return None };
    let los = first.los_next.filter(|_| first.place < second.place)?;
    let (better, other, los) = if los < 0.5 { (second, first, 1.0 - los) } else { (first, second, los) };
    let [better, other] = [better, other].map(|row| harmless(&row.name));
    // What would be shown as 50.0 % is no reason to call one of them better.
    if los < 0.5005 {
        return Some(format!("  {better} and {other} are equally strong so far"));
    }
    let percent = match los {
        // 100 % would claim too much.
        0.9995.. => "more than 99.9 %".to_string(),
        _ => format!("{:.1} %", los * 100.0),
    };
    Some(format!("  {better} is better than {other} with {percent} confidence"))
}

/// What decided between players with equal results.
fn tie_breaks(rows: &[Standing]) -> Vec<String> {
    let broken = rows.windows(2).filter_map(|pair| {
        let by = pair[0].ahead_by.filter(|by| by.is_tie_break())?;
        let [ahead, behind] = [0, 1].map(|at| harmless(&pair[at].name));
        Some(format!("  {ahead} and {behind} are tied: {ahead} is ahead by {by}"))
    });
    broken.collect()
}

/// Writes what is for other programs, and says where it is.
fn write_tables(report: &Report, announced: &Announced) -> Result<Vec<String>, Failure> {
    let reports = &announced.outputs.reports;
    let mut lines = Vec::new();
    if let Some(folder) = &reports.csv {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| Failure::Failed(format!("cannot make {}: {error}", folder.display())))?;
        for (name, text) in [
            ("standings.csv", web::csv::standings(report)),
            ("crosstable.csv", web::csv::crosstable(report)),
            ("games.csv", web::csv::games(report)),
        ] {
            put(&folder.join(name), &text)?;
        }
        lines.push(format!("tables: {}", harmless(&announced.outputs.shown(folder))));
    }
    if let Some(path) = &reports.json {
        let text = serde_json::to_string(report).expect("a report is JSON");
        // Programs that read it there take the last line.
        if path.as_os_str() == STANDARD_OUTPUT {
            lines.push(text);
        } else {
            put(path, &(text + "\n"))?;
            lines.push(format!("JSON: {}", harmless(&announced.outputs.shown(path))));
        }
    }
    Ok(lines)
}

/// Puts a file in place as a whole, or not at all.
fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let written = RecordFile::create(path).and_then(|file| file.finish_text(text));
    written.map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_fault_is_shown_once_with_its_last_game() {
        let fault = |(player, game, words): (usize, u64, &str)| FaultNote {
            player,
            game,
            cause: "time".into(),
            words: words.into(),
        };
        let all = [(0, 1, "late"), (0, 2, "late"), (1, 3, "late"), (0, 4, "later"), (0, 5, "late")];
        let all: Vec<FaultNote> = all.into_iter().map(fault).collect();
        let shown: Vec<(u64, u64)> = last_faults(&all).iter().map(|(it, more)| (it.game, *more)).collect();
        assert_eq!(shown, [(3, 0), (4, 0), (5, 2)]);
        let many: Vec<FaultNote> =
            (0..9).map(|game| FaultNote { words: game.to_string(), game, ..all[0].clone() }).collect();
        assert_eq!(last_faults(&many).len(), FAULTS);
        assert_eq!(last_faults(&many)[0].0.game, 3);
    }
}

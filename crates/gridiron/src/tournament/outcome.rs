//! What a tournament says about itself before and after, and the files it leaves.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use league::Tournament;
use league::report::{Report, clock_in_words};
use league::reporting::{self, Wording};
use referee::{Level, RecordFile};

use super::announce::Announced;
use super::table::{TROUBLE, crosstable, standings};
use crate::draw::{BOLD, FAINT, paint};
use crate::failure::{Failure, harmless};
use crate::width;

/// Games in a report, unless another number is asked for.
const GAMES: u32 = 100;

/// Faults that are told at the end.
const FAULTS: usize = 6;

/// What is going to be played.
pub fn header(announced: &Announced) -> String {
    let event = &announced.event;
    let rules = event.setting.options.to_string().replace(',', ", ");
    let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
    let mut text = format!(
        "{}: {}, {} players, {}, seed {}{rules}\n",
        paint(BOLD, &harmless(&event.title)),
        event.setting.entry.name,
        event.players.len(),
        event.plan.in_words(),
        event.seed,
    );
    let sandbox = match sandbox(announced) {
        Some(Level::None) => "; no sandbox: programs can do all that you can".to_string(),
        Some(level) => format!("; sandbox {level}"),
        None => String::new(),
    };
    let clock = clock_in_words(&event.clock.to_string(), event.charged());
    text.push_str(&format!("clock {clock}, {} at a time{sandbox}\n", announced.workers));
    text.push_str(&format!("kept in {}\n", harmless(&announced.shown(&announced.store))));
    for note in event.players.iter().filter_map(|player| player.spec.confinement_note()) {
        text.push_str(&format!("{}\n", harmless(&note)));
    }
    text
}

/// How firmly programs are locked in, if there are any.
fn sandbox(announced: &Announced) -> Option<Level> {
    announced.event.players.iter().filter_map(|player| player.spec.sandbox()).min()
}

/// Says how it stands and writes what was asked for.
pub fn tell(tournament: &Tournament, announced: &Announced) -> Result<(), Failure> {
    let wording = Wording {
        sandbox: sandbox(announced).map(|level| level.to_string()),
        games: announced.reports.html_games.unwrap_or(GAMES),
    };
    let report = reporting::report(tournament, &wording).map_err(Failure::Failed)?;
    let mut out = anstream::stdout();
    write!(out, "{}", text(&report, announced))?;
    out.flush()?;
    for line in write_files(&report, announced)? {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}

/// Standings, crosstable, notes and the last faults.
fn text(report: &Report, announced: &Announced) -> String {
    let columns = width::of_terminal().unwrap_or(120);
    let mut lines = vec![String::new()];
    lines.extend(standings(&report.standings, columns));
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
            lines.push(format!("  {a} {}–{} {b}{note}", it.points[0], it.points[1]));
        }
    }
    if !report.notes.is_empty() {
        lines.push(String::new());
        lines.extend(report.notes.iter().map(|note| harmless(&note.to_string())));
    }
    if !report.faults.is_empty() {
        lines.push(String::new());
        lines.push(paint(BOLD, "last faults"));
        let last = report.faults.iter().skip(report.faults.len().saturating_sub(FAULTS));
        lines.extend(last.map(|fault| {
            let name = paint(TROUBLE, &harmless(&report.standings[fault.player].name));
            format!("  {name} in game {}: {}", fault.game, harmless(&fault.words))
        }));
        let game = &report.about.game;
        for row in &report.standings {
            let is_program =
                announced.event.players.iter().any(|it| it.name == row.name && it.spec.is_program());
            if is_program && !row.faults.is_empty() {
                let spec = harmless(&row.spec);
                let spec = if spec.contains(' ') { format!("\"{spec}\"") } else { spec };
                lines.push(format!("  what to do about it: gridiron check {game} {spec}"));
            }
        }
    }
    let about = &report.about;
    let how_far = match about.pairs_planned {
        Some(planned) if about.is_finished => format!("all {planned} pairs are played"),
        Some(planned) => {
            format!("{} of {planned} pairs are played; the same command goes on", about.pairs_done)
        }
        None => format!("{} pairs are played; the same command goes on", about.pairs_done),
    };
    lines.push(String::new());
    lines.push(how_far);
    lines.join("\n") + "\n"
}

/// Writes the reports, and says where they are.
fn write_files(report: &Report, announced: &Announced) -> Result<Vec<String>, Failure> {
    let reports = &announced.reports;
    let mut lines = Vec::new();
    if let Some(path) = &reports.html {
        put(path, &web::report::html(report))?;
        lines.push(format!("report: {}", harmless(&announced.shown(path))));
    }
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
        lines.push(format!("tables: {}", harmless(&announced.shown(folder))));
    }
    if let Some(path) = &reports.json {
        let text = serde_json::to_string(report).expect("a report is JSON") + "\n";
        if path.as_os_str() == "-" {
            io::stdout().write_all(text.as_bytes())?;
        } else {
            put(path, &text)?;
            lines.push(format!("for programs: {}", harmless(&announced.shown(path))));
        }
    }
    Ok(lines)
}

/// Puts a file in place as a whole, or not at all.
fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let written = RecordFile::create(path).and_then(|file| file.finish_text(text));
    written.map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))
}

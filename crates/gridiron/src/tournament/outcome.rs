//! The text before and after a tournament, and the files it writes.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use games::Cause;
use league::committed_results::GameId;
use league::formats::Format;
use league::report::{Report, Standing, clock_in_words};
use league::reporting::{self, ReportOptions};
use league::same_program::same_programs;
use league::{EventPlayer, ResultsTable, Tournament};
use referee::units::counted;
use referee::{Level, RecordFile};

use super::announce::Announced;
use super::outputs::{Outputs, STANDARD_OUTPUT};
use super::standings::{crosstable, standings};
use crate::failure::{Failure, harmless};
use crate::play_again::{self, PlayAgain};
use crate::terminal::{self, BAD, BOLD, FAINT, paint};
use crate::{output_places, sandbox_setup, summary};

/// How many different faults are shown at the end; more if more players have some.
const FAULTS: usize = 6;

/// What is going to be played.
pub fn header(announced: &Announced) -> String {
    let event = &announced.event;
    let rules = event.conditions.options.to_string().replace(',', ", ");
    let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
    let planned = event.plan.build(event.players.len(), event.seed).planned(&ResultsTable::default());
    let planned = planned.map(|pairs| format!(", {pairs} in all")).unwrap_or_default();
    // One that was drawn is told at the end.
    let seed = if announced.seed.is_drawn { String::new() } else { format!(", seed {}", event.seed) };
    let mut text = format!(
        "{}: {}, {} players, {}{planned}{seed}{rules}\n",
        paint(BOLD, &harmless(&event.title)),
        event.conditions.entry.name,
        event.players.len(),
        event.plan.in_words(),
    );
    let sandbox = sandbox_setup::in_words(event.players.iter().map(|player| player.spec.sandbox()));
    let sandbox = sandbox.map(|sandbox| format!("; {sandbox}")).unwrap_or_default();
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
pub fn sandbox(announced: &Announced) -> Option<Level> {
    announced.event.players.iter().filter_map(|player| player.spec.sandbox()).min()
}

fn report(tournament: &Tournament, announced: &Announced) -> Result<Report, Failure> {
    let options = ReportOptions {
        sandbox: sandbox(announced).map(|level| level.to_string()),
        games: announced.outputs.reports.html_games.unwrap_or_default(),
    };
    reporting::report(tournament, &options).map_err(|problem| announced.outputs.failed(problem))
}

/// Writes the page again while games are played.
pub fn refresh(tournament: &Tournament, announced: &Announced) -> Result<(), Failure> {
    match &announced.outputs.reports.html {
        Some(path) => {
            let page = web::report::html(&report(tournament, announced)?);
            put(&announced.outputs, path, &page, "--report FILE writes it elsewhere")
        }
        None => Ok(()),
    }
}

/// Writes the reports.
pub fn write(tournament: &Tournament, announced: &Announced) -> Result<(), Failure> {
    write_files(tournament, &mut report(tournament, announced)?, announced, &mut Vec::new())
}

/// Writes the reports and prints the standings; `how_to_continue` is printed if
/// games are left.
pub fn show(tournament: &Tournament, announced: &Announced, how_to_continue: &str) -> Result<(), Failure> {
    let mut report = report(tournament, announced)?;
    let text = text(&report, announced, &super::all_players(tournament), how_to_continue);
    // Files first: printing may fail. One that cannot be written hides no standings.
    let mut files = Vec::new();
    let written = write_files(tournament, &mut report, announced, &mut files);
    let mut out = anstream::stdout();
    // Tables fit already.
    write!(out, "{}", terminal::fit(&text, 4))?;
    for line in files {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    written
}

/// Writes all reports, and adds to `lines` where they are.
fn write_files(
    tournament: &Tournament,
    report: &mut Report,
    announced: &Announced,
    lines: &mut Vec<String>,
) -> Result<(), Failure> {
    let outputs = &announced.outputs;
    if let Some(path) = &outputs.reports.html {
        put(outputs, path, &web::report::html(report), "--report FILE writes it elsewhere")?;
        lines.push(format!("report: {}", harmless(&outputs.shown(path))));
    }
    if outputs.reports.csv.is_some() || outputs.reports.json.is_some() {
        // What is for programs holds all games; pages only those that are asked for.
        let games = reporting::all_games(tournament, report);
        report.games = games.map_err(|problem| outputs.failed(problem))?;
        write_tables(report, outputs, lines)?;
    }
    Ok(())
}

/// Standings, crosstable, notes and the last faults.
fn text(report: &Report, announced: &Announced, players: &[EventPlayer], how_to_continue: &str) -> String {
    let columns = terminal::columns().unwrap_or(120);
    let mut lines = vec![String::new()];
    lines.extend(standings(&report.standings, columns));
    lines.extend(confidence(&report.standings));
    lines.extend(tie_breaks(&report.standings));
    // A file or a pipe has no edge that would break lines.
    let room = if io::stdout().is_terminal() { columns } else { usize::MAX };
    let cross = crosstable(&report.standings, &report.crosstable, room);
    lines.push(String::new());
    lines.extend(cross);
    for round in &report.rounds {
        lines.push(String::new());
        lines.push(paint(BOLD, &round.stage.to_string()));
        for it in &round.matches {
            let name = |side: usize| match it.players[side] {
                Some(player) => harmless(&report.standings[player].name),
                None => "–".to_string(),
            };
            let winner = it.winner.map(|side| name(usize::from(side)));
            let note = it.in_words(winner.as_deref());
            let note = note.map(|note| paint(FAINT, &format!("  {note}"))).unwrap_or_default();
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
        lines.extend(report.notes.iter().map(|note| harmless(&note.in_words(report.about.is_finished))));
    }
    if !report.faults.is_empty() {
        lines.push(String::new());
        lines.push(paint(BOLD, "last faults"));
        lines.extend(fault_lines(report, announced, players));
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
    if let Some(seed) = about.seed.filter(|_| announced.seed.is_drawn) {
        let again = match announced.outputs.file {
            Some(_) => format!("`seed = {seed}` in the file, and another store"),
            None => format!("the same command with --seed {seed}"),
        };
        lines.push(format!("seed {seed}; to play it again: {again}"));
    }
    lines.join("\n") + "\n"
}

/// Who never started, if not one game was really played: such standings say nothing.
pub fn never_began(tournament: &Tournament) -> Option<String> {
    let results = tournament.results();
    if results.games == 0 || results.never_begun < results.games {
        return None;
    }
    let players = tournament.players();
    let failed = players.iter().zip(&results.accounts).filter(|(_, account)| {
        let starts_failed = account.conduct.faults.get(&Cause::NoStart).copied().unwrap_or_default();
        starts_failed > 0 && starts_failed == account.score.games()
    });
    let names: Vec<&str> = failed.map(|(player, _)| player.entry.name.as_str()).collect();
    let who = match names.as_slice() {
        [] => "no game was played".to_string(),
        [one] => format!("{one} never started"),
        [one, other] => format!("neither {one} nor {other} ever started"),
        many => format!("{} never started", many.join(", ")),
    };
    Some(format!("{who}: see the faults above"))
}

/// The last faults, each with the command that plays the game again, and below them
/// the commands that check the bots. `players` are all who play, with those who joined
/// since it was announced.
fn fault_lines(report: &Report, announced: &Announced, players: &[EventPlayer]) -> Vec<String> {
    let again = PlayAgain {
        conditions: &announced.event.conditions,
        sandbox: &announced.sandbox,
        folder: announced.outputs.folder_of_players(),
    };
    let player = |standing: usize| {
        let name = &report.standings.get(standing)?.name;
        players.iter().find(|player| player.name == *name)
    };
    let (mut lines, mut can_be_played) = (Vec::new(), false);
    let at_fault: BTreeSet<usize> = report.faults.iter().map(|fault| fault.player).collect();
    let most = at_fault.len().max(FAULTS);
    for (fault, more) in each_kind_once(&report.faults, most, |fault| (fault.player, &fault.words)) {
        let name = paint(BAD, &harmless(&report.standings[fault.player].name));
        let more = summary::same_in_more_games(more);
        lines.push(format!("  {name} in game {}: {}{more}", fault.game, harmless(&fault.words)));
        // A player that is no longer listed cannot play.
        if let [Some(zero), Some(one)] = fault.seats.map(player) {
            let game = GameId { number: fault.game, seed: fault.seed, seats: [0, 1] };
            lines.push(format!("    {}", again.play(|seat| if seat == 0 { zero } else { one }, &game)));
            can_be_played = true;
        }
    }
    lines.extend(can_be_played.then(|| play_again::NOTE.to_string()));
    let with_faults = (0..report.standings.len()).filter(|at| !report.standings[*at].faults.is_empty());
    let programs = with_faults.filter_map(player).filter(|player| player.spec.is_program());
    lines.extend(programs.map(|player| format!("  to find out more: {}", again.check(player))));
    lines
}

/// The last faults, each kind once with its last game, oldest first, at most so
/// many: the last one of every player before a second one of any. The number says how
/// many of the other faults are the same.
pub fn each_kind_once<T>(faults: &[T], most: usize, kind: impl Fn(&T) -> (usize, &str)) -> Vec<(&T, u64)> {
    let mut kinds: Vec<(&T, u64)> = Vec::new();
    for fault in faults.iter().rev() {
        match kinds.iter_mut().find(|(other, _)| kind(other) == kind(fault)) {
            Some((_, more)) => *more += 1,
            None => kinds.push((fault, 0)),
        }
    }
    let mut seen = BTreeSet::new();
    let (last, others): (Vec<usize>, Vec<usize>) =
        (0..kinds.len()).partition(|at| seen.insert(kind(kinds[*at].0).0));
    let mut chosen: Vec<usize> = last.into_iter().chain(others).take(most).collect();
    chosen.sort_unstable();
    chosen.into_iter().rev().map(|at| kinds[at]).collect()
}

/// The least likelihood at which one player is called better than another.
const DECIDED: f64 = 0.9;

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
    Some(match los {
        DECIDED.. => format!("  {better} is better than {other} with {percent} confidence"),
        // A percentage near 50 % reads as a claim, and is none.
        _ => format!("  not decided: {better} or {other} may be the better one; more pairs would tell"),
    })
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

/// Writes what is for other programs, and adds to `lines` where it is.
fn write_tables(report: &Report, outputs: &Outputs, lines: &mut Vec<String>) -> Result<(), Failure> {
    if let Some(folder) = &outputs.reports.csv {
        let elsewhere = "--csv FOLDER writes them elsewhere";
        let made = fs::create_dir_all(folder);
        let shown = |path: &Path| outputs.shown(path);
        made.map_err(|error| output_places::no_folder(folder, &error, shown, &format!("; {elsewhere}")))?;
        for (name, text) in [
            ("standings.csv", web::csv::standings(report)),
            ("crosstable.csv", web::csv::crosstable(report)),
            ("games.csv", web::csv::games(report)),
        ] {
            put(outputs, &folder.join(name), &text, elsewhere)?;
        }
        lines.push(format!("tables: {}", harmless(&outputs.shown(folder))));
    }
    if let Some(path) = &outputs.reports.json {
        let text = serde_json::to_string(report).expect("a report is JSON");
        // Programs that read it there take the last line.
        if path.as_os_str() == STANDARD_OUTPUT {
            lines.push(text);
        } else {
            put(outputs, path, &(text + "\n"), "--json FILE writes it elsewhere")?;
            lines.push(format!("JSON: {}", harmless(&outputs.shown(path))));
        }
    }
    Ok(())
}

/// Puts a file in place as a whole, or not at all.
fn put(outputs: &Outputs, path: &Path, text: &str, elsewhere: &str) -> Result<(), Failure> {
    let written = RecordFile::create(path).and_then(|file| file.finish_text(text));
    let shown = |path: &Path| outputs.shown(path);
    written.map_err(|error| output_places::failed(path, &error, shown, &format!("; {elsewhere}")))
}

#[cfg(test)]
mod tests {
    use league::report::FaultNote;

    use super::*;

    #[test]
    fn each_kind_of_fault_is_shown_once_with_its_last_game() {
        fn last(faults: &[FaultNote]) -> Vec<(&FaultNote, u64)> {
            each_kind_once(faults, FAULTS, |fault| (fault.player, &fault.words))
        }
        let fault = |(player, game, words): (usize, u64, &str)| FaultNote {
            player,
            game,
            seed: 0,
            seats: [0, 1],
            cause: "time".into(),
            words: words.into(),
        };
        let all = [(0, 1, "late"), (0, 2, "late"), (1, 3, "late"), (0, 4, "later"), (0, 5, "late")];
        let all: Vec<FaultNote> = all.into_iter().map(fault).collect();
        let shown: Vec<(u64, u64)> = last(&all).iter().map(|(it, more)| (it.game, *more)).collect();
        assert_eq!(shown, [(3, 0), (4, 0), (5, 2)]);
        let many: Vec<FaultNote> =
            (0..9).map(|game| FaultNote { words: game.to_string(), game, ..all[0].clone() }).collect();
        assert_eq!(last(&many).len(), FAULTS);
        assert_eq!(last(&many)[0].0.game, 3);
        // Whoever had one long ago is not hidden by another's many.
        let mut hidden = many.clone();
        hidden[1].player = 1;
        let shown: Vec<u64> = last(&hidden).iter().map(|(it, _)| it.game).collect();
        assert_eq!(shown, [1, 4, 5, 6, 7, 8]);
    }
}

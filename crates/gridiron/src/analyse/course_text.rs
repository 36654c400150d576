//! A recorded game without secrets as a person reads it.

use anstyle::Style;
use games::{Entry, Seat};

use super::course::{Course, Ply};
use super::graph::{self, Axis};
use super::moves::line;
use super::table::{Cell, Side, clipped, faint, plain, table};
use super::words::{self, in_words, to_seat_zero};
use crate::draw::{self, BOLD, FAINT, of_seat, paint};
use crate::failure::harmless;

pub fn text(entry: &Entry, course: &Course<'_>, columns: usize) -> String {
    let mut text = words::headline(entry, course.record);
    if course.plies.is_empty() {
        return text + "nothing was played\n";
    }
    text += "\n";
    text += &every_ply(entry, course, columns);
    text += "\n";
    text += &graph(entry, course, columns);
    text += "\n";
    text += &turning_points(entry, course, columns);
    text += "\n";
    text + &totals(entry, course)
}

/// A value in the colour of whoever is ahead.
fn value(entry: &Entry, course: &Course<'_>, ply: &Ply<'_>, at: usize) -> Cell {
    let weighed = [&ply.judged.best, &ply.judged.played][at];
    let score = ply.before_and_after()[at];
    let style = match score {
        score if score > 0.0 => of_seat(Seat::Zero),
        score if score < 0.0 => of_seat(Seat::One),
        _ => Style::new(),
    };
    let worth = if at == 0 { weighed.value } else { weighed.value.after_move() };
    (to_seat_zero(entry, &worth, ply.seat(), course.decimals), style)
}

fn every_ply(entry: &Entry, course: &Course<'_>, columns: usize) -> String {
    let row = |ply: &Ply<'_>| {
        let is_worse = ply.is_chosen() && course.is_clearly_worse(ply);
        let loss =
            if is_worse { plain(words::unsigned(ply.judged.loss(), course.decimals)) } else { plain("") };
        let note = match &ply.written.by {
            Some(by) => faint(format!("by the {by}")),
            None if is_worse => plain(line(&ply.judged.best.line)),
            None => plain(""),
        };
        // What the rules put in the place of an answer that was none.
        let fault = ply.written.fault.as_ref().map(|fault| format!(" ({fault})")).unwrap_or_default();
        vec![
            faint(ply.number),
            (entry.seats[ply.seat().index()].to_string(), of_seat(ply.seat())),
            plain(harmless(&format!("{}{fault}", ply.written.action))),
            value(entry, course, ply, 0),
            value(entry, course, ply, 1),
            loss,
            note,
        ]
    };
    let titles = [
        ("ply", Side::Right),
        ("", Side::Left),
        ("move", Side::Left),
        ("before", Side::Right),
        ("after", Side::Right),
        ("lost", Side::Right),
        ("better", Side::Left),
    ];
    // A pass that the rules took says nothing of anybody.
    let told = course.plies.iter().filter(|ply| ply.written.by.as_deref() != Some("rules"));
    let rows: Vec<Vec<Cell>> = told.map(row).collect();
    let legend =
        format!("  values: final score expected from the side of {}; {}\n", entry.seats[0], effort(course));
    table(&titles, &rows, columns) + &paint(FAINT, &legend)
}

fn effort<'a>(course: &'a Course<'_>) -> &'a str {
    match course.plies.iter().all(|ply| ply.judged.best.nodes == 0) {
        true => "known from a table",
        false => &course.effort,
    }
}

fn graph(entry: &Entry, course: &Course<'_>, columns: usize) -> String {
    let values = course.values();
    let axis = Axis::new(values.len(), columns);
    format!(
        "{}: above the line {} is ahead, below it {}\n{}{}",
        paint(BOLD, "value"),
        words::seat(entry, Seat::Zero),
        words::seat(entry, Seat::One),
        graph::bars(axis, &values, 0.0),
        axis.labels("ply", 1)
    )
}

fn turning_points(entry: &Entry, course: &Course<'_>, columns: usize) -> String {
    let points = course.turning_points();
    let title = paint(BOLD, "turning points");
    if points.is_empty() {
        return format!("{title}: none, no move was clearly worse than the best\n");
    }
    let mut text = format!("{title}\n");
    for ply in points {
        let [best, played] = [&ply.judged.best, &ply.judged.played];
        let told = |worth| in_words(entry, worth, ply.seat(), course.decimals);
        let begin = format!(
            "  ply {}, {} `{}`: from {} to {}; better was `{}`",
            ply.number,
            words::seat(entry, ply.seat()),
            harmless(&ply.written.action),
            told(&best.value),
            told(&played.value.after_move()),
            best.action,
        );
        // What follows the better move, as far as there is room.
        let room = columns.saturating_sub(draw::width_of(&begin) + 2);
        let rest = clipped(&line(&best.line[1..]), room);
        let rest = if rest.len() < 4 { String::new() } else { format!(": {rest}") };
        text += &format!("{begin}{rest}\n");
    }
    text
}

fn totals(entry: &Entry, course: &Course<'_>) -> String {
    let rows: Vec<Vec<Cell>> = Seat::BOTH
        .into_iter()
        .zip(course.plays())
        .map(|(seat, play)| {
            let name =
                format!("{} ({})", course.record.players[seat.index()].name, entry.seats[seat.index()]);
            vec![
                (harmless(&name), of_seat(seat)),
                plain(play.moves),
                plain(format!(
                    "{} ({:.0} %)",
                    play.best,
                    100.0 * play.best as f64 / play.moves.max(1) as f64
                )),
                plain(words::unsigned(play.mean_loss(), 2)),
            ]
        })
        .collect();
    let titles =
        [("", Side::Left), ("moves", Side::Right), ("best", Side::Right), ("lost on average", Side::Right)];
    table(&titles, &rows, usize::MAX)
}

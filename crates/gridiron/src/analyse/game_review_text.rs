//! The review of a game without secrets, as text for people.

use anstyle::Style;
use games::{GameEntry, Seat};
use referee::DecidedBy;
use referee::review::{GameReview, ReviewedPly};

use super::describe::{self, in_words, to_seat_zero};
use super::graph::{self, Axis};
use super::move_list::line;
use crate::failure::harmless;
use crate::terminal::{BOLD, Cell, Column, FAINT, Table, clip, faint, paint, plain, seat_colour, width};

/// A line of moves is not clipped below this width.
pub const NARROWEST_LINE: usize = 8;

/// Every ply, a graph of the values, the turning points and the accuracies, to stand
/// below the headline. `budget` says how long was searched.
pub fn text(entry: &GameEntry, review: &GameReview<'_>, budget: &str, columns: usize) -> String {
    if review.plies.is_empty() {
        return "no action was played\n".to_string();
    }
    let mut text = String::from("\n");
    text += &every_ply(entry, review, budget, columns);
    text += "\n";
    text += &graph(entry, review, columns);
    text += "\n";
    text += &turning_points(entry, review, columns);
    text += "\n";
    text + &accuracies(entry, review)
}

/// A value in the colour of the seat that is ahead: 0 before the move, 1 after it.
fn value(entry: &GameEntry, review: &GameReview<'_>, ply: &ReviewedPly<'_>, at: usize) -> Cell {
    let weighed = [&ply.comparison.best, &ply.comparison.played][at];
    let score = ply.before_and_after()[at];
    let style = match score {
        score if score > 0.0 => seat_colour(Seat::Zero),
        score if score < 0.0 => seat_colour(Seat::One),
        _ => Style::new(),
    };
    let worth = if at == 0 { weighed.value } else { weighed.value.after_move() };
    (to_seat_zero(entry, &worth, ply.seat(), review.decimals), style)
}

fn every_ply(entry: &GameEntry, review: &GameReview<'_>, budget: &str, columns: usize) -> String {
    let row = |ply: &ReviewedPly<'_>| {
        let is_worse = ply.is_chosen() && review.is_clearly_worse(ply);
        let loss = if is_worse {
            plain(describe::unsigned(ply.comparison.loss(), review.decimals))
        } else {
            plain("")
        };
        let note = match ply.action.by {
            Some(by) => faint(format!("by the {by}")),
            None if is_worse => plain(line(&ply.comparison.best.line)),
            None => plain(""),
        };
        // The rules replaced an unreadable move.
        let fault = ply.action.fault.as_ref().map(|fault| format!(" ({fault})")).unwrap_or_default();
        vec![
            faint(ply.number),
            (entry.seats[ply.seat().index()].to_string(), seat_colour(ply.seat())),
            plain(harmless(&format!("{}{fault}", ply.action.action))),
            value(entry, review, ply, 0),
            value(entry, review, ply, 1),
            loss,
            note,
        ]
    };
    let table = Table::new([
        Column::right("ply"),
        Column::left(""),
        Column::left("move"),
        Column::right("before"),
        Column::right("after"),
        Column::right("lost"),
        Column::left("better").clippable(NARROWEST_LINE),
    ]);
    // A pass that the rules made says nothing about a player.
    let shown = review.plies.iter().filter(|ply| ply.action.by != Some(DecidedBy::Rules));
    let effort = effort(review, budget);
    let legend = format!("  values: final score expected from the side of {}; {effort}\n", entry.seats[0]);
    table.with_rows(shown.map(row)).text(columns) + &paint(FAINT, &legend)
}

/// How long was searched, or that no search was needed.
fn effort<'a>(review: &GameReview<'_>, budget: &'a str) -> &'a str {
    match review.plies.iter().all(|ply| ply.comparison.best.nodes == 0) {
        true => "known from a table",
        false => budget,
    }
}

fn graph(entry: &GameEntry, review: &GameReview<'_>, columns: usize) -> String {
    let values = review.values();
    let axis = Axis::new(values.len(), columns);
    format!(
        "{}: above the line {} is ahead, below it {}\n{}{}",
        paint(BOLD, "value"),
        describe::seat(entry, Seat::Zero),
        describe::seat(entry, Seat::One),
        graph::bars(axis, &values, 0.0),
        axis.labels("ply", 1)
    )
}

fn turning_points(entry: &GameEntry, review: &GameReview<'_>, columns: usize) -> String {
    let points = review.turning_points();
    let title = paint(BOLD, "turning points");
    if points.is_empty() {
        return format!("{title}: none, no move was clearly worse than the best\n");
    }
    let mut text = format!("{title}\n");
    for ply in points {
        let [best, played] = [&ply.comparison.best, &ply.comparison.played];
        let value = |worth| in_words(entry, worth, ply.seat(), review.decimals);
        let begin = format!(
            "  ply {}, {} `{}`: from {} to {}; better was `{}`",
            ply.number,
            describe::seat(entry, ply.seat()),
            harmless(&ply.action.action),
            value(&best.value),
            value(&played.value.after_move()),
            best.action,
        );
        // The line after the better move, as far as there is room.
        let room = columns.saturating_sub(width(&begin) + 2);
        let rest = clip(&line(&best.line[1..]), room);
        let rest = if rest.len() < 4 { String::new() } else { format!(": {rest}") };
        text += &format!("{begin}{rest}\n");
    }
    text
}

/// One row for each player.
fn accuracies(entry: &GameEntry, review: &GameReview<'_>) -> String {
    let rows = Seat::BOTH.into_iter().zip(review.accuracies()).map(|(seat, accuracy)| {
        let name = format!("{} ({})", review.record.players[seat.index()].name, entry.seats[seat.index()]);
        vec![
            (harmless(&name), seat_colour(seat)),
            plain(accuracy.moves),
            plain(format!(
                "{} ({:.0} %)",
                accuracy.best,
                100.0 * accuracy.best as f64 / accuracy.moves.max(1) as f64
            )),
            plain(describe::unsigned(accuracy.mean_loss(), 2)),
        ]
    });
    let columns =
        [Column::left(""), Column::right("moves"), Column::right("best"), Column::right("lost on average")];
    Table::new(columns).with_rows(rows).text(usize::MAX)
}

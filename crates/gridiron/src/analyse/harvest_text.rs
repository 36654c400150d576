//! A recorded game of Plantation as a person reads it.

use anstyle::Style;
use games::plantation::Command;
use games::{GameEntry, Seat};
use referee::units::counted;

use super::graph::{self, Axis};
use super::harvest::{Harvest, Order, Tally, Yield, swing};
use super::table::{Cell, Side, clipped, faint, plain, table};
use super::words;
use crate::draw::{self, BOLD, FAINT, of_seat, paint};
use crate::failure::harmless;

/// How many of the largest swings are told.
const TOLD: usize = 5;

/// Stands after a command that came to nothing.
const WASTED: &str = "×";

/// Columns that a line about a command takes besides the answer.
const REST: usize = 67;

/// The widest that the commands of a turn are shown.
const WIDEST: usize = 14;

pub fn text(entry: &GameEntry, harvest: &Harvest<'_>, all: bool, columns: usize) -> String {
    let mut text = words::headline(entry, harvest.record);
    if harvest.orders.is_empty() {
        return text + "nothing was played\n";
    }
    text += "\n";
    text += &match all {
        true => every_command(entry, harvest, columns),
        false => turn_by_turn(entry, harvest, columns),
    };
    text += "\n";
    text += &graph(entry, harvest, columns);
    text += "\n";
    text += &sums(entry, harvest);
    text += "\n";
    text + &largest(entry, harvest, columns)
}

/// A number in the colour of the seat that it is good for.
fn for_seat(score: i64) -> Cell {
    let style = match score {
        1.. => of_seat(Seat::Zero),
        0 => FAINT,
        _ => of_seat(Seat::One),
    };
    (format!("{score:+}"), style)
}

/// What a swing of one's own is shown as.
fn own(swing: i64) -> Cell {
    (format!("{swing:+}"), if swing == 0 { FAINT } else { Style::new() })
}

fn knows(order: &Order<'_>) -> [Cell; 2] {
    let knows = &order.knows;
    let cell =
        |known: u64, all: u64| (format!("{known}/{all}"), if known == 0 { FAINT } else { Style::new() });
    [cell(knows.tiles.into(), knows.all_tiles.into()), cell(knows.points, knows.all_points)]
}

/// `f p b×`
fn in_short(entry: &GameEntry, turn: &[Order<'_>]) -> String {
    let short = |order: &Order<'_>| {
        let word = order.report.command.word();
        let short = entry.forms.iter().find(|form| form.word == word).map_or(word, |form| form.short);
        format!("{short}{}", if order.report.wasted { WASTED } else { "" })
    };
    clipped(&turn.iter().map(short).collect::<Vec<_>>().join(" "), WIDEST)
}

/// A line for each turn: Plus to the left, Minus to the right.
fn turn_by_turn(entry: &GameEntry, harvest: &Harvest<'_>, columns: usize) -> String {
    let turns: Vec<&[Order<'_>]> = harvest.turns().collect();
    let number = |turn: &[Order<'_>]| turn.first().map(|order| order.written.turn);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for both in turns.chunk_by(|one, other| number(one) == number(other)) {
        let mut row = vec![faint(number(both[0]).unwrap_or(0))];
        for seat in Seat::BOTH {
            // The last turn may be the first player's alone.
            let turn = both.iter().find(|turn| turn.first().is_some_and(|order| order.seat() == seat));
            match turn.and_then(|turn| turn.last().map(|last| (turn, knows(last)))) {
                Some((turn, [tiles, points])) => {
                    row.extend([(in_short(entry, turn), of_seat(seat)), own(swing(turn)), tiles, points]);
                }
                None => row.extend([plain(""), plain(""), plain(""), plain("")]),
            }
        }
        let score = both.last().and_then(|turn| turn.last()).map_or(0, |order| order.score);
        row.push(for_seat(score));
        rows.push(row);
    }
    let titles = [
        ("turn", Side::Right),
        (entry.seats[0], Side::Left),
        ("swing", Side::Right),
        ("tiles", Side::Right),
        ("points", Side::Right),
        (entry.seats[1], Side::Left),
        ("swing", Side::Right),
        ("tiles", Side::Right),
        ("points", Side::Right),
        ("score", Side::Right),
    ];
    let letters: Vec<String> =
        entry.forms.iter().map(|form| format!("{} {}", form.short, form.word)).collect();
    let malformed = harvest.orders.iter().any(|order| order.report.command == Command::Malformed);
    let letters = letters.join(" · ") + if malformed { " · ? no command" } else { "" };
    let legend = format!(
        "  {letters} · {WASTED} wasted\n  tiles, points: what it then knew of the other's, and what there was\n"
    );
    table(&titles, &rows, columns) + &paint(FAINT, &legend)
}

/// A line for each command.
fn every_command(entry: &GameEntry, harvest: &Harvest<'_>, columns: usize) -> String {
    // What a scout is shown takes many numbers.
    let room = columns.saturating_sub(REST).clamp(10, 40);
    let row = |order: &Order<'_>| {
        let [tiles, points] = knows(order);
        let reply = clipped(&harmless(&order.written.reply), room);
        vec![
            faint(order.written.turn),
            (entry.seats[order.seat().index()].to_string(), of_seat(order.seat())),
            plain(clipped(&harmless(&order.written.action), 20)),
            (reply, if order.report.wasted { Style::new().bold() } else { Style::new() }),
            own(order.report.swing()),
            tiles,
            points,
            for_seat(order.score),
        ]
    };
    let titles = [
        ("turn", Side::Right),
        ("", Side::Left),
        ("command", Side::Left),
        ("answer", Side::Left),
        ("swing", Side::Right),
        ("tiles", Side::Right),
        ("points", Side::Right),
        ("score", Side::Right),
    ];
    let rows: Vec<Vec<Cell>> = harvest.orders.iter().map(row).collect();
    let legend = "  tiles, points: what its player then knew of the other's, and what there was\n";
    table(&titles, &rows, columns) + &paint(FAINT, legend)
}

fn graph(entry: &GameEntry, harvest: &Harvest<'_>, columns: usize) -> String {
    let last_turn = harvest.orders.last().map_or(0, |order| order.written.turn as usize);
    let (mut scores, mut shares) = (vec![0.0; last_turn], [vec![0.0; last_turn], vec![0.0; last_turn]]);
    for order in &harvest.orders {
        let at = order.written.turn as usize - 1;
        scores[at] = order.score as f64;
        // Of nothing all is known.
        shares[order.seat().index()][at] = order.knows.share().unwrap_or(1.0);
    }
    let axis = Axis::new(last_turn, columns);
    let [zero, one] = entry.seats;
    let mut text = format!(
        "{}: above the line {} is ahead, below it {}\n",
        paint(BOLD, "score"),
        words::seat(entry, Seat::Zero),
        words::seat(entry, Seat::One)
    );
    text += &graph::bars(axis, &scores, 1.0);
    text += &axis.labels("turn", 1);
    text += &format!("{} of the other's points\n", paint(BOLD, "how much was known"));
    text += &graph::shares(axis, zero, Seat::Zero, &shares[0]);
    text + &graph::shares(axis, one, Seat::One, &shares[1])
}

/// What each side's commands came to.
fn sums(entry: &GameEntry, harvest: &Harvest<'_>) -> String {
    let number = |number: i64| if number == 0 { faint("·") } else { plain(number) };
    let of = |one: &Yield| {
        [number(one.count.into()), number(one.gained), number(one.taken), number(one.wasted.into())]
    };
    let is_played = |at: &usize| harvest.tallies.iter().any(|tally| tally.kinds[*at].count > 0);
    let mut rows: Vec<Vec<Cell>> = (0..Tally::KINDS.len())
        .filter(is_played)
        .map(|at| {
            let word = match Tally::KINDS[at] {
                Command::Malformed => "no command",
                kind => kind.word(),
            };
            let [zero, one] = harvest.tallies.each_ref().map(|tally| of(&tally.kinds[at]));
            [plain(word)].into_iter().chain(zero).chain([plain("")]).chain(one).collect()
        })
        .collect();
    let [zero, one] = harvest.tallies.each_ref().map(|tally| of(&tally.all));
    rows.push([plain("together")].into_iter().chain(zero).chain([plain("")]).chain(one).collect());
    let half =
        [("count", Side::Right), ("gained", Side::Right), ("taken", Side::Right), ("wasted", Side::Right)];
    let titles: Vec<(&str, Side)> =
        [("", Side::Left)].into_iter().chain(half).chain([("", Side::Left)]).chain(half).collect();
    // Above the numbers of each.
    let [zero, one] = Seat::BOTH.map(|seat| words::seat(entry, seat));
    let gap = " ".repeat(33 - entry.seats[0].chars().count().min(33));
    let first = rows.iter().map(|row| draw::width_of(&row[0].0)).max().unwrap_or(0) + 4;
    let mut text = format!("{:first$}{zero}{gap}{one}\n", "");
    text += &table(&titles, &rows, usize::MAX);
    for seat in Seat::BOTH {
        let tally = &harvest.tallies[seat.index()];
        let attacks = match (tally.mean_damage(), tally.attacks.count) {
            (None, _) => "no attacks".to_string(),
            (Some(damage), 1) => format!("1 attack took {damage:.0}"),
            (Some(mean), count) => format!("{count} attacks took {mean:.1} on average"),
        };
        let scouts = match tally.scouts() {
            0 => "no scouts".to_string(),
            count => format!(
                "{} showed {}",
                counted(count.into(), "scout", "scouts"),
                counted(tally.shown.into(), "enemy tile", "enemy tiles")
            ),
        };
        text += &format!("  {}: {attacks}; {scouts}\n", words::seat(entry, seat));
    }
    text
}

/// The turns that changed the score most.
fn largest(entry: &GameEntry, harvest: &Harvest<'_>, columns: usize) -> String {
    let mut turns: Vec<&[Order<'_>]> = harvest.turns().filter(|turn| swing(turn) != 0).collect();
    if turns.is_empty() {
        return format!("{}: none\n", paint(BOLD, "largest swings"));
    }
    turns.sort_by_key(|turn| -swing(turn).abs());
    let mut text = format!("{}\n", paint(BOLD, "largest swings"));
    let mut rows = Vec::new();
    for turn in turns.iter().take(TOLD) {
        let Some(order) = turn.first() else { continue };
        let told =
            |order: &Order<'_>| harmless(&format!("{} -> {}", order.written.action, order.written.reply));
        let told: Vec<String> = turn.iter().map(told).collect();
        rows.push(vec![
            plain(format!("turn {}", order.written.turn)),
            (entry.seats[order.seat().index()].to_string(), of_seat(order.seat())),
            own(swing(turn)),
            plain(told.join(", ")),
        ]);
    }
    let titles = [("", Side::Left), ("", Side::Left), ("", Side::Right), ("", Side::Left)];
    let lines = table(&titles, &rows, columns);
    text += lines.trim_start_matches('\n');
    let smallest = turns.get(TOLD - 1).map(|turn| swing(turn).abs());
    let as_large = turns.iter().skip(TOLD).filter(|turn| Some(swing(turn).abs()) == smallest).count();
    if as_large > 0 {
        text += &paint(FAINT, &format!("  and {as_large} more of {}\n", smallest.unwrap_or(0)));
    }
    text
}

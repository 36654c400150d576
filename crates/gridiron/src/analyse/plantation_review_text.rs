//! The review of a game of Plantation, as text for people.

use anstream::adapter::strip_str;
use games::plantation::Command;
use games::{GameEntry, Seat};
use referee::units::counted;

use super::describe;
use super::graph::{self, Axis};
use super::plantation_review::{CommandTotals, PlantationReview, ReviewedCommand, SideTotals, swing};
use crate::failure::harmless;
use crate::terminal::{BOLD, Cell, Column, FAINT, PLAIN, Table, clip, faint, pad, paint, plain, seat_colour};

/// The most swings that are shown.
const SWINGS: usize = 5;

/// Marks a command without any effect.
const WASTED: &str = "×";

/// What two of the columns mean.
const KNOWLEDGE: &str = "tiles, points: of the other side, as known to the player / in all";

/// The widest column with the commands of a turn.
const WIDEST_TURN: usize = 14;

/// The widest and narrowest column with the replies of the game. The reply to a
/// scout has many numbers.
const WIDEST_REPLY: usize = 40;
const NARROWEST_REPLY: usize = 10;

/// Turns or commands, the score and what was known, totals and largest swings, to
/// stand below the headline.
pub fn text(entry: &GameEntry, review: &PlantationReview<'_>, all: bool, columns: usize) -> String {
    if review.commands.is_empty() {
        return "no action was played\n".to_string();
    }
    let mut text = String::from("\n");
    text += &match all {
        true => every_command(entry, review, columns),
        false => turn_by_turn(entry, review, columns),
    };
    text += "\n";
    text += &graph(entry, review, columns);
    text += "\n";
    text += &totals(entry, review);
    text += "\n";
    text + &largest_swings(entry, review, columns)
}

/// A score in the colour of the seat that is ahead.
fn score_cell(score: i64) -> Cell {
    let style = match score {
        1.. => seat_colour(Seat::Zero),
        0 => FAINT,
        _ => seat_colour(Seat::One),
    };
    (format!("{score:+}"), style)
}

/// How much a player changed the score, from its own side.
fn swing_cell(swing: i64) -> Cell {
    (format!("{swing:+}"), if swing == 0 { FAINT } else { PLAIN })
}

/// Tiles and points of the other side: known and in all.
fn knowledge_cells(command: &ReviewedCommand<'_>) -> [Cell; 2] {
    let knows = &command.knows;
    let cell = |known: u64, all: u64| (format!("{known}/{all}"), if known == 0 { FAINT } else { PLAIN });
    [cell(knows.tiles.into(), knows.all_tiles.into()), cell(knows.points, knows.all_points)]
}

/// The commands of a turn by their short names: `f p b×`.
fn short_names(entry: &GameEntry, turn: &[ReviewedCommand<'_>]) -> String {
    let short = |command: &ReviewedCommand<'_>| {
        let word = command.report.command.word();
        let short = entry.forms.iter().find(|form| form.word == word).map_or(word, |form| form.short);
        format!("{short}{}", if command.report.wasted { WASTED } else { "" })
    };
    clip(&turn.iter().map(short).collect::<Vec<_>>().join(" "), WIDEST_TURN)
}

/// A line for each turn: seat 0 to the left, seat 1 to the right.
fn turn_by_turn(entry: &GameEntry, review: &PlantationReview<'_>, columns: usize) -> String {
    let turns: Vec<&[ReviewedCommand<'_>]> = review.turns().collect();
    let number = |turn: &[ReviewedCommand<'_>]| turn.first().map(|command| command.action.turn);
    let side = |name: &str| {
        [Column::left(name), Column::right("swing"), Column::right("tiles"), Column::right("points")]
    };
    let [zero, one] = entry.seats.map(side);
    let columns_of =
        [Column::right("turn")].into_iter().chain(zero).chain(one).chain([Column::right("score")]);
    let mut table = Table::new(columns_of);
    for both in turns.chunk_by(|one, other| number(one) == number(other)) {
        let mut row = vec![faint(number(both[0]).unwrap_or(0))];
        for seat in Seat::BOTH {
            // In the last turn only one seat may have played.
            let turn = both.iter().find(|turn| turn.first().is_some_and(|command| command.seat() == seat));
            match turn.and_then(|turn| turn.last().map(|last| (turn, knowledge_cells(last)))) {
                Some((turn, [tiles, points])) => {
                    row.extend([
                        (short_names(entry, turn), seat_colour(seat)),
                        swing_cell(swing(turn)),
                        tiles,
                        points,
                    ]);
                }
                None => row.extend([plain(""), plain(""), plain(""), plain("")]),
            }
        }
        let score = both.last().and_then(|turn| turn.last()).map_or(0, |command| command.score);
        row.push(score_cell(score));
        table.row(row);
    }
    let letters: Vec<String> =
        entry.forms.iter().map(|form| format!("{} {}", form.short, form.word)).collect();
    let malformed = review.commands.iter().any(|command| command.report.command == Command::Malformed);
    let letters = letters.join(" · ") + if malformed { " · ? unreadable" } else { "" };
    let legend = format!("  {letters} · {WASTED} wasted\n  {KNOWLEDGE}\n");
    table.text(columns) + &paint(FAINT, &legend)
}

/// A line for each command.
fn every_command(entry: &GameEntry, review: &PlantationReview<'_>, columns: usize) -> String {
    let row = |command: &ReviewedCommand<'_>| {
        let [tiles, points] = knowledge_cells(command);
        let reply = clip(&harmless(&command.action.reply), WIDEST_REPLY);
        vec![
            faint(command.action.turn),
            (entry.seats[command.seat().index()].to_string(), seat_colour(command.seat())),
            plain(clip(&harmless(&command.action.action), 20)),
            (reply, if command.report.wasted { BOLD } else { PLAIN }),
            swing_cell(command.report.swing()),
            tiles,
            points,
            score_cell(command.score),
        ]
    };
    let table = Table::new([
        Column::right("turn"),
        Column::left(""),
        Column::left("command"),
        Column::left("reply").clippable(NARROWEST_REPLY),
        Column::right("swing"),
        Column::right("tiles"),
        Column::right("points"),
        Column::right("score"),
    ]);
    let legend = format!("  {KNOWLEDGE}\n");
    table.with_rows(review.commands.iter().map(row)).text(columns) + &paint(FAINT, &legend)
}

fn graph(entry: &GameEntry, review: &PlantationReview<'_>, columns: usize) -> String {
    let last_turn = review.commands.last().map_or(0, |command| command.action.turn as usize);
    let (mut scores, mut shares) = (vec![0.0; last_turn], [vec![0.0; last_turn], vec![0.0; last_turn]]);
    for command in &review.commands {
        let at = command.action.turn as usize - 1;
        scores[at] = command.score as f64;
        // Where there is nothing to know, all is known.
        shares[command.seat().index()][at] = command.knows.share().unwrap_or(1.0);
    }
    let axis = Axis::new(last_turn, columns);
    let [zero, one] = entry.seats;
    let mut text = format!(
        "{}: above the line {} is ahead, below it {}\n",
        paint(BOLD, "score"),
        describe::seat(entry, Seat::Zero),
        describe::seat(entry, Seat::One)
    );
    text += &graph::bars(axis, &scores, 1.0);
    text += &axis.labels("turn", 1);
    text += &format!("{} of the other's points\n", paint(BOLD, "how much was known"));
    text += &graph::shares(axis, zero, Seat::Zero, &shares[0]);
    text + &graph::shares(axis, one, Seat::One, &shares[1])
}

/// What each side's commands gained, took and wasted.
fn totals(entry: &GameEntry, review: &PlantationReview<'_>) -> String {
    let number = |number: i64| if number == 0 { faint("·") } else { plain(number) };
    let of = |one: &CommandTotals| {
        [number(one.count.into()), number(one.gained), number(one.taken), number(one.wasted.into())]
    };
    let is_played = |at: &usize| review.totals.iter().any(|side| side.kinds[*at].count > 0);
    let half = ["count", "gained", "taken", "wasted"].map(Column::right);
    let columns = [Column::left("")].into_iter().chain(half.clone()).chain([Column::spacer()]).chain(half);
    let mut table = Table::new(columns);
    let row = |word: &str, [zero, one]: [[Cell; 4]; 2]| -> Vec<Cell> {
        [plain(word)].into_iter().chain(zero).chain([plain("")]).chain(one).collect()
    };
    for at in (0..SideTotals::KINDS.len()).filter(is_played) {
        let word = match SideTotals::KINDS[at] {
            Command::Malformed => "unreadable",
            kind => kind.word(),
        };
        table.row(row(word, review.totals.each_ref().map(|side| of(&side.kinds[at]))));
    }
    table.row(row("all", review.totals.each_ref().map(|side| of(&side.all))));
    let lines = table.lines(usize::MAX);
    // Each seat's name stands above its first column.
    let titles = lines.first().map(|line| strip_str(line).to_string()).unwrap_or_default();
    let starts: Vec<usize> = titles.match_indices("count").map(|(at, _)| at).collect();
    let mut text = String::new();
    for (seat, start) in Seat::BOTH.into_iter().zip(starts) {
        text = pad(&text, start) + &describe::seat(entry, seat);
    }
    text += "\n";
    text.extend(lines.iter().map(|line| format!("{line}\n")));
    for seat in Seat::BOTH {
        let totals = &review.totals[seat.index()];
        let attacks = match (totals.mean_damage(), totals.attacks.count) {
            (None, _) => "no attacks".to_string(),
            (Some(damage), 1) => format!("1 attack took {damage:.0}"),
            (Some(mean), count) => format!("{count} attacks took {mean:.1} on average"),
        };
        let scouts = match totals.scouts() {
            0 => "no scouts".to_string(),
            count => format!(
                "{} showed {}",
                counted(count.into(), "scout", "scouts"),
                counted(totals.shown.into(), "enemy tile", "enemy tiles")
            ),
        };
        text += &format!("  {}: {attacks}; {scouts}\n", describe::seat(entry, seat));
    }
    text
}

/// The turns that changed the score most.
fn largest_swings(entry: &GameEntry, review: &PlantationReview<'_>, columns: usize) -> String {
    let mut turns: Vec<&[ReviewedCommand<'_>]> = review.turns().filter(|turn| swing(turn) != 0).collect();
    if turns.is_empty() {
        return format!("{}: none\n", paint(BOLD, "largest swings"));
    }
    turns.sort_by_key(|turn| -swing(turn).abs());
    let mut text = format!("{}\n", paint(BOLD, "largest swings"));
    let mut table =
        Table::new([Column::left(""), Column::left(""), Column::right(""), Column::left("").clippable(8)]);
    for turn in turns.iter().take(SWINGS) {
        let Some(command) = turn.first() else { continue };
        let exchange = |command: &ReviewedCommand<'_>| {
            harmless(&format!("{} -> {}", command.action.action, command.action.reply))
        };
        let exchanges: Vec<String> = turn.iter().map(exchange).collect();
        table.row([
            plain(format!("turn {}", command.action.turn)),
            (entry.seats[command.seat().index()].to_string(), seat_colour(command.seat())),
            swing_cell(swing(turn)),
            plain(exchanges.join(", ")),
        ]);
    }
    text += &table.text(columns);
    let smallest = turns.get(SWINGS - 1).map(|turn| swing(turn).abs());
    let as_large = turns.iter().skip(SWINGS).filter(|turn| Some(swing(turn).abs()) == smallest).count();
    if as_large > 0 {
        text += &paint(FAINT, &format!("  and {as_large} more of {}\n", smallest.unwrap_or(0)));
    }
    text
}

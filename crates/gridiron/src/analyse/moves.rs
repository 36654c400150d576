//! A position without secrets: every move with what it is worth.

use ai::analysis::{Analyst, EvaluatedMove};
use games::{Entry, Seat, Session, Status, Viewpoint};
use serde_json::{Value, json};

use super::effort::Effort;
use super::table::{Cell, Side, faint, plain, table};
use super::words::{self, to_the_mover};
use crate::draw::{self, BOLD, FAINT};
use crate::failure::Failure;
use crate::{draw::paint, narrate, width};

/// A position and what its moves are worth.
pub struct Moves {
    session: Box<dyn Session>,
    decimals: usize,
    weighed: Vec<EvaluatedMove>,
}

/// Lines of a screen besides moves and board: who is to move, titles, what was
/// looked at, and the next prompt.
const BESIDES: usize = 7;

/// Where nobody knows how large the screen is.
const USUAL_LINES: usize = 40;

impl Moves {
    pub fn of(
        session: Box<dyn Session>,
        analyst: &mut dyn Analyst,
        effort: &mut Effort,
    ) -> Result<Moves, Failure> {
        effort.note("weighing every move");
        let weighed = effort.within(|limits, _| analyst.evaluate_moves(&*session, limits))?;
        effort.clear();
        Ok(Moves { session, decimals: analyst.decimals(), weighed })
    }

    fn seat(&self) -> Seat {
        self.session.status().seat().unwrap_or(Seat::Zero)
    }

    pub fn text(&self, entry: &Entry, all: bool, columns: usize) -> String {
        let grid = self.session.grid(Viewpoint::All);
        let mut text = draw::board(&grid) + &narrate::totals(entry, &grid);
        let turn = match self.session.status() {
            Status::ToAct { turn, .. } => turn,
            Status::Over(_) => 0,
        };
        text += &format!("turn {turn}, {} to move\n\n", words::seat(entry, self.seat()));
        let lines = width::of_screen().map_or(USUAL_LINES, |(_, lines)| lines);
        let room = lines.saturating_sub(text.lines().count() + BESIDES).max(5);
        let count = self.weighed.len();
        // A single line more is better shown than told of.
        let shown = if all || count <= room + 1 { count } else { room };
        let titles =
            [("move", Side::Left), ("value", Side::Right), ("depth", Side::Right), ("best line", Side::Left)];
        let best = self.weighed.first().map(|weighed| weighed.value);
        let row = |weighed: &EvaluatedMove| -> Vec<Cell> {
            let style = if Some(weighed.value) == best { BOLD } else { anstyle::Style::new() };
            vec![
                (weighed.action.clone(), style),
                (to_the_mover(&weighed.value, self.decimals), style),
                match weighed.depth {
                    0 => faint("table"),
                    depth => plain(depth),
                },
                faint(line(&weighed.line)),
            ]
        };
        let rows: Vec<Vec<Cell>> = self.weighed[..shown].iter().map(row).collect();
        text += &table(&titles, &rows, columns);
        if shown < count {
            text += &paint(FAINT, &format!("  and {} more: add --all\n", count - shown));
        }
        text + &self.footer(entry)
    }

    fn footer(&self, entry: &Entry) -> String {
        let nodes = self.weighed.first().map_or(0, |weighed| weighed.nodes);
        let by = if nodes == 0 {
            "known from a table".to_string()
        } else {
            format!("{} looked at", words::positions(nodes))
        };
        let text =
            format!("  value: the final score expected by {}; {by}\n", entry.seats[self.seat().index()]);
        paint(FAINT, &text)
    }

    pub fn as_json(&self, entry: &Entry) -> Value {
        json!({
            "game": entry.name,
            "position": self.session.position(),
            "seat": self.seat().index(),
            "nodes": self.weighed.first().map_or(0, |weighed| weighed.nodes),
            "moves": self.weighed.iter().map(words::weighed_as_json).collect::<Vec<_>>(),
        })
    }
}

/// Moves of numbers need something between them.
pub fn line(moves: &[String]) -> String {
    moves.join(" · ")
}

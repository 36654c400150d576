//! A position without secrets: every legal move with its value, best first.

use ai::analysis::{Analyst, EvaluatedMove};
use games::{GameEntry, Seat, Session, Status, Viewpoint};
use serde_json::{Value, json};

use super::describe::{self, to_the_mover};
use super::game_review_text::NARROWEST_LINE;
use super::search_budget::SearchBudget;
use crate::failure::Failure;
use crate::terminal::{self, BOLD, Cell, Column, FAINT, PLAIN, Table, faint, paint, plain};
use crate::{draw, narrate};

/// A position and the values of its moves.
pub struct MoveList {
    session: Box<dyn Session>,
    decimals: usize,
    /// Best first.
    moves: Vec<EvaluatedMove>,
}

/// Lines of the screen that are neither board nor moves: who is to move, titles,
/// the footer and the next prompt.
const OTHER_LINES: usize = 7;

/// The height where the size of the terminal is unknown.
const USUAL_LINES: usize = 40;

impl MoveList {
    /// Searches the position. An interruption ends the search.
    pub fn of(
        session: Box<dyn Session>,
        analyst: &mut dyn Analyst,
        budget: &mut SearchBudget,
    ) -> Result<MoveList, Failure> {
        budget.note("searching every move");
        let moves = budget.run(|limits, _| analyst.evaluate_moves(&*session, limits))?;
        budget.clear();
        Ok(MoveList { session, decimals: analyst.decimals(), moves })
    }

    fn seat(&self) -> Seat {
        self.session.status().seat().unwrap_or(Seat::Zero)
    }

    /// The board and the moves, as many as fit the screen or `all`.
    pub fn text(&self, entry: &GameEntry, all: bool, columns: usize) -> String {
        let grid = self.session.grid(Viewpoint::All);
        let mut text = draw::board(&grid) + &narrate::totals(entry, &grid);
        let turn = match self.session.status() {
            Status::ToAct { turn, .. } => turn,
            Status::Over(_) => 0,
        };
        text += &format!("turn {turn}, {} to move\n\n", describe::seat(entry, self.seat()));
        let lines = terminal::size().map_or(USUAL_LINES, |(_, lines)| lines);
        let room = lines.saturating_sub(text.lines().count() + OTHER_LINES).max(5);
        let count = self.moves.len();
        // "and 1 more" would take as much room as that move.
        let shown = if all || count <= room + 1 { count } else { room };
        let best = self.moves.first().map(|weighed| weighed.value);
        let row = |weighed: &EvaluatedMove| -> Vec<Cell> {
            let style = if Some(weighed.value) == best { BOLD } else { PLAIN };
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
        let table = Table::new([
            Column::left("move"),
            Column::right("value"),
            Column::right("depth"),
            Column::left("best line").clippable(NARROWEST_LINE),
        ]);
        text += &table.with_rows(self.moves[..shown].iter().map(row)).text(columns);
        if shown < count {
            text += &paint(FAINT, &format!("  and {} more: add --all\n", count - shown));
        }
        text + &self.footer(entry)
    }

    fn footer(&self, entry: &GameEntry) -> String {
        let nodes = self.moves.first().map_or(0, |weighed| weighed.nodes);
        let by = if nodes == 0 {
            "known from a table".to_string()
        } else {
            format!("{} searched", describe::positions(nodes))
        };
        let text =
            format!("  value: the final score expected by {}; {by}\n", entry.seats[self.seat().index()]);
        paint(FAINT, &text)
    }

    /// The list for programs.
    pub fn as_json(&self, entry: &GameEntry) -> Value {
        json!({
            "game": entry.name,
            "position": self.session.position(),
            "seat": self.seat().index(),
            "nodes": self.moves.first().map_or(0, |weighed| weighed.nodes),
            "moves": self.moves.iter().map(describe::weighed_as_json).collect::<Vec<_>>(),
        })
    }
}

/// Moves with dots between them, since a move may consist of several numbers.
pub fn line(moves: &[String]) -> String {
    moves.join(" · ")
}

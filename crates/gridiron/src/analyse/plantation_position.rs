//! A position of Plantation: both sides' tiles, what each side knows, and the best
//! use of every command.

use ai::analysis::plantation::{CommandEffect, Knowledge, KnowledgeTracker, Prospect, prospects};
use games::{GameEntry, Grid, Seat, Session, Status, Viewpoint};
use referee::Record;
use serde_json::{Value, json};

use super::describe;
use super::input;
use super::plantation_review::knowledge_as_json;
use crate::draw;
use crate::failure::Failure;
use crate::terminal::{Cell, Column, FAINT, Table, faint, pad, paint, plain, width};

/// A position with what each side knows and what each command would bring.
pub struct PlantationPosition {
    session: Box<dyn Session>,
    /// What each seat has found out. `None` if the game before is unknown.
    knowledge: Option<[Knowledge; 2]>,
    prospects: Vec<Prospect>,
}

impl PlantationPosition {
    /// A position without a game that led to it.
    pub fn of(session: Box<dyn Session>) -> Result<PlantationPosition, Failure> {
        PlantationPosition::with(session, None)
    }

    /// The position of a game after `ply` actions.
    pub fn at(record: &Record, ply: usize) -> Result<PlantationPosition, Failure> {
        let session = input::position_before(record, ply)?;
        let mut witness = KnowledgeTracker::new(&*input::start_of(record)?);
        input::replay_each(record, &mut |session, at| {
            let written = &record.actions[at];
            if at < ply {
                witness.observe(session, written.seat, written.turn);
            }
            Ok(())
        })?;
        let knowledge = Seat::BOTH.map(|seat| witness.knowledge(&*session, seat));
        PlantationPosition::with(session, Some(knowledge))
    }

    fn with(
        session: Box<dyn Session>,
        knowledge: Option<[Knowledge; 2]>,
    ) -> Result<PlantationPosition, Failure> {
        let prospects = prospects(&*session);
        let prospects =
            prospects.ok_or_else(|| Failure::Failed("this is not a game of Plantation".into()))?;
        Ok(PlantationPosition { session, knowledge, prospects })
    }

    /// The boards and the table of commands.
    pub fn text(&self, entry: &GameEntry, columns: usize) -> String {
        let mut text = boards(entry, &*self.session, columns);
        if let Some(knowledge) = &self.knowledge {
            for seat in Seat::BOTH {
                let Knowledge { tiles, all_tiles, points, all_points } = knowledge[seat.index()];
                text += &format!(
                    "{} has found {tiles} of {all_tiles} enemy tiles, and {points} of {all_points} points\n",
                    describe::seat(entry, seat)
                );
            }
        }
        let Status::ToAct { seat, turn, actions_left } = self.session.status() else { return text };
        let moves = if actions_left == 1 { "1 move".to_string() } else { format!("{actions_left} moves") };
        text += &format!("turn {turn}, {} to act with {moves} left\n\n", describe::seat(entry, seat));
        let rows = self.prospects.iter().map(|prospect| row(prospect, actions_left));
        let table = Table::new([
            Column::left("command"),
            Column::right("ways"),
            Column::right("swing"),
            Column::left("best"),
            Column::left("").clippable(8),
        ]);
        text += &table.with_rows(rows).text(columns);
        let note = "  computed from the whole board: the player sees only its own tiles\n";
        text + &paint(FAINT, note)
    }

    /// The same for programs.
    pub fn as_json(&self, entry: &GameEntry) -> Value {
        let (seat, turn, left) = match self.session.status() {
            Status::ToAct { seat, turn, actions_left } => (seat.index(), turn, actions_left),
            Status::Over(_) => (0, 0, 0),
        };
        let truth = self.session.grid(Viewpoint::All);
        let prospects = self.prospects.iter().map(|prospect| {
            json!({
                "command": prospect.command.word(),
                "ways": prospect.count,
                "best": prospect.best.as_ref().map(|(action, report)| json!({
                    "action": action.to_string(),
                    "swing": report.swing(),
                    "gained": report.gained,
                    "taken": report.taken,
                    "shown": report.shown,
                    "as_good": prospect.as_good,
                })),
            })
        });
        json!({
            "game": entry.name,
            "position": self.session.position(),
            "seat": seat,
            "turn": turn,
            "moves_left": left,
            "scores": Seat::BOTH.map(|seat| truth.total(seat)),
            "sees": Seat::BOTH.map(|seat| self.session.grid(Viewpoint::Seat(seat)).signed_rows()),
            "knows": self.knowledge.map(|both| both.each_ref().map(knowledge_as_json)),
            "commands": prospects.collect::<Vec<_>>(),
        })
    }
}

fn row(prospect: &Prospect, left: u32) -> Vec<Cell> {
    let word = plain(prospect.command.word());
    let Some((action, report)) = &prospect.best else {
        let why = match prospect.command.cost() > left {
            true => "takes 2 moves",
            false => "none is legal",
        };
        return vec![word, faint(0), faint(""), faint(why)];
    };
    let others = match prospect.as_good {
        1 => String::new(),
        count if count == prospect.count => "all equal".to_string(),
        count => format!("and {} as good", count - 1),
    };
    let (swing, why) = (report.swing(), effect_of(report));
    vec![
        word,
        plain(prospect.count),
        if swing == 0 { faint("+0") } else { plain(format!("{swing:+}")) },
        plain(action),
        faint([why, others].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")),
    ]
}

/// `takes 3`, `shows 1 enemy tile`.
fn effect_of(report: &CommandEffect) -> String {
    match (report.taken, report.shown) {
        (0, 0) => String::new(),
        (0, 1) => "shows 1 enemy tile".to_string(),
        (0, shown) => format!("shows {shown} enemy tiles"),
        (taken, _) => format!("takes {taken}"),
    }
}

/// Each side's tiles, side by side where there is room. Together they are the
/// whole board.
fn boards(entry: &GameEntry, session: &dyn Session, columns: usize) -> String {
    const GAP: usize = 4;
    let halves = Seat::BOTH.map(|seat| {
        let grid: Grid = session.grid(Viewpoint::Seat(seat));
        let title = format!("    {} sees its own: {}", describe::seat(entry, seat), grid.total(seat));
        format!("{title}\n{}", draw::board(&grid))
    });
    let wide = |text: &str| text.lines().map(width).max().unwrap_or(0);
    let [left, right] = &halves;
    if wide(left) + GAP + wide(right) > columns {
        return halves.concat();
    }
    let column = wide(left) + GAP;
    let beside = left.lines().zip(right.lines()).map(|(left, right)| pad(left, column) + right + "\n");
    beside.collect()
}

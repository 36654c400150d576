//! A position of Plantation: who holds what, what each side sees, and what every
//! command would come to.

use ai::analysis::plantation::{CommandEffect, Knowledge, KnowledgeTracker, Prospect, prospects};
use games::{Entry, Grid, Seat, Session, Status, Viewpoint};
use referee::Record;
use serde_json::{Value, json};

use super::harvest::knowledge_as_json;
use super::subject;
use super::table::{Cell, Side, faint, plain, table};
use super::words;
use crate::draw::{self, FAINT, paint};
use crate::failure::Failure;

/// A position and all there is to say of it.
pub struct Field {
    session: Box<dyn Session>,
    /// What each seat has found out, where the game so far is known.
    knowledge: Option<[Knowledge; 2]>,
    prospects: Vec<Prospect>,
}

impl Field {
    /// A position that came from nowhere.
    pub fn of(session: Box<dyn Session>) -> Result<Field, Failure> {
        Field::with(session, None)
    }

    /// A position of a game.
    pub fn at(record: &Record, ply: usize) -> Result<Field, Failure> {
        let session = subject::moment(record, ply)?;
        let mut witness = KnowledgeTracker::new(&*subject::started(record)?);
        subject::replayed(record, &mut |session, at| {
            let written = &record.actions[at];
            if at < ply {
                witness.observe(session, Seat::from_parity(usize::from(written.seat)), written.turn);
            }
            Ok(())
        })?;
        let knowledge = Seat::BOTH.map(|seat| witness.knowledge(&*session, seat));
        Field::with(session, Some(knowledge))
    }

    fn with(session: Box<dyn Session>, knowledge: Option<[Knowledge; 2]>) -> Result<Field, Failure> {
        let prospects = prospects(&*session);
        let prospects = prospects.ok_or_else(|| Failure::Failed("this is no game of Plantation".into()))?;
        Ok(Field { session, knowledge, prospects })
    }

    pub fn text(&self, entry: &Entry, columns: usize) -> String {
        let mut text = boards(entry, &*self.session, columns);
        if let Some(knowledge) = &self.knowledge {
            for seat in Seat::BOTH {
                let Knowledge { tiles, all_tiles, points, all_points } = knowledge[seat.index()];
                text += &format!(
                    "{} has found {tiles} of {all_tiles} enemy tiles, and {points} of {all_points} points\n",
                    words::seat(entry, seat)
                );
            }
        }
        let Status::ToAct { seat, turn, actions_left } = self.session.status() else { return text };
        let moves = if actions_left == 1 { "1 move".to_string() } else { format!("{actions_left} moves") };
        text += &format!("turn {turn}, {} to act with {moves} left\n\n", words::seat(entry, seat));
        let rows: Vec<Vec<Cell>> =
            self.prospects.iter().map(|prospect| row(prospect, actions_left)).collect();
        let titles = [
            ("command", Side::Left),
            ("ways", Side::Right),
            ("swing", Side::Right),
            ("best", Side::Left),
            ("", Side::Left),
        ];
        text += &table(&titles, &rows, columns);
        text + &paint(FAINT, "  by the truth: the player sees only its own tiles and could not know\n")
    }

    pub fn as_json(&self, entry: &Entry) -> Value {
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
            false => "none makes sense",
        };
        return vec![word, faint(0), faint(""), faint(why)];
    };
    let others = match prospect.as_good {
        1 => String::new(),
        count if count == prospect.count => "all alike".to_string(),
        count => format!("and {} as good", count - 1),
    };
    let (swing, why) = (report.swing(), came_to(report));
    vec![
        word,
        plain(prospect.count),
        if swing == 0 { faint("+0") } else { plain(format!("{swing:+}")) },
        plain(action),
        faint([why, others].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")),
    ]
}

fn came_to(report: &CommandEffect) -> String {
    match (report.taken, report.shown) {
        (0, 0) => String::new(),
        (0, 1) => "shows 1 enemy tile".to_string(),
        (0, shown) => format!("shows {shown} enemy tiles"),
        (taken, _) => format!("takes {taken}"),
    }
}

/// What each side sees, side by side where there is room; together they are all
/// there is.
fn boards(entry: &Entry, session: &dyn Session, columns: usize) -> String {
    const GAP: usize = 4;
    let halves = Seat::BOTH.map(|seat| {
        let grid: Grid = session.grid(Viewpoint::Seat(seat));
        let title = format!("    {} sees its own: {}", words::seat(entry, seat), grid.total(seat));
        format!("{title}\n{}", draw::board(&grid))
    });
    let wide = |text: &str| text.lines().map(draw::width_of).max().unwrap_or(0);
    let [left, right] = &halves;
    if wide(left) + GAP + wide(right) > columns {
        return halves.concat();
    }
    let width = wide(left) + GAP;
    let beside = left.lines().zip(right.lines()).map(|(left, right)| {
        format!("{left}{}{right}\n", " ".repeat(width.saturating_sub(draw::width_of(left))))
    });
    beside.collect()
}

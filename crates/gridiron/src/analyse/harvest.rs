//! A recorded game of Plantation, taken apart: every command with what it came
//! to and what its player then knew, and what that adds up to.

use ai::analysis::plantation::{CommandEffect, Knowledge, KnowledgeTracker};
use games::plantation::Command;
use games::{Seat, Session};
use referee::{ActionRecord, Record};
use serde_json::{Value, json};

use super::subject;
use super::words::record_as_json;
use crate::failure::Failure;

/// One command.
pub struct Order<'a> {
    pub written: &'a ActionRecord,
    pub report: CommandEffect,
    /// What its player knew once it was answered.
    pub knows: Knowledge,
    /// The score from seat 0's side once it was carried out.
    pub score: i64,
}

impl Order<'_> {
    pub fn seat(&self) -> Seat {
        Seat::from_parity(usize::from(self.written.seat))
    }
}

/// What the commands of one kind came to.
#[derive(Clone, Copy, Default)]
pub struct Yield {
    pub count: u32,
    pub gained: i64,
    pub taken: i64,
    pub wasted: u32,
}

impl Yield {
    fn add(&mut self, report: &CommandEffect) {
        self.count += 1;
        self.gained += report.gained;
        self.taken += report.taken;
        self.wasted += u32::from(report.wasted);
    }
}

/// What one side's commands came to.
#[derive(Clone, Default)]
pub struct Tally {
    /// In the order of [`Tally::KINDS`].
    pub kinds: [Yield; 7],
    pub all: Yield,
    pub attacks: Yield,
    /// Enemy tiles that scouts were shown.
    pub shown: u32,
}

impl Tally {
    /// The six commands, and lines that were none.
    pub const KINDS: [Command; 7] = {
        let [a, b, c, d, e, f] = Command::ALL;
        [a, b, c, d, e, f, Command::Malformed]
    };

    fn add(&mut self, report: &CommandEffect) {
        if let Some(at) = Tally::KINDS.iter().position(|kind| *kind == report.command) {
            self.kinds[at].add(report);
        }
        self.all.add(report);
        if report.is_attack() {
            self.attacks.add(report);
        }
        self.shown += report.shown;
    }

    /// What an attack took on average; nothing if there was none.
    pub fn mean_damage(&self) -> Option<f64> {
        (self.attacks.count > 0).then(|| self.attacks.taken as f64 / f64::from(self.attacks.count))
    }

    pub fn scouts(&self) -> u32 {
        Tally::KINDS
            .iter()
            .zip(&self.kinds)
            .filter(|(kind, _)| **kind == Command::Scout)
            .map(|(_, one)| one.count)
            .sum()
    }
}

/// The whole game.
pub struct Harvest<'a> {
    pub record: &'a Record,
    /// The score from seat 0's side at the start.
    pub start: i64,
    pub orders: Vec<Order<'a>>,
    pub tallies: [Tally; 2],
}

impl<'a> Harvest<'a> {
    pub fn of(record: &'a Record) -> Result<Harvest<'a>, Failure> {
        let mut witness = KnowledgeTracker::new(&*subject::started(record)?);
        let difference = |[zero, one]: [i64; 2]| zero - one;
        let start = difference(witness.scores());
        let (mut orders, mut tallies) = (Vec::new(), [Tally::default(), Tally::default()]);
        subject::replayed(record, &mut |session: &dyn Session, at| {
            let written = &record.actions[at];
            let seat = Seat::from_parity(usize::from(written.seat));
            let report = witness.observe(session, seat, written.turn);
            let report = report.ok_or_else(|| Failure::Failed("this is no game of Plantation".into()))?;
            tallies[seat.index()].add(&report);
            let (knows, score) = (witness.knowledge(session, seat), difference(witness.scores()));
            orders.push(Order { written, report, knows, score });
            Ok(())
        })?;
        Ok(Harvest { record, start, orders, tallies })
    }

    /// The commands of each turn of a seat.
    pub fn turns(&self) -> impl Iterator<Item = &[Order<'a>]> {
        self.orders.chunk_by(|one, other| {
            (one.written.turn, one.written.seat) == (other.written.turn, other.written.seat)
        })
    }

    /// All of it for programs.
    pub fn as_json(&self) -> Value {
        let mut whole = record_as_json(self.record);
        whole["start_score"] = json!(self.start);
        whole["commands"] = self.orders.iter().map(order_as_json).collect();
        whole["sides"] = self.tallies.iter().map(tally_as_json).collect();
        whole
    }
}

/// The swing of a turn of a seat, from its side.
pub fn swing(turn: &[Order<'_>]) -> i64 {
    turn.iter().map(|order| order.report.swing()).sum()
}

pub fn knowledge_as_json(knows: &Knowledge) -> Value {
    json!({
        "tiles": knows.tiles,
        "all_tiles": knows.all_tiles,
        "points": knows.points,
        "all_points": knows.all_points,
    })
}

fn order_as_json(order: &Order<'_>) -> Value {
    let Order { written, report, knows, score } = order;
    json!({
        "turn": written.turn,
        "seat": written.seat,
        "action": written.action,
        "reply": written.reply,
        "gained": report.gained,
        "taken": report.taken,
        "swing": report.swing(),
        "shown": report.shown,
        "wasted": report.wasted,
        "knows": knowledge_as_json(knows),
        "score": score,
    })
}

fn tally_as_json(tally: &Tally) -> Value {
    let one = |one: &Yield| json!({"count": one.count, "gained": one.gained, "taken": one.taken, "wasted": one.wasted});
    let kinds = Tally::KINDS.iter().zip(&tally.kinds);
    let kinds = kinds.map(|(kind, counts)| {
        let word = if *kind == Command::Malformed { "malformed" } else { kind.word() };
        (word.to_string(), one(counts))
    });
    json!({
        "all": one(&tally.all),
        "kinds": Value::Object(kinds.collect()),
        "mean_damage": tally.mean_damage(),
        "scouts": tally.scouts(),
        "tiles_shown": tally.shown,
    })
}

//! A recorded game of Plantation, reviewed: the effect of every command, what its
//! player knew after it, and totals for each side.

use ai::analysis::plantation::{CommandEffect, Knowledge, KnowledgeTracker};
use games::plantation::Command;
use games::{Seat, Session};
use referee::{ActionRecord, Record};
use serde_json::{Value, json};

use super::describe::record_as_json;
use super::input;
use crate::failure::Failure;

/// One command and its effect.
pub struct ReviewedCommand<'a> {
    /// The action as it stands in the record.
    pub action: &'a ActionRecord,
    /// What the command gained and took.
    pub report: CommandEffect,
    /// What its player knew after the reply.
    pub knows: Knowledge,
    /// The score from seat 0's side after the command.
    pub score: i64,
}

impl ReviewedCommand<'_> {
    /// The seat that gave the command.
    pub fn seat(&self) -> Seat {
        self.action.seat
    }
}

/// Totals over some of a side's commands.
#[derive(Clone, Copy, Default)]
pub struct CommandTotals {
    /// How many commands.
    pub count: u32,
    /// Points that they added to the own side.
    pub gained: i64,
    /// Points that they took from the other side.
    pub taken: i64,
    /// Commands without any effect.
    pub wasted: u32,
}

impl CommandTotals {
    fn add(&mut self, report: &CommandEffect) {
        self.count += 1;
        self.gained += report.gained;
        self.taken += report.taken;
        self.wasted += u32::from(report.wasted);
    }
}

/// Totals over all of a side's commands.
#[derive(Clone, Default)]
pub struct SideTotals {
    /// By kind, in the order of [`SideTotals::KINDS`].
    pub kinds: [CommandTotals; 7],
    /// Of all commands.
    pub all: CommandTotals,
    /// Of the commands that attack.
    pub attacks: CommandTotals,
    /// Enemy tiles that scouts have shown.
    pub shown: u32,
}

impl SideTotals {
    /// The six commands, and unreadable lines.
    pub const KINDS: [Command; 7] = {
        let [a, b, c, d, e, f] = Command::ALL;
        [a, b, c, d, e, f, Command::Malformed]
    };

    fn add(&mut self, report: &CommandEffect) {
        if let Some(at) = SideTotals::KINDS.iter().position(|kind| *kind == report.command) {
            self.kinds[at].add(report);
        }
        self.all.add(report);
        if report.is_attack() {
            self.attacks.add(report);
        }
        self.shown += report.shown;
    }

    /// The points that an attack took on average. `None` without attacks.
    pub fn mean_damage(&self) -> Option<f64> {
        (self.attacks.count > 0).then(|| self.attacks.taken as f64 / f64::from(self.attacks.count))
    }

    /// The number of scouts.
    pub fn scouts(&self) -> u32 {
        SideTotals::KINDS
            .iter()
            .zip(&self.kinds)
            .filter(|(kind, _)| **kind == Command::Scout)
            .map(|(_, one)| one.count)
            .sum()
    }
}

/// A game with the effect of its commands.
pub struct PlantationReview<'a> {
    /// The game.
    pub record: &'a Record,
    /// The score from seat 0's side at the start.
    pub start: i64,
    /// All commands, in order.
    pub commands: Vec<ReviewedCommand<'a>>,
    /// The totals of seat 0 and of seat 1.
    pub totals: [SideTotals; 2],
}

impl<'a> PlantationReview<'a> {
    /// Replays the game and follows what each side knows.
    pub fn of(record: &'a Record) -> Result<PlantationReview<'a>, Failure> {
        let mut witness = KnowledgeTracker::new(&*input::start_of(record)?);
        let difference = |[zero, one]: [i64; 2]| zero - one;
        let start = difference(witness.scores());
        let (mut commands, mut totals) = (Vec::new(), [SideTotals::default(), SideTotals::default()]);
        input::replay_each(record, &mut |session: &dyn Session, at| {
            let action = &record.actions[at];
            let seat = action.seat;
            let report = witness.observe(session, seat, action.turn);
            let report = report.ok_or_else(|| Failure::Failed("this is not a game of Plantation".into()))?;
            totals[seat.index()].add(&report);
            let (knows, score) = (witness.knowledge(session, seat), difference(witness.scores()));
            commands.push(ReviewedCommand { action, report, knows, score });
            Ok(())
        })?;
        Ok(PlantationReview { record, start, commands, totals })
    }

    /// The commands, one slice for each turn of a seat.
    pub fn turns(&self) -> impl Iterator<Item = &[ReviewedCommand<'a>]> {
        self.commands.chunk_by(|one, other| {
            (one.action.turn, one.action.seat) == (other.action.turn, other.action.seat)
        })
    }

    /// The review for programs.
    pub fn as_json(&self) -> Value {
        let mut whole = record_as_json(self.record);
        whole["start_score"] = json!(self.start);
        whole["commands"] = self.commands.iter().map(command_as_json).collect();
        whole["sides"] = self.totals.iter().map(totals_as_json).collect();
        whole
    }
}

/// How much one turn changed the score, from its player's side.
pub fn swing(turn: &[ReviewedCommand<'_>]) -> i64 {
    turn.iter().map(|command| command.report.swing()).sum()
}

/// What a player knows, for programs.
pub fn knowledge_as_json(knows: &Knowledge) -> Value {
    json!({
        "tiles": knows.tiles,
        "all_tiles": knows.all_tiles,
        "points": knows.points,
        "all_points": knows.all_points,
    })
}

fn command_as_json(command: &ReviewedCommand<'_>) -> Value {
    let ReviewedCommand { action, report, knows, score } = command;
    json!({
        "turn": action.turn,
        "seat": u8::from(action.seat),
        "action": action.action,
        "reply": action.reply,
        "gained": report.gained,
        "taken": report.taken,
        "swing": report.swing(),
        "shown": report.shown,
        "wasted": report.wasted,
        "knows": knowledge_as_json(knows),
        "score": score,
    })
}

fn totals_as_json(totals: &SideTotals) -> Value {
    let one = |one: &CommandTotals| json!({"count": one.count, "gained": one.gained, "taken": one.taken, "wasted": one.wasted});
    let kinds = SideTotals::KINDS.iter().zip(&totals.kinds);
    let kinds = kinds.map(|(kind, counts)| {
        let word = if *kind == Command::Malformed { "malformed" } else { kind.word() };
        (word.to_string(), one(counts))
    });
    json!({
        "all": one(&totals.all),
        "kinds": Value::Object(kinds.collect()),
        "mean_damage": totals.mean_damage(),
        "scouts": totals.scouts(),
        "tiles_shown": totals.shown,
    })
}

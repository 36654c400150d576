//! Replaying a record, and saying where it does not hold.

use games::common::rng::SEED_LIMIT;
use games::common::words;
use games::{Cause, Fault, FaultKind, GameEntry, Outcome, Seat, Session, Status, Transition};

use crate::record::{self, ActionRecord, DecidedBy, OutcomeRecord, Record};

/// A record being replayed, action by action.
pub struct Replay<'a> {
    record: &'a Record,
    session: Box<dyn Session>,
    next: usize,
}

impl<'a> Replay<'a> {
    /// Sets the board up as the record says it was; refuses a record whose
    /// head does not hold.
    pub fn new(record: &'a Record) -> Result<Replay<'a>, String> {
        if record.gridiron != record::FORMAT {
            return Err(format!(
                "the record is of format {}, this program reads format {}",
                record.gridiron,
                record::FORMAT
            ));
        }
        let entry: &'static GameEntry = games::find(&record.game).map_err(|error| error.to_string())?;
        let in_options = |error| format!("options: {error}");
        let options = record::options_from_json(entry, &record.options).map_err(in_options)?;
        if record.seed >= SEED_LIMIT {
            return Err(format!("seed: {} is too large, seeds are below 2^53", record.seed));
        }
        let session = entry.start(options, record.seed).map_err(in_options)?;
        if record::board(&*session) != record.start {
            return Err(format!("start: seed {} gives another board", record.seed));
        }
        let first = record::first(&*session);
        if first != record.first {
            return Err(format!("first: the record says seat {}, the seed gives {first}", record.first));
        }
        Ok(Replay { record, session, next: 0 })
    }

    /// The game as it stands.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Plays the next action; nothing when there are no more.
    pub fn step(&mut self) -> Option<Result<&'a ActionRecord, String>> {
        let written = self.record.actions.get(self.next)?;
        let result = self.play(written);
        self.next += 1;
        let ActionRecord { seat, turn, action, .. } = written;
        let place = format!("action {} (seat {seat}, turn {turn}, `{action}`)", self.next);
        Some(result.map(|()| written).map_err(|problem| format!("{place}: {problem}")))
    }

    fn play(&mut self, written: &ActionRecord) -> Result<(), String> {
        let Status::ToAct { seat, .. } = self.session.status() else {
            return Err("the game was already over".into());
        };
        let decided = self.decided();
        let replayed = match (&decided, written.fault) {
            (Some((line, by)), _) => {
                let step = self.session.submit(line);
                played(step, Some(line), Some(*by))?
            }
            (None, Some(fault)) => self.play_fault(seat, fault, written)?,
            (None, None) => {
                let step = self.session.submit(&written.action);
                played(step, Some(&written.action), None)?
            }
        };
        let asked = decided.is_none();
        let option = |text: &Option<String>| text.clone().unwrap_or("nothing".into());
        let by = |by: Option<DecidedBy>| by.map_or("nothing", DecidedBy::word).to_string();
        let fault = |fault: Option<Cause>| fault.map_or("nothing", Cause::word).to_string();
        for (what, says, gives) in [
            ("seat", written.seat.to_string(), replayed.seat.to_string()),
            ("turn", written.turn.to_string(), replayed.turn.to_string()),
            ("by", by(written.by), by(replayed.by)),
            ("action", written.action.clone(), replayed.action),
            ("reply", written.reply.clone(), replayed.reply),
            ("fault", fault(written.fault), fault(replayed.fault)),
            ("sent", option(&written.sent), option(&replayed.sent)),
        ] {
            if says != gives {
                return Err(format!("the record says {what} {says}, the rules give {gives}"));
            }
        }
        match written.wall_ns.or(written.cpu_ns) {
            Some(_) if !asked => Err("it has a time, but no player was asked".into()),
            None if written.unbilled => Err("the clock did not run, but no time was taken".into()),
            _ => Ok(()),
        }
    }

    /// What is played next without asking a player, and who decides it.
    fn decided(&self) -> Option<(String, DecidedBy)> {
        let opening = self.session.opening().get(self.next).map(|line| (line.clone(), DecidedBy::Opening));
        opening.or_else(|| self.session.forced().map(|line| (line, DecidedBy::Rules)))
    }

    /// Plays what the rules put in place of a fault.
    fn play_fault(
        &mut self,
        seat: Seat,
        fault: Cause,
        written: &ActionRecord,
    ) -> Result<ActionRecord, String> {
        let sent = written.sent.as_deref();
        match (kinds(fault).as_slice(), sent) {
            ([FaultKind::Time], _) => {
                let step = self.session.adjudicate(Fault { seat, kind: FaultKind::Time });
                let replayed = played(step, None, None)?;
                // A line that came too late may stand there.
                Ok(ActionRecord { sent: written.sent.clone(), ..replayed })
            }
            (_, None) => Err(format!("fault {fault} without what was sent")),
            (_, Some(line)) if !record::is_cut(line) => {
                let step = self.session.submit(line);
                played(step, Some(line), None)
            }
            ([kind, ..], Some(line)) => {
                // Of a line that was cut, only the beginning can be compared.
                let step = self.session.adjudicate(Fault { seat, kind: *kind });
                let mut replayed = played(step, Some(line), None)?;
                if replayed.action == words::NO_WORD && begins_like(&written.action, line) {
                    replayed.action = written.action.clone();
                }
                Ok(replayed)
            }
            ([], _) => Err(format!("there is no fault `{fault}`")),
        }
    }

    /// Checks the end once all actions are played.
    pub fn finish(self) -> Result<(), String> {
        let written = &self.record.outcome;
        let (outcome, sent) = match self.session.outcome() {
            Some(outcome) => (outcome, None),
            None => {
                let ended = self.end_by_fault(written);
                let count = self.record.actions.len();
                let goes_on = |why| format!("after the last action ({count}) the game goes on: {why}");
                (ended.map_err(goes_on)?, written.sent.clone())
            }
        };
        // Words for the author are not part of the rules.
        let (message, stderr) = (written.message.clone(), written.stderr.clone());
        let replayed = OutcomeRecord { message, stderr, ..OutcomeRecord::new(outcome, sent) };
        if *written != replayed {
            let show = |outcome: &OutcomeRecord| {
                let winner = outcome.winner.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
                let sent = outcome.sent.as_ref().map(|line| format!(", sent `{line}`")).unwrap_or_default();
                format!("score {}, {winner} wins, {}{sent}", outcome.score, outcome.cause)
            };
            return Err(format!(
                "outcome: the record says {}; the rules give {}",
                show(written),
                show(&replayed)
            ));
        }
        match record::board(&*self.session) == self.record.final_board {
            true => Ok(()),
            false => Err("final: the actions lead to another board".into()),
        }
    }

    /// The outcome if a fault ended the game here, or why it cannot have.
    fn end_by_fault(&self, written: &OutcomeRecord) -> Result<Outcome, String> {
        let cause = written.cause;
        let own_actions = |seat: Option<Seat>| {
            let by_player = self.record.actions.iter().filter(|action| action.by.is_none());
            by_player.filter(|action| seat.is_none_or(|seat| action.seat == seat)).count()
        };
        let loser = match written.winner {
            Some(winner) => winner.other(),
            None if cause == Cause::NoStart && own_actions(None) == 0 => {
                return Ok(Outcome::from_score(0, cause));
            }
            None => return Err(format!("no draw by {cause}")),
        };
        let in_turn = self.decided().is_none() && self.session.status().seat() == Some(loser);
        let sent = written.sent.as_deref();
        let by_fault = |kind| match self.session.boxed_clone().adjudicate(Fault { seat: loser, kind }) {
            Transition::Ended { outcome, .. } => Ok(outcome),
            Transition::Played(_) => Err(format!("{cause} does not end it")),
        };
        match (cause, sent) {
            (Cause::NoStart, _) if own_actions(Some(loser)) > 0 => Err("the loser had started".into()),
            (Cause::NoStart, _) => by_fault(FaultKind::NoStart),
            _ if !in_turn => Err(format!("seat {loser} was not asked, so it cannot have lost by {cause}")),
            (Cause::Time, _) => by_fault(FaultKind::Time),
            (Cause::Crash, _) => by_fault(FaultKind::Crash),
            (Cause::Illegal | Cause::Protocol, None) => Err(format!("{cause} without what was sent")),
            (Cause::Illegal | Cause::Protocol, Some(line)) if !record::is_cut(line) => {
                match self.session.boxed_clone().submit(line) {
                    Transition::Ended { outcome, .. } => Ok(outcome),
                    Transition::Played(_) => Err(format!("`{line}` does not end it")),
                }
            }
            (Cause::Illegal, Some(_)) => by_fault(FaultKind::Illegal),
            (Cause::Protocol, Some(_)) => by_fault(FaultKind::EndlessLine),
            _ => Err(format!("the rules do not end it by {cause}")),
        }
    }
}

/// The record of what was played, or a line if the rules end the game instead.
fn played(step: Transition, line: Option<&str>, by: Option<DecidedBy>) -> Result<ActionRecord, String> {
    match step {
        Transition::Played(played) => Ok(ActionRecord::new(played, line, by)),
        Transition::Ended { .. } => Err("the rules end the game here".into()),
    }
}

/// Whether an action has the words that a cut line begins with, but for the
/// last, which may itself be cut.
fn begins_like(action: &str, cut_line: &str) -> bool {
    let known = words::split(cut_line).count().saturating_sub(1);
    let begin: Vec<&str> = words::split(cut_line).take(known).collect();
    begin.is_empty() || action.starts_with(&words::canonical(&begin.join(",")))
}

/// The kinds of fault that a record calls by this word.
fn kinds(fault: Cause) -> Vec<FaultKind> {
    FaultKind::ALL.into_iter().filter(|kind| kind.cause() == fault).collect()
}

/// Replays a record silently; the error names the first thing that does not
/// hold.
pub fn verify(record: &Record) -> Result<(), String> {
    let mut replay = Replay::new(record)?;
    while let Some(step) = replay.step() {
        step?;
    }
    replay.finish()
}

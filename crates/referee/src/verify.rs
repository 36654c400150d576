//! Replaying a record, and saying where it does not hold.

use games::{Cause, Entry, Fault, FaultKind, Outcome, Seat, Session, Step};

use crate::record::{self, ActionRecord, BY_OPENING, BY_RULES, OutcomeRecord, Record};

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
        let entry: &'static Entry = games::find(&record.game)?;
        let options =
            record::options_from_json(entry, &record.options).map_err(|error| format!("options: {error}"))?;
        let session = entry.start(options, record.seed).map_err(|error| format!("options: {error}"))?;
        if record::board(&*session) != record.start {
            return Err(format!("start: seed {} gives another board", record.seed));
        }
        let first = session.status().seat().map_or(0, |seat| seat.index() as u8);
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
        self.next += 1;
        Some(self.play(written).map(|()| written).map_err(|problem| {
            format!(
                "action {} (seat {}, turn {}, `{}`): {problem}",
                self.next, written.seat, written.turn, written.action
            )
        }))
    }

    fn play(&mut self, written: &ActionRecord) -> Result<(), String> {
        let Some(seat) = self.session.status().seat() else {
            return Err("the game was already over".into());
        };
        let opening = self.session.opening().get(self.next - 1).cloned();
        let decided = opening.map(|line| (line, BY_OPENING)).or_else(|| {
            let forced = self.session.forced();
            forced.map(|line| (line, BY_RULES))
        });
        let by = decided.as_ref().map(|(_, by)| by.to_string());
        if written.by != by {
            let name =
                |by: &Option<String>| by.as_ref().map_or("the player".to_string(), |by| format!("the {by}"));
            return Err(format!("decided by {}, the record says by {}", name(&by), name(&written.by)));
        }
        if let Some((line, by)) = decided
            && line != written.action
        {
            return Err(format!("the {by} gives `{line}`"));
        }
        let step = match (&written.fault, &written.sent) {
            (Some(fault), sent) => self.replay_fault(seat, fault, sent.as_deref())?,
            (None, _) => self.session.submit(&written.action),
        };
        let Step::Played(played) = step else {
            return Err("the rules end the game here".into());
        };
        let line = written.sent.as_deref().unwrap_or(&written.action);
        let cut = written.sent.as_deref().is_some_and(record::is_cut);
        let replayed = ActionRecord::new(played, line, None);
        for (what, says, gives) in [
            ("seat", written.seat.to_string(), replayed.seat.to_string()),
            ("turn", written.turn.to_string(), replayed.turn.to_string()),
            ("reply", written.reply.clone(), replayed.reply),
            ("fault", format!("{:?}", written.fault), format!("{:?}", replayed.fault)),
        ] {
            if says != gives {
                return Err(format!("the record says {what} {says}, the rules give {gives}"));
            }
        }
        // The words of a line that was cut are not known any more.
        if !cut && written.action != replayed.action {
            return Err(format!("the rules give the action `{}`", replayed.action));
        }
        Ok(())
    }

    fn replay_fault(&mut self, seat: Seat, fault: &str, sent: Option<&str>) -> Result<Step, String> {
        let kind = record::fault_kind(fault).ok_or_else(|| format!("there is no fault `{fault}`"))?;
        let repeatable = matches!(kind, FaultKind::Protocol | FaultKind::Illegal);
        Ok(match sent {
            Some(line) if repeatable && !record::is_cut(line) => self.session.submit(line),
            _ => self.session.fault(Fault { seat, kind }),
        })
    }

    /// Checks the end once all actions are played.
    pub fn finish(mut self) -> Result<(), String> {
        let count = self.record.actions.len();
        let written = &self.record.outcome;
        let cause =
            written.known_cause().ok_or_else(|| format!("outcome: there is no cause `{}`", written.cause))?;
        let outcome = match self.session.outcome() {
            Some(outcome) => outcome,
            None => self.end_by_fault(written, cause).ok_or_else(|| {
                format!(
                    "after the last action ({count}) the game goes on, the record says it ended ({cause})"
                )
            })?,
        };
        let replayed = OutcomeRecord::new(outcome, written.sent.clone());
        if *written != replayed {
            let show = |outcome: &OutcomeRecord| {
                let winner = outcome.winner.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
                format!("score {}, {winner} wins, {}", outcome.score, outcome.cause)
            };
            return Err(format!(
                "outcome: the record says {}; the rules give {}",
                show(written),
                show(&replayed)
            ));
        }
        if record::board(&*self.session) != self.record.last {
            return Err("final: the actions lead to another board".into());
        }
        Ok(())
    }

    /// The outcome if a fault of the loser ended the game.
    fn end_by_fault(&mut self, written: &OutcomeRecord, cause: Cause) -> Option<Outcome> {
        let Some(winner) = written.winner else {
            // Neither player started.
            return (cause == Cause::NoStart).then(|| Outcome::from_score(0, cause));
        };
        let seat = record::seat(winner)?.other();
        let kinds = FaultKind::ALL.into_iter().filter(|kind| kind.cause() == cause);
        for kind in kinds {
            let mut session = self.session.boxed_clone();
            if let Step::Ended { outcome, .. } = session.fault(Fault { seat, kind }) {
                return Some(outcome);
            }
        }
        None
    }
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

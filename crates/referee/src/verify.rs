//! Replaying a record through the rules, to show it or to check that it holds.

use games::common::rng::SEED_LIMIT;
use games::common::words;
use games::{Cause, Fault, FaultKind, GameEntry, Outcome, Seat, Session, Status, Transition};

use crate::record::{self, ActionRecord, DecidedBy, OutcomeRecord, Record};
use crate::verify_error::{ActionProblem, EndProblem, VerifyError};

/// A record being replayed, action by action.
///
/// ```
/// use gridiron_referee::{Replay, record};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/record-0.1.jsonl");
/// let records = record::read(path.as_ref())?;
/// let mut replay = Replay::new(&records[0])?;
/// while let Some(action) = replay.step() {
///     println!("{} -> {:?}", action?.action, replay.session().status());
/// }
/// replay.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay<'a> {
    record: &'a Record,
    session: Box<dyn Session>,
    next: usize,
}

impl<'a> Replay<'a> {
    /// Sets up the board of the record. Refuses a record whose game, options, seed or
    /// start do not fit together.
    pub fn new(record: &'a Record) -> Result<Replay<'a>, VerifyError> {
        if record.gridiron != record::FORMAT {
            return Err(VerifyError::Format(record.gridiron));
        }
        let entry: &'static GameEntry = games::find(&record.game)?;
        let options = record::options_from_json(entry, &record.options)?;
        if record.seed >= SEED_LIMIT {
            return Err(VerifyError::Seed(record.seed));
        }
        let session = entry.start(options, record.seed)?;
        if record::board(&*session) != record.start {
            return Err(VerifyError::Start { seed: record.seed });
        }
        let first = record::first(&*session);
        if first != record.first {
            return Err(VerifyError::First { written: record.first, replayed: first });
        }
        Ok(Replay { record, session, next: 0 })
    }

    /// The game in its present state.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Plays the next action; `None` after the last.
    pub fn step(&mut self) -> Option<Result<&'a ActionRecord, VerifyError>> {
        let written = self.record.actions.get(self.next)?;
        let result = self.play(written);
        self.next += 1;
        Some(result.map(|()| written).map_err(|problem| VerifyError::Action {
            number: self.next,
            seat: written.seat,
            turn: written.turn,
            action: written.action.clone(),
            problem,
        }))
    }

    fn play(&mut self, written: &ActionRecord) -> Result<(), ActionProblem> {
        let Status::ToAct { seat, .. } = self.session.status() else {
            return Err(ActionProblem::AlreadyOver);
        };
        let decided = self.decided();
        let replayed = match (&decided, written.fault) {
            (Some((line, by)), _) => {
                let transition = self.session.submit(line);
                played(transition, Some(line), Some(*by))?
            }
            (None, Some(fault)) => self.play_fault(seat, fault, written)?,
            (None, None) => {
                let transition = self.session.submit(&written.action);
                played(transition, Some(&written.action), None)?
            }
        };
        compare(written, &replayed)?;
        let is_asked = decided.is_none();
        match written.wall_ns.or(written.cpu_ns).or(written.fair_ns).or(written.stalled_ns) {
            Some(_) if !is_asked => Err(ActionProblem::TimeWithoutQuestion),
            None if written.unbilled => Err(ActionProblem::UnbilledWithoutTime),
            _ => Ok(()),
        }
    }

    /// The next action if no player is asked for it, and what decides it.
    fn decided(&self) -> Option<(String, DecidedBy)> {
        let opening = self.session.opening().get(self.next).map(|line| (line.clone(), DecidedBy::Opening));
        opening.or_else(|| self.session.forced().map(|line| (line, DecidedBy::Rules)))
    }

    /// Plays the action that the rules put in place of a fault.
    fn play_fault(
        &mut self,
        seat: Seat,
        fault: Cause,
        written: &ActionRecord,
    ) -> Result<ActionRecord, ActionProblem> {
        let sent = written.sent.as_deref();
        match (kinds(fault).as_slice(), sent) {
            ([FaultKind::Time], _) => {
                let transition = self.session.adjudicate(Fault { seat, kind: FaultKind::Time });
                let replayed = played(transition, None, None)?;
                // The record may hold a line that came too late.
                Ok(ActionRecord { sent: written.sent.clone(), ..replayed })
            }
            (_, None) => Err(ActionProblem::FaultWithoutLine(fault)),
            (_, Some(line)) if !record::is_cut(line) => {
                let transition = self.session.submit(line);
                played(transition, Some(line), None)
            }
            ([kind, ..], Some(line)) => {
                // Of a line that was cut, only the beginning can be compared.
                let transition = self.session.adjudicate(Fault { seat, kind: *kind });
                let mut replayed = played(transition, Some(line), None)?;
                if replayed.action == words::NO_WORD && begins_like(&written.action, line) {
                    replayed.action = written.action.clone();
                }
                Ok(replayed)
            }
            ([], _) => Err(ActionProblem::NotAFault(fault)),
        }
    }

    /// Checks the outcome and the last board. Call it after the last action.
    pub fn finish(self) -> Result<(), VerifyError> {
        let written = &self.record.outcome;
        let (outcome, sent) = match self.session.outcome() {
            Some(outcome) => (outcome, None),
            None => {
                let actions = self.record.actions.len();
                let ended = self.end_by_fault(written);
                let ended = ended.map_err(|problem| VerifyError::NotOver { actions, problem })?;
                (ended, written.sent.clone())
            }
        };
        // Messages for the author are not part of the rules.
        let (message, stderr) = (written.message.clone(), written.stderr.clone());
        let replayed = OutcomeRecord { message, stderr, ..OutcomeRecord::new(outcome, sent) };
        if *written != replayed {
            let (written, replayed) = (Box::new(written.clone()), Box::new(replayed));
            return Err(VerifyError::Outcome { written, replayed });
        }
        match record::board(&*self.session) == self.record.final_board {
            true => Ok(()),
            false => Err(VerifyError::Final),
        }
    }

    /// The outcome if a fault ended the game here, or why it cannot have.
    fn end_by_fault(&self, written: &OutcomeRecord) -> Result<Outcome, EndProblem> {
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
            None => return Err(EndProblem::NoDraw(cause)),
        };
        let in_turn = self.decided().is_none() && self.session.status().seat() == Some(loser);
        let by_fault = |kind| match self.session.boxed_clone().adjudicate(Fault { seat: loser, kind }) {
            Transition::Ended { outcome, .. } => Ok(outcome),
            Transition::Played(_) => Err(EndProblem::CauseDoesNotEnd(cause)),
        };
        match (cause, written.sent.as_deref()) {
            (Cause::NoStart, _) if own_actions(Some(loser)) > 0 => Err(EndProblem::LoserHadStarted),
            (Cause::NoStart, _) => by_fault(FaultKind::NoStart),
            _ if !in_turn => Err(EndProblem::NotAsked { seat: loser, cause }),
            (Cause::Time, _) => by_fault(FaultKind::Time),
            (Cause::Crash, _) => by_fault(FaultKind::Crash),
            (Cause::Illegal | Cause::Protocol, None) => Err(EndProblem::NoLine(cause)),
            (Cause::Illegal | Cause::Protocol, Some(line)) if !record::is_cut(line) => {
                match self.session.boxed_clone().submit(line) {
                    Transition::Ended { outcome, .. } => Ok(outcome),
                    Transition::Played(_) => Err(EndProblem::LineDoesNotEnd(line.to_string())),
                }
            }
            (Cause::Illegal, Some(_)) => by_fault(FaultKind::Illegal),
            (Cause::Protocol, Some(_)) => by_fault(FaultKind::EndlessLine),
            _ => Err(EndProblem::CauseDoesNotEnd(cause)),
        }
    }
}

/// The first field that differs.
fn compare(written: &ActionRecord, replayed: &ActionRecord) -> Result<(), ActionProblem> {
    let text = |text: &Option<String>| text.clone().unwrap_or("nothing".into());
    let by = |by: Option<DecidedBy>| by.map_or("nothing", DecidedBy::word).to_string();
    let fault = |fault: Option<Cause>| fault.map_or("nothing", Cause::word).to_string();
    for (field, written, replayed) in [
        ("seat", written.seat.to_string(), replayed.seat.to_string()),
        ("turn", written.turn.to_string(), replayed.turn.to_string()),
        ("by", by(written.by), by(replayed.by)),
        ("action", written.action.clone(), replayed.action.clone()),
        ("reply", written.reply.clone(), replayed.reply.clone()),
        ("fault", fault(written.fault), fault(replayed.fault)),
        ("sent", text(&written.sent), text(&replayed.sent)),
    ] {
        if written != replayed {
            return Err(ActionProblem::Mismatch { field, written, replayed });
        }
    }
    Ok(())
}

/// The record of what was played.
fn played(
    transition: Transition,
    line: Option<&str>,
    by: Option<DecidedBy>,
) -> Result<ActionRecord, ActionProblem> {
    match transition {
        Transition::Played(played) => Ok(ActionRecord::new(played, line, by)),
        Transition::Ended { .. } => Err(ActionProblem::EndsGame),
    }
}

/// Whether an action begins with the words of a line that was cut. The last of them
/// may itself be cut, so it does not count.
fn begins_like(action: &str, cut_line: &str) -> bool {
    let known = words::split(cut_line).count().saturating_sub(1);
    let begin: Vec<&str> = words::split(cut_line).take(known).collect();
    begin.is_empty() || action.starts_with(&words::canonical(&begin.join(",")))
}

/// The kinds of fault that records write as this cause.
fn kinds(fault: Cause) -> Vec<FaultKind> {
    FaultKind::ALL.into_iter().filter(|kind| kind.cause() == fault).collect()
}

/// Replays a record. The error names the first thing that does not hold.
///
/// ```
/// use gridiron_referee::{VerifyError, record, verify};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/record-0.1.jsonl");
/// let mut records = record::read(path.as_ref())?;
/// assert_eq!(verify(&records[0]), Ok(()));
///
/// records[0].outcome.score += 1;
/// assert!(matches!(verify(&records[0]), Err(VerifyError::Outcome { .. })));
/// # Ok::<(), gridiron_referee::ReadError>(())
/// ```
pub fn verify(record: &Record) -> Result<(), VerifyError> {
    let mut replay = Replay::new(record)?;
    while let Some(step) = replay.step() {
        step?;
    }
    replay.finish()
}

//! The loop that plays one game.

use std::time::Instant;

use ai::Seated;
use games::{Fault, FaultKind, Session, Status, Step};

use crate::record::{self, ActionRecord, BY_OPENING, BY_RULES, OutcomeRecord, PlayerRecord, Record};

/// A player at the board.
pub struct Contender {
    /// What the record says about it.
    pub about: PlayerRecord,
    /// The player itself.
    pub player: Box<dyn Seated>,
}

/// Somebody who looks on. An error ends the game without a record.
pub trait Watcher<E> {
    /// The game is about to begin.
    fn start(&mut self, session: &dyn Session) -> Result<(), E>;

    /// An action has been played; the session shows the board after it.
    fn action(&mut self, session: &dyn Session, action: &ActionRecord) -> Result<(), E>;
}

/// Plays a game from its start to its end.
pub fn play_game<E>(
    session: &mut dyn Session,
    contenders: &mut [Contender; 2],
    watcher: &mut dyn Watcher<E>,
) -> Result<Record, E> {
    let first = record::first(session);
    let start = record::board(session);
    let mut actions = Vec::new();
    let mut last_line = None;
    watcher.start(session)?;
    for line in session.opening().to_vec() {
        let action = play_line(session, &line, Some(BY_OPENING)).expect("an opening ends no game");
        watcher.action(session, &action)?;
        actions.push(action);
    }
    while let Status::ToAct { seat, .. } = session.status() {
        let played = match session.forced() {
            Some(line) => play_line(session, &line, Some(BY_RULES)),
            None => {
                let asked = Instant::now();
                let line = contenders[seat.index()].player.act(session, seat);
                let wall_ns = u64::try_from(asked.elapsed().as_nanos()).ok();
                let played = play_line(session, &line, None);
                if played.is_none() {
                    last_line = Some(record::sent(&line));
                }
                played.map(|action| ActionRecord { wall_ns, ..action })
            }
        };
        if let Some(action) = played {
            watcher.action(session, &action)?;
            actions.push(action);
        }
    }
    let outcome = session.outcome().expect("nobody is to act");
    Ok(Record {
        gridiron: record::FORMAT,
        game: session.entry().name.to_string(),
        options: record::options_to_json(session.options()),
        seed: session.seed(),
        first,
        players: [0, 1].map(|seat: usize| contenders[seat].about.clone()),
        clock: "none".into(),
        charged: "none".into(),
        sandbox: "none".into(),
        start,
        actions,
        final_board: record::board(session),
        outcome: OutcomeRecord::new(outcome, last_line),
    })
}

/// Plays a line; nothing if it ended the game as a fault. A line longer than
/// any action loses in every game.
fn play_line(session: &mut dyn Session, line: &str, by: Option<&str>) -> Option<ActionRecord> {
    const LONGEST_LINE: usize = 64 * 1024;
    let step = match (line.len() > LONGEST_LINE, session.status().seat()) {
        (true, Some(seat)) => session.fault(Fault { seat, kind: FaultKind::EndlessLine }),
        _ => session.submit(line),
    };
    match step {
        Step::Played(played) => Some(ActionRecord::new(played, line, by)),
        Step::Ended { .. } => None,
    }
}

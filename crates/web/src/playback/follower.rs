//! Follows a game, live or replayed, and says what each action changed.

use std::time::Duration;

use games::sighting::{LastSeen, SquareState};
use games::{Motion, Seat, Session, SightingMap, Viewpoint};
use referee::{ActionRecord, ChargeBy, Clock};

use super::action::{FORGOTTEN, HIT, Remarks};
use super::{GameSetup, PlaybackAction, left_ms, signed};

/// Bytes of standard error that a page holds for each game. Without a limit, a page
/// of a hundred games could take 60 MB.
const STDERR_BUDGET: usize = 16 << 10;

/// Makes the actions of a [`Playback`](super::Playback), one by one as they are played.
#[derive(Clone, Debug)]
pub struct Follower {
    /// The board after the last action.
    cells: Vec<i64>,
    /// What each seat remembers.
    memories: [SightingMap; 2],
    clocks: [Clock; 2],
    charged: Option<ChargeBy>,
    /// What is left of [`STDERR_BUDGET`].
    stderr_left: usize,
    is_cut: bool,
}

impl Follower {
    /// Begins at the session's position, which must be the start of the game. So many
    /// bytes of standard error are kept for what the outcome holds.
    pub fn new(session: &dyn Session, setup: &GameSetup, last_words: usize) -> Follower {
        let cells = signed(&session.grid(Viewpoint::All));
        Follower {
            memories: Seat::BOTH.map(|seat| SightingMap::new(seat, cells.len())),
            cells,
            clocks: setup.clocks.map(Clock::new),
            charged: setup.charged,
            stderr_left: STDERR_BUDGET.saturating_sub(last_words),
            is_cut: false,
        }
    }

    /// The action that has just been played: `session` is the game after it.
    pub fn action(&mut self, session: &dyn Session, action: &ActionRecord) -> PlaybackAction {
        let changes = self.changes(session);
        let remarks = Remarks {
            by: action.by,
            sent: action.sent.clone(),
            fault: action.fault,
            message: action.message.clone(),
            stderr: self.take_stderr(&action.stderr),
            unbilled: action.unbilled,
        };
        PlaybackAction {
            seat: action.seat,
            turn: action.turn,
            action: Some(action.action.clone()),
            reply: Some(action.reply.clone()),
            time_ns: action.charged_ns(self.charged),
            trace: trace(session, &changes),
            seen: self.learn(session, action),
            left_ms: self.charge(session, action),
            changes,
            remarks: (remarks != Remarks::default()).then_some(remarks),
        }
    }

    /// Whether some standard error was left out.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The cells that differ from before, each followed by its new value.
    fn changes(&mut self, session: &dyn Session) -> Vec<i64> {
        let now = signed(&session.grid(Viewpoint::All));
        let both = self.cells.iter().zip(&now).enumerate();
        let differing = both.filter(|(_, (before, now))| before != now);
        let changes = differing.flat_map(|(cell, (_, value))| [cell as i64, *value]).collect();
        self.cells = now;
        changes
    }

    /// What the seat remembers otherwise than before.
    fn learn(&mut self, session: &dyn Session, action: &ActionRecord) -> Vec<i64> {
        let sightings = session.sightings(action.seat);
        let memory = &mut self.memories[action.seat.index()];
        let before: Vec<Option<LastSeen>> = sightings.iter().map(|it| memory.get(it.square)).collect();
        memory.learn(&sightings, action.turn);
        let both = sightings.iter().zip(before);
        let changed = both.filter(|(sighting, before)| memory.get(sighting.square) != *before);
        changed
            .flat_map(|(sighting, _)| {
                let (count, turn) = match memory.get(sighting.square) {
                    None => (FORGOTTEN, 0),
                    Some(LastSeen { known: SquareState::Empty, turn }) => (0, turn),
                    Some(LastSeen { known: SquareState::Enemy(count), turn }) => (i64::from(count), turn),
                    Some(LastSeen { known: SquareState::Hit, turn }) => (HIT, turn),
                };
                [sighting.square as i64, count, i64::from(turn)]
            })
            .collect()
    }

    /// Charges the clock as the game loop does, and returns what it shows.
    fn charge(&mut self, session: &dyn Session, action: &ActionRecord) -> Option<u64> {
        let clock = &mut self.clocks[action.seat.index()];
        let before = clock.left();
        // The game loop asks nobody for an action that the opening or the rules decide.
        if action.by.is_none() {
            if !action.unbilled {
                let spent = action.charged_ns(self.charged).map_or(Duration::ZERO, Duration::from_nanos);
                // A move that came too late leaves nothing, which is what is shown.
                let _ = clock.charge(spent);
            }
            if session.status().seat() != Some(action.seat) {
                clock.end_turn();
            }
        }
        left_ms(clock).filter(|_| clock.left() != before)
    }

    fn take_stderr(&mut self, text: &Option<String>) -> Option<String> {
        let text = text.as_ref()?;
        match self.stderr_left.checked_sub(text.len()) {
            Some(left) => {
                self.stderr_left = left;
                Some(text.clone())
            }
            None => {
                self.is_cut = true;
                None
            }
        }
    }
}

/// The number of the motion and the squares of the last action.
fn trace(session: &dyn Session, changes: &[i64]) -> Vec<usize> {
    let mut trace = session.trace();
    let is_changed = |square: &usize| changes.chunks_exact(2).any(|change| change[0] == *square as i64);
    // Too few pieces for all squares ahead: the last of them got none.
    if trace.motion == Motion::Sow {
        trace.path.retain(is_changed);
    }
    let motion = Motion::ALL.iter().position(|motion| *motion == trace.motion).unwrap_or_default();
    [motion].into_iter().chain(trace.path).collect()
}

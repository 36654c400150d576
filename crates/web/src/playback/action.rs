//! One action as the browser gets it.

use games::{Cause, Seat};
use referee::DecidedBy;
use referee::record::spelling;
use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};

/// One action of a playback.
///
/// In JSON it is a list of its fields in order, since a game has hundreds of them and an
/// object would repeat the names: seat, turn, action, reply, time, changes, trace, seen,
/// left. Remarks come last and are absent where there are none.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaybackAction {
    /// The seat that acted.
    pub(super) seat: Seat,
    /// Counts from 1 and goes up after both seats had theirs.
    pub(super) turn: u32,
    /// Its words; `None` where they are withheld.
    pub(super) action: Option<String>,
    /// What the game returned; `None` where it is withheld.
    pub(super) reply: Option<String>,
    /// The time it took, in nanoseconds; `None` if it was not measured.
    pub(super) time_ns: Option<u64>,
    /// The cells that it changed, each followed by its new value.
    pub(super) changes: Vec<i64>,
    /// The number of its motion in [`Playback::motions`](super::Playback::motions), then its
    /// squares in order. Empty where they are withheld.
    pub(super) trace: Vec<usize>,
    /// What its seat now remembers of squares that it cannot see, where that has changed:
    /// three numbers for each square. They are the square, then how many pieces of the
    /// enemy it held (or [`HIT`], or [`FORGOTTEN`]), then the turn of that observation.
    pub(super) seen: Vec<i64>,
    /// What its seat's clock shows after it, in milliseconds. `None` if that has not
    /// changed, as without a bank.
    pub(super) left_ms: Option<u64>,
    /// What is unusual about it.
    pub(super) remarks: Option<Remarks>,
}

/// In [`PlaybackAction::seen`]: pieces of the enemy were hit there, and how many are left
/// is not known.
pub(super) const HIT: i64 = -1;

/// In [`PlaybackAction::seen`]: the seat remembers nothing, as the square is its own.
pub(super) const FORGOTTEN: i64 = -2;

/// What is unusual about an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Remarks {
    #[serde(skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub by: Option<DecidedBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    pub fault: Option<Cause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unbilled: bool,
}

impl PlaybackAction {
    /// The action for viewers who may know nothing hidden; see
    /// [`Playback::without_secrets`](super::Playback::without_secrets).
    #[must_use]
    pub fn without_secrets(self, has_secrets: bool) -> PlaybackAction {
        let remarks = self.remarks.map(|remarks| Remarks {
            // In a game with secrets a fault says what the action was.
            fault: remarks.fault.filter(|_| !has_secrets),
            by: remarks.by.filter(|_| !has_secrets),
            unbilled: remarks.unbilled,
            ..Remarks::default()
        });
        let remarks = remarks.filter(|remarks| *remarks != Remarks::default());
        match has_secrets {
            false => PlaybackAction { remarks, ..self },
            true => PlaybackAction {
                action: None,
                reply: None,
                changes: Vec::new(),
                trace: Vec::new(),
                seen: Vec::new(),
                remarks,
                ..self
            },
        }
    }
}

impl Serialize for PlaybackAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_tuple(9 + usize::from(self.remarks.is_some()))?;
        list.serialize_element(&u8::from(self.seat))?;
        list.serialize_element(&self.turn)?;
        list.serialize_element(&self.action)?;
        list.serialize_element(&self.reply)?;
        list.serialize_element(&self.time_ns)?;
        list.serialize_element(&self.changes)?;
        list.serialize_element(&self.trace)?;
        list.serialize_element(&self.seen)?;
        list.serialize_element(&self.left_ms)?;
        if let Some(remarks) = &self.remarks {
            list.serialize_element(remarks)?;
        }
        list.end()
    }
}

//! Where an action takes place on the board, for displays that draw or move it.
//!
//! It says nothing that the action's words and the board do not say. Displays would
//! need the rules to find it out.

/// How the pieces of an action move. Each asks for a motion of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Motion {
    /// Nothing moves, as in a pass.
    #[default]
    Still,
    /// A piece is put on the last square, and pieces around it may change their owner.
    Place,
    /// The pieces of the first square are sown over the others, in order.
    Sow,
    /// The last square grows by a piece.
    Grow,
    /// A piece goes from the first square to the last.
    Send,
    /// The squares around the last one are looked at.
    Look,
    /// The squares in a cross around the last one are hit.
    Spray,
    /// The last square is hit.
    Strike,
}

/// Squares relative to another, as (down, right).
type Offsets = &'static [(i32, i32)];

impl Motion {
    /// All of them, in a fixed order.
    pub const ALL: [Motion; 8] = [
        Motion::Still,
        Motion::Place,
        Motion::Sow,
        Motion::Grow,
        Motion::Send,
        Motion::Look,
        Motion::Spray,
        Motion::Strike,
    ];

    /// The word that pages use.
    pub const fn word(self) -> &'static str {
        match self {
            Motion::Still => "still",
            Motion::Place => "place",
            Motion::Sow => "sow",
            Motion::Grow => "grow",
            Motion::Send => "send",
            Motion::Look => "look",
            Motion::Spray => "spray",
            Motion::Strike => "strike",
        }
    }

    /// The squares that are affected, relative to the last square of the path and row by
    /// row; some may be off the board. Empty where the path says it all.
    pub const fn area(self) -> Offsets {
        const CROSS: Offsets = &[(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)];
        const AROUND: Offsets =
            &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)];
        match self {
            Motion::Look => AROUND,
            Motion::Spray => CROSS,
            _ => &[],
        }
    }
}

/// Where an action takes place.
///
/// ```
/// use gridiron_games::{Motion, find};
///
/// let conga = find("conga")?;
/// let mut session = conga.start(conga.defaults(), 1)?;
/// session.submit("1 4 2 4");
/// let trace = session.trace();
/// // From the top left corner to the right.
/// assert_eq!((trace.motion, trace.path), (Motion::Sow, vec![0, 1, 2, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// How its pieces move.
    pub motion: Motion,
    /// Its squares in order, numbered as in a [`Grid`](crate::Grid). Only those of
    /// [`Motion::Still`] are absent. Of a sowing it may name more squares than there
    /// were pieces.
    pub path: Vec<usize>,
}

impl Trace {
    /// An action on one square; nothing if the square is off the board.
    pub fn at(motion: Motion, square: Option<usize>) -> Trace {
        match square {
            Some(square) => Trace { motion, path: vec![square] },
            None => Trace::default(),
        }
    }
}

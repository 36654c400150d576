//! What a seat has learned of squares that it cannot see.
//!
//! A game with secrets says after each action what its answer teaches, as
//! [`Sighting`]s; [`Memory`] keeps them with the turn they are from. Both are
//! made of what the seat may know and nothing else.

use crate::game::Seat;
use crate::grid::Cell;

/// What an answer teaches of one square, as it is right after the action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The number of the square in a [`Grid`](crate::Grid): row by row from the
    /// top.
    pub square: usize,
    /// What is certain of it.
    pub seen: Seen,
}

/// What is certain of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It holds exactly this.
    Holds(Cell),
    /// The other's pieces stood there and this many were taken; how many are
    /// left, if any, is not known.
    Lost(u32),
    /// If the other's pieces stood there, this many were taken.
    MayHaveLost(u32),
}

impl Sighting {
    /// The square holds exactly this.
    pub fn holds(square: usize, cell: Cell) -> Sighting {
        Sighting { square, seen: Seen::Holds(cell) }
    }
}

/// What a seat remembers of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// What it knows.
    pub known: Known,
    /// The turn that this is from. Until the other seat is up it is the truth,
    /// later it is what was.
    pub turn: u32,
}

/// What a seat knows of a square that is not its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing stands there.
    Empty,
    /// So many of the other's pieces.
    Enemy(u32),
    /// The other's pieces were hit; how many are left, if any, is not known.
    Hit,
}

/// All that one seat has learned so far: the latest of every square, less what
/// its own actions have taken since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    seat: Seat,
    squares: Vec<Option<Remembered>>,
}

impl Memory {
    /// Nothing is known of any square yet.
    pub fn new(seat: Seat, squares: usize) -> Memory {
        Memory { seat, squares: vec![None; squares] }
    }

    /// What is known of a square; nothing of one's own, which can be seen.
    pub fn of(&self, square: usize) -> Option<Remembered> {
        self.squares.get(square).copied().flatten()
    }

    /// Every square of which something is known, the latest first.
    pub fn latest_first(&self) -> Vec<(usize, Remembered)> {
        let known = self.squares.iter().enumerate();
        let mut known: Vec<(usize, Remembered)> =
            known.filter_map(|(square, remembered)| Some((square, (*remembered)?))).collect();
        known.sort_by_key(|(square, remembered)| (u32::MAX - remembered.turn, *square));
        known
    }

    /// Takes in what an answer in this turn taught.
    pub fn learn(&mut self, sightings: &[Sighting], turn: u32) {
        for Sighting { square, seen } in sightings {
            if let Some(place) = self.squares.get_mut(*square) {
                *place = after(*place, *seen, self.seat, turn);
            }
        }
    }
}

/// What is known of a square after a sighting.
fn after(before: Option<Remembered>, seen: Seen, seat: Seat, turn: u32) -> Option<Remembered> {
    let enemy = |count| if count == 0 { Known::Empty } else { Known::Enemy(count) };
    let known = match (seen, before) {
        (Seen::Holds(cell), _) if cell.owner == Some(seat) => return None,
        (Seen::Holds(cell), _) => enemy(cell.count),
        // What was seen in this turn still stood there. What is older and was
        // more than this is most likely still more; what was less has grown.
        (Seen::Lost(by), Some(Remembered { known: Known::Enemy(count), turn: then }))
            if then == turn || count > by =>
        {
            return Some(Remembered { known: enemy(count.saturating_sub(by)), turn: then });
        }
        (Seen::Lost(_), _) => Known::Hit,
        (Seen::MayHaveLost(by), Some(Remembered { known: Known::Enemy(count), turn: then })) => {
            return Some(Remembered { known: enemy(count.saturating_sub(by)), turn: then });
        }
        (Seen::MayHaveLost(_), before) => return before,
    };
    Some(Remembered { known, turn })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was seen in which turn, and what is known then.
    type Case<'a> = (&'a [(Seen, u32)], Option<Remembered>);

    #[test]
    fn the_latest_counts_less_what_was_taken_since() {
        let holds = |owner, count| Seen::Holds(Cell::new(owner, count));
        let (mine, theirs) = (|count| holds(Seat::Zero, count), |count| holds(Seat::One, count));
        let some = |known, turn| Some(Remembered { known, turn });
        let cases: &[Case<'_>] = &[
            (&[], None),
            (&[(theirs(3), 2)], some(Known::Enemy(3), 2)),
            (&[(theirs(0), 2)], some(Known::Empty, 2)),
            (&[(theirs(3), 2), (theirs(5), 9)], some(Known::Enemy(5), 9)),
            // An own square can be seen, and whatever stood there is gone.
            (&[(theirs(3), 2), (mine(1), 9)], None),
            (&[(Seen::Lost(4), 2)], some(Known::Hit, 2)),
            (&[(theirs(6), 2), (Seen::Lost(4), 2)], some(Known::Enemy(2), 2)),
            (&[(theirs(4), 2), (Seen::Lost(4), 2)], some(Known::Empty, 2)),
            (&[(theirs(6), 2), (Seen::Lost(4), 9)], some(Known::Enemy(2), 2)),
            // It may have been 4 or may have grown meanwhile.
            (&[(theirs(4), 2), (Seen::Lost(4), 9)], some(Known::Hit, 9)),
            (&[(theirs(0), 2), (Seen::Lost(1), 9)], some(Known::Hit, 9)),
            (&[(Seen::MayHaveLost(1), 2)], None),
            (&[(theirs(2), 2), (Seen::MayHaveLost(1), 2)], some(Known::Enemy(1), 2)),
            (&[(theirs(1), 2), (Seen::MayHaveLost(1), 3)], some(Known::Empty, 2)),
            (&[(theirs(0), 2), (Seen::MayHaveLost(1), 3)], some(Known::Empty, 2)),
            (&[(Seen::Lost(1), 2), (Seen::MayHaveLost(1), 3)], some(Known::Hit, 2)),
        ];
        for (seen, expected) in cases {
            let mut memory = Memory::new(Seat::Zero, 2);
            for (seen, turn) in *seen {
                memory.learn(&[Sighting { square: 1, seen: *seen }], *turn);
            }
            assert_eq!(memory.of(1), *expected, "{seen:?}");
            assert_eq!(memory.latest_first().len(), usize::from(expected.is_some()), "{seen:?}");
            assert_eq!((memory.of(0), memory.of(2)), (None, None));
        }
    }
}

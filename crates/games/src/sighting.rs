//! What a seat has learned about squares that it cannot see.
//!
//! After each action a game with hidden information says what the reply
//! teaches, as [`Sighting`]s. A [`SightingMap`] keeps the latest of every square
//! with its turn.
//!
//! **Invariant:** both are made from what the seat may know and from nothing
//! else, so they can be shown to it.

use crate::game::Seat;
use crate::grid::Cell;

/// What a reply teaches about one square, as it is right after the action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The number of the square in a [`Grid`](crate::Grid): row by row from the
    /// top, from 0.
    pub square: usize,
    /// What is certain about it.
    pub observation: Observation,
}

/// What is certain about a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    /// It holds exactly this.
    Holds(Cell),
    /// It held pieces of the enemy and lost this many. How many are left, if
    /// any, is not known.
    Lost(u32),
    /// If it held pieces of the enemy, it lost this many.
    MayHaveLost(u32),
}

impl Sighting {
    /// The square holds exactly this.
    pub fn holds(square: usize, cell: Cell) -> Sighting {
        Sighting { square, observation: Observation::Holds(cell) }
    }
}

/// What a seat knows about a square, and since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastSeen {
    /// What the square held.
    pub known: SquareState,
    /// The turn of the observation. It is exact until the other seat acts, and
    /// may be out of date later.
    pub turn: u32,
}

/// What a seat knows about a square that is not its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareState {
    /// It was empty.
    Empty,
    /// It held this many pieces of the enemy, at least 1.
    Enemy(u32),
    /// Pieces of the enemy were hit there. How many are left, if any, is not
    /// known.
    Hit,
}

/// All that one seat has learned: the latest of every square, less what the
/// seat's own actions have taken since.
///
/// ```
/// use gridiron_games::sighting::{SightingMap, SquareState};
/// use gridiron_games::{Game, Seat, plantation::Small};
///
/// let mut game: Small = "1,0,0/0,0,-2 0 starting_tiles=1".parse()?;
/// let mut map = SightingMap::new(Seat::Zero, 6);
/// let action = "scout 1 2".parse()?;
/// let reply = game.play(action);
/// map.learn(&Small::sightings(game.view(Seat::Zero), action, &reply), 1);
/// assert_eq!(map.get(5).map(|seen| seen.known), Some(SquareState::Enemy(2)));
/// assert_eq!(map.get(0), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SightingMap {
    seat: Seat,
    squares: Vec<Option<LastSeen>>,
}

impl SightingMap {
    /// The map of a board with this many squares, before anything is known.
    pub fn new(seat: Seat, squares: usize) -> SightingMap {
        SightingMap { seat, squares: vec![None; squares] }
    }

    /// What is known about a square. `None` if nothing is, for the seat's own
    /// squares, and for a number that the board does not have.
    pub fn get(&self, square: usize) -> Option<LastSeen> {
        self.squares.get(square).copied().flatten()
    }

    /// Every square that something is known about, the latest turn first, then
    /// by number.
    pub fn latest_first(&self) -> Vec<(usize, LastSeen)> {
        let known = self.squares.iter().enumerate();
        let mut known: Vec<(usize, LastSeen)> =
            known.filter_map(|(square, last_seen)| Some((square, (*last_seen)?))).collect();
        known.sort_by_key(|(square, last_seen)| (u32::MAX - last_seen.turn, *square));
        known
    }

    /// Adds what a reply in this turn taught.
    pub fn learn(&mut self, sightings: &[Sighting], turn: u32) {
        for Sighting { square, observation } in sightings {
            if let Some(place) = self.squares.get_mut(*square) {
                *place = update(*place, *observation, self.seat, turn);
            }
        }
    }
}

/// What is known about a square after an observation.
fn update(before: Option<LastSeen>, observation: Observation, seat: Seat, turn: u32) -> Option<LastSeen> {
    let enemy = |count| if count == 0 { SquareState::Empty } else { SquareState::Enemy(count) };
    let known = match (observation, before) {
        (Observation::Holds(cell), _) if cell.owner == Some(seat) => return None,
        (Observation::Holds(cell), _) => enemy(cell.count),
        // An observation of this turn was still exact. An older one that was
        // larger than the loss is most likely still larger. An older one that
        // was smaller has grown.
        (Observation::Lost(by), Some(LastSeen { known: SquareState::Enemy(count), turn: then }))
            if then == turn || count > by =>
        {
            return Some(LastSeen { known: enemy(count.saturating_sub(by)), turn: then });
        }
        (Observation::Lost(_), _) => SquareState::Hit,
        (Observation::MayHaveLost(by), Some(LastSeen { known: SquareState::Enemy(count), turn: then })) => {
            return Some(LastSeen { known: enemy(count.saturating_sub(by)), turn: then });
        }
        (Observation::MayHaveLost(_), before) => return before,
    };
    Some(LastSeen { known, turn })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Observations with their turns, and what is known after them.
    type Case<'a> = (&'a [(Observation, u32)], Option<LastSeen>);

    #[test]
    fn the_latest_counts_less_what_was_taken_since() {
        let holds = |owner, count| Observation::Holds(Cell::new(owner, count));
        let (mine, theirs) = (|count| holds(Seat::Zero, count), |count| holds(Seat::One, count));
        let some = |known, turn| Some(LastSeen { known, turn });
        let cases: &[Case<'_>] = &[
            (&[], None),
            (&[(theirs(3), 2)], some(SquareState::Enemy(3), 2)),
            (&[(theirs(0), 2)], some(SquareState::Empty, 2)),
            (&[(theirs(3), 2), (theirs(5), 9)], some(SquareState::Enemy(5), 9)),
            // The square is the seat's own now: the enemy is gone.
            (&[(theirs(3), 2), (mine(1), 9)], None),
            (&[(Observation::Lost(4), 2)], some(SquareState::Hit, 2)),
            (&[(theirs(6), 2), (Observation::Lost(4), 2)], some(SquareState::Enemy(2), 2)),
            (&[(theirs(4), 2), (Observation::Lost(4), 2)], some(SquareState::Empty, 2)),
            (&[(theirs(6), 2), (Observation::Lost(4), 9)], some(SquareState::Enemy(2), 2)),
            // It may still have been 4, or it may have grown.
            (&[(theirs(4), 2), (Observation::Lost(4), 9)], some(SquareState::Hit, 9)),
            (&[(theirs(0), 2), (Observation::Lost(1), 9)], some(SquareState::Hit, 9)),
            (&[(Observation::MayHaveLost(1), 2)], None),
            (&[(theirs(2), 2), (Observation::MayHaveLost(1), 2)], some(SquareState::Enemy(1), 2)),
            (&[(theirs(1), 2), (Observation::MayHaveLost(1), 3)], some(SquareState::Empty, 2)),
            (&[(theirs(0), 2), (Observation::MayHaveLost(1), 3)], some(SquareState::Empty, 2)),
            (&[(Observation::Lost(1), 2), (Observation::MayHaveLost(1), 3)], some(SquareState::Hit, 2)),
        ];
        for (seen, expected) in cases {
            let mut map = SightingMap::new(Seat::Zero, 2);
            for (observation, turn) in *seen {
                map.learn(&[Sighting { square: 1, observation: *observation }], *turn);
            }
            assert_eq!(map.get(1), *expected, "{seen:?}");
            assert_eq!(map.latest_first().len(), usize::from(expected.is_some()), "{seen:?}");
            assert_eq!((map.get(0), map.get(2)), (None, None));
        }
    }
}

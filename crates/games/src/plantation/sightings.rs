//! What an answer teaches its player of squares it cannot see.

use super::{Action, Command, PlantProbe, Reply, Side, Tile};
use crate::grid::Cell;
use crate::sighting::{Seen, Sighting};

/// What `side`, as it is after its command, learns from the answer: all that
/// follows for certain from these three.
pub(super) fn sightings<const W: usize>(side: &Side<W>, action: Action, reply: &Reply) -> Vec<Sighting> {
    let Some(at) = number(side, action.target()) else { return Vec::new() };
    let seen = |seen| vec![Sighting { square: at, seen }];
    let empty = Seen::Holds(Cell::default());
    let other = side.seat().other();
    match (action.command(), *reply) {
        (Command::Scout, Reply::Seen(_)) => scouted(side, action.target(), reply),
        (Command::Plant | Command::Colonise, Reply::Done) => seen(Seen::Holds(Cell::new(side.seat(), 1))),
        (_, Reply::Occupied(value)) => seen(Seen::Holds(Cell::new(other, value.unsigned_abs() as u32))),
        (Command::Bomb, Reply::Nothing { made_sense: true }) => seen(empty),
        // Less than a bomb can take was all there was.
        (Command::Bomb, Reply::Hits(lost)) if lost < side.options().bomb_damage => seen(empty),
        (Command::Bomb, Reply::Hits(lost)) => seen(Seen::Lost(lost)),
        (Command::Spray, Reply::Nothing { made_sense: true }) => sprayed(side, action.target(), 0),
        (Command::Spray, Reply::Hits(hits)) => sprayed(side, action.target(), hits),
        // Where `plant` would have found an enemy tile out, there is none.
        (Command::Plant, Reply::Nothing { made_sense: false })
            if side.options().plant_probe == PlantProbe::Anywhere && !is_own(side, action.target()) =>
        {
            seen(empty)
        }
        _ => Vec::new(),
    }
}

/// The number of a square in a [`Grid`](crate::Grid), if it is on the board.
fn number<const W: usize>(side: &Side<W>, tile: Tile) -> Option<usize> {
    side.index(tile).map(|_| tile.row as usize * usize::from(side.options().cols) + tile.col as usize)
}

fn is_own<const W: usize>(side: &Side<W>, tile: Tile) -> bool {
    side.index(tile).is_some_and(|at| side.level(at) > 0)
}

/// The squares that are shown, own ones left out: they can be seen anyway.
fn scouted<const W: usize>(side: &Side<W>, target: Tile, reply: &Reply) -> Vec<Sighting> {
    let Reply::Seen(window) = reply else { return Vec::new() };
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let squares = around.map(|(down, right)| Tile::new(target.row + down, target.col + right));
    let on_board = squares.filter(|tile| side.index(*tile).is_some());
    let shown = on_board.zip(window.values()).filter(|(tile, _)| !is_own(side, *tile));
    let other = side.seat().other();
    shown
        .filter_map(|(tile, value)| {
            Some(Sighting::holds(number(side, tile)?, Cell::new(other, value.unsigned_abs())))
        })
        .collect()
}

/// A spray tells how many, not which: none and all are certain.
fn sprayed<const W: usize>(side: &Side<W>, target: Tile, hits: u32) -> Vec<Sighting> {
    let Tile { row, col } = target;
    let cross = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
    let squares = cross.map(|(row, col)| Tile::new(row, col));
    let foreign = squares.iter().filter(|tile| !is_own(side, **tile));
    let foreign: Vec<usize> = foreign.filter_map(|tile| number(side, *tile)).collect();
    let seen = match hits as usize {
        0 => Seen::Holds(Cell::default()),
        all if all == foreign.len() => Seen::Lost(1),
        _ => Seen::MayHaveLost(1),
    };
    foreign.into_iter().map(|square| Sighting { square, seen }).collect()
}

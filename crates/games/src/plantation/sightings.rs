//! What a reply teaches the player about squares it cannot see.

use super::{Action, Command, PlantProbe, Reply, Side, Tile};
use crate::grid::Cell;
use crate::sighting::{Observation, Sighting};

/// All that follows for certain from `side` after the command, the command and
/// the reply.
pub(super) fn sightings<const W: usize>(side: &Side<W>, action: Action, reply: &Reply) -> Vec<Sighting> {
    let Some(at) = number(side, action.target()) else { return Vec::new() };
    let sighted = |observation| vec![Sighting { square: at, observation }];
    let empty = Observation::Holds(Cell::default());
    let other = side.seat().other();
    match (action.command(), *reply) {
        (Command::Scout, Reply::Seen(_)) => scouted(side, action.target(), reply),
        (Command::Plant | Command::Colonise, Reply::Done) => {
            sighted(Observation::Holds(Cell::new(side.seat(), 1)))
        }
        (_, Reply::Occupied(value)) => {
            sighted(Observation::Holds(Cell::new(other, value.unsigned_abs() as u32)))
        }
        (Command::Bomb, Reply::NoEffect { made_sense: true }) => sighted(empty),
        // The bomb could have taken more, so the tile is gone.
        (Command::Bomb, Reply::Hits(lost)) if lost < side.options().bomb_damage => sighted(empty),
        (Command::Bomb, Reply::Hits(lost)) => sighted(Observation::Lost(lost)),
        (Command::Spray, Reply::NoEffect { made_sense: true }) => sprayed(side, action.target(), 0),
        (Command::Spray, Reply::Hits(hits)) => sprayed(side, action.target(), hits),
        // On an enemy tile the reply would have been `occupied`.
        (Command::Plant, Reply::NoEffect { made_sense: false })
            if side.options().plant_probe == PlantProbe::Anywhere && !is_own(side, action.target()) =>
        {
            sighted(empty)
        }
        _ => Vec::new(),
    }
}

/// The number of a square in a [`Grid`](crate::Grid), if it is on the board.
pub(super) fn number<const W: usize>(side: &Side<W>, tile: Tile) -> Option<usize> {
    side.index(tile).map(|_| tile.row as usize * usize::from(side.options().cols) + tile.col as usize)
}

fn is_own<const W: usize>(side: &Side<W>, tile: Tile) -> bool {
    side.index(tile).is_some_and(|at| side.level(at) > 0)
}

/// The squares of the window without the player's own, which its view shows.
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

/// The reply to a spray counts hits and does not say where. Only none and all
/// are certain.
fn sprayed<const W: usize>(side: &Side<W>, target: Tile, hits: u32) -> Vec<Sighting> {
    let Tile { row, col } = target;
    let cross = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
    let squares = cross.map(|(row, col)| Tile::new(row, col));
    let foreign = squares.iter().filter(|tile| !is_own(side, **tile));
    let foreign: Vec<usize> = foreign.filter_map(|tile| number(side, *tile)).collect();
    let observation = match hits as usize {
        0 => Observation::Holds(Cell::default()),
        all if all == foreign.len() => Observation::Lost(1),
        _ => Observation::MayHaveLost(1),
    };
    foreign.into_iter().map(|square| Sighting { square, observation }).collect()
}

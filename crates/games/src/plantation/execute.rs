//! The effect of each command on the two sides.

use super::effect::{Effect, Presence, Situation, effect};
use super::reply::Window;
use super::{Action, Command, PlantProbe, Reply, Side, Tile};
use crate::game::Seat;

/// Executes a command of `own` and returns the reply.
#[inline(always)]
pub(super) fn execute<const W: usize>(own: &mut Side<W>, enemy: &mut Side<W>, action: Action) -> Reply {
    let command = action.command();
    let (Some(at), Some(source)) = (own.index(action.target()), own.index(action.source())) else {
        return Reply::ERROR;
    };
    let affordable = command.cost() <= own.moves_left();
    // First, because it needs no lookup: a wrong branch prediction is noticed
    // early.
    if command == Command::Scout {
        return if affordable { Reply::Seen(scout(own, enemy, at, action.target())) } else { Reply::ERROR };
    }
    let (mine, theirs) = (own.presence(at), enemy.presence(at));
    let probing = own.options().plant_probe == PlantProbe::Anywhere;
    let situation = Situation::new(mine, theirs, own.presence(source), probing);
    let theirs = theirs.has(Presence::OWNED);
    let effect = effect(command, situation) as usize * usize::from(affordable);
    if effect != Effect::Success as usize {
        return Reply::NoEffect { made_sense: effect == Effect::Miss as usize };
    }
    // On an own tile, `settle` means growth. One path serves both commands,
    // because no processor can predict which one comes next.
    if matches!(command, Command::Fertilise | Command::Plant) & !theirs {
        own.settle(at, 1);
        return Reply::Done;
    }
    match command {
        Command::Spray => Reply::Hits(spray(enemy, action.target())),
        Command::Bomb => Reply::Hits(enemy.shrink(at, own.options().bomb_damage)),
        _ if theirs => Reply::Occupied(enemy.seat().sign() * i64::from(enemy.level(at))),
        _ => {
            own.settle(at, 1);
            own.shrink(source, 1);
            Reply::Done
        }
    }
}

/// The 3 x 3 squares around a square of the board.
#[inline(always)]
fn scout<const W: usize>(own: &Side<W>, enemy: &Side<W>, at: usize, tile: Tile) -> Window {
    let (plus, minus) = if own.seat() == Seat::Zero { (own, enemy) } else { (enemy, own) };
    let values = std::array::from_fn(|square| {
        let ahead = square / 3 * Side::<W>::STRIDE + square % 3;
        let near = (at + ahead).wrapping_sub(Side::<W>::STRIDE + 1);
        plus.level(near) as i32 - minus.level(near) as i32
    });
    let (rows, cols) = (i32::from(own.options().rows), i32::from(own.options().cols));
    let edges = usize::from(tile.row == 0)
        | usize::from(tile.row + 1 == rows) << 1
        | usize::from(tile.col == 0) << 2
        | usize::from(tile.col + 1 == cols) << 3;
    Window { values, exists: EXISTS[edges] }
}

/// Which of the 3 x 3 squares exist. The bits of the index say at which edges
/// the centre is: top, bottom, left, right.
static EXISTS: [u16; 16] = {
    const GONE: [u16; 4] = [0b000_000_111, 0b111_000_000, 0b001_001_001, 0b100_100_100];
    let mut table = [0b111_111_111; 16];
    let mut edges = 0;
    while edges < 16 {
        let mut edge = 0;
        while edge < 4 {
            if edges >> edge & 1 == 1 {
                table[edges] &= !GONE[edge];
            }
            edge += 1;
        }
        edges += 1;
    }
    table
};

/// Takes 1 from every tile in the cross around a square. Returns the number of
/// tiles hit.
#[inline(always)]
fn spray<const W: usize>(side: &mut Side<W>, tile: Tile) -> u32 {
    let Tile { row, col } = tile;
    let cross = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
    let mut hits = 0;
    for (row, col) in cross {
        if let Some(at) = side.index(Tile::new(row, col)) {
            hits += side.shrink(at, 1);
        }
    }
    hits
}

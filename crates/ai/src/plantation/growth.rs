//! Ways to grow, for players and for opponent models. They use only own tiles and squares
//! that are known to be taken.

use games::common::rng::Rng;
use games::plantation::{Action, Command};

use super::geometry::Geometry;

/// One growing command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// Raises an own tile.
    Fertilise(usize),
    /// Plants a tile beside an own one.
    Plant(usize),
    /// Moves a level to a new tile anywhere.
    Colonise {
        /// The square of the new tile.
        at: usize,
        /// The tile that gives the level.
        source: usize,
    },
}

impl Growth {
    /// Moves that it takes.
    pub fn cost(self) -> u32 {
        match self {
            Growth::Fertilise(_) | Growth::Plant(_) => 1,
            Growth::Colonise { .. } => 2,
        }
    }

    /// The command for it.
    pub fn order(self, geometry: &Geometry) -> Action {
        match self {
            Growth::Fertilise(at) => geometry.order(Command::Fertilise, at),
            Growth::Plant(at) => geometry.order(Command::Plant, at),
            Growth::Colonise { at, source } => {
                Action::with_source(Command::Colonise, geometry.tile(at), geometry.tile(source))
            }
        }
    }
}

/// The most own tiles in any cross, for players that fear sprays.
pub const SPARSE: usize = 3;

/// How many own tiles the fullest cross around a square would hold, if that square were
/// own too.
pub fn crowding(geometry: &Geometry, levels: &[u32], at: usize) -> usize {
    let own = |centre: usize| geometry.cross(centre).filter(|near| *near == at || levels[*near] > 0).count();
    geometry.cross(at).map(own).max().unwrap_or(0)
}

/// Whether a square is not own but beside an own tile.
pub fn is_border(geometry: &Geometry, levels: &[u32], at: usize) -> bool {
    levels[at] == 0 && geometry.beside(at).any(|near| levels[near] > 0)
}

/// A random square for which `fits` holds, all equally likely; `None` if there is none.
pub fn any_square(squares: usize, rng: &mut Rng, mut fits: impl FnMut(usize) -> bool) -> Option<usize> {
    // Most boards have many such squares: a few draws are cheaper than a scan.
    for _ in 0..24 {
        let at = rng.below(squares as u32) as usize;
        if fits(at) {
            return Some(at);
        }
    }
    let fitting: Vec<usize> = (0..squares).filter(|at| fits(*at)).collect();
    (!fitting.is_empty()).then(|| fitting[rng.below(fitting.len() as u32) as usize])
}

/// A random valid command, then a random square for it. A colony takes two moves and gains
/// no point, so its weight is a third of the others'.
pub fn any_growth(geometry: &Geometry, levels: &[u32], moves: u32, rng: &mut Rng) -> Option<Growth> {
    let squares = geometry.squares();
    let kinds = if moves >= 2 { 7 } else { 6 };
    let first = rng.below(kinds);
    (0..kinds).map(|step| (first + step) % kinds).find_map(|kind| match kind {
        0..3 => any_square(squares, rng, |at| levels[at] > 0).map(Growth::Fertilise),
        3..6 => any_square(squares, rng, |at| is_border(geometry, levels, at)).map(Growth::Plant),
        _ => {
            let source = any_square(squares, rng, |at| levels[at] > 1)?;
            let at = any_square(squares, rng, |at| levels[at] == 0)?;
            Some(Growth::Colonise { at, source })
        }
    })
}

/// The gardener's step: plants where no cross gets too full and no enemy is known; else
/// raises any own tile.
pub fn sparse_growth(
    geometry: &Geometry,
    levels: &[u32],
    taken: impl Fn(usize) -> bool,
    rng: &mut Rng,
) -> Option<Growth> {
    let roomy =
        |at: usize| is_border(geometry, levels, at) && !taken(at) && crowding(geometry, levels, at) <= SPARSE;
    if let Some(at) = any_square(geometry.squares(), rng, roomy) {
        return Some(Growth::Plant(at));
    }
    any_square(geometry.squares(), rng, |at| levels[at] > 0).map(Growth::Fertilise)
}

/// Applies a step to own levels.
pub fn grow(levels: &mut [u32], growth: Growth) {
    match growth {
        Growth::Fertilise(at) | Growth::Plant(at) => levels[at] += 1,
        Growth::Colonise { at, source } => {
            levels[at] += 1;
            levels[source] -= 1;
        }
    }
}

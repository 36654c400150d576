//! Ways to grow, for players and for what they believe of each other: all of
//! them look at own tiles alone, and at squares that are known to be taken.

use games::common::rng::Rng;
use games::plantation::{Action, Command};

use super::field::Field;

/// One step of growth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// An own tile grows.
    Fertilise(usize),
    /// A new tile beside an own one.
    Plant(usize),
    /// A new tile anywhere, paid by another.
    Colonise {
        /// The new tile.
        at: usize,
        /// Who pays.
        source: usize,
    },
}

impl Growth {
    /// How many moves it takes.
    pub fn cost(self) -> u32 {
        match self {
            Growth::Fertilise(_) | Growth::Plant(_) => 1,
            Growth::Colonise { .. } => 2,
        }
    }

    /// The command for it.
    pub fn order(self, field: &Field) -> Action {
        match self {
            Growth::Fertilise(at) => field.order(Command::Fertilise, at),
            Growth::Plant(at) => field.order(Command::Plant, at),
            Growth::Colonise { at, source } => {
                Action::with_source(Command::Colonise, field.tile(at), field.tile(source))
            }
        }
    }
}

/// No spray should find more own tiles than this in its cross.
pub const SPARSE: usize = 3;

/// How many own tiles the fullest cross around a square holds once the square
/// is own too.
pub fn crowding(field: &Field, levels: &[u32], at: usize) -> usize {
    let own = |centre: usize| field.cross(centre).filter(|near| *near == at || levels[*near] > 0).count();
    field.cross(at).map(own).max().unwrap_or(0)
}

/// Whether the square is not own, and beside a tile that is.
pub fn is_border(field: &Field, levels: &[u32], at: usize) -> bool {
    levels[at] == 0 && field.beside(at).any(|near| levels[near] > 0)
}

/// Any square for which `fits` holds, all alike.
pub fn any_square(squares: usize, rng: &mut Rng, mut fits: impl FnMut(usize) -> bool) -> Option<usize> {
    // Most boards have many that fit: a few draws are cheaper than a walk.
    for _ in 0..24 {
        let at = rng.below(squares as u32) as usize;
        if fits(at) {
            return Some(at);
        }
    }
    let fitting: Vec<usize> = (0..squares).filter(|at| fits(*at)).collect();
    (!fitting.is_empty()).then(|| fitting[rng.below(fitting.len() as u32) as usize])
}

/// Any valid step: the command first, then its square. A colony takes two moves
/// and brings no point, so it is drawn once where the others are thrice.
pub fn any_growth(field: &Field, levels: &[u32], moves: u32, rng: &mut Rng) -> Option<Growth> {
    let squares = field.squares();
    let kinds = if moves >= 2 { 7 } else { 6 };
    let first = rng.below(kinds);
    (0..kinds).map(|step| (first + step) % kinds).find_map(|kind| match kind {
        0..3 => any_square(squares, rng, |at| levels[at] > 0).map(Growth::Fertilise),
        3..6 => any_square(squares, rng, |at| is_border(field, levels, at)).map(Growth::Plant),
        _ => {
            let source = any_square(squares, rng, |at| levels[at] > 1)?;
            let at = any_square(squares, rng, |at| levels[at] == 0)?;
            Some(Growth::Colonise { at, source })
        }
    })
}

/// The gardener's step: a new tile where no cross gets too full and nobody is
/// known to be; if there is no room, any own tile grows.
pub fn sparse_growth(
    field: &Field,
    levels: &[u32],
    taken: impl Fn(usize) -> bool,
    rng: &mut Rng,
) -> Option<Growth> {
    let roomy =
        |at: usize| is_border(field, levels, at) && !taken(at) && crowding(field, levels, at) <= SPARSE;
    if let Some(at) = any_square(field.squares(), rng, roomy) {
        return Some(Growth::Plant(at));
    }
    any_square(field.squares(), rng, |at| levels[at] > 0).map(Growth::Fertilise)
}

/// Does it to own levels.
pub fn grow(levels: &mut [u32], growth: Growth) {
    match growth {
        Growth::Fertilise(at) | Growth::Plant(at) => levels[at] += 1,
        Growth::Colonise { at, source } => {
            levels[at] += 1;
            levels[source] -= 1;
        }
    }
}

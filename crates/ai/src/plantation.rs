//! Simple players of Plantation.

use games::common::bits::Bits;
use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;
use games::plantation::{Action, Plantation, Side, Tile};

use crate::Player;

/// Any command on any squares of the board: mostly errors.
pub struct RandomDumb {
    rng: Rng,
}

impl RandomDumb {
    /// A player drawing from its own seed.
    pub fn new(seed: u64) -> RandomDumb {
        RandomDumb { rng: Rng::new(seed) }
    }
}

impl<const W: usize> Player<Plantation<W>> for RandomDumb {
    #[inline(always)]
    fn act(&mut self, view: &Side<W>) -> Action {
        let tile = random_tile(&mut self.rng, view);
        match self.rng.below(6) {
            0 => Action::Fertilise(tile),
            1 => Action::Plant(tile),
            2 => Action::Scout(tile),
            3 => Action::Spray(tile),
            4 => Action::Bomb(tile),
            _ => Action::Colonise { target: tile, source: random_tile(&mut self.rng, view) },
        }
    }
}

#[inline(always)]
fn random_tile<const W: usize>(rng: &mut Rng, view: &Side<W>) -> Tile {
    let options = view.options();
    Tile::new(rng.below(options.rows.into()) as i16, rng.below(options.cols.into()) as i16)
}

/// The kinds of command, in the order of their weights.
#[derive(Clone, Copy)]
enum Kind {
    Fertilise,
    Plant,
    Colonise,
    Spray,
    Bomb,
    Scout,
}

const KINDS: [Kind; 6] = [Kind::Fertilise, Kind::Plant, Kind::Colonise, Kind::Spray, Kind::Bomb, Kind::Scout];

/// A command that makes sense, chosen by weight, on any square where it does.
pub struct Random {
    rng: Rng,
    weights: [u32; 6],
}

impl Random {
    /// The weight of each kind of command.
    pub const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::integer("fertilise", 0, 1000, 10, "weight of fertilise"),
        OptionSpec::integer("plant", 0, 1000, 10, "weight of plant"),
        OptionSpec::integer("colonise", 0, 1000, 1, "weight of colonise"),
        OptionSpec::integer("spray", 0, 1000, 2, "weight of spray"),
        OptionSpec::integer("bomb", 0, 1000, 1, "weight of bomb"),
        OptionSpec::integer("scout", 0, 1000, 0, "weight of scout"),
    ];

    /// A player with these weights, drawing from its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> Random {
        let weights = std::array::from_fn(|kind| options.integer(Random::OPTIONS[kind].key));
        Random { rng: Rng::new(seed), weights }
    }

    /// The command of this kind on a random square where it makes sense, if
    /// there is one.
    #[inline(always)]
    fn attempt<const W: usize>(&mut self, kind: Kind, view: &Side<W>) -> Option<Action> {
        let affordable = view.moves_left() >= 2;
        match kind {
            Kind::Fertilise => self.any_of(view.owned(), view).map(Action::Fertilise),
            Kind::Plant => self.any_of(&view.border(), view).map(Action::Plant),
            Kind::Colonise if affordable => {
                let rich: Bits<W> = view.owned().iter().filter(|at| view.level(*at) >= 2).collect();
                let source = self.any_of(&rich, view)?;
                let target = self.any_of(&view.board().without(view.owned()), view)?;
                Some(Action::Colonise { target, source })
            }
            Kind::Spray if affordable => Some(Action::Spray(random_tile(&mut self.rng, view))),
            Kind::Bomb if affordable => {
                self.any_of(&view.board().without(view.owned()), view).map(Action::Bomb)
            }
            Kind::Scout => Some(Action::Scout(random_tile(&mut self.rng, view))),
            Kind::Colonise | Kind::Spray | Kind::Bomb => None,
        }
    }

    #[inline(always)]
    fn any_of<const W: usize>(&mut self, squares: &Bits<W>, view: &Side<W>) -> Option<Tile> {
        let count = squares.count();
        (count > 0).then(|| view.tile(squares.select(self.rng.below(count))))
    }
}

impl<const W: usize> Player<Plantation<W>> for Random {
    /// Draws a kind by weight. One that turns out to make no sense is left out
    /// and the draw repeated among the others, which is the same as choosing
    /// among those that do. If none is left there is still a look around.
    #[inline(always)]
    fn act(&mut self, view: &Side<W>) -> Action {
        let mut weights = self.weights;
        loop {
            let total: u32 = weights.iter().sum();
            if total == 0 {
                return Action::Scout(random_tile(&mut self.rng, view));
            }
            let mut rest = self.rng.below(total);
            let drawn = weights.iter().position(|weight| {
                let here = rest < *weight;
                rest = rest.wrapping_sub(*weight);
                here
            });
            let drawn = drawn.unwrap_or(0);
            if let Some(action) = self.attempt(KINDS[drawn], view) {
                return action;
            }
            weights[drawn] = 0;
        }
    }
}

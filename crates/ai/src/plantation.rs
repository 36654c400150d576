//! Simple players of Plantation.

use std::array::from_fn;

use games::common::bits::Bits;
use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Side, Tile};

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
        let squares = view.squares() as u32;
        let [command, target, source] = self.rng.three_below([6, squares, squares]);
        let tile = |at: u32| view.tile(at as usize);
        Action::with_source(Command::ALL[command as usize], tile(target), tile(source))
    }
}

/// A command that makes sense, chosen by weight, on any square where it does.
pub struct Random {
    rng: Rng,
    /// For turns with one move left and with more.
    draws: [Draw; 2],
}

/// Weights of the commands, in the order of [`Command::ALL`].
#[derive(Clone, Copy)]
struct Draw {
    weights: [u32; 6],
    /// Sums of the weights up to and with each command.
    sums: [u32; 6],
}

impl Draw {
    fn new(weights: [u32; 6]) -> Draw {
        let mut sums = weights;
        for at in 1..sums.len() {
            sums[at] += sums[at - 1];
        }
        Draw { weights, sums }
    }

    fn without(&self, command: usize) -> Draw {
        let mut weights = self.weights;
        weights[command] = 0;
        Draw::new(weights)
    }

    /// The number of a command drawn by weight, if any has weight.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> Option<usize> {
        let total = self.sums[5];
        if total == 0 {
            return None;
        }
        let drawn = rng.below(total);
        // All sums are compared: quicker than a walk that ends who knows where.
        Some(self.sums[..5].iter().map(|sum| usize::from(drawn >= *sum)).sum())
    }
}

impl Random {
    /// The weight of each command, in the order of [`Command::ALL`].
    pub const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::integer("fertilise", 0, 1000, 10, "weight of fertilise"),
        OptionSpec::integer("plant", 0, 1000, 10, "weight of plant"),
        OptionSpec::integer("scout", 0, 1000, 0, "weight of scout"),
        OptionSpec::integer("colonise", 0, 1000, 1, "weight of colonise"),
        OptionSpec::integer("spray", 0, 1000, 2, "weight of spray"),
        OptionSpec::integer("bomb", 0, 1000, 1, "weight of bomb"),
    ];

    /// A player with these weights, drawing from its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> Random {
        let weights = from_fn(|kind| options.integer(Random::OPTIONS[kind].key));
        let mut affordable = weights;
        for (weight, command) in affordable.iter_mut().zip(Command::ALL) {
            *weight *= u32::from(command.cost() <= 1);
        }
        Random { rng: Rng::new(seed), draws: [Draw::new(affordable), Draw::new(weights)] }
    }

    /// The command on a random square where it makes sense, if there is one.
    #[inline(always)]
    fn attempt<const W: usize>(&mut self, command: Command, view: &Side<W>) -> Option<Action> {
        let (owned, border) = (view.owned(), view.border());
        let squares = match command {
            // Nearly all draws are one of the first two: no branch between them.
            Command::Fertilise | Command::Plant => {
                Bits(from_fn(|word| match command == Command::Fertilise {
                    true => owned.0[word],
                    false => border.0[word],
                }))
            }
            Command::Colonise | Command::Bomb => view.board().without(owned),
            Command::Scout | Command::Spray | Command::Malformed => *view.board(),
        };
        let target = self.any_of(&squares, view)?;
        if command != Command::Colonise {
            return Some(Action::new(command, target));
        }
        let source = self.any_of(view.rich(), view)?;
        Some(Action::with_source(command, target, source))
    }

    #[inline(always)]
    fn any_of<const W: usize>(&mut self, squares: &Bits<W>, view: &Side<W>) -> Option<Tile> {
        let count = squares.count();
        (count > 0).then(|| view.tile(squares.select(self.rng.below(count))))
    }

    /// The draw goes on without a command that turned out to make no sense.
    #[cold]
    #[inline(never)]
    fn draw_again<const W: usize>(&mut self, mut draw: Draw, senseless: usize, view: &Side<W>) -> Action {
        draw = draw.without(senseless);
        while let Some(drawn) = draw.draw(&mut self.rng) {
            if let Some(action) = self.attempt(Command::ALL[drawn], view) {
                return action;
            }
            draw = draw.without(drawn);
        }
        Action::new(Command::Scout, view.tile(self.rng.below(view.squares() as u32) as usize))
    }
}

impl<const W: usize> Player<Plantation<W>> for Random {
    /// Draws an affordable command by weight. One that turns out to make no
    /// sense is left out and the draw repeated among the others, which is the
    /// same as choosing among those that do. If none is left there is still a
    /// look around.
    #[inline(always)]
    fn act(&mut self, view: &Side<W>) -> Action {
        let at = usize::from(view.moves_left() > 1);
        let drawn = self.draws[at].draw(&mut self.rng).unwrap_or(0);
        match self.attempt(Command::ALL[drawn], view) {
            Some(action) if self.draws[at].weights[drawn] > 0 => action,
            _ => self.draw_again(self.draws[at], drawn, view),
        }
    }
}

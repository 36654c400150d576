//! Random players of Plantation.

use std::iter::repeat_n;

use games::common::bits::Bits;
use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Side, Tile};

use crate::{Player, Time};

/// Random commands on random squares: mostly errors.
pub struct RandomDumb {
    rng: Rng,
}

impl RandomDumb {
    /// A player with its own seed.
    pub fn new(seed: u64) -> RandomDumb {
        RandomDumb { rng: Rng::new(seed) }
    }
}

impl<const W: usize> Player<Plantation<W>> for RandomDumb {
    #[inline(always)]
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        let (rows, cols) = (view.options().rows.into(), view.options().cols.into());
        let [command, target_row, target_col] = self.rng.three_below([6, rows, cols]);
        let [source_row, source_col, _] = self.rng.three_below([rows, cols, 1]);
        let tile = |row: u32, col: u32| Tile::new(row as i32, col as i32);
        let (target, source) = (tile(target_row, target_col), tile(source_row, source_col));
        Action::with_source(Command::ALL[command as usize], target, source)
    }
}

/// A random sensible command by weight, on a random square where it is sensible.
pub struct WeightedRandom {
    rng: Rng,
    /// With one move left, and with more.
    draws: [CommandDraw; 2],
}

/// Draws a command by weight: one ticket for each unit of weight.
struct CommandDraw(Vec<Command>);

impl CommandDraw {
    fn new(weights: impl Iterator<Item = (Command, usize)>) -> CommandDraw {
        CommandDraw(weights.flat_map(|(command, weight)| repeat_n(command, weight)).collect())
    }

    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> Option<Command> {
        if self.0.is_empty() { None } else { Some(self.0[rng.below(self.0.len() as u32) as usize]) }
    }
}

impl WeightedRandom {
    /// The weight of each command; 0 means never.
    pub const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::integer("fertilise", 0, 1000, 10, "weight of fertilise"),
        OptionSpec::integer("plant", 0, 1000, 10, "weight of plant"),
        OptionSpec::integer("colonise", 0, 1000, 1, "weight of colonise"),
        OptionSpec::integer("spray", 0, 1000, 2, "weight of spray"),
        OptionSpec::integer("bomb", 0, 1000, 1, "weight of bomb"),
        OptionSpec::integer("scout", 0, 1000, 0, "weight of scout"),
    ];

    /// A player with these weights and its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> WeightedRandom {
        let weights = Command::ALL.map(|command| (command, options.integer(command.word())));
        let cheap = weights.into_iter().filter(|(command, _)| command.cost() == 1);
        WeightedRandom {
            rng: Rng::new(seed),
            draws: [CommandDraw::new(cheap), CommandDraw::new(weights.into_iter())],
        }
    }

    /// The command on a random square where it is sensible; `None` if there is no such square.
    #[inline(always)]
    fn attempt<const W: usize>(&mut self, command: Command, view: &Side<W>) -> Option<Choice> {
        let squares = match command {
            Command::Fertilise | Command::Plant => *view.growing(command == Command::Plant),
            Command::Colonise | Command::Bomb => view.board().without(view.owned()),
            Command::Scout | Command::Spray | Command::Malformed => *view.board(),
        };
        let target = self.any_of(&squares)?;
        let source = if command == Command::Colonise { self.any_of(view.rich())? } else { target };
        Some(Choice { command, target, source })
    }

    #[inline(always)]
    fn any_of<const W: usize>(&mut self, squares: &Bits<W>) -> Option<usize> {
        let count = squares.count();
        (count > 0).then(|| squares.select(self.rng.below(count)))
    }

    /// Draws until a command is sensible. Senseless commands are left out, which is the same
    /// as drawing among the sensible ones. If none is left, it scouts.
    #[cold]
    #[inline(never)]
    fn draw_again<const W: usize>(&mut self, affordable: usize, view: &Side<W>) -> Choice {
        let mut senseless = [false; 7];
        while self.draws[affordable].0.iter().any(|command| !senseless[*command as usize]) {
            let drawn = self.draws[affordable].draw(&mut self.rng);
            if let Some(command) = drawn.filter(|command| !senseless[*command as usize]) {
                if let Some(choice) = self.attempt(command, view) {
                    return choice;
                }
                senseless[command as usize] = true;
            }
        }
        self.attempt(Command::Scout, view).expect("every board has a square")
    }
}

/// A command on squares by number. The action is built once at the end: built on every
/// path it would go through memory.
struct Choice {
    command: Command,
    target: usize,
    source: usize,
}

impl<const W: usize> Player<Plantation<W>> for WeightedRandom {
    #[inline(always)]
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        let affordable = usize::from(view.moves_left() > 1);
        let drawn = self.draws[affordable].draw(&mut self.rng);
        let Choice { command, target, source } = match drawn.and_then(|command| self.attempt(command, view)) {
            Some(choice) => choice,
            None => self.draw_again(affordable, view),
        };
        match command {
            Command::Colonise => Action::with_source(command, view.tile(target), view.tile(source)),
            _ => Action::new(command, view.tile(target)),
        }
    }
}

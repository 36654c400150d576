//! The originals' player: grow, look, and then either grow or kill.

use games::Game;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::estimate::Estimate;
use super::field::{Field, Sight};
use super::growth::any_growth;
use crate::{Player, Time};

/// Turns of growth before the first look around.
pub(super) const PEACEFUL_TURNS: u32 = 5;
/// Trust in what was seen falls to this with each turn.
const KEEP: f64 = 0.95;
/// How sharply the better of growing and killing is preferred.
const SHARPNESS: f64 = 2.0;

/// What a turn is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Grow,
    Look,
    Kill,
}

/// Grows for five turns, looks around in the sixth, and decides anew in each
/// turn after that whether to grow or to kill.
pub struct ScryAndDie {
    rng: Rng,
    mind: Option<Mind>,
}

struct Mind {
    field: Field,
    estimate: Estimate,
    /// Where to look, in a cycle; the windows cover the board.
    looks: Vec<usize>,
    looked: usize,
    turn: u32,
    mood: Mood,
}

impl ScryAndDie {
    /// A player drawing from its own seed.
    pub fn new(seed: u64) -> ScryAndDie {
        ScryAndDie { rng: Rng::new(seed), mind: None }
    }
}

/// Centres of windows that cover `length` squares in a row.
fn centres(length: usize) -> impl Iterator<Item = usize> + Clone {
    (0..length).step_by(3).map(move |begin| (begin + 1).min(length - 1))
}

impl Mind {
    fn new(sight: &Sight, rng: &mut Rng) -> Mind {
        let field = Field::new(&sight.options);
        let mut looks: Vec<usize> = centres(field.rows)
            .flat_map(|row| centres(field.cols).map(move |col| (row, col)))
            .map(|(row, col)| row * field.cols + col)
            .collect();
        for last in (1..looks.len()).rev() {
            looks.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let estimate = Estimate::new(&field, sight.seat, &sight.options, KEEP);
        Mind { field, estimate, looks, looked: 0, turn: 0, mood: Mood::Grow }
    }

    /// Decides at the start of a turn what it is for.
    fn begin_turn(&mut self, sight: &Sight, rng: &mut Rng) {
        self.turn = sight.turn;
        self.mood = match sight.turn {
            ..=PEACEFUL_TURNS => Mood::Grow,
            turn if turn == PEACEFUL_TURNS + 1 => Mood::Look,
            _ if sight.moves_left < 2 => Mood::Grow,
            _ => {
                // An attack each two moves, after one look; or a point a move.
                let attacks = f64::from((sight.moves_left - 1).max(2) / 2);
                let kill = attacks * self.estimate.best_attack(&self.field, &sight.levels, sight.turn).damage;
                let grow = f64::from(sight.moves_left);
                let preference = 1.0 / (1.0 + (-SHARPNESS * (kill - grow)).exp());
                if rng.part() < preference { Mood::Kill } else { Mood::Grow }
            }
        };
    }

    fn look(&mut self, sight: &Sight, rng: &mut Rng) -> Action {
        self.looked += 1;
        let at = match self.looked {
            1 => {
                let row = rng.below(self.field.rows as u32) as usize;
                row * self.field.cols + self.field.home(sight.seat.other())
            }
            later => self.looks[(later - 2) % self.looks.len()],
        };
        self.field.order(Command::Scout, at)
    }

    fn act(&mut self, sight: &Sight, rng: &mut Rng) -> Action {
        let begins = sight.turn != self.turn;
        if begins {
            self.begin_turn(sight, rng);
        }
        match self.mood {
            Mood::Grow => match any_growth(&self.field, &sight.levels, sight.moves_left, rng) {
                Some(growth) => growth.order(&self.field),
                None => self.look(sight, rng),
            },
            Mood::Kill if sight.moves_left >= 2 && !(begins && sight.moves_left > 2) => {
                let attack = self.estimate.best_attack(&self.field, &sight.levels, sight.turn);
                self.field.order(attack.command, attack.at)
            }
            Mood::Look | Mood::Kill => self.look(sight, rng),
        }
    }
}

impl<const W: usize> Player<Plantation<W>> for ScryAndDie {
    fn act(&mut self, view: &Side<W>, _time: &Time<'_>) -> Action {
        let sight = Sight::new(view);
        let rng = &mut self.rng;
        self.mind.get_or_insert_with(|| Mind::new(&sight, rng)).act(&sight, rng)
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(mind) = &mut self.mind {
            mind.estimate.learn(&Plantation::<W>::sightings(view, action, reply), view.turn());
        }
    }
}

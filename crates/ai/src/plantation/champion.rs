//! The champion: believes in many boards at once, and plans whole turns by what
//! they come to on average.

use std::mem;

use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::field::Sight;
use super::habits::HABITS;
use super::particles::Particles;
use super::plan::{Plan, Planner, Prices};
use super::thrift::thrifty_growth;
use crate::effort::Effort;
use crate::search::Limits;
use crate::search::belief::best_on_average;
use crate::{Player, Time};

/// Plans tried in worlds for one answer, if nothing else is said.
const USUAL_NODES: u64 = 1_500;
/// Worlds that are wanted for each plan.
const WORLDS: usize = 64;
/// Squares of all the boards imagined for one habit, and the fewest and most
/// boards.
const IMAGINED_SQUARES: usize = 20_000;
const FEWEST_BOARDS: usize = 12;
const MOST_BOARDS: usize = 160;

/// An attack must be expected to take this much more than its moves would bring
/// at the start of the game, and half as much at its end: what is not taken now
/// can be taken later, and the attack that looks best looks better than it is.
const PATIENCE: f64 = 0.6;
/// What it is worth to learn of a square in full doubt what kind of player the
/// other is; it fades in this part of the game.
const CURIOSITY: f64 = 0.3;
const CURIOUS_PART: f64 = 0.3;

/// Believes, plans, and grows so that there is little to attack.
pub struct Champion {
    rng: Rng,
    effort: Effort,
    mind: Option<Mind>,
}

struct Mind {
    belief: Particles,
    turn: u32,
    /// Answers that have not been thought about yet: that is done when the clock
    /// runs, not between turns.
    heard: Vec<(Sight, Action, Reply)>,
}

impl Champion {
    /// See [`Effort`].
    pub const OPTIONS: &'static [games::common::options::OptionSpec] = Effort::OPTIONS;

    /// A player with these options, drawing from its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> Champion {
        Champion { rng: Rng::new(seed), effort: Effort::read(options), mind: None }
    }

    /// How likely it believes the other to hold each square, row by row;
    /// nothing before its first turn.
    pub fn belief(&self) -> Option<Vec<f64>> {
        self.mind.as_ref().map(|mind| mind.belief.outlook().taken)
    }

    fn act(&mut self, sight: &Sight, time: &Time<'_>) -> Action {
        let rng = &mut self.rng;
        let mind = self.mind.get_or_insert_with(|| Mind::new(sight, rng));
        for (sight, action, reply) in mem::take(&mut mind.heard) {
            mind.belief.take_in(&sight, action, &reply);
        }
        let deadline = time.deadline(sight.moves_left, sight.turns_left(), self.effort.time());
        if mind.turn != sight.turn {
            mind.turn = sight.turn;
            mind.belief.live_on(sight, &deadline.part(0.5));
        }
        let field = &mind.belief.field;
        if self.effort.slips(rng) {
            // Any command with one square, anywhere: mostly in vain.
            let command = [Command::Scout, Command::Spray, Command::Bomb, Command::Fertilise, Command::Plant];
            let command = command[rng.below(command.len() as u32) as usize];
            return field.order(command, rng.below(field.squares() as u32) as usize);
        }
        let outlook = mind.belief.outlook();
        let prices = prices(sight, mind.belief.doubt());
        let planner = Planner::new(field, &sight.levels, &outlook, sight.options.bomb_damage, prices);
        let nodes = self.effort.nodes(USUAL_NODES);
        let looks = nodes.map_or(usize::MAX, |nodes| (nodes / (3 * WORLDS as u64)) as usize).max(4);
        let plans = planner.plans(sight.moves_left, looks);
        let limits = Limits { nodes, depth: None, deadline };
        let worlds: Vec<&[u32]> = (0..WORLDS).map(|_| mind.belief.draw(rng)).collect();
        let best = best_on_average(&worlds, &plans, &limits, self.effort.threads, |world, plan| {
            planner.worth(world, plan)
        });
        let plan = best.map_or(Plan::Grow, |best| plans[best.plan]);
        match (plan, planner.best_attack()) {
            (Plan::Look(at) | Plan::LookThenAttack(at), _) => field.order(Command::Scout, at),
            (Plan::Attack | Plan::AttackThenLook(_), Some(attack)) => field.order(attack.command, attack.at),
            _ => {
                let taken = |at: usize| outlook.taken[at];
                let (home, bomb_damage) = (field.home(sight.seat), sight.options.bomb_damage);
                match thrifty_growth(field, &sight.levels, home, taken, bomb_damage, rng) {
                    Some(growth) => growth.order(field),
                    None => field.order(Command::Scout, rng.below(field.squares() as u32) as usize),
                }
            }
        }
    }
}

impl Mind {
    fn new(sight: &Sight, rng: &mut Rng) -> Mind {
        let squares = sight.levels.len();
        let boards = (IMAGINED_SQUARES / squares).clamp(FEWEST_BOARDS, MOST_BOARDS);
        Mind {
            belief: Particles::new(sight, &HABITS, boards, Rng::new(rng.next_u64())),
            turn: 0,
            heard: Vec::new(),
        }
    }
}

/// What points are worth now; `doubt` is about the other's habits.
fn prices(sight: &Sight, doubt: f64) -> Prices {
    // Who has no tile left has nothing better to do than to look and attack.
    let grows = sight.levels.iter().any(|level| *level > 0);
    let move_worth = f64::from(u8::from(grows));
    let past = f64::from(sight.turn) / f64::from(sight.options.max_turns);
    Prices {
        attack: move_worth * (2.0 + PATIENCE * (1.0 - past / 2.0)),
        look: move_worth,
        curiosity: CURIOSITY * doubt * (1.0 - past / CURIOUS_PART).max(0.0),
        turns_after: sight.turns_left() as usize - 1,
    }
}

impl<const W: usize> Player<Plantation<W>> for Champion {
    fn act(&mut self, view: &Side<W>, time: &Time<'_>) -> Action {
        Champion::act(self, &Sight::new(view), time)
    }

    fn hear(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(mind) = &mut self.mind {
            mind.heard.push((Sight::new(view), action, *reply));
        }
    }
}

//! The champion: believes in many boards at once, and plans whole turns by what
//! they come to on average.

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use games::Game;
use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::field::Sight;
use super::gardener::Gardener;
use super::habits::HABITS;
use super::particles::Particles;
use super::plan::{Plan, Planner, Prices};
use super::thrift::{Ground, thrifty_growth};
use crate::search::Limits;
use crate::search::belief::{Belief, best_on_average, sample_worlds};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// Plans tried in worlds for one answer, if nothing else is said.
const USUAL_NODES: u64 = 1_500;
/// Worlds that are wanted for each plan.
const WORLDS: usize = 64;
/// Squares to look at among which it chooses.
const FEWEST_LOOKS: usize = 4;
const MOST_LOOKS: usize = 100;
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

/// Squares of imagined boards that are surely lived and weighed in a microsecond.
const SQUARES_A_MICROSECOND: usize = 50;
/// Thinking never costs less: what is taken for nothing could never be found to
/// cost more.
const LEAST_COST: Duration = Duration::from_micros(50);
/// Answers that wait to be thought about; what is older is forgotten.
const MOST_HEARD: usize = 64;

/// Believes, plans, and grows so that there is little to attack.
pub struct Champion {
    rng: Rng,
    search_options: SearchOptions,
    mind: Option<Mind>,
}

struct Mind {
    belief: Particles,
    turn: u32,
    /// Answers that have not been thought about yet: that is done when the clock
    /// runs, not between turns.
    heard: VecDeque<(Sight, Action, Reply)>,
    /// What it took lately to think of one turn.
    cost: Duration,
    /// What it does when there is no time to think.
    reflexes: Gardener,
}

impl Champion {
    /// See [`SearchOptions`].
    pub const OPTIONS: &'static [OptionSpec] = SearchOptions::OPTIONS;

    /// A player with these options, drawing from its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> Champion {
        Champion { rng: Rng::new(seed), search_options: SearchOptions::read(options), mind: None }
    }

    /// How likely it believes the other to hold each square, row by row;
    /// nothing before its first turn.
    pub fn belief(&self) -> Option<Vec<f64>> {
        self.mind.as_ref().map(|mind| mind.belief.outlook().taken)
    }

    fn act(&mut self, sight: &Sight, time: &Time<'_>) -> Action {
        let rng = &mut self.rng;
        let deadline = time.deadline(sight.moves_left, sight.turns_left(), self.search_options.time());
        let mind = self.mind.get_or_insert_with(|| Mind::new(sight, &deadline, rng));
        if !mind.has_time(sight, &deadline) {
            return mind.reflexes.decide(sight);
        }
        let begin = time.spent();
        let action = mind.think(sight, &self.search_options, &deadline, rng);
        // Once it may be charged for what a busy machine did; so it learns by steps.
        let cost = (time.spent() - begin).clamp(mind.cost * 9 / 10, mind.cost * 4);
        mind.cost = cost.max(LEAST_COST);
        action
    }
}

impl Mind {
    /// With as many boards as there is time for.
    fn new(sight: &Sight, deadline: &Deadline<'_>, rng: &mut Rng) -> Mind {
        let of_each_habit = HABITS.len() * sight.levels.len();
        let boards = (IMAGINED_SQUARES / sight.levels.len()).clamp(FEWEST_BOARDS, MOST_BOARDS);
        let boards = match deadline.left() {
            None => boards,
            Some(left) => {
                let squares = left.as_micros() as usize * SQUARES_A_MICROSECOND / 2;
                (squares / of_each_habit).clamp(FEWEST_BOARDS.min(boards), boards)
            }
        };
        Mind {
            belief: Particles::new(sight, &HABITS, boards, Rng::new(rng.next_u64())),
            turn: 0,
            heard: VecDeque::new(),
            cost: Duration::from_micros((boards * of_each_habit / SQUARES_A_MICROSECOND) as u64),
            reflexes: Gardener::new(rng.next_u64()),
        }
    }

    /// Whether there is time to think of all that has happened. If not, it costs
    /// less from now on, so that it is tried again some time.
    fn has_time(&mut self, sight: &Sight, deadline: &Deadline<'_>) -> bool {
        let turns = sight.turn.saturating_sub(self.turn).max(1);
        let has_time = deadline.left().is_none_or(|left| left >= self.cost * turns);
        if !has_time {
            self.cost = (self.cost * 99 / 100).max(LEAST_COST);
        }
        has_time
    }

    /// Believes what has been answered and what the other may have done since.
    fn catch_up(&mut self, sight: &Sight, deadline: &Deadline<'_>) {
        for (sight, action, reply) in mem::take(&mut self.heard) {
            self.belief.condition(&sight, action, &reply);
        }
        if self.turn != sight.turn {
            self.turn = sight.turn;
            self.belief.predict(sight, &deadline.part(0.5));
        }
    }

    fn think(
        &mut self,
        sight: &Sight,
        search_options: &SearchOptions,
        deadline: &Deadline<'_>,
        rng: &mut Rng,
    ) -> Action {
        self.catch_up(sight, deadline);
        let field = &self.belief.field;
        if search_options.is_blunder(rng) {
            // Any command with one square, anywhere: mostly in vain.
            let command = [Command::Scout, Command::Spray, Command::Bomb, Command::Fertilise, Command::Plant];
            let command = command[rng.below(command.len() as u32) as usize];
            return field.order(command, rng.below(field.squares() as u32) as usize);
        }
        let outlook = self.belief.outlook();
        let prices = prices(sight, self.belief.doubt());
        let planner = Planner::new(field, &sight.levels, &outlook, sight.options.bomb_damage, prices);
        let nodes = search_options.nodes(USUAL_NODES);
        let looks = nodes.map_or(MOST_LOOKS, |nodes| (nodes / (3 * WORLDS as u64)) as usize);
        let plans = planner.plans(sight.moves_left, looks.clamp(FEWEST_LOOKS, MOST_LOOKS));
        let limits = Limits { nodes, depth: None, deadline: *deadline };
        let worlds = sample_worlds(&self.belief, WORLDS, rng);
        let best = best_on_average(&worlds, &plans, &limits, search_options.threads, |world, plan| {
            planner.worth(world, plan)
        });
        let plan = best.map_or(Plan::Grow, |best| plans[best.plan]);
        match (plan, planner.best_attack()) {
            (Plan::Look(at) | Plan::LookThenAttack(at), _) => field.order(Command::Scout, at),
            (Plan::Attack | Plan::AttackThenLook(_), Some(attack)) => field.order(attack.command, attack.at),
            _ => self.grow(sight, |at| outlook.taken[at], rng),
        }
    }

    /// Grows, or looks anywhere if there is nothing to grow.
    fn grow(&self, sight: &Sight, taken: impl Fn(usize) -> f64, rng: &mut Rng) -> Action {
        let field = &self.belief.field;
        let (home, bomb_damage) = (field.home(sight.seat), sight.options.bomb_damage);
        let ground = Ground { field, levels: &sight.levels, home, bomb_damage };
        match thrifty_growth(&ground, taken, rng) {
            Some(growth) => growth.order(field),
            None => field.order(Command::Scout, rng.below(field.squares() as u32) as usize),
        }
    }
}

/// What points are worth now; `doubt` is about the other's habits.
fn prices(sight: &Sight, doubt: f64) -> Prices {
    // Who has no tile left has nothing better to do than to look and attack.
    let grows = sight.levels.iter().any(|level| *level > 0);
    let move_worth = f64::from(u8::from(grows));
    let past = f64::from(sight.turn) / f64::from(sight.options.max_turns);
    let attacks = sight.options.moves_per_turn >= 2;
    Prices {
        attack: move_worth * (2.0 + PATIENCE * (1.0 - past / 2.0)),
        look: move_worth,
        // Nothing can be made of what is learned where no turn has room for an attack.
        curiosity: f64::from(u8::from(attacks)) * CURIOSITY * doubt * (1.0 - past / CURIOUS_PART).max(0.0),
        turns_after: if attacks { sight.turns_left() as usize - 1 } else { 0 },
    }
}

impl<const W: usize> Player<Plantation<W>> for Champion {
    fn act(&mut self, view: &Side<W>, time: &Time<'_>) -> Action {
        Champion::act(self, &Sight::new(view), time)
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(mind) = &mut self.mind {
            if mind.heard.len() == MOST_HEARD {
                mind.heard.pop_front();
            }
            let sight = Sight::new(view);
            mind.reflexes.learn(&sight, &Plantation::<W>::sightings(view, action, reply));
            mind.heard.push_back((sight, action, *reply));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use games::Seat;
    use games::plantation::{Options, Small};

    use super::*;

    /// However long there has been no time, it does not forget that to think takes
    /// some.
    #[test]
    fn without_time_it_never_begins_to_think() {
        let sight = Sight::new(Small::start(&Options::default(), 1).view(Seat::Zero));
        let (stop, nothing) = (AtomicBool::new(false), || Duration::ZERO);
        for (microseconds, expected) in [(0, false), (1_000, false), (1_000_000, true)] {
            let time = Time::new(Some(Duration::from_micros(microseconds)), None, &nothing, &stop);
            let deadline = time.deadline(1, 1, None);
            let mut mind = Mind::new(&sight, &deadline, &mut Rng::new(1));
            let times = (0..5_000).filter(|_| mind.has_time(&sight, &deadline)).count();
            assert_eq!(times, if expected { 5_000 } else { 0 }, "{microseconds} microseconds");
        }
    }
}

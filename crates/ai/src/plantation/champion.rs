//! The champion of Plantation: a belief about the hidden board, and plans for whole
//! turns that are best on average over it.

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use games::Game;
use games::common::options::{OptionSpec, OptionValues};
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::gardener::Gardener;
use super::geometry::SeatView;
use super::low_exposure::{GrowthContext, least_exposed_growth};
use super::opponent_models::OPPONENT_MODELS;
use super::particles::ParticleFilter;
use super::plan::{PlanWeights, Planner, TurnPlan};
use crate::search::SearchLimits;
use crate::search::belief::{Belief, best_on_average, sample_worlds};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// Nodes per action by default; a node is one plan in one world.
const DEFAULT_NODES: u64 = 1_500;
/// Worlds sampled for each decision.
const WORLDS: usize = 64;
/// The fewest and most squares considered for scouting.
const MIN_SCOUTS: usize = 4;
const MAX_SCOUTS: usize = 100;
/// Squares of all boards of one opponent model; and the fewest and most boards.
const SQUARES_PER_MODEL: usize = 20_000;
const MIN_BOARDS: usize = 12;
const MAX_BOARDS: usize = 160;

/// How much more than its moves an attack must gain at the start of the game; half as
/// much at the end. What is not attacked now can be attacked later, and the attack that
/// seems best is overestimated (winner's curse).
const ATTACK_MARGIN: f64 = 0.6;
/// What it is worth to resolve a fully uncertain square, because it shows which model
/// fits the opponent; and the part of the game in which that fades to 0.
const INFORMATION_BONUS: f64 = 0.3;
const INFORMATION_PHASE: f64 = 0.3;

/// Squares that are certainly simulated and evaluated per microsecond.
const SQUARES_PER_MICROSECOND: usize = 50;
/// The least cost assumed for a decision. From a cost of zero, growth by a factor could
/// never recover.
const MIN_COST: Duration = Duration::from_micros(50);
/// Replies that wait to be processed; older ones are dropped.
const MAX_PENDING: usize = 64;

/// Plans over a particle filter, and grows so that little can be attacked.
pub struct Champion {
    rng: Rng,
    search_options: SearchOptions,
    state: Option<ChampionState>,
}

struct ChampionState {
    belief: ParticleFilter,
    turn: u32,
    /// Replies not yet processed. That is done while the clock runs, not between turns.
    pending: VecDeque<(SeatView, Action, Reply)>,
    /// What a decision cost lately.
    cost: Duration,
    /// Decides when there is no time for the belief.
    fallback: Gardener,
}

impl Champion {
    /// See [`SearchOptions`].
    pub const OPTIONS: &'static [OptionSpec] = SearchOptions::OPTIONS;

    /// A player with these options and its own seed.
    pub fn new(options: &OptionValues, seed: u64) -> Champion {
        Champion { rng: Rng::new(seed), search_options: SearchOptions::read(options), state: None }
    }

    /// The probability that the opponent holds each square, row by row; `None` before its
    /// first turn.
    pub fn belief(&self) -> Option<Vec<f64>> {
        self.state.as_ref().map(|state| state.belief.marginals().taken)
    }

    fn act(&mut self, seat_view: &SeatView, time: &Time<'_>) -> Action {
        let rng = &mut self.rng;
        let deadline =
            time.deadline(seat_view.moves_left, seat_view.turns_left(), self.search_options.time());
        let state = self.state.get_or_insert_with(|| ChampionState::new(seat_view, &deadline, rng));
        if !state.has_time(seat_view, &deadline) {
            return state.fallback.decide(seat_view);
        }
        let begin = time.spent();
        let action = state.think(seat_view, &self.search_options, &deadline, rng);
        // A busy machine may charge too much once, so the cost follows in steps.
        let cost = (time.spent() - begin).clamp(state.cost * 9 / 10, state.cost * 4);
        state.cost = cost.max(MIN_COST);
        action
    }
}

impl ChampionState {
    /// Makes as many boards as there is time for.
    fn new(seat_view: &SeatView, deadline: &Deadline<'_>, rng: &mut Rng) -> ChampionState {
        let of_each_habit = OPPONENT_MODELS.len() * seat_view.levels.len();
        let boards = (SQUARES_PER_MODEL / seat_view.levels.len()).clamp(MIN_BOARDS, MAX_BOARDS);
        let boards = match deadline.left() {
            None => boards,
            Some(left) => {
                let squares = left.as_micros() as usize * SQUARES_PER_MICROSECOND / 2;
                (squares / of_each_habit).clamp(MIN_BOARDS.min(boards), boards)
            }
        };
        ChampionState {
            belief: ParticleFilter::new(seat_view, &OPPONENT_MODELS, boards, Rng::new(rng.next_u64())),
            turn: 0,
            pending: VecDeque::new(),
            cost: Duration::from_micros((boards * of_each_habit / SQUARES_PER_MICROSECOND) as u64),
            fallback: Gardener::new(rng.next_u64()),
        }
    }

    /// Whether there is time to process everything that has happened. If not, the assumed
    /// cost shrinks, so that it is tried again some time.
    fn has_time(&mut self, seat_view: &SeatView, deadline: &Deadline<'_>) -> bool {
        let turns = seat_view.turn.saturating_sub(self.turn).max(1);
        let has_time = deadline.left().is_none_or(|left| left >= self.cost * turns);
        if !has_time {
            self.cost = (self.cost * 99 / 100).max(MIN_COST);
        }
        has_time
    }

    /// Processes pending replies, then the opponent's turn.
    fn catch_up(&mut self, seat_view: &SeatView, deadline: &Deadline<'_>) {
        for (seat_view, action, reply) in mem::take(&mut self.pending) {
            self.belief.condition(&seat_view, action, &reply);
        }
        if self.turn != seat_view.turn {
            self.turn = seat_view.turn;
            self.belief.predict(seat_view, &deadline.part(0.5));
        }
    }

    fn think(
        &mut self,
        seat_view: &SeatView,
        search_options: &SearchOptions,
        deadline: &Deadline<'_>,
        rng: &mut Rng,
    ) -> Action {
        self.catch_up(seat_view, deadline);
        let geometry = &self.belief.geometry;
        if search_options.is_blunder(rng) {
            // A blunder: a random command on a random square, mostly useless.
            let command = [Command::Scout, Command::Spray, Command::Bomb, Command::Fertilise, Command::Plant];
            let command = command[rng.below(command.len() as u32) as usize];
            return geometry.order(command, rng.below(geometry.squares() as u32) as usize);
        }
        let marginals = self.belief.marginals();
        let weights = weights(seat_view, self.belief.model_uncertainty());
        let planner =
            Planner::new(geometry, &seat_view.levels, &marginals, seat_view.options.bomb_damage, weights);
        let nodes = search_options.nodes(DEFAULT_NODES);
        let scouts = nodes.map_or(MAX_SCOUTS, |nodes| (nodes / (3 * WORLDS as u64)) as usize);
        let plans = planner.plans(seat_view.moves_left, scouts.clamp(MIN_SCOUTS, MAX_SCOUTS));
        let limits = SearchLimits { nodes, depth: None, deadline: *deadline };
        let worlds = sample_worlds(&self.belief, WORLDS, rng);
        let best = best_on_average(&worlds, &plans, &limits, search_options.threads, |world, plan| {
            planner.worth(world, plan)
        });
        let plan = best.map_or(TurnPlan::Grow, |best| plans[best.plan]);
        match (plan, planner.best_attack()) {
            (TurnPlan::Scout(at) | TurnPlan::ScoutThenAttack(at), _) => geometry.order(Command::Scout, at),
            (TurnPlan::Attack | TurnPlan::AttackThenScout(_), Some(attack)) => {
                geometry.order(attack.command, attack.at)
            }
            _ => self.grow(seat_view, |at| marginals.taken[at], rng),
        }
    }

    /// Grows; or scouts a random square if there is nothing to grow.
    fn grow(&self, seat_view: &SeatView, taken: impl Fn(usize) -> f64, rng: &mut Rng) -> Action {
        let geometry = &self.belief.geometry;
        let (home, bomb_damage) = (geometry.home(seat_view.seat), seat_view.options.bomb_damage);
        let context = GrowthContext { geometry, levels: &seat_view.levels, home, bomb_damage };
        match least_exposed_growth(&context, taken, rng) {
            Some(growth) => growth.order(geometry),
            None => geometry.order(Command::Scout, rng.below(geometry.squares() as u32) as usize),
        }
    }
}

/// The weights for the present turn. `doubt` is the uncertainty about the model.
fn weights(seat_view: &SeatView, doubt: f64) -> PlanWeights {
    // A player without tiles cannot grow: its moves cost nothing.
    let grows = seat_view.levels.iter().any(|level| *level > 0);
    let move_worth = f64::from(u8::from(grows));
    let past = f64::from(seat_view.turn) / f64::from(seat_view.options.max_turns);
    let attacks = seat_view.options.moves_per_turn >= 2;
    PlanWeights {
        attack: move_worth * (2.0 + ATTACK_MARGIN * (1.0 - past / 2.0)),
        scout: move_worth,
        // Information is useless if no turn has room for an attack.
        information_bonus: f64::from(u8::from(attacks))
            * INFORMATION_BONUS
            * doubt
            * (1.0 - past / INFORMATION_PHASE).max(0.0),
        turns_after: if attacks { seat_view.turns_left() as usize - 1 } else { 0 },
    }
}

impl<const W: usize> Player<Plantation<W>> for Champion {
    fn act(&mut self, view: &Side<W>, time: &Time<'_>) -> Action {
        Champion::act(self, &SeatView::new(view), time)
    }

    fn observe_reply(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(state) = &mut self.state {
            if state.pending.len() == MAX_PENDING {
                state.pending.pop_front();
            }
            let seat_view = SeatView::new(view);
            state.fallback.learn(&seat_view, &Plantation::<W>::sightings(view, action, reply));
            state.pending.push_back((seat_view, action, *reply));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use games::Seat;
    use games::plantation::{Options, Small};

    use super::*;

    /// However often there was no time, it still knows that a decision costs time.
    #[test]
    fn without_time_it_never_begins_to_think() {
        let seat_view = SeatView::new(Small::start(&Options::default(), 1).view(Seat::Zero));
        let (stop, nothing) = (AtomicBool::new(false), || Duration::ZERO);
        for (microseconds, expected) in [(0, false), (1_000, false), (1_000_000, true)] {
            let time = Time::new(Some(Duration::from_micros(microseconds)), None, &nothing, &stop);
            let deadline = time.deadline(1, 1, None);
            let mut state = ChampionState::new(&seat_view, &deadline, &mut Rng::new(1));
            let times = (0..5_000).filter(|_| state.has_time(&seat_view, &deadline)).count();
            assert_eq!(times, if expected { 5_000 } else { 0 }, "{microseconds} microseconds");
        }
    }
}

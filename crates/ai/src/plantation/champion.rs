//! The champion: believes in many boards at once, and plans whole turns by what
//! they come to on average.

use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::plantation::{Action, Command, Plantation, Reply, Side};

use super::field::{Field, Sight};
use super::growth::{Growth, any_growth};
use super::particles::{Outlook, Particles};
use super::plan::{Plan, Planner, Prices};
use super::thrift::thrifty_growth;
use crate::effort::Effort;
use crate::search::Limits;
use crate::search::belief::best_on_average;
use crate::{Player, Time};

/// Plans tried in worlds for one answer, if nothing else is said.
const USUAL_NODES: u64 = 12_000;
/// Worlds that are wanted for each plan.
const WORLDS: usize = 64;
/// Squares of all the boards imagined for one habit, and the fewest and most
/// boards.
const IMAGINED_SQUARES: usize = 8_000;
const FEWEST_BOARDS: usize = 12;
const MOST_BOARDS: usize = 64;

/// Believes, plans, and grows so that there is little to attack.
pub struct Champion {
    rng: Rng,
    effort: Effort,
    mind: Option<Mind>,
}

struct Mind {
    belief: Particles,
    turn: u32,
}

fn tune(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
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

    #[doc(hidden)]
    pub fn debug(&self) -> String {
        let m = self.mind.as_ref().unwrap();
        let o = m.belief.outlook();
        let tiles: f64 = o.taken.iter().sum();
        let mut w: Vec<(String, f64)> = vec![];
        for g in &m.belief.groups {
            let n = format!("{:?}", g.habit);
            match w.iter_mut().find(|x| x.0 == n) {
                Some(x) => x.1 += g.weight,
                None => w.push((n, g.weight)),
            }
        }
        w.sort_by(|a, b| b.1.total_cmp(&a.1));
        format!("{:.1} {:.1} {} {:.2}", o.total, tiles, w[0].0.replace(' ', ""), w[0].1)
    }

    fn act(&mut self, sight: &Sight, time: &Time<'_>) -> Action {
        let rng = &mut self.rng;
        let mind = self.mind.get_or_insert_with(|| Mind::new(sight, rng));
        let deadline = time.deadline(sight.moves_left, sight.turns_left(), self.effort.time());
        if mind.turn != sight.turn {
            mind.turn = sight.turn;
            mind.belief.predict(sight);
        }
        let field = &mind.belief.field;
        if self.effort.slips(rng) {
            return match any_growth(field, &sight.levels, sight.moves_left, rng) {
                Some(growth) => order(field, growth),
                None => field.order(Command::Scout, rng.below(field.squares() as u32) as usize),
            };
        }
        let outlook = mind.belief.outlook();
        let prices = prices(sight, &outlook);
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
                match thrifty_growth(field, &sight.levels, taken, sight.options.bomb_damage, rng) {
                    Some(growth) => order(field, growth),
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
        Mind { belief: Particles::new(sight, boards, Rng::new(rng.next_u64())), turn: 0 }
    }
}

/// What points are worth now.
fn prices(sight: &Sight, outlook: &Outlook) -> Prices {
    let grows = sight.levels.iter().any(|level| *level > 0);
    let move_worth = f64::from(u8::from(grows));
    let turns_after = sight.turns_left() - 1;
    // Who has no tile left grows no more: the last tiles are worth what would
    // have grown from them.
    let at_stake = tune("KAPPA", 0.0) * f64::from(turns_after * sight.options.moves_per_turn);
    let tau = tune("TAU", 4.0);
    let few = |total: f64| (-total.max(0.0) / tau).exp();
    let extra = at_stake * (few(outlook.total - 3.0) - few(outlook.total)) / 3.0;
    let past = f64::from(sight.turn) / f64::from(sight.options.max_turns);
    let patience = tune("PAT", 1.0) * (1.0 - past / tune("PATB", 0.8)).max(0.0);
    Prices {
        damage: 1.0 + extra,
        attack: move_worth * (2.0 + patience),
        look: move_worth,
        turns_after: turns_after as usize,
    }
}

fn order(field: &Field, growth: Growth) -> Action {
    match growth {
        Growth::Fertilise(at) => field.order(Command::Fertilise, at),
        Growth::Plant(at) => field.order(Command::Plant, at),
        Growth::Colonise { at, source } => field.colonise(at, source),
    }
}

impl<const W: usize> Player<Plantation<W>> for Champion {
    fn act(&mut self, view: &Side<W>, time: &Time<'_>) -> Action {
        Champion::act(self, &Sight::new(view), time)
    }

    fn hear(&mut self, view: &Side<W>, action: Action, reply: &Reply) {
        if let Some(mind) = &mut self.mind {
            mind.belief.condition(&Sight::new(view), action, reply);
        }
    }
}

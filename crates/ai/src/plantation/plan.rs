//! Plans for the rest of a turn (attack, scout, grow), and their value in one world.

use games::plantation::Command;

use super::estimate::PlannedAttack;
use super::geometry::Geometry;
use super::particles::Marginals;

/// Attacks that are planned: one of this turn and those of the next turns.
const PLANNED_ATTACKS: usize = 4;
/// The discount per turn for a later attack: the opponent moves meanwhile.
const NEXT_TURN_DISCOUNT: f64 = 0.85;

/// How to use the moves left. A new plan is made after every reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPlan {
    /// Only grow.
    Grow,
    /// The best attack, then grow.
    Attack,
    /// The best attack, then a scout of this square.
    AttackThenScout(usize),
    /// A scout of this square, then the best attack.
    ScoutThenAttack(usize),
    /// A scout of this square for later turns, then grow.
    Scout(usize),
}

/// Costs and bonuses, in points.
#[derive(Clone, Copy)]
pub struct PlanWeights {
    /// The cost of an attack: two points of growth, and what waiting would gain because more
    /// can be taken at once.
    pub attack: f64,
    /// The cost of a scout: one move.
    pub scout: f64,
    /// The bonus for resolving a fully uncertain square, beyond the planned attacks: it shows
    /// what kind of player the opponent is.
    pub information_bonus: f64,
    /// Turns after this one.
    pub turns_after: usize,
}

impl PlanWeights {
    fn gain(&self, damage: f64) -> f64 {
        damage - self.attack
    }

    /// Discounted gain of one attack in each later turn; `damages` has the best first.
    /// An attack that is not worth its cost counts 0.
    fn later_turns(&self, damages: impl Iterator<Item = f64>) -> f64 {
        let mut factor = 1.0;
        let mut sum = 0.0;
        for damage in damages.take(self.turns_after.min(PLANNED_ATTACKS - 1)) {
            factor *= NEXT_TURN_DISCOUNT;
            sum += factor * self.gain(damage).max(0.0);
        }
        sum
    }
}

/// The present turn, as plans need it.
pub struct Planner<'a> {
    geometry: &'a Geometry,
    mine: &'a [u32],
    marginals: &'a Marginals,
    bomb_damage: u32,
    weights: PlanWeights,
    /// The best attacks without common squares, the best first.
    attacks: Vec<PlannedAttack>,
}

/// Whether an attack reaches a square for which `squares` holds.
fn touches(geometry: &Geometry, attack: &PlannedAttack, mut squares: impl FnMut(usize) -> bool) -> bool {
    match attack.command {
        Command::Bomb => squares(attack.at),
        _ => geometry.cross(attack.at).any(squares),
    }
}

impl<'a> Planner<'a> {
    /// Finds the best attacks.
    pub fn new(
        geometry: &'a Geometry,
        mine: &'a [u32],
        marginals: &'a Marginals,
        bomb_damage: u32,
        weights: PlanWeights,
    ) -> Planner<'a> {
        let mut all: Vec<PlannedAttack> = Vec::with_capacity(2 * geometry.squares());
        for (at, level) in mine.iter().enumerate() {
            let spray = geometry.cross(at).map(|near| marginals.taken[near]).sum();
            all.push(PlannedAttack { command: Command::Spray, at, damage: spray });
            if *level == 0 {
                all.push(PlannedAttack { command: Command::Bomb, at, damage: marginals.bomb[at] });
            }
        }
        // A stable sort: of equal attacks the first square, so nothing is random.
        all.sort_by(|a, b| b.damage.total_cmp(&a.damage));
        let mut attacks: Vec<PlannedAttack> = Vec::new();
        let mut used = vec![false; geometry.squares()];
        for attack in all {
            if attacks.len() == 2 * PLANNED_ATTACKS {
                break;
            }
            if touches(geometry, &attack, |at| used[at]) {
                continue;
            }
            match attack.command {
                Command::Bomb => used[attack.at] = true,
                _ => geometry.cross(attack.at).for_each(|at| used[at] = true),
            }
            attacks.push(attack);
        }
        Planner { geometry, mine, marginals, bomb_damage, weights, attacks }
    }

    /// The attack with the most expected damage.
    pub fn best_attack(&self) -> Option<PlannedAttack> {
        self.attacks.first().copied()
    }

    /// Every plan for this many moves, with up to `scouts` squares to scout.
    pub fn plans(&self, moves: u32, scouts: usize) -> Vec<TurnPlan> {
        let mut plans = vec![TurnPlan::Grow];
        if moves >= 2 && !self.attacks.is_empty() {
            plans.push(TurnPlan::Attack);
        }
        for at in self.scouts(scouts) {
            plans.push(TurnPlan::Scout(at));
            if moves >= 3 && !self.attacks.is_empty() {
                plans.extend([TurnPlan::AttackThenScout(at), TurnPlan::ScoutThenAttack(at)]);
            }
        }
        plans
    }

    /// The information bonus of a scout, less its cost.
    fn scout_value(&self, at: usize) -> f64 {
        let doubt = |near: usize| 4.0 * self.marginals.taken[near] * (1.0 - self.marginals.taken[near]);
        self.weights.information_bonus * self.geometry.window(at).map(doubt).sum::<f64>() - self.weights.scout
    }

    /// The squares with the most to learn: by the uncertainty around them.
    fn scouts(&self, most: usize) -> Vec<usize> {
        let unsure = |at: usize| -> f64 {
            let doubt = |near: usize| {
                let (taken, bomb) = (self.marginals.taken[near], self.marginals.bomb[near]);
                taken * (1.0 - taken) * (1.0 + bomb)
            };
            self.geometry.window(at).map(doubt).sum()
        };
        let inner = |at: &usize| {
            let full = |number: usize, length: usize| length < 3 || (1..length - 1).contains(&number);
            full(at / self.geometry.cols, self.geometry.rows)
                && full(at % self.geometry.cols, self.geometry.cols)
        };
        let mut scouts: Vec<(f64, usize)> =
            (0..self.geometry.squares()).filter(inner).map(|at| (unsure(at), at)).collect();
        scouts.sort_by(|a, b| b.0.total_cmp(&a.0));
        scouts.into_iter().take(most).map(|(_, at)| at).collect()
    }

    /// The value of a plan in a world, given as the opponent's levels.
    pub fn worth(&self, world: &[u32], plan: &TurnPlan) -> f64 {
        let weights = &self.weights;
        let known = || self.attacks.iter().map(|attack| attack.damage);
        let first = || weights.gain(self.attacks[0].damage);
        match *plan {
            TurnPlan::Grow => weights.later_turns(known()),
            TurnPlan::Attack => first() + weights.later_turns(known().skip(1)),
            TurnPlan::Scout(at) => {
                let damages = self.damages_after_scout(world, at, false);
                self.scout_value(at) + weights.later_turns(damages.into_iter())
            }
            TurnPlan::AttackThenScout(at) => {
                let damages = self.damages_after_scout(world, at, true);
                first() + self.scout_value(at) + weights.later_turns(damages.into_iter())
            }
            TurnPlan::ScoutThenAttack(at) => {
                let damages = self.damages_after_scout(world, at, false);
                let attack = weights.gain(damages[0]);
                // No attack pays: the moves go into growth.
                match attack > 0.0 {
                    true => attack + self.scout_value(at) + weights.later_turns(damages.into_iter().skip(1)),
                    false => self.scout_value(at) + weights.later_turns(damages.into_iter()),
                }
            }
        }
    }

    /// The damages of the best attacks once the squares around `at` are known, the best first.
    /// With `attacked`, the first planned attack has been carried out before.
    fn damages_after_scout(&self, world: &[u32], at: usize, attacked: bool) -> [f64; PLANNED_ATTACKS] {
        let window: [usize; 9] = {
            let mut window = [usize::MAX; 9];
            self.geometry.window(at).zip(&mut window).for_each(|(at, place)| *place = at);
            window
        };
        let mut used = [usize::MAX; 5 * (PLANNED_ATTACKS + 1)];
        let mut used_count = 0;
        if attacked {
            self.mark(&self.attacks[0], &mut used, &mut used_count);
        }
        let mut damages = [0.0; PLANNED_ATTACKS];
        let mut elsewhere = self
            .attacks
            .iter()
            .skip(usize::from(attacked))
            .filter(|attack| !touches(self.geometry, attack, |at| window.contains(&at)))
            .peekable();
        let count = self.geometry.window_size(at);
        let mut local = self.best_in_window(world, &window[..count], &used[..used_count]);
        for place in &mut damages {
            let next = elsewhere.peek().map_or(0.0, |attack| attack.damage);
            if local.damage >= next {
                *place = local.damage.max(0.0);
                self.mark(&local, &mut used, &mut used_count);
                local = self.best_in_window(world, &window[..count], &used[..used_count]);
            } else {
                *place = next;
                elsewhere.next();
            }
        }
        damages
    }

    fn mark(&self, attack: &PlannedAttack, used: &mut [usize], count: &mut usize) {
        let mut put = |at| {
            if *count < used.len() {
                used[*count] = at;
                *count += 1;
            }
        };
        match attack.command {
            Command::Bomb => put(attack.at),
            _ => self.geometry.cross(attack.at).for_each(put),
        }
    }

    /// The best attack in a scouted window, without squares that are already used.
    fn best_in_window(&self, world: &[u32], window: &[usize], used: &[usize]) -> PlannedAttack {
        let mut best = PlannedAttack { command: Command::Bomb, at: window[0], damage: 0.0 };
        for at in window {
            if !used.contains(at) && self.mine[*at] == 0 {
                let damage = f64::from(world[*at].min(self.bomb_damage));
                if damage > best.damage {
                    best = PlannedAttack { command: Command::Bomb, at: *at, damage };
                }
            }
            let mut damage = 0.0;
            for near in self.geometry.cross(*at) {
                if used.contains(&near) {
                    damage = 0.0;
                    break;
                }
                damage += match window.contains(&near) {
                    true => f64::from(u8::from(world[near] > 0)),
                    false => self.marginals.taken[near],
                };
            }
            if damage > best.damage {
                best = PlannedAttack { command: Command::Spray, at: *at, damage };
            }
        }
        best
    }
}

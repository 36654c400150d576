//! What the rest of a turn is for: plans of attacks, looks and growth, and what
//! they are worth in an imagined world.

use games::plantation::Command;

use super::estimate::Attack;
use super::field::Field;
use super::particles::Outlook;

/// Attacks foreseen: those of this turn and the next ones.
const FORESEEN: usize = 4;
/// What an attack of the next turn counts of one in this: the other moves
/// meanwhile.
const LATER: f64 = 0.85;

/// What to do with the moves left; a plan is made anew after every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Only grow.
    Grow,
    /// The best attack, then grow.
    Attack,
    /// The best attack, then a look there.
    AttackThenLook(usize),
    /// A look there, then the best attack.
    LookThenAttack(usize),
    /// A look there for the next turns, then grow.
    Look(usize),
}

/// What points are worth against each other.
#[derive(Clone, Copy)]
pub struct Prices {
    /// The moves of an attack: two points of growth, and what it pays to wait
    /// until more can be taken at once.
    pub attack: f64,
    /// The move of a look.
    pub look: f64,
    /// What it is worth to learn how a square in full doubt is, beyond the next
    /// attacks: it tells what kind of player the other is.
    pub curiosity: f64,
    /// Turns after this one.
    pub turns_after: usize,
}

impl Prices {
    fn gain(&self, damage: f64) -> f64 {
        damage - self.attack
    }

    /// The worth of attacks in the next turns, the best first.
    fn later_turns(&self, damages: impl Iterator<Item = f64>) -> f64 {
        let mut factor = 1.0;
        let mut sum = 0.0;
        for damage in damages.take(self.turns_after.min(FORESEEN - 1)) {
            factor *= LATER;
            sum += factor * self.gain(damage).max(0.0);
        }
        sum
    }
}

/// The present, as plans need it.
pub struct Planner<'a> {
    field: &'a Field,
    mine: &'a [u32],
    outlook: &'a Outlook,
    bomb_damage: u32,
    prices: Prices,
    /// The best attacks that have no square in common, the best first.
    attacks: Vec<Attack>,
}

/// Whether an attack reaches any of some squares.
fn touches(field: &Field, attack: &Attack, mut squares: impl FnMut(usize) -> bool) -> bool {
    match attack.command {
        Command::Bomb => squares(attack.at),
        _ => field.cross(attack.at).any(squares),
    }
}

impl<'a> Planner<'a> {
    /// Foresees the best attacks.
    pub fn new(
        field: &'a Field,
        mine: &'a [u32],
        outlook: &'a Outlook,
        bomb_damage: u32,
        prices: Prices,
    ) -> Planner<'a> {
        let mut all: Vec<Attack> = Vec::with_capacity(2 * field.squares());
        for (at, level) in mine.iter().enumerate() {
            let spray = field.cross(at).map(|near| outlook.taken[near]).sum();
            all.push(Attack { command: Command::Spray, at, damage: spray });
            if *level == 0 {
                all.push(Attack { command: Command::Bomb, at, damage: outlook.bomb[at] });
            }
        }
        // Of equals, the first square; so that nothing depends on chance.
        all.sort_by(|a, b| b.damage.total_cmp(&a.damage));
        let mut attacks: Vec<Attack> = Vec::new();
        let mut used = vec![false; field.squares()];
        for attack in all {
            if attacks.len() == 2 * FORESEEN {
                break;
            }
            if touches(field, &attack, |at| used[at]) {
                continue;
            }
            match attack.command {
                Command::Bomb => used[attack.at] = true,
                _ => field.cross(attack.at).for_each(|at| used[at] = true),
            }
            attacks.push(attack);
        }
        Planner { field, mine, outlook, bomb_damage, prices, attacks }
    }

    /// The best attack.
    pub fn best_attack(&self) -> Option<Attack> {
        self.attacks.first().copied()
    }

    /// Every plan for so many moves, with up to `looks` squares to look at.
    pub fn plans(&self, moves: u32, looks: usize) -> Vec<Plan> {
        let mut plans = vec![Plan::Grow];
        if moves >= 2 && !self.attacks.is_empty() {
            plans.push(Plan::Attack);
        }
        for at in self.looks(looks) {
            plans.push(Plan::Look(at));
            if moves >= 3 && !self.attacks.is_empty() {
                plans.extend([Plan::AttackThenLook(at), Plan::LookThenAttack(at)]);
            }
        }
        plans
    }

    /// What a look is worth for itself, less its move.
    fn look(&self, at: usize) -> f64 {
        let doubt = |near: usize| 4.0 * self.outlook.taken[near] * (1.0 - self.outlook.taken[near]);
        self.prices.curiosity * self.field.window(at).map(doubt).sum::<f64>() - self.prices.look
    }

    /// Where a look may teach the most, by how unsure the squares are.
    fn looks(&self, most: usize) -> Vec<usize> {
        let unsure = |at: usize| -> f64 {
            let doubt = |near: usize| {
                let (taken, bomb) = (self.outlook.taken[near], self.outlook.bomb[near]);
                taken * (1.0 - taken) * (1.0 + bomb)
            };
            self.field.window(at).map(doubt).sum()
        };
        let inner = |at: &usize| {
            let full = |number: usize, length: usize| length < 3 || (1..length - 1).contains(&number);
            full(at / self.field.cols, self.field.rows) && full(at % self.field.cols, self.field.cols)
        };
        let mut looks: Vec<(f64, usize)> =
            (0..self.field.squares()).filter(inner).map(|at| (unsure(at), at)).collect();
        looks.sort_by(|a, b| b.0.total_cmp(&a.0));
        looks.into_iter().take(most).map(|(_, at)| at).collect()
    }

    /// What a plan is worth in a world where the other has these levels.
    pub fn worth(&self, world: &[u32], plan: &Plan) -> f64 {
        let prices = &self.prices;
        let known = || self.attacks.iter().map(|attack| attack.damage);
        let first = || prices.gain(self.attacks[0].damage);
        match *plan {
            Plan::Grow => prices.later_turns(known()),
            Plan::Attack => first() + prices.later_turns(known().skip(1)),
            Plan::Look(at) => {
                let damages = self.damages_after_look(world, at, false);
                self.look(at) + prices.later_turns(damages.into_iter())
            }
            Plan::AttackThenLook(at) => {
                let damages = self.damages_after_look(world, at, true);
                first() + self.look(at) + prices.later_turns(damages.into_iter())
            }
            Plan::LookThenAttack(at) => {
                let damages = self.damages_after_look(world, at, false);
                let attack = prices.gain(damages[0]);
                // Nothing worth it was found: the moves go into growth.
                match attack > 0.0 {
                    true => attack + self.look(at) + prices.later_turns(damages.into_iter().skip(1)),
                    false => self.look(at) + prices.later_turns(damages.into_iter()),
                }
            }
        }
    }

    /// The damages of the best attacks once the squares around `at` are known,
    /// the best first; without those that touch the first attack of now if that
    /// is carried out before.
    fn damages_after_look(&self, world: &[u32], at: usize, attacked: bool) -> [f64; FORESEEN] {
        let window: [usize; 9] = {
            let mut window = [usize::MAX; 9];
            self.field.window(at).zip(&mut window).for_each(|(at, place)| *place = at);
            window
        };
        let mut used = [usize::MAX; 5 * (FORESEEN + 1)];
        let mut used_count = 0;
        if attacked {
            self.mark(&self.attacks[0], &mut used, &mut used_count);
        }
        let mut damages = [0.0; FORESEEN];
        let mut elsewhere = self
            .attacks
            .iter()
            .skip(usize::from(attacked))
            .filter(|attack| !touches(self.field, attack, |at| window.contains(&at)))
            .peekable();
        let count = self.field.window_size(at);
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

    fn mark(&self, attack: &Attack, used: &mut [usize], count: &mut usize) {
        let mut put = |at| {
            if *count < used.len() {
                used[*count] = at;
                *count += 1;
            }
        };
        match attack.command {
            Command::Bomb => put(attack.at),
            _ => self.field.cross(attack.at).for_each(put),
        }
    }

    /// The best attack on a window that is known, besides squares already used.
    fn best_in_window(&self, world: &[u32], window: &[usize], used: &[usize]) -> Attack {
        let mut best = Attack { command: Command::Bomb, at: window[0], damage: 0.0 };
        for at in window {
            if !used.contains(at) && self.mine[*at] == 0 {
                let damage = f64::from(world[*at].min(self.bomb_damage));
                if damage > best.damage {
                    best = Attack { command: Command::Bomb, at: *at, damage };
                }
            }
            let mut damage = 0.0;
            for near in self.field.cross(*at) {
                if used.contains(&near) {
                    damage = 0.0;
                    break;
                }
                damage += match window.contains(&near) {
                    true => f64::from(u8::from(world[near] > 0)),
                    false => self.outlook.taken[near],
                };
            }
            if damage > best.damage {
                best = Attack { command: Command::Spray, at: *at, damage };
            }
        }
        best
    }
}

//! Search with hidden information: a belief, and the plan that is best on average.
//!
//! A [`Belief`] stands for all that may be hidden. Each sample of it is a *world*: a
//! complete position that fits everything the seat knows (a *determinization*).
//! [`best_on_average`] tries every plan in the same worlds and compares the means.
//!
//! ```
//! use gridiron_ai::search::SearchLimits;
//! use gridiron_ai::search::belief::best_on_average;
//!
//! // A die shows 1, 2 or 6, and is hidden. Plans: take 3 points, or the die's points.
//! let value = |die: &f64, takes_die: &bool| if *takes_die { *die } else { 3.0 };
//! let best = best_on_average(&[1.0, 2.0, 6.0], &[true, false], &SearchLimits::nodes(6), 1, value);
//! assert_eq!(best.map(|best| (best.plan, best.mean)), Some((0, 3.0)), "equal: the first wins");
//! ```

use std::panic::resume_unwind;
use std::thread;

use games::common::rng::Rng;

use super::SearchLimits;
use super::threads::at_once;
use crate::Deadline;

/// What one seat believes about what it cannot see.
pub trait Belief {
    /// What the seat sees when it is to act.
    type View;
    /// What it may do.
    type Action;
    /// What the game returns for an action.
    type Reply;
    /// One possibility for everything that is hidden.
    type World;

    /// Accounts for the opponent's turn. Called once per turn, before the seat's first
    /// action. At the deadline the rest of the belief stays as it was.
    fn predict(&mut self, view: &Self::View, deadline: &Deadline<'_>);

    /// Accounts for the reply to the seat's own action; `view` is its view afterwards.
    fn condition(&mut self, view: &Self::View, action: Self::Action, reply: &Self::Reply);

    /// Draws a world that fits everything the seat knows.
    fn sample(&self, rng: &mut Rng) -> Self::World;
}

/// The plan with the best mean value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BestPlan {
    /// The index of the plan.
    pub plan: usize,
    /// Its mean value over the worlds.
    pub mean: f64,
    /// The number of worlds in which every plan was tried.
    pub worlds: usize,
}

/// The plan with the best mean value, the first of equals. `None` if there is no plan
/// or no world.
///
/// It finishes one world with all plans before the next, so plans are always
/// compared in the same worlds. The first world is always finished. One node is one
/// plan in one world; `limits.depth` is ignored. With a limit of nodes the result
/// does not depend on the number of threads.
pub fn best_on_average<W: Sync, P: Sync>(
    worlds: &[W],
    plans: &[P],
    limits: &SearchLimits<'_>,
    threads: usize,
    value: impl Fn(&W, &P) -> f64 + Sync,
) -> Option<BestPlan> {
    let affordable = limits.nodes.map_or(worlds.len() as u64, |nodes| nodes / plans.len().max(1) as u64);
    let count = worlds.len().min(affordable.max(1) as usize);
    if count == 0 || plans.is_empty() {
        return None;
    }
    let try_out = |worlds: &[W], may_stop_at_once: bool| -> Vec<Vec<f64>> {
        let mut results = Vec::with_capacity(worlds.len());
        for world in worlds {
            if (may_stop_at_once || !results.is_empty()) && limits.deadline.has_passed() {
                break;
            }
            results.push(plans.iter().map(|plan| value(world, plan)).collect());
        }
        results
    };
    let threads = at_once(threads);
    let each = count.div_ceil(threads);
    let results: Vec<Vec<f64>> = if threads <= 1 || count == 1 {
        try_out(&worlds[..count], false)
    } else {
        let try_out = &try_out;
        thread::scope(|scope| {
            let parts = worlds[..count].chunks(each).enumerate();
            let running: Vec<_> =
                parts.map(|(part, worlds)| scope.spawn(move || try_out(worlds, part > 0))).collect();
            running
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    };
    let mean = |plan: usize| results.iter().map(|world| world[plan]).sum::<f64>() / results.len() as f64;
    let means = (0..plans.len()).map(mean);
    let best = means.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.filter(|_| !results.is_empty()).map(|(plan, mean)| BestPlan { plan, mean, worlds: results.len() })
}

/// Draws `count` worlds from a belief, for [`best_on_average`]. With a `value` that
/// searches, the two make a determinized search.
pub fn sample_worlds<B: Belief>(belief: &B, count: usize, rng: &mut Rng) -> Vec<B::World> {
    (0..count).map(|_| belief.sample(rng)).collect()
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::game::Done;

    use super::super::negamax::negamax;
    use super::super::tree::{Branch, ScoreEvaluator, Tree};
    use super::super::{Evaluator, Searchable, Value};
    use super::*;

    /// The belief of a game without secrets: one world, the true one.
    struct Certain(Tree);

    impl Belief for Certain {
        type View = Tree;
        type Action = Branch;
        type Reply = Done;
        type World = Tree;

        fn predict(&mut self, view: &Tree, _deadline: &Deadline<'_>) {
            self.0 = *view;
        }
        fn condition(&mut self, view: &Tree, _action: Branch, _reply: &Done) {
            self.0 = *view;
        }
        fn sample(&self, _rng: &mut Rng) -> Tree {
            self.0
        }
    }

    fn after<P: Searchable>(game: &P, action: &P::Action, evaluator: &impl Evaluator<P>) -> Value {
        -negamax(&game.after(*action), evaluator, 8)
    }

    #[test]
    fn a_certain_belief_finds_what_negamax_finds() {
        for seed in 0..200 {
            let tree = Tree::new(seed, 6);
            let actions: Vec<Branch> = tree.actions().collect();
            let value = |game: &Tree, action: &Branch| f64::from(after(game, action, &ScoreEvaluator));
            for (samples, threads) in [(1, 1), (5, 1), (5, 3)] {
                let limits = SearchLimits::nodes(1000);
                let worlds = sample_worlds(&Certain(tree), samples, &mut Rng::new(seed));
                let best = best_on_average(&worlds, &actions, &limits, threads, value);
                let best = best.expect("an action and a world");
                assert_eq!(best.mean, f64::from(negamax(&tree, &ScoreEvaluator, 9)), "seed {seed}");
                assert_eq!(value(&tree, &actions[best.plan]), best.mean, "seed {seed}");
                assert_eq!(best.worlds, samples);
            }
        }
    }

    #[test]
    fn the_mean_decides_and_nodes_limit_the_worlds() {
        // Values by world and plan: the second plan is best in the first world, the
        // first plan on average.
        let worlds = [[1.0, 2.0], [3.0, 0.0], [3.0, 0.0]];
        let value = |world: &[f64; 2], plan: &usize| world[*plan];
        for (nodes, plan, mean, count) in
            [(1, 1, 2.0, 1), (3, 1, 2.0, 1), (4, 0, 2.0, 2), (9, 0, 7.0 / 3.0, 3)]
        {
            for threads in 1..5 {
                let best = best_on_average(&worlds, &[0, 1], &SearchLimits::nodes(nodes), threads, value);
                assert_eq!(
                    best,
                    Some(BestPlan { plan, mean, worlds: count }),
                    "{nodes} nodes, {threads} threads"
                );
            }
        }
        assert_eq!(best_on_average(&worlds, &[], &SearchLimits::nodes(9), 1, value), None);
        assert_eq!(best_on_average(&[], &[0], &SearchLimits::nodes(9), 1, value), None);
    }
}

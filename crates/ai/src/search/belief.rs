//! Thinking about games with secrets: a belief of what is hidden, and the plan
//! that does best on average over worlds drawn from it.

use std::panic::resume_unwind;
use std::thread;

use games::common::rng::Rng;

use super::Limits;
use super::threads::at_once;
use crate::Deadline;

/// What one seat believes of what it cannot see.
pub trait Belief {
    /// What the seat sees when it is up.
    type View;
    /// What it can do.
    type Action;
    /// What it is answered.
    type Reply;
    /// All that is hidden, as it may be.
    type World;

    /// The seat is up again: whatever the other may have done since is believed
    /// from here on. Once before the first action of each of its turns. When the
    /// deadline has come, what is left to imagine stays as it was.
    fn predict(&mut self, view: &Self::View, deadline: &Deadline<'_>);

    /// Takes in what the seat's own action was answered; `view` is its view
    /// after that.
    fn condition(&mut self, view: &Self::View, action: Self::Action, reply: &Self::Reply);

    /// A world that may be the true one, for all the seat knows.
    fn sample(&self, rng: &mut Rng) -> Self::World;
}

/// A plan and what it came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Best {
    /// The number of the plan.
    pub plan: usize,
    /// Its mean result.
    pub mean: f64,
    /// In how many worlds every plan was tried.
    pub worlds: usize,
}

/// The plan with the best mean result; the first of equals, and nothing only if
/// there is no plan or no world.
///
/// World after world, each with all the plans, so that plans are compared in
/// the same worlds whenever the limits cut it short; a node is one plan in one
/// world, the first world is always finished, and depth means nothing here.
/// However many threads there are, with a limit of nodes the answer is the same.
pub fn best_on_average<W: Sync, P: Sync>(
    worlds: &[W],
    plans: &[P],
    limits: &Limits<'_>,
    threads: usize,
    worth: impl Fn(&W, &P) -> f64 + Sync,
) -> Option<Best> {
    let affordable = limits.nodes.map_or(worlds.len() as u64, |nodes| nodes / plans.len().max(1) as u64);
    let count = worlds.len().min(affordable.max(1) as usize);
    if count == 0 || plans.is_empty() {
        return None;
    }
    let try_out = |worlds: &[W], may_stop_at_once: bool| -> Vec<Vec<f64>> {
        let mut results = Vec::with_capacity(worlds.len());
        for world in worlds {
            if (may_stop_at_once || !results.is_empty()) && limits.deadline.has_come() {
                break;
            }
            results.push(plans.iter().map(|plan| worth(world, plan)).collect());
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
    best.filter(|_| !results.is_empty()).map(|(plan, mean)| Best { plan, mean, worlds: results.len() })
}

/// So many worlds drawn from a belief, for [`best_on_average`]: with them it is a
/// determinised search if `worth` searches, and a rollout if it plays out.
pub fn draw_worlds<B: Belief>(belief: &B, count: usize, rng: &mut Rng) -> Vec<B::World> {
    (0..count).map(|_| belief.sample(rng)).collect()
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::game::Done;

    use super::super::negamax::negamax;
    use super::super::tree::{Branch, Points, Tree};
    use super::super::{Judge, Position, Value};
    use super::*;

    /// Of a game without secrets everything is certain.
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

    fn after<P: Position>(game: &P, action: &P::Action, judge: &impl Judge<P>) -> Value {
        -negamax(&game.after(*action), judge, 8)
    }

    #[test]
    fn a_certain_belief_finds_what_negamax_finds() {
        for seed in 0..200 {
            let tree = Tree::new(seed, 6);
            let actions: Vec<Branch> = tree.actions().collect();
            let worth = |game: &Tree, action: &Branch| f64::from(after(game, action, &Points));
            for (samples, threads) in [(1, 1), (5, 1), (5, 3)] {
                let limits = Limits::nodes(1000);
                let worlds = draw_worlds(&Certain(tree), samples, &mut Rng::new(seed));
                let best = best_on_average(&worlds, &actions, &limits, threads, worth);
                let best = best.expect("an action and a world");
                assert_eq!(best.mean, f64::from(negamax(&tree, &Points, 9)), "seed {seed}");
                assert_eq!(worth(&tree, &actions[best.plan]), best.mean, "seed {seed}");
                assert_eq!(best.worlds, samples);
            }
        }
    }

    #[test]
    fn the_mean_decides_and_nodes_limit_the_worlds() {
        // Worth by world and plan: the second plan is best in the first world,
        // the first one on average.
        let worlds = [[1.0, 2.0], [3.0, 0.0], [3.0, 0.0]];
        let worth = |world: &[f64; 2], plan: &usize| world[*plan];
        for (nodes, plan, mean, count) in
            [(1, 1, 2.0, 1), (3, 1, 2.0, 1), (4, 0, 2.0, 2), (9, 0, 7.0 / 3.0, 3)]
        {
            for threads in 1..5 {
                let best = best_on_average(&worlds, &[0, 1], &Limits::nodes(nodes), threads, worth);
                assert_eq!(
                    best,
                    Some(Best { plan, mean, worlds: count }),
                    "{nodes} nodes, {threads} threads"
                );
            }
        }
        assert_eq!(best_on_average(&worlds, &[], &Limits::nodes(9), 1, worth), None);
        assert_eq!(best_on_average(&[], &[0], &Limits::nodes(9), 1, worth), None);
    }
}

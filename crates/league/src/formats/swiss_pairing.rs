//! Pairs a ranking from the top: each player gets the nearest below it, as long as
//! there are no more rematches than there must be.

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::NodeFiltered;

/// Players who can still be paired without a rematch.
///
/// Only the *size* of a largest matching is used, never which one it is. So the
/// pairs do not depend on how the library searches.
struct NewPairs {
    /// Players by rank; an edge joins two who have not met.
    graph: UnGraph<(), ()>,
    /// Players who are paired or sit out.
    gone: Vec<bool>,
}

impl NewPairs {
    fn new(players: usize, times_met: impl Fn(usize, usize) -> u32) -> NewPairs {
        let mut graph = UnGraph::with_capacity(players, players * players / 2);
        let ranks: Vec<NodeIndex> = (0..players).map(|_| graph.add_node(())).collect();
        for a in 0..players {
            for b in (0..a).filter(|b| times_met(a, *b) == 0) {
                graph.add_edge(ranks[a], ranks[b], ());
            }
        }
        NewPairs { graph, gone: vec![false; players] }
    }

    /// How many of the others can be paired without a rematch, if these are gone.
    fn most_without(&self, players: &[usize]) -> usize {
        let is_left = |rank: NodeIndex| !self.gone[rank.index()] && !players.contains(&rank.index());
        maximum_matching(&NodeFiltered::from_fn(&self.graph, is_left)).len()
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        !self.graph.contains_edge(NodeIndex::new(a), NodeIndex::new(b))
    }
}

/// Pairs players that are named by their ranks, the best being 0, the better of
/// a pair first. One of an odd number sits out: the lowest of those who may, if no
/// other choice saves a rematch.
pub(super) fn pair_by_rank(
    players: usize,
    times_met: impl Fn(usize, usize) -> u32,
    may_rest: impl Fn(usize) -> bool,
) -> (Vec<[usize; 2]>, Option<usize>) {
    // Players who are left over by a largest matching are paired with each other:
    // this number of rematches is necessary, not more.
    let mut new_pairs = NewPairs::new(players, &times_met);
    let mut most = new_pairs.most_without(&[]);
    let mut unpaired: Vec<usize> = (0..players).collect();
    let mut resting = None;
    if !players.is_multiple_of(2) {
        let lowest_first = (0..players).rev().filter(|player| may_rest(*player));
        let mut best: Option<(usize, usize)> = None;
        for player in lowest_first {
            let rest = new_pairs.most_without(&[player]);
            if best.is_none_or(|(_, found)| rest > found) {
                best = Some((player, rest));
                if rest == most {
                    break;
                }
            }
        }
        let (player, rest) = best.expect("at least one player may rest");
        new_pairs.gone[player] = true;
        unpaired.remove(player);
        (most, resting) = (rest, Some(player));
    }
    let mut pairs = Vec::with_capacity(players / 2);
    while let [player, others @ ..] = unpaired.as_slice() {
        let player = *player;
        let mut others = others.to_vec();
        // The sort is stable: among those it has met as often, the nearest.
        others.sort_by_key(|other| times_met(player, *other));
        let (other, rest) = others
            .into_iter()
            .find_map(|other| {
                let rest = new_pairs.most_without(&[player, other]);
                // A new pair takes one edge away, a rematch must not take any.
                let taken = usize::from(!new_pairs.have_met(player, other));
                (rest + taken == most).then_some((other, rest))
            })
            .expect("a pairing with the fewest rematches pairs all players");
        pairs.push([player, other]);
        (new_pairs.gone[player], new_pairs.gone[other]) = (true, true);
        unpaired.retain(|rank| !new_pairs.gone[*rank]);
        most = rest;
    }
    (pairs, resting)
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    /// All ways to pair these, the pairs in the order of their better player.
    fn all_pairings(players: &[usize]) -> Vec<Vec<[usize; 2]>> {
        let [best, others @ ..] = players else { return vec![Vec::new()] };
        let with = |other: &usize| {
            let rest: Vec<usize> = others.iter().copied().filter(|rank| rank != other).collect();
            let first = [*best, *other];
            all_pairings(&rest).into_iter().map(move |pairs| [vec![first], pairs].concat())
        };
        others.iter().flat_map(with).collect()
    }

    #[test]
    fn as_good_as_the_best_of_all_pairings() {
        let mut rng = Rng::new(3);
        for round in 0..2_000 {
            let players = rng.below(10) as usize;
            let most_met = 1 + rng.below(9);
            let drawn: Vec<u32> =
                (0..100).map(|_| if rng.below(10) < most_met { rng.below(3) } else { 0 }).collect();
            let times_met = |a: usize, b: usize| drawn[a.min(b) * 10 + a.max(b)];
            let has_rested: Vec<bool> = (0..players).map(|_| rng.below(3) == 0).collect();
            let all_have = has_rested.iter().all(|has| *has);
            let may_rest = |player: usize| all_have || !has_rested[player];

            let is_odd = !players.is_multiple_of(2);
            let resting: Vec<Option<usize>> = match is_odd {
                true => (0..players).rev().filter(|player| may_rest(*player)).map(Some).collect(),
                false => vec![None],
            };
            let every = resting.iter().enumerate().flat_map(|(order, resting)| {
                let playing: Vec<usize> = (0..players).filter(|rank| Some(*rank) != *resting).collect();
                all_pairings(&playing).into_iter().map(move |pairs| (order, *resting, pairs))
            });
            // Fewest rematches, then the lowest rests, then the best player has
            // the nearest of those it has met least, then the next best, and so on.
            let (_, resting, pairs) = every
                .min_by_key(|(order, _, pairs)| {
                    let met: Vec<u32> = pairs.iter().map(|[a, b]| times_met(*a, *b)).collect();
                    let rematches = met.iter().filter(|met| **met > 0).count();
                    let choices: Vec<(u32, usize)> =
                        met.into_iter().zip(pairs).map(|(met, [_, b])| (met, *b)).collect();
                    (rematches, *order, choices)
                })
                .expect("there is always a pairing");
            assert_eq!(pair_by_rank(players, times_met, may_rest), (pairs, resting), "round {round}");
        }
    }
}

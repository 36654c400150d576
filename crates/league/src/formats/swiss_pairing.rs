//! Pairs a ranking from the top: everybody gets the nearest below it, as long as
//! there are no more rematches than there must be.

use super::matching::{Matching, PairingGraph};

/// Pairs players that are named by their ranks, the best being 0, the better of
/// a pair first. One of an odd number sits out: the lowest of those who may,
/// if it makes no rematch necessary that another one's rest would avoid.
pub(super) fn pair_by_rank(
    players: usize,
    times_met: impl Fn(usize, usize) -> u32,
    may_rest: impl Fn(usize) -> bool,
) -> (Vec<[usize; 2]>, Option<usize>) {
    // Whoever is left over by a largest matching of those who have not met is
    // paired with others left over: so many rematches are necessary, not more.
    let graph = PairingGraph::new(players, |a, b| times_met(a, b) == 0);
    let mut matching = Matching::largest(&graph);
    let mut unpaired: Vec<usize> = (0..players).collect();
    let mut resting = None;
    if !players.is_multiple_of(2) {
        let lowest_first = (0..players).rev().filter(|player| may_rest(*player));
        let mut best: Option<(usize, Matching<'_>)> = None;
        for player in lowest_first {
            let rest = matching.without(&[player]);
            if best.as_ref().is_none_or(|(_, found)| rest.edges() > found.edges()) {
                let is_all = rest.edges() == matching.edges();
                best = Some((player, rest));
                if is_all {
                    break;
                }
            }
        }
        let (player, rest) = best.expect("somebody may rest");
        (matching, resting) = (rest, Some(player));
        unpaired.remove(player);
    }
    let mut pairs = Vec::with_capacity(players / 2);
    while let [player, others @ ..] = unpaired.as_slice() {
        let mut others = others.to_vec();
        // The sort is stable: among those it has met as often, the nearest.
        others.sort_by_key(|other| times_met(*player, *other));
        let (other, rest) = others
            .into_iter()
            .find_map(|other| {
                let rest = matching.without(&[*player, other]);
                // A new pair takes one edge away, a rematch must not take any.
                let taken = usize::from(graph.has(*player, other));
                (rest.edges() + taken == matching.edges()).then_some((other, rest))
            })
            .expect("a pairing with the fewest rematches pairs everybody");
        pairs.push([*player, other]);
        unpaired.retain(|rank| !pairs[pairs.len() - 1].contains(rank));
        matching = rest;
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

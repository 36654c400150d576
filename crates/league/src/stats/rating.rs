//! Ratings of many players at once: Bradley and Terry's model, in which the
//! difference of two ratings is the expected score, by maximum likelihood.

use std::fmt::{self, Display};

use super::linear::SquareMatrix;
use super::{ELO_PER_NAT, Pool, Z95, normal_cdf, score_of_elo};

/// The ratings of all players.
///
/// Players that no chain of meetings links cannot be compared: each group of
/// linked players has ratings around 0 of its own.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// In Elo, with mean 0 in each group.
    pub ratings: Vec<f64>,
    /// Errors estimated from residuals. They account for draws and for the
    /// dependence of the two games of a pair. `None` without games.
    pub robust_err95: Vec<Option<f64>>,
    /// Errors if no game could be drawn: too wide where there are draws.
    pub fisher_err95: Vec<Option<f64>>,
    /// The group of each player; see [`Pool::groups`].
    pub groups: Vec<usize>,
    /// Robust, in squared Elo; 0 between groups.
    covariance: SquareMatrix,
}

/// Maximum likelihood has no solution: a player won or lost everything against
/// some others, and each larger difference would be likelier still. A prior
/// helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unbounded {
    /// One of those who have to be infinitely far from others.
    pub player: usize,
}

impl Display for Unbounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} and others have no finite distance: one side won everything", self.player)
    }
}

impl std::error::Error for Unbounded {}

impl Ratings {
    /// The score expected of `a` against `b`.
    pub fn expected(&self, a: usize, b: usize) -> f64 {
        score_of_elo(self.ratings[a] - self.ratings[b])
    }

    /// How two ratings vary together, in squared Elo; 0 between groups. Robust.
    pub fn covariance(&self, a: usize, b: usize) -> f64 {
        self.covariance[(a, b)]
    }

    /// The standard error of the difference of two ratings, which is not that of
    /// two independent ones; `None` if they cannot be compared.
    pub fn difference_se(&self, a: usize, b: usize) -> Option<f64> {
        let square = self.covariance[(a, a)] + self.covariance[(b, b)] - 2.0 * self.covariance[(a, b)];
        (self.groups[a] == self.groups[b]).then(|| square.max(0.0).sqrt())
    }

    /// Likelihood of superiority: the chance that `a` is stronger than `b`. A
    /// half if they cannot be compared.
    pub fn los(&self, a: usize, b: usize) -> f64 {
        let difference = self.ratings[a] - self.ratings[b];
        match self.difference_se(a, b) {
            Some(se) if se > 0.0 => normal_cdf(difference / se),
            Some(_) if difference.abs() > 1e-9 => f64::from(u8::from(difference > 0.0)),
            _ => 0.5,
        }
    }

    /// The same for each player (row) against each player (column).
    pub fn los_matrix(&self) -> Vec<Vec<f64>> {
        let players = self.ratings.len();
        (0..players).map(|a| (0..players).map(|b| self.los(a, b)).collect()).collect()
    }
}

/// Two players as likelihood sees them: games and points, the prior among them.
struct Link {
    a: usize,
    b: usize,
    games: f64,
    points: f64,
}

/// Rates all players. `prior` is the number of imaginary drawn games between every
/// two who met. It keeps ratings finite, and errors honest where there are few
/// results or all are the same. If it is 0, a player who won everything has no
/// rating, and that is an error.
pub fn rate(pool: &Pool, prior: f64) -> Result<Ratings, Unbounded> {
    let prior = if prior.is_finite() { prior.max(0.0) } else { 0.0 };
    let groups = pool.groups();
    let players = pool.players();
    let mut rated = Ratings {
        ratings: vec![0.0; players],
        robust_err95: vec![None; players],
        fisher_err95: vec![None; players],
        covariance: SquareMatrix::zeros(players),
        groups,
    };
    for group in 0..rated.groups.iter().max().map_or(0, |last| last + 1) {
        let players: Vec<usize> = (0..players).filter(|player| rated.groups[*player] == group).collect();
        if players.len() > 1 {
            rate_group(pool, prior, &players, &mut rated)?;
        }
    }
    Ok(rated)
}

/// Rates the players of one group into `rated`.
fn rate_group(pool: &Pool, prior: f64, players: &[usize], rated: &mut Ratings) -> Result<(), Unbounded> {
    let mut place = vec![None; pool.players()];
    players.iter().enumerate().for_each(|(at, player)| place[*player] = Some(at));
    let meetings = pool.meetings().filter_map(|(a, b, meeting)| Some((place[a]?, place[b]?, meeting)));
    let meetings: Vec<_> = meetings.collect();
    let links = meetings.iter().map(|(a, b, meeting)| Link {
        a: *a,
        b: *b,
        games: meeting.games() as f64 + prior,
        points: meeting.points() + prior / 2.0,
    });
    let links: Vec<Link> = links.collect();
    if let Some(at) = find_unbounded(&links, players.len()) {
        return Err(Unbounded { player: players[at] });
    }
    let nats = maximum(&links, players.len());
    let curvature = curvature(&links, &nats);
    // One that cannot be inverted in doubles is as good as unbounded.
    let (inverse, shift) = inverse_of(curvature).ok_or(Unbounded { player: players[0] })?;

    let mut observed = SquareMatrix::zeros(players.len());
    for (a, b, meeting) in meetings {
        let p = logistic(nats[a] - nats[b]);
        let squares = meeting.units().map(|unit| unit.count * (unit.points - unit.games * p).powi(2));
        let of_prior = prior * ((1.0 - p).powi(2) + p * p) / 2.0;
        observed.add_difference(a, b, squares.sum::<f64>() + of_prior);
    }
    let robust = inverse.times(&observed).times(&inverse);
    let scale = ELO_PER_NAT * ELO_PER_NAT;
    let error = |variance: f64| Some(Z95 * ELO_PER_NAT * variance.max(0.0).sqrt());
    for (at, &player) in players.iter().enumerate() {
        rated.ratings[player] = nats[at] * ELO_PER_NAT;
        rated.robust_err95[player] = error(robust[(at, at)]);
        rated.fisher_err95[player] = error(inverse[(at, at)] - shift);
        for (other_at, &other) in players.iter().enumerate() {
            rated.covariance[(player, other)] = robust[(at, other_at)] * scale;
        }
    }
    Ok(())
}

/// Newton's steps up the likelihood, each halved until it leads up: it has one
/// peak, so they get there from anywhere.
fn maximum(links: &[Link], players: usize) -> Vec<f64> {
    let mut nats = vec![0.0; players];
    let mut height = log_likelihood(links, &nats);
    for _ in 0..200 {
        let mut gradient = vec![0.0; players];
        for link in links {
            let excess = link.points - link.games * logistic(nats[link.a] - nats[link.b]);
            gradient[link.a] += excess;
            gradient[link.b] -= excess;
        }
        let Some(step) = grounded(curvature(links, &nats)).0.solve(gradient) else { break };
        let mut length = 1.0;
        let (next, next_height) = loop {
            let next: Vec<f64> = nats.iter().zip(&step).map(|(at, step)| at + length * step).collect();
            let next_height = log_likelihood(links, &next);
            // Near the peak rounding is all that is left of the difference.
            if next_height >= height - height.abs() * 1e-14 || length < 1e-9 {
                break (next, next_height);
            }
            length /= 2.0;
        };
        let moved = step.iter().fold(0.0_f64, |most, step| most.max((length * step).abs()));
        (nats, height) = (next, next_height);
        if moved < 1e-13 {
            break;
        }
    }
    let mean = nats.iter().sum::<f64>() / players as f64;
    nats.iter().map(|at| at - mean).collect()
}

fn log_likelihood(links: &[Link], nats: &[f64]) -> f64 {
    // The logarithm of the logistic function, without overflow on either side.
    let log = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let term = |link: &Link| {
        let difference = nats[link.a] - nats[link.b];
        link.points * log(difference) + (link.games - link.points) * log(-difference)
    };
    links.iter().map(term).sum()
}

/// Minus the second derivatives of the likelihood.
fn curvature(links: &[Link], nats: &[f64]) -> SquareMatrix {
    let mut curvature = SquareMatrix::zeros(nats.len());
    for link in links {
        let p = logistic(nats[link.a] - nats[link.b]);
        curvature.add_difference(link.a, link.b, link.games * p * (1.0 - p));
    }
    curvature
}

/// All ratings can be moved together and nothing changes, so the curvature has
/// no inverse. This fixes the mean, without a change to differences: a constant
/// is added to each cell, and given.
fn grounded(mut curvature: SquareMatrix) -> (SquareMatrix, f64) {
    let size = curvature.size();
    let constant = (0..size).map(|at| curvature[(at, at)]).sum::<f64>() / (size * size) as f64;
    (0..size).for_each(|row| (0..size).for_each(|column| curvature[(row, column)] += constant));
    (curvature, constant)
}

/// The inverse of the grounded curvature, and what has to be taken off each cell
/// for the inverse at a mean of 0.
fn inverse_of(curvature: SquareMatrix) -> Option<(SquareMatrix, f64)> {
    let size = curvature.size() as f64;
    let (grounded, constant) = grounded(curvature);
    Some((grounded.inverse()?, 1.0 / (constant * size * size)))
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// There is a maximum if chains of points lead from one player to all others, and
/// from all others back. Returns a player whom they miss.
fn find_unbounded(links: &[Link], players: usize) -> Option<usize> {
    let missed = |is_forward: bool| {
        let mut next = vec![Vec::new(); players];
        for link in links {
            let (a_scored, b_scored) = (link.points > 0.0, link.points < link.games);
            let (from_a, from_b) = if is_forward { (a_scored, b_scored) } else { (b_scored, a_scored) };
            next[link.a].extend(from_a.then_some(link.b));
            next[link.b].extend(from_b.then_some(link.a));
        }
        let (mut reached, mut open) = (vec![false; players], vec![0]);
        reached[0] = true;
        while let Some(at) = open.pop() {
            for &other in &next[at] {
                if !std::mem::replace(&mut reached[other], true) {
                    open.push(other);
                }
            }
        }
        reached.iter().position(|reached| !reached)
    };
    missed(true).or_else(|| missed(false))
}

#[cfg(test)]
mod tests {
    use games::common::rng::Rng;

    use super::*;

    /// Every player meets every other in `pairs` pairs, by strengths that are drawn.
    fn round_robin(players: usize, pairs: u32, seed: u64) -> Pool {
        let mut rng = Rng::new(seed);
        let strengths: Vec<f64> = (0..players).map(|_| f64::from(rng.below(600))).collect();
        let mut pool = Pool::new(players);
        for a in 0..players {
            for b in a + 1..players {
                let expected = score_of_elo(strengths[a] - strengths[b]);
                for _ in 0..pairs {
                    let mut won =
                        || usize::from(f64::from(rng.below(1 << 30)) < expected * f64::from(1 << 30));
                    let mut counts = [0; 5];
                    counts[(0..4).map(|_| won()).sum::<usize>()] += 1;
                    pool.add_pairs(a, b, counts);
                }
            }
        }
        pool
    }

    #[test]
    fn at_the_maximum_all_players_scored_what_was_expected() {
        for (players, pairs, prior, seed) in [
            (2, 3, 1.0, 1),
            (3, 20, 0.0, 2),
            (8, 4, 1.0, 3),
            (30, 1, 0.5, 4),
            (30, 30, 0.0, 5),
            (5, 1, 1e-6, 6),
        ] {
            let pool = round_robin(players, pairs, seed);
            let rated = rate(&pool, prior).expect("bounded");
            let mut excess = vec![0.0; players];
            for (a, b, meeting) in pool.meetings() {
                let more =
                    meeting.points() + prior / 2.0 - (meeting.games() as f64 + prior) * rated.expected(a, b);
                excess[a] += more;
                excess[b] -= more;
            }
            assert!(excess.iter().all(|excess| excess.abs() < 1e-8), "{players} players: {excess:?}");
            assert!(rated.ratings.iter().sum::<f64>().abs() < 1e-8);
            assert!(
                rated
                    .robust_err95
                    .iter()
                    .chain(&rated.fisher_err95)
                    .all(|error| { error.is_some_and(|error| error > 0.0 && error.is_finite()) })
            );
        }
    }

    #[test]
    fn errors_hold_the_truth_as_often_as_they_promise() {
        // Pairs whose two games always end alike: half as much is known as so
        // many single games would say, and only pairs as units notice.
        let (mut held, mut held_by_games) = (0, 0);
        for seed in 0..1000 {
            let mut rng = Rng::new(seed);
            let (mut pairs, mut games) = ([0; 5], [0; 3]);
            for _ in 0..200 {
                let result = rng.below(2) as usize;
                pairs[4 * result] += 1;
                games[2 * result] += 2;
            }
            let (mut by_pairs, mut by_games) = (Pool::new(2), Pool::new(2));
            by_pairs.add_pairs(0, 1, pairs);
            by_games.add_games(0, 1, games);
            for (pool, held) in [(by_pairs, &mut held), (by_games, &mut held_by_games)] {
                let rated = rate(&pool, 0.0).expect("bounded");
                *held += i32::from(rated.ratings[0].abs() < rated.robust_err95[0].expect("games"));
            }
        }
        assert!((930..=970).contains(&held), "{held} of 1000");
        assert!((800..=860).contains(&held_by_games), "{held_by_games} of 1000");
    }

    #[test]
    fn groups_and_loners_are_rated_apart_and_all_numbers_are_finite() {
        let mut pool = Pool::new(7);
        pool.add_games(0, 1, [0, 0, 10]);
        pool.add_games(1, 2, [0, 0, 10]);
        pool.add_pairs(4, 5, [0, 0, 1, 0, 0]);
        assert_eq!(rate(&pool, 0.0).expect_err("0 won everything").player, 1);
        let rated = rate(&pool, 1.0).expect("a prior");
        assert_eq!(rated.groups, [0, 0, 0, 1, 2, 2, 3]);
        assert!(rated.ratings[0] > 300.0 && (rated.ratings[0] + rated.ratings[2]).abs() < 1e-9);
        assert!(rated.ratings[1].abs() < 1e-9);
        for loner in [3, 6] {
            assert_eq!((rated.ratings[loner], rated.robust_err95[loner]), (0.0, None));
        }
        // One pair, and even: hardly anything is known.
        assert!(rated.robust_err95[4].is_some_and(|error| error > 50.0));
        assert_eq!((rated.los(0, 4), rated.difference_se(0, 4)), (0.5, None));
        assert!(rated.los(0, 2) > 0.95 && rated.los(2, 0) < 0.05);
        let los = rated.los_matrix();
        assert!(los.iter().flatten().all(|chance| (0.0..=1.0).contains(chance)));
        for empty in [0, 1] {
            assert_eq!(rate(&Pool::new(empty), 0.0).expect("no players").ratings, vec![0.0; empty]);
        }
        // A million wins and no other result.
        let mut pool = Pool::new(2);
        pool.add_pairs(0, 1, [0, 0, 0, 0, 500_000]);
        let rated = rate(&pool, 1.0).expect("a prior");
        assert!(rated.ratings[0].is_finite() && rated.robust_err95[0].is_some_and(f64::is_finite));
    }
}

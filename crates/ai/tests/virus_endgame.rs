//! The endgame solver compared with plain negamax.

use std::collections::HashMap;

use games::common::rng::Rng;
use games::virus::{Action, Options, Virus};
use games::{Game, Status};
use gridiron_ai::random::any_action;
use gridiron_ai::virus::endgame::{Solver, SolverLimits};
use gridiron_ai::virus::evaluator::VirusEvaluator;

/// Margins by board and passes.
type Seen = HashMap<([u128; 3], u8), i32>;

/// The final margin of the mover by the rules alone: it may always place a stone or pass.
fn negamax(position: &Virus, seen: &mut Seen) -> i32 {
    if let Status::Over(outcome) = position.status() {
        return (outcome.score * position.to_move().sign()) as i32;
    }
    let key = (position.sets(), position.passes());
    if let Some(margin) = seen.get(&key) {
        return *margin;
    }
    let passed = -negamax(&position.after(Action::PASS), seen);
    let margin = best_placement(position, seen).map_or(passed, |placed| placed.max(passed));
    seen.insert(key, margin);
    margin
}

/// The same if the mover must place a stone.
fn best_placement(position: &Virus, seen: &mut Seen) -> Option<i32> {
    let placements = position.actions().filter(|action| *action != Action::PASS);
    placements.map(|action| -negamax(&position.after(action), seen)).max()
}

/// A position with at most this many empty squares, reached by random moves.
fn reached(size: u8, empties: u32, rng: &mut Rng) -> Virus {
    let mut position = Virus::start(&Options { size, ..Options::default() }, rng.next_u64());
    while position.sets()[2].count_ones() > empties {
        let action = any_action(&position, rng);
        position.play(action);
    }
    position
}

/// A random filling. Sides without stones or without moves are common, unlike in games.
fn scattered(size: u8, empties: u32, share: u32, rng: &mut Rng) -> Virus {
    let squares = u32::from(size).pow(2);
    let open = rng.distinct_below(empties as usize, squares);
    let rows: Vec<String> = (0..u32::from(size))
        .map(|row| {
            let cells: Vec<&str> = (0..u32::from(size))
                .map(|col| {
                    let is_open = open.contains(&(row * u32::from(size) + col));
                    if is_open { "0" } else { ["1", "-1"][usize::from(rng.below(100) < share)] }
                })
                .collect();
            cells.join(",")
        })
        .collect();
    let (seat, passes) = (rng.below(2), rng.below(2));
    format!("{} {seat} passes={passes}", rows.join("/")).parse().expect("a position")
}

fn check(position: &Virus, solver: &mut Solver) {
    if position.status().outcome().is_some() {
        assert_eq!(solver.margin(position, SolverLimits::NONE), None);
        return;
    }
    let mut seen = Seen::new();
    let margin = negamax(position, &mut seen);
    let mut reached_by = |action| -negamax(&position.after(action), &mut seen);
    let solved = solver.winner(position, SolverLimits::NONE).expect("there is no limit");
    assert_eq!(solved.margin.signum(), margin.signum(), "{position}");
    assert_eq!(reached_by(solved.action).signum(), margin.signum(), "{position}");
    let solved = solver.margin(position, SolverLimits::NONE).expect("there is no limit");
    assert_eq!((solved.margin, reached_by(solved.action)), (margin, margin), "{position}");
}

#[test]
fn ends_of_games_agree_with_plain_negamax() {
    let (mut rng, mut solver) = (Rng::new(1), Solver::new(VirusEvaluator::learned(), 10));
    for size in [3, 4, 5, 7, 10, 11] {
        for round in 0..60 {
            let position = reached(size, 1 + round % 7, &mut rng);
            check(&position, &mut solver);
            // A voluntary pass, or one caused by an unreadable move.
            check(&position.after(Action::PASS), &mut solver);
        }
        check(&reached(size, 9, &mut rng), &mut solver);
    }
}

#[test]
fn boards_with_passes_agree_with_plain_negamax() {
    let (mut rng, mut solver) = (Rng::new(2), Solver::new(VirusEvaluator::learned(), 10));
    let (mut forced, mut chosen) = (0, [0, 0]);
    for size in [3, 4, 6, 10, 11] {
        for round in 0..600 {
            let position =
                scattered(size, 1 + round % 7, [0, 3, 40, 50, 60, 100][round as usize / 7 % 6], &mut rng);
            check(&position, &mut solver);
            if position.status().outcome().is_some() {
                continue;
            }
            if position.forced().is_some() {
                forced += 1;
            } else {
                let mut seen = Seen::new();
                let best = Some(negamax(&position, &mut seen));
                chosen[usize::from(position.passes())] +=
                    u32::from(best_placement(&position, &mut seen) < best);
            }
        }
    }
    assert!(forced > 20 && chosen.iter().all(|count| *count > 5), "{forced} {chosen:?}");
}

#[test]
fn it_gives_up_after_its_nodes() {
    let position = reached(10, 20, &mut Rng::new(3));
    let mut solver = Solver::new(VirusEvaluator::learned(), 10);
    let limits = SolverLimits { nodes: 1000, ..SolverLimits::NONE };
    assert_eq!(solver.margin(&position, limits), None);
    assert!(solver.nodes() <= 1000 + 1, "{} nodes", solver.nodes());
}

//! The solver of endgames against the plainest possible search.

use ai::virus::endgame::{Limits, Solver};
use ai::virus::evaluation::Evaluation;
use games::common::rng::Rng;
use games::virus::{Options, Virus};
use games::{Game, Status};

/// The final margin for the side to move, straight from the rules.
fn negamax(position: &Virus) -> i32 {
    if let Status::Over(_) = position.status() {
        let [own, enemy, _] = position.sets();
        return own.count_ones() as i32 - enemy.count_ones() as i32;
    }
    position.actions().map(|action| -negamax(&position.after(action))).max().expect("the game goes on")
}

/// A position with this many empty squares at most, reached by random moves.
fn reached(size: u8, empties: u32, rng: &mut Rng) -> Virus {
    let mut position = Virus::start(&Options { size, ..Options::default() }, rng.next_u64());
    while position.sets()[2].count_ones() > empties {
        let mut actions = position.actions();
        let at = rng.below(actions.len() as u32) as usize;
        let action = actions.nth(at).expect("below the count");
        drop(actions);
        position.play(action);
    }
    position
}

/// A position with stones anywhere: sides without stones or without moves are
/// common, unlike in games.
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
        assert_eq!(solver.margin(position, Limits::NONE), None);
        return;
    }
    let margin = negamax(position);
    let reached_by = |action| -negamax(&position.after(action));
    let solved = solver.winner(position, Limits::NONE).expect("there is no limit");
    assert_eq!(solved.margin.signum(), margin.signum(), "{position}");
    assert_eq!(reached_by(solved.action).signum(), margin.signum(), "{position}");
    let solved = solver.margin(position, Limits::NONE).expect("there is no limit");
    assert_eq!((solved.margin, reached_by(solved.action)), (margin, margin), "{position}");
}

#[test]
fn ends_of_games_are_what_plain_search_says() {
    let (mut rng, mut solver) = (Rng::new(1), Solver::new(Evaluation::learned(), 10));
    for size in [3, 4, 5, 7, 10, 11] {
        for round in 0..60 {
            check(&reached(size, 1 + round % 7, &mut rng), &mut solver);
        }
        check(&reached(size, 8, &mut rng), &mut solver);
    }
}

#[test]
fn so_are_boards_where_a_side_has_to_pass() {
    let (mut rng, mut solver) = (Rng::new(2), Solver::new(Evaluation::learned(), 10));
    let mut passes = 0;
    for size in [3, 4, 6, 10, 11] {
        for round in 0..100 {
            let position =
                scattered(size, 1 + round % 7, [0, 3, 10, 50, 97, 100][round as usize % 6], &mut rng);
            passes += u32::from(position.forced().is_some());
            check(&position, &mut solver);
        }
    }
    assert!(passes > 20, "only {passes} of the positions begin with a pass");
}

#[test]
fn it_gives_up_after_its_nodes() {
    let position = reached(10, 20, &mut Rng::new(3));
    let mut solver = Solver::new(Evaluation::learned(), 10);
    let limits = Limits { nodes: 1000, ..Limits::NONE };
    assert_eq!(solver.margin(&position, limits), None);
    assert!(solver.nodes() <= 1000 + 1, "{} nodes", solver.nodes());
}

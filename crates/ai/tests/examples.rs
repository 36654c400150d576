//! The examples, each compared with a second source of truth.

#[path = "../examples/best_move.rs"]
mod best_move;
#[path = "../examples/hidden_board.rs"]
mod hidden_board;
#[path = "../examples/new_game.rs"]
mod new_game;

use std::sync::atomic::AtomicBool;

use games::Game;
use games::conga::Position;
use gridiron_ai::conga::CongaEvaluator;
use gridiron_ai::conga::solve::{SolvedValue, Tablebase};
use gridiron_ai::search::SearchLimits;
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext};
use gridiron_ai::search::negamax::negamax;

/// Kayles by theory (Sprague and Grundy): a row of pins is worth a number, and the mover
/// loses exactly if the numbers of all rows cancel out under XOR.
fn nimbers(longest: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = vec![0];
    for pins in 1..=longest {
        let mut reached = Vec::new();
        for knocked in 1..=pins.min(2) {
            for left in 0..=pins - knocked {
                reached.push(nimbers[left] ^ nimbers[pins - knocked - left]);
            }
        }
        nimbers.push((0..).find(|nimber| !reached.contains(nimber)).expect("the least that is not reached"));
    }
    nimbers
}

#[test]
fn a_new_game_is_searched_as_negamax_and_theory_say() {
    let nimbers = nimbers(12);
    assert_eq!(nimbers, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], "the known numbers of Kayles");
    let mut searcher = AlphaBeta::new(new_game::Plain, 1 << 12);
    let mut lost = 0;
    for pattern in 1..1_u32 << 10 {
        let pins: String = (0..10).map(|at| if pattern >> at & 1 == 1 { '|' } else { '.' }).collect();
        let position: new_game::Kayles = format!("{pins} 1").parse().expect("a position");
        assert_eq!(position.to_string(), format!("{pins} 1"));
        let result = searcher.search(&position, &GameContext::none(), &SearchLimits::depth(40), 1);
        let rows = pins.split('.').map(|row| nimbers[row.len()]);
        let is_lost = rows.fold(0, |sum, nimber| sum ^ nimber) == 0;
        assert_eq!(result.value < 0, is_lost, "{position}");
        if pattern.count_ones() <= 6 {
            let plain = negamax(&position, &new_game::Plain, 40);
            assert_eq!(result.value.signum(), plain.signum(), "{position}");
        }
        lost += u32::from(is_lost);
    }
    assert!(lost > 50, "{lost}");
    new_game::main();
}

#[test]
fn the_best_move_is_the_tablebase_s() {
    let text = "0,0,1,-4/0,0,0,1/0,2,0,0/0,0,0,0 0";
    let position: Position = text.parse().expect("a position");
    let tablebase = Tablebase::solve(4, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
    let result = best_move::best_move::<Position>(text, CongaEvaluator::learned(), 6).expect("a move");
    let (action, value) = tablebase.best(&position).expect("a move");
    assert_eq!((result.action, value), (action, SolvedValue::Win(1)));
    assert_eq!(position.after(result.action).actions().len(), 0, "the opponent cannot move");
    let report = best_move::report(&result);
    assert_eq!(report, format!("{action}: wins in 1 plies, depth 1, line {action}"));
    for wrong in ["", "1,2", "4,-1,0,0/-1,-2,0,0/0,0,0,0/0,0,0,0 0"] {
        let error = best_move::best_move::<Position>(wrong, CongaEvaluator::learned(), 6).expect_err(wrong);
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
    assert!(best_move::main().is_err(), "a test has other arguments");
}

/// The Brier score is the mean squared error of probabilities. Over some games it is
/// better than that of a guess by the true number of tiles alone.
#[test]
fn the_belief_knows_more_than_the_number_of_tiles() {
    let (mut informed, mut uninformed) = (0.0, 0.0);
    for seed in 0..12 {
        let squares: Vec<hidden_board::Square> =
            hidden_board::board_after(30, seed).into_iter().flatten().collect();
        assert!(squares.len() > 40 && squares.iter().all(|square| (0.0..=1.0).contains(&square.believed)));
        let taken = |square: &hidden_board::Square| f64::from(u8::from(square.taken));
        let share = squares.iter().map(taken).sum::<f64>() / squares.len() as f64;
        informed += squares.iter().map(|square| (square.believed - taken(square)).powi(2)).sum::<f64>();
        uninformed += squares.iter().map(|square| (share - taken(square)).powi(2)).sum::<f64>();
    }
    assert!(informed < 0.9 * uninformed, "{informed} against {uninformed}");
    hidden_board::main();
}

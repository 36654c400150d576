//! The original project's agent: its board, its moves, and its play short of time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use games::common::rng::Rng;
use games::conga::{Conga, Options, Position, Square};
use games::{Game, Seat};
use gridiron_ai::conga::solve::{SolvedValue, Tablebase};
use gridiron_ai::conga::{Agent, AgentPlayer, CongaBoard, Heuristic};
use gridiron_ai::random::any_action;
use gridiron_ai::{Player, Time};

/// Few enough to solve in an instant.
const STONES: u8 = 4;

/// Agents deep enough to see a loss at the next move.
const AGENTS: [(Heuristic, u32); 2] = [(Heuristic::FewestReplies, 2), (Heuristic::Mobility, 4)];

fn square(x: i32, y: i32) -> Square {
    Square::new(x, y).expect("on the board")
}

#[test]
fn a_board_shows_who_holds_what() {
    let mut agent = Agent::new(Seat::Zero, Heuristic::FewestReplies, 3);
    assert_eq!(agent.board().territory(Seat::Zero), [square(1, 4)]);
    assert_eq!(agent.board().territory(Seat::One), [square(4, 1)]);
    assert!(agent.make_move("1 4 2 4".parse().expect("a move")));
    assert!(!agent.make_move("2 4 3 4".parse().expect("a move")), "it is white's turn");
    assert_eq!(agent.board().territory(Seat::Zero), [square(2, 4), square(3, 4), square(4, 4)]);
    assert_eq!([2, 3, 4].map(|x| agent.board().amount(square(x, 4))), [1, 2, 7]);
    let expected = "    \
        +-----+-----+-----+-----+
  4 |  0 .|  1 b|  2 b|  7 b|
    +-----+-----+-----+-----+
  3 |  0 .|  0 .|  0 .|  0 .|
    +-----+-----+-----+-----+
  2 |  0 .|  0 .|  0 .|  0 .|
    +-----+-----+-----+-----+
  1 |  0 .|  0 .|  0 .| 10 w|
    +-----+-----+-----+-----+
       1     2     3     4
";
    assert_eq!(agent.board().draw(), expected);
}

/// The tablebase knows which moves win at once and which lose at the next move.
#[test]
fn a_win_in_sight_is_taken_and_a_loss_put_off() {
    let tables = Tablebase::solve(STONES, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
    let (mut rng, mut wins, mut escapes) = (Rng::new(7), 0, 0);
    for _ in 0..400 {
        let mut position = Position::start(&Options { stones: STONES }, 0);
        for _ in 0..30 {
            let moves = tables.moves(&position).expect("the tablebase is for these stones");
            if moves.is_empty() {
                break;
            }
            let count = |worth| moves.iter().filter(|(_, value)| *value == worth).count();
            let (winning, losing) = (count(SolvedValue::Win(1)), count(SolvedValue::Loss(2)));
            let is_telling = winning > 0 || losing > 0;
            for (hfunc, depth) in if is_telling { &AGENTS[..] } else { &[] } {
                let mut agent = Agent::new(position.to_move(), *hfunc, *depth);
                agent.update_board(CongaBoard::from(position));
                let best = agent.best_move().expect("a move");
                let value = moves.iter().find(|(action, _)| *action == best).expect("a legal move").1;
                assert!(winning == 0 || value == SolvedValue::Win(1), "{position}: {best}");
                assert!(losing == moves.len() || value != SolvedValue::Loss(2), "{position}: {best}");
            }
            wins += u32::from(winning > 0);
            escapes += u32::from(losing > 0 && losing < moves.len());
            // Steer towards decided positions: often play the worst move.
            let worst = moves.iter().min_by_key(|(_, worth)| *worth).expect("a move").0;
            let any = moves[rng.below(moves.len() as u32) as usize].0;
            position.play(if rng.below(4) > 0 { worst } else { any });
        }
    }
    assert!(wins > 20 && escapes > 20, "{wins} {escapes}");
}

#[test]
fn any_move_is_a_legal_one_and_where_there_is_none_there_is_none() {
    let walled: Position = "4,-1,0,0/-1,-2,0,0/0,0,0,0/0,0,0,0 0".parse().expect("a position");
    let mut agent = Agent::new(Seat::Zero, Heuristic::Mobility, 3);
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let action = agent.random_move(&mut rng).expect("a move");
        assert!(agent.board().position().is_legal(action));
    }
    agent.update_board(walled.into());
    assert_eq!((agent.best_move(), agent.random_move(&mut rng)), (None, None));
    assert!(agent.build_tree().children.is_empty());
}

/// The clock advances by a microsecond whenever it is read.
#[test]
fn short_of_time_it_falls_back_to_a_smaller_depth() {
    let mut crowded: Conga = "1,2,0,0/3,4,0,0/0,0,-3,-2/0,0,-1,-4 0".parse().expect("a position");
    let unhurried = |game: &Conga| -> Vec<_> {
        let act = |depth| AgentPlayer::new(Heuristic::Mobility, depth).act(game, &Time::UNLIMITED);
        (1..=5).map(act).collect()
    };
    let (mut moves, mut rng) = (unhurried(&crowded), Rng::new(1));
    // Play on until the depths choose different moves.
    while moves[0] == moves[4] {
        let action = any_action(&crowded, &mut rng);
        crowded.play(action);
        moves = unhurried(&crowded);
    }
    let mut depths_played = Vec::new();
    for left in [0, 1, 600, 1_000, 2_000, 10_000, 10_000_000] {
        let (looks, never) = (AtomicU64::new(0), AtomicBool::new(false));
        let spent = || Duration::from_micros(looks.fetch_add(1, Ordering::Relaxed));
        let time = Time::new(Some(Duration::from_micros(left)), None, &spent, &never);
        let action = AgentPlayer::new(Heuristic::Mobility, 5).act(&crowded, &time);
        let depth = moves.iter().position(|other| *other == action);
        depths_played.push(depth.expect("the move of one of the depths"));
    }
    assert_eq!(depths_played[0], 0, "no time at all");
    assert_eq!(moves[4], moves[*depths_played.last().expect("some")], "all the time in the world");
}

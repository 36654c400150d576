//! The champion of Virus: legal, in time, deterministic and strong.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use games::common::opening;
use games::common::options::OptionValues;
use games::virus::{Action, Options, Virus};
use games::{Game, Seat, Status};
use gridiron_ai::search_options::SearchOptions;
use gridiron_ai::virus::endgame::{Solver, SolverLimits};
use gridiron_ai::virus::evaluator::VirusEvaluator;
use gridiron_ai::virus::{Champion, Greedy, Mcts};
use gridiron_ai::{Player, Time};

fn options(list: &str) -> SearchOptions {
    let mut values = OptionValues::defaults(SearchOptions::OPTIONS);
    values.set_list(list).expect("options of a champion");
    SearchOptions::read(&values)
}

fn start(size: u8, seed: u64) -> Virus {
    let mut position = Virus::start(&Options { size, ..Options::default() }, seed);
    let opening = opening::draw(&position, if size > 3 { 4 } else { 0 }, seed).expect("an opening");
    opening.into_iter().for_each(|action| _ = position.play(action));
    position
}

/// Plays to the end; returns the actions and the score.
fn play(mut position: Virus, players: &mut [BoxedPlayer; 2]) -> (Vec<Action>, i64) {
    let mut actions = Vec::new();
    loop {
        match position.status() {
            Status::Over(outcome) => return (actions, outcome.score),
            Status::ToAct { seat, .. } => {
                let decide = || players[seat.index()].act(&position, &Time::UNLIMITED);
                let action = position.forced().unwrap_or_else(decide);
                assert!(position.is_legal(action), "{action} in {position}");
                position.play(action);
                actions.push(action);
            }
        }
    }
}

type BoxedPlayer = Box<dyn Player<Virus>>;

fn champion(list: &str, seed: u64) -> BoxedPlayer {
    Box::new(Champion::new(options(list), seed))
}

#[test]
fn the_same_nodes_and_seed_give_the_same_game_on_every_board() {
    for size in 3..=11 {
        for list in ["nodes=300", "nodes=3000,level=5", "level=1"] {
            let game = || play(start(size, 7), &mut [champion(list, 1), champion(list, 2)]);
            assert_eq!(game(), game(), "size {size}, {list}");
        }
    }
}

#[test]
fn it_beats_the_others_from_both_seats() {
    let others: [fn() -> BoxedPlayer; 2] =
        [|| Box::new(Greedy), || Box::new(Mcts::new(options("nodes=200"), 1))];
    for other in others {
        for seed in 0..4 {
            for seat in Seat::BOTH {
                let mut players = [champion("nodes=2000", seed), other()];
                if seat == Seat::One {
                    players.swap(0, 1);
                }
                let (_, score) = play(start(10, seed), &mut players);
                assert!(score * seat.sign() > 0, "seed {seed}, seat {seat}: {score}");
            }
        }
    }
}

/// A clock that advances by a fixed step whenever it is read.
fn with_clock(left: u64, step: u64, position: &Virus, player: &mut dyn Player<Virus>) -> (Action, u64) {
    let now = AtomicU64::new(0);
    let spent = || Duration::from_micros(now.fetch_add(step, Ordering::Relaxed));
    let never = AtomicBool::new(false);
    let time = Time::new(Some(Duration::from_micros(left)), None, &spent, &never);
    let action = player.act(position, &time);
    (action, now.load(Ordering::Relaxed))
}

#[test]
fn it_moves_before_its_time_is_over() {
    for size in [5, 10, 11] {
        let mut position = start(size, 3);
        let mut player = champion("time=1000", 1);
        while position.status().outcome().is_none() {
            let action = position.forced().unwrap_or_else(|| {
                let (action, spent) = with_clock(20_000, 400, &position, &mut *player);
                assert!(spent <= 20_000, "{spent} microseconds");
                action
            });
            position.play(action);
        }
    }
}

#[test]
fn it_moves_at_once_without_time() {
    let position = start(10, 4);
    for left in [0, 1, 700] {
        let (action, _) = with_clock(left, 1000, &position, &mut *champion("", 1));
        assert!(position.is_legal(action));
    }
}

#[test]
fn it_plays_the_end_perfectly() {
    let mut solver = Solver::new(VirusEvaluator::learned(), 12);
    for seed in 0..6 {
        let mut position = start(8, seed);
        let mut player = champion("nodes=100000", seed);
        let mut quick = champion("nodes=100", seed);
        while position.status().outcome().is_none() {
            let [_, _, empty] = position.sets();
            let few = empty.count_ones() <= 10;
            let mut decide = || if few { &mut player } else { &mut quick }.act(&position, &Time::UNLIMITED);
            let action = position.forced().unwrap_or_else(&mut decide);
            if few {
                let best = solver.margin(&position, SolverLimits::NONE).expect("it goes on").margin;
                let after = position.after(action);
                let reached = match after.status() {
                    Status::Over(outcome) => (outcome.score * position.to_move().sign()) as i32,
                    Status::ToAct { .. } => {
                        -solver.margin(&after, SolverLimits::NONE).expect("it goes on").margin
                    }
                };
                assert_eq!(reached, best, "{position}");
            }
            position.play(action);
        }
    }
}

/// A pass wins at once if the opponent has passed and is behind; but a certain larger win
/// is preferred.
#[test]
fn it_passes_where_that_wins_at_once() {
    let ahead = "1,1,1,1,1,1/1,1,1,1,1,1/0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/-1,0,0,0,0,-1";
    let behind = "1,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/-1,0,0,0,-1,0/-1,-1,-1,-1,-1,-1/-1,-1,-1,-1,-1,-1";
    let shut_in = "1,1,1,1,1,1/1,1,1,1,1,1/-1,1,1,1,1,1/1,1,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0";
    let nearly_full = "1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,1/1,1,1,1,1,-1/1,1,1,1,-1,0/1,1,1,1,1,0";
    for (rows, passes, is_pass) in [
        (ahead, 1, true),
        (ahead, 0, false),
        (behind, 1, false),
        // An opponent that had to pass must pass again.
        (shut_in, 1, false),
        (nearly_full, 1, false),
    ] {
        let position: Virus = format!("{rows} 0 passes={passes}").parse().expect("a position");
        let action = champion("nodes=2000", 1).act(&position, &Time::UNLIMITED);
        assert_eq!(action == Action::PASS, is_pass, "{position}: {action}");
    }
}

//! The champion of Conga: perfect with a tablebase, in time without.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::conga::Conga;
use games::{Game, GameOptions, Outcome, Seat, Status};
use gridiron_ai::conga::solve::{SolvedValue, Tablebase};
use gridiron_ai::conga::{AgentPlayer, Champion, Heuristic};
use gridiron_ai::random::Random;
use gridiron_ai::random::any_action;
use gridiron_ai::search_options::SearchOptions;
use gridiron_ai::{Player, Time};

fn options(list: &str) -> SearchOptions {
    let mut values = OptionValues::defaults(SearchOptions::OPTIONS);
    values.set_list(list).expect("options");
    SearchOptions::read(&values)
}

fn start(rules: &str) -> Conga {
    let mut values = OptionValues::defaults(<Conga as Game>::Options::SPECS);
    values.set_list(rules).expect("options");
    Conga::start(&GameOptions::from_values(&values).expect("a board"), 0)
}

/// A few random moves, then both players to the end; `each` gets every position.
fn play(
    mut game: Conga,
    seed: u64,
    players: [&mut dyn Player<Conga>; 2],
    mut each: impl FnMut(&Conga),
) -> Outcome {
    let mut rng = Rng::new(seed);
    for _ in 0..4 {
        let action = any_action(&game, &mut rng);
        game.play(action);
    }
    loop {
        each(&game);
        match game.status() {
            Status::Over(outcome) => return outcome,
            Status::ToAct { seat, .. } => {
                let action = players[seat.index()].act(&game, &Time::UNLIMITED);
                game.play(action);
            }
        }
    }
}

fn tables(stones: u8) -> Arc<Tablebase> {
    Arc::new(Tablebase::solve(stones, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled"))
}

/// Whatever the opponent does, no move of the champion makes its position worse, and
/// every win gets nearer.
#[test]
fn with_a_tablebase_it_never_gives_away_a_result() {
    let mut wins = 0;
    for stones in [4, 5, 6] {
        let tables = tables(stones);
        for seed in 0..8 {
            for seat in Seat::BOTH {
                let mut champion = Champion::with_table(options("nodes=2000"), seed, tables.clone());
                let mut random = Random::new(seed);
                let players: [&mut dyn Player<Conga>; 2] = match seat {
                    Seat::Zero => [&mut champion, &mut random],
                    Seat::One => [&mut random, &mut champion],
                };
                // The champion's value before its last move.
                let mut before = None;
                let outcome = play(start(&format!("stones={stones}")), seed, players, |game| {
                    let value = tables.value(game.game()).expect("the tablebase is for these stones");
                    if game.game().to_move() == seat {
                        before = Some(value);
                    } else if let Some(before) = before {
                        let after = value.for_previous_mover();
                        let is_over = game.status().outcome().is_some_and(|outcome| outcome.winner.is_none());
                        assert!(is_over || after >= before, "{before} became {after}: {}", game.game());
                    }
                });
                let lost = before.is_some_and(|before| before < SolvedValue::Draw);
                assert!(lost || outcome.winner != Some(seat.other()), "{stones} stones, seed {seed}");
                wins += usize::from(outcome.winner == Some(seat));
            }
        }
    }
    assert!(wins >= 40, "{wins} wins of 48 against random moves");
}

#[test]
fn without_a_tablebase_it_does_not_lose_to_the_agent() {
    let mut wins = 0;
    for seed in 0..6 {
        for seat in Seat::BOTH {
            let mut champion = Champion::new(options("nodes=3000"), seed);
            let mut agent = AgentPlayer::new(Heuristic::Mobility, 1 + (seed % 2) as u32);
            let players: [&mut dyn Player<Conga>; 2] = match seat {
                Seat::Zero => [&mut champion, &mut agent],
                Seat::One => [&mut agent, &mut champion],
            };
            let outcome = play(start(""), seed, players, |_| {});
            assert_ne!(outcome.winner, Some(seat.other()), "seed {seed}, seat {seat}");
            wins += usize::from(outcome.winner == Some(seat));
        }
    }
    assert!(wins >= 6, "{wins} wins of 12");
}

/// One ply before the move limit everything else is a draw; a win in one is still played.
#[test]
fn a_win_goes_before_the_move_limit() {
    let board = "0,0,1,-4/0,0,0,1/0,2,0,0/0,0,0,0 0 plies=10 move_limit=11";
    let game: Conga = board.parse().expect("a position");
    for mut champion in
        [Champion::new(options("nodes=1000"), 1), Champion::with_table(options("nodes=1000"), 1, tables(4))]
    {
        let action = champion.act(&game, &Time::UNLIMITED);
        assert_eq!(action.to_string(), "2 2 3 3");
    }
}

/// The clock advances whenever it is read: the champion reads it, and stops.
#[test]
fn it_moves_in_time_however_little_there_is() {
    for (rules, table) in [("", None), ("stones=60", None), ("stones=5", Some(tables(5)))] {
        for left in [0, 1, 700, 2_000] {
            for spec in ["", "time=1000000", "nodes=1000000000"] {
                let (looks, never) = (AtomicU64::new(0), AtomicBool::new(false));
                let spent = || Duration::from_micros(looks.fetch_add(20, Ordering::Relaxed));
                let time = Time::new(Some(Duration::from_micros(left)), None, &spent, &never);
                let game = start(rules);
                let mut champion = match &table {
                    None => Champion::new(options(spec), 1),
                    Some(table) => Champion::with_table(options(spec), 1, table.clone()),
                };
                let action = champion.act(&game, &time);
                assert!(game.is_legal(action));
                assert!(looks.load(Ordering::Relaxed) <= left + 200, "{rules} {left} {spec}");
            }
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_move() {
    let game: Conga = "0,-1,-2,-4/0,-2,0,0/1,2,0,0/7,-1,0,0 0 plies=6".parse().expect("a position");
    for level in ["level=10,nodes=5000", "level=3"] {
        let moves = |seed| {
            let mut champion = Champion::new(options(level), seed);
            [0; 4].map(|_| champion.act(&game, &Time::UNLIMITED))
        };
        assert_eq!(moves(1), moves(1));
    }
}

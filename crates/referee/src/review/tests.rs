//! Curves of golden games, and of small ones that plain minimax can solve.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use games::virus::Virus;
use games::{Cause, Seat};

use super::{Curve, CurveBudget, ReviewError};
use crate::record::{self, Record};
use crate::verify::Replay;
use crate::{NoWatcher, PlayerSpec, Stopped, Timing, play_game};

#[path = "../../../ai/src/analysis/virus_minimax.rs"]
mod virus_minimax;

/// Enough for values that mean something.
const LITTLE: CurveBudget = CurveBudget { game: 300_000, least: 500, most: 2_000, plies: 2_000 };

fn golden(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/data/golden");
    record::read(&folder.join(format!("{game}.jsonl"))).expect("golden games")
}

fn curve(record: &Record, budget: CurveBudget) -> Curve {
    Curve::of(record, budget, &AtomicBool::new(false), &mut |_| {}).expect("a curve")
}

fn play(rules: &str, seed: u64) -> Record {
    let virus = games::find("virus").expect("a game");
    let mut session = virus.start(virus.read_options(rules).expect("rules"), seed).expect("a start");
    let players = ["random", "random"].map(|name| PlayerSpec::read(virus, name).expect("a player"));
    let mut competitors = players.each_ref().map(PlayerSpec::competitor);
    let (timing, stop) = (Timing::untimed(), AtomicBool::new(false));
    play_game::<Stopped>(&mut *session, &mut competitors, &timing, &stop, &mut NoWatcher).expect("a game")
}

#[test]
fn a_curve_has_a_value_for_every_position_and_ends_with_the_result() {
    for game in ["virus", "conga"] {
        for record in golden(game) {
            let count = record.actions.len();
            let mut done = Vec::new();
            let stop = AtomicBool::new(false);
            let curve = Curve::of(&record, LITTLE, &stop, &mut |at| done.push(at)).expect("a curve");
            assert_eq!(done, (0..count).collect::<Vec<_>>());
            let lengths = [curve.values.len(), curve.exact.len(), curve.best.len()];
            assert_eq!(lengths, [count + 1; 3], "{game}");
            assert!(curve.best[..count].iter().all(Option::is_some) && curve.best[count].is_none());
            assert!(curve.turning.iter().all(|ply| (1..=count).contains(ply)));
            if record.outcome.cause == Cause::Normal {
                let score = record.outcome.score as f64;
                assert_eq!((curve.values[count], curve.exact[count]), (score, true), "{game}");
            }
            assert_eq!(curve, self::curve(&record, LITTLE), "the same again");
            let text = serde_json::to_string(&curve).expect("JSON");
            assert_eq!(serde_json::from_str::<Curve>(&text).expect("a curve"), curve);
        }
    }
}

/// Proven values are those of plain minimax, at every position of a game.
#[test]
fn proven_values_are_true() {
    let (mut proven, mut mistakes) = (0, 0);
    for seed in 0..10 {
        let record = play("size=3", seed);
        let curve = curve(&record, LITTLE);
        let mut replay = Replay::new(&record).expect("a record");
        let mut truth = Vec::new();
        loop {
            let position = replay.session().game::<Virus>().expect("Virus");
            truth.push(virus_minimax::minimax(position) as f64);
            if replay.step().is_none() {
                break;
            }
        }
        for (at, true_value) in truth.iter().enumerate() {
            assert!(curve.exact[at], "small boards are solved");
            assert_eq!(curve.values[at], *true_value, "seed {seed}, position {at}");
            proven += 1;
        }
        // The move that lost most is a turning point, if it lost a stone.
        let seats = record.actions.iter().map(|action| action.seat);
        let losses = truth.windows(2).zip(seats).map(|(pair, seat)| match seat {
            Seat::Zero => pair[0] - pair[1],
            Seat::One => pair[1] - pair[0],
        });
        let losses: Vec<f64> = losses.collect();
        for ply in &curve.turning {
            assert!(losses[ply - 1] >= 1.0, "seed {seed}, ply {ply}");
            mistakes += 1;
        }
        let clear = losses.iter().filter(|loss| **loss >= 1.0).count();
        assert_eq!(curve.turning.len(), clear.min(5), "seed {seed}");
    }
    assert!(proven > 80 && mistakes > 3, "{proven} {mistakes}");
}

#[test]
fn a_stop_ends_it_within_a_move() {
    let record = golden("virus").remove(0);
    let stop = AtomicBool::new(false);
    // Without the flag, one position would take years.
    let endless = CurveBudget { game: u64::MAX, least: u64::MAX, most: u64::MAX, plies: 2_000 };
    let mut last = 0;
    let stopped = Curve::of(&record, endless, &stop, &mut |at| {
        last = at;
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!((stopped, last), (Err(ReviewError::Stopped), 0));
}

#[test]
fn some_games_have_no_curve() {
    let budget = CurveBudget { plies: 70, ..LITTLE };
    for (game, number, exists) in [
        ("virus", 0, false),
        ("virus", 1, true),
        ("conga", 0, true),
        ("conga", 1, false),
        ("plantation", 1, false),
    ] {
        let record = golden(game).remove(number);
        assert_eq!(Curve::exists_for(&record, budget), exists, "{game} {number}");
        let none = Curve::of(&record, budget, &AtomicBool::new(true), &mut |_| {});
        let expected = if exists { ReviewError::Stopped } else { ReviewError::NotAnalysed(game.to_string()) };
        assert_eq!(none, Err(expected), "{game} {number}");
    }
    let mut edited = golden("conga").remove(0);
    edited.actions[1].action = "1 1 1 2".into();
    let refused = Curve::of(&edited, budget, &AtomicBool::new(false), &mut |_| {});
    assert!(matches!(refused, Err(ReviewError::Action { number: 2, .. })), "{refused:?}");
}

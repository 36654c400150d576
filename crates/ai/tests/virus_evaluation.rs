//! The evaluation of Virus compared with one that reads every square by itself.

use games::common::rng::Rng;
use games::virus::{Options, STRIDE, Virus};
use games::{Game, Status};
use gridiron_ai::random::any_action;
use gridiron_ai::search::Evaluator;
use gridiron_ai::virus::evaluator::{STONE, VirusEvaluator, WON, part_empty};
use gridiron_ai::virus::patterns::pictured;
use gridiron_ai::virus::weights::{ODD, PARTS, STAGES, TO_MOVE, WIDTH, Weights};

fn start(size: u8, seed: u64) -> Virus {
    Virus::start(&Options { size, ..Options::default() }, seed)
}

fn random_move(position: &mut Virus, rng: &mut Rng) {
    position.play(any_action(position, rng));
}

/// The mark of a square in a window's picture.
fn mark(position: &Virus, row: usize, col: usize) -> char {
    let bit = 1 << (row * usize::from(STRIDE) + col);
    let [own, enemy, _] = position.sets();
    match () {
        () if own & bit != 0 => 'x',
        () if enemy & bit != 0 => 'o',
        () => '.',
    }
}

/// The smallest shape number over all rotations and reflections of these lines.
fn shape(lines: [String; 3]) -> usize {
    let reversed = |line: &String| line.chars().rev().collect::<String>();
    let turned = |[a, b, c]: &[String; 3]| [c.clone(), b.clone(), a.clone()];
    let mut looks = vec![lines.clone(), turned(&lines)];
    if lines[0].len() == 3 {
        looks.extend(looks.clone().iter().map(|look| look.each_ref().map(reversed)));
        let columns = |look: &[String; 3]| {
            [0, 1, 2].map(|at| look.iter().map(|line| line.chars().nth(at).expect("3 squares")).collect())
        };
        looks.extend(looks.clone().iter().map(columns));
    }
    looks.iter().map(|look| pictured(&look.join("/")).expect("a picture")).min().expect("some looks")
}

fn plain_margin(weights: &Weights, position: &Virus) -> i32 {
    let size = usize::from(position.size());
    let [_, _, empty] = position.sets();
    let part = (empty.count_ones() as usize * PARTS / (size * size)).min(PARTS - 1);
    let weight = |number: usize| (weights.at(part, number) * f64::from(STONE)).round() as i32;
    let mut sum = weight(TO_MOVE) + if empty.count_ones() % 2 == 1 { weight(ODD) } else { 0 };
    let line = |squares: &[(usize, usize)]| -> String {
        squares.iter().map(|(row, col)| mark(position, *row, *col)).collect()
    };
    let (last, before_last) = (size - 1, size - 2);
    for at in 1..last {
        let three = [at - 1, at, at + 1];
        for row in 1..last {
            sum += weight(shape(three.map(|col| line(&[(row - 1, col), (row, col), (row + 1, col)]))));
        }
        sum += weight(shape(three.map(|at| line(&[(0, at), (1, at)]))));
        sum += weight(shape(three.map(|at| line(&[(last, at), (before_last, at)]))));
        sum += weight(shape(three.map(|at| line(&[(at, 0), (at, 1)]))));
        sum += weight(shape(three.map(|at| line(&[(at, last), (at, before_last)]))));
    }
    sum
}

#[test]
fn every_window_counts_once_whatever_the_board() {
    let mut rng = Rng::new(1);
    let random = |rng: &mut Rng| (f64::from(rng.below(601)) - 300.0) / 100.0;
    let weights = Weights((0..WIDTH * STAGES.len()).map(|_| random(&mut rng)).collect());
    let evaluation = VirusEvaluator::new(&weights);
    for size in 3..=11 {
        let mut position = start(size, 1);
        while let Status::ToAct { .. } = position.status() {
            assert_eq!(evaluation.margin(&position), plain_margin(&weights, &position), "{position}");
            random_move(&mut position, &mut rng);
        }
    }
}

#[test]
fn what_was_learned_tells_winners_from_losers() {
    let evaluation = VirusEvaluator::learned();
    // One side has nearly all stones; then the other.
    let row = |stone: &str| [stone; 10].join(",");
    let board = |stone: &str, other: &str| {
        let mut rows = vec![row(stone); 9];
        rows.push(format!("{other},{other},0,0,{}", [stone; 6].join(",")));
        rows.join("/")
    };
    let won: Virus = format!("{} 0", board("1", "-1")).parse().expect("a position");
    let lost: Virus = format!("{} 0", board("-1", "1")).parse().expect("a position");
    assert!(evaluation.evaluate(&won) > 50 * STONE, "{}", evaluation.evaluate(&won));
    assert!(evaluation.evaluate(&lost) < -50 * STONE, "{}", evaluation.evaluate(&lost));
}

#[test]
fn an_end_is_worth_more_than_any_estimate_to_its_winner() {
    let (evaluation, mut rng) = (VirusEvaluator::learned(), Rng::new(2));
    for seed in 0..50 {
        let mut position = start(3 + (seed % 9) as u8, seed);
        loop {
            match position.status() {
                Status::ToAct { .. } => {
                    assert!(evaluation.evaluate(&position).abs() < WON);
                    assert!(part_empty(&position) < PARTS);
                    random_move(&mut position, &mut rng);
                }
                Status::Over(outcome) => {
                    let value = evaluation.terminal_value(&position, outcome);
                    let expected = match outcome.winner {
                        None => 0,
                        Some(winner) if winner == position.to_move() => 1,
                        Some(_) => -1,
                    };
                    assert_eq!(value.signum(), expected);
                    assert!(value == 0 || value.abs() > WON);
                    break;
                }
            }
        }
    }
}

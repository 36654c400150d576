//! Conga's tablebases compared with known numbers and with two slower methods.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

use games::common::rng::Rng;
use games::conga::{Options, Position};
use games::{Game, Viewpoint};
use gridiron_ai::conga::solve::{Cancelled, SolvedValue, Tablebase};

fn solve(stones: u8, threads: usize) -> Tablebase {
    Tablebase::solve(stones, threads, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled")
}

#[test]
fn the_known_numbers_come_out() {
    for (stones, decided, longest) in [(2, 0, 0), (4, 167, 5), (5, 3920, 23), (6, 37523, 29)] {
        let statistics = solve(stones, 1).statistics();
        assert_eq!(statistics.won + statistics.lost, decided, "{stones} stones");
        assert_eq!(statistics.longest, longest, "{stones} stones");
        assert_eq!(statistics.start, SolvedValue::Draw, "{stones} stones");
    }
}

/// Seven stones: some ten seconds.
#[test]
fn the_known_numbers_of_seven_stones_come_out() {
    let statistics = solve(7, 2).statistics();
    assert_eq!((statistics.won + statistics.lost, statistics.longest), (2_198_908, 77));
    assert_eq!(statistics.start, SolvedValue::Draw);
}

#[test]
fn threads_and_progress_do_not_matter() {
    let mut reports = Vec::new();
    let slow = Tablebase::solve(5, 1, &mut |progress| reports.push(progress), &AtomicBool::new(false));
    assert_eq!(slow.as_ref(), Ok(&solve(5, 3)));
    assert!(reports.is_sorted_by(|a, b| a.plies <= b.plies && a.positions <= b.positions));
    assert_eq!(reports.last().map(|last| last.positions), Some(3920));
    assert_eq!(Tablebase::solve(5, 1, &mut |_| {}, &AtomicBool::new(true)), Err(Cancelled));
}

/// All ways to place a player's stones: stones by square.
fn heapings(stones: u8) -> Vec<[u8; 16]> {
    fn fill(from: usize, stones: u8, board: &mut [u8; 16], all: &mut Vec<[u8; 16]>) {
        if stones == 0 {
            return all.push(*board);
        }
        for at in from..16 {
            board[at] += 1;
            fill(at, stones - 1, board, all);
            board[at] -= 1;
        }
    }
    let mut all = Vec::new();
    fill(0, stones, &mut [0; 16], &mut all);
    all
}

fn squares(board: &[u8; 16]) -> u16 {
    (0..16).filter(|at| board[*at] > 0).fold(0, |squares, at| squares | 1 << at)
}

/// Every position with this many stones each, in all eight reflections.
fn all_positions(stones: u8) -> Vec<Position> {
    let heapings = heapings(stones);
    let mut positions = Vec::new();
    for mine in &heapings {
        for theirs in heapings.iter().filter(|theirs| squares(theirs) & squares(mine) == 0) {
            let both: [u8; 16] = std::array::from_fn(|at| mine[at] + theirs[at]);
            let words = [0, 8].map(|at| u64::from_le_bytes(both[at..at + 8].try_into().expect("eight")));
            positions.extend(Position::from_parts(words, [squares(mine), squares(theirs)], 0));
        }
    }
    positions
}

/// The board and the mover: what identifies a position.
type Parts = ([u64; 2], [u16; 2]);

fn name(position: &Position) -> Parts {
    (position.stones(), position.squares())
}

/// Values by sweeping over all positions until nothing changes, with the game's own moves.
fn sweep(positions: &[Position]) -> HashMap<Parts, u32> {
    let mut known: HashMap<Parts, u32> = HashMap::new();
    for plies in 0.. {
        let mut found = Vec::new();
        for position in positions.iter().filter(|position| !known.contains_key(&name(position))) {
            let after: Vec<Option<u32>> =
                position.actions().map(|action| known.get(&name(&position.after(action))).copied()).collect();
            let wins = after.iter().any(|after| after.is_some_and(|plies| plies % 2 == 0));
            let loses = after.iter().all(|after| after.is_some_and(|plies| plies % 2 == 1));
            if wins || loses {
                assert_eq!(wins, plies % 2 == 1);
                found.push(name(position));
            }
        }
        // No position is won before one is lost.
        if found.is_empty() {
            break;
        }
        known.extend(found.into_iter().map(|name| (name, plies)));
    }
    known
}

fn agrees_with_sweeping(stones: u8) {
    let (tables, positions) = (solve(stones, 1), all_positions(stones));
    let swept = sweep(&positions);
    for position in &positions {
        let expected = match swept.get(&name(position)) {
            None => SolvedValue::Draw,
            Some(plies) if plies % 2 == 0 => SolvedValue::Loss(*plies),
            Some(plies) => SolvedValue::Win(*plies),
        };
        assert_eq!(tables.value(position), Some(expected), "{position}");
    }
}

#[test]
fn two_and_three_stones_agree_with_sweeping_over_all_positions() {
    agrees_with_sweeping(2);
    agrees_with_sweeping(3);
}

/// Every value follows from the values one move later, along random games.
#[test]
fn values_follow_from_those_one_move_on() {
    for stones in [4, 5, 6] {
        let tables = solve(stones, 1);
        let mut decided = BTreeSet::new();
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut position = Position::start(&Options { stones }, 0);
            for _ in 0..60 {
                let value = tables.value(&position).expect("the tablebase is for these stones");
                let moves = tables.moves(&position).expect("the tablebase is for these stones");
                let best = moves.iter().map(|(_, worth)| *worth).max().unwrap_or(SolvedValue::Loss(0));
                assert_eq!(value, best, "{position}");
                assert_eq!(
                    tables.best(&position).map(|(_, worth)| worth),
                    moves.iter().map(|(_, worth)| *worth).max()
                );
                if value != SolvedValue::Draw {
                    decided.insert(position.grid(Viewpoint::All).signed_rows());
                }
                if moves.is_empty() {
                    break;
                }
                // Steer towards decided positions: often play the worst move.
                let worst = moves.iter().min_by_key(|(_, worth)| *worth).expect("a move").0;
                let any = moves[rng.below(moves.len() as u32) as usize].0;
                position.play(if rng.below(3) == 0 { worst } else { any });
            }
        }
        assert!(decided.len() > 20, "{stones} stones: only {} decided positions were seen", decided.len());
    }
}

#[test]
fn other_numbers_of_stones_are_not_its_business() {
    let tables = solve(4, 1);
    let start = Position::start(&Options { stones: 5 }, 0);
    assert_eq!((tables.value(&start), tables.best(&start)), (None, None));
    // A mover without a move: its corner is blocked.
    let walled: Position = "4,-1,0,0/-1,-2,0,0/0,0,0,0/0,0,0,0 0".parse().expect("a position");
    assert_eq!(tables.value(&walled), Some(SolvedValue::Loss(0)));
    assert_eq!(tables.best(&walled), None);
}

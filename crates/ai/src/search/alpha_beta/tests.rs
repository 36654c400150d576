//! Alpha-beta compared with plain negamax.

use std::sync::atomic::AtomicU64;

use games::common::rng::Rng;
use games::{Game, Seat};

use super::*;
use crate::Time;
use crate::random::any_action;
use crate::search::graph::{BIAS, BiasedEvaluator, TokenGraph};
use crate::search::negamax::negamax;
use crate::search::tree::{ScoreEvaluator, Tree, WinEvaluator};
use crate::search::value_one_ply_up;

fn searched<E: Evaluator<Tree>>(
    evaluator: E,
    root: &Tree,
    limits: SearchLimits<'_>,
    reductions: bool,
) -> SearchResult<Branch> {
    // A table so small that entries replace each other.
    let mut searcher = AlphaBeta::new(evaluator, 64);
    searcher.reductions = reductions;
    searcher.search(root, &GameContext::none(), &limits, 1)
}

type Branch = <Tree as Game>::Action;

#[test]
fn every_depth_is_as_deep_as_plain_negamax() {
    for seed in 0..400 {
        let root = Tree::new(seed, 7);
        for depth in 1..=5 {
            let found = searched(ScoreEvaluator, &root, SearchLimits::depth(depth), false);
            let expected = negamax(&root, &ScoreEvaluator, found.depth);
            assert_eq!(found.value, expected, "tree {seed}, depth {depth}");
            let chosen =
                -value_one_ply_up(negamax(&root.after(found.action), &ScoreEvaluator, found.depth - 1));
            assert_eq!(chosen, expected, "tree {seed}, depth {depth}: {found:?}");
        }
    }
}

/// Without its best actions, a tree has the value of the best remaining one.
#[test]
fn excluded_actions_do_not_count() {
    for seed in 0..100 {
        let root = Tree::new(seed, 6);
        let mut searcher = AlphaBeta::new(ScoreEvaluator, 64);
        let mut except = Vec::new();
        while except.len() < root.actions().len() {
            let others = root.actions().filter(|action| !except.contains(action));
            let expected = others
                .map(|action| -value_one_ply_up(negamax(&root.after(action), &ScoreEvaluator, 40)))
                .max();
            let limits = SearchLimits::depth(40);
            let found = searcher.search_except(&root, &except, &GameContext::none(), &limits, 1);
            assert_eq!(Some(found.value), expected, "tree {seed} without {except:?}");
            assert!(!except.contains(&found.action), "tree {seed}");
            except.push(found.action);
        }
    }
}

#[test]
fn searched_to_the_end_it_is_plain_negamax() {
    for seed in 0..400 {
        // Every fifth tree is wide enough for late move reductions.
        let root = match seed % 5 {
            0 => Tree::wide(seed, 5),
            other => Tree::new(seed, 3 + other as u8),
        };
        for reductions in [false, true] {
            let points = searched(ScoreEvaluator, &root, SearchLimits::depth(40), reductions);
            assert_eq!(points.value, negamax(&root, &ScoreEvaluator, 40), "tree {seed}");
            assert!(points.is_proven, "tree {seed}: {points:?}");
            let victory = searched(WinEvaluator, &root, SearchLimits::depth(40), reductions);
            let expected = negamax(&root, &WinEvaluator, 40);
            // Reductions may hide a quicker win.
            let same = if reductions {
                victory.value.signum() == expected.signum()
            } else {
                victory.value == expected
            };
            assert!(same, "tree {seed}: {victory:?} but {expected}");
        }
    }
}

#[test]
fn search_all_gives_every_action_its_own_value() {
    for seed in 0..200 {
        let root = Tree::new(seed, 5);
        let mut searcher = AlphaBeta::new(ScoreEvaluator, 4096);
        let results = searcher.search_all(&root, &GameContext::none(), &SearchLimits::depth(40));
        assert!(results.is_sorted_by(|better, worse| better.value >= worse.value));
        assert_eq!(results.len(), root.actions().len());
        for found in results {
            let next = root.after(found.action);
            assert_eq!(found.value, -negamax(&next, &ScoreEvaluator, 40), "tree {seed}, {}", found.action);
            assert_eq!(found.pv[0], found.action);
        }
    }
}

#[test]
fn a_node_limit_is_kept_and_makes_the_search_deterministic() {
    for seed in 0..50 {
        let root = Tree::new(seed, 12);
        let found = searched(WinEvaluator, &root, SearchLimits::nodes(300), true);
        assert_eq!(found, searched(WinEvaluator, &root, SearchLimits::nodes(300), true));
        assert!(found.nodes < 300 + 16, "{}", found.nodes);
    }
}

#[test]
fn several_threads_find_the_same_value() {
    for seed in 0..30 {
        let root = Tree::new(seed, 7);
        let mut searcher = AlphaBeta::new(ScoreEvaluator, 1 << 12);
        searcher.reductions = false;
        let found = searcher.search(&root, &GameContext::none(), &SearchLimits::depth(40), 3);
        assert_eq!(found.value, negamax(&root, &ScoreEvaluator, 40), "tree {seed}");
    }
}

/// Plain negamax that knows the path: a repetition is a draw, and so is every open
/// position with no plies left.
fn negamax_with_path<P: Searchable>(
    position: &P,
    evaluator: &impl Evaluator<P>,
    depth: u32,
    left: u32,
    way: &mut Vec<P>,
    is_same: fn(&P, &P) -> bool,
) -> Value {
    if let Some(outcome) = position.status().outcome() {
        return evaluator.terminal_value(position, outcome);
    }
    // Alpha-beta does not check leaves for repetition either.
    if left == 0 || (depth > 0 && way.iter().any(|earlier| is_same(earlier, position))) {
        return DRAW;
    }
    if depth == 0 {
        return evaluator.evaluate(position);
    }
    way.push(*position);
    let next = |action| {
        -value_one_ply_up(negamax_with_path(
            &position.after(action),
            evaluator,
            depth - 1,
            left - 1,
            way,
            is_same,
        ))
    };
    let best = position.actions().map(next).max().expect("the game goes on");
    way.pop();
    best
}

/// A cycle is a draw once the search is deep enough to see it close. The same place
/// with the other player to move is another position.
#[test]
fn a_cycle_is_a_draw() {
    for (edges, sees_it_from) in [
        (vec![vec![1], vec![0]], 3),
        (vec![vec![1], vec![2], vec![3], vec![0]], 5),
        (vec![vec![1], vec![2], vec![0]], 7),
    ] {
        for depth in 1..12 {
            let root = TokenGraph::new(edges.clone());
            let found = AlphaBeta::new(BiasedEvaluator(Seat::Zero), 64).search(
                &root,
                &GameContext::none(),
                &SearchLimits::depth(depth),
                1,
            );
            let expected = if depth < sees_it_from { BIAS } else { DRAW };
            assert_eq!(found.value, expected, "{edges:?}, depth {depth}: {found:?}");
        }
    }
}

#[test]
fn earlier_positions_of_the_game_are_draws() {
    let mut rng = Rng::new(6);
    let mut matters = [0, 0];
    for round in 0..300 {
        let root = TokenGraph::with_ways_back(30, &mut rng);
        // Some positions ahead occurred earlier in the game.
        let ahead = |_| {
            let mut position = root;
            for _ in 0..1 + rng.below(3) {
                if position.status().outcome().is_none() {
                    position = position.after(any_action(&position, &mut rng));
                }
            }
            position
        };
        let before: Vec<TokenGraph> = (0..2).map(ahead).filter(|position| *position != root).collect();
        for (depth, favourite) in (1..10).flat_map(|depth| Seat::BOTH.map(|seat| (depth, seat))) {
            let path = RepetitionHistory::new(before.iter().map(Searchable::hash));
            let context = GameContext { path, plies_to_draw: None };
            let mut searcher = AlphaBeta::new(BiasedEvaluator(favourite), 64);
            searcher.reductions = false;
            let found = searcher.search(&root, &context, &SearchLimits::depth(depth), 1);
            let plain = |way: &[TokenGraph], is_same| {
                let mut way = way.to_vec();
                negamax_with_path(
                    &root,
                    &BiasedEvaluator(favourite),
                    found.depth,
                    u32::MAX,
                    &mut way,
                    is_same,
                )
            };
            let expected = plain(&before, TokenGraph::eq);
            assert_eq!(found.value, expected, "graph {round}, depth {depth}: {root:?} {before:?}");
            matters[0] += u32::from(plain(&[], TokenGraph::eq) != expected);
            matters[1] += u32::from(plain(&[], |_, _| false) != plain(&[], TokenGraph::eq));
        }
    }
    assert!(matters.iter().all(|count| *count > 50), "{matters:?}");
}

/// Table entries from searches with more or fewer plies left do no harm.
#[test]
fn the_move_limit_is_a_draw_whatever_the_table_holds() {
    let same = |_: &Tree, _: &Tree| false;
    let mut decided = 0;
    for seed in 0..60 {
        let root = Tree::new(seed, 9);
        let mut searcher = AlphaBeta::new(WinEvaluator, 1 << 10);
        searcher.reductions = false;
        for plies_to_draw in [None, Some(7), Some(1), Some(4), Some(2), Some(6), None, Some(3), Some(5)] {
            let context = GameContext { path: RepetitionHistory::new([]), plies_to_draw };
            let found = searcher.search(&root, &context, &SearchLimits::depth(40), 1);
            let expected = negamax_with_path(
                &root,
                &WinEvaluator,
                40,
                plies_to_draw.unwrap_or(40),
                &mut Vec::new(),
                same,
            );
            assert_eq!(found.value, expected, "tree {seed}, {plies_to_draw:?}: {found:?}");
            decided += u32::from(plies_to_draw.is_some() && expected != DRAW);
            for result in searcher.search_all(&root, &context, &SearchLimits::depth(40)) {
                let (next, left) = (root.after(result.action), plies_to_draw.unwrap_or(40) - 1);
                let expected = -value_one_ply_up(negamax_with_path(
                    &next,
                    &WinEvaluator,
                    40,
                    left,
                    &mut Vec::new(),
                    same,
                ));
                assert_eq!(result.value, expected, "tree {seed}, {plies_to_draw:?}: {result:?}");
            }
        }
    }
    assert!(decided > 50, "{decided}");
}

/// Stopped anywhere, all estimates are of one depth.
#[test]
fn search_all_returns_finished_iterations_only() {
    for seed in 0..40 {
        let root = Tree::new(seed, 9);
        for nodes in [20, 60, 200, 700] {
            let mut searcher = AlphaBeta::new(ScoreEvaluator, 4096);
            searcher.reductions = false;
            let results = searcher.search_all(&root, &GameContext::none(), &SearchLimits::nodes(nodes));
            assert!(results.is_sorted_by(|better, worse| better.value >= worse.value));
            let mut depths = Vec::new();
            for found in results {
                let after = negamax(&root.after(found.action), &ScoreEvaluator, found.depth - 1);
                assert_eq!(found.value, -value_one_ply_up(after), "tree {seed}, {nodes} nodes: {found:?}");
                depths.extend((!found.is_proven).then_some(found.depth));
            }
            depths.dedup();
            assert!(depths.len() <= 1, "tree {seed}, {nodes} nodes: {depths:?}");
        }
    }
}

#[test]
fn depth_0_searches_one_ply() {
    let root = Tree::new(1, 9);
    let [none, one] = [0, 1].map(|depth| searched(ScoreEvaluator, &root, SearchLimits::depth(depth), true));
    assert_eq!(none, one);
    let search_all = |depth| {
        AlphaBeta::new(ScoreEvaluator, 64).search_all(
            &root,
            &GameContext::none(),
            &SearchLimits::depth(depth),
        )
    };
    assert_eq!(search_all(0), search_all(1));
}

/// It does not depend on the `done` flag.
#[test]
fn a_helper_stops_at_the_deadline_by_itself() {
    let (looks, never) = (AtomicU64::new(0), AtomicBool::new(false));
    let spent = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let deadline = Time::new(None, None, &spent, &never).deadline(1, 1, Some(Duration::from_millis(5)));
    let limits = SearchLimits { nodes: None, depth: None, deadline };
    let (table, context) = (TranspositionTable::new(1 << 10), GameContext::none());
    let mut helper = Worker::new(&ScoreEvaluator, &table, &context, &limits, &never, true, false);
    helper.deepen(&Tree::wide(3, 60), &[], 1);
    assert!(helper.stopped && helper.nodes < 50_000, "{}", helper.nodes);
}

#[test]
fn positions_in_the_same_bucket_are_told_apart() {
    let mut path = RepetitionHistory::new([7, 7, 4096 + 7]);
    assert!(path.contains(7) && !path.contains(8));
    path.pop();
    path.pop();
    assert!(path.contains(7) && !path.contains(4096 + 7));
    path.pop();
    assert!(!path.contains(7));
}

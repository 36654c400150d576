//! The clever search against the plain one.

use std::sync::atomic::AtomicU64;

use games::common::rng::Rng;
use games::{Game, Seat};

use super::*;
use crate::Time;
use crate::random::any_action;
use crate::search::graph::{FANCY, Graph, Partial};
use crate::search::later;
use crate::search::negamax::negamax;
use crate::search::tree::{Points, Tree, Victory};

fn searched<J: Judge<Tree>>(judge: J, root: &Tree, limits: Limits<'_>, reductions: bool) -> Found<Branch> {
    // So small a table that positions push each other out.
    let mut searcher = AlphaBeta::new(judge, 64);
    searcher.reductions = reductions;
    searcher.search(root, &Background::none(), &limits, 1)
}

type Branch = <Tree as Game>::Action;

#[test]
fn every_depth_is_as_deep_as_plain_negamax() {
    for seed in 0..400 {
        let root = Tree::new(seed, 7);
        for depth in 1..=5 {
            let found = searched(Points, &root, Limits::depth(depth), false);
            let expected = negamax(&root, &Points, found.depth);
            assert_eq!(found.value, expected, "tree {seed}, depth {depth}");
            let chosen = -later(negamax(&root.after(found.action), &Points, found.depth - 1));
            assert_eq!(chosen, expected, "tree {seed}, depth {depth}: {found:?}");
        }
    }
}

/// Without its best actions, one after the other, a tree is worth what the best of
/// the others is.
#[test]
fn what_is_left_out_does_not_count() {
    for seed in 0..100 {
        let root = Tree::new(seed, 6);
        let mut searcher = AlphaBeta::new(Points, 64);
        let mut except = Vec::new();
        while except.len() < root.actions().len() {
            let others = root.actions().filter(|action| !except.contains(action));
            let expected = others.map(|action| -later(negamax(&root.after(action), &Points, 40))).max();
            let limits = Limits::depth(40);
            let found = searcher.search_except(&root, &except, &Background::none(), &limits, 1);
            assert_eq!(Some(found.value), expected, "tree {seed} without {except:?}");
            assert!(!except.contains(&found.action), "tree {seed}");
            except.push(found.action);
        }
    }
}

#[test]
fn searched_to_the_end_it_is_plain_negamax() {
    for seed in 0..400 {
        // Every fifth tree is wide enough for late actions to be looked at less.
        let root = match seed % 5 {
            0 => Tree::wide(seed, 5),
            other => Tree::new(seed, 3 + other as u8),
        };
        for reductions in [false, true] {
            let points = searched(Points, &root, Limits::depth(40), reductions);
            assert_eq!(points.value, negamax(&root, &Points, 40), "tree {seed}");
            assert!(points.to_the_end, "tree {seed}: {points:?}");
            let victory = searched(Victory, &root, Limits::depth(40), reductions);
            let expected = negamax(&root, &Victory, 40);
            // Late actions looked at less deeply may hide a shorter win.
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
fn weighing_gives_every_action_its_own_value() {
    for seed in 0..200 {
        let root = Tree::new(seed, 5);
        let mut searcher = AlphaBeta::new(Points, 4096);
        let weighed = searcher.weigh(&root, &Background::none(), &Limits::depth(40));
        assert!(weighed.is_sorted_by(|better, worse| better.value >= worse.value));
        assert_eq!(weighed.len(), root.actions().len());
        for found in weighed {
            let next = root.after(found.action);
            assert_eq!(found.value, -negamax(&next, &Points, 40), "tree {seed}, {}", found.action);
            assert_eq!(found.line[0], found.action);
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_answer_and_no_more_are_looked_at() {
    for seed in 0..50 {
        let root = Tree::new(seed, 12);
        let found = searched(Victory, &root, Limits::nodes(300), true);
        assert_eq!(found, searched(Victory, &root, Limits::nodes(300), true));
        assert!(found.nodes < 300 + 16, "{}", found.nodes);
    }
}

#[test]
fn several_threads_find_the_same_value() {
    for seed in 0..30 {
        let root = Tree::new(seed, 7);
        let mut searcher = AlphaBeta::new(Points, 1 << 12);
        searcher.reductions = false;
        let found = searcher.search(&root, &Background::none(), &Limits::depth(40), 3);
        assert_eq!(found.value, negamax(&root, &Points, 40), "tree {seed}");
    }
}

/// Plain negamax that knows the way: what was there before is a draw, and so is
/// all that is not decided when no plies are left.
fn on_the_way<P: Position>(
    position: &P,
    judge: &impl Judge<P>,
    depth: u32,
    left: u32,
    way: &mut Vec<P>,
    is_same: fn(&P, &P) -> bool,
) -> Value {
    if let Some(outcome) = position.status().outcome() {
        return judge.end(position, outcome);
    }
    // At the end of a line nobody looks back.
    if left == 0 || (depth > 0 && way.iter().any(|earlier| is_same(earlier, position))) {
        return DRAW;
    }
    if depth == 0 {
        return judge.estimate(position);
    }
    way.push(*position);
    let next = |action| -later(on_the_way(&position.after(action), judge, depth - 1, left - 1, way, is_same));
    let best = position.actions().map(next).max().expect("the game goes on");
    way.pop();
    best
}

/// A circle is a draw once a search is deep enough to see it close: a position is
/// another one with the other to move.
#[test]
fn going_around_in_a_circle_is_a_draw() {
    for (edges, sees_it_from) in [
        (vec![vec![1], vec![0]], 3),
        (vec![vec![1], vec![2], vec![3], vec![0]], 5),
        (vec![vec![1], vec![2], vec![0]], 7),
    ] {
        for depth in 1..12 {
            let root = Graph::new(edges.clone());
            let found = AlphaBeta::new(Partial(Seat::Zero), 64).search(
                &root,
                &Background::none(),
                &Limits::depth(depth),
                1,
            );
            let expected = if depth < sees_it_from { FANCY } else { DRAW };
            assert_eq!(found.value, expected, "{edges:?}, depth {depth}: {found:?}");
        }
    }
}

#[test]
fn positions_that_were_there_before_are_draws() {
    let mut rng = Rng::new(6);
    let mut matters = [0, 0];
    for round in 0..300 {
        let root = Graph::with_ways_back(30, &mut rng);
        // Some of what lies ahead was there before.
        let ahead = |_| {
            let mut position = root;
            for _ in 0..1 + rng.below(3) {
                if position.status().outcome().is_none() {
                    position = position.after(any_action(&position, &mut rng));
                }
            }
            position
        };
        let before: Vec<Graph> = (0..2).map(ahead).filter(|position| *position != root).collect();
        for (depth, favourite) in (1..10).flat_map(|depth| Seat::BOTH.map(|seat| (depth, seat))) {
            let path = Path::new(before.iter().map(Position::hash));
            let background = Background { path, drawn_in: None };
            let mut searcher = AlphaBeta::new(Partial(favourite), 64);
            searcher.reductions = false;
            let found = searcher.search(&root, &background, &Limits::depth(depth), 1);
            let plain = |way: &[Graph], is_same| {
                let mut way = way.to_vec();
                on_the_way(&root, &Partial(favourite), found.depth, u32::MAX, &mut way, is_same)
            };
            let expected = plain(&before, Graph::eq);
            assert_eq!(found.value, expected, "graph {round}, depth {depth}: {root:?} {before:?}");
            matters[0] += u32::from(plain(&[], Graph::eq) != expected);
            matters[1] += u32::from(plain(&[], |_, _| false) != plain(&[], Graph::eq));
        }
    }
    assert!(matters.iter().all(|count| *count > 50), "{matters:?}");
}

/// What is remembered of a game with more plies left, or fewer, does not mislead.
#[test]
fn the_end_of_all_plies_is_a_draw_whatever_was_seen_before() {
    let same = |_: &Tree, _: &Tree| false;
    let mut decided = 0;
    for seed in 0..60 {
        let root = Tree::new(seed, 9);
        let mut searcher = AlphaBeta::new(Victory, 1 << 10);
        searcher.reductions = false;
        for drawn_in in [None, Some(7), Some(1), Some(4), Some(2), Some(6), None, Some(3), Some(5)] {
            let background = Background { path: Path::new([]), drawn_in };
            let found = searcher.search(&root, &background, &Limits::depth(40), 1);
            let expected = on_the_way(&root, &Victory, 40, drawn_in.unwrap_or(40), &mut Vec::new(), same);
            assert_eq!(found.value, expected, "tree {seed}, {drawn_in:?}: {found:?}");
            decided += u32::from(drawn_in.is_some() && expected != DRAW);
            for weighed in searcher.weigh(&root, &background, &Limits::depth(40)) {
                let (next, left) = (root.after(weighed.action), drawn_in.unwrap_or(40) - 1);
                let expected = -later(on_the_way(&next, &Victory, 40, left, &mut Vec::new(), same));
                assert_eq!(weighed.value, expected, "tree {seed}, {drawn_in:?}: {weighed:?}");
            }
        }
    }
    assert!(decided > 50, "{decided}");
}

/// Stopped anywhere, what is estimated is estimated at one depth.
#[test]
fn weighing_that_is_stopped_tells_what_was_finished() {
    for seed in 0..40 {
        let root = Tree::new(seed, 9);
        for nodes in [20, 60, 200, 700] {
            let mut searcher = AlphaBeta::new(Points, 4096);
            searcher.reductions = false;
            let weighed = searcher.weigh(&root, &Background::none(), &Limits::nodes(nodes));
            assert!(weighed.is_sorted_by(|better, worse| better.value >= worse.value));
            let mut depths = Vec::new();
            for found in weighed {
                let after = negamax(&root.after(found.action), &Points, found.depth - 1);
                assert_eq!(found.value, -later(after), "tree {seed}, {nodes} nodes: {found:?}");
                depths.extend((!found.to_the_end).then_some(found.depth));
            }
            depths.dedup();
            assert!(depths.len() <= 1, "tree {seed}, {nodes} nodes: {depths:?}");
        }
    }
}

#[test]
fn no_depth_at_all_is_one_ply() {
    let root = Tree::new(1, 9);
    let [none, one] = [0, 1].map(|depth| searched(Points, &root, Limits::depth(depth), true));
    assert_eq!(none, one);
    let weigh = |depth| AlphaBeta::new(Points, 64).weigh(&root, &Background::none(), &Limits::depth(depth));
    assert_eq!(weigh(0), weigh(1));
}

/// Nobody has to tell it that the answer is there.
#[test]
fn a_helper_stops_at_the_deadline_by_itself() {
    let (looks, never) = (AtomicU64::new(0), AtomicBool::new(false));
    let spent = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    let deadline = Time::new(None, None, &spent, &never).deadline(1, 1, Some(Duration::from_millis(5)));
    let limits = Limits { nodes: None, depth: None, deadline };
    let (table, background) = (Table::new(1 << 10), Background::none());
    let mut helper = Thinker::new(&Points, &table, &background, &limits, &never, true, false);
    helper.deepen(&Tree::wide(3, 60), &[], 1);
    assert!(helper.stopped && helper.nodes < 50_000, "{}", helper.nodes);
}

#[test]
fn a_path_tells_positions_apart_that_begin_alike() {
    let mut path = Path::new([7, 7, 4096 + 7]);
    assert!(path.has(7) && !path.has(8));
    path.pop();
    path.pop();
    assert!(path.has(7) && !path.has(4096 + 7));
    path.pop();
    assert!(!path.has(7));
}

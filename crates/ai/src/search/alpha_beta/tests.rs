//! The clever search against the plain one.

use games::Game;

use super::*;
use crate::search::negamax::negamax;
use crate::search::tree::{Points, Tree, Victory};
use crate::search::{WIN, later};

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

/// A line that comes back to where it was, or that the rules end, is a draw.
#[test]
fn positions_seen_before_and_the_end_of_all_plies_are_draws() {
    let root = Tree::new(1, 9);
    let drawn = Background { path: Path::new([]), drawn_in: Some(1) };
    let found = AlphaBeta::new(Victory, 64).search(&root, &drawn, &Limits::depth(6), 1);
    let wins_at_once = root.actions().any(|action| negamax(&root.after(action), &Victory, 0) == -WIN);
    assert_eq!(found.value, if wins_at_once { WIN - 1 } else { DRAW });
    let mut path = Path::new([7, 7, 4096 + 7]);
    assert!(path.has(7) && !path.has(8));
    path.pop();
    path.pop();
    assert!(path.has(7) && !path.has(4096 + 7));
    path.pop();
    assert!(!path.has(7));
}

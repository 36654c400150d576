//! Where actions take place, against what they change on the board.

use gridiron_games::common::rng::Rng;
use gridiron_games::{GAMES, Motion, Session, Trace, Transition, Viewpoint, find};

/// A position, an action, and where it takes place. Worked out by hand.
#[test]
fn traces_name_the_squares_of_an_action() {
    use Motion::*;
    let plantation = "1,0,0/0,3,0/0,0,-2 0 starting_tiles=1 moves_per_turn=3";
    for (game, position, line, motion, path) in [
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "1 2", Place, &[5][..]),
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "pass", Still, &[]),
        // Three free squares, then two: the other's stones end the run.
        ("conga", "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", "1 4 2 4", Sow, &[0, 1, 2, 3]),
        ("conga", "10,0,0,-1/0,0,0,0/0,0,0,0/0,0,0,-9 0", "1 4 2 4", Sow, &[0, 1, 2]),
        ("conga", "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 1", "4 1 3 2", Sow, &[15, 10, 5]),
        ("plantation", plantation, "fertilise 1 1", Grow, &[4]),
        ("plantation", plantation, "plant 0 1", Grow, &[1]),
        ("plantation", plantation, "scout 2 2", Look, &[8]),
        ("plantation", plantation, "colonise 0 2 1 1", Send, &[4, 2]),
        ("plantation", plantation, "spray 2 2", Spray, &[8]),
        ("plantation", plantation, "bomb 2 2", Strike, &[8]),
        ("plantation", plantation, "bomb 3 0", Still, &[]),
        ("plantation", plantation, "colonise 0 2 -1 1", Send, &[2]),
        ("plantation", plantation, "dance", Still, &[]),
    ] {
        let entry = find(game).expect("a game");
        let start = entry.start(entry.defaults(), 1).expect("a board");
        let mut session = start.with_position(position).expect(position);
        assert_eq!(session.trace(), Trace::default(), "nothing was played");
        session.submit(line);
        assert_eq!(session.trace(), Trace { motion, path: path.to_vec() }, "{game}: {line}");
    }
}

/// What an action changes lies on its path or in its area. A placement may change the
/// squares around it too.
#[test]
fn nothing_changes_elsewhere() {
    for entry in &GAMES {
        let mut session = entry.start(entry.defaults(), 3).expect("a board");
        let mut rng = Rng::for_purpose(3, "traces");
        while session.outcome().is_none() {
            let actions = session.actions();
            let action = actions[rng.below(actions.len() as u32) as usize].clone();
            let before = session.grid(Viewpoint::All);
            let Transition::Played(played) = session.submit(&action) else { panic!("{action}") };
            assert_eq!(session.sightings(played.seat), played.sightings, "{action}");
            let (after, trace) = (session.grid(Viewpoint::All), session.trace());
            let changed: Vec<usize> =
                (0..after.cells.len()).filter(|at| before.cells[*at] != after.cells[*at]).collect();
            let reach = reach(&*session, &trace);
            assert!(changed.iter().all(|at| reach.contains(at)), "{action}: {changed:?}, not {reach:?}");
            if trace.motion == Motion::Sow {
                // Along the run, from its source on and without gaps.
                let sown = &trace.path[..changed.len()];
                assert!(sown.iter().all(|at| changed.contains(at)), "{action}: {changed:?}, {trace:?}");
            }
        }
    }
}

/// The squares that an action can change.
fn reach(session: &dyn Session, trace: &Trace) -> Vec<usize> {
    let grid = session.grid(Viewpoint::All);
    let (cols, rows) = (grid.cols as i32, grid.rows().len() as i32);
    let mut reach = trace.path.clone();
    let Some(last) = trace.path.last() else { return reach };
    let (row, col) = (*last as i32 / cols, *last as i32 % cols);
    let area = if trace.motion == Motion::Place { Motion::Look.area() } else { trace.motion.area() };
    for (down, right) in area {
        let (row, col) = (row + down, col + right);
        if (0..rows).contains(&row) && (0..cols).contains(&col) {
            reach.push((row * cols + col) as usize);
        }
    }
    reach
}

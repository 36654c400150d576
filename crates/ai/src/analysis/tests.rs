//! Analysts compared with plain minimax and with tablebases; Plantation compared with
//! the replies of the game.

#[path = "virus_minimax.rs"]
mod virus_minimax;

use std::sync::atomic::AtomicBool;

use games::common::rng::Rng;
use games::conga::Conga;
use games::plantation::Command;
use games::virus::Virus;
use games::{Game, Seat, Session, Status, Transition, Viewpoint};

use super::plantation::{Knowledge, KnowledgeTracker, prospects};
use super::*;
use crate::conga::solve::{SolvedValue, Tablebase};
use virus_minimax::minimax;

fn start(game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let entry = games::find(game).expect("a game");
    entry.start(entry.read_options(rules).expect("rules"), seed).expect("a start")
}

/// Plays up to `most` random actions.
fn wander(session: &mut dyn Session, rng: &mut Rng, most: usize) {
    for _ in 0..most {
        let actions = session.actions();
        if actions.is_empty() {
            break;
        }
        session.submit(&actions[rng.below(actions.len() as u32) as usize]);
    }
}

#[test]
fn virus_near_its_end_agrees_with_plain_minimax() {
    let mut rng = Rng::new(1);
    let (mut checked, mut passed) = (0, 0);
    for seed in 0..60 {
        let mut session = start("virus", "size=4", seed);
        wander(&mut *session, &mut rng, 7 + seed as usize % 4);
        if seed % 3 == 0 {
            session.submit("pass");
        }
        let Some(game) = session.game::<Virus>().copied().filter(|game| game.status().outcome().is_none())
        else {
            continue;
        };
        let sign = game.to_move().sign();
        let mut analyst = analyst("virus").expect("an analyst");
        let evaluated = analyst.evaluate_moves(&*session, &SearchLimits::nodes(1_000_000));
        assert!(evaluated.is_sorted_by(|one, other| one.value.compare(&other.value).is_ge()));
        assert_eq!(evaluated[0].value, MoveValue::Exact((minimax(&game) * sign) as f64), "{game}");
        let is_listed = |one: &EvaluatedMove| game.actions().any(|action| action.to_string() == one.action);
        let unlisted = evaluated.iter().position(|one| !is_listed(one));
        assert!(unlisted.is_none_or(|at| at == 0 && evaluated[0].value.compare(&evaluated[1].value).is_gt()));
        assert_eq!(evaluated.len(), game.actions().len() + usize::from(unlisted.is_some()));
        passed += usize::from(unlisted.is_some());
        for EvaluatedMove { action, value, line, .. } in &evaluated {
            let after = game.after(action.parse().expect("an action"));
            let expected = (minimax(&after) * sign) as f64;
            assert_eq!(*value, MoveValue::Exact(expected), "{game}: {action}");
            assert_eq!(line[0], *action);
            // The line leads to the end, and to that score.
            let mut played = session.boxed_clone();
            line.iter().for_each(|action| drop(played.submit(action)));
            let outcome = played.outcome().expect("the line leads to the end");
            assert_eq!((outcome.score * sign) as f64, expected, "{game}: {line:?}");
            let comparison = compare_with_best(
                &mut *analyst,
                &*session,
                action,
                &SearchLimits::nodes(1_000_000),
                Deadline::NEVER,
            );
            let comparison = comparison.expect("it is legal");
            assert_eq!(comparison.loss(), evaluated[0].value.score() - expected, "{game}: {action}");
            assert_eq!(comparison.is_best(), comparison.loss() == 0.0);
            checked += 1;
        }
    }
    assert!(checked > 100 && passed > 1, "{checked} {passed}");
}

/// An analyst with fixed results.
struct Scripted {
    best: MoveValue,
    played: MoveValue,
}

impl Scripted {
    fn evaluated(action: &str, value: MoveValue) -> EvaluatedMove {
        EvaluatedMove {
            action: action.to_string(),
            value,
            depth: 3,
            nodes: 1,
            line: vec![action.to_string()],
        }
    }
}

impl Analyst for Scripted {
    fn warning(&self, _session: &dyn Session) -> Option<String> {
        None
    }

    fn evaluate_moves(&mut self, _session: &dyn Session, _limits: &SearchLimits<'_>) -> Vec<EvaluatedMove> {
        vec![Scripted::evaluated("best", self.best), Scripted::evaluated("played", self.played)]
    }

    fn clear_loss(&self) -> f64 {
        1.0
    }

    fn decimals(&self) -> usize {
        1
    }

    fn best(&mut self, _session: &dyn Session, _limits: &SearchLimits<'_>) -> Option<EvaluatedMove> {
        Some(Scripted::evaluated("best", self.best))
    }

    fn value_of(
        &mut self,
        _session: &dyn Session,
        action: &str,
        _limits: &SearchLimits<'_>,
    ) -> Option<EvaluatedMove> {
        Some(Scripted::evaluated(action, self.played))
    }
}

/// A played move may turn out better than the best; but no estimate replaces a proof.
#[test]
fn no_loss_is_negative_and_no_estimate_beats_a_proof() {
    use MoveValue::{Draw, Estimate, Exact, Loss, Win};
    let session = start("virus", "size=5", 1);
    for (best, played, expected) in [
        (Estimate(2.0), Estimate(1.0), (Estimate(2.0), Estimate(1.0))),
        (Estimate(2.0), Estimate(3.0), (Estimate(3.0), Estimate(3.0))),
        (Estimate(2.0), Exact(3.0), (Exact(3.0), Exact(3.0))),
        (Exact(2.0), Exact(2.0), (Exact(2.0), Exact(2.0))),
        (Exact(2.0), Exact(-4.0), (Exact(2.0), Exact(-4.0))),
        (Exact(2.0), Estimate(1.0), (Exact(2.0), Estimate(1.0))),
        (Exact(2.0), Estimate(2.0), (Exact(2.0), Estimate(2.0))),
        (Exact(2.0), Estimate(5.0), (Exact(2.0), Estimate(2.0))),
        (Draw, Estimate(0.4), (Draw, Estimate(0.0))),
        (Loss(8), Estimate(-0.4), (Loss(8), Loss(8))),
        (Win(9), Win(7), (Win(7), Win(7))),
        (Win(7), Win(9), (Win(7), Win(9))),
    ] {
        let mut analyst = Scripted { best, played };
        let comparison =
            compare_with_best(&mut analyst, &*session, "played", &SearchLimits::nodes(1), Deadline::NEVER);
        let comparison = comparison.expect("it is evaluated");
        assert_eq!((comparison.best.value, comparison.played.value), expected, "{best:?} {played:?}");
        assert_eq!(comparison.loss(), (expected.0.score() - expected.1.score()).max(0.0));
        assert_eq!(comparison.played.action, "played");
        assert_eq!(comparison.is_best(), comparison.best.value.compare(&comparison.played.value).is_eq());
    }
}

#[test]
fn illegal_moves_are_not_evaluated() {
    let mut analyst = analyst("virus").expect("an analyst");
    let session = start("virus", "size=5", 1);
    let limits = SearchLimits { depth: Some(3), ..SearchLimits::nodes(1_000) };
    for (action, is_weighed) in [("2 2", false), ("x", false), ("pass", true), ("0 1", true)] {
        assert_eq!(analyst.value_of(&*session, action, &limits).is_some(), is_weighed, "{action}");
    }
    assert!(super::analyst("plantation").is_none(), "there is a secret");
    let other = start("conga", "", 1);
    assert!(analyst.evaluate_moves(&*other, &limits).is_empty() && analyst.best(&*other, &limits).is_none());
}

/// Stones in the tests with a tablebase.
const STONES: u8 = 5;

/// A position in which Disc is nearly blocked in a corner, with Ring's stones one by
/// one among the six squares around. Most are decided.
fn nearly_over(seed: u64, rng: &mut Rng) -> Box<dyn Session> {
    let mut cells = [0; 16];
    let mut free = vec![1, 4, 5, 2, 8, 9, 6, 10];
    cells[0] = i64::from(STONES);
    for _ in 0..STONES {
        cells[free.swap_remove(rng.below(free.len() as u32) as usize)] = -1;
    }
    let rows: Vec<String> =
        cells.chunks(4).map(|row| row.iter().map(i64::to_string).collect::<Vec<_>>().join(",")).collect();
    let text = format!("{} {} repetition=0 move_limit=0", rows.join("/"), seed % 2);
    start("conga", "", 0).with_position(&text).expect("a position")
}

/// The tablebase confirms every proven value of the search, and its lines can be played.
#[test]
fn conga_with_few_stones_agrees_with_the_tablebase() {
    let tables = Tablebase::solve(STONES, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
    let mut rng = Rng::new(3);
    let (mut certain, mut played_out) = (0, 0);
    for seed in 0..30 {
        let session = nearly_over(seed, &mut rng);
        let Some(game) = session.game::<Conga>().filter(|game| game.status().outcome().is_none()) else {
            continue;
        };
        let solved_moves = conga::tablebase_moves(&tables, game).expect("the tablebase is for these stones");
        let evaluated =
            SearchAnalyst::<NoTables>::new().evaluate_moves(&*session, &SearchLimits::nodes(5_000));
        assert_eq!(solved_moves.len(), evaluated.len());
        for by_table in &solved_moves {
            let by_search =
                evaluated.iter().find(|one| one.action == by_table.action).expect("the same moves");
            match (by_search.value, by_table.value) {
                (MoveValue::Win(found), MoveValue::Win(best))
                | (MoveValue::Loss(best), MoveValue::Loss(found)) => {
                    assert!(found >= best, "{game}: {by_search:?} {by_table:?}");
                    certain += 1;
                }
                (MoveValue::Estimate(_), _) => {}
                _ => panic!("{game}: {by_search:?} {by_table:?}"),
            }
            if let MoveValue::Win(plies) | MoveValue::Loss(plies) = by_table.value {
                let mut end = game.clone();
                for action in &by_table.line {
                    end.play(action.parse().expect("an action"));
                }
                assert_eq!(by_table.line.len(), plies as usize, "{game}");
                assert!(end.status().outcome().is_some(), "{game}: {by_table:?}");
                played_out += 1;
            }
        }
        let best = solved_moves.iter().map(|one| one.value).max_by(MoveValue::compare).expect("a move");
        let expected = match tables.value(game.game()).expect("the tablebase is for these stones") {
            SolvedValue::Win(plies) => MoveValue::Win(plies),
            SolvedValue::Draw => MoveValue::Draw,
            SolvedValue::Loss(plies) => MoveValue::Loss(plies),
        };
        assert_eq!(best, expected, "{game}");
    }
    assert!(certain > 50 && played_out > 50, "{certain} {played_out}");
}

/// Conga without tablebases.
struct NoTables;

impl search_analyst::AnalysedGame for NoTables {
    type Position = games::conga::Position;
    type Evaluator = crate::conga::CongaEvaluator<'static>;
    type Solver = ();
    const CLEAR_LOSS: f64 = 0.1;
    const DECIMALS: usize = 2;

    fn evaluator() -> Self::Evaluator {
        conga::CongaAnalysis::evaluator()
    }

    fn solver() {}

    fn position(session: &dyn Session) -> Option<(Self::Position, crate::search::alpha_beta::GameContext)> {
        conga::CongaAnalysis::position(session)
    }

    fn move_value(value: crate::search::Value) -> MoveValue {
        conga::CongaAnalysis::move_value(value)
    }

    fn outcome_value(outcome: games::Outcome, seat: Seat) -> MoveValue {
        conga::CongaAnalysis::outcome_value(outcome, seat)
    }
}

/// The swing by the reply alone.
fn swing_by_reply(action: &str, reply: &str) -> i64 {
    let count = || reply.strip_prefix("OK ").and_then(|count| count.parse().ok()).unwrap_or(0);
    match action.split(' ').next() {
        Some("fertilise" | "plant") => i64::from(reply == "OK"),
        Some("spray" | "bomb") => count(),
        _ => 0,
    }
}

#[test]
fn swings_follow_from_replies_and_add_up_to_the_score() {
    for (rules, seed) in
        [("", 1), ("rows=5,cols=6,max_turns=30", 2), ("rows=20,cols=14,plant_probe=anywhere", 3)]
    {
        let mut session = start("plantation", rules, seed);
        let mut witness = KnowledgeTracker::new(&*session);
        let mut rng = Rng::new(seed);
        let mut swings = [0, 0];
        let start: [i64; 2] = witness.scores();
        while session.outcome().is_none() {
            let actions = session.actions();
            let command = ["fertilise", "plant", "scout", "spray", "bomb"][rng.below(5) as usize];
            let of_kind: Vec<&String> = actions.iter().filter(|action| action.starts_with(command)).collect();
            let line = match of_kind.len() {
                0 => "bomb 99 99".to_string(),
                count => of_kind[rng.below(count as u32) as usize].clone(),
            };
            let Transition::Played(played) = session.submit(&line) else { panic!("commands are answered") };
            let report = witness.observe(&*session, played.seat, played.turn).expect("a command");
            assert_eq!(report.swing(), swing_by_reply(&played.action, &played.reply), "{played:?}");
            assert_eq!(report.wasted, ["error", "OK 0"].contains(&played.reply.as_str()), "{played:?}");
            swings[played.seat.index()] += report.swing();
            for seat in Seat::BOTH {
                let Knowledge { tiles, all_tiles, points, all_points } = witness.knowledge(&*session, seat);
                assert!(tiles <= all_tiles && points <= all_points);
            }
        }
        let end = session.outcome().expect("it is over").score;
        assert_eq!(start[0] - start[1] + swings[0] - swings[1], end, "{rules}");
    }
}

#[test]
fn a_seat_knows_what_it_was_shown_while_that_holds() {
    let rows = "0,0,-3,-1/0,0,0,-2/1,0,0,0 0 left=3 max_turns=50 starting_tiles=1";
    let mut session = start("plantation", "rows=3,cols=4", 1).with_position(rows).expect("a position");
    let mut witness = KnowledgeTracker::new(&*session);
    // Both seats' commands, and what seat 0 then knows: tiles and points.
    for (line, tiles, points) in [
        ("fertilise 2 0", 0, 0),
        ("scout 0 2", 3, 6),
        ("scout 2 0", 3, 6),
        // A tile that grew is known as it was; a new one is unknown.
        ("fertilise 0 2", 3, 6),
        ("plant 0 1", 3, 6),
        ("plant 1 2", 3, 6),
        // A bomb takes all four points.
        ("bomb 0 2", 2, 3),
        ("scout 1 1", 4, 5),
    ] {
        let Transition::Played(played) = session.submit(line) else { panic!("commands are answered") };
        witness.observe(&*session, played.seat, played.turn).expect("a command");
        let knowledge = witness.knowledge(&*session, Seat::Zero);
        assert_eq!((knowledge.tiles, knowledge.points), (tiles, points), "{line}: {}", session.position());
    }
}

#[test]
fn the_best_of_every_kind_is_the_best_by_the_truth() {
    let mut rng = Rng::new(4);
    for seed in 0..6 {
        let rules = if seed % 2 == 0 { "rows=6,cols=6" } else { "rows=12,cols=5" };
        let mut session = start("plantation", rules, seed);
        wander(&mut *session, &mut rng, 60);
        let Status::ToAct { seat, actions_left, .. } = session.status() else { continue };
        let grid = session.grid(Viewpoint::All);
        let enemy = |row: usize, col: usize| {
            let cell = (col < grid.cols).then(|| grid.cells.get(row.checked_mul(grid.cols)? + col)).flatten();
            cell.filter(|cell| cell.owner == Some(seat.other())).map_or(0, |cell| i64::from(cell.count))
        };
        let squares = || (0..grid.cells.len()).map(|at| (at / grid.cols, at % grid.cols));
        let cross = |(row, col): (usize, usize)| {
            let around = [(0, 0), (1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)]
                .map(|(down, right)| i64::from(enemy(row.wrapping_add(down), col.wrapping_add(right)) > 0));
            around.iter().sum::<i64>()
        };
        for prospect in prospects(&*session).expect("Plantation") {
            let expected = match prospect.command {
                command if command.cost() > actions_left => None,
                Command::Spray => squares().map(cross).max(),
                Command::Bomb => squares().map(|(row, col)| enemy(row, col).min(4)).max(),
                Command::Fertilise | Command::Plant => Some(1),
                Command::Scout | Command::Colonise | Command::Malformed => Some(0),
            };
            let count =
                session.actions().iter().filter(|action| action.starts_with(prospect.command.word())).count();
            assert_eq!(prospect.count, count);
            let best = prospect.best.map(|(_, report)| report.swing());
            assert_eq!(best, expected.filter(|_| count > 0), "{:?} {}", prospect.command, session.position());
        }
    }
}

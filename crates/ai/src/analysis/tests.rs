//! Analysts against plain minimax and against tables; Plantation against the
//! answers that its players got.

use std::sync::atomic::AtomicBool;

use games::common::rng::Rng;
use games::conga::Conga;
use games::plantation::Command;
use games::virus::{Action, Virus};
use games::{Game, Seat, Session, Status, Step, Viewpoint};

use super::plantation::{Knowledge, Witness, prospects};
use super::*;
use crate::conga::solve::{SolvedValue, Tablebase};

fn start(game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let entry = games::find(game).expect("a game");
    entry.start(entry.read_options(rules).expect("rules"), seed).expect("a start")
}

/// Plays at random, so many actions at most.
fn wander(session: &mut dyn Session, rng: &mut Rng, most: usize) {
    for _ in 0..most {
        let actions = session.actions();
        if actions.is_empty() {
            break;
        }
        session.submit(&actions[rng.below(actions.len() as u32) as usize]);
    }
}

/// The final score from seat 0's side if nobody errs: who is up may always pass.
fn minimax(position: &Virus) -> i64 {
    match position.status() {
        Status::Over(outcome) => outcome.score,
        Status::ToAct { seat, .. } => {
            let placements = position.actions().filter(|action| *action != Action::PASS);
            let scores = placements.chain([Action::PASS]).map(|action| minimax(&position.after(action)));
            if seat == Seat::Zero { scores.max() } else { scores.min() }.expect("a pass")
        }
    }
}

#[test]
fn virus_near_its_end_is_worth_what_plain_minimax_says() {
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
        let weighed = analyst.weigh(&*session, &Limits::nodes(1_000_000));
        assert!(weighed.is_sorted_by(|one, other| one.worth.rank(&other.worth).is_ge()));
        assert_eq!(weighed[0].worth, Worth::Exactly((minimax(&game) * sign) as f64), "{game}");
        let is_listed = |one: &Weighed| game.actions().any(|action| action.to_string() == one.action);
        let unlisted = weighed.iter().position(|one| !is_listed(one));
        assert!(unlisted.is_none_or(|at| at == 0 && weighed[0].worth.rank(&weighed[1].worth).is_gt()));
        assert_eq!(weighed.len(), game.actions().len() + usize::from(unlisted.is_some()));
        passed += usize::from(unlisted.is_some());
        for Weighed { action, worth, line, .. } in &weighed {
            let after = game.after(action.parse().expect("an action"));
            let expected = (minimax(&after) * sign) as f64;
            assert_eq!(*worth, Worth::Exactly(expected), "{game}: {action}");
            assert_eq!(line[0], *action);
            // The line leads to the end, and to that score.
            let mut played = session.boxed_clone();
            line.iter().for_each(|action| drop(played.submit(action)));
            let outcome = played.outcome().expect("the line leads to the end");
            assert_eq!((outcome.score * sign) as f64, expected, "{game}: {line:?}");
            let judged = judge(&mut *analyst, &*session, action, &Limits::nodes(1_000_000), Deadline::NEVER);
            let judged = judged.expect("it is legal");
            assert_eq!(judged.loss(), weighed[0].worth.score() - expected, "{game}: {action}");
            assert_eq!(judged.is_best(), judged.loss() == 0.0);
            checked += 1;
        }
    }
    assert!(checked > 100 && passed > 1, "{checked} {passed}");
}

/// An analyst that says what it is told to.
struct Scripted {
    best: Worth,
    played: Worth,
}

impl Scripted {
    fn weighed(action: &str, worth: Worth) -> Weighed {
        Weighed { action: action.to_string(), worth, depth: 3, nodes: 1, line: vec![action.to_string()] }
    }
}

impl Analyst for Scripted {
    fn trouble(&self, _session: &dyn Session) -> Option<String> {
        None
    }

    fn weigh(&mut self, _session: &dyn Session, _limits: &Limits<'_>) -> Vec<Weighed> {
        vec![Scripted::weighed("best", self.best), Scripted::weighed("played", self.played)]
    }

    fn clear_loss(&self) -> f64 {
        1.0
    }

    fn decimals(&self) -> usize {
        1
    }

    fn best(&mut self, _session: &dyn Session, _limits: &Limits<'_>) -> Option<Weighed> {
        Some(Scripted::weighed("best", self.best))
    }

    fn value_of(&mut self, _session: &dyn Session, action: &str, _limits: &Limits<'_>) -> Option<Weighed> {
        Some(Scripted::weighed(action, self.played))
    }
}

/// What is found of a move by itself may be more than what was found of the best;
/// but no estimate takes the place of a proof.
#[test]
fn no_move_is_worse_than_nothing_and_none_is_better_than_proven() {
    use Worth::{About, Draw, Exactly, Loss, Win};
    let session = start("virus", "size=5", 1);
    for (best, played, expected) in [
        (About(2.0), About(1.0), (About(2.0), About(1.0))),
        (About(2.0), About(3.0), (About(3.0), About(3.0))),
        (About(2.0), Exactly(3.0), (Exactly(3.0), Exactly(3.0))),
        (Exactly(2.0), Exactly(2.0), (Exactly(2.0), Exactly(2.0))),
        (Exactly(2.0), Exactly(-4.0), (Exactly(2.0), Exactly(-4.0))),
        (Exactly(2.0), About(1.0), (Exactly(2.0), About(1.0))),
        (Exactly(2.0), About(2.0), (Exactly(2.0), About(2.0))),
        (Exactly(2.0), About(5.0), (Exactly(2.0), About(2.0))),
        (Draw, About(0.4), (Draw, About(0.0))),
        (Loss(8), About(-0.4), (Loss(8), Loss(8))),
        (Win(9), Win(7), (Win(7), Win(7))),
        (Win(7), Win(9), (Win(7), Win(9))),
    ] {
        let mut analyst = Scripted { best, played };
        let judged = judge(&mut analyst, &*session, "played", &Limits::nodes(1), Deadline::NEVER);
        let judged = judged.expect("it is weighed");
        assert_eq!((judged.best.worth, judged.played.worth), expected, "{best:?} {played:?}");
        assert_eq!(judged.loss(), (expected.0.score() - expected.1.score()).max(0.0));
        assert_eq!(judged.played.action, "played");
        assert_eq!(judged.is_best(), judged.best.worth.rank(&judged.played.worth).is_eq());
    }
}

#[test]
fn what_is_no_move_is_not_weighed() {
    let mut analyst = analyst("virus").expect("an analyst");
    let session = start("virus", "size=5", 1);
    let limits = Limits { depth: Some(3), ..Limits::nodes(1_000) };
    for (action, is_weighed) in [("2 2", false), ("x", false), ("pass", true), ("0 1", true)] {
        assert_eq!(analyst.value_of(&*session, action, &limits).is_some(), is_weighed, "{action}");
    }
    assert!(super::analyst("plantation").is_none(), "there is a secret");
    let other = start("conga", "", 1);
    assert!(analyst.weigh(&*other, &limits).is_empty() && analyst.best(&*other, &limits).is_none());
}

/// Stones in the tests with tables.
const STONES: u8 = 5;

/// A position in which somebody is nearly shut in: black in a corner, white's
/// stones one by one among the six squares around. Most are decided.
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

/// What a search is certain of, the table of all positions confirms; and what the
/// table says can be played out.
#[test]
fn conga_with_few_stones_is_worth_what_the_table_says() {
    let tables = Tablebase::solve(STONES, 1, &mut |_| {}, &AtomicBool::new(false)).expect("not cancelled");
    let mut rng = Rng::new(3);
    let (mut certain, mut played_out) = (0, 0);
    for seed in 0..30 {
        let session = nearly_over(seed, &mut rng);
        let Some(game) = session.game::<Conga>().filter(|game| game.status().outcome().is_none()) else {
            continue;
        };
        let known = conga::known(&tables, game).expect("so many stones");
        let weighed = Searching::<NoTables>::new().weigh(&*session, &Limits::nodes(5_000));
        assert_eq!(known.len(), weighed.len());
        for by_table in &known {
            let by_search = weighed.iter().find(|one| one.action == by_table.action).expect("the same moves");
            match (by_search.worth, by_table.worth) {
                (Worth::Win(found), Worth::Win(best)) | (Worth::Loss(best), Worth::Loss(found)) => {
                    assert!(found >= best, "{game}: {by_search:?} {by_table:?}");
                    certain += 1;
                }
                (Worth::About(_), _) => {}
                _ => panic!("{game}: {by_search:?} {by_table:?}"),
            }
            if let Worth::Win(plies) | Worth::Loss(plies) = by_table.worth {
                let mut end = game.clone();
                for action in &by_table.line {
                    end.play(action.parse().expect("an action"));
                }
                assert_eq!(by_table.line.len(), plies as usize, "{game}");
                assert!(end.status().outcome().is_some(), "{game}: {by_table:?}");
                played_out += 1;
            }
        }
        let best = known.iter().map(|one| one.worth).max_by(Worth::rank).expect("a move");
        let expected = match tables.value(game.game()).expect("so many stones") {
            SolvedValue::Win(plies) => Worth::Win(plies),
            SolvedValue::Draw => Worth::Draw,
            SolvedValue::Loss(plies) => Worth::Loss(plies),
        };
        assert_eq!(best, expected, "{game}");
    }
    assert!(certain > 50 && played_out > 50, "{certain} {played_out}");
}

/// Conga on a machine without tables.
struct NoTables;

impl searching::Searched for NoTables {
    type Position = games::conga::Position;
    type Evaluator = crate::conga::CongaEvaluator<'static>;
    type Solver = ();
    const CLEAR_LOSS: f64 = 0.1;
    const DECIMALS: usize = 2;

    fn evaluator() -> Self::Evaluator {
        conga::Board::evaluator()
    }

    fn solver() {}

    fn position(session: &dyn Session) -> Option<(Self::Position, crate::search::alpha_beta::GameContext)> {
        conga::Board::position(session)
    }

    fn worth(value: crate::search::Value) -> Worth {
        conga::Board::worth(value)
    }

    fn end(outcome: games::Outcome, seat: Seat) -> Worth {
        conga::Board::end(outcome, seat)
    }
}

/// What the answer alone says about the swing.
fn swing_by_answer(action: &str, reply: &str) -> i64 {
    let count = || reply.strip_prefix("OK ").and_then(|count| count.parse().ok()).unwrap_or(0);
    match action.split(' ').next() {
        Some("fertilise" | "plant") => i64::from(reply == "OK"),
        Some("spray" | "bomb") => count(),
        _ => 0,
    }
}

#[test]
fn swings_follow_from_answers_and_add_up_to_the_score() {
    for (rules, seed) in
        [("", 1), ("rows=5,cols=6,max_turns=30", 2), ("rows=20,cols=14,plant_probe=anywhere", 3)]
    {
        let mut session = start("plantation", rules, seed);
        let mut witness = Witness::new(&*session);
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
            let Step::Played(played) = session.submit(&line) else { panic!("commands are answered") };
            let report = witness.watch(&*session, played.seat, played.turn).expect("a command");
            assert_eq!(report.swing(), swing_by_answer(&played.action, &played.reply), "{played:?}");
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
    let mut witness = Witness::new(&*session);
    // Both seats' commands, and what seat 0 then knows: tiles and points.
    for (line, tiles, points) in [
        ("fertilise 2 0", 0, 0),
        ("scout 0 2", 3, 6),
        ("scout 2 0", 3, 6),
        // What grows is known as it was; what is new is not known.
        ("fertilise 0 2", 3, 6),
        ("plant 0 1", 3, 6),
        ("plant 1 2", 3, 6),
        // A bomb takes all four of it.
        ("bomb 0 2", 2, 3),
        ("scout 1 1", 4, 5),
    ] {
        let Step::Played(played) = session.submit(line) else { panic!("commands are answered") };
        witness.watch(&*session, played.seat, played.turn).expect("a command");
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

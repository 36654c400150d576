//! What every game must hold to, over many seeds and random play. Loops over
//! the table of games: a game that stands there is tested here.

use std::path::PathBuf;

use gridiron_games::common::rng::Rng;
use gridiron_games::{
    Cause, Fault, FaultKind, GAMES, GameEntry, Outcome, Seat, Session, Status, Transition, Viewpoint,
};
use serde_json::Value;

const SEEDS: u64 = 5;

/// The usual rules and a few others, so that options meet every check.
fn variants(entry: &GameEntry) -> Vec<String> {
    let mut variants = vec![String::new()];
    for spec in entry.options {
        let other = match spec.kind {
            gridiron_games::common::options::OptionKind::Integer { min, max, default }
            | gridiron_games::common::options::OptionKind::Milliseconds { min, max, default } => {
                (default + 2).clamp(min, max).to_string()
            }
            gridiron_games::common::options::OptionKind::Choice(choices) => {
                choices[choices.len() - 1].to_string()
            }
        };
        variants.push(format!("{}={other}", spec.key));
    }
    variants
}

/// Starts every variant of every game with every seed.
fn for_each_start(mut check: impl FnMut(&mut dyn Session, &str)) {
    for entry in &GAMES {
        for variant in variants(entry) {
            for seed in 0..SEEDS {
                let options = entry.read_options(&variant).expect("an option near its default");
                let mut session = entry.start(options, seed).expect("a board");
                check(&mut *session, &format!("{} {variant} seed {seed}", entry.name));
            }
        }
    }
}

/// Plays random actions to the end, with a check before each.
fn play_out(
    session: &mut dyn Session,
    seed: u64,
    mut check: impl FnMut(&dyn Session),
) -> Vec<(String, String)> {
    let mut rng = Rng::for_purpose(seed, "conformance");
    let mut played = Vec::new();
    while session.outcome().is_none() {
        check(session);
        let actions = session.actions();
        let action = actions[rng.below(actions.len() as u32) as usize].clone();
        match session.submit(&action) {
            Transition::Played(step) => {
                assert_eq!(step.action, action, "an action is recorded as the generator writes it");
                assert_eq!(step.fault, None, "`{action}` comes from the generator");
                played.push((step.action, step.reply));
            }
            Transition::Ended { outcome, message } => {
                panic!("`{action}` ended the game: {message} {outcome:?}")
            }
        }
    }
    check(session);
    played
}

#[test]
fn the_generator_agrees_with_is_legal() {
    for_each_start(|session, context| {
        // Whatever the generator ever yields is a line worth asking about.
        let mut lines: Vec<String> = Vec::new();
        let mut rng = Rng::for_purpose(session.seed(), context);
        play_out(session, 1, |session| {
            let actions = session.actions();
            assert!(actions.iter().all(|action| session.is_legal(action)), "{context}");
            for line in &lines {
                // A pass of one's own will is legal in Virus, and not listed.
                let unlisted = line == "pass" && session.outcome().is_none();
                assert_eq!(session.is_legal(line), actions.contains(line) || unlisted, "{line}, {context}");
            }
            if let Some(action) = actions.get(rng.below(actions.len().max(1) as u32) as usize) {
                lines.push(action.clone());
                if lines.len() > 40 {
                    lines.swap_remove(rng.below(40) as usize);
                }
            }
        });
    });
}

#[test]
fn the_same_seed_and_actions_give_the_same_game() {
    for_each_start(|session, context| {
        let mut again = session.entry().start(session.options().clone(), session.seed()).expect("a board");
        assert_eq!(again.opening(), session.opening(), "{context}");
        let (first, second) = (play_out(session, 2, |_| {}), play_out(&mut *again, 2, |_| {}));
        assert_eq!(first, second, "{context}");
        assert_eq!(session.position(), again.position(), "{context}");
        assert_eq!(session.outcome(), again.outcome(), "{context}");
    });
}

#[test]
fn a_clone_never_disturbs_its_original() {
    for_each_start(|session, context| {
        play_out(session, 3, |session| {
            let before = session.position();
            let mut clone = session.boxed_clone();
            if let Some(action) = clone.actions().first() {
                clone.submit(&action.clone());
            }
            assert_eq!(session.position(), before, "{context}");
        });
    });
}

#[test]
fn positions_survive_being_written_and_read() {
    for_each_start(|session, context| {
        play_out(session, 4, |session| {
            let text = session.position();
            let read = session.with_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(read.position(), text, "{context}");
            assert_eq!(read.status(), session.status(), "{context}");
            assert_eq!(read.actions(), session.actions(), "{context}");
            for seat in Seat::BOTH {
                assert_eq!(read.describe_view(seat), session.describe_view(seat), "{context}");
            }
        });
    });
}

#[test]
fn a_view_never_depends_on_what_its_seat_may_not_know() {
    for_each_start(|session, context| {
        if !session.entry().has_secrets() {
            return;
        }
        let mut rng = Rng::for_purpose(session.seed(), context);
        let mut changed = 0;
        play_out(session, 5, |session| {
            let seat = Seat::from_parity(rng.below(2) as usize);
            let (text, others) = hidden_tiles_changed(session, seat, &mut rng);
            let other = session.with_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            changed += others;
            assert_eq!(other.describe_view(seat), session.describe_view(seat), "{context}: {text}");
            assert_eq!(
                other.grid(Viewpoint::Seat(seat)),
                session.grid(Viewpoint::Seat(seat)),
                "{context}: {text}"
            );
            if session.status().seat() == Some(seat) {
                assert_eq!(other.actions(), session.actions(), "{context}: {text}");
            }
        });
        assert!(changed > 0, "{context}: nothing was ever hidden");
    });
}

/// The position with other tiles where `seat` owns none, and how many changed.
fn hidden_tiles_changed(session: &dyn Session, seat: Seat, rng: &mut Rng) -> (String, usize) {
    let position = session.position();
    let (board, rest) = position.split_once(' ').expect("a board and more");
    let mut changed = 0;
    let rows: Vec<String> = board
        .split('/')
        .map(|row| {
            let cells = row.split(',').map(|cell| {
                let value: i64 = cell.parse().expect("a number");
                let hidden = value * seat.sign() <= 0;
                let new = -seat.sign() * i64::from(rng.below(4));
                changed += usize::from(hidden && new != value);
                if hidden { new.to_string() } else { cell.to_string() }
            });
            cells.collect::<Vec<String>>().join(",")
        })
        .collect();
    (format!("{} {rest}", rows.join("/")), changed)
}

#[test]
fn games_end_within_their_limit_and_the_outcome_agrees_with_the_board() {
    for_each_start(|session, context| {
        let limit = longest_game(session);
        let actions = play_out(session, 6, |_| {}).len();
        assert!(actions <= limit, "{context}: {actions} actions, at most {limit}");
        let Outcome { score, winner, cause } = session.outcome().expect("a finished game");
        let grid = session.grid(Viewpoint::All);
        let difference = grid.total(Seat::Zero) - grid.total(Seat::One);
        match session.entry().name {
            "conga" => {
                assert_eq!(difference, 0, "{context}: no stone is ever lost");
                assert_eq!(score.abs(), i64::from(winner.is_some()), "{context}");
                assert_eq!(winner.is_some(), cause == Cause::Normal, "{context}");
            }
            _ => assert_eq!((score, cause), (difference, Cause::Normal), "{context}"),
        }
        assert_eq!(winner.map_or(0, |seat| seat.sign()), score.signum(), "{context}");
        assert!(session.actions().is_empty() && session.forced().is_none(), "{context}");
    });
}

/// The most actions a game can have.
fn longest_game(session: &dyn Session) -> usize {
    let number = |key: &str| -> usize { session.options().integer(key) };
    match session.entry().name {
        "plantation" => 2 * number("max_turns") * number("moves_per_turn"),
        // A pass between any two placements at most.
        "virus" => 2 * number("size") * number("size"),
        "conga" => number("move_limit"),
        other => panic!("say how long a game of {other} can be"),
    }
}

#[test]
fn faults_of_the_program_end_every_game_for_the_one_who_made_them() {
    for_each_start(|session, context| {
        for seat in Seat::BOTH {
            for kind in [FaultKind::NoStart, FaultKind::Crash, FaultKind::EndlessLine] {
                let mut session = session.boxed_clone();
                let Transition::Ended { outcome, .. } = session.adjudicate(Fault { seat, kind }) else {
                    panic!("{kind:?} did not end the game, {context}");
                };
                assert_eq!(outcome.winner, Some(seat.other()), "{context}");
                assert_eq!(outcome.cause, kind.cause(), "{context}");
                assert_eq!(session.status(), Status::Over(outcome), "{context}");
            }
        }
    });
}

/// Pieces of lines and positions that programs get wrong.
const PIECES: [&str; 24] = [
    "0",
    "1",
    "4",
    "9",
    "-1",
    "11",
    "99999999999999999999",
    "-0",
    "007",
    " ",
    ",",
    "/",
    "=",
    "\t",
    "plant",
    "spray",
    "colonise",
    "pass",
    "plies",
    "passes",
    "turn",
    "left",
    "\u{e9}",
    "\u{0}",
];

fn nonsense(rng: &mut Rng) -> String {
    (0..rng.below(9))
        .map(|_| PIECES[rng.below(PIECES.len() as u32) as usize])
        .collect::<Vec<_>>()
        .join(if rng.below(2) == 0 { " " } else { "" })
}

/// Whatever a program sends, the game goes on or ends; nothing else.
#[test]
fn nonsense_upsets_no_game() {
    for_each_start(|session, context| {
        let mut rng = Rng::for_purpose(session.seed(), context);
        while session.outcome().is_none() {
            match session.submit(&nonsense(&mut rng)) {
                Transition::Played(played) => {
                    assert!(!played.action.contains("  "), "{:?}, {context}", played.action)
                }
                Transition::Ended { outcome, .. } => {
                    assert_eq!(session.outcome(), Some(outcome), "{context}")
                }
            }
        }
    });
}

/// A position with something changed is another position or is refused.
#[test]
fn nonsense_is_no_position() {
    for_each_start(|session, context| {
        let mut rng = Rng::for_purpose(session.seed(), context);
        for _ in 0..300 {
            let text = session.position();
            let at = rng.below(text.len() as u32 + 1) as usize;
            let cut = at + rng.below((text.len() - at) as u32 + 1).min(6) as usize;
            let changed = format!("{}{}{}", &text[..at], nonsense(&mut rng), &text[cut..]);
            match session.with_position(&changed) {
                Err(error) => {
                    let text = error.to_string();
                    assert!(!text.is_empty() && !text.contains('\n'), "{text:?}, {context}");
                }
                Ok(mut other) => {
                    assert_eq!(
                        other.with_position(&other.position()).expect("its own text").position(),
                        other.position()
                    );
                    if let Some(action) = other.actions().first() {
                        other.submit(action);
                    }
                }
            }
        }
    });
}

/// The golden games are read here without the record's own reader, which has
/// tests of its own.
#[test]
fn golden_games_replay() {
    for entry in &GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data/golden")
            .join(format!("{}.jsonl", entry.name));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask golden {}` writes it, on purpose", path.display(), entry.name)
        });
        assert!(text.lines().count() >= 2, "{}: more than one game", path.display());
        for (number, line) in text.lines().enumerate() {
            let record: Value = serde_json::from_str(line).expect("a record");
            replay(entry, &record, &format!("{} game {}", entry.name, number + 1));
        }
    }
}

fn replay(entry: &'static GameEntry, record: &Value, context: &str) {
    let options: Vec<String> = record["options"]
        .as_object()
        .expect("options")
        .iter()
        .map(|(key, value)| format!("{key}={}", value.as_str().map_or(value.to_string(), String::from)))
        .collect();
    let options = entry.read_options(&options.join(",")).expect("options of the game");
    let seed = record["seed"].as_u64().expect("a seed");
    let mut session = entry.start(options, seed).expect("a board");
    let board = |session: &dyn Session| serde_json::json!(session.grid(Viewpoint::All).signed_rows());
    assert_eq!(board(&*session), record["start"], "{context}");
    assert_eq!(record["first"], session.status().seat().expect("goes on").index(), "{context}");
    let opening = session.opening().len();
    for (number, action) in record["actions"].as_array().expect("actions").iter().enumerate() {
        let context = format!("{context}, action {}", number + 1);
        let line = action["action"].as_str().expect("text");
        let by = match (number < opening, session.forced()) {
            (true, _) => serde_json::json!("opening"),
            (false, Some(_)) => serde_json::json!("rules"),
            (false, None) => Value::Null,
        };
        assert_eq!(action["by"], by, "{context}");
        let Transition::Played(played) = session.submit(line) else { panic!("{context} ended the game") };
        assert_eq!(action["seat"], played.seat.index(), "{context}");
        assert_eq!(action["turn"], played.turn, "{context}");
        assert_eq!(action["reply"], played.reply.as_str(), "{context}");
    }
    assert_eq!(board(&*session), record["final"], "{context}");
    let outcome = session.outcome().expect("a finished game");
    assert_eq!(record["outcome"]["score"], outcome.score, "{context}");
    assert_eq!(record["outcome"]["cause"], outcome.cause.word(), "{context}");
    assert_eq!(record["outcome"]["winner"], serde_json::json!(outcome.winner.map(Seat::index)), "{context}");
}

//! The illustrated rules: every position that a page draws is played again with the real rules,
//! and both languages say the same.

mod facts;
mod languages;

use games::game::{Fault, FaultKind};
use games::sighting::Observation;
use games::{GAMES, GameEntry, Motion, Seat, Session, Status, Transition, Viewpoint};
use serde_json::{Value, json};

/// The names and files of the pages, in the order of [`GAMES`].
const PAGES: [(&str, &str); 3] = [
    ("PLANTATION_RULES", include_str!("../../assets/rules/plantation.js")),
    ("VIRUS_RULES", include_str!("../../assets/rules/virus.js")),
    ("CONGA_RULES", include_str!("../../assets/rules/conga.js")),
];

/// How pieces move, for the boards of all pages.
const MOTIONS: &str = include_str!("../../assets/rules/motions.js");

/// The position of the checks of Plantation that name none.
const USUAL: &str = "0,0,0,0,0/3,0,0,0,0/0,0,0,-2,0/0,0,0,-1,-1 0";

/// Each game with the data of its page.
fn pages() -> Vec<(&'static GameEntry, Value)> {
    GAMES.iter().zip(PAGES).map(|(entry, (name, text))| (entry, data(name, text))).collect()
}

/// The JSON of a module that exports one constant.
fn data(name: &str, module: &str) -> Value {
    let (_, rest) = module.split_once(&format!("export const {name} = ")).expect(name);
    let json = rest.strip_suffix(";\n").expect("the end of the file");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Calls `visit` with every object of the page, the outer ones first.
fn walk<'a>(value: &'a Value, visit: &mut dyn FnMut(&'a Value)) {
    if value.is_object() {
        visit(value);
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|inner| walk(inner, visit)),
        Value::Array(items) => items.iter().for_each(|inner| walk(inner, visit)),
        _ => {}
    }
}

/// All values with this key.
fn all<'a>(page: &'a Value, key: &str) -> Vec<&'a Value> {
    let mut found = Vec::new();
    walk(page, &mut |object| found.extend(object.get(key)));
    found
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// A game at the position of a diagram.
fn at(entry: &'static GameEntry, position: &str) -> Box<dyn Session> {
    let start = entry.start(entry.defaults(), 0).expect("the defaults make a board");
    start.with_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The rows of a board as diagrams write them: `1,0/0,-1`.
fn board(session: &dyn Session) -> String {
    let rows = session.grid(Viewpoint::All).signed_rows();
    let rows = rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    rows.collect::<Vec<_>>().join("/")
}

/// The stones or points of both seats.
fn counts(session: &dyn Session) -> Vec<i64> {
    let grid = session.grid(Viewpoint::All);
    Seat::BOTH.map(|seat| grid.total(seat)).to_vec()
}

/// Plays one step of a diagram, or a check, and compares all that it claims.
fn play(session: &mut dyn Session, step: &Value) {
    let action = text(&step["action"]);
    let is_forced = step["forced"].as_bool().unwrap_or_default();
    assert_eq!(session.forced().is_some_and(|forced| forced == action), is_forced, "{step}: forced");
    match session.submit(action) {
        Transition::Played(played) => {
            assert_eq!(played.reply, text(&step["reply"]), "{step}");
            let fault = played.fault.map(|(kind, _)| kind.cause().word());
            assert_eq!(fault, step["fault"].as_str(), "{step}: fault");
            if let Some(expected) = step["played"].as_str() {
                assert_eq!(played.action, expected, "{step}");
            }
            if let Some(expected) = step.get("seen") {
                let learned = played.sightings.iter().map(|it| match it.observation {
                    Observation::Holds(cell) => json!([it.square, cell.signed()]),
                    other => panic!("{step}: {other:?} cannot be drawn"),
                });
                assert_eq!(expected, &learned.collect::<Value>(), "{step}");
            }
        }
        Transition::Ended { outcome, .. } => {
            assert_eq!(step["fault"].as_str(), Some(outcome.cause.word()), "{step}: the game ended");
        }
    }
    if let Some(expected) = step.get("motion") {
        let trace = session.trace();
        let path = trace.path.iter().map(|square| Value::from(*square));
        let motion = [Value::from(trace.motion.word())].into_iter().chain(path);
        assert_eq!(expected, &motion.collect::<Value>(), "{step}");
    }
    if let Some(expected) = step["board"].as_str() {
        assert_eq!(board(session), expected, "{step}");
    }
    if let (Some(left), Status::ToAct { actions_left, .. }) = (step["left"].as_i64(), session.status()) {
        assert_eq!(i64::from(actions_left), left, "{step}: moves left");
    }
    if let Some(seat) = step["to_act"].as_u64() {
        assert_eq!(session.status().seat().map(|it| it.index() as u64), Some(seat), "{step}: who is next");
    }
}

#[test]
fn diagrams_show_what_the_rules_do() {
    for (entry, page) in pages() {
        for diagram in all(&page, "diagram") {
            let id = text(&diagram["id"]);
            let mut session = at(entry, text(&diagram["start"]));
            let counted = items(&diagram["counts"]);
            let steps = items(&diagram["steps"]);
            assert!(counted.is_empty() || counted.len() == steps.len() + 1, "{id}: counts");
            if let Some(first) = counted.first() {
                assert_eq!(first, &Value::from(counts(&*session)), "{id}");
            }
            if let Some(choices) = diagram.get("choices") {
                assert_eq!(choices, &Value::from(session.actions()), "{id}: what can be played");
            }
            let rounds = diagram["repeat"].as_u64().unwrap_or(1);
            for round in 1..=rounds {
                for (at, step) in steps.iter().enumerate() {
                    let is_over = step["reply"].is_null();
                    assert_eq!(step.get("motion").is_some(), !is_over, "{id}: motion");
                    assert_eq!(step.get("seen").is_some(), diagram.get("view").is_some(), "{id}: fog");
                    play(&mut *session, step);
                    if let Some(expected) = counted.get(at + 1) {
                        assert_eq!(expected, &Value::from(counts(&*session)), "{id}");
                    }
                    let is_last = round == rounds && at + 1 == steps.len();
                    let over = session.outcome().map(|end| (end.score, end.cause.word()));
                    let expected = step.get("over").filter(|_| is_last);
                    let expected = expected.map(|end| (number(&end["score"]), text(&end["cause"])));
                    assert_eq!(over, expected, "{id}: {step}");
                }
            }
            // A repeated diagram comes back to where it began.
            if let (true, Some(last)) = (rounds > 1, steps.last()) {
                assert!(text(&diagram["start"]).starts_with(text(&last["board"])), "{id}");
            }
        }
    }
}

#[test]
fn motions_are_those_of_the_games() {
    let known: Value = Motion::ALL.iter().map(|motion| json!([motion.word(), motion.area()])).collect();
    assert_eq!(data("RULES_MOTIONS", MOTIONS), known);
}

#[test]
fn start_positions_are_those_of_the_default_game() {
    for (entry, page) in pages() {
        let start = &page["start"];
        let seed = start["seed"].as_u64().expect("a seed");
        let session = entry.start(entry.defaults(), seed).expect("the defaults make a board");
        let (drawn, _) = text(&start["start"]).split_once(' ').expect("the seat to act");
        assert_eq!(board(&*session), drawn, "{}", entry.name);
    }
}

#[test]
fn tables_and_texts_agree_with_the_rules() {
    for (entry, page) in pages() {
        for check in all(&page, "checks").into_iter().flat_map(items) {
            if check.get("sow").is_some() {
                sow(entry, check);
            } else if check.get("faults").is_some() {
                adjudicate(entry, check);
            } else {
                let position = check["position"].as_str().unwrap_or(USUAL);
                let mut session = at(entry, position);
                let before = board(&*session);
                play(&mut *session, check);
                // A check that draws no board says that nothing happens to it.
                if check.get("board").is_none() && !text(&check["reply"]).starts_with("OK") {
                    assert_eq!(board(&*session), before, "{check}");
                }
            }
        }
    }
}

/// Sows from a corner along the top; a wall of the opponent leaves the wanted run.
fn sow(entry: &'static GameEntry, check: &Value) {
    let (stones, run) = (number(&check["sow"]), number(&check["run"]));
    let wall = |x: i64| if x == run { -1 } else { 0 };
    let row = [stones, wall(0), wall(1), wall(2)];
    let position = format!("{},{},{},{}/0,0,0,0/0,0,0,0/0,0,0,-1 0", row[0], row[1], row[2], row[3]);
    let mut session = at(entry, &position);
    session.submit("1 4 2 4");
    // The square that is left, and the run.
    assert_eq!(session.trace().path.len() as i64, run + 1, "{check}");
    let after = &session.grid(Viewpoint::All).signed_rows()[0];
    let sown: Vec<i64> = after[1..].iter().map(|stones| *stones.max(&0)).collect();
    assert_eq!(check["sown"], Value::from(sown), "{check}");
    assert_eq!(after[0], 0, "{check}: the square is left empty");
}

/// What a fault of the seat to act costs; both seats pay the same.
fn adjudicate(entry: &'static GameEntry, check: &Value) {
    for kind in items(&check["faults"]) {
        let kind = FaultKind::ALL
            .into_iter()
            .find(|it| it.cause().word() == text(kind) && *it != FaultKind::EndlessLine)
            .unwrap_or(FaultKind::EndlessLine);
        for seat in Seat::BOTH {
            let seeds = 0..100;
            let mut session = seeds
                .map(|seed| entry.start(entry.defaults(), seed).expect("a board"))
                .find(|session| session.status().seat() == Some(seat))
                .unwrap_or_else(|| {
                    let start = entry.start(entry.defaults(), 0).expect("a board").position();
                    let (rows, _) = start.split_once(' ').expect("the seat");
                    at(entry, &format!("{rows} {seat}"))
                });
            match session.adjudicate(Fault { seat, kind }) {
                Transition::Played(played) => {
                    assert_eq!(check.get("loses_by"), None, "{check}");
                    if let Some(expected) = check["played"].as_str() {
                        assert_eq!(played.action, expected, "{check}");
                    }
                    if let Some(expected) = check["reply"].as_str() {
                        assert_eq!(played.reply, expected, "{check}");
                    }
                }
                Transition::Ended { outcome, .. } => {
                    let by = check["loses_by"].as_i64().expect("the game goes on");
                    assert_eq!(outcome.score, -seat.sign() * by, "{check}");
                    assert_eq!(outcome.winner, Some(seat.other()), "{check}");
                }
            }
        }
    }
}

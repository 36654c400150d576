//! Playbacks: what seats remember, what clocks show, what is withheld, and that a live
//! game is the same as its record.

mod common;

use std::sync::atomic::AtomicBool;

use common::{Habit, play};
use games::sighting::{LastSeen, SquareState};
use games::{Seat, Session, SightingMap, Transition};
use gridiron_web::playback::{Follower, GameSetup, Playback, PlaybackAction};
use referee::{
    ActionRecord, ChargeBy, Level, PlayerRecord, PlayerSpec, Record, Stopped, Timing, Watcher, play_game,
};
use serde_json::{Value, json};

fn plantation(rules: &str, seed: u64, habit: Habit) -> Record {
    let bots = [("Ada", "random:scout=9,bomb=4,spray=4", habit), ("Bob", "random:spray=9", Habit::Talks)];
    play(games::find("plantation").expect("a game"), rules, seed, bots)
}

fn to_json(playback: &Playback) -> Value {
    serde_json::to_value(playback).expect("JSON")
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a list").iter().map(|it| it.as_i64().expect("a number")).collect()
}

/// The memories are built from the lists of changes as a browser does it, and compared
/// with maps that learn from the replies of another session.
#[test]
fn seats_remember_what_their_replies_taught() {
    let mut kinds = [0; 3];
    for (rules, seed) in [("", 1), ("max_turns=40,plant_probe=anywhere", 2), ("rows=5,cols=4", 3)] {
        let record = plantation(rules, seed, Habit::Stumbles);
        let playback = to_json(&Playback::new(&record).expect("it holds"));
        let entry = games::find("plantation").expect("a game");
        let mut session = entry.start(entry.read_options(rules).expect("rules"), seed).expect("a board");
        let squares = record.start.concat().len();
        let mut maps = Seat::BOTH.map(|seat| SightingMap::new(seat, squares));
        let mut shown = vec![vec![None; squares]; 2];
        for (action, told) in record.actions.iter().zip(playback["actions"].as_array().expect("actions")) {
            let line = action.sent.as_ref().unwrap_or(&action.action);
            let Transition::Played(played) = session.submit(line) else { panic!("{line}") };
            maps[played.seat.index()].learn(&played.sightings, played.turn);
            for seen in integers(&told[7]).chunks_exact(3) {
                let known = match seen[1] {
                    -2 => None,
                    -1 => Some(SquareState::Hit),
                    0 => Some(SquareState::Empty),
                    count => Some(SquareState::Enemy(count as u32)),
                };
                shown[action.seat.index()][seen[0] as usize] =
                    known.map(|known| LastSeen { known, turn: seen[2] as u32 });
            }
            for seat in Seat::BOTH {
                let expected: Vec<_> = (0..squares).map(|at| maps[seat.index()].get(at)).collect();
                assert_eq!(shown[seat.index()], expected, "{rules}: {line}");
            }
            for last_seen in shown[0].iter().flatten() {
                kinds[match last_seen.known {
                    SquareState::Empty => 0,
                    SquareState::Enemy(_) => 1,
                    SquareState::Hit => 2,
                }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

/// Clocks in milliseconds, counted by hand from the times of the moves.
#[test]
fn clocks_show_what_is_left() {
    let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
    let entry = games::find("plantation").expect("a game");
    // A game of commands that take one move each: two for each turn.
    let [zero, one] = Seat::BOTH;
    let seats = |record: &Record| record.actions.iter().map(|action| action.seat).collect::<Vec<_>>();
    let base = (0..)
        .map(|seed| play(entry, "max_turns=2,moves_per_turn=2", seed, bots))
        .find(|record| seats(record) == [zero, zero, one, one, zero, zero, one, one])
        .expect("one of them");
    let none = json!(vec![Value::Null; 8]);
    for (clock, times, unbilled, start, expected) in [
        (
            "1+0.1",
            [10, 20, 900, 50, 0, 5, 1000, 1],
            None,
            json!([1000, 1000]),
            json!([990, 1070, 100, 150, null, 1165, 0, 100]),
        ),
        (
            "1+0.1",
            [10, 20, 900, 50, 0, 5, 1000, 1],
            Some(2),
            json!([1000, 1000]),
            json!([990, 1070, null, 1050, null, 1165, 50, 149]),
        ),
        ("2/move", [10, 20, 900, 50, 0, 5, 1000, 1], None, json!([2000, 2000]), none.clone()),
        (
            "3+0,2/move",
            [500, 1000, 0, 0, 0, 0, 0, 0],
            None,
            json!([2000, 2000]),
            json!([null, 1500, null, null, null, null, null, null]),
        ),
        ("none", [10, 20, 900, 50, 0, 5, 1000, 1], None, json!([null, null]), none.clone()),
    ] {
        let mut record = base.clone();
        record.clock = clock.parse().expect("a clock");
        record.charged = Some(ChargeBy::Wall);
        for (action, ms) in record.actions.iter_mut().zip(times) {
            (action.wall_ns, action.stalled_ns) = (Some(ms * 1_000_000), None);
        }
        if let Some(at) = unbilled {
            record.actions[at].unbilled = true;
        }
        let playback = to_json(&Playback::new(&record).expect("it holds"));
        assert_eq!(playback["clocks"], start, "{clock}");
        let left: Vec<Value> =
            playback["actions"].as_array().expect("actions").iter().map(|it| it[8].clone()).collect();
        assert_eq!(json!(left), expected, "{clock} {unbilled:?}");
    }
}

/// Makes a playback while the game is played.
struct Live {
    setup: GameSetup,
    made: Option<(Playback, Follower)>,
}

impl Watcher<Stopped> for Live {
    fn start(&mut self, session: &dyn Session) -> Result<(), Stopped> {
        self.made = Some((Playback::begin(session, &self.setup), Follower::new(session, &self.setup, 0)));
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        let (playback, follower) = self.made.as_mut().expect("it has started");
        playback.actions.push(follower.action(session, actions.last().expect("an action")));
        Ok(())
    }
}

#[test]
fn a_live_game_is_the_same_as_its_record() {
    for (game, rules) in [("plantation", "max_turns=20"), ("virus", "opening_plies=4"), ("conga", "")] {
        let entry = games::find(game).expect("a game");
        let mut session = entry.start(entry.read_options(rules).expect("rules"), 5).expect("a board");
        let player = || PlayerSpec::read(entry, "random").expect("a player").competitor();
        let mut competitors = [player(), player()];
        let players = competitors.each_ref().map(|it| it.about());
        let clock = "1000+5".parse().expect("a clock");
        let timing = Timing { clocks: [clock; 2], charge: ChargeBy::Cpu, ..Timing::untimed() };
        let setup =
            GameSetup { players, clocks: timing.clocks, charged: Some(timing.charge), sandbox: Level::None };
        let mut live = Live { setup, made: None };
        let record = play_game(&mut *session, &mut competitors, &timing, &AtomicBool::new(false), &mut live)
            .expect("nobody stops it");
        let (mut playback, _) = live.made.expect("it has started");
        assert_eq!(to_json(&playback)["outcome"], Value::Null);
        playback.outcome = Some(record.outcome.clone());
        assert_eq!(to_json(&playback), to_json(&Playback::new(&record).expect("it holds")), "{game}");
    }
}

/// Everything that a playback of a game in progress must not tell to outsiders.
#[test]
fn what_is_hidden_is_withheld() {
    let bots = [("Ada", "random", Habit::Stumbles), ("Bob", "random", Habit::Talks)];
    for game in ["plantation", "virus", "conga"] {
        let entry = games::find(game).expect("a game");
        let seed = 123_456_789_012;
        let record = play(entry, if game == "conga" { "move_limit=60" } else { "" }, seed, bots);
        let mut whole = Playback::new(&record).expect("it holds");
        let outcome = whole.outcome.as_mut().expect("it is over");
        outcome.message = Some("the last message".to_string());
        outcome.stderr = Some("the last words".to_string());
        outcome.sent = Some("the last line".to_string());
        assert!(to_json(&whole).to_string().contains("123456789012"));
        assert!(!to_json(&whole.clone().without_seed()).to_string().contains("123456789012"));
        let open = whole.clone().without_secrets();
        let text = to_json(&open).to_string();
        for hidden in ["123456789012", "the last", "oops", "depth", "stderr", "sent", "message"] {
            assert!(!text.contains(hidden), "{game}: {hidden}");
        }
        let actions = |playback: &Playback| to_json(playback)["actions"].as_array().cloned().expect("a list");
        assert_eq!(open.actions.len(), whole.actions.len());
        for ((action, full), record) in actions(&open).iter().zip(actions(&whole)).zip(&record.actions) {
            // Seat, turn, time, clock.
            for at in [0, 1, 4, 8] {
                assert_eq!(action[at], full[at], "{game}");
            }
            for at in [2, 3, 5, 6, 7] {
                let is_empty = action[at].is_null() || action[at] == json!([]);
                assert!(is_empty || (!entry.has_secrets() && action[at] == full[at]), "{game}: {action}");
            }
            assert_eq!(action[9]["fault"].is_string(), record.fault.is_some() && !entry.has_secrets());
        }
        assert_eq!(open.start.is_empty(), entry.has_secrets(), "{game}");
        // One action alone is cut in the same way.
        let alone: Vec<PlaybackAction> =
            whole.actions.into_iter().map(|it| it.without_secrets(entry.has_secrets())).collect();
        assert_eq!(alone, open.actions, "{game}");
    }
}

/// Players with different clocks keep theirs.
#[test]
fn each_player_has_its_own_clock() {
    let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
    let mut record = play(games::find("conga").expect("a game"), "move_limit=4", 1, bots);
    record.clock = "1+0.5".parse().expect("a clock");
    for (player, clock) in record.players.iter_mut().zip(["1+0.5", "7/move"]) {
        player.clock = Some(clock.parse().expect("a clock"));
    }
    let playback = Playback::new(&record).expect("it holds");
    assert_eq!(playback.clocks, [Some(1000), Some(7000)]);
    let clocks: Vec<String> =
        playback.players.iter().filter_map(|it: &PlayerRecord| it.clock).map(|it| it.to_string()).collect();
    assert_eq!(clocks, ["1+0.5", "7/move"]);
}

//! The players of Plantation: behaviour, every variant, strength, time.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use games::common::rng::seat_seed;
use games::plantation::Small;
use games::{Seat, Session, Status, Transition, Viewpoint};
use gridiron_ai::Time;
use gridiron_ai::plantation::calibration::{calibrate, pool};
use gridiron_ai::table::BuiltIn;

/// An action with its seat, its turn and its reply.
type Line = (Seat, u32, String, String);

struct Played {
    log: Vec<Line>,
    score: i64,
}

/// Plays a game; `watch` gets the session before every action.
fn play_watched(
    rules: &str,
    specs: [&str; 2],
    seed: u64,
    time: &Time<'_>,
    mut watch: impl FnMut(&dyn Session, Seat),
) -> Played {
    let entry = games::find("plantation").expect("a game");
    let mut session = entry.start(entry.read_options(rules).expect("options"), seed).expect("a board");
    let mut players = Seat::BOTH.map(|seat| {
        let player = BuiltIn::read("plantation", specs[seat.index()]).expect("a player");
        player.make_player(seat_seed(seed, seat))
    });
    let mut log = Vec::new();
    while let Status::ToAct { seat, turn, .. } = session.status() {
        watch(&*session, seat);
        let line = players[seat.index()].act(&*session, seat, time);
        match session.submit(&line) {
            Transition::Played(played) => log.push((seat, turn, played.action, played.reply)),
            Transition::Ended { message, .. } => panic!("`{line}`: {message}"),
        }
        players[seat.index()].observe_reply(&*session, seat);
    }
    Played { log, score: session.outcome().expect("the game is over").score }
}

fn play(rules: &str, specs: [&str; 2], seed: u64) -> Played {
    play_watched(rules, specs, seed, &Time::UNLIMITED, |_, _| ())
}

fn word(action: &str) -> &str {
    action.split(' ').next().unwrap_or_default()
}

/// Commands of one seat, turn by turn.
fn turns(log: &[Line], seat: Seat) -> Vec<Vec<&Line>> {
    let mut turns: Vec<Vec<&Line>> = Vec::new();
    for line in log.iter().filter(|line| line.0 == seat) {
        match turns.last_mut() {
            Some(turn) if turn[0].1 == line.1 => turn.push(line),
            _ => turns.push(vec![line]),
        }
    }
    turns
}

#[test]
fn scry_and_die_grows_looks_and_then_decides_for_whole_turns() {
    let mut whole_cycles = 0;
    for seed in 0..10 {
        let (seat, home) = if seed % 2 == 0 { (Seat::Zero, "10") } else { (Seat::One, "0") };
        let played = play("", ["scry-and-die"; 2], seed);
        let turns = turns(&played.log, seat);
        let is_growth = |line: &&Line| ["plant", "colonise", "fertilise"].contains(&word(&line.2));
        for turn in &turns[..5] {
            assert!(turn.iter().all(is_growth), "{turn:?}");
        }
        assert_eq!(turns[5].iter().map(|line| word(&line.2)).collect::<Vec<_>>(), ["scout"; 3]);
        assert_eq!(turns[5][0].2.split(' ').nth(2), Some(home), "the other's home column first");
        let mut kills = 0;
        for turn in &turns[6..] {
            // A player without tiles can only scout.
            let words: Vec<&str> = turn.iter().map(|line| word(&line.2)).collect();
            let kills_now = matches!(words[..], ["scout", "spray" | "bomb"]);
            let looks = words == ["scout"; 3];
            assert!(kills_now || looks || turn.iter().all(is_growth), "{words:?}");
            kills += usize::from(kills_now);
        }
        assert!(kills > 0, "seed {seed}");
        // The windows of a full cycle cover the board.
        let scouts = played.log.iter().filter(|line| line.0 == seat && word(&line.2) == "scout");
        let mut seen = [false; 121];
        for (_, _, action, _) in scouts.skip(1).take(16) {
            let mut numbers =
                action.split(' ').skip(1).map(|number| number.parse::<i32>().expect("a number"));
            let (row, col) = (numbers.next().expect("a row"), numbers.next().expect("a column"));
            for at in 0..121 {
                seen[at as usize] |= (at / 11 - row).abs() <= 1 && (at % 11 - col).abs() <= 1;
            }
        }
        if turns.iter().flatten().filter(|line| word(&line.2) == "scout").count() > 16 {
            assert_eq!(seen, [true; 121], "seed {seed}");
            whole_cycles += 1;
        }
    }
    assert!(whole_cycles > 0, "some game is long enough for a whole cycle");
}

/// No cross holds more than three tiles of seat 0.
fn is_sparse(session: &dyn Session) -> bool {
    let game = session.game::<Small>().expect("the usual board");
    let side = game.side(Seat::Zero);
    let own: Vec<bool> = side.board().iter().map(|at| side.level(at) > 0).collect();
    let own = |row: i32, col: i32| {
        (0..11).contains(&row) && (0..11).contains(&col) && own[(11 * row + col) as usize]
    };
    (0..121).map(|at| (at / 11, at % 11)).all(|(row, col)| {
        let cross = [(row, col), (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        cross.into_iter().filter(|(row, col)| own(*row, *col)).count() <= 3
    })
}

#[test]
fn the_gardener_looks_every_fourth_turn_and_fills_no_cross() {
    for seed in 0..6 {
        let watch = |session: &dyn Session, _| assert!(is_sparse(session));
        let played = play_watched("", ["gardener", "scry-and-die"], seed, &Time::UNLIMITED, watch);
        for turn in turns(&played.log, Seat::Zero) {
            let scouts = turn.iter().filter(|line| word(&line.2) == "scout").count();
            assert_eq!(scouts, usize::from(turn[0].1.is_multiple_of(4)), "{turn:?}");
        }
    }
}

#[test]
fn the_seer_attacks_where_it_takes_more_than_growth_brings_and_leaves_the_last_tile() {
    for seed in 0..4 {
        let mut theirs = Vec::new();
        let watch =
            |session: &dyn Session, seat: Seat| theirs.push(session.grid(Viewpoint::All).total(seat.other()));
        let played = play_watched("", ["seer", "gardener"], seed, &Time::UNLIMITED, watch);
        for ((seat, _, action, reply), total) in played.log.iter().zip(theirs) {
            if *seat == Seat::Zero {
                assert_ne!(reply, "error");
                assert!(!reply.starts_with("occupied"), "it sees: {action}");
                assert_ne!(word(action), "scout");
            }
            if *seat == Seat::Zero && ["spray", "bomb"].contains(&word(action)) {
                let hits: i64 = reply["OK ".len()..].parse().expect("a count");
                assert!(hits > 2 && hits < total, "{action}: {reply} of {total}");
            }
        }
    }
}

/// The first player's mean margin and wins over some games, seats swapped.
fn margin(specs: [&str; 2], games: u64) -> (f64, u64) {
    let scores = (0..games).map(|game| match game % 2 {
        0 => play("", specs, game).score,
        _ => -play("", [specs[1], specs[0]], game).score,
    });
    let scores: Vec<i64> = scores.collect();
    let wins = scores.iter().filter(|score| **score > 0).count();
    (scores.iter().sum::<i64>() as f64 / games as f64, wins as u64)
}

#[test]
fn each_is_stronger_than_those_before() {
    for (specs, games, least) in [
        (["scry-and-die", "random"], 20, 15.0),
        (["gardener", "scry-and-die"], 20, 40.0),
        (["seer", "gardener"], 10, 75.0),
        (["champion:nodes=600", "gardener"], 4, 25.0),
        (["champion:nodes=600", "scry-and-die"], 4, 50.0),
        (["champion:nodes=600", "random"], 4, 50.0),
    ] {
        let (mean, wins) = margin(specs, games);
        assert!(mean > least && wins * 10 >= games * 9, "{specs:?}: {mean}, {wins} of {games}");
    }
}

#[test]
fn the_belief_of_the_champion_is_calibrated() {
    for opponent in ["random", "scry-and-die", "gardener"] {
        let games = calibrate("", opponent, 16, 77_000).expect("games");
        let mut told = 0;
        for number in 0..10 {
            let tenth = pool(&games, number);
            if tenth.all.squares < 100 {
                continue;
            }
            told += 1;
            // Five points, and the noise of few games.
            let least = tenth.error.abs() - 2.5 * tenth.uncertainty;
            assert!(least < 0.05, "{opponent}, tenth {number}: {tenth:?}");
        }
        assert!(told >= 8, "against {opponent} only {told} tenths are in use");
    }
}

/// An enemy tile stays until it is attacked, so planting there again wastes a move.
#[test]
fn the_champion_does_not_plant_on_a_known_enemy_tile() {
    for (rules, seat) in
        [("moves_per_turn=1,max_turns=300", Seat::Zero), ("rows=5,cols=5", Seat::One), ("", Seat::Zero)]
    {
        for opponent in ["random", "gardener"] {
            let mut specs = [opponent; 2];
            specs[seat.index()] = "champion";
            let played = play(rules, specs, 3);
            let mut found = HashSet::new();
            for (_, turn, action, reply) in played.log.iter().filter(|line| line.0 == seat) {
                match word(action) {
                    "spray" | "bomb" => found.clear(),
                    "plant" => {
                        assert!(!found.contains(action), "{rules}, turn {turn}: {action} again");
                        if reply.starts_with("occupied") {
                            found.insert(action.clone());
                        }
                    }
                    _ => {}
                }
            }
            let score = if seat == Seat::Zero { played.score } else { -played.score };
            assert!(score > 0, "{rules} against {opponent}: {score}");
        }
    }
}

#[test]
fn champions_play_every_variant_and_without_a_tile() {
    for rules in [
        "rows=2,cols=2,starting_tiles=2,max_turns=30",
        "rows=2,cols=32,starting_tiles=1,max_turns=8",
        "rows=32,cols=2,starting_tiles=32,max_turns=8",
        "rows=32,cols=32,starting_tiles=1,moves_per_turn=9,max_turns=3",
        "moves_per_turn=1,max_turns=20",
        "moves_per_turn=2,max_turns=20",
        "moves_per_turn=40,max_turns=2",
        "bomb_damage=1,max_turns=20",
        "bomb_damage=1000,starting_tiles=1,max_turns=20,moves_per_turn=6",
        "plant_probe=anywhere,max_turns=20",
    ] {
        for specs in [
            ["champion:nodes=100", "seer"],
            ["seer", "champion:nodes=100,threads=3"],
            ["gardener", "champion:level=1"],
            ["seer", "gardener"],
            ["scry-and-die", "seer"],
        ] {
            play(rules, specs, 3);
        }
    }
}

#[test]
fn threads_do_not_change_what_the_champion_does() {
    let one = play("max_turns=12", ["champion:nodes=500", "gardener"], 1).log;
    let three = play("max_turns=12", ["champion:nodes=500,threads=3", "gardener"], 1).log;
    assert_eq!(one, three);
}

#[test]
fn out_of_time_the_champion_still_plays_sensibly() {
    let (stop, spent) = (AtomicBool::new(false), || Duration::from_secs(3600));
    let (left, increment) = (Some(Duration::from_millis(2)), Some(Duration::from_millis(1)));
    let time = Time::new(left, increment, &spent, &stop);
    for rules in ["max_turns=20", "rows=32,cols=32,max_turns=5"] {
        let played = play_watched(rules, ["champion", "champion:time=1"], 1, &time, |_, _| ());
        assert!(played.log.iter().all(|line| line.3 != "error"));
    }
}

/// The clock advances with every reading, as on a machine where nothing else takes time. A
/// player that reads it no more after the deadline is in time.
#[test]
fn the_champion_stops_soon_after_its_deadline() {
    for (left, look) in [(20_000, 50), (20_000, 500), (3_000, 100)] {
        let microseconds = AtomicU64::new(0);
        let (stop, spent) = (AtomicBool::new(false), || {
            Duration::from_micros(microseconds.fetch_add(look, Ordering::Relaxed))
        });
        let time = Time::new(Some(Duration::from_micros(left)), None, &spent, &stop);
        let mut most = 0;
        for spec in ["champion", "champion:time=1000", "champion:nodes=100000000"] {
            let watch = |_: &dyn Session, _| {
                most = most.max(microseconds.swap(0, Ordering::Relaxed));
            };
            play_watched("max_turns=12", [spec, "random"], 1, &time, watch);
        }
        assert!(most <= left, "{most} of {left} microseconds, {look} for a look");
    }
}

#[test]
fn the_first_level_is_no_match_for_the_last() {
    let (mean, wins) = margin(["champion:nodes=300", "champion:level=1"], 4);
    assert!(wins == 4 && mean > 20.0, "{mean}, {wins} wins");
}

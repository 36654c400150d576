//! Every player of the table plays; the simple ones do what their summary says.

use std::collections::BTreeMap;

use games::common::rng::seat_seed;
use games::{GAMES, Seat, Session, Transition};
use gridiron_ai::Time;
use gridiron_ai::table::{BuiltIn, players, players_of};

fn start(game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let entry = games::find(game).expect("a game");
    entry.start(entry.read_options(rules).expect("options"), seed).expect("a board")
}

/// Plays a game between two specs; returns every action with its reply.
fn play(game: &str, rules: &str, specs: [&str; 2], seed: u64) -> Vec<(Seat, String, String)> {
    let mut session = start(game, rules, seed);
    let mut players = [(Seat::Zero, specs[0]), (Seat::One, specs[1])]
        .map(|(seat, spec)| BuiltIn::read(game, spec).expect("a player").make_player(seat_seed(seed, seat)));
    let mut log = Vec::new();
    while let Some(seat) = session.status().seat() {
        let player = &mut players[seat.index()];
        let line = session.forced().unwrap_or_else(|| player.act(&*session, seat, &Time::UNLIMITED));
        match session.submit(&line) {
            Transition::Played(played) => {
                player.observe_reply(&*session, seat);
                assert_eq!(played.fault, None, "`{line}`");
                log.push((seat, played.action, played.reply));
            }
            Transition::Ended { message, .. } => panic!("`{line}`: {message}"),
        }
    }
    log
}

#[test]
fn every_player_plays_every_size_of_its_game_the_same_way_twice() {
    let sizes: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("plantation", &["", "rows=2,cols=2,starting_tiles=1", "rows=32,cols=32,max_turns=10"][..]),
        ("virus", &["", "size=3", "size=11"]),
        ("conga", &["", "stones=1", "stones=60"]),
    ]);
    for player in players() {
        let (game, name) = (player.game, player.with_nodes(300));
        for rules in sizes[game] {
            for seed in 0..3 {
                let log = play(game, rules, [&name, &name], seed);
                assert!(!log.is_empty());
                assert_eq!(log, play(game, rules, [&name, &name], seed), "{game} {name} {rules} {seed}");
            }
        }
    }
}

#[test]
fn names_are_unique_and_every_game_has_its_default() {
    for entry in &GAMES {
        let mut names: Vec<&str> = players_of(entry.name).map(|player| player.name).collect();
        assert!(names.contains(&"random"), "{}", entry.name);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), players_of(entry.name).count(), "{}", entry.name);
    }
    assert!(players().all(|player| games::find(player.game).is_ok()));
}

#[test]
fn specs_are_read_or_refused_in_one_line() {
    for (game, spec, expected) in [
        ("virus", "greedy", Ok("greedy")),
        ("plantation", "random:spray=0,bomb=0", Ok("random")),
        ("virus", "greedi", Err("unknown player `greedi` of virus: did you mean `greedy`?")),
        ("virus", "", Err("unknown player `` of virus: there are random, first, mcts, greedy, champion")),
        ("conga", "greedy", Err("unknown player `greedy` of conga: there are random, agent, champion")),
        ("virus", "greedy:depth=3", Err("player `greedy` of virus: unknown option `depth`: there are none")),
        ("plantation", "random:spray=-1", Err("player `random` of plantation: spray=-1: expected 0 to 1000")),
        (
            "plantation",
            "random:spry=1",
            Err("player `random` of plantation: unknown option `spry`: did you mean `spray`?"),
        ),
    ] {
        let read = BuiltIn::read(game, spec).map(|player| player.entry.name);
        assert_eq!(read.map_err(|error| error.to_string()), expected.map_err(String::from), "{game} {spec}");
    }
}

/// How often each word starts an action, and how often the reply was `error`.
fn commands(log: &[(Seat, String, String)], seat: Seat) -> (BTreeMap<String, usize>, usize) {
    let mut counts = BTreeMap::new();
    let mut errors = 0;
    for (_, action, reply) in log.iter().filter(|(actor, ..)| *actor == seat) {
        *counts.entry(action.split(' ').next().unwrap_or_default().to_string()).or_default() += 1;
        errors += usize::from(reply == "error");
    }
    (counts, errors)
}

#[test]
fn the_dumb_player_of_plantation_makes_mostly_errors_and_the_other_none() {
    let log = play("plantation", "max_turns=1000", ["random-dumb", "random"], 1);
    let (counts, errors) = commands(&log, Seat::Zero);
    let total: usize = counts.values().sum();
    assert_eq!(counts.len(), 6, "every command: {counts:?}");
    assert!(
        counts.values().all(|count| count * 6 > total * 8 / 10 && count * 6 < total * 12 / 10),
        "{counts:?}"
    );
    assert!(2 * errors > total, "{errors} errors of {total}");
    let (_, errors) = commands(&log, Seat::One);
    assert_eq!(errors, 0);
}

#[test]
fn weights_decide_what_the_random_player_of_plantation_does() {
    let log = play(
        "plantation",
        "max_turns=3000",
        [
            "random:fertilise=30,plant=0,colonise=0,spray=10,bomb=0",
            "random:fertilise=0,plant=0,colonise=0,spray=0,bomb=0",
        ],
        2,
    );
    let (counts, _) = commands(&log, Seat::Zero);
    // With one move left only fertilise is sensible, so its share is above three quarters.
    // The first command of a turn shows the weights.
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["fertilise", "spray"]);
    let mut firsts = (0.0, 0.0);
    let mut before = Seat::One;
    for (seat, action, _) in &log {
        if *seat == Seat::Zero && before == Seat::One {
            firsts.0 += f64::from(u8::from(action.starts_with("spray")));
            firsts.1 += 1.0;
        }
        before = *seat;
    }
    let share = firsts.0 / firsts.1;
    assert!((share - 0.25).abs() < 0.04, "spray opens {share} of turns");
    let (counts, _) = commands(&log, Seat::One);
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["scout"], "without weights it scouts");
}

/// The expected choice by brute force: play every move and count stones.
#[test]
fn greedy_and_first_choose_as_their_names_say() {
    for seed in 0..5 {
        let mut session = start("virus", "", seed);
        let mut greedy = BuiltIn::read("virus", "greedy").expect("a player").make_player(1);
        let mut first = BuiltIn::read("virus", "first").expect("a player").make_player(1);
        while let Some(seat) = session.status().seat() {
            if let Some(line) = session.forced() {
                session.submit(&line);
                continue;
            }
            let mut squares: Vec<(usize, usize)> = session
                .actions()
                .iter()
                .map(|line| {
                    let (row, col) = line.split_once(' ').expect("a square");
                    (row.parse().expect("a row"), col.parse().expect("a column"))
                })
                .collect();
            squares.sort_unstable();
            let gain = |square: &(usize, usize)| {
                let mut after = session.boxed_clone();
                after.submit(&format!("{} {}", square.0, square.1));
                after.grid(games::Viewpoint::All).total(seat)
            };
            let most = squares.iter().map(gain).max().expect("a move");
            let best = squares.iter().find(|square| gain(square) == most).expect("a move");
            let line = |(row, col): (usize, usize)| format!("{row} {col}");
            assert_eq!(greedy.act(&*session, seat, &Time::UNLIMITED), line(*best));
            assert_eq!(first.act(&*session, seat, &Time::UNLIMITED), line(squares[0]));
            session.submit(&line(*best));
        }
    }
}

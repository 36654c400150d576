//! The games beside their naive twins: same boards, same actions, same replies.

mod naive;

use gridiron_games::common::rng::Rng;
use gridiron_games::{GAMES, Session, Status, Transition, Viewpoint};
use naive::conga::NaiveConga;
use naive::plantation::{NaivePlantation, PlantationOptions};
use naive::virus::NaiveVirus;
use naive::{Naive, NaiveOutcome};

fn start(game: &str, rules: &str, seed: u64) -> Box<dyn Session> {
    let entry = gridiron_games::find(game).expect("a game of the table");
    entry.start(entry.read_options(rules).expect("good options"), seed).expect("a board")
}

/// Everything that both can say about a position, compared.
fn compare(session: &dyn Session, twin: &impl Naive, context: &str) {
    assert_eq!(session.grid(Viewpoint::All).signed_rows(), twin.board(), "board, {context}");
    let mut actions = session.actions();
    actions.sort_unstable();
    assert_eq!(actions, twin.legal(), "actions, {context}");
    let to_act = match session.status() {
        Status::ToAct { seat, turn, actions_left } => {
            Some((seat.index(), u64::from(turn), u64::from(actions_left)))
        }
        Status::Over(_) => None,
    };
    assert_eq!(to_act, twin.to_act(), "to act, {context}");
    let outcome = session.outcome().map(|outcome| NaiveOutcome {
        score: outcome.score,
        winner: outcome.winner.map(gridiron_games::Seat::index),
        cause: outcome.cause.word(),
    });
    assert_eq!(outcome, twin.outcome(), "outcome, {context}");
}

/// Plays the same lines on both until the end or the limit.
fn play_both(
    session: &mut dyn Session,
    twin: &mut impl Naive,
    limit: usize,
    context: &str,
    mut line: impl FnMut(&dyn Session) -> String,
) {
    for ply in 0..limit {
        compare(session, twin, &format!("{context}, ply {ply}, {}", session.position()));
        if session.outcome().is_some() {
            return;
        }
        let line = line(session);
        let reply = twin.play(&line);
        match session.submit(&line) {
            Transition::Played(played) => assert_eq!(played.reply, reply, "`{line}`, {context}, ply {ply}"),
            Transition::Ended { outcome, .. } => panic!("`{line}` ended the game: {outcome:?}, {context}"),
        }
    }
}

fn any<T: Clone>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u32) as usize].clone()
}

#[test]
fn virus_plays_like_its_twin_on_every_size() {
    for size in 3..=11 {
        for seed in 0..12 {
            let mut session = start("virus", &format!("size={size}"), seed);
            let first = session.status().seat().expect("a game that goes on");
            let mut twin = NaiveVirus::new(size, first.index());
            let mut rng = Rng::for_purpose(seed, "differential");
            let context = format!("size {size}, seed {seed}");
            play_both(&mut *session, &mut twin, 400, &context, |session| {
                // Now and then a pass of one's own will.
                if rng.below(40) == 0 { "pass".into() } else { any(&mut rng, &session.actions()) }
            });
            assert!(session.outcome().is_some());
        }
    }
}

#[test]
fn virus_agrees_with_its_twin_on_random_positions() {
    let session = start("virus", "", 1);
    let mut rng = Rng::new(7);
    for round in 0..10_000 {
        let size = 3 + rng.below(9) as usize;
        // From nearly empty to nearly full.
        let fill = 1 + round % 10;
        let board: Vec<Vec<i64>> = (0..size)
            .map(|_| {
                (0..size)
                    .map(|_| if rng.below(10) < fill { i64::from(rng.below(2)) * 2 - 1 } else { 0 })
                    .collect()
            })
            .collect();
        let (seat, passes) = (rng.below(2), rng.below(2));
        let rows: Vec<String> = board
            .iter()
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let text = format!("{} {seat} passes={passes}", rows.join("/"));
        let mut session = session.with_position(&text).expect("a position");
        let mut twin = NaiveVirus::from_board(&board, seat as usize, passes);
        play_both(&mut *session, &mut twin, 3, &text, |session| any(&mut rng, &session.actions()));
    }
}

#[test]
fn virus_perft_agrees_with_its_twin() {
    let entry = gridiron_games::find("virus").expect("a game");
    for (size, depth) in [(3, 9), (4, 5), (5, 5), (10, 5), (11, 5)] {
        let options = entry.read_options(&format!("size={size}")).expect("a size");
        for seed in 0..2 {
            let first = start("virus", &format!("size={size}"), seed).status().seat().expect("goes on");
            let twin = NaiveVirus::new(size, first.index());
            for depth in 0..=depth {
                let count = entry.perft(&options, seed, depth).expect("a board");
                assert_eq!(count, naive::perft(&twin, depth), "size {size}, depth {depth}");
            }
        }
    }
}

#[test]
fn conga_plays_like_its_twin() {
    let variants = [(10, 3, 400), (1, 3, 400), (2, 2, 50), (4, 0, 60), (60, 3, 0), (7, 5, 400), (3, 3, 1)];
    for (stones, repetition, move_limit) in variants {
        for seed in 0..20 {
            let rules = format!("stones={stones},repetition={repetition},move_limit={move_limit}");
            let mut session = start("conga", &rules, seed);
            let mut twin = NaiveConga::new(stones, repetition, move_limit);
            let mut rng = Rng::for_purpose(seed, "differential");
            play_both(&mut *session, &mut twin, 500, &format!("{rules}, seed {seed}"), |session| {
                any(&mut rng, &session.actions())
            });
        }
    }
}

#[test]
fn conga_perft_has_the_published_counts() {
    let counts = [3, 8, 96, 1112, 13536, 162412, 2175112, 28673258];
    let entry = gridiron_games::find("conga").expect("a game");
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(entry.perft(&entry.defaults(), 0, depth), Ok(count), "depth {depth}");
    }
}

#[test]
fn conga_perft_agrees_with_its_twin_for_other_stones() {
    let entry = gridiron_games::find("conga").expect("a game");
    for stones in [1, 2, 3, 4, 5, 60] {
        let options = entry.read_options(&format!("stones={stones}")).expect("stones");
        let twin = NaiveConga::new(stones, 0, 0);
        for depth in 0..=5 {
            let count = entry.perft(&options, 0, depth).expect("a board");
            assert_eq!(count, naive::perft(&twin, depth), "{stones} stones, depth {depth}");
        }
    }
}

/// Commands of all kinds: sensible, senseless, off the board, malformed.
fn any_command(rng: &mut Rng, session: &dyn Session, rows: i64, cols: i64) -> String {
    let mut number = |limit: i64| match rng.below(30) {
        0 => "-1".to_string(),
        1 => limit.to_string(),
        2 => "123456789012345678901234567890".to_string(),
        _ => rng.below(limit as u32).to_string(),
    };
    let (target, source) =
        (format!("{} {}", number(rows), number(cols)), format!("{} {}", number(rows), number(cols)));
    match rng.below(20) {
        0 => {
            any(rng, &["", "plant", "Plant 1 1", "plant 1 x", "colonise 1 1", "?", "plant 1 1 1"]).to_string()
        }
        1..=5 => format!("{} {target}", any(rng, &["fertilise", "plant", "scout", "spray", "bomb"])),
        6 => format!("colonise {target} {source}"),
        _ => any(rng, &session.actions()),
    }
}

#[test]
fn plantation_plays_like_its_twin() {
    let variants = [
        ("", PlantationOptions::default()),
        ("max_turns=400", PlantationOptions { max_turns: 400, ..Default::default() }),
        ("plant_probe=anywhere", PlantationOptions { plant_probe_anywhere: true, ..Default::default() }),
        (
            "rows=4,cols=3,moves_per_turn=5,bomb_damage=2",
            PlantationOptions { rows: 4, cols: 3, moves_per_turn: 5, bomb_damage: 2, ..Default::default() },
        ),
        ("rows=2,cols=2,starting_tiles=1", PlantationOptions { rows: 2, cols: 2, ..Default::default() }),
        ("rows=11,cols=7", PlantationOptions { cols: 7, ..Default::default() }),
        (
            "rows=3,cols=32,moves_per_turn=1",
            PlantationOptions { rows: 3, cols: 32, moves_per_turn: 1, ..Default::default() },
        ),
        ("rows=16,cols=12", PlantationOptions { rows: 16, cols: 12, ..Default::default() }),
        (
            "rows=32,cols=32,max_turns=20",
            PlantationOptions { rows: 32, cols: 32, max_turns: 20, ..Default::default() },
        ),
    ];
    for (rules, options) in variants {
        let seeds = if options.rows * options.cols > 300 { 1 } else { 4 };
        for seed in 0..seeds {
            let mut session = start("plantation", rules, seed);
            let board = session.grid(Viewpoint::All).signed_rows();
            let mut twin = NaivePlantation::from_board(options.clone(), &board);
            let mut rng = Rng::for_purpose(seed, "differential");
            let (rows, cols) = (options.rows as i64, options.cols as i64);
            play_both(&mut *session, &mut twin, 100_000, &format!("{rules}, seed {seed}"), |session| {
                any_command(&mut rng, session, rows, cols)
            });
            assert!(session.outcome().is_some());
        }
    }
}

/// A new game must bring its twin; naming the games here makes sure of it.
#[test]
fn every_game_has_a_twin() {
    let with_twin = ["plantation", "virus", "conga"];
    assert!(GAMES.iter().all(|entry| with_twin.contains(&entry.name)));
}

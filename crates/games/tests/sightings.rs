//! What replies teach, checked against the whole position that the seat cannot
//! see.

use gridiron_games::common::rng::Rng;
use gridiron_games::sighting::{Observation, SightingMap, SquareState};
use gridiron_games::{Cell, GAMES, Grid, Seat, Session, Status, Transition, Viewpoint};

/// Boards small enough that players meet.
const VARIANTS: [&str; 5] = [
    "rows=5,cols=6",
    "rows=5,cols=4,bomb_damage=2",
    "rows=6,cols=5,plant_probe=anywhere",
    "rows=12,cols=4,max_turns=60",
    "rows=3,cols=3,moves_per_turn=7",
];

/// Starts every variant with a few seeds and plays random commands; `check`
/// gets the game before and after each, and what came of it.
fn play(mut check: impl FnMut(&dyn Session, &dyn Session, &gridiron_games::Played, &str)) {
    for variant in VARIANTS {
        for seed in 0..8 {
            let entry = gridiron_games::find("plantation").expect("a game");
            let options = entry.read_options(variant).expect("options");
            let mut session = entry.start(options, seed).expect("a board");
            let mut rng = Rng::for_purpose(seed, "sightings");
            while session.outcome().is_none() {
                let before = session.boxed_clone();
                let Transition::Played(played) = session.submit(&command(&*before, &mut rng)) else {
                    panic!("commands end no game")
                };
                check(&*before, &*session, &played, &format!("{variant} seed {seed}: {played:?}"));
            }
        }
    }
}

/// Mostly something that makes sense; tiles must grow or there is little to find.
fn command(session: &dyn Session, rng: &mut Rng) -> String {
    let actions = session.actions();
    let growing: Vec<&String> = actions.iter().filter(|action| action.starts_with(['f', 'p'])).collect();
    match rng.below(10) {
        0 => format!("plant {} {}", rng.below(6), rng.below(6)),
        1..5 if !growing.is_empty() => growing[rng.below(growing.len() as u32) as usize].clone(),
        _ => actions[rng.below(actions.len() as u32) as usize].clone(),
    }
}

fn enemy(grid: &Grid, square: usize, seat: Seat) -> u32 {
    let cell = grid.cells[square];
    if cell.owner == Some(seat.other()) { cell.count } else { 0 }
}

#[test]
fn sightings_are_true() {
    let mut kinds = [0; 4];
    play(|before, after, played, context| {
        let (was, is) = (before.grid(Viewpoint::All), after.grid(Viewpoint::All));
        for sighting in &played.sightings {
            let (had, has) =
                (enemy(&was, sighting.square, played.seat), enemy(&is, sighting.square, played.seat));
            let kind = match sighting.observation {
                Observation::Holds(cell) => {
                    assert_eq!(is.cells[sighting.square], cell, "{sighting:?}, {context}");
                    usize::from(cell == Cell::default())
                }
                Observation::Lost(by) => {
                    assert!(by > 0 && had == has + by, "{sighting:?}, {context}");
                    2
                }
                Observation::MayHaveLost(by) => {
                    assert!(had == 0 || had == has + by, "{sighting:?}, {context}");
                    3
                }
            };
            kinds[kind] += 1;
        }
    });
    assert!(kinds.iter().all(|count| *count > 50), "each kind comes up: {kinds:?}");
}

/// On another board with the same reply the same is learned: nothing comes
/// from what the seat may not know.
#[test]
fn sightings_follow_from_the_reply() {
    let (mut same, mut rng) = (0, Rng::new(1));
    play(|before, _, played, context| {
        let position = before.position();
        let (board, rest) = position.split_once(' ').expect("a board and more");
        let cell = |cell: &str| {
            let value: i64 = cell.parse().expect("a number");
            let other = -played.seat.sign() * i64::from(rng.below(4));
            if value * played.seat.sign() > 0 { value } else { other }
        };
        let cells: Vec<String> = board.split(['/', ',']).map(cell).map(|value| value.to_string()).collect();
        let cols = board.split('/').next().map_or(0, |row| row.split(',').count());
        let rows: Vec<String> = cells.chunks(cols).map(|row| row.join(",")).collect();
        let changed = before.with_position(&format!("{} {rest}", rows.join("/")));
        let mut changed = changed.expect("a position");
        let Transition::Played(again) = changed.submit(&played.action) else {
            panic!("commands end no game")
        };
        if again.reply == played.reply {
            same += usize::from(!again.sightings.is_empty());
            assert_eq!(again.sightings, played.sightings, "{context}");
        }
    });
    assert!(same > 100, "{same}");
}

/// What was learned in a turn is exact until the other seat acts.
#[test]
fn sightings_of_this_turn_are_exact() {
    let mut maps: Option<[SightingMap; 2]> = None;
    let mut checked = 0;
    play(|before, after, played, context| {
        let squares = before.grid(Viewpoint::All).cells.len();
        let new = || Seat::BOTH.map(|seat| SightingMap::new(seat, squares));
        let maps = match before.status() {
            Status::ToAct { seat: Seat::Zero, turn: 1, actions_left }
                if before.options().integer::<u32>("moves_per_turn") == actions_left =>
            {
                maps.insert(new())
            }
            _ => maps.get_or_insert_with(new),
        };
        let map = &mut maps[played.seat.index()];
        map.learn(&played.sightings, played.turn);
        let truth = after.grid(Viewpoint::All);
        for (square, last_seen) in map.latest_first() {
            if last_seen.turn != played.turn {
                continue;
            }
            let there = enemy(&truth, square, played.seat);
            match last_seen.known {
                SquareState::Empty => assert_eq!(truth.cells[square], Cell::default(), "{square}, {context}"),
                SquareState::Enemy(count) => assert_eq!(there, count, "{square}, {context}"),
                SquareState::Hit => {}
            }
            checked += 1;
        }
    });
    assert!(checked > 1000, "{checked}");
}

/// Where nothing is hidden there is nothing to find out.
#[test]
fn games_without_secrets_teach_nothing() {
    for entry in GAMES.iter().filter(|entry| !entry.has_secrets()) {
        let mut session = entry.start(entry.defaults(), 1).expect("a board");
        while session.outcome().is_none() {
            let Transition::Played(played) = session.submit(&session.actions()[0].clone()) else {
                panic!("legal")
            };
            assert!(played.sightings.is_empty() && played.sightings.capacity() == 0, "{}", entry.name);
        }
    }
}

#[test]
fn shorthand_is_expanded() {
    for (game, line, expected) in [
        ("plantation", "p 3,1", "plant 3,1"),
        ("plantation", "P3 1", "plant 3 1"),
        ("plantation", "plant [3, 1]", "plant 3, 1 "),
        ("plantation", "  Spray 4 5 ", "spray 4 5"),
        ("plantation", "y 4 5", "spray 4 5"),
        ("plantation", "c 1,2,3,4", "colonise 1,2,3,4"),
        ("plantation", "s(3,4)", "scout 3,4 "),
        ("plantation", "f,0,0", "fertilise 0,0"),
        ("plantation", "b -1 5", "bomb -1 5"),
        ("plantation", "sp 4 5", "sp 4 5"),
        ("plantation", "", ""),
        ("plantation", "s", "scout"),
        ("virus", "(4,7)", "4,7"),
        ("virus", "PASS", "pass"),
        // Too easily typed for something that cannot be undone.
        ("virus", "p", "p"),
        ("virus", "4 7", "4 7"),
        ("conga", "1 4 2 4", "1 4 2 4"),
        ("conga", "\u{e9}t\u{e9} 1", "\u{e9}t\u{e9} 1"),
    ] {
        let spelled = gridiron_games::find(game).expect("a game").expand_shorthand(line);
        assert_eq!(spelled.trim_end(), expected.trim_end(), "{game}: {line:?}");
    }
}

/// Every form of every game is read in its long and in its short word.
#[test]
fn forms_are_actions() {
    for entry in &GAMES {
        let session = entry.start(entry.defaults(), 1).expect("a board");
        for form in entry.forms {
            // A form without a short word is read by its long one alone.
            let short = if form.short.is_empty() { form.word } else { form.short };
            for word in [form.word, short] {
                let numbers = ["1", "1", "1", "2"][..form.rest.split_whitespace().count()].join(" ");
                let line = entry.expand_shorthand(&format!("{word} {numbers}"));
                let objection = session.objection(&line).unwrap_or_default();
                let malformed = ["integer", "no command"].iter().any(|part| objection.contains(part));
                assert!(!malformed, "{} {line}: {objection}", entry.name);
            }
        }
    }
}

/// A command with an objection gets the reply `error`, and the other way round as far
/// as the player can tell.
#[test]
fn objections_are_errors_foreseen() {
    let (mut errors, mut objected) = (0, 0);
    play(|before, _, played, context| {
        let objection = before.objection(&played.action);
        let is_error = played.reply == "error";
        errors += usize::from(is_error);
        objected += usize::from(objection.is_some());
        assert!(objection.is_none() || is_error, "{objection:?}, {context}");
        let probes = before.options().is("plant_probe", "anywhere") && played.action.starts_with("plant");
        assert!(objection.is_some() || !is_error || probes, "{context}");
        assert!(objection.is_some() || probes || before.is_legal(&played.action), "{context}");
    });
    assert!(objected > 100 && errors > objected, "{objected} of {errors}");
}

#[test]
fn objections_say_why() {
    let plantation = "2,1,0,-1/0,0,0,0/0,0,1,0 0 starting_tiles=1";
    let cases = [
        ("plantation", plantation, "fertilise 0 0", None),
        (
            "plantation",
            plantation,
            "fertilise 1 0",
            Some("row 1, column 0 is not yours: only your own tiles grow"),
        ),
        ("plantation", plantation, "plant 1 0", None),
        ("plantation", plantation, "plant 0 1", Some("row 0, column 1 is yours already")),
        ("plantation", plantation, "plant 1 3", Some("row 1, column 3 is not beside a tile of yours")),
        (
            "plantation",
            plantation,
            "plant 3 0",
            Some("row 3, column 0 is off the board: rows are 0 to 2, columns 0 to 3"),
        ),
        ("plantation", plantation, "colonise 1 3 0 0", None),
        // For all the player knows.
        ("plantation", plantation, "colonise 0 3 0 0", None),
        (
            "plantation",
            plantation,
            "colonise 1 3 0 1",
            Some("row 0, column 1 holds only 1: it takes 2 to pay for a colony"),
        ),
        (
            "plantation",
            plantation,
            "colonise 1 3 1 0",
            Some("row 1, column 0, which should pay for the colony, is not yours"),
        ),
        ("plantation", plantation, "colonise 0 1 0 0", Some("row 0, column 1 is yours already")),
        (
            "plantation",
            plantation,
            "colonise 1 3 -1 0",
            Some("row -1, column 0 is off the board: rows are 0 to 2, columns 0 to 3"),
        ),
        (
            "plantation",
            plantation,
            "bomb 0 0",
            Some("row 0, column 0 is yours: a bomb is for the other's tiles"),
        ),
        ("plantation", plantation, "scout 0 0", None),
        ("plantation", plantation, "spray 0 0", None),
        ("plantation", plantation, "spray 0", Some("expected 2 integers as in `spray 3 1`, got 1 word")),
        ("plantation", plantation, "grow 0 0", Some("`grow` is no command: there are fertilise")),
        (
            "plantation",
            &format!("{plantation} left=1"),
            "bomb 1 1",
            Some("bomb takes 2 moves and 1 move is left"),
        ),
        ("plantation", &format!("{plantation} plant_probe=anywhere"), "plant 1 3", None),
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "0 1", None),
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "pass", None),
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "0 0", Some("row 0, column 0 is taken")),
        ("virus", "1,0,-1/0,0,0/-1,0,1 0", "0 9", Some("row 0, column 9 is off the board")),
        ("conga", "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", "1 4 2 4", None),
        (
            "conga",
            "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0",
            "4 1 3 1",
            Some("4 1 holds no stones of yours, but `1 4 1 3` is legal: are x and y swapped?"),
        ),
        ("conga", "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0", "1 4 4 4", Some("4 4 is not next to 1 4")),
    ];
    for (game, position, line, expected) in cases {
        let entry = gridiron_games::find(game).expect("a game");
        let session = entry.start(entry.defaults(), 1).expect("a board");
        let session = session.with_position(position).expect(position);
        let objection = session.objection(line);
        let as_expected = match (&objection, expected) {
            (None, None) => true,
            (Some(said), Some(expected)) => said.starts_with(expected),
            _ => false,
        };
        assert!(as_expected, "{game} {line}: {objection:?}, expected {expected:?}");
    }
}

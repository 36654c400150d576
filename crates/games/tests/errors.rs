//! Errors name the rule that was broken and carry the values.

use gridiron_games::common::suggest::Suggestion;
use gridiron_games::game::FaultKind;
use gridiron_games::plantation::{Command, Tile};
use gridiron_games::{ActionError, Game, PositionError, Refusal, conga, find, plantation, virus};

#[test]
fn unknown_games_come_with_a_suggestion() {
    let error = find("virsu").expect_err("a typing error");
    assert_eq!(error.name, "virsu");
    assert_eq!(error.suggestion, Suggestion::DidYouMean("virus".into()));
    assert_eq!(error.to_string(), "unknown game `virsu`: did you mean `virus`?");
    let error = find("chess").expect_err("another game");
    assert_eq!(error.to_string(), "unknown game `chess`: there are plantation, virus, conga");
}

#[test]
fn action_errors_say_what_was_expected() {
    let read = [
        ("", plantation_error(""), FaultKind::Protocol),
        ("`fly` is no command", plantation_error("fly 1 2"), FaultKind::Protocol),
        (
            "expected 4 integers as in `colonise 2 5 3 0`, got 1 word",
            plantation_error("colonise 1"),
            FaultKind::Protocol,
        ),
        (
            "expected 2 integers as in `bomb 3 1`, got 3 words",
            plantation_error("bomb 1 2 3"),
            FaultKind::Protocol,
        ),
        ("`x` is no integer, expected as in `4 7` or `pass`", virus_error("4 x"), FaultKind::Protocol),
        (
            "`my` is no integer, expected as in `4 7` or `pass`",
            virus_error("my move is 9,8"),
            FaultKind::Protocol,
        ),
        ("row 11, column 0 is off the board", virus_error("11 0"), FaultKind::Illegal),
        ("0 4 is off the board: x and y are 1 to 4", conga_error("1 4 0 4"), FaultKind::Illegal),
        ("3 4 is not next to 1 4: name the first square entered", conga_error("1 4 3 4"), FaultKind::Illegal),
    ];
    for (text, error, kind) in read {
        assert!(error.to_string().starts_with(text), "{error}");
        assert_eq!(error.kind(), kind, "{error}");
    }
    assert_eq!(virus_error("-1 0"), ActionError::NoSuchSquare { row: -1, col: 0 });
}

fn plantation_error(line: &str) -> ActionError {
    line.parse::<plantation::Action>().expect_err("no action")
}

fn virus_error(line: &str) -> ActionError {
    line.parse::<virus::Action>().expect_err("no action")
}

fn conga_error(line: &str) -> ActionError {
    line.parse::<conga::Action>().expect_err("no action")
}

#[test]
fn refusals_name_the_rule() {
    let virus: virus::Virus = "1,0,-1/0,0,0/-1,0,1 0".parse().expect("a position");
    let refused = |line: &str| virus.refusal(line.parse().expect("an action"));
    assert_eq!(refused("0 0"), virus::Refusal::Taken { row: 0, col: 0 }.into());
    assert_eq!(refused("3 0"), virus::Refusal::OffBoard { row: 3, col: 0, size: 3 }.into());

    let conga = conga::Position::start(&conga::Options::default(), 0);
    let square = conga::Square::new(4, 1).expect("on the board");
    let refused = |line: &str| conga.refusal(line.parse().expect("an action"));
    assert_eq!(refused("4 1 3 1"), conga::Refusal::NotYours { square }.into());

    let plantation: plantation::Small = "1,0,0/0,0,0 0 left=1 starting_tiles=1".parse().expect("a position");
    let objection = |line: &str| plantation.objection(line.parse().expect("an action"));
    let tile = Tile::new(1, 2);
    assert_eq!(objection("plant 1 2"), Some(plantation::Refusal::NotAdjacent { tile }.into()));
    assert_eq!(
        objection("bomb 1 2"),
        Some(plantation::Refusal::TooExpensive { command: Command::Bomb, left: 1 }.into())
    );
    assert_eq!(objection("plant 0 1"), None);
}

#[test]
fn a_drawn_game_refuses_every_action_because_it_is_over() {
    let drawn: conga::Conga =
        "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0 plies=4 move_limit=4".parse().expect("a position");
    assert_eq!(drawn.objection("1 4 2 4".parse().expect("an action")), Some(Refusal::GameOver));
}

#[test]
fn position_errors_say_where() {
    let cases: [(&str, PositionError); 6] = [
        ("", PositionError::Empty),
        ("1,0/1 0", PositionError::UnevenRow { row: 1, cells: 1, expected: 2 }),
        ("1,0/0,1", PositionError::NoSeat { got: None }),
        (
            "0,0/0,0 0",
            PositionError::WrongSize {
                rows: 2,
                cols: 2,
                expected: "a Virus board is a square of 3 to 11 squares a side",
            },
        ),
        ("0,0,0/0,0,2/0,0,0 0", PositionError::CellOutOfRange { value: 2, row: 1, col: 2, limit: 1 }),
        (
            "0,0,0/0,0,0/0,0,0 0 passes=3",
            PositionError::FieldOutOfRange { key: "passes", value: 3, min: 0, max: 2 },
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<virus::Virus>(), Err(expected), "{text}");
    }
}

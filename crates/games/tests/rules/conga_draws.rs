//! The rules of Conga: draws, openings, options.

use gridiron_games::Cause;
use gridiron_games::common::draws::Repeatable;
use gridiron_games::conga::Position;

use super::Origin::{At, Start};
use super::{Case, drawn, has_openings, refuses, run, to_act, won};

fn conga(cases: &[Case]) {
    run("conga", cases);
}

/// The start with one stone each.
const ONE_STONE: &str = "
    1b .  .  .
    .  .  .  .
    .  .  .  .
    .  .  .  1w";

/// Both go and come back.
const THERE_AND_BACK: [(&str, &str); 4] =
    [("1 4 2 4", "OK"), ("4 1 3 1", "OK"), ("2 4 1 4", "OK"), ("3 1 4 1", "OK")];

#[test]
fn the_third_occurrence_is_a_draw() {
    let (once, twice) = (THERE_AND_BACK, THERE_AND_BACK.repeat(2));
    conga(&[
        Case {
            rule: "the second occurrence is none",
            from: Start(0, "stones=1"),
            board: ONE_STONE,
            sent: &once,
            then: to_act(0, 3, 1),
        },
        Case {
            rule: "the start position counts as its first occurrence",
            from: Start(0, "stones=1"),
            board: ONE_STONE,
            sent: &twice,
            then: drawn(Cause::Repetition),
        },
        Case {
            rule: "one ply before it goes on",
            from: Start(0, "stones=1"),
            board: "
                1b .  .  . | 1b .  .  .
                .  .  .  . | .  .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  1w .",
            sent: &twice[..7],
            then: to_act(1, 4, 1),
        },
        Case {
            rule: "any other position counts the same",
            from: Start(0, "stones=1"),
            board: "
                1b .  .  . | .  .  .  .
                .  .  .  . | 1b .  .  .
                .  .  .  . | .  .  .  1w
                .  .  . 1w | .  .  .  .",
            sent: &[
                ("1 4 1 3", "OK"),
                ("4 1 4 2", "OK"),
                ("1 3 2 3", "OK"),
                ("4 2 3 2", "OK"),
                ("2 3 1 3", "OK"),
                ("3 2 4 2", "OK"),
                ("1 3 1 2", "OK"),
                ("4 2 4 3", "OK"),
                ("1 2 1 3", "OK"),
                ("4 3 4 2", "OK"),
            ],
            then: drawn(Cause::Repetition),
        },
        Case {
            rule: "repetition=2",
            from: Start(0, "stones=1,repetition=2"),
            board: ONE_STONE,
            sent: &once,
            then: drawn(Cause::Repetition),
        },
        Case {
            rule: "repetition=4: the third occurrence is none",
            from: Start(0, "stones=1,repetition=4"),
            board: ONE_STONE,
            sent: &twice,
            then: to_act(0, 5, 1),
        },
        Case {
            rule: "repetition=4: the fourth is",
            from: Start(0, "stones=1,repetition=4"),
            board: ONE_STONE,
            sent: &THERE_AND_BACK.repeat(3),
            then: drawn(Cause::Repetition),
        },
        Case {
            rule: "repetition=0 is off",
            from: Start(0, "stones=1,repetition=0"),
            board: ONE_STONE,
            sent: &THERE_AND_BACK.repeat(10),
            then: to_act(0, 21, 1),
        },
        Case {
            rule: "the same board with the other player to move is another position",
            from: Start(0, "stones=1,repetition=2"),
            board: ONE_STONE,
            sent: &[
                ("1 4 2 4", "OK"),
                ("4 1 3 1", "OK"),
                ("2 4 1 3", "OK"),
                ("3 1 4 1", "OK"),
                ("1 3 1 4", "OK"),
            ],
            then: to_act(1, 3, 1),
        },
        Case {
            rule: "the same squares with other numbers are another position",
            from: At("0 repetition=2"),
            board: "
                1b .  .  . | 2b .  .  .
                2b .  .  . | 1b .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  .  1w",
            sent: &[
                ("1 4 2 4", "OK"),
                ("4 1 3 1", "OK"),
                ("1 3 1 4", "OK"),
                ("3 1 4 2", "OK"),
                ("2 4 1 3", "OK"),
                ("4 2 4 1", "OK"),
            ],
            then: to_act(0, 4, 1),
        },
    ]);
}

#[test]
fn the_move_limit_is_a_draw() {
    let once = THERE_AND_BACK;
    conga(&[
        Case {
            rule: "399 plies are not 400",
            from: At("0 plies=398"),
            board: "
                1b .  .  . | .  1b .  .
                .  .  .  . | .  .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  .  1w",
            sent: &[("1 4 2 4", "OK")],
            then: to_act(1, 200, 1),
        },
        Case {
            rule: "after 400 plies",
            from: At("1 plies=399"),
            board: "
                1b .  .  . | 1b .  .  .
                .  .  .  . | .  .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  1w .",
            sent: &[("4 1 3 1", "OK")],
            then: drawn(Cause::MoveLimit),
        },
        Case {
            rule: "move_limit=4: after 3 plies the game goes on",
            from: Start(0, "stones=1,move_limit=4"),
            board: "
                1b .  .  . | 1b .  .  .
                .  .  .  . | .  .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  1w .",
            sent: &once[..3],
            then: to_act(1, 2, 1),
        },
        Case {
            rule: "move_limit=4: after 4 it ends",
            from: Start(0, "stones=1,move_limit=4"),
            board: ONE_STONE,
            sent: &once,
            then: drawn(Cause::MoveLimit),
        },
        Case {
            rule: "move_limit=0 is off",
            from: At("0 plies=400 move_limit=0"),
            board: "
                1b .  .  . | .  1b .  .
                .  .  .  . | .  .  .  .
                .  .  .  . | .  .  .  .
                .  .  . 1w | .  .  .  1w",
            sent: &[("1 4 2 4", "OK")],
            then: to_act(1, 201, 1),
        },
    ]);
}

#[test]
fn no_legal_move_goes_before_repetition_and_that_before_the_move_limit() {
    conga(&[
        Case {
            rule: "no legal move after 400 plies",
            from: At("1 plies=399"),
            board: "
                3b 1w .  .  | 3b 1w .  .
                1w .  .  .  | 1w 5w .  .
                .  .  5w .  | .  .  .  .
                .  .  .  .  | .  .  .  .",
            sent: &[("3 2 2 3", "OK")],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "the third occurrence after the last ply",
            from: Start(0, "stones=1,move_limit=8"),
            board: ONE_STONE,
            sent: &THERE_AND_BACK.repeat(2),
            then: drawn(Cause::Repetition),
        },
        Case {
            rule: "the same with repetition off",
            from: Start(0, "stones=1,move_limit=8,repetition=0"),
            board: ONE_STONE,
            sent: &THERE_AND_BACK.repeat(2),
            then: drawn(Cause::MoveLimit),
        },
    ]);
    // No game gets here, as its first occurrence ends it.
    let locked: Position = "3,-1,0,0/-1,-5,0,0/0,0,0,0/0,0,0,0 0 plies=8".parse().expect("a position");
    let free: Position = "3,-1,0,0/-1,0,0,0/0,0,-5,0/0,0,0,0 0 plies=8".parse().expect("a position");
    let thrice = |position: Position| {
        let seen = format!("{0:x},0,{0:x},0", position.key());
        let start = super::start("conga", "", 0).expect("a game");
        start.with_position(&format!("{position} seen={seen}")).expect("a position").status()
    };
    assert_eq!(thrice(locked), won(1, -1, Cause::Normal));
    assert_eq!(thrice(free), drawn(Cause::Repetition));
}

#[test]
fn openings_are_moves_after_which_the_game_goes_on() {
    for (options, plies) in [
        ("opening_plies=1", 1),
        ("opening_plies=4", 4),
        ("opening_plies=40", 40),
        ("stones=1,opening_plies=4", 4),
        ("move_limit=5,opening_plies=4", 4),
    ] {
        has_openings("conga", options, plies);
    }
}

#[test]
fn options_that_make_no_game_are_refused() {
    refuses(
        "conga",
        &[
            ("stones=0", "stones=0"),
            ("stones=61", "stones=61"),
            ("repetition=1", "repetition=1"),
            ("repetition=-1", "repetition=-1"),
            ("move_limit=-1", "move_limit=-1"),
            ("move_limit=4,opening_plies=4", "opening_plies=4"),
            ("size=4", "size"),
        ],
    );
}

//! Conga: `b` is black (seat 0), `w` is white; y = 4 on the first line.

use gridiron_games::Cause;

use super::Origin::{At, Start};
use super::{Case, begin, read_boards, run, to_act, won};

fn conga(cases: &[Case]) {
    run("conga", cases);
}

const BOARD: &str = "
    10b .  .  .
    .   .  .  .
    .   .  .  .
    .   .  .  10w";

#[test]
fn the_start_and_its_moves() {
    conga(&[
        Case {
            rule: "black has 10 stones on (1,4), white 10 on (4,1); black moves first",
            from: Start(0, ""),
            board: BOARD,
            sent: &[],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "run 3: one on the first, two on the second, the rest on the third",
            from: Start(0, ""),
            board: "
                10b .  .  .   | .  1b 2b 7b
                .   .  .  .   | .  .  .  .
                .   .  .  .   | .  .  .  .
                .   .  .  10w | .  .  .  10w",
            sent: &[("1 4 2 4", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "white sows the same way, and then it is turn 2",
            from: Start(0, ""),
            board: "
                10b .  .  .   | .  .  .  .
                .   .  .  .   | 1b .  .  .
                .   .  .  .   | 2b .  .  .
                .   .  .  10w | 7b 9w 1w .",
            sent: &[("1,4,1,3", "OK"), ("4 1,3 1", "OK")],
            then: to_act(0, 2, 1),
        },
        Case {
            rule: "the opponent in the far corner makes the diagonal a run of 2",
            from: Start(0, ""),
            board: "
                10b .  .  .   | .  .  .  .
                .   .  .  .   | .  1b .  .
                .   .  .  .   | .  .  9b .
                .   .  .  10w | .  .  .  10w",
            sent: &[("1 4 2 3", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "option stones: 1",
            from: Start(0, "stones=1"),
            board: "
                1b  .  .  .   | .  1b .  .
                .   .  .  .   | .  .  .  .
                .   .  .  .   | .  .  .  .
                .   .  .  1w  | .  .  .  1w",
            sent: &[("1 4 2 4", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "option stones: 60",
            from: Start(0, "stones=60"),
            board: "
                60b .  .  .   | .  .  .  57w
                .   .  .  .   | 1b .  .  2w
                .   .  .  .   | 2b .  .  1w
                .   .  .  60w | 57b .  . .",
            sent: &[("1 4 1 3", "OK"), ("4 1 4 2", "OK")],
            then: to_act(0, 2, 1),
        },
    ]);
    let session = begin("conga", Start(0, ""), &read_boards(BOARD).0).expect("the start");
    let mut actions = session.actions();
    actions.sort();
    assert_eq!(actions, ["1 4 1 3", "1 4 2 3", "1 4 2 4"]);
    assert_eq!(session.forced(), None);
}

#[test]
fn stones_run_out_in_the_order_they_are_sown() {
    let cases = [
        ("1 4 2 4", "1b .  .  . ", ".  1b .  . "),
        ("1 4 2 4", "2b .  .  . ", ".  1b 1b . "),
        ("1 4 2 4", "3b .  .  . ", ".  1b 2b . "),
        ("1 4 2 4", "4b .  .  . ", ".  1b 2b 1b"),
        ("1 4 2 4", "5b .  .  . ", ".  1b 2b 2b"),
        ("2 4 3 4", ".  1b .  . ", ".  .  1b . "),
        ("2 4 3 4", ".  2b .  . ", ".  .  1b 1b"),
        ("2 4 3 4", ".  3b .  . ", ".  .  1b 2b"),
        ("2 4 3 4", ".  4b .  . ", ".  .  1b 3b"),
        ("3 4 4 4", ".  .  1b . ", ".  .  .  1b"),
        ("3 4 4 4", ".  .  2b . ", ".  .  .  2b"),
        ("3 4 4 4", ".  .  3b . ", ".  .  .  3b"),
        ("3 4 4 4", ".  .  4b . ", ".  .  .  4b"),
        ("4 4 3 4", ".  .  .  3b", ".  2b 1b . "),
        ("4 4 3 4", ".  .  .  4b", "1b 2b 1b . "),
    ];
    for (line, before, after) in cases {
        let rest = ".  .  .  . \n .  .  .  . \n .  .  .  1w";
        conga(&[Case {
            rule: &format!("{before} sown by {line}"),
            from: At("0"),
            board: &format!("{before} | {after}\n{rest}"),
            sent: &[(line, "OK")],
            then: to_act(1, 1, 1),
        }]);
        let swap = |row: &str| row.replace('b', "w");
        conga(&[Case {
            rule: &format!("{} sown by {line}", swap(before)),
            from: At("1"),
            board: &format!("{} | {}\n{}", swap(before), swap(after), rest.replace('w', "b")),
            sent: &[(line, "OK")],
            then: to_act(0, 2, 1),
        }]);
    }
}

#[test]
fn the_run_ends_before_the_opponent_and_passes_over_own_stones() {
    let cases = [
        ("opponent on the third square: run 2", "5b .  .  1w", ".  1b 4b 1w"),
        ("opponent on the second square: run 1", "5b .  1w . ", ".  5b 1w . "),
        ("what lies beyond an opponent does not count", "5b .  1w 2b", ".  5b 1w 2b"),
        ("own stones on the first square", "6b 2b .  . ", ".  3b 2b 3b"),
        ("own stones on the second square", "6b .  4b . ", ".  1b 6b 3b"),
        ("own stones on the third square", "6b .  .  9b", ".  1b 2b 12b"),
        ("own stones all along", "6b 1b 1b 1b", ".  2b 3b 4b"),
        ("own stones that get nothing stay", "3b 2b .  1b", ".  3b 2b 1b"),
        ("own stones that get nothing stay", "1b .  2b 1b", ".  1b 2b 1b"),
        ("own stones before an opponent: run 1", "5b 2b 1w . ", ".  7b 1w . "),
        ("own stones before an opponent: run 2", "5b 2b 3b 1w", ".  3b 7b 1w"),
    ];
    for (rule, before, after) in cases {
        conga(&[Case {
            rule,
            from: At("0"),
            board: &format!("{before} | {after}\n. . . .\n. . . .\n. . . 1w"),
            sent: &[("1 4 2 4", "OK")],
            then: to_act(1, 1, 1),
        }]);
    }
    conga(&[
        Case {
            rule: "white is held up by black",
            from: At("1"),
            board: "
                .  .  .  .  | .  .  .  .
                .  3b .  .  | .  3b .  .
                .  .  2w .  | .  .  5w .
                .  .  .  3w | .  .  .  .",
            sent: &[("4 1 3 2", "OK")],
            then: to_act(0, 2, 1),
        },
        Case {
            rule: "a square that got nothing is nobody's and holds nobody up",
            from: At("0"),
            board: "
                3b .  .  .  | .  1b 2b 1w
                .  .  .  .  | .  .  .  2w
                .  .  .  .  | .  .  .  1w
                .  .  .  4w | .  .  .  .",
            sent: &[("1 4 2 4", "OK"), ("4 1 4 2", "OK")],
            then: to_act(0, 2, 1),
        },
    ]);
}

#[test]
fn stones_go_in_8_directions() {
    conga(&[
        Case {
            rule: "right, from the inside",
            from: At("0"),
            board: "
                .  .  .  1w | .  .  .  1w
                .  .  .  .  | .  .  .  .
                .  5b .  .  | .  .  1b 4b
                .  .  .  .  | .  .  .  .",
            sent: &[("2 2 3 2", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "left, as far as the edge",
            from: At("0"),
            board: "
                .  .  .  1w | .  .  .  1w
                .  .  .  .  | .  .  .  .
                .  5b .  .  | 5b .  .  .
                .  .  .  .  | .  .  .  .",
            sent: &[("2 2 1 2", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "up is towards y = 4",
            from: At("0"),
            board: "
                .  .  .  1w | .  4b .  1w
                .  .  .  .  | .  1b .  .
                .  5b .  .  | .  .  .  .
                .  .  .  .  | .  .  .  .",
            sent: &[("2 2 2 3", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "down is towards y = 1",
            from: At("0"),
            board: "
                .  .  .  1w | .  .  .  1w
                .  .  .  .  | .  .  .  .
                .  5b .  .  | .  .  .  .
                .  .  .  .  | .  5b .  .",
            sent: &[("2 2 2 1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "up and right",
            from: At("0"),
            board: "
                .  .  .  .  | .  .  .  2b
                .  .  .  .  | .  .  2b .
                .  .  .  .  | .  1b .  .
                5b .  .  1w | .  .  .  1w",
            sent: &[("1 1 2 2", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "up and left",
            from: At("1"),
            board: "
                .  .  .  1b | 2w .  .  1b
                .  .  .  .  | .  2w .  .
                .  .  .  .  | .  .  1w .
                .  .  .  5w | .  .  .  .",
            sent: &[("4 1 3 2", "OK")],
            then: to_act(0, 2, 1),
        },
        Case {
            rule: "down and left",
            from: At("0"),
            board: "
                .  .  .  5b | .  .  .  .
                .  .  .  .  | .  .  1b .
                .  .  .  .  | .  2b .  .
                .  .  .  1w | 2b .  .  1w",
            sent: &[("4 4 3 3", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "down and right",
            from: At("0"),
            board: "
                5b .  .  .  | .  .  .  .
                .  .  .  .  | .  1b .  .
                .  .  .  .  | .  .  2b .
                1w .  .  .  | 1w .  .  2b",
            sent: &[("1 4 2 3", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "the edge of the board is no way round it",
            from: At("0"),
            board: "
                .  .  .  1w | .  .  .  1w
                .  .  5b .  | .  .  .  5b
                .  .  .  .  | .  .  .  .
                .  .  .  .  | .  .  .  .",
            sent: &[("3 3 4 3", "OK")],
            then: to_act(1, 1, 1),
        },
    ]);
}

#[test]
fn a_player_to_move_without_a_legal_move_has_lost() {
    conga(&[
        Case {
            rule: "black in a corner",
            from: At("0"),
            board: "
                10b 1w .  .
                1w  8w .  .
                .   .  .  .
                .   .  .  .",
            sent: &[],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "white in a corner",
            from: At("1"),
            board: "
                .  .  .  .
                .  .  .  .
                .  .  8b 1b
                .  .  1b 10w",
            sent: &[],
            then: won(0, 1, Cause::Normal),
        },
        Case {
            rule: "black at an edge and white all around",
            from: At("0"),
            board: "
                .  .  1w 2b
                .  .  1w 1w
                1w 1w 1w .
                1w 8b 1w .",
            sent: &[],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "white in the middle",
            from: At("1"),
            board: "
                1b 1b 1b .
                1b 9w 1b .
                1b 1b 3b .
                .  .  .  .",
            sent: &[],
            then: won(0, 1, Cause::Normal),
        },
        Case {
            rule: "own stones do not lock anybody in",
            from: At("0"),
            board: "
                5b 5b 1w .
                1w 1w 1w .
                .  .  .  .
                .  .  .  .",
            sent: &[],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "white makes the last move",
            from: At("1"),
            board: "
                3b 1w .  .  | 3b 1w .  .
                1w .  .  .  | 1w 5w .  .
                .  .  5w .  | .  .  .  .
                .  .  .  .  | .  .  .  .",
            sent: &[("3 2 2 3", "OK")],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "black makes the last move",
            from: At("0"),
            board: "
                .  .  .  .  | .  .  .  .
                .  4b .  .  | .  .  .  .
                .  .  .  1b | .  .  4b 1b
                .  .  1b 6w | .  .  1b 6w",
            sent: &[("2 3 3 2", "OK")],
            then: won(0, 1, Cause::Normal),
        },
        Case {
            rule: "only the player to move can lose so",
            from: At("1"),
            board: "
                10b 1w .  .
                1w  8w .  .
                .   .  .  .
                .   .  .  .",
            sent: &[],
            then: to_act(1, 1, 1),
        },
    ]);
}

#[test]
fn an_illegal_move_loses() {
    let cases = [
        ("nothing is there", "2 2 2 3"),
        ("the opponent's stones", "4 1 3 1"),
        ("left of the board", "1 4 0 4"),
        ("above the board", "1 4 1 5"),
        ("from outside", "0 4 1 4"),
        ("from outside", "5 1 4 1"),
        ("two squares away", "1 4 3 4"),
        ("two squares away on a diagonal", "1 4 3 2"),
        ("not in a line", "1 4 2 2"),
        ("nowhere", "1 4 1 4"),
        ("negative", "1 4 -2 4"),
        ("of 20 digits", "1 4 99999999999999999999 4"),
        ("of 20 digits and negative", "-99999999999999999999 4 2 4"),
        ("not what 8 bits leave of it", "257 4 2 4"),
        ("not what 32 bits leave of it", "1 4 4294967298 4"),
    ];
    for (why, line) in cases {
        conga(&[Case {
            rule: &format!("illegal: {why}: {line}"),
            from: Start(0, ""),
            board: BOARD,
            sent: &[(line, "illegal: lost")],
            then: won(1, -1, Cause::Illegal),
        }]);
    }
    conga(&[
        Case {
            rule: "illegal: the opponent is on the first square",
            from: At("0"),
            board: "
                5b 1w .  .
                .  .  .  .
                .  .  .  .
                .  .  .  .",
            sent: &[("1 4 2 4", "illegal: lost")],
            then: won(1, -1, Cause::Illegal),
        },
        Case {
            rule: "illegal for white: black's stones",
            from: At("1"),
            board: BOARD,
            sent: &[("1 4 2 4", "illegal: lost")],
            then: won(0, 1, Cause::Illegal),
        },
    ]);
}

#[test]
fn a_line_that_is_no_move_loses() {
    let lines = [
        "",
        " ",
        ",",
        "1 4 2",
        "1 4 2 4 1",
        "1 4 2 x",
        "1 4 +2 4",
        "1 4 2.0 4",
        "1,4,,2,4",
        "1 4 2 4,",
        "pass",
        "move 1 4 2 4",
        "a4 b4",
        "?",
    ];
    for line in lines {
        for (seat, score) in [(0, -1), (1, 1)] {
            conga(&[Case {
                rule: &format!("no move of seat {seat}: `{line}`"),
                from: At(&seat.to_string()),
                board: BOARD,
                sent: &[(line, "protocol: lost")],
                then: won(1 - seat, score, Cause::Protocol),
            }]);
        }
    }
}

#[test]
fn time_crash_no_start_and_endless_lines_lose() {
    let faults = [
        ("time", Cause::Time),
        ("crash", Cause::Crash),
        ("no-start", Cause::NoStart),
        ("endless-line", Cause::Protocol),
    ];
    for (fault, cause) in faults {
        for (loser, score) in [(0, -1), (1, 1)] {
            conga(&[Case {
                rule: &format!("{fault} of seat {loser}"),
                from: Start(0, ""),
                board: BOARD,
                sent: &[(&format!("!{fault} {loser}"), &format!("{cause}: lost"))],
                then: won(1 - loser, score, cause),
            }]);
        }
    }
}

//! Virus: `x` is player 1 (seat 0), `o` is player 2.

use gridiron_games::virus::Virus;
use gridiron_games::{Cause, Seat, perft};

use super::Origin::{At, Start};
use super::{Case, begin, drawn, has_openings, read_boards, refuses, run, start, to_act, won};

fn virus(cases: &[Case]) {
    run("virus", cases);
}

const TEN: &str = "
    x . . . . . . . . o
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    o . . . . . . . . x";

const ELEVEN: &str = "
    x . . . . . . . . . o
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    o . . . . . . . . . x";

const THREE: &str = "
    x . o
    . . .
    o . x";

/// x at the top left, o at the bottom right, x to move.
const FIVE: &str = "
    x x . . .
    x . . . .
    . . . . .
    . . . . o
    . . . o o";

#[test]
fn players_start_in_the_corners_and_the_seed_says_who_moves_first() {
    for (options, board) in [("", TEN), ("size=10", TEN), ("size=3", THREE), ("size=11", ELEVEN)] {
        for seat in [0, 1] {
            virus(&[Case {
                rule: &format!("`{options}`: seat {seat} moves first with some seed"),
                from: Start(seat, options),
                board,
                sent: &[],
                then: to_act(seat, 1, 1),
            }]);
        }
    }
}

#[test]
fn who_moves_first_comes_from_the_seed_alone() {
    let first = |options: &str, seed| {
        start("virus", options, seed).expect("a game").status().seat().expect("a mover")
    };
    let of_seat_zero = (0..200).filter(|seed| first("", *seed) == Seat::Zero).count();
    assert!((60..=140).contains(&of_seat_zero), "seat 0 moves first in {of_seat_zero} of 200 games");
    for seed in 0..200 {
        for options in ["", "size=5", "on_illegal=lose,opening_plies=4"] {
            assert_eq!(first(options, seed), first("", seed), "`{options}` seed {seed}");
        }
    }
}

#[test]
fn a_stone_goes_next_to_an_own_stone_in_8_directions() {
    let cases = [
        ("0 0", "x . . /. x . /. . . "),
        ("0 1", ". x . /. x . /. . . "),
        ("0 2", ". . x /. x . /. . . "),
        ("1 0", ". . . /x x . /. . . "),
        ("1 2", ". . . /. x x /. . . "),
        ("2 0", ". . . /. x . /x . . "),
        ("2 1", ". . . /. x . /. x . "),
        ("2 2", ". . . /. x . /. . x "),
    ];
    for (line, after) in cases {
        let rows: Vec<&str> = after.split('/').collect();
        virus(&[Case {
            rule: &format!("{line} is next to 1 1"),
            from: At("0"),
            board: &format!(". . . | {}\n. x . | {}\n. . . | {}", rows[0], rows[1], rows[2]),
            sent: &[(line, "OK")],
            then: to_act(1, 1, 1),
        }]);
    }
}

#[test]
fn every_enemy_stone_next_to_the_new_stone_becomes_yours() {
    virus(&[
        Case {
            rule: "seven neighbours and no one else's",
            from: At("0"),
            board: "
                o o o . o | x x x . o
                o . o o . | x x x o .
                o o x . . | x x x . .
                o . . o . | o . . o .
                . . . . o | . . . . o",
            sent: &[("1 1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "the eighth direction, for player 2",
            from: At("1"),
            board: "
                x . . . . | x . . . .
                . o x x . | . o o o .
                . x . x . | . o o o .
                . x x x . | . o o o .
                . . . . x | . . . . x",
            sent: &[("2 2", "OK")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "no chain reaction",
            from: At("0"),
            board: "
                x . o o o | x x x o o
                . . o . . | . . x . .
                . . o . . | . . o . .
                . . . . . | . . . . .
                . . . . . | . . . . .",
            sent: &[("0 1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "no conversion around the edge of the board",
            from: At("0"),
            board: "
                . . . x . | . . . x x
                o . . . . | o . . . .
                o . . . . | o . . . .
                . . . . . | . . . . .
                . . . . o | . . . . o",
            sent: &[("0 4", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a stone next to friends alone converts nothing",
            from: At("0"),
            board: "
                x x . . . | x x . . .
                x . . . . | x x . . .
                . . . . . | . . . . .
                . . . . o | . . . . o
                . . . o o | . . . o o",
            sent: &[("1,1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "turns go up after both had theirs, whoever began",
            from: At("1"),
            board: "
                x x . . . | x x x . .
                x . . . . | x . . . .
                . . . . . | . . . . .
                . . . . o | . . . o o
                . . . o o | . . . o o",
            sent: &[("3 3", "OK"), ("0 2", "OK")],
            then: to_act(1, 2, 1),
        },
    ]);
}

const ILLEGAL: &[(&str, &str)] = &[
    ("an own stone is there", "0 0"),
    ("an enemy stone is there", "4 4"),
    ("two squares from an own stone", "0 3"),
    ("next to enemy stones only", "3 3"),
    ("off a small board", "7 7"),
    ("just below the board", "5 0"),
    ("just right of the board", "0 5"),
    ("off every board", "50 3"),
    ("negative", "-1 0"),
    ("negative", "0 -1"),
    ("a row of 20 digits", "99999999999999999999 0"),
    ("a column of 20 digits", "0 -99999999999999999999"),
    ("not what 8 bits leave of it", "257 1"),
    ("not what 32 bits leave of it", "4294967297 1"),
    ("not what 64 bits leave of it", "18446744073709551617 1"),
];

const NO_MOVE: &[&str] = &[
    "",
    "  ",
    ",",
    "1",
    "1 1 1",
    "1,,1",
    "1 1,",
    "a b",
    "1 b",
    "1.0 1",
    "+1 1",
    "1 0x1",
    "-- 1",
    "PASS",
    "Pass",
    "pass 1",
    "pass pass",
    "place 1 1",
    "?",
];

#[test]
fn an_illegal_move_is_a_pass() {
    for (why, line) in ILLEGAL {
        virus(&[Case {
            rule: &format!("illegal: {why}: {line}"),
            from: At("0"),
            board: FIVE,
            sent: &[(line, "illegal: pass: OK")],
            then: to_act(1, 1, 1),
        }]);
    }
}

#[test]
fn a_line_that_is_no_move_is_a_pass() {
    for line in NO_MOVE {
        virus(&[Case {
            rule: &format!("no move: `{line}`"),
            from: At("0"),
            board: FIVE,
            sent: &[(line, "protocol: pass: OK")],
            then: to_act(1, 1, 1),
        }]);
    }
}

#[test]
fn with_on_illegal_lose_both_cost_the_game() {
    for (why, line) in ILLEGAL {
        virus(&[Case {
            rule: &format!("illegal: {why}: {line}"),
            from: At("0 on_illegal=lose"),
            board: FIVE,
            sent: &[(line, "illegal: lost")],
            then: won(1, -25, Cause::Illegal),
        }]);
    }
    for line in NO_MOVE {
        virus(&[Case {
            rule: &format!("no move: `{line}`"),
            from: At("1 on_illegal=lose"),
            board: FIVE,
            sent: &[(line, "protocol: lost")],
            then: won(0, 25, Cause::Protocol),
        }]);
    }
    virus(&[
        Case {
            rule: "on_illegal=lose from the start",
            from: Start(0, "size=3,on_illegal=lose"),
            board: THREE,
            sent: &[("0 0", "illegal: lost")],
            then: won(1, -9, Cause::Illegal),
        },
        Case {
            rule: "on_illegal=lose: a pass of one's own will is no fault",
            from: At("0 on_illegal=lose"),
            board: FIVE,
            sent: &[("pass", "OK")],
            then: to_act(1, 1, 1),
        },
    ]);
}

#[test]
fn a_board_has_edges() {
    virus(&[
        Case {
            rule: "the end of a row is not next to the start of the next, on the largest board",
            from: At("0"),
            board: "
                . . . . . . . . . . x
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                . . . . . . . . . . .
                o . . . . . . . . . .",
            sent: &[("1 0", "illegal: pass: OK"), ("9 10", "illegal: pass: OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "nor on a small one",
            from: At("0"),
            board: "
                . . x
                . . .
                o . .",
            sent: &[("1 0", "illegal: pass: OK"), ("1 2", "illegal: pass: OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "the last square of the largest board is a square",
            from: At("0"),
            board: "
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . . . | . . . . . . . . . . .
                . . . . . . . . . x o | . . . . . . . . . x x
                . . . . . . . . . . . | . . . . . . . . . . x",
            sent: &[("10 10", "OK")],
            then: to_act(1, 1, 1),
        },
    ]);
}

/// o cannot move.
const O_IS_STUCK: &str = "
    o x .
    x x .
    . . .";

#[test]
fn the_generator_yields_placements_or_else_pass_alone() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("placements, no pass", FIVE, "0", &["0 2", "1 1", "1 2", "2 0", "2 1"]),
        ("the other player's", FIVE, "1", &["2 3", "2 4", "3 2", "3 3", "4 2"]),
        ("no pass after a pass either", O_IS_STUCK, "0 passes=1", &["0 2", "1 2", "2 0", "2 1", "2 2"]),
        ("pass alone", O_IS_STUCK, "1", &["pass"]),
        ("a player without stones", "x x . \n . . . \n . . .", "1", &["pass"]),
        ("nothing after the end", O_IS_STUCK, "0 passes=2", &[]),
    ];
    for (rule, board, tail, expected) in cases {
        let session = begin("virus", At(tail), &read_boards(board).0).expect(rule);
        let mut actions = session.actions();
        actions.sort();
        assert_eq!(actions, *expected, "{rule}");
        let forced = (*expected == ["pass"]).then(|| "pass".to_string());
        assert_eq!(session.forced(), forced, "{rule}");
        assert_eq!(session.is_legal("pass"), !expected.is_empty(), "{rule}: a pass is always legal");
    }
}

#[test]
fn a_forced_pass_is_one_ply_and_one_perft_node() {
    let position: Virus = "-1,1,0/1,1,0/0,0,0 1".parse().expect("a position");
    assert_eq!([1, 2].map(|depth| perft::perft(&position, depth)), [1, 5]);
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    virus(&[
        Case {
            rule: "a player may pass",
            from: At("0"),
            board: FIVE,
            sent: &[("pass", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "of their own will, both; equal draws",
            from: At("0"),
            board: FIVE,
            sent: &[("pass", "OK"), (" pass ", "OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "illegal, then forced; more stones wins",
            from: At("0"),
            board: O_IS_STUCK,
            sent: &[("0 0", "illegal: pass: OK"), ("pass", "OK")],
            then: won(0, 2, Cause::Normal),
        },
        Case {
            rule: "forced, then of their own will",
            from: At("1"),
            board: O_IS_STUCK,
            sent: &[("pass", "OK"), ("pass", "OK")],
            then: won(0, 2, Cause::Normal),
        },
        Case {
            rule: "forced, then a line that is no move",
            from: At("1"),
            board: O_IS_STUCK,
            sent: &[("pass", "OK"), ("hello", "protocol: pass: OK")],
            then: won(0, 2, Cause::Normal),
        },
        Case {
            rule: "of their own will, then illegal; player 2 has more",
            from: At("0"),
            board: "
                x . .
                . . .
                . o o",
            sent: &[("pass", "OK"), ("0 0", "illegal: pass: OK")],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "illegal, then a line that is no move",
            from: At("1"),
            board: FIVE,
            sent: &[("4 4", "illegal: pass: OK"), ("", "protocol: pass: OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "late with on_timeout=pass, then of their own will",
            from: At("0 on_timeout=pass"),
            board: FIVE,
            sent: &[("!time 0", "time: pass: OK"), ("pass", "OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "the second pass of a row, whoever passed first",
            from: At("1 plies=7 passes=1"),
            board: O_IS_STUCK,
            sent: &[("pass", "OK")],
            then: won(0, 2, Cause::Normal),
        },
        Case {
            rule: "a stone in between starts the row again",
            from: At("0"),
            board: "
                x x . . . | x x . . .
                x . . . . | x . . . .
                . . . . . | . . . . .
                . . . . o | . . . o o
                . . . o o | . . . o o",
            sent: &[("pass", "OK"), ("3 3", "OK"), ("pass", "OK")],
            then: to_act(1, 2, 1),
        },
        Case {
            rule: "a forced pass alone ends nothing",
            from: At("1"),
            board: "
                o x . | o x .
                x x . | x x .
                . . . | . . x",
            sent: &[("pass", "OK"), ("2 2", "OK"), ("pass", "OK")],
            then: to_act(0, 2, 1),
        },
    ]);
}

#[test]
fn the_game_ends_when_nobody_can_move() {
    virus(&[
        Case {
            rule: "a full board; the last stone converts first",
            from: At("0"),
            board: "
                . x o | x x o
                o x o | x x o
                o o x | o o x",
            sent: &[("0 0", "OK")],
            then: won(0, 1, Cause::Normal),
        },
        Case {
            rule: "a full board; the score is player 1's stones minus player 2's",
            from: At("1"),
            board: "
                . x o | o o o
                o x o | o o o
                o o x | o o x",
            sent: &[("0 0", "OK")],
            then: won(1, -7, Cause::Normal),
        },
        Case {
            rule: "a full board; equal draws",
            from: At("0"),
            board: "
                . x o o | x x o o
                x x o o | x x o o
                x x o o | x x o o
                x x o o | x x o o",
            sent: &[("0 0", "OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "one empty square left goes on",
            from: At("0"),
            board: "
                . x o | x x o
                o x o | x x o
                o . x | o . x",
            sent: &[("0 0", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a player without stones loses no game yet",
            from: At("0"),
            board: "
                x . o | x x x
                . . . | . . .
                . . . | . . .",
            sent: &[("0 1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "neither player can move",
            from: At("0"),
            board: "
                . . .
                . . .
                . . .",
            sent: &[],
            then: drawn(Cause::Normal),
        },
    ]);
}

#[test]
fn a_game_lost_by_a_fault_counts_as_a_full_board() {
    let faults = [
        ("time", Cause::Time),
        ("crash", Cause::Crash),
        ("no-start", Cause::NoStart),
        ("endless-line", Cause::Protocol),
    ];
    for (options, board, full) in [("size=3", THREE, 9), ("", TEN, 100), ("size=11", ELEVEN, 121)] {
        for (fault, cause) in faults {
            for (loser, score) in [(0, -full), (1, full)] {
                virus(&[Case {
                    rule: &format!("`{options}`: {fault} of seat {loser}"),
                    from: Start(0, options),
                    board,
                    sent: &[(&format!("!{fault} {loser}"), &format!("{cause}: lost"))],
                    then: won(1 - loser, score, cause),
                }]);
            }
        }
    }
}

#[test]
fn what_a_late_move_costs_is_an_option() {
    virus(&[
        Case {
            rule: "on_timeout=pass: it counts as a pass",
            from: Start(1, "size=3,on_timeout=pass"),
            board: THREE,
            sent: &[("!time 1", "time: pass: OK")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "on_timeout=lose is the default",
            from: At("1"),
            board: FIVE,
            sent: &[("!time 1", "time: lost")],
            then: won(0, 25, Cause::Time),
        },
        Case {
            rule: "on_timeout=pass is no licence to send nonsense",
            from: At("0 on_timeout=pass on_illegal=lose"),
            board: FIVE,
            sent: &[("nonsense", "protocol: lost")],
            then: won(1, -25, Cause::Protocol),
        },
        Case {
            rule: "a crash always loses",
            from: At("0 on_timeout=pass"),
            board: FIVE,
            sent: &[("!crash 0", "crash: lost")],
            then: won(1, -25, Cause::Crash),
        },
    ]);
}

#[test]
fn openings_are_placements_after_which_the_game_goes_on() {
    for (options, plies) in [
        ("opening_plies=1", 1),
        ("opening_plies=4", 4),
        ("opening_plies=40", 40),
        ("size=3,opening_plies=4", 4),
        ("size=11,opening_plies=7", 7),
    ] {
        has_openings("virus", options, plies);
    }
}

#[test]
fn options_that_make_no_game_are_refused() {
    refuses(
        "virus",
        &[
            ("size=2", "size=2"),
            ("size=12", "size=12"),
            ("size=ten", "size=ten"),
            ("on_illegal=draw", "on_illegal=draw"),
            ("on_timeout=Pass", "on_timeout=Pass"),
            ("opening_plies=-1", "opening_plies=-1"),
            ("size=3,opening_plies=5", "opening_plies=5"),
            ("size=3,opening_plies=40", "opening_plies=40"),
            ("rows=10", "rows"),
        ],
    );
}

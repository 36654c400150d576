//! Plantation: costs, turns, the end, faults, the start.
//! `+` is Plus (seat 0), `-` is Minus; rows and columns from 0 at the top left.

use std::collections::HashSet;

use gridiron_games::{Cause, FaultKind, Seat, Transition, Viewpoint};

use super::Origin::{At, Start};
use super::plantation_commands::FIELD;
use super::{Board, Case, begin, drawn, read_boards, refuses, run, send, start, to_act, won};

fn plantation(cases: &[Case]) {
    run("plantation", cases);
}

const SMALLEST: &str = "
    +1 -1
    +1 -1";

#[test]
fn a_command_always_uses_up_its_moves() {
    const BOARD: &str = "
        +5  .  .
        .   .  .
        .   . -5";
    let cases = [
        ("fertilise 1 1", "error", 2),
        ("plant 1 1", "error", 2),
        ("plant 0 0", "error", 2),
        ("scout 1 1", "OK 5,0,0,0,0,0,0,0,-5", 2),
        ("scout 3 1", "error", 2),
        ("colonise 0 0 0 0", "error", 1),
        ("colonise 2 2 0 0", "occupied -5", 1),
        ("spray 0 1", "OK 0", 1),
        ("spray 0 3", "error", 1),
        ("bomb 0 0", "error", 1),
        ("bomb 1 1", "OK 0", 1),
    ];
    for (line, reply, left) in cases {
        plantation(&[Case {
            rule: &format!("`{line}` takes {} of 3", 3 - left),
            from: At("0"),
            board: BOARD,
            sent: &[(line, reply)],
            then: to_act(0, 1, left),
        }]);
    }
    for line in ["colonise 1 1 0 0", "spray 2 2", "bomb 2 2", "colonise 9 9 0 0", "spray -1 0", "bomb 0 9"] {
        plantation(&[
            Case {
                rule: &format!("a two-move command with one move left ends the turn: {line}"),
                from: At("0 left=1"),
                board: BOARD,
                sent: &[(line, "error")],
                then: to_act(1, 1, 3),
            },
            Case {
                rule: &format!("and makes no debts: {line}"),
                from: At("0 left=1"),
                board: BOARD,
                sent: &[
                    (line, "error"),
                    ("scout 0 0", "OK 5,0,0,0"),
                    ("scout 0 0", "OK 5,0,0,0"),
                    ("scout 0 0", "OK 5,0,0,0"),
                ],
                then: to_act(0, 2, 3),
            },
        ]);
    }
    plantation(&[
        Case {
            rule: "too few moves left, for Minus",
            from: At("1 left=1"),
            board: BOARD,
            sent: &[("bomb 0 0", "error")],
            then: to_act(0, 2, 3),
        },
        Case {
            rule: "one-move commands get a reply with the last move",
            from: At("1 left=1"),
            board: "
                +5  .  . | +5  .  .
                .   .  . | .   .  .
                .   . -5 | .   . -6",
            sent: &[("fertilise 2 2", "OK")],
            then: to_act(0, 2, 3),
        },
        Case {
            rule: "moves_per_turn=1: two-move commands never come to anything",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,moves_per_turn=1"),
            board: SMALLEST,
            sent: &[("spray 0 1", "error"), ("bomb 0 0", "error")],
            then: to_act(0, 2, 1),
        },
    ]);
}

#[test]
fn off_the_board_is_an_error_at_full_cost() {
    const BOARD: &str = "
        +5 -1 +5
        -1 -1 -1
        +5 -1 +5";
    let squares = [
        "3 0",
        "0 3",
        "-1 0",
        "0 -1",
        "11 0",
        "0 11",
        "127 0",
        "256 0",
        "0 65536",
        "2147483648 0",
        "0 -2147483649",
        "4294967296 0",
        "0 18446744073709551616",
        "99999999999999999999 0",
        "0 -99999999999999999999",
    ];
    for square in squares {
        plantation(&[Case {
            rule: &format!("off the board: {square}"),
            from: At("0 moves_per_turn=20"),
            board: BOARD,
            sent: &[
                (&format!("fertilise {square}"), "error"),
                (&format!("plant {square}"), "error"),
                (&format!("scout {square}"), "error"),
                (&format!("colonise {square} 0 0"), "error"),
                (&format!("colonise 0 0 {square}"), "error"),
                (&format!("colonise 1 1 {square}"), "error"),
                (&format!("spray {square}"), "error"),
                (&format!("bomb {square}"), "error"),
            ],
            then: to_act(0, 1, 7),
        }]);
    }
}

#[test]
fn a_malformed_line_is_an_error_and_costs_1_move() {
    let lines = [
        ("an unknown command", "grow 0 0"),
        ("an unknown command", "pass"),
        ("command words are lower case", "Fertilise 0 0"),
        ("command words are lower case", "FERTILISE 0 0"),
        ("no command", "0 0"),
        ("no command", "?"),
        ("no space", "fertilise0 0"),
        ("another separator", "fertilise;0;0"),
        ("no coordinates", "fertilise"),
        ("no coordinates", "colonise"),
        ("too few coordinates", "plant 0"),
        ("too few coordinates", "bomb 1"),
        ("too few coordinates", "colonise 0 1 0"),
        ("too few coordinates", "colonise 0 1"),
        ("too many coordinates", "scout 0 0 0"),
        ("too many coordinates", "spray 0 1 0 0"),
        ("too many coordinates", "colonise 0 1 0 0 0"),
        ("no integer", "fertilise +0 0"),
        ("no integer", "plant 0 +1"),
        ("no integer", "fertilise 0.0 0"),
        ("no integer", "fertilise a b"),
        ("no integer", "fertilise 0 0x0"),
        ("no integer", "fertilise 0 -"),
        ("no integer", "fertilise --0 0"),
        ("no integer", "fertilise 0 \u{0660}"),
        ("no integer", "colonise 0 1 0 x"),
        ("no integer", "fertilise [0 0]"),
    ];
    for (why, line) in lines {
        plantation(&[Case {
            rule: &format!("{why}: `{line}`"),
            from: At("0"),
            board: "
                +5  .  .
                .   .  .
                .   . -5",
            sent: &[(line, &format!("protocol: {line}: error"))],
            then: to_act(0, 1, 2),
        }]);
    }
    plantation(&[
        Case {
            rule: "an empty line, and one of spaces",
            from: At("1 starting_tiles=2"),
            board: SMALLEST,
            sent: &[("", "protocol: ?: error"), (" \t ", "protocol: ?: error")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a malformed line with the last move ends the turn",
            from: At("0 left=1 starting_tiles=2"),
            board: SMALLEST,
            sent: &[("bomb", "protocol: bomb: error")],
            then: to_act(1, 1, 3),
        },
    ]);
}

#[test]
fn words_are_joined_by_commas_or_spaces() {
    plantation(&[Case {
        rule: "one or the other, and any way to write an integer",
        from: At("0 moves_per_turn=11"),
        board: "
            +1  .  . | +8  .  .
            .   .  . | .   .  .
            .   .  . | .  +1 +1",
        sent: &[
            ("fertilise 0 0", "OK"),
            ("fertilise,0,0", "OK"),
            ("fertilise 0,0", "OK"),
            ("fertilise,0 0", "OK"),
            ("fertilise , 0 ,\t0", "OK"),
            ("  fertilise   0  0  ", "OK"),
            ("fertilise 00 -0", "OK"),
            ("fertilise 0 00000000000000000000000", "OK"),
            ("colonise 2,2 0,0", "OK"),
            ("plant,02,1", "OK"),
        ],
        then: to_act(1, 1, 11),
    }]);
}

/// Between two commas stands an empty word, which is no integer.
#[test]
fn an_empty_word_is_malformed_and_stays_so_in_the_record() {
    let board = read_boards("+5 . . \n . . . \n . . -5").0;
    for line in [",", ",,", "fertilise 0,,0", "fertilise 0 0,", ",fertilise 0 0", "fertilise,,0,0"] {
        let before = begin("plantation", At("0"), &board).expect("a position");
        let mut session = before.boxed_clone();
        let Transition::Played(played) = session.submit(line) else { panic!("`{line}` ended the game") };
        let fault = played.fault.map(|(kind, _)| kind);
        assert_eq!((fault, played.reply.as_str()), (Some(FaultKind::Protocol), "error"), "`{line}`");
        assert_eq!(session.status(), to_act(0, 1, 2), "`{line}`");
        assert_eq!(session.grid(Viewpoint::All).signed_rows(), board, "`{line}`");

        let record = played.action;
        assert!(record.split(' ').all(|word| !word.is_empty()), "`{line}` is recorded as `{record}`");
        let again = send(&mut *before.boxed_clone(), &record);
        assert_eq!(again, format!("protocol: {record}: error"), "`{line}` is recorded as `{record}`");
    }
}

#[test]
fn turns() {
    let scout = ("scout 0 0", "OK 1,-1,1,-1");
    let cases = [
        (0, to_act(0, 1, 3)),
        (2, to_act(0, 1, 1)),
        (3, to_act(1, 1, 3)),
        (5, to_act(1, 1, 1)),
        (6, to_act(0, 2, 3)),
        (9, to_act(1, 2, 3)),
        (597, to_act(1, 100, 3)),
        (599, to_act(1, 100, 1)),
        (600, drawn(Cause::Normal)),
    ];
    for (moves, then) in cases {
        plantation(&[Case {
            rule: &format!("Plus first, then alternating, 3 moves a turn, 100 turns each: {moves} moves"),
            from: Start(0, "rows=2,cols=2,starting_tiles=2"),
            board: SMALLEST,
            sent: &[scout].repeat(moves),
            then,
        }]);
    }
    plantation(&[
        Case {
            rule: "moves_per_turn=2",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,moves_per_turn=2"),
            board: SMALLEST,
            sent: &[scout; 3],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "max_turns=1: Plus had its last turn, Minus has not",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,max_turns=1"),
            board: SMALLEST,
            sent: &[scout; 5],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "max_turns=1: both had their turn",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,max_turns=1"),
            board: SMALLEST,
            sent: &[scout; 6],
            then: drawn(Cause::Normal),
        },
    ]);
}

#[test]
fn the_highest_sum_wins() {
    plantation(&[
        Case {
            rule: "Plus has more",
            from: At("1 turn=100 left=1"),
            board: "
                +9 +2  .
                .   .  .
                -1  . -4",
            sent: &[("scout 0 0", "OK 9,2,0,0")],
            then: won(0, 6, Cause::Normal),
        },
        Case {
            rule: "Minus has more, its last move included",
            from: At("1 turn=100 left=1"),
            board: "
                +3  .  . | +3  .  .
                .   .  . | .   .  .
                .   . -4 | .   . -5",
            sent: &[("fertilise 2 2", "OK")],
            then: won(1, -2, Cause::Normal),
        },
        Case {
            rule: "equal sums draw, however many tiles",
            from: At("1 turn=100 left=1"),
            board: "
                +2 +1 +1 | +2 +1 +1
                .   .  . | .   .  .
                .   . -3 | .   . -4",
            sent: &[("fertilise 2 2", "OK")],
            then: drawn(Cause::Normal),
        },
        Case {
            rule: "an error with the last move ends the game too",
            from: At("1 turn=100 left=1"),
            board: "
                +3  .  .
                .   .  .
                .   . -4",
            sent: &[("bomb 0 0", "error")],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "a malformed last line ends the game too",
            from: At("1 turn=7 left=1 max_turns=7"),
            board: "
                +3  .  .
                .   .  .
                .   . -4",
            sent: &[("done", "protocol: done: error")],
            then: won(1, -1, Cause::Normal),
        },
        Case {
            rule: "what was bombed away does not count",
            from: At("1 turn=100 left=2"),
            board: "
                +9  .  . | +5  .  .
                .   .  . | .   .  .
                .   . -4 | .   . -4",
            sent: &[("bomb 0 0", "OK 4")],
            then: won(0, 1, Cause::Normal),
        },
    ]);
}

#[test]
fn a_player_with_no_tile_left_plays_on() {
    plantation(&[
        Case {
            rule: "losing the last tile ends nothing",
            from: At("0"),
            board: "
                +1  .  . | +1  .  .
                .   .  . | .   .  .
                .   . -3 | .   .  .",
            sent: &[("bomb 2 2", "OK 3")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "it can still look around and do damage",
            from: At("1 moves_per_turn=9"),
            board: "
                +9  .  . | +4  .  .
                .   .  . | .   .  .
                .   .  . | .   .  .",
            sent: &[
                ("scout 1 1", "OK 9,0,0,0,0,0,0,0,0"),
                ("spray 0 1", "OK 1"),
                ("bomb 0 0", "OK 4"),
                ("plant 2 2", "error"),
                ("fertilise 2 2", "error"),
                ("colonise 2 2 1 1", "error"),
            ],
            then: to_act(0, 2, 9),
        },
        Case {
            rule: "nobody has a tile left",
            from: At("1 turn=100"),
            board: "
                +3  .  . | .   .  .
                .   .  . | .   .  .
                .   .  . | .   .  .",
            sent: &[("bomb 0 0", "OK 3"), ("scout 0 0", "OK 0,0,0,0")],
            then: drawn(Cause::Normal),
        },
    ]);
}

#[test]
fn large_tiles_do_not_wrap() {
    plantation(&[
        Case {
            rule: "Plus grows past 127, 255, 32767 and 65535",
            from: At("0 moves_per_turn=5"),
            board: "
                +127   +255   . | +128   +256   .
                +32767 +65535 . | +32768 +65536 .
                .       .     . | .       .     .",
            sent: &[
                ("fertilise 0 0", "OK"),
                ("fertilise 0 1", "OK"),
                ("fertilise 1 0", "OK"),
                ("fertilise 1 1", "OK"),
                ("scout 1 1", "OK 128,256,0,32768,65536,0,0,0,0"),
            ],
            then: to_act(1, 1, 5),
        },
        Case {
            rule: "Minus grows past -128, -256, -32768 and -65536",
            from: At("1 moves_per_turn=5"),
            board: "
                -128   -256   . | -129   -257   .
                -32768 -65536 . | -32769 -65537 .
                .       .     . | .       .     .",
            sent: &[
                ("fertilise 0 0", "OK"),
                ("fertilise 0 1", "OK"),
                ("fertilise 1 0", "OK"),
                ("fertilise 1 1", "OK"),
                ("scout 1 1", "OK -129,-257,0,-32769,-65537,0,0,0,0"),
            ],
            then: to_act(0, 2, 5),
        },
        Case {
            rule: "they shrink, pay and are found out",
            from: At("0 moves_per_turn=9"),
            board: "
                +40000 -40000  . | +39999 -39996  .
                .      -32768  . | .      -32767  .
                .       .      . | .       .     +1",
            sent: &[
                ("plant 0 1", "occupied -40000"),
                ("bomb 0 1", "OK 4"),
                ("spray 2 1", "OK 1"),
                ("colonise 2 2 0 0", "OK"),
                ("colonise 1 1 0 0", "occupied -32767"),
            ],
            then: to_act(1, 1, 9),
        },
        Case {
            rule: "they are found out by Minus",
            from: At("1"),
            board: "
                +40000 -1  .
                .       .  .
                .       .  .",
            sent: &[("plant 0 0", "occupied 40000"), ("scout 0 0", "OK 40000,-1,0,0")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "they are summed",
            from: At("1 turn=100 left=1"),
            board: "
                +40000 +40000 +40000
                .       .      .
                .       .     -50000",
            sent: &[("scout 2 0", "OK 0,0,0,0")],
            then: won(0, 70_000, Cause::Normal),
        },
        Case {
            rule: "sums beyond 32 bits",
            from: At("1 turn=100 left=1"),
            board: "
                -2000000000 -2000000000 -2000000000
                .            .           .
                .            .          +1000000000",
            sent: &[("scout 2 0", "OK 0,0,0,0")],
            then: won(1, -5_000_000_000, Cause::Normal),
        },
    ]);
}

#[test]
fn a_tile_grows_without_end_in_a_long_game() {
    let mut session =
        start("plantation", "rows=2,cols=2,starting_tiles=2,max_turns=10000,moves_per_turn=100", 1)
            .expect("a game");
    for _ in 0..400 {
        for line in ["fertilise 0 0", "fertilise 1 1"] {
            (0..100).for_each(|_| assert_eq!(send(&mut *session, line), "OK"));
        }
    }
    assert_eq!(session.status(), to_act(0, 401, 100));
    assert_eq!(send(&mut *session, "scout 0 0"), "OK 40001,-1,1,-40001");
}

#[test]
fn faults_cost_a_margin_of_100() {
    let faults = [
        ("time", Cause::Time),
        ("crash", Cause::Crash),
        ("no-start", Cause::NoStart),
        ("endless-line", Cause::Protocol),
    ];
    for (fault, cause) in faults {
        for to_act in ["0", "1"] {
            for (loser, score) in [(0, -100), (1, 100)] {
                plantation(&[Case {
                    rule: &format!(
                        "{fault} of seat {loser} while {to_act} is to act, whatever the board says"
                    ),
                    from: At(to_act),
                    board: "
                        +999  .   .
                        .     .   .
                        .     . -12",
                    sent: &[(&format!("!{fault} {loser}"), &format!("{cause}: lost"))],
                    then: won(1 - loser, score, cause),
                }]);
            }
        }
    }
}

#[test]
fn a_player_sees_its_own_tiles_only() {
    let session = begin("plantation", At("0"), &read_boards(FIELD).0).expect("a position");
    let views = [
        (Seat::Zero, "+1 . . +3 \n . +5 . . \n . +7 . +9 \n . . . ."),
        (Seat::One, ". -2 . . \n -4 . -6 . \n . . -8 . \n -1 . . -2"),
    ];
    for (seat, seen) in views {
        assert_eq!(session.grid(Viewpoint::Seat(seat)).signed_rows(), read_boards(seen).0, "seat {seat}");
    }
}

#[test]
fn a_player_learns_nothing_about_the_opponents_commands() {
    let lines = [
        "fertilise 0 0",
        "fertilise 3 3",
        "plant 0 2",
        "plant 0 1",
        "scout 1 1",
        "colonise 3 1 2 3",
        "colonise 0 1 2 3",
        "spray 0 3",
        "bomb 3 1",
        "nonsense",
    ];
    let board = read_boards(FIELD).0;
    for line in lines {
        let mut session = begin("plantation", At("0"), &board).expect("a position");
        let before = session.describe_view(Seat::One);
        send(&mut *session, line);
        assert_eq!(session.describe_view(Seat::One), before, "{line}");
    }
    let mut session = begin("plantation", At("0"), &board).expect("a position");
    let before = session.describe_view(Seat::One);
    send(&mut *session, "bomb 2 2");
    assert_ne!(session.describe_view(Seat::One), before, "a player sees what its own tiles lose");
}

#[test]
fn boards_of_2x2_and_32x32() {
    plantation(&[
        Case {
            rule: "2x2: every square is in every scout's sight",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,moves_per_turn=4"),
            board: SMALLEST,
            sent: &[
                ("scout 0 0", "OK 1,-1,1,-1"),
                ("scout 0 1", "OK 1,-1,1,-1"),
                ("scout 1 0", "OK 1,-1,1,-1"),
                ("scout 1 1", "OK 1,-1,1,-1"),
            ],
            then: to_act(1, 1, 4),
        },
        Case {
            rule: "2x2 with one tile each",
            from: Start(0, "rows=2,cols=2,starting_tiles=1"),
            board: "
                +1  . | +1  .
                .  -1 | +1  .",
            sent: &[("plant 1 0", "OK"), ("spray 1 1", "OK 1")],
            then: to_act(1, 1, 3),
        },
    ]);
    let empty = ". ".repeat(30);
    let middle = format!("+1 {empty} -1\n").repeat(30);
    let planted = format!("+1 +1 {} -1", ". ".repeat(29));
    let board = format!("+1 {empty} -1 | {planted}\n{middle}+1 {empty} -1 | +2 {empty} .\n");
    plantation(&[Case {
        rule: "32x32",
        from: Start(0, "rows=32,cols=32,starting_tiles=32,moves_per_turn=20"),
        board: &board,
        sent: &[
            ("scout 31 31", "OK 0,-1,0,-1"),
            ("scout 0 31", "OK 0,-1,0,-1"),
            ("scout 31 0", "OK 1,0,1,0"),
            ("scout 16 30", "OK 0,0,-1,0,0,-1,0,0,-1"),
            ("fertilise 31 0", "OK"),
            ("plant 0 1", "OK"),
            ("plant 0 31", "error"),
            ("plant 31 32", "error"),
            ("fertilise 32 0", "error"),
            ("bomb 31 31", "OK 1"),
            ("spray 15 15", "OK 0"),
        ],
        then: to_act(0, 1, 7),
    }]);
}

#[test]
fn the_start_is_drawn_from_the_seed() {
    for (options, rows, cols, tiles) in [
        ("", 11, 11, 3),
        ("rows=4,cols=7,starting_tiles=4", 4, 7, 4),
        ("rows=2,cols=2,starting_tiles=1", 2, 2, 1),
        ("rows=32,cols=2,starting_tiles=5", 32, 2, 5),
        ("rows=32,cols=32", 32, 32, 3),
    ] {
        let board = |seed| -> Board {
            start("plantation", options, seed).expect("a game").grid(Viewpoint::All).signed_rows()
        };
        let (mut left_columns, mut right_columns) = (HashSet::new(), HashSet::new());
        for seed in 0..50 {
            let rows_drawn = board(seed);
            let column = |col: usize| -> Vec<i64> { rows_drawn.iter().map(|row| row[col]).collect() };
            let (left, right) = (column(0), column(cols - 1));
            assert_eq!((left.len(), rows_drawn[0].len()), (rows, cols), "`{options}`");
            assert!(left.iter().all(|tile| [0, 1].contains(tile)), "`{options}` seed {seed}");
            assert!(right.iter().all(|tile| [0, -1].contains(tile)), "`{options}` seed {seed}");
            assert_eq!(left.iter().sum::<i64>(), tiles, "`{options}` seed {seed}");
            assert_eq!(right.iter().sum::<i64>(), -tiles, "`{options}` seed {seed}");
            let all: i64 = rows_drawn.concat().iter().map(|tile| tile.abs()).sum();
            assert_eq!(all, 2 * tiles, "`{options}` seed {seed}: a tile between the columns");
            assert_eq!(board(seed), rows_drawn, "`{options}` seed {seed}");
            left_columns.insert(left);
            right_columns.insert(right);
        }
        let is_random = tiles < rows as i64;
        assert_eq!(left_columns.len() > 1, is_random, "`{options}`");
        assert_eq!(right_columns.len() > 1, is_random, "`{options}`");
    }
}

#[test]
fn the_start_depends_on_nothing_but_the_seed() {
    let at = |options: &str, seed| start("plantation", options, seed).expect("a game");
    for seed in 0..50 {
        let usual = at("", seed);
        assert_eq!(usual.status(), to_act(0, 1, 3), "seed {seed}");
        let other = at("bomb_damage=3,max_turns=7,moves_per_turn=5,plant_probe=anywhere", seed);
        assert_eq!(other.grid(Viewpoint::All), usual.grid(Viewpoint::All), "seed {seed}");
    }
}

#[test]
fn options_that_make_no_game_are_refused() {
    refuses(
        "plantation",
        &[
            ("rows=1", "rows=1"),
            ("rows=33", "rows=33"),
            ("cols=1", "cols=1"),
            ("cols=33", "cols=33"),
            ("rows=4,starting_tiles=5", "starting_tiles=5"),
            ("starting_tiles=12", "starting_tiles=12"),
            ("max_turns=-1", "max_turns=-1"),
            ("bomb_damage=four", "bomb_damage=four"),
            ("plant_probe=never", "plant_probe=never"),
            ("colour=green", "colour"),
            ("row=5", "row"),
        ],
    );
}

//! Plantation: what each command does.
//! `+` is Plus (seat 0), `-` is Minus; rows and columns from 0 at the top left.

use super::Origin::{At, Start};
use super::{Case, run, to_act};

fn plantation(cases: &[Case]) {
    run("plantation", cases);
}

#[test]
fn fertilise() {
    plantation(&[
        Case {
            rule: "own tile grows by 1: OK",
            from: At("0"),
            board: "
                .  +1  . | .  +2  .
                .   .  . | .   .  .
                .  -3  . | .  -3  .",
            sent: &[("fertilise 0 1", "OK")],
            then: to_act(0, 1, 2),
        },
        Case {
            rule: "Minus grows downwards",
            from: At("1"),
            board: "
                .  +1  . | .  +1  .
                .   .  . | .   .  .
                .  -3  . | .  -5  .",
            sent: &[("fertilise 2 1", "OK"), ("fertilise 2 1", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "else error: empty, or the enemy's",
            from: At("0"),
            board: "
                .  +1  .
                .   .  .
                .  -3  .",
            sent: &[("fertilise 1 1", "error"), ("fertilise 2 1", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "else error, for Minus",
            from: At("1"),
            board: "
                .  +1  .
                .   .  .
                .  -3  .",
            sent: &[("fertilise 1 1", "error"), ("fertilise 0 1", "error")],
            then: to_act(1, 1, 1),
        },
    ]);
}

#[test]
fn plant() {
    plantation(&[
        Case {
            rule: "empty and next to an own tile: it becomes yours with 1, OK",
            from: At("0 moves_per_turn=5"),
            board: "
                .   .  . | .  +1  .
                .  +2  . | +1 +2 +1
                .   .  . | .  +1  .",
            sent: &[("plant 0 1", "OK"), ("plant 1 0", "OK"), ("plant 1 2", "OK"), ("plant 2 1", "OK")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "Minus plants -1",
            from: At("1"),
            board: "
                .   .  . | .  -1  .
                .  -2  . | .  -2 -1
                .   .  . | .   .  .",
            sent: &[("plant 0 1", "OK"), ("plant 1 2", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a new tile has neighbours of its own",
            from: At("0"),
            board: "
                +1  .  . | +1 +1 +1
                .   .  . | .   . +1
                .   .  . | .   .  .",
            sent: &[("plant 0 1", "OK"), ("plant 0 2", "OK"), ("plant 1 2", "OK")],
            then: to_act(1, 1, 3),
        },
        Case {
            rule: "own tile: error",
            from: At("0"),
            board: "
                +1 +1  .
                .   .  .
                .  -1 -1",
            sent: &[("plant 0 0", "error"), ("plant 0 1", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "own tile: error, for Minus",
            from: At("1"),
            board: "
                +1 +1  .
                .   .  .
                .  -1 -1",
            sent: &[("plant 2 2", "error")],
            then: to_act(1, 1, 2),
        },
        Case {
            rule: "not orthogonally adjacent to an own tile: error",
            from: At("0 moves_per_turn=9"),
            board: "
                .   .  . .
                .  +5  . .
                .   .  . .",
            sent: &[
                ("plant 0 0", "error"),
                ("plant 0 2", "error"),
                ("plant 2 0", "error"),
                ("plant 2 2", "error"),
                ("plant 1 3", "error"),
            ],
            then: to_act(0, 1, 4),
        },
        Case {
            rule: "adjacent to the enemy's tiles only: error",
            from: At("1"),
            board: "
                .   .  .
                .  +5  .
                -1  .  .",
            sent: &[("plant 0 1", "error"), ("plant 1 2", "error")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "the end of a row is not adjacent to the start of the next",
            from: At("0"),
            board: "
                .   . +1
                .   .  .
                .   .  .",
            sent: &[("plant 1 0", "error")],
            then: to_act(0, 1, 2),
        },
        Case {
            rule: "nor on 11 columns, nor the other way round",
            from: At("0"),
            board: "
                .  .  .  .  .  .  .  .  .  . +1
                .  .  .  .  .  .  .  .  .  .  .
                .  .  .  .  .  .  .  .  .  .  .
                +1 .  .  .  .  .  .  .  .  .  .",
            sent: &[("plant 1 0", "error"), ("plant 2 10", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "enemy tile: nothing happens, occupied # with its sign",
            from: At("0"),
            board: "
                +1 -3  .
                .   .  .
                .   .  .",
            sent: &[("plant 0 1", "occupied -3")],
            then: to_act(0, 1, 2),
        },
        Case {
            rule: "enemy tile of Plus: occupied #",
            from: At("1"),
            board: "
                +12 -3  .
                .    .  .
                .    .  .",
            sent: &[("plant 0 0", "occupied 12")],
            then: to_act(1, 1, 2),
        },
        Case {
            rule: "enemy tile that is not adjacent: error",
            from: At("0"),
            board: "
                +1  . -3
                .  -2  .
                .   .  .",
            sent: &[("plant 0 2", "error"), ("plant 1 1", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "enemy tile that is not adjacent: error, for Minus",
            from: At("1"),
            board: "
                +4  . -3
                .   .  .
                .   .  .",
            sent: &[("plant 0 0", "error")],
            then: to_act(1, 1, 2),
        },
    ]);
}

#[test]
fn plant_probe() {
    plantation(&[
        Case {
            rule: "anywhere: an enemy tile that is not adjacent is occupied #, everything else as ever",
            from: At("0 moves_per_turn=9 plant_probe=anywhere"),
            board: "
                +1 -2  . | +1 -2  .
                .   .  . | +1  .  .
                .   . -3 | .   . -3",
            sent: &[
                ("plant 2 2", "occupied -3"),
                ("plant 0 1", "occupied -2"),
                ("plant 2 0", "error"),
                ("plant 0 0", "error"),
                ("plant 3 3", "error"),
                ("plant 1 0", "OK"),
            ],
            then: to_act(0, 1, 3),
        },
        Case {
            rule: "anywhere, for Minus, even without a tile",
            from: At("1 plant_probe=anywhere"),
            board: "
                +7  .  .
                .   .  .
                .   .  .",
            sent: &[("plant 0 0", "occupied 7"), ("plant 2 2", "error")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "anywhere, from the start",
            from: Start(0, "rows=2,cols=3,starting_tiles=2,plant_probe=anywhere"),
            board: "
                +1  . -1
                +1  . -1",
            sent: &[("plant 0 2", "occupied -1")],
            then: to_act(0, 1, 2),
        },
        Case {
            rule: "adjacent is the default",
            from: Start(0, "rows=2,cols=3,starting_tiles=2"),
            board: "
                +1  . -1
                +1  . -1",
            sent: &[("plant 0 2", "error")],
            then: to_act(0, 1, 2),
        },
    ]);
}

pub const FIELD: &str = "
    +1 -2  .  +3
    -4 +5 -6   .
    .  +7 -8  +9
    -1  .  .  -2";

#[test]
fn scout() {
    plantation(&[
        Case {
            rule: "the true values of the 3x3 around the target, row by row, both players' tiles",
            from: At("0"),
            board: FIELD,
            sent: &[("scout 1 1", "OK 1,-2,0,-4,5,-6,0,7,-8"), ("scout 2 2", "OK 5,-6,0,7,-8,9,0,0,-2")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "Minus sees the same signs",
            from: At("1"),
            board: FIELD,
            sent: &[("scout 1 1", "OK 1,-2,0,-4,5,-6,0,7,-8")],
            then: to_act(1, 1, 2),
        },
        Case {
            rule: "squares off the board are left out: corners",
            from: At("0 moves_per_turn=9"),
            board: FIELD,
            sent: &[
                ("scout 0 0", "OK 1,-2,-4,5"),
                ("scout 0 3", "OK 0,3,-6,0"),
                ("scout 3 0", "OK 0,7,-1,0"),
                ("scout 3 3", "OK -8,9,0,-2"),
            ],
            then: to_act(0, 1, 5),
        },
        Case {
            rule: "squares off the board are left out: edges",
            from: At("1 moves_per_turn=9"),
            board: FIELD,
            sent: &[
                ("scout 0 1", "OK 1,-2,0,-4,5,-6"),
                ("scout 1 0", "OK 1,-2,-4,5,0,7"),
                ("scout 2 3", "OK -6,0,-8,9,0,-2"),
                ("scout 3 2", "OK 7,-8,9,0,0,-2"),
            ],
            then: to_act(1, 1, 5),
        },
    ]);
}

#[test]
fn colonise() {
    plantation(&[
        Case {
            rule: "empty, however far: target becomes yours with 1, source loses 1, OK",
            from: At("0"),
            board: "
                +2  .  . | +1  .  .
                .   .  . | .   .  .
                .   .  . | .   . +1",
            sent: &[("colonise 2 2 0 0", "OK")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "Minus colonises; next to the source too",
            from: At("1"),
            board: "
                -7  .  . | -6 -1  .
                .   .  . | .   .  .
                .   .  . | .   .  .",
            sent: &[("colonise 0 1 0 0", "OK")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a source of 2 pays once",
            from: At("0 moves_per_turn=4"),
            board: "
                +2  .  . | +1  .  .
                .   .  . | .  +1  .
                .   .  . | .   .  .",
            sent: &[("colonise 1 1 0 0", "OK"), ("colonise 2 2 0 0", "error")],
            then: to_act(1, 1, 4),
        },
        Case {
            rule: "a source that has just grown to 2 pays",
            from: At("0"),
            board: "
                +1  .  . | +1  .  .
                .   .  . | .  +1  .
                .   .  . | .   .  .",
            sent: &[("fertilise 0 0", "OK"), ("colonise 1 1 0 0", "OK")],
            then: to_act(1, 1, 3),
        },
        Case {
            rule: "source below 2: error",
            from: At("0"),
            board: "
                +1  .  .
                .   .  .
                .   .  .",
            sent: &[("colonise 1 1 0 0", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "source not yours, empty or the enemy's: error",
            from: At("0 moves_per_turn=4"),
            board: "
                +5  .  .
                .   .  .
                .   . -5",
            sent: &[("colonise 1 1 2 2", "error"), ("colonise 1 1 0 2", "error")],
            then: to_act(1, 1, 4),
        },
        Case {
            rule: "source not yours or below 2: error, for Minus",
            from: At("1 moves_per_turn=4"),
            board: "
                +5  .  .
                .   .  .
                .   . -1",
            sent: &[("colonise 1 1 2 2", "error"), ("colonise 1 1 0 0", "error")],
            then: to_act(0, 2, 4),
        },
        Case {
            rule: "target own: error, the source itself included",
            from: At("0 moves_per_turn=4"),
            board: "
                +5 +1  .
                .   .  .
                .   . -5",
            sent: &[("colonise 0 1 0 0", "error"), ("colonise 0 0 0 0", "error")],
            then: to_act(1, 1, 4),
        },
        Case {
            rule: "target own: error, for Minus",
            from: At("1"),
            board: "
                +5 +1  .
                .   . -1
                .   . -5",
            sent: &[("colonise 1 2 2 2", "error")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "enemy target: nothing happens, occupied #",
            from: At("0"),
            board: "
                +5  .  .
                .   .  .
                .   . -3",
            sent: &[("colonise 2 2 0 0", "occupied -3")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "enemy target of Plus: occupied #",
            from: At("1"),
            board: "
                +5  .  .
                .   .  .
                .   . -3",
            sent: &[("colonise 0 0 2 2", "occupied 5")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "a source below 2 goes before an enemy target: error",
            from: At("0"),
            board: "
                +1  .  .
                .   .  .
                .   . -3",
            sent: &[("colonise 2 2 0 0", "error")],
            then: to_act(0, 1, 1),
        },
    ]);
}

#[test]
fn spray() {
    let cases = [
        ("OK 0", "+1  . -2 | +1  . -2", " .  .  . |  .  .  .", "-2  . -2 | -2  . -2"),
        ("OK 1", "+1  . -2 | +1  . -2", " . -3  . |  . -2  .", "-2  . -2 | -2  . -2"),
        ("OK 1", "+1  . -2 | +1  . -2", " .  . -3 |  .  . -2", "-2  . -2 | -2  . -2"),
        ("OK 2", "+1 -1 -2 | +1  . -2", " .  .  . |  .  .  .", "-2 -9 -2 | -2 -8 -2"),
        ("OK 2", "+1 +3 -2 | +1 +3 -2", "-4 +3 -3 | -3 +3 -2", "-2 +3 -2 | -2 +3 -2"),
        ("OK 3", "+1 -1 -2 | +1  . -2", "-1  .  . |  .  .  .", "-2 -9 -2 | -2 -8 -2"),
        ("OK 4", "+1 -1 -2 | +1  . -2", "-1 +4 -1 |  . +4  .", "-2 -1 -2 | -2  . -2"),
        ("OK 5", "+1 -2 -2 | +1 -1 -2", "-2 -2 -2 | -1 -1 -1", "-2 -2 -2 | -2 -1 -2"),
    ];
    for (reply, top, middle, bottom) in cases {
        let board = format!("{top}\n{middle}\n{bottom}");
        let swapped = board.replace('+', "~").replace('-', "+").replace('~', "-");
        for (seat, board) in [(0, board), (1, swapped)] {
            plantation(&[Case {
                rule: &format!("seat {seat}: each enemy tile in the cross loses 1: {reply}\n{board}"),
                from: At(&seat.to_string()),
                board: &board,
                sent: &[("spray 1 1", reply)],
                then: to_act(seat, 1, 1),
            }]);
        }
    }
    plantation(&[
        Case {
            rule: "a cross that hangs over the corner",
            from: At("0"),
            board: "
                -2 -2 -2 | -1 -1 -2
                -2 -2 -2 | -1 -2 -2
                -2 -2 -2 | -2 -2 -2",
            sent: &[("spray 0 0", "OK 3")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "a cross that hangs over the edge does not come out on the other side",
            from: At("0"),
            board: "
                -2 -2 -2 | -2 -2 -1
                -2 -2 -2 | -2 -1 -1
                -2 -2 -2 | -2 -2 -1",
            sent: &[("spray 1 2", "OK 4")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "a tile is gone at 0, and what only it was next to is out of reach",
            from: At("0 left=2"),
            board: "
                .  -1  .  . | .   .  .  .
                .   .  .  . | .   .  . -1
                .   .  . -1 | .   .  . -1",
            sent: &[
                ("spray 0 1", "OK 1"),
                ("plant 0 2", "error"),
                ("fertilise 0 1", "error"),
                ("plant 1 3", "OK"),
            ],
            then: to_act(0, 2, 3),
        },
        Case {
            rule: "what another tile is next to stays in reach",
            from: At("0 left=2"),
            board: "
                .  -1  . | .   .  .
                -2  .  . | -2 -1  .
                .   .  . | .   .  .",
            sent: &[("spray 0 1", "OK 1"), ("plant 1 1", "OK")],
            then: to_act(1, 1, 2),
        },
        Case {
            rule: "a tile that falls below 2 pays for no colony",
            from: At("0 left=2"),
            board: "
                -2  .  . | -1  .  .
                .   .  . | .   .  .
                .   .  . | .   .  .",
            sent: &[("spray 0 0", "OK 1"), ("colonise 2 2 0 0", "error")],
            then: to_act(1, 1, 1),
        },
    ]);
}

#[test]
fn bomb() {
    plantation(&[
        Case {
            rule: "the enemy's tile loses up to 4: more",
            from: At("0"),
            board: "
                +1  .  . | +1  .  .
                .  -6 -9 | .  -2 -9
                .  -9  . | .  -9  .",
            sent: &[("bomb 1 1", "OK 4")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "the enemy's tile loses up to 4: just that",
            from: At("0"),
            board: "
                +1  .  . | +1  .  .
                .  -4  . | .   .  .
                .   .  . | .   .  .",
            sent: &[("bomb 1 1", "OK 4")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "the enemy's tile loses up to 4: less, and is gone",
            from: At("0"),
            board: "
                +1  .  . | +1  .  .
                .  -3  . | .   .  .
                .   .  . | .   .  .",
            sent: &[("bomb 1 1", "OK 3")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "Minus bombs Plus",
            from: At("1 moves_per_turn=4"),
            board: "
                +1  .  . | .   .  .
                .  +6  . | .  +2  .
                .   .  . | .   .  .",
            sent: &[("bomb 1 1", "OK 4"), ("bomb 0 0", "OK 1")],
            then: to_act(0, 2, 4),
        },
        Case {
            rule: "0 on an empty tile",
            from: At("0"),
            board: "
                +1  .  .
                .   . -5
                .   .  .",
            sent: &[("bomb 1 1", "OK 0")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "own tile: error",
            from: At("0"),
            board: "
                +5  .  .
                .   . -5
                .   .  .",
            sent: &[("bomb 0 0", "error")],
            then: to_act(0, 1, 1),
        },
        Case {
            rule: "own tile: error, for Minus",
            from: At("1"),
            board: "
                +5  .  .
                .   . -5
                .   .  .",
            sent: &[("bomb 1 2", "error")],
            then: to_act(1, 1, 1),
        },
        Case {
            rule: "bomb_damage=3",
            from: At("0 moves_per_turn=6 bomb_damage=3"),
            board: "
                +1  .  . | +1  .  .
                .  -6  . | .  -3  .
                -2  . -3 | .   .  .",
            sent: &[("bomb 1 1", "OK 3"), ("bomb 2 0", "OK 2"), ("bomb 2 2", "OK 3")],
            then: to_act(1, 1, 6),
        },
        Case {
            rule: "bomb_damage=3, from the start",
            from: Start(0, "rows=2,cols=2,starting_tiles=2,bomb_damage=3"),
            board: "
                +1 -1
                +1 -1",
            sent: &[
                ("scout 0 0", "OK 1,-1,1,-1"),
                ("scout 0 0", "OK 1,-1,1,-1"),
                ("scout 0 0", "OK 1,-1,1,-1"),
                ("fertilise 0 1", "OK"),
                ("fertilise 0 1", "OK"),
                ("fertilise 0 1", "OK"),
                ("bomb 0 1", "OK 3"),
            ],
            then: to_act(0, 2, 1),
        },
    ]);
}

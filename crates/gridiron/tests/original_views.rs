//! What bots of the original games are shown that depends on the match: openings,
//! names, the type of a board. Each bot asserts what its original promised it, so a
//! wrong view is a crash.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};

/// Believes every word of `history`: each entry of its own side is a move it has
/// made, in this order, and the board follows from the start and those moves.
const TRUSTS_HISTORY: &str = r#"
made = []

def ia(game, side):
    if not any(player == side for player, move in game["history"]):
        made.clear()
    own = [move for player, move in game["history"] if player == side]
    assert [move and move[:2] for move in own] == made, (own, made)
    assert len(game["history"]) - len(own) <= len(own) + 1
    begins = game["player_1"]["start"] == (side == "player_1")
    assert len(game["history"]) == 2 * len(own) + (not begins), (begins, game["history"])
    grid, number = game["grid"], game["references"][side]
    size = range(len(grid))
    for row in size:
        for col in size:
            near = [grid[r][c] for r in size for c in size if abs(r - row) <= 1 and abs(c - col) <= 1]
            if grid[row][col] == 0 and number in near:
                made.append([row, col])
                return [row, col]
    made.append(False)
    return False
"#;

/// The first to move has seen no move; the second has seen one, of the other agent.
const TRUSTS_LAST_MOVE: &str = r#"
class Agent:
    def __init__(self, player, hfunc, maxDepth):
        self.player, self.moves = player, 0

    def updateBoard(self, board):
        self.board = board

    def getBestMove(self):
        board, last = self.board, self.board.lastMoveMade
        assert (last is None) == (self.moves == 0 and self.player == 0), (last, self.moves)
        self.moves += 1
        for x in range(1, 5):
            for y in range(1, 5):
                for a in range(max(1, x - 1), min(4, x + 1) + 1):
                    for b in range(max(1, y - 1), min(4, y + 1) + 1):
                        if board.territory[x][y] == self.player and board.territory[a][b] in (-1, self.player) \
                                and (a, b) != (x, y):
                            return {"from": [x, y], "to": [a, b]}
"#;

/// Plays with the file it is given and passes; asserts a condition on its names.
fn passes_if(condition: &str) -> String {
    format!(
        "def ia(game, side):\n    other = 'player_2' if side == 'player_1' else 'player_1'\n    \
         own, other = game[side]['name'], game[other]['name']\n    assert {condition}, (own, other)\n    return False\n"
    )
}

/// Boards of the original type, also where a byte would be too small.
const WIDE_BOARD: &str = r#"
import numpy
from plantation.player import Player

class Gardener(Player):
    def get_move(self, board, turn, moves_remaining, time_remaining):
        assert board.dtype == numpy.int16, board.dtype
        largest = numpy.abs(board).max()
        assert turn < 60 or largest > 127, (turn, largest)
        row, col = numpy.argwhere(numpy.abs(board) == largest)[0]
        return "fertilise", [row, col]
"#;

struct Case<'a> {
    /// What the bot relies on.
    promise: &'a str,
    bot: &'a str,
    /// The words after `match`; the bot is `mine.py`.
    line: &'a str,
}

#[test]
fn original_bots_see_what_their_game_showed() {
    let (neutral, own) = (passes_if("other == 'opponent'"), passes_if("own == 'mine'"));
    let shown = passes_if("(own, other) == ('mine', 'greedy')");
    let cases = [
        Case {
            promise: "no opening",
            bot: TRUSTS_HISTORY,
            line: "virus mine.py random --rules opening_plies=0",
        },
        Case { promise: "the default opening", bot: TRUSTS_HISTORY, line: "virus mine.py random" },
        Case {
            promise: "an odd opening",
            bot: TRUSTS_HISTORY,
            line: "virus mine.py random --rules opening_plies=5",
        },
        Case {
            promise: "itself",
            bot: TRUSTS_HISTORY,
            line: "virus mine.py greedy --rules size=5,opening_plies=3",
        },
        Case {
            promise: "the last move",
            bot: TRUSTS_LAST_MOVE,
            line: "conga mine.py random --rules move_limit=40",
        },
        Case {
            promise: "no last move",
            bot: TRUSTS_LAST_MOVE,
            line: "conga mine.py random --rules opening_plies=0,move_limit=40",
        },
        Case { promise: "a neutral name", bot: &neutral, line: "virus mine.py greedy" },
        Case { promise: "its own name", bot: &own, line: "virus mine.py greedy" },
        Case { promise: "both names", bot: &shown, line: "virus mine.py greedy --show-names" },
        Case {
            promise: "a wide board",
            bot: WIDE_BOARD,
            line: "plantation mine.py random --rules max_turns=60",
        },
    ];
    for Case { promise, bot, line } in cases {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("mine.py"), bot).expect("room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.arg("match").args(line.split(' ')).args(["--games", "6", "--seed", "7"]);
        command.args(["--records", "games.jsonl"]).current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{promise}: {output:?}");
        let records = referee::record::read(&folder.path().join("games.jsonl")).expect("records");
        for record in records {
            let outcome = &record.outcome;
            assert!(!outcome.cause.is_fault(), "{promise}: {:?} {:?}", outcome.message, outcome.stderr);
        }
    }
}

/// A tournament file says whether names are shown.
#[test]
fn a_tournament_shows_names_only_if_it_says_so() {
    for (setting, expected) in
        [("", "opponent"), ("names = \"neutral\"\n", "opponent"), ("names = \"shown\"\n", "Rival")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(
            folder.path().join("mine.py"),
            passes_if(&format!("(own, other) == ('Mine', '{expected}')")),
        )
        .expect("room");
        let file = format!(
            "game = \"virus\"\npairs = 1\n{setting}[[players]]\nbot = \"mine.py\"\nname = \"Mine\"\n\
             [[players]]\nbot = \"greedy\"\nname = \"Rival\"\n"
        );
        fs::write(folder.path().join("cup.toml"), file).expect("room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        let output =
            command.args(["tournament", "cup.toml", "--json", "-"]).current_dir(folder.path()).output();
        let output = output.expect("the program starts");
        let all =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !all.contains("AssertionError"), "{setting}: {all}");
    }
}

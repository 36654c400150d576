//! Protocol lines from a bot: whatever a program sends, the game ends with a record
//! that holds.
//!
//! The first line of an input is `GAME RULES SEED`. The rest is what the program
//! writes to its standard output.

use std::collections::VecDeque;

use referee::protocol::{KeywordLines, Message};
use sandbox::{LONGEST_LINE, Line, LineBuffer};

use crate::scripted_bot::{ScriptedBot, check_played, play};

/// A bot that speaks the protocol of `docs/protocol.md`.
pub fn keyword_lines(data: &[u8]) -> bool {
    let at = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (header, output) = data.split_at(at);
    let lines = split_lines(output.strip_prefix(b"\n").unwrap_or(output));
    let header = String::from_utf8_lossy(header);
    let (game, rest) = header.split_once(' ').unwrap_or((&header, ""));
    let Ok(entry) = games::find(game) else { return false };
    let bot = ScriptedBot::new(Box::new(KeywordLines), lines, check_keyword_lines);
    let played = play(entry, rest, bot);
    played.iter().for_each(check_played);
    played.is_some()
}

/// The output as lines. They are the same however the output is cut into pieces.
pub fn split_lines(output: &[u8]) -> VecDeque<Line> {
    let in_pieces = |size: usize| {
        let (mut buffer, mut lines) = (LineBuffer::default(), VecDeque::new());
        for piece in output.chunks(size) {
            buffer.push(piece);
            lines.extend(std::iter::from_fn(|| buffer.next_line()));
        }
        (lines, buffer.partial_line())
    };
    let whole = in_pieces(output.len().max(1));
    // A line that is too long is reported as soon as that is known.
    if output.len() <= LONGEST_LINE {
        assert_eq!(in_pieces(7), whole);
        assert_eq!(in_pieces(1), whole);
    }
    whole.0
}

/// Every message is lines of plain ASCII: a name or an option cannot add a line.
fn check_keyword_lines(message: &Message) {
    let text = std::str::from_utf8(&message.text).expect("text");
    assert!(message.calls.is_empty() && (text.is_empty() || text.ends_with('\n')));
    for line in text.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let words = ["gridiron", "start", "board", "go", "result", "end"];
        assert!(words.contains(&word) && !line.contains(|c: char| c.is_control()), "{line:?}");
    }
}

//! The keyword lines that a program is sent, as in `docs/protocol.md`. On boards the
//! program's own pieces are positive.

use std::io::Write;
use std::time::Duration;

use games::common::options::OptionValue;
use games::common::rng::seat_seed;
use games::{FaultKind, Outcome, Seat, Session, Viewpoint};

use crate::clock::TimeControl;

/// The first line to a program: the version of the protocol.
pub const GREETING: &[u8] = b"gridiron 1\n";
/// The last line to a program.
pub const QUIT: &[u8] = b"quit\n";

/// `start virus seat 0 size 10 … bot_seed 918273 move_ms 10000`
pub fn start(out: &mut Vec<u8>, session: &dyn Session, seat: Seat, control: &TimeControl) {
    put(out, format_args!("start {} seat {seat}", session.entry().name));
    for (key, value) in session.options().iter() {
        match value {
            OptionValue::Integer(number) => put(out, format_args!(" {key} {number}")),
            OptionValue::Word(word) => put(out, format_args!(" {key} {word}")),
        }
    }
    put(out, format_args!(" bot_seed {}", seat_seed(session.seed(), seat)));
    if let Some(bank) = control.bank {
        let (start, increment) = (bank.start.as_millis(), bank.increment.as_millis());
        put(out, format_args!(" bank_ms {start} inc_ms {increment}"));
    }
    if let Some(each) = control.per_move {
        put(out, format_args!(" move_ms {}", each.as_millis()));
    }
    out.push(b'\n');
}

/// `board 1 0 0 …`: row by row from the top, own pieces positive.
pub fn board(out: &mut Vec<u8>, session: &dyn Session, seat: Seat) {
    out.extend_from_slice(b"board");
    let cells = session.grid(Viewpoint::Seat(seat)).cells;
    // Most cells are 0, 1 or -1, which a CPU cannot predict. Each is written as four
    // bytes without a branch; the next cell overwrites those that are too many.
    let one = |owner| if owner == seat { (*b" 1  ", 2) } else { (*b" -1 ", 3) };
    let short = [one(Seat::Zero), one(Seat::One), (*b" 0  ", 2)];
    let mut end = out.len();
    out.resize(end + 4 * cells.len(), 0);
    for cell in &cells {
        if cell.count > 1 {
            let number = format!(" {}", seat.sign() * cell.signed());
            out.splice(end..end + 4, number.bytes());
            end += number.len();
        } else {
            let (text, length) = short[cell.owner.map_or(2, Seat::index)];
            out[end..end + 4].copy_from_slice(&text);
            end += length;
        }
    }
    out.truncate(end);
    out.push(b'\n');
}

/// What a `go` line holds besides the position.
pub struct Go<'a> {
    /// The number of the question in this game, from 1.
    pub number: u32,
    /// How long the move may take; `None` without a clock.
    pub left: Option<Duration>,
    /// The opponent's last action; `None` before the first.
    pub last: Option<&'a str>,
}

/// `go 2 time 10000 last 4,7 moves 0,2 1,0`.
///
/// Where a seat does not see all it is `go 1 turn 1 left 3 time 1000`: the program
/// cannot count the turns itself, and must not see the opponent's action.
pub fn go(out: &mut Vec<u8>, session: &dyn Session, go: &Go<'_>) {
    out.extend_from_slice(b"go ");
    put_number(out, u64::from(go.number));
    let secrets = session.entry().has_secrets();
    if let games::Status::ToAct { turn, actions_left, .. } = session.status()
        && secrets
    {
        put(out, format_args!(" turn {turn} left {actions_left}"));
    }
    if let Some(left) = go.left {
        out.extend_from_slice(b" time ");
        put_number(out, left.as_millis() as u64);
    }
    if !secrets {
        if let Some(last) = go.last {
            out.extend_from_slice(b" last ");
            out.extend(last.bytes().map(|byte| if byte == b' ' { b',' } else { byte }));
        }
        out.extend_from_slice(b" moves");
        session.list_actions(out);
    }
    out.push(b'\n');
}

/// `result 1 ok 0 0 -2 …` in games with hidden information. In other games only for a
/// fault, as in `result 3 illegal`.
pub fn result(out: &mut Vec<u8>, number: u32, reply: Option<&str>, fault: Option<FaultKind>) {
    match (reply, fault) {
        (Some(reply), _) => put(out, format_args!("result {number} {reply}\n")),
        (None, Some(kind)) => put(out, format_args!("result {number} {}\n", kind.cause())),
        (None, None) => {}
    }
}

/// `end win cause normal score 61 39`
pub fn end(out: &mut Vec<u8>, session: &dyn Session, seat: Seat, outcome: Outcome) {
    let word = match outcome.winner {
        Some(winner) if winner == seat => "win",
        Some(_) => "loss",
        None => "draw",
    };
    let grid = session.grid(Viewpoint::All);
    let (own, other) = (grid.total(seat), grid.total(seat.other()));
    put(out, format_args!("end {word} cause {} score {own} {other}\n", outcome.cause));
}

fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("memory takes everything");
}

/// Writes a number faster than `format!`: each question holds two.
fn put_number(out: &mut Vec<u8>, mut number: u64) {
    let mut text = [0; 20];
    let mut at = text.len();
    loop {
        at -= 1;
        text[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&text[at..]);
}

#[cfg(test)]
mod tests {
    use games::Transition;

    use super::*;

    fn text(put: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = b"before\n".to_vec();
        put(&mut out);
        let text = String::from_utf8(out).expect("text");
        text.strip_prefix("before\n").expect("appended").trim_end_matches('\n').to_string()
    }

    fn session(game: &str, rules: &str) -> Box<dyn Session> {
        let entry = games::find(game).expect("a game");
        entry.start(entry.read_options(rules).expect("options"), 1).expect("a board")
    }

    #[test]
    fn clocks_stand_at_the_end_of_start() {
        let conga = session("conga", "");
        for (control, expected) in [
            ("60.5+1,10/move", " bank_ms 60500 inc_ms 1000 move_ms 10000"),
            ("1+0.1", " bank_ms 1000 inc_ms 100"),
            ("0.0009/move", " move_ms 0"),
            ("none", ""),
        ] {
            let control: TimeControl = control.parse().expect("a control");
            let line = text(|out| start(out, &*conga, Seat::One, &control));
            let own = seat_seed(1, Seat::One);
            let head = "start conga seat 1 stones 10 repetition 3 move_limit 400 opening_plies 0";
            assert_eq!(line, format!("{head} bot_seed {own}{expected}"));
        }
    }

    /// Numbers of every length, from both sides.
    #[test]
    fn boards_are_seen_from_the_own_side() {
        let position = "10,1,0,-1/0,-47,0,0/-2,0,9,0/0,0,-10,40 0";
        let conga = session("conga", "").with_position(position).expect("a position");
        let numbers: Vec<i64> = conga.grid(Viewpoint::All).cells.iter().map(|cell| cell.signed()).collect();
        for seat in Seat::BOTH {
            let own: Vec<String> = numbers.iter().map(|number| (seat.sign() * number).to_string()).collect();
            assert_eq!(text(|out| board(out, &*conga, seat)), format!("board {}", own.join(" ")));
        }
    }

    #[test]
    fn questions_hold_what_the_seat_may_know() {
        let mut conga = session("conga", "");
        let asked = |session: &dyn Session, number, left: Option<u64>, last| {
            let left = left.map(Duration::from_micros);
            text(|out| go(out, session, &Go { number, left, last }))
        };
        let moves = conga.actions().join(" ").replace(' ', ",");
        assert_eq!(moves.matches(',').count(), 11, "three moves of four numbers");
        let first = asked(&*conga, 1, None, None);
        assert!(first.starts_with("go 1 moves 1,4,") && first.split(' ').count() == 6, "{first}");
        assert!(matches!(conga.submit("1 4 2 4"), Transition::Played(_)));
        let second = asked(&*conga, 12, Some(1_234_567_999), Some("1 4 2 4"));
        assert!(second.starts_with("go 12 time 1234567 last 1,4,2,4 moves 4,1,"), "{second}");
        let plantation = session("plantation", "");
        assert_eq!(asked(&*plantation, 1, Some(999), Some("plant 3 1")), "go 1 turn 1 left 3 time 0");
    }
}

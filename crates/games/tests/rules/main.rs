//! The rules of the games as tables of drawn boards: a board, the lines sent
//! with the reply to each, the board afterwards and what follows.

mod conga_draws;
mod conga_moves;
mod plantation_commands;
mod plantation_turns;
mod virus;

use std::collections::HashSet;

use gridiron_games::{
    Cause, Fault, FaultKind, Outcome, Played, Seat, Session, Status, Transition, Viewpoint,
};

/// One rule, shown.
struct Case<'a> {
    /// The rule in words.
    rule: &'a str,
    /// Where it is shown.
    from: Origin<'a>,
    /// Rows from the top, `before | after`; a row without a bar does not change.
    board: &'a str,
    /// What the seat to act sends, or `!crash 1` for a fault of seat 1, and the
    /// reply as [`send`] writes it.
    sent: &'a [(&'a str, &'a str)],
    /// The seat to act then, or how the game ended.
    then: Status,
}

#[derive(Clone, Copy)]
enum Origin<'a> {
    /// The start with these options, this seat to act and the drawn board.
    Start(usize, &'a str),
    /// A position: the seat to act and whatever else stands after its board.
    At(&'a str),
}

const fn to_act(seat: usize, turn: u32, actions_left: u32) -> Status {
    Status::ToAct { seat: Seat::from_parity(seat), turn, actions_left }
}

const fn won(seat: usize, score: i64, cause: Cause) -> Status {
    Status::Over(Outcome { score, winner: Some(Seat::from_parity(seat)), cause })
}

const fn drawn(cause: Cause) -> Status {
    Status::Over(Outcome { score: 0, winner: None, cause })
}

/// Runs a table and names every case that fails.
fn run(game: &str, cases: &[Case]) {
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| case.check(game).err().map(|why| format!("{}\n{why}", case.rule)))
        .collect();
    assert!(failures.is_empty(), "{game}:\n{}", failures.join("\n"));
}

impl Case<'_> {
    fn check(&self, game: &str) -> Result<(), String> {
        let (before, after) = read_boards(self.board);
        let mut session = begin(game, self.from, &before)?;
        for (line, expected) in self.sent {
            if let Some(outcome) = session.outcome() {
                return Err(format!("over before `{line}`: {outcome:?}"));
            }
            let legal = session.is_legal(line);
            let reply = send(&mut *session, line);
            if reply != *expected {
                return Err(format!("`{line}`: expected `{expected}`, got `{reply}`"));
            }
            // What a distant probe finds out cannot be known to be legal.
            let refused = reply == "error" || reply.contains(':');
            if legal == refused && !reply.starts_with("occupied") {
                return Err(format!("the reply to `{line}` is `{reply}`, but is_legal says {legal}"));
            }
        }
        let board = session.grid(Viewpoint::All).signed_rows();
        if board != after {
            return Err(format!("expected{}\ngot{}", draw(&after), draw(&board)));
        }
        if session.status() != self.then {
            return Err(format!("expected {:?}\ngot {:?}", self.then, session.status()));
        }
        let actions = session.actions();
        if session.outcome().is_some() {
            return actions.is_empty().then_some(()).ok_or(format!("after the end: {actions:?}"));
        }
        // Nothing counts but what can be seen: no owner of an empty square.
        let copy = session.with_position(&session.position()).map_err(|error| error.to_string())?.actions();
        if actions.is_empty() || actions != copy {
            return Err(format!("{actions:?}\nbut {copy:?} on the same board set up again"));
        }
        Ok(())
    }
}

fn start(game: &str, options: &str, seed: u64) -> Result<Box<dyn Session>, String> {
    let entry = gridiron_games::find(game).map_err(|error| error.to_string())?;
    let options = entry.read_options(options).map_err(|error| error.to_string())?;
    entry.start(options, seed).map_err(|error| error.to_string())
}

fn begin(game: &str, from: Origin, before: &Board) -> Result<Box<dyn Session>, String> {
    match from {
        Origin::At(tail) => {
            let rows: Vec<String> = before.iter().map(|row| join(row, ",")).collect();
            let position = format!("{} {tail}", rows.join("/"));
            start(game, "", 0)?.with_position(&position).map_err(|error| error.to_string())
        }
        Origin::Start(seat, options) => {
            for seed in 0..100 {
                let session = start(game, options, seed)?;
                let is_up = session.status().seat() == Some(Seat::from_parity(seat));
                if is_up && session.grid(Viewpoint::All).signed_rows() == *before {
                    return Ok(session);
                }
            }
            Err(format!("no game with {options} starts like this with seat {seat}"))
        }
    }
}

/// Plays a line or a fault. Returns the reply; with a fault,
/// `fault: what stands in the record: reply`, or `fault: lost`.
fn send(session: &mut dyn Session, line: &str) -> String {
    let step = match line.strip_prefix('!') {
        Some(fault) => session.adjudicate(read_fault(fault)),
        None => session.submit(line),
    };
    match step {
        Transition::Played(Played { fault: None, reply, .. }) => reply,
        Transition::Played(Played { fault: Some((kind, _)), action, reply, .. }) => {
            format!("{}: {action}: {reply}", kind.cause())
        }
        Transition::Ended { outcome, .. } => format!("{}: lost", outcome.cause),
    }
}

fn read_fault(text: &str) -> Fault {
    let (kind, seat) = text.split_once(' ').expect("`!kind seat`");
    let kind = match kind {
        "no-start" => FaultKind::NoStart,
        "time" => FaultKind::Time,
        "crash" => FaultKind::Crash,
        "endless-line" => FaultKind::EndlessLine,
        _ => panic!("`{kind}` is no fault"),
    };
    Fault { seat: Seat::from_parity(seat.parse().expect("a seat")), kind }
}

type Board = Vec<Vec<i64>>;

fn read_boards(drawing: &str) -> (Board, Board) {
    let rows = drawing.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| row.split_once('|').unwrap_or((row, row)))
        .map(|(before, after)| (read_row(before), read_row(after)))
        .unzip()
}

fn read_row(row: &str) -> Vec<i64> {
    row.split_whitespace().map(read_cell).collect()
}

/// `+1` and `-3` of Plantation, `x` and `o` of Virus, `3b` and `10w` of Conga.
fn read_cell(cell: &str) -> i64 {
    let number = |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("`{cell}` is no cell"));
    match cell {
        "." => 0,
        "x" => 1,
        "o" => -1,
        _ => match cell.strip_suffix('w') {
            Some(white) => -number(white),
            None => number(cell.strip_suffix('b').unwrap_or(cell)),
        },
    }
}

fn join(row: &[i64], separator: &str) -> String {
    row.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

fn draw(board: &Board) -> String {
    board.iter().map(|row| format!("\n    {}", join(row, " "))).collect()
}

/// Options that make no game are refused in one line that names the culprit.
fn refuses(game: &str, cases: &[(&str, &str)]) {
    for (options, culprit) in cases {
        match start(game, options, 1) {
            Ok(_) => panic!("{game} takes {options}"),
            Err(error) => {
                assert!(error.contains(culprit), "{game} {options}: {error}");
                assert_eq!(error.lines().count(), 1, "{game} {options}: {error}");
            }
        }
    }
}

/// The first plies are legal placements drawn from the seed, and the game goes
/// on after them.
fn has_openings(game: &str, options: &str, plies: usize) {
    let mut different = HashSet::new();
    for seed in 0..30 {
        let mut session = start(game, options, seed).expect("an opening");
        let opening = session.opening().to_vec();
        assert_eq!(opening.len(), plies, "{game} {options} seed {seed}");
        assert_eq!(opening, start(game, options, seed).expect("an opening").opening());
        for line in &opening {
            assert_ne!(line, "pass", "{game} {options} seed {seed}");
            assert!(session.is_legal(line), "{game} {options} seed {seed}: {line}");
            assert_eq!(send(&mut *session, line), "OK", "{game} {options} seed {seed}: {line}");
        }
        assert_eq!(session.outcome(), None, "{game} {options} seed {seed}: {opening:?}");
        different.insert(opening);
    }
    assert!(different.len() > 1, "{game} {options}: one opening for all seeds");
}

#[test]
fn without_being_asked_for_there_is_no_opening() {
    for game in ["virus", "conga"] {
        assert_eq!(start(game, "", 7).expect("a game").opening(), [""; 0]);
    }
}

//! The board as a person sees it: what the seat may see, what it remembers, and what
//! has just changed.

use anstyle::Style;
use games::grid::Style as BoardStyle;
use games::sighting::{LastSeen, SquareState};
use games::{Cell, GameEntry, Grid, Seat, Session, SightingMap, Viewpoint};

use crate::draw::{self, Face};
use crate::narrate::totals;
use crate::terminal::{self, FAINT, paint, seat_colour};

/// What is needed to show the board to a person.
pub struct BoardView<'a> {
    pub session: &'a dyn Session,
    pub seat: Seat,
    /// What was learned of hidden squares.
    pub memory: &'a SightingMap,
    /// The board when the person last saw it.
    pub before: &'a Grid,
    /// The current turn.
    pub turn: u32,
}

impl BoardView<'_> {
    fn entry(&self) -> &'static GameEntry {
        self.session.entry()
    }

    fn other(&self) -> Seat {
        self.seat.other()
    }

    /// The squares that have changed since the person last looked.
    fn changed(&self, grid: &Grid) -> Vec<usize> {
        let squares = 0..grid.cells.len();
        squares.filter(|square| grid.cells[*square] != self.before.cells[*square]).collect()
    }

    /// The board, with what is remembered of hidden squares.
    pub fn board(&self) -> String {
        let grid = self.session.grid(Viewpoint::Seat(self.seat));
        let mut faces = draw::faces(&grid);
        for (square, face) in faces.iter_mut().enumerate() {
            match self.memory.get(square) {
                Some(remembered) if grid.cells[square].owner.is_none() => *face = self.remembered(remembered),
                _ => {}
            }
        }
        for square in self.changed(&grid) {
            let face = &mut faces[square];
            face.style = face.style.underline();
            // Marks a box that has just become empty.
            if grid.style == BoardStyle::Boxes && face.text.is_empty() {
                *face = Face { text: "·".into(), style: FAINT };
            }
        }
        let board = draw::board_of(&grid, &faces);
        match self.entry().has_secrets() {
            false => board + &totals(self.entry(), &grid),
            true => beside(&board, &self.panel(&grid), terminal::columns()) + &self.own_total(&grid),
        }
    }

    fn remembered(&self, remembered: LastSeen) -> Face {
        let style = match remembered.known {
            SquareState::Empty if remembered.turn == self.turn => Style::new(),
            SquareState::Empty => FAINT,
            _ if remembered.turn == self.turn => seat_colour(self.other()),
            _ => faded(self.other()),
        };
        Face { text: self.value(remembered.known), style }
    }

    /// `-3`, `0`, or `-?` for a hit of unknown size.
    fn value(&self, known: SquareState) -> String {
        match known {
            SquareState::Empty => "0".to_string(),
            SquareState::Enemy(count) => format!("{:+}", Cell::new(self.other(), count).signed()),
            SquareState::Hit if self.other() == Seat::Zero => "+?".to_string(),
            SquareState::Hit => "-?".to_string(),
        }
    }

    fn age(&self, remembered: LastSeen) -> String {
        let hit = if remembered.known == SquareState::Hit { "hit " } else { "" };
        match self.turn.saturating_sub(remembered.turn) {
            0 => format!("{hit}this turn"),
            1 => format!("{hit}1 turn ago"),
            turns => format!("{hit}{turns} turns ago"),
        }
    }

    /// What is remembered, the latest first, in fewer lines than the board has.
    fn panel(&self, grid: &Grid) -> Vec<String> {
        let room = grid.cells.len() / grid.cols;
        let other = self.entry().seats[self.other().index()];
        let known = self.memory.latest_first();
        if known.is_empty() {
            return vec![paint(FAINT, &format!("nothing seen of {other} yet"))];
        }
        let (empty, enemy): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(_, remembered)| remembered.known == SquareState::Empty);
        let mut panel = vec![paint(seat_colour(self.other()), &format!("{other}, as you saw it"))];
        let shown = if enemy.len() + usize::from(!empty.is_empty()) > room { room - 2 } else { enemy.len() };
        for (square, remembered) in &enemy[..shown] {
            let style = self.remembered(*remembered).style;
            let value = paint(style, &format!("{:>4}", self.value(remembered.known)));
            let name: String = grid.name(*square).split(' ').map(|part| format!("{part:>3}")).collect();
            panel.push(format!("{name} {value}  {}", paint(FAINT, &self.age(*remembered))));
        }
        if shown < enemy.len() {
            panel.push(paint(FAINT, &format!("{:>6} more: type `seen`", enemy.len() - shown)));
        }
        if let Some((_, latest)) = empty.first() {
            let squares = if empty.len() == 1 { "square" } else { "squares" };
            let text = format!("{:>6} {squares} empty, the latest {}", empty.len(), self.age(*latest));
            panel.push(paint(FAINT, &text));
        }
        panel
    }

    /// What the seat holds, and what it has seen of the other.
    fn own_total(&self, grid: &Grid) -> String {
        let [own, other] = [self.seat, self.other()].map(|seat| self.entry().seats[seat.index()]);
        let known = self.memory.latest_first();
        let seen = known.iter().map(|(_, remembered)| match remembered.known {
            SquareState::Enemy(count) => u64::from(count),
            SquareState::Empty | SquareState::Hit => 0,
        });
        let seen = seen.sum::<u64>();
        let hits = match known.iter().filter(|(_, remembered)| remembered.known == SquareState::Hit).count() {
            0 => String::new(),
            hits => format!(", and {hits} of unknown size"),
        };
        let own = paint(seat_colour(self.seat), &format!("{own}: {}", grid.total(self.seat)));
        let other = paint(faded(self.other()), &format!("{other}: {seen} seen{hits}"));
        format!("    {own}   {other}\n")
    }

    /// All that is remembered, one line for each turn.
    pub fn seen(&self) -> String {
        let grid = self.session.grid(Viewpoint::Seat(self.seat));
        let known = self.memory.latest_first();
        match () {
            () if !self.entry().has_secrets() => return "  nothing is hidden in this game\n".to_string(),
            () if known.is_empty() => return "  nothing discovered yet\n".to_string(),
            () => {}
        }
        let mut text = String::new();
        for same_turn in known.chunk_by(|(_, one), (_, other)| one.turn == other.turn) {
            let of = |empty: bool| {
                same_turn
                    .iter()
                    .filter(move |(_, remembered)| (remembered.known == SquareState::Empty) == empty)
            };
            let enemy = of(false).map(|(square, remembered)| {
                let value = paint(faded(self.other()), &self.value(remembered.known));
                format!("{value} on {}", grid.name(*square))
            });
            let empty: Vec<String> = of(true).map(|(square, _)| grid.name(*square)).collect();
            let empty = (!empty.is_empty()).then(|| format!("empty: {}", empty.join(" · ")));
            let all: Vec<String> = enemy.chain(empty).collect();
            let age = self.age(LastSeen { known: SquareState::Empty, turn: same_turn[0].1.turn });
            text.push_str(&format!("  {age:<13} {}\n", all.join(", ")));
        }
        text
    }

    /// Losses on the seat's own squares in the opponent's turn, in games with hidden
    /// information.
    pub fn losses(&self) -> String {
        let grid = self.session.grid(Viewpoint::Seat(self.seat));
        if !self.entry().has_secrets() {
            return String::new();
        }
        let each = self.changed(&grid).into_iter().map(|square| {
            let (was, is, name) =
                (self.before.cells[square].signed(), grid.cells[square].signed(), grid.name(square));
            if is == 0 {
                format!("{name} is lost ({was:+})")
            } else {
                format!("{name} fell from {was:+} to {is:+}")
            }
        });
        let each: Vec<String> = each.collect();
        match each.is_empty() {
            true => String::new(),
            false => format!("You were hit: {}\n", each.join(", ")),
        }
    }
}

/// The colour for pieces that were seen earlier.
fn faded(seat: Seat) -> Style {
    seat_colour(seat).effects(anstyle::Effects::DIMMED)
}

/// Puts lines of text to the right of a board; below it if the terminal is too narrow.
fn beside(board: &str, panel: &[String], columns: Option<usize>) -> String {
    let widest = |lines: &mut dyn Iterator<Item = &str>| lines.map(terminal::width).max().unwrap_or(0);
    let needed = widest(&mut board.lines()) + 4 + widest(&mut panel.iter().map(String::as_str));
    if columns.is_some_and(|columns| needed > columns) {
        let below: String = panel.iter().map(|line| format!("    {line}\n")).collect();
        return format!("{board}{below}");
    }
    let mut panel = panel.iter();
    let mut text = String::new();
    for line in board.lines() {
        text.push_str(line);
        if let Some(line) = panel.next() {
            text.push_str(&format!("    {line}"));
        }
        text.push('\n');
    }
    text
}

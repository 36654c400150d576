//! The board for players: squares numbered row by row, for boards of either type, and
//! their neighbourhoods.

use games::Seat;
use games::plantation::{Action, Command, Options, Side, Tile};

/// Up to `N` squares of one neighbourhood.
#[derive(Clone)]
struct SquareGroup<const N: usize> {
    squares: [u16; N],
    count: u8,
}

impl<const N: usize> SquareGroup<N> {
    fn new(squares: impl Iterator<Item = usize>) -> SquareGroup<N> {
        let mut group = SquareGroup { squares: [0; N], count: 0 };
        for square in squares.take(N) {
            group.squares[usize::from(group.count)] = square as u16;
            group.count += 1;
        }
        group
    }

    fn get(&self) -> &[u16] {
        &self.squares[..usize::from(self.count)]
    }
}

/// Size and neighbourhoods of a board.
#[derive(Clone)]
pub struct Geometry {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    crosses: Vec<SquareGroup<5>>,
    windows: Vec<SquareGroup<9>>,
}

impl Geometry {
    /// The board of these options.
    pub fn new(options: &Options) -> Geometry {
        let (rows, cols) = (usize::from(options.rows), usize::from(options.cols));
        let shifted = |at: usize, down: i32, right: i32| {
            let (row, col) = ((at / cols) as i32 + down, (at % cols) as i32 + right);
            let inside = (0..rows as i32).contains(&row) && (0..cols as i32).contains(&col);
            inside.then(|| row as usize * cols + col as usize)
        };
        let cross = |at| {
            let steps = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
            SquareGroup::new(steps.into_iter().filter_map(|(down, right)| shifted(at, down, right)))
        };
        let window = |at| {
            let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            SquareGroup::new(steps.filter_map(|(down, right)| shifted(at, down, right)))
        };
        let squares = 0..rows * cols;
        Geometry {
            rows,
            cols,
            crosses: squares.clone().map(cross).collect(),
            windows: squares.map(window).collect(),
        }
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// The squares that a spray hits: the centre first, then its orthogonal neighbours.
    pub fn cross(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.crosses[at].get().iter().map(|at| usize::from(*at))
    }

    /// The orthogonal neighbours of a square.
    pub fn beside(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.cross(at).skip(1)
    }

    /// The squares that a scout shows, row by row.
    pub fn window(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.windows[at].get().iter().map(|at| usize::from(*at))
    }

    /// How many squares a scout shows: fewer at the border.
    pub fn window_size(&self, at: usize) -> usize {
        usize::from(self.windows[at].count)
    }

    /// The square as commands name it.
    pub fn tile(&self, at: usize) -> Tile {
        Tile::new((at / self.cols) as i32, (at % self.cols) as i32)
    }

    /// The number of a square; `None` if it is off the board.
    pub fn number(&self, tile: Tile) -> Option<usize> {
        let (row, col) = (usize::try_from(tile.row).ok()?, usize::try_from(tile.col).ok()?);
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// The column in which a seat starts.
    pub fn home(&self, seat: Seat) -> usize {
        match seat {
            Seat::Zero => 0,
            Seat::One => self.cols - 1,
        }
    }

    /// A command on a square.
    pub fn order(&self, command: Command, at: usize) -> Action {
        Action::new(command, self.tile(at))
    }
}

/// What a seat sees when it is to act, for boards of either type.
#[derive(Clone)]
pub struct SeatView {
    /// Its own level on every square.
    pub levels: Vec<u32>,
    /// The number of its turn, from 1.
    pub turn: u32,
    /// Moves left in this turn.
    pub moves_left: u32,
    /// The seat.
    pub seat: Seat,
    /// The variant of the game.
    pub options: Options,
}

impl SeatView {
    /// The view of a typed game.
    pub fn new<const W: usize>(side: &Side<W>) -> SeatView {
        SeatView {
            levels: levels(side),
            turn: side.turn(),
            moves_left: side.moves_left(),
            seat: side.seat(),
            options: *side.options(),
        }
    }

    /// Turns left, this one included; at least 1.
    pub fn turns_left(&self) -> u32 {
        (self.options.max_turns + 1).saturating_sub(self.turn).max(1)
    }
}

/// One side's level on every square.
pub fn levels<const W: usize>(side: &Side<W>) -> Vec<u32> {
    side.board().iter().map(|at| side.level(at)).collect()
}

//! The board as players think of it: squares numbered row by row without gaps,
//! whatever type of game holds them, and which of them lie together.

use games::Seat;
use games::plantation::{Action, Command, Options, Side, Tile};

/// Up to `N` squares that lie together.
#[derive(Clone)]
struct Together<const N: usize> {
    squares: [u16; N],
    count: u8,
}

impl<const N: usize> Together<N> {
    fn new(squares: impl Iterator<Item = usize>) -> Together<N> {
        let mut together = Together { squares: [0; N], count: 0 };
        for square in squares.take(N) {
            together.squares[usize::from(together.count)] = square as u16;
            together.count += 1;
        }
        together
    }

    fn get(&self) -> &[u16] {
        &self.squares[..usize::from(self.count)]
    }
}

/// The geometry of a board.
#[derive(Clone)]
pub struct Field {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    crosses: Vec<Together<5>>,
    windows: Vec<Together<9>>,
}

impl Field {
    /// The board of these options.
    pub fn new(options: &Options) -> Field {
        let (rows, cols) = (usize::from(options.rows), usize::from(options.cols));
        let shifted = |at: usize, down: i32, right: i32| {
            let (row, col) = ((at / cols) as i32 + down, (at % cols) as i32 + right);
            let inside = (0..rows as i32).contains(&row) && (0..cols as i32).contains(&col);
            inside.then(|| row as usize * cols + col as usize)
        };
        let cross = |at| {
            let steps = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];
            Together::new(steps.into_iter().filter_map(|(down, right)| shifted(at, down, right)))
        };
        let window = |at| {
            let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            Together::new(steps.filter_map(|(down, right)| shifted(at, down, right)))
        };
        let squares = 0..rows * cols;
        Field {
            rows,
            cols,
            crosses: squares.clone().map(cross).collect(),
            windows: squares.map(window).collect(),
        }
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// What a spray there hits: the square itself, then those beside it.
    pub fn cross(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.crosses[at].get().iter().map(|at| usize::from(*at))
    }

    /// The squares orthogonally next to one.
    pub fn beside(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.cross(at).skip(1)
    }

    /// What a scout there sees, row by row.
    pub fn window(&self, at: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.windows[at].get().iter().map(|at| usize::from(*at))
    }

    /// How many squares a scout there sees.
    pub fn window_size(&self, at: usize) -> usize {
        usize::from(self.windows[at].count)
    }

    /// The square as commands name it.
    pub fn tile(&self, at: usize) -> Tile {
        Tile::new((at / self.cols) as i32, (at % self.cols) as i32)
    }

    /// The number of a square that is on the board.
    pub fn number(&self, tile: Tile) -> Option<usize> {
        let (row, col) = (usize::try_from(tile.row).ok()?, usize::try_from(tile.col).ok()?);
        (row < self.rows && col < self.cols).then_some(row * self.cols + col)
    }

    /// The column where a seat starts.
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

/// What a seat sees when it is up, without the type of its game.
#[derive(Clone)]
pub struct Sight {
    /// Its own level of every square.
    pub levels: Vec<u32>,
    /// Its turn, from 1.
    pub turn: u32,
    /// Moves left in this turn.
    pub moves_left: u32,
    /// Which seat it is.
    pub seat: Seat,
    /// The variant that is played.
    pub options: Options,
}

impl Sight {
    /// What `side` shows.
    pub fn new<const W: usize>(side: &Side<W>) -> Sight {
        Sight {
            levels: levels(side),
            turn: side.turn(),
            moves_left: side.moves_left(),
            seat: side.seat(),
            options: *side.options(),
        }
    }

    /// Turns that are left, this one included.
    pub fn turns_left(&self) -> u32 {
        (self.options.max_turns + 1).saturating_sub(self.turn).max(1)
    }
}

/// The level of every square of the board.
pub fn levels<const W: usize>(side: &Side<W>) -> Vec<u32> {
    side.board().iter().map(|at| side.level(at)).collect()
}

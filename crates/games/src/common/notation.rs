//! Positions as one line of text: the board, the seat to act, then `key=value`
//! fields.
//!
//! Example: `1,0,-1/0,0,0 1 plies=3`. Rows are from the top; seat 0 is positive
//! and seat 1 negative, as in records. Seat 1 is to act. Fields with their
//! default value are left out.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::suggest;
use crate::error::PositionError;
use crate::game::Seat;

/// The parts of a position's text.
///
/// ```
/// use gridiron_games::Seat;
/// use gridiron_games::common::notation::PositionText;
///
/// let mut text: PositionText = "1,0,-1/0,0,0 1 plies=3".parse()?;
/// assert_eq!(text.rows, [[1, 0, -1], [0, 0, 0]]);
/// assert_eq!(text.seat, Seat::One);
/// assert_eq!(text.take("plies", 0_u32)?, 3);
/// text.finish(&["plies"])?;
/// # Ok::<(), gridiron_games::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// Signed cells in rows from the top. There is at least one row, and all
    /// have the same length.
    pub rows: Vec<Vec<i64>>,
    /// The seat to act; in a finished game the one that would be.
    pub seat: Seat,
    fields: Vec<(String, String)>,
}

impl PositionText {
    /// A position without further fields.
    pub fn new(rows: Vec<Vec<i64>>, seat: Seat) -> PositionText {
        PositionText { rows, seat, fields: Vec::new() }
    }

    /// Adds a field unless it has its default value, `usual`.
    pub fn put<T: Display + PartialEq>(&mut self, key: &str, value: T, usual: T) {
        if value != usual {
            self.fields.push((key.to_string(), value.to_string()));
        }
    }

    /// Removes a field and returns its value, or `usual` if it is not there.
    pub fn take<T: FromStr>(&mut self, key: &str, usual: T) -> Result<T, PositionError> {
        match self.fields.iter().position(|(name, _)| name == key) {
            None => Ok(usual),
            Some(at) => {
                let (_, value) = self.fields.swap_remove(at);
                value.parse().map_err(|_| PositionError::UnreadableField { key: key.to_string(), value })
            }
        }
    }

    /// An error if a field is left that [`PositionText::take`] did not remove.
    /// `known` names the fields of the game, for the suggestion.
    pub fn finish(&self, known: &[&str]) -> Result<(), PositionError> {
        match self.fields.first() {
            None => Ok(()),
            Some((key, _)) => {
                let suggestion = suggest::hint(key, known.iter().copied());
                Err(PositionError::UnknownField { key: key.clone(), suggestion })
            }
        }
    }
}

impl Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, row) in self.rows.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "/" })?;
            for (at, cell) in row.iter().enumerate() {
                write!(f, "{}{cell}", if at == 0 { "" } else { "," })?;
            }
        }
        write!(f, " {}", self.seat)?;
        for (key, value) in &self.fields {
            write!(f, " {key}={value}")?;
        }
        Ok(())
    }
}

impl FromStr for PositionText {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<PositionText, PositionError> {
        let mut parts = text.split_ascii_whitespace();
        let board = parts.next().ok_or(PositionError::Empty)?;
        let rows = board
            .split('/')
            .map(|row| row.split(',').map(read_cell).collect::<Result<Vec<i64>, _>>())
            .collect::<Result<Vec<_>, PositionError>>()?;
        if let Some(at) = rows.iter().position(|row| row.len() != rows[0].len()) {
            return Err(PositionError::UnevenRow { row: at, cells: rows[at].len(), expected: rows[0].len() });
        }
        let seat = match parts.next() {
            Some("0") => Seat::Zero,
            Some("1") => Seat::One,
            other => return Err(PositionError::NoSeat { got: other.map(String::from) }),
        };
        let fields = parts
            .map(|field| {
                field
                    .split_once('=')
                    .map(|(key, value)| (key.to_string(), value.to_string()))
                    .ok_or_else(|| PositionError::NotKeyValue { field: field.to_string() })
            })
            .collect::<Result<_, _>>()?;
        Ok(PositionText { rows, seat, fields })
    }
}

fn read_cell(cell: &str) -> Result<i64, PositionError> {
    cell.parse().map_err(|_| PositionError::NotANumber { cell: cell.to_string() })
}

//! Positions of Plantation as text.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Options, PlantProbe, Plantation};
use crate::common::notation::PositionText;
use crate::common::options::OptionValues;
use crate::error::PositionError;
use crate::game::{Game, GameOptions, Seat};
use crate::grid::Viewpoint;

const FIELDS: &[&str] =
    &["turn", "left", "starting_tiles", "max_turns", "moves_per_turn", "bomb_damage", "plant_probe"];

/// Leaves room for the longest game to stay within 32 bits.
const LARGEST_TILE: u32 = 2_000_000_000;

impl Display for PlantProbe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlantProbe::Adjacent => "adjacent",
            PlantProbe::Anywhere => "anywhere",
        })
    }
}

impl<const W: usize> Display for Plantation<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = PositionText::new(self.grid(Viewpoint::All).signed_rows(), self.to_act);
        let (side, options, usual) = (self.side(self.to_act), self.options(), Options::default());
        text.put("turn", side.turn(), 1);
        text.put("left", side.moves_left(), options.moves_per_turn);
        text.put("starting_tiles", options.starting_tiles, usual.starting_tiles);
        text.put("max_turns", options.max_turns, usual.max_turns);
        text.put("moves_per_turn", options.moves_per_turn, usual.moves_per_turn);
        text.put("bomb_damage", options.bomb_damage, usual.bomb_damage);
        text.put("plant_probe", options.plant_probe, usual.plant_probe);
        text.fmt(f)
    }
}

impl<const W: usize> FromStr for Plantation<W> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Plantation<W>, PositionError> {
        let mut text: PositionText = line.parse()?;
        let options = read_options(&mut text)?;
        let turn: u32 = text.take("turn", 1)?;
        let left: u32 = text.take("left", options.moves_per_turn)?;
        text.finish(FIELDS)?;
        if options.is_small() != (W == 1) {
            let expected = if W == 1 {
                "a board of this game has at most 11 rows and 11 columns"
            } else {
                "a board of this game has more than 11 rows or columns"
            };
            let (rows, cols) = (text.rows.len(), text.rows[0].len());
            return Err(PositionError::WrongSize { rows, cols, expected });
        }
        let limits = [("turn", turn, options.max_turns + 1), ("left", left, options.moves_per_turn)];
        for (key, value, max) in limits {
            if value == 0 || value > max {
                return Err(PositionError::FieldOutOfRange { key, value, min: 1, max });
            }
        }
        let mut position = Plantation::empty(&options);
        let squares: Vec<usize> = position.sides[0].board().iter().collect();
        let cols = text.rows[0].len();
        for (number, (at, cell)) in squares.into_iter().zip(text.rows.concat()).enumerate() {
            let level = u32::try_from(cell.unsigned_abs())
                .ok()
                .filter(|level| *level <= LARGEST_TILE)
                .ok_or(PositionError::CellOutOfRange {
                    value: cell,
                    row: number / cols,
                    col: number % cols,
                    limit: LARGEST_TILE,
                })?;
            let seat = if cell < 0 { Seat::One } else { Seat::Zero };
            if level > 0 {
                position.sides[seat.index()].settle(at, level);
            }
        }
        // Seat 0 is a turn ahead while seat 1 acts.
        position.to_act = text.seat;
        position.sides[0].turn = turn + text.seat.index() as u32;
        position.sides[1].turn = turn;
        position.sides[0].moves_left = 0;
        position.sides[text.seat.index()].moves_left = left;
        Ok(position)
    }
}

fn read_options(text: &mut PositionText) -> Result<Options, PositionError> {
    let mut values = OptionValues::defaults(Options::SPECS);
    let (rows, cols) = (text.rows.len(), text.rows[0].len());
    values.set("rows", &rows.to_string())?;
    values.set("cols", &cols.to_string())?;
    for key in &FIELDS[2..] {
        let value: String = text.take(key, String::new())?;
        if !value.is_empty() {
            values.set(key, &value)?;
        }
    }
    Ok(Options::from_values(&values)?)
}

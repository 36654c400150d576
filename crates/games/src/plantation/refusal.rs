//! Why a command is certain to get the reply `error`, as far as its player can
//! know.

use thiserror::Error;

use super::effect::{Effect, Presence, Situation, effect};
use super::{Action, Command, PlantProbe, Side, Tile};

/// Why a command is certain to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The target or the source is off the board.
    #[error("{tile} is off the board: rows are 0 to {}, columns 0 to {}", rows - 1, cols - 1)]
    OffBoard {
        /// The square.
        tile: Tile,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
    },
    /// The command costs more moves than the turn has left.
    #[error(
        "{} takes {} moves and {left} {} left",
        command.word(),
        command.cost(),
        if *left == 1 { "move is" } else { "moves are" }
    )]
    TooExpensive {
        /// The command.
        command: Command,
        /// Moves left in this turn.
        left: u32,
    },
    /// `fertilise`: the square is not the player's.
    #[error("{tile} is not yours: only your own tiles grow")]
    NotYours {
        /// The target.
        tile: Tile,
    },
    /// `plant`: no tile of the player is orthogonally next to the square.
    #[error("{tile} is not beside a tile of yours")]
    NotAdjacent {
        /// The target.
        tile: Tile,
    },
    /// `plant` or `colonise`: the square is already the player's.
    #[error("{tile} is yours already")]
    AlreadyYours {
        /// The target.
        tile: Tile,
    },
    /// `colonise`: the source is not the player's.
    #[error("{tile}, which should pay for the colony, is not yours")]
    SourceNotYours {
        /// The source.
        tile: Tile,
    },
    /// `colonise`: the source would vanish.
    #[error("{tile} holds only 1: it takes 2 to pay for a colony")]
    SourceTooSmall {
        /// The source.
        tile: Tile,
    },
    /// `bomb`: the square is the player's own.
    #[error("{tile} is yours: a bomb is for the other's tiles")]
    OwnTarget {
        /// The target.
        tile: Tile,
    },
    /// [`Command::Malformed`] stands for a line that is no command.
    #[error("it is no command")]
    NoCommand,
}

/// `None` if the reply may be another one than `error`.
pub(super) fn objection<const W: usize>(side: &Side<W>, action: Action) -> Option<Refusal> {
    let command = action.command();
    let off_board = [action.target(), action.source()].into_iter().find(|tile| side.index(*tile).is_none());
    if let Some(tile) = off_board {
        let options = side.options();
        return Some(Refusal::OffBoard { tile, rows: options.rows, cols: options.cols });
    }
    let left = side.moves_left();
    if command.cost() > left {
        return Some(Refusal::TooExpensive { command, left });
    }
    let (at, source) = (side.index(action.target())?, side.index(action.source())?);
    let probing = side.options().plant_probe == PlantProbe::Anywhere;
    let mine = side.level(at) > 0;
    // The player may not know whether the enemy is there, except on its own
    // tiles. So the command must make no sense in both cases.
    let possible = if mine { Presence::NONE } else { Presence::OWNED.plus(Presence::REACHED) };
    let senseless = |enemy: Presence| {
        let situation = Situation::new(side.presence(at), enemy, side.presence(source), probing);
        effect(command, situation) == Effect::Invalid
    };
    if !senseless(Presence::NONE) || !senseless(possible) {
        return None;
    }
    let tile = action.target();
    Some(match command {
        Command::Fertilise => Refusal::NotYours { tile },
        Command::Plant if !mine => Refusal::NotAdjacent { tile },
        Command::Colonise if !mine && side.level(source) == 0 => {
            Refusal::SourceNotYours { tile: action.source() }
        }
        Command::Colonise if !mine => Refusal::SourceTooSmall { tile: action.source() },
        Command::Bomb => Refusal::OwnTarget { tile },
        Command::Malformed => Refusal::NoCommand,
        _ => Refusal::AlreadyYours { tile },
    })
}

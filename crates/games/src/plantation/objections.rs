//! Why a command is bound to be answered `error`, as far as its player can tell.

use super::effect::{Effect, Situation, Ties, effect};
use super::{Action, Command, PlantProbe, Side, Tile};

/// Nothing if the answer may be another one.
pub(super) fn objection<const W: usize>(side: &Side<W>, action: Action) -> Option<String> {
    let command = action.command();
    let off_board = [action.target(), action.source()].into_iter().find(|tile| side.index(*tile).is_none());
    if let Some(tile) = off_board {
        let options = side.options();
        return Some(format!(
            "{} is off the board: rows are 0 to {}, columns 0 to {}",
            name(tile),
            options.rows - 1,
            options.cols - 1
        ));
    }
    let (cost, left) = (command.cost(), side.moves_left());
    if cost > left {
        let moves = if left == 1 { "move is" } else { "moves are" };
        return Some(format!("{} takes {cost} moves and {left} {moves} left", command.word()));
    }
    let (at, source) = (side.index(action.target())?, side.index(action.source())?);
    let probing = side.options().plant_probe == PlantProbe::Anywhere;
    let mine = side.level(at) > 0;
    // Whether the enemy is there is not for the player to know, except on its
    // own tiles: it must make no sense either way.
    let possible = if mine { Ties::NONE } else { Ties::OWNED.plus(Ties::REACHED) };
    let senseless = |enemy: Ties| {
        let situation = Situation::new(side.ties(at), enemy, side.ties(source), probing);
        effect(command, situation) == Effect::Senseless
    };
    if !senseless(Ties::NONE) || !senseless(possible) {
        return None;
    }
    let target = name(action.target());
    Some(match command {
        Command::Fertilise => format!("{target} is not yours: only your own tiles grow"),
        Command::Plant if !mine => format!("{target} is not beside a tile of yours"),
        Command::Colonise if !mine && side.level(source) == 0 => {
            format!("{}, which should pay for the colony, is not yours", name(action.source()))
        }
        Command::Colonise if !mine => {
            format!("{} holds only 1: it takes 2 to pay for a colony", name(action.source()))
        }
        Command::Bomb => format!("{target} is yours: a bomb is for the other's tiles"),
        Command::Malformed => "it is no command".to_string(),
        _ => format!("{target} is yours already"),
    })
}

fn name(tile: Tile) -> String {
    format!("row {}, column {}", tile.row, tile.col)
}

//! Which commands come to something, as one table.
//!
//! Most commands of most bots come to nothing, and no processor can predict
//! which: looking the answer up costs less than a branch for each reason.

use super::Command;

/// What a command comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Effect {
    /// It makes no sense: `error`.
    Senseless = 0,
    /// It is in order and hits nothing: `OK 0`.
    Harmless = 1,
    /// Something changes or is learned.
    Happens = 2,
}

/// What the effect depends on.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    /// The target is the player's own.
    pub mine: bool,
    /// The target is not the player's and orthogonally next to a tile that is.
    pub near_mine: bool,
    /// The target is the enemy's.
    pub theirs: bool,
    /// The target is not the enemy's and orthogonally next to a tile that is.
    pub near_theirs: bool,
    /// The source is the player's and holds at least 2.
    pub rich: bool,
    /// `plant` finds enemy tiles out anywhere.
    pub probing: bool,
}

impl Situation {
    #[inline(always)]
    const fn key(self) -> usize {
        self.mine as usize
            | (self.near_mine as usize) << 1
            | (self.theirs as usize) << 2
            | (self.near_theirs as usize) << 3
            | (self.rich as usize) << 4
            | (self.probing as usize) << 5
    }

    const fn from_key(key: usize) -> Situation {
        Situation {
            mine: key & 1 != 0,
            near_mine: key >> 1 & 1 != 0,
            theirs: key >> 2 & 1 != 0,
            near_theirs: key >> 3 & 1 != 0,
            rich: key >> 4 & 1 != 0,
            probing: key >> 5 & 1 != 0,
        }
    }
}

/// The rules.
const fn judge(command: Command, on: Situation) -> Effect {
    let happens = match command {
        Command::Fertilise => on.mine,
        Command::Plant => on.near_mine || on.theirs && on.probing,
        Command::Scout => true,
        Command::Colonise => !on.mine && on.rich,
        Command::Spray => on.theirs || on.near_theirs,
        Command::Bomb => on.theirs,
        Command::Malformed => false,
    };
    let harmless = match command {
        Command::Spray => true,
        Command::Bomb => !on.mine,
        _ => false,
    };
    match (happens, harmless) {
        (true, _) => Effect::Happens,
        (false, true) => Effect::Harmless,
        (false, false) => Effect::Senseless,
    }
}

/// The rules for every command and situation.
static EFFECTS: [[Effect; 64]; 7] = {
    let mut table = [[Effect::Senseless; 64]; 7];
    let mut kind = 0;
    while kind < Command::ALL.len() {
        let command = Command::ALL[kind];
        let mut key = 0;
        while key < 64 {
            table[command as usize][key] = judge(command, Situation::from_key(key));
            key += 1;
        }
        kind += 1;
    }
    table
};

/// What a command comes to in a situation.
#[inline(always)]
pub(super) fn effect(command: Command, situation: Situation) -> Effect {
    EFFECTS[command as usize][situation.key()]
}

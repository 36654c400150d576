//! Which commands have an effect, as one table.
//!
//! Most commands of most bots have none, and no processor can predict which. A
//! lookup costs less than a branch for each reason.

use super::Command;

/// Whether a command has an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Effect {
    /// The rules do not allow it here; the reply is `error`.
    Invalid = 0,
    /// It is allowed and hits no tile; the reply is `OK 0`.
    Miss = 1,
    /// It changes the board or shows a square.
    Success = 2,
}

/// What one side has on or near a square, in a byte: all that a command needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Presence(u8);

impl Presence {
    /// Neither the square nor a neighbour.
    pub const NONE: Presence = Presence(0);
    /// Owns it.
    pub const OWNED: Presence = Presence(1);
    /// Owns it or a square orthogonally next to it.
    pub const REACHED: Presence = Presence(2);
    /// Owns it with at least 2: it can pay for a colony.
    pub const RICH: Presence = Presence(4);

    #[inline(always)]
    pub const fn has(self, presence: Presence) -> bool {
        self.0 & presence.0 != 0
    }

    #[inline(always)]
    pub const fn plus(self, presence: Presence) -> Presence {
        Presence(self.0 | presence.0)
    }

    /// Sets or clears the flag without a branch.
    #[inline(always)]
    pub const fn with(self, presence: Presence, holds: bool) -> Presence {
        Presence(self.0 & !presence.0 | (holds as u8 * presence.0))
    }
}

/// What the effect depends on, as the index of a table.
#[derive(Clone, Copy)]
pub(super) struct Situation(u8);

impl Situation {
    /// The player's and the enemy's presence on the target, the player's on the
    /// source, and whether `plant` detects enemy tiles anywhere.
    #[inline(always)]
    pub const fn new(own: Presence, enemy: Presence, source: Presence, probing: bool) -> Situation {
        Situation(own.0 & 3 | (enemy.0 & 3) << 2 | (source.0 & 4) << 2 | (probing as u8) << 5)
    }

    const fn has(self, bit: u8) -> bool {
        self.0 >> bit & 1 != 0
    }
}

/// The rules for one command and situation.
const fn decide(command: Command, on: Situation) -> Effect {
    let (mine, i_reach, theirs, they_reach) = (on.has(0), on.has(1), on.has(2), on.has(3));
    let (rich, probing) = (on.has(4), on.has(5));
    let succeeds = match command {
        Command::Fertilise => mine,
        Command::Plant => !mine && (i_reach || theirs && probing),
        Command::Scout => true,
        Command::Colonise => !mine && rich,
        Command::Spray => they_reach,
        Command::Bomb => theirs,
        Command::Malformed => false,
    };
    let misses = match command {
        Command::Spray => true,
        Command::Bomb => !mine,
        _ => false,
    };
    match (succeeds, misses) {
        (true, _) => Effect::Success,
        (false, true) => Effect::Miss,
        (false, false) => Effect::Invalid,
    }
}

/// The rules for every command and situation.
static EFFECTS: [[Effect; 64]; 7] = {
    let mut table = [[Effect::Invalid; 64]; 7];
    let mut kind = 0;
    while kind < Command::ALL.len() {
        let command = Command::ALL[kind];
        let mut key = 0;
        while key < 64 {
            table[command as usize][key] = decide(command, Situation(key as u8));
            key += 1;
        }
        kind += 1;
    }
    table
};

/// The effect of a command in a situation.
#[inline(always)]
pub(super) fn effect(command: Command, situation: Situation) -> Effect {
    EFFECTS[command as usize][situation.0 as usize % 64]
}

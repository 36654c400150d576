//! The faults of many games, each kind once, with its first game.

use std::collections::BTreeMap;

use crate::committed_results::GameId;
use crate::finished_pair::Blame;

/// How many different faults are kept; the rest are only counted.
const KINDS: usize = 6;

/// The first faults of a match or tournament, each in words for its author.
#[derive(Clone, Debug, Default)]
pub struct FaultDigest {
    kinds: BTreeMap<(Option<usize>, String), RepeatedFault>,
    /// Games with other faults than those that are kept.
    pub left_out: u64,
}

/// A fault that happened in one or more games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepeatedFault {
    /// The player at fault, by place in the list; `None` if neither started.
    pub player: Option<usize>,
    /// What happened.
    pub words: String,
    /// The first such game.
    pub game: GameId,
    /// How many games had it.
    pub games: u64,
}

impl FaultDigest {
    /// Adds the fault of a game. Games may come in any order: the result is the
    /// same.
    pub fn add(&mut self, players: [usize; 2], blame: &Blame, game: GameId) {
        let player = (!blame.is_shared).then(|| players[usize::from(blame.player & 1)]);
        let words = &blame.words;
        let new = || RepeatedFault { player, words: words.clone(), game, games: 0 };
        let kind = self.kinds.entry((player, words.clone())).or_insert_with(new);
        kind.games += 1;
        if game.number < kind.game.number {
            kind.game = game;
        }
        if self.kinds.len() > KINDS {
            let last = self.kinds.iter().max_by_key(|(_, kind)| kind.game.number).map(|(key, _)| key.clone());
            let dropped = last.and_then(|key| self.kinds.remove(&key));
            self.left_out += dropped.map_or(0, |kind| kind.games);
        }
    }

    /// The faults that are kept, in the order of their first games.
    pub fn first(&self) -> Vec<&RepeatedFault> {
        let mut kinds: Vec<&RepeatedFault> = self.kinds.values().collect();
        kinds.sort_by_key(|kind| kind.game.number);
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_kept_once_with_its_first_game() {
        let blame = |player, words: &str| Blame { player, is_shared: false, words: words.into() };
        let game = |number: u64| GameId { number, seed: 10 * number, seats: [4, 7] };
        let mut faults = FaultDigest::default();
        faults.add([4, 7], &blame(1, "time"), game(9));
        faults.add([4, 7], &blame(1, "time"), game(3));
        faults.add([7, 4], &blame(1, "time"), game(5));
        faults.add([4, 7], &Blame { is_shared: true, ..blame(0, "no start") }, game(1));
        let kept: Vec<_> = faults.first().iter().map(|it| (it.player, it.game, it.games)).collect();
        assert_eq!(kept, [(None, game(1), 1), (Some(7), game(3), 2), (Some(4), game(5), 1)]);
        for number in 0..5 {
            faults.add([4, 7], &blame(0, &format!("other {number}")), game(20 + number));
        }
        assert_eq!((faults.first().len(), faults.left_out), (KINDS, 2));
        assert_eq!(faults.first()[KINDS - 1].game.number, 22);
    }
}

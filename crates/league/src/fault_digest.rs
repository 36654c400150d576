//! The faults of many games, each kind once, with its first game.

use std::collections::BTreeMap;

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
    /// The number of the first such game, from 1.
    pub game: u64,
    /// The seed of that game.
    pub seed: u64,
    /// How many games had it.
    pub games: u64,
}

impl FaultDigest {
    /// Adds the fault of a game. Games may come in any order: the result is the
    /// same.
    pub fn add(&mut self, players: [usize; 2], blame: &Blame, game: u64, seed: u64) {
        let player = (!blame.is_shared).then(|| players[usize::from(blame.player & 1)]);
        let words = &blame.words;
        let new = || RepeatedFault { player, words: words.clone(), game, seed, games: 0 };
        let kind = self.kinds.entry((player, words.clone())).or_insert_with(new);
        kind.games += 1;
        if game < kind.game {
            (kind.game, kind.seed) = (game, seed);
        }
        if self.kinds.len() > KINDS {
            let last = self.kinds.iter().max_by_key(|(_, kind)| kind.game).map(|(key, _)| key.clone());
            let dropped = last.and_then(|key| self.kinds.remove(&key));
            self.left_out += dropped.map_or(0, |kind| kind.games);
        }
    }

    /// The faults that are kept, in the order of their first games.
    pub fn first(&self) -> Vec<&RepeatedFault> {
        let mut kinds: Vec<&RepeatedFault> = self.kinds.values().collect();
        kinds.sort_by_key(|kind| kind.game);
        kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_kept_once_with_its_first_game() {
        let blame = |player, words: &str| Blame { player, is_shared: false, words: words.into() };
        let mut faults = FaultDigest::default();
        faults.add([4, 7], &blame(1, "time"), 9, 90);
        faults.add([4, 7], &blame(1, "time"), 3, 30);
        faults.add([7, 4], &blame(1, "time"), 5, 50);
        faults.add([4, 7], &Blame { is_shared: true, ..blame(0, "no start") }, 1, 10);
        let kept: Vec<_> = faults.first().iter().map(|it| (it.player, it.game, it.seed, it.games)).collect();
        assert_eq!(kept, [(None, 1, 10, 1), (Some(7), 3, 30, 2), (Some(4), 5, 50, 1)]);
        for number in 0..5 {
            faults.add([4, 7], &blame(0, &format!("other {number}")), 20 + number, 0);
        }
        assert_eq!((faults.first().len(), faults.left_out), (KINDS, 2));
        assert_eq!(faults.first()[KINDS - 1].game, 22);
    }
}

//! What the pairs of a tournament add up to, player by player. Pure: pairs in,
//! sums out, however many there are.

use std::collections::{BTreeMap, VecDeque};

use games::Cause;

use crate::game_result::Conduct;
use crate::results_table::{Pairing, ResultsTable};
use crate::store::{FinishedPair, GameSummary, PairOutcome};

/// How many faults are kept in words.
const TOLD: usize = 40;

/// What is known of one player beside its meetings.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Faults, thinking and lines that nobody asked for.
    pub conduct: Conduct,
    /// How often it won or lost by how much.
    pub margins: BTreeMap<i64, u64>,
}

/// A fault in words for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedFault {
    /// Whose.
    pub player: usize,
    /// In which game of the store.
    pub game: u64,
    /// Which kind.
    pub cause: Cause,
    /// In words.
    pub words: String,
}

/// What the pairs of a tournament add up to.
#[derive(Clone, Debug, Default)]
pub struct CommittedResults {
    /// Who has met whom.
    pub table: ResultsTable,
    /// By player.
    pub accounts: Vec<Account>,
    /// Games that were played.
    pub games: u64,
    /// When the first and the last pair ended, in milliseconds since 1970.
    pub times_ms: Option<(i64, i64)>,
    /// The last faults, newest last.
    pub faults: VecDeque<LoggedFault>,
}

impl CommittedResults {
    /// For so many players.
    pub fn new(players: usize) -> CommittedResults {
        CommittedResults { accounts: vec![Account::default(); players], ..CommittedResults::default() }
    }

    /// Somebody has joined.
    pub fn add_player(&mut self) {
        self.accounts.push(Account::default());
    }

    /// Adds a pair, which has this number in the store. Its players are those of
    /// the pairing.
    pub fn add(&mut self, number: i64, pairing: &Pairing, pair: &FinishedPair) {
        if !self.table.add(pairing, &pair.outcome.score()) {
            return;
        }
        let (first, last) = self.times_ms.unwrap_or((pair.ended_ms, pair.ended_ms));
        self.times_ms = Some((first.min(pair.ended_ms), last.max(pair.ended_ms)));
        let PairOutcome::Played(games) = &pair.outcome else { return };
        for (at, kept) in games.iter().enumerate() {
            self.games += 1;
            self.add_game(game_number(number, at), pairing, kept);
        }
    }

    fn add_game(&mut self, number: u64, pairing: &Pairing, kept: &GameSummary) {
        let margin = kept.result.score.margin;
        for (side, player) in pairing.players.into_iter().enumerate() {
            let account = &mut self.accounts[player];
            account.conduct.merge(&kept.result.conduct[side]);
            let own = if side == 0 { margin } else { -margin };
            *account.margins.entry(own).or_default() += 1;
        }
        if let Some((whose, words)) = &kept.blame {
            let side = usize::from(*whose & 1);
            let faults = &kept.result.conduct[side].faults;
            let ended_it = faults.contains_key(&kept.result.cause).then_some(kept.result.cause);
            if let Some(cause) = ended_it.or_else(|| faults.keys().next().copied()) {
                let player = pairing.players[side];
                self.faults.push_back(LoggedFault { player, game: number, cause, words: words.clone() });
            }
            if self.faults.len() > TOLD {
                self.faults.pop_front();
            }
        }
    }
}

/// Games count from 1, in the order of their pairs in the store.
pub fn game_number(pair: i64, game: usize) -> u64 {
    pair.unsigned_abs() * 2 - 1 + game as u64
}

/// The pair and which game of it; the inverse of [`game_number`].
pub fn pair_of_game(number: u64) -> Option<(i64, u8)> {
    let pair = i64::try_from(number.checked_add(1)? / 2).ok()?;
    Some((pair, ((number + 1) % 2) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_numbered_through() {
        let all = (1..=3).flat_map(|pair| [(pair, 0), (pair, 1)]);
        for (number, (pair, game)) in (1..).zip(all) {
            assert_eq!(game_number(pair, usize::from(game)), number);
            assert_eq!(pair_of_game(number), Some((pair, game)));
        }
    }
}

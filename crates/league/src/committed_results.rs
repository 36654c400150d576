//! What the games of a tournament add up to. Pure: pairs in, sums out. Its size
//! does not grow with the number of games.

use std::collections::{BTreeMap, VecDeque};

use games::Cause;

use crate::fault_digest::FaultDigest;
use crate::finished_pair::{FinishedPair, GameSummary, PairOutcome};
use crate::game_result::Conduct;
use crate::note::Note;
use crate::results_table::{Pairing, ResultsTable};
use crate::score::Score;

/// How many of the last faults are kept.
const LAST_FAULTS: usize = 40;

/// What one player did in all its games.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// All games that count, forfeits left out.
    pub score: Score,
    /// The games in which it moved first, and those in which it moved second.
    /// Games read from a store are not among them.
    pub by_turn: [Score; 2],
    /// Faults, thinking time and unexpected output lines.
    pub conduct: Conduct,
    /// How many games ended with each margin; a lost game has a negative one.
    pub margins: BTreeMap<i64, u64>,
}

impl Account {
    /// The mean margin of a game; 0 without games.
    pub fn mean_margin(&self) -> f64 {
        let (games, sum, _) = self.margin_sums();
        if games == 0 { 0.0 } else { sum as f64 / games as f64 }
    }

    /// The standard deviation of the margin; 0 for fewer than two games.
    pub fn sd_margin(&self) -> f64 {
        let (games, sum, squares) = self.margin_sums();
        if games < 2 {
            return 0.0;
        }
        ((games * squares - sum * sum) as f64 / (games * (games - 1)) as f64).sqrt()
    }

    /// Games, sum and sum of squares: whole numbers, so that the order of games
    /// makes no difference.
    fn margin_sums(&self) -> (i128, i128, i128) {
        self.margins.iter().fold((0, 0, 0), |(games, sum, squares), (margin, count)| {
            let (margin, count) = (i128::from(*margin), i128::from(*count));
            (games + count, sum + margin * count, squares + margin * margin * count)
        })
    }

    fn add(&mut self, half_points: u8, margin: i64, conduct: &Conduct, has_moved_first: Option<bool>) {
        self.score.add(half_points);
        if let Some(has_moved_first) = has_moved_first {
            self.by_turn[usize::from(!has_moved_first)].add(half_points);
        }
        self.conduct.merge(conduct);
        *self.margins.entry(margin).or_default() += 1;
    }
}

/// A game of a match or tournament: what it takes to play it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameId {
    /// Counts from 1.
    pub number: u64,
    /// The seed of the game.
    pub seed: u64,
    /// The players on seat 0 and seat 1, by place in the list.
    pub seats: [usize; 2],
}

impl GameId {
    /// Game 0 or 1 of a pair: the first player of the pair sits on seat 0 in the
    /// first game.
    pub fn new(number: u64, seed: u64, pairing: &Pairing, game: u8) -> GameId {
        let [first, second] = pairing.players;
        let seats = if game == 0 { [first, second] } else { [second, first] };
        GameId { number, seed, seats }
    }
}

/// One of the last faults, in words for its author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedFault {
    /// The player at fault, by place in the list.
    pub player: usize,
    /// Where it happened.
    pub game: GameId,
    /// The kind of fault.
    pub cause: Cause,
    /// What happened.
    pub words: String,
}

/// What the games of a tournament add up to.
///
/// **Invariant:** with a store, only pairs that are committed to it are counted
/// here, and screens and reports show nothing else.
#[derive(Clone, Debug, Default)]
pub struct CommittedResults {
    /// The results of pairs.
    pub table: ResultsTable,
    /// By player.
    pub accounts: Vec<Account>,
    /// Games that were played.
    pub games: u64,
    /// Those of them that ended because a player did not start.
    pub never_begun: u64,
    /// When the first and the last pair ended, in milliseconds since 1970.
    pub times_ms: Option<(i64, i64)>,
    /// The last faults, newest last.
    pub last_faults: VecDeque<LoggedFault>,
    /// The first faults, each kind once.
    pub faults: FaultDigest,
    /// Notes of a tournament without a store; a store keeps its own.
    pub notes: Vec<Note>,
}

impl CommittedResults {
    /// No results yet, for `players` players.
    pub fn new(players: usize) -> CommittedResults {
        CommittedResults { accounts: vec![Account::default(); players], ..CommittedResults::default() }
    }

    /// Makes room for one more player.
    pub fn add_player(&mut self) {
        self.accounts.push(Account::default());
    }

    /// Adds a pair with both its games. `number` is that of the pair, from 1.
    pub fn add(&mut self, number: i64, pairing: &Pairing, pair: &FinishedPair) {
        if !self.add_pair(pairing, pair) {
            return;
        }
        if let PairOutcome::Played(games) = &pair.outcome {
            for ((at, game), seed) in (0..).zip(games.iter()).zip(pair.seeds) {
                let id = GameId::new(game_number(number, usize::from(at)), seed, pairing, at);
                self.add_game(id, pairing, game);
            }
        }
    }

    /// Adds the result of a pair to the table, without its games. Returns whether
    /// it is new.
    pub fn add_pair(&mut self, pairing: &Pairing, pair: &FinishedPair) -> bool {
        let is_new = self.table.add(pairing, &pair.outcome.score());
        if is_new {
            let (first, last) = self.times_ms.unwrap_or((pair.ended_ms, pair.ended_ms));
            self.times_ms = Some((first.min(pair.ended_ms), last.max(pair.ended_ms)));
        }
        is_new
    }

    /// Adds a game to the accounts of its players. Its pair may be unfinished.
    pub fn add_game(&mut self, id: GameId, pairing: &Pairing, game: &GameSummary) {
        self.games += 1;
        self.never_begun += u64::from(game.result.cause == Cause::NoStart);
        let score = &game.result.score;
        for (side, player) in pairing.players.into_iter().enumerate() {
            let (half_points, margin) = match side {
                0 => (score.half_points, score.margin),
                _ => (2 - score.half_points.min(2), -score.margin),
            };
            let has_moved_first = game.moved_first.map(|first| usize::from(first) == side);
            let conduct = &game.result.conduct[side];
            self.accounts[player].add(half_points, margin, conduct, has_moved_first);
        }
        if let Some(blame) = &game.blame {
            self.faults.add(pairing.players, blame, id);
            let side = usize::from(blame.player & 1);
            let faults = &game.result.conduct[side].faults;
            let ended_it = faults.contains_key(&game.result.cause).then_some(game.result.cause);
            if let Some(cause) = ended_it.or_else(|| faults.keys().next().copied()) {
                let (player, words) = (pairing.players[side], blame.words.clone());
                self.last_faults.push_back(LoggedFault { player, game: id, cause, words });
            }
            if self.last_faults.len() > LAST_FAULTS {
                self.drop_a_fault();
            }
        }
    }
}

impl CommittedResults {
    /// Drops the oldest of the last faults whose player has a later one: the last
    /// fault of a player is kept as long as there is room.
    fn drop_a_fault(&mut self) {
        let faults = &self.last_faults;
        let has_later = |at: &usize| faults.range(at + 1..).any(|later| later.player == faults[*at].player);
        let dropped = (0..faults.len()).find(has_later).unwrap_or(0);
        self.last_faults.remove(dropped);
    }
}

/// The number of a game, from 1: games are counted in the order of their pairs.
pub fn game_number(pair: i64, game: usize) -> u64 {
    // A damaged store may hold any number.
    pair.unsigned_abs().saturating_mul(2).saturating_add(game as u64).saturating_sub(1)
}

/// The number of the pair, and 0 or 1 for its first or second game: the inverse
/// of [`game_number`].
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

    #[test]
    fn the_last_fault_of_each_player_is_kept() {
        let mut results = CommittedResults::default();
        let fault = |player, number| LoggedFault {
            player,
            game: GameId { number, seed: 0, seats: [0, 1] },
            cause: Cause::Time,
            words: String::new(),
        };
        let mut add = |player, number| {
            results.last_faults.push_back(fault(player, number));
            if results.last_faults.len() > LAST_FAULTS {
                results.drop_a_fault();
            }
            results.last_faults.iter().map(|fault| fault.game.number).collect::<Vec<_>>()
        };
        add(0, 1);
        add(0, 2);
        let mut kept = Vec::new();
        for number in 3..=100 {
            kept = add(1, number);
        }
        let mut expected: Vec<u64> = (62..=100).collect();
        expected.insert(0, 2);
        assert_eq!(kept, expected);
        // With more players than room, the oldest goes.
        for number in 101..=200 {
            kept = add(number as usize, number);
        }
        assert_eq!(kept, (161..=200).collect::<Vec<u64>>());
    }

    #[test]
    fn margins_have_a_mean_and_a_deviation() {
        let mut account = Account::default();
        assert_eq!((account.mean_margin(), account.sd_margin()), (0.0, 0.0));
        for (half_points, margin) in [(2, 3), (2, 3), (0, -3), (1, 0), (2, 7)] {
            account.add(half_points, margin, &Conduct::default(), Some(half_points == 2));
        }
        assert_eq!(account.mean_margin(), 2.0);
        assert!((account.sd_margin() - 14.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(account.score, Score { wins: 3, draws: 1, losses: 1 });
        assert_eq!(account.by_turn[0], Score { wins: 3, draws: 0, losses: 0 });
    }
}

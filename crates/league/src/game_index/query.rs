//! What is asked of the index.

use games::{Cause, Seat};

use super::{Elos, Entry, GameIndex, fault_bit};
use crate::store::{PlayerId, upset};

/// Which games are wanted. What is `None` or false does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameQuery {
    /// Games of this player. Result and fault are then its own.
    pub bot: Option<PlayerId>,
    /// Games against this player; without `bot`, all its games.
    pub against: Option<PlayerId>,
    /// How they ended.
    pub result: Option<ResultFilter>,
    /// Why they ended.
    pub cause: Option<Cause>,
    /// A fault in them, whether it ended the game or not.
    pub fault: Option<FaultFilter>,
    /// Only upsets: the winner's rating is at least 100 below the loser's, and no fault
    /// ended the game.
    pub upset: bool,
    /// At least so many actions.
    pub min_length: Option<u32>,
    /// At most so many actions.
    pub max_length: Option<u32>,
    /// Which of them come first.
    pub order: GameOrder,
    /// Counts from 1.
    pub page: u64,
    /// Games on a page.
    pub per_page: u64,
}

impl Default for GameQuery {
    /// The fifty newest games.
    fn default() -> GameQuery {
        GameQuery {
            bot: None,
            against: None,
            result: None,
            cause: None,
            fault: None,
            upset: false,
            min_length: None,
            max_length: None,
            order: GameOrder::default(),
            page: 1,
            per_page: 50,
        }
    }
}

impl GameQuery {
    /// Whether it asks for all games, newest first. Then
    /// [`Store::newest_games`](crate::store::Store::newest_games) has the same page
    /// without an index.
    pub fn is_unfiltered(&self) -> bool {
        let GameQuery { page, per_page, .. } = *self;
        *self == GameQuery { page, per_page, ..GameQuery::default() }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// The bot of the query has won; without one, somebody.
    Win,
    /// Nobody has won.
    Draw,
    /// The bot of the query has lost; without one, somebody.
    Loss,
    /// Somebody has won.
    Decisive,
}

/// Which faults are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultFilter {
    /// Any fault.
    Any,
    /// Faults of this kind.
    Kind(Cause),
}

/// Which games come first. Of equals the newest does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameOrder {
    /// The last that were committed.
    #[default]
    Newest,
    /// The first that were committed.
    Oldest,
    /// Most actions.
    Longest,
    /// Fewest actions.
    Shortest,
    /// The largest difference of ratings between loser and winner. Draws and games
    /// that a fault ended come last.
    Upset,
}

/// A query as it is put to each game.
pub(super) struct Matcher {
    bot: Option<u32>,
    against: Option<u32>,
    result: Option<ResultFilter>,
    cause: Option<Cause>,
    /// 0 if faults do not matter.
    faults: u8,
    upset: bool,
    lengths: std::ops::RangeInclusive<u32>,
    /// By place; NaN for a player without a rating.
    elos: Vec<f64>,
    /// By place; empty if all count.
    counts: Vec<bool>,
}

impl Matcher {
    /// `None` if a player of the query has no game.
    pub(super) fn new(index: &GameIndex, query: &GameQuery, elos: &Elos) -> Option<Matcher> {
        let place = |player: Option<PlayerId>| match player {
            None => Some(None),
            Some(player) => index.places.get(&player).copied().map(Some),
        };
        let do_all_count = index.counts.iter().all(|counts| *counts);
        Some(Matcher {
            bot: place(query.bot)?,
            against: place(query.against)?,
            result: query.result,
            cause: query.cause,
            faults: match query.fault {
                None => 0,
                Some(FaultFilter::Any) => u8::MAX,
                Some(FaultFilter::Kind(cause)) => fault_bit(cause),
            },
            upset: query.upset,
            lengths: query.min_length.unwrap_or(0)..=query.max_length.unwrap_or(u32::MAX),
            elos: index.players.iter().map(|id| elos.get(id).copied().unwrap_or(f64::NAN)).collect(),
            counts: if do_all_count { Vec::new() } else { index.counts.clone() },
        })
    }

    #[inline]
    pub(super) fn matches(&self, entry: &Entry) -> bool {
        let seat = match self.bot {
            None => None,
            Some(bot) if entry.seats[0] == bot => Some(Seat::Zero),
            Some(bot) if entry.seats[1] == bot => Some(Seat::One),
            Some(_) => return false,
        };
        self.against.is_none_or(|against| match seat {
            Some(seat) => entry.seats[seat.other().index()] == against,
            None => entry.seats.contains(&against),
        }) && self.result.is_none_or(|result| has_result(result, entry.winner, seat))
            && self.cause.is_none_or(|cause| entry.cause == cause)
            && (self.faults == 0 || self.has_fault(entry, seat))
            && self.lengths.contains(&entry.actions)
            && (!self.upset || self.upset(entry).is_some())
            && (self.counts.is_empty() || entry.seats.iter().all(|seat| self.counts[*seat as usize]))
    }

    fn has_fault(&self, entry: &Entry, seat: Option<Seat>) -> bool {
        let faults = match seat {
            Some(seat) => entry.faults[seat.index()],
            None => entry.faults[0] | entry.faults[1],
        };
        faults & self.faults != 0
    }

    fn upset(&self, entry: &Entry) -> Option<f64> {
        upset(entry.seats.map(|seat| self.elos[seat as usize]), entry.winner, entry.cause)
    }

    /// Larger for a larger upset, to a thousandth of a point; 0 if there can be none.
    pub(super) fn upset_key(&self, entry: &Entry) -> u32 {
        let Some(winner) = entry.winner.filter(|_| !entry.cause.is_fault()) else { return 0 };
        let elo = |seat: Seat| self.elos[entry.seats[seat.index()] as usize];
        let below = (elo(winner.other()) - elo(winner)) * 1000.0;
        // NaN is 0.
        (below + f64::from(1_u32 << 31)) as u32
    }
}

#[inline]
fn has_result(result: ResultFilter, winner: Option<Seat>, seat: Option<Seat>) -> bool {
    match (result, seat) {
        (ResultFilter::Draw, _) => winner.is_none(),
        (ResultFilter::Decisive, _) | (_, None) => winner.is_some(),
        (ResultFilter::Win, Some(seat)) => winner == Some(seat),
        (ResultFilter::Loss, Some(seat)) => winner == Some(seat.other()),
    }
}

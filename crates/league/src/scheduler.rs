//! Hands out pairs and takes results, committed or not. Pure but for the time of
//! day: pairs and results in, entries for the store out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::Cause;

use crate::committed_results::CommittedResults;
use crate::event::{Event, EventPlayer};
use crate::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use crate::formats::{AnyFormat, DrawOfLots, Format, NextPair, TournamentState};
use crate::note::{Note, WithdrawalReason};
use crate::results_table::{Pairing, ResultsTable};
use crate::store::{PlayerId, now_ms};

/// Room for pairs that are under way, so that it is not sought while games are
/// played.
const ROOM: usize = 64;

/// A player as it takes part.
#[derive(Clone)]
pub struct TournamentPlayer {
    /// Name, program and clock.
    pub entry: Arc<EventPlayer>,
    /// Its number in the store; without a store, its place in the list.
    pub id: PlayerId,
    /// Why it was withdrawn, if it was.
    pub withdrawn: Option<WithdrawalReason>,
}

/// Hands out pairs and takes results.
pub(crate) struct Scheduler {
    pub(crate) format: AnyFormat,
    pub(crate) players: Vec<TournamentPlayer>,
    /// The same as in `players`, as formats want it.
    pub(crate) withdrawn: Vec<bool>,
    pub(crate) table: ResultsTable,
    /// How many workers wait for something to change.
    pub(crate) waiting_workers: usize,
    under_way: Vec<Pairing>,
    /// Handed back without a result.
    returned: Vec<Pairing>,
    /// Games whose pair is not done, with 0 or 1 for which of the two it is. At most
    /// one for each worker: a list that keeps its room is faster than a map.
    half_done: Vec<(Pairing, u8, GameSummary)>,
    /// Crashes of each player since it last played a game to its end.
    crashes: Vec<CrashStreak>,
    /// `None`: players are never withdrawn.
    withdraw_after: Option<u32>,
    /// Draws of lots that are noted already.
    draws_of_lots: Vec<DrawOfLots>,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    /// Players whose programs have changed since they were entered. Their pairs
    /// are postponed until the organiser has decided about them.
    changed: BTreeSet<usize>,
    has_postponed: bool,
    /// How often each pair that is not done was disturbed by the machine.
    disturbances: BTreeMap<Pairing, u32>,
}

/// What a worker has to do next.
pub(crate) enum Assignment {
    /// Play this pair.
    Play(Pairing),
    /// Count this pair as done: these of its players were withdrawn.
    Forfeit(Pairing, [bool; 2]),
    /// Wait until a pair that is under way has ended.
    Wait,
    /// Nothing is left to play.
    Done,
}

impl Scheduler {
    /// Continues from these results; `crashes` are those of each player since its
    /// last game without one.
    pub(crate) fn new(
        event: &Event,
        players: Vec<TournamentPlayer>,
        results: &CommittedResults,
        crashes: Vec<CrashStreak>,
    ) -> Scheduler {
        let format = event.plan.build(players.len(), event.seed);
        Scheduler {
            draws_of_lots: format.draws_of_lots(&results.table),
            format,
            withdrawn: players.iter().map(|player| player.withdrawn.is_some()).collect(),
            players,
            table: results.table.clone(),
            waiting_workers: 0,
            under_way: Vec::with_capacity(ROOM),
            returned: Vec::new(),
            half_done: Vec::with_capacity(ROOM),
            crashes,
            withdraw_after: event.withdraw_after,
            is_endless: event.plan.is_endless(),
            changed: BTreeSet::new(),
            has_postponed: false,
            disturbances: BTreeMap::new(),
        }
    }

    /// Pairs that were handed out and are not done.
    pub(crate) fn under_way(&self) -> &[Pairing] {
        &self.under_way
    }

    /// The pairs that would be handed out next, if no other result came in.
    pub(crate) fn preview(&self) -> Preview {
        Preview {
            format: self.format.clone(),
            table: self.table.clone(),
            withdrawn: self.withdrawn.clone(),
            changed: self.changed.clone(),
            under_way: self.under_way.clone(),
            returned: self.returned.clone(),
        }
    }

    /// What comes next.
    pub(crate) fn next(&mut self) -> Assignment {
        loop {
            let state = TournamentState {
                table: &self.table,
                withdrawn: &self.withdrawn,
                under_way: &self.under_way,
            };
            let pairing = match self.returned.pop() {
                Some(pairing) => pairing,
                None => match self.format.next(&state) {
                    NextPair::Play(pairing) => pairing,
                    // Only pairs that wait for a decision are left.
                    NextPair::Wait if self.has_postponed && self.under_way.is_empty() => {
                        return Assignment::Done;
                    }
                    NextPair::Wait => return Assignment::Wait,
                    NextPair::Done => return Assignment::Done,
                },
            };
            let by = pairing.players.map(|player| self.withdrawn[player]);
            // A ladder does not pair them, but such a pair may come back.
            if by != [false, false] && self.is_endless {
                continue;
            }
            if pairing.players.iter().any(|player| self.changed.contains(player)) {
                self.has_postponed = true;
                continue;
            }
            if by == [false, false] {
                self.under_way.push(pairing);
                return Assignment::Play(pairing);
            }
            return Assignment::Forfeit(pairing, by);
        }
    }

    /// Whether game 0 or 1 of a pair has not been reported yet.
    pub(crate) fn is_new(&self, pairing: &Pairing, game: u8) -> bool {
        let is_reported = self.half_done.iter().any(|(other, at, _)| (other, *at) == (pairing, game));
        !is_reported && !self.table.has(pairing)
    }

    /// Takes a game that is new. Gives both games of the pair once both are there.
    pub(crate) fn add_game(
        &mut self,
        pairing: &Pairing,
        game: u8,
        summary: GameSummary,
    ) -> Option<Box<[GameSummary; 2]>> {
        let Some(at) = self.half_done.iter().position(|(other, ..)| other == pairing) else {
            self.half_done.push((*pairing, game, summary));
            return None;
        };
        Some(Box::new(match self.half_done.swap_remove(at) {
            (_, 1, second) => [summary, second],
            (_, _, first) => [first, summary],
        }))
    }

    /// Games of pairs that will not be finished, in the order of their pairs.
    pub(crate) fn take_half_done(&mut self) -> Vec<(Pairing, u8, GameSummary)> {
        let mut half_done = std::mem::take(&mut self.half_done);
        half_done.sort_by_key(|(pairing, ..)| *pairing);
        half_done
    }

    /// A pair is done. Returns what is to be saved about it, all together or not
    /// at all; nothing if it was done before.
    pub(crate) fn finish(
        &mut self,
        pairing: &Pairing,
        seeds: [u64; 2],
        outcome: PairOutcome,
    ) -> Vec<StoreEntry> {
        self.under_way.retain(|other| other != pairing);
        self.disturbances.remove(pairing);
        if !self.table.add(pairing, &outcome.score()) {
            return Vec::new();
        }
        count_crashes(&mut self.crashes, pairing, &outcome);
        let Pairing { round, players, leg } = *pairing;
        let ids = players.map(|player| self.players[player].id);
        let pair = FinishedPair { round, players: ids, leg, seeds, ended_ms: now_ms(), outcome };
        let mut entries = vec![StoreEntry::Pair(pair)];
        for player in players {
            let streak = self.crashes[player];
            if self.withdraw_after.is_some_and(|most| streak.times >= most) {
                entries.extend(self.withdraw(player, streak.reason()));
            }
        }
        entries.extend(self.new_draws_of_lots());
        entries
    }

    /// A pair was not finished: it is handed out again.
    pub(crate) fn take_back(&mut self, pairing: Pairing) {
        self.under_way.retain(|other| *other != pairing);
        self.returned.push(pairing);
    }

    /// The machine has disturbed a pair. Returns how often by now.
    pub(crate) fn count_disturbance(&mut self, pairing: &Pairing) -> u32 {
        let count = self.disturbances.entry(*pairing).or_default();
        *count += 1;
        *count
    }

    /// A player's program is no longer the version that was entered. A ladder
    /// withdraws it and plays on, which is to be saved. Elsewhere its pairs are
    /// postponed, because it would forfeit them.
    pub(crate) fn mark_changed(&mut self, player: usize) -> Vec<StoreEntry> {
        match self.is_endless {
            true => self.withdraw(player, WithdrawalReason::Changed),
            false => {
                self.changed.insert(player);
                Vec::new()
            }
        }
    }

    /// All who take part from now on: those who are here already first and in
    /// their order, then the others with their ids.
    pub(crate) fn join(&mut self, all_players: Vec<EventPlayer>, ids: Vec<PlayerId>) {
        let mut all_players = all_players.into_iter().map(Arc::new);
        // The sandboxes of those who are here hide the files of newcomers too. A
        // program that has changed stays what was entered, so that it is noticed.
        for (here, entry) in self.players.iter_mut().zip(all_players.by_ref()) {
            if entry.spec.about() == here.entry.spec.about() {
                here.entry = entry;
            }
        }
        for (entry, id) in all_players.zip(ids) {
            self.players.push(TournamentPlayer { entry, id, withdrawn: None });
            self.withdrawn.push(false);
            self.crashes.push(CrashStreak::default());
        }
    }

    fn withdraw(&mut self, player: usize, why: WithdrawalReason) -> Vec<StoreEntry> {
        if std::mem::replace(&mut self.withdrawn[player], true) {
            return Vec::new();
        }
        let TournamentPlayer { entry, id, withdrawn } = &mut self.players[player];
        *withdrawn = Some(why);
        let note = Note::Withdrawn { name: entry.name.clone(), why };
        vec![StoreEntry::Withdrawn(*id, why), StoreEntry::note(note)]
    }

    /// Draws of lots that are not noted yet. Matches do not end in the order of the
    /// bracket: a new one may stand before others.
    fn new_draws_of_lots(&mut self) -> Vec<StoreEntry> {
        let draws = self.format.draws_of_lots(&self.table);
        let name = |player: usize| self.players[player].entry.name.clone();
        let new = draws.iter().filter(|draw| !self.draws_of_lots.contains(draw));
        let entries = new.map(|draw| {
            StoreEntry::note(Note::DrawOfLots { players: draw.players.map(name), winner: name(draw.winner) })
        });
        let entries = entries.collect();
        self.draws_of_lots = draws;
        entries
    }
}

/// A copy of what the scheduler knows, to look ahead without changing anything and
/// without keeping workers waiting.
pub(crate) struct Preview {
    format: AnyFormat,
    table: ResultsTable,
    withdrawn: Vec<bool>,
    changed: BTreeSet<usize>,
    under_way: Vec<Pairing>,
    returned: Vec<Pairing>,
}

impl Iterator for Preview {
    type Item = Pairing;

    /// Leaves out pairs that will be forfeited or postponed.
    fn next(&mut self) -> Option<Pairing> {
        let Preview { format, table, withdrawn, changed, under_way, returned } = self;
        loop {
            let pairing = match returned.pop() {
                Some(pairing) => pairing,
                None => match format.next(&TournamentState { table, withdrawn, under_way }) {
                    NextPair::Play(pairing) => pairing,
                    NextPair::Wait | NextPair::Done => return None,
                },
            };
            let is_out = |player: &usize| withdrawn[*player] || changed.contains(player);
            if !pairing.players.iter().any(is_out) {
                under_way.push(pairing);
                return Some(pairing);
            }
        }
    }
}

/// The crashes of a player since it last played a game to its end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CrashStreak {
    /// In how many games it crashed or did not start.
    times: u32,
    /// In how many of them it did not start.
    not_started: u32,
}

impl CrashStreak {
    fn reason(self) -> WithdrawalReason {
        let CrashStreak { times, not_started } = self;
        match not_started {
            0 => WithdrawalReason::Crashes { times },
            _ if not_started == times => WithdrawalReason::NoStarts { times },
            _ => WithdrawalReason::CrashesOrNoStarts { times },
        }
    }
}

/// Counts the crashes of each player since it last played a game to its end. A
/// game that the other's crash ended says nothing.
pub(crate) fn count_crashes(crashes: &mut [CrashStreak], pairing: &Pairing, outcome: &PairOutcome) {
    let PairOutcome::Played(games) = outcome else { return };
    for game in games.iter() {
        let crashed = game.result.crashed();
        for (player, has_crashed) in pairing.players.into_iter().zip(crashed) {
            let streak = &mut crashes[player];
            if has_crashed {
                streak.times += 1;
                streak.not_started += u32::from(game.result.cause == Cause::NoStart);
            } else if crashed == [false, false] {
                *streak = CrashStreak::default();
            }
        }
    }
}

//! What is handed out and what came back, committed or not. Pure but for the
//! time of day: pairs and results in, lines for the store out.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::committed_results::CommittedResults;
use crate::event::{Event, EventPlayer};
use crate::formats::{AnyFormat, DrawOfLots, Format, NextPair, TournamentState};
use crate::note::{Note, WithdrawalReason};
use crate::results_table::{Pairing, ResultsTable};
use crate::store::{FinishedPair, PairOutcome, PlayerId, StoreEntry, now_ms};

/// A player as it takes part.
#[derive(Clone)]
pub struct TournamentPlayer {
    /// Who.
    pub entry: Arc<EventPlayer>,
    /// In the store.
    pub id: PlayerId,
    /// GiveUpReason it was withdrawn, if it was.
    pub withdrawn: Option<WithdrawalReason>,
}

/// Where pairs are handed out and results handed in.
pub(crate) struct Scheduler {
    pub(crate) format: AnyFormat,
    pub(crate) players: Vec<TournamentPlayer>,
    /// GameSummary beside the players because schedules look at it often.
    pub(crate) withdrawn: Vec<bool>,
    pub(crate) table: ResultsTable,
    under_way: Vec<Pairing>,
    /// Handed back without a result.
    returned: Vec<Pairing>,
    /// Crashes of each player since it last played a game to its end.
    crashes: Vec<u32>,
    withdraw_after: u32,
    /// Draws of lots that are noted already.
    draws_of_lots: Vec<DrawOfLots>,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    /// Whose programs are no longer what was entered: their pairs are put off
    /// until somebody has decided about them.
    altered: BTreeSet<usize>,
    put_off: bool,
}

/// What comes next.
pub(crate) enum Assignment {
    /// This pair is to be played.
    Play(Pairing),
    /// These of its players were withdrawn: it is not played, and done.
    Forfeit(Pairing, [bool; 2]),
    /// Something that is under way must end first.
    Wait,
    /// There is nothing left to play.
    Done,
}

impl Scheduler {
    /// As a results says it stands; `crashes` are those of each player since its last
    /// game without one.
    pub(crate) fn new(
        event: &Event,
        players: Vec<TournamentPlayer>,
        results: &CommittedResults,
        crashes: Vec<u32>,
    ) -> Scheduler {
        let format = event.plan.build(players.len(), event.seed);
        Scheduler {
            draws_of_lots: format.draws_of_lots(&results.table),
            format,
            withdrawn: players.iter().map(|player| player.withdrawn.is_some()).collect(),
            players,
            table: results.table.clone(),
            under_way: Vec::new(),
            returned: Vec::new(),
            crashes,
            withdraw_after: event.withdraw_after,
            is_endless: event.plan.is_endless(),
            altered: BTreeSet::new(),
            put_off: false,
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
                    // Nothing is left but what has to wait for a decision.
                    NextPair::Wait if self.put_off && self.under_way.is_empty() => return Assignment::Done,
                    NextPair::Wait => return Assignment::Wait,
                    NextPair::Done => return Assignment::Done,
                },
            };
            let by = pairing.players.map(|player| self.withdrawn[player]);
            // A ladder does not pair them, but may get such a pair back.
            if by != [false, false] && self.is_endless {
                continue;
            }
            if pairing.players.iter().any(|player| self.altered.contains(player)) {
                self.put_off = true;
                continue;
            }
            if by == [false, false] {
                self.under_way.push(pairing);
                return Assignment::Play(pairing);
            }
            return Assignment::Forfeit(pairing, by);
        }
    }

    /// A pair is done. What is to be written down about it, all together or not at
    /// all; nothing if it was done before.
    pub(crate) fn finish(&mut self, pairing: &Pairing, seed: u64, outcome: PairOutcome) -> Vec<StoreEntry> {
        self.under_way.retain(|other| other != pairing);
        if !self.table.add(pairing, &outcome.score()) {
            return Vec::new();
        }
        count_crashes(&mut self.crashes, pairing, &outcome);
        let Pairing { round, players, leg } = *pairing;
        let ids = players.map(|player| self.players[player].id);
        let pair = FinishedPair { round, players: ids, leg, seed, ended_ms: now_ms(), outcome };
        let mut lines = vec![StoreEntry::Pair(pair)];
        for player in players {
            let times = self.crashes[player];
            if times >= self.withdraw_after {
                lines.extend(self.withdraw(player, WithdrawalReason::Crashes { times }));
            }
        }
        lines.extend(self.new_draws_of_lots());
        lines
    }

    /// A pair was not played.
    pub(crate) fn take_back(&mut self, pairing: Pairing) {
        self.under_way.retain(|other| *other != pairing);
        self.returned.push(pairing);
    }

    /// A player's program is no longer what was entered. A ladder goes on without
    /// it, which is to be written down; elsewhere its pairs are put off, or it would
    /// forfeit them.
    pub(crate) fn mark_changed(&mut self, player: usize) -> Vec<StoreEntry> {
        match self.is_endless {
            true => self.withdraw(player, WithdrawalReason::Changed),
            false => {
                self.altered.insert(player);
                Vec::new()
            }
        }
    }

    /// Everybody who takes part from now on: those who are here already first and
    /// in their order, then the others with their ids.
    pub(crate) fn join(&mut self, everybody: Vec<EventPlayer>, ids: Vec<PlayerId>) {
        let mut everybody = everybody.into_iter().map(Arc::new);
        // Those who are here are locked in against the newcomers too. Who has changed
        // meanwhile stays what was entered, so that it is noticed.
        for (here, entry) in self.players.iter_mut().zip(everybody.by_ref()) {
            if entry.spec.about() == here.entry.spec.about() {
                here.entry = entry;
            }
        }
        for (entry, id) in everybody.zip(ids) {
            self.players.push(TournamentPlayer { entry, id, withdrawn: None });
            self.withdrawn.push(false);
            self.crashes.push(0);
        }
    }

    /// A player plays no more.
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
        let lots = self.format.draws_of_lots(&self.table);
        let name = |player: usize| self.players[player].entry.name.clone();
        let new = lots.iter().filter(|draw| !self.draws_of_lots.contains(draw));
        let lines = new.map(|draw| {
            StoreEntry::note(Note::DrawOfLots { players: draw.players.map(name), winner: name(draw.winner) })
        });
        let lines = lines.collect();
        self.draws_of_lots = lots;
        lines
    }
}

/// Counts the crashes of each player since it last played a game to its end. One
/// that the other's crash ended tells nothing.
pub(crate) fn count_crashes(crashes: &mut [u32], pairing: &Pairing, outcome: &PairOutcome) {
    let PairOutcome::Played(games) = outcome else { return };
    for kept in games.iter() {
        let crashed = kept.result.crashed();
        for (player, has_crashed) in pairing.players.into_iter().zip(crashed) {
            crashes[player] = match has_crashed {
                true => crashes[player] + 1,
                false if crashed == [false, false] => 0,
                false => crashes[player],
            };
        }
    }
}

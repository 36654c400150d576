//! A tournament while it is played: hands out pairs, takes results in, writes
//! them down, and shows nothing that is not safe on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use games::Seat;
use referee::{Record, blame};

use crate::event::{Entrant, Event, Records};
use crate::formats::{Format, Lot, Next, Schedule, Situation};
use crate::ledger::{Fault, Ledger};
use crate::note::{Aside, Note};
use crate::result::GameResult;
use crate::runner::{Desk, Job, Moment, Runner, Why};
use crate::standings::{Standings, standings};
use crate::store::{FinishedPair, Kept, Line, Outcome, PlayerId, Store, now_ms, packing};
use crate::table::{Pairing, Table};

/// Results wait at most so long for others to be written with them.
const BATCH_TIME: Duration = Duration::from_millis(200);

/// And there are at most so many of them.
const BATCH: usize = 4096;

/// A worker without work looks so often whether it was told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A player as it takes part.
#[derive(Clone)]
pub struct Member {
    /// Who.
    pub entrant: Arc<Entrant>,
    /// In the store.
    pub id: PlayerId,
    /// Why it was set aside, if it was.
    pub aside: Option<Aside>,
}

/// A tournament that is played.
pub struct Tournament {
    /// As it was announced.
    pub event: Event,
    store: Mutex<Store>,
    floor: Mutex<Floor>,
    /// Something has changed on the floor.
    changed: Condvar,
    /// What is committed.
    ledger: Mutex<Ledger>,
    live: Mutex<BTreeMap<Pairing, Moment>>,
}

/// What is handed out and what came back, committed or not.
struct Floor {
    schedule: Schedule,
    members: Vec<Member>,
    /// Kept beside the members because schedules look at it often.
    aside: Vec<bool>,
    table: Table,
    under_way: Vec<Pairing>,
    /// Handed back without a result.
    returned: Vec<Pairing>,
    /// Crashes of each player since it last played a game to its end.
    crashes: Vec<u32>,
    /// Draws of lots that are noted already.
    lots: Vec<Lot>,
    /// Whether it goes on until it is stopped.
    is_endless: bool,
    /// Whose programs are no longer what was entered: their pairs are put off
    /// until somebody has decided about them.
    changed: BTreeSet<usize>,
    put_off: bool,
    problem: Option<String>,
}

impl Floor {
    /// The next pair, if there is one now. Pairs with players that were set aside
    /// are forfeited on the way.
    fn next(&mut self, forfeit: &mut dyn FnMut(Pairing, [bool; 2])) -> Next {
        loop {
            let situation = Situation { table: &self.table, aside: &self.aside, under_way: &self.under_way };
            let pairing = match self.returned.pop() {
                Some(pairing) => pairing,
                None => match self.schedule.next(&situation) {
                    Next::Play(pairing) => pairing,
                    // Nothing is left but what has to wait for a decision.
                    Next::Wait if self.put_off && self.under_way.is_empty() => return Next::Done,
                    other => return other,
                },
            };
            let by = pairing.players.map(|player| self.aside[player]);
            // A ladder does not pair them, but may get such a pair back.
            if by != [false, false] && self.is_endless {
                continue;
            }
            if pairing.players.iter().any(|player| self.changed.contains(player)) {
                self.put_off = true;
                continue;
            }
            if by == [false, false] {
                self.under_way.push(pairing);
                return Next::Play(pairing);
            }
            self.table.add(&pairing, &Outcome::Forfeit(by).score());
            forfeit(pairing, by);
        }
    }
}

impl Tournament {
    /// Takes up a tournament where its store says it is. `ids` are those of the
    /// event's players.
    pub fn resume(event: Event, store: Store, ids: &[PlayerId]) -> Result<Tournament, String> {
        let stored = store.players()?;
        let members = event.players.iter().zip(ids).map(|(entrant, id)| Member {
            entrant: Arc::new(entrant.clone()),
            id: *id,
            aside: stored.iter().find(|player| player.id == *id).and_then(|player| player.aside),
        });
        let members: Vec<Member> = members.collect();
        let place: BTreeMap<PlayerId, usize> = ids.iter().copied().zip(0..).collect();
        let mut ledger = Ledger::new(members.len());
        let mut crashes = vec![0; members.len()];
        store.each_pair(|number, pair| {
            if let [Some(first), Some(second)] = pair.players.map(|id| place.get(&id).copied()) {
                let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
                ledger.add(number, &pairing, &pair);
                count_crashes(&mut crashes, &pairing, &pair.outcome);
            }
        })?;
        let schedule = event.plan.build(members.len(), event.seed);
        let lots = schedule.lots(&ledger.table);
        let floor = Floor {
            schedule,
            aside: members.iter().map(|member| member.aside.is_some()).collect(),
            members,
            table: ledger.table.clone(),
            under_way: Vec::new(),
            returned: Vec::new(),
            crashes,
            lots,
            is_endless: event.plan.is_endless(),
            changed: BTreeSet::new(),
            put_off: false,
            problem: None,
        };
        Ok(Tournament {
            event,
            store: Mutex::new(store),
            floor: Mutex::new(floor),
            changed: Condvar::new(),
            ledger: Mutex::new(ledger),
            live: Mutex::default(),
        })
    }

    /// Plays until all is played or `stop` is set, which it is here if something
    /// is wrong with the store or with this machine: that is the error.
    pub fn run(&self, runner: &dyn Runner, stop: &AtomicBool) -> Result<(), String> {
        // What is not written yet takes memory: whoever is too fast waits.
        let (sender, receiver) = sync_channel(BATCH);
        thread::scope(|scope| {
            let writer = scope
                .spawn(|| self.write_down(receiver).inspect_err(|_| stop.store(true, Ordering::Relaxed)));
            let counter = Counter { tournament: self, sender, stop };
            runner.run(&counter, stop);
            // The writer ends when nobody can send any more.
            drop(counter);
            writer.join().expect("the writer does not panic")
        })?;
        match self.floor().problem.take() {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }

    /// Commits what comes in, and shows it then.
    fn write_down(&self, receiver: Receiver<(Option<Pairing>, Line)>) -> Result<(), String> {
        while let Ok(first) = receiver.recv() {
            let until = Instant::now() + BATCH_TIME;
            let mut batch = vec![first];
            while batch.len() < BATCH {
                let left = until.saturating_duration_since(Instant::now());
                let Ok(next) = receiver.recv_timeout(left) else { break };
                batch.push(next);
            }
            let numbers = self.store().commit(batch.iter().map(|(_, line)| line))?;
            let mut ledger = self.ledger.lock().expect("nobody panics with the ledger");
            for ((pairing, line), number) in batch.iter().zip(numbers) {
                if let (Some(pairing), Line::Pair(pair)) = (pairing, line) {
                    ledger.add(number, pairing, pair);
                }
            }
        }
        Ok(())
    }

    /// More players join while it is played: everybody who takes part from now
    /// on, those who are here already first and in their order.
    pub fn join(&self, everybody: Vec<Entrant>) -> Result<(), String> {
        let here = self.members().len();
        let mut ids = Vec::new();
        for newcomer in everybody.iter().skip(here) {
            let about = newcomer.spec.about();
            ids.push(self.store().add_player(&newcomer.name, &about.spec, &about.version)?.id);
            // Before anybody can be paired with it.
            self.ledger.lock().expect("nobody panics with the ledger").add_player();
        }
        let mut floor = self.floor();
        let mut everybody = everybody.into_iter().map(Arc::new);
        // Those who are here are locked in against the newcomers too.
        for (member, entrant) in floor.members.iter_mut().zip(everybody.by_ref()) {
            member.entrant = entrant;
        }
        for (entrant, id) in everybody.zip(ids) {
            floor.members.push(Member { entrant, id, aside: None });
            floor.aside.push(false);
            floor.crashes.push(0);
        }
        drop(floor);
        self.changed.notify_all();
        Ok(())
    }

    /// Everybody who takes part.
    pub fn members(&self) -> Vec<Member> {
        self.floor().members.clone()
    }

    /// What is committed so far.
    pub fn ledger(&self) -> Ledger {
        self.ledger.lock().expect("nobody panics with the ledger").clone()
    }

    /// Pairs that are done and pairs in all, as far as that is known.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let done = self.ledger.lock().expect("nobody panics with the ledger").table.pairs();
        let floor = self.floor();
        (done, floor.schedule.planned(&floor.table))
    }

    /// The pairs that are being played.
    pub fn live(&self) -> Vec<(Pairing, Moment)> {
        let live = self.live.lock().expect("nobody panics with what is live");
        live.iter().map(|(pairing, moment)| (*pairing, *moment)).collect()
    }

    /// How many players were set aside.
    pub fn asides(&self) -> usize {
        self.floor().aside.iter().filter(|is_aside| **is_aside).count()
    }

    /// The last faults that are committed, newest last.
    pub fn last_faults(&self, most: usize) -> Vec<Fault> {
        let ledger = self.ledger.lock().expect("nobody panics with the ledger");
        ledger.faults.iter().skip(ledger.faults.len().saturating_sub(most)).cloned().collect()
    }

    /// Whether pairs belong to rounds.
    pub fn has_rounds(&self) -> bool {
        self.with_schedule(Schedule::has_rounds)
    }

    /// Who stands where, by what is committed.
    pub fn standings(&self, ledger: &Ledger) -> Standings {
        let floor = self.floor();
        let mut bonus = floor.schedule.bonus(&ledger.table, ledger.accounts.len());
        for (bonus, is_aside) in bonus.iter_mut().zip(&floor.aside) {
            bonus.is_aside = *is_aside;
        }
        drop(floor);
        standings(&ledger.table, self.event.rank_by, &bonus)
    }

    /// The schedule, which knows rounds and brackets.
    pub fn with_schedule<T>(&self, look: impl FnOnce(&Schedule) -> T) -> T {
        look(&self.floor().schedule)
    }

    /// The store, which nobody else should hold for long.
    pub fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().expect("nobody panics with the store")
    }

    fn floor(&self) -> MutexGuard<'_, Floor> {
        self.floor.lock().expect("nobody panics on the floor")
    }
}

/// Where the workers of one run get their pairs.
struct Counter<'a> {
    tournament: &'a Tournament,
    sender: SyncSender<(Option<Pairing>, Line)>,
    stop: &'a AtomicBool,
}

impl Counter<'_> {
    fn write(&self, pairing: Option<Pairing>, line: Line) {
        // If the writer has gone, it has said why and everything stops.
        let _ = self.sender.send((pairing, line));
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn job(&self, floor: &Floor, pairing: Pairing) -> Job {
        let players = pairing.players.map(|player| floor.members[player].entrant.clone());
        let names = players.each_ref().map(|player| player.name.as_str());
        let seed = self.tournament.event.pair_seed(&pairing, names);
        Job { pairing, players, seed }
    }

    /// A player plays no more.
    fn set_aside(&self, floor: &mut Floor, player: usize, why: Aside) {
        if floor.aside[player] {
            return;
        }
        floor.aside[player] = true;
        let Member { entrant, id, aside } = &mut floor.members[player];
        self.write(None, Line::Aside(*id, why));
        self.write(None, Line::note(Note::SetAside { name: entrant.name.clone(), why }));
        *aside = Some(why);
    }

    /// A pair as it goes into the store.
    fn finished(&self, floor: &Floor, job: &Job, outcome: Outcome) -> Line {
        let Job { pairing: Pairing { round, players, leg }, seed, .. } = *job;
        let players = players.map(|player| floor.members[player].id);
        Line::Pair(FinishedPair { round, players, leg, seed, ended_ms: now_ms(), outcome })
    }
}

impl Desk for Counter<'_> {
    fn take(&self) -> Option<Job> {
        let mut floor = self.tournament.floor();
        loop {
            if self.is_stopped() {
                return None;
            }
            let mut forfeits = Vec::new();
            let next = floor.next(&mut |pairing, by| forfeits.push((pairing, by)));
            for (pairing, by) in forfeits {
                let line = self.finished(&floor, &self.job(&floor, pairing), Outcome::Forfeit(by));
                self.write(Some(pairing), line);
            }
            match next {
                Next::Play(pairing) => {
                    self.tournament.live.lock().expect("nobody panics").insert(pairing, Moment::default());
                    return Some(self.job(&floor, pairing));
                }
                Next::Wait => {
                    let waited = self.tournament.changed.wait_timeout(floor, LOOK);
                    floor = waited.expect("nobody panics on the floor").0;
                }
                Next::Done => return None,
            }
        }
    }

    fn report(&self, job: Job, records: [Record; 2]) {
        // The work is done before anybody has to wait for it.
        let [first, second] = records;
        let keep = self.tournament.event.records;
        let kept = [kept(&first, Seat::Zero, keep), kept(&second, Seat::One, keep)];
        let outcome = Outcome::Played(Box::new(kept));
        let pairing = job.pairing;
        let mut floor = self.tournament.floor();
        self.tournament.live.lock().expect("nobody panics").remove(&pairing);
        floor.under_way.retain(|other| *other != pairing);
        if !floor.table.add(&pairing, &outcome.score()) {
            return;
        }
        count_crashes(&mut floor.crashes, &pairing, &outcome);
        let line = self.finished(&floor, &job, outcome);
        self.write(Some(pairing), line);
        for player in pairing.players {
            let crashes = floor.crashes[player];
            if crashes >= self.tournament.event.set_aside_after {
                self.set_aside(&mut floor, player, Aside::Crashes { times: crashes });
            }
        }
        let lots = floor.schedule.lots(&floor.table);
        // Matches do not end in the order of the bracket: a new one may stand before others.
        for lot in lots.iter().filter(|lot| !floor.lots.contains(lot)) {
            let name = |player: usize| floor.members[player].entrant.name.clone();
            let note = Note::Lots { players: lot.players.map(name), winner: name(lot.winner) };
            self.write(None, Line::note(note));
        }
        floor.lots = lots;
        drop(floor);
        self.tournament.changed.notify_all();
    }

    fn heartbeat(&self, job: &Job, moment: Moment) {
        if let Some(live) = self.tournament.live.lock().expect("nobody panics").get_mut(&job.pairing) {
            *live = moment;
        }
    }

    fn give_up(&self, job: Job, why: Why) {
        let mut floor = self.tournament.floor();
        self.tournament.live.lock().expect("nobody panics").remove(&job.pairing);
        floor.under_way.retain(|other| *other != job.pairing);
        let problem = match why {
            Why::Told => None,
            Why::Unable(why) => Some(why),
            // A ladder goes on without it: nothing is forfeited there.
            Why::Changed(side) if self.tournament.event.plan.is_endless() => {
                self.set_aside(&mut floor, job.pairing.players[side], Aside::Changed);
                None
            }
            Why::Changed(side) => {
                floor.changed.insert(job.pairing.players[side]);
                floor.problem.get_or_insert(format!(
                    "the program of {} has changed since the tournament began, and its other games were not played; \
                     give the same command again, and say what to do about it",
                    job.players[side].name
                ));
                None
            }
        };
        floor.returned.push(job.pairing);
        if let Some(problem) = problem {
            floor.problem.get_or_insert(problem);
            self.stop.store(true, Ordering::Relaxed);
        }
        drop(floor);
        self.tournament.changed.notify_all();
    }
}

/// What is kept of a game in which the first player of the pair sat there.
fn kept(record: &Record, seat_of_first: Seat, keep: Records) -> Kept {
    let complaint = blame::complaint(record);
    let record_is_kept = match keep {
        Records::All => true,
        Records::Faults => complaint.is_some(),
        Records::None => false,
    };
    // If neither player started, the words are about the one that was asked first.
    let first = Seat::from_parity(usize::from(record.first));
    let blame = complaint.map(|complaint| {
        let whose = u8::from(complaint.seat.unwrap_or(first) != seat_of_first);
        (whose, complaint.words)
    });
    Kept {
        result: GameResult::of(record, seat_of_first),
        blame,
        record: record_is_kept.then(|| packing::pack(record)),
    }
}

/// Counts the crashes of each player since its last game without one.
fn count_crashes(crashes: &mut [u32], pairing: &Pairing, outcome: &Outcome) {
    let Outcome::Played(games) = outcome else { return };
    for kept in games.iter() {
        for (player, crashed) in pairing.players.into_iter().zip(kept.result.crashed()) {
            crashes[player] = if crashed { crashes[player] + 1 } else { 0 };
        }
    }
}

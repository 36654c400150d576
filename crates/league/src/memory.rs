//! Results without a store: counted at once, on the thread that played. A channel
//! to another thread would wake another core for every game, which costs more than
//! the moves of a short one.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use games::Cause;
use referee::Record;

use crate::committed_results::{CommittedResults, GameId, game_number};
use crate::event::{Event, Records};
use crate::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use crate::formats::Plan;
use crate::results_table::Pairing;
use crate::sequential_test::SequentialTest;
use crate::sink::{ResultSink, lock};

/// What has changed when games have ended.
pub struct Update<'a> {
    /// All that counts by now.
    pub results: &'a CommittedResults,
    /// How the sequential test stands, if there is one.
    pub test: Option<&'a SequentialTest>,
    /// The games that count since the last update.
    pub games: Vec<CountedGame>,
}

/// A game that counts.
pub struct CountedGame {
    /// The number of the game, from 1.
    pub number: u64,
    /// Why it ended.
    pub cause: Cause,
    /// Its record as one line of JSON, if records are kept.
    pub record: Option<Vec<u8>>,
}

/// Called after games have ended, one call at a time, on the thread that played.
/// When it returns `Break`, nothing more is played. It must not call methods of
/// the tournament, which is locked meanwhile.
pub type OnUpdate<'a> = dyn FnMut(Update<'_>) -> ControlFlow<()> + Send + 'a;

/// Counts results at once.
pub(crate) struct MemorySink<'a> {
    records: Records,
    numbering: GameNumbering,
    results: &'a Mutex<CommittedResults>,
    stop: &'a AtomicBool,
    state: Mutex<State<'a>>,
    wants_progress: bool,
}

struct State<'a> {
    test: Option<&'a mut SequentialTest>,
    on_update: Option<&'a mut OnUpdate<'a>>,
}

impl<'a> MemorySink<'a> {
    /// With a test, pairs count in the order of their legs until its verdict;
    /// else games count as they end. `stop` is set when nothing more is needed.
    pub(crate) fn new(
        event: &Event,
        results: &'a Mutex<CommittedResults>,
        stop: &'a AtomicBool,
        test: Option<&'a mut SequentialTest>,
        on_update: Option<&'a mut OnUpdate<'a>>,
    ) -> MemorySink<'a> {
        // With a call after every game, no screen needs more.
        let wants_progress = on_update.is_none() && test.is_none();
        let numbering = match event.plan {
            Plan::Match { .. } => GameNumbering::ByLeg,
            _ => GameNumbering::AsTheyEnd,
        };
        let state = Mutex::new(State { test, on_update });
        MemorySink { records: event.records, numbering, results, stop, state, wants_progress }
    }

    /// The run has ended, and these games belong to pairs that will not be
    /// finished. What waits for earlier pairs counts now, unless there is a verdict.
    pub(crate) fn finish(
        &self,
        half_done: Vec<(Pairing, u8, GameSummary)>,
        seeds: impl Fn(&Pairing) -> [u64; 2],
    ) {
        let mut state = lock(&self.state);
        let Some(test) = &mut state.test else { return };
        if test.is_decided() {
            return;
        }
        let mut games = Vec::new();
        let mut results = lock(self.results);
        for pair in test.take_waiting() {
            games.extend(self.numbering.count_pair(&mut results, pair));
        }
        for (pairing, game, mut summary) in half_done {
            let seed = seeds(&pairing)[usize::from(game & 1)];
            games.push(self.numbering.count_game(&mut results, &pairing, game, seed, &mut summary));
        }
        state.update(&results, games, self.stop);
    }
}

impl State<'_> {
    /// Passes games on, and stops the run if nothing more is needed.
    fn update(&mut self, results: &CommittedResults, games: Vec<CountedGame>, stop: &AtomicBool) {
        let test = self.test.as_deref();
        let mut is_over = test.is_some_and(SequentialTest::is_decided);
        if let Some(on_update) = &mut self.on_update {
            is_over |= on_update(Update { results, test, games }).is_break();
        }
        if is_over {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl ResultSink for MemorySink<'_> {
    fn encode(&self, record: &Record, has_fault: bool) -> Option<Vec<u8>> {
        self.records.keeps(has_fault).then(|| {
            let mut line = serde_json::to_vec(record).expect("a record is JSON");
            line.push(b'\n');
            line
        })
    }

    fn game_ended(&self, pairing: &Pairing, game: u8, seed: u64, summary: &mut GameSummary) {
        let mut state = lock(&self.state);
        if state.test.is_none() {
            let mut results = lock(self.results);
            let game = self.numbering.count_game(&mut results, pairing, game, seed, summary);
            state.update(&results, vec![game], self.stop);
        }
    }

    fn accept(&self, pairing: Pairing, entries: Vec<StoreEntry>) {
        let mut state = lock(&self.state);
        let mut results = lock(self.results);
        for entry in entries {
            match entry {
                StoreEntry::Note(_, note) => results.notes.push(note),
                StoreEntry::Withdrawn(..) => {}
                StoreEntry::Pair(pair) => match &mut state.test {
                    // Its games are counted already.
                    None => drop(results.add_pair(&pairing, &pair)),
                    Some(test) => {
                        let counted = test.add(pair).into_iter();
                        let games =
                            counted.flat_map(|pair| self.numbering.count_pair(&mut results, pair)).collect();
                        state.update(&results, games, self.stop);
                    }
                },
            }
        }
    }

    fn wants_progress(&self) -> bool {
        self.wants_progress
    }
}

/// How games get their numbers.
#[derive(Clone, Copy)]
enum GameNumbering {
    /// By their pair, from 1: in a match the same game always has the same number.
    ByLeg,
    /// In the order in which they end.
    AsTheyEnd,
}

impl GameNumbering {
    /// Counts a pair with both its games.
    fn count_pair(self, results: &mut CommittedResults, mut pair: FinishedPair) -> Vec<CountedGame> {
        // Without a store, ids are places in the list.
        let players = pair.players.map(|id| usize::try_from(id).unwrap_or_default());
        let pairing = Pairing { round: pair.round, players, leg: pair.leg };
        results.add_pair(&pairing, &pair);
        let PairOutcome::Played(games) = &mut pair.outcome else { return Vec::new() };
        let games = (0..).zip(games.iter_mut()).zip(pair.seeds);
        games.map(|((at, summary), seed)| self.count_game(results, &pairing, at, seed, summary)).collect()
    }

    /// Counts a game, and takes its record.
    fn count_game(
        self,
        results: &mut CommittedResults,
        pairing: &Pairing,
        game: u8,
        seed: u64,
        summary: &mut GameSummary,
    ) -> CountedGame {
        let number = match self {
            GameNumbering::ByLeg => game_number(i64::from(pairing.leg) + 1, usize::from(game)),
            GameNumbering::AsTheyEnd => results.games + 1,
        };
        results.add_game(GameId::new(number, seed, pairing, game), pairing, summary);
        CountedGame { number, cause: summary.result.cause, record: summary.record.take() }
    }
}

//! What spectators see, beside what is stored.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use games::{Seat, Session, Viewpoint};
use gridiron_league::committed_results::pair_of_game;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::event::Records;
use gridiron_league::formats::Plan;
use gridiron_league::runner::{Job, Threads};
use gridiron_league::store::{Store, packing};
use gridiron_league::{Event, GameSpectator, LiveClocks, Spectator, Tournament};
use referee::competitor::{GameStart, Question, Response};
use referee::{
    ActionRecord, ChargeBy, Competitor, PlayerRecord, Record, Replay, Stopped, TimeControl, TimeSpent,
    Timing, Watcher, play_game,
};

/// What one game showed, in order.
#[derive(Clone, PartialEq, Debug)]
enum Seen {
    Start { game: u8, seed: u64, names: [String; 2], clocks: [TimeControl; 2] },
    Action(ActionRecord, Vec<Vec<i64>>),
    Ended(Box<Record>),
    GaveUp,
}

fn board(session: &dyn Session) -> Vec<Vec<i64>> {
    session.grid(Viewpoint::All).signed_rows()
}

/// Keeps everything, by round, players and leg.
#[derive(Default)]
struct Recorder {
    pairs: Mutex<BTreeMap<String, Vec<Seen>>>,
    /// Set when this many actions were seen in game 1 of a pair.
    stops: Option<(usize, Arc<AtomicBool>)>,
}

struct PairRecorder<'a> {
    recorder: &'a Recorder,
    job: &'a Job,
    game: u8,
}

impl PairRecorder<'_> {
    fn see(&self, seen: Seen) {
        let name = format!("{:?}", self.job.pairing);
        self.recorder.pairs.lock().expect("no panic").entry(name).or_default().push(seen);
    }
}

impl Spectator for Recorder {
    fn watch<'a>(&'a self, job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        Box::new(PairRecorder { recorder: self, job, game: 0 })
    }
}

impl GameSpectator for PairRecorder<'_> {
    fn start(&mut self, game: u8, session: &dyn Session) {
        self.game = game;
        let names = self.job.names(game).map(str::to_string);
        self.see(Seen::Start { game, seed: session.seed(), names, clocks: self.job.clocks(game) });
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) {
        let last = actions.last().expect("an action was played");
        self.see(Seen::Action(last.clone(), board(session)));
        if let Some((most, stop)) = &self.recorder.stops
            && (self.game, actions.len()) == (1, *most)
        {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn ended(&mut self, record: &Record) {
        self.see(Seen::Ended(Box::new(record.clone())));
    }

    fn gave_up(&mut self) {
        self.see(Seen::GaveUp);
    }
}

fn event(game: &str) -> Event {
    let players = match game {
        "virus" => ["greedy", "first", "random"],
        "conga" => ["random", "agent:depth=1", "champion:nodes=20"],
        _ => ["random", "random-dumb", "gardener"],
    };
    let mut event =
        Event::of_built_in_players(game, players, Plan::RoundRobin { pairs: 2 }).expect("an event");
    event.records = Records::All;
    for (at, player) in event.players.iter_mut().enumerate() {
        player.clock = format!("{}+1", 1000 + at).parse().expect("a clock");
    }
    event
}

/// What a spectator of a stored game must have seen.
fn expected(event: &Event, job_game: u8, record: &Record) -> Vec<Seen> {
    let names = record.players.each_ref().map(|player| player.name.clone());
    let clocks = names
        .each_ref()
        .map(|name| event.players.iter().find(|player| player.name == *name).expect("a player").clock);
    let mut seen = vec![Seen::Start { game: job_game, seed: record.seed, names, clocks }];
    let mut replay = Replay::new(record).expect("a record");
    while let Some(step) = replay.step() {
        let action = step.expect("it is legal").clone();
        seen.push(Seen::Action(action, board(replay.session())));
    }
    seen.push(Seen::Ended(Box::new(record.clone())));
    seen
}

#[test]
fn spectators_see_what_is_stored() {
    for game in ["virus", "conga", "plantation"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.db");
        let event = event(game);
        let mut store = Store::open(&path).expect("a store");
        let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
        let tournament = Tournament::resume(event.clone(), store, &ids).expect("a tournament");
        let recorder = Arc::new(Recorder::default());
        tournament.set_spectator(recorder.clone());
        let runner = Threads { conditions: event.conditions.clone(), workers: 2, keep_to_cores: false };
        tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
        let mut stored = Vec::new();
        let store = Store::open_read_only(&path).expect("a store");
        for number in store.recorded_games().expect("records") {
            let (pair, game) = pair_of_game(number).expect("a number");
            let packed = store.record(pair, game).expect("a store").expect("a record");
            stored.push((game, packing::unpack(&packed).expect("a record")));
        }
        let mut expected: Vec<Vec<Seen>> = stored
            .chunks(2)
            .map(|pair| pair.iter().flat_map(|(game, record)| expected(&event, *game, record)).collect())
            .collect();
        let mut seen: Vec<Vec<Seen>> = recorder.pairs.lock().expect("no panic").values().cloned().collect();
        assert_eq!((seen.len(), expected.len()), (6, 6), "{game}");
        for list in [&mut seen, &mut expected] {
            list.sort_by_key(|pair| format!("{:?}", pair[0]));
        }
        assert!(seen == expected, "{game}");
    }
}

#[test]
fn a_pair_that_is_stopped_is_given_up_last() {
    let event = event("virus");
    let stop = Arc::new(AtomicBool::new(false));
    let recorder = Arc::new(Recorder { stops: Some((7, stop.clone())), ..Recorder::default() });
    let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
    let tournament = Tournament::in_memory(event);
    tournament.set_spectator(recorder.clone());
    tournament.run(&runner, &stop).expect("it is stopped");
    let pairs = recorder.pairs.lock().expect("no panic");
    let [only] = &pairs.values().collect::<Vec<_>>()[..] else { panic!("one pair: {pairs:?}") };
    let starts = only.iter().filter(|seen| matches!(seen, Seen::Start { .. })).count();
    let ends = only.iter().filter(|seen| matches!(seen, Seen::Ended(_))).count();
    let before_last = &only[only.len() - 8..only.len() - 1];
    assert_eq!((starts, ends, only.last()), (2, 1, Some(&Seen::GaveUp)));
    assert!(before_last.iter().all(|seen| matches!(seen, Seen::Action(..))));
}

/// What a seat has left before a move.
type TimeLeft = (Seat, Option<Duration>);

/// Plays the first legal action and claims to have thought for some milliseconds. Its
/// first move of a game is not billed.
struct Slow {
    moves: u64,
    /// What the loop said was left, before each move.
    left: Arc<Mutex<Vec<TimeLeft>>>,
}

impl Competitor for Slow {
    fn about(&self) -> PlayerRecord {
        PlayerRecord { name: "slow".into(), spec: "slow".into(), version: "1".into(), clock: None }
    }

    fn start(&mut self, _game_start: &GameStart<'_>) {
        self.moves = 0;
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Response, Stopped> {
        self.left.lock().expect("no panic").push((question.seat, question.left));
        self.moves += 1;
        let spent = TimeSpent::wall(Duration::from_millis(self.moves * 37 % 400));
        let spent = TimeSpent { fair: Some(spent.wall / 2), ..spent };
        let line = Ok(question.session.actions()[0].clone());
        Ok(Response { billed: self.moves > 1, ..Response::new(line, spent) })
    }
}

/// Keeps clocks, and what they show when a seat is up.
struct ClockReader {
    clocks: LiveClocks,
    left: Vec<TimeLeft>,
}

impl ClockReader {
    fn read(&mut self, session: &dyn Session) {
        // Nobody is asked for a forced action.
        if let Some(seat) = session.status().seat().filter(|_| session.forced().is_none()) {
            self.left.push((seat, self.clocks.left()[seat.index()]));
        }
    }
}

impl Watcher<Stopped> for ClockReader {
    fn start(&mut self, session: &dyn Session) -> Result<(), Stopped> {
        self.read(session);
        Ok(())
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), Stopped> {
        self.clocks.add(session, actions.last().expect("an action was played"));
        self.read(session);
        Ok(())
    }
}

#[test]
fn live_clocks_are_those_of_the_game_loop() {
    for (game, controls) in [
        ("virus", ["10+0.05", "none"]),
        ("virus", ["5,1/move", "7+0.3"]),
        ("conga", ["10/move", "20+1"]),
        ("plantation", ["60+0.1", "60"]),
    ] {
        for charge in [ChargeBy::Wall, ChargeBy::Fair, ChargeBy::Cpu] {
            let entry = games::find(game).expect("a game");
            let mut session = entry.start(entry.defaults(), 3).expect("a board");
            let clocks = controls.map(|control| control.parse().expect("a clock"));
            let left = Arc::new(Mutex::new(Vec::new()));
            let mut competitors =
                [0, 1].map(|_| Box::new(Slow { moves: 0, left: left.clone() }) as Box<dyn Competitor>);
            let timing = Timing { clocks, charge, ..Timing::untimed() };
            let mut reader = ClockReader { clocks: LiveClocks::new(clocks, charge), left: Vec::new() };
            let stop = AtomicBool::new(false);
            play_game(&mut *session, &mut competitors, &timing, &stop, &mut reader).expect("it ends");
            let asked = left.lock().expect("no panic");
            assert!(asked.len() > 4);
            assert_eq!(reader.left[..asked.len()], asked[..], "{game} {controls:?} {charge:?}");
        }
    }
}

//! A tournament that finishes the games that are being played, and goes on later.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use games::Session;
use gridiron_league::entry_list::{OnChange, reconcile};
use gridiron_league::formats::Plan;
use gridiron_league::runner::{Job, Threads};
use gridiron_league::store::Store;
use gridiron_league::{Event, GameSpectator, Pairing, Spectator, Tournament};
use referee::{ActionRecord, Record};

fn event(plan: Plan) -> Event {
    Event::of_built_in_players("virus", ["greedy", "first", "random"], plan).expect("an event")
}

/// Asks the tournament to finish when so many games have begun.
#[derive(Default)]
struct Finisher {
    tournament: OnceLock<Weak<Tournament>>,
    after: u64,
    started: AtomicU64,
    ended: AtomicU64,
}

impl Spectator for Finisher {
    fn watch<'a>(&'a self, _job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        Box::new(self)
    }
}

impl GameSpectator for &Finisher {
    fn start(&mut self, _game: u8, _session: &dyn Session) {
        if self.started.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            let tournament = self.tournament.get().and_then(Weak::upgrade).expect("it runs");
            tournament.finish_running_games();
            assert!(tournament.is_finishing());
        }
    }

    fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) {}

    fn ended(&mut self, _record: &Record) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    fn gave_up(&mut self) {
        panic!("a running game was not finished");
    }
}

#[test]
fn running_games_are_finished_and_the_rest_is_played_later() {
    for (plan, workers) in [
        (Plan::RoundRobin { pairs: 6 }, 1),
        (Plan::RoundRobin { pairs: 6 }, 3),
        ("swiss".parse().expect("a format"), 2),
        ("knockout".parse().expect("a format"), 2),
    ] {
        let event = event(plan);
        let runner = Threads { conditions: event.conditions.clone(), workers, keep_to_cores: false };
        let expected = Tournament::in_memory(event.clone());
        expected.run(&runner, &AtomicBool::new(false)).expect("it is played");
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(&folder.path().join("cup.db")).expect("a store");
        let ids = reconcile(&event, &mut store, OnChange::Ask, &[]).expect("a new store");
        let tournament = Arc::new(Tournament::resume(event, store, &ids).expect("a tournament"));
        let finisher = Arc::new(Finisher { after: 5, ..Finisher::default() });
        finisher.tournament.set(Arc::downgrade(&tournament)).expect("it is set once");
        tournament.set_spectator(finisher.clone());
        let stop = AtomicBool::new(false);
        tournament.run(&runner, &stop).expect("it is finished early");
        let [started, ended] = [&finisher.started, &finisher.ended].map(|it| it.load(Ordering::Relaxed));
        let done = tournament.progress().0;
        assert_eq!((started, 2 * done), (ended, ended), "{plan:?}");
        // The third pair asks, and each worker may have one.
        assert!((3..=2 + workers as u64).contains(&done), "{done} pairs, {workers} workers");
        assert!(!stop.load(Ordering::Relaxed) && !tournament.is_finishing());
        assert!(tournament.live().is_empty() && tournament.under_way().is_empty());
        tournament.run(&runner, &stop).expect("it goes on");
        assert_eq!(tournament.results().table, expected.results().table, "{plan:?}");
    }
}

#[test]
fn a_tournament_that_was_asked_before_it_runs_plays_nothing_once() {
    let event = event(Plan::RoundRobin { pairs: 1 });
    let runner = Threads { conditions: event.conditions.clone(), workers: 2, keep_to_cores: false };
    let tournament = Tournament::in_memory(event);
    let stop = AtomicBool::new(false);
    for (is_taken_back, expected) in [(false, 0), (true, 3)] {
        tournament.finish_running_games();
        if is_taken_back {
            tournament.play_on();
        }
        tournament.run(&runner, &stop).expect("nothing goes wrong");
        assert_eq!(tournament.progress().0, expected);
    }
}

/// What is announced as next is what is played next, with one worker.
#[test]
fn the_next_pairs_are_those_that_are_played() {
    #[derive(Default)]
    struct Order(Mutex<Vec<Pairing>>);
    impl Spectator for Order {
        fn watch<'a>(&'a self, job: &'a Job) -> Box<dyn GameSpectator + 'a> {
            self.0.lock().expect("no panic").push(job.pairing);
            Box::new(Nothing)
        }
    }
    struct Nothing;
    impl GameSpectator for Nothing {
        fn start(&mut self, _game: u8, _session: &dyn Session) {}
        fn action(&mut self, _session: &dyn Session, _actions: &[ActionRecord]) {}
        fn ended(&mut self, _record: &Record) {}
        fn gave_up(&mut self) {}
    }
    for (plan, known) in [
        (Plan::RoundRobin { pairs: 4 }, 12),
        (Plan::Gauntlet { pairs: 4, challengers: 1 }, 8),
        // One round of three players is one meeting.
        (Plan::Swiss { pairs: 4, rounds: Some(2) }, 4),
        ("knockout".parse().expect("a format"), 10),
    ] {
        let event = event(plan);
        let runner = Threads { conditions: event.conditions.clone(), workers: 1, keep_to_cores: false };
        let tournament = Tournament::in_memory(event);
        let next = tournament.next_pairs(1000);
        assert_eq!((next.len(), tournament.next_pairs(3)), (known, next[..3].to_vec()), "{plan:?}");
        assert_eq!(next.iter().collect::<BTreeSet<_>>().len(), known);
        let order = Arc::new(Order::default());
        tournament.set_spectator(order.clone());
        tournament.run(&runner, &AtomicBool::new(false)).expect("it is played");
        assert_eq!(order.0.lock().expect("no panic")[..known], next[..], "{plan:?}");
        assert!(tournament.next_pairs(1).is_empty());
        assert!(tournament.meetings().iter().all(|meeting| meeting.is_over()));
    }
    let ladder = Tournament::in_memory(event(Plan::Ladder { newcomer_pairs: 2 }));
    assert_eq!(ladder.next_pairs(20).len(), 20);
}

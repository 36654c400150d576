//! What watches games while they are played, and tells [`LiveGames`] of those that last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use games::Session;
use league::runner::Job;
use league::spectator::{GameSpectator, Spectator};
use league::{LiveClocks, Tournament};
use referee::{ActionRecord, ChargeBy, PlayerSpec, Record, TimeControl};

use super::games::{LiveGame, LiveGames, Message};
use crate::lock::lock;

/// A game that lasts longer is shown as it happens.
const SLOW: Duration = Duration::from_millis(300);

impl LiveGames {
    /// Watches the games of a tournament from now on.
    pub fn watch(self: &Arc<LiveGames>, id: &str, tournament: &Tournament) {
        let watcher = TournamentWatcher {
            live: Arc::clone(self),
            tournament: id.to_string(),
            is_in_memory: tournament.store_name().is_none(),
            is_slow: AtomicBool::new(true),
            last_kept: Mutex::new(None),
        };
        tournament.set_spectator(Arc::new(watcher));
    }

    /// A game that is not part of a tournament begins.
    pub fn begin_single(self: &Arc<LiveGames>, session: &dyn Session, start: SingleGame) -> SingleWatcher {
        let game = self.begin(None, session, &[], &start).map(|(game, _)| game);
        SingleWatcher { live: Arc::clone(self), game }
    }
}

/// Watches the games of one tournament.
struct TournamentWatcher {
    live: Arc<LiveGames>,
    tournament: String,
    is_in_memory: bool,
    /// Whether its games last long, as far as it is known.
    is_slow: AtomicBool,
    last_kept: Mutex<Option<Instant>>,
}

/// How often a quick game without a store is kept.
const KEEP_EVERY: Duration = Duration::from_secs(1);

impl Spectator for TournamentWatcher {
    fn watch<'a>(&'a self, job: &'a Job) -> Box<dyn GameSpectator + 'a> {
        let is_restricted = job.players.iter().any(|player| player.spec.is_human());
        Box::new(PairWatcher {
            watcher: self,
            job,
            is_restricted,
            game: 0,
            began: Instant::now(),
            shown: Vec::new(),
            now: None,
        })
    }
}

/// Watches both games of a pair.
struct PairWatcher<'a> {
    watcher: &'a TournamentWatcher,
    job: &'a Job,
    is_restricted: bool,
    /// 0 or 1.
    game: u8,
    began: Instant,
    /// The live games of this pair.
    shown: Vec<Arc<LiveGame>>,
    /// The game that is being played, if it is live, with its clocks.
    now: Option<(Arc<LiveGame>, LiveClocks)>,
}

impl PairWatcher<'_> {
    fn show(&mut self, session: &dyn Session, actions: &[ActionRecord]) {
        let played = SingleGame {
            players: self.job.seats(self.game).map(|player| player.spec.clone().with_name(&player.name)),
            clocks: self.job.clocks(self.game),
            charge: self.job.charge,
            is_restricted: self.is_restricted,
        };
        let tournament = Some(self.watcher.tournament.clone());
        let begun = self.watcher.live.begin(tournament, session, actions, &played);
        let Some((game, clocks)) = begun else { return };
        self.shown.push(Arc::clone(&game));
        self.now = Some((game, clocks));
    }
}

impl GameSpectator for PairWatcher<'_> {
    fn start(&mut self, game: u8, session: &dyn Session) {
        (self.game, self.began, self.now) = (game, Instant::now(), None);
        // Where games last long, even the first move may.
        if self.watcher.is_slow.load(Ordering::Relaxed) {
            self.show(session, &[]);
        }
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) {
        let Some((game, clocks)) = &mut self.now else {
            if self.began.elapsed() >= SLOW {
                self.show(session, actions);
            }
            return;
        };
        let Some(action) = actions.last() else { return };
        clocks.add(session, action);
        let event = game.add(session, action, clocks.left());
        self.watcher.live.send(Message::Action(Box::new(event)));
    }

    fn ended(&mut self, record: &Record) {
        self.watcher.is_slow.store(self.began.elapsed() >= SLOW, Ordering::Relaxed);
        let is_pair_over = self.game == 1;
        if is_pair_over {
            self.shown.iter().for_each(|game| game.unrestrict());
        }
        let shown = self.now.take();
        let was_live = shown.is_some();
        if let Some((game, _)) = shown {
            game.want_number(self.job.pairing, self.game);
            let event = game.end(&record.outcome, is_pair_over || !self.is_restricted);
            self.watcher.live.send(Message::Over(Box::new(event)));
        }
        if self.watcher.is_in_memory && (!self.is_restricted || is_pair_over) {
            self.keep(record, was_live);
        }
    }

    fn gave_up(&mut self) {
        if let Some((game, _)) = self.now.take() {
            let event = game.break_off();
            self.watcher.live.send(Message::Over(Box::new(event)));
        }
    }
}

impl PairWatcher<'_> {
    /// Keeps a game of a tournament without a store: those that were live, and others now
    /// and then.
    fn keep(&self, record: &Record, was_live: bool) {
        let mut last = lock(&self.watcher.last_kept);
        if !was_live && last.is_some_and(|last| last.elapsed() < KEEP_EVERY) {
            return;
        }
        *last = Some(Instant::now());
        let number = u64::from(self.job.pairing.leg) * 2 + u64::from(self.game) + 1;
        let tournament = self.watcher.tournament.clone();
        self.watcher.live.send(Message::Quick { tournament, number, record: Box::new(record.clone()) });
    }
}

/// What one game is played with.
pub struct SingleGame {
    /// The players of seat 0 and seat 1.
    pub players: [PlayerSpec; 2],
    /// Their time controls.
    pub clocks: [TimeControl; 2],
    /// What the clocks are charged by.
    pub charge: ChargeBy,
    /// Whether a person plays: others may know nothing hidden until it is over.
    pub is_restricted: bool,
}

/// Watches a single game.
pub struct SingleWatcher {
    live: Arc<LiveGames>,
    game: Option<Arc<LiveGame>>,
}

impl SingleWatcher {
    /// The game's name in addresses.
    pub fn id(&self) -> Option<&str> {
        self.game.as_ref().map(|game| game.id())
    }

    /// An action has been played, which left so much to both.
    pub fn action(&self, session: &dyn Session, action: &ActionRecord, left: [Option<Duration>; 2]) {
        let Some(game) = &self.game else { return };
        let event = game.add(session, action, left);
        self.live.send(Message::Action(Box::new(event)));
    }

    /// The game has ended.
    pub fn ended(&self, record: &Record) {
        let Some(game) = &self.game else { return };
        let event = game.end(&record.outcome, true);
        self.live.send(Message::Over(Box::new(event)));
    }
}

#[cfg(test)]
mod tests {
    use league::Event;
    use league::formats::Plan;
    use league::results_table::Pairing;

    use super::super::bus::Bus;
    use super::*;

    #[test]
    fn a_game_that_is_broken_off_is_over_and_has_no_result() {
        let bus = Arc::new(Bus::new(1));
        let live = LiveGames::new(Arc::clone(&bus));
        let plan = Plan::RoundRobin { pairs: 1 };
        let event = Event::of_built_in_players("virus", ["greedy", "random"], plan).expect("players");
        let [first, second] = [0, 1].map(|at: usize| Arc::new(event.players[at].clone()));
        let job = Job {
            pairing: Pairing { round: 0, players: [0, 1], leg: 0 },
            players: [first, second],
            seeds: [1, 1],
            charge: event.conditions.charge,
            is_version_fixed: false,
        };
        let watcher = TournamentWatcher {
            live: Arc::clone(&live),
            tournament: "cup".into(),
            is_in_memory: true,
            is_slow: AtomicBool::new(true),
            last_kept: Mutex::new(None),
        };
        let session = job_session(&event);
        let mut pair = watcher.watch(&job);
        pair.start(0, &*session);
        let id = live.summaries(Some("cup"))[0].id.clone();
        let seen = bus.now();
        pair.gave_up();
        assert!(live.summaries(Some("cup")).is_empty());
        let begin = Instant::now();
        let over = loop {
            let missed = bus.poll(&[format!("g:{id}")], Some(seen)).events;
            if let Some(event) = missed.first() {
                break event.clone();
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "nobody says that it is over");
            std::thread::yield_now();
        };
        let expected = format!("{{\"id\":\"{id}\",\"outcome\":null,\"number\":null}}");
        assert_eq!((over.name, String::from_utf8_lossy(&over.data).as_ref()), ("over", expected.as_str()));
        let json = String::from_utf8(live.snapshot(&id).expect("it is kept")).expect("JSON");
        assert!(json.contains("\"over\":true") && json.contains("\"outcome\":null"), "{json}");
    }

    fn job_session(event: &Event) -> Box<dyn Session> {
        let conditions = &event.conditions;
        conditions.entry.start(conditions.options.clone(), 1).expect("options that fit")
    }
}

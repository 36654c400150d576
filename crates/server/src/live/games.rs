//! Games that are being played, as browsers see them.
//!
//! Most games of bots last milliseconds. Nothing is made of them here: they are shown
//! after the fact. A game that lasts longer becomes a live game: from then on each action
//! becomes an event.
//!
//! **Invariant:** the thread that plays never waits. Events go to a thread of their own
//! that makes bytes of them; if that falls behind, they are dropped, and browsers load
//! the game again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use games::{Grid, Seat, Session, Viewpoint};
use league::results_table::Pairing;
use league::runner::Job;
use league::spectator::{GameSpectator, Spectator};
use league::store::now_ms;
use league::{LiveClocks, Tournament};
use referee::{ActionRecord, ChargeBy, OutcomeRecord, PlayerRecord, PlayerSpec, Record, Replay, TimeControl};
use serde::Serialize;
use utoipa::ToSchema;
use web::playback::{Follower, GameSetup, Playback, PlaybackAction};

use super::bus::Bus;
use super::recent::RecentGames;
use crate::lock::lock;

/// A game that lasts longer is shown as it happens.
const SLOW: Duration = Duration::from_millis(300);

/// Events that wait for the thread that makes bytes of them.
const WAITING_EVENTS: usize = 8192;

/// How long a live game can still be read after its end.
const AFTER_THE_END: Duration = Duration::from_secs(120);

/// Live games that are kept at most.
const MOST: usize = 1024;

/// A live game in a few values.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LiveSummary {
    /// Its name in addresses and topics.
    pub id: String,
    /// Its tournament; `null` for a single game.
    pub tournament: Option<String>,
    /// Which game is played.
    pub game: &'static str,
    /// The players of seat 0 and seat 1.
    pub players: [String; 2],
    /// The turn; 0 before the first action.
    pub turn: u32,
    /// What both seats hold; `null` if the visitor may not know.
    pub totals: [Option<i64>; 2],
    /// How long ago it began, in milliseconds.
    pub since_ms: u64,
}

/// How a live game stands besides its board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LiveState {
    /// Its name in addresses and topics.
    id: String,
    /// Its tournament; `null` for a single game.
    tournament: Option<String>,
    /// The players of seat 0 and seat 1.
    players: [String; 2],
    /// The seat whose clock runs; `null` if the game is over.
    to_act: Option<u8>,
    /// What is left to both, in milliseconds; `null` without a clock.
    clocks: [Option<u64>; 2],
    /// When that was so, in milliseconds since 1970.
    at_ms: i64,
    /// The server's time when this was written.
    now_ms: i64,
    /// Whether the game is over.
    over: bool,
    /// Its number in the tournament, once that is known.
    number: Option<u64>,
}

/// One more action of a live game.
#[derive(Serialize)]
struct ActionEvent {
    id: String,
    /// How many actions there are now.
    n: usize,
    action: PlaybackAction,
    to_act: Option<u8>,
    clocks: [Option<u64>; 2],
    at_ms: i64,
    now_ms: i64,
}

/// The end of a live game.
#[derive(Serialize)]
struct OverEvent {
    id: String,
    outcome: OutcomeRecord,
    number: Option<u64>,
}

enum Message {
    Action(Box<ActionEvent>),
    Over(Box<OverEvent>),
    /// A game without a store that ended quickly.
    Quick {
        tournament: String,
        number: u64,
        record: Box<Record>,
    },
}

/// All live games.
pub struct LiveGames {
    games: Mutex<BTreeMap<u64, Arc<LiveGame>>>,
    next: AtomicU64,
    sender: SyncSender<Message>,
    /// Games of tournaments without a store that have ended.
    pub recent: RecentGames,
}

struct LiveGame {
    id: String,
    began: Instant,
    state: Mutex<GameState>,
    /// The playback as visitors may see it, as JSON, and the version that it shows. The
    /// thread that plays never locks it.
    shown: Mutex<Option<(u64, Arc<[u8]>)>>,
}

struct GameState {
    /// Counts changes of what visitors may see of the playback.
    version: u64,
    playback: Playback,
    follower: Follower,
    live: LiveState,
    turn: u32,
    totals: [i64; 2],
    /// Whether others may know nothing hidden now.
    is_restricted: bool,
    ended: Option<Instant>,
    /// Which game of the tournament it was, until its number is known.
    wanted: Option<(Pairing, u8)>,
}

impl LiveGames {
    /// No games yet. Events go to the bus.
    pub fn new(bus: Arc<Bus>) -> Arc<LiveGames> {
        let (sender, receiver) = sync_channel(WAITING_EVENTS);
        let live = Arc::new(LiveGames {
            games: Mutex::default(),
            next: AtomicU64::new(1),
            sender,
            recent: RecentGames::default(),
        });
        let weak = Arc::downgrade(&live);
        let publish = move || publish(&receiver, &bus, &weak);
        // Without the thread nothing is live, and everything else works.
        let _ = thread::Builder::new().name("live events".into()).spawn(publish);
        live
    }

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

    /// The games that are being played, of one tournament or of all, the oldest first.
    pub fn summaries(&self, tournament: Option<&str>) -> Vec<LiveSummary> {
        let games: Vec<Arc<LiveGame>> = self.lock().values().cloned().collect();
        let summaries = games.iter().filter_map(|game| {
            let state = game.lock();
            let is_wanted = tournament.is_none_or(|wanted| state.live.tournament.as_deref() == Some(wanted));
            let is_secret = state.is_restricted && state.playback.secrets;
            (is_wanted && !state.live.over).then(|| LiveSummary {
                id: game.id.clone(),
                tournament: state.live.tournament.clone(),
                game: state.playback.game,
                players: state.live.players.clone(),
                turn: state.turn,
                totals: state.totals.map(|total| (!is_secret).then_some(total)),
                since_ms: game.began.elapsed().as_millis() as u64,
            })
        });
        summaries.collect()
    }

    /// A game as far as it has come, as JSON for any visitor; `None` if it is not live.
    pub fn snapshot(&self, id: &str) -> Option<Vec<u8>> {
        let game = self.lock().values().find(|game| game.id == id).cloned()?;
        let live = LiveState { now_ms: now_ms(), ..game.lock().live.clone() };
        let playback = game.shown()?;
        // One object: the playback, and `live` in it.
        let mut json = playback.strip_suffix(b"}")?.to_vec();
        json.extend_from_slice(b",\"live\":");
        serde_json::to_writer(&mut json, &live).ok()?;
        json.push(b'}');
        Some(json)
    }

    /// Games that have ended and whose numbers are not known, with their tournaments.
    pub fn without_number(&self) -> Vec<(String, String, Pairing, u8)> {
        let games: Vec<Arc<LiveGame>> = self.lock().values().cloned().collect();
        let wanted = games.iter().filter_map(|game| {
            let state = game.lock();
            let (pairing, at) = state.wanted?;
            Some((game.id.clone(), state.live.tournament.clone()?, pairing, at))
        });
        wanted.collect()
    }

    /// The number of a game that has ended is known now: pages link to it.
    pub fn set_number(&self, id: &str, number: u64) {
        let game = self.lock().values().find(|game| game.id == id).cloned();
        if let Some(game) = game {
            let mut state = game.lock();
            (state.live.number, state.wanted) = (Some(number), None);
        }
    }

    /// How many games are live.
    pub fn count(&self) -> usize {
        self.lock().values().filter(|game| !game.lock().live.over).count()
    }

    /// Forgets games of tournaments that have ended a while ago. Returns their names.
    pub fn forget_old(&self) -> Vec<String> {
        let mut old = Vec::new();
        self.lock().retain(|_, game| {
            let state = game.lock();
            let is_old = state.ended.is_some_and(|ended| ended.elapsed() >= AFTER_THE_END);
            // A single game stands nowhere else.
            let stays = !is_old || state.live.tournament.is_none();
            if !stays {
                old.push(game.id.clone());
            }
            stays
        });
        old
    }

    /// A game becomes live after these actions. Its clocks are as the game loop has them.
    fn begin(
        &self,
        tournament: Option<String>,
        session: &dyn Session,
        actions: &[ActionRecord],
        played: &SingleGame,
    ) -> Option<(Arc<LiveGame>, LiveClocks)> {
        let SingleGame { players: specs, clocks, charge, is_restricted } = played;
        let (clocks, charge, is_restricted) = (*clocks, *charge, *is_restricted);
        let setup = GameSetup {
            players: specs.each_ref().map(|spec| spec.about().clone()),
            clocks,
            charged: clocks.iter().any(|clock| !clock.is_none()).then_some(charge),
            sandbox: specs.iter().filter_map(PlayerSpec::sandbox).min().unwrap_or(referee::Level::None),
        };
        let (playback, follower, live_clocks) = caught_up(session, &setup, actions, charge)?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let grid = session.grid(Viewpoint::All);
        let id = number.to_string();
        let live = LiveState {
            id: id.clone(),
            tournament,
            players: setup.players.each_ref().map(|player: &PlayerRecord| player.name.clone()),
            to_act: session.status().seat().map(u8::from),
            clocks: live_clocks.left().map(in_ms),
            at_ms: now_ms(),
            now_ms: now_ms(),
            over: false,
            number: None,
        };
        let state = GameState {
            version: 0,
            playback,
            follower,
            live,
            turn: actions.last().map_or(0, |action| action.turn),
            totals: totals(&grid),
            is_restricted,
            ended: None,
            wanted: None,
        };
        let game = Arc::new(LiveGame {
            id,
            began: Instant::now(),
            state: Mutex::new(state),
            shown: Mutex::default(),
        });
        let mut games = self.lock();
        if games.len() >= MOST {
            games.pop_first();
        }
        games.insert(number, Arc::clone(&game));
        Some((game, live_clocks))
    }

    fn send(&self, message: Message) {
        // Dropped if too many wait; browsers notice the gap.
        let _ = self.sender.try_send(message);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<LiveGame>>> {
        lock(&self.games)
    }
}

impl LiveGame {
    fn lock(&self) -> MutexGuard<'_, GameState> {
        lock(&self.state)
    }

    /// The playback as visitors may see it, as JSON. However many ask, it is copied once
    /// for each action: the thread that plays waits for that copy at most.
    fn shown(&self) -> Option<Arc<[u8]>> {
        let mut shown = lock(&self.shown);
        let (version, playback, is_restricted) = {
            let state = self.lock();
            if let Some((_, json)) = shown.as_ref().filter(|(version, _)| *version == state.version) {
                return Some(Arc::clone(json));
            }
            (state.version, state.playback.clone(), state.is_restricted)
        };
        // Both games of a pair may share the seed, and the tournament goes on.
        let seen = if is_restricted { playback.without_secrets() } else { playback.without_seed() };
        let json: Arc<[u8]> = serde_json::to_vec(&seen).ok()?.into();
        *shown = Some((version, Arc::clone(&json)));
        Some(json)
    }

    /// Its pair is over: others may know everything.
    fn unrestrict(&self) {
        let mut state = self.lock();
        state.is_restricted = false;
        state.version += 1;
    }

    /// Adds an action and gives the event about it.
    fn add(
        &self,
        session: &dyn Session,
        action: &ActionRecord,
        clocks: [Option<Duration>; 2],
    ) -> ActionEvent {
        let mut state = self.lock();
        let shown = state.follower.action(session, action);
        state.playback.actions.push(shown.clone());
        state.version += 1;
        state.turn = action.turn;
        state.totals = totals(&session.grid(Viewpoint::All));
        state.live.to_act = session.status().seat().map(u8::from);
        state.live.clocks = clocks.map(in_ms);
        state.live.at_ms = now_ms();
        let has_secrets = state.playback.secrets;
        ActionEvent {
            id: self.id.clone(),
            n: state.playback.actions.len(),
            action: if state.is_restricted { shown.without_secrets(has_secrets) } else { shown },
            to_act: state.live.to_act,
            clocks: state.live.clocks,
            at_ms: state.live.at_ms,
            now_ms: state.live.at_ms,
        }
    }

    /// The game has ended. Others may know everything once its pair is over.
    fn end(&self, outcome: &OutcomeRecord, is_pair_over: bool) -> OverEvent {
        let mut state = self.lock();
        state.is_restricted &= !is_pair_over;
        state.playback.outcome = Some(outcome.clone());
        state.version += 1;
        state.live.over = true;
        state.live.to_act = None;
        state.live.at_ms = now_ms();
        state.ended = Some(Instant::now());
        let outcome = match state.is_restricted {
            true => OutcomeRecord { sent: None, message: None, stderr: None, ..outcome.clone() },
            false => outcome.clone(),
        };
        OverEvent { id: self.id.clone(), outcome, number: state.live.number }
    }
}

/// The game up to now: played again from its start, since nothing was kept of it.
fn caught_up(
    session: &dyn Session,
    setup: &GameSetup,
    actions: &[ActionRecord],
    charge: ChargeBy,
) -> Option<(Playback, Follower, LiveClocks)> {
    let start = session.entry().start(session.options().clone(), session.seed()).ok()?;
    let record = Record::unfinished(&*start, setup.players.clone(), actions.to_vec());
    let mut playback = Playback::begin(&*start, setup);
    let mut follower = Follower::new(&*start, setup, 0);
    let mut clocks = LiveClocks::new(setup.clocks, charge);
    let mut replay = Replay::new(&record).ok()?;
    while let Some(step) = replay.step() {
        let action = step.ok()?;
        clocks.add(replay.session(), action);
        playback.actions.push(follower.action(replay.session(), action));
    }
    Some((playback, follower, clocks))
}

fn totals(grid: &Grid) -> [i64; 2] {
    Seat::BOTH.map(|seat| grid.total(seat))
}

fn in_ms(left: Option<Duration>) -> Option<u64> {
    left.and_then(|left| u64::try_from(left.as_millis()).ok())
}

/// Makes bytes of events, until the arena is gone.
fn publish(receiver: &Receiver<Message>, bus: &Bus, live: &std::sync::Weak<LiveGames>) {
    for message in receiver {
        match message {
            Message::Action(event) => bus.publish(&format!("g:{}", event.id), "action", &event),
            Message::Over(event) => bus.publish(&format!("g:{}", event.id), "over", &event),
            Message::Quick { tournament, number, record } => {
                let Some(live) = live.upgrade() else { return };
                live.recent.add(&tournament, number, *record);
            }
        }
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
            game.lock().wanted = Some((self.job.pairing, self.game));
            let event = game.end(&record.outcome, is_pair_over || !self.is_restricted);
            self.watcher.live.send(Message::Over(Box::new(event)));
        }
        if self.watcher.is_in_memory && (!self.is_restricted || is_pair_over) {
            self.keep(record, was_live);
        }
    }

    fn gave_up(&mut self) {
        if let Some((game, _)) = self.now.take() {
            let mut state = game.lock();
            (state.live.over, state.live.to_act, state.ended) = (true, None, Some(Instant::now()));
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
        self.game.as_ref().map(|game| game.id.as_str())
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

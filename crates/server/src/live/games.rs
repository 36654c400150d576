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
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use games::{Grid, Seat, Session, Viewpoint};
use league::LiveClocks;
use league::results_table::Pairing;
use league::store::now_ms;
use referee::{ActionRecord, ChargeBy, OutcomeRecord, PlayerRecord, PlayerSpec, Record, Replay};
use serde::Serialize;
use utoipa::ToSchema;
use web::playback::{Follower, GameSetup, Playback, PlaybackAction};

use super::bus::Bus;
use super::recent::RecentGames;
use super::watchers::SingleGame;
use crate::lock::lock;

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

impl LiveSummary {
    /// The same without what changes at every move.
    pub fn without_ages(&self) -> LiveSummary {
        LiveSummary { turn: 0, totals: [None; 2], since_ms: 0, ..self.clone() }
    }
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
pub(super) struct ActionEvent {
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
pub(super) struct OverEvent {
    id: String,
    /// `None` if it was broken off.
    outcome: Option<OutcomeRecord>,
    number: Option<u64>,
}

/// What the thread that makes events is told.
pub(super) enum Message {
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

/// One of them.
pub(super) struct LiveGame {
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

    /// Whether a game is live, or was a moment ago.
    pub fn has(&self, id: &str) -> bool {
        self.lock().values().any(|game| game.id == id)
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
    pub(super) fn begin(
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

    /// Hands a message to the thread that makes events.
    pub(super) fn send(&self, message: Message) {
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

    /// Its name in addresses and topics.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// From now on it is sought which number the game has in its tournament.
    pub(super) fn want_number(&self, pairing: Pairing, game: u8) {
        self.lock().wanted = Some((pairing, game));
    }

    /// Its pair is over: others may know everything.
    pub(super) fn unrestrict(&self) {
        let mut state = self.lock();
        state.is_restricted = false;
        state.version += 1;
    }

    /// Adds an action and gives the event about it.
    pub(super) fn add(
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
    pub(super) fn end(&self, outcome: &OutcomeRecord, is_pair_over: bool) -> OverEvent {
        let mut state = self.lock();
        state.is_restricted &= !is_pair_over;
        state.playback.outcome = Some(outcome.clone());
        state.version += 1;
        state.end();
        let outcome = match state.is_restricted {
            true => OutcomeRecord { sent: None, message: None, stderr: None, ..outcome.clone() },
            false => outcome.clone(),
        };
        OverEvent { id: self.id.clone(), outcome: Some(outcome), number: state.live.number }
    }

    /// The game is not played on, and has no result.
    pub(super) fn break_off(&self) -> OverEvent {
        self.lock().end();
        OverEvent { id: self.id.clone(), outcome: None, number: None }
    }
}

impl GameState {
    fn end(&mut self) {
        self.live.over = true;
        self.live.to_act = None;
        self.live.at_ms = now_ms();
        self.ended = Some(Instant::now());
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

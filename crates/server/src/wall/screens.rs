//! The walls of a server: one for each tournament that somebody looks at, and `all`, which
//! shows the tournament that is being played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use league::report::Standing;
use league::store::now_ms;

use super::candidate::LiveCandidate;
use super::command::Command;
use super::gather::{Field, Gathered};
use super::program::Wall;
use super::run::Run;
use super::saved_file::WallFile;
use super::state::{Mode, Suggestion, WallState};
use super::table::Row;
use super::view::View;
use crate::access::Role;
use crate::api::home;
use crate::arena::Arena;
use crate::error::ApiError;
use crate::host::Opened;
use crate::lock::lock;
use crate::tournaments::{Entry, State};

/// The wall that chooses its tournament by itself.
const ALL: &str = "all";

/// How long a wall goes on after somebody has asked for it without reading its events.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a store says is read again after this time at the earliest.
const REFRESH: Duration = Duration::from_secs(1);

/// Where there is enough to show, new games are looked for after this time at the earliest:
/// reading them takes time from those who play.
const GATHER: Duration = Duration::from_secs(5);

/// So many games are enough for some time.
const ENOUGH: usize = 40;

/// How often `all` looks for another tournament.
const LOOK_AROUND: Duration = Duration::from_secs(3);

/// Games that an organiser can choose from.
const SUGGESTIONS: usize = 40;

/// All walls.
pub struct Walls {
    inner: Mutex<Inner>,
    file: WallFile,
}

#[derive(Default)]
struct Inner {
    screens: BTreeMap<String, Arc<Mutex<Screen>>>,
    /// The tournament that `all` shows.
    all: Option<String>,
    looked_around: Option<Instant>,
    /// What readers of `all` were told last.
    published_all: Option<WallState>,
}

/// The wall of one tournament.
#[derive(Default)]
struct Screen {
    wall: Wall,
    /// What it shows; `None` until the tournament was opened, and what was saved was read.
    run: Option<Run>,
    view: View,
    /// The standings as they are.
    standings: Vec<Standing>,
    gathered: Gathered,
    refreshed: Option<Instant>,
    /// What `gathered` was made of, the number of games, and when.
    gathered_games: Option<u64>,
    gathered_at: Option<Instant>,
    /// When somebody asked for it last.
    asked: Option<Instant>,
    /// When the organiser did.
    directed: Option<Instant>,
    published: Option<WallState>,
}

impl Walls {
    /// The walls of a folder go on with what was saved. Without a folder nothing is saved:
    /// these walls end with the command that plays.
    pub fn new(folder: Option<&Path>) -> Walls {
        Walls { inner: Mutex::default(), file: WallFile::open(folder) }
    }

    /// Whether standings count only games that were shown.
    pub fn has_suspense(&self, entry: &Entry) -> bool {
        let screen = self.find(&entry.id);
        let screen = screen.as_ref().map(|screen| lock(screen)).filter(|screen| screen.run.is_some());
        match screen {
            Some(screen) => screen.wall.has_suspense(),
            // Nobody has looked at it yet.
            None => Run::file_of(entry).is_some_and(|file| self.file.has_suspense(&file)),
        }
    }

    /// What a wall shows, as JSON; `None` if there is no such tournament.
    pub fn first_event(&self, arena: &Arena, id: &str) -> Option<Vec<u8>> {
        serde_json::to_vec(&self.state(arena, id, Role::Viewer).ok()?).ok()
    }

    /// What a wall shows.
    pub fn state(&self, arena: &Arena, id: &str, role: Role) -> Result<WallState, ApiError> {
        let Some(tournament) = self.tournament_of(arena, id) else {
            return Ok(WallState::empty(id, now_ms()));
        };
        let screen = self.screen(arena, &tournament)?;
        let is_followed = self.is_followed(arena, &tournament);
        let mut screen = lock(&screen);
        screen.asked = Some(Instant::now());
        if role == Role::Organiser {
            screen.directed = screen.asked;
        }
        screen.go_on(arena, &tournament, is_followed)?;
        Ok(screen.wall.state(id, now_ms(), &screen.view))
    }

    /// Games that an organiser can choose from, best first.
    pub fn suggestions(&self, arena: &Arena, id: &str) -> Result<Vec<Suggestion>, ApiError> {
        let Some(tournament) = self.tournament_of(arena, id) else { return Ok(Vec::new()) };
        let screen = self.screen(arena, &tournament)?;
        let mut screen = lock(&screen);
        screen.refresh(arena, &tournament)?;
        Ok(screen.wall.suggestions(&screen.view, SUGGESTIONS))
    }

    /// Does what an organiser wants, and tells all walls.
    pub fn command(&self, arena: &Arena, id: &str, command: &Command) -> Result<WallState, ApiError> {
        let tournament =
            self.tournament_of(arena, id).ok_or_else(|| ApiError::not_found("tournament", id))?;
        let screen = self.screen(arena, &tournament)?;
        let state = {
            let mut screen = lock(&screen);
            screen.directed = Some(Instant::now());
            if matches!(command, Command::Freeze | Command::Reveal) {
                // What is kept or shown is what is known at this moment.
                screen.refreshed = None;
            }
            screen.go_on(arena, &tournament, true)?;
            if let Command::Show { number } | Command::Queue { number: Some(number) } = command {
                screen.fetch(arena, &tournament, *number)?;
            }
            let Screen { wall, view, .. } = &mut *screen;
            wall.command(command, now_ms(), view)
                .map_err(|refused| ApiError::conflict("not-watchable", refused.to_string()))?;
            // Before it is acknowledged.
            screen.save(arena);
            screen.wall.state(id, now_ms(), &screen.view)
        };
        self.publish(arena, &tournament);
        Ok(state)
    }

    /// Sends the state of a wall to its readers, if it has changed.
    fn publish(&self, arena: &Arena, tournament: &str) {
        let Some(screen) = self.find(tournament) else { return };
        let mut screen = lock(&screen);
        let state = screen.wall.state(tournament, now_ms(), &screen.view);
        if screen.published.as_ref() != Some(&state.timeless()) {
            screen.published = Some(state.timeless());
            arena.bus.publish(&format!("w:{tournament}"), "wall", &state);
        }
        drop(screen);
        let mut inner = self.lock();
        if inner.all.as_deref() == Some(tournament) {
            let state = WallState { id: ALL.to_string(), ..state };
            if inner.published_all.as_ref() != Some(&state.timeless()) {
                inner.published_all = Some(state.timeless());
                arena.bus.publish(&format!("w:{ALL}"), "wall", &state);
            }
        }
    }

    /// Whether a page of the organiser reads the events of a wall.
    fn is_followed(&self, arena: &Arena, tournament: &str) -> bool {
        let is_all = self.lock().all.as_deref() == Some(tournament);
        arena.bus.has_readers(&organisers_topic(&format!("w:{tournament}")))
            || is_all && arena.bus.has_readers(&organisers_topic(&format!("w:{ALL}")))
    }

    /// The tournament that a wall shows.
    fn tournament_of(&self, arena: &Arena, id: &str) -> Option<String> {
        if id != ALL {
            return Some(id.to_string());
        }
        self.look_around(arena);
        self.lock().all.clone()
    }

    /// Lets `all` follow what is being played.
    fn look_around(&self, arena: &Arena) {
        let (now, screen) = {
            let mut inner = self.lock();
            if inner.looked_around.is_some_and(|looked| looked.elapsed() < LOOK_AROUND) {
                return;
            }
            inner.looked_around = Some(Instant::now());
            (inner.all.clone(), inner.all.as_ref().and_then(|id| inner.screens.get(id).cloned()))
        };
        let all = home::now(arena);
        let all: Vec<_> = all.tournaments().iter().filter(|it| it.state != State::Broken).collect();
        let current = all.iter().find(|it| Some(&it.id) == now.as_ref());
        // Neither a game nor its result nor the podium is interrupted.
        let is_busy = screen.is_some_and(|screen| {
            let screen = lock(&screen);
            let state = screen.wall.state(ALL, 0, &screen.view);
            matches!(state.mode, Mode::Game | Mode::Result | Mode::Podium) || state.is_final || state.held
        });
        if current.is_some_and(|it| it.state.is_running() || is_busy) {
            return;
        }
        // Those that run come first, then the one that has ended last.
        let best = all.iter().find(|it| it.state.is_running() || it.games > 0).or(all.first());
        self.lock().all = best.map(|it| it.id.clone());
    }

    fn screen(&self, arena: &Arena, tournament: &str) -> Result<Arc<Mutex<Screen>>, ApiError> {
        if arena.catalogue.find(tournament).is_none() {
            self.lock().screens.remove(tournament);
            return Err(ApiError::not_found("tournament", tournament));
        }
        Ok(Arc::clone(self.lock().screens.entry(tournament.to_string()).or_default()))
    }

    fn find(&self, tournament: &str) -> Option<Arc<Mutex<Screen>>> {
        self.lock().screens.get(tournament).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }
}

/// The topic that pages of the organiser read beside a wall's. Nothing is published there.
pub fn organisers_topic(topic: &str) -> String {
    format!("o:{topic}")
}

/// Lets time pass on the walls that somebody looks at.
pub fn tick(arena: &Arena) {
    let walls = &arena.walls;
    let mut read: Vec<String> =
        arena.bus.read_topics("w:").iter().map(|topic| topic[2..].to_string()).collect();
    let asked =
        |screen: &Arc<Mutex<Screen>>| lock(screen).asked.is_some_and(|asked| asked.elapsed() < PATIENCE);
    let screens: Vec<_> =
        walls.lock().screens.iter().map(|(id, screen)| (id.clone(), Arc::clone(screen))).collect();
    read.extend(screens.into_iter().filter(|(_, screen)| asked(screen)).map(|(id, _)| id));
    let mut shown: Vec<String> = read.iter().filter_map(|id| walls.tournament_of(arena, id)).collect();
    shown.sort();
    shown.dedup();
    for tournament in shown {
        let Ok(screen) = walls.screen(arena, &tournament) else { continue };
        let is_followed = walls.is_followed(arena, &tournament);
        let went_on = lock(&screen).go_on(arena, &tournament, is_followed);
        match went_on {
            Ok(()) => walls.publish(arena, &tournament),
            Err(error) => tracing::debug!(tournament, "the wall waits: {}", error.body().message),
        }
    }
}

impl Screen {
    /// What is concealed becomes known by being shown: that goes on only while the organiser
    /// looks. Else anybody could use it up before the class is there.
    fn go_on(&mut self, arena: &Arena, tournament: &str, is_followed: bool) -> Result<(), ApiError> {
        self.refresh(arena, tournament)?;
        let is_directed = is_followed || self.directed.is_some_and(|at| at.elapsed() < PATIENCE);
        if is_directed || !self.wall.conceals() {
            self.wall.tick(now_ms(), &self.view);
        }
        // Before anybody sees the result of a game that counts now.
        self.save(arena);
        Ok(())
    }

    /// Saves what must outlive the server, if it has changed.
    fn save(&mut self, arena: &Arena) {
        let Some(run) = &self.run else { return };
        if std::mem::take(&mut self.wall.is_unsaved)
            && let Some(file) = &run.file
        {
            arena.walls.file.save(file, self.wall.saved(run));
        }
    }

    /// Takes up what was saved, at first; later it begins anew if the tournament did so, or
    /// if its players have other places.
    fn follow(&mut self, arena: &Arena, entry: &Entry, opened: &Opened) -> Result<(), ApiError> {
        let run = Run::of(entry, opened, self.run.as_ref()).map_err(ApiError::failed)?;
        let in_file = || run.file.as_ref().and_then(|file| arena.walls.file.wall_of(file));
        let saved = match &self.run {
            None => in_file(),
            // Its store may have been on a disk that was not there.
            Some(before) if before.begun_ms.is_none() && run.begun_ms.is_some() => {
                in_file().filter(|saved| saved.is_of(&run))
            }
            Some(before) if run.continues(before) => None,
            Some(before) => Some(self.wall.saved(before)),
        };
        // It may have another file now.
        let is_moved = self.run.as_ref().is_some_and(|before| before.file != run.file);
        if let Some(saved) = &saved {
            self.wall = Wall::restored(saved, &run, now_ms());
            // Its candidates have the old places.
            (self.gathered, self.gathered_games, self.gathered_at) = (Gathered::default(), None, None);
        }
        self.wall.is_unsaved |= is_moved;
        self.run = Some(run);
        Ok(())
    }

    /// Reads how the tournament stands, if that was long ago.
    fn refresh(&mut self, arena: &Arena, tournament: &str) -> Result<(), ApiError> {
        if self.refreshed.is_some_and(|refreshed| refreshed.elapsed() < REFRESH) {
            return Ok(());
        }
        let (entry, opened) = arena.open(tournament)?;
        self.follow(arena, &entry, &opened)?;
        let standings = league::reporting::standings(&opened.tournament);
        self.gather(arena, &entry, &opened, &standings, None)?;
        // After a restart it need not be one of those that were gathered.
        if let Some(number) = self.wall.asked.filter(|number| !self.gathered.contains(*number)) {
            self.gather(arena, &entry, &opened, &standings, Some(number))?;
        }
        self.view = self.view_of(arena, &entry, &opened, &standings);
        self.standings = standings;
        self.refreshed = Some(Instant::now());
        Ok(())
    }

    /// Makes a game one that can be shown, if it was kept.
    fn fetch(&mut self, arena: &Arena, tournament: &str, number: u64) -> Result<(), ApiError> {
        if self.view.candidate(number).is_some() {
            return Ok(());
        }
        let (entry, opened) = arena.open(tournament)?;
        let standings = league::reporting::standings(&opened.tournament);
        self.gather(arena, &entry, &opened, &standings, Some(number))?;
        self.view.candidates = self.gathered.candidates();
        Ok(())
    }

    /// Looks for games that could be shown. If one is `wanted`, only for that.
    fn gather(
        &mut self,
        arena: &Arena,
        entry: &Entry,
        opened: &Opened,
        standings: &[Standing],
        wanted: Option<u64>,
    ) -> Result<(), ApiError> {
        let tournament = &opened.tournament;
        let games = tournament.games();
        let is_new = self.gathered_games != Some(games);
        let is_recent = self.gathered_at.is_some_and(|at| at.elapsed() < GATHER);
        let is_enough = is_recent && self.view.candidates.len() >= ENOUGH;
        if wanted.is_none() && (is_enough || !(is_new || self.gathered.is_behind())) {
            return Ok(());
        }
        let players = tournament.players();
        let is_knockout = tournament.event.plan.decides_places();
        let report = is_knockout.then(|| entry.report(opened)).transpose().map_err(ApiError::failed)?;
        let field = Field {
            players: &players,
            standings: report.as_ref().map_or(standings, |report| &report.standings),
            bracket: report.as_ref().map_or(&[], |report| &report.rounds),
            has_rounds: tournament.has_rounds(),
        };
        match tournament.open_store_for_reading().map_err(ApiError::failed)? {
            Some(store) => {
                if let Some(number) = wanted {
                    return self.gathered.add(number, &store, &field).map_err(ApiError::failed);
                }
                if is_new {
                    self.gathered.update(&store, &field).map_err(ApiError::failed)?;
                }
                self.gathered.read_some(&store).map_err(ApiError::failed)?;
            }
            None => {
                let recent = &arena.live.recent;
                let numbers = recent.numbers(&entry.id);
                self.gathered.retain(|number| numbers.contains(&number));
                for number in
                    numbers.into_iter().filter(|number| !self.gathered.contains(*number)).collect::<Vec<_>>()
                {
                    if let Some(record) = recent.get(&entry.id, number) {
                        self.gathered.add_record(number, &record.0, &field);
                    }
                }
            }
        }
        (self.gathered_games, self.gathered_at) = (Some(games), Some(Instant::now()));
        Ok(())
    }

    fn view_of(&self, arena: &Arena, entry: &Entry, opened: &Opened, standings: &[Standing]) -> View {
        let tournament = &opened.tournament;
        let players = tournament.players();
        let field = Field { players: &players, standings, bracket: &[], has_rounds: false };
        let (pairs_done, pairs_planned) = tournament.progress();
        let state = entry.state(opened).0;
        let row = |row: &Standing| {
            Some(Row {
                player: field.player(&row.name)?,
                place: row.place,
                name: row.name.clone(),
                points: row.points,
                score: row.score,
                elo: row.elo_err95.map(|_| row.elo),
                elo_err95: row.elo_err95,
            })
        };
        let last = u32::try_from(standings.len()).unwrap_or(u32::MAX);
        let live = arena.live.summaries(Some(&entry.id)).into_iter().filter_map(|game| {
            let [zero, one] = game.players.each_ref().map(|name| field.player(name));
            let players = [zero?, one?];
            // Before their first game all share a place.
            let standing = |player| field.standing(player).filter(|row| row.score.games() > 0);
            let places = players.map(|player| standing(player).map_or(last, |row| row.place));
            Some(LiveCandidate { id: game.id, players, places, turn: game.turn, age_ms: game.since_ms })
        });
        View {
            tournament: entry.id.clone(),
            title: tournament.event.title.clone(),
            game: tournament.event.conditions.entry.name.to_string(),
            is_running: state.is_running(),
            is_finished: state == State::Finished,
            pairs_done,
            pairs_planned,
            games: tournament.games(),
            rows: standings.iter().filter_map(row).collect(),
            candidates: self.gathered.candidates(),
            live: live.collect(),
        }
    }
}

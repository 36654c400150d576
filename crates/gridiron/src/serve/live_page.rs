//! A live page for what a command plays: `tournament --serve`, `match --serve` and
//! `play --browser`.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use games::Session;
use league::{LiveClocks, Tournament};
use referee::{ActionRecord, PlayerSpec, Record, Timing, Watcher};
use server::live::{SingleGame, SingleWatcher};
use server::tournaments::Entry;
use server::{Arena, Opened, Server};

use super::{CHECK_STOP, LiveArguments, print_links, start};
use crate::failure::Failure;
use crate::interrupt;

/// A server that shows one tournament or one game of this process.
pub struct LivePage {
    server: Server,
    /// Where its page is.
    path: String,
    entry: Option<Arc<Entry>>,
}

impl LivePage {
    /// Shows a tournament that is about to be played until `stop` is set.
    pub fn of_tournament(
        tournament: &Arc<Tournament>,
        stem: &str,
        sandbox: Option<String>,
        arguments: &LiveArguments,
    ) -> Result<LivePage, Failure> {
        let arena = Arena::new(tournament.event.title.clone(), None, None);
        let opened =
            Opened { tournament: Arc::clone(tournament), play: None, sandbox, store: None, problem: None };
        let entry = arena.catalogue.add(stem, |id| Entry::of_program(id, opened, interrupt::flag()));
        arena.live.watch(&entry.id, tournament);
        let server = start(arguments.config(), arena)?;
        let path = format!("/t/{}", entry.id);
        print_links(&server, &path, arguments, &mut anstream::stderr())?;
        Ok(LivePage { server, path, entry: Some(entry) })
    }

    /// Shows a single game that is about to be played.
    pub fn of_game(
        session: &dyn Session,
        players: &[PlayerSpec; 2],
        timing: &Timing,
        arguments: &LiveArguments,
    ) -> Result<(LivePage, GamePage), Failure> {
        let title = players.each_ref().map(|player| player.about().name.clone()).join(" – ");
        let arena = Arena::new(title, None, None);
        let server = start(arguments.config(), Arc::clone(&arena))?;
        let game = SingleGame {
            players: players.clone(),
            clocks: timing.clocks,
            charge: timing.charge,
            is_restricted: players.iter().any(PlayerSpec::is_human),
        };
        let watcher = server.arena().live.begin_single(session, game);
        let path = watcher.id().map_or_else(|| "/".to_string(), |id| format!("/live/{id}"));
        arena.set_front(&path);
        print_links(&server, &path, arguments, &mut anstream::stderr())?;
        let page = GamePage { watcher, clocks: LiveClocks::new(timing.clocks, timing.charge) };
        Ok((LivePage { server, path, entry: None }, page))
    }

    /// All is played. The page stays until the person at the terminal ends it; if the
    /// run was interrupted, it ends at once.
    pub fn stay(self, stop: &AtomicBool) {
        if let Some(entry) = &self.entry {
            entry.program_ended();
        }
        if !stop.load(Ordering::Relaxed) {
            // Standard output may be for a program.
            let link = self.server.viewer_link(&self.path);
            let _ = writeln!(anstream::stderr(), "the page stays at {link}; Ctrl-C ends it");
        }
        while !stop.load(Ordering::Relaxed) {
            thread::park_timeout(CHECK_STOP);
        }
        self.server.stop();
    }
}

/// Shows each action of a single game.
pub struct GamePage {
    watcher: SingleWatcher,
    clocks: LiveClocks,
}

impl GamePage {
    /// The game has ended.
    pub fn ended(&self, record: &Record) {
        self.watcher.ended(record);
    }
}

/// Passes a game on to a page and to another watcher.
pub struct WithPage<'a, W> {
    /// The other watcher.
    pub inner: &'a mut W,
    /// The page, if there is one.
    pub page: Option<&'a mut GamePage>,
}

impl<E, W: Watcher<E>> Watcher<E> for WithPage<'_, W> {
    fn start(&mut self, session: &dyn Session) -> Result<(), E> {
        self.inner.start(session)
    }

    fn action(&mut self, session: &dyn Session, actions: &[ActionRecord]) -> Result<(), E> {
        if let (Some(page), Some(action)) = (&mut self.page, actions.last()) {
            page.clocks.add(session, action);
            page.watcher.action(session, action, page.clocks.left());
        }
        self.inner.action(session, actions)
    }
}

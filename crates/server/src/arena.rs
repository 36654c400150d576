//! What all requests share: tournaments, live games, events, secrets.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::FromRef;

use crate::access::{Access, Role};
use crate::analysis::Analyses;
use crate::error::ApiError;
use crate::gate::{self, Gate};
use crate::host::{Host, Opened};
use crate::live::{Bus, Counter, LiveGames};
use crate::shared::SharedRoutes;
use crate::tournaments::{Catalogue, Entry};
use crate::wall::Walls;

/// How long a request for one tournament waits until it is read for the first time.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long lists and events wait for one tournament.
pub const GLANCE: Duration = Duration::from_millis(300);

/// What the server shows.
pub struct Arena {
    /// What it is called: the name of the folder, usually.
    pub title: String,
    /// Opens tournaments; `None` if only those are shown that the program adds.
    pub host: Option<Arc<dyn Host>>,
    /// The tournaments.
    pub catalogue: Catalogue,
    /// Events on their way to browsers.
    pub bus: Arc<Bus>,
    /// What positions of stored games were worth.
    pub analysis: Analyses,
    /// Games that are being played.
    pub live: Arc<LiveGames>,
    /// What presentations show.
    pub walls: Walls,
    /// When the server started.
    pub started: Instant,
    /// The page of the only game that is shown, if no tournament ever is.
    front: OnceLock<String>,
}

impl Arena {
    /// An arena that shows a folder, or only what is added to it.
    pub fn new(title: String, folder: Option<PathBuf>, host: Option<Arc<dyn Host>>) -> Arc<Arena> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let bus = Arc::new(Bus::new(now.as_millis() as u64));
        Arc::new(Arena {
            title,
            host,
            analysis: Analyses::new(folder.as_deref()),
            walls: Walls::new(folder.as_deref()),
            catalogue: Catalogue::new(folder),
            live: LiveGames::new(Arc::clone(&bus)),
            bus,
            started: Instant::now(),
            front: OnceLock::new(),
        })
    }

    /// The first page is this one: there is nothing else to see.
    pub fn set_front(&self, path: &str) {
        // Once is enough: one game is shown.
        let _ = self.front.set(path.to_string());
    }

    /// What is shown in place of the first page.
    pub fn front(&self) -> Option<&str> {
        self.front.get().map(String::as_str)
    }

    /// A tournament and how it stands; an error if there is none, or if it is broken.
    pub fn open(&self, id: &str) -> Result<(Arc<Entry>, Arc<Opened>), ApiError> {
        self.open_for(Role::Viewer, id)
    }

    /// The same. The organiser is told why it is broken.
    pub fn open_for(&self, role: Role, id: &str) -> Result<(Arc<Entry>, Arc<Opened>), ApiError> {
        let entry = self.catalogue.find(id).ok_or_else(|| ApiError::not_found("tournament", id))?;
        let opened = entry.open(self.host.as_ref(), PATIENCE).map_err(|problem| match role {
            Role::Organiser => {
                ApiError::conflict(problem.code(), problem.to_string()).with("why", problem.to_string())
            }
            _ => ApiError::conflict(problem.code(), problem.in_public()),
        })?;
        Ok((entry, opened))
    }

    /// The same for events and lists, which do not wait for one that is slow.
    pub fn glance(&self, id: &str) -> Option<(Arc<Entry>, Arc<Opened>)> {
        let entry = self.catalogue.find(id)?;
        let opened = entry.open(self.host.as_ref(), GLANCE).ok()?;
        Some((entry, opened))
    }

    /// Ends all runs: pairs that are under way are played again later. Waits for them.
    pub fn stop(&self) {
        let entries = self.catalogue.all();
        entries.iter().for_each(|entry| entry.close());
        entries.iter().for_each(|entry| entry.wait());
        self.analysis.stop();
    }
}

/// The state of every handler.
#[derive(Clone)]
pub struct App {
    /// What is shown.
    pub arena: Arc<Arena>,
    /// Who may do what.
    pub access: Arc<Access>,
    /// Counts streams.
    pub streams: Arc<Counter>,
    /// Lets requests in that read stores.
    pub gate: Arc<Gate>,
    /// Responses that many get.
    pub shared: SharedRoutes,
}

impl FromRef<App> for Arc<Access> {
    fn from_ref(app: &App) -> Arc<Access> {
        Arc::clone(&app.access)
    }
}

/// Does something that may take time, such as reading a store, without keeping other
/// requests waiting.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let pass = gate::pass();
    let work = move || {
        let _pass = pass;
        work()
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
        // What it says is for those who can read this program.
        tracing::error!("a request failed: {error}");
        Err(ApiError::failed("the server made a mistake"))
    })
}

impl FromRef<App> for Arc<Gate> {
    fn from_ref(app: &App) -> Arc<Gate> {
        Arc::clone(&app.gate)
    }
}

//! The server as a whole: bound, running, stopped.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::access::{Access, AllowedHosts, Doorkeeper};
use crate::arena::{App, Arena};
use crate::config::Config;
use crate::gate::Gate;
use crate::live::{Counter, Ticker, tick};
use crate::shared::{SharedResponses, SharedRoutes};
use crate::{listener, router, wall};

/// Threads that answer requests. Games need the cores more.
const THREADS: usize = 2;

/// How often it is looked for what events have to tell.
const TICK: Duration = Duration::from_millis(500);

/// How old a response may be that visitors share.
const SHARED: Duration = Duration::from_secs(1);

/// The same for games that are over: what changes is only whether there is a next one.
const SHARED_GAME: Duration = Duration::from_secs(5);

/// How long requests that are being answered may take when the server stops.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address or port cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// What was tried.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no threads or no randomness.
    #[error("cannot start the server: {0}")]
    System(String),
}

/// A server that runs. It ends when it is stopped or dropped.
pub struct Server {
    runtime: Option<Runtime>,
    stop: watch::Sender<bool>,
    arena: Arc<Arena>,
    access: Arc<Access>,
    address: String,
    /// The address that stands for all of this machine's, if it listens there.
    open_to: Option<IpAddr>,
    is_on_usual_port: bool,
}

impl Server {
    /// Binds and begins to serve the arena.
    pub fn start(config: Config, arena: Arc<Arena>) -> Result<Server, ServerError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(16)
            .thread_name("server")
            .enable_all()
            .build()
            .map_err(|error| ServerError::System(error.to_string()))?;
        let address = match config.port {
            Some(port) => format!("{}:{port}", config.address),
            None => config.address.to_string(),
        };
        let failed = |error| ServerError::Bind { address: address.clone(), error };
        let listener = runtime.block_on(listener::bind(&config)).map_err(failed)?;
        let bound = listener.local_addr().map_err(failed)?;
        let doorkeeper = Doorkeeper::new(bound.port(), config.is_private)
            .map_err(|error| ServerError::System(error.to_string()))?;
        let access = Arc::new(Access { doorkeeper, hosts: AllowedHosts::new(config.hosts.clone()) });
        let streams = Counter::new(config.streams);
        let app = App {
            arena: Arc::clone(&arena),
            access: Arc::clone(&access),
            streams,
            gate: Gate::for_readers(),
            shared: SharedRoutes {
                news: SharedResponses::of_news(SHARED),
                past: SharedResponses::of_past(SHARED_GAME),
            },
        };
        let (stop, stopped) = watch::channel(false);
        runtime.spawn(listener::serve(listener, router::router(app), config.clone(), stopped.clone()));
        let mut ticker = Ticker::default();
        runtime.spawn(keep_ticking(Arc::clone(&arena), stopped.clone(), move |arena| {
            tick(&mut ticker, arena, Instant::now());
        }));
        // On its own: it reads records.
        runtime.spawn(keep_ticking(Arc::clone(&arena), stopped, wall::tick));
        let shown = if bound.ip().is_unspecified() { "127.0.0.1".to_string() } else { in_url(bound.ip()) };
        let is_on_usual_port = config.port.is_none_or(|port| port == 0 || port == bound.port());
        let address = format!("http://{shown}:{}", bound.port());
        let open_to = Some(bound.ip()).filter(IpAddr::is_unspecified);
        Ok(Server { runtime: Some(runtime), stop, arena, access, address, open_to, is_on_usual_port })
    }

    /// The address for a browser on this machine, without a path: `http://127.0.0.1:8080`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether it listens where it was asked to.
    pub fn is_on_usual_port(&self) -> bool {
        self.is_on_usual_port
    }

    /// The organiser's link to a path.
    pub fn organiser_link(&self, path: &str) -> String {
        format!("{}{path}#token={}", self.address, self.access.doorkeeper.organiser_token())
    }

    /// The same for a program that opens a browser: it works once. `None` without randomness.
    pub fn link_for_once(&self, path: &str) -> Option<String> {
        let token = self.access.doorkeeper.token_for_once().ok()?;
        Some(format!("{}{path}#token={token}", self.address))
    }

    /// The viewers' link to a path. On a private server it holds a token.
    pub fn viewer_link(&self, path: &str) -> String {
        match self.access.doorkeeper.viewer_token() {
            Some(token) => format!("{}{path}#token={token}", self.address),
            None => format!("{}{path}", self.address),
        }
    }

    /// The viewers' link for other machines, if they are let in. The address is the one that
    /// this machine would use to reach others; `None` if it has none.
    pub fn link_for_others(&self, path: &str) -> Option<String> {
        let any = self.open_to?;
        // A datagram socket chooses the address without sending anything: the target is
        // reserved for examples.
        let target: SocketAddr = match any {
            IpAddr::V4(_) => (Ipv4Addr::new(192, 0, 2, 1), 9).into(),
            IpAddr::V6(_) => (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into(),
        };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect(target).ok()?;
        let own = socket.local_addr().ok()?.ip();
        let (_, port) = self.address.rsplit_once(':')?;
        let link = self.viewer_link(path);
        let rest = link.strip_prefix(&self.address)?;
        (!own.is_unspecified()).then(|| format!("http://{}:{port}{rest}", in_url(own)))
    }

    /// Whether other machines are let in by any address of this one.
    pub fn is_open(&self) -> bool {
        self.open_to.is_some()
    }

    /// What is shown.
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// Ends runs and streams, answers what is being asked, and waits for all that.
    pub fn stop(mut self) {
        self.shut_down();
    }

    fn shut_down(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        self.arena.stop();
        let _ = self.stop.send(true);
        self.arena.bus.close_all();
        runtime.shutdown_timeout(PATIENCE);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shut_down();
    }
}

fn in_url(address: IpAddr) -> String {
    match address {
        IpAddr::V6(address) => format!("[{address}]"),
        IpAddr::V4(address) => address.to_string(),
    }
}

/// Publishes what changes all the time, until the server stops.
async fn keep_ticking(
    arena: Arc<Arena>,
    mut stop: watch::Receiver<bool>,
    mut publish: impl FnMut(&Arena) + Send + 'static,
) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = listener::stopped(&mut stop) => return,
        }
        let arena = Arc::clone(&arena);
        // Stores are read.
        let ticked = tokio::task::spawn_blocking(move || {
            // What a mistake leaves behind is at worst sent once more.
            if catch_unwind(AssertUnwindSafe(|| publish(&arena))).is_err() {
                tracing::error!("cannot publish what has changed");
            }
            publish
        });
        match ticked.await {
            Ok(same) => publish = same,
            // The runtime is gone.
            Err(_) => return,
        }
    }
}

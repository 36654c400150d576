//! `gridiron serve`: tournaments in the browser.

mod arguments;
mod browser;
mod live_page;

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use server::{Arena, Config, Server, ServerError};
use tracing_subscriber::filter::LevelFilter;

use crate::failure::{Failure, harmless};
use crate::tournament::CommandLineHost;

pub use arguments::{LiveArguments, ServeArguments};
pub use live_page::{LivePage, WithPage};

/// How often the main thread checks whether it is to stop.
const CHECK_STOP: Duration = Duration::from_millis(100);

pub fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let folder = arguments
        .folder
        .canonicalize()
        .map_err(|error| Failure::unreadable(arguments.folder.display(), &error))?;
    if !folder.is_dir() {
        let shown = arguments.folder.display();
        return Err(Failure::Usage(format!(
            "{shown} is no folder: name the folder that your tournament files are in"
        )));
    }
    // Paths in tournament files are relative to it.
    env::set_current_dir(&folder).map_err(|error| Failure::unreadable(folder.display(), &error))?;
    log_to_standard_error(arguments.log.into());
    raise_open_files();
    let stop = crate::interrupt::stop_on_interrupt();
    let title = title_of(&folder);
    let host = Arc::new(CommandLineHost::new(folder.clone()));
    let arena = Arena::new(title, Some(folder), Some(host));
    let server = start(arguments.config(), arena)?;
    let mut out = anstream::stdout();
    print_links(&server, "/", &arguments.live, &mut out)?;
    writeln!(out, "Ctrl-C stops it; tournaments that run are saved and can be continued")?;
    out.flush()?;
    while !stop.load(Ordering::Relaxed) {
        thread::park_timeout(CHECK_STOP);
    }
    server.stop();
    Ok(())
}

/// Connections that many readers need. Bots have limits of their own.
#[cfg(unix)]
fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    const WANTED: u64 = 16_384;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = WANTED.min(maximum.unwrap_or(WANTED));
    if current.is_some_and(|current| current < wanted) {
        // Without it, fewer can watch.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum });
    }
}

#[cfg(not(unix))]
fn raise_open_files() {}

/// Starts a server, or says why it cannot start.
pub fn start(config: Config, arena: Arc<Arena>) -> Result<Server, Failure> {
    let port = config.port;
    let is_of_machine = |error: &io::Error| error.kind() != io::ErrorKind::AddrNotAvailable;
    Server::start(config, arena).map_err(|error| match &error {
        ServerError::Bind { error: why, .. } if !is_of_machine(why) => Failure::Failed(format!(
            "{error}: this machine does not have that address; --bind 0.0.0.0 listens on all it has"
        )),
        _ if port.is_some_and(|port| port > 0) => {
            Failure::Failed(format!("{error}; --port chooses another port"))
        }
        _ => Failure::Failed(error.to_string()),
    })
}

/// Prints the addresses of a page, and opens it in a browser if there is one.
pub fn print_links(
    server: &Server,
    path: &str,
    arguments: &LiveArguments,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "watching: {}", server.viewer_link(path))?;
    match server.link_for_others(path) {
        Some(link) => writeln!(out, "from other machines: {link}")?,
        None if server.is_open() => {
            writeln!(out, "from other machines: the same with the address of this machine")?;
        }
        None => {}
    }
    writeln!(out, "organiser: {}", server.organiser_link(path))?;
    out.flush()?;
    if !arguments.no_browser
        && let Some(link) = server.link_for_once(path)
    {
        browser::open(&link);
    }
    Ok(())
}

/// What the arena is called: the name of the folder.
fn title_of(folder: &Path) -> String {
    folder.file_name().map_or_else(|| "Gridiron".to_string(), |name| harmless(&name.to_string_lossy()))
}

fn log_to_standard_error(level: LevelFilter) {
    let subscriber = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_ansi(false);
    // There is no other.
    let _ = subscriber.try_init();
}

//! Ctrl-C and the other signals that ask a program to end.
//!
//! The first signal sets a flag: work stops cleanly and results are kept. A
//! second signal ends the program at once with exit code 130. Bots are killed by
//! their supervisors in both cases.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Once};

/// The exit code after an interruption, as shells have it for Ctrl-C.
pub const EXIT_CODE: u8 = 130;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Starts to catch signals and returns the flag that they set. Later calls only
/// return the flag.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Without a handler Ctrl-C ends the program as it ends any other.
        let _ = install();
    });
    interrupted()
}

/// The same flag, to be shared.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// The flag that the first signal sets.
pub fn interrupted() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Starts a thread that handles SIGINT, SIGTERM and SIGHUP. Signals within `ONE_SIGNAL`
/// count as one.
#[cfg(unix)]
fn install() -> io::Result<()> {
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Signals within this time count as one: terminals and `timeout` send several.
    const ONE_SIGNAL: Duration = Duration::from_millis(500);

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let wait = move || {
        let mut first: Option<Instant> = None;
        for _ in signals.forever() {
            INTERRUPTED.store(true, Ordering::Relaxed);
            if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
                std::process::exit(EXIT_CODE.into());
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// The first signal sets the flag. A second one ends the program.
#[cfg(not(unix))]
fn install() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    for signal in [SIGINT, SIGTERM] {
        // Handlers run in this order: the first signal finds the flag not set.
        flag::register_conditional_shutdown(signal, EXIT_CODE.into(), Arc::clone(&INTERRUPTED))?;
        flag::register(signal, Arc::clone(&INTERRUPTED))?;
    }
    Ok(())
}

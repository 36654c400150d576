//! A user of its own for each program, where the referee is root.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process;

use rustix::process::geteuid;

/// Numbers that no system gives to people or services.
const FIRST: u32 = 60_706;
const COUNT: u32 = 478;

/// A user that no other program has as long as this lives.
pub struct Lease {
    /// Its number, and that of its group.
    pub user: u32,
    /// A name that only one process at a time can hold, and that the kernel
    /// takes back from whoever ends.
    _name: UnixListener,
}

/// Whether the referee may give users away.
pub fn is_root() -> bool {
    geteuid().is_root()
}

/// Takes a user that is free.
pub fn lease() -> io::Result<Lease> {
    for step in 0..COUNT {
        // Those who begin at different places seldom meet.
        let user = FIRST + process::id().wrapping_add(step) % COUNT;
        let name = SocketAddr::from_abstract_name(format!("gridiron bot {user}"))?;
        match UnixListener::bind_addr(&name) {
            Ok(name) => return Ok(Lease { user, _name: name }),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(format!("{COUNT} programs are running already")))
}

//! A user of its own for each program, where the referee is root.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process;

use rustix::process::geteuid;

/// The first and the last of the users that programs get: no system gives these
/// numbers to people or services.
pub const USERS: (u32, u32) = (60_706, 61_183);

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
    let (first, last) = USERS;
    let count = last - first + 1;
    for step in 0..count {
        // Those who begin at different places seldom meet.
        let user = first + process::id().wrapping_add(step) % count;
        let name = SocketAddr::from_abstract_name(format!("gridiron bot {user}"))?;
        match UnixListener::bind_addr(&name) {
            Ok(name) => return Ok(Lease { user, _name: name }),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(format!("{count} programs are running already")))
}

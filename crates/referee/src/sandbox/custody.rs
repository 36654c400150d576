//! What a supervisor keeps for a program that is locked in, as long as it lives.

use std::ffi::OsString;
use std::io::{self, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use rustix::cmsg_space;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use rustix::process::Pid;

use super::cgroup::Groups;
use super::confinement::Confinement;
use super::jail::{self, Orders};
use super::place::Place;
use super::questions::Wish;
use super::user::{self, Lease};
use super::watch::Watch;
use super::{Level, Limits, namespaces, parcel, questions};
use crate::program::ended::Ended;

/// The hidden subcommand of the first process in a world of its own. It does
/// nothing: as long as it is there the numbers in that world are.
pub const HOLD: &str = "hold-namespace";

/// If this process was started as the first in a world of its own, it stays there
/// until that ends.
pub fn hold_if_asked() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_none_or(|first| first != HOLD) {
        return None;
    }
    loop {
        thread::park();
    }
}

/// Why there is no program.
pub enum Refused {
    /// A layer does not stand.
    Layer(String),
    /// It cannot be run.
    Program(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Layer(error.to_string())
    }
}

impl From<String> for Refused {
    fn from(error: String) -> Refused {
        Refused::Layer(error)
    }
}

/// What a supervisor keeps for a program.
pub struct Custody {
    program: Pid,
    /// The first process in its world.
    holder: Option<Pid>,
    /// Where the program asks for threads and files.
    listener: OwnedFd,
    watch: Watch,
    /// What it may have.
    memory: u64,
    groups: Option<Groups>,
    _lease: Option<Lease>,
}

impl Custody {
    /// Starts a program, locked in. `prepare` gives a command what every child of
    /// the supervisor needs.
    pub fn begin(
        words: &[OsString],
        confinement: Confinement,
        streams: [OwnedFd; 3],
        prepare: impl Fn(&mut Command),
    ) -> Result<Custody, Refused> {
        let Confinement { level, limits, .. } = confinement;
        let (bytes, files) = (confinement.own.bytes(), confinement.own.count());
        let watched = confinement.watched_memory();
        let lease = user::is_root().then(user::lease).transpose()?;
        let groups = match level {
            Level::Server if confinement.without.iter().any(|layer| layer == "cgroups") => {
                return Err("cgroups: they are switched off for a test".to_string().into());
            }
            Level::Server if lease.is_none() => {
                return Err("a user for each bot: only root can give users away".to_string().into());
            }
            // What is in memory may be its folders, and some of the kernel's own.
            Level::Server => {
                let memory = limits.memory + limits.temp + bytes + (64 << 20);
                let groups = Groups::make(memory, 2 * Limits::THREADS);
                Some(groups.map_err(|error| format!("cgroups: {error}"))?)
            }
            _ => None,
        };
        let has_own_world = jail::has_own_world(level);
        let user = lease.as_ref().map(|lease| lease.user);
        let place = if has_own_world { None } else { Some(Place::make()?) };
        let mut holder = None;
        if has_own_world {
            namespaces::number_children_anew(lease.is_some())
                .map_err(|error| format!("namespaces: {error}"))?;
            let mut first = Command::new("/proc/self/exe");
            first.arg(HOLD).env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            prepare(&mut first);
            holder = Some(Pid::from_child(&first.spawn()?));
        }
        let (mut socket, jails) = UnixStream::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command.arg(jail::SUBCOMMAND).arg(jail::left_open(&jails)?).env_clear();
        let [stdin, stdout, stderr] = streams;
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        prepare(&mut command);
        let mut child = command.spawn()?;
        let program = Pid::from_child(&child);
        // The streams and that end of the socket are the program's alone, or its
        // end would not be seen.
        drop((command, jails));
        let orders = Orders {
            words: words.to_vec(),
            confinement,
            place: place.as_ref().map(|place| place.path().to_path_buf()),
            user,
        };
        let listener = let_in(&mut socket, &orders, program, groups.as_ref()).inspect_err(|_| {
            // Before the holder of its world, which waits for that.
            let _ = child.kill();
            let _ = child.wait();
        })?;
        Ok(Custody {
            program,
            holder,
            listener,
            watch: Watch::new(program, Limits { memory: watched, ..limits }, place, (bytes, files)),
            memory: limits.memory,
            groups,
            _lease: lease,
        })
    }

    /// Who must end last.
    pub fn holder(&self) -> Option<Pid> {
        self.holder
    }

    /// Who was started.
    pub fn program(&self) -> Pid {
        self.program
    }

    /// Where the program asks for threads and files.
    pub fn listener(&self) -> &OwnedFd {
        &self.listener
    }

    /// Answers a question that came there.
    pub fn answer(&mut self) -> io::Result<()> {
        questions::answer(&self.listener, |wish| self.watch.decide(wish))
    }

    /// How a program really ended that was killed: by its group if that had no more
    /// memory.
    pub fn explain(&self, how: Ended) -> Ended {
        match how {
            Ended::Signal(libc::SIGKILL) if self.groups.as_ref().is_some_and(Groups::have_killed) => {
                Ended::too_much_memory(self.memory)
            }
            other => other,
        }
    }

    /// Looks after the program now and then.
    pub fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }
}

/// Talks with the process that becomes the program until that begins.
fn let_in(
    socket: &mut UnixStream,
    orders: &Orders,
    program: Pid,
    groups: Option<&Groups>,
) -> Result<OwnedFd, Refused> {
    // If it has ended already, that is said next.
    let _ = parcel::send(socket, orders);
    let listener = receive_listener(socket)?;
    if let Some(groups) = groups {
        groups.take_in(program)?;
    }
    socket.write_all(b"g")?;
    // Closed by the program that begins, for which it asks first.
    loop {
        let mut waiting = [PollFd::new(&listener, PollFlags::IN), PollFd::new(&*socket, PollFlags::IN)];
        poll(&mut waiting, None).map_err(io::Error::from)?;
        let [asks, says] = waiting.map(|fd| !fd.revents().is_empty());
        if says {
            let said = rest(socket)?;
            return if said.is_empty() { Ok(listener) } else { Err(read_refusal(&said)) };
        }
        if asks {
            questions::answer(&listener, |wish| match wish {
                Wish::Program(_) => Ok(()),
                _ => Err(libc::EPERM),
            })?;
        }
    }
}

/// Where the program will ask for threads; or what it says instead.
fn receive_listener(socket: &mut UnixStream) -> Result<OwnedFd, Refused> {
    let mut first = [0];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(1))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    recvmsg(&*socket, &mut [IoSliceMut::new(&mut first)], &mut attached, RecvFlags::CMSG_CLOEXEC)
        .map_err(io::Error::from)?;
    let listener = attached.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut listener) => listener.next(),
        _ => None,
    });
    match listener {
        Some(listener) => Ok(listener),
        None => {
            let said = String::from_utf8_lossy(&first).into_owned() + &rest(socket)?;
            Err(read_refusal(&said))
        }
    }
}

fn rest(socket: &mut UnixStream) -> io::Result<String> {
    let mut said = Vec::new();
    socket.read_to_end(&mut said)?;
    Ok(String::from_utf8_lossy(&said).into_owned())
}

fn read_refusal(said: &str) -> Refused {
    match said.trim_end().split_once(' ') {
        Some(("failed", why)) => Refused::Program(why.to_string()),
        Some(("unable", why)) => Refused::Layer(why.to_string()),
        _ => Refused::Layer("the process that should become the program has ended".into()),
    }
}

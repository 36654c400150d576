//! What a supervisor keeps for a program that is locked in, as long as it lives.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{ChildStdin, Command, ExitCode, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Pid;

use crate::cgroup::Groups;
use crate::confinement::Confinement;
use crate::exit_status::ExitStatus;
use crate::jail::{self, Orders};
use crate::monitor::Monitor;
use crate::notify::Request;
use crate::scratch::ScratchFolder;
use crate::user::{self, Lease};
use crate::{Level, Limits, ipc, namespaces, notify};

/// The hidden subcommand of the first process in a world of its own. It does
/// nothing: as long as it is there the numbers in that world are.
pub const INIT_SUBCOMMAND: &str = "hold-namespace";

/// If this process was started as the first in a world of its own, it stays there
/// until that ends.
pub fn hold_if_asked() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_none_or(|first| first != INIT_SUBCOMMAND) {
        return None;
    }
    // Until the supervisor is no more, however it ended: nobody else has the other
    // end, and nothing is ever sent.
    let _ = io::stdin().read(&mut [0]);
    Some(ExitCode::SUCCESS)
}

/// To copy a folder and to begin takes less, on any disk.
const START_TIMEOUT: Duration = Duration::from_secs(60);

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
pub struct ConfinedProgram {
    program: Pid,
    /// The first process in its world, which is there as long as this is.
    init: Option<(Pid, Option<ChildStdin>)>,
    /// Where the program asks for threads and files.
    listener: OwnedFd,
    monitor: Monitor,
    /// What it may have.
    memory: u64,
    groups: Option<Groups>,
    _lease: Option<Lease>,
}

impl ConfinedProgram {
    /// Starts a program, locked in. `prepare` gives a command what every child of
    /// the supervisor needs.
    pub fn start(
        words: &[OsString],
        confinement: Confinement,
        streams: [OwnedFd; 3],
        prepare: impl Fn(&mut Command),
    ) -> Result<ConfinedProgram, Refused> {
        let Confinement { level, limits, .. } = confinement;
        let bytes = confinement.own.bytes();
        let watched = confinement.watched_memory();
        let lease = user::is_root().then(user::lease).transpose();
        let lease = lease.map_err(|error| format!("users: {error}"))?;
        let groups = match level {
            Level::Server if confinement.without.iter().any(|layer| layer == "cgroups") => {
                return Err("cgroups: they are switched off for a test".to_string().into());
            }
            Level::Server if lease.is_none() => {
                return Err("users: only root can run each bot as a user of its own".to_string().into());
            }
            // What is in memory may be its folders, and some of the kernel's own.
            Level::Server => {
                let memory = limits.memory + limits.temp + bytes + (64 << 20);
                let groups = Groups::create(memory, 2 * Limits::THREADS);
                Some(groups.map_err(|error| format!("cgroups: {error}"))?)
            }
            _ => None,
        };
        let has_own_namespaces = level.has_own_namespaces();
        let user = lease.as_ref().map(|lease| lease.user);
        let place = if has_own_namespaces { None } else { Some(ScratchFolder::create()?) };
        let mut init = None;
        if has_own_namespaces {
            namespaces::enter_pid_namespace(lease.is_some())
                .map_err(|error| format!("namespaces: {error}"))?;
            let mut first = Command::new("/proc/self/exe");
            first
                .arg(INIT_SUBCOMMAND)
                .env_clear()
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            prepare(&mut first);
            let mut first = first.spawn()?;
            init = Some((Pid::from_child(&first), first.stdin.take()));
        }
        let (mut socket, jails) = UnixStream::pair()?;
        let mut command = Command::new("/proc/self/exe");
        command.arg(jail::SUBCOMMAND).arg(jail::keep_open_on_exec(&jails)?).env_clear();
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
        let mut monitor = Monitor::new(program, Limits { memory: watched, ..limits }, place, user);
        let listener = wait_until_running(&mut socket, &orders, program, groups.as_ref(), &mut monitor);
        let listener = listener.inspect_err(|_| {
            // Before the holder of its world, which waits for that.
            let _ = child.kill();
            let _ = child.wait();
        })?;
        Ok(ConfinedProgram { program, init, listener, monitor, memory: limits.memory, groups, _lease: lease })
    }

    /// Who must end last.
    pub fn init(&self) -> Option<Pid> {
        self.init.as_ref().map(|(pid, _)| *pid)
    }

    /// Who was started.
    pub fn pid(&self) -> Pid {
        self.program
    }

    /// Where the program asks for threads and files.
    pub fn listener(&self) -> &OwnedFd {
        &self.listener
    }

    /// Answers a question that came there.
    pub fn respond(&mut self) -> io::Result<()> {
        notify::respond(&self.listener, |request| self.monitor.decide(request))
    }

    /// How a program really ended that was killed: by who looks after its memory, or by
    /// its group if that had no more.
    pub fn explain(&self, how: ExitStatus) -> ExitStatus {
        let by_its_group = || self.groups.as_ref().is_some_and(Groups::has_killed);
        match how {
            ExitStatus::Signal(libc::SIGKILL) if self.monitor.has_killed() || by_its_group() => {
                ExitStatus::too_much_memory(self.memory)
            }
            other => other,
        }
    }

    /// Looks after the program now and then.
    pub fn monitor(&mut self) -> &mut Monitor {
        &mut self.monitor
    }
}

/// Talks with the process that becomes the program until that begins.
fn wait_until_running(
    socket: &mut UnixStream,
    orders: &Orders,
    program: Pid,
    groups: Option<&Groups>,
    monitor: &mut Monitor,
) -> Result<OwnedFd, Refused> {
    // If it has ended already, that is said next.
    let _ = ipc::send(socket, orders);
    socket.set_read_timeout(Some(START_TIMEOUT))?;
    let [listener] = match ipc::receive_descriptors(socket) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(read_refusal(&read_to_end(socket)?));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(groups) = groups {
        groups.add(program)?;
    }
    monitor.count_initial_files()?;
    // What cannot be watched must not run. Not later: what goes wrong then is the
    // program's own doing.
    monitor.probe().map_err(|error| format!("limits: what it holds cannot be seen: {error}"))?;
    socket.write_all(b"g")?;
    // Closed by the program that begins, for which it asks first.
    loop {
        let mut waiting = [PollFd::new(&listener, PollFlags::IN), PollFd::new(&*socket, PollFlags::IN)];
        match poll(&mut waiting, Timespec::try_from(START_TIMEOUT).ok().as_ref()) {
            Ok(0) => return Err("the program does not begin".to_string().into()),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
        let [asks, says] = waiting.map(|fd| !fd.revents().is_empty());
        if says {
            let said = read_to_end(socket)?;
            if !said.is_empty() {
                return Err(read_refusal(&said));
            }
            monitor.begin().map_err(|error| format!("limits: what it holds cannot be watched: {error}"))?;
            return Ok(listener);
        }
        if asks {
            // Still code of ours, whose memory may have to grow.
            notify::respond(&listener, |request| match request {
                Request::Exec(_) => Ok(()),
                Request::ReadOnlyMemory | Request::FixedMemory { .. } | Request::MoveMemory { .. } => Ok(()),
                Request::Thread | Request::NewFile | Request::Timer(_) => Err(libc::EPERM),
            })?;
        }
    }
}

fn read_to_end(socket: &mut UnixStream) -> io::Result<String> {
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

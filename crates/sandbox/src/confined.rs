//! A program that runs locked in, and what its supervisor keeps for it meanwhile.

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
use crate::layer::Layer;
use crate::level::Level;
use crate::limits::Limits;
use crate::monitor::Monitor;
use crate::notify::{Decision, Request};
use crate::scratch::ScratchFolder;
use crate::shared_futex::SharedFutexes;
use crate::start_error::{LayerError, LayerFailure, StartError, in_layer};
use crate::user::{self, Lease, UserError};
use crate::{ipc, namespaces, notify};

/// The hidden subcommand of the first process in a namespace for process numbers. It
/// does nothing; the namespace lives as long as it does.
pub const INIT_SUBCOMMAND: &str = "hold-namespace";

/// Runs the subcommand, if this process was started with it.
pub fn dispatch_init() -> Option<ExitCode> {
    if std::env::args_os().nth(1).is_none_or(|first| first != INIT_SUBCOMMAND) {
        return None;
    }
    // Until the supervisor is gone, however it ended: only it has the other end, and
    // it never sends anything.
    let _ = io::stdin().read(&mut [0]);
    Some(ExitCode::SUCCESS)
}

/// Copying a folder and starting take less on any disk.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A program that runs locked in. Dropping it releases its user, its control groups
/// and its folder; the supervisor must have killed the program before.
pub struct ConfinedProgram {
    program: Pid,
    /// The first process in its namespace, which ends when its input is closed.
    init: Option<(Pid, Option<ChildStdin>)>,
    /// Where the program's requests arrive.
    listener: OwnedFd,
    monitor: Monitor,
    futexes: SharedFutexes,
    /// The user of the program, if not that of its supervisor.
    user: Option<u32>,
    /// The limit on memory, in bytes.
    memory: u64,
    groups: Option<Groups>,
    _lease: Option<Lease>,
}

impl ConfinedProgram {
    /// Starts a program locked in. `prepare` gives a command what every child of the
    /// supervisor needs.
    pub fn start(
        words: &[OsString],
        confinement: Confinement,
        streams: [OwnedFd; 3],
        prepare: impl Fn(&mut Command),
    ) -> Result<ConfinedProgram, StartError> {
        let Confinement { level, limits, .. } = confinement;
        let bytes = confinement.own.bytes();
        let watched = confinement.watched_memory();
        let lease = user::is_root().then(user::lease).transpose().map_err(in_layer(Layer::Users))?;
        let groups = match level {
            Level::Server if confinement.is_switched_off(Layer::Cgroups) => {
                return Err(LayerError::new(Layer::Cgroups, LayerFailure::SwitchedOff).into());
            }
            Level::Server if lease.is_none() => {
                return Err(LayerError::new(Layer::Users, UserError::NotRoot).into());
            }
            // Its folder is in memory too, and so is some of what the kernel keeps.
            Level::Server => {
                let memory = limits.memory + limits.temp + bytes + (64 << 20);
                let groups = Groups::create(memory, 2 * Limits::THREADS);
                Some(groups.map_err(in_layer(Layer::Cgroups))?)
            }
            _ => None,
        };
        let has_own_namespaces = level.has_own_namespaces();
        let user = lease.as_ref().map(|lease| lease.user);
        let scratch = match has_own_namespaces {
            true => None,
            false => Some(ScratchFolder::create().map_err(in_layer(Layer::Folder))?),
        };
        let mut init = None;
        if has_own_namespaces {
            namespaces::enter_pid_namespace(lease.is_some()).map_err(in_layer(Layer::Namespaces))?;
            let mut first = Command::new("/proc/self/exe");
            first.arg(INIT_SUBCOMMAND).env_clear();
            first.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            prepare(&mut first);
            let mut first = first.spawn().map_err(in_layer(Layer::Namespaces))?;
            init = Some((Pid::from_child(&first), first.stdin.take()));
        }
        let (mut socket, jails) = UnixStream::pair().map_err(in_layer(Layer::Handover))?;
        let mut command = Command::new("/proc/self/exe");
        let number = jail::keep_open_on_exec(&jails).map_err(in_layer(Layer::Handover))?;
        command.arg(jail::SUBCOMMAND).arg(number).env_clear();
        let [stdin, stdout, stderr] = streams;
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        prepare(&mut command);
        let mut child = command.spawn().map_err(in_layer(Layer::Handover))?;
        let program = Pid::from_child(&child);
        // Only the program may hold its streams and that end of the socket, or their
        // end would not be noticed.
        drop((command, jails));
        let orders = Orders {
            words: words.to_vec(),
            confinement,
            scratch: scratch.as_ref().map(|scratch| scratch.path().to_path_buf()),
            user,
        };
        let mut monitor = Monitor::new(program, Limits { memory: watched, ..limits }, scratch, user);
        let listener = wait_until_running(&mut socket, &orders, program, groups.as_ref(), &mut monitor);
        let listener = listener.inspect_err(|_| {
            // Before the first process of its namespace, which waits for that.
            let _ = child.kill();
            let _ = child.wait();
        })?;
        let memory = limits.memory;
        let futexes = SharedFutexes::new();
        Ok(ConfinedProgram { program, init, listener, monitor, futexes, user, memory, groups, _lease: lease })
    }

    /// The first process of its namespace. It must be killed last.
    pub fn init(&self) -> Option<Pid> {
        self.init.as_ref().map(|(pid, _)| *pid)
    }

    /// The program's process number.
    pub fn pid(&self) -> Pid {
        self.program
    }

    /// Where the program's requests arrive.
    pub fn listener(&self) -> &OwnedFd {
        &self.listener
    }

    /// Decides one request.
    pub fn respond(&mut self) -> io::Result<()> {
        let ConfinedProgram { listener, monitor, futexes, user, .. } = self;
        notify::respond(listener, |request| match request {
            Request::SharedFutex(call) => futexes.decide(call, listener, *user),
            Request::ThreadEnds => {
                futexes.look_soon();
                Decision::Allow
            }
            request => monitor.decide(request).into(),
        })
    }

    /// Ends waits of its threads that are over.
    pub fn end_waits(&mut self) {
        self.futexes.look(&self.listener, self.user);
    }

    /// Time until its use must be checked, or its waits be looked at.
    pub fn time_to_next_check(&self) -> Duration {
        let check = self.monitor.time_to_next_check();
        self.futexes.time_to_next_look().map_or(check, |look| look.min(check))
    }

    /// The reason behind an exit status: a kill may have been for memory, by the
    /// monitor's thread or by the control group.
    pub fn explain(&self, status: ExitStatus) -> ExitStatus {
        let by_its_group = || self.groups.as_ref().is_some_and(Groups::has_killed);
        match status {
            ExitStatus::Signal(libc::SIGKILL) if self.monitor.has_killed() || by_its_group() => {
                ExitStatus::too_much_memory(self.memory)
            }
            other => other,
        }
    }

    /// Checks what the program uses.
    pub fn monitor(&mut self) -> &mut Monitor {
        &mut self.monitor
    }
}

/// Talks with the jail until the program begins.
fn wait_until_running(
    socket: &mut UnixStream,
    orders: &Orders,
    program: Pid,
    groups: Option<&Groups>,
    monitor: &mut Monitor,
) -> Result<OwnedFd, StartError> {
    // If the jail has ended already, its report says why.
    let _ = ipc::send(socket, orders);
    socket.set_read_timeout(Some(START_TIMEOUT)).map_err(in_layer(Layer::Handover))?;
    let [listener] = match ipc::receive_descriptors(socket) {
        Ok(descriptors) => descriptors,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(read_error(&read_report(socket)?));
        }
        Err(error) => return Err(LayerError::new(Layer::Handover, error).into()),
    };
    if let Some(groups) = groups {
        groups.add(program).map_err(in_layer(Layer::Cgroups))?;
    }
    monitor.count_initial_files().map_err(in_layer(Layer::Folder))?;
    // A program that cannot be measured must not run. Once it runs, a failure to
    // measure it is its own doing.
    let unmeasurable =
        |error: io::Error| LayerError::new(Layer::Limits, LayerFailure::Unmeasurable(error.into()));
    monitor.probe().map_err(unmeasurable)?;
    socket.write_all(b"g").map_err(in_layer(Layer::Handover))?;
    // The program's `exec` closes the socket, and asks for permission first.
    loop {
        let mut waiting = [PollFd::new(&listener, PollFlags::IN), PollFd::new(&*socket, PollFlags::IN)];
        match poll(&mut waiting, Timespec::try_from(START_TIMEOUT).ok().as_ref()) {
            Ok(0) => return Err(LayerError::new(Layer::Handover, LayerFailure::NotStarted).into()),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(LayerError::new(Layer::Handover, error).into()),
        }
        let [has_request, has_report] = waiting.map(|fd| !fd.revents().is_empty());
        if has_report {
            let report = read_report(socket)?;
            if !report.is_empty() {
                return Err(read_error(&report));
            }
            monitor.begin().map_err(unmeasurable)?;
            return Ok(listener);
        }
        if has_request {
            // This is still our own code, whose memory may have to grow.
            notify::respond(&listener, |request| match request {
                Request::Exec(_) | Request::ThreadEnds => Decision::Allow,
                Request::ReadOnlyMemory | Request::FixedMemory { .. } | Request::MoveMemory { .. } => {
                    Decision::Allow
                }
                Request::Thread
                | Request::NewFile
                | Request::Timer(_)
                | Request::QueuedSignal
                | Request::SharedFutex(_) => Decision::Refuse(libc::EPERM),
            })
            .map_err(in_layer(Layer::Seccomp))?;
        }
    }
}

/// Reads what the jail reports until it closes the socket.
fn read_report(socket: &mut UnixStream) -> Result<Vec<u8>, LayerError> {
    let mut report = Vec::new();
    socket.read_to_end(&mut report).map_err(in_layer(Layer::Handover))?;
    Ok(report)
}

/// What the jail reported before it ended.
fn read_error(report: &[u8]) -> StartError {
    let ended = || LayerError::new(Layer::Handover, LayerFailure::JailEnded).into();
    serde_json::from_slice(report).unwrap_or_else(|_| ended())
}

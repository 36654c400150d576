//! The process between the referee and a program: it starts the program, says
//! how it ended, and ends everything the program has left behind, also when the
//! referee is gone.
//!
//! It is this very binary, run again under a hidden subcommand. Its standard
//! input is a socket to the referee. Over it come the program's three streams,
//! so that their data never passes through here; back go the lines `started
//! PID`, `failed REASON`, `exited CODE` and `signal NUMBER`. A byte from the
//! referee asks for a graceful end, the end of the socket for an immediate one:
//! that also comes when the referee is killed.

use std::fs;
use std::io::{self, IoSliceMut, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, kill, sigaction};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{Pid, setsid};

/// The hidden subcommand.
pub const SUBCOMMAND: &str = "supervise-program";

/// How long a program may take to end after `quit`.
pub const GRACE: Duration = Duration::from_secs(1);

/// If this process was started as a supervisor, it is one until its end.
///
/// Every program that seats other programs calls this first in its `main`.
pub fn run_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SUBCOMMAND) {
        return None;
    }
    let words: Vec<_> = arguments.collect();
    let Some((program, words)) = words.split_first() else {
        eprintln!("{SUBCOMMAND} is for the referee: it needs a program");
        return Some(ExitCode::from(2));
    };
    let mut command = Command::new(program);
    command.args(words);
    Some(match supervise(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn supervise(mut command: Command) -> io::Result<()> {
    let mut control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let [stdin, stdout, stderr] = receive_streams(&control)?;
    // Out of reach of the keys pressed in the referee's terminal.
    let _ = setsid();
    prctl::set_child_subreaper(true)?;
    let wanted = SigSet::from_iter([Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP]);
    wanted.thread_block()?;
    let only_ends = SigAction::new(SigHandler::SigDfl, SaFlags::SA_NOCLDSTOP, SigSet::empty());
    // SAFETY: no handler is installed; the flag keeps this process asleep while
    // the referee stops and continues the program at every turn.
    unsafe { sigaction(Signal::SIGCHLD, &only_ends) }?;
    let signals = SignalFd::with_flags(&wanted, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;

    let supervisor = Pid::this();
    command.stdin(stdin).stdout(stdout).stderr(stderr);
    // SAFETY: this process has one thread, so nothing it could need is locked
    // in the child; and all that is done there is four system calls.
    unsafe {
        command.pre_exec(move || {
            SigSet::empty().thread_set_mask()?;
            setsid()?;
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            // The supervisor may have been killed before it could be noticed.
            if nix::unistd::getppid() != supervisor { Err(Errno::ESRCH.into()) } else { Ok(()) }
        });
    }
    let program = match command.spawn() {
        Ok(child) => Pid::from_raw(child.id() as i32),
        Err(error) => return writeln!(control, "failed {error}"),
    };
    // The streams belong to the program alone, or its end would not be seen.
    drop(command);
    writeln!(control, "started {program}")?;
    watch(&mut control, &signals, program)?;
    end_all(None)
}

/// Until the program must end.
fn watch(control: &mut UnixStream, signals: &SignalFd, program: Pid) -> io::Result<()> {
    let mut ended = false;
    let mut deadline = None;
    loop {
        let now = Instant::now();
        let timeout = match deadline {
            Some(_) if ended => return Ok(()),
            Some(deadline) if now >= deadline => return Ok(()),
            Some(deadline) => PollTimeout::try_from(deadline - now).unwrap_or(PollTimeout::MAX),
            None => PollTimeout::NONE,
        };
        let mut ready = [
            PollFd::new(control.as_fd(), PollFlags::POLLIN),
            PollFd::new(signals.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut ready, timeout) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [from_referee, from_kernel] = ready.map(|fd| fd.any().unwrap_or(false));
        if from_referee {
            match control.read(&mut [0; 16])? {
                0 => return Ok(()),
                _ => deadline = Some(Instant::now() + GRACE),
            }
        }
        if from_kernel {
            while let Some(signal) = signals.read_signal()? {
                if signal.ssi_signo != Signal::SIGCHLD as u32 {
                    return Ok(());
                }
            }
            if !ended && let Some(how) = how_it_ended(program)? {
                ended = true;
                // What it started may hold its streams open.
                end_all(Some(program))?;
                let _ = writeln!(control, "{how}");
            }
        }
    }
}

/// How the program ended, if it has. It stays a zombie until this process ends,
/// so that its number means nobody else while the referee may still use it.
fn how_it_ended(program: Pid) -> nix::Result<Option<String>> {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    Ok(match waitid(Id::Pid(program), flags)? {
        WaitStatus::Exited(_, code) => Some(format!("exited {code}")),
        WaitStatus::Signaled(_, signal, _) => Some(format!("signal {}", signal as i32)),
        _ => None,
    })
}

/// Kills and buries all descendants, but for one that may be spared. Who loses
/// its parent meanwhile becomes a child of this process and comes next.
fn end_all(spared: Option<Pid>) -> io::Result<()> {
    loop {
        let (children, others) = descendants()?;
        let doomed = |pid: &&Pid| Some(**pid) != spared;
        if children.iter().filter(doomed).count() == 0 {
            return Ok(());
        }
        for pid in children.iter().chain(&others).filter(doomed) {
            let _ = kill(*pid, Signal::SIGKILL);
        }
        for pid in children.iter().filter(doomed) {
            let _ = waitpid(*pid, None);
        }
    }
}

/// The children of this process, and all their descendants.
fn descendants() -> io::Result<(Vec<Pid>, Vec<Pid>)> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let number = entry?.file_name().to_string_lossy().parse::<i32>();
        let Ok(pid) = number else { continue };
        // Gone meanwhile, if it cannot be read.
        let Ok(stat) = fs::read(format!("/proc/{pid}/stat")) else { continue };
        // The name before the last bracket may hold anything.
        let fields = stat.iter().rposition(|byte| *byte == b')').map_or(&[][..], |at| &stat[at + 1..]);
        let parent = String::from_utf8_lossy(fields).split_ascii_whitespace().nth(1).and_then(|n| n.parse().ok());
        parents.push((Pid::from_raw(pid), Pid::from_raw(parent.unwrap_or(0))));
    }
    let of = |parent: Pid| parents.iter().filter(move |(_, its)| *its == parent).map(|(pid, _)| *pid);
    let children: Vec<Pid> = of(Pid::this()).collect();
    let mut others: Vec<Pid> = children.iter().flat_map(|child| of(*child)).collect();
    let mut at = 0;
    while let Some(pid) = others.get(at).copied() {
        others.extend(of(pid));
        at += 1;
    }
    Ok((children, others))
}

/// The program's three streams, sent over the socket.
fn receive_streams(control: &UnixStream) -> io::Result<[OwnedFd; 3]> {
    let mut byte = [0];
    let mut space = nix::cmsg_space!([RawFd; 3]);
    let mut parts = [IoSliceMut::new(&mut byte)];
    let message =
        recvmsg::<()>(control.as_raw_fd(), &mut parts, Some(&mut space), MsgFlags::MSG_CMSG_CLOEXEC)?;
    for part in message.cmsgs()? {
        if let ControlMessageOwned::ScmRights(numbers) = part
            && let Ok(numbers) = <[RawFd; 3]>::try_from(numbers)
        {
            // SAFETY: the kernel has just opened these for this process, and
            // nothing else knows their numbers.
            return Ok(numbers.map(|number| unsafe { OwnedFd::from_raw_fd(number) }));
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "no streams came"))
}

/// Sends the three streams of a program to its supervisor.
pub fn send_streams(control: &UnixStream, streams: [BorrowedFd<'_>; 3]) -> io::Result<()> {
    use nix::sys::socket::{ControlMessage, sendmsg};
    let numbers = streams.map(|stream| stream.as_raw_fd());
    let parts = [io::IoSlice::new(b"s")];
    sendmsg::<()>(control.as_raw_fd(), &parts, &[ControlMessage::ScmRights(&numbers)], MsgFlags::empty(), None)?;
    Ok(())
}

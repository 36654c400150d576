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
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use rustix::cmsg_space;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process, pidfd_open,
    set_child_subreaper, set_parent_process_death_signal, setsid, waitid, waitpid,
};

use super::ended::Ended;

/// The hidden subcommand.
pub const SUBCOMMAND: &str = "supervise-program";

/// How often orphans that have ended are buried.
const BURIAL: Timespec = Timespec { tv_sec: 10, tv_nsec: 0 };

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
    // Out of reach of the keys pressed in the referee's terminal, and of polite
    // signals to all processes of this name: the referee says when to end.
    let _ = setsid();
    handle_polite_signals(libc::SIG_IGN);
    let supervisor = getpid();
    set_child_subreaper(Some(supervisor))?;
    command.stdin(stdin).stdout(stdout).stderr(stderr);
    // SAFETY: this process has one thread, so nothing that the child could need
    // is locked there, and all it does is a few system calls.
    unsafe {
        command.pre_exec(move || {
            handle_polite_signals(libc::SIG_DFL);
            setsid()?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The supervisor may have been killed before that could be noticed.
            if getppid() == Some(supervisor) { Ok(()) } else { Err(Errno::SRCH.into()) }
        });
    }
    let program = match command.spawn() {
        Ok(child) => Pid::from_child(&child),
        Err(error) => return writeln!(control, "failed {error}"),
    };
    // The streams belong to the program alone, or its end would not be seen.
    drop(command);
    let ended = pidfd_open(program, PidfdFlags::empty())?;
    let watched = writeln!(control, "started {}", program.as_raw_nonzero())
        .and_then(|()| watch(&mut control, &ended, program));
    // Whatever has happened, nothing stays.
    end_all(None).and(watched)
}

fn handle_polite_signals(handler: libc::sighandler_t) {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        // SAFETY: to ignore a signal, or to take it as usual, runs no code.
        unsafe { libc::signal(signal, handler) };
    }
}

/// Until the program must end.
fn watch(control: &mut UnixStream, end_of_program: &OwnedFd, program: Pid) -> io::Result<()> {
    let mut has_ended = false;
    let mut deadline = None;
    loop {
        let now = Instant::now();
        let timeout = match deadline {
            Some(_) if has_ended => return Ok(()),
            Some(deadline) if now >= deadline => return Ok(()),
            Some(deadline) => Timespec::try_from(deadline - now).ok(),
            None => Some(BURIAL),
        };

        let mut waiting = [PollFd::new(&*control, PollFlags::IN), PollFd::new(end_of_program, PollFlags::IN)];
        // An end that has been seen would be reported for ever.
        let count = if has_ended { 1 } else { 2 };
        match poll(&mut waiting[..count], timeout.as_ref()) {
            Ok(0) => bury_orphans(program)?,
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [from_referee, from_program] = waiting.map(|fd| !fd.revents().is_empty());
        if from_referee {
            match control.read(&mut [0; 16])? {
                0 => return Ok(()),
                _ => deadline = Some(Instant::now() + GRACE),
            }
        }
        if from_program && let Some(how) = how_it_ended(program)? {
            has_ended = true;
            // What it started may hold its streams open.
            end_all(Some(program))?;
            let _ = writeln!(control, "{how}");
        }
    }
}

/// Buries who has lost its parent and ended, but not the program.
fn bury_orphans(program: Pid) -> io::Result<()> {
    let (children, _) = descendants()?;
    for pid in children.into_iter().filter(|pid| *pid != program) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
    Ok(())
}

/// How the program ended, if it has. It stays a zombie until this process ends,
/// so that its number means nobody else while the referee may still use it.
fn how_it_ended(program: Pid) -> io::Result<Option<String>> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(program), options)?.map(|status| Ended::report(&status)))
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
            let _ = kill_process(*pid, Signal::KILL);
        }
        for pid in children.iter().filter(doomed) {
            let _ = waitpid(Some(*pid), WaitOptions::empty());
        }
    }
}

/// The children of this process, and all their descendants.
fn descendants() -> io::Result<(Vec<Pid>, Vec<Pid>)> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let number = entry?.file_name().to_string_lossy().parse().ok();
        let Some(pid) = number.and_then(Pid::from_raw) else { continue };
        // Gone meanwhile, if it cannot be read.
        let Ok(stat) = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())) else { continue };
        // The name before the last bracket may hold anything.
        let fields = stat.iter().rposition(|byte| *byte == b')').map_or(&[][..], |at| &stat[at + 1..]);
        let parent =
            String::from_utf8_lossy(fields).split_ascii_whitespace().nth(1).and_then(|n| n.parse().ok());
        parents.push((pid, parent.and_then(Pid::from_raw)));
    }
    let of = |parent: Pid| parents.iter().filter(move |(_, its)| *its == Some(parent)).map(|(pid, _)| *pid);
    let children: Vec<Pid> = of(getpid()).collect();
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
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut attached = RecvAncillaryBuffer::new(&mut space);
    recvmsg(control, &mut [IoSliceMut::new(&mut byte)], &mut attached, RecvFlags::CMSG_CLOEXEC)?;
    let streams = attached.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(streams) => streams.collect::<Vec<OwnedFd>>().try_into().ok(),
        _ => None,
    });
    streams.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no streams came"))
}

/// Sends the three streams of a program to its supervisor.
pub fn send_streams(control: &UnixStream, streams: [BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(3))];
    let mut attached = SendAncillaryBuffer::new(&mut space);
    attached.push(SendAncillaryMessage::ScmRights(&streams));
    sendmsg(control, &[IoSlice::new(b"s")], &mut attached, SendFlags::empty())?;
    Ok(())
}

//! The supervisor: the process between the caller and one program. It starts the
//! program, reports how it ended, and kills everything that the program left behind.
//!
//! It is this binary, run under a hidden subcommand. Its standard input is a socket to
//! the caller:
//!
//! - The program's three streams come first, so that their data never passes through
//!   the supervisor. Then comes how the program is locked in.
//! - [`SupervisorReport`]s go back, one JSON value a line.
//! - A byte from the caller asks for an end within [`QUIT_GRACE`]. The end of the
//!   socket asks for an immediate end; that also happens when the caller is killed.
//!
//! It is a subreaper: a process below it that loses its parent becomes its child. No
//! parent-death signal leads from caller to supervisor, since that would fire when the
//! thread ends that started it.
//!
//! **Invariant:** no process of the program outlives the supervisor.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process, pidfd_open,
    set_child_subreaper, set_parent_process_death_signal, setsid, waitid, waitpid,
};

use crate::confined::ConfinedProgram;
use crate::confinement::Confinement;
use crate::exit_status::ExitStatus;
use crate::ipc;
use crate::proc_stat::state_and_parent;
use crate::report::SupervisorReport;
use crate::start_error::StartError;

/// The hidden subcommand. The program and its arguments follow.
pub const SUBCOMMAND: &str = "supervise-program";

/// How often orphans that have ended are reaped.
const REAP_INTERVAL: Duration = Duration::from_secs(10);

/// How long a program may take to end after it was asked to.
pub const QUIT_GRACE: Duration = Duration::from_secs(1);

/// Runs the subcommand, if this process was started with it.
pub fn dispatch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SUBCOMMAND) {
        return None;
    }
    let words: Vec<OsString> = arguments.collect();
    if words.is_empty() {
        eprintln!("{SUBCOMMAND}: internal command of the sandbox; it needs a program");
        return Some(ExitCode::from(2));
    }
    Some(match supervise(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn supervise(words: &[OsString]) -> io::Result<()> {
    let mut control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let streams: [OwnedFd; 3] = ipc::receive_descriptors(&control)?;
    let confinement: Option<Confinement> = ipc::receive(&mut control)?;
    // Keys pressed in the caller's terminal do not reach it, nor do signals to all
    // processes of this name: the caller says when to end.
    let _ = setsid();
    set_termination_handler(libc::SIG_IGN);
    let supervisor = getpid();
    set_child_subreaper(Some(supervisor))?;
    let started = match confinement {
        None => start_unconfined(words, streams, supervisor).map(|program| (program, None)),
        Some(confinement) => {
            ConfinedProgram::start(words, confinement, streams, |command| isolate(command, supervisor))
                .map(|confined| (confined.pid(), Some(confined)))
        }
    };
    let (program, mut confined) = match started {
        Ok(started) => started,
        Err(error) => {
            kill_all(&[])?;
            return send(&mut control, &SupervisorReport::NotStarted(error));
        }
    };
    let program_end = pidfd_open(program, PidfdFlags::empty())?;
    let supervised = send(&mut control, &SupervisorReport::Started(program.as_raw_nonzero().get()))
        .and_then(|()| supervise_until_exit(&mut control, &program_end, program, confined.as_mut()));
    // Whatever happened, nothing stays. The first process of a namespace must end
    // after all others in it have been reaped.
    let init: Vec<Pid> = confined.iter().filter_map(ConfinedProgram::init).collect();
    kill_all(&init).and_then(|()| kill_all(&[])).and(supervised)
}

fn send(control: &mut UnixStream, report: &SupervisorReport) -> io::Result<()> {
    control.write_all(report.to_line().as_bytes())
}

/// Starts a program that may do everything that the caller can.
fn start_unconfined(words: &[OsString], streams: [OwnedFd; 3], supervisor: Pid) -> Result<Pid, StartError> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(StartError::Program(Errno::INVAL.into()));
    };
    let mut command = Command::new(program);
    let [stdin, stdout, stderr] = streams;
    command.args(arguments).stdin(stdin).stdout(stdout).stderr(stderr);
    isolate(&mut command, supervisor);
    let child = command.spawn().map_err(|error| StartError::Program(error.into()))?;
    Ok(Pid::from_child(&child))
}

/// Gives a command's process a session of its own that ends with its supervisor.
fn isolate(command: &mut Command, supervisor: Pid) {
    // SAFETY: this process has one thread, so no lock can be held that the child
    // needs, and the child makes only a few system calls.
    unsafe {
        command.pre_exec(move || {
            set_termination_handler(libc::SIG_DFL);
            setsid()?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The supervisor may have been killed before the signal was set. In another
            // namespace it cannot be seen; there the jail notices by its socket.
            if getppid().is_none_or(|parent| parent == supervisor) { Ok(()) } else { Err(Errno::SRCH.into()) }
        });
    }
}

fn set_termination_handler(handler: libc::sighandler_t) {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        // SAFETY: to ignore a signal, or to restore its default, runs no code.
        unsafe { libc::signal(signal, handler) };
    }
}

/// Waits until the program must end, and decides its requests meanwhile.
fn supervise_until_exit(
    control: &mut UnixStream,
    program_end: &OwnedFd,
    program: Pid,
    mut confined: Option<&mut ConfinedProgram>,
) -> io::Result<()> {
    let except: Vec<Pid> =
        [program].into_iter().chain(confined.as_ref().and_then(|confined| confined.init())).collect();
    let mut has_ended = false;
    let mut is_over_limit = false;
    let mut deadline = None;
    let mut next_reap = Instant::now() + REAP_INTERVAL;
    loop {
        let now = Instant::now();
        let until_deadline = match deadline {
            Some(_) if has_ended => return Ok(()),
            Some(deadline) if now >= deadline => return Ok(()),
            Some(deadline) => deadline - now,
            None => REAP_INTERVAL,
        };
        let mut confined = confined.as_deref_mut().filter(|_| !has_ended);
        let until_check = confined.as_mut().map_or(REAP_INTERVAL, |confined| confined.time_to_next_check());
        let timeout = Timespec::try_from(until_check.min(until_deadline));

        let mut waiting = vec![PollFd::new(&*control, PollFlags::IN)];
        // Once noticed, an end would be reported again and again.
        if !has_ended {
            waiting.push(PollFd::new(program_end, PollFlags::IN));
        }
        waiting.extend(confined.as_ref().map(|confined| PollFd::new(confined.listener(), PollFlags::IN)));
        match poll(&mut waiting, timeout.ok().as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if next_reap <= Instant::now() {
            reap_orphans(program)?;
            next_reap = Instant::now() + REAP_INTERVAL;
        }
        let is_ready = |at: usize| waiting.get(at).is_some_and(|fd| !fd.revents().is_empty());
        let [from_caller, from_program, has_request] = [0, 1, 2].map(is_ready);
        if from_caller {
            match control.read(&mut [0; 16])? {
                0 => return Ok(()),
                _ => deadline = Some(Instant::now() + QUIT_GRACE),
            }
        }
        if let Some(confined) = confined.as_mut().filter(|_| has_request) {
            confined.respond()?;
        }
        if let Some(confined) = confined.as_mut() {
            confined.end_waits();
        }
        // Nothing can be measured of a program that has ended.
        if let Some(confined) = confined.as_mut().filter(|_| !from_program && !is_over_limit)
            && let Some(status) = confined.monitor().check()
            && exit_status(program)?.is_none()
        {
            is_over_limit = true;
            let _ = send(control, &SupervisorReport::Ended(status));
            let _ = kill_process(program, Signal::KILL);
        }
        if from_program && let Some(status) = exit_status(program)? {
            has_ended = true;
            // Its children may hold its streams open.
            kill_all(&except)?;
            // A kill over a limit has been reported with its reason.
            if !is_over_limit {
                let status = confined.map_or(status, |confined| confined.explain(status));
                let _ = send(control, &SupervisorReport::Ended(status));
            }
        }
    }
}

/// Reaps children that have ended, but not the program.
fn reap_orphans(program: Pid) -> io::Result<()> {
    let (children, _) = descendants()?;
    for pid in children.into_iter().filter(|pid| *pid != program) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
    Ok(())
}

/// How the program ended, if it has.
///
/// **Invariant:** it stays a zombie until this process ends, so that its number cannot
/// be reused while the caller may still signal it.
fn exit_status(program: Pid) -> io::Result<Option<ExitStatus>> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(program), options)?.map(|status| ExitStatus::of(&status)))
}

/// Kills and reaps all descendants but these. One that loses its parent meanwhile
/// becomes a child of this process, and is killed in the next round.
fn kill_all(except: &[Pid]) -> io::Result<()> {
    loop {
        let (children, others) = descendants()?;
        let is_target = |pid: &&Pid| !except.contains(pid);
        if children.iter().filter(is_target).count() == 0 {
            return Ok(());
        }
        for pid in children.iter().chain(&others).filter(is_target) {
            let _ = kill_process(*pid, Signal::KILL);
        }
        for pid in children.iter().filter(is_target) {
            let _ = waitpid(Some(*pid), WaitOptions::empty());
        }
    }
}

/// The children of this process, and all their descendants.
fn descendants() -> io::Result<(Vec<Pid>, Vec<Pid>)> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let number = entry.file_name().to_string_lossy().parse().ok();
        let Some(pid) = number.and_then(Pid::from_raw) else { continue };
        // `None` if it is gone by now.
        let parent = state_and_parent(&entry.path()).map(|(_, parent)| parent);
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

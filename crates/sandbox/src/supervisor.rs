//! The process between the referee and a program: it starts the program, says
//! how it ended, and ends everything the program has left behind, also when the
//! referee is gone.
//!
//! It is this very binary, run again under a hidden subcommand. Its standard
//! input is a socket to the referee. Over it come the program's three streams,
//! so that their data never passes through here, and then how the program is
//! locked in; back go the lines `started PID`, `failed REASON` if the program
//! cannot be run, `unable REASON` if it cannot be locked in, `exited CODE`, `signal
//! NUMBER`, `memory MEGABYTES` and `disk MEGABYTES`. A byte from the
//! referee asks for a graceful end, the end of the socket for an immediate one:
//! that also comes when the referee is killed.

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

use crate::confined::{ConfinedProgram, Refused};
use crate::confinement::Confinement;
use crate::exit_status::ExitStatus;
use crate::ipc;
use crate::proc_stat::state_and_parent;

/// The hidden subcommand.
pub const SUBCOMMAND: &str = "supervise-program";

/// How often orphans that have ended are buried.
const REAP_INTERVAL: Duration = Duration::from_secs(10);

/// How long a program may take to end after `quit`.
pub const QUIT_GRACE: Duration = Duration::from_secs(1);

/// If this process was started as a supervisor, it is one until its end.
pub fn run_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SUBCOMMAND) {
        return None;
    }
    let words: Vec<OsString> = arguments.collect();
    if words.is_empty() {
        eprintln!("{SUBCOMMAND} is for the referee: it needs a program");
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
    // Out of reach of the keys pressed in the referee's terminal, and of polite
    // signals to all processes of this name: the referee says when to end.
    let _ = setsid();
    set_termination_handler(libc::SIG_IGN);
    let supervisor = getpid();
    set_child_subreaper(Some(supervisor))?;
    let started = match confinement {
        None => start(words, streams, supervisor),
        Some(confinement) => {
            ConfinedProgram::start(words, confinement, streams, |command| isolate(command, supervisor))
                .map(|confined| (confined.pid(), Some(confined)))
        }
    };
    let (program, mut confined) = match started {
        Ok(started) => started,
        Err(refused) => {
            kill_all(&[])?;
            return match refused {
                Refused::Program(why) => writeln!(control, "failed {}", in_one_line(&why)),
                Refused::Layer(why) => writeln!(control, "unable {}", in_one_line(&why)),
            };
        }
    };
    let ended = pidfd_open(program, PidfdFlags::empty())?;
    let watched = writeln!(control, "started {}", program.as_raw_nonzero())
        .and_then(|()| supervise_until_exit(&mut control, &ended, program, confined.as_mut()));
    // Whatever has happened, nothing stays. Who holds a world of its own ends after
    // all others in it have been buried.
    let init: Vec<Pid> = confined.iter().filter_map(ConfinedProgram::init).collect();
    kill_all(&init).and_then(|()| kill_all(&[])).and(watched)
}

fn in_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Starts a program that is trusted with all that the referee can do.
fn start(
    words: &[OsString],
    streams: [OwnedFd; 3],
    supervisor: Pid,
) -> Result<(Pid, Option<ConfinedProgram>), Refused> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::Error::from(Errno::INVAL).into());
    };
    let mut command = Command::new(program);
    let [stdin, stdout, stderr] = streams;
    command.args(arguments).stdin(stdin).stdout(stdout).stderr(stderr);
    isolate(&mut command, supervisor);
    let child = command.spawn().map_err(|error| Refused::Program(error.to_string()))?;
    Ok((Pid::from_child(&child), None))
}

/// Makes what a command starts a group of its own that ends with its supervisor.
fn isolate(command: &mut Command, supervisor: Pid) {
    // SAFETY: this process has one thread, so nothing that the child could need
    // is locked there, and all it does is a few system calls.
    unsafe {
        command.pre_exec(move || {
            set_termination_handler(libc::SIG_DFL);
            setsid()?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The supervisor may have been killed before that could be noticed. In
            // a world of its own it cannot be seen; there the child will find out.
            if getppid().is_none_or(|parent| parent == supervisor) { Ok(()) } else { Err(Errno::SRCH.into()) }
        });
    }
}

fn set_termination_handler(handler: libc::sighandler_t) {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        // SAFETY: to ignore a signal, or to take it as usual, runs no code.
        unsafe { libc::signal(signal, handler) };
    }
}

/// Until the program must end.
fn supervise_until_exit(
    control: &mut UnixStream,
    end_of_program: &OwnedFd,
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
        let until_check =
            confined.as_mut().map_or(REAP_INTERVAL, |confined| confined.monitor().time_to_next_check());
        let timeout = Timespec::try_from(until_check.min(until_deadline));

        let mut waiting = vec![PollFd::new(&*control, PollFlags::IN)];
        // An end that has been seen would be reported for ever.
        if !has_ended {
            waiting.push(PollFd::new(end_of_program, PollFlags::IN));
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
        let came = |at: usize| waiting.get(at).is_some_and(|fd| !fd.revents().is_empty());
        let [from_referee, from_program, is_asked] = [0, 1, 2].map(came);
        if from_referee {
            match control.read(&mut [0; 16])? {
                0 => return Ok(()),
                _ => deadline = Some(Instant::now() + QUIT_GRACE),
            }
        }
        if let Some(confined) = confined.as_mut().filter(|_| is_asked) {
            confined.respond()?;
        }
        // Nobody is looked at who has ended: nothing would be seen.
        if let Some(confined) = confined.as_mut().filter(|_| !from_program && !is_over_limit)
            && let Some(status) = confined.monitor().check()
            && how_it_ended(program)?.is_none()
        {
            is_over_limit = true;
            let _ = writeln!(control, "{}", status.report());
            let _ = kill_process(program, Signal::KILL);
        }
        if from_program && let Some(how) = how_it_ended(program)? {
            has_ended = true;
            // What it started may hold its streams open.
            kill_all(&except)?;
            // That it was killed has been said with the reason.
            if !is_over_limit {
                let how = confined.map_or(how, |confined| confined.explain(how));
                let _ = writeln!(control, "{}", how.report());
            }
        }
    }
}

/// Buries who has lost its parent and ended, but not the program.
fn reap_orphans(program: Pid) -> io::Result<()> {
    let (children, _) = descendants()?;
    for pid in children.into_iter().filter(|pid| *pid != program) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
    Ok(())
}

/// How the program ended, if it has. It stays a zombie until this process ends,
/// so that its number means nobody else while the referee may still use it.
fn how_it_ended(program: Pid) -> io::Result<Option<ExitStatus>> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(program), options)?.map(|status| ExitStatus::of(&status)))
}

/// Kills and buries all descendants, but for those that are except. Who loses its
/// parent meanwhile becomes a child of this process and comes next.
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
        // Gone meanwhile, if nothing is told.
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

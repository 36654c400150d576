//! The jail: the process that locks itself in, layer by layer, and then becomes the
//! program.
//!
//! It is this binary, run by a supervisor under a hidden subcommand, with the
//! program's streams as its own. As a program of its own it may do what is forbidden
//! between `fork` and `exec`, such as allocate memory.
//!
//! Its conversation with the supervisor, over a socket:
//!
//! 1. It receives its [`Orders`] and applies every layer but the filter of system calls.
//! 2. It sends the descriptor on which the program asks for permissions
//!    ([`crate::notify`]).
//! 3. When the supervisor allows it, it installs the filter and runs the program. That
//!    closes the socket.
//!
//! **Invariant:** if anything fails, that is reported on the socket and there is no
//! program. There is never a weaker sandbox.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use rustix::fs::{Gid, Mode, OFlags, Uid, fchown, mkdirat, openat};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Signal, getpid, set_dumpable_behavior, set_parent_process_death_signal, umask,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, disable_transparent_huge_pages,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs, set_thread_groups,
    set_thread_res_gid, set_thread_res_uid,
};
use serde::{Deserialize, Serialize};

use crate::attacks::{self, AttackPlan};
use crate::confinement::Confinement;
use crate::ipc::{receive, send_descriptors};
use crate::layer::Layer;
use crate::limits::Limits;
use crate::own_folder::FolderError;
use crate::start_error::{LayerError, LayerFailure, StartError, in_layer};
use crate::user::UserError;
use crate::{file_access, limits, namespaces, notify, syscalls};

/// The hidden subcommand. The number of the socket's descriptor follows.
pub const SUBCOMMAND: &str = "enter-sandbox";

/// Names in the program's folder: the copy, and the folder for temporary files.
pub(crate) const COPY_NAME: &str = "bot";
const TEMP_NAME: &str = "tmp";

/// What the supervisor wants.
#[derive(Serialize, Deserialize)]
pub struct Orders {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// How it is locked in.
    pub confinement: Confinement,
    /// An empty folder on the disk; `None` at levels with namespaces.
    pub scratch: Option<PathBuf>,
    /// The user that it becomes, if the supervisor is root.
    pub user: Option<u32>,
}

/// Runs the subcommand, if this process was started with it.
pub fn dispatch() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SUBCOMMAND) {
        return None;
    }
    let socket = arguments.next().and_then(|number| number.to_str()?.parse::<i32>().ok());
    let Some(socket) = socket.filter(|socket| *socket > 2) else {
        eprintln!("{SUBCOMMAND}: internal command of the sandbox");
        return Some(ExitCode::from(2));
    };
    // SAFETY: the supervisor left this descriptor open for this process, and nothing
    // else here uses it.
    let mut socket = UnixStream::from(unsafe { OwnedFd::from_raw_fd(socket) });
    let error = match lock_in(&mut socket) {
        Ok(Next::Exec(mut command)) => StartError::Program(command.exec().into()),
        Ok(Next::Attack(plan)) => {
            // As if a program had begun.
            drop(socket);
            attacks::run_plan(&plan);
            return Some(ExitCode::SUCCESS);
        }
        Err(error) => error,
    };
    let _ = serde_json::to_writer(&mut socket, &error);
    let _ = socket.flush();
    Some(ExitCode::FAILURE)
}

/// What to do once locked in.
enum Next {
    Exec(Command),
    Attack(AttackPlan),
}

/// Puts up all layers, in an order in which each step is still allowed.
fn lock_in(socket: &mut UnixStream) -> Result<Next, StartError> {
    let orders: Orders = receive(socket).map_err(in_layer(Layer::Handover))?;
    let Orders { words, confinement, scratch, user } = orders;
    let require = |layer: Layer| match confinement.is_switched_off(layer) {
        true => Err(LayerError::new(layer, LayerFailure::SwitchedOff)),
        false => Ok(()),
    };
    // Descriptors that the caller inherited are not for the program.
    mark_close_on_exec().map_err(in_layer(Layer::Handover))?;
    give_streams_to(user).map_err(in_layer(Layer::Users))?;

    let copy_folder = |folder: BorrowedFd<'_>| copy_folder(folder, &confinement, user);
    let folder = match scratch {
        Some(scratch) => {
            let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = openat(rustix::fs::CWD, &scratch, flags, Mode::empty());
            let opened = opened.map_err(in_layer(Layer::Folder))?;
            copy_folder(opened.as_fd()).map_err(in_layer(Layer::Folder))?;
            scratch
        }
        None => {
            require(Layer::Namespaces)?;
            // In memory every file takes whole pages.
            let own = confinement.own.bytes() + confinement.own.count() * 4096;
            let bytes = own + confinement.limits.temp;
            let files = confinement.own.count() + Limits::FILES;
            namespaces::enter(&confinement.readable, bytes, files, copy_folder)
                .map_err(in_layer(Layer::Namespaces))?;
            PathBuf::from(namespaces::PROGRAM_FOLDER)
        }
    };
    let copy = folder.join(COPY_NAME);
    let words = confinement.words_at(&words, &copy);
    drop_privileges(user).map_err(in_layer(Layer::Privileges))?;
    // A change of user clears this signal, so it is set after that.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(in_layer(Layer::Handover))?;
    std::env::set_current_dir(&copy).map_err(in_layer(Layer::Folder))?;
    umask(Mode::RWXG | Mode::RWXO);
    let memory = confinement.watched_memory();
    limits::apply(&Limits { memory, ..confinement.limits }).map_err(in_layer(Layer::Limits))?;
    // The kernel keeps a whole huge page while a piece of it is mapped, and counts
    // only the piece. A kernel without huge pages does not know this call.
    match disable_transparent_huge_pages(true) {
        Ok(()) | Err(Errno::INVAL) => {}
        Err(error) => return Err(in_layer(Layer::Limits)(error).into()),
    }
    // The supervisor must be able to read the program's state, also after a change of
    // user.
    set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(in_layer(Layer::Privileges))?;
    set_no_new_privs(true).map_err(in_layer(Layer::Privileges))?;
    require(Layer::Landlock)?;
    file_access::restrict(&confinement.readable, &folder).map_err(in_layer(Layer::Landlock))?;
    let next = match &confinement.attack_plan {
        Some(plan) => Next::Attack(plan.clone()),
        None => Next::Exec(command(&words, &confinement, &folder)?),
    };
    require(Layer::Seccomp)?;
    let listener = notify::install_notifier(!confinement.level.has_own_namespaces())
        .map_err(in_layer(Layer::Seccomp))?;
    send_descriptors(socket, &[listener.as_fd()]).map_err(in_layer(Layer::Seccomp))?;
    drop(listener);
    // If the supervisor was killed before its death could be noticed, this fails.
    socket.read_exact(&mut [0]).map_err(in_layer(Layer::Handover))?;
    syscalls::restrict(getpid().as_raw_nonzero().get()).map_err(in_layer(Layer::Seccomp))?;
    Ok(next)
}

/// Marks every descriptor from 3 up: only the three streams survive `exec`.
fn mark_close_on_exec() -> io::Result<()> {
    // SAFETY: descriptors are only marked, and stay open until `exec`.
    let marked = unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Gives the streams to the user, since a program may open them again by name.
fn give_streams_to(user: Option<u32>) -> Result<(), UserError> {
    let Some(user) = user else { return Ok(()) };
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    for stream in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
        fchown(stream, Some(Uid::from_raw(user)), Some(Gid::from_raw(user))).map_err(
            |error| match error {
                Errno::INVAL | Errno::PERM => UserError::NoOtherUsers,
                error => UserError::Streams(error.into()),
            },
        )?;
    }
    Ok(())
}

/// Fills the program's empty folder: a copy of its own, and one for temporary files.
fn copy_folder(
    folder: BorrowedFd<'_>,
    confinement: &Confinement,
    user: Option<u32>,
) -> Result<(), FolderError> {
    let make = |name: &str| -> rustix::io::Result<OwnedFd> {
        mkdirat(folder, name, Mode::RWXU)?;
        openat(folder, name, OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
    };
    let folders = [make(COPY_NAME)?, make(TEMP_NAME)?];
    if let Some(user) = user {
        for made in folders.iter().map(AsFd::as_fd).chain([folder]) {
            fchown(made, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?;
        }
    }
    let owner = user.map(|user| (user, user));
    confinement.own.copy_into(folders[0].as_fd(), owner).map(drop)
}

/// Drops all capabilities, and becomes the user. Neither can be undone.
fn drop_privileges(user: Option<u32>) -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // The kernel does not know it, or this user has none.
            Ok(()) | Err(Errno::INVAL | Errno::PERM) => {}
            Err(error) => return Err(error.into()),
        }
    }
    clear_ambient_capability_set()?;
    if let Some(user) = user {
        let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
        set_thread_groups(&[])?;
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
    }
    let none = CapabilitySet::empty();
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}

/// The program with its arguments and environment.
fn command(words: &[OsString], confinement: &Confinement, folder: &Path) -> Result<Command, StartError> {
    let (program, arguments) = words.split_first().ok_or(StartError::Program(Errno::INVAL.into()))?;
    match fs::metadata(program) {
        Ok(_) => {}
        // Landlock allows it, so a folder on the way is closed to the user.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let failure = LayerFailure::Unreachable { program: Path::new(program).into() };
            return Err(LayerError::new(Layer::Privileges, failure).into());
        }
        Err(error) => return Err(StartError::Program(error.into())),
    }
    let mut command = Command::new(program);
    let temporary = folder.join(TEMP_NAME);
    command
        .args(arguments)
        .env_clear()
        .envs(confinement.environment.iter().map(|(name, value)| (name, value)))
        .env("HOME", &temporary)
        .env("TMPDIR", temporary);
    Ok(command)
}

/// Keeps a descriptor open for the next program, and returns its number.
pub fn keep_open_on_exec(socket: &UnixStream) -> io::Result<OsString> {
    rustix::io::fcntl_setfd(socket, rustix::io::FdFlags::empty())?;
    Ok(socket.as_raw_fd().to_string().into())
}

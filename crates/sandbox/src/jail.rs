//! The process that becomes the program: it shuts itself in, one layer after the
//! other, and then runs the program in its own place.
//!
//! It is this very binary, run again under a hidden subcommand by a supervisor,
//! with the program's streams as its own. Over a socket come the orders, and over
//! it goes back where the program will ask for threads, once everything but the
//! filter of system calls stands. When the supervisor says so, the last filter
//! closes and the program begins, which closes the socket too. Whatever goes wrong
//! is said there: then there is no program, never a weaker sandbox.

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
use crate::{Limits, file_access, limits, namespaces, notify, syscalls};

/// The hidden subcommand.
pub const SUBCOMMAND: &str = "enter-sandbox";

/// In the program's place: the copy of its folder, and where it may leave things.
const COPY_NAME: &str = "bot";
const TEMP_NAME: &str = "tmp";

/// What the supervisor wants.
#[derive(Serialize, Deserialize)]
pub struct Orders {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// How it is locked in.
    pub confinement: Confinement,
    /// An empty folder for it, unless it gets one in a world of its own.
    pub place: Option<PathBuf>,
    /// Who it becomes, if the referee is root.
    pub user: Option<u32>,
}

/// Why there is no program.
enum Refusal {
    /// A layer does not stand.
    Layer(&'static str, String),
    /// It cannot be run.
    Program(io::Error),
}

/// If this process was started to become a program, it does.
pub fn run_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != SUBCOMMAND) {
        return None;
    }
    let socket = arguments.next().and_then(|number| number.to_str()?.parse::<i32>().ok());
    let Some(socket) = socket.filter(|socket| *socket > 2) else {
        eprintln!("{SUBCOMMAND} is for the referee");
        return Some(ExitCode::from(2));
    };
    // SAFETY: the supervisor has left this descriptor open for this process, and
    // nobody else here knows of it.
    let mut socket = UnixStream::from(unsafe { OwnedFd::from_raw_fd(socket) });
    let refusal = match lock_in(&mut socket) {
        Ok(Next::Exec(mut command)) => Refusal::Program(command.exec()),
        Ok(Next::Attack(attack_plan)) => {
            // As if a program had begun.
            drop(socket);
            attacks::run_plan(&attack_plan);
            return Some(ExitCode::SUCCESS);
        }
        Err(refusal) => refusal,
    };
    let _ = match refusal {
        Refusal::Layer(layer, why) => writeln!(socket, "unable {layer}: {why}"),
        Refusal::Program(error) => writeln!(socket, "failed {error}"),
    };
    Some(ExitCode::FAILURE)
}

/// What is left to do for who is shut in.
enum Next {
    Exec(Command),
    Attack(AttackPlan),
}

fn lock_in(socket: &mut UnixStream) -> Result<Next, Refusal> {
    let layer = |layer| move |error: io::Error| Refusal::Layer(layer, error.to_string());
    let because = |layer| move |error: String| Refusal::Layer(layer, error);
    let orders: Orders = receive(socket).map_err(layer("orders"))?;
    let Orders { words, confinement, place, user } = orders;
    let require = |layer: &'static str| match confinement.without.iter().any(|without| without == layer) {
        true => Err(Refusal::Layer(layer, "it is switched off for a test".to_string())),
        false => Ok(()),
    };
    // What somebody left open for the referee is not for the program.
    mark_close_on_exec().map_err(layer("descriptors"))?;
    give_streams_to(user).map_err(layer("users"))?;

    let copy_folder = |place: BorrowedFd<'_>| copy_folder(place, &confinement, user);
    let place = match place {
        Some(place) => {
            let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = openat(rustix::fs::CWD, &place, flags, Mode::empty()).map_err(io::Error::from);
            copy_folder(opened.map_err(layer("its folder"))?.as_fd()).map_err(because("its folder"))?;
            place
        }
        None => {
            require("namespaces")?;
            // In memory every file takes whole pages.
            let own = confinement.own.bytes() + confinement.own.count() * 4096;
            let bytes = own + confinement.limits.temp;
            let files = confinement.own.count() + Limits::FILES;
            namespaces::enter(&confinement.readable, bytes, files, copy_folder)
                .map_err(because("namespaces"))?;
            PathBuf::from(namespaces::PLACE)
        }
    };
    let copy = place.join(COPY_NAME);
    let words = confinement.words_at(&words, &copy);
    drop_privileges(user).map_err(layer("privileges"))?;
    // A change of user takes this back, so not before that.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| layer("parent")(error.into()))?;
    std::env::set_current_dir(&copy).map_err(layer("its folder"))?;
    umask(Mode::RWXG | Mode::RWXO);
    let memory = confinement.watched_memory();
    limits::apply(&Limits { memory, ..confinement.limits }).map_err(because("limits"))?;
    // The kernel keeps all of a huge page as long as somebody has a piece of it, and
    // counts the piece. A kernel that has none knows nothing of this.
    match disable_transparent_huge_pages(true) {
        Ok(()) | Err(Errno::INVAL) => {}
        Err(error) => return Err(layer("limits")(error.into())),
    }
    // Its supervisor must be able to look into it, also after a change of user.
    set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(|error| layer("privileges")(error.into()))?;
    set_no_new_privs(true).map_err(|error| layer("privileges")(error.into()))?;
    require("landlock")?;
    file_access::restrict(&confinement.readable, &place).map_err(because("landlock"))?;
    let next = match &confinement.attack_plan {
        Some(attack_plan) => Next::Attack(attack_plan.clone()),
        None => Next::Exec(command(&words, &confinement, &place)?),
    };
    require("seccomp")?;
    let listener =
        notify::install_notifier(!confinement.level.has_own_namespaces()).map_err(layer("seccomp"))?;
    send_descriptors(socket, &[listener.as_fd()]).map_err(layer("seccomp"))?;
    drop(listener);
    // If the supervisor was killed before its end could be noticed, nothing comes.
    socket.read_exact(&mut [0]).map_err(layer("supervisor"))?;
    syscalls::restrict(getpid().as_raw_nonzero().get()).map_err(because("seccomp"))?;
    Ok(next)
}

fn mark_close_on_exec() -> io::Result<()> {
    // SAFETY: descriptors are only marked, and stay open as long as this program
    // runs.
    let marked = unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A program may open its own streams again by name.
fn give_streams_to(user: Option<u32>) -> io::Result<()> {
    let Some(user) = user else { return Ok(()) };
    let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
    for stream in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
        fchown(stream, Some(Uid::from_raw(user)), Some(Gid::from_raw(user))).map_err(
            |error| match error {
                Errno::INVAL | Errno::PERM => io::Error::other("this root has no other users to give away"),
                error => error.into(),
            },
        )?;
    }
    Ok(())
}

/// Puts a copy of the program's folder into its place.
fn copy_folder(place: BorrowedFd<'_>, confinement: &Confinement, user: Option<u32>) -> Result<(), String> {
    let make = |name: &str| -> rustix::io::Result<OwnedFd> {
        mkdirat(place, name, Mode::RWXU)?;
        openat(place, name, OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())
    };
    let cannot = |error: Errno| io::Error::from(error).to_string();
    let folders = [make(COPY_NAME).map_err(cannot)?, make(TEMP_NAME).map_err(cannot)?];
    if let Some(user) = user {
        for folder in folders.iter().map(AsFd::as_fd).chain([place]) {
            fchown(folder, Some(Uid::from_raw(user)), Some(Gid::from_raw(user))).map_err(cannot)?;
        }
    }
    let owner = user.map(|user| (user, user));
    confinement.own.copy_into(folders[0].as_fd(), owner).map(drop).map_err(|error| error.to_string())
}

/// Becomes somebody who may do nothing special, for good.
fn drop_privileges(user: Option<u32>) -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match remove_capability_from_bounding_set(capability) {
            // A kernel that does not know of it, or a user who has none.
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

/// What is left to do: the program with its environment.
fn command(words: &[OsString], confinement: &Confinement, place: &Path) -> Result<Command, Refusal> {
    let (program, arguments) = words.split_first().ok_or(Refusal::Program(Errno::INVAL.into()))?;
    match fs::metadata(program) {
        Ok(_) => {}
        // Landlock lets it in, so some folder on the way does not.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            let program = Path::new(program).display();
            let why = format!(
                "{program} cannot be reached by the unprivileged user that bots run as: install it for everybody, \
                 or take --sandbox strong, which brings it in"
            );
            return Err(Refusal::Layer("privileges", why));
        }
        Err(error) => return Err(Refusal::Program(error)),
    }
    let mut command = Command::new(program);
    let temporary = place.join(TEMP_NAME);
    command
        .args(arguments)
        .env_clear()
        .envs(confinement.environment.iter().map(|(name, value)| (name, value)))
        .env("HOME", &temporary)
        .env("TMPDIR", temporary);
    Ok(command)
}

/// The number of a descriptor that is left open for the next program.
pub fn keep_open_on_exec(socket: &UnixStream) -> io::Result<OsString> {
    rustix::io::fcntl_setfd(socket, rustix::io::FdFlags::empty())?;
    Ok(socket.as_raw_fd().to_string().into())
}

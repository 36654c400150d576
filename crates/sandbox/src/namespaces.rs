//! A world of its own for a program: namespaces, and a root that holds nothing
//! but what it may read and its own folder, which is trees in memory and has a
//! size.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use libc::{MOUNT_ATTR_NODEV, MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY};
use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount, mount_change,
    move_mount, open_tree, unmount,
};
use rustix::process::{chdir, getgid, getuid, pivot_root};
use rustix::thread::{
    CapabilitySet, UnshareFlags, capabilities, configure_capability_in_ambient_set, set_capabilities,
};

use crate::file_access::{DEVICES, facts, settings};
use crate::paths::SYSTEM_FOLDERS;

/// Where the program's own folder and its temporary folder stand, in its world.
pub const PLACE: &str = "/box";

/// Where the new root is put together. What was there before has been opened by
/// then.
const NEW_ROOT: &str = "/tmp";

/// What a step was about, and what went wrong.
fn context<T>(what: impl std::fmt::Display, result: rustix::io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {}", io::Error::from(error)))
}

/// From now on the children of this process are numbered anew, and may make
/// other namespaces. Who is not root needs a namespace for users first, where it
/// may do that.
pub fn enter_pid_namespace(is_root: bool) -> Result<(), String> {
    if is_root {
        // SAFETY: this process has one thread, and no descriptor is touched.
        return context("a namespace for processes", unsafe {
            rustix::thread::unshare_unsafe(UnshareFlags::NEWPID)
        });
    }
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    // SAFETY: as above.
    context("a namespace for users and processes", unsafe {
        rustix::thread::unshare_unsafe(UnshareFlags::NEWUSER | UnshareFlags::NEWPID)
    })?;
    for (file, text) in [
        ("/proc/self/setgroups", "deny".to_string()),
        ("/proc/self/uid_map", format!("{user} {user} 1")),
        ("/proc/self/gid_map", format!("{group} {group} 1")),
    ] {
        fs::write(file, text).map_err(|error| format!("{file}: {error}"))?;
    }
    // What this process may do here would be lost with the next program it runs.
    let needed = CapabilitySet::SYS_ADMIN | CapabilitySet::SETPCAP;
    let mut sets = context("capabilities", capabilities(None))?;
    sets.inheritable |= needed;
    context("capabilities", set_capabilities(None, sets))?;
    for capability in [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP] {
        context("capabilities", configure_capability_in_ambient_set(capability, true))?;
    }
    Ok(())
}

/// A part of the old world that is trees: a file or folder and where it stands.
struct ClonedTree {
    path: PathBuf,
    tree: OwnedFd,
    is_folder: bool,
}

impl ClonedTree {
    fn open(path: &Path, is_device: bool) -> Result<ClonedTree, String> {
        let flags =
            OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
        let tree = context(path.display(), open_tree(CWD, path, flags))?;
        let attributes = if is_device {
            MOUNT_ATTR_NOSUID
        } else {
            MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV
        };
        set_attributes(&tree, attributes, libc::AT_RECURSIVE)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(ClonedTree { is_folder: path.is_dir(), path: path.to_path_buf(), tree })
    }
}

/// Adds attributes to a mount, and with `AT_RECURSIVE` to all in it.
fn set_attributes(mount: &OwnedFd, attributes: u64, flags: i32) -> io::Result<()> {
    let change = libc::mount_attr { attr_set: attributes, attr_clr: 0, propagation: 0, userns_fd: 0 };
    let flags = flags | libc::AT_EMPTY_PATH;
    // SAFETY: the kernel reads one structure of the size that is given, and an
    // empty path.
    let result = unsafe {
        let call = libc::SYS_mount_setattr;
        libc::syscall(call, mount.as_raw_fd(), c"".as_ptr(), flags, &change, size_of_val(&change))
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A file system in memory.
fn new_tmpfs(bytes: u64, files: u64, mode: u32) -> Result<OwnedFd, String> {
    let make = || -> rustix::io::Result<OwnedFd> {
        let system = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
        let text = |text: String| CString::new(text).expect("digits");
        fsconfig_set_string(system.as_fd(), "size", text(bytes.to_string()))?;
        fsconfig_set_string(system.as_fd(), "nr_inodes", text(files.to_string()))?;
        fsconfig_set_string(system.as_fd(), "mode", text(format!("{mode:o}")))?;
        fsconfig_create(system.as_fd())?;
        let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
        fsmount(system.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, attributes)
    };
    context("a folder in memory", make())
}

fn attach(tree: BorrowedFd<'_>, place: &Path) -> Result<(), String> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    context(place.display(), move_mount(tree, "", CWD, place, flags))
}

/// Moves this process into a world of its own. `fill` is given the program's
/// place, a folder in memory for so many bytes and files, while the old world is
/// still there.
pub fn enter(
    readable: &[PathBuf],
    bytes: u64,
    files: u64,
    fill: impl FnOnce(BorrowedFd<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let kinds = UnshareFlags::NEWNS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    // SAFETY: this process has one thread, and no descriptor is touched.
    context("namespaces", unsafe { rustix::thread::unshare_unsafe(kinds) })?;
    context("a name for the machine", rustix::system::sethostname(b"gridiron"))?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    context("mounts of its own", mount_change("/", private))?;

    let system = SYSTEM_FOLDERS.iter().map(PathBuf::from).filter(|path| path.exists());
    let from_sys = facts().filter(|path| path.starts_with("/sys")).map(PathBuf::from);
    let named = system.chain(readable.iter().cloned()).chain(settings()).chain(from_sys);
    // Each as it is called and where it is.
    let named: Vec<(PathBuf, PathBuf)> =
        named.filter_map(|path| path.canonicalize().ok().map(|real| (path, real))).collect();
    let mut paths: Vec<PathBuf> = named.iter().map(|(_, real)| real.clone()).collect();
    // Whoever stands in another folder comes with it.
    paths.sort();
    paths.dedup_by(|path, before| path.starts_with(&*before));
    let mut trees = paths.iter().map(|path| ClonedTree::open(path, false)).collect::<Result<Vec<_>, _>>()?;
    for (device, _) in DEVICES {
        trees.push(ClonedTree::open(Path::new(device), true)?);
    }
    let place = new_tmpfs(bytes, files, 0o700)?;
    let inside = context(PLACE, openat(&place, ".", OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()))?;
    fill(inside.as_fd())?;

    let root = new_tmpfs(1 << 20, 4096, 0o755)?;
    attach(root.as_fd(), Path::new(NEW_ROOT))?;
    lay_out_root(&trees, &named).map_err(|error| format!("a root of its own: {error}"))?;
    for part in &trees {
        attach(part.tree.as_fd(), &in_new_root(&part.path))?;
    }
    attach(place.as_fd(), &in_new_root(Path::new(PLACE)))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    context("/proc", mount("proc", in_new_root(Path::new("/proc")), "proc", flags, None))?;
    context("the new root", chdir(NEW_ROOT))?;
    context("the new root", pivot_root(".", "."))?;
    // The old root lies on the new one now.
    context("the old root", unmount(".", UnmountFlags::DETACH))?;
    context("the new root", chdir("/"))?;
    // Nothing is added to it any more.
    let root = context("the new root", openat(CWD, "/", OFlags::PATH | OFlags::CLOEXEC, Mode::empty()))?;
    set_attributes(&root, MOUNT_ATTR_RDONLY, 0).map_err(|error| format!("the new root: {error}"))
}

fn in_new_root(path: &Path) -> PathBuf {
    Path::new(NEW_ROOT).join(path.strip_prefix("/").unwrap_or(path))
}

/// The folders and links of the new root, and places to put files on.
fn lay_out_root(trees: &[ClonedTree], named: &[(PathBuf, PathBuf)]) -> io::Result<()> {
    for part in trees {
        let place = in_new_root(&part.path);
        match part.is_folder {
            true => fs::create_dir_all(&place)?,
            false => {
                fs::create_dir_all(place.parent().unwrap_or(&place))?;
                fs::write(&place, "")?;
            }
        }
    }
    for folder in ["/proc", PLACE] {
        fs::create_dir_all(in_new_root(Path::new(folder)))?;
    }
    // `/bin` and its like lead into `/usr` on most systems; others may be called
    // by a name that leads elsewhere.
    let called = named.iter().filter(|(name, real)| name != real);
    let usual = [
        ("/tmp", "/box/tmp"),
        ("/dev/fd", "/proc/self/fd"),
        ("/dev/stdin", "/proc/self/fd/0"),
        ("/dev/stdout", "/proc/self/fd/1"),
        ("/dev/stderr", "/proc/self/fd/2"),
    ];
    let usual = usual.map(|(link, leads_to)| (PathBuf::from(link), PathBuf::from(leads_to)));
    for (link, leads_to) in called.chain(&usual) {
        let place = in_new_root(link);
        // Something that may be read can stand there, in `/tmp` too.
        if fs::symlink_metadata(&place).is_err() {
            fs::create_dir_all(place.parent().unwrap_or(&place))?;
            symlink(leads_to, place)?;
        }
    }
    // Everybody may walk through, whatever the referee's own habits are.
    make_traversable(Path::new(NEW_ROOT), 0)
}

fn make_traversable(folder: &Path, depth: usize) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() && depth < 64 {
            make_traversable(&entry.path(), depth + 1)?;
        }
    }
    Ok(())
}

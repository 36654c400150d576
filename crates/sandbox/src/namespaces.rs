//! Namespaces: a root with nothing but what the program may read and its own folder,
//! which is kept in memory and has a size.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use libc::{MOUNT_ATTR_NODEV, MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY};
use rustix::fs::{CWD, Mode, OFlags, openat, statfs};
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount, mount_change,
    move_mount, open_tree, unmount,
};
use rustix::process::{Pid, chdir, getgid, getuid, pivot_root};
use rustix::thread::{
    CapabilitySet, UnshareFlags, capabilities, configure_capability_in_ambient_set, set_capabilities,
};
use serde::{Deserialize, Serialize};

use crate::file_access::{DEVICES, facts, settings};
use crate::json_path::JsonPath;
use crate::os_error::OsError;
use crate::own_folder::FolderError;
use crate::paths::SYSTEM_FOLDERS;
use crate::proc_stat::folder_of;

/// The folder, in the new root, that holds the program's copy and its temporary files.
pub const PROGRAM_FOLDER: &str = "/box";

/// Where the new root is put together. Everything that was there is opened before.
const NEW_ROOT: &str = "/tmp";

/// A step on the way into namespaces and a new root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum NamespaceStep {
    /// A namespace for process numbers.
    #[error("a namespace for processes")]
    PidNamespace,
    /// The same, with a namespace for users, where the caller is not root.
    #[error("a namespace for users and processes")]
    UserNamespace,
    /// The capabilities that the jail inherits.
    #[error("capabilities")]
    Capabilities,
    /// Namespaces for mounts, network, IPC, host name and control groups.
    #[error("namespaces")]
    Namespaces,
    /// A host name that tells nothing.
    #[error("the host name")]
    HostName,
    /// Mounts that other namespaces do not see.
    #[error("private mounts")]
    PrivateMounts,
    /// A file system in memory.
    #[error("a folder in memory")]
    Tmpfs,
    /// Files and folders of the new root.
    #[error("the new root's folders")]
    RootFolders,
    /// Change to the new root.
    #[error("the new root")]
    NewRoot,
    /// Removal of the old root.
    #[error("the old root")]
    OldRoot,
}

/// Why a program gets no namespaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum NamespaceError {
    /// A step failed.
    #[error("{step}: {error}")]
    Step {
        /// The step that failed.
        step: NamespaceStep,
        /// The system's error.
        error: OsError,
    },
    /// A path could not be written, opened or mounted.
    #[error("{path}: {error}")]
    Path {
        /// The path.
        path: JsonPath,
        /// The system's error.
        error: OsError,
    },
    /// The program's folder could not be copied.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Adds the step to an error.
fn in_step<T>(step: NamespaceStep, result: Result<T, impl Into<OsError>>) -> Result<T, NamespaceError> {
    result.map_err(|error| NamespaceError::Step { step, error: error.into() })
}

/// Adds the path to an error.
fn at_path<T>(path: impl AsRef<Path>, result: Result<T, impl Into<OsError>>) -> Result<T, NamespaceError> {
    result.map_err(|error| NamespaceError::Path { path: path.as_ref().into(), error: error.into() })
}

/// From now on the children of this process are in a new namespace for process
/// numbers, and may make other namespaces. Without root this also needs a namespace
/// for users.
pub fn enter_pid_namespace(is_root: bool) -> Result<(), NamespaceError> {
    if is_root {
        // SAFETY: this process has one thread, and no descriptor is touched.
        return in_step(NamespaceStep::PidNamespace, unsafe {
            rustix::thread::unshare_unsafe(UnshareFlags::NEWPID)
        });
    }
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    // SAFETY: as above.
    in_step(NamespaceStep::UserNamespace, unsafe {
        rustix::thread::unshare_unsafe(UnshareFlags::NEWUSER | UnshareFlags::NEWPID)
    })?;
    for (file, text) in [
        ("/proc/self/setgroups", "deny".to_string()),
        ("/proc/self/uid_map", format!("{user} {user} 1")),
        ("/proc/self/gid_map", format!("{group} {group} 1")),
    ] {
        at_path(file, fs::write(file, text))?;
    }
    // Without this the capabilities would be lost with the next `exec`.
    let needed = CapabilitySet::SYS_ADMIN | CapabilitySet::SETPCAP;
    let mut sets = in_step(NamespaceStep::Capabilities, capabilities(None))?;
    sets.inheritable |= needed;
    in_step(NamespaceStep::Capabilities, set_capabilities(None, sets))?;
    for capability in [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP] {
        in_step(NamespaceStep::Capabilities, configure_capability_in_ambient_set(capability, true))?;
    }
    Ok(())
}

/// A clone of a file or folder of the old root, and its path.
struct ClonedTree {
    path: PathBuf,
    tree: OwnedFd,
    is_folder: bool,
}

impl ClonedTree {
    fn open(path: &Path, is_device: bool) -> Result<ClonedTree, NamespaceError> {
        let flags =
            OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
        let tree = at_path(path, open_tree(CWD, path, flags))?;
        let attributes = if is_device {
            MOUNT_ATTR_NOSUID
        } else {
            MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV
        };
        at_path(path, set_attributes(&tree, attributes, libc::AT_RECURSIVE))?;
        Ok(ClonedTree { is_folder: path.is_dir(), path: path.to_path_buf(), tree })
    }
}

/// Adds attributes to a mount, and with `AT_RECURSIVE` to all mounts below it.
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

/// A file system in memory with limits on bytes and files.
fn new_tmpfs(bytes: u64, files: u64, mode: u32) -> Result<OwnedFd, NamespaceError> {
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
    in_step(NamespaceStep::Tmpfs, make())
}

/// Bytes of the files in the folder of a program that is in such a root; 0 for others.
pub fn files_in_memory(program: Pid) -> u64 {
    const TMPFS: u64 = 0x0102_1994;
    let folder = folder_of(program).join("root").join(PROGRAM_FOLDER.trim_start_matches('/'));
    match statfs(folder) {
        Ok(system) if system.f_type as u64 == TMPFS => {
            system.f_blocks.saturating_sub(system.f_bfree) * system.f_bsize as u64
        }
        _ => 0,
    }
}

fn attach(tree: BorrowedFd<'_>, place: &Path) -> Result<(), NamespaceError> {
    let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
    at_path(place, move_mount(tree, "", CWD, place, flags))
}

/// Moves this process into new namespaces and a new root. `copy_folder` gets the
/// program's empty folder, a tmpfs for so many bytes and files, while the old root
/// can still be read.
pub fn enter(
    readable: &[PathBuf],
    bytes: u64,
    files: u64,
    copy_folder: impl FnOnce(BorrowedFd<'_>) -> Result<(), FolderError>,
) -> Result<(), NamespaceError> {
    let kinds = UnshareFlags::NEWNS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    // SAFETY: this process has one thread, and no descriptor is touched.
    in_step(NamespaceStep::Namespaces, unsafe { rustix::thread::unshare_unsafe(kinds) })?;
    in_step(NamespaceStep::HostName, rustix::system::sethostname(b"gridiron"))?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    in_step(NamespaceStep::PrivateMounts, mount_change("/", private))?;

    let system = SYSTEM_FOLDERS.iter().map(PathBuf::from).filter(|path| path.exists());
    let from_sys = facts().filter(|path| path.starts_with("/sys")).map(PathBuf::from);
    let named = system.chain(readable.iter().cloned()).chain(settings()).chain(from_sys);
    // Each by its name and by its real path.
    let named: Vec<(PathBuf, PathBuf)> =
        named.filter_map(|path| path.canonicalize().ok().map(|real| (path, real))).collect();
    let mut paths: Vec<PathBuf> = named.iter().map(|(_, real)| real.clone()).collect();
    // A path inside another one comes with it.
    paths.sort();
    paths.dedup_by(|path, before| path.starts_with(&*before));
    let mut trees = paths.iter().map(|path| ClonedTree::open(path, false)).collect::<Result<Vec<_>, _>>()?;
    for (device, _) in DEVICES {
        trees.push(ClonedTree::open(Path::new(device), true)?);
    }
    let place = new_tmpfs(bytes, files, 0o700)?;
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    let inside = at_path(PROGRAM_FOLDER, openat(&place, ".", flags, Mode::empty()))?;
    copy_folder(inside.as_fd())?;

    let root = new_tmpfs(1 << 20, 4096, 0o755)?;
    attach(root.as_fd(), Path::new(NEW_ROOT))?;
    in_step(NamespaceStep::RootFolders, lay_out_root(&trees, &named))?;
    for part in &trees {
        attach(part.tree.as_fd(), &in_new_root(&part.path))?;
    }
    attach(place.as_fd(), &in_new_root(Path::new(PROGRAM_FOLDER)))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    at_path("/proc", mount("proc", in_new_root(Path::new("/proc")), "proc", flags, None))?;
    in_step(NamespaceStep::NewRoot, chdir(NEW_ROOT))?;
    in_step(NamespaceStep::NewRoot, pivot_root(".", "."))?;
    // The old root is now mounted on top of the new one.
    in_step(NamespaceStep::OldRoot, unmount(".", UnmountFlags::DETACH))?;
    in_step(NamespaceStep::NewRoot, chdir("/"))?;
    let root = openat(CWD, "/", OFlags::PATH | OFlags::CLOEXEC, Mode::empty());
    let root = in_step(NamespaceStep::NewRoot, root)?;
    in_step(NamespaceStep::NewRoot, set_attributes(&root, MOUNT_ATTR_RDONLY, 0))
}

fn in_new_root(path: &Path) -> PathBuf {
    Path::new(NEW_ROOT).join(path.strip_prefix("/").unwrap_or(path))
}

/// Creates the folders and links of the new root, and files to mount on.
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
    for folder in ["/proc", PROGRAM_FOLDER] {
        fs::create_dir_all(in_new_root(Path::new(folder)))?;
    }
    // On most systems `/bin` and its like are links into `/usr`; other readable
    // paths may lead through links too.
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
        // A readable path may be there already, in `/tmp` too.
        if fs::symlink_metadata(&place).is_err() {
            fs::create_dir_all(place.parent().unwrap_or(&place))?;
            symlink(leads_to, place)?;
        }
    }
    // Whatever the umask of this process is.
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

//! System calls for which a program must ask its supervisor: seccomp's user
//! notifications.
//!
//! The supervisor decides about threads, `exec`, timers, new files where the folder
//! has no quota, and memory that the kernel would not count. Reasons:
//!
//! - `RLIMIT_NPROC` counts all processes of a user, not those of one program.
//! - `RLIMIT_DATA` counts writable memory that is no stack and replaces no mapping.
//!   A program could take gigabytes in a tenth of a second: it writes and then makes
//!   the pages read-only, enlarges its stack, or reserves addresses first.

use std::io;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::slice::from_ref;

use seccompiler::{BpfProgram, sock_filter};

use crate::syscalls::step;

/// A call that waits for the supervisor's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Another thread.
    Thread,
    /// Another file or folder.
    NewFile,
    /// Another program in its place; the number of the thread that calls `exec`.
    Exec(u32),
    /// Memory becomes read-only, and the kernel counts it no more.
    ReadOnlyMemory,
    /// Writable memory in place of an existing mapping. The kernel does not count the
    /// part that was mapped before.
    FixedMemory {
        /// Its length.
        bytes: u64,
    },
    /// Memory moves, or grows.
    MoveMemory {
        /// Its address.
        from: u64,
        /// Its length.
        bytes: u64,
    },
    /// A timer. The program's `sigevent` at this address says which signal it sends.
    Timer(u64),
}

/// From now on this process, and every program that it becomes, must ask for the
/// calls of [`Request`]; for new files only if `for_files`. Returns the descriptor
/// for [`respond`].
pub fn install_notifier(for_files: bool) -> io::Result<OwnedFd> {
    let filter = filter(for_files);
    // With this flag a signal does not repeat a request that was received. Older
    // kernels do not know it.
    install(&filter, libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV).or_else(|_| install(&filter, 0))
}

/// Calls of other architectures have other numbers; [`crate::syscalls`] kills for
/// those.
fn filter(for_files: bool) -> BpfProgram {
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const HAS_BITS: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
    const RETURN: u32 = libc::BPF_RET | libc::BPF_K;
    // The offset of the lower half of an argument in `seccomp_data`.
    let argument = |number: u32| 16 + 8 * number;
    let notify = step(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0);
    let allow = step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0);
    let mut steps = vec![step(LOAD, crate::syscalls::CALL_NUMBER, 0, 0)];
    let mut on = |call: i64, then: &[sock_filter]| {
        steps.push(step(EQUAL, call as u32, 0, then.len() as u8));
        steps.extend_from_slice(then);
    };
    on(libc::SYS_clone, from_ref(&notify));
    on(libc::SYS_execve, from_ref(&notify));
    on(libc::SYS_timer_create, from_ref(&notify));
    on(libc::SYS_mremap, from_ref(&notify));
    on(
        libc::SYS_mprotect,
        &[
            step(LOAD, argument(2), 0, 0),
            step(HAS_BITS, libc::PROT_WRITE as u32, 1, 0),
            notify.clone(),
            allow.clone(),
        ],
    );
    on(
        libc::SYS_mmap,
        &[
            step(LOAD, argument(3), 0, 0),
            step(HAS_BITS, libc::MAP_FIXED as u32, 0, 3),
            step(LOAD, argument(2), 0, 0),
            step(HAS_BITS, libc::PROT_WRITE as u32, 0, 1),
            notify.clone(),
            allow.clone(),
        ],
    );
    if for_files {
        let if_it_creates = |flags: u32| {
            [
                step(LOAD, argument(flags), 0, 0),
                step(HAS_BITS, libc::O_CREAT as u32, 0, 1),
                notify.clone(),
                allow.clone(),
            ]
        };
        on(libc::SYS_openat, &if_it_creates(2));
        on(libc::SYS_mkdirat, from_ref(&notify));
        #[cfg(target_arch = "x86_64")]
        {
            on(libc::SYS_open, &if_it_creates(1));
            on(libc::SYS_mkdir, from_ref(&notify));
        }
    }
    steps.push(allow);
    steps
}

fn install(filter: &[sock_filter], flags: libc::c_ulong) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut().cast() };
    let flags = flags | libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // SAFETY: `program` points to a filter that lives longer than the call, in
    // the layout the kernel wants; it returns a new descriptor or an error.
    unsafe {
        let listener = libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &program);
        match listener {
            0.. => Ok(OwnedFd::from_raw_fd(listener as i32)),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Receives one request and answers it: the call goes on, or fails with an errno.
pub fn respond(listener: &OwnedFd, decide: impl FnOnce(Request) -> Result<(), i32>) -> io::Result<()> {
    // SAFETY: both structures hold plain numbers, so zeros are valid, and the kernel
    // wants the notification zeroed.
    let (mut notification, mut response): (libc::seccomp_notif, libc::seccomp_notif_resp) =
        unsafe { (zeroed(), zeroed()) };
    // SAFETY: the kernel fills in a notification, which is as large as it expects.
    if unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &mut notification) }
        != 0
    {
        // The program may have ended while it waited.
        return ignore_ended(io::Error::last_os_error());
    }
    response.id = notification.id;
    let request = match i64::from(notification.data.nr) {
        libc::SYS_clone => Request::Thread,
        libc::SYS_execve => Request::Exec(notification.pid),
        libc::SYS_mprotect => Request::ReadOnlyMemory,
        libc::SYS_mmap => Request::FixedMemory { bytes: notification.data.args[1] },
        libc::SYS_mremap => {
            Request::MoveMemory { from: notification.data.args[0], bytes: notification.data.args[1] }
        }
        libc::SYS_timer_create => Request::Timer(notification.data.args[1]),
        _ => Request::NewFile,
    };
    match decide(request) {
        // The filter of system calls and Landlock still apply to the call.
        Ok(()) => response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        Err(error) => response.error = -error,
    }
    // SAFETY: the kernel reads a response, which is as large as it expects.
    match unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &mut response) } {
        0 => Ok(()),
        _ => ignore_ended(io::Error::last_os_error()),
    }
}

fn ignore_ended(error: io::Error) -> io::Result<()> {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EAGAIN) => Ok(()),
        _ => Err(error),
    }
}

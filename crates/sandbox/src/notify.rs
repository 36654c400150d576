//! System calls for which a program must ask its supervisor: seccomp's user
//! notifications.
//!
//! The supervisor decides about threads, `exec`, timers, queued signals, shared futexes,
//! new files where the folder has no quota, and memory that the kernel would not count.
//! Reasons:
//!
//! - `RLIMIT_NPROC` counts all processes of a user, not those of one program.
//! - `RLIMIT_DATA` counts writable memory that is no stack and replaces no mapping.
//!   A program could take gigabytes in a tenth of a second: it writes and then makes
//!   the pages read-only, enlarges its stack, or reserves addresses first.
//! - The kernel would let two programs meet at a shared futex: [`crate::shared_futex`].
//! - `RLIMIT_SIGPENDING` is compared with what all programs of a user have queued, and
//!   timers count too. A program could use up the opponent's.

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
    /// A signal of which any number can wait: a real-time signal, to itself.
    QueuedSignal,
    /// A thread ends.
    ThreadEnds,
    /// A wait or a wake at an address that processes may share.
    SharedFutex(FutexCall),
}

/// A call of `futex` without `FUTEX_PRIVATE_FLAG`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FutexCall {
    /// The notification, to which the response belongs.
    pub id: u64,
    /// The calling thread.
    pub thread: u32,
    /// The address of the word.
    pub address: u64,
    /// What to do, with flags.
    pub operation: u32,
    /// What the word must be to wait, or how many to wake.
    pub value: u32,
    /// The address of a timeout, or 0.
    pub timeout: u64,
}

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The kernel carries it out. The filter of system calls and Landlock still apply.
    Allow,
    /// It fails with an errno.
    Refuse(i32),
    /// It returns this, and the kernel does nothing.
    Return(i64),
    /// It waits until [`answer`] is called.
    Later,
}

impl From<Result<(), i32>> for Decision {
    fn from(decided: Result<(), i32>) -> Decision {
        decided.map_or_else(Decision::Refuse, |()| Decision::Allow)
    }
}

/// Signals from this one on are queued; of each earlier one, at most one waits.
const FIRST_QUEUED: u32 = 32;

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
    const AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
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
    on(libc::SYS_exit, from_ref(&notify));
    on(
        libc::SYS_futex,
        &[
            step(LOAD, argument(1), 0, 0),
            step(HAS_BITS, libc::FUTEX_PRIVATE_FLAG as u32, 1, 0),
            notify.clone(),
            allow.clone(),
        ],
    );
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
    for (call, signal) in [(libc::SYS_kill, 1), (libc::SYS_tkill, 1), (libc::SYS_tgkill, 2)] {
        let is_queued = [
            step(LOAD, argument(signal), 0, 0),
            step(AT_LEAST, FIRST_QUEUED, 0, 1),
            notify.clone(),
            allow.clone(),
        ];
        on(call, &is_queued);
    }
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

/// Receives one request and answers it, unless the decision comes later.
pub fn respond(listener: &OwnedFd, decide: impl FnOnce(Request) -> Decision) -> io::Result<()> {
    // SAFETY: the structure holds plain numbers, so zeros are valid, and the kernel wants
    // it zeroed.
    let mut notification: libc::seccomp_notif = unsafe { zeroed() };
    // SAFETY: the kernel fills in a notification, which is as large as it expects.
    if unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &mut notification) }
        != 0
    {
        // The program may have ended while it waited.
        return ignore_ended(io::Error::last_os_error());
    }
    let arguments = notification.data.args;
    let request = match i64::from(notification.data.nr) {
        libc::SYS_clone => Request::Thread,
        libc::SYS_exit => Request::ThreadEnds,
        libc::SYS_execve => Request::Exec(notification.pid),
        libc::SYS_mprotect => Request::ReadOnlyMemory,
        libc::SYS_mmap => Request::FixedMemory { bytes: arguments[1] },
        libc::SYS_mremap => Request::MoveMemory { from: arguments[0], bytes: arguments[1] },
        libc::SYS_timer_create => Request::Timer(arguments[1]),
        libc::SYS_kill | libc::SYS_tkill | libc::SYS_tgkill => Request::QueuedSignal,
        libc::SYS_futex => Request::SharedFutex(FutexCall {
            id: notification.id,
            thread: notification.pid,
            address: arguments[0],
            operation: arguments[1] as u32,
            value: arguments[2] as u32,
            timeout: arguments[3],
        }),
        _ => Request::NewFile,
    };
    answer(listener, notification.id, decide(request))
}

/// Answers the request with this number.
pub fn answer(listener: &OwnedFd, id: u64, decision: Decision) -> io::Result<()> {
    // SAFETY: the structure holds plain numbers, so zeros are valid.
    let mut response: libc::seccomp_notif_resp = unsafe { zeroed() };
    response.id = id;
    match decision {
        Decision::Allow => response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        Decision::Refuse(error) => response.error = -error,
        Decision::Return(value) => response.val = value,
        Decision::Later => return Ok(()),
    }
    // SAFETY: the kernel reads a response, which is as large as it expects.
    match unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &mut response) } {
        0 => Ok(()),
        _ => ignore_ended(io::Error::last_os_error()),
    }
}

/// Whether the request with this number still waits: a signal may have ended the call.
pub fn is_waiting(listener: &OwnedFd, id: u64) -> bool {
    // SAFETY: the kernel reads one number.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID as _, &id) == 0 }
}

fn ignore_ended(error: io::Error) -> io::Result<()> {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EAGAIN) => Ok(()),
        _ => Err(error),
    }
}

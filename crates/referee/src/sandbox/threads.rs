//! How many threads a program may have. The kernel counts threads by user, if at
//! all, and that would count those of everybody else; so it asks the supervisor
//! each time a program wants another one.

use std::fs;
use std::io;
use std::mem::zeroed;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use rustix::process::Pid;
use seccompiler::sock_filter;

use super::calls::{CALL_NUMBER, step};

/// From now on this process, and all that it becomes, has to ask for threads.
/// Gives where it asks.
pub fn ask_for_threads() -> io::Result<OwnedFd> {
    // Calls of other architectures, which have other numbers, end the program:
    // that is said elsewhere.
    let filter = [
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, CALL_NUMBER, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, libc::SYS_clone as u32, 0, 1),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_USER_NOTIF, 0, 0),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW, 0, 0),
    ];
    // A question that has been taken is not asked again because of a signal,
    // where the kernel knows of that.
    install(&filter, libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV).or_else(|_| install(&filter, 0))
}

fn install(filter: &[sock_filter], flags: libc::c_ulong) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut().cast() };
    let flags = flags | libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    // SAFETY: `program` points to a filter that lives longer than the call, in
    // the layout the kernel wants; the answer is a new descriptor or an error.
    unsafe {
        let listener = libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &program);
        match listener {
            0.. => Ok(OwnedFd::from_raw_fd(listener as i32)),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Answers one question for a thread of a program: yes while it has fewer than
/// `most`.
pub fn answer(listener: &OwnedFd, program: Pid, most: u64) -> io::Result<()> {
    // SAFETY: both are plain numbers, for which all zeros are a value, and the
    // kernel wants the question zeroed.
    let (mut question, mut answer): (libc::seccomp_notif, libc::seccomp_notif_resp) =
        unsafe { (zeroed(), zeroed()) };
    // SAFETY: the kernel fills in a question, which is as large as it expects.
    if unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &mut question) } != 0 {
        // Whoever asked has gone.
        return ignore_gone(io::Error::last_os_error());
    }
    answer.id = question.id;
    match count(program) < most {
        // The filter of calls decides whether it is a thread at all.
        true => answer.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
        false => answer.error = -libc::EAGAIN,
    }
    // SAFETY: the kernel reads an answer, which is as large as it expects.
    match unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &mut answer) } {
        0 => Ok(()),
        _ => ignore_gone(io::Error::last_os_error()),
    }
}

fn ignore_gone(error: io::Error) -> io::Result<()> {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EAGAIN) => Ok(()),
        _ => Err(error),
    }
}

/// How many threads a process has; as many as can be if nobody knows.
fn count(program: Pid) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", program.as_raw_nonzero()));
    threads.map_or(u64::MAX, |threads| threads.count() as u64)
}

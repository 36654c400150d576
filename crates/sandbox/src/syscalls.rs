//! Which system calls a program may make: seccomp.
//!
//! An allow-list. Whatever is not on it does not exist for a program (`ENOSYS`),
//! so that runtimes fall back on what they did before it existed; what programs
//! use in good faith is refused with an error that says so (`EPERM`). Calls of
//! another architecture end the program.

use std::collections::BTreeMap;

use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
    apply_filter, sock_filter,
};

/// A condition on the arguments of a call: all of these hold.
type Case = Vec<SeccompCondition>;

/// Calls that touch nothing but the program itself and what Landlock guards.
#[rustfmt::skip]
const HARMLESS: &[i64] = &[
    // Files and streams that are open.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64,
    libc::SYS_pwrite64, libc::SYS_preadv, libc::SYS_pwritev, libc::SYS_preadv2, libc::SYS_pwritev2,
    libc::SYS_close, libc::SYS_lseek, libc::SYS_fstat, libc::SYS_dup,
    libc::SYS_dup3, libc::SYS_pipe2, libc::SYS_flock, libc::SYS_fsync, libc::SYS_fdatasync,
    libc::SYS_ftruncate, libc::SYS_fadvise64, libc::SYS_copy_file_range,
    libc::SYS_getdents64, libc::SYS_fchdir,
    // Files by name.
    libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_faccessat, libc::SYS_faccessat2,
    libc::SYS_readlinkat, libc::SYS_getcwd, libc::SYS_chdir, libc::SYS_mkdirat, libc::SYS_unlinkat,
    libc::SYS_renameat, libc::SYS_umask, libc::SYS_statfs, libc::SYS_fstatfs,
    // Memory of its own; see `mmap` below, and `notify.rs` for what has to be asked for.
    // Not: what takes as long as addresses are many and hears no signal meanwhile
    // (`mincore`, `msync`).
    libc::SYS_munmap, libc::SYS_mremap, libc::SYS_mprotect,
    libc::SYS_brk, libc::SYS_membarrier,
    // Its own signals.
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigpending, libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack, libc::SYS_restart_syscall,
    // Time and waiting.
    libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_clock_gettime,
    libc::SYS_clock_getres, libc::SYS_gettimeofday, libc::SYS_times, libc::SYS_getitimer,
    libc::SYS_setitimer, libc::SYS_timer_create, libc::SYS_timer_settime, libc::SYS_timer_gettime,
    libc::SYS_timer_delete, libc::SYS_timer_getoverrun, libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime, libc::SYS_timerfd_gettime, libc::SYS_eventfd2,
    libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2,
    libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_signalfd4,
    // Threads and processes: itself only.
    libc::SYS_futex, libc::SYS_futex_waitv, libc::SYS_set_robust_list, libc::SYS_set_tid_address,
    libc::SYS_rseq, libc::SYS_execve, libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4,
    libc::SYS_waitid, libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getuid,
    libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getgroups,
    libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getpgid, libc::SYS_getsid,
    libc::SYS_getpriority, libc::SYS_getcpu, libc::SYS_sched_yield, libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam, libc::SYS_sched_getscheduler, libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min, libc::SYS_sched_rr_get_interval, libc::SYS_getrlimit,
    libc::SYS_setrlimit, libc::SYS_getrusage, libc::SYS_capget,
    // The machine.
    libc::SYS_sysinfo, libc::SYS_uname, libc::SYS_getrandom,
    // The two ends of a pair of sockets, which is all there can be: see below.
    libc::SYS_shutdown, libc::SYS_getsockopt, libc::SYS_getsockname, libc::SYS_getpeername,
];

/// The same calls in their older forms, where those exist.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const HARMLESS_OLD: &[i64] = &[
    libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink, libc::SYS_getdents,
    libc::SYS_dup2, libc::SYS_pipe, libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_unlink,
    libc::SYS_rename, libc::SYS_poll, libc::SYS_select, libc::SYS_epoll_create,
    libc::SYS_epoll_wait, libc::SYS_eventfd, libc::SYS_signalfd, libc::SYS_time, libc::SYS_alarm,
    libc::SYS_pause, libc::SYS_getpgrp, libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const HARMLESS_OLD: &[i64] = &[];

/// What programs do in good faith, and may not: they are told so.
#[rustfmt::skip]
const REFUSED: &[i64] = &[
    // Permissions and times of files are not Landlock's business.
    libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2, libc::SYS_fchown, libc::SYS_fchownat,
    libc::SYS_utimensat, libc::SYS_truncate, libc::SYS_linkat, libc::SYS_symlinkat,
    libc::SYS_mknodat, libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr,
    // A group of its own could not be stopped and killed as a whole.
    libc::SYS_setsid, libc::SYS_setpgid,
    // Others would pay for it.
    libc::SYS_setpriority, libc::SYS_sched_setaffinity, libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam, libc::SYS_sched_setattr, libc::SYS_ioprio_set,
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev,
    // Signals that wait count for the user, and so for the opponent.
    libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal, libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount,
    libc::SYS_chroot, libc::SYS_socket, libc::SYS_bind, libc::SYS_connect, libc::SYS_listen,
    libc::SYS_accept, libc::SYS_accept4,
];

#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const REFUSED_OLD: &[i64] = &[
    libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes,
    libc::SYS_futimesat, libc::SYS_link, libc::SYS_symlink, libc::SYS_mknod, libc::SYS_fork,
    libc::SYS_vfork,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: &[i64] = &[];

/// What `fcntl` may do. Not: have signals sent to others (`F_SETOWN`), larger
/// pipes, and locks without number.
const FILE_COMMANDS: [i32; 7] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
];

/// What `ioctl` may do: ask whether something is a terminal, and what streams
/// know.
const STREAM_COMMANDS: [u64; 6] =
    [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// What `prctl` may do. Not: survive its supervisor (`PR_SET_PDEATHSIG`), or hide
/// from it (`PR_SET_DUMPABLE`).
const PROCESS_COMMANDS: [i32; 12] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_DUMPABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_SECCOMP,
    libc::PR_SET_TIMERSLACK,
    libc::PR_GET_TIMERSLACK,
    libc::PR_GET_THP_DISABLE,
];

/// What `madvise` may say. Not: to fill memory or its tables in one go, through every
/// signal but the last or even that (`MADV_POPULATE_WRITE`, `MADV_GUARD_INSTALL`), to
/// to read files ahead for as long as there are mappings (`MADV_WILLNEED`), to share
/// pages with others, and what nobody knows of yet.
const ADVICE: [i32; 12] = [
    libc::MADV_NORMAL,
    libc::MADV_RANDOM,
    libc::MADV_SEQUENTIAL,
    libc::MADV_DONTNEED,
    libc::MADV_FREE,
    libc::MADV_DONTFORK,
    libc::MADV_DOFORK,
    libc::MADV_HUGEPAGE,
    libc::MADV_NOHUGEPAGE,
    libc::MADV_DONTDUMP,
    libc::MADV_DODUMP,
    libc::MADV_WIPEONFORK,
];

/// Lets a stopped program go on. That is for the referee.
const CONTINUE: u64 = libc::SIGCONT as u64;

/// Calls that are allowed with some arguments only.
fn allowed_with(pid: i32) -> Vec<(i64, Vec<Case>)> {
    let pid = pid as u32 as u64;
    let opening = |flags: u8| {
        let hidden = libc::O_TMPFILE & !libc::O_DIRECTORY;
        let how =
            |mode: i32, not: i32| vec![masked(flags, (libc::O_ACCMODE | hidden | not) as u64, mode as u64)];
        // Truncation is no matter of writing for kernels before 6.2; and a fourth
        // mode that asks for no right opens what nobody should.
        vec![how(libc::O_RDONLY, libc::O_TRUNC), how(libc::O_WRONLY, 0), how(libc::O_RDWR, 0)]
    };
    let one_of = |arg: u8, values: &mut dyn Iterator<Item = u64>| -> Vec<Case> {
        values.map(|value| vec![equal(arg, value)]).collect()
    };
    let anonymous = libc::MAP_ANONYMOUS as u64;
    // And what would be filled in one go, through every signal but the last.
    let uncounted = (libc::MAP_GROWSDOWN | libc::MAP_HUGETLB | libc::MAP_POPULATE) as u64;
    let memory = vec![
        vec![masked(3, anonymous | uncounted, 0)],
        // Shared memory counts for nobody.
        vec![masked(3, anonymous | uncounted | libc::MAP_TYPE as u64, anonymous | libc::MAP_PRIVATE as u64)],
    ];
    // A socket for datagrams could still send to anybody.
    let pair = vec![vec![
        equal(0, libc::AF_UNIX as u64),
        masked(1, !((libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK) as u32) as u64, libc::SOCK_STREAM as u64),
    ]];
    // What is seldom used is seldom right.
    let sending = (libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) as u64;
    let receiving = (libc::MSG_DONTWAIT | libc::MSG_PEEK | libc::MSG_WAITALL) as u64;
    let calls = vec![
        (libc::SYS_openat, opening(2)),
        // That leaves a device behind.
        (libc::SYS_renameat2, vec![vec![masked(4, libc::RENAME_WHITEOUT as u64, 0)]]),
        (libc::SYS_mmap, memory),
        (libc::SYS_fcntl, one_of(1, &mut FILE_COMMANDS.iter().map(|command| *command as u64))),
        (libc::SYS_ioctl, one_of(1, &mut STREAM_COMMANDS.iter().copied())),
        (libc::SYS_prctl, one_of(0, &mut PROCESS_COMMANDS.iter().map(|command| *command as u32 as u64))),
        // Its first thread, which has its number.
        (libc::SYS_tkill, vec![vec![equal(0, pid), not_equal(1, CONTINUE)]]),
        // Only to ask.
        (libc::SYS_personality, one_of(0, &mut [0xffff_ffff].into_iter())),
        (libc::SYS_socketpair, pair),
        (libc::SYS_sendto, vec![vec![condition(4, Qword, SeccompCmpOp::Eq, 0), masked(3, !sending, 0)]]),
        (libc::SYS_recvfrom, vec![vec![masked(3, !receiving, 0)]]),
    ];
    #[cfg(target_arch = "x86_64")]
    let calls = [calls, vec![(libc::SYS_open, opening(1))]].concat();
    calls
}

/// Calls that are refused with some arguments, and otherwise allowed.
fn refused_with(pid: i32) -> Vec<(i64, Vec<Case>)> {
    let pid = pid as u32 as u64;
    // Others, and what lets itself go on, which stands at `signal`.
    let signals = |signal: u8| vec![vec![not_equal(0, pid)], vec![equal(signal, CONTINUE)]];
    // Only threads, and with the files and folders of all others: each with its own
    // could hold as many as the whole program may.
    let missing = |flag: i32| vec![masked(0, flag as u64, 0)];
    vec![
        (
            libc::SYS_clone,
            vec![missing(libc::CLONE_THREAD), missing(libc::CLONE_FILES), missing(libc::CLONE_FS)],
        ),
        // Descriptors of its own.
        (
            libc::SYS_close_range,
            vec![vec![masked(2, libc::CLOSE_RANGE_UNSHARE as u64, libc::CLOSE_RANGE_UNSHARE as u64)]],
        ),
        (libc::SYS_kill, signals(1)),
        (libc::SYS_tgkill, signals(2)),
        (libc::SYS_prlimit64, vec![vec![not_equal(0, pid), not_equal(0, 0)]]),
    ]
}

/// Calls with arguments that a kernel may be too old for: programs know what to do
/// then.
fn unknown_with() -> Vec<(i64, Vec<Case>)> {
    let none_of = ADVICE.iter().map(|advice| not_equal(2, *advice as u64)).collect();
    vec![(libc::SYS_madvise, vec![none_of])]
}

fn condition(
    arg: u8,
    length: seccompiler::SeccompCmpArgLen,
    operator: SeccompCmpOp,
    value: u64,
) -> SeccompCondition {
    SeccompCondition::new(arg, length, operator, value).expect("a call has six arguments")
}

fn equal(arg: u8, value: u64) -> SeccompCondition {
    condition(arg, Dword, SeccompCmpOp::Eq, value)
}

fn not_equal(arg: u8, value: u64) -> SeccompCondition {
    condition(arg, Dword, SeccompCmpOp::Ne, value)
}

fn masked(arg: u8, mask: u64, value: u64) -> SeccompCondition {
    condition(arg, Dword, SeccompCmpOp::MaskedEq(mask), value)
}

/// What this process, whose number is `pid`, and all that it becomes may call
/// from now on.
pub fn restrict(pid: i32) -> Result<(), String> {
    let filters = filters(pid).map_err(|error| error.to_string())?;
    filters.iter().try_for_each(|filter| apply_filter(filter)).map_err(|error| error.to_string())
}

/// The filters in their order, the last of which allows no further filter. What
/// others refuse exists for the last, whose error would count otherwise.
fn filters(pid: i32) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let rules = |calls: Vec<(i64, Vec<Case>)>| -> Result<Vec<(i64, Vec<SeccompRule>)>, _> {
        let rules = |cases: Vec<Case>| cases.into_iter().map(SeccompRule::new).collect::<Result<_, _>>();
        calls.into_iter().map(|(call, cases)| Ok((call, rules(cases)?))).collect()
    };
    let always = |calls: &[i64]| calls.iter().map(|call| (*call, Vec::new())).collect::<Vec<_>>();
    let compile = |calls: Vec<(i64, Vec<SeccompRule>)>, otherwise, then| {
        let arch = TargetArch::try_from(std::env::consts::ARCH)?;
        let rules: BTreeMap<_, _> = calls.into_iter().collect();
        SeccompFilter::new(rules, otherwise, then, arch)?.try_into()
    };
    let refused = [always(REFUSED), always(REFUSED_OLD), rules(refused_with(pid))?].concat();
    let unknown = rules(unknown_with())?;
    let exist: Vec<i64> = refused.iter().chain(&unknown).map(|(call, _)| *call).collect();
    let harmless = [HARMLESS, HARMLESS_OLD, &exist].map(always).concat();
    let allowed = [harmless, rules(allowed_with(pid))?].concat();
    let error = |number: i32| SeccompAction::Errno(number as u32);
    Ok(vec![
        no_other_abi(),
        compile(refused, SeccompAction::Allow, error(libc::EPERM))?,
        compile(unknown, SeccompAction::Allow, error(libc::EINVAL))?,
        compile(allowed, error(libc::ENOSYS), SeccompAction::Allow)?,
    ])
}

/// Where the number of a call stands in what a filter is shown.
pub const CALL_NUMBER: u32 = 0;

/// Calls in the x32 manner have numbers of their own in the same architecture.
fn no_other_abi() -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, CALL_NUMBER, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, X32, 0, 1),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_KILL_PROCESS, 0, 0),
        step(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW, 0, 0),
    ]
}

/// One instruction of a filter.
pub fn step(code: u32, value: u32, if_true: u8, if_false: u8) -> sock_filter {
    sock_filter { code: code as u16, jt: if_true, jf: if_false, k: value }
}

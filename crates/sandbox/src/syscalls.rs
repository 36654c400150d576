//! Which system calls a program may make: seccomp, with an allow-list.
//!
//! - A call that is not on the list does not exist (`ENOSYS`), so that runtimes fall
//!   back on older calls.
//! - A call that honest programs try is refused (`EPERM`), so that the error says why.
//! - A call of another architecture kills the program.

use std::collections::BTreeMap;

use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
    apply_filter, sock_filter,
};
use serde::{Deserialize, Serialize};

/// Conditions on the arguments of a call, all of which hold.
type Case = Vec<SeccompCondition>;

/// Calls that affect only the program itself, and files that Landlock guards.
#[rustfmt::skip]
const HARMLESS: &[i64] = &[
    // Open files and streams.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64,
    libc::SYS_pwrite64, libc::SYS_preadv, libc::SYS_pwritev,
    libc::SYS_close, libc::SYS_lseek, libc::SYS_fstat, libc::SYS_dup,
    libc::SYS_dup3, libc::SYS_pipe2, libc::SYS_fsync, libc::SYS_fdatasync,
    libc::SYS_ftruncate, libc::SYS_copy_file_range,
    libc::SYS_getdents64, libc::SYS_fchdir,
    // Files by name.
    libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_faccessat, libc::SYS_faccessat2,
    libc::SYS_readlinkat, libc::SYS_getcwd, libc::SYS_chdir, libc::SYS_mkdirat, libc::SYS_unlinkat,
    libc::SYS_renameat, libc::SYS_umask, libc::SYS_statfs, libc::SYS_fstatfs,
    // Its own memory; see `mmap` below, and `notify.rs` for what the supervisor decides.
    // Not `mincore` and `msync`: over many addresses they run long and cannot be interrupted.
    libc::SYS_munmap, libc::SYS_mremap, libc::SYS_mprotect,
    libc::SYS_brk, libc::SYS_membarrier,
    // Its own signals.
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigpending, libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack, libc::SYS_restart_syscall,
    // Time and waiting.
    libc::SYS_nanosleep, libc::SYS_gettimeofday, libc::SYS_times, libc::SYS_getitimer,
    libc::SYS_setitimer, libc::SYS_timer_settime, libc::SYS_timer_gettime,
    libc::SYS_timer_delete, libc::SYS_timer_getoverrun, libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime, libc::SYS_timerfd_gettime, libc::SYS_eventfd2,
    libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2,
    libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_signalfd4,
    // Threads and processes, of itself only.
    // Not `futex_waitv`: whether it waits at shared memory stands where no filter can look.
    libc::SYS_futex, libc::SYS_set_robust_list, libc::SYS_set_tid_address,
    libc::SYS_rseq, libc::SYS_execve, libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4,
    libc::SYS_waitid, libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getuid,
    libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getgroups,
    libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_getpgid, libc::SYS_getsid,
    libc::SYS_getpriority, libc::SYS_getcpu, libc::SYS_sched_yield, libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam, libc::SYS_sched_getscheduler, libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min, libc::SYS_sched_rr_get_interval, libc::SYS_getrlimit,
    libc::SYS_getrusage, libc::SYS_capget,
    // The machine.
    libc::SYS_sysinfo, libc::SYS_uname, libc::SYS_getrandom,
    // The two ends of a socket pair, the only sockets there can be: see below.
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

/// Calls that honest programs try and may not make.
#[rustfmt::skip]
const REFUSED: &[i64] = &[
    // Landlock does not guard permissions and times of files.
    libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2, libc::SYS_fchown, libc::SYS_fchownat,
    libc::SYS_utimensat, libc::SYS_truncate, libc::SYS_linkat, libc::SYS_symlinkat,
    libc::SYS_mknodat, libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr,
    // In a new group the program could not be stopped and killed as a whole.
    libc::SYS_setsid, libc::SYS_setpgid,
    // Other programs would pay for it.
    libc::SYS_setpriority, libc::SYS_sched_setaffinity, libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam, libc::SYS_sched_setattr, libc::SYS_ioprio_set,
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev,
    // Queued signals are counted by user, and so for the opponent too.
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

/// Calls that succeed and do nothing. Two programs can read the same file of the system.
/// What one of them does to it in the kernel, the other could notice: which parts are
/// in memory, and whether it is locked. In its own copy a program is alone.
const WITHOUT_EFFECT: &[i64] = &[libc::SYS_fadvise64, libc::SYS_flock];

/// What `fcntl` may do. Not: send signals to others (`F_SETOWN`), enlarge pipes, or
/// take any number of locks.
const FILE_COMMANDS: [i32; 7] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETPIPE_SZ,
];

/// What `ioctl` may do: recognise terminals, and ask or set the state of streams.
const STREAM_COMMANDS: [u64; 6] =
    [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// What `prctl` may do. Not: outlive its supervisor (`PR_SET_PDEATHSIG`), or hide
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

/// What `madvise` may do. Not: fill memory or page tables in one call that ignores
/// signals (`MADV_POPULATE_WRITE`, `MADV_GUARD_INSTALL`), read ahead over all mappings
/// (`MADV_WILLNEED`), share pages with others, or anything newer.
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

/// Continues a stopped program. Only the caller of this crate may do that.
const CONTINUE: u64 = libc::SIGCONT as u64;

/// Calls that are allowed with some arguments only.
fn allowed_with(pid: i32) -> Vec<(i64, Vec<Case>)> {
    let pid = pid as u32 as u64;
    let opening = |flags: u8| {
        let hidden = libc::O_TMPFILE & !libc::O_DIRECTORY;
        let how =
            |mode: i32, not: i32| vec![masked(flags, (libc::O_ACCMODE | hidden | not) as u64, mode as u64)];
        // Before Linux 6.2 Landlock does not guard truncation. And the fourth access
        // mode needs no right at all.
        vec![how(libc::O_RDONLY, libc::O_TRUNC), how(libc::O_WRONLY, 0), how(libc::O_RDWR, 0)]
    };
    let one_of = |arg: u8, values: &mut dyn Iterator<Item = u64>| -> Vec<Case> {
        values.map(|value| vec![equal(arg, value)]).collect()
    };
    let anonymous = libc::MAP_ANONYMOUS as u64;
    // And `MAP_POPULATE`, which fills memory in one call that ignores signals.
    let uncounted = (libc::MAP_GROWSDOWN | libc::MAP_HUGETLB | libc::MAP_POPULATE) as u64;
    let memory = vec![
        vec![masked(3, anonymous | uncounted, 0)],
        // Not shared memory: it counts for no process.
        vec![masked(3, anonymous | uncounted | libc::MAP_TYPE as u64, anonymous | libc::MAP_PRIVATE as u64)],
    ];
    // Not datagrams: such a socket could send to any address.
    let pair = vec![vec![
        equal(0, libc::AF_UNIX as u64),
        masked(1, !((libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK) as u32) as u64, libc::SOCK_STREAM as u64),
    ]];
    // Only the common flags: rare ones have rare bugs.
    let sending = (libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) as u64;
    let receiving = (libc::MSG_DONTWAIT | libc::MSG_PEEK | libc::MSG_WAITALL) as u64;
    let calls = vec![
        (libc::SYS_openat, opening(2)),
        // `RENAME_WHITEOUT` leaves a device behind.
        (libc::SYS_renameat2, vec![vec![masked(4, libc::RENAME_WHITEOUT as u64, 0)]]),
        (libc::SYS_mmap, memory),
        (libc::SYS_fcntl, one_of(1, &mut FILE_COMMANDS.iter().map(|command| *command as u64))),
        (libc::SYS_ioctl, one_of(1, &mut STREAM_COMMANDS.iter().copied())),
        (libc::SYS_prctl, one_of(0, &mut PROCESS_COMMANDS.iter().map(|command| *command as u32 as u64))),
        // To its first thread, which has the number of the process.
        (libc::SYS_tkill, vec![vec![equal(0, pid), not_equal(1, CONTINUE)]]),
        // Only to read it.
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
    // To other processes, and SIGCONT; `signal` is the argument with the signal.
    let signals = |signal: u8| vec![vec![not_equal(0, pid)], vec![equal(signal, CONTINUE)]];
    // Only threads, and only with shared descriptors and folders: a thread with its
    // own table could hold as many files as the whole program may.
    let missing = |flag: i32| vec![masked(0, flag as u64, 0)];
    vec![
        (
            libc::SYS_clone,
            vec![missing(libc::CLONE_THREAD), missing(libc::CLONE_FILES), missing(libc::CLONE_FS)],
        ),
        // A descriptor table of its own.
        (
            libc::SYS_close_range,
            vec![vec![masked(2, libc::CLOSE_RANGE_UNSHARE as u64, libc::CLOSE_RANGE_UNSHARE as u64)]],
        ),
        (libc::SYS_kill, signals(1)),
        (libc::SYS_tgkill, signals(2)),
        (
            libc::SYS_prlimit64,
            vec![
                vec![not_equal(0, pid), not_equal(0, 0)],
                // Asking for a limit is harmless: it sets no new one.
                vec![equal(1, CORE_LIMIT), condition(2, Qword, SeccompCmpOp::Ne, 0)],
            ],
        ),
        (libc::SYS_setrlimit, vec![vec![equal(0, CORE_LIMIT)]]),
    ]
}

/// The limit of core dumps must stay 1, since with 0 a program's memory would be sent to
/// whatever collects core dumps on this machine: see [`crate::limits`].
const CORE_LIMIT: u64 = libc::RLIMIT_CORE as u64;

/// Calls that fail as on an older kernel (`EINVAL`): programs can handle that.
fn unknown_with(pid: i32) -> Vec<(i64, Vec<Case>)> {
    let none_of = ADVICE.iter().map(|advice| not_equal(2, *advice as u64)).collect();
    let clocks =
        [libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_clock_nanosleep, libc::SYS_timer_create];
    let clocks = clocks.map(|call| (call, vec![clock_of_another_process(pid)]));
    [(libc::SYS_madvise, vec![none_of])].into_iter().chain(clocks).collect()
}

/// Whether the first argument is the CPU clock of another process. Clocks of processes
/// and threads are negative: the number, inverted, and three bits for the kind. The
/// kernel itself refuses clocks of other processes' threads.
fn clock_of_another_process(pid: i32) -> Case {
    const NEGATIVE: u64 = 0x8000_0000;
    const OF_A_THREAD: u64 = 4;
    let own = [0, pid].into_iter().flat_map(|pid| (0..3).map(move |kind| ((!pid << 3) | kind) as u32));
    let own = own.map(|clock| not_equal(0, u64::from(clock)));
    [masked(0, NEGATIVE | OF_A_THREAD, NEGATIVE)].into_iter().chain(own).collect()
}

/// Calls that fail as on a file system without them (`EOPNOTSUPP`). Flags of reading
/// tell whether a part of a file is in memory (`RWF_NOWAIT`), or put it out of memory
/// (`RWF_DONTCACHE`).
fn unsupported_with() -> Vec<(i64, Vec<Case>)> {
    [libc::SYS_preadv2, libc::SYS_pwritev2].map(|call| (call, vec![vec![not_equal(5, 0)]])).into()
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

/// A filter that could not be compiled or installed, in the words of `seccompiler`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{0}")]
pub struct FilterError(String);

/// Restricts this process, whose number is `pid`, and every program that it becomes.
pub fn restrict(pid: i32) -> Result<(), FilterError> {
    let filters = filters(pid).map_err(|error| FilterError(error.to_string()))?;
    let mut installed = filters.iter().map(|filter| apply_filter(filter));
    installed.try_for_each(|installed| installed).map_err(|error| FilterError(error.to_string()))
}

/// The filters in order of installation. The last one forbids further filters. It
/// allows what earlier ones refuse, since otherwise its error would win.
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
    let unknown = rules(unknown_with(pid))?;
    let unsupported = rules(unsupported_with())?;
    let without_effect = always(WITHOUT_EFFECT);
    let exist = [&refused, &unknown, &unsupported, &without_effect];
    let exist: Vec<i64> = exist.into_iter().flatten().map(|(call, _)| *call).collect();
    let harmless = [HARMLESS, HARMLESS_OLD, &exist].map(always).concat();
    let allowed = [harmless, rules(allowed_with(pid))?].concat();
    let error = |number: i32| SeccompAction::Errno(number as u32);
    Ok(vec![
        no_other_abi(),
        compile(refused, SeccompAction::Allow, error(libc::EPERM))?,
        compile(unknown, SeccompAction::Allow, error(libc::EINVAL))?,
        compile(unsupported, SeccompAction::Allow, error(libc::EOPNOTSUPP))?,
        // An error of 0 is success.
        compile(without_effect, SeccompAction::Allow, error(0))?,
        compile(allowed, error(libc::ENOSYS), SeccompAction::Allow)?,
    ])
}

/// The offset of the call's number in `seccomp_data`.
pub const CALL_NUMBER: u32 = 0;

/// Kills for calls of the x32 ABI, whose numbers are in the same architecture.
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

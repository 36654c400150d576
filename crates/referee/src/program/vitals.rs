//! What the kernel tells about another process.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::Pid;

/// Whether it waits for something.
pub fn is_asleep(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    // The name before the last bracket may hold anything.
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('S'))
}

/// Whether it has started others that are still there.
pub fn has_children(pid: Pid) -> bool {
    let pid = pid.as_raw_nonzero();
    fs::read(format!("/proc/{pid}/task/{pid}/children")).is_ok_and(|children| !children.is_empty())
}

/// Processor time that a process has used, all its threads together.
pub fn cpu_time(pid: Pid) -> Duration {
    // As the C library's clock_getcpuclockid makes it, without asking whether
    // the process is there: the clock is read at every turn.
    const PROCESS_CLOCK: libc::clockid_t = 2;
    let clock = !pid.as_raw_nonzero().get() << 3 | PROCESS_CLOCK;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes one timespec, or says that there is no process.
    match unsafe { libc::clock_gettime(clock, &mut time) } {
        0 => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        _ => Duration::ZERO,
    }
}

/// How many threads a process has; as many as can be if nobody knows.
pub fn thread_count(pid: Pid) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
    threads.map_or(u64::MAX, |threads| threads.count() as u64)
}

/// Where a thread of a process is told of that has not ended: of one that has, its
/// first among them, nothing is known any more.
pub fn live_task(pid: Pid) -> PathBuf {
    let tasks = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())).into_iter().flatten().flatten();
    let is_live = |task: &PathBuf| {
        let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
    };
    let live = tasks.map(|task| task.path()).find(is_live);
    live.unwrap_or_else(|| PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero())))
}

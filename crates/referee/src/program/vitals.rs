//! What the kernel tells about another process.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;

/// Where a process is told of.
pub fn folder_of(pid: Pid) -> PathBuf {
    PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()))
}

/// The state of a process or thread, in a letter, and the number of its parent.
/// Nothing if it has gone.
pub fn state_and_parent(folder: &Path) -> Option<(char, i32)> {
    let stat = fs::read(folder.join("stat")).ok()?;
    // The name before the last bracket may hold anything, and it is the program's
    // to choose.
    let after = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let after = String::from_utf8_lossy(&stat[after..]).into_owned();
    let mut fields = after.split_ascii_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// Whether it waits for something.
pub fn is_asleep(pid: Pid) -> bool {
    state_and_parent(&folder_of(pid)).is_some_and(|(state, _)| state == 'S')
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
/// first among them, nothing is known any more. Nothing if none is left.
pub fn live_task(pid: Pid) -> Option<PathBuf> {
    let tasks = fs::read_dir(folder_of(pid).join("task")).ok()?.flatten().map(|task| task.path());
    let is_live =
        |task: &PathBuf| state_and_parent(task).is_some_and(|(state, _)| !['Z', 'X'].contains(&state));
    tasks.into_iter().find(is_live)
}

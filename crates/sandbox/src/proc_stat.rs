//! What the kernel tells about another process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::process::Pid;

/// Where a process is told of.
pub fn folder_of(pid: Pid) -> PathBuf {
    PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()))
}

/// What is told of a process or thread in one line, behind its name: the fields that
/// the manual counts from 3 on. Nothing if it has gone.
fn stat(folder: &Path) -> Option<String> {
    let stat = fs::read(folder.join("stat")).ok()?;
    // The name before the last bracket may hold anything, and it is the program's
    // to choose.
    let after = stat.iter().rposition(|byte| *byte == b')')? + 1;
    Some(String::from_utf8_lossy(&stat[after..]).into_owned())
}

/// The state of a process or thread, in a letter, and the number of its parent.
/// Nothing if it has gone.
pub fn state_and_parent(folder: &Path) -> Option<(char, i32)> {
    let stat = stat(folder)?;
    let mut fields = stat.split_ascii_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// Where the stack of a program's first thread begins, from which it grows down.
/// Nothing if that may not be seen.
pub fn start_of_stack(pid: Pid) -> Option<u64> {
    let start = stat(&folder_of(pid))?.split_ascii_whitespace().nth(28 - 3)?.parse().ok()?;
    (start != 0).then_some(start)
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

/// Where a thread of a process is told of that is not at its end: of one that is, its
/// first among them, nothing is known any more. Nothing if none is left.
fn live_task(pid: Pid) -> Option<PathBuf> {
    let tasks = fs::read_dir(folder_of(pid).join("task")).ok()?.flatten().map(|task| task.path());
    tasks.into_iter().find(|task| is_live(task))
}

/// What is seen of a program, by one of its threads. Nothing if it has ended.
pub fn inspect<T>(program: Pid, look: impl Fn(&Path) -> io::Result<T>) -> io::Result<Option<T>> {
    let mut problem = None;
    // A thread may end while it is looked at, one may have begun since they were
    // listed, and nothing is to be seen of who is about to run another program; but
    // none of that is so for long.
    for _ in 0..10 {
        problem = match live_task(program).map(|task| look(&task)) {
            Some(Ok(seen)) => return Ok(Some(seen)),
            Some(Err(error)) => Some(error),
            None => None,
        };
        thread::sleep(Duration::from_millis(2));
    }
    problem.map_or(Ok(None), Err)
}

fn is_live(task: &Path) -> bool {
    // The kernel's mark of who is on its way out, also when it is not yet a zombie.
    const EXITING: u32 = 0x4;
    let flags = stat(task).and_then(|stat| stat.split_ascii_whitespace().nth(9 - 3)?.parse::<u32>().ok());
    flags.is_some_and(|flags| flags & EXITING == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as Linux writes them, of programs that have given themselves a name.
    #[test]
    fn who_is_about_to_end_is_not_live() {
        let folder = tempfile::tempdir().expect("a folder");
        for (line, live) in [
            ("12 (bot) R 11 12 12 0 -1 4194304 95 0 0 0 0 0 0", true),
            ("12 (a) R 1 (b) S 11 12 12 0 -1 4194304 95 0 0 0 0 0 0", true),
            ("12 (bot) R 11 12 12 0 -1 4194308 95 0 0 0 0 0 0", false),
            ("12 (bot) Z 11 12 12 0 -1 4227084 95 0 0 0 0 0 0", false),
            ("12 (bot) R 11", false),
        ] {
            fs::write(folder.path().join("stat"), line).expect("room");
            assert_eq!(is_live(folder.path()), live, "{line}");
        }
        assert!(!is_live(&folder.path().join("gone")));
        let own = rustix::process::getpid();
        assert!(live_task(own).is_some() && start_of_stack(own).is_some());
    }
}

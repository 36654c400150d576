//! Facts about other processes and about cores, from `/proc`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::process::Pid;

/// The folder of a process in `/proc`.
pub fn folder_of(pid: Pid) -> PathBuf {
    PathBuf::from(format!("/proc/{}", pid.as_raw_nonzero()))
}

/// The `stat` line of a process or thread, from field 3 of proc(5) on. `None` if it
/// is gone.
fn stat(folder: &Path) -> Option<String> {
    let stat = fs::read(folder.join("stat")).ok()?;
    // The program chooses the name before the last bracket, which may hold brackets
    // and spaces.
    let after = stat.iter().rposition(|byte| *byte == b')')? + 1;
    Some(String::from_utf8_lossy(&stat[after..]).into_owned())
}

/// The state of a process or thread as a letter, and the number of its parent.
/// `None` if it is gone.
pub fn state_and_parent(folder: &Path) -> Option<(char, i32)> {
    let stat = stat(folder)?;
    let mut fields = stat.split_ascii_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// The address from which the first thread's stack grows down. `None` if this
/// process may not read it.
pub fn start_of_stack(pid: Pid) -> Option<u64> {
    let start = stat(&folder_of(pid))?.split_ascii_whitespace().nth(28 - 3)?.parse().ok()?;
    (start != 0).then_some(start)
}

/// Whether all threads sleep until something happens.
pub fn is_all_asleep(pid: Pid) -> bool {
    let Ok(tasks) = fs::read_dir(folder_of(pid).join("task")) else { return false };
    let states = tasks.flatten().filter_map(|task| state_and_parent(&task.path()));
    // The first thread may have ended before the others.
    let mut alive = states.map(|(state, _)| state).filter(|state| !['Z', 'X'].contains(state)).peekable();
    alive.peek().is_some() && alive.all(|state| state == 'S')
}

/// Whether a thread runs or waits for a core.
pub fn is_ready(pid: Pid) -> bool {
    let Ok(tasks) = fs::read_dir(folder_of(pid).join("task")) else { return false };
    tasks.flatten().filter_map(|task| state_and_parent(&task.path())).any(|(state, _)| state == 'R')
}

/// Times of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreadTimes {
    /// CPU time.
    pub cpu: Duration,
    /// Run delay: the time in which it was ready and waited for a core.
    pub delay: Duration,
}

impl ThreadTimes {
    /// The times since an earlier look at this thread; `None` if it was new.
    pub fn since(self, before: Option<&ThreadTimes>) -> ThreadTimes {
        let before = before.copied().unwrap_or_default();
        ThreadTimes {
            cpu: self.cpu.saturating_sub(before.cpu),
            delay: self.delay.saturating_sub(before.delay),
        }
    }

    /// The delay that goes with so much more CPU time, if the thread waits as it did so far.
    pub fn delay_with(self, cpu: Duration) -> Duration {
        match self.cpu.is_zero() {
            true => Duration::ZERO,
            false => self.delay.mul_f64(cpu.as_secs_f64() / self.cpu.as_secs_f64()),
        }
    }
}

/// Times of threads, by their numbers.
pub type Threads = BTreeMap<i32, ThreadTimes>;

/// The times of all threads. Empty if the process is gone, or if the kernel does not
/// count run delay.
pub fn thread_times(pid: Pid) -> Threads {
    let Ok(tasks) = fs::read_dir(folder_of(pid).join("task")) else { return Threads::new() };
    let times = tasks.flatten().filter_map(|task| {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let mut numbers =
            text.split_ascii_whitespace().map(|number| number.parse().map(Duration::from_nanos));
        let (cpu, delay) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some((task.file_name().to_str()?.parse().ok()?, ThreadTimes { cpu, delay }))
    });
    times.collect()
}

/// Run delay of the calling thread. Zero if the kernel does not count it.
pub fn own_run_delay() -> Duration {
    thread_local! {
        // Kept open: this is read for every request.
        static FILE: Option<fs::File> = fs::File::open("/proc/thread-self/schedstat").ok();
    }
    let mut text = [0; 96];
    let count = FILE.with(|file| file.as_ref()?.read_at(&mut text, 0).ok());
    let text = str::from_utf8(&text[..count.unwrap_or(0)]).unwrap_or_default();
    let delay = text.split_ascii_whitespace().nth(1).and_then(|delay| delay.parse().ok());
    Duration::from_nanos(delay.unwrap_or(0))
}

/// Whether the kernel counts run delay.
pub fn counts_run_delay() -> bool {
    !thread_times(rustix::process::getpid()).is_empty()
}

/// The number of the core on which the first thread last ran.
pub fn last_core(pid: Pid) -> Option<usize> {
    stat(&folder_of(pid))?.split_ascii_whitespace().nth(39 - 3)?.parse().ok()
}

/// For how long each core was taken away from this virtual machine since it was
/// started, by the number of the core. Empty if that is unknown.
pub fn stolen_times() -> Vec<Duration> {
    read_stolen_times(&fs::read_to_string("/proc/stat").unwrap_or_default())
}

fn read_stolen_times(stat: &str) -> Vec<Duration> {
    /// The kernel's unit in this file is a hundredth of a second on all machines that
    /// Rust supports.
    const UNIT: Duration = Duration::from_millis(10);
    let mut cores = Vec::new();
    for line in stat.lines().take_while(|line| line.starts_with("cpu")) {
        let mut fields = line["cpu".len()..].split(' ');
        // The first line is the sum of all cores.
        let Some(core) = fields.next().and_then(|core| core.parse::<usize>().ok()) else { continue };
        // user, nice, system, idle, iowait, irq, softirq, steal
        let stolen = fields.nth(7).and_then(|stolen| stolen.parse::<u32>().ok()).unwrap_or(0);
        // Cores that are switched off are left out.
        if core >= cores.len() && core < 1 << 16 {
            cores.resize(core + 1, Duration::ZERO);
        }
        if let Some(place) = cores.get_mut(core) {
            *place = UNIT * stolen;
        }
    }
    cores
}

/// Whether it has child processes.
pub fn has_children(pid: Pid) -> bool {
    let pid = pid.as_raw_nonzero();
    fs::read(format!("/proc/{pid}/task/{pid}/children")).is_ok_and(|children| !children.is_empty())
}

/// A process and everything it started, as far as that still runs.
pub fn tree(root: Pid) -> Vec<Pid> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(pid) = found.get(next).copied() {
        next += 1;
        let tasks = fs::read_dir(folder_of(pid).join("task")).into_iter().flatten().flatten();
        for task in tasks {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = children.split_ascii_whitespace().filter_map(|child| child.parse().ok());
            // While they are read, a process may move to another parent.
            let new = children.filter_map(Pid::from_raw).filter(|child| !found.contains(child));
            found.extend(new.collect::<Vec<Pid>>());
        }
    }
    found
}

/// CPU time that a process has used, in all its threads. Zero if it is gone.
pub fn cpu_time(pid: Pid) -> Duration {
    // As clock_getcpuclockid(3) computes it, without its check whether the process
    // exists: this clock is read for every move.
    const PROCESS_CLOCK: libc::clockid_t = 2;
    let clock = !pid.as_raw_nonzero().get() << 3 | PROCESS_CLOCK;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes one timespec, or says that there is no process.
    match unsafe { libc::clock_gettime(clock, &mut time) } {
        0 => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        _ => Duration::ZERO,
    }
}

/// How many threads a process has; `u64::MAX` if that is unknown.
pub fn thread_count(pid: Pid) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
    threads.map_or(u64::MAX, |threads| threads.count() as u64)
}

/// The folder of a thread that is not exiting. An exiting thread shows nothing, and
/// the first thread may exit before the others. `None` if no thread is left.
fn live_task(pid: Pid) -> Option<PathBuf> {
    let tasks = fs::read_dir(folder_of(pid).join("task")).ok()?.flatten().map(|task| task.path());
    tasks.into_iter().find(|task| is_live(task))
}

/// Reads something of a program from the folder of one of its live threads. `None`
/// if the program has ended.
pub fn inspect<T>(program: Pid, read: impl Fn(&Path) -> io::Result<T>) -> io::Result<Option<T>> {
    let mut problem = None;
    // A thread may end while it is read. Another may start after the list was made.
    // A program in the middle of `exec` shows no thread. None of that lasts long.
    for _ in 0..10 {
        problem = match live_task(program).map(|task| read(&task)) {
            Some(Ok(value)) => return Ok(Some(value)),
            Some(Err(error)) => Some(error),
            None => None,
        };
        thread::sleep(Duration::from_millis(2));
    }
    problem.map_or(Ok(None), Err)
}

fn is_live(task: &Path) -> bool {
    // PF_EXITING: set before a thread becomes a zombie.
    const EXITING: u32 = 0x4;
    let flags = stat(task).and_then(|stat| stat.split_ascii_whitespace().nth(9 - 3)?.parse::<u32>().ok());
    flags.is_some_and(|flags| flags & EXITING == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines as Linux writes them, of programs that chose their own names.
    #[test]
    fn an_exiting_thread_is_not_live() {
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

    /// `/proc/stat` as Linux writes it; core 1 is switched off.
    #[test]
    fn stolen_time_is_read_by_core() {
        let text = "cpu  604642 612597 474425 572695 4341 0 1303 2721 0 0\n\
                    cpu0 298427 307639 229698 297559 1358 0 179 1373 0 0\n\
                    cpu2 306214 304958 244726 275136 2983 0 1124 1348 0 0\n\
                    intr 1 cpu7 1 2 3 4 5 6 7 8\n";
        let ms = Duration::from_millis;
        assert_eq!(read_stolen_times(text), [ms(13730), ms(0), ms(13480)]);
        for odd in [
            "",
            "cpu",
            "cpu0",
            "cpu0 1 2 3 4",
            "cpux 1 2 3 4 5 6 7 8",
            "cpu99999999999 1",
            "cpu0 1 2 3 4 5 6 7 x",
        ] {
            assert!(read_stolen_times(odd).iter().all(Duration::is_zero), "{odd}");
        }
        assert!(last_core(rustix::process::getpid()).is_some_and(|core| core < stolen_times().len()));
    }

    /// A thread that works uses CPU time; `times` of this process has at least that.
    #[test]
    fn threads_have_their_own_times() {
        let begin = cpu_time(rustix::process::getpid());
        while cpu_time(rustix::process::getpid()) < begin + Duration::from_millis(5) {}
        let times = thread_times(rustix::process::getpid());
        let cpu: Duration = times.values().map(|times| times.cpu).sum();
        assert!(counts_run_delay() && cpu >= Duration::from_millis(5), "{times:?}");
    }
}

//! Waits at addresses that processes may share, done by the supervisor in place of the
//! kernel: shared futexes.
//!
//! The kernel knows such an address by the file behind it, also if the mapping is private
//! and read-only. So two programs that wait and wake at the same page of a library would
//! meet. No filter can refuse that: `pthread_join` and C++ futures wait in the same way at
//! their own memory. And the kernel itself wakes such waits when a thread ends.
//!
//! **Invariant:** no program waits at a shared futex in the kernel. So nothing wakes it
//! from outside, whatever it maps to the address meanwhile.
//!
//! A wait ends when its word has changed. The program says so by a wake, or a thread ends,
//! for which it must ask (see [`crate::notify`]); then the kernel clears the word a moment
//! later. Waits in private memory (`FUTEX_PRIVATE_FLAG`) stay in the kernel.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::notify::{self, Decision, FutexCall};
use crate::user::with_rights_of;

/// The time between two looks at the words: after a thread has ended, and at most. Waits
/// that are older than a second are seldom in a hurry: Java's first thread waits as long
/// as the program runs.
const SHORTEST_PAUSE: Duration = Duration::from_micros(50);
const LONGEST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE_OF_OLD: Duration = Duration::from_millis(50);
const OLD: Duration = Duration::from_secs(1);

/// From this pause on nothing is urgent: signals are looked at too, and many waits are
/// looked at less often, so that the looks take a fiftieth of a core at most.
const CALM: Duration = Duration::from_millis(1);
const LOOKS_OF_A_CORE: u32 = 50;

/// The longest timeout, longer than any program runs.
const A_YEAR: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// A thread that waits.
struct Wait {
    call: FutexCall,
    begin: Instant,
    deadline: Option<Instant>,
}

/// The waits of one program.
pub struct SharedFutexes {
    waits: Vec<Wait>,
    next_look: Instant,
    pause: Duration,
}

impl SharedFutexes {
    /// Without waits.
    pub fn new() -> SharedFutexes {
        SharedFutexes { waits: Vec::new(), next_look: Instant::now(), pause: SHORTEST_PAUSE }
    }

    /// Decides a call.
    pub fn decide(&mut self, call: FutexCall, listener: &OwnedFd, user: Option<u32>) -> Decision {
        // A thread makes one call at a time: an earlier one was interrupted.
        self.waits.retain(|wait| wait.call.thread != call.thread);
        let clock = libc::FUTEX_CLOCK_REALTIME as u32;
        match (call.operation & !clock) as i32 {
            libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET => match deadline(&call, user) {
                Err(_) => Decision::Refuse(libc::EFAULT),
                Ok(deadline) => match word(&call, user) {
                    Err(_) => Decision::Refuse(libc::EFAULT),
                    Ok(word) if word != call.value => Decision::Refuse(libc::EAGAIN),
                    Ok(_) => {
                        self.waits.push(Wait { call, begin: Instant::now(), deadline });
                        self.look_soon();
                        Decision::Later
                    }
                },
            },
            libc::FUTEX_WAKE | libc::FUTEX_WAKE_BITSET => {
                let at_address = |wait: &Wait| wait.call.address == call.address;
                let mut woken = 0;
                self.waits.retain(|wait| {
                    let is_woken = at_address(wait) && woken < call.value;
                    woken += u32::from(is_woken);
                    if is_woken {
                        let _ = notify::answer(listener, wait.call.id, Decision::Return(0));
                    }
                    !is_woken
                });
                Decision::Return(woken.into())
            }
            // Locks with inherited priorities, and moves of waits: only for memory that is
            // shared between processes, of which a program has none.
            _ => Decision::Refuse(libc::ENOSYS),
        }
    }

    /// A thread ends, or another reason to look at all words soon.
    pub fn look_soon(&mut self) {
        self.pause = SHORTEST_PAUSE;
        self.next_look = Instant::now() + self.pause;
    }

    /// Time until [`Self::look`] is due; `None` if nothing waits.
    pub fn time_to_next_look(&self) -> Option<Duration> {
        (!self.waits.is_empty()).then(|| self.next_look.saturating_duration_since(Instant::now()))
    }

    /// Ends waits whose word has changed, whose time is over, or whose thread has a signal
    /// to handle.
    pub fn look(&mut self, listener: &OwnedFd, user: Option<u32>) {
        let now = Instant::now();
        if self.waits.is_empty() || now < self.next_look {
            return;
        }
        let is_calm = self.pause >= CALM;
        self.waits.retain(|wait| {
            let has_changed = || word(&wait.call, user).map_or(true, |word| word != wait.call.value);
            let decision = match wait {
                _ if has_changed() => Decision::Return(0),
                Wait { deadline: Some(deadline), .. } if *deadline <= now => {
                    Decision::Refuse(libc::ETIMEDOUT)
                }
                // A signal does not end a call that waits for this supervisor.
                wait if is_calm && has_signal(wait.call.thread) => Decision::Refuse(libc::EINTR),
                wait => return notify::is_waiting(listener, wait.call.id),
            };
            let _ = notify::answer(listener, wait.call.id, decision);
            false
        });
        let is_young = self.waits.iter().any(|wait| now - wait.begin < OLD);
        let longest = if is_young { LONGEST_PAUSE } else { LONGEST_PAUSE_OF_OLD };
        self.pause = (self.pause * 2).min(longest);
        if is_calm {
            self.pause = self.pause.max(now.elapsed() * LOOKS_OF_A_CORE);
        }
        let deadline = self.waits.iter().filter_map(|wait| wait.deadline).min();
        let next = now + self.pause;
        self.next_look = deadline.map_or(next, |deadline| deadline.min(next));
    }
}

/// The word at which a thread waits.
fn word(call: &FutexCall, user: Option<u32>) -> io::Result<u32> {
    read(call.thread, call.address, user).map(u32::from_ne_bytes)
}

/// When a wait is over: `FUTEX_WAIT` says how long it takes, the other until when.
fn deadline(call: &FutexCall, user: Option<u32>) -> io::Result<Option<Instant>> {
    if call.timeout == 0 {
        return Ok(None);
    }
    let seconds = i64::from_ne_bytes(read(call.thread, call.timeout, user)?);
    let nanoseconds = i64::from_ne_bytes(read(call.thread, call.timeout.saturating_add(8), user)?);
    let time = Duration::from_secs(u64::try_from(seconds).unwrap_or_default())
        + Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or_default());
    let is_relative = call.operation as i32 & !libc::FUTEX_CLOCK_REALTIME == libc::FUTEX_WAIT;
    let left = match call.operation as i32 & libc::FUTEX_CLOCK_REALTIME {
        _ if is_relative => time,
        0 => time.saturating_sub(since_boot()),
        _ => time.saturating_sub(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()),
    };
    Ok(Some(Instant::now() + left.min(A_YEAR)))
}

/// What `CLOCK_MONOTONIC` shows: the standard library does not say.
fn since_boot() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn read<const N: usize>(thread: u32, address: u64, user: Option<u32>) -> io::Result<[u8; N]> {
    let read = || {
        let mut bytes = [0; N];
        File::open(format!("/proc/{thread}/mem"))?.read_exact_at(&mut bytes, address)?;
        Ok(bytes)
    };
    read().or_else(|_| with_rights_of(user, read))
}

/// Whether a signal waits for a thread that does not block it.
fn has_signal(thread: u32) -> bool {
    let status = fs::read(format!("/proc/{thread}/status")).unwrap_or_default();
    let set = |name: &str| {
        let mut lines = status.split(|byte| *byte == b'\n');
        let set = lines.find_map(|line| line.strip_prefix(name.as_bytes()))?;
        u64::from_str_radix(std::str::from_utf8(set).ok()?.trim(), 16).ok()
    };
    let [own, of_all, blocked] = ["SigPnd:", "ShdPnd:", "SigBlk:"].map(|name| set(name).unwrap_or_default());
    (own | of_all) & !blocked != 0
}

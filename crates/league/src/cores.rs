//! One core for each game. The two players and the referee take turns, so a
//! second core would only add the cost of waking it up. That is most of the cost of
//! a fast move.

use referee::ChargeBy;

/// The cores this process may use, beginning with the one it is on: the system
/// puts a new process where there is room. Empty where that cannot be known.
#[cfg(target_os = "linux")]
pub fn available() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu};
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    let mut cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect();
    let here = sched_getcpu();
    let here = cores.iter().position(|core| *core == here);
    cores.rotate_left(here.unwrap_or(0));
    cores
}

/// Keeps this thread, and all it starts, on one core.
#[cfg(target_os = "linux")]
pub fn keep_to(core: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    set.set(core);
    // Where it is not allowed, games are only slower.
    let _ = sched_setaffinity(None, &set);
}

/// Not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn available() -> Vec<usize> {
    Vec::new()
}

/// Not possible on this system.
#[cfg(not(target_os = "linux"))]
pub fn keep_to(_core: usize) {}

/// How many games can be played at a time without getting in each other's way.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whether each game keeps to one core, if it may. With clocks in wall time no
/// program is paused, and one that thinks in the opponent's time slows it down. So
/// games keep to cores only if there is a game for every core: then they at least
/// do not slow down each other.
pub fn are_kept_to(may_be: bool, charge: ChargeBy, games_at_a_time: usize) -> bool {
    may_be && (charge != ChargeBy::Wall || games_at_a_time >= count())
}

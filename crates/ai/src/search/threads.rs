//! How many threads a search starts.

use std::num::NonZero;
use std::thread::available_parallelism;

/// The number of threads to start: never more than there are cores for this process.
///
/// With more, the main thread would wait for its helpers while its clock runs. It is
/// asked for every search, because a game may be pinned to one core.
pub(super) fn at_once(threads: usize) -> usize {
    match threads {
        // The system call takes a moment, and one thread is the usual case.
        0 | 1 => 1,
        _ => threads.min(available_parallelism().map_or(1, NonZero::get)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_cores() {
        let cores = available_parallelism().map_or(1, NonZero::get);
        for (wanted, expected) in
            [(0, 1), (1, 1), (2, cores.min(2)), (64, cores.min(64)), (usize::MAX, cores)]
        {
            assert_eq!(at_once(wanted), expected, "{wanted}");
        }
    }
}

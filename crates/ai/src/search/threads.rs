//! How many threads a search starts.

use std::num::NonZero;
use std::thread::available_parallelism;

/// As many of these threads as run at the same time: with more, the one that
/// answers would wait for the others while its clock runs. Asked for every search,
/// because a game may be kept on one core.
pub(super) fn at_once(threads: usize) -> usize {
    match threads {
        // To ask the machine takes a moment, and nearly always nobody needs to.
        0 | 1 => 1,
        _ => threads.min(available_parallelism().map_or(1, NonZero::get)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_think_than_run_at_once() {
        let cores = available_parallelism().map_or(1, NonZero::get);
        for (wanted, expected) in
            [(0, 1), (1, 1), (2, cores.min(2)), (64, cores.min(64)), (usize::MAX, cores)]
        {
            assert_eq!(at_once(wanted), expected, "{wanted}");
        }
    }
}

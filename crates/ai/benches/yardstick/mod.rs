//! A yardstick for the speed of this machine: benches give their figures in relation to it,
//! measured in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long a line is repeated. The best round counts: other work can only slow it down.
const EACH: Duration = Duration::from_millis(1500);

/// The best of several runs and of the yardstick beside it, in millions per second.
pub fn measured(mut run: impl FnMut() -> u64) -> (f64, f64) {
    let (mut best, mut stick) = (0.0_f64, 0.0_f64);
    let begin = Instant::now();
    while begin.elapsed() < EACH {
        stick = stick.max(per_second(yardstick));
        best = best.max(per_second(&mut run));
    }
    (best, stick)
}

/// Millions per second of what `run` counts.
fn per_second(mut run: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let count = run();
    count as f64 / begin.elapsed().as_secs_f64() / 1e6
}

/// Steps of xorshift64, each waiting for the one before: six cycles a step on any recent
/// processor, whatever its memory and vector units.
fn yardstick() -> u64 {
    const STEPS: u64 = 10_000_000;
    let mut state = black_box(1_u64);
    for _ in 0..STEPS {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    black_box(state);
    STEPS
}

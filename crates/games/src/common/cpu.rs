//! Uses newer instructions of the processor without requiring them at build time.

use std::sync::atomic::{AtomicBool, Ordering};

/// A piece of work to run with [`accelerated`]. Mark `run` `#[inline(always)]`:
/// only inlined code is compiled a second time. A closure cannot be so marked.
pub trait Work {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs `work` compiled for the bit instructions of this processor: popcnt, bmi
/// and avx2 on x86-64. Elsewhere it runs the portable code.
///
/// Only code that is inlined into `work` gains. So the hot functions of the
/// games are `#[inline(always)]` and their loops are free of closures. Call this
/// once around a loop, not once for each step.
#[inline(always)]
pub fn accelerated<T: Work>(work: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if has_bit_instructions() || find_bit_instructions() {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn with_features<T: Work>(work: T) -> T::Output {
            work.run()
        }
        // SAFETY: the features were found on this processor just above.
        return unsafe { with_features(work) };
    }
    work.run()
}

/// **Invariant:** true only after the instructions have been detected.
static FOUND: AtomicBool = AtomicBool::new(false);

/// Whether [`accelerated`] has detected the bit instructions. It tests one byte:
/// std's own test costs the hot loops three times as much.
#[inline(always)]
pub fn has_bit_instructions() -> bool {
    FOUND.load(Ordering::Relaxed)
}

/// Detects the instructions and remembers the result.
#[cfg(target_arch = "x86_64")]
#[cold]
fn find_bit_instructions() -> bool {
    let found = std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("avx2");
    FOUND.store(found, Ordering::Relaxed);
    found
}

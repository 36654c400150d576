//! Use what the processor has without asking for it at build time.

use std::sync::atomic::{AtomicBool, Ordering};

/// A piece of work to run with [`accelerated`]. Mark `run` `#[inline(always)]`,
/// which a closure cannot be: only what is inlined is compiled anew.
pub trait Work {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs `work` compiled for the bit instructions of this processor (popcnt,
/// bmi, avx2 on x86-64), or as it is where there are none.
///
/// Only what is inlined into `work` profits, so the hot functions of the games
/// are `#[inline(always)]` and their loops are free of closures. Enter once
/// around a loop, not once for each step.
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

/// Set once the instructions have been found, never before.
static FOUND: AtomicBool = AtomicBool::new(false);

/// Whether [`accelerated`] has found more than the portable instructions. One
/// byte to test: std's own question costs the hot loops three times as much.
#[inline(always)]
pub fn has_bit_instructions() -> bool {
    FOUND.load(Ordering::Relaxed)
}

/// Asks the processor.
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

//! Locks that outlive a panic. Whatever they protect is replaced as a whole, so it is good
//! even if a thread panicked: one bad request must not break all later ones.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also after a thread has panicked with the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Locks that outlive a panic. Whatever they protect is replaced as a whole, so it is good
//! even if a thread panicked: one bad request must not break all later ones.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Locks, also after a thread has panicked with the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks; or, if another thread has the lock, takes what there is `instead`. Without that it
/// waits for the other thread.
pub fn lock_or<T, U>(mutex: &Mutex<T>, instead: impl FnOnce() -> Option<U>) -> Result<MutexGuard<'_, T>, U> {
    match mutex.try_lock() {
        Ok(guard) => Ok(guard),
        Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => match instead() {
            Some(instead) => Err(instead),
            None => Ok(lock(mutex)),
        },
    }
}

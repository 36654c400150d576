//! How many streams may be open, in all and from one address: a class behind one
//! router is fine, a flood is not.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The largest numbers of open streams.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// In all.
    pub total: usize,
    /// From one address.
    pub per_address: usize,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps { total: 4096, per_address: 256 }
    }
}

/// Counts what is open.
pub struct Counter {
    caps: Caps,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One place; given back when it is dropped.
pub struct Place {
    counter: Arc<Counter>,
    address: IpAddr,
}

impl Counter {
    /// Nothing is open yet.
    pub fn new(caps: Caps) -> Arc<Counter> {
        Arc::new(Counter { caps, open: Mutex::default() })
    }

    /// A place for one more; `None` if there are too many.
    pub fn take(self: &Arc<Counter>, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let mut open = self.lock();
        let own = open.by_address.get(&address).copied().unwrap_or_default();
        if open.total >= self.caps.total || own >= self.caps.per_address {
            return None;
        }
        open.total += 1;
        open.by_address.insert(address, own + 1);
        Some(Place { counter: Arc::clone(self), address })
    }

    /// How many are open.
    pub fn total(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        lock(&self.open)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.counter.lock();
        open.total -= 1;
        if let Some(own) = open.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                open.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_and_given_back() {
        let counter = Counter::new(Caps { total: 3, per_address: 2 });
        let [one, two]: [IpAddr; 2] =
            ["127.0.0.1", "127.0.0.2"].map(|text| text.parse().expect("an address"));
        let mapped: IpAddr = "::ffff:127.0.0.1".parse().expect("an address");
        let first = counter.take(one);
        let second = counter.take(mapped);
        assert!(first.is_some() && second.is_some());
        assert!(counter.take(one).is_none(), "the same address in another spelling counts");
        let third = counter.take(two);
        assert!(third.is_some() && counter.take(two).is_none(), "three in all");
        drop(first);
        assert_eq!(counter.total(), 2);
        assert!(counter.take(one).is_some());
    }
}

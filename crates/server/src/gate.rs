//! How many requests may read stores at the same time.
//!
//! **Invariant:** requests of one address leave room for others, and all of them leave room
//! for the events and for the organiser. Those who wait hold no thread.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, Weak};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::listener::address_of;
use crate::lock::lock;

/// Requests that read stores at the same time. There are twice as many threads.
const AT_ONCE: Places = Places { all: 8, own: 4 };

/// Animations that are painted at the same time: each keeps a core busy.
const PAINTED_AT_ONCE: Places = Places { all: 1, own: 1 };

/// Addresses of which the old ones are forgotten.
const MANY_ADDRESSES: usize = 1024;

tokio::task_local! {
    static PASS: Arc<Pass>;
}

/// How many may be in.
#[derive(Clone, Copy)]
pub struct Places {
    /// From all addresses.
    pub all: usize,
    /// From one address.
    pub own: usize,
}

/// Lets requests in.
pub struct Gate {
    own: usize,
    all: Arc<Semaphore>,
    by_address: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// A request that was let in. Work for it holds this, also if the browser goes away.
pub struct Pass {
    _own: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl Gate {
    /// For requests that read stores.
    pub fn for_readers() -> Arc<Gate> {
        Gate::new(AT_ONCE)
    }

    /// For requests that take seconds. Those who wait would keep others from reading.
    pub fn for_painters() -> Arc<Gate> {
        Gate::new(PAINTED_AT_ONCE)
    }

    /// With so many places.
    pub fn new(places: Places) -> Arc<Gate> {
        let all = Arc::new(Semaphore::new(places.all));
        Arc::new(Gate { own: places.own, all, by_address: Mutex::default() })
    }

    /// Waits until a request of this address may go on. `None` never happens: semaphores
    /// are not closed.
    async fn enter(&self, address: IpAddr) -> Option<Pass> {
        let own = self.of(address.to_canonical()).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
        Some(Pass { _own: own, _all: all })
    }

    /// Lets in what takes as many places, if they are free.
    pub fn try_enter(&self, address: IpAddr, places: u32) -> Option<Pass> {
        let own = self.of(address.to_canonical()).try_acquire_many_owned(places).ok()?;
        let all = Arc::clone(&self.all).try_acquire_many_owned(places).ok()?;
        Some(Pass { _own: own, _all: all })
    }

    fn of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut by_address = lock(&self.by_address);
        if let Some(own) = by_address.get(&address).and_then(Weak::upgrade) {
            return own;
        }
        if by_address.len() >= MANY_ADDRESSES {
            by_address.retain(|_, own| own.strong_count() > 0);
        }
        let own = Arc::new(Semaphore::new(self.own));
        by_address.insert(address, Arc::downgrade(&own));
        own
    }
}

/// Lets a request in when there is room.
pub async fn wait(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let address = address_of(request.extensions().get::<ConnectInfo<SocketAddr>>());
    match gate.enter(address).await {
        Some(pass) => PASS.scope(Arc::new(pass), next.run(request)).await,
        None => next.run(request).await,
    }
}

/// What work for this request has to hold until it is done.
pub fn pass() -> Option<Arc<Pass>> {
    PASS.try_with(Arc::clone).ok()
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let gate = Gate::for_readers();
        let address = |last: u8| IpAddr::from([10, 0, 0, last]);
        let mut passes: Vec<_> = (0..AT_ONCE.own).filter_map(|_| now(gate.enter(address(1)))).collect();
        assert_eq!(passes.len(), AT_ONCE.own);
        assert!(now(gate.enter(address(1))).is_none(), "too many of one address");
        assert!(now(gate.enter(address(2))).is_some(), "another address");
        passes.extend((0..AT_ONCE.own).filter_map(|_| now(gate.enter(address(2)))));
        assert!(now(gate.enter(address(3))).is_none(), "too many in all");
        passes.clear();
        assert!(now(gate.enter(address(3))).is_some());
        (0..=255).flat_map(|a| (0..8).map(move |b| IpAddr::from([10, 1, b, a]))).for_each(|address| {
            assert!(now(gate.enter(address)).is_some());
        });
        assert!(lock(&gate.by_address).len() <= MANY_ADDRESSES);
    }
}

//! How many requests may read stores at the same time.
//!
//! **Invariant:** requests of one address leave room for others, and all of them leave room
//! for the events and for the organiser. Those who wait hold no thread.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll};

use axum::body::{self, Body, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;
use crate::listener::address_of;
use crate::lock::lock;

/// Requests that read stores at the same time. There are twice as many threads.
const AT_ONCE: Places = Places { all: 8, own: 4 };

/// Animations that are painted at the same time: each keeps a core busy.
const PAINTED_AT_ONCE: Places = Places { all: 1, own: 1 };

/// Parts of large responses that wait for their readers: 64 MB, 16 MB of one address.
const UNREAD: Places = Places { all: 1024, own: 256 };

/// The bytes of such a part.
const PART: usize = 64 << 10;

/// Smaller responses may wait without a place.
const LARGE: usize = 4 * PART;

/// Addresses of which the old ones are forgotten.
const MANY_ADDRESSES: usize = 1024;

tokio::task_local! {
    static PASS: Arc<Pass>;
}

/// How many may be in.
#[derive(Clone, Copy)]
struct Places {
    all: usize,
    /// From one address.
    own: usize,
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

    fn new(places: Places) -> Arc<Gate> {
        let all = Arc::new(Semaphore::new(places.all));
        Arc::new(Gate { own: places.own, all, by_address: Mutex::default() })
    }

    /// For large responses that nobody has read yet.
    pub fn for_unread_bodies() -> Arc<Gate> {
        Gate::new(UNREAD)
    }

    /// Waits until a request of this address may go on. `None` never happens: semaphores
    /// are not closed.
    async fn enter(&self, address: IpAddr) -> Option<Pass> {
        self.enter_with(address, 1).await
    }

    /// The same for what takes as many places.
    async fn enter_with(&self, address: IpAddr, places: u32) -> Option<Pass> {
        let own = self.of(address.to_canonical()).acquire_many_owned(places).await.ok()?;
        let all = Arc::clone(&self.all).acquire_many_owned(places).await.ok()?;
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

/// Lets a large response wait for its reader where there is room: else a few hundred readers
/// that do not read would take all memory. It stands behind the gate, so few wait here.
pub async fn hold_body(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let address = address_of(request.extensions().get::<ConnectInfo<SocketAddr>>());
    let response = next.run(request).await;
    if response.body().size_hint().lower() < LARGE as u64 {
        return response;
    }
    let (parts, body) = response.into_parts();
    let rest = match body::to_bytes(body, usize::MAX).await {
        Ok(rest) => rest,
        Err(error) => return ApiError::failed(error).into_response(),
    };
    let places = u32::try_from(rest.len().div_ceil(PART).min(UNREAD.own)).unwrap_or(u32::MAX);
    let pass = gate.enter_with(address, places).await;
    Response::from_parts(parts, Body::new(UnreadBody { rest, _pass: pass }))
}

/// A body that gives back its places when it has been read. It is handed out in parts: what
/// is handed out counts as read.
struct UnreadBody {
    rest: Bytes,
    _pass: Option<Pass>,
}

impl HttpBody for UnreadBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let part = self.rest.len().min(PART);
        Poll::Ready((part > 0).then(|| Ok(Frame::data(self.rest.split_to(part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
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
    use std::task::Waker;

    use axum::Router;
    use axum::middleware;
    use axum::routing::get;
    use tower::ServiceExt;

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

    #[tokio::test]
    async fn what_is_not_read_takes_bounded_memory() {
        const SIZE: usize = 3 << 20;
        let gate = Gate::for_unread_bodies();
        let text: Vec<u8> = (0..SIZE).map(|at| at as u8).collect();
        let (large, small) = (Bytes::from(text.clone()), Bytes::from_static(b"small"));
        let router = Router::new()
            .route("/large", get(move || async move { Body::from(large) }))
            .route("/small", get(move || async move { Body::from(small) }))
            .layer(middleware::from_fn_with_state(Arc::clone(&gate), hold_body));
        let ask = |path: &str, last: u8| {
            let from = ConnectInfo(SocketAddr::from(([10, 0, 0, last], 1)));
            let request = Request::builder().uri(path).extension(from).body(Body::empty());
            Box::pin(router.clone().oneshot(request.expect("a request")))
        };
        // One address gets five times three megabytes, and not six.
        let mut unread: Vec<Response> = Vec::new();
        for _ in 0..UNREAD.own * PART / SIZE {
            unread.push(now(ask("/large", 1)).expect("there is room").expect("a response"));
        }
        let mut waiting = ask("/large", 1);
        assert!(now(&mut waiting).is_none(), "too much of one address");
        assert!(now(ask("/small", 1)).is_some());
        unread.push(now(ask("/large", 2)).expect("another address").expect("a response"));
        // Read, or given up.
        let first = unread.remove(0);
        assert_eq!(first.body().size_hint().exact(), Some(SIZE as u64));
        let read = body::to_bytes(first.into_body(), usize::MAX).await.expect("a body");
        assert!(read == text);
        let mut response = now(&mut waiting);
        assert!(response.is_some(), "there is room again");
        drop((unread, response.take()));
        assert_eq!(gate.all.available_permits(), UNREAD.all);
    }
}

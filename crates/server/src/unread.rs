//! Large responses that wait for their readers: a few hundred of them would take all memory.
//!
//! **Invariant:** nobody waits here. Those who are let in hold places at the gate, which
//! others need; so who finds no room is asked to come back.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{self, Body, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

use crate::error::ApiError;
use crate::gate::{Gate, Pass, Places};
use crate::listener::address_of;

/// Parts of responses: 64 MB, 16 MB of one address.
const UNREAD: Places = Places { all: 1024, own: 256 };

/// The bytes of a part.
const PART: usize = 64 << 10;

/// Smaller responses need no place.
const LARGE: usize = 4 * PART;

/// Places for large responses.
pub fn gate() -> Arc<Gate> {
    Gate::new(UNREAD)
}

/// Lets a large response wait for its reader if there is room.
pub async fn hold(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
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
    match gate.try_enter(address, places) {
        Some(pass) => Response::from_parts(parts, Body::new(UnreadBody { rest, _pass: pass })),
        None => {
            let message = "too much is being sent already: try again in a moment";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).into_response()
        }
    }
}

/// A body that gives back its places when it has been read. It is handed out in parts: what
/// is handed out counts as read.
struct UnreadBody {
    rest: Bytes,
    _pass: Pass,
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

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use axum::{Router, middleware};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn what_is_not_read_takes_bounded_memory() {
        const SIZE: usize = 3 << 20;
        let text: Vec<u8> = (0..SIZE).map(|at| at as u8).collect();
        let (large, small) = (Bytes::from(text.clone()), Bytes::from_static(b"small"));
        let router = Router::new()
            .route("/large", get(move || async move { Body::from(large) }))
            .route("/small", get(move || async move { Body::from(small) }))
            .layer(middleware::from_fn_with_state(gate(), hold));
        let ask = async |path: &str, last: u8| {
            let from = ConnectInfo(SocketAddr::from(([10, 0, 0, last], 1)));
            let request = Request::builder().uri(path).extension(from).body(Body::empty());
            router.clone().oneshot(request.expect("a request")).await.expect("a response")
        };
        // One address gets five times three megabytes, and not six; all get 64 MB.
        let mut unread = Vec::new();
        for (address, expected) in [(1, 5), (2, 5), (3, 5), (4, 5), (5, 1)] {
            for number in 1..=6 {
                let response = ask("/large", address).await;
                let is_there = response.status() == StatusCode::OK;
                assert_eq!(is_there, number <= expected, "{number} of {address}: {}", response.status());
                unread.extend(is_there.then_some(response));
            }
            // What is small is no matter.
            assert_eq!(ask("/small", address).await.status(), StatusCode::OK);
        }
        // One is read: there is room for another.
        let first = unread.remove(0);
        assert_eq!(first.body().size_hint().exact(), Some(SIZE as u64));
        let read = body::to_bytes(first.into_body(), usize::MAX).await.expect("a body");
        assert!(read == text);
        assert_eq!(ask("/large", 1).await.status(), StatusCode::OK);
        // All are given up: everybody gets as much as before.
        unread.clear();
        for _ in 0..5 {
            unread.push(ask("/large", 5).await);
        }
        assert!(unread.iter().all(|response| response.status() == StatusCode::OK));
    }
}

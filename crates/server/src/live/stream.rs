//! A stream of server-sent events: what was missed, then what comes.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_stream::Stream;

use super::bus::Bus;

/// How often a comment is sent, so that the end of a connection is noticed.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// What a browser waits before it connects again, in milliseconds.
const RETRY: &[u8] = b"retry: 1000\n\n";

/// A response that is one endless stream.
pub fn response(
    bus: Arc<Bus>,
    first: Vec<Bytes>,
    events: mpsc::Receiver<Bytes>,
    guard: impl Send + 'static,
) -> Response {
    bus.count_reader(1);
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat.reset();
    let mut first = first;
    first.push(Bytes::from_static(RETRY));
    // Taken from the end.
    first.reverse();
    let stream = EventStream { bus, first, events, heartbeat, _guard: Box::new(guard) };
    with_headers(Body::from_stream(stream))
}

/// What a stream begins with, for those who ask for no more.
pub fn head() -> Response {
    with_headers(Body::empty())
}

fn with_headers(body: Body) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies would hold events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

struct EventStream {
    bus: Arc<Bus>,
    first: Vec<Bytes>,
    events: mpsc::Receiver<Bytes>,
    heartbeat: Interval,
    /// What is given back when the stream ends.
    _guard: Box<dyn Send>,
}

impl Stream for EventStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(frame) = self.first.pop() {
            return Poll::Ready(Some(Ok(frame)));
        }
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(Ok));
        }
        match self.heartbeat.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n")))),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.bus.count_reader(-1);
    }
}

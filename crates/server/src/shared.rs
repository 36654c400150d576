//! Responses that many visitors get. A class that looks at one page asks for the same at the
//! same time: the response is made once, and for a moment everybody gets its bytes.
//!
//! **Invariant:** a response is never shared between roles, nor kept when a tournament is
//! opened again, begins or ends, or when the organiser has changed something.
//!
//! **Invariant:** a response is not older than the event that the request names with `at`:
//! only requests with the same words share one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::{self, Body};
use axum::extract::{RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use crate::access::Role;
use crate::arena::Arena;
use crate::error::ApiError;
use crate::lock::lock;
use crate::tournaments::Opening;

/// Responses that are kept at most.
const MOST: usize = 128;

/// Larger responses are not kept, in bytes.
const LARGEST: usize = 128 << 10;

/// How long a failure is shared at most: the next moment it may be mended.
const FAILURE: Duration = Duration::from_secs(1);

/// Responses by what they depend on.
#[derive(Default)]
pub struct SharedResponses {
    places: Mutex<HashMap<Asked, Arc<Place>>>,
}

/// What a response depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asked {
    role: Role,
    /// Path and query, as they came.
    address: String,
    /// How it may be compressed, as it came.
    encodings: Option<HeaderValue>,
    /// The tournament that it is about, as it is opened now.
    opening: Option<Opening>,
}

/// Where a response is kept. Whoever makes it holds the lock; others wait for it.
#[derive(Default)]
struct Place {
    kept: tokio::sync::Mutex<Option<Kept>>,
    /// Until when it is shared; `None` before there is one.
    until: Mutex<Option<Instant>>,
}

#[derive(Clone)]
struct Kept {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

/// How long responses of some routes are shared.
#[derive(Clone)]
pub struct Sharing {
    /// Knows how tournaments are opened.
    pub arena: Arc<Arena>,
    /// Where responses are kept.
    pub responses: Arc<SharedResponses>,
    /// How old a shared response may be.
    pub age: Duration,
}

/// Answers with what others got a moment ago, if it is the same.
pub async fn share(
    State(Sharing { arena, responses, age }): State<Sharing>,
    parameters: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let role = request.extensions().get::<Role>().copied().unwrap_or(Role::None);
    // The organiser sees what was just done.
    if request.method() != Method::GET || role == Role::Organiser {
        return next.run(request).await;
    }
    let id = parameters.iter().find(|(name, _)| *name == "id").map(|(_, id)| id);
    let asked = Asked {
        role,
        address: request.uri().to_string(),
        encodings: request.headers().get(header::ACCEPT_ENCODING).cloned(),
        opening: id.and_then(|id| arena.catalogue.known(id)).map(|entry| entry.opening()),
    };
    let Some(place) = responses.place(asked) else { return next.run(request).await };
    let mut kept = place.kept.lock().await;
    if let Some(kept) = kept.as_ref().filter(|_| place.is_fresh()) {
        return kept.clone().into();
    }
    let (parts, body) = next.run(request).await.into_parts();
    let body = match body::to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return ApiError::failed(error).into_response(),
    };
    let made = Kept { status: parts.status, headers: parts.headers, body };
    if made.body.len() <= LARGEST {
        *kept = Some(made.clone());
        let age = if made.status.is_success() { age } else { age.min(FAILURE) };
        *lock(&place.until) = Some(Instant::now() + age);
    }
    made.into()
}

/// Forgets what is shared when something was changed.
pub async fn forget_after_changes(
    State(responses): State<Arc<SharedResponses>>,
    request: Request,
    next: Next,
) -> Response {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let response = next.run(request).await;
    if is_change {
        lock(&responses.places).clear();
    }
    response
}

impl SharedResponses {
    /// Where the response is kept; `None` if there are too many.
    fn place(&self, asked: Asked) -> Option<Arc<Place>> {
        let mut places = lock(&self.places);
        if let Some(place) = places.get(&asked) {
            return Some(Arc::clone(place));
        }
        places.retain(|_, place| Arc::strong_count(place) > 1 || place.is_fresh());
        (places.len() < MOST).then(|| Arc::clone(places.entry(asked).or_default()))
    }
}

impl Place {
    fn is_fresh(&self) -> bool {
        lock(&self.until).is_some_and(|until| Instant::now() < until)
    }
}

impl From<Kept> for Response {
    fn from(kept: Kept) -> Response {
        let mut response = Response::new(Body::from(kept.body));
        (*response.status_mut(), *response.headers_mut()) = (kept.status, kept.headers);
        response
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::task::{Context, Waker};

    use axum::routing::get;
    use axum::{Router, middleware};
    use league::formats::Plan;
    use league::{Event, Tournament};
    use tower::ServiceExt;

    use super::*;
    use crate::host::Opened;
    use crate::tournaments::Entry;

    const LONG: Duration = Duration::from_secs(3600);

    /// A handler that says how often it was called, `larger` with much text.
    struct Counted {
        arena: Arc<Arena>,
        entry: Arc<Entry>,
        router: Router,
        calls: Arc<AtomicU64>,
    }

    impl Counted {
        fn new(age: Duration) -> Counted {
            let arena = Arena::new("Test".into(), None, None);
            let plan = Plan::RoundRobin { pairs: 1 };
            let event = Event::of_built_in_players("virus", ["greedy", "random"], plan).expect("players");
            let tournament = Arc::new(Tournament::in_memory(event));
            let opened = Opened { tournament, play: None, sandbox: None, store: None, problem: None };
            let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
            let (calls, responses) = (Arc::new(AtomicU64::new(0)), Arc::<SharedResponses>::default());
            let counter = Arc::clone(&calls);
            let count = move |request: Request| async move {
                // Others ask meanwhile.
                tokio::task::yield_now().await;
                let call = counter.fetch_add(1, Ordering::Relaxed) + 1;
                let filler = if request.uri().path().ends_with("larger") { LARGEST } else { 0 };
                let status = match request.uri().path().ends_with("missing") {
                    true => StatusCode::NOT_FOUND,
                    false => StatusCode::OK,
                };
                (status, [("x-call", call.to_string())], " ".repeat(filler) + &call.to_string())
            };
            let sharing = Sharing { arena: Arc::clone(&arena), responses: Arc::clone(&responses), age };
            let router = Router::new()
                .route("/t/{id}", get(count.clone()).post(count.clone()))
                .route("/t/{id}/{what}", get(count))
                .layer(middleware::from_fn_with_state(sharing, share))
                .layer(middleware::from_fn_with_state(responses, forget_after_changes));
            Counted { arena, entry, router, calls }
        }

        /// The number of the call that a visitor gets.
        async fn ask(&self, role: Role, method: Method, address: &str, encoding: &str) -> u64 {
            let request = Request::builder().method(method).uri(address).extension(role);
            let request = request.header(header::ACCEPT_ENCODING, encoding).body(Body::empty());
            let response =
                self.router.clone().oneshot(request.expect("a request")).await.expect("a response");
            let (parts, body) = response.into_parts();
            let bytes = body::to_bytes(body, usize::MAX).await.expect("a body");
            let text = String::from_utf8_lossy(&bytes).trim().to_string();
            assert_eq!(parts.headers["x-call"], text, "head and body belong together");
            assert_eq!(parts.status == StatusCode::NOT_FOUND, address.ends_with("missing"));
            text.parse().expect("a number")
        }

        async fn get(&self, address: &str) -> u64 {
            self.ask(Role::Viewer, Method::GET, address, "gzip").await
        }
    }

    #[tokio::test]
    async fn the_same_response_is_made_once() {
        let counted = Counted::new(LONG);
        assert_eq!(counted.get("/t/cup").await, 1);
        // A request, and the call that it gets: an old number is a shared response.
        let table = [
            (Role::Viewer, Method::GET, "/t/cup", "gzip", 1),
            (Role::Viewer, Method::GET, "/t/cup?at=1-1", "gzip", 2),
            (Role::Viewer, Method::GET, "/t/cup?at=1-2", "gzip", 3),
            (Role::Viewer, Method::GET, "/t/cup?at=1-1", "gzip", 2),
            (Role::Viewer, Method::GET, "/t/cup", "identity", 4),
            (Role::Viewer, Method::GET, "/t/other", "gzip", 5),
            (Role::None, Method::GET, "/t/cup", "gzip", 6),
            (Role::Organiser, Method::GET, "/t/cup", "gzip", 7),
            (Role::Organiser, Method::GET, "/t/cup", "gzip", 8),
            (Role::Viewer, Method::GET, "/t/cup", "gzip", 1),
            (Role::None, Method::GET, "/t/cup", "gzip", 6),
            (Role::Viewer, Method::GET, "/t/cup/missing", "gzip", 9),
            (Role::Viewer, Method::GET, "/t/cup/missing", "gzip", 9),
            (Role::Viewer, Method::GET, "/t/cup/larger", "gzip", 10),
            (Role::Viewer, Method::GET, "/t/cup/larger", "gzip", 11),
            // A change: everything is made again.
            (Role::Organiser, Method::POST, "/t/cup", "gzip", 12),
            (Role::Viewer, Method::GET, "/t/cup", "gzip", 13),
            (Role::Viewer, Method::GET, "/t/cup", "gzip", 13),
        ];
        for (role, method, address, encoding, expected) in table {
            let got = counted.ask(role, method.clone(), address, encoding).await;
            assert_eq!(got, expected, "{role:?} {method} {address} {encoding}");
        }
        // The tournament ends: its seeds may be told now. Others stay as they are.
        assert_eq!(counted.get("/t/other").await, 14);
        counted.entry.program_ended();
        assert_eq!(counted.get("/t/cup").await, 15);
        assert_eq!(counted.get("/t/other").await, 14);
        assert!(counted.arena.catalogue.known("cup").is_some());
    }

    #[tokio::test]
    async fn old_responses_are_made_again() {
        let counted = Counted::new(Duration::ZERO);
        for expected in 1..=5 {
            assert_eq!(counted.get("/t/cup").await, expected);
        }
    }

    #[tokio::test]
    async fn those_who_ask_at_the_same_time_wait_for_one_response() {
        let counted = Counted::new(LONG);
        let (one, two, three) =
            tokio::join!(counted.get("/t/cup"), counted.get("/t/cup"), counted.get("/t/cup"));
        assert_eq!((one, two, three), (1, 1, 1));
        // Who goes away while it is made leaves the others waiting for nothing.
        {
            let mut gone = pin!(counted.get("/t/cup?at=1-1"));
            assert!(gone.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        assert_eq!(counted.get("/t/cup?at=1-1").await, 2);
    }

    #[tokio::test]
    async fn what_is_kept_is_limited() {
        let counted = Counted::new(LONG);
        let address = |at: u64| format!("/t/cup?at=1-{at}");
        for at in 1..=2 * MOST as u64 {
            assert_eq!(counted.get(&address(at)).await, at);
        }
        let calls = counted.calls.load(Ordering::Relaxed);
        // The first ones are kept; what found no room is made again.
        assert_eq!(counted.get(&address(1)).await, 1);
        assert_eq!(counted.get(&address(calls)).await, calls + 1);
    }
}

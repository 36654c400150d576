//! Responses that many visitors get. A class that looks at one page asks for the same at the
//! same time: the response is made once, and for a moment everybody gets its bytes.
//!
//! [`share`] stands before the gate, so that nobody waits there for what is kept; [`make`]
//! behind it, so that nobody waits for one who waits there.
//!
//! **Invariant:** a response is never shared between roles, nor kept when the organiser has
//! changed something. One about a tournament is not kept when that is opened again, begins
//! or ends.
//!
//! **Invariant:** what events are about is not older than the newest event of its topic. Who
//! loads a page again because of an event gets what has happened.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{self, Body};
use axum::extract::{RawPathParams, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use tokio::time::Instant;

use crate::access::Role;
use crate::arena::Arena;
use crate::error::ApiError;
use crate::lock::lock;
use crate::tournaments::Opening;

/// Responses that are kept at most.
const MOST: usize = 128;

/// The bytes of their bodies.
const MOST_BYTES: usize = 16 << 20;

/// Larger responses are not kept, in bytes.
const LARGEST: usize = 1 << 20;

/// How routes end that read a query.
const WITH_QUERY: [&str; 2] = ["/games", "/board.svg"];

/// Responses of some routes.
pub struct SharedResponses {
    /// How old they may be.
    age: Duration,
    /// Whether an event of their topic makes them old.
    is_news: bool,
    places: Mutex<HashMap<Asked, Arc<Place>>>,
}

/// All that is shared.
#[derive(Clone)]
pub struct SharedRoutes {
    /// What changes with events.
    pub news: Arc<SharedResponses>,
    /// Games that are over.
    pub past: Arc<SharedResponses>,
}

/// What a response depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Asked {
    role: Role,
    /// Path, and query where it matters, as they came.
    address: String,
    /// How it may be compressed, as it came.
    encodings: Vec<HeaderValue>,
    /// The tournament that it is about, as it is opened now.
    opening: Option<Opening>,
    /// The number of the newest event of its topic; `None` if that does not matter.
    event: Option<u64>,
}

/// Where a response is kept.
#[derive(Default)]
struct Place {
    /// `None` before there is one.
    kept: Mutex<Option<Kept>>,
    /// Held while it is made: others wait for it.
    making: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Kept {
    until: Instant,
    /// `None` if it was too large: everybody makes one.
    response: Option<Finished>,
}

#[derive(Clone)]
struct Finished {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

/// What [`share`] needs.
#[derive(Clone)]
pub struct Sharing {
    /// Knows how tournaments are opened, and their events.
    pub arena: Arc<Arena>,
    /// Where responses are kept.
    pub responses: Arc<SharedResponses>,
}

/// Answers with what others got a moment ago, if it is the same.
pub async fn share(
    State(Sharing { arena, responses }): State<Sharing>,
    parameters: RawPathParams,
    mut request: Request,
    next: Next,
) -> Response {
    let role = request.extensions().get::<Role>().copied().unwrap_or(Role::None);
    // The organiser sees what was just done.
    if request.method() != Method::GET || role == Role::Organiser {
        return next.run(request).await;
    }
    let id = parameters.iter().find(|(name, _)| *name == "id").map(|(_, id)| id);
    let topic = || id.map_or_else(|| "home".to_string(), |id| format!("t:{id}"));
    let asked = Asked {
        role,
        address: address_of(request.uri()),
        encodings: request.headers().get_all(header::ACCEPT_ENCODING).iter().cloned().collect(),
        opening: id.and_then(|id| arena.catalogue.known(id)).map(|entry| entry.opening()),
        event: responses.is_news.then(|| arena.bus.newest_of(&topic())),
    };
    if let Some(response) = responses.kept(&asked) {
        return response.into();
    }
    request.extensions_mut().insert(Making { responses, asked });
    next.run(request).await
}

/// What tells one response from another: with a query that does not matter, everybody would
/// get one of their own.
fn address_of(uri: &Uri) -> String {
    let has_query = WITH_QUERY.iter().any(|ending| uri.path().ends_with(ending));
    let whole = uri.path_and_query().map_or(uri.path(), |whole| whole.as_str());
    String::from(if has_query { whole } else { uri.path() })
}

/// A response that may have to be made.
#[derive(Clone)]
struct Making {
    responses: Arc<SharedResponses>,
    asked: Asked,
}

/// Makes a response that is going to be shared, or waits for whoever does.
pub async fn make(mut request: Request, next: Next) -> Response {
    let Some(Making { responses, asked }) = request.extensions_mut().remove() else {
        return next.run(request).await;
    };
    // Only now: those who wait at the gate must not take all places.
    let Some(place) = responses.place(asked) else { return next.run(request).await };
    let making = place.making.lock().await;
    match place.fresh() {
        Some(Kept { response: Some(response), .. }) => return response.into(),
        Some(Kept { response: None, .. }) => {
            drop(making);
            return next.run(request).await;
        }
        None => {}
    }
    let (parts, body) = next.run(request).await.into_parts();
    let body = match body::to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return ApiError::failed(error).into_response(),
    };
    let made = Finished { status: parts.status, headers: parts.headers, body };
    // What failed may be mended the next moment.
    if made.status.is_success() {
        let response = (made.body.len() <= LARGEST).then(|| made.clone());
        *lock(&place.kept) = Some(Kept { until: Instant::now() + responses.age, response });
        responses.make_room();
    }
    drop(making);
    made.into()
}

/// Forgets what is shared when the organiser changes something, also if the browser goes
/// away meanwhile.
pub async fn forget_after_changes(
    State(shared): State<SharedRoutes>,
    request: Request,
    next: Next,
) -> Response {
    struct Forget(SharedRoutes);
    impl Drop for Forget {
        fn drop(&mut self) {
            [&self.0.news, &self.0.past].iter().for_each(|responses| lock(&responses.places).clear());
        }
    }
    let is_organiser = request.extensions().get() == Some(&Role::Organiser);
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let _forget = (is_organiser && is_change).then(|| Forget(shared));
    next.run(request).await
}

impl SharedResponses {
    /// Of routes that tell news.
    pub fn of_news(age: Duration) -> Arc<SharedResponses> {
        Arc::new(SharedResponses { age, is_news: true, places: Mutex::default() })
    }

    /// Of routes that tell what is over.
    pub fn of_past(age: Duration) -> Arc<SharedResponses> {
        Arc::new(SharedResponses { age, is_news: false, places: Mutex::default() })
    }

    /// The response that is kept.
    fn kept(&self, asked: &Asked) -> Option<Finished> {
        lock(&self.places).get(asked)?.fresh()?.response
    }

    /// Where the response is kept; `None` if all places are needed at this moment.
    fn place(&self, asked: Asked) -> Option<Arc<Place>> {
        let mut places = lock(&self.places);
        if let Some(place) = places.get(&asked) {
            return Some(Arc::clone(place));
        }
        if places.len() >= MOST {
            places.retain(|_, place| place.is_in_use() || place.fresh().is_some());
        }
        if places.len() >= MOST && !forget_oldest(&mut places) {
            return None;
        }
        Some(Arc::clone(places.entry(asked).or_default()))
    }

    /// Forgets old responses until the bodies are few enough.
    fn make_room(&self) {
        let mut places = lock(&self.places);
        let bytes = |places: &HashMap<Asked, Arc<Place>>| places.values().map(|it| it.bytes()).sum::<usize>();
        while bytes(&places) > MOST_BYTES && forget_oldest(&mut places) {}
    }
}

/// Forgets the response that would be kept for the shortest time; `false` if all are in use.
fn forget_oldest(places: &mut HashMap<Asked, Arc<Place>>) -> bool {
    let until = |place: &Place| lock(&place.kept).as_ref().map(|kept| kept.until);
    let oldest = places.iter().filter(|(_, place)| !place.is_in_use()).min_by_key(|(_, place)| until(place));
    let Some(asked) = oldest.map(|(asked, _)| asked.clone()) else { return false };
    places.remove(&asked).is_some()
}

impl Place {
    fn fresh(&self) -> Option<Kept> {
        lock(&self.kept).as_ref().filter(|kept| Instant::now() < kept.until).cloned()
    }

    /// Whether a request is going to make its response, or waits for it.
    fn is_in_use(self: &Arc<Place>) -> bool {
        Arc::strong_count(self) > 1
    }

    fn bytes(&self) -> usize {
        let kept = lock(&self.kept);
        kept.as_ref().and_then(|kept| kept.response.as_ref()).map_or(0, |response| response.body.len())
    }
}

impl From<Finished> for Response {
    fn from(finished: Finished) -> Response {
        let mut response = Response::new(Body::from(finished.body));
        (*response.status_mut(), *response.headers_mut()) = (finished.status, finished.headers);
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
    use tokio::sync::Semaphore;
    use tokio::time::advance;
    use tower::ServiceExt;

    use super::*;
    use crate::host::Opened;
    use crate::tournaments::Entry;

    const AGE: Duration = Duration::from_secs(5);

    /// A handler that says how often it was called, `large` with much text. Time stands still.
    struct Counted {
        arena: Arc<Arena>,
        entry: Arc<Entry>,
        router: Router,
        responses: Arc<SharedResponses>,
        calls: Arc<AtomicU64>,
        /// Calls that may be answered.
        allowed: Arc<Semaphore>,
    }

    impl Counted {
        fn new() -> Counted {
            let arena = Arena::new("Test".into(), None, None);
            let plan = Plan::RoundRobin { pairs: 1 };
            let event = Event::of_built_in_players("virus", ["greedy", "random"], plan).expect("players");
            let tournament = Arc::new(Tournament::in_memory(event));
            let opened = Opened { tournament, play: None, sandbox: None, store: None, problem: None };
            let entry = arena.catalogue.add("cup", |id| Entry::of_program(id, opened, Arc::default()));
            let (calls, allowed) = (Arc::new(AtomicU64::new(0)), Arc::new(Semaphore::new(10_000)));
            let responses = SharedResponses::of_news(AGE);
            let (counter, gate) = (Arc::clone(&calls), Arc::clone(&allowed));
            let count = move |request: Request| async move {
                let call = counter.fetch_add(1, Ordering::Relaxed) + 1;
                let _allowed = gate.acquire().await.expect("it is open");
                let path = request.uri().path();
                let filler = match path {
                    _ if path.ends_with("too-large") => LARGEST,
                    _ if path.contains("/large") => LARGEST / 2,
                    _ => 0,
                };
                let status = match path.ends_with("missing") {
                    true => StatusCode::NOT_FOUND,
                    false => StatusCode::OK,
                };
                (status, [("x-call", call.to_string())], " ".repeat(filler) + &call.to_string())
            };
            let sharing = Sharing { arena: Arc::clone(&arena), responses: Arc::clone(&responses) };
            let shared = SharedRoutes { news: Arc::clone(&responses), past: SharedResponses::of_past(AGE) };
            let router = Router::new()
                .route("/", get(count.clone()))
                .route("/t/{id}", get(count.clone()).post(count.clone()))
                .route("/t/{id}/{*what}", get(count))
                .layer(middleware::from_fn(make))
                .layer(middleware::from_fn_with_state(sharing, share))
                .layer(middleware::from_fn_with_state(shared, forget_after_changes));
            Counted { arena, entry, router, responses, calls, allowed }
        }

        /// The number of the call that a visitor gets.
        async fn ask(&self, role: Role, method: Method, address: &str, encodings: &[&str]) -> u64 {
            let mut request = Request::builder().method(method).uri(address).extension(role);
            for encoding in encodings {
                request = request.header(header::ACCEPT_ENCODING, *encoding);
            }
            let request = request.body(Body::empty()).expect("a request");
            let response = self.router.clone().oneshot(request).await.expect("a response");
            let (parts, body) = response.into_parts();
            let bytes = body::to_bytes(body, usize::MAX).await.expect("a body");
            let text = String::from_utf8_lossy(&bytes).trim().to_string();
            assert_eq!(parts.headers["x-call"], text, "head and body belong together");
            assert_eq!(parts.status == StatusCode::NOT_FOUND, address.ends_with("missing"));
            text.parse().expect("a number")
        }

        async fn get(&self, address: &str) -> u64 {
            self.ask(Role::Viewer, Method::GET, address, &["gzip"]).await
        }

        fn calls(&self) -> u64 {
            self.calls.load(Ordering::Relaxed)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_response_is_made_once() {
        let counted = Counted::new();
        assert_eq!(counted.get("/t/cup").await, 1);
        // A request, and the call that it gets: an old number is a shared response.
        let table: [(Role, Method, &str, &[&str], u64); 19] = [
            (Role::Viewer, Method::GET, "/t/cup", &["gzip"], 1),
            (Role::Viewer, Method::GET, "/t/cup/games?page=2", &["gzip"], 2),
            (Role::Viewer, Method::GET, "/t/cup/games?page=3", &["gzip"], 3),
            (Role::Viewer, Method::GET, "/t/cup/games?page=2", &["gzip"], 2),
            (Role::Viewer, Method::GET, "/t/cup", &["identity"], 4),
            (Role::Viewer, Method::GET, "/t/cup", &["identity", "gzip"], 5),
            (Role::Viewer, Method::GET, "/t/cup?for=me", &["gzip"], 1),
            (Role::Viewer, Method::GET, "/t/other", &["gzip"], 6),
            (Role::None, Method::GET, "/t/cup", &["gzip"], 7),
            (Role::Organiser, Method::GET, "/t/cup", &["gzip"], 8),
            (Role::Organiser, Method::GET, "/t/cup", &["gzip"], 9),
            (Role::Viewer, Method::GET, "/t/cup", &["gzip"], 1),
            (Role::None, Method::GET, "/t/cup", &["gzip"], 7),
            // Visitors cannot change anything, so nothing is forgotten.
            (Role::Viewer, Method::POST, "/t/cup", &["gzip"], 10),
            (Role::Viewer, Method::GET, "/t/cup", &["gzip"], 1),
            // A change: everything is made again.
            (Role::Organiser, Method::POST, "/t/cup", &["gzip"], 11),
            (Role::Viewer, Method::GET, "/t/cup", &["gzip"], 12),
            (Role::Viewer, Method::GET, "/t/cup", &["gzip"], 12),
            (Role::None, Method::GET, "/t/cup", &["gzip"], 13),
        ];
        for (role, method, address, encodings, expected) in table {
            let got = counted.ask(role, method.clone(), address, encodings).await;
            assert_eq!(got, expected, "{role:?} {method} {address} {encodings:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_older_than_an_event() {
        let counted = Counted::new();
        for expected in [1, 2, 3, 1, 2, 3] {
            let address = ["/", "/t/cup", "/t/other"][(expected - 1) as usize];
            assert_eq!(counted.get(address).await, expected);
        }
        // Events are kept while somebody reads their topic.
        let _reader = counted.arena.bus.subscribe(&["home".into(), "t:cup".into()], None);
        counted.arena.bus.publish("t:cup", "standings", &1);
        for (address, expected) in [("/", 1), ("/t/cup", 4), ("/t/cup", 4), ("/t/other", 3)] {
            assert_eq!(counted.get(address).await, expected, "{address}");
        }
        counted.arena.bus.publish("home", "home", &1);
        for (address, expected) in [("/", 5), ("/", 5), ("/t/cup", 4), ("/t/other", 3)] {
            assert_eq!(counted.get(address).await, expected, "{address}");
        }
        // The tournament ends: its seeds may be told now. Others stay as they are.
        counted.entry.program_ended();
        for (address, expected) in [("/t/cup", 6), ("/t/cup", 6), ("/t/other", 3)] {
            assert_eq!(counted.get(address).await, expected, "{address}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn old_responses_are_made_again() {
        let counted = Counted::new();
        // Milliseconds that pass, and the calls of a response and of a failure then.
        for (pause, expected) in [(0, [1, 2]), (0, [1, 3]), (4999, [1, 4]), (1, [5, 6])] {
            advance(Duration::from_millis(pause)).await;
            let got = [counted.get("/t/cup").await, counted.get("/t/cup/missing").await];
            assert_eq!(got, expected, "{pause}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_ask_at_the_same_time_wait_for_one_response() {
        let counted = Counted::new();
        let blocked = counted.allowed.acquire_many(10_000).await.expect("it is open");
        let mut poll = Context::from_waker(Waker::noop());
        let mut all = pin!(async {
            tokio::join!(
                counted.get("/t/cup"),
                counted.get("/t/cup"),
                counted.get("/t/cup/too-large"),
                counted.get("/t/cup/too-large"),
                counted.get("/t/cup/too-large"),
            )
        });
        assert!(all.as_mut().poll(&mut poll).is_pending());
        assert_eq!(counted.calls(), 2);
        drop(blocked);
        let (one, two, three, four, five) = all.await;
        assert_eq!((one, two, three), (1, 1, 2));
        assert_eq!(four.min(five), 3);
        // What is too large is known to be so: nobody waits for others.
        let blocked = counted.allowed.acquire_many(10_000).await.expect("it is open");
        let mut all =
            pin!(async { tokio::join!(counted.get("/t/cup/too-large"), counted.get("/t/cup/too-large")) });
        assert!(all.as_mut().poll(&mut poll).is_pending());
        assert_eq!(counted.calls(), 6);
        drop(blocked);
        all.await;
        // Who goes away while it is made leaves the others waiting for nothing.
        let blocked = counted.allowed.acquire_many(10_000).await.expect("it is open");
        {
            let mut gone = pin!(counted.get("/t/other"));
            assert!(gone.as_mut().poll(&mut poll).is_pending());
        }
        drop(blocked);
        assert_eq!(counted.get("/t/other").await, 8);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_kept_is_limited() {
        let counted = Counted::new();
        let bytes = || lock(&counted.responses.places).values().map(|it| it.bytes()).sum::<usize>();
        let len = || lock(&counted.responses.places).len();
        for call in 1..=2 * MOST as u64 {
            assert_eq!(counted.get(&format!("/t/cup/games?page={call}")).await, call);
            advance(Duration::from_millis(1)).await;
            assert!(len() <= MOST);
        }
        // The newest ones are kept.
        let first_kept = MOST as u64 + 1;
        assert_eq!(counted.get(&format!("/t/cup/games?page={first_kept}")).await, first_kept);
        assert_eq!(counted.get("/t/cup/games?page=1").await, 2 * MOST as u64 + 1);
        // Few large ones are many bytes.
        for page in 0..MOST {
            counted.get(&format!("/t/cup/large/games?page={page}")).await;
            assert!(bytes() <= MOST_BYTES);
        }
        assert!(bytes() > MOST_BYTES - LARGEST);
        // If all places are needed, others are answered all the same.
        advance(AGE).await;
        let calls = counted.calls();
        let blocked = counted.allowed.acquire_many(10_000).await.expect("it is open");
        let addresses: Vec<String> = (0..=MOST).map(|page| format!("/t/other/games?page={page}")).collect();
        let ask = |address| Box::pin(tokio::task::unconstrained(counted.get(address)));
        let mut all: Vec<_> = addresses.iter().map(|address| ask(address)).collect();
        let mut poll = Context::from_waker(Waker::noop());
        assert!(all.iter_mut().all(|it| it.as_mut().poll(&mut poll).is_pending()));
        assert_eq!((counted.calls() - calls, len()), (MOST as u64 + 1, MOST));
        drop(blocked);
        for response in all {
            response.await;
        }
    }
}

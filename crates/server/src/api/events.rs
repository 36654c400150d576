//! Events: as a stream, and for browsers that have too many streams already, one
//! request after the other.
#![allow(unused_qualifications, reason = "utoipa names parameters by their whole paths")]

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::access::Role;
use crate::arena::{App, Arena, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Query;
use crate::listener::address_of;
use crate::live::{self, EventId, Topic, first_events};
use crate::wall::organisers_topic;

/// Topics of one page at most.
const MOST_TOPICS: usize = 64;

/// What to read.
#[derive(Deserialize, IntoParams)]
pub struct EventsQuery {
    /// Topics, joined by commas: `home`, `t:cup`, `g:17`, `w:cup`.
    topics: String,
    /// The last event that was seen; the header `Last-Event-ID` goes before it.
    last: Option<String>,
}

/// What to read since an event.
#[derive(Deserialize, IntoParams)]
pub struct PollQuery {
    /// Topics, joined by commas.
    topics: String,
    /// The last event that was seen; without one, what a stream begins with.
    after: Option<String>,
}

/// Events since the last request.
#[derive(Serialize, ToSchema)]
pub struct Polled {
    /// The events, oldest first.
    events: Vec<PolledEvent>,
    /// To be given as `after` in the next request.
    last: String,
}

/// An event.
#[derive(Serialize, ToSchema)]
pub struct PolledEvent {
    /// Its number; `null` for what a stream begins with.
    id: Option<String>,
    /// Its kind.
    event: String,
    /// Its data.
    #[schema(value_type = Object)]
    data: Box<RawValue>,
}

/// All events of some topics from now on, as server-sent events.
#[utoipa::path(get, path = "/api/events", tag = "live", params(EventsQuery),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 429, body = ErrorReply)))]
pub async fn stream(
    State(app): State<App>,
    Query(query): Query<EventsQuery>,
    method: Method,
    headers: HeaderMap,
    info: Option<Extension<ConnectInfo<SocketAddr>>>,
    Extension(role): Extension<Role>,
) -> Result<Response, ApiError> {
    let topics = read_topics(&query.topics)?;
    let Some(place) = app.streams.take(address_of(info.as_deref())) else {
        let message = "too many pages are watching already: close some, or wait";
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message));
    };
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok().map(String::from));
    let last = header.or(query.last).filter(|last| !last.is_empty());
    if method == Method::HEAD {
        return Ok(live::head());
    }
    let (arena, place) = (app.arena.clone(), Arc::new(place));
    let held = Arc::clone(&place);
    let (subscription, first) = blocking(move || {
        // Held also if the browser goes away meanwhile.
        let _held = held;
        let last = last.as_deref();
        let Wanted { topics, read, is_all_there } = wanted(&arena, topics, role);
        let mut subscription = arena.bus.subscribe(&read, last.and_then(EventId::read));
        subscription.has_gap |= is_unreadable(last) || (last.is_some() && !is_all_there);
        let begins_anew = last.is_none() || subscription.has_gap;
        let mut first = Vec::new();
        if subscription.has_gap {
            first.push(live::frame(Some(subscription.now), "reset", b"{}"));
            subscription.missed.clear();
        }
        first.extend(subscription.missed.iter().map(|event| event.frame.clone()));
        let beginning = first_events(&arena, &topics, begins_anew);
        first.extend(beginning.into_iter().map(|(name, data)| live::frame(None, name, &data)));
        Ok((subscription, first))
    })
    .await?;
    Ok(live::response(app.arena.bus.clone(), first, subscription.events, place))
}

/// The events of some topics since the last request.
#[utoipa::path(get, path = "/api/events/poll", tag = "live", params(PollQuery),
    responses((status = 200, body = Polled)))]
pub async fn poll(
    State(app): State<App>,
    Query(query): Query<PollQuery>,
    Extension(role): Extension<Role>,
) -> Result<Json<Polled>, ApiError> {
    let topics = read_topics(&query.topics)?;
    blocking(move || {
        let after = query.after.as_deref().filter(|after| !after.is_empty());
        let Wanted { topics, read, is_all_there } = wanted(&app.arena, topics, role);
        let missed = app.arena.bus.poll(&read, after.and_then(EventId::read));
        let has_gap = missed.has_gap || is_unreadable(after) || (after.is_some() && !is_all_there);
        let mut events = Vec::new();
        let raw = |data: &[u8]| -> Result<Box<RawValue>, ApiError> {
            serde_json::from_slice(data).map_err(ApiError::failed)
        };
        if has_gap {
            events.push(PolledEvent { id: None, event: "reset".into(), data: raw(b"{}")? });
        }
        for event in missed.events.iter().filter(|_| !has_gap) {
            let id = Some(event.id.to_string());
            events.push(PolledEvent { id, event: event.name.into(), data: raw(&event.data)? });
        }
        for (name, data) in first_events(&app.arena, &topics, after.is_none() || has_gap) {
            events.push(PolledEvent { id: None, event: name.into(), data: raw(&data)? });
        }
        Ok(Json(Polled { events, last: missed.now.to_string() }))
    })
    .await
}

/// What a visitor reads.
struct Wanted {
    /// Topics that there are.
    topics: Vec<Topic>,
    /// The same, and what says that the organiser is there.
    read: Vec<Topic>,
    /// Whether all that was asked for is there.
    is_all_there: bool,
}

/// Topics that there are. Others would take memory and time from everybody, for nothing.
fn wanted(arena: &Arena, mut topics: Vec<Topic>, role: Role) -> Wanted {
    let asked = topics.len();
    let is_tournament = |id: &str| arena.catalogue.known(id).is_some();
    let is_there = |topic: &Topic| match topic.split_once(':') {
        None => true,
        Some(("w", "all")) => true,
        Some(("g", id)) => arena.live.has(id),
        Some((_, id)) => is_tournament(id),
    };
    if !topics.iter().all(is_there) {
        // Its file may have come just now.
        arena.catalogue.all();
    }
    topics.retain(is_there);
    let mut read = topics.clone();
    if role == Role::Organiser {
        read.extend(topics.iter().filter(|topic| topic.starts_with("w:")).map(|it| organisers_topic(it)));
    }
    Wanted { is_all_there: topics.len() == asked, topics, read }
}

/// Whether there is a number of a last event, but none of ours.
fn is_unreadable(last: Option<&str>) -> bool {
    last.is_some_and(|last| EventId::read(last).is_none())
}

fn read_topics(list: &str) -> Result<Vec<Topic>, ApiError> {
    let topics: BTreeSet<&str> = list.split(',').filter(|topic| !topic.is_empty()).collect();
    let is_known = |topic: &&str| {
        let rest = ["t:", "g:", "w:"].into_iter().find_map(|kind| topic.strip_prefix(kind));
        **topic == *"home"
            || rest.is_some_and(|rest| {
                (1..=100).contains(&rest.len())
                    && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            })
    };
    if topics.is_empty() || topics.len() > MOST_TOPICS || !topics.iter().all(is_known) {
        return Err(ApiError::bad_request(
            "topics are home, t:TOURNAMENT, g:GAME or w:TOURNAMENT, joined by commas",
        ));
    }
    Ok(topics.into_iter().map(String::from).collect())
}

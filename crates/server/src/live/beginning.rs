//! What a reader of a topic gets first: how everything stands.

use serde::Serialize;

use super::bus::Topic;
use super::ticker::{live_event, standings_event};
use crate::api::home;
use crate::arena::Arena;

/// The events that a stream begins with, by name and data. A stream that goes on from its
/// last event needs none.
pub fn first_events(arena: &Arena, topics: &[Topic], begins_anew: bool) -> Vec<(&'static str, Vec<u8>)> {
    if !begins_anew {
        return Vec::new();
    }
    let mut events = Vec::new();
    for topic in topics {
        match topic.split_once(':') {
            None => events.push(("home", json(&home::now(arena)))),
            Some(("t", id)) => {
                events.extend(standings_event(arena, id).map(|event| ("standings", json(&event))));
                events.push(("live", json(&live_event(arena, id))));
            }
            Some(("g", id)) => events.extend(arena.live.snapshot(id).map(|game| ("game", game))),
            Some(("w", id)) => events.extend(arena.walls.first_event(arena, id).map(|state| ("wall", state))),
            Some(_) => {}
        }
    }
    events
}

fn json(data: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(data).expect("events are JSON")
}

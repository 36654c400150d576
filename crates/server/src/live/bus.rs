//! Events on their way to browsers. Each is turned into bytes once; every reader of
//! its topic gets the same bytes.
//!
//! **Invariant:** a slow reader never slows a publisher. Its queue is bounded: when it is
//! full the reader is cut off, connects again and loads what it missed.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

/// Events that wait for a reader at most.
const QUEUE: usize = 256;

/// Events of a topic that a reader who comes back can still get.
const KEPT: usize = 256;

/// Topics that are kept at most. Games come and go.
const TOPICS: usize = 4096;

/// What an event is about: `home`, `t:cup`, `g:17`.
pub type Topic = String;

/// The number of an event. Numbers of another run of the server mean nothing here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventId {
    run: u64,
    number: u64,
}

impl EventId {
    /// Reads what [`Display`](std::fmt::Display) wrote.
    pub fn read(text: &str) -> Option<EventId> {
        let (run, number) = text.trim().split_once('-')?;
        Some(EventId { run: u64::from_str_radix(run, 16).ok()?, number: number.parse().ok()? })
    }
}

impl std::fmt::Display for EventId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x}-{}", self.run, self.number)
    }
}

/// An event as it is kept and sent.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// Its kind: `action`, `standings`.
    pub name: &'static str,
    /// Its data as JSON.
    pub data: Bytes,
    /// The whole event as a stream of server-sent events has it.
    pub frame: Bytes,
}

/// An event as a frame of a stream.
pub fn frame(id: Option<EventId>, name: &str, data: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(data.len() + 64);
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    out.extend_from_slice(format!("event: {name}\ndata: ").as_bytes());
    out.extend_from_slice(data);
    out.extend_from_slice(b"\n\n");
    out.into()
}

/// The place where events are published and read.
pub struct Bus {
    /// Tells runs of the server apart.
    run: u64,
    next: AtomicU64,
    topics: Mutex<HashMap<Topic, TopicState>>,
    readers: AtomicUsize,
    /// Readers that were too slow, since the start.
    cut_off: AtomicU64,
    published: AtomicU64,
}

#[derive(Default)]
struct TopicState {
    kept: VecDeque<Event>,
    /// The number of the last event that is no longer kept; 0 if all are.
    forgotten: u64,
    readers: Vec<mpsc::Sender<Bytes>>,
}

/// What a reader gets at first.
pub struct Subscription {
    /// Events from now on. It ends when the reader was too slow or the server stops.
    pub events: mpsc::Receiver<Bytes>,
    /// Events since the one that the reader had last.
    pub missed: Vec<Event>,
    /// Whether some of them are no longer kept: the reader has to load again.
    pub has_gap: bool,
}

impl Bus {
    /// A bus without events. `run` should differ from that of the server's last run.
    pub fn new(run: u64) -> Bus {
        Bus {
            run,
            next: AtomicU64::new(1),
            topics: Mutex::default(),
            readers: AtomicUsize::new(0),
            cut_off: AtomicU64::new(0),
            published: AtomicU64::new(0),
        }
    }

    /// Sends an event to all readers of a topic, and keeps it for those who come back.
    pub fn publish(&self, topic: &str, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_vec(data).expect("events are JSON");
        let mut topics = self.lock();
        let id = EventId { run: self.run, number: self.next.fetch_add(1, Ordering::Relaxed) };
        let event = Event { id, name, frame: frame(Some(id), name, &data), data: data.into() };
        if !topics.contains_key(topic) && topics.len() >= TOPICS {
            forget_one(&mut topics);
        }
        let state = topics.entry(topic.to_string()).or_default();
        let before = state.readers.len();
        state.readers.retain(|reader| reader.try_send(event.frame.clone()).is_ok());
        self.cut_off.fetch_add((before - state.readers.len()) as u64, Ordering::Relaxed);
        self.published.fetch_add(1, Ordering::Relaxed);
        state.kept.push_back(event);
        if state.kept.len() > KEPT
            && let Some(event) = state.kept.pop_front()
        {
            state.forgotten = event.id.number;
        }
    }

    /// Reads topics from now on. `last` is the last event that the reader has seen.
    pub fn subscribe(&self, wanted: &[Topic], last: Option<EventId>) -> Subscription {
        let (sender, events) = mpsc::channel(QUEUE);
        let mut topics = self.lock();
        let (missed, has_gap) = self.since(&topics, wanted, last);
        for topic in wanted {
            let state = topics.entry(topic.clone()).or_default();
            // Readers that have gone are noticed when something is sent; a topic where
            // nothing happens must not collect them.
            state.readers.retain(|reader| !reader.is_closed());
            state.readers.push(sender.clone());
        }
        Subscription { events, missed, has_gap }
    }

    /// The events of these topics since `last`, in their order, and whether some are no
    /// longer kept.
    pub fn missed(&self, wanted: &[Topic], last: Option<EventId>) -> (Vec<Event>, bool) {
        self.since(&self.lock(), wanted, last)
    }

    fn since(
        &self,
        topics: &HashMap<Topic, TopicState>,
        wanted: &[Topic],
        last: Option<EventId>,
    ) -> (Vec<Event>, bool) {
        let Some(last) = last else { return (Vec::new(), false) };
        let is_known = last.run == self.run && last.number < self.next.load(Ordering::Relaxed);
        let states: Vec<&TopicState> = wanted.iter().filter_map(|topic| topics.get(topic)).collect();
        if !is_known || states.iter().any(|state| state.forgotten > last.number) {
            return (Vec::new(), true);
        }
        let events =
            states.iter().flat_map(|state| state.kept.iter().filter(|event| event.id > last).cloned());
        let mut events: Vec<Event> = events.collect();
        events.sort_by_key(|event| event.id);
        (events, false)
    }

    /// The number of the newest event: what comes later has a higher one.
    pub fn now(&self) -> EventId {
        EventId { run: self.run, number: self.next.load(Ordering::Relaxed) - 1 }
    }

    /// Whether anybody reads a topic.
    pub fn has_readers(&self, topic: &str) -> bool {
        self.lock().get(topic).is_some_and(|state| state.readers.iter().any(|reader| !reader.is_closed()))
    }

    /// Topics that somebody reads and that begin so.
    pub fn read_topics(&self, beginning: &str) -> Vec<Topic> {
        let topics = self.lock();
        let read = topics.iter().filter(|(name, state)| {
            name.starts_with(beginning) && state.readers.iter().any(|reader| !reader.is_closed())
        });
        read.map(|(name, _)| name.clone()).collect()
    }

    /// Nothing more will be published on a topic.
    pub fn close(&self, topic: &str) {
        self.lock().remove(topic);
    }

    /// Ends all streams.
    pub fn close_all(&self) {
        self.lock().clear();
    }

    /// A stream has begun (1) or ended (-1).
    pub fn count_reader(&self, change: isize) {
        match change {
            1.. => self.readers.fetch_add(1, Ordering::Relaxed),
            _ => self.readers.fetch_sub(1, Ordering::Relaxed),
        };
    }

    /// Streams that are open, readers that were cut off, events that were published.
    pub fn counts(&self) -> (usize, u64, u64) {
        let relaxed = Ordering::Relaxed;
        (self.readers.load(relaxed), self.cut_off.load(relaxed), self.published.load(relaxed))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Topic, TopicState>> {
        self.topics.lock().expect("no thread panics while it holds the topics")
    }
}

/// Makes room for a topic: one that nobody reads goes, the longest unused first.
fn forget_one(topics: &mut HashMap<Topic, TopicState>) {
    let last = |state: &TopicState| state.kept.back().map(|event| event.id);
    let unread = topics.iter().filter(|(_, state)| state.readers.iter().all(mpsc::Sender::is_closed));
    let oldest = unread.min_by_key(|(_, state)| last(state)).map(|(name, _)| name.clone());
    if let Some(name) = oldest {
        topics.remove(&name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(names: &[&str]) -> Vec<Topic> {
        names.iter().map(|name| (*name).to_string()).collect()
    }

    fn texts(events: &[Event]) -> Vec<String> {
        events.iter().map(|event| String::from_utf8_lossy(&event.data).into_owned()).collect()
    }

    #[test]
    fn an_event_is_one_frame() {
        let bus = Bus::new(0xab);
        let mut reader = bus.subscribe(&topics(&["a"]), None);
        bus.publish("a", "action", &"x\ny");
        let frame = reader.events.try_recv().expect("an event");
        assert_eq!(frame, "id: ab-1\nevent: action\ndata: \"x\\ny\"\n\n");
        assert_eq!(EventId::read("ab-1"), Some(EventId { run: 0xab, number: 1 }));
        for wrong in ["", "1", "ab-", "-1", "xyz-1", "ab-1-2"] {
            assert_eq!(EventId::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn readers_get_their_topics_and_what_they_missed() {
        let bus = Bus::new(1);
        bus.publish("a", "e", &1);
        let seen = bus.now();
        bus.publish("b", "e", &2);
        bus.publish("a", "e", &3);
        bus.publish("c", "e", &4);
        let reader = bus.subscribe(&topics(&["a", "b"]), Some(seen));
        assert_eq!((texts(&reader.missed), reader.has_gap), (vec!["2".into(), "3".into()], false));
        // Without a last event nothing was missed.
        assert!(bus.subscribe(&topics(&["a"]), None).missed.is_empty());
        // Another run of the server, or a number from the future.
        for last in ["2-1", "1-99"] {
            let reader = bus.subscribe(&topics(&["a"]), EventId::read(last));
            assert!(reader.has_gap && reader.missed.is_empty(), "{last}");
        }
        let begin = bus.now();
        (0..KEPT + 1).for_each(|at| bus.publish("b", "e", &at));
        assert!(bus.subscribe(&topics(&["b"]), Some(begin)).has_gap);
        assert!(!bus.subscribe(&topics(&["a"]), Some(begin)).has_gap);
    }

    #[test]
    fn a_slow_reader_is_cut_off_and_others_are_not() {
        let bus = Bus::new(1);
        let mut slow = bus.subscribe(&topics(&["a"]), None);
        let mut quick = bus.subscribe(&topics(&["a"]), None);
        for at in 0..QUEUE + 10 {
            bus.publish("a", "e", &at);
            assert!(quick.events.try_recv().is_ok());
        }
        let mut got = 0;
        while slow.events.try_recv().is_ok() {
            got += 1;
        }
        assert_eq!(got, QUEUE);
        assert!(matches!(slow.events.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
        assert!(matches!(quick.events.try_recv(), Err(mpsc::error::TryRecvError::Empty)));
        assert_eq!(bus.counts().1, 1);
    }

    #[test]
    fn topics_that_nobody_reads_are_forgotten_first() {
        let bus = Bus::new(1);
        bus.publish("old", "e", &0);
        let _reader = bus.subscribe(&topics(&["read"]), None);
        (0..TOPICS).for_each(|at| bus.publish(&format!("g:{at}"), "e", &at));
        let all = bus.lock();
        assert!(all.len() <= TOPICS && all.contains_key("read") && !all.contains_key("old"));
    }
}

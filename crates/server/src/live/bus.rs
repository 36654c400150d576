//! Events on their way to browsers. Each is turned into bytes once; every reader of
//! its topic gets the same bytes. What is published together reaches a reader together:
//! one message costs a connection about as much as ten.
//!
//! **Invariant:** a slow reader never slows a publisher. Its queue is bounded: when it is
//! full the reader is cut off from all its topics, connects again and loads what it missed.
//!
//! **Invariant:** a reader that comes back gets all events since its last one, or `reset`.
//!
//! **Invariant:** memory is bounded: by topics, by events and bytes of a topic. A topic that
//! nobody reads and that has no events is not kept.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::lock::lock;

/// Events that wait for a reader at most.
const QUEUE: usize = 256;

/// Events of a topic that a reader who comes back can still get.
const KEPT: usize = 256;

/// Bytes of events that are kept of a topic, if there is more than one event.
const KEPT_BYTES: usize = 1 << 20;

/// Topics that are kept at most. Games come and go.
const TOPICS: usize = 4096;

/// How long a topic counts as read after a browser has asked for its events without a
/// stream.
const POLLED: Duration = Duration::from_secs(30);

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

/// Events that are published together.
#[derive(Default)]
pub struct Batch(Vec<Draft>);

/// An event without its number.
struct Draft {
    topic: Topic,
    name: &'static str,
    /// JSON.
    data: Vec<u8>,
}

impl Batch {
    /// Adds an event.
    pub fn add(&mut self, topic: &str, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_vec(data).expect("events are JSON");
        self.0.push(Draft { topic: topic.to_string(), name, data });
    }
}

/// An event as a frame of a stream.
pub fn frame(id: Option<EventId>, name: &str, data: &[u8]) -> Bytes {
    frame_and_data(id, name, data).0
}

/// The frame, and the part of it that is the data: both share their bytes.
fn frame_and_data(id: Option<EventId>, name: &str, data: &[u8]) -> (Bytes, Bytes) {
    let mut out = Vec::with_capacity(data.len() + 64);
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    out.extend_from_slice(format!("event: {name}\ndata: ").as_bytes());
    let begin = out.len();
    out.extend_from_slice(data);
    out.extend_from_slice(b"\n\n");
    let frame = Bytes::from(out);
    let data = frame.slice(begin..begin + data.len());
    (frame, data)
}

/// The frames of those events whose bits are set.
fn frames_of(events: &[Event], set: u64) -> Bytes {
    let chosen = || events.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, it)| &it.frame);
    match set.count_ones() {
        1 => chosen().next().cloned().unwrap_or_default(),
        _ => chosen().flatten().copied().collect(),
    }
}

/// The place where events are published and read.
pub struct Bus {
    /// Tells runs of the server apart.
    run: u64,
    topics: Mutex<Topics>,
    readers: AtomicUsize,
    /// Readers that were too slow, since the start.
    cut_off: AtomicU64,
}

#[derive(Default)]
struct Topics {
    by_name: HashMap<Topic, TopicState>,
    /// The number of the newest event: how many were published.
    newest: u64,
    newest_reader: u64,
    /// The number of the newest event of topics that are not kept.
    forgotten: u64,
    /// When topics that are of no use were left out last: how many stayed.
    after_sweep: usize,
    is_closed: bool,
}

#[derive(Default)]
struct TopicState {
    kept: VecDeque<Event>,
    bytes: usize,
    /// The number of the last event that is no longer kept; 0 if all are.
    forgotten: u64,
    readers: Vec<Reader>,
    /// When a browser has asked for its events last.
    polled: Option<Instant>,
}

/// Somebody who reads a stream: the same in all its topics.
#[derive(Clone)]
struct Reader {
    id: u64,
    sender: mpsc::Sender<Bytes>,
}

/// What a reader gets at first.
pub struct Subscription {
    /// Events from now on. It ends when the reader was too slow or the server stops.
    pub events: mpsc::Receiver<Bytes>,
    /// Events since the one that the reader had last.
    pub missed: Vec<Event>,
    /// Whether some of them are no longer kept: the reader has to load again.
    pub has_gap: bool,
    /// The newest event when the reader began.
    pub now: EventId,
}

/// What a reader missed.
#[derive(Debug)]
pub struct Missed {
    /// Events since the one that the reader had last, oldest first.
    pub events: Vec<Event>,
    /// Whether some of them are no longer kept: the reader has to load again.
    pub has_gap: bool,
    /// The newest event: what comes later has a higher number.
    pub now: EventId,
}

impl Bus {
    /// A bus without events. `run` should differ from that of the server's last run.
    pub fn new(run: u64) -> Bus {
        Bus { run, topics: Mutex::default(), readers: AtomicUsize::new(0), cut_off: AtomicU64::new(0) }
    }

    /// Sends an event to all readers of a topic, and keeps it for those who come back.
    pub fn publish(&self, topic: &str, name: &'static str, data: &impl Serialize) {
        let mut batch = Batch::default();
        batch.add(topic, name, data);
        self.publish_all(batch);
    }

    /// Sends events to the readers of their topics, and keeps them for those who come back.
    pub fn publish_all(&self, batch: Batch) {
        let mut drafts = batch.0.into_iter().peekable();
        let mut topics = self.lock();
        // A set of events is a number with a bit for each.
        while !topics.is_closed && drafts.peek().is_some() {
            let few = drafts.by_ref().take(u64::BITS as usize).collect();
            let slow = topics.send(self.run, few);
            self.cut_off.fetch_add(slow as u64, Ordering::Relaxed);
        }
    }

    /// Reads topics from now on. `last` is the last event that the reader has seen.
    pub fn subscribe(&self, wanted: &[Topic], last: Option<EventId>) -> Subscription {
        let (sender, events) = mpsc::channel(QUEUE);
        let mut topics = self.lock();
        topics.newest_reader += 1;
        let id = topics.newest_reader;
        let Missed { events: missed, has_gap, now } = self.since(&topics, wanted, last);
        // Without a sender the stream ends at once: the server stops.
        let wanted = if topics.is_closed { &[] } else { wanted };
        for topic in wanted {
            let state = topics.get_or_add(topic);
            // Readers that have gone are noticed when something is sent; a topic where
            // nothing happens must not collect them.
            state.readers.retain(|reader| !reader.sender.is_closed());
            state.readers.push(Reader { id, sender: sender.clone() });
        }
        Subscription { events, missed, has_gap, now }
    }

    /// What a reader without a stream missed since `last`. The topics count as read for a
    /// while.
    pub fn poll(&self, wanted: &[Topic], last: Option<EventId>) -> Missed {
        let mut topics = self.lock();
        let missed = self.since(&topics, wanted, last);
        for topic in wanted {
            topics.get_or_add(topic).polled = Some(Instant::now());
        }
        missed
    }

    fn since(&self, topics: &Topics, wanted: &[Topic], last: Option<EventId>) -> Missed {
        let now = EventId { run: self.run, number: topics.newest };
        let mut missed = Missed { events: Vec::new(), has_gap: false, now };
        let Some(last) = last else { return missed };
        let is_known = last.run == self.run && last.number <= topics.newest;
        let forgotten = |topic: &Topic| topics.by_name.get(topic).map_or(topics.forgotten, |it| it.forgotten);
        missed.has_gap = !is_known || wanted.iter().any(|topic| forgotten(topic) > last.number);
        if !missed.has_gap {
            let states = wanted.iter().filter_map(|topic| topics.by_name.get(topic));
            let events = states.flat_map(|it| it.kept.iter().filter(|event| event.id > last).cloned());
            missed.events = events.collect();
            missed.events.sort_by_key(|event| event.id);
        }
        missed
    }

    /// The number of the newest event: what comes later has a higher one.
    pub fn now(&self) -> EventId {
        EventId { run: self.run, number: self.lock().newest }
    }

    /// The number of the newest event of a topic.
    pub fn newest_of(&self, topic: &str) -> u64 {
        let topics = self.lock();
        let newest = |state: &TopicState| state.kept.back().map_or(state.forgotten, |event| event.id.number);
        topics.by_name.get(topic).map_or(topics.forgotten, newest)
    }

    /// Whether anybody reads a topic.
    pub fn has_readers(&self, topic: &str) -> bool {
        self.lock().by_name.get(topic).is_some_and(TopicState::is_read)
    }

    /// Topics that somebody reads and that begin so.
    pub fn read_topics(&self, beginning: &str) -> Vec<Topic> {
        let topics = self.lock();
        let read =
            topics.by_name.iter().filter(|(name, state)| name.starts_with(beginning) && state.is_read());
        read.map(|(name, _)| name.clone()).collect()
    }

    /// Nothing more will be published on a topic: its events are forgotten.
    pub fn forget(&self, topic: &str) {
        let mut topics = self.lock();
        if let Some(state) = topics.by_name.get_mut(topic) {
            let newest = state.kept.back().map_or(0, |event| event.id.number);
            (state.forgotten, state.bytes) = (state.forgotten.max(newest), 0);
            state.kept = VecDeque::new();
        }
        topics.sweep();
    }

    /// Ends all streams, also those that begin later.
    pub fn close_all(&self) {
        let mut topics = self.lock();
        topics.is_closed = true;
        topics.by_name.clear();
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
        (self.readers.load(relaxed), self.cut_off.load(relaxed), self.lock().newest)
    }

    /// Topics that are kept.
    pub fn topic_count(&self) -> usize {
        self.lock().by_name.len()
    }

    fn lock(&self) -> MutexGuard<'_, Topics> {
        lock(&self.topics)
    }
}

impl Topics {
    /// A topic; a new one has forgotten what topics that are not kept have forgotten.
    fn get_or_add(&mut self, name: &str) -> &mut TopicState {
        if !self.by_name.contains_key(name) {
            // Each sweep is paid for by as many new topics as it has to look at.
            if self.by_name.len() >= 2 * self.after_sweep.max(64) {
                self.sweep();
            }
            if self.by_name.len() >= TOPICS {
                self.forget_one();
            }
        }
        let forgotten = self.forgotten;
        self.by_name
            .entry(name.to_string())
            .or_insert_with(|| TopicState { forgotten, ..TopicState::default() })
    }

    /// Leaves out topics that nobody reads and that have no events.
    fn sweep(&mut self) {
        let forgotten = &mut self.forgotten;
        self.by_name.retain(|_, state| {
            let stays = !state.kept.is_empty() || state.is_read();
            if !stays {
                *forgotten = state.forgotten.max(*forgotten);
            }
            stays
        });
        self.after_sweep = self.by_name.len();
    }

    /// Makes room for a topic: one that nobody reads goes, the longest unused first.
    fn forget_one(&mut self) {
        let last = |state: &TopicState| state.kept.back().map_or(state.forgotten, |event| event.id.number);
        let unread = self.by_name.iter().filter(|(_, state)| !state.is_read());
        let oldest =
            unread.min_by_key(|(_, state)| last(state)).map(|(name, state)| (name.clone(), last(state)));
        if let Some((name, last)) = oldest {
            self.by_name.remove(&name);
            self.forgotten = self.forgotten.max(last);
        }
    }

    /// Numbers events, sends and keeps them. Returns how many readers were too slow.
    fn send(&mut self, run: u64, drafts: Vec<Draft>) -> usize {
        let mut events = Vec::with_capacity(drafts.len());
        let mut wanted: BTreeMap<u64, (mpsc::Sender<Bytes>, u64)> = BTreeMap::new();
        for (at, Draft { topic, name, data }) in drafts.into_iter().enumerate() {
            self.newest += 1;
            let id = EventId { run, number: self.newest };
            let (frame, data) = frame_and_data(Some(id), name, &data);
            let state = self.get_or_add(&topic);
            state.readers.retain(|reader| !reader.sender.is_closed());
            for Reader { id, sender } in &state.readers {
                wanted.entry(*id).or_insert_with(|| (sender.clone(), 0)).1 |= 1 << at;
            }
            let event = Event { id, name, data, frame };
            events.push(event.clone());
            state.keep(event);
        }
        // Most readers want the same: their bytes are put together once.
        let mut joined: BTreeMap<u64, Bytes> = BTreeMap::new();
        let mut slow = Vec::new();
        for (id, (sender, set)) in wanted {
            let bytes = joined.entry(set).or_insert_with(|| frames_of(&events, set)).clone();
            if let Err(mpsc::error::TrySendError::Full(_)) = sender.try_send(bytes) {
                slow.push(id);
            }
        }
        if !slow.is_empty() {
            self.cut_off(&slow);
        }
        slow.len()
    }

    /// Ends the streams of readers that were too slow: they may not miss some events and get
    /// later ones of other topics.
    fn cut_off(&mut self, slow: &[u64]) {
        for state in self.by_name.values_mut() {
            state.readers.retain(|reader| !slow.contains(&reader.id));
        }
    }
}

impl TopicState {
    fn is_read(&self) -> bool {
        self.polled.is_some_and(|polled| polled.elapsed() < POLLED)
            || self.readers.iter().any(|reader| !reader.sender.is_closed())
    }

    fn keep(&mut self, event: Event) {
        self.bytes += event.frame.len();
        self.kept.push_back(event);
        while self.kept.len() > KEPT || (self.bytes > KEPT_BYTES && self.kept.len() > 1) {
            let Some(event) = self.kept.pop_front() else { return };
            self.bytes -= event.frame.len();
            self.forgotten = event.id.number;
        }
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
    fn what_is_published_together_arrives_together() {
        let bus = Bus::new(1);
        let mut readers = [&["a"][..], &["a", "b"], &["b", "a"], &["c"], &["d"]]
            .map(|wanted| bus.subscribe(&topics(wanted), None));
        let mut batch = Batch::default();
        [("a", 1), ("b", 2), ("a", 3), ("c", 4)].iter().for_each(|(topic, data)| batch.add(topic, "e", data));
        bus.publish_all(batch);
        let event = |number: u64| format!("id: 1-{number}\nevent: e\ndata: {number}\n\n");
        let all = |numbers: &[u64]| Some(numbers.iter().map(|it| event(*it)).collect::<String>());
        let expected = [all(&[1, 3]), all(&[1, 2, 3]), all(&[1, 2, 3]), all(&[4]), None];
        for (reader, expected) in readers.iter_mut().zip(expected) {
            let got =
                reader.events.try_recv().ok().map(|frames| String::from_utf8_lossy(&frames).into_owned());
            assert_eq!(got, expected);
            assert!(reader.events.try_recv().is_err(), "one message");
        }
        // Those who come back get them one by one.
        let missed = bus.poll(&topics(&["a", "b"]), Some(EventId { run: 1, number: 1 }));
        assert_eq!(texts(&missed.events), ["2", "3"]);
        // More than a set can tell apart.
        let mut batch = Batch::default();
        (0..150).for_each(|at| batch.add("d", "e", &at));
        bus.publish_all(batch);
        let frames = std::iter::from_fn(|| readers[4].events.try_recv().ok());
        let text: Vec<u8> = frames.flatten().collect();
        assert_eq!(String::from_utf8_lossy(&text).matches("event: e").count(), 150);
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
        {
            let all = &bus.lock().by_name;
            assert!(all.len() <= TOPICS && all.contains_key("read") && !all.contains_key("old"));
        }
        // Who read one of them has to load it again.
        let last = Some(EventId { run: 1, number: 0 });
        assert!(bus.subscribe(&topics(&["old"]), last).has_gap);
        assert!(bus.poll(&topics(&["old"]), last).has_gap);
        assert!(!bus.subscribe(&topics(&["read"]), last).has_gap);
    }

    #[test]
    fn a_reader_that_is_too_slow_loses_all_its_topics() {
        let bus = Bus::new(1);
        let mut slow = bus.subscribe(&topics(&["a", "b"]), None);
        (0..QUEUE + 1).for_each(|at| bus.publish("a", "e", &at));
        bus.publish("b", "e", &0);
        let frames = std::iter::from_fn(|| slow.events.try_recv().ok());
        assert_eq!(frames.count(), QUEUE);
        assert!(matches!(slow.events.try_recv(), Err(mpsc::error::TryRecvError::Disconnected)));
    }

    #[test]
    fn topics_without_events_are_not_collected() {
        let bus = Bus::new(1);
        for at in 0..10 * TOPICS {
            drop(bus.subscribe(&topics(&[&format!("g:{at}")]), None));
        }
        assert!(bus.topic_count() <= 256, "{}", bus.topic_count());
        // Events that are forgotten are a gap, whether the topic is still there or not.
        bus.publish("g:1", "e", &1);
        let last = Some(EventId { run: 1, number: 0 });
        assert_eq!(bus.poll(&topics(&["g:1"]), last).events.len(), 1);
        bus.forget("g:1");
        assert!(bus.poll(&topics(&["g:1"]), last).has_gap);
        assert!(!bus.poll(&topics(&["g:1"]), Some(bus.now())).has_gap);
    }

    #[test]
    fn large_events_are_kept_for_a_shorter_time() {
        let bus = Bus::new(1);
        let large = "x".repeat(KEPT_BYTES / 4);
        (0..10).for_each(|_| bus.publish("a", "e", &large));
        let from = |number| bus.poll(&topics(&["a"]), Some(EventId { run: 1, number }));
        assert!(from(6).has_gap);
        assert_eq!((from(7).events.len(), from(7).has_gap), (3, false));
    }

    #[test]
    fn whoever_polls_reads() {
        let bus = Bus::new(1);
        assert!(!bus.has_readers("home"));
        bus.poll(&topics(&["home", "t:cup"]), None);
        assert!(bus.has_readers("home"));
        assert_eq!(bus.read_topics("t:"), ["t:cup"]);
    }
}

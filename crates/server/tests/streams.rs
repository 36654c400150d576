//! Streams of events and connections: what a reader gets, what a bad one costs others.

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Ask, Http, head};
use gridiron_server::api::openapi::Api;
use gridiron_server::live::{Caps, SingleGame};
use gridiron_server::{Arena, Config, Server, Times};
use referee::{ChargeBy, PlayerSpec, TimeControl};
use serde_json::Value;
use utoipa::OpenApi;

/// No condition takes longer: a test that waits so long has failed.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A server with the live games 1 and 2, in which nothing happens.
fn server(config: Config) -> (Server, Arc<Arena>, Http) {
    let arena = Arena::new("Test".into(), None, None);
    for id in ["1", "2"] {
        let entry = games::find("conga").expect("a game");
        let session = entry.start(entry.read_options("").expect("rules"), 1).expect("a board");
        let players = ["random", "random"].map(|name| PlayerSpec::read(entry, name).expect("a player"));
        let clocks = [TimeControl::NONE; 2];
        let single = SingleGame { players, clocks, charge: ChargeBy::Wall, is_restricted: false };
        assert_eq!(arena.live.begin_single(&*session, single).id(), Some(id));
    }
    let server = Server::start(Config { port: Some(0), ..config }, Arc::clone(&arena)).expect("a free port");
    let http = Http::new(server.address());
    (server, arena, http)
}

/// Asks until it is so.
fn until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < TIMEOUT, "{what}");
        std::thread::yield_now();
    }
}

/// An event of a stream: its number, kind and data.
type Event = (Option<String>, String, String);

/// A stream whose head was read.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(http: &Http, query: &str) -> Stream {
        let mut reader = http.send("GET", &format!("/api/events?topics={query}"), &Ask::right());
        let (status, head) = head(&mut reader);
        assert_eq!(status, 200, "{head}");
        assert!(head.contains("content-type: text/event-stream"), "{head}");
        Stream(reader)
    }

    /// The next event but the one that a live game begins with; `None` at the end of the
    /// stream.
    fn next(&mut self) -> Option<Event> {
        let (mut id, mut name, mut data) = (None, String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("id", value)) => id = Some(value.to_string()),
                Some(("event", value)) => name = value.to_string(),
                Some(("data", value)) => data = value.to_string(),
                // The end of an event; others are the lengths of chunks.
                _ if !name.is_empty() && line.trim().is_empty() && !data.is_empty() => {
                    if name != "game" {
                        return Some((id, name, data));
                    }
                    (id, name, data) = (None, String::new(), String::new());
                }
                _ => {}
            }
        }
    }

    fn names(&mut self, count: usize) -> Vec<String> {
        (0..count).filter_map(|_| self.next()).map(|(_, name, _)| name).collect()
    }
}

fn polled(http: &Http, query: &str) -> (Vec<Event>, String) {
    let (status, body) = http.body("GET", &format!("/api/events/poll?topics={query}"), &Ask::right());
    let value: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(status, 200, "{value}");
    let text = |value: &Value| value.as_str().map(String::from);
    let events = value["events"].as_array().expect("a list").iter();
    let events = events
        .map(|it| (text(&it["id"]), text(&it["event"]).unwrap_or_default(), it["data"].to_string()))
        .filter(|(_, name, _)| name != "game")
        .collect();
    (events, text(&value["last"]).expect("a number"))
}

#[test]
fn streams_begin_go_on_and_begin_anew() {
    let (server, arena, http) = server(Config::default());
    // By topic. What there is not costs nothing: nobody is told, and nothing is kept.
    let unknown: String = (0..50).map(|at| format!(",g:0-{at},t:cup-{at}")).take(30).collect();
    let topics = arena.bus.topic_count();
    assert_eq!(Stream::open(&http, &format!("w:all,home{unknown}")).names(2), ["home", "wall"]);
    assert!(polled(&http, &format!("g:9{unknown}")).0.is_empty());
    assert!(arena.bus.topic_count() <= topics + 2);
    // A game that has gone meanwhile: its page loads it again, and finds out.
    let (events, _) = polled(&http, &format!("g:9&after={}", arena.bus.now()));
    assert_eq!(events.iter().map(|(_, name, _)| name.as_str()).collect::<Vec<_>>(), ["reset"]);
    // News of the home page would come in between.
    let mut stream = Stream::open(&http, "g:1");
    arena.bus.publish("g:1", "action", &1);
    arena.bus.publish("g:2", "action", &2);
    let (id, name, data) = stream.next().expect("an event");
    assert_eq!((name.as_str(), data.as_str()), ("action", "1"));
    let id = id.expect("a number");
    drop(stream);
    arena.bus.publish("g:1", "action", &3);
    arena.bus.publish("g:1", "over", &4);
    // What was missed comes once, and nothing that others read.
    let mut stream = Stream::open(&http, &format!("g:1&last={id}"));
    let missed: Vec<String> = (0..2).filter_map(|_| stream.next()).map(|(_, _, data)| data).collect();
    assert_eq!(missed, ["3", "4"]);
    arena.bus.publish("g:1", "over", &5);
    assert_eq!(stream.next().expect("an event").2, "5");
    // Of another run, of the future, or nonsense: everything is loaded again.
    for last in ["1-1", &format!("{}-99999", id.split_once('-').expect("two parts").0), "nonsense"] {
        let mut stream = Stream::open(&http, &format!("home,g:1&last={last}"));
        assert_eq!(stream.names(2), ["reset", "home"], "{last}");
        let (events, _) = polled(&http, &format!("home,g:1&after={last}"));
        let names: Vec<&str> = events.iter().map(|(_, name, _)| name.as_str()).collect();
        assert_eq!(names, ["reset", "home"], "{last}");
    }
    // Too much was missed.
    (0..300).for_each(|at| arena.bus.publish("g:1", "action", &at));
    assert_eq!(Stream::open(&http, &format!("g:1,home&last={id}")).names(2), ["reset", "home"]);
    // The end of the server is the end of the stream.
    let mut stream = Stream::open(&http, "g:2");
    server.stop();
    assert_eq!(stream.next(), None);
}

#[test]
fn polling_gives_what_a_stream_gives() {
    let (server, arena, http) = server(Config::default());
    let mut stream = Stream::open(&http, "g:1,g:2");
    let (events, mut last) = polled(&http, "g:1,g:2");
    assert!(events.is_empty());
    let mut all = Vec::new();
    for at in 0..50 {
        arena.bus.publish(if at % 3 == 0 { "g:1" } else { "g:2" }, "action", &at);
        if at % 7 == 0 {
            let (events, now) = polled(&http, &format!("g:1,g:2&after={last}"));
            all.extend(events);
            last = now;
        }
    }
    all.extend(polled(&http, &format!("g:1,g:2&after={last}")).0);
    let streamed: Vec<Event> = (0..50).filter_map(|_| stream.next()).collect();
    assert_eq!(all, streamed);
    // Polling alone makes news: the ticker publishes what somebody reads.
    let (_, last) = polled(&http, "home");
    until("an event for those who poll", || !polled(&http, &format!("home&after={last}")).0.is_empty());
    server.stop();
}

#[test]
fn streams_are_limited_and_given_back() {
    let caps = Caps { total: 3, per_address: 2 };
    let (server, _, http) = server(Config { streams: caps, ..Config::default() });
    let first = Stream::open(&http, "g:1");
    let _second = Stream::open(&http, "g:1");
    let stream = || http.status("GET", "/api/events?topics=g:1", &Ask::right());
    let (status, _) = stream();
    assert_eq!(status, 429);
    // Other requests are answered, also those that only ask for the head.
    assert_eq!(http.status("GET", "/api/home", &Ask::right()).0, 200);
    drop(first);
    until("a place is given back", || stream().0 == 200);
    server.stop();
}

#[test]
fn a_reader_that_never_reads_is_cut_off_and_others_get_everything() {
    let (server, arena, http) = server(Config::default());
    let _never = Stream::open(&http, "g:1,g:2");
    let mut stream = Stream::open(&http, "g:1");
    let large = "x".repeat(64 * 1024);
    let mut count = 0;
    while arena.bus.counts().1 == 0 {
        arena.bus.publish("g:1", "action", &(count, &large));
        let data = stream.next().expect("an event").2;
        assert!(data.starts_with(&format!("[{count},")), "event {count}");
        count += 1;
        assert!(count < 10_000, "it is not cut off");
    }
    arena.bus.publish("g:1", "over", &count);
    assert_eq!(stream.next().expect("an event").2, count.to_string());
    server.stop();
}

#[test]
fn slow_senders_are_not_waited_for() {
    let short = Duration::from_millis(200);
    let times = Times { head: short, body: short, write: short };
    let (server, arena, http) = server(Config { times, ..Config::default() });
    let address = server.address().strip_prefix("http://").expect("an address").to_string();
    let json = "Content-Type: application/json\r\n";
    let body = format!(
        "POST /api/session HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{json}Content-Length: 9\r\n\r\n{{"
    );
    for (sent, answer) in [("", ""), ("GET / HTTP/1.1\r\nHost: ", ""), (&body, "HTTP/1.1 408")] {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream.write_all(sent.as_bytes()).expect("it listens");
        let mut all = Vec::new();
        // It may be reset: part of the request was never read.
        let ended = stream.read_to_end(&mut all);
        assert!(!ended.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock), "{sent}");
        let all = String::from_utf8_lossy(&all);
        assert!(all.starts_with(answer), "{sent}: {all}");
    }
    // A stream that nobody reads ends when nothing could be written for so long.
    let _never = Stream::open(&http, "g:1");
    let large = "x".repeat(1 << 20);
    until("it is noticed", || {
        arena.bus.publish("g:1", "action", &large);
        arena.bus.counts().0 == 0
    });
    server.stop();
}

/// What a browser would not send: it is refused or answered, and never breaks anything.
#[test]
fn odd_requests_get_an_answer() {
    let caps = Caps { total: 1, per_address: 1 };
    let (server, arena, http) = server(Config { streams: caps, ..Config::default() });
    let address = server.address().strip_prefix("http://").expect("an address").to_string();
    let raw = |request: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut reader = BufReader::new(stream);
        head(&mut reader).0
    };
    let long = "x".repeat(100_000);
    for (request, status) in [
        ("GET / HTTP/1.0\r\n\r\n".to_string(), 421),
        (format!("GET / HTTP/1.0\r\nHost: {address}\r\n\r\n"), 200),
        (format!("GET / HTTP/1.1\r\nHost: {address}\r\nHost: {address}\r\n\r\n"), 421),
        (format!("GET http://evil.example/api/home HTTP/1.1\r\nHost: {address}\r\n\r\n"), 421),
        (format!("GET http://evil.example/ HTTP/1.1\r\nHost: {address}\r\n\r\n"), 421),
        (format!("GET http://{address}/api/home HTTP/1.1\r\nHost: {address}\r\n\r\n"), 200),
        (format!("GET http://{address}/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421),
        (format!("OPTIONS * HTTP/1.1\r\nHost: {address}\r\n\r\n"), 405),
        (format!("GET /{long} HTTP/1.1\r\nHost: {address}\r\n\r\n"), 431),
    ] {
        let shown: String = request.chars().take(80).collect();
        let got = raw(&request);
        // Too long is too long, whatever it is called.
        let is_right = got == status || (status == 431 && [400, 414, 431].contains(&got));
        assert!(is_right, "{shown:?}: {got}");
    }
    for path in [
        "/api/tournaments/cup/games?page=9223372036854775808",
        "/api/tournaments/cup/games?page=-1",
        "/api/tournaments/cup/games/0",
        "/api/tournaments/cup/games/18446744073709551615",
        "/api/tournaments/cup/games/1/board.svg?ply=1152921504606846976",
        "/api/tournaments/..%2f..%2fetc%2fpasswd",
        "/api/tournaments/%2e%2e/standings",
        "/api/tournaments/%ff",
        "/api/tournaments/cup/bots/%00",
        "/api/tournaments/cup%0d%0aSet-Cookie:%20a=b/games/1/record",
        "/assets/x/..%2f..%2fCargo.toml",
        "/assets/x/%ff",
        "/api/live/99999999999999999999",
        "/api/events?topics=",
        "/api/events?topics=x:1",
        "/api/events?topics=t:%2e%2e",
        "/api/events/poll",
        &format!("/api/events/poll?topics=g:{}", "1".repeat(101)),
        &format!("/api/events/poll?topics={}", (0..65).map(|at| format!("g:{at},")).collect::<String>()),
    ] {
        let (status, head) = http.status("GET", path, &Ask::right());
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(!head.to_lowercase().contains("set-cookie"), "{path}: {head}");
    }
    // Two requests at once are answered one after the other.
    let mut stream = TcpStream::connect(&address).expect("it listens");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let one = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n");
    stream.write_all(format!("{one}\r\n{one}Connection: close\r\n\r\n").as_bytes()).expect("it listens");
    let mut all = String::new();
    stream.read_to_string(&mut all).expect("text");
    assert_eq!(all.matches("HTTP/1.1 200").count(), 2, "{all}");
    // Heads of all routes, also of streams: they end, and count for nothing.
    let list = serde_json::to_value(Api::openapi()).expect("JSON");
    let paths: BTreeSet<String> = list["paths"].as_object().expect("paths").keys().cloned().collect();
    for path in paths.iter().filter(|path| list["paths"][*path].get("get").is_some()) {
        let path = path.replace("{number}", "1").replace("{game}", "virus").replace("{id}", "cup");
        let path = format!("{}?topics=g:1", path.replace("{name}", "Ada"));
        for _ in 0..3 {
            let (status, body) = http.body("HEAD", &path, &Ask::right());
            assert!([200, 401, 403, 404].contains(&status) && body.is_empty(), "{path}: {status}");
        }
    }
    assert_eq!(arena.bus.counts().0, 0);
    // One that sends no more, and reads nothing, has gone.
    let half = Stream::open(&http, "g:1");
    half.0.get_ref().shutdown(std::net::Shutdown::Both).expect("it is open");
    until("a half-closed stream ends", || arena.bus.counts().0 == 0);
    server.stop();
}

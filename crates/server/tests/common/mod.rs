//! A browser of a few lines: raw requests, so that every header can be wrong.

#![allow(dead_code, reason = "each test file uses a part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// No answer takes longer: a test that waits has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request besides its method and path.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// `own` is the server's address.
    pub host: &'a str,
    pub origin: Option<&'a str>,
    pub content_type: Option<&'a str>,
    pub cookie: Option<&'a str>,
    pub body: &'a str,
}

impl Ask<'_> {
    /// As our own pages ask.
    pub fn right() -> Ask<'static> {
        Ask {
            host: "own",
            origin: Some("own"),
            content_type: Some("application/json"),
            cookie: None,
            body: "{}",
        }
    }
}

/// Asks one server.
pub struct Http {
    address: String,
}

impl Http {
    /// A server at `http://HOST:PORT`.
    pub fn new(address: &str) -> Http {
        Http { address: address.strip_prefix("http://").expect("an address").to_string() }
    }

    /// Sends a request and returns its connection.
    pub fn send(&self, method: &str, path: &str, ask: &Ask<'_>) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let host = if ask.host == "own" { self.address.as_str() } else { ask.host };
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        // An origin is right if it is that of the host by which the server is asked.
        let origin = match ask.origin {
            Some("own") => Some(format!("http://{host}")),
            other => other.map(String::from),
        };
        for (name, value) in
            [("Origin", origin.as_deref()), ("Content-Type", ask.content_type), ("Cookie", ask.cookie)]
        {
            if let Some(value) = value {
                head += &format!("{name}: {value}\r\n");
            }
        }
        if method != "GET" {
            head += &format!("Content-Length: {}\r\n", ask.body.len());
        }
        head += "\r\n";
        if method != "GET" {
            head += ask.body;
        }
        stream.write_all(head.as_bytes()).expect("it listens");
        BufReader::new(stream)
    }

    /// The status and the head of the response.
    pub fn status(&self, method: &str, path: &str, ask: &Ask<'_>) -> (u16, String) {
        head(&mut self.send(method, path, ask))
    }

    /// The status and the body of the response.
    pub fn body(&self, method: &str, path: &str, ask: &Ask<'_>) -> (u16, Vec<u8>) {
        let mut reader = self.send(method, path, ask);
        let (status, head) = head(&mut reader);
        let mut body = Vec::new();
        reader.read_to_end(&mut body).expect("a body");
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        (status, if is_chunked { unchunked(&body) } else { body })
    }

    /// The cookie for the token of a link.
    pub fn session(&self, link: &str) -> Option<String> {
        let (_, token) = link.split_once("#token=")?;
        let body = format!("{{\"token\":\"{token}\"}}");
        let (status, head) = self.status("POST", "/api/session", &Ask { body: &body, ..Ask::right() });
        assert_eq!(status, 200, "{head}");
        let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
        line.split(';').next().map(String::from)
    }
}

/// Reads the head of a response.
pub fn head(reader: &mut impl BufRead) -> (u16, String) {
    let mut head = String::new();
    while reader.read_line(&mut head).expect("a response") > 2 {
        if head.ends_with("\r\n\r\n") {
            break;
        }
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or_else(|| panic!("no status: {head:?}")), head)
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n").expect("a length");
        let length = usize::from_str_radix(std::str::from_utf8(&body[..end]).expect("a length"), 16)
            .expect("a number");
        if length == 0 {
            return out;
        }
        out.extend_from_slice(&body[end + 2..end + 2 + length]);
        body = &body[end + 2 + length + 2..];
    }
}

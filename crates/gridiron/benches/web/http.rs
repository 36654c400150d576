//! The least of HTTP that the load tool needs: requests over one connection, and
//! streams of server-sent events. It speaks to a server that is trusted.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// The longest time to wait for a response or an event, far more than it takes.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Clients from one address: fewer than a server allows.
const PER_ADDRESS: usize = 100;

/// A response.
pub struct Response {
    pub status: u16,
    /// Names are in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

/// A connection to a server.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
}

impl Connection {
    /// Connects as the client with this number. Addresses of clients are 127.0.1.1 and following.
    pub async fn open(host: SocketAddr, client: usize) -> io::Result<Connection> {
        let own = Ipv4Addr::new(
            127,
            0,
            1 + (client / PER_ADDRESS / 250) as u8,
            1 + (client / PER_ADDRESS % 250) as u8,
        );
        let socket = TcpSocket::new_v4()?;
        socket.bind((own, 0).into())?;
        let stream = in_time(socket.connect(host)).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream: BufReader::with_capacity(4096, stream), host })
    }

    /// Asks for a path. Further headers are whole lines.
    pub async fn get(&mut self, path: &str, headers: &str) -> io::Result<Response> {
        self.request("GET", path, headers, "").await
    }

    /// Sends JSON.
    pub async fn post(&mut self, path: &str, headers: &str, json: &str) -> io::Result<Response> {
        let host = self.host;
        let headers = format!(
            "Origin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}",
            json.len()
        );
        self.request("POST", path, &headers, json).await
    }

    async fn request(&mut self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Response> {
        in_time(async {
            let (status, headers) = self.send(method, path, headers, body).await?;
            let mut all = Vec::new();
            if let Some(length) = headers.get("content-length") {
                all.resize(length.parse().map_err(io::Error::other)?, 0);
                self.stream.read_exact(&mut all).await?;
            } else if headers.contains_key("transfer-encoding") {
                while self.chunk(&mut all).await? {}
            }
            Ok(Response { status, headers, body: all })
        })
        .await
    }

    async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> io::Result<(u16, HashMap<String, String>)> {
        let text = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n{body}", self.host);
        self.stream.get_mut().write_all(text.as_bytes()).await?;
        let first = self.line().await?;
        let status = first.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no response: {first}")))?;
        let mut found = HashMap::new();
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { return Ok((status, found)) };
            found.insert(name.to_ascii_lowercase(), value.trim().to_string());
        }
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_string()),
        }
    }

    /// Reads a chunk of a body; false for the last, which is empty.
    async fn chunk(&mut self, into: &mut Vec<u8>) -> io::Result<bool> {
        let size = usize::from_str_radix(&self.line().await?, 16).map_err(io::Error::other)?;
        let begin = into.len();
        into.resize(begin + size, 0);
        self.stream.read_exact(&mut into[begin..]).await?;
        self.line().await?;
        Ok(size > 0)
    }

    /// Opens a stream of events.
    pub async fn events(mut self, topics: &str) -> io::Result<Events> {
        let path = format!("/api/events?topics={topics}");
        let (status, _) = in_time(self.send("GET", &path, "Accept: text/event-stream\r\n", "")).await?;
        if status != 200 {
            return Err(io::Error::other(format!("{path}: status {status}")));
        }
        Ok(Events { connection: self, buffer: Vec::new() })
    }
}

/// A stream of server-sent events.
pub struct Events {
    connection: Connection,
    buffer: Vec<u8>,
}

impl Events {
    /// Waits for the next event with this name, and returns its data; others are left out.
    pub async fn next(&mut self, name: &str) -> io::Result<Vec<u8>> {
        loop {
            let (found, data) = self.any().await?;
            if found == name {
                return Ok(data);
            }
        }
    }

    /// Waits for the next event: its name and data.
    pub async fn any(&mut self) -> io::Result<(String, Vec<u8>)> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let frame: Vec<u8> = self.buffer.drain(..end + 2).collect();
                let field = |key: &str| {
                    let mut lines = frame.split(|byte| *byte == b'\n');
                    lines.find_map(|line| line.strip_prefix(key.as_bytes())).unwrap_or_default().to_vec()
                };
                let name = field("event: ");
                // A comment is no event.
                if name.is_empty() {
                    continue;
                }
                return Ok((String::from_utf8_lossy(&name).into_owned(), field("data: ")));
            }
            if !self.connection.chunk(&mut self.buffer).await? {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// A result, or an error if it takes too long.
pub async fn in_time<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(PATIENCE, work).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

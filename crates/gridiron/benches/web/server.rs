//! A server as a process of its own, so that its memory can be read and its core chosen.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};

use crate::http::{Connection, PATIENCE, Response};

/// A running `gridiron serve`. It ends with this value.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    token: String,
    /// The header with the organiser's cookie.
    cookie: String,
}

impl Server {
    /// Serves a folder; on one core only, if one is named.
    pub async fn start(folder: &Path, core: Option<usize>) -> Server {
        let program = env!("CARGO_BIN_EXE_gridiron");
        let mut command = match core {
            Some(core) => {
                let mut command = Command::new("taskset");
                command.arg("--cpu-list").arg(core.to_string()).arg(program);
                command
            }
            None => Command::new(program),
        };
        command.arg("serve").arg(folder).args(["--port", "0", "--no-browser"]);
        command.env("GRIDIRON_CACHE", folder.with_extension("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the server starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = mpsc::channel();
        // It also reads what nobody asks for, so that the server is never kept waiting.
        thread::spawn(move || stdout.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line))));
        let organiser = loop {
            let line = lines.recv_timeout(PATIENCE).expect("the server prints its addresses");
            if let Some(link) = line.trim().strip_prefix("organiser: http://") {
                break link.to_string();
            }
        };
        let (address, token) = organiser.split_once("/#token=").expect("a link with a token");
        let address = address.parse().expect("an address");
        let mut server = Server { child, address, token: token.to_string(), cookie: String::new() };
        let session = server.post("/api/session", &json!({ "token": server.token })).await;
        let cookie = session.headers.get("set-cookie").and_then(|it| it.split(';').next()).expect("a cookie");
        server.cookie = format!("Cookie: {cookie}\r\n");
        server
    }

    /// The JSON of a route.
    pub async fn json(&self, path: &str) -> Value {
        let mut connection = Connection::open(self.address, 0).await.expect("a connection");
        let response = connection.get(path, &self.cookie).await.expect("a response");
        assert_eq!(response.status, 200, "{path}: {}", String::from_utf8_lossy(&response.body));
        serde_json::from_slice(&response.body).expect("JSON")
    }

    /// Sends JSON as the organiser; it must be taken.
    pub async fn post(&self, path: &str, body: &Value) -> Response {
        let mut connection = Connection::open(self.address, 0).await.expect("a connection");
        let response = connection.post(path, &self.cookie, &body.to_string()).await.expect("a response");
        let is_taken = (200..300).contains(&response.status);
        assert!(is_taken, "{path}: {} {}", response.status, String::from_utf8_lossy(&response.body));
        response
    }

    /// Memory that is held now, in bytes.
    pub fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
        kilobytes * 1024
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

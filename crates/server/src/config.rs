//! How the server is reached and what it allows.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use crate::live::Caps;

/// The port that is tried first.
pub const USUAL_PORT: u16 = 8080;

/// How many further ports are tried if the usual one is taken.
pub const FURTHER_PORTS: u16 = 50;

/// Where the server listens and who may watch.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address that it binds to.
    pub address: IpAddr,
    /// The port; `None` for the usual one or the next that is free. 0 lets the system choose.
    pub port: Option<u16>,
    /// Whether viewers need a link, too.
    pub is_private: bool,
    /// Further names that it answers to.
    pub hosts: Vec<String>,
    /// How many streams may be open.
    pub streams: Caps,
    /// How slow browsers may be.
    pub times: Times,
}

/// How slow browsers may be.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How long the head of a request may take, also the first byte of it.
    pub head: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a browser may leave bytes lying that are ready for it.
    pub write: Duration,
}

impl Default for Times {
    fn default() -> Times {
        let [head, body, write] = [15, 15, 30].map(Duration::from_secs);
        Times { head, body, write }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            is_private: false,
            hosts: Vec::new(),
            streams: Caps::default(),
            times: Times::default(),
        }
    }
}

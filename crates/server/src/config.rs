//! How the server is reached and what it allows.

use std::net::{IpAddr, Ipv4Addr};

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
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            port: None,
            is_private: false,
            hosts: Vec::new(),
            streams: Caps::default(),
        }
    }
}

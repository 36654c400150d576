//! The arguments of `gridiron serve`, and those of live pages of other commands.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use server::Config;
use server::live::Caps;
use tracing_subscriber::filter::LevelFilter;

use crate::failure::Failure;

#[derive(Args)]
pub struct ServeArguments {
    /// Folder with tournament files and stores
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub live: LiveArguments,
    /// Pages that can watch at the same time, in all
    #[arg(long, help_heading = SERVER, value_name = "N", allow_negative_numbers = true, default_value_t = Caps::default().total as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_streams: u32,
    /// Pages that can watch from one address
    #[arg(long, help_heading = SERVER, value_name = "N", allow_negative_numbers = true, default_value_t = Caps::default().per_address as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_streams_per_address: u32,
    /// What is logged on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub log: LogLevel,
}

/// Where pages can be reached, and by whom.
// Without a group: what was given are options, each by its own name.
#[derive(Args)]
#[group(skip)]
pub struct LiveArguments {
    /// Port of the web server; 0 is any that is free [default: 8080, or the next that is free]
    #[arg(long, help_heading = SERVER, value_name = "PORT", allow_negative_numbers = true)]
    pub port: Option<u16>,
    /// Address of the web server; 0.0.0.0 lets other machines in
    #[arg(long, help_heading = SERVER, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = read_address)]
    pub bind: IpAddr,
    /// Name that browsers may use for this machine; may be repeated
    #[arg(long = "host", help_heading = SERVER, value_name = "NAME", value_parser = read_host)]
    pub hosts: Vec<String>,
    /// Let in only those who have a link
    #[arg(long, help_heading = SERVER)]
    pub private: bool,
    /// Do not open a browser
    #[arg(long, help_heading = SERVER)]
    pub no_browser: bool,
}

/// The heading of these options in help texts.
const SERVER: &str = "Web server";

/// An address of this machine.
fn read_address(text: &str) -> Result<IpAddr, String> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    match bare {
        "localhost" => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        _ => bare.parse().map_err(|_| {
            "write an address such as 127.0.0.1, or 0.0.0.0 for all; the port goes to --port".to_string()
        }),
    }
}

/// A name that a browser may use. A port makes no difference.
fn read_host(text: &str) -> Result<String, String> {
    let (name, port) = text.split_once(':').unwrap_or((text, "0"));
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    match !name.is_empty() && name.chars().all(is_name) && port.parse::<u16>().is_ok() {
        true => Ok(name.to_string()),
        false => Err("write a name as it stands in an address, such as teacher-laptop".to_string()),
    }
}

/// What is logged.
#[derive(Clone, Copy, ValueEnum)]
pub enum LogLevel {
    /// What failed
    Error,
    /// What is odd, too
    Warn,
    /// What was started and stopped, too
    Info,
    /// Every connection that ends, too
    Debug,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> LevelFilter {
        match level {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }
}

impl ServeArguments {
    /// The configuration of the server.
    pub fn config(&self) -> Config {
        let [total, per_address] = [self.max_streams, self.max_streams_per_address].map(|most| most as usize);
        Config { streams: Caps { total, per_address }, ..self.live.config() }
    }
}

impl LiveArguments {
    /// An error if one of these was given without the option that starts the server.
    pub fn check_used(&self, is_served: bool, option: &str) -> Result<(), Failure> {
        let given = [
            (self.port.is_some(), "--port"),
            (self.bind != IpAddr::V4(Ipv4Addr::LOCALHOST), "--bind"),
            (!self.hosts.is_empty(), "--host"),
            (self.private, "--private"),
        ];
        match given.iter().find(|(is_given, _)| *is_given && !is_served) {
            Some((_, name)) => Err(Failure::Usage(format!("{name} is for the web server: add {option}"))),
            None => Ok(()),
        }
    }

    /// The configuration of the server, with the usual number of streams.
    pub fn config(&self) -> Config {
        Config {
            address: self.bind,
            port: self.port,
            is_private: self.private,
            hosts: self.hosts.clone(),
            ..Config::default()
        }
    }
}

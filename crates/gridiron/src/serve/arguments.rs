//! The arguments of `gridiron serve`, and those of live pages of other commands.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use server::Config;
use server::live::Caps;
use tracing_subscriber::filter::LevelFilter;

#[derive(Args)]
pub struct ServeArguments {
    /// Folder with tournament files and stores
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub live: LiveArguments,
    /// Pages that can watch at the same time, in all
    #[arg(long, help_heading = SERVER, value_name = "N", allow_negative_numbers = true, default_value_t = Caps::default().total as u32)]
    pub max_streams: u32,
    /// Pages that can watch from one address
    #[arg(long, help_heading = SERVER, value_name = "N", allow_negative_numbers = true, default_value_t = Caps::default().per_address as u32)]
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
    #[arg(long, help_heading = SERVER, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub bind: IpAddr,
    /// Name that browsers may use for this machine; may be repeated
    #[arg(long = "host", help_heading = SERVER, value_name = "NAME")]
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

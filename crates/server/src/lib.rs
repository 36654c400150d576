#![doc = include_str!("../README.md")]

pub mod access;
pub mod analysis;
pub mod api;
pub mod arena;
mod assets;
pub mod config;
mod error;
mod extract;
mod gate;
pub mod host;
mod listener;
pub mod live;
mod lock;
mod names;
mod pages;
mod router;
mod server;
mod shared;
mod shell;
pub mod tournaments;
mod unread;
pub mod wall;

pub use arena::Arena;
pub use config::{Config, Times};
pub use host::{Host, HostError, Opened, Source};
pub use server::{Server, ServerError};

#![doc = include_str!("../README.md")]

pub mod assets;
pub mod csv;
pub mod game;
pub mod gif;
mod modules;
mod page;
pub mod playback;
pub mod report;
pub mod svg;
pub mod text;

pub use page::icon_address;

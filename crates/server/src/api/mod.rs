//! The HTTP API: all that the pages use.

pub mod analysis;
pub mod bots;
pub mod control;
pub mod events;
pub mod game_info;
pub mod game_line;
pub mod game_list;
pub mod games;
pub mod home;
pub mod live;
pub mod openapi;
pub mod schedule;
pub mod session;
pub mod status;
pub mod summary;
pub mod tournament;

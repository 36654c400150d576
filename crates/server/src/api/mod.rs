//! The HTTP API: all that the pages use.

pub mod control;
pub mod events;
pub mod game_info;
pub mod games;
pub mod home;
pub mod live;
pub mod openapi;
pub mod session;
pub mod status;
pub mod summary;
pub mod tournament;

//! The tournaments that the server shows and plays.

mod catalogue;
mod entry;
mod slug;
mod stamp;
mod state;

pub use catalogue::Catalogue;
pub use entry::{Entry, StartError};
pub use state::State;

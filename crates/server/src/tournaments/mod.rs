//! The tournaments that the server shows and plays.

mod catalogue;
mod entry;
mod look;
mod slug;
mod state;

pub use catalogue::Catalogue;
pub use entry::{Entry, Opening, StartError};
pub use look::read_file;
pub use slug::slug;
pub use state::State;

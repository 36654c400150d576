//! What happens now, on its way to browsers.

mod beginning;
mod bus;
mod caps;
mod games;
mod recent;
mod stream;
pub mod ticker;
mod watchers;

pub use beginning::first_events;
pub use bus::{Bus, Event, EventId, Missed, Subscription, Topic, frame};
pub use caps::{Caps, Counter, Place};
pub use games::{LiveGames, LiveState, LiveSummary};
pub use recent::RecentGames;
pub use stream::{head, response};
pub use ticker::{Ticker, tick};
pub use watchers::{SingleGame, SingleWatcher};

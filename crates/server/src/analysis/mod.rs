//! Who was ahead when: the curves of games, computed one after the other in the
//! background and kept.
//!
//! **Invariant:** a game is computed once, however often it is asked for.

mod cache;
mod key;
#[cfg(test)]
mod tests;
mod work;

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use ai::analysis::is_analysed;
use referee::Record;
use referee::review::{Curve, CurveBudget};

use crate::lock::lock;
use cache::Cache;
use key::{Key, key};
use work::Shared;

/// How much is searched.
const BUDGET: CurveBudget = CurveBudget::USUAL;

/// The most games that wait. Who asked first is forgotten first, and asks again.
const MOST_WAITING: usize = 64;

/// The most curves in memory, those included that could not be computed.
const MOST_KEPT: usize = 256;

/// How far the analysis of a game is.
#[derive(Clone, Debug)]
pub enum State {
    /// It is there.
    Done(Arc<Curve>),
    /// It waits or is computed: this many of all actions are done.
    Working {
        /// Actions that were searched.
        done: usize,
        /// All actions.
        of: usize,
    },
    /// There is none: the game has secrets, is empty, too long, or breaks its rules.
    None,
}

/// The curves of games. It is made once for a server.
pub struct Analyses {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

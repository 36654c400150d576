//! Presentations.

use axum::Router;

use crate::arena::{App, Arena};

/// The presentations.
#[derive(Default)]
pub struct Walls {}

impl Walls {
    /// Whether standings count only games that were shown.
    pub fn has_suspense(&self, _id: &str) -> bool {
        false
    }

    /// What a presentation shows, as JSON.
    pub fn first_event(&self, _arena: &Arena, _id: &str) -> Option<Vec<u8>> {
        None
    }
}

/// The routes of presentations.
pub fn routes() -> Router<App> {
    Router::new()
}

/// Lets time pass.
pub fn tick(_arena: &Arena) {}

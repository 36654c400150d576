//! What must hold for any input. Each target is one function over bytes.
//!
//! The fuzzer calls it (`fuzz/fuzz_targets`), and so does a short run in the tests
//! (`tests/short_runs.rs`) with the inputs of `fuzz/seeds` and changes of them.
//! A target panics if something does not hold; a refused input is fine.

pub mod bot_lines;
mod changed_values;
pub mod game_lines;
pub mod mutation;
pub mod original_responses;
pub mod record_files;
mod reference_stores;
mod scratch;
mod scripted_bot;
pub mod solve_tables;
pub mod stores;
pub mod toml_files;

/// One fuzz target.
pub struct Target {
    /// Its name, that of its folder in `fuzz/seeds` and of its file in
    /// `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Its body. Returns whether the input was accepted, at least in part.
    pub run: fn(&[u8]) -> bool,
}

/// All targets.
pub const TARGETS: [Target; 10] = [
    Target { name: "plantation", run: game_lines::plantation },
    Target { name: "virus", run: game_lines::virus },
    Target { name: "conga", run: game_lines::conga },
    Target { name: "records", run: record_files::records },
    Target { name: "rules_files", run: toml_files::rules },
    Target { name: "tournament_files", run: toml_files::tournament },
    Target { name: "bot_lines", run: bot_lines::keyword_lines },
    Target { name: "original_responses", run: original_responses::calls },
    Target { name: "solve_tables", run: solve_tables::table },
    Target { name: "stores", run: stores::store },
];

/// The first line of a text, and the others.
fn split_header(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

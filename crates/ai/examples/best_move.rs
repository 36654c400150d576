//! The best move of a position that is given as text:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example best_move -- conga "0,0,1,-4/0,0,0,1/0,2,0,0/0,0,0,0 0"
//! cargo run --release -p gridiron-ai --example best_move -- virus POSITION [DEPTH]
//! ```
//!
//! A position is text because every game implements `Display` and `FromStr`;
//! `gridiron play` and records write it in the same form.

use games::conga::Position;
use games::virus::Virus;
use gridiron_ai::conga::CongaEvaluator;
use gridiron_ai::search::alpha_beta::{AlphaBeta, GameContext, SearchResult};
use gridiron_ai::search::{Evaluator, SearchLimits, Searchable, plies_to_end};
use gridiron_ai::virus::evaluator::VirusEvaluator;

/// Searches a position to a depth; an error for a wrong text and for a finished game.
pub fn best_move<P: Searchable>(
    text: &str,
    evaluator: impl Evaluator<P>,
    depth: u32,
) -> Result<SearchResult<P::Action>, String> {
    let position: P = text.parse().map_err(|error| format!("position `{text}`: {error}"))?;
    if position.status().outcome().is_some() {
        return Err("the game is over in this position".to_string());
    }
    // A table for 65,536 positions; no earlier positions; one thread.
    let mut searcher = AlphaBeta::new(evaluator, 1 << 16);
    Ok(searcher.search(&position, &GameContext::none(), &SearchLimits::depth(depth), 1))
}

/// One line for people: move, value, depth and the expected line of play.
pub fn report<A: std::fmt::Display>(result: &SearchResult<A>) -> String {
    let value = match plies_to_end(result.value) {
        Some(plies) if result.value > 0 => format!("wins in {plies} plies"),
        Some(plies) => format!("loses in {plies} plies"),
        None => format!("value {}", result.value),
    };
    let line: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
    format!("{}: {value}, depth {}, line {}", result.action, result.depth, line.join(", "))
}

/// Reads the arguments and prints the report.
pub fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, text, depth) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [game, text] => (game, text, 8),
        [game, text, depth] => (game, text, depth.parse().map_err(|_| format!("`{depth}` is no depth"))?),
        _ => return Err("expected a game, a position and perhaps a depth".to_string()),
    };
    let line = match game {
        "conga" => report(&best_move::<Position>(text, CongaEvaluator::learned(), depth)?),
        "virus" => report(&best_move::<Virus>(text, VirusEvaluator::learned(), depth)?),
        _ => return Err(format!("unknown game `{game}`: expected conga or virus")),
    };
    println!("{line}");
    Ok(())
}

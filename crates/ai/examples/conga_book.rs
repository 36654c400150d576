//! Looks for moves that lose by force in the first plies of Conga with ten
//! stones, and writes what is proven to `crates/ai/src/conga/book.txt`; the same
//! comes out each time.
//!
//! Every position of the first plies, once for its eight reflections, is searched
//! with so many nodes. What follows a decided position is left out: whoever gets
//! there finds the way by search.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use ai::conga::CongaJudge;
use ai::conga::solve::canonical;
use ai::search::alpha_beta::{AlphaBeta, Background};
use ai::search::{Limits, plies_to_end};
use games::Game;
use games::conga::{Options, Position};

/// How far from the start.
const PLIES: u32 = 4;

/// Positions looked at for each.
const NODES: u64 = 2_500_000;

fn main() {
    let mut book = String::new();
    let mut seen = HashSet::new();
    let mut positions = vec![Position::start(&Options::default(), 0)];
    for ply in 0..=PLIES {
        positions.retain(|position| seen.insert(canonical(position)));
        let (mut next, mut decided) = (Vec::new(), 0);
        for position in &positions {
            let mut searcher = AlphaBeta::new(CongaJudge::learned(), 1 << 20);
            let found = searcher.search(position, &Background::none(), &Limits::nodes(NODES), 1);
            match plies_to_end(found.value) {
                Some(plies) => {
                    let word = if found.value > 0 { "won" } else { "lost" };
                    writeln!(book, "{position} {word} {plies}").expect("a string takes all");
                    decided += 1;
                }
                None => next.extend(position.actions().map(|action| position.after(action))),
            }
        }
        println!("ply {ply}: {} positions, {decided} decided", positions.len());
        positions = next;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/conga/book.txt");
    std::fs::write(path, book).expect("the file can be written");
}

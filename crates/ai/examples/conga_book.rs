//! Searches the first plies of Conga with ten stones for forced wins and losses, and writes
//! them to `crates/ai/src/conga/book.txt`:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example conga_book
//! ```
//!
//! It takes about ten minutes on one core and 2 GB, and always writes the same file.
//!
//! Every position of the first plies, once for its eight reflections, goes to the prover:
//! those furthest from the start first, then again with more nodes where a proof seems near.
//! Every proof is verified before it enters the book, and results are carried back to the
//! start.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use games::Game;
use games::conga::{Options, Position};
use gridiron_ai::conga::prove::{IMPOSSIBLE, Prover};
use gridiron_ai::conga::solve::{SolvedValue, canonical};

/// Nodes for each position of a ply at first, from ply 1 on. Each ply has about ten times
/// as many positions as the one before.
const NODES: [u64; 5] = [1_000_000, 5_000_000, 1_000_000, 500_000, 60_000];

/// The part (1/20) of the nodes that finds out which side might win.
const GLANCE: u64 = 20;

/// How many positions with a near proof are searched again, and with how many nodes.
const AGAIN: [(usize, u64); 2] = [(200, 500_000), (40, 3_000_000)];

/// Nodes to find a winning move again that the table has lost.
const FORGOTTEN: u64 = 20_000;

/// Open positions up to this ply get a prover with a fresh table: failed lines of other
/// positions no longer mislead it.
const ALL_AFRESH: usize = 3;

/// Nodes for such a proof, and for one that must be found again as a whole.
const AFRESH: u64 = 4_000_000;

/// The size of the prover's table, in positions.
const REMEMBERED: usize = 1 << 27;

/// A position of the first plies, with its proof numbers for a loss and for a win.
struct Entry {
    position: Position,
    ply: usize,
    hard: [u32; 2],
}

struct Book {
    prover: Prover,
    proven: HashMap<u64, SolvedValue>,
    started: Instant,
}

fn main() {
    let mut entries = first_plies();
    let mut book = Book { prover: Prover::new(REMEMBERED), proven: HashMap::new(), started: Instant::now() };
    for ply in (1..=NODES.len()).rev() {
        for entry in entries.iter_mut().filter(|entry| entry.ply == ply) {
            book.work(entry, NODES[ply - 1]);
        }
        book.carry_back(&entries);
        book.tell(&entries, &format!("ply {ply}"));
        book.write(&entries);
    }
    for (count, nodes) in AGAIN {
        let is_open = |entry: &&mut Entry| !book.proven.contains_key(&canonical(&entry.position));
        let mut open: Vec<&mut Entry> = entries.iter_mut().filter(is_open).collect();
        open.sort_by_key(|entry| entry.hard[0].min(entry.hard[1]));
        open.into_iter().take(count).for_each(|entry| book.work(entry, nodes));
        book.carry_back(&entries);
        book.tell(&entries, &format!("{count} again"));
        book.write(&entries);
    }
    book.work_afresh(&entries);
    book.carry_back(&entries);
    book.tell(&entries, "afresh");
    book.write(&entries);
}

/// All positions of the first plies, once for their reflections.
fn first_plies() -> Vec<Entry> {
    let start = Position::start(&Options::default(), 0);
    let mut seen = HashSet::from([canonical(&start)]);
    let mut entries = vec![Entry { position: start, ply: 0, hard: [IMPOSSIBLE; 2] }];
    let mut from = 0;
    for ply in 1..=NODES.len() {
        let before = from..entries.len();
        from = entries.len();
        for at in before {
            let position = entries[at].position;
            for next in position.actions().map(|action| position.after(action)) {
                if seen.insert(canonical(&next)) {
                    entries.push(Entry { position: next, ply, hard: [IMPOSSIBLE; 2] });
                }
            }
        }
    }
    entries
}

/// The proven value by a prover with a fresh table, which loses nothing.
fn proven_afresh(position: &Position, attacks: bool) -> Option<SolvedValue> {
    let mut prover = Prover::new(AFRESH as usize * 2);
    prover.prove(position, attacks, AFRESH);
    prover.verified(position, FORGOTTEN)
}

impl Book {
    /// Searches for a proof for either side, then for the one that seems nearer.
    fn work(&mut self, entry: &mut Entry, nodes: u64) {
        let position = &entry.position;
        for attacks in [true, false] {
            entry.hard[usize::from(attacks)] = self.prover.prove(position, attacks, nodes / GLANCE);
        }
        if !entry.hard.contains(&0) {
            let attacks = entry.hard[1] < entry.hard[0];
            entry.hard[usize::from(attacks)] = self.prover.prove(position, attacks, nodes);
        }
        if let Some(attacks) = entry.hard.iter().rposition(|hard| *hard == 0) {
            let checked = self.prover.verified(position, FORGOTTEN);
            let Some(value) = checked.or_else(|| proven_afresh(position, attacks == 1)) else {
                println!("{position}: proven, but not played through, so left out");
                entry.hard = [IMPOSSIBLE; 2];
                return;
            };
            self.proven.insert(canonical(position), value);
        }
    }

    /// Searches for proofs for either side of the first plies.
    fn work_afresh(&mut self, entries: &[Entry]) {
        for Entry { position, .. } in entries.iter().filter(|entry| entry.ply <= ALL_AFRESH) {
            if !self.proven.contains_key(&canonical(position)) {
                let value = proven_afresh(position, true).or_else(|| proven_afresh(position, false));
                self.proven.extend(value.map(|value| (canonical(position), value)));
            }
        }
    }

    /// A move to a lost position wins; if all moves lead to won positions, it is lost.
    fn carry_back(&mut self, entries: &[Entry]) {
        for ply in (0..NODES.len()).rev() {
            for entry in entries.iter().filter(|entry| entry.ply == ply) {
                let next = entry.position.actions().map(|action| entry.position.after(action));
                let worth = |next| self.proven.get(&canonical(&next)).map(|value| value.for_previous_mover());
                let worth: Vec<Option<SolvedValue>> = next.map(worth).collect();
                // An unproven position may be a draw, which is better than any loss.
                let best = worth.iter().map(|worth| worth.unwrap_or(SolvedValue::Draw)).max();
                if let Some(best) = best.filter(|best| *best != SolvedValue::Draw) {
                    self.proven.entry(canonical(&entry.position)).or_insert(best);
                }
            }
        }
    }

    fn tell(&self, entries: &[Entry], what: &str) {
        let mut counts = [[0; 3]; NODES.len() + 1];
        for entry in entries {
            counts[entry.ply][match self.proven.get(&canonical(&entry.position)) {
                Some(SolvedValue::Win(_)) => 0,
                Some(_) => 1,
                None => 2,
            }] += 1;
        }
        let counts = counts.iter().enumerate().skip(1);
        let counts =
            counts.map(|(ply, [won, lost, open])| format!(" {ply}: {won} won {lost} lost {open} open"));
        let (nodes, seconds) = (self.prover.nodes() / 1_000_000, self.started.elapsed().as_secs());
        println!("{what}, {nodes} million positions, {seconds} s;{}", counts.collect::<Vec<_>>().join(","));
    }

    fn write(&self, entries: &[Entry]) {
        let mut text = String::new();
        for Entry { position, .. } in entries {
            let (word, plies) = match self.proven.get(&canonical(position)) {
                Some(SolvedValue::Win(plies)) => ("won", plies),
                Some(SolvedValue::Loss(plies)) => ("lost", plies),
                _ => continue,
            };
            writeln!(text, "{position} {word} {plies}").expect("a string takes all");
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/conga/book.txt");
        std::fs::write(path, text).expect("the file can be written");
    }
}

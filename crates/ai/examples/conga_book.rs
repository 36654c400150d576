//! Looks for moves that lose by force in the first plies of Conga with ten
//! stones, and writes what is proven to `crates/ai/src/conga/book.txt`; the same
//! comes out each time. It takes about ten minutes on one core, and 2 GB.
//!
//! Every position of the first plies, once for its eight reflections, is given to
//! the prover, those furthest from the start first, and then again with more
//! work where a proof seems near. Every proof is played through to the end before
//! it goes into the book. What is proven is carried back towards the start.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use games::Game;
use games::conga::{Options, Position};
use gridiron_ai::conga::prove::{IMPOSSIBLE, Prover};
use gridiron_ai::conga::solve::{SolvedValue, canonical};

/// How much work each position of a ply is worth at first, from ply 1 on; with
/// one more ply there are about ten times as many.
const NODES: [u64; 5] = [1_000_000, 5_000_000, 1_000_000, 500_000, 60_000];

/// The part of it that goes into seeing which of the two might win.
const GLANCE: u64 = 20;

/// How many that seem near a proof are worked on again, and how much.
const AGAIN: [(usize, u64); 2] = [(200, 500_000), (40, 3_000_000)];

/// What a good move that was forgotten may take to be found again.
const FORGOTTEN: u64 = 20_000;

/// Positions up to this ply that are still open are given to a prover that has
/// nothing else in mind: what did not work out on the lines of others no longer
/// keeps it from a proof.
const ALL_AFRESH: usize = 3;

/// How much such a proof is worth, or one that must be found again as a whole.
const AFRESH: u64 = 4_000_000;

/// Positions that the prover remembers.
const REMEMBERED: usize = 1 << 27;

/// A position of the first plies, and how hard it seems to prove that its mover
/// loses or wins.
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

/// What is proven of a position by a prover that has nothing else in mind, so
/// that nothing is forgotten.
fn proven_afresh(position: &Position, attacks: bool) -> Option<SolvedValue> {
    let mut prover = Prover::new(AFRESH as usize * 2);
    prover.prove(position, attacks, AFRESH);
    prover.verified(position, FORGOTTEN)
}

impl Book {
    /// Looks for a proof for either side, and then for the one that seems nearer.
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

    /// Looks for proofs for either side of the first plies.
    fn work_afresh(&mut self, entries: &[Entry]) {
        for Entry { position, .. } in entries.iter().filter(|entry| entry.ply <= ALL_AFRESH) {
            if !self.proven.contains_key(&canonical(position)) {
                let value = proven_afresh(position, true).or_else(|| proven_afresh(position, false));
                self.proven.extend(value.map(|value| (canonical(position), value)));
            }
        }
    }

    /// Who can move to a lost position has won, and who can only move to won
    /// ones has lost.
    fn carry_back(&mut self, entries: &[Entry]) {
        for ply in (0..NODES.len()).rev() {
            for entry in entries.iter().filter(|entry| entry.ply == ply) {
                let next = entry.position.actions().map(|action| entry.position.after(action));
                let worth = |next| self.proven.get(&canonical(&next)).map(|value| value.for_previous_mover());
                let worth: Vec<Option<SolvedValue>> = next.map(worth).collect();
                // What is not proven may be a draw, or better than any loss.
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

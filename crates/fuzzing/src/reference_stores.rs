//! Good stores, which the target of stores damages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use games::Seat;
use league::entry_list::{OnChange, reconcile};
use league::file;
use league::finished_pair::{FinishedPair, GameSummary, PairOutcome, StoreEntry};
use league::store::{Store, packing};
use league::{Event, SeedRule};
use referee::{Record, record};

use crate::toml_files::event_of;

/// A store as its files, and the event it belongs to.
pub struct ReferenceStore {
    pub event: Event,
    pub database: Vec<u8>,
    /// What is not in the database yet; empty after a store was closed.
    pub log: Vec<u8>,
    /// Whether its tables have checksums. Those of version 0.1 have none.
    pub has_checksums: bool,
}

/// Names of the reference stores: two of version 0.1, and one that is being played.
pub const NAMES: [&str; 3] = ["cup", "knockout", "playing"];

/// The reference store of that name.
pub fn reference(name: &str) -> Option<&'static ReferenceStore> {
    static STORES: OnceLock<[ReferenceStore; 3]> = OnceLock::new();
    let stores = STORES.get_or_init(|| [old("cup-0.1"), old("knockout-0.1"), playing()]);
    NAMES.iter().position(|known| *known == name).map(|at| &stores[at])
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn announced(name: &str) -> Event {
    let text = fs::read_to_string(repository(&format!("crates/league/tests/data/{name}.toml")));
    event_of(&file::read(&text.expect("a file")).expect("a tournament")).expect("built-in players")
}

/// A store of version 0.1.
fn old(name: &str) -> ReferenceStore {
    let database = fs::read(repository(&format!("crates/league/tests/data/{name}.db"))).expect("a store");
    // Its settings say nothing about seeds.
    let seed_rule = SeedRule::of_settings(&BTreeMap::new());
    let event = Event { seed_rule, ..announced(name) };
    ReferenceStore { event, database, log: Vec::new(), has_checksums: false }
}

/// A store in the middle of a tournament: the last pairs stand in the log only.
fn playing() -> ReferenceStore {
    let event = announced("cup-0.1");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("playing.db");
    let enter = |store: &mut Store| reconcile(&event, store, OnChange::Accept, &[]).expect("players");
    let ids = enter(&mut Store::open(&path).expect("a new store"));
    let mut store = Store::open(&path).expect("a good store");
    let golden = record::read(&repository("crates/games/tests/data/golden/virus.jsonl")).expect("records");
    for (leg, record) in (0..).zip(&golden) {
        let pair = FinishedPair {
            round: 0,
            players: [ids[0], ids[1]],
            leg,
            seeds: [record.seed; 2],
            ended_ms: 1_700_000_000_000 + i64::from(leg),
            outcome: PairOutcome::Played(Box::new([summary(record, Seat::Zero), summary(record, Seat::One)])),
        };
        store.commit([StoreEntry::Pair(pair)].iter()).expect("room");
    }
    let files =
        ["playing.db", "playing.db-wal"].map(|name| fs::read(folder.path().join(name)).expect("a file"));
    let [database, log] = files;
    ReferenceStore { event, database, log, has_checksums: true }
}

fn summary(record: &Record, seat_of_first: Seat) -> GameSummary {
    GameSummary { record: Some(packing::pack(record)), ..GameSummary::new(record, seat_of_first) }
}

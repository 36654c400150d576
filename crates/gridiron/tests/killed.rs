//! A tournament that is killed over and over ends as one that was left alone.
#![cfg(target_os = "linux")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use common::LAST;
use games::common::rng::Rng;
use league::store::{Store, packing};
use league::{FinishedPair, PairOutcome};
use referee::Record;

/// So many times.
const KILLS: u32 = 30;

/// A program beside built-in players, all of which play the same each time. The
/// program always takes the last of its moves.
const FILE: &str = r#"
game = "virus"
pairs = 60
seed = 7
concurrency = 2
report = "cup.html"
[rules]
size = 6
[sandbox]
trust_bots = true
[[players]]
bot = "greedy"
[[players]]
bot = "random"
[[players]]
bot = "first"
[[players]]
bot = "bot.py"
"#;

fn start(folder: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    let command = command.args(["tournament", "cup.toml"]).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn prepare(folder: &Path) {
    fs::write(folder.join("cup.toml"), FILE).expect("a file");
    fs::write(folder.join("bot.py"), LAST).expect("a bot");
}

/// Everything that may not depend on what happened to the process: by the names
/// of both players, round, pair and game, what came of it and the whole record.
type Games = BTreeMap<(String, String, u32, u32, usize), ([u64; 2], String, Record)>;

fn games(folder: &Path) -> Games {
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
    let names: BTreeMap<i64, String> =
        store.players().expect("players").into_iter().map(|player| (player.id, player.name)).collect();
    let mut games = Games::new();
    let mut each = |number: i64, pair: FinishedPair| {
        let PairOutcome::Played(kept) = &pair.outcome else { panic!("no player is withdrawn") };
        for (game, kept) in kept.iter().enumerate() {
            let mut result = kept.result.clone();
            // How long it took is never the same.
            result.conduct.iter_mut().for_each(|conduct| conduct.thinking = Default::default());
            let packed = store.record(number, game as u8).expect("the store is good").expect("a record");
            let record = without_times(packing::unpack(&packed).expect("a record"));
            let [first, second] = pair.players.map(|id| names[&id].clone());
            let key = (first, second, pair.round, pair.leg, game);
            let is_new = games.insert(key, (pair.seeds, format!("{result:?}"), record)).is_none();
            assert!(is_new, "counted twice");
        }
    };
    store.each_pair(&mut each).expect("the store is good");
    games
}

fn without_times(mut record: Record) -> Record {
    for action in &mut record.actions {
        (action.wall_ns, action.cpu_ns, action.unbilled) = (None, None, false);
        (action.fair_ns, action.stalled_ns) = (None, None);
    }
    record
}

/// The numbers of all pairs that are stored; none if there is no store yet.
fn pairs(folder: &Path) -> BTreeSet<i64> {
    let mut numbers = BTreeSet::new();
    if folder.join("cup.db").exists()
        && let Ok(store) = Store::open_read_only(&folder.join("cup.db"))
    {
        store.each_pair(|number, _| numbers.extend([number])).expect("the store is good");
    }
    numbers
}

fn finish(folder: &Path) {
    let output = start(folder).wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

#[test]
fn whatever_happens_the_games_are_the_same() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    prepare(undisturbed.path());
    finish(undisturbed.path());
    let expected = games(undisturbed.path());
    assert_eq!(expected.len(), 6 * 60 * 2);

    let mut rng = Rng::new(30);
    let mut kills = 0;
    // On a fast machine one tournament may be over before the last kill.
    while kills < KILLS {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        prepare(folder);
        let mut before = BTreeSet::new();
        while kills < KILLS {
            let mut running = start(folder);
            // Any instant: while it starts, plays, writes or ends.
            thread::sleep(Duration::from_micros(u64::from(rng.below(120_000))));
            let is_over = running.try_wait().expect("it can be asked").is_some();
            running.kill().expect("it can be killed");
            running.wait().expect("it ends");
            kills += u32::from(!is_over);
            let after = pairs(folder);
            assert!(after.is_superset(&before), "what was stored is gone");
            before = after;
            if is_over {
                break;
            }
        }
        finish(folder);
        let games = games(folder);
        assert_eq!(games.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (key, game) in &games {
            assert_eq!(game, &expected[key], "{key:?}");
        }
        assert!(folder.join("cup.html").exists());
        assert!(!folder.join("cup.db.lock").exists(), "nothing is left beside the store");
    }
}

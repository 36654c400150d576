//! Files that Gridiron 0.1.0 wrote still open: they are shown, and played on.

use std::fs;
use std::path::Path;

use league::PairOutcome;
use league::store::Store;

use super::{folder, works};

/// A copy of the files that an earlier version wrote.
fn old_files(folder: &Path) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../league/tests/data");
    for name in ["cup-0.1.toml", "cup-0.1.db", "knockout-0.1.toml", "knockout-0.1.db"] {
        fs::copy(data.join(name), folder.join(name)).expect("a copy");
    }
}

/// Seed, winner points and margins of every pair.
fn pairs(path: &Path) -> Vec<(u64, Vec<(u8, i64)>)> {
    let mut pairs = Vec::new();
    let store = Store::open_read_only(path).expect("a store");
    let read = store.each_pair(|_, pair| {
        let PairOutcome::Played(games) = &pair.outcome else { panic!("all games were played") };
        let scores = games.iter().map(|game| (game.result.score.half_points, game.result.score.margin));
        pairs.push((pair.seeds[0], scores.collect()));
    });
    read.expect("a good store");
    pairs
}

#[test]
fn an_old_round_robin_is_shown_and_played_on() {
    for names_seed in [true, false] {
        show_and_play_on(names_seed);
    }
}

/// Without `seed`, the seed in the store counts. All pairs have the seeds that 0.1
/// would have given them.
fn show_and_play_on(names_seed: bool) {
    let folder = folder();
    let folder = folder.path();
    old_files(folder);
    if !names_seed {
        let file = fs::read_to_string(folder.join("cup-0.1.toml")).expect("a file");
        assert!(file.contains("seed = 7\n"));
        fs::write(folder.join("cup-0.1.toml"), file.replace("seed = 7\n", "")).expect("room");
    }
    let shown = works(folder, &["cup-0.1.toml", "--show"]);
    assert!(shown.contains("3 of 6 pairs are played"), "{shown}");
    // Margins break the tie of the last two now.
    for row in ["1  greedy    –  2–0  2–0", "2  first   0–2    –  1–1", "3  Léo     0–2  1–1    –"]
    {
        assert!(shown.contains(row), "{shown}");
    }
    let before = pairs(&folder.join("cup-0.1.db"));
    assert_eq!(before.len(), 3);
    // A later version of a built-in player is another one.
    let played = works(folder, &["cup-0.1.toml", "--changed", "accept"]);
    assert!(played.contains("all 6 pairs are played"), "{played}");
    // As the version played on that had written the files.
    for row in ["1  greedy        –      4–0      4–0", "2  first       0–4        –  2.5–1.5"] {
        assert!(played.contains(row), "{played}");
    }
    let after = pairs(&folder.join("cup-0.1.db"));
    assert_eq!((&after[..3], after.len()), (&before[..], 6), "stored games stay as they were");
}

#[test]
fn an_old_knockout_with_a_draw_of_lots_is_shown() {
    let folder = folder();
    let folder = folder.path();
    old_files(folder);
    let shown = works(folder, &["knockout-0.1.toml", "--show"]);
    for line in [
        "Zoé and Léo were tied: Léo won the random draw",
        "third place, Léo wins by random draw",
        "pairs are played",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

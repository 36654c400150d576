//! What the seeds of games give away: nothing about the tournament's, nothing about
//! other pairs, and nothing about a hidden start to come.

use games::Seat;
use games::common::rng::SEED_LIMIT;
use games::{Cell, GAMES, GameEntry, Viewpoint};
use gridiron_league::formats::Plan;
use gridiron_league::{Event, Pairing, SeedRule};

fn event(game: &str, plan: Plan, seed_rule: SeedRule) -> Event {
    let event = Event::of_built_in_players(game, ["random", "random"], plan).expect("players");
    Event { seed_rule, seed: 0x1d_ea5e_d00d_5eed, ..event }
}

fn pairing(round: u32, leg: u32) -> Pairing {
    Pairing { round, players: [0, 1], leg }
}

#[test]
fn seeds_hang_on_who_plays_and_on_nothing_else() {
    for rule in [SeedRule::Invertible, SeedRule::OneWay] {
        let event = event("plantation", Plan::default(), rule);
        let seeds = |players: [usize; 2], names: [&str; 2], round: u32, leg: u32| {
            event.game_seeds(&Pairing { round, players, leg }, names)
        };
        let one = seeds([0, 1], ["a", "b"], 0, 0);
        assert_eq!(one, seeds([5, 3], ["b", "a"], 0, 0), "places in the list and seats do not matter");
        let others = [
            seeds([0, 1], ["a", "b"], 0, 1),
            seeds([0, 1], ["a", "c"], 0, 0),
            seeds([0, 1], ["a", "b"], 1, 0),
            // Names with spaces are not taken for others.
            seeds([0, 1], ["a b", ""], 0, 0),
        ];
        assert!(others.iter().flatten().all(|other| !one.contains(other) && *other < SEED_LIMIT));
        assert_ne!(seeds([0, 1], ["a b", "c"], 0, 0), seeds([0, 1], ["a", "b c"], 0, 0));
    }
}

/// The inverse of splitmix64, written from its definition.
fn unmix(z: u64) -> u64 {
    let unshift = |z: u64, by: u32| (0..64 / by).fold(z, |x, _| z ^ (x >> by));
    // Newton's method for the inverse of an odd number modulo 2^64.
    let inverse = |m: u64| (0..6).fold(m, |x, _| x.wrapping_mul(2_u64.wrapping_sub(m.wrapping_mul(x))));
    let z = unshift(z, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
    let z = unshift(z, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
    unshift(z, 30).wrapping_sub(0x9e37_79b9_7f4a_7c15)
}

/// Works backward from the seed of a published game to that of the tournament, as an
/// attacker who knows the names of all pairs.
fn seeds_behind(published: u64, name: &str) -> Vec<u64> {
    // The top bits of the hash were cut off.
    let hashes = (0..1 << 11).map(|top: u64| top << 53 | published);
    let starts =
        hashes.map(|hash| name.bytes().rev().fold(hash, |state, byte| unmix(state) ^ u64::from(byte)));
    let seeds = starts.map(|start| unmix(start) ^ 0x6772_6964_6972_6f6e);
    seeds.filter(|seed| *seed < SEED_LIMIT).collect()
}

#[test]
fn no_seed_of_a_game_leads_back() {
    for (plan, name) in
        [(Plan::Match { pairs: 9 }, "pair 3"), (Plan::default(), "round-robin 0, pair 3, 6 random random")]
    {
        for (rule, is_found) in [(SeedRule::Invertible, true), (SeedRule::OneWay, false)] {
            let event = event("virus", plan, rule);
            let [published, _] = event.game_seeds(&pairing(0, 3), ["random", "random"]);
            let found = seeds_behind(published, name);
            assert_eq!(found.contains(&event.seed), is_found, "{name} {rule:?}");
        }
    }
}

/// The rows of a seat's tiles at the start of a game with this seed. Its column is
/// known; the rows are hidden.
fn start(entry: &'static GameEntry, seed: u64, seat: Seat) -> Vec<usize> {
    let session = entry.start(entry.defaults(), seed).expect("a board");
    let grid = session.grid(Viewpoint::All);
    let is_own = |row: &[Cell]| row.iter().any(|cell| cell.owner == Some(seat));
    grid.rows().enumerate().filter(|(_, row)| is_own(row)).map(|(at, _)| at).collect()
}

/// In the second game the opponent has the seat that the bot had in the first. It
/// looks where its own tiles were, where they would be upside down, and where the
/// opponent's were.
#[test]
fn the_first_game_tells_nothing_about_a_hidden_start() {
    const PAIRS: u32 = 2_000;
    const ROWS: usize = 11;
    const TILES: usize = 3;
    let entry = games::find("plantation").expect("a game");
    for plan in [Plan::Match { pairs: PAIRS }, Plan::default()] {
        for (rule, is_known) in [(SeedRule::Invertible, true), (SeedRule::OneWay, false)] {
            let event = event("plantation", plan, rule);
            let mut hits = [0_u32; 3];
            for leg in 0..PAIRS {
                let [first, second] = event.game_seeds(&pairing(0, leg), ["random", "random"]);
                let own = start(entry, first, Seat::Zero);
                let upside_down: Vec<usize> = own.iter().map(|row| ROWS - 1 - row).collect();
                let guesses = [own, upside_down, start(entry, first, Seat::One)];
                let hidden = start(entry, second, Seat::Zero);
                assert_eq!(hidden.len(), TILES);
                for (count, guess) in hits.iter_mut().zip(guesses) {
                    *count += guess.iter().filter(|row| hidden.contains(row)).count() as u32;
                }
            }
            let (looked, chance) = (f64::from(PAIRS) * TILES as f64, TILES as f64 / ROWS as f64);
            let deviation = (looked * chance * (1.0 - chance)).sqrt();
            for (guess, count) in hits.iter().enumerate() {
                let by_chance = (f64::from(*count) - looked * chance).abs() < 5.0 * deviation;
                let expected = !(is_known && guess == 0);
                assert_eq!(by_chance, expected, "{rule:?}, guess {guess}: {count} of {looked}");
            }
            let knew_all = f64::from(hits[0]) == looked;
            assert_eq!(knew_all, is_known, "both games began alike with one seed");
        }
    }
}

#[test]
fn both_games_have_one_opening_where_nothing_is_hidden() {
    for entry in &GAMES {
        let event = event(entry.name, Plan::Match { pairs: 1 }, SeedRule::OneWay);
        let [first, second] = event.game_seeds(&pairing(0, 0), ["random", "random"]);
        assert_eq!(first == second, !entry.has_secrets(), "{}", entry.name);
    }
}

//! Plays the champion of Conga from every opening of a match, against every depth
//! of the original's `agent` from 1 to 6. For every lost game it finds out whether the
//! opening was already lost by force, and whether any play could have held it.
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example conga_openings -- [PLIES [NODES]]
//! ```
//!
//! PLIES is the length of the openings (4 by default), NODES the champion's positions
//! per move. With four plies it takes about an hour on two cores.

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use games::common::draws::Repeatable;
use games::common::options::OptionValues;
use games::conga::{Action, Conga, Position};
use games::{Game, GameOptions, Outcome, Seat};
use gridiron_ai::conga::best_response::{BestResponse, best_response};
use gridiron_ai::conga::prove::Prover;
use gridiron_ai::conga::solve::SolvedValue;
use gridiron_ai::conga::{Agent, Champion, Heuristic};
use gridiron_ai::{Player, SearchOptions, Time};

/// The plies of a match's openings.
const PLIES: u64 = 4;

/// The champion's nodes per move: less than it searches in 20 milliseconds.
const NODES: u64 = 30_000;

/// The pairs of games in a match, each with an opening of its own.
const PAIRS: i32 = 30;

/// The agent's depths.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// The most replies of the agent that are computed for one opening.
const MAX_REPLIES: usize = 20_000;

/// The nodes that a proof of a lost opening may take, and the size of its table.
const PROOF: u64 = 200_000_000;
const REMEMBERED: usize = 1 << 26;

/// An opening: its position, one order of its moves, and how often it is drawn.
struct Opening {
    game: Conga,
    moves: Vec<Action>,
    share: f64,
}

/// An opening that the champion lost.
struct Lost<'a> {
    opening: &'a Opening,
    /// The depths it lost to, each with the best possible result.
    to: Vec<(u32, BestResponse)>,
}

fn main() -> ExitCode {
    match arguments(&env::args().skip(1).collect::<Vec<String>>()) {
        Ok((plies, nodes)) => {
            play_openings(plies, nodes);
            ExitCode::SUCCESS
        }
        Err(word) => {
            eprintln!("`{word}`: expected conga_openings [PLIES [NODES]], both whole numbers above 0");
            ExitCode::from(2)
        }
    }
}

/// The plies of an opening and the champion's nodes; else the wrong word.
fn arguments(words: &[String]) -> Result<(u64, u64), &str> {
    if let Some(word) = words.get(2) {
        return Err(word);
    }
    let number = |at: usize, usual: u64| match words.get(at) {
        Some(word) => word.parse().ok().filter(|number| *number > 0).ok_or(word.as_str()),
        None => Ok(usual),
    };
    Ok((number(0, PLIES)?, number(1, NODES)?))
}

fn play_openings(plies: u64, nodes: u64) {
    let openings = openings(plies);
    println!("{} openings of {plies} plies, {nodes} positions for a move", openings.len());
    // After an even number of plies the second player is worse off.
    for seat in [Seat::One, Seat::Zero] {
        let mut lost: BTreeMap<usize, Lost<'_>> = BTreeMap::new();
        for depth in DEPTHS {
            let mut counts = [0; 3];
            for (at, (opening, outcome)) in
                openings.iter().zip(play_all(&openings, seat, depth, nodes)).enumerate()
            {
                counts[outcome.winner.map_or(1, |winner| if winner == seat { 0 } else { 2 })] += 1;
                if outcome.winner == Some(seat.other()) {
                    let lost = lost.entry(at).or_insert_with(|| Lost { opening, to: Vec::new() });
                    lost.to.push((depth, best_against(opening, seat, depth)));
                }
            }
            let [won, drawn, lost] = counts;
            println!("seat {seat} against depth {depth}: {won} won, {drawn} drawn, {lost} lost");
        }
        look_into(seat, lost.values());
    }
}

/// All openings with their probabilities, if every legal move is equally likely.
fn openings(plies: u64) -> Vec<Opening> {
    let rules = OptionValues::defaults(<Conga as Game>::Options::SPECS);
    let game = Conga::start(&GameOptions::from_values(&rules).expect("the usual rules"), 0);
    let mut openings = vec![Opening { game, moves: Vec::new(), share: 1.0 }];
    for _ in 0..plies {
        let mut next: BTreeMap<u128, Opening> = BTreeMap::new();
        for Opening { game, moves, share } in openings {
            let each = share / game.actions().len() as f64;
            for action in game.actions() {
                let game = game.after(action);
                let moves = || moves.iter().copied().chain([action]).collect();
                let key = game.game().key();
                next.entry(key).or_insert_with(|| Opening { game, moves: moves(), share: 0.0 }).share += each;
            }
        }
        openings = next.into_values().collect();
    }
    openings
}

/// The champion's result from every opening, on all cores.
fn play_all(openings: &[Opening], seat: Seat, depth: u32, nodes: u64) -> Vec<Outcome> {
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(opening) = openings.get(at) else { break };
                    let outcome = play(opening.game.clone(), seat, depth, nodes);
                    outcomes.lock().expect("no panic").insert(at, outcome);
                }
            });
        }
    });
    outcomes.into_inner().expect("no panic").into_values().collect()
}

fn play(mut game: Conga, seat: Seat, depth: u32, nodes: u64) -> Outcome {
    let mut options = OptionValues::defaults(SearchOptions::OPTIONS);
    options.set_list(&format!("nodes={nodes}")).expect("an option");
    let mut champion = Champion::new(SearchOptions::read(&options), 0);
    loop {
        if let Some(outcome) = game.status().outcome() {
            return outcome;
        }
        let position = *game.game();
        game.play(match position.to_move() == seat {
            true => champion.act(&game, &Time::UNLIMITED),
            false => agent_move(&position, depth),
        });
    }
}

/// The agent's move.
fn agent_move(position: &Position, depth: u32) -> Action {
    let mut agent = Agent::new(position.to_move(), Heuristic::FewestReplies, depth);
    agent.update_board((*position).into());
    agent.best_move().expect("the player to act has a move")
}

/// The best that any play could have reached against the agent of this depth.
fn best_against(opening: &Opening, seat: Seat, depth: u32) -> BestResponse {
    let position = opening.game.game();
    let plies = opening.game.rules().move_limit - position.plies();
    best_response(position, seat, plies, MAX_REPLIES, |position| agent_move(position, depth))
}

/// Prints what is known of the lost openings.
fn look_into<'a>(seat: Seat, lost: impl Iterator<Item = &'a Lost<'a>>) {
    let (mut all, mut hopeless) = (0.0, 0.0);
    for Lost { opening, to } in lost {
        let moves: Vec<String> = opening.moves.iter().map(Action::to_string).collect();
        let by_force = match by_force(opening.game.game(), seat) {
            Some(plies) => format!("lost by force, in {plies} plies at most"),
            None => "not proven lost".into(),
        };
        let depths = |which: &[(u32, BestResponse)], wanted: fn(&BestResponse) -> bool| -> Vec<u32> {
            which.iter().filter(|(_, best)| wanted(best)).map(|(depth, _)| *depth).collect()
        };
        let nobody = depths(to, |best| matches!(best, BestResponse::Lost(_)));
        let unknown = depths(to, |best| *best == BestResponse::Unknown);
        println!(
            "  {} ({:.2} %): {by_force}; lost to depths {:?}, no play holds {nobody:?}{}",
            moves.join(", "),
            opening.share * 100.0,
            depths(to, |_| true),
            if unknown.is_empty() { String::new() } else { format!(", not known {unknown:?}") },
        );
        all += opening.share;
        hopeless += if nobody.is_empty() { 0.0 } else { opening.share };
    }
    tell(seat, "it lost to some depth", all);
    tell(seat, "no play holds against all depths", hopeless);
}

/// In how many plies at most a seat loses a position, if that can be proven.
fn by_force(position: &Position, seat: Seat) -> Option<u32> {
    let mut prover = Prover::new(REMEMBERED);
    prover.prove(position, position.to_move() != seat, PROOF);
    match (prover.verified(position, PROOF / 100)?, position.to_move() == seat) {
        (SolvedValue::Loss(plies), true) | (SolvedValue::Win(plies), false) => Some(plies),
        _ => None,
    }
}

fn tell(seat: Seat, what: &str, share: f64) {
    let without = (1.0 - share).powi(PAIRS);
    println!(
        "seat {seat}: {:.2} % of openings are such that {what}; {:.0} % of matches of {PAIRS} pairs have none of them",
        share * 100.0,
        without * 100.0
    );
}

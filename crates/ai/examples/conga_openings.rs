//! Plays the champion of Conga from every opening of a match, against every depth
//! of the original's `agent` from 1 to 6, and looks into what it loses: whether the
//! opening was lost by force before its first move, and whether anybody could have
//! held it against that agent, knowing each of its answers in advance.
//!
//! `conga_openings [PLIES [NODES]]`: openings of so many plies instead of four, and
//! a champion that looks at so many positions for a move. With four it takes about
//! an hour on two cores.

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
use gridiron_ai::conga::hold::{Hold, hold};
use gridiron_ai::conga::prove::Prover;
use gridiron_ai::conga::solve::Verdict;
use gridiron_ai::conga::{Agent, Champion, Heuristic};
use gridiron_ai::{Player, SearchOptions, Time};

/// The plies of a match's openings.
const PLIES: u64 = 4;

/// What the champion looks at for a move: less than in 20 milliseconds.
const NODES: u64 = 30_000;

/// The pairs of games in a match, each with an opening of its own.
const PAIRS: i32 = 30;

/// The depths of the agent.
const DEPTHS: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// How often the agent is asked about one opening.
const ANSWERS: usize = 20_000;

/// What a proof that an opening is lost may cost, and what the prover remembers.
const PROOF: u64 = 200_000_000;
const REMEMBERED: usize = 1 << 26;

/// Where an opening leads to, by which moves first of all, and how often it is
/// drawn.
struct Opening {
    game: Conga,
    moves: Vec<Action>,
    share: f64,
}

/// The champion in an opening that it lost.
struct Lost<'a> {
    opening: &'a Opening,
    /// The depths that it lost to, and for each whether anybody could have held.
    to: Vec<(u32, Hold)>,
}

fn main() -> ExitCode {
    match arguments(&env::args().skip(1).collect::<Vec<String>>()) {
        Ok((plies, nodes)) => {
            play_openings(plies, nodes);
            ExitCode::SUCCESS
        }
        Err(word) => {
            eprintln!("`{word}` makes no sense: conga_openings [PLIES [NODES]], both whole numbers above 0");
            ExitCode::from(2)
        }
    }
}

/// How many plies an opening has and what the champion looks at; else the word that
/// is wrong.
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
    // After an even number of plies the second player has the worse of it.
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
                    lost.to.push((depth, held(opening, seat, depth)));
                }
            }
            let [won, drawn, lost] = counts;
            println!("seat {seat} against depth {depth}: {won} won, {drawn} drawn, {lost} lost");
        }
        look_into(seat, lost.values());
    }
}

/// All openings, and how likely each is if every legal move is.
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

/// How the champion does from every opening, on all cores.
fn play_all(openings: &[Opening], seat: Seat, depth: u32, nodes: u64) -> Vec<Outcome> {
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(opening) = openings.get(at) else { break };
                    let outcome = play(opening.game.clone(), seat, depth, nodes);
                    outcomes.lock().expect("nobody panics").insert(at, outcome);
                }
            });
        }
    });
    outcomes.into_inner().expect("nobody panics").into_values().collect()
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
            false => answer(&position, depth),
        });
    }
}

/// What the agent plays.
fn answer(position: &Position, depth: u32) -> Action {
    let mut agent = Agent::new(position.to_move(), Heuristic::FewestReplies, depth);
    agent.update_board((*position).into());
    agent.best_move().expect("who is asked has a move")
}

fn held(opening: &Opening, seat: Seat, depth: u32) -> Hold {
    let position = opening.game.game();
    let plies = opening.game.rules().move_limit - position.plies();
    hold(position, seat, plies, ANSWERS, |position| answer(position, depth))
}

/// Tells all that is known of what was lost.
fn look_into<'a>(seat: Seat, lost: impl Iterator<Item = &'a Lost<'a>>) {
    let (mut all, mut hopeless) = (0.0, 0.0);
    for Lost { opening, to } in lost {
        let moves: Vec<String> = opening.moves.iter().map(Action::to_string).collect();
        let by_force = match by_force(opening.game.game(), seat) {
            Some(plies) => format!("lost by force, in {plies} plies at most"),
            None => "not proven lost".into(),
        };
        let depths = |which: &[(u32, Hold)], wanted: fn(&Hold) -> bool| -> Vec<u32> {
            which.iter().filter(|(_, hold)| wanted(hold)).map(|(depth, _)| *depth).collect()
        };
        let nobody = depths(to, |hold| matches!(hold, Hold::Lost(_)));
        let unknown = depths(to, |hold| *hold == Hold::Unknown);
        println!(
            "  {} ({:.2} %): {by_force}; lost to depths {:?}, nobody holds {nobody:?}{}",
            moves.join(", "),
            opening.share * 100.0,
            depths(to, |_| true),
            if unknown.is_empty() { String::new() } else { format!(", not known {unknown:?}") },
        );
        all += opening.share;
        hopeless += if nobody.is_empty() { 0.0 } else { opening.share };
    }
    tell(seat, "it lost to some depth", all);
    tell(seat, "nobody can hold against all depths", hopeless);
}

/// In how many plies at most a seat loses a position, if that can be proven and
/// played through.
fn by_force(position: &Position, seat: Seat) -> Option<u32> {
    let mut prover = Prover::new(REMEMBERED);
    prover.prove(position, position.to_move() != seat, PROOF);
    match (prover.checked(position, PROOF / 100)?, position.to_move() == seat) {
        (Verdict::Loss(plies), true) | (Verdict::Win(plies), false) => Some(plies),
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

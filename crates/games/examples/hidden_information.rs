//! Shows what one seat knows in a game with hidden information.
//!
//! ```text
//! cargo run -p gridiron-games --example hidden_information
//! ```
//!
//! Both seats play random commands, mostly to grow. Then the board is printed
//! three times: as it is, as seat 0 sees it, and with what seat 0 has learned.

use gridiron_games::common::rng::Rng;
use gridiron_games::sighting::SquareState;
use gridiron_games::{Grid, Seat, SightingMap, Status, Transition, Viewpoint, find};

/// Plays a game and prints its last position three times.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plantation = find("plantation")?;
    let mut session = plantation.start(plantation.read_options("rows=6,cols=8,max_turns=25")?, 7)?;
    let mut rng = Rng::new(7);
    let mut map = SightingMap::new(Seat::Zero, session.grid(Viewpoint::All).cells.len());
    while let Status::ToAct { seat, turn, .. } = session.status() {
        let grow = rng.below(4) > 0;
        let mut actions = session.actions();
        actions.retain(|action| grow == action.starts_with(['f', 'p']));
        match session.submit(&actions[rng.below(actions.len() as u32) as usize]) {
            Transition::Played(played) if seat == Seat::Zero => map.learn(&played.sightings, turn),
            Transition::Played(_) => {}
            Transition::Ended { message, .. } => return Err(message.into()),
        }
    }
    print("the board", &session.grid(Viewpoint::All), None);
    let own = session.grid(Viewpoint::Seat(Seat::Zero));
    print("what seat 0 sees", &own, None);
    print("with what it has learned (`.` unknown, `?` hit)", &own, Some(&map));
    Ok(())
}

/// Prints a board as signed numbers, with sightings in place of empty squares.
fn print(title: &str, grid: &Grid, map: Option<&SightingMap>) {
    println!("{title}");
    for (row, cells) in grid.rows().enumerate() {
        for (col, cell) in cells.iter().enumerate() {
            let learned = map.map(|map| map.get(row * grid.cols + col).map(|seen| seen.known));
            let text = match (cell.owner, learned) {
                (None, Some(None)) => ".".to_string(),
                (None, Some(Some(SquareState::Enemy(count)))) => format!("-{count}"),
                (None, Some(Some(SquareState::Hit))) => "?".to_string(),
                _ => cell.signed().to_string(),
            };
            print!("{text:>4}");
        }
        println!();
    }
    println!();
}

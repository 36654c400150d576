//! How well the champion of Plantation knows how much it knows:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example calibration -- [games] [first seed] [options of the champion]
//! ```
//!
//! For each of three opponents and each tenth of certainty, of how many squares
//! the champion believed so, what it believed on average and what was true; the
//! error with its standard error, of games that are independent.

use gridiron_ai::plantation::calibration::{calibrate, pool};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let games = match arguments.next() {
        Some(games) => games.parse().map_err(|_| format!("`{games}` is no number of games"))?,
        None => 50,
    };
    let seed = match arguments.next() {
        Some(seed) => seed.parse().map_err(|_| format!("`{seed}` is no seed"))?,
        None => 1,
    };
    let options = arguments.next().unwrap_or_default();
    for opponent in ["random", "scry-and-die", "gardener"] {
        println!("\nagainst {opponent}, {games} games");
        println!("{:>10} {:>9} {:>9} {:>9} {:>7}", "tenth", "squares", "believed", "taken", "error");
        let games = calibrate(&options, opponent, games, seed)?;
        for number in 0..10 {
            let tenth = pool(&games, number);
            let percent = |part: f64| 100.0 * part / tenth.all.squares.max(1) as f64;
            println!(
                "{:>8} % {:>9} {:>8.1}% {:>8.1}% {:>+6.1} ± {:.1}",
                format!("{}-{}", 10 * number, 10 * number + 10),
                tenth.all.squares,
                percent(tenth.all.believed),
                percent(tenth.all.taken as f64),
                100.0 * tenth.error,
                100.0 * tenth.uncertainty
            );
        }
    }
    Ok(())
}

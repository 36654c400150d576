//! The calibration of the belief of Plantation's champion:
//!
//! ```sh
//! cargo run --release -p gridiron-ai --example calibration -- [games] [first seed] [options of the champion]
//! ```
//!
//! For each of three opponents it prints a table with ten bins of belief: the squares in
//! the bin, the mean belief, the share that was taken, and the error with its standard
//! error.

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
        let games = calibrate(&options, opponent, games, seed).map_err(|error| error.to_string())?;
        for number in 0..10 {
            let bin = pool(&games, number);
            let percent = |part: f64| 100.0 * part / bin.all.squares.max(1) as f64;
            println!(
                "{:>8} % {:>9} {:>8.1}% {:>8.1}% {:>+6.1} ± {:.1}",
                format!("{}-{}", 10 * number, 10 * number + 10),
                bin.all.squares,
                percent(bin.all.believed),
                percent(bin.all.taken as f64),
                100.0 * bin.error,
                100.0 * bin.uncertainty
            );
        }
    }
    Ok(())
}

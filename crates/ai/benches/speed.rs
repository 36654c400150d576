//! How fast the rules and the simple players are on one core, beside a yardstick measured in
//! the same run: `cargo xtask bench`.

mod yardstick;

use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::perft::{perft, perft_making_leaves, playouts};
use games::{Game, conga, plantation, virus};
use gridiron_ai::plantation::{RandomDumb, WeightedRandom};
use gridiron_ai::self_play::self_play;
use yardstick::measured;

/// A line of the table: the unit, the goal per second, and a run that returns its count.
struct Line<'a> {
    name: &'a str,
    unit: &'a str,
    goal: f64,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    sizes();
    println!(
        "{:<38} {:>9} {:<10} {:>7} {:>6} {:>12} {:>11}",
        "on one core", "M/s", "", "goal", "", "yardstick M/s", "a yardstick"
    );
    let starts = Starts::new();
    for line in lines(&starts) {
        if words.iter().all(|word| line.name.contains(word.as_str())) {
            measure(line);
        }
    }
}

/// The starting positions of all lines.
struct Starts {
    virus: virus::Virus,
    conga: conga::Position,
    plantation: plantation::Options,
}

impl Starts {
    fn new() -> Starts {
        Starts {
            virus: virus::Virus::start(&virus::Options::default(), 1),
            conga: conga::Position::start(&conga::Options::default(), 1),
            plantation: plantation::Options::default(),
        }
    }
}

fn lines(starts: &Starts) -> Vec<Line<'_>> {
    let Starts { virus, conga, plantation } = starts;
    let weights = OptionValues::defaults(WeightedRandom::OPTIONS);
    let line = |name, unit, goal, run| Line { name, unit, goal, run };
    vec![
        line("virus perft 8, every leaf made", "nodes", 300.0, Box::new(|| perft_making_leaves(virus, 8))),
        line("virus perft 8, last ply counted", "nodes", 1700.0, Box::new(|| perft(virus, 8))),
        line(
            "virus random playouts",
            "plies",
            70.0,
            Box::new(|| playouts(virus, 100_000, u32::MAX, &mut Rng::new(1))),
        ),
        line("conga perft 8, every leaf made", "nodes", 180.0, Box::new(|| perft_making_leaves(conga, 8))),
        line("conga perft 9, last ply counted", "nodes", 2000.0, Box::new(|| perft(conga, 9))),
        line(
            "conga random playouts of 400 plies",
            "plies",
            60.0,
            Box::new(|| playouts(conga, 30_000, 400, &mut Rng::new(1))),
        ),
        line(
            "plantation random-dumb against itself",
            "commands",
            60.0,
            Box::new(|| self_play_all(plantation, [RandomDumb::new(1), RandomDumb::new(2)])),
        ),
        line(
            "plantation random against itself",
            "commands",
            32.0,
            Box::new(move || {
                self_play_all(
                    plantation,
                    [WeightedRandom::new(&weights, 1), WeightedRandom::new(&weights, 2)],
                )
            }),
        ),
    ]
}

fn self_play_all<P: gridiron_ai::Player<plantation::Small>>(
    options: &plantation::Options,
    mut players: [P; 2],
) -> u64 {
    (0..2000).map(|seed| self_play(&mut plantation::Small::start(options, seed), &mut players)).sum()
}

fn measure(line: Line<'_>) {
    let (best, stick) = measured(line.run);
    let met = if best >= line.goal { "met" } else { "missed" };
    println!(
        "{:<38} {best:>9.1} {:<10} {:>7} {met:<6} {stick:>12.1} {:>11.3}",
        line.name,
        line.unit,
        line.goal,
        best / stick
    );
}

fn sizes() {
    println!(
        "positions in bytes: virus {}, conga {}, plantation {} up to 11 x 11 and {} up to 32 x 32\n",
        size_of::<virus::Virus>(),
        size_of::<conga::Position>(),
        size_of::<plantation::Small>(),
        size_of::<plantation::Large>(),
    );
}

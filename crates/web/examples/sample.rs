//! Writes sample reports to a folder, to be opened in a browser:
//! `cargo run -p gridiron-web --example sample -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

use common::{Bot, HOSTILE, Habit, empty, knockout, play, round_robin};
use league::formats::{Decision, Plan, Stage};
use league::report::{Round, RoundMatch};

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "samples".into()));
    std::fs::create_dir_all(&folder)?;
    use Habit::{Crashes, Silent, Stumbles, Talks};
    let virus = [
        ("greedy", "greedy", Silent),
        ("greedy twin, with a name that goes on for quite a while longer than most", "greedy", Talks),
        ("Ada", "random", Silent),
        ("first-come", "first", Silent),
        ("Les Invincibles du lycée", "greedy", Stumbles),
        ("café_crème", "random", Talks),
        ("monte_carlo_v2.py", "random", Silent),
        ("segfault", "first", Crashes),
    ];
    let plantation = [
        ("bomber", "random:bomb=9", Silent),
        ("gardener", "random:fertilise=9", Talks),
        ("sprayer with quite a long name of its own", "random:spray=9", Talks),
        ("dumb", "random-dumb", Crashes),
    ];
    let conga = [("Rouge", "random", Silent), ("Noir", "random", Talks)];
    let write = |name: &str, report: &league::report::Report| {
        let html = gridiron_web::report::html(report);
        println!("{name}: {} kB, {} games", html.len() / 1000, report.games.len());
        std::fs::write(folder.join(format!("{name}.html")), html)
    };
    write("virus", &round_robin("Spring cup of the computer club", "virus", "size=7", &virus, 2))?;
    write("plantation", &round_robin("Plantation, autumn league", "plantation", "", &plantation, 5))?;
    write("conga", &round_robin("Conga for two", "conga", "", &conga, 4))?;
    write("knockout", &knockout("Coupe du lycée", "virus", "size=5", &virus))?;
    let mut swiss = round_robin("Swiss evening", "virus", "size=5", &virus[..5], 1);
    let meet = |players, points, winner, decided| RoundMatch {
        players,
        points,
        winner,
        decided,
        is_for_third_place: false,
    };
    let by_points = Some(Decision::Points);
    swiss.rounds = vec![
        Round {
            stage: Stage::Round { number: 1 },
            matches: vec![
                meet([Some(0), Some(3)], [2.0, 0.0], Some(0), by_points),
                meet([Some(1), Some(4)], [1.5, 0.5], Some(0), by_points),
                meet([Some(2), None], [2.0, 0.0], Some(0), Some(Decision::Walkover)),
            ],
        },
        Round {
            stage: Stage::Round { number: 2 },
            matches: vec![
                meet([Some(0), Some(1)], [0.0, 0.0], None, None),
                meet([None, None], [0.0, 0.0], None, None),
            ],
        },
    ];
    (swiss.about.rank_by, swiss.about.is_finished) = ("points".into(), false);
    swiss.about.plan = Plan::Swiss { pairs: 1, rounds: Some(3) };
    write("swiss", &swiss)?;
    let names: Vec<String> = (1..=24).map(|number| format!("bot number {number}")).collect();
    let crowd: Vec<Bot<'_>> = names
        .iter()
        .zip(["greedy", "random", "first"].iter().cycle())
        .map(|(name, spec)| (name.as_str(), *spec, Silent))
        .collect();
    write("crowd", &round_robin("A full house", "virus", "size=5", &crowd, 1))?;
    write("empty", &empty("Nothing yet", "virus", ""))?;
    let hostile = HOSTILE.map(|name| (name, "random", Stumbles));
    write("hostile", &round_robin(HOSTILE[0], "virus", "size=5", &hostile, 1))?;
    let mut waiting = round_robin("Before the first game", "virus", "size=5", &virus, 0);
    waiting.about.pairs_planned = None;
    (waiting.about.is_finished, waiting.about.began, waiting.about.ended) = (false, None, None);
    write("waiting", &waiting)?;
    for (name, rules, bots) in [
        ("plantation", "", [plantation[0], plantation[2]]),
        ("virus", "", [virus[0], virus[4]]),
        ("conga", "", conga),
    ] {
        let record = play(games::find(name).expect("a game"), rules, 7, bots);
        std::fs::write(
            folder.join(format!("{name}.svg")),
            gridiron_web::svg::game(&record, None).expect("it holds"),
        )?;
        std::fs::write(
            folder.join(format!("{name}-game.html")),
            gridiron_web::game::html(&[record]).expect("it holds"),
        )?;
    }
    Ok(())
}

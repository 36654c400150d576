//! Writes sample reports into a folder, to look at them in a browser:
//! `cargo run -p gridiron-web --example sample -- FOLDER`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;

use common::{Bot, HOSTILE, Habit, empty, knockout, play, round_robin};
use league::formats::{Decision, Plan, Stage, TieBreak};
use league::report::{Report, Round, RoundMatch};

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
    let write = |name: &str, report: &Report| {
        let html = gridiron_web::report::html(report);
        println!("{name}: {} kB, {} games", html.len() / 1000, report.games.len());
        std::fs::write(folder.join(format!("{name}.html")), html)
    };
    write("virus", &round_robin("Spring cup of the computer club", "virus", "size=7", &virus, 2))?;
    write("plantation", &round_robin("Plantation, autumn league", "plantation", "", &plantation, 5))?;
    write("conga", &round_robin("Conga for two", "conga", "", &conga, 4))?;
    write("knockout", &knockout("Coupe du lycée", "virus", "size=5", &virus))?;
    for count in [9, 20, 33] {
        write(&format!("knockout-{count}"), &long_knockout(count))?;
    }
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

/// A knockout of so many bots, where the better one of two always wins, with a match for third place.
fn long_knockout(count: usize) -> Report {
    let names: Vec<String> = (1..=count).map(|number| format!("Les Invincibles {number}")).collect();
    let bots: Vec<Bot<'_>> = names.iter().map(|name| (name.as_str(), "random", Habit::Silent)).collect();
    let mut report = round_robin("Coupe du lycée", "virus", "size=3", &bots, 1);
    let mut left = vec![0];
    while left.len() < count {
        let places = left.len() * 2;
        left = left.iter().flat_map(|place| [*place, places - 1 - place]).collect();
    }
    let meet = |pair: [usize; 2], is_for_third_place| {
        let is_bye = pair.iter().any(|bot| *bot >= count);
        let winner = usize::from(pair[1] < pair[0]);
        let mut points = [if is_bye { 0.0 } else { 0.5 }; 2];
        points[winner] = 2.0 - points[1 - winner];
        let decided = Some(if is_bye { Decision::Walkover } else { Decision::Points });
        let players = pair.map(|bot| (bot < count).then_some(bot));
        RoundMatch { players, points, winner: Some(winner as u8), decided, is_for_third_place }
    };
    for number in 1.. {
        let pairs: Vec<[usize; 2]> = left.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let mut matches: Vec<RoundMatch> = pairs.iter().map(|pair| meet(*pair, false)).collect();
        let stage = match pairs.len() {
            0 => break,
            1 => Stage::Final,
            2 => Stage::SemiFinal,
            4 => Stage::QuarterFinal,
            _ => Stage::Round { number },
        };
        if stage == Stage::Final {
            matches.push(meet([2, 3], true));
        }
        left = pairs.iter().map(|pair| pair[0].min(pair[1])).collect();
        report.rounds.push(Round { stage, matches });
    }
    report.about.rank_by = "bracket".into();
    report.about.plan =
        Plan::Knockout { pairs: 1, further_pairs: 0, third_place: true, ties: TieBreak::default() };
    report
}

//! The text before and after a match.

use std::time::Duration;

use games::Cause;
use league::event::Records;
use league::fault_digest::{FaultDigest, RepeatedFault};
use league::stats::{Counts, MatchVerdict};
use league::{CommittedResults, Conduct, Score, SequentialTest, Thinking};
use referee::Level;
use serde_json::{Value, json};

use crate::failure::harmless;
use crate::matches::Match;
use crate::play_again::{self, PlayAgain};
use crate::terminal::{self, BOLD, paint};
use crate::{sandbox_setup, stats};

/// The player whose strength a match is about.
const WHO: &str = "A";

/// What the two players are called.
const SIDES: [&str; 2] = ["A", "B"];

/// A match that was played.
pub struct FinishedMatch<'a> {
    pub results: CommittedResults,
    pub test: Option<&'a SequentialTest>,
    pub took: Duration,
    /// Whether fewer games were played than asked for, without a verdict.
    pub is_cut_short: bool,
    /// The last games in a row in which a bot did not start, if the match has failed
    /// because of that: its results say nothing.
    pub failed_starts: Option<u64>,
}

impl FinishedMatch<'_> {
    /// Pairs by A's half points: from both lost to both won.
    fn pentanomial(&self) -> [u64; 5] {
        self.results.table.head_to_head(0, [0, 1]).pentanomial
    }
}

/// Lines such as `game 12, seed 481: B turn 3: illegal: row 3, column 1 is taken;
/// it sent `3 1`, and 4 more`, each with the command that plays the game again.
fn fault_lines(asked: &Match, faults: &FaultDigest) -> Vec<String> {
    let again = play_again(asked);
    let lines = |kind: &&RepeatedFault| {
        let RepeatedFault { player, words, game, games } = kind;
        let who = player.map(|player| format!("{} ", SIDES[player & 1])).unwrap_or_default();
        let more = same_in_more_games(games - 1);
        let line = format!("game {}, seed {}: {who}{words}{more}", game.number, game.seed);
        [line, format!("  {}", again.play(|player| &asked.event.players[player & 1], game))]
    };
    let mut lines: Vec<String> = faults.first().iter().flat_map(lines).collect();
    match faults.left_out {
        0 => {}
        1 => lines.push("and other faults in one more game; --records keeps them all".to_string()),
        more => lines.push(format!("and other faults in {more} more games; --records keeps them all")),
    }
    lines
}

/// The commands that show what happened in a game of the match again.
fn play_again(asked: &Match) -> PlayAgain<'_> {
    PlayAgain { conditions: &asked.event.conditions, sandbox: &asked.sandbox, folder: None }
}

/// `; the same in 3 more games`; empty for 0.
pub fn same_in_more_games(more: u64) -> String {
    match more {
        0 => String::new(),
        1 => "; the same in another game".to_string(),
        _ => format!("; the same in {more} more games"),
    }
}

/// What is going to be played.
pub fn header(asked: &Match, test: Option<&SequentialTest>) -> String {
    let event = &asked.event;
    let specs = |at: usize| paint(BOLD, &harmless(&event.players[at].spec.about().spec));
    let rules = event.conditions.options.to_string().replace(',', ", ");
    let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
    let at_most = if test.is_some() { "at most " } else { "" };
    // One that was drawn is told at the end.
    let seed = if asked.seed.is_drawn { String::new() } else { format!(", seed {}", asked.seed.number) };
    let mut text = format!(
        "{}: {} (A) against {} (B), {at_most}{} games{seed}{rules}\n",
        event.conditions.entry.name,
        specs(0),
        specs(1),
        asked.pairs * 2,
    );
    let [clock_a, clock_b] = [0, 1].map(|at: usize| event.players[at].clock);
    let clock = match clock_a == clock_b {
        true => format!("clock {clock_a}"),
        false => format!("clocks {clock_a} (A) and {clock_b} (B)"),
    };
    let by = match clock_a.is_none() && clock_b.is_none() {
        true => String::new(),
        false => format!(" in {}", event.conditions.charge.in_words()),
    };
    let sandbox = sandbox_setup::in_words(event.players.iter().map(|player| player.spec.sandbox()));
    let sandbox = sandbox.map(|sandbox| format!("; {sandbox}")).unwrap_or_default();
    text.push_str(&format!("{clock}{by}, {} at a time{sandbox}\n", asked.workers));
    if let Some(test) = test {
        text.push_str(&format!("until the test decides whether {}\n", stats::question(test.sprt(), WHO)));
    }
    for note in event.players.iter().filter_map(|player| player.spec.confinement_note()) {
        text.push_str(&format!("{}\n", harmless(&note)));
    }
    text
}

/// The lowest sandbox level of the programs; `None` if there are none.
fn sandbox(asked: &Match) -> Option<Level> {
    asked.event.players.iter().filter_map(|player| player.spec.sandbox()).min()
}

/// The result of a match, as text.
pub fn text(asked: &Match, played: &FinishedMatch<'_>) -> String {
    let FinishedMatch { results, test, took, is_cut_short, failed_starts } = played;
    let never_started = failed_starts.is_some();
    let games = results.games;
    if games == 0 {
        return "no game was finished\n".to_string();
    }
    let account = &results.accounts[0];
    let names = [0, 1].map(|at: usize| harmless(&asked.event.players[at].name));
    let (low, high) = account.score.interval();
    let pentanomial = played.pentanomial();
    let [lost, worse, even, better, won] = pentanomial;
    let mut lines = vec![
        ("result", format!("A {}: {}", names[0], score(&account.score))),
        (
            "win rate",
            format!(
                "{:.1} %, with 95 % confidence {:.1} % to {:.1} %",
                account.score.rate() * 100.0,
                low * 100.0,
                high * 100.0
            ),
        ),
        (
            "margin",
            format!(
                "{:+.2} on average, standard deviation {:.2}",
                account.mean_margin() + 0.0,
                account.sd_margin()
            ),
        ),
        ("as first", score(&account.by_turn[0])),
        ("as second", score(&account.by_turn[1])),
        ("pairs", format!("{lost} both lost, {worse} worse, {even} even, {better} better, {won} both won")),
    ];
    let counts = Counts::Pairs(pentanomial);
    if counts.units() > 0 && !never_started {
        lines.extend(stats::strength(&counts, WHO));
    }
    if let Some(test) = test.filter(|_| !never_started) {
        lines.extend(stats::test(test.sprt(), test.llr(), WHO));
    }
    let conduct = |side: usize| &results.accounts[side].conduct;
    let titled = |title: &'static str, side: usize| if side == 0 { title } else { "" };
    for side in 0..2 {
        let line = format!("{} {}: {}", SIDES[side], names[side], describe_faults(conduct(side)));
        lines.push((titled("faults", side), line));
    }
    for side in 0..2 {
        let line = format!("{} {}: {}", SIDES[side], names[side], thinking(&conduct(side).thinking));
        lines.push((titled("time used", side), line));
    }
    let mut text = String::from("\n");
    for (title, line) in lines {
        text.push_str(&stats::titled(title, &line));
    }
    for line in fault_lines(asked, &results.faults) {
        text.push_str(&format!("  {}\n", harmless(&line)));
    }
    if !results.faults.first().is_empty() {
        text.push_str(&format!("{}\n", play_again::NOTE));
    }
    for (player, account) in asked.event.players.iter().zip(&results.accounts) {
        if !account.conduct.faults.is_empty() && player.spec.is_program() {
            text.push_str(&format!("  to find out more: {}\n", play_again(asked).check(player)));
        }
    }
    if !results.faults.first().is_empty() && asked.event.records == Records::None {
        text.push_str("  --records FILE keeps the error output of every game\n");
    }
    let of = if *is_cut_short { format!(" of {}", asked.pairs * 2) } else { String::new() };
    let rate = games as f64 / took.as_secs_f64().max(1e-9);
    text.push_str(&format!("{games}{of} games in {:.1} s, {} a second\n", took.as_secs_f64(), figures(rate)));
    // A test has its own verdict, which is among the lines above.
    if test.is_none() && !never_started {
        text.push_str(&format!("{}\n", paint(BOLD, &verdict(&names, pentanomial))));
    }
    text.extend(asked.seed.how_to_repeat().map(|line| line + "\n"));
    text
}

/// The result in one sentence: who is stronger, or what it takes to tell.
fn verdict(names: &[String; 2], pentanomial: [u64; 5]) -> String {
    let [a, b] = [0, 1].map(|side: usize| format!("{} {}", SIDES[side], names[side]));
    match MatchVerdict::of(pentanomial) {
        MatchVerdict::FirstIsStronger => format!("{a} is clearly stronger than {b}"),
        MatchVerdict::SecondIsStronger => format!("{b} is clearly stronger than {a}"),
        MatchVerdict::MoreGames(more) => {
            format!("not decided: about {} more games would tell", terminal::grouped(more))
        }
        MatchVerdict::TooClose => "not decided: both have about the same points".to_string(),
        MatchVerdict::AllEven => "not decided: every pair ended even".to_string(),
        MatchVerdict::NoPairs => "not decided: no pair of games was finished".to_string(),
    }
}

/// Who did not start, after a match that ended because of that.
pub fn did_not_start(asked: &Match, played: &FinishedMatch<'_>) -> String {
    let failed = |side: &usize| played.results.accounts[*side].conduct.faults.contains_key(&Cause::NoStart);
    let name = |side: usize| format!("{} {}", SIDES[side], asked.event.players[side].name);
    let names: Vec<String> = (0..2).filter(failed).map(name).collect();
    let games = played.failed_starts.unwrap_or_default();
    let stopped = match played.is_cut_short {
        true => format!(" in {games} games in a row, so the match was stopped"),
        false => String::new(),
    };
    format!("{} did not start{stopped}: the commands above show why", names.join(" and "))
}

fn score(score: &Score) -> String {
    let Score { wins, draws, losses } = score;
    let plural =
        |count: &u64, one: &str, many: &str| format!("{count} {}", if *count == 1 { one } else { many });
    format!(
        "{}, {}, {}: {} of {}",
        plural(wins, "win", "wins"),
        plural(draws, "draw", "draws"),
        plural(losses, "loss", "losses"),
        score.points(),
        plural(&score.games(), "point", "points")
    )
}

/// `2 time, 1 unexpected output line`, or `none`.
fn describe_faults(conduct: &Conduct) -> String {
    let counts = conduct.faults.iter().map(|(cause, count)| format!("{count} {cause}"));
    let mut parts: Vec<String> = counts.collect();
    if parts.is_empty() {
        parts.push("none".into());
    }
    match conduct.unasked {
        0 => {}
        1 => parts.push("1 unexpected output line (write debug output to standard error)".into()),
        lines => {
            parts.push(format!("{lines} unexpected output lines (write debug output to standard error)"));
        }
    }
    parts.join(", ")
}

fn thinking(thinking: &Thinking) -> String {
    if thinking.timed_moves == 0 {
        return "no move was timed".into();
    }
    let mean = thinking.total.as_secs_f64() / thinking.timed_moves as f64;
    format!(
        "{} in all, {} a move, at most {}",
        time(thinking.total.as_secs_f64()),
        time(mean),
        time(thinking.longest.as_secs_f64())
    )
}

fn time(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{} s", figures(seconds)),
        1e-3.. => format!("{} ms", figures(seconds * 1e3)),
        _ => format!("{} µs", figures(seconds * 1e6)),
    }
}

/// Three figures, or more before the point.
fn figures(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// The same for programs, in one object.
pub fn json(asked: &Match, played: &FinishedMatch<'_>) -> Value {
    let FinishedMatch { results, test, took, is_cut_short, failed_starts } = played;
    let never_started = failed_starts.is_some();
    let test = test.filter(|_| !never_started);
    let sides = |of: &dyn Fn(usize) -> Value| json!({"a": of(0), "b": of(1)});
    let account = &results.accounts[0];
    let conduct = |side: usize| &results.accounts[side].conduct;
    let (low, high) = account.score.interval();
    let score = |score: &Score| json!({"wins": score.wins, "draws": score.draws, "losses": score.losses});
    let pentanomial = played.pentanomial();
    // Without games there is nothing to measure.
    let of_games = |value: Value| if results.games == 0 { Value::Null } else { value };
    let mut summary = json!({
        "game": asked.event.conditions.entry.name,
        "players": sides(&|side| json!(asked.event.players[side].spec.about().spec)),
        "seed": asked.event.seed,
        "sandbox": sandbox(asked).unwrap_or(Level::None).word(),
        "games": account.score.games(),
        "wins": account.score.wins,
        "draws": account.score.draws,
        "losses": account.score.losses,
        "win_rate": of_games(json!(account.score.rate())),
        "win_rate_95": of_games(json!([low, high])),
        "pentanomial": pentanomial,
        "mean_margin": of_games(json!(account.mean_margin())),
        "sd_margin": of_games(json!(account.sd_margin())),
        "first": score(&account.by_turn[0]),
        "second": score(&account.by_turn[1]),
        "faults": sides(&|side| {
            let faults = conduct(side).faults.iter().map(|(cause, count)| (cause.word().to_string(), json!(count)));
            Value::Object(faults.collect())
        }),
        "unasked": sides(&|side| json!(conduct(side).unasked)),
        "time_used_s": sides(&|side| json!(conduct(side).thinking.total.as_secs_f64())),
        "took_s": took.as_secs_f64(),
        "stopped_early": is_cut_short,
        "never_started": never_started,
        "sprt": test.map(|test| stats::test_as_json(test.sprt(), &test.counts(), test.llr())),
    });
    if let Value::Object(parts) = &mut summary {
        parts.extend(stats::strength_as_json(&Counts::Pairs(pentanomial)));
    }
    summary
}

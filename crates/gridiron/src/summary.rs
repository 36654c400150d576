//! What a match says about itself before and after.

use std::collections::BTreeMap;
use std::time::Duration;

use league::tally::Score;
use league::{Duel, Game, Side, Tally, Thinking, Trial};
use referee::blame::{self, Complaint};
use referee::{ChargeBy, Level};
use serde_json::{Value, json};

use crate::draw::{BOLD, paint};
use crate::failure::harmless;
use crate::{players, stats};

/// Whose strength a match is about.
const WHO: &str = "A";

/// How many different faults are told in full.
const TOLD: usize = 6;

/// The first of the faults, in the words for their authors, each once.
#[derive(Default)]
pub struct Notes {
    by_words: BTreeMap<String, Note>,
    /// Games with other faults.
    left_out: u64,
}

/// Where somebody was at fault.
struct Note {
    /// The first game, and its seed.
    game: u32,
    seed: u64,
    games: u64,
}

impl Notes {
    pub fn add(&mut self, game: &Game) {
        let Some(Complaint { seat, words, .. }) = blame::complaint(&game.record) else { return };
        let who = seat.map_or("neither player".to_string(), |seat| game.side_at(seat).to_string());
        let new = Note { game: game.number, seed: game.record.seed, games: 0 };
        let note = self.by_words.entry(format!("{who} {words}")).or_insert(new);
        note.games += 1;
        // The first game, whichever ends first.
        if game.number < note.game {
            (note.game, note.seed) = (game.number, game.record.seed);
        }
        if self.by_words.len() > TOLD {
            let last = self.by_words.iter().max_by_key(|(_, note)| note.game);
            let last = last.map(|(words, _)| words.clone()).unwrap_or_default();
            self.left_out += self.by_words.remove(&last).map_or(0, |note| note.games);
        }
    }

    /// Lines such as `game 12, seed 481: B turn 3: illegal: row 3, column 1 is taken;
    /// it sent `3 1`, and 4 more`.
    fn lines(&self) -> Vec<String> {
        let mut notes: Vec<(&String, &Note)> = self.by_words.iter().collect();
        notes.sort_by_key(|(_, note)| note.game);
        let line = |(words, Note { game, seed, games }): (&String, &Note)| {
            let again = match games - 1 {
                0 => String::new(),
                1 => "; the same in another game".to_string(),
                more => format!("; the same in {more} more games"),
            };
            format!("game {}, seed {seed}: {words}{again}", game + 1)
        };
        let mut lines: Vec<String> = notes.into_iter().map(line).collect();
        match self.left_out {
            0 => {}
            1 => lines.push("and other faults in one more game; --records keeps them all".to_string()),
            more => lines.push(format!("and other faults in {more} more games; --records keeps them all")),
        }
        lines
    }
}

/// What is going to be played.
pub fn header(duel: &Duel, trial: Option<&Trial>) -> String {
    let [a, b] = duel.players.each_ref().map(|player| harmless(&player.about().spec));
    let rules = duel.conditions.options.to_string().replace(',', ", ");
    let rules = if rules.is_empty() { rules } else { format!(", {rules}") };
    let at_most = if trial.is_some() { "at most " } else { "" };
    let mut text = format!(
        "{}: {} (A) against {} (B), {at_most}{} games, seed {}{rules}\n",
        duel.conditions.entry.name,
        paint(BOLD, &a),
        paint(BOLD, &b),
        duel.pairs * 2,
        duel.seed
    );
    let [clock_a, clock_b] = duel.clocks;
    let clock = match clock_a == clock_b {
        true => format!("clock {clock_a}"),
        false => format!("clocks {clock_a} (A) and {clock_b} (B)"),
    };
    let by = match (duel.conditions.charge, clock_a.is_none() && clock_b.is_none()) {
        (_, true) => "",
        (ChargeBy::Cpu, _) => " by processor time",
        (ChargeBy::Wall, _) => " by time on the wall",
    };
    let at_a_time = duel.games_at_a_time();
    let sandbox = match sandbox(duel) {
        Some(Level::None) => "; no sandbox: programs can do all that you can".to_string(),
        Some(level) => format!("; sandbox {level}"),
        None => String::new(),
    };
    text.push_str(&format!("{clock}{by}, {at_a_time} at a time{sandbox}\n"));
    if let Some(trial) = trial {
        text.push_str(&format!("until it is clear whether {}\n", stats::question(trial.sprt(), WHO)));
    }
    for note in duel.players.iter().filter_map(|player| player.confinement_note()) {
        text.push_str(&format!("{}\n", harmless(&note)));
    }
    text
}

/// How firmly programs are locked in, if there are any.
fn sandbox(duel: &Duel) -> Option<Level> {
    duel.players.iter().filter_map(|player| player.sandbox()).min()
}

/// What came of it.
pub fn text(
    duel: &Duel,
    tally: &Tally,
    trial: Option<&Trial>,
    notes: &Notes,
    took: Duration,
    is_cut_short: bool,
) -> String {
    let games = tally.score.games();
    if games == 0 {
        return "no game was finished\n".to_string();
    }
    let [a, b] = duel.players.each_ref().map(|player| harmless(&player.about().name));
    let (low, high) = tally.score.interval();
    let [lost, worse, even, better, won] = tally.pentanomial;
    let mut lines = vec![
        ("result", format!("A {a}: {}", score(&tally.score))),
        (
            "win rate",
            format!(
                "{:.1} %, with 95 % certainty {:.1} % to {:.1} %",
                tally.score.rate() * 100.0,
                low * 100.0,
                high * 100.0
            ),
        ),
        (
            "margin",
            format!(
                "{:+.2} on average, standard deviation {:.2}",
                tally.mean_margin() + 0.0,
                tally.sd_margin()
            ),
        ),
        ("as first", score(&tally.by_first[0])),
        ("as second", score(&tally.by_first[1])),
        ("pairs", format!("{lost} both lost, {worse} worse, {even} even, {better} better, {won} both won")),
    ];
    if tally.counts().units() > 0 {
        lines.extend(stats::strength(&tally.counts(), WHO));
    }
    if let Some(trial) = trial {
        lines.extend(stats::test(trial.sprt(), trial.llr(), WHO));
    }
    for side in Side::BOTH {
        let name = if side == Side::A { &a } else { &b };
        lines.push((
            if side == Side::A { "faults" } else { "" },
            format!("{side} {name}: {}", faults(tally, side)),
        ));
    }
    for side in Side::BOTH {
        let name = if side == Side::A { &a } else { &b };
        let thinking = thinking(&tally.conduct[side.index()].thinking);
        lines.push((if side == Side::A { "time used" } else { "" }, format!("{side} {name}: {thinking}")));
    }
    let mut text = String::from("\n");
    for (title, line) in lines {
        text.push_str(&format!("{}{}\n", paint(BOLD, title), " ".repeat(11 - title.len()) + &line));
    }
    for line in notes.lines() {
        text.push_str(&format!("  {}\n", harmless(&line)));
    }
    for side in Side::BOTH.into_iter().filter(|side| !tally.conduct[side.index()].faults.is_empty()) {
        let player = &duel.players[side.index()];
        if player.is_program() {
            let advice = players::advice(player, &duel.conditions, duel.clocks[side.index()]);
            text.push_str(&format!("{advice}\n"));
        }
    }
    let of = if is_cut_short { format!(" of {}", duel.pairs * 2) } else { String::new() };
    let rate = games as f64 / took.as_secs_f64().max(1e-9);
    text.push_str(&format!("{games}{of} games in {:.1} s, {} a second\n", took.as_secs_f64(), figures(rate)));
    text
}

fn score(score: &Score) -> String {
    let Score { wins, draws, losses } = score;
    let plural =
        |count: &u64, one: &str, many: &str| format!("{count} {}", if *count == 1 { one } else { many });
    format!(
        "{}, {}, {}: {} of {} points",
        plural(wins, "win", "wins"),
        plural(draws, "draw", "draws"),
        plural(losses, "loss", "losses"),
        score.points(),
        score.games()
    )
}

fn faults(tally: &Tally, side: Side) -> String {
    let counts = tally.conduct[side.index()].faults.iter().map(|(cause, count)| format!("{count} {cause}"));
    let mut parts: Vec<String> = counts.collect();
    if parts.is_empty() {
        parts.push("none".into());
    }
    match tally.conduct[side.index()].unasked {
        0 => {}
        1 => parts.push("1 line that nobody asked for (debug to standard error)".into()),
        lines => parts.push(format!("{lines} lines that nobody asked for (debug to standard error)")),
    }
    parts.join(", ")
}

fn thinking(thinking: &Thinking) -> String {
    if thinking.answers == 0 {
        return "no answer was timed".into();
    }
    let mean = thinking.total.as_secs_f64() / thinking.answers as f64;
    format!(
        "{} in all, {} an answer, at most {}",
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
pub fn json(duel: &Duel, tally: &Tally, trial: Option<&Trial>, took: Duration, is_cut_short: bool) -> Value {
    let sides = |of: &dyn Fn(usize) -> Value| json!({"a": of(0), "b": of(1)});
    let (low, high) = tally.score.interval();
    let score = |score: &Score| json!({"wins": score.wins, "draws": score.draws, "losses": score.losses});
    let mut summary = json!({
        "game": duel.conditions.entry.name,
        "players": sides(&|side| json!(duel.players[side].about().spec)),
        "seed": duel.seed,
        "sandbox": sandbox(duel).unwrap_or(Level::None).word(),
        "games": tally.score.games(),
        "wins": tally.score.wins,
        "draws": tally.score.draws,
        "losses": tally.score.losses,
        "win_rate": tally.score.rate(),
        "win_rate_95": [low, high],
        "pentanomial": tally.pentanomial,
        "mean_margin": tally.mean_margin(),
        "sd_margin": tally.sd_margin(),
        "first": score(&tally.by_first[0]),
        "second": score(&tally.by_first[1]),
        "faults": sides(&|side| {
            let faults = tally.conduct[side].faults.iter().map(|(cause, count)| (cause.word().to_string(), json!(count)));
            Value::Object(faults.collect())
        }),
        "unasked": sides(&|side| json!(tally.conduct[side].unasked)),
        "time_used_s": sides(&|side| json!(tally.conduct[side].thinking.total.as_secs_f64())),
        "took_s": took.as_secs_f64(),
        "stopped_early": is_cut_short,
        "sprt": trial.map(|trial| stats::test_as_json(trial.sprt(), &trial.counts(), trial.llr())),
    });
    if let Value::Object(parts) = &mut summary {
        parts.extend(stats::strength_as_json(&tally.counts()));
    }
    summary
}

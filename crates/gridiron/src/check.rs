//! `gridiron check`: check that a bot does what every game needs.

use std::io::Write;
use std::slice::{from_mut, from_ref};

use games::common::opening::OPENING_PLIES;
use games::common::options::OptionValue;
use league::pair;
use referee::check::{CheckFailure, CheckStep, StepResult, check};
use referee::faults::shortened;
use referee::{Level, PlayerSpec, Timing};

use crate::cli::CheckArguments;
use crate::failure::{Failure, harmless};
use crate::terminal::{self, BAD, FAINT, GOOD, paint};
use crate::{player_arguments, rule_arguments, sandbox_setup};

pub fn run(arguments: &CheckArguments) -> Result<(), Failure> {
    let entry = arguments.game;
    let options = rule_arguments::read_over(entry, pair::usual_options(entry), &arguments.rules)?;
    let mut player = PlayerSpec::read(entry, &arguments.bot)?;
    if !player.is_program() {
        let spec = &player.about().spec;
        return Err(Failure::Usage(format!(
            "player `{spec}` is not a program: only programs can be checked"
        )));
    }
    sandbox_setup::lock_in(from_mut(&mut player), &arguments.timing.sandbox, &[])?;
    player_arguments::print_sandbox_notes(from_ref(&player));
    let timing = Timing {
        clocks: [arguments.timing.clock(entry, &player); 2],
        charge: arguments.timing.charge()?,
        start_budget: arguments.timing.start_budget,
    };
    entry.start(options.clone(), arguments.seed).map_err(|error| rule_arguments::refused(entry, &error))?;
    let mut out = anstream::stdout();
    let name = harmless(&player.about().name);
    let sandbox = match player.sandbox() {
        Some(Level::None) | None => "no sandbox".to_string(),
        Some(level) => format!("sandbox {level}"),
    };
    let (game, seed) = (entry.name, arguments.seed);
    let opening = options.get(OPENING_PLIES.key);
    let games = if opening.is_some_and(|plies| plies != OptionValue::Integer(0)) { "three" } else { "two" };
    let head = format!("{name} in {game}, {games} games against random, seed {seed}, {sandbox}\n\n");
    write!(out, "{}", terminal::fit(&head, 2))?;
    let stop = crate::interrupt::stop_on_interrupt();
    let steps = check(entry, &options, &player, &timing, arguments.seed, stop)?;
    let wide = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    for index in 0..steps.len() {
        // Long lines go on below the text of their step.
        out.write_all(terminal::fit(&step_text(&steps, index, wide), 5).as_bytes())?;
    }
    let is_wrong = |step: &&CheckStep| matches!(step.result, StepResult::Failed(_) | StepResult::NotTried(_));
    let failed = steps.iter().filter(is_wrong).count();
    match failed {
        0 => Ok(writeln!(out, "\n{}", paint(GOOD, &format!("{name} passed all checks")))?),
        _ => {
            writeln!(out)?;
            let all = steps.iter().filter(|step| !matches!(step.result, StepResult::NotNeeded(_))).count();
            Err(Failure::Failed(format!("{name} must be fixed: it passed {} of {all} steps", all - failed)))
        }
    }
}

/// The text of one step, whose name takes `wide` columns.
fn step_text(steps: &[CheckStep], index: usize, wide: usize) -> String {
    let (number, step) = (index + 1, &steps[index]);
    let (result, remark) = match &step.result {
        StepResult::Passed(remark) if remark.is_empty() => (paint(GOOD, "passed"), String::new()),
        StepResult::Passed(remark) => (paint(GOOD, "passed"), paint(FAINT, &harmless(remark))),
        StepResult::Failed(_) => (paint(BAD, "failed"), String::new()),
        StepResult::NotNeeded(why) => (paint(FAINT, "not needed"), paint(FAINT, why)),
        StepResult::NotTried(why) => (paint(FAINT, "not tried"), paint(FAINT, why)),
    };
    let line = format!("{number}  {:wide$}  {result}  {remark}", step.name);
    let line = format!("{}\n", line.trim_end());
    match &step.result {
        StepResult::Failed(failure) => match first_like(&steps[..index], failure) {
            None => line + &failure_text(failure),
            Some(first) => format!("{line}   {}\n   as in step {first}\n", harmless(&failure.what)),
        },
        _ => line,
    }
}

/// The number of the step that has shown the same mistake.
fn first_like(steps: &[CheckStep], failure: &CheckFailure) -> Option<usize> {
    let is_like =
        |step: &CheckStep| matches!(&step.result, StepResult::Failed(other) if other.is_like(failure));
    steps.iter().position(is_like).map(|index| index + 1)
}

/// What went wrong, the lines before it, and what to do.
fn failure_text(failure: &CheckFailure) -> String {
    let mut text = format!("   {}\n", harmless(&failure.what));
    let mut put = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("   {title}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("     {}\n", paint(FAINT, &harmless(line)))));
        }
    };
    put(
        "the last lines, to the bot (>) and from it (<):",
        failure.dialogue.iter().map(|line| shortened(line)).collect(),
    );
    let stderr = failure.stderr.iter().flat_map(|stderr| stderr.lines()).map(str::to_string);
    put("its standard error:", stderr.collect());
    text.push_str(&format!("   what to do: {}\n", failure.advice));
    text
}

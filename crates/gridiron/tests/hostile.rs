//! Bots that want to read their opponent, cheat on time, harm the machine or
//! escape, and what comes of it.
//!
//! Every attack (`hostile/cases.rs`) is carried out without a sandbox first,
//! where it must work: an attack that never works proves nothing. Then it is
//! carried out at every level of the sandbox that promises to stop it. It must be
//! stopped or its bot be killed, nothing outside may have changed, and the
//! opponent plays on. Bots are `hostile/attack.c` and `hostile/attack.py`.
//!
//! For work on the sandbox: `HOSTILE_LEVELS=standard,strong` tries these
//! and demands them, `HOSTILE_LEVELS=` only the runs without a sandbox,
//! `HOSTILE_ONLY=tcp,forks` tries only these, `HOSTILE_GRIDIRON=FILE` another
//! `gridiron`; `--no-capture` shows what was said.
#![cfg(target_os = "linux")]

#[path = "hostile/cases.rs"]
mod cases;
#[path = "hostile/run.rs"]
mod run;
#[path = "hostile/scene.rs"]
mod scene;

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use cases::{CASES, Case, HONEST, LEVELS, Level};
use run::Run;
use scene::{Language, Programs, User};

/// The levels that were asked for.
fn demanded() -> Option<String> {
    std::env::var("HOSTILE_LEVELS").ok()
}

/// The levels that can be had here, or that are asked for. Where `gridiron doctor`
/// says that one holds, an honest bot must be able to play.
fn levels(programs: &Programs, user: User, language: Language) -> Vec<Level> {
    let demanded = demanded();
    let is_wanted = |level: &Level| {
        demanded.as_ref().is_none_or(|demanded| demanded.split(',').any(|word| word == level.word()))
    };
    let can_be_had = |level: &Level| {
        let mut doctor = Command::new(programs.path("gridiron"));
        let doctor = user.becomes(&mut doctor).args(["doctor", "--require", level.word()]).current_dir("/");
        let doctor = doctor.output().expect("the program starts");
        // Every recent Linux has the first.
        if !doctor.status.success() && *level != Level::Standard && demanded.is_none() {
            let why = String::from_utf8_lossy(&doctor.stderr);
            println!("!!! NOT TRIED: {level:?} cannot be had here as {user:?}: {}", why.trim());
            return false;
        }
        let honest = Run { programs, user, language, case: &HONEST, level: Some(*level) }.judge();
        honest.unwrap_or_else(|problem| panic!("{level:?}: an honest bot cannot play: {problem}"));
        true
    };
    LEVELS.into_iter().filter(is_wanted).filter(can_be_had).collect()
}

/// All runs of a case, in one line.
fn try_everywhere(
    programs: &Programs,
    user: User,
    language: Language,
    case: &Case,
    levels: &[Level],
) -> Result<(), String> {
    let mut summary = Vec::new();
    let mut problems = Vec::new();
    let begin = Instant::now();
    // In C at every level; in Python at the first, as what a level adds does not
    // depend on the language and starting Python takes its time.
    let mut inside: Vec<Option<Level>> =
        levels.iter().filter(|level| **level >= case.from).map(|level| Some(*level)).collect();
    if language == Language::Python && demanded().is_none() {
        inside.truncate(1);
    }
    for level in std::iter::once(None).chain(inside) {
        let result = Run { programs, user, language, case, level }.judge();
        let word = level.map_or("no sandbox", Level::word);
        match result {
            Ok(what) => summary.push(format!("{word}: {what}")),
            Err(problem) => {
                summary.push(format!("{word}: WRONG"));
                problems.push(format!("{user:?} {language:?} {}, {word}: {problem}", case.words));
            }
        }
    }
    println!("{:6.2} s  {}: {}", begin.elapsed().as_secs_f64(), case.words, summary.join(" | "));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Runs all cases, two at a time because games wait a good deal.
fn run_all(user: User, language: Language) {
    if user == User::Ordinary && !rustix::process::getuid().is_root() {
        println!("!!! NOT TRIED: only root can try everything both as root and as another user");
        return;
    }
    let programs = Programs::new();
    let levels = levels(&programs, user, language);
    let only = std::env::var("HOSTILE_ONLY").ok();
    let is_wanted = |case: &&Case| {
        (language == Language::C || case.python)
            && only.as_ref().is_none_or(|only| only.split(',').any(|name| name == case.name()))
    };
    let cases: Vec<&Case> = CASES.iter().filter(is_wanted).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let each = std::iter::from_fn(|| cases.get(next.fetch_add(1, Ordering::Relaxed)));
        each.filter_map(|case| try_everywhere(&programs, user, language, case, &levels).err())
            .collect::<Vec<String>>()
    };
    let failures: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn attacks_in_c() {
    run_all(User::Own, Language::C);
}

#[test]
fn attacks_in_python() {
    run_all(User::Own, Language::Python);
}

#[test]
fn attacks_in_c_for_an_ordinary_user() {
    run_all(User::Ordinary, Language::C);
}

#[test]
fn attacks_in_python_for_an_ordinary_user() {
    run_all(User::Ordinary, Language::Python);
}

//! What the sandbox holds on this machine, found by trying.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::attacks::{ATTACKS, AttackPlan, Layer, SUCCEEDED};
use crate::confinement::{Confinement, pretended};
use crate::exit_status::ExitStatus;
use crate::launch::Launch;
use crate::own_folder::OwnFolder;
use crate::process::{NotStarted, Process, Received, TimeLimit};
use crate::{Level, Limits};

/// A trial takes far less.
const LONGEST: Duration = Duration::from_secs(20);

/// What came of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttackResult {
    /// It was stopped; by what, for people who know system calls.
    Stopped(String),
    /// Nothing stopped it.
    Succeeded,
}

/// Whether a level holds here; if not, why.
pub fn holds(level: Level) -> Result<(), String> {
    static KNOWN: [OnceLock<Result<(), String>>; 3] = [const { OnceLock::new() }; 3];
    let at = Level::STRONGEST_FIRST.iter().position(|its| *its == level);
    at.map_or(Ok(()), |at| KNOWN[at].get_or_init(|| try_level(level)).clone())
}

/// The firmest level that this machine gives, and why no firmer one.
pub fn strongest() -> (Option<Level>, Vec<(Level, String)>) {
    let mut missing = Vec::new();
    for level in Level::STRONGEST_FIRST {
        match holds(level) {
            Ok(()) => return (Some(level), missing),
            Err(why) => missing.push((level, why)),
        }
    }
    (None, missing)
}

fn try_level(level: Level) -> Result<(), String> {
    for attacks in group_by_process(attacks_against(level)) {
        let results = try_attacks(level, &attacks)?;
        if let Some((attack, _)) = results.iter().find(|(_, result)| *result == AttackResult::Succeeded) {
            let attack = &ATTACKS[*attack];
            return Err(format!("{}: a program could {}", attack.layer.name(), attack.name));
        }
    }
    Ok(())
}

/// The attacks that a level must stop.
pub fn attacks_against(level: Level) -> impl Iterator<Item = usize> {
    (0..ATTACKS.len()).filter(move |attack| ATTACKS[*attack].layer.since() <= level)
}

/// Attacks as they can be tried: each that is fatal in a process of its own.
pub fn group_by_process(attacks: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let (fatal, others): (Vec<usize>, Vec<usize>) = attacks.partition(|attack| ATTACKS[*attack].is_fatal);
    [others].into_iter().chain(fatal.into_iter().map(|attack| vec![attack])).collect()
}

/// Tries attacks in one process, of which only the last may be fatal.
pub fn try_attacks(level: Level, attacks: &[usize]) -> Result<Vec<(usize, AttackResult)>, String> {
    let is_memory_unlimited = attacks.iter().any(|attack| ATTACKS[*attack].layer == Layer::Cgroups);
    // Little, so that whoever takes all of it is soon done.
    let limits = Limits { memory: 64 << 20, temp: 16 << 20, ..Limits::default() };
    let confinement = Confinement {
        level,
        limits,
        own: OwnFolder::find(Path::new("/"), &[], &[])?,
        readable: Vec::new(),
        environment: Vec::new(),
        without: pretended(),
        attack_plan: Some(AttackPlan { attacks: attacks.to_vec(), is_memory_unlimited }),
    };
    let launch = Launch { confinement: Some(confinement), ..Launch::new(vec!["attack".into()], "/".into()) };
    let mut process = Process::start(&launch).map_err(|refused| match refused {
        NotStarted::Program(why) | NotStarted::Sandbox(why) => why,
        NotStarted::Machine(error) => error.to_string(),
    })?;
    let mut results = Vec::new();
    let mut asked = process.request(b"", false);
    let (limit, never) = (TimeLimit { wall: LONGEST, cpu: None }, AtomicBool::new(false));
    while let Ok(Received::Line(line)) = process.read_line(&mut asked, limit, &never) {
        let Some((number, result)) = line.split_once(' ') else { continue };
        let Ok(number) = number.parse() else { continue };
        let result = if result == SUCCEEDED {
            AttackResult::Succeeded
        } else {
            AttackResult::Stopped(result.to_string())
        };
        results.push((number, result));
    }
    // Whoever was killed has said nothing more.
    if let Some(last) = attacks.get(results.len()) {
        let how = process.exit_status();
        let was_killed = matches!(
            how,
            ExitStatus::Signal(_) | ExitStatus::TooMuchMemory(_) | ExitStatus::TooMuchOnDisk(_)
        );
        let told = how.to_string();
        match ATTACKS[*last].is_fatal && was_killed {
            // That no bot may is known here.
            true => results
                .push((*last, AttackResult::Stopped(told.split(": ").next().unwrap_or(&told).to_string()))),
            false => return Err(format!("limits: while a program tried to {}: {told}", ATTACKS[*last].name)),
        }
    }
    Ok(results)
}

//! Which levels hold on this machine, found by testing.
//!
//! **Invariant:** a level holds if everything that it must stop was stopped in a test.
//! Nothing is concluded from versions.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::attacks::{ATTACKS, AttackPlan, SUCCEEDED};
use crate::charge::ChargeBy;
use crate::confinement::{Confinement, switched_off_for_tests};
use crate::exit_status::ExitStatus;
use crate::launch::Launch;
use crate::layer::Layer;
use crate::level::Level;
use crate::limits::Limits;
use crate::own_folder::{FolderError, OwnFolder};
use crate::process::{Process, Received, Waiting};
use crate::start_error::StartError;
use crate::stopwatch::TimeLimit;

/// A test takes far less.
const LONGEST_TEST: Duration = Duration::from_secs(20);

/// The result of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttackResult {
    /// It was stopped; the error says by what, for people who know system calls.
    Stopped(String),
    /// Nothing stopped it.
    Succeeded,
}

/// Why a level does not hold here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SurveyError {
    /// A confined program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The empty folder for the test cannot be used.
    #[error("folder: {0}")]
    Folder(#[from] FolderError),
    /// An attack was not stopped; its index in [`ATTACKS`].
    #[error("{}: a program could {}", ATTACKS[*.0].layer, ATTACKS[*.0].name)]
    NotStopped(usize),
    /// The hostile program ended before it had tried everything.
    #[error("limits: while a program tried to {}: {status}", ATTACKS[*attack].name)]
    Ended {
        /// The attack that it was trying, as an index into [`ATTACKS`].
        attack: usize,
        /// How it ended.
        status: ExitStatus,
    },
}

impl SurveyError {
    /// The layer that does not hold, if it is known.
    pub fn layer(&self) -> Option<Layer> {
        match self {
            SurveyError::Start(StartError::Sandbox(error)) => Some(error.layer),
            SurveyError::Start(_) => None,
            SurveyError::Folder(_) => Some(Layer::Folder),
            SurveyError::NotStopped(attack) => Some(ATTACKS[*attack].layer),
            SurveyError::Ended { .. } => Some(Layer::Limits),
        }
    }
}

/// Tests whether a level holds here. Each level is tested once in a process.
pub fn check_level(level: Level) -> Result<(), SurveyError> {
    static KNOWN: [OnceLock<Result<(), SurveyError>>; 3] = [const { OnceLock::new() }; 3];
    let at = Level::STRONGEST_FIRST.iter().position(|its| *its == level);
    at.map_or(Ok(()), |at| KNOWN[at].get_or_init(|| test_level(level)).clone())
}

/// The strongest level that holds here, and why no stronger one does.
pub fn strongest() -> (Option<Level>, Vec<(Level, SurveyError)>) {
    let mut missing = Vec::new();
    for level in Level::STRONGEST_FIRST {
        match check_level(level) {
            Ok(()) => return (Some(level), missing),
            Err(why) => missing.push((level, why)),
        }
    }
    (None, missing)
}

fn test_level(level: Level) -> Result<(), SurveyError> {
    for attacks in group_by_process(attacks_against(level)) {
        let results = try_attacks(level, &attacks)?;
        if let Some((attack, _)) = results.iter().find(|(_, result)| *result == AttackResult::Succeeded) {
            return Err(SurveyError::NotStopped(*attack));
        }
    }
    Ok(())
}

/// The attacks that a level must stop, as indexes into [`ATTACKS`].
pub fn attacks_against(level: Level) -> impl Iterator<Item = usize> {
    (0..ATTACKS.len()).filter(move |attack| ATTACKS[*attack].layer.since() <= level)
}

/// Groups attacks by the process that tries them: each fatal one has its own.
pub fn group_by_process(attacks: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let (fatal, others): (Vec<usize>, Vec<usize>) = attacks.partition(|attack| ATTACKS[*attack].is_fatal);
    [others].into_iter().chain(fatal.into_iter().map(|attack| vec![attack])).collect()
}

/// Tries attacks in one process, of which only the last may be fatal.
pub fn try_attacks(level: Level, attacks: &[usize]) -> Result<Vec<(usize, AttackResult)>, SurveyError> {
    let is_memory_unlimited = attacks.iter().any(|attack| ATTACKS[*attack].layer == Layer::Cgroups);
    // Little, so that taking all of it does not last long.
    let limits = Limits { memory: 64 << 20, temp: 16 << 20, ..Limits::default() };
    let confinement = Confinement {
        level,
        limits,
        own: OwnFolder::find(Path::new("/"), &[], &[], &[])?,
        readable: Vec::new(),
        environment: Vec::new(),
        switched_off: switched_off_for_tests(),
        attack_plan: Some(AttackPlan { attacks: attacks.to_vec(), is_memory_unlimited }),
    };
    let launch = Launch::new(vec!["attack".into()], "/".into());
    let mut process = Process::start(&Launch { confinement: Some(confinement), ..launch })?;
    let mut results = Vec::new();
    let mut stopwatch = process.request(b"", ChargeBy::Wall);
    let (limit, never) = (TimeLimit::wall(LONGEST_TEST), AtomicBool::new(false));
    while let Ok(Received::Line(line)) = process.read_line(&mut stopwatch, limit, Waiting::until(&never)) {
        let Some((attack, result)) = line.split_once(' ') else { continue };
        let Ok(attack) = attack.parse() else { continue };
        results.push((
            attack,
            match result {
                SUCCEEDED => AttackResult::Succeeded,
                error => AttackResult::Stopped(error.to_string()),
            },
        ));
    }
    // A killed process reports nothing more.
    if let Some(last) = attacks.get(results.len()) {
        let status = process.exit_status();
        match ATTACKS[*last].is_fatal && status.is_kill() {
            true => {
                // The advice for authors behind the colon is of no use here.
                let text = status.to_string();
                let text = text.split(": ").next().unwrap_or(&text);
                results.push((*last, AttackResult::Stopped(text.to_string())));
            }
            false => return Err(SurveyError::Ended { attack: *last, status }),
        }
    }
    Ok(results)
}

//! How firmly strangers' programs are locked in, as the command says and this
//! machine gives.

use std::path::{Path, PathBuf};

use referee::{Level, Limits, PlayerSpec, Sandbox};

use crate::cli::SandboxArguments;
use crate::failure::Failure;

/// Locks in every program among the players, or refuses to play. What is written
/// to `outputs` is not for them to see: the other game of a pair has the same seed.
pub fn lock_in(
    players: &mut [PlayerSpec],
    arguments: &SandboxArguments,
    outputs: &[&PathBuf],
) -> Result<(), Failure> {
    if let Some(level) = arguments.sandbox.or(arguments.require).filter(|_| arguments.trust_bots) {
        return Err(Failure::Usage(format!(
            "--trust-bots is for no sandbox at all, and {level} is asked for: take one of them"
        )));
    }
    let Some(program) = players.iter().find(|player| player.is_program()) else { return Ok(()) };
    if arguments.trust_bots {
        return Ok(());
    }
    let level = level(arguments, &program.about().spec)?;
    let allow_read = arguments.allow_read.iter().map(|folder| readable(folder));
    let sandbox = Sandbox {
        level,
        limits: Limits { memory: arguments.memory, file: arguments.file_size, temp: arguments.temp_size },
        allow_read: allow_read.collect::<Result<_, _>>()?,
    };
    let files: Vec<_> = players.iter().map(PlayerSpec::files).collect();
    let outputs: Vec<_> = outputs.iter().filter_map(|path| std::path::absolute(path).ok()).collect();
    // Whoever joins a game that is played finds others that are locked in already.
    let is_open = |player: &&mut PlayerSpec| player.sandbox() == Some(Level::None);
    for (at, player) in players.iter_mut().enumerate().filter(|(_, player)| is_open(player)) {
        let rivals = files.iter().enumerate().filter(|(other, _)| *other != at);
        let rivals: Vec<_> = rivals.flat_map(|(_, files)| files.clone()).collect();
        player.confine(&sandbox, &rivals, &outputs)?;
    }
    Ok(())
}

/// A folder that programs may read, as it is called.
fn readable(folder: &Path) -> Result<PathBuf, Failure> {
    let refused = |why: &str| Failure::Usage(format!("--allow-read {}: {why}", folder.display()));
    let real = folder.canonicalize().map_err(|error| refused(&error.to_string()))?;
    // The copies of all bots stand in the temporary folder.
    let temporary = std::env::temp_dir().canonicalize().unwrap_or_else(|_| "/tmp".into());
    let is_too_much = temporary.starts_with(&real)
        || ["/proc", "/sys", "/dev", "/run"].iter().any(|never| real.starts_with(never));
    if is_too_much {
        return Err(refused("more stands there than bots may read: name a smaller folder"));
    }
    std::path::absolute(folder).map_err(|error| refused(&error.to_string()))
}

/// The level that is asked for, or the firmest there is.
#[cfg(target_os = "linux")]
fn level(arguments: &SandboxArguments, spec: &str) -> Result<Level, Failure> {
    use sandbox::survey::{holds, strongest};
    let level = match arguments.sandbox {
        Some(level) => {
            holds(level).map_err(|why| {
                Failure::Failed(format!("--sandbox {level}: this machine does not give it: {why}"))
            })?;
            level
        }
        None => match strongest() {
            (Some(level), _) => level,
            (None, missing) => {
                let why = missing.last().map(|(_, why)| why.as_str()).unwrap_or_default();
                return Err(Failure::Failed(match arguments.require {
                    Some(level) => {
                        format!("--require {level}: programs cannot be locked in here at all: {why}")
                    }
                    None => format!(
                        "player `{spec}` is a program and cannot be locked in here: {why}; `gridiron doctor` says \
                         more, and if you trust it with all that you can do, add --trust-bots"
                    ),
                }));
            }
        },
    };
    match arguments.require {
        Some(required) if required > level => {
            let why = match (arguments.sandbox, holds(required)) {
                (None, Err(why)) => why,
                _ => format!("--sandbox {level} is asked for"),
            };
            Err(Failure::Failed(format!(
                "--require {required}: programs would be locked in as {level}: {why}"
            )))
        }
        _ => Ok(level),
    }
}

#[cfg(not(target_os = "linux"))]
fn level(_arguments: &SandboxArguments, _spec: &str) -> Result<Level, Failure> {
    unreachable!("programs are refused where they cannot run")
}

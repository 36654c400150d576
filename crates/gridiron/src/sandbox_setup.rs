//! Locks in all bots, as the command line says and this machine allows.

use std::path::{Path, PathBuf};

use referee::{Level, Limits, PlayerSpec, Sandbox};

use crate::cli::SandboxArguments;
use crate::failure::Failure;
use crate::tournament_files;

/// Locks in every program among the players, or refuses to play. Bots must not read
/// `outputs`: records hold seeds and hidden starts.
pub fn lock_in(
    players: &mut [PlayerSpec],
    arguments: &SandboxArguments,
    outputs: &[&PathBuf],
) -> Result<(), Failure> {
    players.iter_mut().for_each(|player| player.show_names(arguments.show_names));
    if let Some(level) = arguments.sandbox.or(arguments.require).filter(|_| arguments.trust_bots) {
        return Err(Failure::Usage(format!(
            "--trust-bots means no sandbox, but level {level} is requested: use only one of them"
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
    // In a running tournament the other players are locked in already.
    let is_open = |player: &&mut PlayerSpec| player.sandbox() == Some(Level::None);
    for (at, player) in players.iter_mut().enumerate().filter(|(_, player)| is_open(player)) {
        let rivals = files.iter().enumerate().filter(|(other, _)| *other != at);
        let rivals: Vec<_> = rivals.flat_map(|(_, files)| files.clone()).collect();
        let earlier = player.folder().map(tournament_files::found_in).unwrap_or_default();
        player.confine(&sandbox, &rivals, &[&outputs[..], &earlier].concat())?;
    }
    Ok(())
}

/// The sandbox of the programs among some players, by their levels: the lowest
/// counts. `None` if there are no programs.
pub fn in_words(levels: impl IntoIterator<Item = Option<Level>>) -> Option<String> {
    Some(match levels.into_iter().flatten().min()? {
        Level::None => "no sandbox: programs can do everything that you can".to_string(),
        level => format!("sandbox {level}"),
    })
}

/// Checks a folder of --allow-read, and makes it absolute.
fn readable(folder: &Path) -> Result<PathBuf, Failure> {
    let refused = |why: &str| Failure::Usage(format!("--allow-read {}: {why}", folder.display()));
    let real = folder.canonicalize().map_err(|error| refused(&error.to_string()))?;
    // The temporary folder holds the copies of all bots.
    let temporary = std::env::temp_dir().canonicalize().unwrap_or_else(|_| "/tmp".into());
    let is_too_much = temporary.starts_with(&real)
        || ["/proc", "/sys", "/dev", "/run"].iter().any(|never| real.starts_with(never));
    if is_too_much {
        return Err(refused("it holds more than bots may read: name a smaller folder"));
    }
    std::path::absolute(folder).map_err(|error| refused(&error.to_string()))
}

/// The requested level, or the strongest that holds here.
#[cfg(target_os = "linux")]
fn level(arguments: &SandboxArguments, spec: &str) -> Result<Level, Failure> {
    use sandbox::survey::{check_level, strongest};
    let level = match arguments.sandbox {
        Some(level) => {
            check_level(level).map_err(|why| {
                Failure::Failed(format!("--sandbox {level}: not supported by this machine: {why}"))
            })?;
            level
        }
        None => match strongest() {
            (Some(level), _) => level,
            (None, missing) => {
                let why = missing.last().map(|(_, why)| why.to_string()).unwrap_or_default();
                return Err(Failure::Failed(match arguments.require {
                    Some(level) => {
                        format!("--require {level}: bots cannot be locked in on this machine: {why}")
                    }
                    None => format!(
                        "player `{spec}` is a program and cannot be locked in on this machine: {why}; see `gridiron \
                         doctor`, or add --trust-bots to let it do everything that you can do"
                    ),
                }));
            }
        },
    };
    match arguments.require {
        Some(required) if required > level => {
            let why = match (arguments.sandbox, check_level(required)) {
                (None, Err(why)) => why.to_string(),
                _ => format!("--sandbox {level} is requested"),
            };
            Err(Failure::Failed(format!(
                "--require {required}: bots would be locked in only at level {level}: {why}"
            )))
        }
        _ => Ok(level),
    }
}

#[cfg(not(target_os = "linux"))]
fn level(_arguments: &SandboxArguments, _spec: &str) -> Result<Level, Failure> {
    unreachable!("programs are refused where they cannot run")
}

//! `gridiron doctor`: what this machine gives. Nothing is believed that can be
//! tried: a small hostile program is locked in, and what it could do is told.

use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use league::cores;
use referee::Level;
use sandbox::attacks::{ATTACKS, Layer};
use sandbox::runtimes::{self, RUNTIMES};
use sandbox::survey::{AttackResult, attacks_against, group_by_process, holds, strongest, try_attacks};
use sandbox::user::{USERS, is_root};

use crate::cli::DoctorArguments;
use crate::draw::{BOLD, FAINT, paint};
use crate::failure::{Failure, harmless};
use crate::width::of_terminal;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::BrightRed.on_default().bold();

/// What a level is, and what an organiser lacks without it.
struct Told {
    level: Level,
    gives: &'static str,
    without: &'static str,
}

const LEVELS: [Told; 3] = [
    Told {
        level: Level::Standard,
        gives: "no file, process or network but a bot's own, within limits",
        without: "programs cannot be locked in: run only those that you trust, with --trust-bots",
    },
    Told {
        level: Level::Strong,
        gives: "and nothing of this machine is to be seen",
        without: "programs reach nothing, but can tell which files and processes there are",
    },
    Told {
        level: Level::Server,
        gives: "and all memory is counted, however it is taken",
        without: "a program's memory is limited, but not what the kernel keeps for it",
    },
];

pub fn run(arguments: &DoctorArguments) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let (level, _) = strongest();
    let title = level.map_or_else(|| "none".to_string(), |level| level.to_string());
    writeln!(out, "{}  {}", paint(BOLD, "sandbox"), paint(if level.is_some() { GOOD } else { BAD }, &title))?;
    if is_root() {
        let (first, last) = USERS;
        writeln!(out, "  started by root: each bot runs as one of the users {first} to {last}")?;
    }
    for told in &LEVELS {
        let name = format!("{:8}", told.level);
        match holds(told.level) {
            Ok(()) => writeln!(out, "  {name}  {}  {}", paint(GOOD, "holds"), told.gives)?,
            Err(why) => {
                writeln!(out, "  {name}  {}  {}", paint(BAD, "not here"), harmless(&why))?;
                // Whoever lacks the first lacks all for the same reason.
                if level.is_some() || told.level == Level::Standard {
                    if let Some(remedy) = remedy(&why) {
                        writeln!(out, "  {:8}  what to do: {remedy}", "")?;
                    }
                    writeln!(out, "  {:8}  what that means: {}", "", told.without)?;
                }
            }
        }
    }
    let all_stopped = level.map_or(Ok(true), |level| attacks(&mut out, level))?;
    interpreters(&mut out)?;
    machine(&mut out)?;
    out.flush()?;
    match (level, arguments.require) {
        _ if !all_stopped => Err(Failure::Failed("a hostile program was not stopped: see above".into())),
        (None, _) => Err(Failure::Failed("programs cannot be locked in on this machine".into())),
        (Some(level), Some(required)) if level < required => {
            Err(Failure::Failed(format!("--require {required}: this machine gives {level}")))
        }
        _ => Ok(()),
    }
}

/// What can be done about a layer that does not hold, by what is said of it first.
fn remedy(why: &str) -> Option<&'static str> {
    Some(match why.split(':').next().unwrap_or_default() {
        "landlock" => "take a Linux of 5.13 or later that names landlock in /sys/kernel/security/lsm",
        "seccomp" => "take a Linux of 5.5 or later, and no filter of a container around it",
        "namespaces" if is_root() => "give this container CAP_SYS_ADMIN: root needs it for namespaces",
        "namespaces" => {
            "allow user namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0), or be root"
        }
        "cgroups" => "hand on the memory and pids controllers to where gridiron runs",
        "users" if is_root() => "/run must be writable, and this root must have other users to give away",
        "users" => "run gridiron as root: its bots get users of their own",
        _ => return None,
    })
}

/// What the hostile program has tried.
///
/// Says whether all of it was stopped.
fn attacks(out: &mut impl Write, level: Level) -> io::Result<bool> {
    writeln!(out, "\n{}  and what came of it", paint(BOLD, "what a hostile program tried"))?;
    let (mut results, mut all_stopped) = (Vec::new(), true);
    let columns = of_terminal().unwrap_or(usize::MAX);
    // Each layer without those that come on top of it, which would stop much
    // of the same.
    for since in Level::STRONGEST_FIRST.into_iter().filter(|since| *since <= level) {
        let its = attacks_against(since).filter(|attack| ATTACKS[*attack].layer.since() == since);
        for run in group_by_process(its) {
            match try_attacks(since, &run) {
                Ok(came) => results.extend(came),
                Err(why) => {
                    all_stopped = false;
                    writeln!(out, "  {}  {}", paint(BAD, "not tried"), harmless(&why))?;
                }
            }
        }
    }
    let wide = ATTACKS.iter().map(|attack| attack.name.len()).max().unwrap_or(0);
    for layer in Layer::ALL {
        let mut name = layer.name();
        for (attack, result) in results.iter().filter(|(attack, _)| ATTACKS[*attack].layer == layer) {
            let tried = ATTACKS[*attack].name;
            let (verdict, how) = match result {
                // The number of an error adds nothing to its name.
                AttackResult::Stopped(how) => {
                    (paint(GOOD, "stopped"), how.split(" (os error").next().unwrap_or(how))
                }
                AttackResult::Succeeded => (paint(BAD, "worked "), ""),
            };
            // A table that breaks in the middle of its lines is none.
            let room = columns.saturating_sub(2 + 10 + 2 + 7 + 2 + wide + 2);
            let how = cut(&harmless(how), room);
            writeln!(out, "  {name:10}  {verdict}  {tried:wide$}  {}", paint(FAINT, &how))?;
            all_stopped &= *result != AttackResult::Succeeded;
            name = "";
        }
    }
    Ok(all_stopped)
}

/// A text that is no longer than there is room.
fn cut(text: &str, room: usize) -> String {
    match text.chars().count() <= room {
        true => text.to_string(),
        false => text.chars().take(room.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// What bots can be written in here.
fn interpreters(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{}  and what bots in them may read beside the system", paint(BOLD, "interpreters"))?;
    let found = runtimes::found();
    let wide = found.iter().flatten().map(|runtime| runtime.version.len()).max().unwrap_or(0);
    for runtime in &found {
        match runtime {
            Ok(runtime) => {
                let program = harmless(&runtime.program.to_string_lossy());
                writeln!(out, "  {:8}  {:wide$}  {program}", runtime.name, harmless(&runtime.version))?;
                for folder in &runtime.folders {
                    let folder = harmless(&folder.to_string_lossy());
                    writeln!(out, "  {:8}  {:wide$}  {}", "", "", paint(FAINT, &format!("reads {folder}")))?;
                }
                for note in &runtime.left_out {
                    writeln!(out, "  {:8}  {:wide$}  {}", "", "", harmless(note))?;
                }
            }
            Err(why) => writeln!(out, "  {}", paint(BAD, &harmless(why)))?,
        }
    }
    let is_missing = |name: &&str| !found.iter().flatten().any(|runtime| runtime.name == *name);
    let missing: Vec<&str> = RUNTIMES.iter().map(|known| known.names[0]).filter(is_missing).collect();
    if !missing.is_empty() {
        writeln!(out, "  not on the PATH: {}", missing.join(", "))?;
    }
    Ok(())
}

/// What games are timed with and played on.
fn machine(out: &mut impl Write) -> io::Result<()> {
    let source = fs::read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    let source = source.map_or_else(|_| "unknown".to_string(), |source| source.trim().to_string());
    let reads: u32 = 10_000;
    let begin = Instant::now();
    for _ in 0..reads {
        black_box(Instant::now());
    }
    let each = begin.elapsed().as_nanos() / u128::from(reads);
    writeln!(out, "\n{}    {}, {each} ns to read", paint(BOLD, "clock"), harmless(&source))?;
    let mut cores = cores::available();
    cores.sort_unstable();
    let numbers: Vec<String> = cores.iter().map(ToString::to_string).collect();
    let count = cores::count();
    let games = if count == 1 { "one game at a time".into() } else { format!("{count} games at a time") };
    writeln!(out, "{}    {}: {games}", paint(BOLD, "cores"), numbers.join(", "))
}

//! `gridiron doctor`: what this machine gives. Nothing is believed that can be
//! tried: a small hostile program is locked in, and what it could do is told.

use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use league::cores;
use referee::Level;
use referee::sandbox::attacks::{ATTACKS, Layer};
use referee::sandbox::runtimes::{self, RUNTIMES};
use referee::sandbox::survey::{Fate, firmest, holds, numbers, try_attacks};
use referee::sandbox::user::{USERS, is_root};

use crate::cli::DoctorArguments;
use crate::draw::{BOLD, FAINT, paint};
use crate::failure::{Failure, harmless};

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
        gives: "programs reach no file, process or network but their own, within limits",
        without: "programs cannot be locked in: run only those that you trust, with --trust-bots",
    },
    Told {
        level: Level::Strong,
        gives: "and see nothing of this machine but what they need to run",
        without: "programs reach nothing, but can tell which files and processes there are",
    },
    Told {
        level: Level::Server,
        gives: "and the kernel counts all the memory that a program takes, in whatever way",
        without: "a program's memory is limited, but not what the kernel keeps for it",
    },
];

pub fn run(arguments: &DoctorArguments) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let (level, _) = firmest();
    let title = level.map_or_else(|| "none".to_string(), |level| level.to_string());
    writeln!(out, "{}  {}", paint(BOLD, "sandbox"), paint(if level.is_some() { GOOD } else { BAD }, &title))?;
    if is_root() {
        let (first, last) = USERS;
        writeln!(
            out,
            "  started by root: each bot runs as one of the users {first} to {last}, and none as root"
        )?;
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
    if let Some(level) = level {
        attacks(&mut out, level)?;
    }
    interpreters(&mut out)?;
    machine(&mut out)?;
    out.flush()?;
    match (level, arguments.require) {
        (None, _) => Err(Failure::Failed("programs cannot be locked in on this machine".into())),
        (Some(level), Some(required)) if level < required => {
            Err(Failure::Failed(format!("--require {required}: this machine gives {level}")))
        }
        _ => Ok(()),
    }
}

/// What can be done about a layer that does not hold.
fn remedy(why: &str) -> Option<&'static str> {
    let layer = Layer::ALL.into_iter().find(|layer| why.contains(&format!("{}:", layer.name())));
    match layer {
        Some(Layer::Landlock) => {
            Some("take a Linux of 5.13 or later that names landlock in /sys/kernel/security/lsm")
        }
        Some(Layer::Seccomp) => Some("take a Linux of 5.5 or later, and no filter of a container around it"),
        Some(Layer::Namespaces) => Some(
            "allow user namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0), or be root",
        ),
        Some(Layer::Cgroups) => Some("hand on the memory and pids controllers to where gridiron runs"),
        Some(Layer::Limits) => None,
        None if why.contains("root") => Some("run gridiron as root: its bots get users of their own"),
        None => None,
    }
}

/// What the hostile program has tried.
fn attacks(out: &mut impl Write, level: Level) -> io::Result<()> {
    writeln!(out, "\n{}  and what came of it", paint(BOLD, "what a hostile program tried"))?;
    let mut fates = Vec::new();
    // Each layer without those that come on top of it, which would stop much
    // of the same.
    for since in Level::FIRMEST_FIRST.into_iter().filter(|since| *since <= level) {
        let its = numbers(since).filter(|attack| ATTACKS[*attack].layer.since() == since);
        let (fatal, others): (Vec<usize>, Vec<usize>) = its.partition(|attack| ATTACKS[*attack].is_fatal);
        for run in [others].into_iter().chain(fatal.into_iter().map(|attack| vec![attack])) {
            match try_attacks(since, &run) {
                Ok(came) => fates.extend(came),
                Err(why) => writeln!(out, "  {}  {}", paint(BAD, "not tried"), harmless(&why))?,
            }
        }
    }
    let wide = ATTACKS.iter().map(|attack| attack.name.len()).max().unwrap_or(0);
    for layer in Layer::ALL {
        let mut name = layer.name();
        for (attack, fate) in fates.iter().filter(|(attack, _)| ATTACKS[*attack].layer == layer) {
            let tried = ATTACKS[*attack].name;
            let (verdict, how) = match fate {
                // The number of an error adds nothing to its name.
                Fate::Stopped(how) => (paint(GOOD, "stopped"), how.split(" (os error").next().unwrap_or(how)),
                Fate::Worked => (paint(BAD, "worked "), ""),
            };
            writeln!(out, "  {name:10}  {verdict}  {tried:wide$}  {}", paint(FAINT, &harmless(how)))?;
            name = "";
        }
    }
    Ok(())
}

/// What bots can be written in here.
fn interpreters(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{}  beside programs of their own, and what they may read", paint(BOLD, "interpreters"))?;
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

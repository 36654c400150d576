//! `gridiron doctor`: checks this machine's sandbox and interpreters. The sandbox is
//! tested with a small hostile program, and the results are shown.

use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::Instant;

use league::cores;
use sandbox::attacks::ATTACKS;
use sandbox::interpreters::{self, KNOWN_INTERPRETERS};
use sandbox::survey::{AttackResult, attacks_against, check_level, group_by_process, strongest, try_attacks};
use sandbox::{Layer, Level, USERS, is_root};

use crate::cli::DoctorArguments;
use crate::failure::{Failure, harmless};
use crate::terminal::{self, BAD, BOLD, FAINT, GOOD, paint};

/// One level in the report.
struct LevelLine {
    level: Level,
    /// Shown if it holds: what it stops.
    gives: &'static str,
    /// Shown if it does not: what bots can do without it.
    without: &'static str,
}

const LEVELS: [LevelLine; 3] = [
    LevelLine {
        level: Level::Standard,
        gives: "no network, no other files or processes, and limits on memory and disk",
        without: "bots cannot be locked in: run only bots that you trust, with --trust-bots",
    },
    LevelLine {
        level: Level::Strong,
        gives: "and a bot sees nothing of this machine",
        without: "a bot opens nothing else, but can tell which files and processes exist",
    },
    LevelLine {
        level: Level::Server,
        gives: "and the kernel counts all memory of a bot",
        without: "a bot's memory is limited, but not what the kernel keeps for it",
    },
];

/// The column in which lines that are too long go on.
const INDENT: usize = 12;

pub fn run(arguments: &DoctorArguments) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let (level, _) = strongest();
    let title = level.map_or_else(|| "none".to_string(), |level| level.to_string());
    writeln!(out, "{}  {}", paint(BOLD, "sandbox"), paint(if level.is_some() { GOOD } else { BAD }, &title))?;
    let mut text = String::new();
    if is_root() {
        let (first, last) = USERS;
        text.push_str(&format!("  started by root: each bot runs as one of the users {first} to {last}\n"));
    }
    for line in &LEVELS {
        let name = format!("{:8}", line.level);
        match check_level(line.level) {
            Ok(()) => text.push_str(&format!("  {name}  {}  {}\n", paint(GOOD, "holds"), line.gives)),
            Err(why) => {
                let why_not = harmless(&why.to_string());
                text.push_str(&format!("  {name}  {}  {why_not}\n", paint(BAD, "not here")));
                // If the weakest level fails, all fail for the same reason.
                if level.is_some() || line.level == Level::Standard {
                    if let Some(remedy) = why.layer().and_then(remedy) {
                        text.push_str(&format!("  {:8}  what to do: {remedy}\n", ""));
                    }
                    text.push_str(&format!("  {:8}  what that means: {}\n", "", line.without));
                }
            }
        }
    }
    write!(out, "{}", terminal::fit(&text, INDENT))?;
    let all_stopped = level.map_or(Ok(true), |level| attacks(&mut out, level))?;
    interpreters(&mut out)?;
    machine(&mut out)?;
    out.flush()?;
    match (level, arguments.require) {
        _ if !all_stopped => Err(Failure::Failed("the hostile program was not stopped: see above".into())),
        (None, _) => Err(Failure::Failed("bots cannot be locked in on this machine".into())),
        (Some(level), Some(required)) if level < required => {
            Err(Failure::Failed(format!("--require {required}: this machine supports only {level}")))
        }
        _ => Ok(()),
    }
}

/// What to do about a layer that does not hold.
fn remedy(layer: Layer) -> Option<&'static str> {
    Some(match layer {
        Layer::Landlock => "use Linux 5.13 or later, with landlock in /sys/kernel/security/lsm",
        Layer::Seccomp => "use Linux 5.5 or later; a container must not filter these system calls",
        Layer::Namespaces if is_root() => "give this container CAP_SYS_ADMIN: root needs it for namespaces",
        Layer::Namespaces => {
            "allow user namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0), or run as root"
        }
        Layer::Cgroups => "pass on the memory and pids controllers to the group that gridiron runs in",
        Layer::Users if is_root() => {
            "/run must be writable, and this root must be able to become other users"
        }
        Layer::Users => "run gridiron as root: each bot then runs as a user of its own",
        _ => return None,
    })
}

/// Shows what the hostile program tried, and returns whether all of it was stopped.
fn attacks(out: &mut impl Write, level: Level) -> io::Result<bool> {
    writeln!(out, "\n{}  and the result", paint(BOLD, "what a hostile program tried"))?;
    let (mut results, mut all_stopped) = (Vec::new(), true);
    let columns = terminal::columns().unwrap_or(usize::MAX);
    // Each layer is tested at its own level: stronger levels would stop much of the
    // same.
    for since in Level::STRONGEST_FIRST.into_iter().filter(|since| *since <= level) {
        let its = attacks_against(since).filter(|attack| ATTACKS[*attack].layer.since() == since);
        for run in group_by_process(its) {
            match try_attacks(since, &run) {
                Ok(tried) => results.extend(tried),
                Err(why) => {
                    all_stopped = false;
                    writeln!(out, "  {}  {}", paint(BAD, "not tried"), harmless(&why.to_string()))?;
                }
            }
        }
    }
    let wide = ATTACKS.iter().map(|attack| attack.name.len()).max().unwrap_or(0);
    for layer in Layer::TESTED {
        let mut name = layer.name();
        for (attack, result) in results.iter().filter(|(attack, _)| ATTACKS[*attack].layer == layer) {
            let tried = ATTACKS[*attack].name;
            let (verdict, how) = match result {
                // The number of an error adds nothing to its text.
                AttackResult::Stopped(how) => {
                    (paint(GOOD, "stopped"), how.split(" (os error").next().unwrap_or(how))
                }
                AttackResult::Succeeded => (paint(BAD, "worked "), ""),
            };
            // Long lines would break the table.
            let room = columns.saturating_sub(2 + 10 + 2 + 7 + 2 + wide + 2);
            let how = terminal::clip(&harmless(how), room);
            writeln!(out, "  {name:10}  {verdict}  {tried:wide$}  {}", paint(FAINT, &how))?;
            all_stopped &= *result != AttackResult::Succeeded;
            name = "";
        }
    }
    Ok(all_stopped)
}

/// Shows the interpreters on the PATH.
fn interpreters(out: &mut impl Write) -> io::Result<()> {
    let mut text = format!(
        "\n{}  and the folders that their bots can read besides the system\n",
        paint(BOLD, "interpreters")
    );
    let found = interpreters::find_all();
    let wide = found.iter().flatten().map(|interpreter| interpreter.version.len()).max().unwrap_or(0);
    for interpreter in &found {
        match interpreter {
            Ok(interpreter) => {
                let program = harmless(&interpreter.program.to_string_lossy());
                let version = harmless(&interpreter.version);
                text.push_str(&format!("  {:8}  {version:wide$}  {program}\n", interpreter.name));
                for folder in &interpreter.folders {
                    let folder = harmless(&folder.to_string_lossy());
                    let reads = paint(FAINT, &format!("reads {folder}"));
                    text.push_str(&format!("  {:8}  {:wide$}  {reads}\n", "", ""));
                }
                for note in &interpreter.left_out {
                    text.push_str(&format!("  {:8}  {:wide$}  {}\n", "", "", harmless(note)));
                }
            }
            Err(why) => text.push_str(&format!("  {}\n", paint(BAD, &harmless(&why.to_string())))),
        }
    }
    let is_missing = |name: &&str| !found.iter().flatten().any(|interpreter| interpreter.name == *name);
    let missing: Vec<&str> =
        KNOWN_INTERPRETERS.iter().map(|known| known.names[0]).filter(is_missing).collect();
    if !missing.is_empty() {
        text.push_str(&format!("  not on the PATH: {}\n", missing.join(", ")));
    }
    write!(out, "{}", terminal::fit(&text, INDENT))
}

/// Shows the clock and the cores.
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
    if !sandbox::counts_run_delay() {
        writeln!(
            out,
            "         {}: this kernel has no schedstat, so fair time is wall time, and a busy machine costs time",
            paint(BAD, "no run delay")
        )?;
    }
    let mut cores = cores::available();
    cores.sort_unstable();
    let numbers: Vec<String> = cores.iter().map(ToString::to_string).collect();
    let count = cores::count();
    let games = if count == 1 { "one game at a time".into() } else { format!("{count} games at a time") };
    let cores = format!("{}    {}: {games}\n", paint(BOLD, "cores"), numbers.join(", "));
    write!(out, "{}", terminal::fit(&cores, INDENT))
}

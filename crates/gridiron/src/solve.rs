//! `gridiron solve`: computes the value of every Conga position with few stones and
//! saves it for the champion.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ai::conga::solve::{SolveProgress, Statistics, Tablebase, cache};
use clap::Args;
use league::cores;

use crate::failure::{Failure, reason};
use crate::interrupt;
use crate::terminal::{StatusLine, clock, grouped};

#[derive(Args)]
pub struct SolveArguments {
    /// Name of the game: only conga can be solved
    pub game: String,
    /// Stones of each player, 1 to 9. 7: seconds, 100 MB of memory; 8: several minutes, 600 MB; 9: more memory than most machines have
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub stones: Option<u8>,
    /// Solve again even if the table exists
    #[arg(long)]
    pub again: bool,
}

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game)?;
    if entry.name != "conga" {
        return Err(Failure::Usage(format!(
            "{} cannot be solved: only conga with few stones can",
            entry.name
        )));
    }
    let stones = arguments.stones.ok_or_else(|| {
        Failure::Usage(
            "give the number of stones: `gridiron solve conga --stones 7` takes some seconds".into(),
        )
    })?;
    let path = cache::path(stones).ok_or_else(|| {
        Failure::Failed("no folder for the table: set the environment variable GRIDIRON_CACHE to one".into())
    })?;
    if path.exists() && !arguments.again {
        let tables = cache::load(&path, stones).map_err(|problem| {
            Failure::Failed(format!("{problem}: `gridiron solve conga --stones {stones} --again`"))
        })?;
        return print(&tables.statistics(), &path, "was already solved");
    }
    // Fails before the work, not after it.
    make_folder(&path)?;
    let begin = Instant::now();
    let tables = solve(stones)?;
    tables.save(&path).map_err(|problem| Failure::Failed(problem.to_string()))?;
    print(&tables.statistics(), &path, &format!("solved in {}", in_seconds(begin.elapsed())))
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    fs::create_dir_all(&folder).and_then(|()| try_to_write_in(&folder)).map_err(|error| {
        Failure::Failed(format!(
            "cannot save the table in {}: {}; set GRIDIRON_CACHE to another folder",
            folder.display(),
            reason(&error)
        ))
    })
}

/// Writes and removes a file, to see whether that works.
fn try_to_write_in(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    fs::write(&probe, [])?;
    fs::remove_file(probe)
}

fn solve(stones: u8) -> Result<Tablebase, Failure> {
    let stop = interrupt::stop_on_interrupt();
    let mut line = StatusLine::new();
    let mut show = |progress: SolveProgress| {
        line.show(|passed| {
            let SolveProgress { plies, positions } = progress;
            format!("{} positions solved, {plies} plies from the end, {}", grouped(positions), clock(passed))
        });
    };
    let solved = Tablebase::solve(stones, cores::count(), &mut show, stop);
    line.clear();
    solved.map_err(|_cancelled| Failure::Interrupted)
}

/// Prints the numbers of a solved game and where its table is.
fn print(statistics: &Statistics, path: &Path, how: &str) -> Result<(), Failure> {
    let Statistics { stones, won, lost, longest, start } = statistics;
    let of_stones = if *stones == 1 { "1 stone".to_string() } else { format!("{stones} stones") };
    let size = fs::metadata(path).map_or(0, |file| file.len());
    let mut out = anstream::stdout();
    writeln!(out, "conga with {of_stones} each {how}, without the draw rules")?;
    writeln!(out, "  won for the mover   {:>12}", grouped(*won))?;
    writeln!(out, "  lost for the mover  {:>12}", grouped(*lost))?;
    writeln!(
        out,
        "  not draws           {:>12}   reflections and rotations count once",
        grouped(won + lost)
    )?;
    writeln!(out, "  longest win         {longest:>12}   plies (moves of one player)")?;
    writeln!(out, "  the start is {start}")?;
    writeln!(
        out,
        "saved in {} ({}); `champion` uses it with `--rules stones={stones}`",
        path.display(),
        in_bytes(size)
    )?;
    Ok(())
}

fn in_seconds(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        _ => clock(time),
    }
}

fn in_bytes(size: u64) -> String {
    match size {
        0..10_000 => format!("{size} bytes"),
        10_000..10_000_000 => format!("{} kB", size / 1000),
        _ => format!("{} MB", size / 1_000_000),
    }
}

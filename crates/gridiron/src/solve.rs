//! `gridiron solve`: tables of what every position is worth, kept for the champion.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ai::conga::solve::{SolveProgress, Statistics, Tablebase, cache};
use clap::Args;
use league::cores;

use crate::failure::Failure;
use crate::players;
use crate::progress::{StatusLine, clock};

#[derive(Args)]
pub struct SolveArguments {
    /// The game: only conga can be solved
    pub game: String,
    /// Stones of each player, 1 to 9: seven take seconds and 100 MB of memory, eight minutes and 600 MB, nine more than most machines have
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub stones: Option<u8>,
    /// Solve it although the table is there already
    #[arg(long)]
    pub again: bool,
}

pub fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game).map_err(Failure::Usage)?;
    if entry.name != "conga" {
        return Err(Failure::Usage(format!(
            "{} cannot be solved: only conga can, with few stones",
            entry.name
        )));
    }
    let stones = arguments.stones.ok_or_else(|| {
        Failure::Usage(
            "say with how many stones: `gridiron solve conga --stones 7` takes some seconds".into(),
        )
    })?;
    let path = cache::path(stones).ok_or_else(|| {
        Failure::Failed("no folder to keep the table in: name one by the variable GRIDIRON_CACHE".into())
    })?;
    if path.exists() && !arguments.again {
        let tables = cache::load(&path, stones).map_err(|problem| {
            Failure::Failed(format!("{problem}: `gridiron solve conga --stones {stones} --again`"))
        })?;
        return tell(&tables.statistics(), &path, "was solved before");
    }
    // Better to know now than after the work.
    make_folder(&path)?;
    let begin = Instant::now();
    let tables = solve(stones)?;
    tables.save(&path).map_err(|problem| Failure::Failed(problem.to_string()))?;
    tell(&tables.statistics(), &path, &format!("solved in {}", in_seconds(begin.elapsed())))
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    fs::create_dir_all(&folder).and_then(|()| try_to_write_in(&folder)).map_err(|error| {
        Failure::Failed(format!(
            "cannot keep a table in {}: {error}; the variable GRIDIRON_CACHE names another folder",
            folder.display()
        ))
    })
}

/// Whether something can be written there.
fn try_to_write_in(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    fs::write(&probe, [])?;
    fs::remove_file(probe)
}

fn solve(stones: u8) -> Result<Tablebase, Failure> {
    let stop = players::stop_on_interrupt();
    let mut line = StatusLine::new();
    let mut show = |progress: SolveProgress| {
        line.show(|passed| {
            let SolveProgress { plies, positions } = progress;
            format!("{} positions decided, {plies} plies from the end, {}", grouped(positions), clock(passed))
        });
    };
    let solved = Tablebase::solve(stones, cores::count(), &mut show, stop);
    line.clear();
    solved.map_err(|_cancelled| Failure::Interrupted)
}

fn tell(statistics: &Statistics, path: &Path, how: &str) -> Result<(), Failure> {
    let Statistics { stones, won, lost, longest, start } = statistics;
    let of_stones = if *stones == 1 { "1 stone".to_string() } else { format!("{stones} stones") };
    let size = fs::metadata(path).map_or(0, |file| file.len());
    let mut out = anstream::stdout();
    writeln!(out, "conga with {of_stones} each {how}, draw rules apart")?;
    writeln!(out, "  won for the mover   {:>12}", grouped(*won))?;
    writeln!(out, "  lost for the mover  {:>12}", grouped(*lost))?;
    writeln!(
        out,
        "  not draws           {:>12}   counted once for all eight reflections",
        grouped(won + lost)
    )?;
    writeln!(out, "  longest win         {longest:>12}   plies")?;
    writeln!(out, "  the start is {start}")?;
    writeln!(
        out,
        "kept in {} ({}): `champion` plays by it with `--rules stones={stones}`",
        path.display(),
        in_bytes(size)
    )?;
    Ok(())
}

/// 2198908 as 2,198,908.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let head = digits.len() % 3;
    let mut groups = vec![&digits[..head]];
    groups.extend((head..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.retain(|group| !group.is_empty());
    groups.join(",")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        for (number, shown) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (37523, "37,523"), (2_198_908, "2,198,908")]
        {
            assert_eq!(grouped(number), shown);
        }
    }
}

//! `gridiron perft`: counts the sequences of moves up to a depth.

use std::io::Write;

use crate::cli::PerftArguments;
use crate::failure::Failure;
use crate::rule_arguments;

/// Runs the command: prints a line for each depth.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game)?;
    let options = rule_arguments::read(entry, &arguments.rules)?;
    let mut out = anstream::stdout();
    for depth in 1..=arguments.depth {
        let counted = entry.perft(&options, arguments.seed, depth);
        let count = counted.map_err(|error| rule_arguments::refused(entry, &error))?;
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
    }
    Ok(())
}

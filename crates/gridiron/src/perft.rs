//! `gridiron perft`: count the lines of play, depth by depth.

use std::io::Write;

use crate::cli::PerftArguments;
use crate::failure::Failure;
use crate::rules;

pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let entry = games::find(&arguments.game)?;
    let options = rules::read(entry, &arguments.rules)?;
    let mut out = anstream::stdout();
    for depth in 1..=arguments.depth {
        let counted = entry.perft(&options, arguments.seed, depth);
        let count = counted.map_err(|error| rules::refused(entry, &error))?;
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
    }
    Ok(())
}

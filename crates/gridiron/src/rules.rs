//! Rule options from the command line.

use games::Entry;
use games::common::options::{OptionError, OptionValues};
use referee::rules_file;

use crate::failure::Failure;

/// Rule options from `key=value,…` or from a file ending in `.toml`.
pub fn read(entry: &Entry, rules: &str) -> Result<OptionValues, Failure> {
    if !rules.ends_with(".toml") {
        return entry.read_options(rules).map_err(|error| refused(entry, &error));
    }
    let text = std::fs::read_to_string(rules);
    let text = text.map_err(|error| Failure::Failed(format!("cannot read {rules}: {error}")))?;
    rules_file::read(entry, &text)
        .map_err(|error| Failure::Usage(format!("{rules}, rules of {}: {error}", entry.name)))
}

/// The rules make no game.
pub fn refused(entry: &Entry, error: &OptionError) -> Failure {
    Failure::Usage(format!("--rules for {}: {error}", entry.name))
}

//! Reads rule options from the command line.

use games::GameEntry;
use games::common::options::{OptionError, OptionValues};
use referee::rules_file;

use crate::failure::Failure;

/// Rule options from `key=value,…` or from a file ending in `.toml`.
pub fn read(entry: &GameEntry, rules: &str) -> Result<OptionValues, Failure> {
    read_over(entry, entry.defaults(), rules)
}

/// The same, but options that are not given keep their values in `options`.
pub fn read_over(entry: &GameEntry, mut options: OptionValues, rules: &str) -> Result<OptionValues, Failure> {
    if !rules.ends_with(".toml") {
        options.set_list(rules).map_err(|error| refused(entry, &error))?;
        return Ok(options);
    }
    let text = std::fs::read_to_string(rules);
    let text = text.map_err(|error| Failure::unreadable(rules, &error))?;
    rules_file::read(options, &text)
        .map_err(|error| Failure::Usage(format!("{rules}, rules of {}: {error}", entry.name)))
}

/// The failure for rules that no game can be played with.
pub fn refused(entry: &GameEntry, error: &OptionError) -> Failure {
    Failure::Usage(format!("--rules for {}: {error}", entry.name))
}

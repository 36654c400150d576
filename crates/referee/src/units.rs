//! Times and sizes as people write them.

use std::time::Duration;

use games::common::units::{read_duration, split_unit};

/// A time up to an hour: `200ms`, `1.5s`.
pub fn read_time(text: &str) -> Result<Duration, String> {
    read_duration(text).map_err(|error| error.to_string())
}

/// How long a program may take for its first answer.
pub fn read_budget(text: &str) -> Result<Duration, String> {
    match read_time(text) {
        Ok(time) if time.is_zero() => Err("no time is no time to start".into()),
        read => read,
    }
}

/// A size in bytes: `512MB`, `2GB`.
pub fn read_size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let unit = match unit.to_ascii_uppercase().as_str() {
        "MB" | "M" | "MIB" => Some(1 << 20),
        "GB" | "G" | "GIB" => Some(1 << 30),
        _ => None,
    };
    let size = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    size.filter(|size| (1 << 20..=1 << 40).contains(size))
        .ok_or_else(|| "expected a size from 1MB to 1024GB such as 512MB or 2GB".into())
}

/// `1 pair`, `2 pairs`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

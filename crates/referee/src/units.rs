//! Times and sizes as people write them.

use std::time::Duration;

use games::common::units::{read_duration, split_unit};
use thiserror::Error;

/// Why a text is no time or size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UnitError {
    /// It is no time with a unit, or longer than an hour.
    #[error("expected a time up to an hour such as 200ms or 1.5s")]
    Time,
    /// The time is 0, where some is needed.
    #[error("expected a time of more than 0")]
    ZeroTime,
    /// It is no size with a unit, or out of range.
    #[error("expected a size from 1MB to 1024GB such as 512MB or 2GB")]
    Size,
}

/// A time up to an hour: `200ms`, `1.5s`.
///
/// ```
/// use gridiron_referee::units::read_time;
/// assert_eq!(read_time("1.5s").unwrap().as_millis(), 1500);
/// ```
pub fn read_time(text: &str) -> Result<Duration, UnitError> {
    read_duration(text).map_err(|_| UnitError::Time)
}

/// A time as [`read_time`] reads it, as short as it can be: `1s`, `1500ms`.
///
/// ```
/// use gridiron_referee::units::{read_time, time_to_type};
/// for text in ["1s", "90s", "200ms", "1500ms"] {
///     assert_eq!(time_to_type(read_time(text).unwrap()), text);
/// }
/// ```
pub fn time_to_type(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

/// A time as in [`read_time`], of more than 0.
pub fn read_budget(text: &str) -> Result<Duration, UnitError> {
    match read_time(text)? {
        Duration::ZERO => Err(UnitError::ZeroTime),
        time => Ok(time),
    }
}

/// A size in bytes: `512MB`, `2GB`. A megabyte has 2^20 bytes.
pub fn read_size(text: &str) -> Result<u64, UnitError> {
    let (number, unit) = split_unit(text);
    let unit = match unit.to_ascii_uppercase().as_str() {
        "MB" | "M" | "MIB" => Some(1 << 20),
        "GB" | "G" | "GIB" => Some(1 << 30),
        _ => None,
    };
    let size = number.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    size.filter(|size| (1 << 20..=1 << 40).contains(size)).ok_or(UnitError::Size)
}

/// `1 pair`, `2 pairs`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

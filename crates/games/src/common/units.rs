//! Durations as people write them: `200ms`, `1.5s`.

use std::time::Duration;

/// The longest duration that is read, in seconds: an hour.
const MAX_SECONDS: f64 = 3600.0;

/// A text that is no duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a time up to an hour such as 200ms or 1.5s")]
pub struct DurationError;

/// Reads a duration with its unit, `ms` or `s`, from 0 to an hour.
///
/// ```
/// use std::time::Duration;
/// use gridiron_games::common::units::read_duration;
///
/// assert_eq!(read_duration("0.5s"), Ok(Duration::from_millis(500)));
/// assert!(read_duration("20").is_err(), "a unit is needed");
/// ```
pub fn read_duration(text: &str) -> Result<Duration, DurationError> {
    let (number, unit) = split_unit(text);
    let seconds = match (number.parse::<f64>(), unit) {
        (Ok(number), "ms") => number / 1000.0,
        (Ok(number), "s") => number,
        _ => f64::NAN,
    };
    match (0.0..=MAX_SECONDS).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(DurationError),
    }
}

/// Reads whole milliseconds: a plain number, or a duration with its unit.
pub fn read_milliseconds(text: &str) -> Option<i64> {
    if super::words::is_integer(text) {
        return text.parse().ok();
    }
    let duration = read_duration(text).ok()?;
    let is_whole = duration.subsec_nanos().is_multiple_of(1_000_000);
    is_whole.then_some(duration.as_millis() as i64)
}

/// Splits a quantity before its unit: the first letter.
pub fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_milliseconds_are_read_or_refused() {
        // The text, its milliseconds with a required unit, and with plain numbers allowed.
        for (text, with_unit, plain) in [
            ("200ms", Some(200), Some(200)),
            ("0.5s", Some(500), Some(500)),
            ("2s", Some(2_000), Some(2_000)),
            ("0.3s", Some(300), Some(300)),
            ("0ms", Some(0), Some(0)),
            ("3600s", Some(3_600_000), Some(3_600_000)),
            ("3601s", None, None),
            ("20", None, Some(20)),
            ("4000000", None, Some(4_000_000)),
            ("-20", None, Some(-20)),
            ("1.5ms", Some(1), None),
            ("1.5", None, None),
            ("20 ms", None, None),
            ("20min", None, None),
            ("20MS", None, None),
            ("-1s", None, None),
            ("NaNs", None, None),
            ("infs", None, None),
            ("ms", None, None),
            ("soon", None, None),
            ("", None, None),
        ] {
            let milliseconds = read_duration(text).ok().map(|time| time.as_millis());
            assert_eq!(milliseconds, with_unit, "{text:?} with its unit");
            assert_eq!(read_milliseconds(text), plain, "{text:?} as milliseconds");
        }
    }
}

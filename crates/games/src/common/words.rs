//! The words of an action line, as every game reads them.

use crate::error::ActionError;

/// Splits a line into its words, at commas and at spaces. Spaces around a comma
/// do not count. Between two commas is an empty word, which is no integer.
///
/// ```
/// use gridiron_games::common::words;
///
/// let all: Vec<&str> = words::split(" plant 3 , 1 ").collect();
/// assert_eq!(all, ["plant", "3", "1"]);
/// assert_eq!(words::canonical("plant,03,1"), "plant 3 1");
/// ```
pub fn split(line: &str) -> Words<'_> {
    let line = line.trim_ascii();
    Words { rest: (!line.is_empty()).then_some(line) }
}

/// The words of a line; made by [`split`].
#[derive(Clone)]
pub struct Words<'a> {
    /// The line from the next word on; `None` at the end.
    rest: Option<&'a str>,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?.trim_ascii_start();
        let end = rest.bytes().position(|byte| byte == b',' || byte.is_ascii_whitespace());
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        let after = after.trim_ascii_start();
        self.rest = after.strip_prefix(',').or((!after.is_empty()).then_some(after));
        Some(word)
    }
}

/// Whether a line equals the text, commas and spaces taken as equal.
pub(crate) fn is_same(line: &str, text: &str) -> bool {
    let joined = line.bytes().map(|byte| if byte == b',' { b' ' } else { byte });
    line.len() == text.len() && joined.eq(text.bytes())
}

/// What records write for an empty word or an empty line.
pub const NO_WORD: &str = "?";

/// The words as records write them: joined by single spaces, integers without
/// leading zeros, [`NO_WORD`] for an empty word or an empty line.
pub fn canonical(line: &str) -> String {
    let words = split(line);
    if words.clone().all(str::is_empty) {
        return NO_WORD.to_string();
    }
    let mut text = String::with_capacity(line.len());
    for (at, word) in words.enumerate() {
        if at > 0 {
            text.push(' ');
        }
        push_plain(&mut text, word);
    }
    text
}

/// The words of a line with the two numbers of each square swapped. `None` if the
/// numbers are not in pairs, or if that changes nothing.
///
/// ```
/// use gridiron_games::common::words;
///
/// assert_eq!(words::swapped("plant,3,1").as_deref(), Some("plant 1 3"));
/// assert_eq!(words::swapped("1 4 2 4").as_deref(), Some("4 1 4 2"));
/// assert_eq!(words::swapped("3 3"), None);
/// ```
pub fn swapped(line: &str) -> Option<String> {
    let mut words: Vec<&str> = split(line).collect();
    let numbers = words.iter().position(|word| is_integer(word))?;
    if !words[numbers..].iter().all(|word| is_integer(word)) || !(words.len() - numbers).is_multiple_of(2) {
        return None;
    }
    words[numbers..].chunks_exact_mut(2).for_each(|square| square.swap(0, 1));
    Some(canonical(&words.join(" "))).filter(|swapped| *swapped != canonical(line))
}

/// Appends an integer without leading zeros, or another word unchanged.
fn push_plain(text: &mut String, word: &str) {
    if word.is_empty() {
        return text.push_str(NO_WORD);
    }
    if !is_integer(word) {
        return text.push_str(word);
    }
    match word.trim_start_matches('-').trim_start_matches('0') {
        "" => text.push('0'),
        digits => {
            text.push_str(if word.starts_with('-') { "-" } else { "" });
            text.push_str(digits);
        }
    }
}

/// Appends small integers joined by commas.
#[inline]
pub(crate) fn put_integers<const N: usize>(line: &mut Vec<u8>, numbers: [u8; N]) {
    let mut text = [b','; 16];
    if N <= 8 && numbers.iter().all(|number| *number < 10) {
        text.iter_mut().step_by(2).zip(numbers).for_each(|(place, number)| *place = b'0' + number);
        line.extend_from_slice(&text[..2 * N - 1]);
    } else {
        line.extend_from_slice(numbers.map(|number| number.to_string()).join(",").as_bytes());
    }
}

/// `-?[0-9]+`, of any length.
pub fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads an integer of any length. What an `i32` cannot hold becomes the nearest
/// that it can, which is off every board as well.
pub fn integer(word: &str) -> Option<i32> {
    if !is_integer(word) {
        return None;
    }
    let nearest = if word.starts_with('-') { i32::MIN } else { i32::MAX };
    Some(word.parse().unwrap_or(nearest))
}

/// Reads exactly `N` integers. The examples go into the error.
pub fn integers<'a, const N: usize>(
    words: impl Iterator<Item = &'a str> + Clone,
    examples: &'static [&'static str],
) -> Result<[i32; N], ActionError> {
    let got = words.clone().count();
    if got != N {
        // Nobody counts `my move is 9,8` as this reader does.
        let other = words.clone().find(|word| !word.is_empty() && !is_integer(word));
        return Err(match other {
            Some(word) => ActionError::NotAnInteger { word: word.to_string(), examples },
            None => ActionError::WrongCount { expected: N, got, examples },
        });
    }
    let mut read = [0; N];
    for (value, word) in read.iter_mut().zip(words) {
        *value =
            integer(word).ok_or_else(|| ActionError::NotAnInteger { word: word.to_string(), examples })?;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_split_at_commas_and_spaces() {
        let cases: &[(&str, &[&str])] = &[
            ("0,1", &["0", "1"]),
            ("0 1", &["0", "1"]),
            (" 0 ,\t1 \r", &["0", "1"]),
            ("plant 3,1", &["plant", "3", "1"]),
            ("plant,3  1", &["plant", "3", "1"]),
            ("3,,1", &["3", "", "1"]),
            ("3 1,", &["3", "1", ""]),
            ("", &[]),
            ("  \t", &[]),
            (",", &["", ""]),
        ];
        for (line, words) in cases {
            assert_eq!(split(line).collect::<Vec<&str>>(), *words, "{line:?}");
        }
    }

    #[test]
    fn integers_are_a_sign_and_digits_of_any_length() {
        let cases = [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("007", Some(7)),
            ("-12", Some(-12)),
            ("2147483648", Some(i32::MAX)),
            ("99999999999999999999999", Some(i32::MAX)),
            ("-99999999999999999999999", Some(i32::MIN)),
            ("+1", None),
            ("1.0", None),
            ("-", None),
            ("", None),
            ("0x1", None),
            ("--1", None),
            ("\u{0663}", None),
        ];
        for (word, value) in cases {
            assert_eq!(integer(word), value, "{word:?}");
        }
    }

    #[test]
    fn records_write_words_one_way() {
        let cases = [
            ("plant,3,1", "plant 3 1"),
            ("  4   7 ", "4 7"),
            ("plant 007 -0", "plant 7 0"),
            ("plant 00 99999999999999999999", "plant 0 99999999999999999999"),
            ("plant -005 1", "plant -5 1"),
            ("what 03x", "what 03x"),
            ("plant 3,,1", "plant 3 ? 1"),
            ("plant 3 1,", "plant 3 1 ?"),
            (" , ", "?"),
            ("", "?"),
        ];
        for (line, words) in cases {
            assert_eq!(canonical(line), words, "{line:?}");
        }
    }
}

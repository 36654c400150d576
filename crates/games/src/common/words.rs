//! The words of an action line: how every game reads what a bot sends.

use crate::game::ActionError;

/// Splits a line into its words. Words are joined by commas or by spaces, and
/// spaces around a comma do not count; between two commas there is an empty
/// word, which is no integer and so no part of any action.
pub fn split(line: &str) -> Vec<&str> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Vec::new();
    }
    line.split(',')
        .flat_map(|part| {
            let part = part.trim_ascii();
            let lone = part.is_empty().then_some("");
            lone.into_iter().chain(part.split_ascii_whitespace())
        })
        .collect()
}

/// Stands in a record where there is no word.
pub const NO_WORD: &str = "?";

/// The words as records write them: joined by single spaces, integers without
/// leading zeros, [`NO_WORD`] for an empty word or for a line without any.
pub fn canonical(line: &str) -> String {
    let words = split(line);
    if words.iter().all(|word| word.is_empty()) {
        return NO_WORD.to_string();
    }
    let words: Vec<String> = words.into_iter().map(plain).collect();
    words.join(" ")
}

/// Strips what does not change an integer's value; leaves other words alone.
fn plain(word: &str) -> String {
    if word.is_empty() {
        return NO_WORD.to_string();
    }
    if !is_integer(word) {
        return word.to_string();
    }
    let digits = word.trim_start_matches('-').trim_start_matches('0');
    match digits {
        "" => "0".to_string(),
        _ if word.starts_with('-') => format!("-{digits}"),
        _ => digits.to_string(),
    }
}

/// `-?[0-9]+`, of any length.
pub fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads an integer of any length; beyond what an `i32` holds it is the nearest
/// one that fits, which is off every board just the same.
pub fn integer(word: &str) -> Option<i32> {
    if !is_integer(word) {
        return None;
    }
    let nearest = if word.starts_with('-') { i32::MIN } else { i32::MAX };
    Some(word.parse().unwrap_or(nearest))
}

/// Reads exactly `N` integers.
pub fn integers<const N: usize>(words: &[&str], example: &str) -> Result<[i32; N], ActionError> {
    if words.len() != N {
        let got = words.len();
        return Err(ActionError::malformed(format!(
            "expected {N} integers as in `{example}`, got {got} word{}",
            if got == 1 { "" } else { "s" }
        )));
    }
    let mut read = [0; N];
    for (value, word) in read.iter_mut().zip(words) {
        *value = integer(word).ok_or_else(|| {
            ActionError::malformed(format!("`{word}` is no integer, expected as in `{example}`"))
        })?;
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
            assert_eq!(split(line), *words, "{line:?}");
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

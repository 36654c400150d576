//! Rule options from TOML.

use games::common::options::OptionValues;
use toml::Value;

/// Reads a table of rule options over other values. `text` is the whole file:
///
/// ```
/// let virus = games::find("virus").unwrap();
/// let options = gridiron_referee::rules_file::read(virus.defaults(), "size = 5\non_illegal = 'lose'").unwrap();
/// assert_eq!(options.to_string(), "size=5,on_illegal=lose");
/// ```
pub fn read(mut values: OptionValues, text: &str) -> Result<OptionValues, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| at_line(text, &error))?;
    for (key, value) in &table {
        let text = match value {
            Value::Integer(number) => number.to_string(),
            Value::String(word) => word.clone(),
            other => return Err(format!("{key}: expected a number or a word, got {}", other.type_str())),
        };
        values.set(key, &text).map_err(|error| error.to_string())?;
    }
    Ok(values)
}

/// The first line of the message, with its place.
pub fn at_line(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().lines().next().unwrap_or_default().to_string();
    match error.span() {
        None => message,
        Some(span) => format!("{}: {message}", place(text, span.start)),
    }
}

/// `line 3, column 7`: where a byte of a text stands.
pub fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("line {line}, column {column}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_are_read_or_refused_in_one_line() {
        let virus = games::find("virus").expect("a game");
        let cases = [
            ("", Ok("")),
            ("size = 5\non_timeout = \"pass\" # a comment", Ok("size=5,on_timeout=pass")),
            ("size = 2", Err("size=2: expected 3 to 11")),
            ("sise = 5", Err("unknown option `sise`: did you mean `size`?")),
            ("size = 5.5", Err("size: expected a number or a word, got float")),
            ("size = [5]", Err("size: expected a number or a word, got array")),
        ];
        for (text, expected) in cases {
            let read = super::read(virus.defaults(), text).map(|options| options.to_string());
            assert_eq!(read, expected.map(String::from).map_err(String::from), "{text:?}");
        }
        let broken = super::read(virus.defaults(), "size = 5\non_illegal = = 1").expect_err("no TOML");
        assert!(broken.starts_with("line 2, column 14: ") && !broken.contains('\n'), "{broken}");
    }
}

//! What the readers of JSON and TOML say, in words for people who do not program.
//! Their messages name types of Rust.

/// A message of a reader. `object` is what the format calls named values: an
/// object, or a table.
pub fn in_plain_words(message: &str, object: &str) -> String {
    let mistaken = ["invalid type: ", "invalid value: ", "invalid length "];
    if let Some((found, expected)) = mistaken
        .iter()
        .find_map(|start| message.strip_prefix(start))
        .and_then(|rest| rest.split_once(", expected "))
    {
        return format!("expected {}, got {}", expected_kind(expected, object), found_value(found, object));
    }
    if let Some(key) = in_quotes(message, "missing field ") {
        return format!("`{key}` is missing");
    }
    if let Some(key) = in_quotes(message, "duplicate field ") {
        return format!("`{key}` is given twice");
    }
    if let Some((word, known)) =
        message.strip_prefix("unknown variant `").and_then(|rest| rest.split_once("`, expected "))
    {
        return format!("unknown word `{word}`: expected {known}");
    }
    let is_text = ["control character", "escape", "surrogate", "unicode code point", "in string"];
    match message {
        "expected value" | "expected ident" => "unreadable value".to_string(),
        "key must be a string" => "a name must be text in quotes".to_string(),
        "recursion limit exceeded" => "too many brackets inside each other".to_string(),
        _ if is_text.iter().any(|words| message.contains(words)) && !message.contains("expected") => {
            "unreadable character in a text".to_string()
        }
        _ => message.to_string(),
    }
}

fn in_quotes<'a>(message: &'a str, start: &str) -> Option<&'a str> {
    message.strip_prefix(start)?.strip_prefix('`')?.strip_suffix('`')
}

/// What a type of Rust is called in a file.
fn expected_kind(kind: &str, object: &str) -> String {
    let words = match kind {
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of at least 0",
        "f32" | "f64" => "a number",
        "a string" | "path string" | "a borrowed string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => object,
        _ if kind.starts_with("struct ") => object,
        _ => match kind.strip_prefix("an array of length ") {
            Some(length) => return format!("a list of {length}"),
            None => kind,
        },
    };
    words.to_string()
}

/// `string "ten"`, `integer `10``: the value is enough.
fn found_value(found: &str, object: &str) -> String {
    let value = match found {
        "map" => object,
        "sequence" => "a list",
        "unit value" => "null",
        _ => {
            let kinds = ["string ", "integer ", "floating point ", "boolean ", "character "];
            kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found).trim_matches('`')
        }
    };
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_of_rust_is_named() {
        for (theirs, ours) in [
            ("invalid type: integer `5`, expected struct Record", "expected an object, got 5"),
            ("invalid type: map, expected a sequence", "expected a list, got an object"),
            ("invalid type: sequence, expected a map", "expected an object, got a list"),
            ("invalid type: null, expected a string", "expected text in quotes, got null"),
            ("invalid type: string \"x\", expected u32", "expected a whole number of at least 0, got \"x\""),
            ("invalid value: integer `-1`, expected u32", "expected a whole number of at least 0, got -1"),
            ("invalid type: floating point `1.5`, expected i64", "expected a whole number, got 1.5"),
            ("invalid type: boolean `true`, expected f64", "expected a number, got true"),
            ("invalid type: string \"x\", expected a boolean", "expected true or false, got \"x\""),
            ("invalid length 1, expected an array of length 2", "expected a list of 2, got 1"),
            ("missing field `game`", "`game` is missing"),
            ("duplicate field `game`", "`game` is given twice"),
            ("unknown variant `x`, expected `a` or `b`", "unknown word `x`: expected `a` or `b`"),
            ("expected ident", "unreadable value"),
            ("key must be a string", "a name must be text in quotes"),
            ("lone leading surrogate in hex escape", "unreadable character in a text"),
            ("expected `:`", "expected `:`"),
            ("trailing comma", "trailing comma"),
        ] {
            assert_eq!(in_plain_words(theirs, "an object"), ours);
        }
    }

    /// The messages are those of the reader that is really used.
    #[test]
    fn the_reader_of_records_is_understood() {
        use crate::Record;
        const RUST: [&str; 6] = ["struct", "u32", "u64", "i64", "ident", "invalid type"];
        for text in ["5", "\"x\"", "null", "{}", "{\"gridiron\":\"x\"}", "{\"gridiron\":-1}", "nope", "{5:1}"]
        {
            let error = serde_json::from_str::<Record>(text).expect_err("no record");
            let words = in_plain_words(&crate::record::without_place(&error), "an object");
            assert!(!RUST.iter().any(|word| words.contains(word)), "{text}: {words}");
        }
    }
}

//! Names of tournaments in addresses.

/// A name for addresses, made of the name of a file: `Spring Cup` becomes `spring-cup`.
/// `is_taken` says which names others have.
pub fn slug(stem: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut plain = String::new();
    for c in stem.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => plain.push(c),
            _ if plain.is_empty() || plain.ends_with('-') => {}
            _ => plain.push('-'),
        }
    }
    let plain = plain.trim_end_matches('-');
    let plain = if plain.is_empty() { "tournament" } else { plain };
    let names =
        std::iter::once(plain.to_string()).chain((2..).map(|number: u32| format!("{plain}-{number}")));
    names.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_parts_of_addresses() {
        for (stem, expected) in [
            ("cup", "cup"),
            ("Spring Cup 2", "spring-cup-2"),
            ("a_b.c", "a-b-c"),
            ("--été--", "t"),
            ("日本", "tournament"),
            ("", "tournament"),
            ("taken", "taken-3"),
        ] {
            assert_eq!(slug(stem, |name| ["taken", "taken-2"].contains(&name)), expected, "{stem}");
        }
    }
}

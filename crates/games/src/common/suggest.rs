//! "Did you mean …?" for mistyped names.

use std::fmt::{self, Display};

/// The name nearest to `given`, or `None` if no name is near enough for a typing error.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given, name), name))
        .filter(|(slips, name)| *slips <= 1 + name.len().min(given.len()) / 4)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, name)| name)
}

/// What to say of an unknown name. `Display` makes one line of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Suggestion {
    /// The nearest name, if one is near enough.
    DidYouMean(String),
    /// All names there are; may be empty.
    OneOf(Vec<String>),
}

impl Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suggestion::DidYouMean(name) => write!(f, "did you mean `{name}`?"),
            Suggestion::OneOf(names) if names.is_empty() => f.write_str("there are none"),
            Suggestion::OneOf(names) => write!(f, "there are {}", names.join(", ")),
        }
    }
}

/// The suggestion for a name that is none of `names`.
///
/// ```
/// use gridiron_games::common::suggest::hint;
///
/// assert_eq!(hint("cogna", ["virus", "conga"]).to_string(), "did you mean `conga`?");
/// assert_eq!(hint("chess", ["virus", "conga"]).to_string(), "there are virus, conga");
/// ```
pub fn hint<'a>(given: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> Suggestion {
    match nearest(given, names.clone()) {
        Some(name) => Suggestion::DidYouMean(name.to_string()),
        None => Suggestion::OneOf(names.into_iter().map(String::from).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let names = ["plantation", "virus", "conga"];
        for (given, near) in [
            ("viruss", Some("virus")),
            ("VIRUS", Some("virus")),
            ("cogna", Some("conga")),
            ("plantaton", Some("plantation")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, names), near, "{given}");
        }
    }
}

//! "Did you mean …?" for mistyped names.

/// The name nearest to `given`, if one is near enough to be a slip.
pub fn nearest<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given, name), name))
        .filter(|(slips, name)| *slips <= 1 + name.len().min(given.len()) / 4)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, name)| name)
}

/// What to say of a name that is not known: the nearest one, or all of them.
pub fn hint<'a>(given: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(given, names.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => {
            let all: Vec<&str> = names.into_iter().collect();
            format!("there are {}", all.join(", "))
        }
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

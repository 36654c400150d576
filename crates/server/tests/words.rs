//! Every error of the API has a sentence on the pages, in both languages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Words in quotes that are codes of errors: what stands in the functions that make them.
fn codes_in(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("sources").map(|entry| entry.expect("an entry")) {
        if entry.path().is_dir() {
            codes_in(&entry.path(), codes);
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("a source");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for beginning in ["ApiError::new(", "ApiError::conflict(", "HostError::"] {
            for rest in flat.split(beginning).skip(1) {
                let quoted = rest.split('"').nth(1).unwrap_or_default();
                let is_code = !quoted.is_empty()
                    && quoted.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                    && rest.find('"').is_some_and(|at| at < 60 && !rest[..at].contains(')'));
                if is_code {
                    codes.insert(quoted.to_string());
                }
            }
        }
    }
}

#[test]
fn every_error_has_a_sentence_in_both_languages() {
    let mut codes = BTreeSet::new();
    codes_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut codes);
    assert!(codes.len() > 15 && codes.contains("wrong-token"), "{codes:?}");
    let words: String = web::assets::files()
        .iter()
        .filter(|file| file.name.ends_with("words.js"))
        .map(|file| file.text)
        .collect();
    for code in &codes {
        let key = if code.contains('-') { format!("\"error_{code}\":") } else { format!("error_{code}:") };
        assert!(words.contains(&key), "no page has words for the error {code}");
    }
}

//! The documents for contributors stay true: what they name exists, and they stay short.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The words between backticks, blocks of code left out.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    let prose = page.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2))
}

/// All files below a folder that end like this.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        match entry.is_dir() {
            true if entry.ends_with("target") => {}
            true => files(&entry, ending, found),
            false if entry.to_string_lossy().ends_with(ending) => found.push(entry),
            false => {}
        }
    }
}

#[test]
fn every_path_that_a_page_names_exists() {
    let folders = ["crates/", "kits/", "docs/", "xtask/"];
    let mut paths = 0;
    let mut pages =
        vec![root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md"), root().join("SECURITY.md")];
    files(&root().join("crates"), "README.md", &mut pages);
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        for path in quoted(&text).filter(|word| folders.iter().any(|folder| word.starts_with(folder))) {
            // `kits/LANGUAGE/` is for the reader to fill in.
            let is_pattern = path.chars().any(|letter| letter.is_ascii_uppercase() || "*{".contains(letter))
                && !path.ends_with(".md");
            if !is_pattern {
                paths += 1;
                assert!(root().join(path).exists(), "{}: `{path}` does not exist", page.display());
            }
        }
    }
    assert!(paths > 30, "{paths}");
}

/// The tables of tests in CONTRIBUTING.md name folders and files below `crates`.
#[test]
fn every_test_that_contributing_names_exists() {
    let text = page("CONTRIBUTING.md");
    let rows = text.lines().filter(|line| line.starts_with("| `") && line.contains("/"));
    let mut tests = 0;
    for row in rows {
        let cell = row.split('|').nth(1).expect("a cell");
        let mut folder = PathBuf::new();
        for name in quoted(cell) {
            // `gridiron/tests/cli.rs`, `commands.rs`: the second stands beside the first.
            let path = if name.contains('/') { PathBuf::from(name) } else { folder.join(name) };
            assert!(root().join("crates").join(&path).exists(), "{}", path.display());
            folder = path.parent().expect("a folder").to_path_buf();
            tests += 1;
        }
    }
    assert!(tests > 20, "{tests}");
}

#[test]
fn pages_stay_short_and_the_glossary_names_types_that_exist() {
    for (name, most) in [("README.md", 120), ("ARCHITECTURE.md", 250)] {
        let lines = page(name).lines().count();
        assert!(lines <= most, "{name} has {lines} lines, {most} are the most");
    }
    let text = page("ARCHITECTURE.md");
    let glossary =
        text.split("## Words").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a glossary");
    let terms: Vec<&str> = glossary.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    assert!((20..=30).contains(&terms.len()), "{} terms", terms.len());
    let mut sources = Vec::new();
    files(&root().join("crates"), ".rs", &mut sources);
    let sources: Vec<String> =
        sources.iter().map(|path| fs::read_to_string(path).expect("a source")).collect();
    let names = terms.iter().flat_map(|term| quoted(term.split('|').nth(1).expect("a term")));
    let mut types = 0;
    for name in names {
        let kinds = ["struct", "enum", "trait"].map(|kind| format!("{kind} {name}"));
        let is_defined = |source: &String| {
            kinds.iter().any(|kind| {
                source.match_indices(kind.as_str()).any(|(at, _)| {
                    !source[at + kind.len()..].starts_with(|letter: char| letter.is_alphanumeric())
                })
            })
        };
        assert!(sources.iter().any(is_defined), "no type is called `{name}`");
        types += 1;
    }
    assert!(types > 5, "{types}");
}

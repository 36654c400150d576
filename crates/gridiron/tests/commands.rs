//! `docs/commands.md` against the program: the page names every command and every
//! option that `--help` lists, and no others. Its examples work.
#![cfg(target_os = "linux")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use common::gridiron;

const PAGE: &str = include_str!("../../../docs/commands.md");

/// Options that every command has. The page says so once.
const EVERYWHERE: [&str; 2] = ["--help", "--version"];

fn help(arguments: &[&str]) -> String {
    let output = gridiron(Path::new("."), &[arguments, &["--help"]].concat());
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands in the list that `gridiron --help` prints.
fn commands() -> BTreeSet<String> {
    let help = help(&[]);
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let lines = list.lines().take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.split_whitespace().next()).map(String::from).collect()
}

/// The options that the help of a command lists, as `--games N` or `--json`.
fn options_in_help(command: &str) -> BTreeSet<String> {
    // `help` has no help of its own.
    if command == "help" {
        return BTreeSet::new();
    }
    let help = help(&[command]);
    let options = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let long = match line.split_once(", --") {
            Some((short, rest)) if short.len() == 2 => rest,
            _ => line.strip_prefix("--")?,
        };
        let signature = long.split("  ").next().unwrap_or_default();
        Some(format!("--{}", signature.trim().replace(['<', '>'], "")))
    });
    options.filter(|option| !EVERYWHERE.contains(&option.as_str())).collect()
}

/// The sections of the page by their headings (`### `), without the headings above
/// them.
fn sections() -> BTreeMap<&'static str, &'static str> {
    let parts = PAGE.split("\n### ").skip(1);
    parts
        .map(|part| {
            let (heading, text) = part.split_once('\n').expect("a heading and text");
            (heading, text.split("\n## ").next().unwrap_or_default())
        })
        .collect()
}

/// The first cells of the tables of options in a section, as `--games N`.
fn options_in_tables(section: &str) -> BTreeSet<String> {
    let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    quoted.filter(|text| text.starts_with("--")).map(String::from).collect()
}

/// The options of a command's section and of the shared sections that it links to.
fn options_in_page(command: &str) -> BTreeSet<String> {
    let sections = sections();
    let own = sections[format!("gridiron {command}").as_str()];
    let mut options = options_in_tables(own);
    for (heading, text) in &sections {
        if own.contains(&format!("](#{})", heading.to_lowercase().replace(' ', "-"))) {
            options.extend(options_in_tables(text));
        }
    }
    options
}

/// Whatever in a text looks like a long option: `--clock-by`.
fn mentioned(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split(|c: char| !is_part(c));
    words.filter(|word| word.len() > 2 && word.starts_with("--") && !word.ends_with('-')).collect()
}

#[test]
fn the_page_names_every_command_and_no_other() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let described: BTreeSet<String> =
        sections().keys().filter_map(|heading| heading.strip_prefix("gridiron ")).map(String::from).collect();
    assert_eq!(described, commands);
    // In the text and the examples: `gridiron` and a word that is no option.
    for rest in PAGE.split("gridiron ").skip(1) {
        let word: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        let is_any = word.is_empty() || word == "COMMAND";
        assert!(is_any || commands.contains(&word), "gridiron {word}");
    }
}

#[test]
fn the_page_names_every_option_of_a_command_and_no_other() {
    for command in commands() {
        assert_eq!(options_in_page(&command), options_in_help(&command), "gridiron {command}");
    }
}

#[test]
fn options_in_sentences_and_examples_exist() {
    let everywhere: BTreeSet<&str> = EVERYWHERE.into_iter().collect();
    let name = |option: &String| option.split(' ').next().unwrap_or_default().to_string();
    let mut all = BTreeSet::new();
    for command in commands() {
        let own: BTreeSet<String> = options_in_page(&command).iter().map(name).collect();
        let section = sections()[format!("gridiron {command}").as_str()];
        for option in mentioned(section).difference(&everywhere) {
            assert!(own.contains(*option), "{option} under gridiron {command}");
        }
        all.extend(own);
    }
    let unknown: Vec<&str> = mentioned(PAGE).into_iter().filter(|option| !all.contains(*option)).collect();
    assert_eq!(unknown, EVERYWHERE);
}

/// Everything that stands in `sh`, one line after the other.
#[test]
fn the_examples_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocks = PAGE.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    let mut count = 0;
    for line in blocks.flat_map(str::lines) {
        let words: Vec<&str> = line.split(' ').collect();
        let arguments = words.strip_prefix(&["gridiron"]).expect("a command of ours");
        let output = gridiron(folder.path(), arguments);
        let expected = match arguments {
            // No line is typed.
            [.., "human", _] => 1,
            // What it says depends on the machine.
            ["doctor"] => output.status.code().expect("an exit code"),
            _ => 0,
        };
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{line}: {error}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

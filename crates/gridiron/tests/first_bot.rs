//! `docs/your-first-bot.md` is followed word by word: its commands are run, its code
//! goes into the bot, and its output blocks must equal the real output.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../../docs/your-first-bot.md");

/// The blocks of the page, each with its kind: `sh`, `python`, or empty for expected
/// output.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let fenced = PAGE.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a kind and what follows")).collect()
}

/// Runs one line of a shell block and returns its output.
fn type_in(folder: &mut PathBuf, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        ["cd", to] => folder.push(to),
        ["cp", from, to] => {
            fs::copy(folder.join(from), folder.join(to)).expect("a copy");
        }
        ["gridiron", words @ ..] => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
            command.args(words).current_dir(&*folder).stdin(Stdio::null()).env_remove("PYTHONUNBUFFERED");
            let output = command.output().expect("the program starts");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            let code = output.status.code();
            // The page shows a bot that crashes at once.
            let is_shown = code == Some(1) && error == "gridiron: bot.py did not start, so it has lost\n";
            assert!((code, error.as_str()) == (Some(0), "") || is_shown, "{line}: {error}");
            return String::from_utf8(output.stdout).expect("text");
        }
        _ => panic!("the page says `{line}`, which this test does not know"),
    }
    String::new()
}

/// Replaces the function of the same name in the bot.
fn edit(bot: &Path, function: &str) {
    let text = fs::read_to_string(bot).expect("a bot");
    let name = function.split('(').next().expect("a function");
    let begin = text.find(name).unwrap_or_else(|| panic!("no `{name}` in the bot"));
    let end = begin + text[begin..].find("\n\n\n").expect("another function");
    fs::write(bot, format!("{}{}{}", &text[..begin], function.trim_end(), &text[end..])).expect("room");
}

/// Whether a line contains times or depends on the machine.
fn depends_on_machine(line: &str) -> bool {
    ["µs", " ms", " at a time", " a second", ", sandbox "].iter().any(|word| line.contains(word))
}

#[test]
fn the_page_can_be_followed() {
    let home = tempfile::tempdir().expect("a folder");
    let mut folder = home.path().to_path_buf();
    let (mut printed, mut compared) = (String::new(), 0);
    for (kind, block) in blocks() {
        match kind {
            "sh" => printed = block.lines().map(|line| type_in(&mut folder, line)).collect(),
            "python" => edit(&folder.join("bot.py"), block),
            _ => {
                let dialogue = fs::read_to_string(folder.join("lines.txt")).unwrap_or_default();
                let mut lines = printed.lines().chain(dialogue.lines());
                for expected in block.lines().filter(|line| *line != "…" && !depends_on_machine(line)) {
                    let found = lines.any(|line| line.trim_end() == expected);
                    assert!(found, "the page shows `{expected}`, and this came:\n{printed}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 20, "{compared} lines");
    // Every kit is named.
    let kits = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits")).expect("kits");
    for kit in kits.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().is_dir()) {
        let name = kit.file_name().to_string_lossy().into_owned();
        assert!(PAGE.contains(&format!("(../kits/{name}/")), "{name}");
    }
}

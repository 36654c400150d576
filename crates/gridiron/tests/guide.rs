//! `docs/run-a-competition.md` is followed word by word. Blocks marked `sh` are run,
//! files are saved as the page says, and blocks without a mark must equal the output
//! of the command before. Blocks marked `text` are not tested.
#![cfg(target_os = "linux")]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../../docs/run-a-competition.md");

/// A block of the page.
struct Block {
    /// `sh`, `toml`, …; empty for expected output.
    kind: &'static str,
    text: &'static str,
    /// The file name after `Save this as` in the text before the block.
    file: Option<&'static str>,
}

fn blocks() -> Vec<Block> {
    let parts: Vec<&str> = PAGE.split("```").collect();
    let blocks = parts.windows(2).step_by(2).map(|pair| {
        let (kind, text) = pair[1].split_once('\n').expect("a kind and what follows");
        let file = pair[0].rsplit_once("Save this as `").and_then(|(_, rest)| rest.split('`').next());
        Block { kind, text, file }
    });
    blocks.collect()
}

/// The PATH, with the folder of the tested program first.
fn path() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_gridiron"));
    let folders = [program.parent().expect("a folder").to_path_buf()];
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.into_iter().chain(env::split_paths(&others))).expect("a PATH")
}

/// Runs the lines in a shell until one fails. Returns the output and whether all
/// succeeded. `cd` in the lines changes `folder`.
fn type_in(folder: &mut PathBuf, lines: &str) -> (String, bool) {
    // Delays are for people.
    let lines = lines.replace("200ms", "0ms");
    let mut shell = Command::new("sh");
    shell.arg("-ec").arg(format!("exec 2>&1\n{lines}\npwd")).current_dir(&*folder);
    shell.env("PATH", path()).env_remove("PYTHONUNBUFFERED").env("NO_COLOR", "1").stdin(Stdio::null());
    let output = shell.output().expect("a shell");
    let printed = String::from_utf8(output.stdout).expect("text");
    if output.status.success() {
        *folder = PathBuf::from(printed.lines().last().expect("a folder"));
    }
    (printed, output.status.success())
}

/// Runs a query on the store and returns a line for each row.
fn ask(folder: &Path, question: &str) -> String {
    let program =
        "import sqlite3, sys\nfor row in sqlite3.connect('cup.db').execute(sys.argv[1]): print(*row)";
    let mut python = Command::new("python3");
    let output = python.args(["-c", program, question]).current_dir(folder).output().expect("python3");
    assert!(output.status.success(), "{question}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Whether a line depends on the machine.
fn depends_on_machine(line: &str) -> bool {
    line.contains(" at a time")
}

#[test]
fn the_page_can_be_followed() {
    let home = tempfile::tempdir().expect("a folder");
    let mut folder = home.path().to_path_buf();
    let (mut printed, mut worked, mut compared) = (String::new(), true, 0);
    for Block { kind, text, file } in blocks() {
        // A failed command must be followed by a block with its message.
        assert!(worked || kind.is_empty(), "{printed}");
        match kind {
            "sh" => (printed, worked) = type_in(&mut folder, text),
            "toml" | "html" => {
                let file = file.unwrap_or_else(|| panic!("save this as what?\n{text}"));
                fs::write(folder.join(file), text).expect("room");
            }
            "sql" => assert_eq!(ask(&folder, text).lines().count(), 4, "{text}"),
            "text" => {}
            "" => {
                assert_eq!(worked, !text.starts_with("gridiron: "), "{printed}");
                let mut lines = printed.lines();
                for expected in text.lines().filter(|line| !depends_on_machine(line)) {
                    let found = lines.any(|line| line.trim_end() == expected);
                    assert!(found, "the page shows `{expected}`, and this came:\n{printed}");
                    compared += 1;
                }
                worked = true;
            }
            _ => panic!("what is a block of `{kind}`?"),
        }
    }
    assert!(worked, "{printed}");
    assert!(compared > 25, "{compared} lines");
    // Files that the page promises.
    for file in ["cup.html", "cup.json", "tables/games.csv", "game-1.html", "final.html", "final.db"] {
        assert!(folder.join(file).exists(), "{file}");
    }
}

/// The page's loop finds the bot of each folder, whatever its language: a program and
/// not its source, a class, a source that nobody has compiled, or nothing. Texts and data are no bots.
#[test]
fn the_loop_checks_every_language() {
    let home = tempfile::tempdir().expect("a folder");
    let mut folder = home.path().to_path_buf();
    let prepare = "mkdir bots bots/zoe\ngridiron new c bots/cleo\ngridiron new java bots/eve\n\
                   gridiron new rust bots/rob\ngridiron new python bots/anna\n\
                   (cd bots/cleo; cc -O2 -o bot bot.c)\n(cd bots/eve; javac Bot.java)\n\
                   touch bots/anna/bot.txt bots/anna/bot.json bots/anna/bot.pyc bots/zoe/bot.md";
    let (printed, worked) = type_in(&mut folder, prepare);
    assert!(worked, "{printed}");
    let page = blocks();
    let is_loop = |block: &&Block| block.kind == "sh" && block.text.contains("gridiron check");
    let check = page.iter().find(is_loop).expect("the loop");
    // Twice: what the first run has written is not taken for a bot.
    for _ in 0..2 {
        let (printed, worked) = type_in(&mut folder, check.text);
        assert!(worked, "{printed}");
        let told: Vec<&str> = printed.lines().filter(|line| line.contains("bots/")).collect();
        assert_eq!(
            told,
            [
                "bots/anna/bot.py passed all checks",
                "bots/cleo/bot passed all checks",
                "java -cp bots/eve Bot passed all checks",
                "bots/rob/bot.rs must be fixed: see checks/rob.txt",
                "bots/zoe must be fixed: see checks/zoe.txt",
            ]
        );
    }
    for (file, why) in [("rob", "is source code: compile it"), ("zoe", "is a folder: name a file in it")] {
        let text = fs::read_to_string(folder.join(format!("checks/{file}.txt"))).expect("a file");
        assert!(text.contains(why), "{text}");
    }
}

/// The page's table of settings names every setting of the template.
#[test]
fn every_setting_is_explained() {
    let home = tempfile::tempdir().expect("a folder");
    let mut folder = home.path().to_path_buf();
    let (printed, worked) = type_in(&mut folder, "gridiron tournament --init virus");
    assert!(worked, "{printed}");
    let file = fs::read_to_string(folder.join("virus.toml")).expect("a file");
    let settings = file.split("[rules]").next().into_iter().chain(file.split("[sandbox]").nth(1));
    let lines = settings.flat_map(str::lines).map(|line| line.trim_start_matches("# ").trim_start());
    let keys: Vec<&str> = lines.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    assert!(keys.len() > 25, "{keys:?}");
    for key in keys.into_iter().filter(|key| key.bytes().all(|c| c.is_ascii_lowercase() || c == b'_')) {
        let is_explained =
            PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{key}`")));
        assert!(is_explained, "{key}");
    }
}

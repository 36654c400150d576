//! Damaged files of every kind, read by every command that reads them: exit code 1
//! or 2 with one line, or 0 where the damage does not matter. Never a panic.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn gridiron(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(line.split(' '))
        .current_dir(folder)
        .env("GRIDIRON_CACHE", folder)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn works(folder: &Path, line: &str) {
    let output = gridiron(folder, line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "gridiron {line}");
}

/// What may happen to a file.
type Damage = (&'static str, fn(&[u8]) -> Vec<u8>);

/// After these, a file is never good.
const FATAL: [Damage; 9] = [
    ("one byte", |_| b"x".to_vec()),
    ("the first half", |bytes| bytes[..bytes.len() / 2].to_vec()),
    ("garbage", |_| (0..5000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect()),
    ("UTF-16", |bytes| [b"\xff\xfe".to_vec(), bytes.iter().flat_map(|byte| [*byte, 0]).collect()].concat()),
    ("zeros", |bytes| vec![0; bytes.len()]),
    ("a deep list", |_| b"[".repeat(200_000)),
    ("a deep object", |_| br#"{"a":"#.repeat(100_000)),
    ("a deep value", |_| [&b"size = "[..], &b"[".repeat(200_000)].concat()),
    ("a long line", |_| b"a".repeat(3_000_000)),
];

/// After these, it may be.
const SLIGHT: [Damage; 10] = [
    ("nothing left", |_| Vec::new()),
    ("the last byte missing", |bytes| bytes[..bytes.len() - 1].to_vec()),
    ("a byte more", |bytes| [bytes, b"\0"].concat()),
    ("twice", |bytes| bytes.repeat(2)),
    ("other line ends", |bytes| String::from_utf8_lossy(bytes).replace('\n', "\r\n").into_bytes()),
    ("a bit at the start", |bytes| flipped(bytes, 3)),
    ("a bit in the first page", |bytes| flipped(bytes, bytes.len() / 16)),
    ("a bit in the middle", |bytes| flipped(bytes, bytes.len() / 2)),
    ("a bit near the end", |bytes| flipped(bytes, bytes.len() * 9 / 10)),
    ("numbers too large", |bytes| {
        String::from_utf8_lossy(bytes).replace('1', "99999999999999999999").into_bytes()
    }),
];

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    bytes
}

/// Runs a command on a damaged file, and checks how it ends.
fn check(folder: &Path, line: &str, damage: &str, is_fatal: bool) {
    let output = gridiron(folder, line);
    let errors = String::from_utf8_lossy(&output.stderr);
    let context = format!("gridiron {line}, {damage}: {:?}\n{errors}", output.status);
    let lines = match output.status.code() {
        // Without its table, the champion says so and plays.
        Some(0) if !is_fatal => 0..=1,
        Some(0) if line.contains("stones=4") => 1..=1,
        Some(1 | 2) => 1..=1,
        _ => panic!("{context}"),
    };
    assert!(lines.contains(&errors.lines().count()), "{context}");
    assert!(errors.lines().all(|error| error.starts_with("gridiron: ")), "{context}");
    assert!(errors.len() < 2000 && !errors.contains("panicked"), "{context}");
}

/// Damages a file in every way, and runs these commands on it.
fn check_all(folder: &Path, name: &str, commands: &[&str]) {
    let path = folder.join(name);
    let good = fs::read(&path).expect("a good file");
    let damages = FATAL.iter().map(|damage| (damage, true));
    for ((what, damage), is_fatal) in damages.chain(SLIGHT.iter().map(|damage| (damage, false))) {
        for line in commands {
            fs::write(&path, damage(&good)).expect("room");
            check(folder, line, what, is_fatal);
        }
    }
    fs::remove_file(&path).expect("a file");
    fs::create_dir(&path).expect("room");
    commands.iter().for_each(|line| check(folder, line, "a folder", true));
    fs::remove_dir(&path).expect("a folder");
}

#[test]
fn damaged_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    works(folder, "play virus greedy first --seed 1 --rules size=5 --quiet --record game.json");
    let commands = [
        "replay game.json",
        "replay --verify game.json",
        "replay --html page.html game.json",
        "replay --svg board.svg game.json",
        "replay --gif board.gif game.json",
        "analyse virus game.json --nodes 1000",
    ];
    commands.iter().for_each(|line| assert_eq!(gridiron(folder, line).status.code(), Some(0), "{line}"));
    check_all(folder, "game.json", &commands);
}

#[test]
fn damaged_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("rules.toml"), "size = 5\non_illegal = \"lose\"\nopening_plies = 1\n")
        .expect("room");
    let commands = [
        "play virus first first --quiet --seed 1 --rules rules.toml",
        "analyse virus start --nodes 1000 --rules rules.toml",
    ];
    commands.iter().for_each(|line| works_quietly(folder, line));
    check_all(folder, "rules.toml", &commands);
}

fn works_quietly(folder: &Path, line: &str) {
    let output = gridiron(folder, line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A tournament of three, which takes no time.
const CUP: &str = "game = \"virus\"\nformat = \"round-robin\"\npairs = 1\nseed = 1\nclock = \"none\"\n\
    [rules]\nsize = 3\n[[players]]\nbot = \"first\"\n[[players]]\nbot = \"greedy\"\n[[players]]\nbot = \"random\"\n";

#[test]
fn damaged_tournament_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("cup.toml"), CUP).expect("room");
    let commands = ["tournament cup.toml", "tournament cup.toml --show"];
    commands.iter().for_each(|line| works_quietly(folder, line));
    check_all(folder, "cup.toml", &commands);
}

#[test]
fn damaged_stores() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("cup.toml"), CUP).expect("room");
    works_quietly(folder, "tournament cup.toml");
    let commands = [
        "replay --verify cup.db",
        "replay cup.db",
        "tournament cup.toml --show",
        "tournament cup.toml",
        "analyse virus cup.db --nodes 1000",
    ];
    commands.iter().for_each(|line| works_quietly(folder, line));
    check_all(folder, "cup.db", &commands);
}

#[test]
fn damaged_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    works_quietly(folder, "solve conga --stones 4");
    let commands = [
        "solve conga --stones 4",
        "play conga champion:nodes=1000 random --quiet --seed 1 --rules stones=4",
        "analyse conga start --nodes 1000 --rules stones=4",
    ];
    commands.iter().for_each(|line| works_quietly(folder, line));
    check_all(folder, "conga-4.table", &commands);
}

//! Tournaments as their organisers meet them. Here is what the tests share: running
//! the program, and files for it.
#![cfg(target_os = "linux")]

mod bad_luck;
#[path = "../common/mod.rs"]
mod common;
mod course;
mod damaged;
mod memory;
mod old_files;
mod report;
mod seeds;
mod ties;
mod troubles;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use common::{LAST, told, write};

fn gridiron(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn tournament(folder: &Path, arguments: &[&str]) -> Output {
    gridiron(folder).arg("tournament").args(arguments).output().expect("it starts")
}

/// Runs what must work.
fn works(folder: &Path, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = told(&tournament(folder, arguments));
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}: {stdout}");
    stdout
}

/// Runs what must fail with this code, and gives the one line that says why.
fn fails(folder: &Path, arguments: &[&str], expected: i32) -> String {
    let (code, stdout, stderr) = told(&tournament(folder, arguments));
    assert_eq!(code, Some(expected), "{arguments:?}: {stdout}{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    let [line] = lines.as_slice() else { panic!("{arguments:?}: {stderr}") };
    line.strip_prefix("gridiron: ").expect("it says who speaks").to_string()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A tournament of Virus on a small board with these further lines.
fn file(settings: &str, players: &[&str]) -> String {
    let players = players.iter().map(|bot| format!("[[players]]\nbot = \"{bot}\"\n"));
    let players: String = players.collect();
    let (top, sandbox) = settings.split_once("[sandbox]").unwrap_or((settings, ""));
    format!("game = \"virus\"\n{top}\n[rules]\nsize = 5\n[sandbox]\n{sandbox}\n{players}")
}

/// Waits until a line comes that contains this.
fn wait_for(lines: &mut impl Iterator<Item = std::io::Result<String>>, expected: &str) {
    let found = lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(expected));
    assert!(found.is_some(), "no line with `{expected}`");
}

/// A tournament that is being played until it is told to stop.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = gridiron(folder);
    let command = command.arg("tournament").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()));
}

//! What several tests share: folders of files, the program, and what it printed.

// Each test uses what it needs of this.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A bot that always takes the last of its moves.
pub const LAST: &str = "import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'go':
        print(words[-1], flush=True)
";

/// A new folder with these files: the path and the text of each.
pub fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

/// Writes a file, in new folders where its path needs them. Returns where it is.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("room");
    fs::write(&path, text).expect("room");
    path
}

/// Runs the program with a cache of its own and without a terminal.
pub fn gridiron(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(arguments)
        .current_dir(folder)
        .env("GRIDIRON_CACHE", folder.join("cache"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Exit code, standard output and standard error.
pub fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Standard output, which must be UTF-8.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Standard error, which must be UTF-8.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The records of a file, as JSON.
pub fn json_records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("records");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

//! Which interpreters a bot's command needs.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::table::{Ask, known};
use super::{Here, Runtime, ask_from};
use crate::programs::{beginning, interpreter};

/// The most that is read of a bot's script.
const LONGEST: u64 = 64 << 10;

/// Which interpreters the words of a command need; `is_own` says whether a path
/// is a file of the bot's, which is read and never run.
///
/// - The first word is an interpreter: that one.
/// - It is a script of the bot's: what its first line names.
/// - It is a shell, or a script for one: besides, whatever interpreters are
///   named in the script, and by the scripts of the bot's that are named there.
///   Those are guesses, so that one that does not answer is left out.
pub fn needed_by(words: &[OsString], is_own: impl Fn(&Path) -> bool) -> Result<Vec<Runtime>, String> {
    needed_from(&Here::new(), words, &is_own)
}

pub(super) fn needed_from(
    here: &Here,
    words: &[OsString],
    is_own: &dyn Fn(&Path) -> bool,
) -> Result<Vec<Runtime>, String> {
    let mut search = Search { here, is_own, read: Vec::new(), found: Vec::new() };
    search.command(words)?;
    Ok(search.found)
}

struct Search<'a> {
    here: &'a Here,
    is_own: &'a dyn Fn(&Path) -> bool,
    /// Scripts that have been read.
    read: Vec<PathBuf>,
    found: Vec<Runtime>,
}

impl Search<'_> {
    fn command(&mut self, words: &[OsString]) -> Result<(), String> {
        let words = after_env(words);
        let Some(first) = words.first() else { return Ok(()) };
        if let Some(own) = self.own(Path::new(first)) {
            return self.script(&own);
        }
        self.interpreter(Path::new(first))?;
        // What another interpreter is given to run is in its language.
        if !may_run_others(Path::new(first)) {
            return Ok(());
        }
        for word in &words[1..] {
            match self.own(Path::new(word)) {
                Some(own) => self.script(&own)?,
                // As in `bash -c "exec python3 bot.py"`.
                None => self.text(word.as_bytes(), None),
            }
        }
        Ok(())
    }

    fn own(&self, word: &Path) -> Option<PathBuf> {
        let path = std::path::absolute(word).ok()?;
        ((self.is_own)(&path)).then_some(path)
    }

    /// What a command is run by.
    fn interpreter(&mut self, program: &Path) -> Result<(), String> {
        match ask_from(self.here, program)? {
            Some(runtime) => self.add(runtime),
            // We know it, and may not ask it.
            None if is_known(program) && program.is_absolute() && program.exists() => {
                return Err(format!(
                    "{} does not stand on the PATH, so it is not asked what it needs; activate its environment",
                    program.display()
                ));
            }
            None => {}
        }
        Ok(())
    }

    fn add(&mut self, runtime: Runtime) {
        if !self.found.iter().any(|found| found.program == runtime.program) {
            self.found.push(runtime);
        }
    }

    /// A file of the bot's that is run, by itself or by a shell.
    fn script(&mut self, file: &Path) -> Result<(), String> {
        if self.read.iter().any(|read| read == file) {
            return Ok(());
        }
        self.read.push(file.to_path_buf());
        let Some(text) = own_beginning(file) else { return Ok(()) };
        let words = shebang(&text);
        let by_its_name = interpreter(file).filter(|_| words.is_empty()).map(Path::new);
        let runs_it = words.first().map(Path::new).or(by_its_name);
        // One of its own is no interpreter that may be asked.
        match runs_it.filter(|program| self.own(program).is_none()) {
            Some(program) => self.interpreter(program)?,
            None => return Ok(()),
        }
        if runs_it.is_some_and(is_shell) {
            self.text(&text, file.parent());
        }
        Ok(())
    }

    /// What is named in a text for a shell that stands in a folder.
    fn text(&mut self, text: &[u8], folder: Option<&Path>) {
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().starts_with(b"#"));
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.+-/".contains(byte) || *byte >= 0x80;
        for word in lines.flat_map(|line| line.split(|byte| !is_part(byte))).filter(|word| !word.is_empty()) {
            let word = Path::new(OsStr::from_bytes(word));
            if is_known(word) && !is_shell(word) && self.own(word).is_none() {
                if let Ok(Some(runtime)) = ask_from(self.here, word) {
                    self.add(runtime);
                }
                continue;
            }
            // As in `exec "$(dirname "$0")/bot.py"`.
            let from_folder = word.strip_prefix("/").unwrap_or(word);
            let from_folder = folder.map(|folder| folder.join(from_folder));
            for path in [Some(word.to_path_buf()), from_folder].into_iter().flatten() {
                if let Some(own) = self.own(&path) {
                    let _ = self.script(&own);
                }
            }
        }
    }
}

fn is_known(program: &Path) -> bool {
    program.file_name().and_then(OsStr::to_str).and_then(known).is_some()
}

fn is_shell(program: &Path) -> bool {
    let known = program.file_name().and_then(OsStr::to_str).and_then(known);
    known.is_some_and(|known| matches!(known.ask, Ask::Shell))
}

/// A shell, or a program like `nice` that we do not know.
fn may_run_others(program: &Path) -> bool {
    is_shell(program) || !is_known(program)
}

/// The beginning of a file of the bot's, if it is one and no link to another.
fn own_beginning(file: &Path) -> Option<Vec<u8>> {
    let is_file = file.symlink_metadata().ok()?.is_file();
    beginning(file, LONGEST).ok().filter(|_| is_file)
}

/// The words of a first line that names what runs the file, without `env`.
fn shebang(text: &[u8]) -> Vec<OsString> {
    let line = text.split(|byte| *byte == b'\n').next().and_then(|line| line.strip_prefix(b"#!"));
    let words = line.unwrap_or_default().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let words: Vec<OsString> = words.map(|word| OsStr::from_bytes(word).to_os_string()).collect();
    after_env(&words).to_vec()
}

/// A command without the `env` before it, its options and its variables.
fn after_env(words: &[OsString]) -> Vec<OsString> {
    let is_env = |word: &OsString| Path::new(word).file_name() == Some(OsStr::new("env"));
    let mut words = words.to_vec();
    while words.first().is_some_and(is_env) {
        words.remove(0);
        while let Some(word) = words.first().and_then(|word| word.to_str()) {
            // What is to be split may stand in the same word.
            let split = word.strip_prefix("--split-string=").or_else(|| word.strip_prefix("-S"));
            let split = split.or_else(|| word.strip_prefix("-vS")).map(str::to_string);
            let takes_one = ["-u", "--unset", "-C", "--chdir"].contains(&word);
            if let Some(split) = split {
                words.splice(..1, split.split_whitespace().map(OsString::from));
            } else if takes_one && words.len() > 1 {
                words.drain(..2);
            } else if word.starts_with('-') || word.contains('=') {
                words.remove(0);
            } else {
                break;
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_names_what_runs_a_file() {
        let cases: &[(&str, &[&str])] = &[
            ("#!/usr/bin/python3\nprint()", &["/usr/bin/python3"]),
            ("#! /usr/bin/perl -w\n", &["/usr/bin/perl", "-w"]),
            ("#!/usr/bin/env python3\n", &["python3"]),
            ("#!/usr/bin/env -S python3 -u\n", &["python3", "-u"]),
            ("#!/usr/bin/env -Snode --stack-size=9\n", &["node", "--stack-size=9"]),
            ("#!/usr/bin/env -S A=1 -u B ruby\n", &["ruby"]),
            ("#!/usr/bin/env --split-string=lua\n", &["lua"]),
            ("#!/usr/bin/env -S env -i php\n", &["php"]),
            ("#!/usr/bin/env", &[]),
            ("#!", &[]),
            ("print()", &[]),
            ("\x7fELF", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(shebang(text.as_bytes()), *expected, "{text:?}");
        }
    }
}

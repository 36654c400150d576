//! Which interpreters a bot's command needs.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::error::InterpreterError;
use super::inquiry::{Interpreter, SearchEnv, inquire_from};
use super::table::{Inquiry, known};
use crate::programs::{interpreter_for, read_start};

/// The most bytes that are read of a bot's script.
const LONGEST: u64 = 64 << 10;

/// The interpreters that a command needs. `is_own` tells whether a path is a file of
/// the bot, which is read but never run.
///
/// - If the first word is an interpreter: that one.
/// - If it is a script of the bot: the interpreter of its first line.
/// - If it is a shell, or a script for one: also all interpreters named in the script,
///   and in scripts of the bot that it names. Those are guesses, so one that does not
///   answer is left out.
pub(crate) fn needed_by(
    words: &[OsString],
    is_own: impl Fn(&Path) -> bool,
) -> Result<Vec<Interpreter>, InterpreterError> {
    needed_by_from(&SearchEnv::new(), words, &is_own)
}

pub(super) fn needed_by_from(
    env: &SearchEnv,
    words: &[OsString],
    is_own: &dyn Fn(&Path) -> bool,
) -> Result<Vec<Interpreter>, InterpreterError> {
    let mut search = Search { env, is_own, read: Vec::new(), found: Vec::new() };
    search.command(words)?;
    Ok(search.found)
}

struct Search<'a> {
    env: &'a SearchEnv,
    is_own: &'a dyn Fn(&Path) -> bool,
    /// Scripts that have been read.
    read: Vec<PathBuf>,
    found: Vec<Interpreter>,
}

impl Search<'_> {
    fn command(&mut self, words: &[OsString]) -> Result<(), InterpreterError> {
        let words = after_env(words);
        let Some(first) = words.first() else { return Ok(()) };
        if let Some(own) = self.own(Path::new(first)) {
            return self.script(&own);
        }
        self.interpreter(Path::new(first))?;
        // Other interpreters run only scripts in their own language.
        if !can_run_others(Path::new(first)) {
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

    /// Adds the interpreter that runs a command.
    fn interpreter(&mut self, program: &Path) -> Result<(), InterpreterError> {
        match inquire_from(self.env, program)? {
            Some(interpreter) => self.add(interpreter),
            // Known, but it may not be asked.
            None if is_known(program) && program.is_absolute() && program.exists() => {
                return Err(InterpreterError::NotOnPath { program: program.to_path_buf() });
            }
            None => {}
        }
        Ok(())
    }

    fn add(&mut self, interpreter: Interpreter) {
        if !self.found.iter().any(|found| found.program == interpreter.program) {
            self.found.push(interpreter);
        }
    }

    /// Adds what a file of the bot needs that is run, directly or by a shell.
    fn script(&mut self, file: &Path) -> Result<(), InterpreterError> {
        if self.read.iter().any(|read| read == file) {
            return Ok(());
        }
        self.read.push(file.to_path_buf());
        let Some(text) = own_beginning(file) else { return Ok(()) };
        let words = shebang(&text);
        let by_its_name = interpreter_for(file).filter(|_| words.is_empty()).map(Path::new);
        let runs_it = words.first().map(Path::new).or(by_its_name);
        // The bot's own file may not be asked.
        match runs_it.filter(|program| self.own(program).is_none()) {
            Some(program) => self.interpreter(program)?,
            None => return Ok(()),
        }
        if runs_it.is_some_and(is_shell) {
            self.text(&text, file.parent());
        }
        Ok(())
    }

    /// Adds what the text of a shell script in a folder names.
    fn text(&mut self, text: &[u8], folder: Option<&Path>) {
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().starts_with(b"#"));
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.+-/".contains(byte) || *byte >= 0x80;
        for word in lines.flat_map(|line| line.split(|byte| !is_part(byte))).filter(|word| !word.is_empty()) {
            let word = Path::new(OsStr::from_bytes(word));
            if is_known(word) && !is_shell(word) && self.own(word).is_none() {
                if let Ok(Some(interpreter)) = inquire_from(self.env, word) {
                    self.add(interpreter);
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
    known.is_some_and(|known| matches!(known.inquiry, Inquiry::Shell))
}

/// A shell, or an unknown program such as `nice`.
fn can_run_others(program: &Path) -> bool {
    is_shell(program) || !is_known(program)
}

/// The beginning of a file of the bot; `None` if it is a link.
fn own_beginning(file: &Path) -> Option<Vec<u8>> {
    let is_file = file.symlink_metadata().ok()?.is_file();
    read_start(file, LONGEST).ok().filter(|_| is_file)
}

/// The words of a `#!` line, without `env`.
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
            // The text to split may be in the same word.
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

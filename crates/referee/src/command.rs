//! The command that runs a player's program, and the files that belong to it.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use games::common::suggest;
use sandbox::programs::{debian_package, find_on_path, interpreter_for, is_executable, is_on_path};
use thiserror::Error;

/// The command that compiles a source file, by the extension of its name.
const COMPILERS: [(&str, &str); 7] = [
    ("c", "cc -O2"),
    ("cc", "c++ -O2"),
    ("cpp", "c++ -O2"),
    ("go", "go build"),
    ("java", "javac"),
    ("kt", "kotlinc"),
    ("rs", "rustc -O"),
];

/// Why a text is no command that can be run.
#[derive(Debug, Error)]
pub enum CommandError {
    /// Programs are run by system calls of Linux.
    #[error("programs play on Linux only")]
    NotLinux,
    /// The text is empty.
    #[error("the name is empty")]
    NoName,
    /// A quote has no partner.
    #[error("the quote {0} is not closed")]
    UnclosedQuote(char),
    /// There is no such file; perhaps its source has to be compiled.
    #[error(
        "there is no file {}{}{}",
        path.display(),
        compile.as_ref().map(|how| format!(", but its source: {how}")).unwrap_or_default(),
        near.as_ref().map(|file| format!(": did you mean `{}`?", file.display())).unwrap_or_default()
    )]
    NoFile {
        /// The file.
        path: PathBuf,
        /// How to compile its source, if there is one beside it.
        compile: Option<String>,
        /// A file in the same folder that may be meant.
        near: Option<PathBuf>,
    },
    /// Options follow a command that takes none.
    #[error(
        "there is no file {0}; options may follow a command only with `json:`, as in `json:\"python3 bot.py?name=X\"`"
    )]
    Options(String),
    /// The path leads to a folder.
    #[error(
        "{} is a folder: name a file in it{}",
        folder.display(),
        inside.as_ref().map(|file| format!(", such as {}", file.display())).unwrap_or_default()
    )]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// A file in it that is most likely the bot.
        inside: Option<PathBuf>,
    },
    /// The path leads to a device, a pipe or the like.
    #[error("{} is not a regular file", .0.display())]
    NotRegular(PathBuf),
    /// A program called by its name alone is in no folder of the PATH.
    #[error("there is no program {0} on the PATH: install it, or name it by its path")]
    NotOnPath(String),
    /// The interpreter of a script is in no folder of the PATH.
    #[error(
        "{} needs {interpreter}, which is not on the PATH: install it, as with `sudo apt install {}`",
        file.display(),
        debian_package(interpreter)
    )]
    NoInterpreter {
        /// The script.
        file: PathBuf,
        /// The program that would run it.
        interpreter: &'static str,
    },
    /// With `\r` at its end, the first line names no interpreter.
    #[error("{path} has Windows line ends: run `sed -i 's/\\r$//' {path}`", path = .0.display())]
    WindowsLineEnds(PathBuf),
    /// The file is run by Java.
    #[error("{} is run by Java: call it \"{command}\"", file.display())]
    JavaProgram {
        /// The file.
        file: PathBuf,
        /// The command that runs it.
        command: String,
    },
    /// The file must be compiled first.
    #[error("{} is source code: {compile}", file.display())]
    SourceCode {
        /// The file.
        file: PathBuf,
        /// How to compile it.
        compile: String,
    },
    /// The file may not be executed, but its first line says what runs it.
    #[error("{path} is not executable: run `chmod +x {path}`", path = .0.display())]
    NotExecutable(PathBuf),
    /// The file may not be executed, and nothing says what runs it.
    #[error(
        "{path} is not executable: name the program that runs it, as in `\"python3 {path}\"` with the quotes, \
         or add a first line such as `#!/usr/bin/env python3` and run `chmod +x {path}`",
        path = .0.display()
    )]
    NothingRunsIt(PathBuf),
    /// A file or folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The current folder has been removed, or may not be seen.
    #[error("cannot find the current folder: {0}")]
    NoCurrentFolder(io::Error),
}

/// The words of a command, the first of them a path. `text` is a file or words.
pub fn find_program(text: &str) -> Result<Vec<OsString>, CommandError> {
    if cfg!(not(target_os = "linux")) {
        return Err(CommandError::NotLinux);
    }
    let words = if Path::new(text).exists() { vec![text.to_string()] } else { split(text)? };
    let [first, rest @ ..] = words.as_slice() else { return Err(CommandError::NoName) };
    let has_options =
        |word: &&String| word.split_once('?').is_some_and(|(file, _)| Path::new(file).is_file());
    if let Some(word) = rest.iter().find(has_options).filter(|word| !Path::new(word).exists()) {
        return Err(CommandError::Options(word.clone()));
    }
    // The script of an interpreter, unless an option stands before it.
    if let Some(script) = rest.first().map(Path::new)
        && interpreter_for(script).is_some()
        && !script.exists()
    {
        return Err(CommandError::NoFile {
            path: script.to_path_buf(),
            compile: None,
            near: nearest_file(script),
        });
    }
    let path = Path::new(first);
    let mut found = match path.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            return Err(CommandError::Folder { folder: path.to_path_buf(), inside: bot_inside(path) });
        }
        Ok(metadata) if !metadata.is_file() => return Err(CommandError::NotRegular(path.to_path_buf())),
        Ok(_) => command_of_file(path)?,
        Err(_) if rest.is_empty() || first.contains('/') => return Err(no_file(path)),
        Err(_) => {
            let program = find_on_path(first);
            vec![program.ok_or_else(|| CommandError::NotOnPath(first.clone()))?.into()]
        }
    };
    found.extend(rest.iter().map(OsString::from));
    Ok(found)
}

/// The words that run a file: the file itself, or its interpreter and the file.
fn command_of_file(path: &Path) -> Result<Vec<OsString>, CommandError> {
    let file = || path.to_path_buf();
    let unreadable = |error: io::Error| CommandError::Unreadable { path: file(), error };
    // Links are not followed: a virtual environment of Python is known by its links.
    let full = std::path::absolute(path).map_err(unreadable)?;
    let mut start = Vec::new();
    File::open(&full).and_then(|file| file.take(4096).read_to_end(&mut start)).map_err(unreadable)?;
    let has_shebang = start.starts_with(b"#!");
    let first_line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match (interpreter_for(path), how_to_compile(path)) {
        _ if has_shebang && is_executable(&full) && first_line.ends_with(b"\r") => {
            Err(CommandError::WindowsLineEnds(file()))
        }
        _ if let Some(command) = java_command(path).filter(|_| !has_shebang) => {
            Err(CommandError::JavaProgram { file: file(), command })
        }
        // Also if it is executable: a shell would run its lines as commands.
        (None, Some(compile)) if !has_shebang => Err(CommandError::SourceCode { file: file(), compile }),
        (Some(interpreter), _) if !(is_executable(&full) && has_shebang) => {
            let found = find_on_path(interpreter);
            let found = found.ok_or_else(|| CommandError::NoInterpreter { file: file(), interpreter })?;
            Ok(vec![found.into(), full.into()])
        }
        (None, _) if !is_executable(&full) && !has_shebang => Err(CommandError::NothingRunsIt(file())),
        (None, _) if !is_executable(&full) => Err(CommandError::NotExecutable(file())),
        _ => Ok(vec![full.into()]),
    }
}

/// The command that runs a compiled class or an archive of classes.
fn java_command(path: &Path) -> Option<String> {
    match path.extension()?.to_str()? {
        "class" => Some(format!("java {}{}", class_path(path), path.file_stem()?.to_string_lossy())),
        "jar" => Some(format!("java -jar {}", path.display())),
        _ => None,
    }
}

/// `-cp FOLDER `, if the file is in another folder than the current one.
fn class_path(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map(|folder| format!("-cp {} ", folder.display())).unwrap_or_default()
}

/// The files of a folder that are programs, sorted; none if it cannot be read.
fn runnable_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let runs = |path: &PathBuf| path.is_file() && (interpreter_for(path).is_some() || is_executable(path));
    let mut able: Vec<PathBuf> = files.filter(runs).collect();
    able.sort();
    able
}

/// The file of a folder that is most likely the bot: called `bot`, or the only one
/// that can be run.
fn bot_inside(folder: &Path) -> Option<PathBuf> {
    let mut able = runnable_files(folder);
    let called_bot = able.iter().position(|path| path.file_stem().is_some_and(|stem| stem == "bot"));
    match (called_bot, able.len()) {
        (Some(at), _) => Some(able.swap_remove(at)),
        (None, 1) => able.pop(),
        _ => None,
    }
}

/// The command that compiles a source file, and how to name the player then.
fn how_to_compile(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    let (_, compiler) = COMPILERS.iter().find(|(its, _)| *its == extension)?;
    let (source, program) = (path.display(), path.with_extension(""));
    let program = program.file_name()?.to_string_lossy().into_owned();
    Some(match extension {
        "java" => {
            format!("compile it with `javac {source}` and call it \"java {}{program}\"", class_path(path))
        }
        "kt" => {
            let archive = path.with_extension("jar");
            let archive = archive.display();
            format!(
                "compile it with `{compiler} {source} -include-runtime -d {archive}` and call it \"java -jar {archive}\""
            )
        }
        _ => format!("compile it, as with `{compiler} -o {program} {source}`, and call it ./{program}"),
    })
}

fn no_file(path: &Path) -> CommandError {
    let sources = COMPILERS.iter().map(|(extension, _)| path.with_extension(extension));
    let source = sources.filter(|_| how_to_compile(path).is_none()).find(|source| source.is_file());
    let compile = source.as_deref().and_then(how_to_compile);
    let near = if compile.is_none() { nearest_file(path) } else { None };
    CommandError::NoFile { path: path.to_path_buf(), compile, near }
}

/// A file in the same folder that can be run and has nearly the same name, or the same
/// with an ending.
pub fn nearest_file(path: &Path) -> Option<PathBuf> {
    let meant = path.file_name()?.to_str()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let able = runnable_files(here);
    let names: Vec<&str> = able.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    let has_ending = |name: &&str| Path::new(name).file_stem().is_some_and(|stem| stem == meant);
    let with_ending = names.iter().copied().find(has_ending);
    with_ending.or_else(|| suggest::nearest(meant, names)).map(|name| folder.join(name))
}

/// Splits a command at spaces; quotes keep words together. No shell is run.
fn split(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(CommandError::UnclosedQuote(open)),
        None => Ok(words),
    }
}

/// A short name for a command: that of the script, or of the only file.
pub fn short_name(text: &str) -> String {
    let whole = Path::new(text).exists().then(|| vec![text.to_string()]);
    let words = whole.or_else(|| split(text).ok()).unwrap_or_default();
    let script = words.iter().find(|word| interpreter_for(Path::new(word)).is_some());
    // Without a script all words are needed: `java Bot`.
    let only = words.first().filter(|_| words.len() == 1);
    let file = script.or(only).map(Path::new).and_then(Path::file_name);
    file.map_or_else(|| text.to_string(), |name| name.to_string_lossy().into_owned())
}

/// The folder in which a command runs, and its words as they are valid there.
///
/// That is the folder of the first file among the words, or the first word that
/// is a folder. Without either it is the current folder.
pub fn in_own_folder(words: Vec<OsString>) -> Result<(Vec<OsString>, PathBuf), CommandError> {
    let here = env::current_dir().map_err(CommandError::NoCurrentFolder)?;
    let own = || words.iter().map(|word| (word, here.join(word))).filter(|(_, path)| !is_on_path(path));
    let file =
        own().find(|(_, path)| path.is_file()).and_then(|(_, path)| path.parent().map(Path::to_path_buf));
    // A word without a slash is no path, as in `python3 -m name`. The folder of
    // Java's classes is the exception.
    let is_path = |at: usize| {
        let follows = |option: &str| at > 0 && words[at - 1] == option;
        words[at].to_string_lossy().contains('/')
            || ["-cp", "-classpath", "--class-path"].into_iter().any(follows)
    };
    let folders = (0..words.len()).filter(|at| is_path(*at)).map(|at| here.join(&words[at]));
    let folder = || folders.into_iter().find(|path| path.is_dir() && !is_on_path(path));
    let folder = file.or_else(folder).unwrap_or_else(|| here.clone());
    let folder =
        folder.canonicalize().map_err(|error| CommandError::Unreadable { path: folder.clone(), error })?;
    let seen = |word: OsString| {
        let [from_here, from_there] = [&here, &folder].map(|folder| folder.join(&word).canonicalize().ok());
        match from_here {
            // A path relative to the current folder does not hold in the other one.
            Some(path) if from_there.as_ref() != Some(&path) => {
                in_folder_as_named(&here.join(&word), &folder)
            }
            _ => word,
        }
    };
    Ok((words.into_iter().map(seen).collect(), folder))
}

/// An absolute path without `..`. A link in the folder itself is not followed.
fn in_folder_as_named(path: &Path, folder: &Path) -> OsString {
    let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) if parent.starts_with(folder) => parent.join(name).into(),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).into(),
    }
}

/// The words that are files of the bot's author: files that are not on the PATH.
pub fn own_files(words: &[OsString]) -> Vec<PathBuf> {
    let files = words.iter().map(PathBuf::from).filter(|path| path.is_file() && !is_on_path(path));
    files.filter_map(|path| std::path::absolute(path).ok()).collect()
}

/// The most that is read of a source file, in bytes: more than any author writes.
pub const LONGEST_SOURCE: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_without_a_shell() {
        let cases: &[(&str, Option<&[&str]>)] = &[
            ("node bot.js", Some(&["node", "bot.js"])),
            ("  a  b ", Some(&["a", "b"])),
            ("'my bot' --x=\"a b\"", Some(&["my bot", "--x=a b"])),
            ("a '' b", Some(&["a", "", "b"])),
            ("a $HOME;rm *", Some(&["a", "$HOME;rm", "*"])),
            ("", Some(&[])),
            ("a 'b", None),
        ];
        for (text, words) in cases {
            let expected = words.map(|words| words.iter().map(ToString::to_string).collect::<Vec<String>>());
            assert_eq!(split(text).ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn names_are_those_of_the_authors_file() {
        for (spec, name) in [
            ("./bots/mine", "mine"),
            ("bots/mine.py", "mine.py"),
            ("python3 -O bots/mine.py --deep", "mine.py"),
            ("java -jar mine.jar", "java -jar mine.jar"),
        ] {
            assert_eq!(short_name(spec), name, "{spec}");
        }
    }
}

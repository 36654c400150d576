//! The words that run a program, and what is known of its files.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sandbox::programs::{interpreter, is_executable, is_on_path, on_path};

/// What makes a program of a file that is only its source.
const COMPILERS: [(&str, &str); 6] = [
    ("c", "cc -O2"),
    ("cc", "c++ -O2"),
    ("cpp", "c++ -O2"),
    ("go", "go build"),
    ("java", "javac"),
    ("rs", "rustc -O"),
];

/// The words to run, the first of them a path.
pub fn find_program(text: &str) -> Result<Vec<OsString>, String> {
    if cfg!(not(target_os = "linux")) {
        return Err("programs play on Linux only".into());
    }
    let words = if Path::new(text).exists() { vec![text.to_string()] } else { split(text)? };
    let [first, rest @ ..] = words.as_slice() else { return Err("there is no name".into()) };
    // The script of an interpreter, as far as it can be told from its options.
    if let Some(script) = rest.first().map(Path::new)
        && interpreter(script).is_some()
        && !script.exists()
    {
        return Err(format!("there is no file {}", script.display()));
    }
    let path = Path::new(first);
    let mut found = match path.metadata() {
        Ok(metadata) if metadata.is_dir() => return Err(format!("{first} is a folder")),
        Ok(metadata) if !metadata.is_file() => return Err(format!("{first} is no regular file")),
        Ok(_) => run_by(path)?,
        Err(_) if rest.is_empty() || first.contains('/') => return Err(not_there(path)),
        Err(_) => {
            vec![on_path(first).ok_or_else(|| format!("there is no program {first} on the PATH"))?.into()]
        }
    };
    found.extend(rest.iter().map(OsString::from));
    Ok(found)
}

/// The words that run a file: itself, or its interpreter before it.
fn run_by(path: &Path) -> Result<Vec<OsString>, String> {
    let shown = path.display();
    let cannot = |error: io::Error| format!("cannot read {shown}: {error}");
    // Where a link stands, not where it leads: a virtual environment is known by
    // its links.
    let full = std::path::absolute(path).map_err(cannot)?;
    let mut start = Vec::new();
    File::open(&full).and_then(|file| file.take(4096).read_to_end(&mut start)).map_err(cannot)?;
    let has_shebang = start.starts_with(b"#!");
    let first_line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match interpreter(path) {
        _ if has_shebang && is_executable(&full) && first_line.ends_with(b"\r") => {
            Err(format!("the lines of {shown} end as on Windows: `sed -i 's/\\r$//' {shown}`"))
        }
        // Even where it may be executed: a shell would take its lines for
        // commands.
        None if !has_shebang && compiler(path).is_some() => {
            Err(format!("{shown} is a source: {}", compiler(path).unwrap_or_default()))
        }
        Some(interpreter) if !(is_executable(&full) && has_shebang) => {
            let found = on_path(interpreter)
                .ok_or_else(|| format!("{shown} needs {interpreter}, which is not on the PATH"))?;
            Ok(vec![found.into(), full.into()])
        }
        None if !is_executable(&full) => Err(format!(
            "{shown} is not executable: `chmod +x {shown}`, or name what runs it as in `python3 {shown}`"
        )),
        _ => Ok(vec![full.into()]),
    }
}

/// What makes a program of a source, for its author.
fn compiler(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    let (_, compiler) = COMPILERS.iter().find(|(its, _)| *its == extension)?;
    let (source, program) = (path.display(), path.with_extension(""));
    let program = program.file_name()?.to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let classes = folder.map(|folder| format!("-cp {} ", folder.display())).unwrap_or_default();
    Some(match extension {
        "java" => format!("compile it with `javac {source}` and call it \"java {classes}{program}\""),
        _ => format!("compile it, as with `{compiler} -o {program} {source}`, and call it ./{program}"),
    })
}

/// A file that is not there may still have to be made.
fn not_there(path: &Path) -> String {
    let sources = COMPILERS.iter().map(|(extension, _)| path.with_extension(extension));
    let source = sources.filter(|_| compiler(path).is_none()).find(|source| source.is_file());
    let make_it = source.as_deref().and_then(compiler);
    let make_it = make_it.map(|make_it| format!(", but its source: {make_it}")).unwrap_or_default();
    format!("there is no file {}{make_it}", path.display())
}

/// Splits at spaces; quotes keep together what they enclose. No shell is run.
fn split(text: &str) -> Result<Vec<String>, String> {
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
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => Ok(words),
    }
}

/// The name of the file that matters, for people.
pub fn short_name(text: &str) -> String {
    let whole = Path::new(text).exists().then(|| vec![text.to_string()]);
    let words = whole.or_else(|| split(text).ok()).unwrap_or_default();
    let script = words.iter().find(|word| interpreter(Path::new(word)).is_some());
    // Without one, all words together say most: `java Bot`.
    let only = words.first().filter(|_| words.len() == 1);
    let file = script.or(only).map(Path::new).and_then(Path::file_name);
    file.map_or_else(|| text.to_string(), |name| name.to_string_lossy().into_owned())
}

/// Where the program of several words runs, and its words as they are seen from
/// there: the folder of the first file that they name, or the first folder that
/// is meant as one; else where the referee is.
pub fn in_own_folder(words: Vec<OsString>) -> Result<(Vec<OsString>, PathBuf), String> {
    let here = env::current_dir().map_err(|error| format!("where are we? {error}"))?;
    let own = || words.iter().map(|word| (word, here.join(word))).filter(|(_, path)| !is_on_path(path));
    let file =
        own().find(|(_, path)| path.is_file()).and_then(|(_, path)| path.parent().map(Path::to_path_buf));
    // A word without a slash is no path to whoever reads it, as in `python3 -m name`;
    // but Java's classes are.
    let is_path = |at: usize| {
        let follows = |option: &str| at > 0 && words[at - 1] == option;
        words[at].to_string_lossy().contains('/')
            || ["-cp", "-classpath", "--class-path"].into_iter().any(follows)
    };
    let folders = (0..words.len()).filter(|at| is_path(*at)).map(|at| here.join(&words[at]));
    let folder = || folders.into_iter().find(|path| path.is_dir() && !is_on_path(path));
    let folder = file.or_else(folder).unwrap_or_else(|| here.clone());
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let seen = |word: OsString| {
        let [from_here, from_there] = [&here, &folder].map(|folder| folder.join(&word).canonicalize().ok());
        match from_here {
            // What was named from here stands elsewhere from there.
            Some(path) if from_there.as_ref() != Some(&path) => {
                in_folder_as_named(&here.join(&word), &folder)
            }
            _ => word,
        }
    };
    Ok((words.into_iter().map(seen).collect(), folder))
}

/// A path without what leads up and down again before it: a link in the folder
/// itself stays what it is.
fn in_folder_as_named(path: &Path, folder: &Path) -> OsString {
    let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) if parent.starts_with(folder) => parent.join(name).into(),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).into(),
    }
}

/// Those words that are files of the author's: what is found on the PATH is not.
pub fn own_files(words: &[OsString]) -> Vec<PathBuf> {
    let files = words.iter().map(PathBuf::from).filter(|path| path.is_file() && !is_on_path(path));
    files.filter_map(|path| std::path::absolute(path).ok()).collect()
}

/// More of a file than any author writes by hand.
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

//! `gridiron new`: writes a starter kit into a folder and says what to type next.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use games::common::suggest;
use sandbox::programs::find_on_path;

use crate::cli::NewArguments;
use crate::draw::{BOLD, paint};
use crate::failure::{Failure, harmless};
use crate::kits::{self, KITS, Kit};

pub fn run(arguments: &NewArguments) -> Result<(), Failure> {
    let Some(language) = arguments.language.as_deref().filter(|_| !arguments.list) else { return list() };
    let kit = kits::find(language).ok_or_else(|| unknown(language))?;
    let usual = PathBuf::from(format!("{}-bot", kit.name));
    let folder = arguments.folder.as_ref().unwrap_or(&usual);
    write(kit, folder)?;
    tell_what_next(kit, folder)
}

fn unknown(language: &str) -> Failure {
    // One slip away from anything short is nearly everything.
    let names = KITS.iter().flat_map(|kit| [&[kit.name], kit.also].concat()).filter(|name| name.len() > 2);
    let meant = suggest::nearest(language, names).and_then(kits::find);
    let meant = meant.map(|kit| format!("did you mean `{}`? ", kit.name)).unwrap_or_default();
    let all: Vec<&str> = KITS.iter().map(|kit| kit.name).collect();
    Failure::Usage(format!("no kit for `{language}`: {meant}there are {}", all.join(", ")))
}

fn list() -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let names = KITS.iter().map(|kit| kit.name.len()).max().unwrap_or(0);
    let needs = KITS.iter().map(|kit| kit.needs().len()).max().unwrap_or(0);
    writeln!(out, "{:names$}  {:needs$}  PLAYS", "KIT", "NEEDS")?;
    for kit in &KITS {
        let gap = " ".repeat(names - kit.name.len());
        writeln!(out, "{}{gap}  {:needs$}  {}", paint(BOLD, kit.name), kit.needs(), kit.plays())?;
    }
    writeln!(out, "\n`gridiron new python mybot` writes a bot into the folder mybot.")?;
    Ok(())
}

/// Writes the files of a kit: all of them, or none and no folder either.
fn write(kit: &Kit, folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    if folder.as_os_str().is_empty() {
        return Err(Failure::Usage(format!("the folder has no name: try `gridiron new {} mybot`", kit.name)));
    }
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Usage(format!(
            "{shown} is no folder: name another, or none for {}-bot",
            kit.name
        )));
    }
    for (file, _) in kit.files() {
        let path = folder.join(file);
        // A link that leads nowhere is there as well.
        if path.symlink_metadata().is_ok() {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path} is there already, and nothing is written over: name another folder"
            )));
        }
    }
    let mut made = Vec::new();
    make(kit, folder, &mut made).map_err(|error| {
        // The last first: folders must be empty to go.
        for path in made.iter().rev() {
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
        Failure::Failed(format!("cannot write into the folder {shown}: {error}"))
    })
}

/// Notes whatever it has made, also when it fails.
fn make(kit: &Kit, folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut missing: Vec<&Path> =
        folder.ancestors().take_while(|part| !part.as_os_str().is_empty() && !part.exists()).collect();
    missing.reverse();
    for part in missing {
        fs::create_dir(part)?;
        made.push(part.to_path_buf());
    }
    for (file, text) in kit.files() {
        let path = folder.join(file);
        // Whatever came in between is not written over either.
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        made.push(path);
        file.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// What was written and the commands to type now.
fn tell_what_next(kit: &Kit, folder: &Path) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let files = kit.files().map(|(file, _)| harmless(&folder.join(file).display().to_string()));
    let wide = files.iter().map(|file| file.chars().count()).max().unwrap_or(0);
    for (file, what) in files.iter().zip(["the bot: your ideas go here", "what to do with it"]) {
        let gap = " ".repeat(wide - file.chars().count());
        writeln!(out, "{}{gap}  {what}", paint(BOLD, file))?;
    }
    writeln!(out)?;
    let mut commands = vec![(format!("cd {}", for_shell(folder)), "")];
    if let Some(home) = own_folder_if_not_on_path() {
        let also = format!("export PATH=\"$PATH\":{}", for_shell(&home));
        commands.push((also, "so that `gridiron` is found"));
    }
    commands.extend(kit.commands());
    let wide = commands.iter().map(|(command, _)| command.chars().count()).filter(|wide| *wide <= 60);
    let wide = wide.max().unwrap_or(0);
    for (command, why) in commands {
        let line = format!("  {command:wide$}   # {why}");
        writeln!(out, "{}", if why.is_empty() { line.trim_end_matches([' ', '#']) } else { &line })?;
    }
    let (program, package) = kit.program;
    if !is_on_path(program) {
        writeln!(out, "\n{program} is not on the PATH: on Debian and Ubuntu `sudo apt install {package}`")?;
    } else if let Some((module, package)) = kit.module.filter(|(module, _)| !can_import(program, module)) {
        writeln!(
            out,
            "\n{program} has no {module}: `{program} -m pip install {module}`, or for Debian's own `sudo apt install {package}`"
        )?;
    }
    Ok(())
}

/// A path as a word of a shell.
fn for_shell(path: &Path) -> String {
    let text = harmless(&path.display().to_string());
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    let is_plain = |c: char| c.is_alphanumeric() || "_-./+,@%:=".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Where this program lies, if a shell would not find it by its name.
fn own_folder_if_not_on_path() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let name = program.file_name()?.to_str()?;
    if is_on_path(name) { None } else { Some(program.parent()?.to_path_buf()) }
}

fn is_on_path(program: &str) -> bool {
    find_on_path(program).is_some()
}

fn can_import(python: &str, module: &str) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", &format!("import {module}")]).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_words_of_a_shell() {
        for (folder, word) in [
            ("mybot", "mybot"),
            ("../bots/one.two", "../bots/one.two"),
            ("my bot", "'my bot'"),
            ("it's", "'it'\\''s'"),
            ("-bot", "./-bot"),
            ("a$b", "'a$b'"),
            ("zoé", "zoé"),
        ] {
            assert_eq!(for_shell(Path::new(folder)), word);
        }
    }
}

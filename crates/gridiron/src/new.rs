//! `gridiron new`: writes a starter kit into a folder and says what to type next.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use games::common::suggest;
use sandbox::programs::find_on_path;

use crate::cli::NewArguments;
use crate::failure::{Failure, harmless, reason};
use crate::kits::{self, KITS, Kit};
use crate::terminal::{self, BOLD, Column, Table, for_shell, pad, paint, plain, width};

/// Comments are aligned behind commands up to this width.
const WIDEST_COMMAND: usize = 60;

/// Runs the command.
pub fn run(arguments: &NewArguments) -> Result<(), Failure> {
    let Some(language) = arguments.language.as_deref().filter(|_| !arguments.list) else { return list() };
    let kit = kits::find(language).ok_or_else(|| unknown(language))?;
    let usual = PathBuf::from(format!("{}-bot", kit.name));
    let folder = without_detours(arguments.folder.as_ref().unwrap_or(&usual));
    write(kit, &folder)?;
    print_next_steps(kit, &folder)
}

fn unknown(language: &str) -> Failure {
    // Names of one or two letters are close to nearly every word.
    let names = KITS.iter().flat_map(|kit| [&[kit.name], kit.also].concat()).filter(|name| name.len() > 2);
    let meant = suggest::nearest(language, names).and_then(kits::find);
    let meant = meant.map(|kit| format!("did you mean `{}`? ", kit.name)).unwrap_or_default();
    let all: Vec<&str> = KITS.iter().map(|kit| kit.name).collect();
    Failure::Usage(format!("no kit for `{language}`: {meant}choose one of {}", all.join(", ")))
}

fn list() -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let row = |kit: &Kit| vec![(kit.name.to_string(), BOLD), plain(kit.needs()), plain(kit.plays())];
    let table = Table::new([Column::left("kit"), Column::left("needs"), Column::left("plays")]);
    write!(out, "{}", table.with_rows(KITS.iter().map(row)).text(usize::MAX))?;
    writeln!(out, "\n`gridiron new python mybot` writes a bot into the folder mybot.")?;
    Ok(())
}

/// A path without `.`, and without folders that do not exist and are left again:
/// `a/../b` is `b` unless there is a folder `a`, which may be a link.
fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() && plain.symlink_metadata().is_err() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    let is_here = plain.as_os_str().is_empty() && !path.as_os_str().is_empty();
    if is_here { PathBuf::from(".") } else { plain }
}

/// Writes the files of a kit. If that fails, files and folders are removed again.
fn write(kit: &Kit, folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    if folder.as_os_str().is_empty() {
        return Err(Failure::Usage(format!(
            "the name of the folder is empty: try `gridiron new {} mybot`",
            kit.name
        )));
    }
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Usage(format!(
            "{shown} is not a folder: choose another name, or leave it out for {}-bot",
            kit.name
        )));
    }
    for (file, _) in kit.files() {
        let path = folder.join(file);
        // A broken link counts as a file too.
        if path.symlink_metadata().is_ok() {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path} exists and is not overwritten: choose another folder"
            )));
        }
    }
    let mut made = Vec::new();
    make(kit, folder, &mut made).map_err(|error| {
        // In reverse order: only empty folders can be removed.
        for path in made.iter().rev() {
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
        let what = format!("into the folder {shown}");
        match error.kind() {
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
                Failure::Usage(format!("cannot write {what}: {}", reason(&error)))
            }
            _ => Failure::unwritable(what, &error),
        }
    })
}

/// Makes folders and files and adds each to `made`, also if a later one fails.
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
        // `create_new`: a file that has appeared since the check is not overwritten.
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        made.push(path);
        file.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Prints what was written and the commands to type next.
fn print_next_steps(kit: &Kit, folder: &Path) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let files = kit.files().map(|(file, _)| harmless(&folder.join(file).display().to_string()));
    let wide = files.iter().map(|file| width(file)).max().unwrap_or(0);
    for (file, what) in files.iter().zip(["the bot: your ideas go here", "what to do with it"]) {
        writeln!(out, "{}  {what}", pad(&paint(BOLD, file), wide))?;
    }
    writeln!(out)?;
    let mut commands = vec![(format!("cd {}", for_shell(&folder.display().to_string())), "")];
    if let Some(home) = own_folder_if_not_on_path() {
        let also = format!("export PATH=\"$PATH\":{}", for_shell(&home.display().to_string()));
        commands.push((also, "so that the shell finds `gridiron`"));
    }
    commands.extend(kit.commands());
    let wide = commands.iter().map(|(command, _)| width(command)).filter(|wide| *wide <= WIDEST_COMMAND);
    let wide = wide.max().unwrap_or(0);
    let columns = terminal::columns().unwrap_or(usize::MAX);
    for (command, why) in commands {
        let line = format!("  {}   # {why}", pad(&command, wide));
        match why.is_empty() {
            true => writeln!(out, "  {command}")?,
            false if width(&line) <= columns => writeln!(out, "{line}")?,
            // A command stays in one piece, so that it can be copied.
            false => writeln!(out, "  # {why}\n  {command}")?,
        }
    }
    let (program, package) = kit.program;
    if !is_on_path(program) {
        let text =
            format!("\n{program} is not installed: on Debian and Ubuntu `sudo apt install {package}`\n");
        write!(out, "{}", terminal::fit(&text, 0))?;
    } else if let Some((module, package)) = kit.module.filter(|(module, _)| !can_import(program, module)) {
        writeln!(
            out,
            "\n{program} has no {module}: `{program} -m pip install {module}`, or on Debian and Ubuntu `sudo apt install {package}`"
        )?;
    }
    Ok(())
}

/// The folder of this program, if a shell does not find it by its name.
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
    fn folders_that_do_not_exist_are_no_detours() {
        for (folder, plain) in [
            ("mybot", "mybot"),
            ("./mybot/.", "mybot"),
            ("nosuch/../mybot", "mybot"),
            ("nosuch/deep/../../mybot", "mybot"),
            ("nosuch/..", "."),
            ("src/../mybot", "src/../mybot"),
            ("../mybot", "../mybot"),
            ("/nosuch/../mybot", "/mybot"),
            (".", "."),
            ("", ""),
        ] {
            assert_eq!(without_detours(Path::new(folder)), Path::new(plain), "{folder}");
        }
    }
}

//! What the browser tests need from npm: a driver of browsers, a checker of types and one of
//! accessibility. `tests-web/package-lock.json` names the exact versions. They are installed
//! into `target/node`, so the source tree stays clean.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::{root, run};

/// The folder of the browser tests, and what of it npm reads.
const SOURCE: &str = "tests-web";
const MANIFESTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Written last: which versions are installed completely.
const STAMP: &str = "installed";

/// The projects whose types are checked.
const PROJECTS: [&str; 2] = ["crates/web", SOURCE];

/// Where the packages are. It does not follow `CARGO_TARGET_DIR`: `tests-web/tsconfig.json` and the
/// tests look for them here.
fn home() -> PathBuf {
    root().join("target").join("node")
}

/// Installs the packages if others or none are installed.
pub fn packages() -> Result<(), String> {
    install(&root().join(SOURCE), &home(), npm)
}

/// Installs from one folder into another. `npm` runs in the second, where the manifests then are.
fn install(source: &Path, home: &Path, npm: impl Fn(&Path) -> Result<(), String>) -> Result<(), String> {
    let at = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut wanted = String::new();
    for name in MANIFESTS {
        let path = source.join(name);
        wanted += &fs::read_to_string(&path).map_err(|error| at(&path, error))?;
    }
    let stamp = home.join(STAMP);
    if home.join("node_modules").is_dir() && fs::read_to_string(&stamp).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    println!("\n== installing the packages of {SOURCE}/package-lock.json into {}", home.display());
    let begin = Instant::now();
    fs::create_dir_all(home).map_err(|error| at(home, error))?;
    let _ = fs::remove_file(&stamp);
    for name in MANIFESTS {
        fs::copy(source.join(name), home.join(name)).map_err(|error| at(&home.join(name), error))?;
    }
    npm(home).map_err(|problem| format!("the tests need packages that `npm ci` did not bring: {problem}"))?;
    fs::write(&stamp, wanted).map_err(|error| at(&stamp, error))?;
    println!("== installing: fine, {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

/// No package runs a script of its own while it is installed.
fn npm(home: &Path) -> Result<(), String> {
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    let mut command = Command::new("npm");
    let command = command.args(options).current_dir(home).stdin(Stdio::null());
    let Output { status, stderr, .. } = command.output().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(npm_reason(&String::from_utf8_lossy(&stderr))) }
}

/// What npm says of an error, on one line: it ends with where its log is, and begins with a code.
fn npm_reason(stderr: &str) -> String {
    let said = stderr.lines().filter_map(|line| {
        let line = line.strip_prefix("npm error").or_else(|| line.strip_prefix("npm ERR!"))?.trim();
        let is_told = !line.is_empty() && !line.contains("complete log");
        is_told.then_some(line)
    });
    let reason = said.take(3).collect::<Vec<_>>().join("; ");
    if reason.is_empty() { "no reason given".to_string() } else { reason }
}

/// Checks the types of the scripts in the pages and of the browser tests.
pub fn check_types() -> Result<(), String> {
    for project in PROJECTS {
        let mut tsc = Command::new(home().join("node_modules").join(".bin").join("tsc"));
        let tsc = tsc.args(["--project", project, "--noEmit", "--pretty", "false"]).current_dir(root());
        run(tsc, &format!("the types of {project} have a mistake"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn packages_are_installed_once_and_again_after_a_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let [source, home] = ["source", "home"].map(|name| folder.path().join(name));
        fs::create_dir(&source).expect("room");
        let write = |lock: &str| {
            fs::write(source.join(MANIFESTS[0]), "{}").expect("room");
            fs::write(source.join(MANIFESTS[1]), lock).expect("room");
        };
        let (count, is_broken) = (Cell::new(0), Cell::new(false));
        let npm = |home: &Path| {
            count.set(count.get() + 1);
            fs::create_dir_all(home.join("node_modules")).expect("room");
            if is_broken.get() { Err("no network".to_string()) } else { Ok(()) }
        };
        let install = || install(&source, &home, npm);

        assert!(install().is_err_and(|problem| problem.contains("package.json")), "nothing to install");
        write("one");
        for _ in 0..2 {
            assert_eq!(install(), Ok(()));
            assert_eq!(count.get(), 1);
        }
        write("two");
        is_broken.set(true);
        assert!(install().is_err_and(|problem| problem.ends_with("no network")));
        is_broken.set(false);
        write("one");
        assert_eq!(install(), Ok(()), "a broken installation is not taken for the one before");
        assert_eq!(count.get(), 3);
        assert_eq!(fs::read_to_string(home.join(MANIFESTS[1])).expect("copied"), "one");
    }

    #[test]
    fn the_reason_of_npm_is_one_line() {
        let said = "npm error code ENOTFOUND\nnpm error network request failed\nnpm error\n\
                    npm error A complete log of this run can be found in: /home/ada/.npm/x.log\n";
        let cases = [
            (said, "code ENOTFOUND; network request failed"),
            ("npm ERR! code EUSAGE\n", "code EUSAGE"),
            ("", "no reason given"),
        ];
        for (stderr, expected) in cases {
            assert_eq!(npm_reason(stderr), expected);
        }
    }

    #[test]
    fn the_lock_file_names_exact_versions_and_no_registry() {
        let read = |name: &str| -> serde_json::Value {
            let text = fs::read_to_string(root().join(SOURCE).join(name)).expect("a manifest");
            serde_json::from_str(&text).expect("JSON")
        };
        let [package, lock] = MANIFESTS.map(read);
        for (name, version) in package["devDependencies"].as_object().expect("packages") {
            let locked = &lock["packages"][format!("node_modules/{name}")]["version"];
            assert_eq!(locked, version, "{name}");
        }
        for (name, it) in lock["packages"].as_object().expect("packages") {
            assert_eq!(it.get("resolved"), None, "{name}: npm install --omit-lockfile-registry-resolved");
            assert!(name.is_empty() || it["integrity"].is_string(), "{name}");
        }
    }
}

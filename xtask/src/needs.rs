//! What the tests need beyond Rust: programs that compile and run bots, a
//! browser for the pages, and numpy and scipy for bots that use them. Whatever
//! Debian packages is installed where that can be done without a password.
//! What npm brings is in `node.rs`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::{node, root};

/// A program and the Debian package it comes from.
const PROGRAMS: [(&str, &str); 13] = [
    ("bash", "bash"),
    ("c++", "g++"),
    ("cc", "gcc"),
    ("chromium", "chromium"),
    ("go", "golang-go"),
    ("java", "default-jdk-headless"),
    ("javac", "default-jdk-headless"),
    ("lua", "lua5.4"),
    ("node", "nodejs"),
    ("npm", "npm"),
    ("php", "php-cli"),
    ("python3", "python3"),
    ("ruby", "ruby"),
];

/// What makes virtual environments, which Debian packs apart from its Python.
const VENV_PACKAGE: &str = "python3-venv";

/// Any of these will do.
const PACKAGES: [&str; 2] = ["numpy>=1.26,<3", "scipy>=1.11,<2"];
const PACKAGES_ARE_THERE: &str = "import numpy, scipy
def is_within(package, low, high):
    assert low <= tuple(map(int, package.__version__.split('.')[:2])) < high
is_within(numpy, (1, 26), (3, 0))
is_within(scipy, (1, 11), (2, 0))";

/// The Python that the tests' own is made of: the system's, which every user can
/// run, because tests also run bots as other users.
fn base_python() -> &'static str {
    if is_on_path("python3") && Path::new("/usr/bin/python3").exists() {
        "/usr/bin/python3"
    } else {
        "python3"
    }
}

/// Installs all that is missing, and returns the PATH for the tests.
pub fn all() -> Result<OsString, String> {
    programs()?;
    node::packages()?;
    path_with_python()
}

/// Installs every program that is missing.
fn programs() -> Result<(), String> {
    let packages = missing_packages();
    if packages.is_empty() {
        return Ok(());
    }
    let by_hand = format!("sudo apt install {}", packages.join(" "));
    let Some(apt_get) = apt_get() else {
        return Err(format!("the tests need programs that are not on the PATH: `{by_hand}`"));
    };
    println!("\n== installing {}", packages.join(", "));
    let begin = Instant::now();
    // The lists of packages may be older than the packages.
    let installed = install(&apt_get, &packages)
        .or_else(|_| run_apt_get(&apt_get, &["update"]).and_then(|()| install(&apt_get, &packages)));
    installed.map_err(|problem| format!("{problem}; try `{by_hand}`"))?;
    let still: Vec<&str> =
        PROGRAMS.iter().map(|(program, _)| *program).filter(|it| !is_on_path(it)).collect();
    if !still.is_empty() {
        let (programs, packages) = (still.join(", "), packages.join(", "));
        return Err(format!("{packages}: installed, and still there is no {programs} on the PATH"));
    }
    println!("== installing: fine, {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

fn missing_packages() -> Vec<&'static str> {
    let missing = PROGRAMS.iter().filter(|(program, _)| !is_on_path(program));
    let mut packages: Vec<&str> = missing.map(|(_, package)| *package).collect();
    // Without any Python, Debian's is going to be installed.
    if !is_on_path("python3") || !answers(Command::new(base_python()).args(["-c", "import ensurepip, venv"]))
    {
        packages.push(VENV_PACKAGE);
    }
    packages.dedup();
    packages
}

fn is_on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// Whether a command runs and has nothing to complain about.
pub fn answers(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The words that run `apt-get` with the rights it needs, if that needs no
/// password.
fn apt_get() -> Option<Vec<&'static str>> {
    let words = vec!["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    let is_root = || Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    match is_on_path("apt-get") {
        true if is_root() => Some(words),
        true if answers(Command::new("sudo").args(["-n", "true"])) => {
            Some([vec!["sudo", "-n"], words].concat())
        }
        _ => None,
    }
}

fn install(apt_get: &[&str], packages: &[&str]) -> Result<(), String> {
    // Another installation may be running.
    let options = ["install", "--yes", "--no-install-recommends", "--option", "DPkg::Lock::Timeout=120"];
    run_apt_get(apt_get, &[&options, packages].concat())
}

/// Runs `apt-get` and shows its last line only if it failed.
fn run_apt_get(apt_get: &[&str], arguments: &[&str]) -> Result<(), String> {
    let [program, words @ ..] = apt_get else { unreachable!("a program") };
    run_quietly(Command::new(program).args(words).args(arguments))
        .map_err(|last_words| format!("apt-get {} did not work: {last_words}", arguments[0]))
}

/// Runs a command without showing its output. The error is the last line of its
/// standard error.
fn run_quietly(command: &mut Command) -> Result<(), String> {
    let Output { status, stderr, .. } =
        command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let stderr = String::from_utf8_lossy(&stderr);
    let last = stderr.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no reason given");
    if status.success() { Ok(()) } else { Err(last.trim().to_string()) }
}

/// Makes a Python with numpy and scipy, and returns a PATH that begins with it.
fn path_with_python() -> Result<OsString, String> {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let home: PathBuf = root().join(target).join("test-python");
    let python = home.join("bin").join("python3");
    if !answers(Command::new(&python).args(["-c", PACKAGES_ARE_THERE])) {
        println!("\n== installing {} into {}", PACKAGES.join(", "), home.display());
        let begin = Instant::now();
        run_quietly(Command::new(base_python()).args(["-m", "venv", "--clear"]).arg(&home)).map_err(
            |problem| {
                format!("no virtual environment for Python: {problem}; try `sudo apt install {VENV_PACKAGE}`")
            },
        )?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"];
        run_quietly(Command::new(&python).args(pip).args(PACKAGES)).map_err(|problem| {
            format!("the tests need numpy and scipy, which `pip install` did not bring: {problem}")
        })?;
        println!("== installing: fine, {:.0} s", begin.elapsed().as_secs_f64());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let all = [home.join("bin")].into_iter().chain(env::split_paths(&folders));
    env::join_paths(all).map_err(|error| format!("the PATH cannot begin with {}: {error}", home.display()))
}

//! What people do with `gridiron serve` in a browser. The scenarios are scripts in
//! `tests-web/scenarios`; each is one test here, and gets the program and a folder of its own.
//!
//! Run one with its steps shown: `cargo nextest run -p gridiron --test browser NAME --no-capture`.

#![cfg(target_os = "linux")]

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Longer than a script's own limit, which says what it waited for.
const TIMEOUT: Duration = Duration::from_secs(430);

/// How long a script may take to end what it started.
const GRACE: Duration = Duration::from_secs(10);

/// One test for each script: `a_b` runs `a-b.mjs`.
macro_rules! scenarios {
    ($($name:ident),* $(,)?) => {
        const SCENARIOS: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*
    };
}

scenarios! {
    axe,
    first_page,
    freeze_and_reveal,
    french,
    harness,
    keyboard,
    killed_server,
    live_game,
    no_scripts,
    organise,
    other_commands,
    pictures,
    presentation,
    private,
    scrub_and_share,
    ten_tabs,
    wall_letters,
}

fn file_name(scenario: &str) -> String {
    format!("{}.mjs", scenario.replace('_', "-"))
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests-web/scenarios")
}

fn run(scenario: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let [served, temporary] = ["served", "tmp"].map(|name| folder.path().join(name));
    let screenshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    for folder in [&served, &temporary, &screenshots] {
        std::fs::create_dir_all(folder).expect("room");
    }
    let (mut output, input) = std::io::pipe().expect("a pipe");
    let mut command = Command::new("node");
    command.arg(scripts().join(file_name(scenario)));
    command.arg(env!("CARGO_BIN_EXE_gridiron")).args([&served, &screenshots]);
    command.env("TMPDIR", &temporary).env("HOME", folder.path()).stdin(Stdio::null());
    command.stdout(input.try_clone().expect("a pipe")).stderr(input).process_group(0);
    let mut child =
        command.spawn().expect("there must be `node` on the PATH: `cargo xtask needs` installs it");
    // Else the pipe never ends.
    drop(command);
    let reader = thread::spawn(move || {
        let mut said = Vec::new();
        let _ = output.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let status = wait(&mut child);
    let said = reader.join().expect("it reads");
    match status {
        Some(status) if status.success() => print!("{said}"),
        Some(status) => panic!("{scenario}: {status}\n{said}"),
        None => panic!("{scenario} did not end in {TIMEOUT:?}\n{said}"),
    }
}

/// Waits for a script. If it does not end, it and all in its process group are killed.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let ended = wait_until(child, Instant::now() + TIMEOUT);
    if ended.is_none() {
        let group = Pid::from_child(child);
        let _ = kill_process_group(group, Signal::TERM);
        wait_until(child, Instant::now() + GRACE);
        let _ = kill_process_group(group, Signal::KILL);
        let _ = child.wait();
    }
    ended
}

fn wait_until(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}

#[test]
fn every_script_is_run() {
    let files = std::fs::read_dir(scripts()).expect("scripts");
    let mut found: Vec<String> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
    let mut listed: Vec<String> = SCENARIOS.iter().map(|name| file_name(name)).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed);
}

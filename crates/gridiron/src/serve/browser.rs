//! Opening a page in the browser of the person at the terminal.

use std::env;
use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

/// Opens an address if a person is at the terminal and there is a screen. If that fails,
/// the address is printed anyway.
pub fn open(address: &str) {
    if !io::stdout().is_terminal() || !has_screen() {
        return;
    }
    let mut command = command(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // It ends when the browser has taken the address.
        let _ = std::thread::Builder::new().name("browser".into()).spawn(move || child.wait());
    }
}

fn command(address: &str) -> Command {
    let (program, words): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // `start` takes the first word in quotes for a title.
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(words).arg(address);
    command
}

/// On Linux a screen is announced by the environment.
fn has_screen() -> bool {
    let names: &[&str] = if cfg!(target_os = "linux") { &["DISPLAY", "WAYLAND_DISPLAY"] } else { &[] };
    names.is_empty() || names.iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

//! `cargo xtask test`: everything CI runs.

use std::process::Command;
use std::time::Instant;

use crate::{cargo, needs, node, run as run_command};

fn run_step(name: &str, command: &mut Command, problem: &str) -> Result<(), String> {
    step(name, || run_command(command, problem))
}

fn step(name: &str, run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("\n== {name}");
    let begin = Instant::now();
    run()?;
    println!("== {name}: fine, {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

pub fn run() -> Result<(), String> {
    for (component, package) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !is_there(component) {
            return Err(format!("cargo {component} is not installed: `rustup component add {package}`"));
        }
    }
    let path = needs::all()?;
    run_step("format", &mut cargo(&["fmt", "--all", "--check"]), "`cargo fmt --all` puts it right")?;
    step("types of scripts", node::check_types)?;
    run_step(
        "clippy",
        &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]),
        "clippy has something to say",
    )?;
    run_step(
        "docs",
        cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
        "the documentation has a mistake",
    )?;
    let problem = "a test failed";
    if is_there("nextest") {
        // The examples in the docs, which nextest leaves out, go first, so that
        // the last line is the count of all the others.
        run_step("tests in the docs", &mut cargo(&["test", "--workspace", "--doc", "--quiet"]), problem)?;
        let all = ["nextest", "run", "--workspace", "--no-fail-fast"];
        run_step("tests", cargo(&all).env("PATH", path), problem)
    } else {
        run_step("tests", cargo(&["test", "--workspace", "--no-fail-fast"]).env("PATH", path), problem)
    }
}

fn is_there(subcommand: &str) -> bool {
    needs::answers(&mut cargo(&[subcommand, "--version"]))
}

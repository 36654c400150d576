//! `cargo xtask …`: the project's own chores. `cargo xtask help` lists them.

mod golden;
mod needs;
mod node;
mod strength;
mod test;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask test              everything CI runs: format, clippy, docs, all tests
cargo xtask needs             only install what the tests need, as `test` does first
cargo xtask bench [WORD]      speed of the rules, players, referee and tournaments beside
                              yardsticks; with a word, only lines that contain it
cargo xtask bench web         how the server bears 500 to 2,000 spectators, and how large the
                              first page is: a load tool of clients on this machine
cargo xtask strength [GAME]   play all built-in players against each other and write
                              docs/strength.md; stopped, it goes on where it was
cargo xtask golden GAME|all   play the golden games again and overwrite their files:
                              only on purpose, when the rules or the record change
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["test"] => test::run(),
        ["needs"] => needs::all().map(drop),
        ["bench", words @ ..] => bench(words),
        ["strength", games @ ..] => strength::measure(games),
        ["golden", game] => golden::write(game),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("expected one of these:\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {}", problem.trim_end());
            ExitCode::FAILURE
        }
    }
}

/// Runs the benchmark in the profile that users build.
fn bench(words: &[&str]) -> Result<(), String> {
    let benches = [
        ("gridiron-ai", "speed"),
        ("gridiron-ai", "search"),
        ("gridiron-ai", "endgame"),
        ("gridiron-league", "referee"),
        ("gridiron-league", "tournament"),
        ("gridiron-league", "games"),
        ("gridiron", "web"),
    ];
    // All lines of the server's begin with this word: nothing else need be built.
    let is_wanted = |package: &str| !words.contains(&"web") || package == "gridiron";
    for (package, bench) in benches.into_iter().filter(|(package, _)| is_wanted(package)) {
        let mut command = cargo(&["bench", "--quiet", "--package", package, "--bench", bench, "--"]);
        run(command.args(words), "the benchmark did not run through")?;
        println!();
    }
    Ok(())
}

/// `cargo` at the root of the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The root of the workspace.
fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map(PathBuf::from).unwrap_or(manifest)
}

/// Runs a command; `problem` says what it means if that fails.
fn run(command: &mut Command, problem: &str) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{problem} ({status})")),
        Err(error) => Err(format!("cannot run {name}: {error}")),
    }
}

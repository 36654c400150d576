//! The examples run to their end.

#[path = "../examples/hidden_information.rs"]
mod hidden_information;

#[allow(dead_code, reason = "its main reads the arguments of the process")]
#[path = "../examples/million_games.rs"]
mod million_games;

#[test]
fn hidden_information_runs() {
    hidden_information::main().expect("it plays a whole game");
}

#[test]
fn million_games_runs_with_fewer() {
    million_games::run(20);
}

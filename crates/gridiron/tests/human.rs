//! People at the terminal, with a pipe in their place: whole games with mistakes
//! in between, and what must never be shown.

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{stderr, stdout};
use games::{ActionForm, Seat, Status, Transition, Viewpoint};
use serde_json::Value;

/// Plays with these lines typed, then the end of the input.
fn type_in(folder: &Path, arguments: &str, lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let lines = lines.to_string();
    // On a thread: neither process may wait for the other with a full pipe. The
    // program may end before it has read everything.
    let typing = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    typing.join().expect("all was typed");
    output
}

fn gridiron(folder: &Path, arguments: &str) -> Output {
    type_in(folder, arguments, "")
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a record")).expect("JSON")
}

/// What a built-in player of the same game did, to be typed by a person.
fn lines_of(folder: &Path, arguments: &str, seats: &[u64]) -> Vec<(u64, String)> {
    let output = gridiron(folder, &format!("play {arguments} --quiet --record model.json"));
    assert_eq!(output.status.code(), Some(0), "{arguments}: {}", stderr(&output));
    let record = read(&folder.join("model.json"));
    let actions = record["actions"].as_array().expect("actions").iter();
    let asked = actions.filter(|action| action["by"].is_null());
    let asked = asked.map(|action| (action["seat"].as_u64().expect("a seat"), action["action"].clone()));
    let own = asked.filter(|(seat, _)| seats.contains(seat));
    own.map(|(seat, action)| (seat, action.as_str().expect("text").to_string())).collect()
}

/// The same game typed by people ends as it ended without them, whatever else
/// they type in between.
#[test]
fn whole_games_with_mistakes_in_between() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let cases: &[(&str, &str, &str, &str, &[u64])] = &[
        ("virus", "greedy first", "human first", "--seed 1", &[0]),
        ("virus", "greedy random", "greedy human", "--seed 2 --rules size=5,opening_plies=4", &[1]),
        ("virus", "random greedy", "human human", "--seed 3 --rules size=7", &[0, 1]),
        ("conga", "random random", "human random", "--seed 1", &[0]),
        ("conga", "random random", "human human", "--seed 2 --rules stones=4", &[0, 1]),
        ("plantation", "random random", "human random", "--seed 1 --rules max_turns=20", &[0]),
        ("plantation", "random random:scout=9", "random human", "--seed 2 --rules rows=5,cols=5", &[1]),
        ("plantation", "random random", "human random", "--seed 4 --rules rows=13,cols=6,max_turns=9", &[0]),
    ];
    for (game, model, players, rules, seats) in cases {
        let mistakes =
            ["\n", "help\n", "undo\n", "board\n", "seen\n", "moves\n", "history\n", "99 99\n", "what\n"];
        let mut lines = String::new();
        for (at, (_, line)) in lines_of(path, &format!("{game} {model} {rules}"), seats).iter().enumerate() {
            lines.push_str(mistakes[at % mistakes.len()]);
            // In whatever way people write it.
            let line = if at % 3 == 0 { line.to_uppercase().replace(' ', ",") } else { line.clone() };
            lines.push_str(&format!("{line}\n"));
        }
        let line = format!("play {game} {players} {rules} --record typed.json");
        let output = type_in(path, &line, &lines);
        let printed = format!("{line}\n{}\n{}", stdout(&output), stderr(&output));
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{printed}");
        assert!(!printed.contains('\x1b'), "no terminal, no colours: {printed}");
        let (model, typed) = (read(&path.join("model.json")), read(&path.join("typed.json")));
        for key in ["start", "final", "outcome", "seed"] {
            assert_eq!(model[key], typed[key], "{key}: {printed}");
        }
        let verified = gridiron(path, "replay --verify typed.json");
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        for seat in [0, 1] {
            let player = &typed["players"][seat];
            let is_human = player["name"] == "human";
            assert_eq!(is_human, seats.contains(&(seat as u64)), "{printed}");
            assert!(!is_human || player["clock"].is_null() || player["clock"] == "none", "{printed}");
        }
    }
}

/// A person has no clock unless it is asked for, a bot keeps its own.
#[test]
fn clocks_are_for_those_who_want_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let game = "play virus human first --seed 1 --rules size=3 --record a.json";
    let typed: String =
        (0..3).flat_map(|row| (0..3).map(move |col| format!("{row} {col}\n"))).collect::<String>().repeat(3);
    let clocks = |arguments: &str| {
        let output = type_in(path, &format!("{game}{arguments}"), &typed);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}{}", stdout(&output), stderr(&output));
        let record = read(&path.join("a.json"));
        let prompt = stdout(&output).contains("on the clock> ");
        ([record["players"][0]["clock"].clone(), record["players"][1]["clock"].clone()], record, prompt)
    };
    let (players, record, prompt) = clocks("");
    assert_eq!(players, ["none", "10/move"]);
    assert_eq!(record["clock"], "none");
    assert!(!prompt);
    let (players, record, prompt) = clocks(" --clock 600/move");
    assert_eq!((players, record["clock"].as_str()), ([Value::Null, Value::Null], Some("600/move")));
    assert!(prompt);
    let (players, _, prompt) = clocks(" --clock-b 60+1");
    assert!(players == ["none", "60+1"] && !prompt);
    let (players, _, prompt) = clocks(" --clock-a 60+1 --clock-by wall");
    assert!(players == ["60+1", "10/move"] && prompt);
}

/// Time runs for a person who is given a clock, by the wall in any case.
#[test]
fn out_of_time_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    for charge in ["cpu", "wall"].into_iter().filter(|by| cfg!(target_os = "linux") || *by == "wall") {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            .args(["play", "conga", "human", "random", "--clock-a", "0.01", "--record", "a.json"])
            .args(["--clock-by", charge])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Open, and no line is typed.
        let input = child.stdin.take();
        let output = child.wait_with_output().expect("it ends");
        drop(input);
        assert_eq!(output.status.code(), Some(0));
        let printed = stdout(&output);
        assert!(
            printed
                .contains("Disc ran out of time: its 0.01 s for the game are used up: no move within 0.0 s"),
            "{printed}"
        );
        assert_eq!(printed.matches("● Disc: ").count(), 1, "{printed}");
        let record = read(&folder.path().join("a.json"));
        assert_eq!((&record["outcome"]["cause"], &record["outcome"]["winner"]), (&"time".into(), &1.into()));
        assert_eq!(gridiron(folder.path(), "replay --verify a.json").status.code(), Some(0));
    }
}

/// A person who leaves has not lost: nothing is recorded, and the exit code is that
/// of an interruption.
#[test]
fn leaving_is_an_interruption_and_the_end_of_the_input_a_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (arguments, typed, expected) in [
        ("virus human random", "", "the input has ended"),
        ("virus human random", "quit\n", "you left"),
        ("conga random human", "moves\nQ", "you left"),
        ("conga human human", "1 4 2 4\nexit\n", "you left"),
        ("plantation human random", "s 5 5\nrules\nhistory\nquit\n", "you left"),
        ("plantation human random", "s 5 5\ns 5 5", "the input has ended"),
        ("plantation human human", "", "the input has ended"),
        ("plantation human human", "quit\n", "you left"),
        ("plantation human human", "\ns 1 1\ns 2 2\ns 3 3\n", "the input has ended"),
        ("plantation human human", "\ns 1 1\ns 2 2\ns 3 3\nquit\n", "you left"),
        ("plantation human human --quiet", "\ns 1 1\ns 2 2\ns 3 3\n\n\n", "the input has ended"),
    ] {
        let output = type_in(path, &format!("play {arguments} --seed 1 --record a.json"), typed);
        let error = stderr(&output);
        let code = if expected == "you left" { 130 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{arguments}, {typed:?}: {error}");
        let line = format!("gridiron: {expected}: the game does not count, and is not recorded\n");
        assert_eq!(error, line, "{arguments}, {typed:?}");
        assert_eq!(fs::read_dir(path).expect("a folder").count(), 0, "nothing is recorded");
    }
}

/// Mistakes are explained and asked again; nothing is played.
#[test]
fn mistakes_are_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, typed, expected) in [
        ("virus", "xyzzy", "unknown command `xyzzy`: type `help` for a list"),
        ("virus", "mvoes", "unknown command `mvoes`: did you mean `moves`?"),
        ("virus", "4", "expected 2 integers as in `4 7` or `pass`, got 1 word"),
        ("virus", "4 99", "row 4, column 99 is off the board"),
        ("virus", "0 0", "row 0, column 0 is taken"),
        ("virus", "5 5", "row 5, column 5 is next to none of your stones"),
        ("conga", "1 4", "expected 4 integers as in `1 4 2 4`, got 2 words"),
        ("conga", "1 4 0 4", "0 4 is off the board: x and y are 1 to 4"),
        ("conga", "4 1 3 1", "4 1 holds no stones of yours"),
        ("conga", "undo", "there is no undo: what is played counts"),
        ("conga", "resign", "you cannot resign: `quit` leaves, and the game does not count"),
        ("conga", "HINT", "there are no hints: `moves` lists what you can do"),
        ("conga", "moves now", "`moves` takes no words after it: type `moves` alone"),
        ("virus", "quit now", "`quit` takes no words after it: type `quit` alone"),
        ("conga", "\u{1b}[2J", "arrow keys are not supported: type words and numbers"),
        ("plantation", "plnat 3 1", "unknown command `plnat`: did you mean `plant`?"),
        ("plantation", "p 3", "expected 2 integers as in `plant 3 1`, got 1 word"),
        ("plantation", "f 5 5", "row 5, column 5 is not yours: only your own tiles grow"),
        ("plantation", "p 5 5", "row 5, column 5 is not beside a tile of yours"),
        ("plantation", "s 11 0", "row 11, column 0 is off the board: rows are 0 to 10, columns 0 to 10"),
        ("plantation", "history", "you have not played yet"),
        ("conga", "history", "nothing has been played yet"),
        ("conga", "pass", "you cannot pass in conga"),
        ("plantation", "seen", "nothing discovered yet"),
    ] {
        let output =
            type_in(folder.path(), &format!("play {game} human random --seed 2"), &format!("{typed}\n"));
        let printed = stdout(&output);
        assert!(printed.contains(&format!("\n  {expected}")), "{game}, {typed}: {printed}");
        let prompts = printed.lines().filter(|line| line.contains(", turn 1") && line.contains("> "));
        assert_eq!(prompts.count(), 2, "asked again in the same turn: {printed}");
    }
    let typed = "s 5 5\ns 5 5\nb 5 5\n";
    let printed = stdout(&type_in(folder.path(), "play plantation human random --seed 2", typed));
    assert!(printed.contains("bomb takes 2 moves and 1 move is left"), "{printed}");
}

/// The page `moves` names exactly the actions that the rules do not object to: all
/// that can be written are tried.
#[test]
fn moves_are_what_the_rules_allow() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, rules, typed) in [
        ("virus", "size=5", ""),
        ("conga", "stones=4", ""),
        ("plantation", "rows=4,cols=4", ""),
        ("plantation", "rows=7,cols=7", "fertilise"),
        ("plantation", "rows=7,cols=7,moves_per_turn=2", "fertilise"),
    ] {
        let entry = games::find(game).expect("a game");
        let options = entry.read_options(rules).expect("options");
        let mut session = entry.start(options, 3).expect("a start");
        assert_eq!(session.status().seat(), Some(Seat::Zero), "{game}: the person begins");
        let grid = session.grid(Viewpoint::Seat(Seat::Zero));
        let squares = (0..grid.cells.len()).map(|cell| (grid.name(cell), grid.cells[cell].owner));
        let (own, others): (Vec<_>, Vec<_>) = squares.partition(|(_, owner)| *owner == Some(Seat::Zero));
        let names = |of: &[(String, _)]| of.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>();
        let (own, others) = (names(&own), names(&others));
        let all = [own.clone(), others.clone()].concat();
        let mut lines = String::from("moves\n");
        if !typed.is_empty() {
            let line = format!("{typed} {}", own[0]);
            assert!(matches!(session.submit(&line), Transition::Played(_)));
            lines.insert_str(0, &format!("{line}\n"));
        }
        let command = format!("play {game} human random --seed 3 --rules {rules}");
        let printed = stdout(&type_in(folder.path(), &command, &lines));
        let (_, page) = printed.split_once("> moves\n").expect("the page");
        let page: Vec<&str> = page.lines().take_while(|line| line.starts_with("  ")).collect();
        let label = |form: &ActionForm| if form.word.is_empty() { form.rest } else { form.word };
        let widest = entry.forms.iter().map(|form| label(form).len()).max().unwrap_or(0);
        let continued = format!("\n{:1$}", "", widest + 4);
        let page = page.join("\n").replace(&continued, " · ");
        let mut named: Vec<String> = Vec::new();
        let mut lines = page.lines();
        for form in entry.forms {
            let line = lines.next().expect("a line for each form");
            let text = line.trim().strip_prefix(label(form)).expect("the word").trim();
            let (targets, sources) = text.split_once(", from ").unwrap_or((text, ""));
            let targets: Vec<String> = match targets {
                "any square" => all.clone(),
                "any square but your own" => others.clone(),
                none if none.starts_with("not now: ") => Vec::new(),
                list => list.split(" · ").map(String::from).collect(),
            };
            for (target, source) in targets.iter().flat_map(|t| sources.split(" · ").map(move |s| (t, s))) {
                named.push(format!("{} {target} {source}", form.word).trim().to_string());
            }
        }
        let tried = entry.forms.iter().flat_map(|form| {
            let squares = form.rest.split_whitespace().count() / 2;
            let begin = vec![form.word.to_string()];
            (0..squares).fold(begin, |lines, _| {
                lines.iter().flat_map(|line| all.iter().map(move |name| format!("{line} {name}"))).collect()
            })
        });
        let tried = tried.map(|line| line.trim().to_string());
        let mut allowed: Vec<String> = tried.filter(|line| session.objection(line).is_none()).collect();
        allowed.sort();
        named.sort();
        assert_eq!(named, allowed, "{command}: {page}");
    }
}

/// Before the end nothing is shown that the person may not know: every board is
/// the one that follows from the person's own tiles and answers.
#[test]
fn hidden_tiles_stay_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let rules = "--seed 5 --rules max_turns=25";
    let model =
        format!("plantation random:scout=0,spray=0,bomb=0,colonise=0 random:plant=50,colonise=9 {rules}");
    let lines = lines_of(path, &model, &[0]);
    let typed: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    let arguments = format!("play plantation human random:plant=50,colonise=9 {rules}");
    let printed = stdout(&type_in(path, &arguments, &typed));
    let (during, end) = printed.rsplit_once("left> ").expect("prompts");
    // The person only ever planted and fertilised, so there is no Minus to see
    // but by `occupied`, which the answer itself tells.
    let known: Vec<&str> = during.lines().filter_map(|line| line.split("-> occupied ").nth(1)).collect();
    let boards = during.lines().filter(|line| line.len() > 4 && line[..3].trim().parse::<u32>().is_ok());
    let mut count = 0;
    for line in boards {
        let cells = line[3..].split_whitespace().take(11);
        let enemies: Vec<&str> = cells.filter(|cell| cell.starts_with('-')).collect();
        assert!(enemies.iter().all(|enemy| known.contains(enemy)), "{line}");
        count += 1;
    }
    assert!(count > 11 * 20, "{printed}");
    assert!(!during.contains("colonise ") && !during.contains("seed"), "{during}");
    assert!(end.contains("Minus: ") && end.contains("the seed was 5") && end.contains("-1"), "{end}");
}

/// Own tiles and answers are all there is: with another opponent who answers the
/// same, the screen is the same.
#[test]
fn the_screen_depends_on_own_answers_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "--seed 5 --rules max_turns=4";
    let screen = |opponent: &str| {
        let typed = "s 2 2\ns 3 3\nf 99 99\nmoves\nhistory\nseen\ns 5 5\ns 5 5\ns 5 5\ns 5 5\nquit\n";
        let output = type_in(folder.path(), &format!("play plantation human {opponent} {rules}"), typed);
        stdout(&output).replace(opponent, "")
    };
    // Neither comes as far as the middle so soon, nor takes anything away.
    let first = screen("random:plant=0,colonise=0,spray=0,bomb=0");
    let second = screen("random:fertilise=0,colonise=0,spray=0,bomb=0");
    assert_eq!(first, second);
}

/// What was discovered is drawn where it was, with its age.
#[test]
fn what_was_found_out_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let entry = games::find("plantation").expect("a game");
    let mut session = entry.start(entry.read_options("cols=4,rows=4").expect("options"), 5).expect("a board");
    let truth = session.grid(Viewpoint::All);
    let square = truth.cells.iter().position(|cell| cell.owner == Some(Seat::One)).expect("a tile");
    let name = truth.name(square);
    let Transition::Played(played) = session.submit(&format!("scout {name}")) else {
        panic!("commands end no game")
    };
    assert!(played.sightings.len() >= 4 && matches!(session.status(), Status::ToAct { .. }));
    let typed = format!("s {name}\nboard\ns {name}\nf 9 9\nseen\ns 0 0\nseen\n");
    let arguments = "play plantation human random:fertilise=0,plant=0,colonise=0,spray=0,bomb=0";
    let printed =
        stdout(&type_in(folder.path(), &format!("{arguments} --seed 5 --rules cols=4,rows=4"), &typed));
    let (row, col) = name.split_once(' ').expect("two numbers");
    assert!(printed.contains(&format!("  {row}  {col}   -1  this turn")), "{printed}");
    assert!(printed.contains(&format!("  {row}  {col}   -1  1 turn ago")), "{printed}");
    assert!(printed.contains("-1 on ") && printed.contains("empty: "), "{printed}");
    assert!(printed.contains("Minus: 0 seen") && !printed.contains("Minus: 3\n"), "{printed}");
}

/// No question follows the opponent's last turn, but what it took is told.
#[cfg(target_os = "linux")]
#[test]
fn the_last_losses_are_told() {
    let bot = "import sys\nfor line in sys.stdin:\n  if line.startswith('go'):\n    print('bomb 0 0', flush=True)\n";
    let folder = common::folder_with(&[("bomber.py", bot)]);
    let arguments = "play plantation human bomber.py --seed 2 --rules rows=4,cols=5,max_turns=1";
    let output = type_in(folder.path(), arguments, "f 0 0\nf 0 0\nf 0 0\n");
    let printed = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{printed}{}", stderr(&output));
    let (_, end) = printed.rsplit_once("1 move left> ").expect("a prompt");
    assert!(end.contains("You were hit: 0 0 is lost (+4)\n"), "{printed}");
}

/// Two people at one board: each sees its own view, with a page between them.
#[test]
fn two_people_look_away_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let rules = "--seed 3 --rules max_turns=2,rows=5,cols=5";
    let lines = lines_of(
        path,
        &format!("plantation random:spray=0,bomb=0,colonise=0 random:spray=0,bomb=0,colonise=0 {rules}"),
        &[0, 1],
    );
    // What is typed before the board is shown is not played.
    let mut typed = String::from("scout 1 1\nmoves\n\n");
    for (at, (seat, line)) in lines.iter().enumerate() {
        if at > 0 && lines[at - 1].0 != *seat {
            typed.push_str("\n\n");
        }
        typed.push_str(&format!("{line}\n"));
    }
    let output = type_in(path, &format!("play plantation human human {rules} --record a.json"), &typed);
    let printed = stdout(&output);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{printed}");
    assert!(
        printed.contains("Plus, it is your turn: press Enter when the other is not looking"),
        "{printed}"
    );
    assert!(
        printed.contains("Minus, it is your turn: press Enter when the other is not looking"),
        "{printed}"
    );
    assert_eq!(printed.matches("nothing was played: press Enter alone first").count(), 2, "{printed}");
    let page = "\n".repeat(50);
    let views: Vec<&str> = printed.split(&page).map(str::trim_start).collect();
    assert_eq!(views.len(), 4, "{printed}");
    for (at, view) in views.iter().enumerate().take(3) {
        let (own, other) = if at % 2 == 0 { ("Plus", '-') } else { ("Minus", '+') };
        assert!(view.contains(&format!("{own}, turn {} of 2, 3 moves left> ", at / 2 + 1)), "{view}");
        // What is the other's is seen only as far as it was found.
        let cells = view.lines().filter(|line| line.starts_with("  ") && line.contains('·'));
        let shown = cells.flat_map(|line| line[3..].split_whitespace().take(5));
        let others = shown.filter(|cell| cell.starts_with(other)).count();
        assert!(others == 0 || view.contains("occupied"), "{view}");
    }
    assert_eq!(gridiron(path, "replay --verify a.json").status.code(), Some(0));
}

/// Starts a command on a terminal. Waits for each text in turn and types the line below
/// it, all at once. Prints the screen.
#[cfg(target_os = "linux")]
const AT_A_TERMINAL: &str = "
import os, pty, signal, sys
signal.alarm(120)  # A text that never comes must not hold up the tests for ever.
steps = sys.argv[1].split('|')
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
screen = seen = b''
try:
    for text, line in zip(steps[::2], steps[1::2]):
        while text.encode() not in seen:
            chunk = os.read(terminal, 65536)
            screen, seen = screen + chunk, seen + chunk
        seen = seen.split(text.encode(), 1)[1]
        os.write(terminal, line.replace('/', '\\n').encode())
    while chunk := os.read(terminal, 65536):
        screen += chunk
except OSError:
    pass
sys.stdout.buffer.write(screen.replace(b'\\r', b''))
";

/// A second Enter in the same moment does not show the next board to the wrong person.
#[cfg(target_os = "linux")]
#[test]
fn a_double_enter_reveals_nothing() {
    let steps = "it is your turn: press Enter|/|moves left> |scout 1 1/|moves left> |scout 1 1/|\
                 move left> |scout 1 1/|to hide your board|//|Minus, it is your turn: press Enter|scout 2 2/|\
                 nothing was played|quit/";
    let game = "play plantation human human --rules rows=5,cols=5 --seed 3";
    let output = Command::new("python3")
        .args(["-c", AT_A_TERMINAL, steps, env!("CARGO_BIN_EXE_gridiron")])
        .args(game.split(' '))
        .envs([("TERM", "xterm"), ("NO_COLOR", "1")])
        .output()
        .expect("Python runs");
    let screen = stdout(&output);
    assert!(screen.contains("you left: the game does not count"), "{screen}{}", stderr(&output));
    assert!(!screen.contains("Minus, turn 1"), "Minus has not looked at the screen yet: {screen}");
}

/// Where nothing is hidden no player has to look away, and every board is shown once.
#[test]
fn boards_are_shown_once() {
    let folder = tempfile::tempdir().expect("a folder");
    for (players, typed, boards) in
        [("human human", "1 4 2 4\n4 1 3 1\n", 3), ("human random", "1 4 2 4\n", 2), ("random human", "", 1)]
    {
        let printed = stdout(&type_in(folder.path(), &format!("play conga {players} --seed 1"), typed));
        assert_eq!(printed.matches("● Disc: ").count(), boards, "{printed}");
        assert!(!printed.contains("press Enter"), "{printed}");
        let moves = printed.lines().filter(|line| line.starts_with("turn ")).count();
        assert_eq!(moves, usize::from(players != "human human"), "the bot's: {printed}");
    }
    let printed = stdout(&type_in(folder.path(), "play conga human random --seed 1 --quiet", "1 4 2 4\n"));
    assert_eq!((printed.matches("● Disc: ").count(), printed.contains("against")), (2, false), "{printed}");
}

#[test]
fn matches_are_not_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = gridiron(folder.path(), "match virus random human");
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(error.contains("`gridiron play virus human random`") && error.lines().count() == 1, "{error}");
    assert!(stdout(&gridiron(folder.path(), "players virus")).contains("human"));
}

/// Ctrl-C while a player thinks.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_is_noticed_while_waiting() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(["play", "virus", "human", "human", "--seed", "1", "--record", "a.json"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    // The prompt has no end of line; the board before it does.
    let mut line = String::new();
    while !line.contains("player 2: ") {
        line.clear();
        output.read_line(&mut line).expect("text");
    }
    let pid = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
    assert!(killed.success());
    let ended = child.wait_with_output().expect("it ends");
    drop(input);
    let error = "gridiron: interrupted: the game does not count, and is not recorded\n";
    assert_eq!((ended.status.code(), stderr(&ended).as_str()), (Some(130), error));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

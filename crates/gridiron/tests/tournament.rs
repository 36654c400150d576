//! Tournaments as their organisers meet them: what works, what goes wrong, and
//! what people are told.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use league::store::{Outcome, Store, packing};
use serde_json::{Value, json};

fn gridiron(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn tournament(folder: &Path, arguments: &[&str]) -> Output {
    gridiron(folder).arg("tournament").args(arguments).output().expect("it starts")
}

/// Exit code, standard output and standard error.
fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Runs what must work.
fn works(folder: &Path, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = told(&tournament(folder, arguments));
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{arguments:?}: {stdout}");
    stdout
}

/// Runs what must fail with this code, and gives the one line that says why.
fn fails(folder: &Path, arguments: &[&str], expected: i32) -> String {
    let (code, stdout, stderr) = told(&tournament(folder, arguments));
    assert_eq!(code, Some(expected), "{arguments:?}: {stdout}{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    let [line] = lines.as_slice() else { panic!("{arguments:?}: {stderr}") };
    line.strip_prefix("gridiron: ").expect("it says who speaks").to_string()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
}

/// A bot that always takes the last of its moves.
const LAST: &str = "import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'go':
        print(words[-1], flush=True)
";

/// A tournament of Virus on a small board with these further lines.
fn file(settings: &str, players: &[&str]) -> String {
    let players = players.iter().map(|bot| format!("[[players]]\nbot = \"{bot}\"\n"));
    let players: String = players.collect();
    let (top, sandbox) = settings.split_once("[sandbox]").unwrap_or((settings, ""));
    format!("game = \"virus\"\n{top}\n[rules]\nsize = 5\n[sandbox]\n{sandbox}\n{players}")
}

#[test]
fn a_file_to_begin_with_is_written_and_runs_as_it_is() {
    for game in &games::GAMES {
        let folder = folder();
        let folder = folder.path();
        let stdout = works(folder, &["--init", game.name]);
        let command = format!("gridiron tournament {}.toml", game.name);
        assert!(stdout.contains(&command), "{stdout}");
        let again = fails(folder, &["--init", game.name], 1);
        assert!(again.contains("is there already"), "{again}");
        let name = format!("{}.toml", game.name);
        let stdout = works(folder, &[&name]);
        assert!(
            stdout.contains("all 10 pairs are played") || stdout.contains("all 30 pairs are played"),
            "{stdout}"
        );
        let report = fs::read_to_string(folder.join(format!("{}.html", game.name))).expect("a report");
        assert!(report.starts_with("<!doctype html>") || report.starts_with("<!DOCTYPE html>"));
        // The same command again says the same and plays nothing.
        assert_eq!(works(folder, &[&name]), stdout);
    }
    assert!(fails(folder().path(), &["--init", "virsu"], 2).contains("did you mean `virus`?"));
}

#[test]
fn without_a_file_the_same_command_goes_on() {
    let folder = folder();
    let folder = folder.path();
    let command = ["virus", "greedy", "random", "first", "--pairs", "3", "--rules", "size=5"];
    let stdout = works(folder, &command);
    assert!(stdout.contains("all 9 pairs are played"), "{stdout}");
    let stores = || {
        let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name());
        files.map(|name| name.into_string().expect("a name")).collect::<BTreeSet<String>>()
    };
    let before = stores();
    assert_eq!(before.len(), 1, "{before:?}");
    assert_eq!(works(folder, &command), stdout);
    assert_eq!(stores(), before);
    // More pairs are the same tournament, other rules are another one.
    let more = works(folder, &["virus", "greedy", "random", "first", "--pairs", "4", "--rules", "size=5"]);
    assert!(more.contains("all 12 pairs are played"), "{more}");
    assert_eq!(stores(), before);
    works(folder, &["virus", "greedy", "random", "first", "--pairs", "4", "--rules", "size=6"]);
    assert_eq!(stores().len(), 2);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let folder = folder();
    let folder = folder.path();
    let good = file("pairs = 1", &["greedy", "first"]);
    for (from, to, expected) in [
        ("pairs = 1", "paris = 1", "line 2, column 1: unknown key `paris`: did you mean `pairs`?"),
        ("pairs = 1", "pairs = 0", "line 2, column 9: pairs: expected a number from 1 to 4294967295"),
        ("pairs = 1", "pairs = -1", "line 2, column 9: pairs: expected a number from 1 to 4294967295"),
        ("pairs = 1", "pairs = 'ten'", "line 2, column 9: invalid type: string \"ten\", expected i64"),
        ("pairs = 1", "rounds = 3", "line 2, column 10: rounds: a round-robin tournament has no such thing"),
        (
            "pairs = 1",
            "format = 'swis'",
            "line 2, column 10: format: unknown format `swis`: did you mean `swiss`?",
        ),
        ("pairs = 1", "clock = 'fast'", "line 2, column 9: clock: "),
        ("pairs = 1", "clock_by = 'sun'", "line 2, column 12: clock_by: expected cpu or wall"),
        ("pairs = 1", "records = 'some'", "line 2, column 11: records: expected all, faults or none"),
        (
            "pairs = 1",
            "rank_by = 'elos'",
            "line 2, column 11: rank_by: unknown order `elos`: did you mean `elo`?",
        ),
        ("pairs = 1", "pairs = = 1", "line 2, column 9: "),
        ("pairs = 1", "store = ''", "line 2, column 9: store: expected the name of a file or folder"),
        ("\"virus\"", "\"virsu\"", "line 1, column 8: game: unknown game `virsu`: did you mean `virus`?"),
        ("game = \"virus\"", "", "missing field `game`"),
        ("size = 5", "size = 50", "rules: size=50: expected 3 to 11"),
        ("size = 5", "sise = 5", "rules: unknown option `sise`: did you mean `size`?"),
        (
            "[sandbox]",
            "[sandbox]\nlevel = 'none'",
            "line 6, column 9: level: no sandbox at all is `trust_bots = true`",
        ),
        ("[sandbox]", "[sandbox]\nmemory = '512'", "line 6, column 10: memory: expected a size"),
        ("\"first\"", "\"frist\"", "line 10, column 7: unknown player `frist`"),
        ("\"first\"", "\"bots/none.py\"", "line 10, column 7: "),
        ("\"first\"", "\"human\"", "line 10, column 7: a tournament is for programs"),
        ("\"first\"", "\"greedy\"", "line 10, column 7: two players are called greedy"),
        ("bot = \"first\"", "bto = \"first\"", "line 10, column 1: unknown key `bto`: did you mean `bot`?"),
        ("bot = \"first\"", "bot = \"first\"\nname = ''", "line 11, column 8: name: expected a name"),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        write(folder, "cup.toml", &bad);
        let line = fails(folder, &["cup.toml"], 2);
        assert!(line.starts_with("cup.toml, ") && line.contains(expected), "{to}: {line}");
    }
    write(folder, "cup.toml", &file("", &["greedy"]));
    assert!(fails(folder, &["cup.toml"], 2).contains("needs two players at least"));
    write(folder, "cup.toml", &good);
    write(folder, "no-folder", "a text");
    fs::create_dir(folder.join("sub")).expect("a folder");
    for (arguments, code, expected) in [
        (&["none.toml"][..], 1, "cannot read none.toml: No such file"),
        (&["virsu", "greedy", "first"], 2, "unknown game `virsu`: did you mean `virus`?"),
        (&["virus", "greedy"], 2, "needs two players at least"),
        (&["virus", "greedy", "frist"], 2, "unknown player `frist`"),
        (&["virus", "greedy", "greedy"], 2, "two players are called greedy"),
        (&["virus", "greedy", "first", "--format", "ladders"], 2, "did you mean `ladder`?"),
        (
            &["virus", "greedy", "first", "--rounds", "3"],
            2,
            "--rounds: a round-robin tournament has no such thing",
        ),
        (&["cup.toml", "--pairs", "3"], 2, "--pairs: with a file this is said there"),
        (&["cup.toml", "--memory", "1GB"], 2, "--memory: with a file this is said there"),
        (&["cup.toml", "greedy"], 2, "players: with a file this is said there"),
        (&["cup.toml", "--report", "."], 1, "cannot write .: it is a folder"),
        (&["cup.toml", "--report", "none/cup.html"], 1, "cannot write none/cup.html: No such file"),
        (&["cup.toml", "--csv", "no-folder"], 1, "cannot write no-folder: "),
        (&["cup.toml", "--csv", "cup.toml"], 1, "cannot write cup.toml: it announces the tournament"),
        (
            &["cup.toml", "--report", "sub/../cup.toml"],
            1,
            "cannot write cup.toml: it announces the tournament",
        ),
        (&["cup.toml", "--report", "cup.db"], 1, "cannot write cup.db: the tournament itself is kept there"),
        (&["cup.toml", "--report", "cup.db-wal"], 1, "the tournament itself is kept there"),
        (
            &["cup.toml", "--report", "a", "--json", "a"],
            1,
            "cannot write a: something else is written there too",
        ),
        (&["cup.toml", "--store", "."], 1, ": it is a folder"),
        (
            &["cup.toml", "--store", "none/cup.db"],
            1,
            "cannot keep the tournament in none/cup.db: No such file",
        ),
        (&["cup.toml", "--store", "cup.toml"], 1, "cannot write cup.toml: it announces the tournament"),
        (&["cup.toml", "--store", "no-folder"], 1, "it is no tournament of Gridiron"),
        (&["cup.toml", "--show"], 1, "cannot read the tournament cup.db: there is no such file"),
        (&[], 2, "the following required arguments were not provided"),
    ] {
        let line = fails(folder, arguments, code);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    assert_eq!(fs::read_to_string(folder.join("cup.toml")).expect("a file"), good, "nobody wrote over it");
}

#[test]
fn every_format_is_played_to_its_end() {
    let players = ["greedy", "first", "random"];
    let named: String = (0..6)
        .map(|at| format!("[[players]]\nname = \"{}{at}\"\nbot = \"{0}\"\n", players[at % 3]))
        .collect();
    for (settings, pairs, expected, expected_stages) in [
        ("format = 'round-robin'\npairs = 2", 30, "round robin, 2 pairs a meeting", &[][..]),
        ("format = 'gauntlet'\npairs = 2\nchallengers = 2", 16, "gauntlet, 2 challengers", &[]),
        ("format = 'swiss'\npairs = 2\nrounds = 3", 18, "round 3", &["round", "round", "round"]),
        (
            "format = 'knockout'\npairs = 2\nfurther_pairs = 0",
            12,
            "semi-final",
            &["quarter-final", "semi-final", "final"],
        ),
    ] {
        let folder = folder();
        let folder = folder.path();
        let text = format!(
            "game = 'virus'\nreport = 'cup.html'\njson = 'cup.json'\n{settings}\n[rules]\nsize = 5\n{named}"
        );
        write(folder, "cup.toml", &text);
        let stdout = works(folder, &["cup.toml"]);
        assert!(
            stdout.contains(&format!("all {pairs} pairs are played")) && stdout.contains(expected),
            "{stdout}"
        );
        let report: Value =
            serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a report")).expect("JSON");
        let rounds = report["rounds"].as_array().expect("rounds").iter();
        let stages: Vec<&str> = rounds.map(|round| round["stage"].as_str().expect("a name")).collect();
        assert_eq!(stages, expected_stages);
        // Whoever ends first, every draw of lots is told once.
        let told: BTreeSet<&str> = stdout.lines().filter(|line| line.contains("lots were drawn")).collect();
        assert_eq!(told.len(), stdout.matches("  by lots").count() + stdout.matches(", by lots").count());
        // Counted once more from the games, of which the report holds all.
        let games = report["games"].as_array().expect("games");
        assert_eq!(games.len(), 2 * pairs);
        for (at, standing) in report["standings"].as_array().expect("standings").iter().enumerate() {
            let at = at as u64;
            let (mut wins, mut draws, mut margin, mut played) = (0, 0, 0, 0);
            for game in games {
                let seat = game["players"].as_array().expect("two").iter().position(|player| *player == at);
                let Some(seat) = seat else { continue };
                played += 1;
                let winner = game["winner"].as_u64();
                wins += u64::from(winner == Some(seat as u64));
                draws += u64::from(winner.is_none());
                let score = game["score"].as_i64().expect("a score");
                margin += if seat == 0 { score } else { -score };
            }
            assert_eq!(standing["score"]["wins"], wins);
            assert_eq!(standing["score"]["draws"], draws);
            assert_eq!(standing["score"]["losses"], played - wins - draws);
            let mean = standing["mean_margin"].as_f64().expect("a number");
            assert!((mean - margin as f64 / played as f64).abs() < 1e-9);
        }
        assert_eq!(works(folder, &["cup.toml"]), stdout, "the same again");
        assert!(works(folder, &["cup.toml", "--show"]).contains("pairs are played"));
    }
}

/// A program that says on standard error which process it is.
const SPEAKING: &str = "import os, sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'go':
        if words[1] == '1':
            print('process', os.getpid(), file=sys.stderr, flush=True)
        print(words[-1], flush=True)
";

#[test]
fn bots_stay_warm_over_games_with_whomever() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "speaking.py", SPEAKING);
    let settings = "pairs = 4\nconcurrency = 1\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["speaking.py", "first", "greedy"]));
    works(folder, &["cup.toml"]);
    let store = Store::look(&folder.join("cup.db")).expect("a store");
    let (mut processes, mut games) = (BTreeSet::new(), 0);
    store
        .each_pair(|number, _| {
            for game in 0..2 {
                let packed = store.record(number, game).expect("a good store").expect("a record");
                let record = packing::unpack(&packed).expect("a record");
                let said = record.actions.iter().filter_map(|action| action.stderr.clone());
                let said: Vec<String> = said.collect();
                games += said.len();
                processes.extend(said);
            }
        })
        .expect("a good store");
    assert_eq!((processes.len(), games), (1, 16), "{processes:?}");
}

#[test]
fn whoever_crashes_on_and_on_is_set_aside_and_the_rest_play() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "broken.py", "raise RuntimeError('not today')\n");
    let settings =
        "pairs = 4\nconcurrency = 1\nset_aside_after = 3\njson = 'cup.json'\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["broken.py", "first", "greedy"]));
    let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml"]));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("broken.py was set aside: it crashed 4 times in a row"), "{stdout}");
    assert!(stderr.contains("set aside: broken.py"), "{stderr}");
    assert!(stdout.contains("all 12 pairs are played") && stdout.contains("gridiron check virus broken.py"));
    let report: Value =
        serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a report")).expect("JSON");
    let last = &report["standings"][2];
    assert_eq!(
        (&last["name"], &last["points"], &last["faults"]["no-start"]),
        (&"broken.py".into(), &0.0.into(), &4.into())
    );
    // For programs as values, and from the store as it was.
    let why = json!({ "reason": "crashes", "times": 4 });
    assert_eq!(last["aside"], why);
    let words = "broken.py was set aside: it crashed 4 times in a row";
    let note = json!({ "kind": "set-aside", "name": "broken.py", "why": why, "words": words });
    assert_eq!(report["notes"], json!([note]));
    assert_eq!(report["about"]["plan"], json!({ "format": "round-robin", "pairs": 4 }));
    assert!(works(folder, &["cup.toml", "--show"]).contains(words));
    // Both others have all points against it, played or not.
    for at in 0..2 {
        assert_eq!(report["crosstable"][at][2]["points"], 8.0);
    }
    let store = Store::look(&folder.join("cup.db")).expect("a store");
    let mut forfeits = 0;
    store
        .each_pair(|_, pair| forfeits += u32::from(matches!(pair.outcome, Outcome::Forfeit(_))))
        .expect("good");
    assert_eq!(forfeits, 6);
}

#[test]
fn two_that_only_crash_are_both_set_aside() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "one.py", "import sys\nsys.stdin.readline()\nraise SystemExit(1)\n");
    write(folder, "two.py", "import sys\nsys.stdin.readline()\nraise SystemExit(2)\n");
    let settings = "pairs = 6\nset_aside_after = 3\nconcurrency = 1\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["one.py", "two.py"]));
    let (code, stdout, _) = told(&tournament(folder, &["cup.toml"]));
    assert_eq!(code, Some(0), "{stdout}");
    assert!(
        ["one.py", "two.py"].iter().any(|bot| stdout.contains(&format!("{bot} was set aside"))),
        "{stdout}"
    );
    assert!(stdout.contains("all 6 pairs are played"), "{stdout}");
}

#[test]
fn what_has_changed_is_asked_about_and_not_mixed() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "bot.py", LAST);
    let settings = "pairs = 2\n[sandbox]\ntrust_bots = true";
    let announced = file(settings, &["bot.py", "first", "greedy"]);
    write(folder, "cup.toml", &announced);
    let before = works(folder, &["cup.toml"]);
    // Another state of the program.
    write(folder, "bot.py", &LAST.replace("words[-1]", "words[-2]"));
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("bot.py has changed since it played 4 pairs: --changed again"), "{line}");
    let again = works(folder, &["cup.toml", "--changed", "again"]);
    assert!(again.contains("all 6 pairs are played"), "{again}");
    assert!(again.contains("bot.py begins again with another version"), "{again}");
    assert_ne!(again, before);
    // Nothing is lost: the old games are kept, and do not count.
    write(folder, "bot.py", LAST);
    let accepted = works(folder, &["cup.toml", "--changed", "accept"]);
    assert!(accepted.contains("bot.py goes on with another version"), "{accepted}");
    // Other rules are another tournament.
    write(folder, "cup.toml", &announced.replace("size = 5", "size = 6"));
    for how in [&["cup.toml", "--changed", "again"][..], &["cup.toml", "--show"]] {
        let line = fails(folder, how, 1);
        assert!(line.contains("cup.db holds another tournament: rules was `size=5"), "{line}");
    }
    // Somebody leaves.
    write(folder, "cup.toml", &file(settings, &["first", "greedy"]));
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("bot.py, which played 4 pairs, is gone"), "{line}");
    let without = works(folder, &["cup.toml", "--changed", "again"]);
    assert!(without.contains("all 2 pairs are played"), "{without}");
    // Rounds hang on what was played.
    write(
        folder,
        "cup.toml",
        &file("format = 'swiss'\nstore = 'swiss.db'\n[sandbox]\ntrust_bots = true", &["bot.py", "first"]),
    );
    works(folder, &["cup.toml"]);
    write(folder, "bot.py", &LAST.replace("words[-1]", "words[-2]"));
    let line = fails(folder, &["cup.toml", "--changed", "again"], 1);
    assert!(line.contains("later rounds hang on those games"), "{line}");
}

#[test]
fn what_a_bot_imports_is_part_of_it_in_a_folder_of_its_own() {
    let folder = folder();
    let folder = folder.path();
    for name in ["anna", "shared"] {
        fs::create_dir(folder.join(name)).expect("a folder");
        write(folder, &format!("{name}/helper.py"), "CHOICE = -1\n");
        let bot =
            LAST.replace("import sys", "import helper, sys").replace("words[-1]", "words[helper.CHOICE]");
        write(folder, &format!("{name}/bot.py"), &bot);
    }
    write(folder, "shared/other.py", LAST);
    let bots = ["anna/bot.py", "shared/bot.py", "shared/other.py"];
    write(folder, "cup.toml", &file("pairs = 1", &bots));
    works(folder, &["cup.toml"]);
    // Where two bots stand in one folder nobody can tell whose a file is.
    write(folder, "shared/helper.py", "CHOICE = -2\n");
    works(folder, &["cup.toml"]);
    write(folder, "anna/helper.py", "CHOICE = -2\n");
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("anna/bot.py has changed since it played 2 pairs"), "{line}");
}

#[test]
fn other_words_and_other_clocks_are_noticed_too() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "bot.py", LAST);
    let cup = |bot: &str, clock: &str| {
        let players = [("X", bot, clock), ("first", "first", "")];
        let players = players
            .map(|(name, bot, clock)| format!("[[players]]\nname = \"{name}\"\nbot = \"{bot}\"\n{clock}\n"));
        write(
            folder,
            "cup.toml",
            &(file("pairs = 1\n[sandbox]\ntrust_bots = true", &[]) + &players.concat()),
        );
    };
    for (bot, other) in [("random", "greedy"), ("python3 bot.py 1", "python3 bot.py 2")] {
        let _ = fs::remove_file(folder.join("cup.db"));
        cup(bot, "");
        works(folder, &["cup.toml"]);
        cup(other, "");
        let line = fails(folder, &["cup.toml"], 1);
        assert!(line.contains("X has changed since it played 1 pair"), "{line}");
        cup(bot, "clock = '1+0'");
        let line = fails(folder, &["cup.toml"], 1);
        assert!(line.contains("clock of X was `10/move` and is `1+0` now"), "{line}");
    }
}

#[test]
fn a_store_is_one_whatever_it_is_called_and_missed_when_it_is_gone() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("pairs = 1000000\nrecords = 'none'", &["first", "greedy"]));
    std::os::unix::fs::symlink("cup.db", folder.join("link.db")).expect("a link");
    let mut running = start(folder, &["cup.toml"]);
    wait_for(&mut BufReader::new(running.stdout.take().expect("a pipe")).lines(), "kept in cup.db");
    let line = fails(folder, &["cup.toml", "--store", "link.db"], 1);
    assert!(line.contains("cup.db is being played by process"), "{line}");
    fs::remove_file(folder.join("cup.db")).expect("a store");
    let mut stderr = String::new();
    running.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    assert_eq!(running.wait().expect("it ends").code(), Some(1));
    assert!(stderr.contains("cup.db was moved or deleted while it was played"), "{stderr}");
}

/// A bot that changes its own file in its sixth game.
const RESTLESS: &str = "import sys
games = 0
for line in sys.stdin:
    words = line.split()
    games += words[0] == 'start'
    if words[0] == 'go':
        if games == 6 and words[1] == '1':
            open(__file__, 'a').write('# another word')
        print(words[-1], flush=True)
";

#[test]
fn a_bot_that_changes_while_it_plays_is_put_off_and_the_rest_play() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "restless.py", RESTLESS);
    let settings = "pairs = 5\nconcurrency = 1\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["restless.py", "first", "greedy"]));
    let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml"]));
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(stderr.contains("the program of restless.py has changed since the tournament began"), "{stderr}");
    // Six games of its own, and all that the others have with each other.
    assert!(stdout.contains("8 of 15 pairs are played"), "{stdout}");
    assert!(fails(folder, &["cup.toml"], 1).contains("restless.py has changed since it played 3 pairs"));
    let (_, stdout, _) = told(&tournament(folder, &["cup.toml", "--changed", "accept"]));
    assert!(stdout.contains("11 of 15 pairs are played"), "{stdout}");
}

#[test]
fn whoever_was_set_aside_can_play_again() {
    let folder = folder();
    let folder = folder.path();
    // It needs a file that is missing at first, outside its own folder.
    let needy = format!("open({:?}).close()\n{LAST}", folder.join("weights.txt"));
    fs::create_dir(folder.join("needy")).expect("a folder");
    write(folder, "needy/bot.py", &needy);
    let settings = "pairs = 3\nset_aside_after = 2\nconcurrency = 1\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["needy/bot.py", "first"]));
    let (code, stdout, _) = told(&tournament(folder, &["cup.toml"]));
    assert!(code == Some(0) && stdout.contains("was set aside"), "{stdout}");
    write(folder, "weights.txt", "");
    assert!(works(folder, &["cup.toml"]).contains("set aside"));
    let line = fails(folder, &["cup.toml", "--again", "nobody"], 1);
    assert!(line.contains("nobody has not played here"), "{line}");
    let again = works(folder, &["cup.toml", "--again", "bot.py"]);
    assert!(again.contains("bot.py begins anew") && again.contains("all 3 pairs are played"), "{again}");
    let row = again.lines().find(|line| line.contains(" bot.py ")).expect("a row");
    assert!(!row.contains("set aside"), "{row}");
}

/// Waits until a line comes that contains this.
fn wait_for(lines: &mut impl Iterator<Item = std::io::Result<String>>, expected: &str) {
    let found = lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(expected));
    assert!(found.is_some(), "no line with `{expected}`");
}

/// A tournament that is being played until it is told to stop.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = gridiron(folder);
    let command = command.arg("tournament").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()));
}

#[test]
fn one_at_a_time_and_a_ladder_takes_newcomers() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("format = 'ladder'\nrecords = 'none'", &["first", "greedy"]));
    let mut ladder = start(folder, &["cup.toml"]);
    let mut stdout = BufReader::new(ladder.stdout.take().expect("a pipe")).lines();
    let mut stderr = BufReader::new(ladder.stderr.take().expect("a pipe")).lines();
    wait_for(&mut stdout, "kept in cup.db");
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("cup.db is being played by"), "{line}");
    // A mistake in the file stops nobody; then somebody joins.
    write(folder, "cup.toml", "game = ");
    wait_for(&mut stderr, "playing on as before");
    write(folder, "cup.toml", &file("format = 'ladder'\nrecords = 'none'", &["first", "greedy", "random"]));
    wait_for(&mut stderr, "new: random");
    // It can be looked at meanwhile.
    while !works(folder, &["cup.toml", "--show", "--json", "now.json"]).contains("3/") {
        let now: Value =
            serde_json::from_slice(&fs::read(folder.join("now.json")).expect("JSON")).expect("JSON");
        let played =
            now["standings"].as_array().expect("standings").iter().filter(|row| row["met"] == 2).count();
        if played == 3 {
            break;
        }
    }
    interrupt(&ladder);
    let mut rest = String::new();
    stdout.for_each(|line| rest.push_str(&line.expect("text")));
    assert_eq!(ladder.wait().expect("it ends").code(), Some(0), "a ladder ends when it is told to");
    assert!(rest.contains("pairs are played; the same command goes on"), "{rest}");
}

#[test]
fn it_is_played_and_reported_although_nobody_reads() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("pairs = 3\nreport = 'cup.html'", &["first", "greedy"]));
    let mut running = start(folder, &["cup.toml"]);
    drop(running.stdout.take());
    assert_eq!(running.wait().expect("it ends").code(), Some(0));
    assert!(folder.join("cup.html").exists());
    assert!(works(folder, &["cup.toml"]).contains("all 3 pairs are played"));
}

#[test]
fn an_interrupted_tournament_says_so_and_goes_on_later() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("pairs = 100000\nrecords = 'none'", &["first", "greedy"]));
    let mut running = start(folder, &["cup.toml"]);
    let mut stdout = BufReader::new(running.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("kept in") {
        line.clear();
        stdout.read_line(&mut line).expect("text");
    }
    interrupt(&running);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(running.wait().expect("it ends").code(), Some(130));
    assert!(rest.contains("of 100000 pairs are played; the same command goes on"), "{rest}");
}

#[test]
fn games_of_a_tournament_can_be_replayed() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("pairs = 3\nconcurrency = 1", &["first", "greedy"]));
    works(folder, &["cup.toml"]);
    let replay = |arguments: &[&str]| {
        let output = gridiron(folder).args(["replay", "cup.db"]).args(arguments).output();
        told(&output.expect("it starts"))
    };
    assert_eq!(replay(&["--verify"]), (Some(0), String::new(), String::new()));
    let (_, all, _) = replay(&["--quiet"]);
    assert_eq!(all.lines().count(), 6, "{all}");
    for number in 1..=6 {
        let (code, one, _) = replay(&["--quiet", "--game", &number.to_string()]);
        assert_eq!((code, one.trim_end()), (Some(0), all.lines().nth(number - 1).expect("a line")));
    }
    let (code, _, stderr) = replay(&["--game", "7"]);
    assert_eq!((code, stderr.contains("has no such game")), (Some(2), true), "{stderr}");
    assert_eq!(replay(&["--game", "0"]).0, Some(2));
    write(folder, "cup.toml", &file("pairs = 3\nrecords = 'none'\nstore = 'none.db'", &["first", "greedy"]));
    works(folder, &["cup.toml"]);
    let none = gridiron(folder).args(["replay", "none.db"]).output().expect("it starts");
    assert!(told(&none).2.contains("no game was kept whole"));
}

/// The number of somebody who is nobody here.
const NOBODY: u32 = 65_534;

#[test]
fn where_nothing_can_be_written_one_line_says_so() {
    let folder = folder();
    let inner = folder.path().join("read-only");
    fs::create_dir(&inner).expect("a folder");
    write(&inner, "cup.toml", &file("pairs = 1", &["first", "greedy"]));
    for (path, mode) in [(folder.path(), 0o755), (inner.as_path(), 0o555)] {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    }
    let mut command = gridiron(&inner);
    command.args(["tournament", "cup.toml"]);
    // Whoever may do everything may write there too.
    if rustix::process::geteuid().is_root() {
        // The program may stand where nobody else can go.
        let program = folder.path().join("gridiron");
        fs::copy(env!("CARGO_BIN_EXE_gridiron"), &program).expect("a copy");
        command = Command::new(program);
        command.args(["tournament", "cup.toml"]).current_dir(&inner).uid(NOBODY).gid(NOBODY);
    }
    let (code, _, stderr) = told(&command.stdin(Stdio::null()).output().expect("it starts"));
    assert_eq!(code, Some(1));
    assert_eq!(stderr, "gridiron: cannot keep the tournament in cup.db: Permission denied (os error 13)\n");
}

#[test]
fn a_full_disk_stops_it_and_spoils_nothing() {
    let folder = folder();
    let folder = folder.path();
    // A disk of its own, with room for a part of the games, which is then made larger.
    let announced = file("pairs = 400", &["first", "greedy", "random"]);
    let script = format!(
        "set -e
        mount -t tmpfs -o size=600k tmpfs '{disk}'
        cd '{disk}'
        printf '%s' \"$ANNOUNCED\" > cup.toml
        code=0; '{gridiron}' tournament cup.toml > first.out 2> first.err || code=$?
        echo \"code $code\"; cat first.err
        mount -o remount,size=64m '{disk}'
        '{gridiron}' tournament cup.toml --json cup.json > second.out
        grep 'pairs are played' second.out
        grep -o '\"pairs_done\":1200' cup.json",
        disk = folder.display(),
        gridiron = env!("CARGO_BIN_EXE_gridiron"),
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script]).env("ANNOUNCED", announced);
    let (code, stdout, stderr) = told(&command.stdin(Stdio::null()).output().expect("unshare is there"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    let expected = "gridiron: cup.db: the disk is full; what is stored stays good";
    assert!(lines[0] == "code 1" && lines[1].starts_with(expected), "{stdout}");
    assert_eq!(lines[2..], ["all 1200 pairs are played", "\"pairs_done\":1200"]);
}

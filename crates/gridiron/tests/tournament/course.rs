//! The usual course of a tournament, and what people are told about mistakes.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};

use ai::table::players_of;
use league::store::{Store, packing};
use serde_json::Value;

use super::{fails, file, folder, gridiron, interrupt, start, told, wait_for, works, write};

#[test]
fn a_file_to_begin_with_is_written_and_runs_as_it_is() {
    for game in &games::GAMES {
        let folder = folder();
        let folder = folder.path();
        let stdout = works(folder, &["--init", game.name]);
        let command = format!("gridiron tournament {}.toml", game.name);
        assert!(stdout.contains(&command), "{stdout}");
        let again = fails(folder, &["--init", game.name], 2);
        assert!(again.contains("exists already"), "{again}");
        let name = format!("{}.toml", game.name);
        let stdout = works(folder, &[&name]);
        let entrants = players_of(game.name).filter(|player| player.is_quick() && !player.sees_all).count();
        let pairs = 10 * entrants * (entrants - 1) / 2;
        assert!(stdout.contains(&format!("all {pairs} pairs are played")), "{stdout}");
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
        ("pairs = 1", "pairs = 'ten'", "line 2, column 9: expected a whole number, got \"ten\""),
        (
            "pairs = 1",
            "rounds = 3",
            "line 2, column 10: rounds: a round-robin tournament has no such setting",
        ),
        (
            "pairs = 1",
            "format = 'swis'",
            "line 2, column 10: format: unknown format `swis`: did you mean `swiss`?",
        ),
        ("pairs = 1", "clock = 'fast'", "line 2, column 9: clock: "),
        ("pairs = 1", "clock_by = 'sun'", "line 2, column 12: clock_by: expected fair, cpu or wall"),
        (
            "pairs = 1",
            "report_games = 'some'",
            "line 2, column 16: report_games: expected a number of games, or `all`",
        ),
        ("pairs = 1", "report_games = -1", "report_games: expected a number of games, or `all`"),
        ("pairs = 1", "report_games = true", "report_games: expected a number of games, or `all`"),
        ("pairs = 1", "records = 'some'", "line 2, column 11: records: expected all, faults or none"),
        (
            "pairs = 1",
            "rank_by = 'elos'",
            "line 2, column 11: rank_by: unknown order `elos`: did you mean `elo`?",
        ),
        ("pairs = 1", "pairs = = 1", "line 2, column 9: "),
        ("pairs = 1", "store = ''", "line 2, column 9: store: expected the name of a file or folder"),
        ("\"virus\"", "\"virsu\"", "line 1, column 8: game: unknown game `virsu`: did you mean `virus`?"),
        ("game = \"virus\"", "", "the line `game = …` is missing"),
        ("size = 5", "size = 50", "rules: size=50: expected 3 to 11"),
        ("size = 5", "sise = 5", "rules: unknown option `sise`: did you mean `size`?"),
        (
            "[sandbox]",
            "[sandbox]\nlevel = 'none'",
            "line 6, column 9: level: expected standard, strong or server; to run without a sandbox, set `trust_bots = true`",
        ),
        ("[sandbox]", "[sandbox]\nmemory = '512'", "line 6, column 10: memory: expected a size"),
        ("\"first\"", "\"frist\"", "line 10, column 7: unknown player `frist`"),
        ("\"first\"", "\"bots/none.py\"", "line 10, column 7: "),
        ("\"first\"", "\"human\"", "line 10, column 7: people cannot play in a tournament"),
        ("\"first\"", "\"greedy\"", "line 10, column 7: two players are called greedy"),
        ("bot = \"first\"", "bto = \"first\"", "line 10, column 1: unknown key `bto`: did you mean `bot`?"),
        ("bot = \"first\"", "bot = \"first\"\nname = ''", "line 11, column 8: name: expected a name"),
        (
            "bot = \"first\"",
            &format!("bot = \"first\"\nname = '{}'", "é".repeat(65)),
            "line 11, column 8: name: expected at most 64 characters, got 65",
        ),
        ("size = 5", "opening_plies = 4\nsize = true", "size: expected a number or a word, got boolean"),
        ("size = 5", "opening_plies = 4\nsize = 5000", "line 5, column 1: rules: "),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        write(folder, "cup.toml", &bad);
        let line = fails(folder, &["cup.toml"], 2);
        assert!(line.starts_with("cup.toml, ") && line.contains(expected), "{to}: {line}");
    }
    write(folder, "cup.toml", &file("", &["greedy"]));
    assert!(fails(folder, &["cup.toml"], 2).contains("needs at least two players"));
    write(folder, "cup.toml", &good);
    write(folder, "no-folder", "a text");
    fs::create_dir(folder.join("sub")).expect("a folder");
    for (arguments, code, expected) in [
        (
            &["none.toml"][..],
            2,
            "there is no file none.toml: write one with `gridiron tournament --init virus`",
        ),
        (&["virsu", "greedy", "first"], 2, "unknown game `virsu`: did you mean `virus`?"),
        (&["virus", "greedy"], 2, "needs at least two players"),
        (&["virus", "greedy", "frist"], 2, "unknown player `frist`"),
        (&["virus", "greedy", "greedy"], 2, "two players are called greedy"),
        (&["plantation", "random", "seer"], 2, "`seer` sees hidden information"),
        (&["virus", "greedy", "champion:threads=3"], 2, "uses 3 threads"),
        (&["virus", "greedy", "first", "--format", "ladders"], 2, "did you mean `ladder`?"),
        (
            &["virus", "greedy", "first", "--rounds", "3"],
            2,
            "--rounds: a round-robin tournament has no such setting",
        ),
        (&["cup.toml", "--pairs", "3"], 2, "--pairs: set this in the file"),
        (&["cup.toml", "--memory", "1GB"], 2, "--memory: set this in the file"),
        (&["cup.toml", "greedy"], 2, "players: set this in the file"),
        (&["cup.toml", "--report-games", "-1"], 2, "expected a number of games, or `all`"),
        (&["cup.toml", "--report-games", "most"], 2, "expected a number of games, or `all`"),
        (&["cup.toml", "--report", "."], 2, "cannot write .: it is a folder"),
        (
            &["cup.toml", "--report", "none/cup.html"],
            2,
            "cannot write none/cup.html: the folder none does not exist",
        ),
        (
            &["cup.toml", "--csv", "no-folder"],
            2,
            "cannot make the folder no-folder: no-folder is not a folder",
        ),
        (&["cup.toml", "--csv", "cup.toml"], 2, "cannot write cup.toml: it is the tournament file"),
        (&["cup.toml", "--report", "sub/../cup.toml"], 2, "cannot write cup.toml: it is the tournament file"),
        (
            &["cup.toml", "--report", "cup.db"],
            2,
            "cannot write cup.db: the results of the tournament are saved there",
        ),
        (&["cup.toml", "--report", "cup.db-wal"], 2, "the results of the tournament are saved there"),
        (
            &["cup.toml", "--report", "a", "--json", "a"],
            2,
            "cannot write a: another report is written there too",
        ),
        (&["cup.toml", "--store", "."], 1, ": it is a folder"),
        (
            &["cup.toml", "--store", "none/cup.db"],
            1,
            "cannot save the tournament in none/cup.db: No such file",
        ),
        (&["cup.toml", "--store", "cup.toml"], 2, "cannot write cup.toml: it is the tournament file"),
        (&["cup.toml", "--store", "no-folder"], 1, "it is not a Gridiron tournament"),
        (
            &["cup.toml", "--show"],
            1,
            "there are no results yet: cup.db does not exist; run the same command without",
        ),
        (&["cup.toml", "--again", "Bob"], 1, "Bob has not played in this tournament"),
        (&[], 2, "name a tournament file, or a game and players, as in `gridiron tournament virus"),
    ] {
        let line = fails(folder, arguments, code);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    assert!(!folder.join("cup.db").exists(), "a command that failed has made a store");
    assert_eq!(fs::read_to_string(folder.join("cup.toml")).expect("a file"), good, "nobody wrote over it");
    for challengers in [2, 3] {
        write(
            folder,
            "cup.toml",
            &file(&format!("format = 'gauntlet'\nchallengers = {challengers}"), &["first", "greedy"]),
        );
        let line = fails(folder, &["cup.toml"], 2);
        assert!(
            line.contains(&format!("challengers = {challengers} leaves no opponent among 2 players")),
            "{line}"
        );
    }
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
        // Whatever match ends first, every random draw is reported once.
        let drawn: BTreeSet<&str> =
            stdout.lines().filter(|line| line.contains("won the random draw")).collect();
        assert_eq!(drawn.len(), stdout.matches(" wins by random draw").count());
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
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
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
fn one_at_a_time_and_a_ladder_takes_newcomers() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("format = 'ladder'\nrecords = 'none'", &["first", "greedy"]));
    let mut ladder = start(folder, &["cup.toml"]);
    let mut stdout = BufReader::new(ladder.stdout.take().expect("a pipe")).lines();
    let mut stderr = BufReader::new(ladder.stderr.take().expect("a pipe")).lines();
    wait_for(&mut stdout, "results are saved in cup.db");
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("cup.db is in use by"), "{line}");
    // A mistake in the file stops nobody; then somebody joins.
    write(folder, "cup.toml", "game = ");
    wait_for(&mut stderr, "the tournament continues without the change");
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
    assert!(rest.contains("pairs are played; run the same command to continue"), "{rest}");
}

#[test]
fn faults_of_newcomers_can_be_played_again() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "broken.py", "def choose(:\n");
    let settings = "format = 'ladder'\nrecords = 'none'\nset_aside_after = 3";
    write(folder, "cup.toml", &file(settings, &["first", "greedy"]));
    let mut ladder = start(folder, &["cup.toml"]);
    let mut stdout = BufReader::new(ladder.stdout.take().expect("a pipe")).lines();
    let mut stderr = BufReader::new(ladder.stderr.take().expect("a pipe")).lines();
    wait_for(&mut stdout, "results are saved in cup.db");
    write(folder, "cup.toml", &file(settings, &["first", "greedy", "broken.py"]));
    wait_for(&mut stderr, "withdrawn: broken.py (it did not start in ");
    interrupt(&ladder);
    let rest: Vec<String> = stdout.map(|line| line.expect("text")).collect();
    assert_eq!(ladder.wait().expect("it ends").code(), Some(0));
    let at = rest.iter().position(|line| line.starts_with("  broken.py in game ")).expect("its fault");
    assert!(rest[at + 1].starts_with("    gridiron play virus "), "{rest:?}");
    assert!(rest[at + 1].contains(" broken.py "), "{rest:?}");
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
    while !line.contains("results are saved in") {
        line.clear();
        stdout.read_line(&mut line).expect("text");
    }
    interrupt(&running);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(running.wait().expect("it ends").code(), Some(130));
    assert!(rest.contains("of 100000 pairs are played; run the same command to continue"), "{rest}");
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
    let verified = "cup.db: 6 games follow the rules\n".to_string();
    assert_eq!(replay(&["--verify"]), (Some(0), verified, String::new()));
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
    assert!(told(&none).2.contains("holds no records"));
}

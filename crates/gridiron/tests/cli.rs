//! The program as a person or a script meets it.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{gridiron, stderr, stdout};
use serde_json::Value;

fn words(line: &str) -> Vec<&str> {
    line.split(' ').filter(|word| !word.is_empty()).collect()
}

/// Runs what must work and gives what it printed.
fn works(folder: &Path, line: &str) -> String {
    let output = gridiron(folder, &words(line));
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "gridiron {line}");
    stdout(&output)
}

fn without_times(path: &Path) -> Value {
    let mut record: Value = serde_json::from_slice(&fs::read(path).expect("a record")).expect("JSON");
    for action in record["actions"].as_array_mut().expect("actions") {
        let action = action.as_object_mut().expect("an action");
        action.remove("wall_ns");
        action.remove("cpu_ns");
        action.remove("fair_ns");
        action.remove("stalled_ns");
    }
    record
}

#[test]
fn recorded_games_hold_and_the_same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("small.toml"), "rows = 5\ncols = 4\nmax_turns = 7\n").expect("room");
    for line in [
        "plantation random random --seed 1",
        "plantation random-dumb random:bomb=9 --seed 1",
        "plantation --seed 3 --rules small.toml",
        "virus greedy first --seed 1",
        "virus champion champion --seed 1 --rules size=4",
        "virus random greedy --seed 9007199254740991 --rules size=11,opening_plies=4",
        "conga random random --seed 1",
        "conga random random --seed 1 --rules stones=2",
        "conga random random --seed 1 --rules move_limit=20000",
    ] {
        works(path, &format!("play {line} --quiet --record a.json"));
        works(path, &format!("play {line} --quiet --record b.json"));
        assert_eq!(without_times(&path.join("a.json")), without_times(&path.join("b.json")), "{line}");
        assert_eq!(works(path, "replay --verify a.json"), "a.json: 1 game follows the rules\n", "{line}");
        // What is shown again is what was shown.
        assert_eq!(works(path, "replay a.json"), works(path, &format!("play {line}")), "{line}");
    }
}

/// On a small board whoever begins loses by it, as everybody can work out who
/// knows that a player may pass.
#[test]
fn a_champion_passes_where_that_is_best() {
    let folder = tempfile::tempdir().expect("a folder");
    works(folder.path(), "play virus champion champion --seed 1 --rules size=4 --quiet --record a.json");
    let record = without_times(&folder.path().join("a.json"));
    let actions = record["actions"].as_array().expect("actions");
    for (at, action) in actions.iter().enumerate() {
        assert_eq!(action["action"], "pass", "{at}");
        assert!(action["fault"].is_null() && action["by"].is_null(), "{action}");
    }
    assert_eq!((actions.len(), &record["outcome"]["score"]), (2, &0.into()));
}

#[test]
fn a_champion_meets_who_comes_next_whatever_its_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let opponent = |a: &str| {
        works(
            folder.path(),
            &format!("play plantation {a} --seed 1 --rules max_turns=1 --quiet --record a.json"),
        );
        without_times(&folder.path().join("a.json"))["players"][1]["name"].clone()
    };
    assert_eq!(opponent("champion:level=3"), opponent("champion"));
    assert_ne!(opponent("champion"), opponent("random"));
}

#[test]
fn mistakes_get_one_line_and_an_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    works(path, "play virus greedy first --seed 1 --quiet --record good.json");
    let good = fs::read_to_string(path.join("good.json")).expect("a record");
    fs::write(path.join("cut.json"), &good[..good.len() / 2]).expect("room");
    fs::write(path.join("edited.json"), good.replacen("\"0 1\"", "\"5 5\"", 1)).expect("room");
    fs::write(path.join("two.jsonl"), format!("{good}{}", good.replace("\"score\":78", "\"score\":77")))
        .expect("room");
    fs::write(path.join("bad.toml"), "size = = 3").expect("room");
    fs::write(path.join("bot.c"), "int main() {}").expect("room");
    fs::write(path.join("quiet.py"), "").expect("room");
    fs::write(path.join("my bot.py"), "").expect("room");
    fs::create_dir(path.join("folder")).expect("room");
    for (line, code, expected) in [
        ("play viruss", 2, "unknown game `viruss`: did you mean `virus`?"),
        ("play chess", 2, "unknown game `chess`: there are plantation, virus, conga"),
        (
            "check quiet.py",
            2,
            "name the game first (games: plantation, virus, conga): gridiron check virus quiet.py",
        ),
        ("check quiet.py virus --seed 2", 2, "conga): gridiron check virus quiet.py --seed 2"),
        ("play my/bot.py random", 2, "conga): gridiron play virus my/bot.py random"),
        ("play --seed 3 gardener human", 2, "conga): gridiron play --seed 3 plantation gardener human"),
        ("match quiet.py random", 2, "conga): gridiron match virus quiet.py random"),
        ("tournament quiet.py random", 2, "conga): gridiron tournament virus quiet.py random"),
        ("tournament random first", 2, "conga): gridiron tournament virus random first"),
        ("play virus human:level=3", 2, "a level belongs to the opponent, as in `champion:level=3`"),
        ("play virus greedi", 2, "unknown player `greedi` of virus: did you mean `greedy`?"),
        ("play virus ./bot.py", 2, "player `./bot.py`: there is no file ./bot.py"),
        (
            "play virus bot",
            2,
            "there are random, first, mcts, greedy, champion, human; there is no file bot either",
        ),
        ("match virus bot first", 2, "mcts, greedy, champion; there is no file bot either"),
        ("play virus quite.py", 2, "there is no file quite.py: did you mean `quiet.py`?"),
        ("play virus ./quiet", 2, "there is no file ./quiet: did you mean `./quiet.py`?"),
        ("match virus quiet random", 2, "unknown player `quiet`: did you mean `quiet.py`?"),
        ("play virus human gardener", 2, "player `gardener` plays plantation only, not virus"),
        (
            "tournament virus.toml",
            2,
            "there is no file virus.toml: write one with `gridiron tournament --init virus`",
        ),
        (
            "match virus human first",
            2,
            "people cannot play a match: they play one game at a time, as in `gridiron",
        ),
        (
            "tournament virus human first",
            2,
            "people cannot play in a tournament: they play one game at a time",
        ),
        ("play virus folder", 2, "player `folder`: folder is a folder"),
        ("play virus bad.toml", 2, "bad.toml is not executable: name the program that runs it"),
        (
            "play virus bot.c",
            2,
            "bot.c is source code: compile it, as with `cc -O2 -o bot bot.c`, and call it ./bot",
        ),
        ("play virus ./bot", 2, "there is no file ./bot, but its source: compile it"),
        ("play virus humn", 2, "unknown player `humn`: did you mean `human`?"),
        ("play virus lines:greedy", 2, "player `lines:greedy`: there is no file greedy"),
        ("play virus quiet.py --sandbox none", 2, "to run without a sandbox, use --trust-bots"),
        ("match virus quiet.py first --sandbox iron", 2, "expected standard, strong or server"),
        ("play virus quiet.py --trust-bots --require strong", 2, "level strong is requested: use only one"),
        ("play virus quiet.py --allow-read no/where", 2, "--allow-read no/where: "),
        ("play virus quiet.py --allow-read /", 2, "--allow-read /: it holds more than bots may read"),
        ("play virus quiet.py --allow-read /proc", 2, "--allow-read /proc: it holds more"),
        ("play virus quiet.py --memory 12", 2, "expected a size from 1MB to 1024GB such as 512MB"),
        ("match virus champion:threads=2 first", 2, "but the time of only one is measured"),
        ("play virus champion:level=11", 2, "player `champion` of virus: level=11: expected 1 to 10"),
        ("match virus first", 2, "name two players, as in `gridiron match virus first random`"),
        ("match virus", 2, "name two players, as in `gridiron match virus bot.py random`"),
        ("match", 2, "name a game: plantation, virus or conga; as in `gridiron match virus bot.py random`"),
        ("rules", 2, "name a game: plantation, virus or conga; as in `gridiron rules virus`"),
        ("check virus", 2, "name a bot, as in `gridiron check virus bot.py`"),
        ("tournament", 2, "name a tournament file, or a game and players, as in `gridiron tournament virus"),
        ("perft virus", 2, "name a depth, as in `gridiron perft virus 5`"),
        ("replay", 2, "name a file with records, as in `gridiron replay game.json`"),
        ("match virus first first 10", 2, "`10` is too much: for the number of games write --games 10"),
        (
            "play virus first first 10",
            2,
            "`10` is too much: a number follows an option, see `gridiron play --help`",
        ),
        (
            "play virus my quiet.py random",
            2,
            "`random` is too much: play takes two players; write names with",
        ),
        (
            "check virus my quiet.py",
            2,
            "`quiet.py` is too much: check takes one bot; write names with spaces in",
        ),
        ("play virus my bot.py random", 2, "write `\"my bot.py\"` in quotes: its name has a space"),
        (
            "play virus --rules size=6 opening_plies=2",
            2,
            "join rules by commas: --rules size=6,opening_plies=2",
        ),
        ("rules virus conga", 2, "`conga` is too much: see `gridiron rules --help`"),
        ("virus quiet.py random", 2, "name a command first: gridiron play virus quiet.py random"),
        ("good.json --verify", 2, "name a command first: gridiron replay good.json --verify"),
        ("play virus python3 quiet.py", 2, "write `\"python3 quiet.py\"` in quotes, or only `quiet.py`"),
        ("match virus java -jar quiet.jar random", 2, "write `\"java -jar quiet.jar\"` in quotes"),
        (
            "tournament virus first node quiet.js",
            2,
            "write `\"node quiet.js\"` in quotes, or only `quiet.js`",
        ),
        (
            "play virus --games 4",
            2,
            "unexpected argument '--games' found; to play many games, use `gridiron match`",
        ),
        ("tournament virus first first --games 4", 2, "found; use --pairs; a pair is two games"),
        ("play virus --size 6", 2, "unexpected argument '--size' found; use --rules size=6"),
        ("play virus human --level 2", 2, "unexpected argument '--level' found; write champion:level=2"),
        ("play virus --verbose", 2, "unexpected argument '--verbose' found; see `gridiron play --help`"),
        ("perft conga -1", 2, "a negative number is not allowed here"),
        ("match virus first first --games 7", 2, "give an even number: 6 or 8"),
        ("match virus first first --games 1", 2, "give an even number: 2 at least"),
        ("match virus first first --games 0", 2, "give an even number: 2 at least"),
        ("match virus first first --games ten", 2, "expected an even number from 2 to 1000000000"),
        ("match virus first first --games 1000000001", 2, "expected an even number from 2 to 1000000000"),
        ("match virus first first --opening-plies 41", 2, "opening_plies=41: expected 0 to 40"),
        ("match plantation random random --opening-plies 4", 2, "plantation has no openings"),
        ("match virus first first --rules size=3,opening_plies=40", 2, "no opening of that length"),
        ("match virus first first --concurrency 0", 2, "expected 1 to 1024"),
        ("match virus first first --clock fast", 2, "clock `fast`: expected seconds as in 1+0.1"),
        ("match virus first first --clock-a 0", 2, "clock `0`: a time must be more than 0"),
        ("match virus first first --clock -1", 2, "clock `-1`: expected seconds"),
        ("match virus first first --games -2", 2, "expected an even number from 2 to 1000000000"),
        ("match virus first first --sprt 5,0", 2, "--sprt: 5,0: the first Elo must be below the second"),
        ("match virus first first --sprt 0", 2, "expected two numbers of Elo with a comma, as in 0,10"),
        ("match virus first first --sprt 0,5 --games 3", 2, "give an even number: 2 or 4"),
        ("match virus first first --alpha 0.1", 2, "required arguments were not provided: --sprt"),
        ("stats", 2, "give the results as --penta A,B,C,D,E"),
        ("stats --penta 1,2,3,4,5 --wdl 1,2,3", 2, "give the results as --penta A,B,C,D,E"),
        ("stats --penta 1,2,3,4", 2, "expected 5 whole numbers with commas, as in 3,3,3,3,3"),
        ("stats --penta 1,2,3,4,-5", 2, "expected 5 whole numbers with commas"),
        ("stats --penta -1,2,3,4,5", 2, "expected 5 whole numbers with commas"),
        ("stats --wdl 1,2,3,4", 2, "expected 3 whole numbers with commas, as in 3,3,3"),
        ("stats --wdl 1,2.5,3", 2, "expected 3 whole numbers with commas"),
        ("stats --wdl 1,2,99999999999999999999", 2, "expected 3 whole numbers with commas"),
        ("stats --wdl 1,2,3 --sprt 10,-10", 2, "--sprt: 10,-10: the first Elo must be below the second"),
        ("stats --wdl 1,2,3 --sprt 0,0", 2, "--sprt: 0,0: the first Elo must be below the second"),
        ("stats --wdl 1,2,3 --sprt 0,nan", 2, "expected two numbers of Elo with a comma"),
        ("stats --wdl 1,2,3 --sprt 0,1000", 2, "--sprt: 0,1000: expected Elo from -500 to 500"),
        (
            "stats --wdl 1,2,3 --sprt 0,5 --alpha 0",
            2,
            "--sprt: alpha 0: expected an error rate between 0 and 0.5",
        ),
        ("stats --wdl 1,2,3 --sprt 0,5 --beta 0.5", 2, "--sprt: beta 0.5: expected an error rate"),
        ("stats --wdl 1,2,3 --sprt 0,5 --model elo", 2, "invalid value 'elo' for '--model <MODEL>'"),
        ("match virus first first --start-budget 0s", 2, "expected a time of more than 0"),
        ("match virus quiet.py first --records quiet.py", 2, "quiet.py is a player"),
        ("play virus quiet.py first --record ./quiet.py", 2, "./quiet.py is a player"),
        ("play virus /dev/null first", 2, "/dev/null is not a regular file"),
        ("match virus first first --clock-by sun", 2, "invalid value 'sun' for '--clock-by <BY>'"),
        (
            "match virus first first --records no/where.jsonl",
            2,
            "cannot write no/where.jsonl: the folder no does not exist",
        ),
        ("match virus first first --games 2 --records /dev/full", 1, "cannot write the records /dev/full: "),
        ("play virus --dialogue no/where.txt", 2, "cannot write no/where.txt: the folder no does not exist"),
        ("play virus --rules size=2", 2, "--rules for virus: size=2: expected 3 to 11"),
        ("play virus --rules sise=5", 2, "unknown option `sise`: did you mean `size`?"),
        ("play virus --rules bad.toml", 2, "bad.toml, rules of virus: line 1, column"),
        ("play virus --rules none.toml", 2, "cannot read none.toml: "),
        ("play virus --rules size=3,opening_plies=40", 2, "no opening of that length leaves the game open"),
        ("play plantation --rules rows=2", 2, "starting_tiles=3 do not fit on rows=2"),
        ("play conga --rules repetition=1", 2, "repetition=1: the start would already be a draw"),
        ("play virus --seed -1", 2, "expected a whole number from 0 to 9007199254740991"),
        ("play virus --seed 9007199254740992", 2, "expected a whole number from 0 to 9007199254740991"),
        ("play virus --delay soon", 2, "such as 200ms or 1.5s"),
        (
            "play virus --quite",
            2,
            "unexpected argument '--quite' found; a similar argument exists: '--quiet'",
        ),
        ("play", 2, "name a game: plantation, virus or conga; as in `gridiron play virus human random`"),
        ("play virus a b c", 2, "`c` is too much: play takes two players"),
        ("plya virus", 2, "unrecognized subcommand 'plya'; some similar subcommands exist: "),
        ("play plantation --rules max_turns=100000,moves_per_turn=100", 2, "expected at most 1000000"),
        (
            "play virus --record no/where/a.json",
            2,
            "cannot write no/where/a.json: the folder no/where does not exist",
        ),
        ("play virus --record /proc/a.json", 1, "cannot write the record /proc/a.json: "),
        ("play virus --record folder", 2, "cannot write folder: it is a folder"),
        ("stats --wdl 0,0,0", 2, "all counts are 0: give the results of at least one game"),
        ("stats --penta 0,0,0,0,0 --sprt 0,5", 2, "all counts are 0: give the results of at least one game"),
        ("play virus champion: random", 2, "player `champion:`: options must follow the colon"),
        ("replay none.json", 2, "cannot read none.json: "),
        ("replay folder", 2, "cannot read folder: "),
        ("replay cut.json", 2, "cut.json: not a record: line 1, column"),
        ("replay --verify cut.json", 2, "the file ends in the middle of a record"),
        ("replay --verify edited.json", 1, "edited.json: action 1 (seat"),
        ("replay edited.json --quiet", 1, "edited.json: action 1 (seat"),
        ("replay --verify two.jsonl", 1, "two.jsonl, game 2: outcome: the record says score 77"),
        ("replay two.jsonl --game 3", 2, "--game 3: two.jsonl holds games 1 to 2"),
        ("replay two.jsonl --svg a.svg", 2, "--svg draws one game and two.jsonl holds 2: add --game N"),
        ("replay two.jsonl --html a.html", 1, "two.jsonl: game 2: outcome: the record says score 77"),
        ("replay two.jsonl --gif a.gif", 2, "--gif draws one game and two.jsonl holds 2: add --game N"),
        ("replay good.json --gif a.gif --svg a.svg", 2, "'--gif <FILE>' cannot be used with '--svg <FILE>'"),
        ("replay good.json --gif a.gif --verify", 2, "'--gif <FILE>' cannot be used with '--verify'"),
        ("replay good.json --gif ./good.json", 2, "./good.json is the record: choose another file"),
        ("replay edited.json --gif a.gif", 1, "edited.json: action 1 (seat"),
        ("replay good.json --svg a.svg --ply 999", 2, "--ply 999: the game has"),
        ("replay good.json --ply 1", 2, "required arguments were not provided: --svg <FILE>"),
        (
            "replay good.json --html a.html --svg a.svg",
            2,
            "'--html <FILE>' cannot be used with '--svg <FILE>'",
        ),
        ("replay good.json --html ./good.json", 2, "./good.json is the record: choose another file"),
        ("replay good.json --html folder", 2, "cannot write folder: it is a folder"),
        ("replay good.json --svg no/where.svg", 2, "cannot write no/where.svg: the folder no does not exist"),
        ("replay good.json --html bot.c/a.html", 2, "cannot write bot.c/a.html: bot.c is not a folder"),
        (
            "tournament virus first random --report no/a.html",
            2,
            "cannot write no/a.html: the folder no does not exist",
        ),
        ("tournament virus first random --json folder", 2, "cannot write folder: it is a folder"),
        (
            "tournament virus first random --csv bot.c",
            2,
            "cannot make the folder bot.c: bot.c is not a folder",
        ),
        ("replay good.json --html /dev/full", 1, "cannot write /dev/full: "),
        ("replay edited.json --html a.html", 1, "edited.json: action 1 (seat"),
        ("rules vrius", 2, "unknown game `vrius`: did you mean `virus`?"),
        ("players virsu", 2, "unknown game `virsu`: did you mean `virus`?"),
        ("perft conga 0", 2, "expected 1 to 1000"),
        ("perft conga many", 2, "invalid value 'many'"),
        ("perft conga 2 --rules stones=61", 2, "stones=61: expected 1 to 60"),
        ("perft conga 2 --rules repetition=1", 2, "repetition=1: the start would already be a draw"),
        ("perft virus 2 --rules opening_plies=4", 2, "opening_plies: perft counts from the start"),
        ("play vi\nrus", 2, "unknown game `vi\\nrus`"),
        ("play virus \u{1b}[2J", 2, "unknown player `\\u{1b}[2J` of virus"),
    ] {
        let output = gridiron(path, &words(line));
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "gridiron {line}: {error}");
        assert!(error.contains(expected), "gridiron {line}: {error}");
        assert!(error.starts_with("gridiron: ") && error.lines().count() == 1, "gridiron {line}: {error}");
    }
}

#[test]
fn pages_and_pictures_go_where_they_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    works(path, "match virus greedy first --games 2 --seed 1 --rules size=5 --records two.jsonl");
    let before = fs::read(path.join("two.jsonl")).expect("records");
    for (line, output, expected) in [
        ("--html page.html", "page.html", 2),
        ("--html one.html --game 2", "one.html", 1),
        ("--svg last.svg --game 1", "last.svg", 25),
        ("--svg start.svg --game 1 --ply 0", "start.svg", 25),
    ] {
        let said = works(path, &format!("replay two.jsonl {line}"));
        assert!(said.starts_with(&format!("wrote {output}: ")) && said.lines().count() == 1, "{said}");
        let text = fs::read_to_string(path.join(output)).expect("a file");
        // The games of a page, the squares of a board.
        let mark = if output.ends_with("html") { "json\" data-game=\"" } else { "class=\"cell\"" };
        let begin = if output.ends_with("html") { "<!DOCTYPE html>" } else { "<svg " };
        assert!(text.starts_with(begin) && text.matches(mark).count() == expected, "{line}");
        let printed = works(path, &format!("replay two.jsonl {}", line.replace(output, "-")));
        assert_eq!(printed, text, "{line}");
    }
    let said = works(path, "replay two.jsonl --gif game.gif --game 1");
    assert!(
        said.starts_with("wrote game.gif: an animated picture of ") && said.lines().count() == 1,
        "{said}"
    );
    let film = fs::read(path.join("game.gif")).expect("a file");
    assert!(film.starts_with(b"GIF89a"));
    let printed = gridiron(path, &words("replay two.jsonl --gif - --game 1")).stdout;
    assert!(printed == film, "the same on standard output");
    assert_eq!(fs::read(path.join("two.jsonl")).expect("records"), before);
    assert_eq!(fs::read_dir(path).expect("a folder").count(), 6, "nothing else is left");
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    let folder = tempfile::tempdir().expect("a folder");
    let conga = "1 3\n2 8\n3 96\n4 1112\n5 13536\n6 162412\n7 2175112\n";
    assert_eq!(works(folder.path(), "perft conga 7"), conga);
    assert_eq!(works(folder.path(), "perft virus 5"), "1 6\n2 36\n3 288\n4 2304\n5 23040\n");
    assert_eq!(
        works(folder.path(), "perft virus 7 --rules size=3"),
        "1 5\n2 13\n3 32\n4 56\n5 72\n6 68\n7 64\n"
    );
    // Three tiles each that touch up to nine squares, and the whole board to
    // scout and to spray: a handful of hundreds for the first command.
    let plantation = works(folder.path(), "perft plantation 1");
    let count: u64 = plantation.trim_end().strip_prefix("1 ").and_then(|n| n.parse().ok()).expect("a count");
    assert!((3 + 4 + 3 * 121 - 3..=3 + 9 + 3 * 121 - 3).contains(&count), "{plantation}");
}

#[test]
fn lists_name_everything_there_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (games, players) = (works(folder.path(), "games"), works(folder.path(), "players"));
    for entry in &games::GAMES {
        assert!(games.contains(entry.name), "{games}");
        let rules = works(folder.path(), &format!("rules {}", entry.name));
        assert!(rules.lines().count() > 40, "{rules}");
        assert!(entry.options.iter().all(|option| rules.contains(option.key)), "{rules}");
        let own = works(folder.path(), &format!("players {}", entry.name));
        assert!(players.contains(own.trim_end()), "{own}");
        for player in ai::table::players_of(entry.name) {
            assert!(own.contains(player.name), "{own}");
        }
    }
}

#[test]
fn colours_are_for_those_who_can_see_them() {
    let play = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(["play", "conga", "random", "random", "--seed", "1", "--rules", "move_limit=4"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        stdout(&command.envs(variables.iter().copied()).output().expect("the program starts"))
    };
    let plain = play(&[]);
    assert!(!plain.contains('\x1b'), "no terminal");
    assert!(plain.contains("10●") && plain.contains("10○"), "{plain}");
    let coloured = play(&[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.contains('\x1b'));
    assert_eq!(play(&[("NO_COLOR", "1")]), plain);
}

/// The commands of README.md and of the protocol, as they stand there, with the
/// bot that stands there.
#[test]
fn the_commands_of_the_documents_work() {
    let documents = [include_str!("../../../README.md"), include_str!("../../../docs/protocol.md")];
    for document in documents {
        let folder = tempfile::tempdir().expect("a folder");
        let bot = document.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
        fs::write(folder.path().join("bot.py"), bot.expect("a bot")).expect("room");
        let commands = document.lines().filter_map(|line| line.strip_prefix("gridiron "));
        let commands: Vec<&str> =
            commands.map(|line| line.split('#').next().unwrap_or_default().trim_end()).collect();
        assert!(commands.len() >= 2, "{commands:?}");
        for command in commands {
            // Nobody is watching.
            let quick = command.replace("200ms", "0ms");
            // Nor is anybody typing.
            if quick.split(' ').any(|word| word == "human") {
                assert_eq!(gridiron(folder.path(), &words(&quick)).status.code(), Some(1), "{quick}");
                continue;
            }
            works(folder.path(), &quick);
        }
    }
}

/// A page that is named is there.
#[test]
fn links_between_the_documents_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = [root.clone(), root.join("docs")].map(|folder| fs::read_dir(folder).expect("a folder"));
    let pages = pages.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let mut links = 0;
    for page in pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") {
                links += 1;
                let target = page.parent().expect("a folder").join(file);
                assert!(target.exists(), "{}: {link}", page.display());
            }
        }
    }
    assert!(links > 20, "{links}");
}

/// Records come from strangers: what they hold is shown, not obeyed.
#[test]
fn a_record_cannot_give_orders_to_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    works(folder.path(), "play conga random random --seed 1 --rules move_limit=4 --quiet --record a.json");
    let text = fs::read_to_string(&path).expect("a record");
    let changed = text.replacen("\"name\":\"random\"", "\"name\":\"\\u001b[2Jx\\ny\"", 1);
    assert_ne!(text, changed);
    fs::write(&path, changed).expect("room");
    let shown = works(folder.path(), "replay a.json");
    assert!(!shown.contains('\x1b') && shown.contains("\\u{1b}[2Jx\\ny"), "{shown}");
}

#[cfg(unix)]
#[test]
fn a_record_goes_where_a_link_leads_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("real.json"), "old").expect("room");
    std::os::unix::fs::symlink("real.json", path.join("link.json")).expect("a link");
    works(path, "play conga random random --seed 1 --quiet --record link.json");
    works(path, "replay --verify real.json");
    assert!(path.join("link.json").is_symlink());
    assert_eq!(fs::read_dir(path).expect("a folder").count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_is_no_panic() {
    for (arguments, full_output) in
        [(&["games"][..], true), (&["--help"], true), (&["play", "viruss"], false)]
    {
        let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        match full_output {
            true => command.stdout(full()),
            false => command.stderr(full()),
        };
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(if full_output { 1 } else { 2 }), "{arguments:?}");
        assert!(!full_output || stderr(&output).contains("cannot write the output"), "{arguments:?}");
    }
}

#[test]
fn whoever_stops_reading_is_not_told_off_and_still_gets_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(["play", "plantation", "random", "random", "--seed", "1", "--record", "a.json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    works(folder.path(), "replay --verify a.json");
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The numbers are those of `crates/league/tests/data/rating_vectors.json`.
#[test]
fn statistics_come_as_json_and_as_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let null = f64::NAN;
    for (line, [elo, elo_err95, los, nelo, llr, lower, upper], verdict) in [
        (
            "--wdl 120,60,90 --sprt 0,10 --model logistic",
            [38.764005, 36.853092, 0.981548, 44.124363, 0.966926, -2.944439, 2.944439],
            Some("none"),
        ),
        (
            "--penta 10,30,60,40,15 --sprt 0,5",
            [22.446377, 28.606657, 0.938912, 30.501459, 0.356029, -2.944439, 2.944439],
            Some("none"),
        ),
        (
            "--penta 0,3,12,9,2 --sprt -10,0 --alpha 0.1 --beta 0.4",
            [67.640416, 55.171040, 0.993561, 119.829298, 0.481267, -0.810930, 1.791759],
            Some("none"),
        ),
        (
            "--penta 0,3,12,9,2 --sprt=-10,0 --alpha 0.45 --beta 0.4 --model logistic",
            [67.640416, 55.171040, 0.993561, 119.829298, 0.758568, -0.318454, 0.287682],
            Some("H1"),
        ),
        ("--penta 0,3,12,9,2", [67.640416, 55.171040, 0.993561, 119.829298, null, null, null], None),
    ] {
        let printed = works(folder.path(), &format!("stats {line} --json"));
        assert_eq!(printed.lines().count(), 1, "{printed}");
        let got = json(&printed);
        for (key, expected) in [
            ("elo", elo),
            ("elo_err95", elo_err95),
            ("los", los),
            ("nelo", nelo),
            ("llr", llr),
            ("lower", lower),
            ("upper", upper),
        ] {
            match got[key].as_f64() {
                Some(value) => assert!((value - expected).abs() < 1e-6, "{line}: {key} is {value}"),
                None => assert!(got[key].is_null() && expected.is_nan(), "{line}: {key}: {printed}"),
            }
        }
        assert_eq!(got["verdict"].as_str(), verdict, "{line}");
        let text = works(folder.path(), &format!("stats {line}"));
        assert!(text.contains(&format!("{elo:+.1} ± {elo_err95:.1}")), "{text}");
        assert_eq!(text.contains("LLR"), verdict.is_some(), "{text}");
    }
    // Whatever the counts, people read numbers.
    for counts in ["--penta 0,0,0,0,9", "--wdl 0,9,0", "--wdl 0,0,1", "--penta 0,0,0,1,19"] {
        let text = works(folder.path(), &format!("stats {counts} --sprt -500,500"));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

/// A match with a sequential test ends by itself, at the first pair at which its
/// records give a verdict, and at the same one however many games are played at
/// a time.
#[test]
fn a_sequential_test_ends_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for (players, test, verdict) in [
        ("virus greedy random --seed 1", "--sprt 0,50", "H1"),
        ("virus random greedy --seed 1", "--sprt 0,50", "H0"),
        ("conga random random --seed 2", "--sprt 0,80", "H0"),
        ("conga random random --seed 3", "--sprt -80,0 --model logistic --alpha 0.1", "H1"),
        ("conga random random --seed 4 --games 10", "--sprt 0,5", "none"),
    ] {
        let line = format!("{players} {test}");
        let mut summaries = Vec::new();
        for at_a_time in [1, 2, 7] {
            let all = format!("match {line} -c {at_a_time} --json --records games.jsonl");
            let output = gridiron(path, &words(&all));
            assert_eq!(output.status.code(), Some(0), "{all}: {}", stderr(&output));
            let printed = stdout(&output);
            // Only JSON goes to standard output.
            let mut summary = json(&printed);
            let printed = stderr(&output);
            assert_eq!(summary["sprt"]["verdict"], verdict, "{printed}");
            assert_eq!(summary["stopped_early"], false);
            assert!(printed.contains(if verdict == "none" { "no verdict" } else { verdict }), "{printed}");
            let summary = summary.as_object_mut().expect("an object");
            summary.retain(|key, _| key != "took_s" && key != "time_used_s");
            summaries.push(summary.clone());
        }
        assert!(summaries.iter().all(|summary| *summary == summaries[0]), "{line}: {summaries:?}");

        let records = fs::read_to_string(path.join("games.jsonl")).expect("records");
        let records: Vec<Value> = records.lines().map(json).collect();
        let mut pairs = [0; 5];
        for (at, pair) in records.chunks(2).enumerate() {
            let half_points = pair.iter().zip([0, 1]).map(|(record, seat_of_a)| {
                record["outcome"]["winner"].as_u64().map_or(1, |winner| 2 * usize::from(winner == seat_of_a))
            });
            pairs[half_points.sum::<usize>()] += 1;
            let is_last = at + 1 == records.len() / 2;
            // Each answer takes a process: the last two will do.
            if at + 2 >= records.len() / 2 {
                let counts = pairs.map(|count: u64| count.to_string()).join(",");
                let found = json(&works(path, &format!("stats --penta {counts} {test} --json")));
                assert_eq!(found["verdict"], if is_last { verdict } else { "none" }, "{line}: pair {at}");
                assert!(!is_last || found["llr"] == summaries[0]["sprt"]["llr"], "{line}: {found}");
            }
        }
        assert_eq!(summaries[0]["pentanomial"], serde_json::json!(pairs), "{line}");
    }
}

/// What was written is told, with the command that shows it.
#[test]
fn a_match_says_what_it_wrote() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrote = "wrote games.jsonl; to see game 1: gridiron replay games.jsonl --game 1";
    for (options, on_stdout, on_stderr) in [
        ("--records games.jsonl", true, false),
        ("--records games.jsonl --json", false, true),
        ("--records /dev/null", false, false),
        ("", false, false),
    ] {
        let line = format!("match virus first first --games 2 --rules size=5 {options}");
        let output = gridiron(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{line}");
        let has = |text: String| text.lines().any(|line| line == wrote);
        assert_eq!((has(stdout(&output)), has(stderr(&output))), (on_stdout, on_stderr), "{line}");
    }
    works(folder.path(), "replay games.jsonl --game 1");
}

/// Without a finished game there is nothing to measure, and no file stays empty or loses
/// what it held.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_without_games_leaves_files_as_they_were() {
    use std::io::{BufRead, BufReader};
    let folder =
        common::folder_with(&[("waits.py", "import time\ntime.sleep(1000)\n"), ("old.jsonl", "old\n")]);
    for (records, held) in [("new.jsonl", None), ("old.jsonl", Some("old\n"))] {
        let line = "match virus waits.py first --start-budget 1000s --trust-bots --json --records";
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
            .args(words(line))
            .arg(records)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("text")).lines();
        let header = lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(" at a time"));
        assert!(header.is_some(), "the header comes first");
        let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupt.is_ok_and(|status| status.success()));
        let rest: Vec<String> = lines.map(|line| line.expect("text")).collect();
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{rest:?}");
        assert!(!rest.iter().any(|line| line.starts_with("wrote ")), "{rest:?}");
        let summary = json(stdout(&output).trim_end());
        assert_eq!(summary["games"], 0);
        for key in ["win_rate", "win_rate_95", "mean_margin", "sd_margin", "elo", "elo_95", "los", "nelo"] {
            assert_eq!(summary.get(key), Some(&Value::Null), "{key}");
        }
        assert_eq!(fs::read_to_string(folder.path().join(records)).ok().as_deref(), held, "{records}");
    }
}

/// Ctrl-C is no verdict, and what was played is told.
#[cfg(unix)]
#[test]
fn an_interrupted_test_is_an_interruption() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().expect("a folder");
    // Records go through a pipe, so that it is known when games have ended.
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(words("match conga random random --sprt -0.1,0.1 --json --records /dev/stderr"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("records")).lines();
    // The text before the match goes there, too.
    let is_record = |line: &String| line.starts_with('{');
    lines.by_ref().map(|line| line.expect("text")).find(is_record).expect("a record");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let games = lines.map(|line| line.expect("text")).filter(is_record).count() + 1;
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let summary = json(stdout(&output).lines().last().expect("a line"));
    assert_eq!(summary["games"], games);
    assert_eq!((&summary["stopped_early"], &summary["sprt"]["verdict"]), (&true.into(), &"none".into()));
}

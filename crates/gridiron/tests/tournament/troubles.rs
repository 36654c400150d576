//! Tournaments in which something goes wrong: bots that crash or change, stores
//! that are gone, disks that are full.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use league::PairOutcome;
use league::store::Store;
use serde_json::{Value, json};

use super::common::folder_with;
use super::{LAST, fails, file, folder, gridiron, start, told, tournament, wait_for, works, write};

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
    assert!(stdout.contains("broken.py was withdrawn: it did not start in 4 games in a row"), "{stdout}");
    assert!(stderr.contains("withdrawn: broken.py"), "{stderr}");
    assert!(stdout.contains("all 12 pairs are played") && stdout.contains("gridiron check virus broken.py"));
    let report: Value =
        serde_json::from_slice(&fs::read(folder.join("cup.json")).expect("a report")).expect("JSON");
    let last = &report["standings"][2];
    assert_eq!(
        (&last["name"], &last["points"], &last["faults"]["no-start"]),
        (&"broken.py".into(), &0.0.into(), &4.into())
    );
    // For programs as values, and from the store as it was.
    let why = json!({ "reason": "no-start", "times": 4 });
    assert_eq!(last["aside"], why);
    let words = "broken.py was withdrawn: it did not start in 4 games in a row";
    let note = json!({ "kind": "set-aside", "name": "broken.py", "why": why, "words": words });
    assert_eq!(report["notes"], json!([note]));
    assert_eq!(report["about"]["plan"], json!({ "format": "round-robin", "pairs": 4 }));
    assert!(works(folder, &["cup.toml", "--show"]).contains(words));
    // Both others have all points against it, played or not.
    for at in 0..2 {
        assert_eq!(report["crosstable"][at][2]["points"], 8.0);
    }
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
    let mut forfeits = 0;
    store
        .each_pair(|_, pair| forfeits += u32::from(matches!(pair.outcome, PairOutcome::Forfeit(_))))
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
    assert_eq!(code, Some(1), "{stdout}");
    assert!(
        ["one.py", "two.py"].iter().any(|bot| stdout.contains(&format!("{bot} was withdrawn"))),
        "{stdout}"
    );
    assert!(stdout.contains("all 6 pairs are played"), "{stdout}");
}

/// Standings of games that nobody played say nothing. One played pair is enough.
#[test]
fn a_tournament_in_which_no_game_began_fails() {
    let bots = [("syntax.py", "if True print(1)\n"), ("module.py", "import nosuchone\n")];
    for (others, code, last) in [
        (&[][..], 1, "gridiron: neither syntax.py nor module.py ever started: see the faults above"),
        (&["random"], 1, "gridiron: neither syntax.py nor module.py ever started: see the faults above"),
        (&["random", "first"], 0, ""),
    ] {
        let folder = folder_with(&bots);
        let arguments = [&["virus", "syntax.py", "module.py"][..], others, &["--pairs", "1"]].concat();
        let (got, stdout, stderr) = told(&tournament(folder.path(), &arguments));
        assert_eq!(got, Some(code), "{arguments:?}: {stdout}{stderr}");
        let found = stderr.lines().last().filter(|line| line.ends_with("the faults above"));
        assert_eq!(found.unwrap_or_default(), last, "{stderr}");
        assert!(
            stdout.contains("pairs are played") || stdout.contains("the only pair is played"),
            "{stdout}"
        );
        let shown = told(&tournament(folder.path(), &[&arguments[..], &["--show"]].concat()));
        assert_eq!((shown.0, shown.2.as_str()), (Some(0), ""), "it is shown, not played");
    }
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
    assert!(again.contains("bot.py has changed: the new version played all its games again"), "{again}");
    assert_ne!(again, before);
    // Nothing is lost: the old games are kept, and do not count.
    write(folder, "bot.py", LAST);
    let accepted = works(folder, &["cup.toml", "--changed", "accept"]);
    assert!(accepted.contains("bot.py has changed: its earlier results still count"), "{accepted}");
    // Other rules are another tournament.
    write(folder, "cup.toml", &announced.replace("size = 5", "size = 6"));
    for how in [&["cup.toml", "--changed", "again"][..], &["cup.toml", "--show"]] {
        let line = fails(folder, how, 1);
        assert!(line.contains("cup.db holds another tournament: rules was `size=5"), "{line}");
    }
    // Somebody leaves.
    write(folder, "cup.toml", &file(settings, &["first", "greedy"]));
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.contains("bot.py, which played 4 pairs, is no longer in the list"), "{line}");
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
    assert!(line.contains("later rounds depend on those games"), "{line}");
}

/// What is copied for a bot is compared, hidden files too. What Python and git put beside
/// it is neither copied nor compared.
#[test]
fn hidden_files_are_compared_and_caches_are_not_run() {
    let folder = folder();
    let folder = folder.path();
    let cache = folder.join("anna/__pycache__");
    fs::create_dir_all(&cache).expect("a folder");
    let bot = LAST.replace("import sys", "import helper, sys").replace("words[-1]", "words[helper.CHOICE]");
    write(folder, "anna/bot.py", &bot);
    write(folder, "anna/.choice", "-1");
    write(folder, "anna/helper.py", "CHOICE = int(open('.choice').read())\n");
    // Python takes this for the helper, whatever stands there: it would end the bot.
    let swap = "import importlib.util, py_compile, sys; open('swap', 'w').write('raise SystemExit'); \
                py_compile.compile('swap', importlib.util.cache_from_source('anna/helper.py'), \
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)";
    let swapped = Command::new("python3").args(["-c", swap]).current_dir(folder).status();
    assert!(swapped.is_ok_and(|status| status.success()));
    assert_eq!(fs::read_dir(&cache).expect("a folder").count(), 1);
    write(folder, "cup.toml", &file("pairs = 2", &["anna/bot.py", "first"]));
    let played = works(folder, &["cup.toml"]);
    assert!(!played.contains("withdrawn"), "{played}");
    fs::remove_dir_all(cache).expect("own folder");
    fs::create_dir(folder.join("anna/.git")).expect("a folder");
    write(folder, "anna/.git/index", "x");
    works(folder, &["cup.toml"]);
    let is_noticed = || {
        write(folder, "anna/.choice", "-2");
        let line = fails(folder, &["cup.toml"], 1);
        assert!(line.contains("bot.py has changed since it played 2 pairs"), "{line}");
        write(folder, "anna/.choice", "-1");
    };
    is_noticed();

    // A store of 0.1 knows the bot without its hidden files. Then it has not changed.
    let hash = "import hashlib\nwhole = hashlib.sha256()\nfor name in [b'bot.py', b'helper.py']:\n    \
                whole.update(len(name).to_bytes(8, 'little') + name)\n    \
                whole.update(hashlib.sha256(open(b'anna/' + name, 'rb').read()).digest())\n\
                print('sha256:' + whole.hexdigest(), end='')";
    let hash = Command::new("python3").args(["-c", hash]).current_dir(folder).output().expect("python3");
    let hash = String::from_utf8(hash.stdout).expect("text");
    let path = folder.join("cup.db");
    let versions = || {
        let players = Store::open_read_only(&path).expect("a store").players().expect("players");
        players.into_iter().map(|player| (player.id, player.version)).collect::<Vec<_>>()
    };
    let before = versions();
    assert_ne!(before[0].1, hash);
    Store::open(&path).and_then(|mut store| store.rename_version(before[0].0, &hash)).expect("a store");
    works(folder, &["cup.toml"]);
    assert_eq!(versions(), before, "it has the new version now");
    is_noticed();
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
fn a_second_entry_of_the_same_folder_is_no_change_of_the_first() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir_all(folder.join("bots/ben")).expect("a folder");
    for name in ["bot.py", "other.py", "helper.py"] {
        write(folder, &format!("bots/ben/{name}"), LAST);
    }
    let cup = |players: &[(&str, &str)]| {
        let players = players
            .iter()
            .map(|(name, bot)| format!("[[players]]\nname = \"{name}\"\nbot = \"bots/ben/{bot}\"\n"));
        file("pairs = 1", &["first"]) + &players.collect::<String>()
    };
    let why = "Ben and Ben2 share the folder bots/ben, so Ben is now compared by bot.py only: give Ben2 its own \
               folder; --changed again ";
    write(folder, "cup.toml", &cup(&[("Ben", "bot.py")]));
    works(folder, &["cup.toml"]);
    for second in ["bot.py", "other.py"] {
        write(folder, "cup.toml", &cup(&[("Ben", "bot.py"), ("Ben2", second)]));
        let line = fails(folder, &["cup.toml"], 1);
        assert!(line.starts_with(why), "{line}");
    }
    // Now somebody touched it.
    write(folder, "bots/ben/helper.py", "");
    let line = fails(folder, &["cup.toml"], 1);
    assert!(line.starts_with("Ben has changed since it played 1 pair: --changed again"), "{line}");
}

#[test]
fn standings_are_shown_although_a_report_cannot_be_written() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "cup.toml", &file("pairs = 1", &["first", "greedy"]));
    works(folder, &["cup.toml"]);
    fs::create_dir(folder.join("r.html")).expect("a folder");
    write(folder, "table", "");
    for (option, path, elsewhere) in [
        ("--report", "r.html", "; --report FILE writes it elsewhere"),
        ("--json", "r.html", "; --json FILE writes it elsewhere"),
        ("--csv", "table", "; --csv FOLDER writes them elsewhere"),
    ] {
        let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml", "--show", option, path]));
        assert_eq!(code, Some(2), "{option}: {stdout}{stderr}");
        assert!(stdout.contains("the only pair is played"), "{option}: {stdout}");
        assert!(
            stderr.starts_with("gridiron: cannot ") && stderr.contains(&format!(" {path}: ")),
            "{stderr}"
        );
        assert!(stderr.trim_end().ends_with(elsewhere) && stderr.lines().count() == 1, "{stderr}");
    }
    // What is needed is not overwritten, and a store is no tournament file.
    let line = fails(folder, &["cup.toml", "--show", "--report", "cup.toml"], 2);
    assert_eq!(line, "cannot write cup.toml: it is the tournament file");
    let line = fails(folder, &["cup.db", "--show"], 2);
    assert_eq!(line, "cup.db is a store: name its tournament file (.toml)");
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
    wait_for(
        &mut BufReader::new(running.stdout.take().expect("a pipe")).lines(),
        "results are saved in cup.db",
    );
    let line = fails(folder, &["cup.toml", "--store", "link.db"], 1);
    assert!(line.contains("cup.db is in use by process"), "{line}");
    fs::remove_file(folder.join("cup.db")).expect("a store");
    let mut stderr = String::new();
    running.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    assert_eq!(running.wait().expect("it ends").code(), Some(1));
    assert!(stderr.contains("cup.db was moved or deleted during play"), "{stderr}");
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
    for weights in [None, Some("weights.txt")] {
        weights.map(|name| write(folder, name, ""));
        let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml"]));
        assert!(code == Some(1) && stdout.contains("was withdrawn"), "{stdout}");
        assert!(stderr.ends_with("gridiron: bot.py never started: see the faults above\n"), "{stderr}");
    }
    let line = fails(folder, &["cup.toml", "--again", "nobody"], 1);
    assert!(line.contains("nobody has not played in this tournament"), "{line}");
    let again = works(folder, &["cup.toml", "--again", "bot.py"]);
    assert!(
        again.contains("bot.py played all its games again") && again.contains("all 3 pairs are played"),
        "{again}"
    );
    let row = again.lines().find(|line| line.contains(" bot.py ")).expect("a row");
    assert!(!row.contains("withdrawn"), "{row}");
}

#[test]
fn a_changed_bot_without_games_is_no_question() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "bot.py", LAST);
    let settings = "pairs = 1\nconcurrency = 1\n[sandbox]\ntrust_bots = true";
    write(folder, "cup.toml", &file(settings, &["first", "greedy", "bot.py"]));
    // The list is saved, and nothing is played: no process can be started.
    let script = "ulimit -n 12 && exec \"$0\" tournament cup.toml";
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", script, env!("CARGO_BIN_EXE_gridiron")]);
    let (code, stdout, stderr) = told(&command.output().expect("it starts"));
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
    let bot = store.players().expect("players").into_iter().find(|player| player.name == "bot.py");
    assert_eq!(store.pairs_of(bot.expect("it is entered").id).expect("a number"), 0);
    drop(store);
    write(folder, "bot.py", &LAST.replace("words[-1]", "words[-2]"));
    let (code, stdout, stderr) = told(&tournament(folder, &["cup.toml"]));
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert!(stdout.contains("all 3 pairs are played") && !stdout.contains("has changed"), "{stdout}");
}

/// Writes much to standard error at every move, and mostly sends long lines that are
/// no moves.
const NOISY: &str = "import random, string, sys
def junk(length):
    return ''.join(random.choices(string.ascii_letters, k=length))
for line in sys.stdin:
    words = line.split()
    if words[0] == 'go':
        print(junk(5000), file=sys.stderr, flush=True)
        print(' '.join(junk(20) for _ in range(200)) if random.random() < 0.9 else words[-1], flush=True)
";

#[test]
fn a_noisy_bot_does_not_fill_the_disk() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "noisy.py", NOISY);
    let arguments = ["plantation", "noisy.py", "random", "--pairs", "1", "--store", "cup.db", "--trust-bots"];
    let (code, stdout, stderr) = told(&tournament(folder, &arguments));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let size = fs::metadata(folder.join("cup.db")).expect("a store").len();
    assert!(size < 300_000, "{size} bytes for two games");
    // What was cut can still be checked.
    let verified =
        gridiron(folder).args(["replay", "cup.db", "--verify", "--quiet"]).output().expect("it starts");
    assert_eq!(told(&verified), (Some(0), String::new(), String::new()));
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
    assert_eq!(stderr, "gridiron: cannot save the tournament in cup.db: Permission denied\n");
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
    // Root may mount; whoever is not can be root in a world of its own.
    let may_mount = Command::new("unshare").args(["--mount", "true"]).stderr(Stdio::null()).status();
    let mut command = Command::new("unshare");
    command.arg("--mount");
    if !may_mount.is_ok_and(|status| status.success()) {
        command.arg("--map-root-user");
    }
    command.args(["sh", "-c", &script]).env("ANNOUNCED", announced);
    let (code, stdout, stderr) = told(&command.stdin(Stdio::null()).output().expect("unshare is there"));
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    let expected = "gridiron: cup.db: the disk is full; saved results are safe";
    assert!(lines[0] == "code 1" && lines[1].starts_with(expected), "{stdout}");
    assert_eq!(lines[2..], ["all 1200 pairs are played", "\"pairs_done\":1200"]);
}

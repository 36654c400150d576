//! Seeds as bots and organisers meet them: nobody can guess one, the return game tells
//! nothing new, and a tournament continues with the seed that it began with.

use std::fs;
use std::path::Path;

use league::PairOutcome;
use league::committed_results::game_number;
use league::store::{Store, packing};
use referee::{Record, record};

use super::{folder, gridiron, told, works, write};

/// Remembers the rows of its tiles from one game to the next, and bombs one of these
/// squares first: in the second game of a pair the opponent sits there.
const REMEMBERS: &str = "import sys
remembered = []
for line in sys.stdin:
    words = line.split()
    if words[0] == 'start':
        cols = int(words[words.index('cols') + 1])
        is_first = True
    elif words[0] == 'board':
        board = [int(number) for number in words[1:]]
    elif words[0] == 'go':
        own = [at for at, number in enumerate(board) if number > 0]
        target = remembered[0] if is_first and remembered else 0
        if is_first:
            remembered = own
        is_first = False
        print('bomb', target // cols, target % cols, flush=True)
";

/// Pairs of the test: enough to tell a bot that knows from one that guesses.
const PAIRS: usize = 30;

/// How often the first action of the remembering bot's second games hit a tile.
fn hits(games: &[Record]) -> usize {
    let second = games.iter().skip(1).step_by(2);
    let first_actions = second.map(|game| {
        let seat = game.players.iter().position(|player| player.name == "remembers.py").expect("it plays");
        game.actions.iter().find(|action| action.seat.index() == seat).expect("it moved")
    });
    // The reply says how much the bomb removed.
    first_actions.filter(|action| action.reply.starts_with("OK ") && action.reply != "OK 0").count()
}

/// All games of a store, in pairs.
fn stored_games(path: &Path) -> Vec<Record> {
    let store = Store::open_read_only(path).expect("a store");
    let mut numbers = Vec::new();
    store.each_pair(|number, _| numbers.push(number)).expect("a good store");
    let games = numbers.into_iter().flat_map(|pair| [(pair, 0), (pair, 1)]);
    games
        .map(|(pair, game)| {
            let packed = store.record(pair, game).expect("a good store").expect("a record");
            packing::unpack(&packed).expect("a record")
        })
        .collect()
}

#[test]
fn a_bot_that_remembers_does_not_know_the_start_of_the_return_game() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "remembers.py", REMEMBERS);
    let rules = "max_turns=1,rows=32,cols=3,starting_tiles=2";
    let words = ["match", "plantation", "remembers.py", "random", "--rules", rules, "--clock", "none"];
    let games = (2 * PAIRS).to_string();
    let more = ["--games", &games, "--records", "games.jsonl", "--json", "-c", "1"];
    let (code, printed, stderr) = told(&gridiron(folder).args(words).args(more).output().expect("it starts"));
    assert_eq!(code, Some(0), "{printed}{stderr}");
    let of_match = record::read(&folder.join("games.jsonl")).expect("records");

    let of_tournament = {
        let pairs = PAIRS.to_string();
        let words =
            ["plantation", "remembers.py", "random", "--pairs", &pairs, "--store", "cup.db", "-c", "1"];
        works(folder, &[&words[..], &["--rules", rules, "--clock", "none", "--csv", "tables"]].concat());
        stored_games(&folder.join("cup.db"))
    };
    for games in [&of_match, &of_tournament] {
        assert_eq!(games.len(), 2 * PAIRS);
        // By chance it hits about one time in ten: half of them once in 10^8 tests. A bot
        // that knows hits always.
        assert!(hits(games) < PAIRS / 2, "{} of {PAIRS}", hits(games));
        assert!(games.chunks(2).all(|pair| pair[0].seed != pair[1].seed));
    }

    // What the store and the tables say about a game is what its record says.
    let csv = fs::read_to_string(folder.join("tables/games.csv")).expect("a table");
    let column = csv.lines().next().and_then(|head| head.split(',').position(|name| name.ends_with("seed")));
    let in_table: Vec<u64> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(column.expect("a column")).expect("a cell").parse().expect("a seed"))
        .collect();
    let recorded: Vec<u64> = of_tournament.iter().map(|game| game.seed).collect();
    assert_eq!(in_table, recorded);
    let mut numbers = Vec::new();
    let store = Store::open_read_only(&folder.join("cup.db")).expect("a store");
    let each = |number, pair: league::FinishedPair| {
        numbers.push((game_number(number, 0), pair.seeds));
    };
    store.each_pair(each).expect("a good store");
    let expected: Vec<(u64, [u64; 2])> =
        (1..).step_by(2).zip(recorded.chunks(2).map(|pair| [pair[0], pair[1]])).collect();
    assert_eq!(numbers, expected);
}

/// The number after `seed ` in a text.
fn seed_in(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("seed ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn drawn_seeds_cannot_be_guessed_and_are_told_at_the_end() {
    let folder = folder();
    let folder = folder.path();
    let run = |words: &[&str]| {
        let (code, printed, stderr) = told(&gridiron(folder).args(words).output().expect("it starts"));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{words:?}: {printed}");
        printed
    };
    let (mut seeds, quick) = (Vec::new(), ["virus", "random", "greedy", "--rules", "size=4"]);
    for words in
        [&["play"][..], &["match", "--games", "4", "--clock", "none"], &["tournament", "--pairs", "2"]]
    {
        let command = [&words[..1], &quick, &words[1..]].concat();
        for number in 0..4 {
            let store = format!("{number}.db");
            let command = match words[0] {
                "tournament" => [&command[..], &["--store", &store]].concat(),
                _ => command.clone(),
            };
            let printed = run(&command);
            let (before, end) = printed.trim_end().rsplit_once('\n').expect("lines");
            assert_eq!(seed_in(before), None, "it is told at the end: {printed}");
            let seed = seed_in(end).unwrap_or_else(|| panic!("{printed}"));
            seeds.push(seed);
            // The command that is told plays the same again.
            let (_, again) = end.split_once("to play it again: ").expect("a command");
            let seed = seed.to_string();
            let again = match again.strip_prefix("gridiron ") {
                Some(words) => words.split(' ').map(str::to_string).collect(),
                None => {
                    assert_eq!(again, format!("the same command with --seed {seed}"));
                    let mut words: Vec<String> = command.iter().map(|word| word.to_string()).collect();
                    *words.last_mut().expect("a store") = format!("again-{number}.db");
                    [words, vec!["--seed".into(), seed]].concat()
                }
            };
            let repeated = run(&again.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(results(&repeated), results(before), "{again:?}");
        }
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 12, "each is new");
    // One of twelve is as small as a guess once in 10^5 tests; 53 bits are used.
    assert!(seeds.iter().all(|seed| (10_000_000_000..1 << 53).contains(seed)), "{seeds:?}");
    assert!(seeds.iter().any(|seed| seed >> 49 > 0), "{seeds:?}");
}

/// What a run printed about its games, without heads, stores, times and seeds.
fn results(printed: &str) -> Vec<&str> {
    let is_of_games = |line: &&str| {
        let of_run = ["seed", " a second", " saved in ", "time used", " in all", "µs", " ms", "virus: "];
        !line.is_empty() && of_run.iter().all(|word| !line.contains(word))
    };
    printed.lines().filter(is_of_games).collect()
}

/// Players, leg, seeds and margins of a pair.
type PlayedPair = ([i64; 2], u32, [u64; 2], Vec<i64>);

/// All pairs, in the order of players and legs.
fn pairs(path: &Path) -> Vec<PlayedPair> {
    let mut pairs = Vec::new();
    let store = Store::open_read_only(path).expect("a store");
    let each = |_, pair: league::FinishedPair| {
        let PairOutcome::Played(games) = &pair.outcome else { panic!("all games were played") };
        let margins = games.iter().map(|game| game.result.score.margin).collect();
        pairs.push((pair.players, pair.leg, pair.seeds, margins));
    };
    store.each_pair(each).expect("a good store");
    pairs.sort();
    pairs
}

#[test]
fn a_tournament_continues_with_the_seed_that_it_began_with() {
    let folder = folder();
    let folder = folder.path();
    let file = |pairs: u32, seed: &str| {
        format!(
            "game = \"plantation\"\npairs = {pairs}\n{seed}clock = \"none\"\n[rules]\nmax_turns = 3\n\
             [[players]]\nbot = \"random\"\n[[players]]\nbot = \"gardener\"\n[[players]]\nbot = \"random-dumb\"\n"
        )
    };
    write(folder, "cup.toml", &file(1, ""));
    let begun = works(folder, &["cup.toml", "--json", "first.json"]);
    let seed = seed_in(&begun).expect("it is told at the end");
    let first = pairs(&folder.join("cup.db"));
    write(folder, "cup.toml", &file(2, ""));
    // While games are left, nothing tells the seed.
    let shown = works(folder, &["cup.toml", "--show", "--json", "half.json", "--report", "half.html"]);
    assert_eq!(seed_in(&shown), None, "{shown}");
    for name in ["half.json", "half.html"] {
        let text = fs::read_to_string(folder.join(name)).expect("a file");
        assert!(!text.contains(&seed.to_string()), "{name}");
    }
    let ended = works(folder, &["cup.toml"]);
    assert_eq!(seed_in(&ended), Some(seed), "{ended}");
    let all = pairs(&folder.join("cup.db"));
    assert!(all.len() == 6 && first.iter().all(|pair| all.contains(pair)));
    // The seed that was told plays the same games again.
    write(folder, "again.toml", &file(2, &format!("seed = {seed}\n")));
    works(folder, &["again.toml"]);
    assert_eq!(pairs(&folder.join("again.db")), all);
}

#[test]
fn the_same_words_find_their_tournament_again() {
    let words = ["virus", "random", "greedy", "--pairs", "1", "--rules", "size=4", "--json", "-"];
    let run = |folder: &Path, more: &[&str]| {
        let printed = works(folder, &[&words[..], more].concat());
        let (_, store) = printed.split_once("results are saved in ").expect("a store");
        let report: serde_json::Value =
            serde_json::from_str(printed.lines().last().expect("lines")).expect("JSON");
        (store.lines().next().expect("a name").to_string(), report["about"]["seed"].as_u64().expect("a seed"))
    };
    // Without a seed: the same store and seed each time; with one, another store.
    let home = folder();
    let first = run(home.path(), &[]);
    assert_eq!(run(home.path(), &[]), first);
    let with_seed = run(home.path(), &["--seed", "1"]);
    assert!(with_seed.0 != first.0 && with_seed.1 == 1);
    assert_eq!(run(home.path(), &[]), first);
    // Version 0.1 took 1 and CPU time if nothing was named, and its stores have that name.
    let home = folder();
    let old = run(home.path(), &["--seed", "1", "--clock-by", "cpu"]);
    assert_eq!(run(home.path(), &[]), old);
    assert_eq!(run(home.path(), &["--seed", "1"]), old);
}

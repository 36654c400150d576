//! What the clock charges: sleeping costs, a busy or a stopped machine does not, and
//! nothing that a bot does is free. The second source is the bot's own account.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::thread;

use referee::{ActionRecord, Record};

const TIMED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/timed.py");

fn play(words: &str) -> Vec<Record> {
    let folder = tempfile::tempdir().expect("a folder");
    // `timed` stands for the bot; `_` for a space inside an argument.
    let arguments = words.split(' ').map(|word| match word.strip_prefix("timed") {
        Some(options) => format!("python3 {TIMED}{}", options.replace('_', " ")),
        None => word.to_string(),
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridiron"));
    command.args(arguments).args(["--records", "games.jsonl", "--seed", "1"]);
    command.current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{words}: {output:?}");
    referee::record::read(&folder.path().join("games.jsonl")).expect("records")
}

/// The moves of the player with that name.
fn moves_of<'a>(record: &'a Record, spec: &str) -> Vec<&'a ActionRecord> {
    let seat = record.players.iter().position(|player| player.spec.contains(spec)).expect("it plays");
    record.actions.iter().filter(|action| action.seat.index() == seat && action.by.is_none()).collect()
}

/// What is tried, the command, the cause of the end, and how many moves the bot made.
#[test]
fn what_a_bot_does_is_charged() {
    type Case = (&'static str, &'static str, &'static str, Option<usize>);
    let cases: [Case; 8] = [
        (
            "a sleeper flags in its first move",
            "play virus timed_sleep=2 greedy --clock 1+0 --rules size=6",
            "time",
            Some(0),
        ),
        (
            "by CPU time, sleep is free",
            "play virus timed_sleep=0.3 first --clock 0.25+0 --clock-by cpu --rules size=3",
            "normal",
            None,
        ),
        (
            "by wall time it is not",
            "play virus timed_sleep=0.3 first --clock 0.25+0 --clock-by wall --rules size=3",
            "time",
            Some(0),
        ),
        (
            "the first move of a bot that waits for input",
            "play virus timed_cpu=0.4_only=1 greedy --clock 0.3/move --rules size=4",
            "time",
            Some(0),
        ),
        (
            "the same by CPU time",
            "play virus timed_cpu=0.4_only=1 greedy --clock 0.3/move --clock-by cpu --rules size=4",
            "time",
            Some(0),
        ),
        (
            "what it computes from the start line",
            "play virus timed_at=start_cpu=0.4 greedy --clock 0.3/move --rules size=4",
            "time",
            Some(0),
        ),
        (
            "its start, before it knows the game, is free",
            "play virus timed_at=gridiron_cpu=0.4 greedy --clock 0.3/move --rules size=4",
            "normal",
            None,
        ),
        (
            "a sleep before empty input is not a start",
            "play virus timed_at=gridiron_sleep=0.9 greedy --clock 0.3/move --rules size=4",
            "time",
            Some(0),
        ),
    ];
    for (what, words, cause, moves) in cases {
        let record = &play(words)[0];
        let made = moves_of(record, "timed.py").len();
        assert_eq!(record.outcome.cause.word(), cause, "{what}: {:?}", record.outcome);
        assert!(moves.is_none_or(|moves| moves == made), "{what}: {made} moves");
    }
}

/// A bot that floods its output while it thinks does not keep its opponent from being
/// stopped: the opponent, which computes all the time, would pay for it.
#[test]
fn a_flood_of_comments_charges_nobody_else() {
    let record = &play("play virus timed_flood=0.4 timed_burn=1 --clock 60+0 --rules size=4")[0];
    assert_eq!(record.outcome.cause.word(), "normal", "{:?}", record.outcome);
    let charged: Vec<u64> = moves_of(record, "burn=1").iter().filter_map(|action| action.fair_ns).collect();
    let median = {
        let mut sorted = charged.clone();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    };
    assert!(median < 100_000_000, "charged {charged:?} ns beside a flood of 400 ms");
}

/// A bot that computes between games pays for it in the next.
#[test]
fn time_between_games_is_charged() {
    let records = play(
        "match virus timed_at=end_cpu=0.2 first --games 4 --concurrency 1 --rules size=4,opening_plies=0",
    );
    for (number, record) in records.iter().enumerate() {
        let first = moves_of(record, "timed.py")[0].fair_ns.expect("a time");
        assert_eq!(first > 150_000_000, number > 0, "game {number}: {first} ns");
    }
}

/// Processes that keep all cores busy.
struct BusyLoops(Vec<Child>);

impl BusyLoops {
    fn start(count: usize) -> BusyLoops {
        let one = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
        BusyLoops((0..count).map(|_| one()).collect())
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// 30 ms of work and 20 ms of sleep are charged alike on an idle and on a busy
/// machine, as the bot itself sees them. The clock leaves much to spare: a page that is
/// read from disk, or a virtual machine that stands still, may cost a single move.
#[test]
fn a_busy_machine_costs_no_time() {
    let busy = 3 * thread::available_parallelism().map_or(1, usize::from);
    // The last column: how much of what it had a bot may be charged, in the median. A
    // thread that ends takes its run delay with it, so that is estimated from looks 20 ms
    // apart, which come late on a busy core. Wall time would be three to four times as much.
    for (loops, bot, clock, most) in [
        (0, "timed_cpu=0.03_sleep=0.02", "0.2/move", 1.15),
        (busy, "timed_cpu=0.03_sleep=0.02", "0.2/move", 1.15),
        (busy, "timed_cpu=0.1_in=thread", "0.4/move", 1.5),
    ] {
        let _busy = BusyLoops::start(loops);
        // Only a trusted bot can read its own run delay.
        let words = format!(
            "match virus {bot} {bot} --games 2 --concurrency 1 --clock {clock} --rules size=4 --trust-bots"
        );
        let mut ratios = Vec::new();
        for record in play(&words) {
            assert_eq!(record.outcome.cause.word(), "normal", "{loops} loops: {:?}", record.outcome);
            assert_eq!(record.charged.map(|charge| charge.word()), Some("fair"));
            for action in record.actions.iter().filter(|action| action.by.is_none()) {
                let charged = action.charged_ns(record.charged).expect("a time");
                let told = action.stderr.as_deref().and_then(|text| text.trim().strip_prefix("had "));
                let had: u64 = told.expect("what it had").parse().expect("a number");
                ratios.push(charged as f64 / had as f64);
            }
        }
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        assert!((0.8..most).contains(&median), "{loops} loops, {bot}: charged {ratios:?} of what it had");
    }
}

/// A referee that is stopped for longer than the clock allows charges nobody for it. The
/// bot itself stops it in the middle of a move, and continues it after the move.
#[test]
fn a_stopped_referee_costs_no_time() {
    for by in ["wall", "fair"] {
        let words = format!(
            "play virus timed_sleep=0.2_stop=3_only=1 first --clock 2/move --clock-by {by} --rules size=3 --trust-bots"
        );
        let record = &play(&words)[0];
        assert_eq!(record.outcome.cause.word(), "normal", "{by}: {:?}", record.outcome);
        let stalled = moves_of(record, "timed.py")[0].stalled_ns.expect("a stall");
        assert!(stalled > 1_000_000_000, "{by}: the record tells of {stalled} ns");
    }
}

//! The memory of bots that wait for their next game.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use super::{folder, gridiron, works, write};

/// Holds 40 MB, and plays the last of its moves.
const HOARDS: &str = "import sys
hoard = b'x' * (40 << 20)
for line in sys.stdin:
    words = line.split()
    if words[0] == 'go':
        print(words[-1], flush=True)
";

/// How much each bot may take.
const LIMIT: u64 = 64 << 20;

/// So many bots, of which two play at a time.
const BOTS: usize = 8;

/// Bytes that the processes below this one hold: what `/proc/PID/status` says.
fn memory_below(root: u32) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{root}/task")).into_iter().flatten().flatten();
    let lists = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let children: Vec<u32> = lists
        .flat_map(|list| list.split_whitespace().map(|pid| pid.parse().expect("a pid")).collect::<Vec<_>>())
        .collect();
    let held = |pid: u32| {
        let status = fs::read(format!("/proc/{pid}/status")).unwrap_or_default();
        let status = String::from_utf8_lossy(&status).into_owned();
        let lines = status.lines().filter_map(|line| line.strip_prefix("RssAnon:"));
        lines.filter_map(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).sum::<u64>() << 10
    };
    children.into_iter().map(|child| held(child) + memory_below(child)).sum()
}

#[test]
fn waiting_bots_stay_within_their_budget() {
    let folder = folder();
    let folder = folder.path();
    let mut file = String::from(
        "game = \"virus\"\npairs = 1\nconcurrency = 1\n[rules]\nsize = 4\n[sandbox]\nmemory = \"64MB\"\n",
    );
    for number in 0..BOTS {
        fs::create_dir(folder.join(format!("b{number}"))).expect("a folder");
        write(folder, &format!("b{number}/bot.py"), HOARDS);
        file += &format!("[[players]]\nbot = \"b{number}/bot.py\"\nname = \"b{number}\"\n");
    }
    write(folder, "cup.toml", &file);
    let mut command = gridiron(folder);
    let mut running = command
        .args(["tournament", "cup.toml"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let (mut most, mut looks) = (0, 0);
    let ended = loop {
        if let Some(ended) = running.try_wait().expect("it is ours") {
            break ended;
        }
        most = most.max(memory_below(running.id()));
        looks += 1;
        thread::sleep(Duration::from_millis(2));
    };
    assert!(ended.success());
    let shown = works(folder, &["cup.toml", "--show"]);
    assert!(shown.contains("all 28 pairs are played") && !shown.contains("faults\n  b"), "{shown}");
    // Two that play and the budget; supervisors hold a little too. Without a budget
    // there are 8 x 45 MB.
    assert!(most < 3 * LIMIT + (16 << 20), "{} MB, {looks} looks", most >> 20);
    assert!(most > 2 * (40 << 20), "both that play were seen: {} MB, {looks} looks", most >> 20);
}

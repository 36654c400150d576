//! Tables of Conga as a person makes them, and as the champion finds them.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::told;

fn gridiron(cache: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridiron"))
        .args(line.split(' '))
        .env("GRIDIRON_CACHE", cache)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// Positions that are not draws and plies of the longest win, as others have
/// counted them.
const KNOWN: [(u8, &str, u32); 3] = [(4, "167", 5), (5, "3,920", 23), (6, "37,523", 29)];

#[test]
fn tables_have_the_known_counts_and_are_made_once() {
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path().join("not yet there");
    for (stones, count, longest) in KNOWN {
        let line = format!("solve conga --stones {stones}");
        let (code, first, complaint) = told(&gridiron(&cache, &line));
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{line}");
        let row = |name: &str| {
            let row = first.lines().find_map(|line| line.trim().strip_prefix(name)).unwrap_or_default();
            row.split_whitespace().next().unwrap_or_default().to_string()
        };
        assert_eq!(
            (row("not draws"), row("longest win")),
            (count.to_string(), longest.to_string()),
            "{first}"
        );
        assert!(first.contains("the start is a draw"), "{first}");
        let table = cache.join(format!("conga-{stones}.table"));
        let made = fs::metadata(&table).expect("a table").modified().expect("a time");
        let (code, second, _) = told(&gridiron(&cache, &line));
        assert_eq!(code, Some(0));
        assert!(second.contains("already solved"), "{second}");
        assert_eq!(fs::metadata(&table).expect("a table").modified().expect("a time"), made);
        // All but the first line is the same.
        assert_eq!(
            first.split_once('\n').map(|(_, rest)| rest),
            second.split_once('\n').map(|(_, rest)| rest)
        );
    }
}

#[test]
fn mistakes_get_one_line_and_nothing_is_left_behind() {
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path();
    fs::write(cache.join("conga-4.table"), "no table at all").expect("room");
    fs::write(cache.join("a file"), "").expect("room");
    if cfg!(target_os = "linux") {
        // Of a process that was killed, whose number no process has.
        fs::write(cache.join(format!("conga-4.table.{}.part", u32::MAX)), "begun").expect("room");
    }
    for (folder, line, code, expected) in [
        (cache.to_path_buf(), "solve virus --stones 4", 2, "virus cannot be solved: only conga"),
        (cache.to_path_buf(), "solve konga --stones 4", 2, "did you mean `conga`?"),
        (cache.to_path_buf(), "solve conga", 2, "give the number of stones"),
        (cache.to_path_buf(), "solve virus", 2, "virus cannot be solved"),
        (cache.to_path_buf(), "solve conga --stones 10", 2, "expected 1 to 9"),
        (cache.to_path_buf(), "solve conga --stones 0", 2, "expected 1 to "),
        (cache.to_path_buf(), "solve conga --stones -1", 2, "expected 1 to "),
        (cache.to_path_buf(), "solve conga --stones 4", 1, "`gridiron solve conga --stones 4 --again`"),
        (cache.join("a file"), "solve conga --stones 5", 1, "cannot save the table in"),
    ] {
        let (status, printed, complaint) = told(&gridiron(&folder, line));
        assert_eq!((status, printed.as_str()), (Some(code), ""), "{line}: {complaint}");
        assert!(complaint.contains(expected) && complaint.lines().count() == 1, "{line}: {complaint}");
    }
    let (status, _, complaint) = told(&gridiron(cache, "solve conga --stones 4 --again"));
    assert_eq!((status, complaint.as_str()), (Some(0), ""));
    let mut left: Vec<String> = fs::read_dir(cache)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["a file", "conga-4.table"]);
}

#[test]
fn the_champion_says_that_it_cannot_use_a_table() {
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path();
    assert_eq!(told(&gridiron(cache, "solve conga --stones 4")).0, Some(0));
    let table = fs::read(cache.join("conga-4.table")).expect("a table");
    let game = "play conga champion random --quiet --seed 1 --rules stones=";
    let (code, _, complaint) = told(&gridiron(cache, &format!("{game}4")));
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    fs::write(cache.join("conga-5.table"), &table).expect("room");
    fs::write(cache.join("conga-4.table"), &table[..table.len() - 1]).expect("room");
    for (stones, expected) in [(4, "a damaged table"), (5, "a table for stones=4, not 5")] {
        let (code, _, complaint) = told(&gridiron(cache, &format!("{game}{stones}")));
        assert_eq!((code, complaint.lines().count()), (Some(0), 1), "{complaint}");
        assert!(complaint.contains(expected) && complaint.contains("plays without a table"), "{complaint}");
        let analysed = format!("analyse conga start --rules stones={stones} --nodes 1000");
        let (code, _, complaint) = told(&gridiron(cache, &analysed));
        assert_eq!((code, complaint.lines().count()), (Some(0), 1), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
        let (code, printed, complaint) = told(&gridiron(cache, &format!("solve conga --stones {stones}")));
        assert_eq!((code, printed.as_str()), (Some(1), ""));
        assert!(complaint.contains(&format!("--stones {stones} --again`")), "{complaint}");
    }
}

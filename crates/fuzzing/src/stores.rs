//! Stores with flipped bits, cut logs and values that nobody wrote: all of it is
//! read, or it is said what is damaged.
//!
//! The first line of an input names a store, each other line damages it:
//!
//! | line | damage |
//! |---|---|
//! | `set TABLE COLUMN ROW VALUE` | a value; before all others |
//! | `flip AT BITS`, `flip-log AT BITS` | bits of a byte of the store, or of its log |
//! | `cut AT`, `cut-log AT` | the end is missing |

use std::fs;
use std::path::{Path, PathBuf};

use league::entry_list::{OnChange, by_rules_of, difference, reconcile};
use league::report_games::ReportGames;
use league::reporting::{self, ReportOptions};
use league::store::{Store, StoreError, packing};
use league::{Event, Tournament};
use referee::verify;
use rusqlite::Connection;
use rusqlite::types::Value;

use crate::reference_stores::{ReferenceStore, reference};
use crate::{scratch, split_header};

/// More damage hides what one piece of it does.
const MOST_LINES: usize = 12;

/// The damage to a store.
pub fn store(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let (name, lines) = split_header(&text);
    let Some(reference) = reference(name.trim()) else { return false };
    let lines: Vec<&str> = lines.lines().take(MOST_LINES).collect();
    let path = damaged(reference, &lines, "cup.db");
    let looked = look(&path);
    if reference.has_checksums && looked.is_ok() {
        check_pairs(&path, reference);
    }
    let shown = show(&path, &reference.event);
    let resumed = resume(&path, &reference.event);
    let errors: Vec<String> = [looked, shown, resumed].into_iter().filter_map(Result::err).collect();
    assert!(errors.is_empty() || !lines.is_empty(), "a good store: {errors:?}");
    errors.is_empty()
}

/// The files of a store with this damage.
fn damaged(reference: &ReferenceStore, lines: &[&str], name: &str) -> PathBuf {
    let path = scratch::file(name, &reference.database);
    let log = scratch::folder().join(format!("{name}-wal"));
    let _ = fs::remove_file(scratch::folder().join(format!("{name}-shm")));
    fs::write(&log, &reference.log).expect("room");
    if lines.iter().any(|line| line.starts_with("set ")) {
        let connection = Connection::open(&path).expect("a database");
        // Whether it is on the disk does not matter here. Some values are refused.
        let _ = connection.pragma_update(None, "synchronous", "OFF");
        let _ = connection.pragma_update(None, "foreign_keys", false);
        lines.iter().for_each(|line| set(&connection, line));
    }
    let mut files = [&path, &log].map(|path| fs::read(path).unwrap_or_default());
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["flip", at, bits] => flip(&mut files[0], at, bits),
            ["flip-log", at, bits] => flip(&mut files[1], at, bits),
            ["cut", at] => cut(&mut files[0], at),
            ["cut-log", at] => cut(&mut files[1], at),
            _ => {}
        }
    }
    fs::write(&path, &files[0]).expect("room");
    match files[1].is_empty() {
        true => drop(fs::remove_file(&log)),
        false => fs::write(&log, &files[1]).expect("room"),
    }
    path
}

/// `set games margin 3 -7`: the value of a column in the row of that number.
fn set(connection: &Connection, line: &str) {
    let words: Vec<&str> = line.splitn(5, ' ').collect();
    let ["set", table, column, row, value] = words[..] else { return };
    let is_name =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if !is_name(table) || !is_name(column) {
        return;
    }
    let value = match value.parse::<i64>() {
        Ok(number) => Value::Integer(number),
        Err(_) if value == "null" => Value::Null,
        Err(_) if column == "record" => Value::Blob(value.as_bytes().to_vec()),
        Err(_) => Value::Text(value.to_string()),
    };
    let keys = match table {
        "games" | "records" => "(pair, game)",
        "settings" => "(name)",
        _ => "(id)",
    };
    let names = keys.trim_matches(['(', ')']);
    let update = format!(
        "UPDATE {table} SET {column} = ?1 WHERE {keys} IN (SELECT {names} FROM {table} ORDER BY {names} LIMIT 1 OFFSET ?2)"
    );
    // A table or column that is not there, or a value that it does not take.
    let _ = connection.execute(&update, (value, row.parse::<u32>().unwrap_or(0)));
}

fn flip(file: &mut [u8], at: &str, bits: &str) {
    let (at, bits) = (at.parse::<usize>().unwrap_or(0), bits.parse::<u8>().unwrap_or(1));
    if let Some(at) = at.checked_rem(file.len()) {
        file[at] ^= bits;
    }
}

fn cut(file: &mut Vec<u8>, at: &str) {
    if let Some(at) = at.parse::<usize>().unwrap_or(0).checked_rem(file.len()) {
        file.truncate(at);
    }
}

/// What passes every check is what was saved. The last pairs may be missing: a log ends
/// where it was cut or damaged, as after a loss of power.
fn check_pairs(path: &Path, reference: &ReferenceStore) {
    let good = damaged(reference, &[], "good.db");
    let [good, found] = [&good, path].map(|path| {
        let mut pairs = Vec::new();
        let store = Store::open_read_only(path).expect("it was read before");
        store.each_pair(|number, pair| pairs.push(format!("{number} {pair:?}"))).expect("it was read before");
        pairs
    });
    assert_eq!(found, good[..found.len().min(good.len())]);
}

/// Reads and checks everything, as `replay --verify` does.
fn look(path: &Path) -> Result<(), String> {
    let read = || {
        let store = Store::open_read_only(path)?;
        store.settings()?;
        store.journal()?;
        for player in store.players()? {
            store.pairs_of(player.id)?;
        }
        store.each_pair(|_, _| {})?;
        for number in store.recorded_games()? {
            let Some((pair, game)) = league::committed_results::pair_of_game(number) else { continue };
            if let Some(packed) = store.record(pair, game)? {
                // A record that holds is one that can be shown.
                let record = packing::unpack(&packed)?;
                if let Err(error) = verify(&record) {
                    return Ok(Some(error.to_string()));
                }
                web::game::html(std::slice::from_ref(&record)).expect("a page");
                if let Some(mismatch) = store.compare_with_record(pair, game, &record)? {
                    return Ok(Some(mismatch.to_string()));
                }
            }
        }
        store.check()?;
        Ok(None)
    };
    match read() {
        Ok(None) => Ok(()),
        Ok(Some(problem)) => Err(problem),
        Err(error) => Err(StoreError::to_string(&error)),
    }
}

/// Makes every report, as `tournament --show` does.
fn show(path: &Path, event: &Event) -> Result<(), String> {
    let store = Store::open_read_only(path).map_err(|error| error.to_string())?;
    store.check().map_err(|error| error.to_string())?;
    let event = &by_rules_of(event, &store).map_err(|error| error.to_string())?;
    if let Some(other) = difference(event, &store).map_err(|error| error.to_string())? {
        return Err(other.to_string());
    }
    let stored = store.players().map_err(|error| error.to_string())?;
    let found = event.players.iter().filter_map(|player| {
        let stored = stored.iter().find(|stored| stored.name == player.name)?;
        Some((player.clone(), stored.id))
    });
    let (players, ids): (Vec<_>, Vec<_>) = found.unzip();
    let event = Event { players, ..event.clone() };
    let tournament = Tournament::resume(event, store, &ids).map_err(|error| error.to_string())?;
    report(&tournament).map_err(|error| error.to_string())
}

/// Goes on with the tournament, as `tournament` does, up to the first game.
fn resume(path: &Path, event: &Event) -> Result<(), String> {
    let mut store = Store::open(path).map_err(|error| error.to_string())?;
    store.check().map_err(|error| error.to_string())?;
    let event = &by_rules_of(event, &store).map_err(|error| error.to_string())?;
    let ids = reconcile(event, &mut store, OnChange::Accept, &[]).map_err(|error| error.to_string())?;
    let tournament = Tournament::resume(event.clone(), store, &ids).map_err(|error| error.to_string())?;
    report(&tournament).map_err(|error| error.to_string())
}

fn report(tournament: &Tournament) -> Result<(), StoreError> {
    let results = tournament.results();
    let report =
        reporting::report(tournament, &ReportOptions { sandbox: None, games: ReportGames::AtMost(100) })?;
    let games = reporting::all_games(tournament, &report)?;
    assert_eq!((games.len() as u64, report.about.games), (results.games, results.games));
    // Both count every game twice, once for each player.
    let from_accounts: u64 = results.accounts.iter().map(|account| account.score.games()).sum();
    let from_standings: u64 = report.standings.iter().map(|standing| standing.score.games()).sum();
    assert_eq!((from_accounts, from_standings), (2 * results.games, 2 * results.games));
    assert!(web::report::html(&report).contains("</html>"));
    assert!(!web::csv::standings(&report).is_empty() && !web::csv::games(&report).is_empty());
    assert!(!web::csv::crosstable(&report).is_empty());
    Ok(())
}

//! Files of records: what is read is written as it was, and what the rules can know
//! cannot be changed unnoticed.

use referee::{Record, record, verify};

use crate::changed_values::{leaves, with_change};
use crate::scratch;
use crate::scripted_bot::check_played;

/// More records show nothing new.
const MOST_RECORDS: usize = 20;

/// What the rules cannot know, and what may differ without a difference: another seed
/// may give the same start, another option never come to bear, another line be the
/// same fault.
const FREE: [&str; 15] = [
    "players",
    "clock",
    "charged",
    "sandbox",
    "wall_ns",
    "cpu_ns",
    "fair_ns",
    "stalled_ns",
    "unasked",
    "message",
    "stderr",
    "unbilled",
    "seed",
    "options",
    "sent",
];

/// The bytes of a file of records.
pub fn records(data: &[u8]) -> bool {
    match record::read(&scratch::file("game.jsonl", data)) {
        Ok(records) => {
            let holding = records.iter().take(MOST_RECORDS).filter(|record| check(record, data));
            holding.count() > 0
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Whether the record holds.
fn check(record: &Record, data: &[u8]) -> bool {
    let text = serde_json::to_string(record).expect("JSON");
    let again: Record = serde_json::from_str(&text).expect("what was written");
    assert_eq!(again, *record);
    let verdict = verify(record);
    match &verdict {
        Ok(()) => {
            check_played(record);
            check_changed(record, data);
            check_page(record);
            web::svg::game(record, None).expect("a picture");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(web::game::html(std::slice::from_ref(record)).is_err(), "a page of a false record");
        }
    }
    verdict.is_ok()
}

/// No text of a record ends the element that it stands in.
fn check_page(record: &Record) {
    let page = web::game::html(std::slice::from_ref(record)).expect("a page");
    assert_eq!(page.matches("<script").count(), page.matches("</script").count());
    let mut plain = record.clone();
    plain.players.iter_mut().for_each(|player| player.name = "plain".into());
    let plain = web::game::html(&[plain]).expect("a page");
    assert_eq!(page.matches("</").count(), plain.matches("</").count(), "a name is no markup");
}

/// Changes one value of a record that holds. Which one depends on the input.
fn check_changed(record: &Record, data: &[u8]) {
    let whole = serde_json::to_value(record).expect("JSON");
    let paths = leaves(&whole);
    let sum = data.iter().fold(5381_usize, |sum, byte| sum.wrapping_mul(33) ^ usize::from(*byte));
    let path = &paths[sum % paths.len()];
    // What is no record any more is noticed by the reader.
    let Ok(changed) = serde_json::from_value::<Record>(with_change(&whole, path)) else { return };
    let is_free = path.iter().any(|key| FREE.contains(&key.as_str()));
    assert!(changed == *record || is_free || verify(&changed).is_err(), "{path:?} was changed unnoticed");
}

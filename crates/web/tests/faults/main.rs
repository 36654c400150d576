//! Faults in French: every message that the referee can make is translated.
//!
//! The messages are made by the real code where it can be called from here. The others are
//! written in `samples.rs`. `sources.rs` finds every text in the source of messages: a text
//! that no sample contains fails a test, and so does a sample without French.
#![cfg(target_os = "linux")]

#[path = "../common/mod.rs"]
mod common;
mod samples;
mod sources;

use common::devtools::Browser;
use common::{Habit, round_robin};
use league::report::FaultNote;
use serde_json::{Value, json};

/// A report with a fault for each of these words, in a browser.
struct Report {
    browser: Browser,
    html: String,
}

/// A fault as the page shows it.
struct Shown {
    /// All of it, with ordinary spaces.
    text: String,
    /// What is marked as English.
    english: Vec<String>,
}

impl Report {
    fn new(faults: impl IntoIterator<Item = String>) -> Report {
        let bots = [("Ada", "random", Habit::Silent), ("Bob", "random", Habit::Silent)];
        let mut report = round_robin("Coupe", "virus", "size=3", &bots, 1);
        report.faults = (1..)
            .zip(faults)
            .map(|(game, words)| FaultNote {
                player: 0,
                game,
                seed: 0,
                seats: [0, 1],
                cause: "crash".into(),
                words,
            })
            .collect();
        Report { browser: Browser::start(), html: gridiron_web::report::html(&report) }
    }

    /// What the page shows in a language, in the order of the faults.
    fn shown_in(&mut self, language: &str) -> Vec<Shown> {
        self.browser.open(&self.html, &format!("#lang={language}"), (1280, 720));
        let shown = self.browser.value(
            "document.querySelectorAll('.fault-list code').forEach((it) => it.replaceWith('`' + it.textContent + '`'));
             [...document.querySelectorAll('.fault-list p')].reverse().map((it) =>
               [it.innerText, ...[...it.querySelectorAll('[lang=en]')].map((part) => part.innerText)])",
        );
        let text = |value: &Value| value.as_str().expect("text").replace(['\u{a0}', '\u{202f}'], " ");
        let parts = shown.as_array().expect("a list").iter();
        let parts = parts.map(|parts| parts.as_array().expect("texts").iter().map(text));
        parts
            .map(|mut parts| Shown { text: parts.next().expect("a text"), english: parts.collect() })
            .collect()
    }
}

/// Words of English that are no words of French.
const ENGLISH: &[&str] = &[
    "the", "it", "its", "is", "are", "was", "not", "no", "with", "within", "of", "or", "and", "move",
    "board", "line", "but", "there", "has", "have", "must", "row", "column",
];

/// The words of a text that are English, besides those between backquotes.
fn english_words(text: &str) -> Vec<&str> {
    // `get_move` is one word, and a name.
    let is_between = |letter: char| !letter.is_alphabetic() && letter != '_';
    let words = text.split('`').step_by(2).flat_map(|part| part.split(is_between));
    words.filter(|word| ENGLISH.contains(word)).collect()
}

#[test]
fn all_messages_are_french() {
    let samples = samples::all();
    let mut report = Report::new(samples.iter().map(|sample| format!("turn 3: crash: {sample}")));
    let shown = report.shown_in("fr");
    assert_eq!(shown.len(), samples.len());
    let mut problems = Vec::new();
    for (sample, Shown { text, english }) in samples.iter().zip(&shown) {
        if !english.is_empty() || !english_words(text).is_empty() || !text.starts_with("tour 3 : ") {
            problems.push(format!("{sample}\n  -> {text}\n  {english:?}"));
        }
    }
    assert!(problems.is_empty(), "not French:\n{}", problems.join("\n"));
    // In English they stay as they are.
    for (sample, Shown { text, .. }) in samples.iter().zip(report.shown_in("en")) {
        assert_eq!(text, format!("turn 3: {sample}"), "the badge before it says that it is a crash");
    }
}

/// Whoever writes a new message for authors adds a sample of it, and its French.
#[test]
fn every_text_in_the_source_has_a_sample() {
    let samples = samples::all();
    let (mut count, mut missing) = (0, Vec::new());
    for source in sources::all() {
        let texts = source.texts();
        count += texts.len();
        let is_missing = |text: &&String| !samples.iter().any(|sample| sample.contains(*text));
        missing.extend(texts.iter().filter(is_missing).map(|text| format!("{}: {text}", source.name)));
    }
    assert!(count > 80, "{count} texts are found");
    assert!(missing.is_empty(), "no sample in samples.rs contains\n{}", missing.join("\n"));
}

/// A phrase that no message contains is no longer needed, or has been misspelt.
#[test]
fn every_phrase_is_said() {
    let mut report = Report::new([]);
    report.shown_in("fr");
    // A phrase stands at the beginning, or after one of the signs between phrases.
    let unsaid = report.browser.value(&format!(
        "FAULT_PHRASES.filter(([pattern]) => {{
           const anywhere = new RegExp('(?:^|[:;,] | )' + pattern.source.slice(1));
           return !{}.some((sample) => anywhere.test(sample));
         }}).map(([, key]) => key)",
        json!(samples::all())
    ));
    assert_eq!(unsaid, json!([]));
}

/// A fault in English: the badge before it tells its kind.
fn without_kind(words: &str) -> String {
    let turn = words.find(": ").filter(|_| words.starts_with("turn ")).map_or(0, |at| at + 2);
    let (turn, fault) = words.split_at(turn);
    for (kind, words) in [("time", "out of time"), ("no-start", "did not start")] {
        // Without a message, its kind is all that is known.
        if let Some(more) = fault.strip_prefix(kind).filter(|more| more.is_empty() || more.starts_with(';')) {
            return format!("{turn}{words}{more}");
        }
    }
    let kinds = ["time", "crash", "no-start", "protocol", "illegal"];
    let message = fault.split_once(": ").filter(|(kind, _)| kinds.contains(kind)).map_or(fault, |it| it.1);
    format!("{turn}{}", message.replace(", and 4 more", "; and 4 more"))
}

#[test]
fn french_texts_are_these() {
    let cases = samples::translated();
    let mut report = Report::new(cases.iter().map(|(words, _)| words.clone()));
    for ((words, french), Shown { text, .. }) in cases.iter().zip(report.shown_in("fr")) {
        assert_eq!(&text, french, "{words}");
    }
    for ((words, _), Shown { text, .. }) in cases.iter().zip(report.shown_in("en")) {
        assert_eq!(text, without_kind(words));
    }
}

/// What a bot or Python says is not translated, and marked as English.
#[test]
fn what_bots_say_stays() {
    let cases = [
        ("crash: something new", "something new", &["something new"][..]),
        ("crash: MemoryError", "MemoryError", &["MemoryError"]),
        ("crash: it closed its output; oh no", "il a fermé sa sortie; oh no", &["; oh no"]),
        ("crash: ValueError: it is late (bot.py, line 7)", "ValueError: it is late (bot.py, ligne 7)", &[]),
        (
            "protocol: `1.5` is no integer, expected as in `4 7`; it sent `no move within 1.5 s`",
            "`1.5` n’est pas un entier ; il faut des entiers, comme dans `4 7` ; ligne envoyée : `no move within 1.5 s`",
            &[],
        ),
    ];
    let mut report = Report::new(cases.iter().map(|(words, ..)| (*words).to_string()));
    for ((words, expected, marked), Shown { text, english }) in cases.iter().zip(report.shown_in("fr")) {
        assert_eq!(text, *expected, "{words}");
        assert_eq!(english, *marked, "{words}");
    }
}

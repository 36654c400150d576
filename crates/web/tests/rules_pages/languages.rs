//! Both languages of the pages say the same, and French has its typography.

use serde_json::Value;

use super::{all, items, pages};

const WORDS: &str = include_str!("../../assets/rules_text.js");

/// Calls `visit` with every text in English and French.
pub fn each_text(value: &Value, visit: &mut dyn FnMut(&str, &str)) {
    match value {
        Value::Array(items) => match &items[..] {
            [Value::String(english), Value::String(french)]
                if !english.contains(',') || english.contains(' ') =>
            {
                visit(english, french);
            }
            _ => items.iter().for_each(|inner| each_text(inner, visit)),
        },
        Value::Object(fields) => {
            let texts = fields.iter().filter(|(key, _)| *key != "choices" && *key != "faults");
            texts.for_each(|(_, inner)| each_text(inner, visit));
        }
        _ => {}
    }
}

/// What stands between backquotes.
pub fn code(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(ToString::to_string).collect()
}

/// All numbers of a text, sorted; `0,1` of French counts as `0.1`.
pub fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            continue;
        }
        let mut digits = letter.to_string();
        while let Some(next) = letters.peek().copied() {
            let mut ahead = letters.clone();
            ahead.next();
            let is_point = ['.', ','].contains(&next) && ahead.peek().is_some_and(char::is_ascii_digit);
            if !next.is_ascii_digit() && !is_point {
                break;
            }
            digits.push(if is_point { '.' } else { next });
            letters.next();
        }
        found.push(digits);
    }
    found.sort();
    found
}

#[test]
fn both_languages_state_the_same_facts() {
    for (entry, page) in pages() {
        let mut count = 0;
        each_text(&page, &mut |english, french| {
            count += 1;
            compare(english, french);
        });
        assert!(count > 60, "{}: {count} texts", entry.name);
    }
    // The words that all pages share: `key: ["English", "French"],`.
    let (_, table) = WORDS.split_once("RULES_WORDS = {\n").expect("a table");
    let (table, _) = table.split_once("\n};").expect("its end");
    for line in table.lines() {
        let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        let [english, french] = texts[..] else { panic!("{line}") };
        compare(english, french);
    }
}

/// Compares a text in two languages: numbers, code, players, and the signs of French.
fn compare(english: &str, french: &str) {
    assert!(!english.trim().is_empty() && !french.trim().is_empty(), "{english:?} {french:?}");
    assert_eq!(numbers(english), numbers(french), "{english}\n{french}");
    let [mut in_english, mut in_french] = [code(english), code(french)];
    in_english.sort();
    in_french.sort();
    assert_eq!(in_english, in_french, "{english}\n{french}");
    let strong = |text: &str| text.matches("**").count();
    assert_eq!(strong(english), strong(french), "{english}");
    let seats = |text: &str| ["{0}", "{1}"].map(|seat| text.contains(seat));
    assert_eq!(seats(english), seats(french), "{english}\n{french}");
    // Typography: what stands in code is not French.
    let prose = french.split('`').step_by(2).collect::<Vec<_>>().join("x");
    assert!(!prose.contains('\'') && !prose.contains('"'), "{french}");
    for sign in [':', ';', '!', '?', '%', '»'] {
        let is_apart = prose.match_indices(sign).all(|(at, _)| prose[..at].ends_with(' '));
        assert!(is_apart, "{french}");
    }
    assert!(!english.contains('\'') && !english.contains("  ") && !french.contains("  "), "{english}");
    assert_eq!(english.ends_with('.'), french.ends_with('.'), "{english}\n{french}");
}

/// Every place that holds a text holds it in both languages.
#[test]
fn no_text_is_in_one_language_only() {
    for (_, page) in pages() {
        for key in ["title", "text", "caption", "cost", "lead", "name", "value"] {
            for found in all(&page, key) {
                let texts = items(found);
                assert!(texts.len() == 2 && texts.iter().all(Value::is_string), "{key}: {found}");
            }
        }
        for key in ["list", "head", "players"] {
            for texts in all(&page, key).into_iter().flat_map(items) {
                assert!(items(texts).len() == 2, "{key}: {texts}");
            }
        }
        // Cells are texts, or the same in both languages: code, numbers and dashes.
        for cell in all(&page, "cells").into_iter().flat_map(items) {
            let is_same = cell.as_str().is_some_and(|it| {
                it.starts_with('`') || it.chars().all(|letter| letter.is_ascii_digit() || letter == '–')
            });
            assert!(is_same || items(cell).len() == 2, "{cell}");
        }
    }
}

//! A page in one file: its head, the scripts and styles, and the data.
//!
//! **Invariant:** text from players stays text. The page's Content Security Policy
//! allows nothing but our own script, named by its hash, and forbids even that to
//! make elements out of text.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::text::{markup, script_json};

/// All scripts, in this order. They are no modules, so a server can also hand them
/// out one by one.
const SCRIPTS: [&str; 13] = [
    include_str!("../assets/words.js"),
    include_str!("../assets/language.js"),
    include_str!("../assets/dom.js"),
    include_str!("../assets/describe.js"),
    include_str!("../assets/faults.js"),
    include_str!("../assets/board.js"),
    include_str!("../assets/game.js"),
    include_str!("../assets/list.js"),
    include_str!("../assets/charts.js"),
    include_str!("../assets/rounds.js"),
    include_str!("../assets/crosstable.js"),
    include_str!("../assets/report.js"),
    include_str!("../assets/page.js"),
];

const STYLES: [&str; 4] = [
    include_str!("../assets/page.css"),
    include_str!("../assets/game.css"),
    include_str!("../assets/report.css"),
    include_str!("../assets/presentation.css"),
];

/// The icon: a disc for seat 0 and a ring for seat 1.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
    %3Crect width='16' height='16' rx='3' fill='%23202327'/%3E%3Ccircle cx='5' cy='5' r='2.6' fill='%236ea8ff'/%3E\
    %3Ccircle cx='11' cy='11' r='2' fill='none' stroke='%23ff9a5c' stroke-width='1.3'/%3E%3C/svg%3E";

/// A page that is being written. Games are added one by one, since there may be
/// thousands of them.
pub struct Page {
    html: String,
    script: String,
}

impl Page {
    /// A page with this title of the browser's window; `fallback` is the HTML that
    /// readers see where scripts do not run.
    pub fn new(title: &str, fallback: &str) -> Page {
        let (script, style) = (SCRIPTS.concat(), STYLES.concat());
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; \
             form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
            hash(&script),
            hash(&style)
        );
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <link rel=\"icon\" href=\"{ICON}\">\n<title>{}</title>\n<style>{style}</style>\n</head>\n\
             <body>\n<div id=\"page\">\n{}</div>\n",
            markup(title),
            fallback
        );
        Page { html, script }
    }

    /// Adds the data of a game.
    pub fn add_game<T: Serialize>(&mut self, number: u64, playback: &T) {
        self.html.push_str(&data_element(&format!("data-game=\"{number}\""), playback));
    }

    /// The whole page, with the data of everything but the games.
    pub fn finish<T: Serialize>(mut self, data: &T) -> String {
        self.html.push_str(&data_element("id=\"data\"", data));
        self.html.push_str("<script>");
        self.html.push_str(&self.script);
        self.html.push_str("</script>\n</body>\n</html>\n");
        self.html
    }
}

/// An element with data for the script. Each game has its own and is read when it
/// is opened.
fn data_element<T: Serialize>(attribute: &str, data: &T) -> String {
    let json = serde_json::to_string(data).expect("names are text and numbers are numbers");
    format!("<script type=\"application/json\" {attribute}>{}</script>\n", script_json(&json))
}

/// A script or style as the page's Content Security Policy names it.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use league::formats::Plan;
    use league::report_games::Reason::*;

    use super::*;

    #[test]
    fn hashes_are_those_that_browsers_compute() {
        // MDN's example of a policy, and the well-known hash of an empty text.
        for (text, expected) in [
            ("alert('Hello, world.');", "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="),
            ("", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
        ] {
            assert_eq!(hash(text), expected);
        }
    }

    #[test]
    fn every_word_has_both_languages() {
        let (_, words) = SCRIPTS[0].split_once("WORDS = {").expect("a table");
        // `key: ["English", "French"]` on one line or several; texts contain no `"`.
        let entries: Vec<(&str, Vec<&str>)> = words
            .split("],")
            .filter_map(|entry| {
                let (key, texts) = entry.split_once(": [")?;
                let key = key.rsplit('\n').next().unwrap_or_default().trim().trim_matches('"');
                Some((key, texts.split('"').skip(1).step_by(2).collect()))
            })
            .collect();
        assert!(entries.len() > 100);
        for (key, texts) in &entries {
            let [english, french] = texts[..] else { panic!("{key}: {texts:?}") };
            assert!(!english.is_empty() && !french.is_empty(), "{key}");
            assert_eq!(values(english), values(french), "{key}");
            // French typography.
            assert!(!french.contains('\''), "{key}: {french}");
            for sign in [':', ';', '!', '?', '%'] {
                let is_apart = french.match_indices(sign).all(|(at, _)| french[..at].ends_with(' '));
                assert!(is_apart, "{key}: {french}");
            }
        }
        let known: Vec<&str> = entries.iter().map(|(key, _)| *key).collect();
        let scripts = SCRIPTS[1..].concat();
        // `t("key"`, but not as the end of a longer name, nor with something added.
        for (at, call) in scripts.match_indices("t(\"") {
            let is_call = !scripts[..at].ends_with(char::is_alphanumeric);
            let (key, rest) = scripts[at + call.len()..].split_once('"').expect("the end of a key");
            assert!(!is_call || rest.starts_with(" +") || known.contains(&key), "{key}");
        }
        for (at, _) in scripts.match_indices("\"fault_") {
            let key = scripts[at + 1..].split('"').next().unwrap_or_default();
            assert!(known.contains(&key), "{key}");
        }
        let reasons = [Final, ThirdPlace, Decider, FirstTwo, Upset, Fault, Close, Recent];
        for reason in reasons.map(|reason| serde_json::to_value(reason).expect("a word")) {
            let key = format!("why_{}", reason.as_str().expect("a word"));
            assert!(known.contains(&key.as_str()), "{key}");
        }
        for format in Plan::NAMES {
            assert!(known.contains(&format!("format_{format}").as_str()), "{format}");
        }
    }

    /// The values that a text has room for: `{0}`, `{1|game|games}`.
    fn values(text: &str) -> BTreeSet<char> {
        text.split('{').skip(1).filter_map(|rest| rest.chars().next()).collect()
    }

    /// What stands inside an element must not end it.
    #[test]
    fn scripts_and_styles_stay_in_their_elements() {
        for (asset, end) in SCRIPTS
            .iter()
            .map(|script| (script, "</script"))
            .chain(STYLES.iter().map(|style| (style, "</style")))
        {
            assert!(!asset.to_lowercase().contains(end) && !asset.contains("<!--"), "{asset}");
            // A file that does not end its line would run into the next.
            assert!(asset.ends_with('\n'), "{asset}");
        }
    }
}

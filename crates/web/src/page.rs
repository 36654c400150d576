//! A page in one file: its head, the scripts and styles, and the data.
//!
//! **Invariant:** text from players stays text. The page's Content Security Policy
//! allows nothing but our own script, named by its hash, and forbids even that to
//! make elements out of text.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::text::{markup, script_json};
use crate::{assets, modules};

/// The script of a page in one file: its entry and all that this imports. Modules are always strict.
static PAGE_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let joined = modules::flatten(&["page.js"], text_of).expect("a test joins them");
    format!("\"use strict\";\n{joined}")
});

/// The styles of a page in one file; what comes later overrides.
const STYLES: [&str; 4] = ["page.css", "game.css", "report.css", "presentation.css"];

fn text_of(name: &str) -> Option<&'static str> {
    assets::files().iter().find(|asset| asset.name == name).map(|asset| asset.text)
}

/// The icon as an address that needs no file.
pub fn icon_address() -> String {
    format!("data:image/svg+xml,{}", assets::ICON.replace('#', "%23").replace('<', "%3C").replace('>', "%3E"))
}

/// A page that is being written. Games are added one by one, since there may be
/// thousands of them.
pub struct Page {
    html: String,
}

impl Page {
    /// A page with this title of the browser's window; `fallback` is the HTML that
    /// readers see where scripts do not run.
    pub fn new(title: &str, fallback: &str) -> Page {
        let style: String = STYLES.iter().filter_map(|name| text_of(name)).collect();
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; \
             form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
            hash(&PAGE_SCRIPT),
            hash(&style)
        );
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <link rel=\"icon\" href=\"{}\">\n<title>{}</title>\n<style>{style}</style>\n</head>\n\
             <body>\n<div id=\"page\">\n{}</div>\n",
            icon_address(),
            markup(title),
            fallback
        );
        Page { html }
    }

    /// Adds the data of a game.
    pub fn add_game<T: Serialize>(&mut self, number: u64, playback: &T) {
        self.html.push_str(&data_element(&format!("data-game=\"{number}\""), playback));
    }

    /// The whole page, with the data of everything but the games.
    pub fn finish<T: Serialize>(mut self, data: &T) -> String {
        self.html.push_str(&data_element("id=\"data\"", data));
        self.html.push_str("<script>");
        self.html.push_str(&PAGE_SCRIPT);
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
pub(crate) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

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

    /// All scripts: their names and texts.
    fn scripts() -> Vec<(&'static str, &'static str)> {
        let files = assets::files().iter().filter(|asset| asset.name.ends_with(".js"));
        files.map(|asset| (asset.name, asset.text)).collect()
    }

    /// The entries of a table of words: `key: ["English", "French"]` on one line or several.
    fn entries(table: &str) -> Vec<(&str, Vec<&str>)> {
        table
            .split("],")
            .filter_map(|entry| {
                let (key, texts) = entry.split_once(": [")?;
                let key = key.rsplit('\n').next().unwrap_or_default().trim().trim_matches('"');
                Some((key, texts.split('"').skip(1).step_by(2).collect()))
            })
            .collect()
    }

    #[test]
    fn every_word_has_both_languages() {
        // `words.js` and the files whose names end like it each hold one table.
        let tables = scripts().into_iter().filter(|(name, _)| name.ends_with("words.js"));
        let mut known = BTreeMap::new();
        // A `"` in a text is written `\"`; here it may be any other letter.
        let tables: Vec<(&str, String)> =
            tables.map(|(file, text)| (file, text.replace("\\\"", "_"))).collect();
        for (file, text) in &tables {
            let (_, table) = text.split_once("WORDS = {\n").expect("a table");
            for (key, texts) in entries(table) {
                let [english, french] = texts[..] else { panic!("{file}: {key}: {texts:?}") };
                assert!(!english.is_empty() && !french.is_empty(), "{file}: {key}");
                assert_eq!(values(english), values(french), "{file}: {key}");
                // French typography.
                assert!(!french.contains('\''), "{file}: {key}: {french}");
                for sign in [':', ';', '!', '?', '%'] {
                    let is_apart =
                        french.match_indices(sign).all(|(at, _)| french[..at].ends_with([' ', '(']));
                    assert!(is_apart, "{file}: {key}: {french}");
                }
                let other = known.insert(key, file);
                assert_eq!(other, None, "{key} is in {file} too");
            }
        }
        assert!(known.len() > 100);
        for (file, script) in scripts() {
            // `t("key"`, but not as the end of a longer name, nor with something added.
            for (at, call) in script.match_indices("t(\"") {
                let is_call = !script[..at].ends_with(char::is_alphanumeric);
                let (key, rest) = script[at + call.len()..].split_once('"').expect("the end of a key");
                assert!(!is_call || rest.starts_with(" +") || known.contains_key(key), "{file}: {key}");
            }
            for (at, _) in script.match_indices("\"fault_") {
                let key = script[at + 1..].split('"').next().unwrap_or_default();
                assert!(known.contains_key(key), "{file}: {key}");
            }
        }
        let reasons = [Final, ThirdPlace, Decider, FirstTwo, Upset, Fault, Close, Recent];
        for reason in reasons.map(|reason| serde_json::to_value(reason).expect("a word")) {
            let key = format!("why_{}", reason.as_str().expect("a word"));
            assert!(known.contains_key(key.as_str()), "{key}");
        }
        for format in Plan::NAMES {
            assert!(known.contains_key(format!("format_{format}").as_str()), "{format}");
        }
    }

    /// No two files declare the same name, whichever pages load them.
    #[test]
    fn all_modules_can_be_joined() {
        let names: Vec<&str> = scripts().iter().map(|(name, _)| *name).collect();
        modules::flatten(&names, text_of).expect("modules that can be joined");
    }

    /// The values that a text has room for: `{0}`, `{1|game|games}`.
    fn values(text: &str) -> BTreeSet<char> {
        text.split('{').skip(1).filter_map(|rest| rest.chars().next()).collect()
    }

    /// What stands inside an element must not end it.
    #[test]
    fn scripts_and_styles_stay_in_their_elements() {
        for asset in assets::files() {
            let end = if asset.name.ends_with(".js") { "</script" } else { "</style" };
            let is_safe = !asset.text.to_lowercase().contains(end) && !asset.text.contains("<!--");
            assert!(is_safe && asset.text.ends_with('\n'), "{}", asset.name);
        }
    }
}

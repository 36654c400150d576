//! The HTML of a page: its head with scripts and styles, and what readers see who have
//! no scripts.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use web::assets;
use web::text::markup;

/// The script that a page begins with, and its styles: what comes later overrides.
struct Entry {
    script: &'static str,
    styles: &'static [&'static str],
}

/// Styles of all pages with boards.
const BOARDS: &[&str] = &["page.css", "game.css", "app.css"];

/// Styles of pages with tables too.
const TABLES: &[&str] = &["page.css", "report.css", "game.css", "app.css", "tournament.css"];

/// Styles of pages with forms.
const FORMS: &[&str] = &["page.css", "app.css", "create.css"];

/// The entry of each page, by the pattern of its address in the router.
const ENTRIES: [(&str, Entry); 14] = [
    ("/", Entry { script: "home_app.js", styles: BOARDS }),
    ("/t/{id}", Entry { script: "tournament_app.js", styles: TABLES }),
    ("/t/{id}/games", Entry { script: "games_app.js", styles: TABLES }),
    ("/t/{id}/games/{number}", Entry { script: "game_app.js", styles: TABLES }),
    ("/t/{id}/bots/{name}", Entry { script: "bot_app.js", styles: TABLES }),
    ("/t/{id}/edit", Entry { script: "create_app.js", styles: FORMS }),
    ("/new", Entry { script: "create_app.js", styles: FORMS }),
    ("/live/{id}", Entry { script: "live_app.js", styles: TABLES }),
    (
        "/rules/{game}",
        Entry { script: "rules_app.js", styles: &["page.css", "game.css", "rules.css", "app.css"] },
    ),
    ("/embed/t/{id}/games/{number}", Entry { script: "embed.js", styles: BOARDS }),
    ("/wall", WALL),
    ("/wall/{id}", WALL),
    ("/present", PRESENTER),
    ("/present/{id}", PRESENTER),
];

const WALL: Entry = Entry { script: "wall.js", styles: &["page.css", "game.css", "wall.css"] };
const PRESENTER: Entry =
    Entry { script: "presenter.js", styles: &["page.css", "game.css", "app.css", "wall.css"] };

/// For addresses where nothing is.
const MISSING: Entry = Entry { script: "missing_app.js", styles: FORMS };

/// The elements of the head that load scripts and styles, by the script.
static LOADS: LazyLock<BTreeMap<&'static str, String>> = LazyLock::new(|| {
    let entries = ENTRIES.iter().map(|(_, entry)| entry).chain([&MISSING]);
    entries.map(|entry| (entry.script, loads(entry))).collect()
});

fn loads(entry: &Entry) -> String {
    let hash = assets::hash();
    let mut out = String::new();
    for style in entry.styles {
        let _ = writeln!(out, "<link rel=\"stylesheet\" href=\"/assets/{hash}/{style}\">");
    }
    // All at once, and not one after the other as they import each other.
    for script in assets::needed_by(entry.script) {
        let _ = writeln!(out, "<link rel=\"modulepreload\" href=\"/assets/{hash}/{script}\">");
    }
    let _ = writeln!(out, "<script type=\"module\" src=\"/assets/{hash}/{}\"></script>", entry.script);
    out
}

/// A page of an arena. `pattern` is its address as the router has it; `fallback` is the HTML for readers without scripts.
pub fn page(arena: &str, pattern: &str, title: &str, status: StatusCode, fallback: &str) -> Response {
    let own = ENTRIES.iter().find(|(other, _)| *other == pattern).map(|(_, entry)| entry);
    let loads = LOADS.get(own.unwrap_or(&MISSING).script).map_or("", String::as_str);
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"application-name\" content=\"{}\">\n\
         <meta name=\"generator\" content=\"Gridiron {}\">\n\
         <link rel=\"icon\" href=\"{}\">\n<title>{}</title>\n{loads}</head>\n<body>\n\
         <div id=\"page\">\n<div class=\"fallback\">\n{fallback}</div>\n</div>\n</body>\n</html>\n",
        markup(arena),
        env!("CARGO_PKG_VERSION"),
        web::icon_address(),
        markup(title),
    );
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_and_style_is_there() {
        let is_there = |name: &str| assets::files().iter().any(|file| file.name == name);
        for entry in ENTRIES.iter().map(|(_, entry)| entry).chain([&MISSING]) {
            assert!(
                assets::needed_by(entry.script).iter().any(|script| script == entry.script),
                "{}",
                entry.script
            );
            for style in entry.styles {
                assert!(is_there(style), "{style}");
            }
        }
    }
}

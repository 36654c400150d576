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

const SITE: Entry = Entry { script: "app.js", styles: &["page.css", "report.css", "game.css", "app.css"] };

/// Pages with a script of their own, by the beginning of their address.
const OTHERS: [(&str, Entry); 4] = [
    ("/embed/", Entry { script: "embed.js", styles: &["page.css", "game.css", "app.css"] }),
    ("/wall", Entry { script: "wall.js", styles: &["page.css", "game.css", "wall.css"] }),
    ("/present", Entry { script: "presenter.js", styles: &["page.css", "game.css", "app.css", "wall.css"] }),
    ("/rules/", Entry { script: "rules_app.js", styles: &["page.css", "game.css", "app.css", "rules.css"] }),
];

/// The elements of the head that load scripts and styles, by the script.
static LOADS: LazyLock<BTreeMap<&'static str, String>> = LazyLock::new(|| {
    let entries = OTHERS.iter().map(|(_, entry)| entry).chain([&SITE]);
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

/// A page of an arena at an address. `fallback` is the HTML for readers without scripts.
pub fn page(arena: &str, path: &str, title: &str, status: StatusCode, fallback: &str) -> Response {
    let own = OTHERS.iter().find(|(beginning, _)| path.starts_with(beginning)).map(|(_, entry)| entry);
    let loads = LOADS.get(own.unwrap_or(&SITE).script).map_or("", String::as_str);
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
        for entry in OTHERS.iter().map(|(_, entry)| entry).chain([&SITE]) {
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

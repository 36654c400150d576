//! The pages: what stands at each address, and what readers see there who have no
//! scripts.

use std::fmt::Write;

use axum::Extension;
use axum::extract::{MatchedPath, OriginalUri, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use web::text::markup;

use crate::access::Role;
use crate::api::home;
use crate::arena::{App, blocking};
use crate::error::ApiError;
use crate::extract::Path;
use crate::shell::page;

/// Makes pages for one request.
struct Pages<'a> {
    arena: &'a str,
    /// The address as the router has it; empty where nothing is.
    pattern: &'a str,
}

impl Pages<'_> {
    fn found(&self, title: &str, fallback: &str) -> Response {
        page(self.arena, self.pattern, title, StatusCode::OK, fallback)
    }

    /// For visitors without a link to a private server: no name of the arena's is on it.
    fn closed(&self) -> Response {
        let text = "<h1>Gridiron</h1>\n<p>This server is private. Ask its organiser for a link.</p>\n";
        page("Gridiron", self.pattern, "Gridiron", StatusCode::UNAUTHORIZED, text)
    }

    fn failed(&self, error: &ApiError) -> Response {
        let message = markup(&error.body().message);
        let text = format!("<h1>Gridiron</h1>\n<p>{message}</p>\n<p><a href=\"/\">Home</a></p>\n");
        page(self.arena, self.pattern, "Gridiron", error.status(), &text)
    }
}

/// The first page.
pub async fn home(State(app): State<App>, Extension(role): Extension<Role>) -> Response {
    let title = app.arena.title.clone();
    let pages = Pages { arena: &title, pattern: "/" };
    if role == Role::None {
        return pages.closed();
    }
    if let Some(front) = app.arena.front() {
        return Redirect::temporary(front).into_response();
    }
    let list = blocking(move || {
        let now = home::now(&app.arena);
        let mut out = format!("<h1>{}</h1>\n", markup(&app.arena.title));
        if now.tournaments().is_empty() {
            out.push_str("<p>There is no tournament yet.</p>\n");
        }
        out.push_str("<ul>\n");
        for it in now.tournaments() {
            let _ = writeln!(out, "<li><a href=\"/t/{}\">{}</a></li>", it.id, markup(&it.title));
        }
        out.push_str("</ul>\n");
        Ok(out)
    });
    match list.await {
        Ok(list) => pages.found(&title, &list),
        Err(error) => pages.failed(&error),
    }
}

/// The page of a tournament.
pub async fn tournament(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Response {
    let arena = app.arena.title.clone();
    let pages = Pages { arena: &arena, pattern: "/t/{id}" };
    if role == Role::None {
        return pages.closed();
    }
    let read = blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let report = entry.report(&opened).map_err(ApiError::failed)?;
        Ok((report.about.title.clone(), web::report::fallback(&report)))
    });
    match read.await {
        Ok((title, fallback)) => pages.found(&title, &fallback),
        Err(error) => pages.failed(&error),
    }
}

/// Any other page that scripts fill. What readers without scripts need stands on the
/// page of its tournament.
pub async fn scripted(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    pattern: MatchedPath,
    OriginalUri(address): OriginalUri,
) -> Response {
    let pages = Pages { arena: &app.arena.title, pattern: pattern.as_str() };
    if role == Role::None {
        return pages.closed();
    }
    let mut parts = address.path().split('/').skip(1);
    let back = match (parts.next(), parts.next()) {
        (Some("t"), Some(id)) => format!("/t/{id}"),
        _ => "/".to_string(),
    };
    let back = markup(&back);
    let text = format!("<p>Turn on JavaScript to see this page, or go <a href=\"{back}\">back</a>.</p>\n");
    pages.found("Gridiron", &text)
}

/// The rules of a game.
pub async fn rules(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path(game): Path<String>,
) -> Response {
    let pages = Pages { arena: &app.arena.title, pattern: "/rules/{game}" };
    if role == Role::None {
        return pages.closed();
    }
    match games::find(&game) {
        Ok(entry) => pages.found(entry.name, &format!("<pre>{}</pre>\n", lines(entry.rules))),
        Err(_) => pages.failed(&ApiError::not_found("game", game)),
    }
}

/// Nothing is there.
pub async fn missing(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    OriginalUri(address): OriginalUri,
) -> Response {
    let error = ApiError::not_found("page", address.path());
    let pages = Pages { arena: &app.arena.title, pattern: "" };
    match address.path().starts_with("/api/") {
        true => error.into_response(),
        false if role == Role::None => pages.closed(),
        false => pages.failed(&error),
    }
}

/// A text of several lines.
fn lines(text: &str) -> String {
    text.lines().map(|line| markup(line) + "\n").collect()
}

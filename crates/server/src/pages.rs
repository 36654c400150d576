//! The pages as the server sends them: a shell that loads the scripts, with what
//! readers see who have none.

use std::fmt::Write;

use axum::Extension;
use axum::extract::{OriginalUri, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use web::assets;
use web::text::markup;

use crate::access::Role;
use crate::api::home;
use crate::arena::{App, blocking};
use crate::error::ApiError;
use crate::extract::Path;

/// The first page.
pub async fn home(State(app): State<App>, Extension(role): Extension<Role>) -> Response {
    if role == Role::None {
        return closed();
    }
    let title = app.arena.title.clone();
    let fallback = blocking(move || {
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
    })
    .await;
    page(&title, StatusCode::OK, &in_main(&fallback.unwrap_or_default()))
}

/// The page of a tournament.
pub async fn tournament(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Response {
    if role == Role::None {
        return closed();
    }
    let read = blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let report = entry.report(&opened).map_err(ApiError::failed)?;
        Ok((report.about.title.clone(), web::report::fallback(&report)))
    });
    match read.await {
        Ok((title, fallback)) => page(&title, StatusCode::OK, &fallback),
        Err(error) => failed(&error),
    }
}

/// Any other page that scripts fill. What readers without scripts need stands on the
/// page of its tournament.
pub async fn scripted(Extension(role): Extension<Role>, OriginalUri(address): OriginalUri) -> Response {
    if role == Role::None {
        return closed();
    }
    let mut parts = address.path().split('/').skip(1);
    let back = match (parts.next(), parts.next()) {
        (Some("t"), Some(id)) => format!("/t/{id}"),
        _ => "/".to_string(),
    };
    let back = markup(&back);
    let text = format!("<p>Turn on JavaScript to see this page, or go <a href=\"{back}\">back</a>.</p>\n");
    page("Gridiron", StatusCode::OK, &in_main(&text))
}

/// The rules of a game.
pub async fn rules(Extension(role): Extension<Role>, Path(game): Path<String>) -> Response {
    if role == Role::None {
        return closed();
    }
    match games::find(&game) {
        Ok(entry) => {
            page(entry.name, StatusCode::OK, &in_main(&format!("<pre>{}</pre>\n", lines(entry.rules))))
        }
        Err(_) => failed(&ApiError::not_found("game", game)),
    }
}

/// Nothing is there.
pub async fn missing(OriginalUri(address): OriginalUri) -> Response {
    let error = ApiError::not_found("page", address.path());
    match address.path().starts_with("/api/") {
        true => error.into_response(),
        false => failed(&error),
    }
}

/// For visitors without a link to a private server. Scripts trade the token first.
fn closed() -> Response {
    let fallback = "<h1>Gridiron</h1>\n<p>This server is private. Ask its organiser for a link.</p>\n";
    page("Gridiron", StatusCode::UNAUTHORIZED, &in_main(fallback))
}

fn failed(error: &ApiError) -> Response {
    let fallback = format!(
        "<h1>Gridiron</h1>\n<p>{}</p>\n<p><a href=\"/\">Home</a></p>\n",
        markup(&error.body().message)
    );
    page("Gridiron", error.status(), &in_main(&fallback))
}

fn in_main(text: &str) -> String {
    format!("<main class=\"fallback\">\n{text}</main>\n")
}

/// A text of several lines.
fn lines(text: &str) -> String {
    text.lines().map(|line| markup(line) + "\n").collect()
}

/// A page with this title and this text for readers without scripts.
fn page(title: &str, status: StatusCode, fallback: &str) -> Response {
    let hash = assets::hash();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"{}\">\n<title>{}</title>\n",
        web::icon_address(),
        markup(title)
    );
    for file in assets::files().iter().filter(|file| file.name.ends_with(".css")) {
        let _ = writeln!(html, "<link rel=\"stylesheet\" href=\"/assets/{hash}/{}\">", file.name);
    }
    for file in assets::files().iter().filter(|file| file.name.ends_with(".js") && file.name != "page.js") {
        let _ = writeln!(html, "<link rel=\"modulepreload\" href=\"/assets/{hash}/{}\">", file.name);
    }
    let _ = write!(
        html,
        "<script type=\"module\" src=\"/assets/{hash}/app.js\"></script>\n</head>\n<body>\n\
         <div id=\"page\">{fallback}</div>\n</body>\n</html>\n"
    );
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

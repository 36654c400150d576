//! What only the organiser may do: start, stop and create tournaments.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

use axum::Json;
use axum::extract::State as AppState;
use axum::http::StatusCode;
use league::entry_list::OnChange;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::summary::{Summary, summary_for};
use crate::access::Role;
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::{Json as JsonBody, Path};
use crate::host::{Host, HostError};
use crate::names;
use crate::tournaments::{StartError, slug};

/// What a tournament file is called at most, without its ending.
const LONGEST_STEM: usize = 40;

/// How to start a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartBody {
    /// What to do about bots that have changed since they played: `again` makes them play
    /// all their games again, `accept` counts the old games for them.
    #[serde(default)]
    changed: Option<Changed>,
}

/// What to do about bots that have changed.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Changed {
    /// They play all their games again.
    Again,
    /// Their old games count.
    Accept,
}

/// How to stop a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StopBody {
    /// Without waiting for the games that are being played: their pairs are played again
    /// later.
    #[serde(default)]
    now: bool,
}

/// The text of a tournament file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FileBody {
    /// The file, in TOML.
    text: String,
    /// What the file is to be called, without `.toml`.
    #[serde(default)]
    name: Option<String>,
}

/// What was created.
#[derive(Serialize, ToSchema)]
pub struct Created {
    /// Its name in addresses.
    id: String,
    /// The name of its file.
    file: String,
}

/// Whether a file can be played.
#[derive(Serialize, ToSchema)]
pub struct Checked {
    /// What has to be changed; empty if it can be played.
    problems: Vec<FileProblem>,
    /// The file as a value with the same keys; `null` if it is no TOML.
    #[schema(value_type = Option<Object>)]
    settings: Option<toml::Table>,
}

/// What has to be changed in a file.
#[derive(Serialize, ToSchema)]
pub struct FileProblem {
    /// The line that it is about, from 1.
    line: Option<u32>,
    /// What is wrong and what to do, in English.
    message: String,
}

/// Begins to play a tournament, or goes on.
#[utoipa::path(post, path = "/api/tournaments/{id}/start", tag = "organise", params(("id" = String, Path)),
    request_body = StartBody,
    responses((status = 200, body = Summary), (status = 409, body = ErrorReply)))]
pub async fn start(
    AppState(app): AppState<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<StartBody>,
) -> Result<Json<Summary>, ApiError> {
    blocking(move || {
        let arena = &app.arena;
        let host = host(&app)?;
        let entry = arena.catalogue.find(&id).ok_or_else(|| ApiError::not_found("tournament", &id))?;
        let on_change = match body.changed {
            None => OnChange::Ask,
            Some(Changed::Again) => OnChange::Again,
            Some(Changed::Accept) => OnChange::Accept,
        };
        let started = entry.start(host, on_change, |opened| arena.live.watch(&entry.id, &opened.tournament));
        started.map_err(|error| match error {
            StartError::Running => ApiError::conflict("runs-already", "it is being played already"),
            StartError::NotOurs => {
                ApiError::conflict("not-ours", "it is played by a command at the terminal")
            }
            StartError::Host(problem) => refused(&problem),
        })?;
        tracing::info!(tournament = id, "started");
        Ok(Json(summary_for(Role::Organiser, arena, &entry)))
    })
    .await
}

/// Stops a tournament: after the games that are being played, or at once.
#[utoipa::path(post, path = "/api/tournaments/{id}/stop", tag = "organise", params(("id" = String, Path)),
    request_body = StopBody,
    responses((status = 200, body = Summary), (status = 409, body = ErrorReply)))]
pub async fn stop(
    AppState(app): AppState<App>,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<StopBody>,
) -> Result<Json<Summary>, ApiError> {
    blocking(move || {
        let entry = app.arena.catalogue.find(&id).ok_or_else(|| ApiError::not_found("tournament", &id))?;
        if !entry.stop(body.now) {
            return Err(ApiError::conflict("not-running", "it is not being played here"));
        }
        tracing::info!(tournament = id, now = body.now, "stopping");
        Ok(Json(summary_for(Role::Organiser, &app.arena, &entry)))
    })
    .await
}

/// Whether the text of a tournament file could be played. Nothing is written.
#[utoipa::path(post, path = "/api/tournaments/check", tag = "organise", request_body = FileBody,
    responses((status = 200, body = Checked)))]
pub async fn check(
    AppState(app): AppState<App>,
    JsonBody(body): JsonBody<FileBody>,
) -> Result<Json<Checked>, ApiError> {
    blocking(move || {
        let folder = folder(&app)?;
        let problem = match host(&app)?.check(&folder, &body.text) {
            Err(problem) => {
                let message = problem.to_string();
                Some(FileProblem { line: line_in(&message), message })
            }
            Ok(()) => {
                let bad = names::first_bad(&body.text);
                bad.map(|bad| FileProblem { line: Some(bad.line), message: bad.message() })
            }
        };
        let settings = toml::from_str(&body.text).ok();
        Ok(Json(Checked { problems: problem.into_iter().collect(), settings }))
    })
    .await
}

/// Writes a new tournament file. It is not started.
#[utoipa::path(post, path = "/api/tournaments", tag = "organise", request_body = FileBody,
    responses((status = 201, body = Created), (status = 409, body = ErrorReply), (status = 422, body = ErrorReply)))]
pub async fn create(
    AppState(app): AppState<App>,
    JsonBody(body): JsonBody<FileBody>,
) -> Result<(StatusCode, Json<Created>), ApiError> {
    blocking(move || {
        let folder = folder(&app)?;
        host(&app)?.check(&folder, &body.text).map_err(|problem| {
            let message = problem.to_string();
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-file", message.clone()).with("why", message)
        })?;
        if let Some(bad) = names::first_bad(&body.text) {
            let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-player-name", bad.message());
            return Err(error.with("line", bad.line).with("name", bad.name));
        }
        let stem = body.name.unwrap_or_else(|| "tournament".into());
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_ ".contains(c);
        let stem = stem.trim();
        // With a hyphen in front it would be an option of a command.
        let begins_well = stem.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins_well || stem.len() > LONGEST_STEM || !stem.chars().all(is_plain) {
            let message = format!(
                "a file name has 1 to {LONGEST_STEM} letters without accents, digits, spaces, - and _, and begins with \
                 a letter or digit"
            );
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-name", message));
        }
        let name = format!("{stem}.toml");
        let path = folder.join(&name);
        // Two names may have the same address: after a restart it would lead to the other one.
        let is_known = app.arena.catalogue.find(&slug(stem, |_| false)).is_some();
        if is_known || path.with_extension("db").exists() {
            return Err(taken(&name));
        }
        // Never over a file that is there.
        let mut file = match File::create_new(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Err(taken(&name)),
            opened => opened.map_err(|error| ApiError::failed(format!("cannot write {name}: {error}")))?,
        };
        let written = file.write_all(body.text.as_bytes()).and_then(|()| file.sync_all());
        written.map_err(|error| {
            // A half of it would be another tournament.
            let _ = std::fs::remove_file(&path);
            ApiError::failed(format!("cannot write {name}: {error}"))
        })?;
        app.arena.catalogue.forget_scan();
        let entry = app.arena.catalogue.all().into_iter().find(|entry| entry.is_of(&path));
        let id = entry
            .map(|entry| entry.id.clone())
            .ok_or_else(|| ApiError::failed(format!("{name} has gone")))?;
        Ok((StatusCode::CREATED, Json(Created { id, file: name })))
    })
    .await
}

fn taken(name: &str) -> ApiError {
    let message = format!("there is a tournament {name} already: choose another name");
    ApiError::conflict("name-taken", message).with("name", name)
}

fn host(app: &App) -> Result<&dyn Host, ApiError> {
    let message = "this server only shows what a command plays: start `gridiron serve` in the folder";
    app.arena.host.as_deref().ok_or_else(|| ApiError::conflict("shows-only", message))
}

fn folder(app: &App) -> Result<PathBuf, ApiError> {
    let message = "this server only shows what a command plays: start `gridiron serve` in the folder";
    app.arena.catalogue.folder().map(PathBuf::from).ok_or_else(|| ApiError::conflict("shows-only", message))
}

fn refused(problem: &HostError) -> ApiError {
    ApiError::conflict(problem.code(), problem.to_string()).with("why", problem)
}

/// The line that a message about a file names.
fn line_in(message: &str) -> Option<u32> {
    let (_, rest) = message.split_once("line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

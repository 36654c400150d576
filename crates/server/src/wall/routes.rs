//! Walls over HTTP: what they show for everybody, commands for organisers.

use axum::extract::State;
use axum::routing::get;
use axum::{Extension, Json, Router};

use super::command::Command;
use super::state::{Suggestion, WallState};
use crate::access::Role;
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::{Json as JsonBody, Path};

/// The routes of presentations.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/api/wall/{id}", get(show).post(command))
        .route("/api/wall/{id}/suggestions", get(suggestions))
}

/// What a wall shows now. The name `all` stands for the tournament that is being played,
/// or the newest.
#[utoipa::path(get, path = "/api/wall/{id}", tag = "wall", params(("id" = String, Path)),
    responses((status = 200, body = WallState), (status = 404, body = ErrorReply)))]
pub async fn show(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Json<WallState>, ApiError> {
    blocking(move || app.arena.walls.state(&app.arena, &id, role).map(Json)).await
}

/// Tells a wall what to do.
#[utoipa::path(post, path = "/api/wall/{id}", tag = "wall", params(("id" = String, Path)),
    request_body = Command,
    responses((status = 200, body = WallState), (status = 404, body = ErrorReply), (status = 409, body = ErrorReply)))]
pub async fn command(
    State(app): State<App>,
    Path(id): Path<String>,
    JsonBody(command): JsonBody<Command>,
) -> Result<Json<WallState>, ApiError> {
    blocking(move || app.arena.walls.command(&app.arena, &id, &command).map(Json)).await
}

/// Games that could be shown next, the best first, with their results: for the organiser.
/// Nobody else gets any.
#[utoipa::path(get, path = "/api/wall/{id}/suggestions", tag = "wall", params(("id" = String, Path)),
    responses((status = 200, body = Vec<Suggestion>), (status = 404, body = ErrorReply)))]
pub async fn suggestions(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Suggestion>>, ApiError> {
    if role < Role::Organiser {
        return Ok(Json(Vec::new()));
    }
    blocking(move || app.arena.walls.suggestions(&app.arena, &id).map(Json)).await
}

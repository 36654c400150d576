//! Games that are being played.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;
use crate::live::LiveSummary;

/// The games that are being played.
#[utoipa::path(get, path = "/api/live", tag = "live", responses((status = 200, body = Vec<LiveSummary>)))]
pub async fn list(State(app): State<App>) -> Json<Vec<LiveSummary>> {
    Json(app.arena.live.summaries(None))
}

/// A game that is being played, as far as it has come. What the visitor may not know
/// is left out.
#[utoipa::path(get, path = "/api/live/{id}", tag = "live", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = ErrorReply)))]
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    blocking(move || {
        let game = app.arena.live.snapshot(&id).ok_or_else(|| ApiError::not_found("live", &id))?;
        Ok(([(header::CONTENT_TYPE, "application/json")], game).into_response())
    })
    .await
}

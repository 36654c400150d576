//! The games of a tournament.
#![allow(unused_qualifications, reason = "utoipa names parameters by their whole paths")]

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use league::store::packing;
use referee::Record;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::playback::Playback;

use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::{Path, Query};
use crate::host::Opened;
use crate::tournaments::Entry;

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    /// The game to be watched; `null` if it was not kept whole.
    #[schema(value_type = Option<Object>)]
    playback: Option<Playback>,
}

/// Which position.
#[derive(Deserialize, IntoParams)]
pub struct PositionQuery {
    /// The position after so many actions; the last one without it.
    ply: Option<usize>,
}

/// The games of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", tag = "watch", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = ErrorReply)))]
pub async fn list(State(_app): State<App>, Path(_id): Path<String>) -> Result<Json<()>, ApiError> {
    Ok(Json(()))
}

/// A game with everything that is needed to watch it.
#[utoipa::path(get, path = "/api/tournaments/{id}/games/{number}", tag = "watch",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = GameView), (status = 404, body = ErrorReply)))]
pub async fn show(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Json<GameView>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let playback = match record_of(&app, &entry, &opened, number)? {
            None => None,
            Some(record) => Some(Playback::new(&record).map_err(ApiError::failed)?),
        };
        let is_finished = entry.is_finished(&opened);
        let playback = playback.map(|playback| if is_finished { playback } else { playback.without_seed() });
        Ok(Json(GameView { playback }))
    })
    .await
}

/// The record of a game. It holds the seed, so it can be had when the tournament is over.
#[utoipa::path(get, path = "/api/tournaments/{id}/games/{number}/record", tag = "watch",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = Object), (status = 403, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub async fn record(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        if !entry.is_finished(&opened) {
            let message = "a record holds the seed of its game, which is told when the tournament is over";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "seed-is-secret", message));
        }
        let record = kept(&app, &entry, &opened, number)?;
        let json = serde_json::to_vec(&record).map_err(ApiError::failed)?;
        let name = format!("attachment; filename=\"{id}-{number}.json\"");
        let kind = (header::CONTENT_TYPE, "application/json".to_string());
        Ok(([kind, (header::CONTENT_DISPOSITION, name)], json).into_response())
    })
    .await
}

/// A position as a picture.
#[utoipa::path(get, path = "/api/tournaments/{id}/games/{number}/board.svg", tag = "watch",
    params(("id" = String, Path), ("number" = u64, Path), PositionQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = ErrorReply)))]
pub async fn board(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
    Query(query): Query<PositionQuery>,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let record = kept(&app, &entry, &opened, number)?;
        let svg = web::svg::game(&record, query.ply).map_err(ApiError::bad_request)?;
        Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
    })
    .await
}

/// The record of a game; an error if it was not kept.
pub fn kept(app: &App, entry: &Entry, opened: &Opened, number: u64) -> Result<Record, ApiError> {
    record_of(app, entry, opened, number)?.ok_or_else(|| {
        let message = format!("game {number} was not kept whole: only its result is known");
        ApiError::new(StatusCode::NOT_FOUND, "not-kept", message).with("number", number)
    })
}

/// The record of a game; `None` if only its result was kept, an error if there is no
/// such game.
fn record_of(app: &App, entry: &Entry, opened: &Opened, number: u64) -> Result<Option<Record>, ApiError> {
    if let Some(record) = app.arena.live.recent.get(&entry.id, number) {
        return Ok(Some(record));
    }
    let missing = || ApiError::not_found("game", number);
    let store = opened.tournament.open_store_for_reading().map_err(ApiError::failed)?.ok_or_else(missing)?;
    let (pair, game) = league::committed_results::pair_of_game(number).ok_or_else(missing)?;
    let stored = store.game(pair, game).map_err(ApiError::failed)?.ok_or_else(missing)?;
    let Some(packed) = stored.summary.record else { return Ok(None) };
    packing::unpack(&packed).map(Some).map_err(ApiError::failed)
}

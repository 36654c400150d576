//! The games of a tournament.
#![allow(unused_qualifications, reason = "utoipa names parameters by their whole paths")]

use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use league::committed_results::pair_of_game;
use league::store::packing;
use referee::Record;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::playback::Playback;

use super::game_line::{GameLine, names_and_elos};
use super::summary::{Summary, summary};
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::{Path, Query};
use crate::host::Opened;
use crate::tournaments::Entry;

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    /// The tournament.
    summary: Summary,
    /// The game in one line.
    line: GameLine,
    /// The game before it in the tournament, if there is one.
    previous: Option<u64>,
    /// The game after it, if there is one.
    next: Option<u64>,
    /// The other game of its pair.
    pair: u64,
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
        let Found { record, line, previous, next } = find(&app, &entry, &opened, number)?;
        let playback = record.map(|record| Playback::new(&record)).transpose().map_err(ApiError::failed)?;
        let is_finished = entry.is_finished(&opened);
        let playback = playback.map(|playback| if is_finished { playback } else { playback.without_seed() });
        let summary = summary(&app.arena, &entry);
        let pair = if number.is_multiple_of(2) { number - 1 } else { number + 1 };
        Ok(Json(GameView { summary, line, previous, next, pair, playback }))
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
        let kind = (header::CONTENT_TYPE, "image/svg+xml".to_string());
        // Its own style, when it is opened as a page.
        let policy = format!("default-src 'none'; style-src '{}'", web::svg::style_hash());
        Ok(([kind, (header::CONTENT_SECURITY_POLICY, policy)], svg).into_response())
    })
    .await
}

/// Pictures of whole games take a core for a moment: one after the other.
static PAINTER: Mutex<()> = Mutex::new(());

/// A game as an animated picture.
#[utoipa::path(get, path = "/api/tournaments/{id}/games/{number}/game.gif", tag = "watch",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 200, content_type = "image/gif", body = Vec<u8>), (status = 404, body = ErrorReply)))]
pub async fn animation(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let record = kept(&app, &entry, &opened, number)?;
        let _alone = PAINTER.lock().unwrap_or_else(PoisonError::into_inner);
        let gif = web::gif::game(&record).map_err(ApiError::failed)?;
        let name = format!("inline; filename=\"{id}-{number}.gif\"");
        let kind = (header::CONTENT_TYPE, "image/gif".to_string());
        Ok(([kind, (header::CONTENT_DISPOSITION, name)], gif).into_response())
    })
    .await
}

/// The record of a game; an error if it was not kept.
pub fn kept(app: &App, entry: &Entry, opened: &Opened, number: u64) -> Result<Record, ApiError> {
    find(app, entry, opened, number)?.record.ok_or_else(|| {
        let message = format!("game {number} was not kept whole: only its result is known");
        ApiError::new(StatusCode::NOT_FOUND, "not-kept", message).with("number", number)
    })
}

/// A game, with or without its record.
struct Found {
    record: Option<Record>,
    line: GameLine,
    previous: Option<u64>,
    next: Option<u64>,
}

/// How far the games before and after are sought: numbers of forfeited pairs are missing.
const NEIGHBOURS: u64 = 40;

fn find(app: &App, entry: &Entry, opened: &Opened, number: u64) -> Result<Found, ApiError> {
    let tournament = &opened.tournament;
    let missing = || ApiError::not_found("game", number);
    let Some(store) = tournament.open_store_for_reading().map_err(ApiError::failed)? else {
        let recent = &app.arena.live.recent;
        let (record, ended) = recent.get(&entry.id, number).ok_or_else(missing)?;
        let numbers = recent.numbers(&entry.id);
        let line = GameLine::of_record(number, &record, ended);
        let previous = numbers.iter().copied().filter(|other| *other < number).max();
        let next = numbers.iter().copied().filter(|other| *other > number).min();
        return Ok(Found { record: Some(record), line, previous, next });
    };
    let (names, elos) = names_and_elos(tournament);
    let near: Vec<u64> =
        (number.saturating_sub(NEIGHBOURS).max(1)..=number.saturating_add(NEIGHBOURS)).collect();
    let lines = store.game_lines(&near, &elos).map_err(ApiError::failed)?;
    let line = lines.iter().find(|line| line.number == number).ok_or_else(missing)?;
    let numbers = lines.iter().map(|line| line.number);
    let (pair, game) = pair_of_game(number).ok_or_else(missing)?;
    let packed = store.record(pair, game).map_err(ApiError::failed)?;
    Ok(Found {
        record: packed.map(|packed| packing::unpack(&packed)).transpose().map_err(ApiError::failed)?,
        line: GameLine::of_store(line, &names, tournament.has_rounds()),
        previous: numbers.clone().filter(|other| *other < number).max(),
        next: numbers.filter(|other| *other > number).min(),
    })
}

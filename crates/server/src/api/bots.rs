//! One bot of a tournament.

use axum::extract::State;
use axum::{Extension, Json};
use league::bot_report::{BotFault, BotReport, BotReportOptions, BotVersion, Opponent, TimeUse, bot_report};
use league::report::{Checkpoint, Standing};
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::{Summary, summary};
use crate::access::Role;
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;

/// A bot of a tournament.
#[derive(Serialize, ToSchema)]
pub struct BotView {
    /// The tournament.
    summary: Summary,
    /// Its line of the standings.
    #[schema(value_type = Object)]
    standing: Standing,
    /// Its rating after more and more games.
    history: Vec<BotRating>,
    /// Its results against each opponent that it has met.
    #[schema(value_type = Vec<Object>)]
    opponents: Vec<Opponent>,
    /// Its last faults, newest first.
    #[schema(value_type = Vec<Object>)]
    faults: Vec<BotFault>,
    /// How it used its time.
    #[schema(value_type = Object)]
    time: TimeUse,
    /// All states of the program that have played under this name, newest first.
    #[schema(value_type = Vec<Object>)]
    versions: Vec<BotVersion>,
    /// Other names of the same program; `null` if the visitor may not know.
    same_program: Option<Vec<String>>,
}

/// A rating after so many games of the tournament.
#[derive(Serialize, ToSchema)]
pub struct BotRating {
    games: u64,
    elo: f64,
}

/// A bot of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{id}/bots/{name}", tag = "watch",
    params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, body = BotView), (status = 404, body = ErrorReply)))]
pub async fn show(
    State(app): State<App>,
    Extension(role): Extension<Role>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<BotView>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let missing = || ApiError::not_found("bot", &name);
        let report = entry.report(&opened).map_err(ApiError::failed)?;
        let rank = report.standings.iter().position(|row| row.name == name).ok_or_else(missing)?;
        let rating = |point: &Checkpoint| {
            let elo = point.elo.get(rank).copied().flatten()?;
            Some(BotRating { games: point.games, elo })
        };
        let found = bot_report(&opened.tournament, &name, &BotReportOptions::default());
        let BotReport { opponents, faults, time, versions, same_program, .. } =
            found.map_err(ApiError::failed)?.ok_or_else(missing)?;
        Ok(Json(BotView {
            summary: summary(&app.arena, &entry),
            standing: report.standings[rank].clone(),
            history: report.history.iter().filter_map(rating).collect(),
            opponents,
            faults,
            time,
            versions,
            same_program: (role == Role::Organiser).then_some(same_program),
        }))
    })
    .await
}

//! One tournament: everything about it but its games.

use axum::extract::State as AppState;
use axum::{Extension, Json};
use league::report::{Report, Standing};
use serde::Serialize;
use utoipa::ToSchema;

use super::game_line::GameLine;
use super::game_list;
use super::schedule::{Meeting, meetings};
use super::summary::{Summary, summary, summary_for};
use crate::access::Role;
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;
use crate::host::Source;
use crate::live::LiveSummary;
use crate::tournaments::{State, read_file};

/// A tournament.
#[derive(Serialize, ToSchema)]
pub struct TournamentView {
    /// How it stands.
    summary: Summary,
    /// Standings, crosstable, history, rounds, notes and faults, as `--json` writes them.
    #[schema(value_type = Object)]
    report: Report,
    /// Its games that are being played.
    live: Vec<LiveSummary>,
    /// Its newest games that are over, newest first.
    latest: Vec<GameLine>,
    /// Who met whom and who will; empty once all is played.
    schedule: Vec<Meeting>,
    /// Its file, for the organiser.
    text: Option<String>,
    /// Whether the presentation counts only games that it has shown.
    suspense: bool,
}

/// How many of the newest games are listed.
const LATEST: usize = 10;

/// Everything about a tournament, with its newest games.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "watch",
    params(("id" = String, Path)),
    responses((status = 200, body = TournamentView), (status = 404, body = ErrorReply)))]
pub async fn show(
    AppState(app): AppState<App>,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Json<TournamentView>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open_for(role, &id)?;
        let report = entry.report(&opened).map_err(ApiError::failed)?;
        let text = match &entry.source {
            Some(Source::File(path)) if role == Role::Organiser => read_file(path),
            _ => None,
        };
        Ok(Json(TournamentView {
            summary: summary_for(role, &app.arena, &entry),
            report: {
                let mut report = Report::clone(&report);
                if role != Role::Organiser {
                    // A tournament can go on after its end, with the same seed.
                    report.about.seed = None;
                }
                report
            },
            live: app.arena.live.summaries(Some(&id)),
            latest: game_list::latest(&app.arena, &entry, &opened, LATEST)?,
            schedule: if entry.is_finished(&opened) { Vec::new() } else { meetings(&opened.tournament) },
            text,
            suspense: app.arena.walls.has_suspense(&entry),
        }))
    })
    .await
}

/// The standings of a tournament.
#[derive(Serialize, ToSchema)]
pub struct StandingsView {
    /// Best first.
    #[schema(value_type = Vec<Object>)]
    standings: Vec<Standing>,
    /// Pairs that are done.
    pairs_done: u64,
    /// Pairs in all, as far as it is known.
    pairs_planned: Option<u64>,
    /// Games that were played.
    games: u64,
    /// Whether it runs.
    state: State,
    /// How it stands.
    summary: Summary,
}

/// The standings of a tournament, best first.
#[utoipa::path(get, path = "/api/tournaments/{id}/standings", tag = "watch", params(("id" = String, Path)),
    responses((status = 200, body = StandingsView), (status = 404, body = ErrorReply)))]
pub async fn standings(
    AppState(app): AppState<App>,
    Path(id): Path<String>,
) -> Result<Json<StandingsView>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let (pairs_done, pairs_planned) = opened.tournament.progress();
        Ok(Json(StandingsView {
            standings: league::reporting::standings(&opened.tournament),
            pairs_done,
            pairs_planned,
            games: opened.tournament.games(),
            state: entry.state(&opened).0,
            summary: summary(&app.arena, &entry),
        }))
    })
    .await
}

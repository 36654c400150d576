//! What every position of a stored game was worth.

use axum::Json;
use axum::extract::State;
use referee::review::BestMove;
use serde::Serialize;
use utoipa::ToSchema;

use super::games::kept;
use crate::analysis;
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;

/// What every position of a game was worth.
#[derive(Default, Serialize, ToSchema)]
pub struct AnalysisView {
    /// `done`, `working`, or `none` for games that have no analysis.
    state: &'static str,
    /// While it is computed: actions that are done, and all actions.
    progress: Option<[usize; 2]>,
    /// The expected final score of seat 0 after so many actions.
    values: Option<Vec<f64>>,
    /// Whether each value is proven.
    exact: Option<Vec<bool>>,
    /// The best move of each position and its value for seat 0; `null` for the last one.
    #[schema(value_type = Option<Vec<Object>>)]
    best: Option<Vec<Option<BestMove>>>,
    /// The actions that were the gravest mistakes, from 1.
    turning: Option<Vec<usize>>,
    /// How deep was searched, in plies.
    depth: Option<u32>,
}

/// What every position of a game was worth. It is computed when somebody asks for the
/// first time, and kept: ask again while the state is `working`.
#[utoipa::path(get, path = "/api/tournaments/{id}/games/{number}/analysis", tag = "watch",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = AnalysisView), (status = 404, body = ErrorReply)))]
pub async fn show(
    State(app): State<App>,
    Path((id, number)): Path<(String, u64)>,
) -> Result<Json<AnalysisView>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let record = kept(&app, &entry, &opened, number)?;
        Ok(Json(match app.arena.analysis.ask(&record) {
            analysis::State::None => AnalysisView { state: "none", ..AnalysisView::default() },
            analysis::State::Working { done, of } => {
                AnalysisView { state: "working", progress: Some([done, of]), ..AnalysisView::default() }
            }
            analysis::State::Done(curve) => AnalysisView {
                state: "done",
                progress: None,
                values: Some(curve.values.clone()),
                exact: Some(curve.exact.clone()),
                best: Some(curve.best.clone()),
                turning: Some(curve.turning.clone()),
                depth: Some(curve.depth),
            },
        }))
    })
    .await
}

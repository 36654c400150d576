//! The list of all routes of the API, for programs.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use utoipa::OpenApi;

use super::{
    analysis, bots, control, events, game_info, game_list, games, home, live, schedule, session, status,
    tournament,
};
use crate::wall;

/// The API as OpenAPI.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Gridiron",
        description = "What the pages of `gridiron serve` use. docs/api.md has examples."
    ),
    paths(
        status::health,
        status::metrics,
        show,
        session::show,
        session::begin,
        session::end,
        home::show,
        game_info::show,
        tournament::show,
        tournament::standings,
        schedule::show,
        game_list::list,
        games::show,
        games::record,
        games::board,
        games::animation,
        analysis::show,
        bots::show,
        live::list,
        live::show,
        events::stream,
        events::poll,
        control::create,
        control::check,
        control::start,
        control::stop,
        wall::routes::show,
        wall::routes::command,
        wall::routes::suggestions,
    )
)]
pub struct Api;

/// The list of all routes.
#[utoipa::path(get, path = "/api/openapi.json", tag = "status", responses((status = 200, body = Object)))]
pub async fn show() -> Response {
    /// It takes milliseconds, and anybody may ask.
    static LIST: LazyLock<Bytes> =
        LazyLock::new(|| Bytes::from(serde_json::to_vec(&Api::openapi()).expect("a list is JSON")));
    ([(header::CONTENT_TYPE, "application/json")], LIST.clone()).into_response()
}

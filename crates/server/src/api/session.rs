//! Trading the token of a link for a cookie.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::Role;
use crate::arena::App;
use crate::error::{ApiError, ErrorReply};
use crate::extract::Json as JsonBody;

/// What the visitor may do.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The visitor's role.
    role: Role,
    /// Whether viewers need a link, too.
    private: bool,
    /// Whether tournaments can be created: else the server shows only what a command plays.
    creates: bool,
}

impl Session {
    fn of(app: &App, role: Role) -> Session {
        let creates = app.arena.host.is_some() && app.arena.catalogue.folder().is_some();
        Session { role, private: app.access.doorkeeper.is_private(), creates }
    }
}

/// The token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenBody {
    /// What stands after `#token=` in the link.
    token: String,
}

/// Says what the visitor may do.
#[utoipa::path(get, path = "/api/session", tag = "session", responses((status = 200, body = Session)))]
pub async fn show(State(app): State<App>, Extension(role): Extension<Role>) -> Json<Session> {
    Json(Session::of(&app, role))
}

/// Trades the token of a link for a cookie.
#[utoipa::path(post, path = "/api/session", tag = "session", request_body = TokenBody,
    responses((status = 200, body = Session), (status = 403, body = ErrorReply)))]
pub async fn begin(
    State(app): State<App>,
    JsonBody(body): JsonBody<TokenBody>,
) -> Result<Response, ApiError> {
    let Some((role, cookie)) = app.access.doorkeeper.trade(&body.token) else {
        let message = "this link is not valid: the server makes a new one at each start";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "wrong-token", message));
    };
    Ok(([(header::SET_COOKIE, cookie)], Json(Session::of(&app, role))).into_response())
}

/// Ends the visitor's session.
#[utoipa::path(delete, path = "/api/session", tag = "session", responses((status = 204)))]
pub async fn end(State(app): State<App>) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, app.access.doorkeeper.clear_cookie())]).into_response()
}

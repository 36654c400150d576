//! What goes wrong with a request: a status, a code that pages translate, and the
//! values that belong into the sentence.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused or failed.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

/// An error as JSON.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorReply {
    /// What went wrong.
    pub error: ErrorBody,
}

/// What went wrong, for programs and for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// A word that never changes: `no-such-game`.
    pub code: &'static str,
    /// What belongs into the sentence, by name.
    pub values: BTreeMap<&'static str, String>,
    /// The sentence in English.
    pub message: String,
}

impl ApiError {
    /// An error without values.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, body: ErrorBody { code, values: BTreeMap::new(), message: message.into() } }
    }

    /// The same with one more value.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> ApiError {
        self.body.values.insert(name, value.to_string());
        self
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Its code and sentence.
    pub fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// Nothing is there.
    pub fn not_found(what: &'static str, name: impl ToString) -> ApiError {
        let name = name.to_string();
        let (code, message) = match what {
            "tournament" => ("no-such-tournament", format!("there is no tournament {name}")),
            "game" => ("no-such-game", format!("there is no game {name}")),
            "bot" => ("no-such-bot", format!("there is no bot {name}")),
            "live" => ("not-live", format!("no game {name} is being played")),
            _ => ("not-found", format!("there is no page {name}")),
        };
        ApiError::new(StatusCode::NOT_FOUND, code, message).with("name", name)
    }

    /// Something on this machine failed; the sentence says what.
    pub fn failed(why: impl ToString) -> ApiError {
        let why = why.to_string();
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", why.clone()).with("why", why)
    }

    /// The request makes no sense; the sentence says why.
    pub fn bad_request(why: impl ToString) -> ApiError {
        let why = why.to_string();
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", why.clone()).with("why", why)
    }

    /// It cannot be done now.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, code, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorReply { error: self.body })).into_response()
    }
}

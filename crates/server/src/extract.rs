//! Parts of requests, with our own errors where they make no sense.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::config::Times;
use crate::error::ApiError;

/// A body in JSON.
pub struct Json<T>(pub T);

/// What stands behind `?` in the address.
pub struct Query<T>(pub T);

/// The parts of the path that have names.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, ApiError> {
        let patience = request.extensions().get::<Times>().copied().unwrap_or_default().body;
        let Ok(read) = timeout(patience, axum::Json::from_request(request, state)).await else {
            let message = "the body did not come in time";
            return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message));
        };
        match read {
            Ok(axum::Json(body)) => Ok(Json(body)),
            Err(JsonRejection::BytesRejection(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                let message = "the body is too large: a tournament file has at most 1 MB";
                Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message))
            }
            Err(error) => {
                Err(ApiError::bad_request(format!("the body is not what is expected: {}", error.body_text())))
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = axum::extract::Query::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(query)| Query(query))
            .map_err(|error: QueryRejection| ApiError::bad_request(error.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(path)| Path(path))
            .map_err(|error: PathRejection| ApiError::bad_request(error.body_text()))
    }
}

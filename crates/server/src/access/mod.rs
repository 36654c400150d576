//! Who may ask for what. Checked before anything is routed, on every method and
//! stream.
//!
//! **Invariant:** a write needs the organiser's cookie, a JSON body and an `Origin`
//! that is this server's own. A page of another site has none of the three.

mod host;
mod role;
mod token;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

pub use host::AllowedHosts;
pub use role::{Doorkeeper, Role};

use crate::error::ApiError;

/// What requests are checked against.
pub struct Access {
    /// Knows the secrets.
    pub doorkeeper: Doorkeeper,
    /// The names of this server.
    pub hosts: AllowedHosts,
}

/// Only the server's own files and its API; nothing that a text could become runs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// Routes that other sites may show in a frame.
const EMBEDDED: &str = "/embed/";

/// What anybody may ask for on a private server: what is needed to trade a token.
const OPEN_ON_PRIVATE: [&str; 3] = ["/assets/", "/api/session", "/healthz"];

/// Checks a request and adds the security headers to its response.
pub async fn check(State(access): State<Arc<Access>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path().to_string();
    let mut response = match admit(&access, &request) {
        Ok(role) => {
            request.extensions_mut().insert(role);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    let policy = match path.starts_with(EMBEDDED) {
        true => POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
        false => POLICY.to_string(),
    };
    let set = [
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in set {
        // A picture has a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_str(value).expect("a header"));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    if !path.starts_with(EMBEDDED) {
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The role of a request that may be served.
fn admit(access: &Access, request: &Request) -> Result<Role, ApiError> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if headers.get_all(header::HOST).iter().count() != 1 || !access.hosts.allows(host) {
        return Err(wrong_host(host));
    }
    // `GET http://NAME/`: that name counts, too.
    if let Some(named) = request.uri().authority().map(|it| it.as_str()).filter(|it| !access.hosts.allows(it))
    {
        return Err(wrong_host(named));
    }
    let path = request.uri().path();
    let role = access.doorkeeper.role(headers);
    let is_session = path == "/api/session";
    match *request.method() {
        Method::GET | Method::HEAD => {}
        Method::POST | Method::DELETE => check_write(headers, host, request.method())?,
        _ => return Err(ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", "use GET or POST")),
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !is_read && !is_session && role != Role::Organiser {
        let message =
            "only the organiser can do this: open the organiser's link, which was printed at the start";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "not-organiser", message));
    }
    // Pages are told apart: they show how to get in.
    if role == Role::None
        && path.starts_with("/api/")
        && !OPEN_ON_PRIVATE.iter().any(|open| path.starts_with(open))
        || role == Role::None && path == "/metrics"
    {
        let message = "this server is private: ask its organiser for a link";
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, "private", message));
    }
    Ok(role)
}

fn wrong_host(host: &str) -> ApiError {
    let name = host::without_port(host).unwrap_or(host);
    let message = format!("this server does not answer to the name {host}: start it with --host {name}");
    ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message).with("host", host)
}

/// What no other site can send: JSON, and our own origin.
fn check_write(headers: &HeaderMap, host: &str, method: &Method) -> Result<(), ApiError> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(header::ORIGIN).unwrap_or_default();
    let own = [format!("http://{host}"), format!("https://{host}")];
    if !own.iter().any(|own| own.eq_ignore_ascii_case(origin)) {
        let message = format!("the Origin of a change must be this server, http://{host}");
        return Err(ApiError::new(StatusCode::FORBIDDEN, "wrong-origin", message));
    }
    let content = text(header::CONTENT_TYPE).unwrap_or_default();
    let is_json =
        content.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    if *method == Method::POST && !is_json {
        let message = "the body must be JSON, with the header Content-Type: application/json";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
    }
    Ok(())
}

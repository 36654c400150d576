//! Every route of the API, asked for by everybody in every way: who is let in follows
//! from the rules written down here, and from nothing in the server's code.

mod common;

use common::{Ask, Http};
use gridiron_server::api::openapi::Api;
use gridiron_server::{Arena, Config, Server};
use utoipa::OpenApi;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Visitor {
    Nobody,
    Viewer,
    Organiser,
}

/// All methods and paths of the list, with something in place of what has a name.
fn routes() -> Vec<(String, String)> {
    let list = serde_json::to_value(Api::openapi()).expect("JSON");
    let mut routes = Vec::new();
    for (path, methods) in list["paths"].as_object().expect("paths") {
        let path = path.replace("{number}", "1").replace("{game}", "virus").replace("{name}", "Ada");
        let path = path.replace("{id}", "cup");
        let query = if path.starts_with("/api/events") { "?topics=home" } else { "" };
        for method in methods.as_object().expect("methods").keys() {
            if ["get", "post", "delete", "put", "patch"].contains(&method.as_str()) {
                routes.push((method.to_uppercase(), format!("{path}{query}")));
            }
        }
    }
    assert!(routes.len() > 20, "{routes:?}");
    routes
}

/// What the rules say: the status of a refusal, or `None` for those who are let in.
fn refusal(method: &str, path: &str, ask: &Ask<'_>, visitor: Visitor, is_private: bool) -> Option<u16> {
    let is_write = method != "GET";
    let is_session = path == "/api/session";
    if ask.host != "own" && ask.host != "localhost" {
        return Some(421);
    }
    if is_write {
        if ask.origin != Some("own") {
            return Some(403);
        }
        if method == "POST" && ask.content_type != Some("application/json") {
            return Some(415);
        }
        return (!is_session && visitor != Visitor::Organiser).then_some(403);
    }
    let is_open = is_session || path == "/healthz";
    (is_private && visitor == Visitor::Nobody && !is_open).then_some(401)
}

#[test]
fn every_route_lets_in_whom_it_should_and_nobody_else() {
    for is_private in [false, true] {
        let config = Config { port: Some(0), is_private, ..Config::default() };
        let server = Server::start(config, Arena::new("Test".into(), None, None)).expect("a free port");
        let http = Http::new(server.address());
        let organiser = http.session(&server.organiser_link("/"));
        let viewer = match is_private {
            true => http.session(&server.viewer_link("/")),
            false => None,
        };
        assert!(organiser.is_some() && viewer.is_some() == is_private);
        let mut asked = 0;
        for (method, path) in routes() {
            for (visitor, cookie) in [
                (Visitor::Nobody, None),
                (Visitor::Viewer, viewer.clone()),
                (Visitor::Organiser, organiser.clone()),
            ] {
                // Without a private server a viewer is anybody.
                for host in ["own", "localhost", "evil.example", "evil.example:80", ""] {
                    for origin in [Some("own"), Some("http://evil.example"), Some("null"), None] {
                        for content_type in [Some("application/json"), Some("text/plain"), None] {
                            if method == "GET" && (origin.is_none() || content_type.is_none()) {
                                continue;
                            }
                            let ask =
                                Ask { host, origin, content_type, cookie: cookie.as_deref(), body: "{}" };
                            let (status, head) = http.status(&method, &path, &ask);
                            let case = format!("{method} {path} {visitor:?} {ask:?} private {is_private}");
                            match refusal(
                                &method,
                                path.split('?').next().unwrap_or_default(),
                                &ask,
                                visitor,
                                is_private,
                            ) {
                                Some(expected) => assert_eq!(status, expected, "{case}"),
                                // It may have a reason of its own: no such tournament, an empty body.
                                None => assert!(
                                    [200, 201, 204, 400, 404, 409, 422].contains(&status),
                                    "{case}: {status}"
                                ),
                            }
                            for header in [
                                "content-security-policy: default-src 'none'",
                                "x-content-type-options: nosniff",
                                "referrer-policy: no-referrer",
                            ] {
                                assert!(head.to_lowercase().contains(header), "{case}: {head}");
                            }
                            assert!(!head.to_lowercase().contains("access-control-"), "{case}: {head}");
                            asked += 1;
                        }
                    }
                }
            }
        }
        assert!(asked > 1000, "{asked}");
        server.stop();
    }
}

/// Methods that no route has change nothing, whoever asks.
#[test]
fn other_methods_are_refused() {
    let config = Config { port: Some(0), ..Config::default() };
    let server = Server::start(config, Arena::new("Test".into(), None, None)).expect("a free port");
    let http = Http::new(server.address());
    let cookie = http.session(&server.organiser_link("/"));
    for method in ["PUT", "PATCH", "OPTIONS", "TRACE", "CONNECTX"] {
        for path in ["/", "/api/home", "/api/tournaments/cup/start", "/api/session"] {
            let ask = Ask { cookie: cookie.as_deref(), ..Ask::right() };
            assert_eq!(http.status(method, path, &ask).0, 405, "{method} {path}");
        }
    }
    server.stop();
}

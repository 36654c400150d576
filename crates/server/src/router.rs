//! All routes, and what every request passes.

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::limit::RequestBodyLimitLayer;

use crate::access;
use crate::api::{
    analysis, bots, control, events, game_info, game_list, games, home, live, openapi, schedule, session,
    status, tournament,
};
use crate::arena::App;
use crate::gate::{self, Gate};
use crate::shared::{self, SharedResponses, Sharing};
use crate::{assets, pages, unread, wall};

/// The largest body of a request: a tournament file.
const LARGEST_BODY: usize = 1 << 20;

/// The largest body with a token.
const LARGEST_TOKEN: usize = 4096;

/// Smaller responses are not compressed.
const SMALLEST_COMPRESSED: u16 = 1024;

/// All routes.
pub fn router(app: App) -> Router {
    // Frames of a stream must leave at once.
    let compressible = SizeAbove::new(SMALLEST_COMPRESSED.into())
        .and(NotForContentType::const_new("text/event-stream"))
        .and(NotForContentType::const_new("image/gif"));
    let compression = CompressionLayer::new().gzip(true).compress_when(compressible);
    // Anybody may send one, also without a link.
    let session = Router::new()
        .route("/api/session", get(session::show).post(session::begin).delete(session::end))
        .layer(RequestBodyLimitLayer::new(LARGEST_TOKEN));
    // These read no stores, or only the organiser can ask for them.
    let free = Router::new()
        .merge(session)
        .route("/healthz", get(status::health))
        .route("/api/openapi.json", get(openapi::show))
        .route("/api/games/{game}", get(game_info::show))
        .route("/api/tournaments", post(control::create))
        .route("/api/tournaments/check", post(control::check))
        .route("/api/tournaments/{id}/start", post(control::start))
        .route("/api/tournaments/{id}/stop", post(control::stop))
        .route("/rules/{game}", get(pages::rules));
    let painted = Router::new()
        .route("/api/tournaments/{id}/games/{number}/game.gif", get(games::animation))
        .layer(middleware::from_fn_with_state(Gate::for_painters(), gate::wait));
    let unread = unread::gate();
    let gated = |routes: Router<App>| {
        let hold = middleware::from_fn_with_state(Arc::clone(&unread), unread::hold);
        routes.layer(hold).layer(middleware::from_fn_with_state(app.clone(), gate::wait))
    };
    // Compressed before they are kept, so that it is done once.
    let shared = |routes: Router<App>, responses: &Arc<SharedResponses>| {
        let sharing = Sharing { arena: app.arena.clone(), responses: Arc::clone(responses) };
        let share = middleware::from_fn_with_state(sharing, shared::share);
        gated(routes.layer(compression.clone()).layer(middleware::from_fn(shared::make))).layer(share)
    };
    let seen_by_many = Router::new()
        .route("/api/home", get(home::show))
        .route("/api/tournaments/{id}", get(tournament::show))
        .route("/api/tournaments/{id}/standings", get(tournament::standings))
        .route("/api/tournaments/{id}/schedule", get(schedule::show))
        .route("/api/tournaments/{id}/games", get(game_list::list))
        .route("/api/tournaments/{id}/bots/{name}", get(bots::show))
        .route("/", get(pages::home))
        .route("/t/{id}", get(pages::tournament));
    let games_seen_by_many = Router::new()
        .route("/api/tournaments/{id}/games/{number}", get(games::show))
        .route("/api/tournaments/{id}/games/{number}/board.svg", get(games::board));
    let reading = Router::new()
        .route("/metrics", get(status::metrics))
        .route("/api/tournaments/{id}/games/{number}/record", get(games::record))
        .route("/api/tournaments/{id}/games/{number}/analysis", get(analysis::show))
        .route("/api/live", get(live::list))
        .route("/api/live/{id}", get(live::show))
        .route("/api/events", get(events::stream))
        .route("/api/events/poll", get(events::poll))
        .merge(wall::routes());
    let routes = gated(reading)
        .merge(shared(seen_by_many, &app.shared.news))
        .merge(shared(games_seen_by_many, &app.shared.past))
        .merge(painted)
        .merge(free);
    let scripted = [
        "/t/{id}/games",
        "/t/{id}/games/{number}",
        "/t/{id}/bots/{name}",
        "/t/{id}/edit",
        "/new",
        "/live/{id}",
        "/wall",
        "/wall/{id}",
        "/present",
        "/present/{id}",
        "/embed/t/{id}/games/{number}",
    ];
    let routes = scripted.iter().fold(routes, |routes, path| routes.route(path, get(pages::scripted)));
    routes
        .layer(compression)
        // Compressed already.
        .route("/assets/{hash}/{*name}", get(assets::show))
        .fallback(pages::missing)
        .layer(middleware::from_fn_with_state(app.shared.clone(), shared::forget_after_changes))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(CatchPanicLayer::new())
        // The outermost layer: nothing is routed that was not checked.
        .layer(middleware::from_fn_with_state(app.clone(), access::check))
        .with_state(app)
}

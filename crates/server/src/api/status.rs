//! Whether the server works, for machines that look after it.

use std::fmt::Write;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::api::summary::summary;
use crate::arena::{App, blocking};
use crate::error::ApiError;

/// Says that the server answers.
#[utoipa::path(get, path = "/healthz", tag = "status", responses((status = 200, body = String)))]
pub async fn health() -> &'static str {
    "ok\n"
}

/// Numbers of this run of the server, as Prometheus reads them.
#[utoipa::path(get, path = "/metrics", tag = "status", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<App>) -> Result<Response, ApiError> {
    let text = blocking(move || {
        let arena = &app.arena;
        let mut out = String::new();
        let (streams, cut_off, events) = arena.bus.counts();
        for (name, kind, help, value) in [
            ("gridiron_uptime_seconds", "gauge", "Time since the start.", arena.started.elapsed().as_secs()),
            ("gridiron_streams", "gauge", "Streams of events that are open.", streams as u64),
            ("gridiron_streams_cut_off_total", "counter", "Streams that were too slow.", cut_off),
            ("gridiron_events_total", "counter", "Events that were published.", events),
            ("gridiron_live_games", "gauge", "Games that are shown live.", arena.live.count() as u64),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        let _ = writeln!(
            out,
            "# HELP gridiron_games_total Games that were played.\n# TYPE gridiron_games_total counter"
        );
        let summaries: Vec<_> = arena.catalogue.all().iter().map(|entry| summary(arena, entry)).collect();
        for it in &summaries {
            let _ = writeln!(out, "gridiron_games_total{{tournament=\"{}\"}} {}", it.id, it.games);
        }
        let _ = writeln!(out, "# HELP gridiron_running Whether it runs.\n# TYPE gridiron_running gauge");
        for it in &summaries {
            let _ = writeln!(
                out,
                "gridiron_running{{tournament=\"{}\"}} {}",
                it.id,
                u8::from(it.state.is_running())
            );
        }
        Ok(out)
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

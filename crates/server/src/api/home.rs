//! What the home page shows.

use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::{Summary, summary_for};
use crate::access::Role;
use crate::arena::{App, Arena, blocking};
use crate::error::ApiError;
use crate::live::LiveSummary;

/// The home page.
#[derive(Serialize, ToSchema)]
pub struct Home {
    /// What the arena is called.
    title: String,
    /// The visitor's role.
    role: Role,
    /// The version of this program.
    version: &'static str,
    /// The games that can be played.
    games: Vec<GameSummary>,
    #[serde(flatten)]
    now: HomeNow,
}

/// What changes on the home page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HomeNow {
    /// All tournaments, those that run first.
    tournaments: Vec<Summary>,
    /// The games that are being played.
    live: Vec<LiveSummary>,
    /// The latest game of tournaments that have one, the newest first.
    recent: Vec<RecentGame>,
}

/// A game that can be watched.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RecentGame {
    /// Its tournament.
    tournament: String,
    /// Its number there.
    number: u64,
    /// When the tournament's last game ended, in seconds since 1970.
    ended: Option<i64>,
}

/// Recent games on the home page at most.
const RECENT: usize = 6;

/// A game in a few words.
#[derive(Serialize, ToSchema)]
pub struct GameSummary {
    /// Its name.
    name: &'static str,
    /// What it is about, in English.
    summary: &'static str,
    /// What its seats are called.
    seats: [&'static str; 2],
    /// Whether seats hide something from each other.
    has_secrets: bool,
}

impl HomeNow {
    /// The tournaments, those that run first.
    pub fn tournaments(&self) -> &[Summary] {
        &self.tournaments
    }

    /// The same without what changes at every move: readers of a game get that.
    pub fn without_ages(&self) -> HomeNow {
        let live = self.live.iter().map(LiveSummary::without_ages).collect();
        HomeNow { live, ..self.clone() }
    }

    /// The games that are being played.
    pub fn live(&self) -> &[LiveSummary] {
        &self.live
    }

    /// The tournaments without what changes with every game, in an order that stays.
    pub fn without_counts(&self) -> Vec<Summary> {
        let mut tournaments: Vec<Summary> = self.tournaments.iter().map(Summary::without_counts).collect();
        tournaments.sort_by(|one, other| one.id.cmp(&other.id));
        tournaments
    }
}

/// Everything on the home page.
#[utoipa::path(get, path = "/api/home", tag = "watch", responses((status = 200, body = Home)))]
pub async fn show(State(app): State<App>, Extension(role): Extension<Role>) -> Result<Json<Home>, ApiError> {
    blocking(move || {
        let games = games::GAMES.iter().map(|entry| GameSummary {
            name: entry.name,
            summary: entry.summary,
            seats: entry.seats,
            has_secrets: entry.has_secrets(),
        });
        let title = app.arena.title.clone();
        let version = env!("CARGO_PKG_VERSION");
        Ok(Json(Home { title, role, version, games: games.collect(), now: now_for(role, &app.arena) }))
    })
    .await
}

/// What changes on the home page, as it is now, for everybody.
pub fn now(arena: &Arena) -> HomeNow {
    now_for(Role::Viewer, arena)
}

/// The same. The organiser is told what is wrong with broken tournaments.
fn now_for(role: Role, arena: &Arena) -> HomeNow {
    let mut tournaments: Vec<Summary> =
        arena.catalogue.all().iter().map(|entry| summary_for(role, arena, entry)).collect();
    tournaments.sort_by_key(|it| (!it.state.is_running(), std::cmp::Reverse(it.ended)));
    let mut recent: Vec<RecentGame> = tournaments
        .iter()
        .filter(|it| it.games > 0)
        .filter_map(|it| {
            let (entry, opened) = arena.glance(&it.id)?;
            let number = *entry.newest_games(&opened, &arena.live.recent).first()?;
            Some(RecentGame { tournament: it.id.clone(), number, ended: it.ended })
        })
        .collect();
    recent.sort_by_key(|game| std::cmp::Reverse(game.ended));
    recent.truncate(RECENT);
    HomeNow { tournaments, live: arena.live.summaries(None), recent }
}

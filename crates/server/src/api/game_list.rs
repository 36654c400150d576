//! The list of a tournament's games: searched, filtered, page by page.

#![allow(unused_qualifications, reason = "utoipa names parameters by their whole paths")]

use axum::Json;
use axum::extract::State;
use games::Cause;
use league::game_index::{FaultFilter, GameIndex, GameOrder, GameQuery, ResultFilter};
use league::store::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::game_line::{GameLine, Names, names_and_elos};
use super::summary::{Summary, summary};
use crate::arena::{App, Arena, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::{Path, Query};
use crate::host::Opened;
use crate::tournaments::Entry;

/// Games on a page.
const PER_PAGE: u64 = 50;

/// Which games.
#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    /// Games of this bot; result and fault are then its own.
    bot: Option<String>,
    /// Games against this bot.
    against: Option<String>,
    /// `win`, `draw`, `loss` or `decisive`.
    result: Option<String>,
    /// Why they ended: `normal`, `time`, …
    cause: Option<String>,
    /// `any`, or a kind of fault.
    fault: Option<String>,
    /// `1`: only wins against a much higher rating.
    upset: Option<u8>,
    /// At least so many actions.
    min_length: Option<u32>,
    /// At most so many actions.
    max_length: Option<u32>,
    /// `newest` (default), `oldest`, `longest`, `shortest` or `upset`.
    order: Option<String>,
    /// Counts from 1.
    page: Option<u64>,
}

/// A page of the list.
#[derive(Serialize, ToSchema)]
pub struct GamePage {
    /// The tournament.
    summary: Summary,
    /// All its bots, best first.
    names: Vec<String>,
    /// How many games match.
    total: u64,
    /// The number of this page, from 1.
    page: u64,
    /// How many pages there are, at least 1.
    pages: u64,
    /// The games.
    rows: Vec<GameLine>,
}

/// The games of a tournament that match.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", tag = "watch",
    params(("id" = String, Path), ListQuery),
    responses((status = 200, body = GamePage), (status = 400, body = ErrorReply), (status = 404, body = ErrorReply)))]
pub async fn list(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<ListQuery>,
) -> Result<Json<GamePage>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let standings = league::reporting::standings(&opened.tournament);
        let (total, rows) = find(&app.arena, &entry, &opened, &query)?;
        Ok(Json(GamePage {
            summary: summary(&app.arena, &entry),
            names: standings.into_iter().map(|standing| standing.name).collect(),
            total,
            page: query.page.unwrap_or(1).max(1),
            pages: total.div_ceil(PER_PAGE).max(1),
            rows,
        }))
    })
    .await
}

/// The newest games of a tournament, newest first.
pub fn latest(arena: &Arena, entry: &Entry, opened: &Opened, most: usize) -> Result<Vec<GameLine>, ApiError> {
    let tournament = &opened.tournament;
    let Some(store) = tournament.open_store_for_reading().map_err(ApiError::failed)? else {
        return Ok(kept_in_memory(arena, &entry.id).take(most).collect());
    };
    let (names, elos) = names_and_elos(tournament);
    let lines = store.newest_games(0, most as u64, &elos).map_err(ApiError::failed)?;
    let has_rounds = tournament.has_rounds();
    Ok(lines.iter().map(|line| GameLine::of_store(line, &names, has_rounds)).collect())
}

fn find(
    arena: &Arena,
    entry: &Entry,
    opened: &Opened,
    asked: &ListQuery,
) -> Result<(u64, Vec<GameLine>), ApiError> {
    let tournament = &opened.tournament;
    let Some(store) = tournament.open_store_for_reading().map_err(ApiError::failed)? else {
        return Ok(in_memory(arena, entry, asked));
    };
    let (names, elos) = names_and_elos(tournament);
    let query = read(asked, &names)?;
    let has_rounds = tournament.has_rounds();
    // The first page needs no index, which takes a second to make for a million games.
    let (total, lines) = if query.is_unfiltered() && query.page == 1 {
        let lines = store.newest_games(0, PER_PAGE, &elos).map_err(ApiError::failed)?;
        (tournament.games(), lines)
    } else {
        let search = |index: &mut GameIndex| {
            index.extend(&store)?;
            index.page(&store, &query, &elos)
        };
        let page = entry.search_games(opened, search).map_err(ApiError::failed)?;
        (page.total, page.rows)
    };
    Ok((total, lines.iter().map(|line| GameLine::of_store(line, &names, has_rounds)).collect()))
}

/// Without a store a few games are kept. Bots and results are filtered, no more.
fn in_memory(arena: &Arena, entry: &Entry, asked: &ListQuery) -> (u64, Vec<GameLine>) {
    let is_of =
        |line: &GameLine, bot: &Option<String>| bot.as_ref().is_none_or(|bot| line.players.contains(bot));
    let rows: Vec<GameLine> = kept_in_memory(arena, &entry.id)
        .filter(|line| is_of(line, &asked.bot) && is_of(line, &asked.against))
        .filter(|line| match asked.result.as_deref() {
            Some("draw") => line.winner.is_none(),
            Some("decisive") => line.winner.is_some(),
            _ => true,
        })
        .collect();
    (rows.len() as u64, rows)
}

/// Games of a tournament without a store, newest first.
fn kept_in_memory(arena: &Arena, id: &str) -> impl Iterator<Item = GameLine> {
    let recent = &arena.live.recent;
    recent.numbers(id).into_iter().filter_map(move |number| {
        let (record, ended) = recent.get(id, number)?;
        Some(GameLine::of_record(number, &record, ended))
    })
}

fn read(asked: &ListQuery, names: &Names) -> Result<GameQuery, ApiError> {
    let player = |name: &Option<String>| -> Result<Option<PlayerId>, ApiError> {
        let Some(name) = name else { return Ok(None) };
        let found = names.iter().find(|(_, other)| *other == name).map(|(id, _)| *id);
        found.map(Some).ok_or_else(|| ApiError::not_found("bot", name))
    };
    let cause = |key: &str, word: &str| Cause::from_word(word).ok_or_else(|| unknown(key, word));
    Ok(GameQuery {
        bot: player(&asked.bot)?,
        against: player(&asked.against)?,
        result: match asked.result.as_deref() {
            None => None,
            Some("win") => Some(ResultFilter::Win),
            Some("draw") => Some(ResultFilter::Draw),
            Some("loss") => Some(ResultFilter::Loss),
            Some("decisive") => Some(ResultFilter::Decisive),
            Some(other) => return Err(unknown("result", other)),
        },
        cause: asked.cause.as_deref().map(|word| cause("cause", word)).transpose()?,
        fault: match asked.fault.as_deref() {
            None => None,
            Some("any") => Some(FaultFilter::Any),
            Some(kind) => Some(FaultFilter::Kind(cause("fault", kind)?)),
        },
        upset: asked.upset.is_some_and(|upset| upset != 0),
        min_length: asked.min_length,
        max_length: asked.max_length,
        order: match asked.order.as_deref() {
            None | Some("newest") => GameOrder::Newest,
            Some("oldest") => GameOrder::Oldest,
            Some("longest") => GameOrder::Longest,
            Some("shortest") => GameOrder::Shortest,
            Some("upset") => GameOrder::Upset,
            Some(other) => return Err(unknown("order", other)),
        },
        page: asked.page.unwrap_or(1).max(1),
        per_page: PER_PAGE,
    })
}

fn unknown(key: &str, word: &str) -> ApiError {
    ApiError::bad_request(format!("{key}={word}: there is no such {key}"))
}

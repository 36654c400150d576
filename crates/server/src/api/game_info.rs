//! The games that can be played, their options and built-in players.

use axum::Json;
use games::common::options::{OptionKind, OptionSpec, OptionValues};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;

/// A game, for a form.
#[derive(Serialize, ToSchema)]
pub struct GameInfo {
    name: &'static str,
    summary: &'static str,
    seats: [&'static str; 2],
    /// The usual time control.
    clock: &'static str,
    /// Whether seats hide something from each other.
    has_secrets: bool,
    /// Whether the score says by how much a game was won.
    has_margin: bool,
    /// The rules as plain text, in English.
    rules: &'static str,
    /// The rule options, with their defaults in tournaments.
    options: Vec<OptionInfo>,
    /// The built-in players, weakest first.
    players: Vec<PlayerInfo>,
}

/// An option of rules or of a player.
#[derive(Serialize, ToSchema)]
pub struct OptionInfo {
    key: &'static str,
    /// `integer`, `milliseconds` or `choice`.
    kind: &'static str,
    default: String,
    /// What it means, in English.
    help: &'static str,
    min: Option<i64>,
    max: Option<i64>,
    choices: &'static [&'static str],
}

/// A built-in player.
#[derive(Serialize, ToSchema)]
pub struct PlayerInfo {
    name: &'static str,
    /// What it does, in English.
    about: &'static str,
    options: Vec<OptionInfo>,
    /// Whether it sees what is hidden: tournaments refuse it.
    sees_all: bool,
}

impl OptionInfo {
    fn new(option: &OptionSpec, usual: Option<&OptionValues>) -> OptionInfo {
        let (kind, min, max, choices) = match option.kind {
            OptionKind::Integer { min, max, .. } => ("integer", Some(min), Some(max), &[][..]),
            OptionKind::Milliseconds { min, max, .. } => ("milliseconds", Some(min), Some(max), &[][..]),
            OptionKind::Choice(choices) => ("choice", None, None, choices),
        };
        let default = usual.and_then(|usual| usual.get(option.key)).unwrap_or_else(|| option.default());
        OptionInfo {
            key: option.key,
            kind,
            default: default.to_string(),
            help: option.help,
            min,
            max,
            choices,
        }
    }
}

/// A game with its options and built-in players.
#[utoipa::path(get, path = "/api/games/{game}", tag = "create", params(("game" = String, Path)),
    responses((status = 200, body = GameInfo), (status = 404, body = ErrorReply)))]
pub async fn show(Path(game): Path<String>) -> Result<Json<GameInfo>, ApiError> {
    let entry = games::find(&game).map_err(|_| ApiError::not_found("game", &game))?;
    let usual = league::pair::usual_options(entry);
    let players = ai::table::players_of(entry.name).map(|player| PlayerInfo {
        name: player.name,
        about: player.summary,
        options: player.options.iter().map(|option| OptionInfo::new(option, None)).collect(),
        sees_all: player.sees_all,
    });
    Ok(Json(GameInfo {
        name: entry.name,
        summary: entry.summary,
        seats: entry.seats,
        clock: entry.clock,
        has_secrets: entry.has_secrets(),
        has_margin: entry.has_margin,
        rules: entry.rules,
        options: entry.options.iter().map(|option| OptionInfo::new(option, Some(&usual))).collect(),
        players: players.collect(),
    }))
}

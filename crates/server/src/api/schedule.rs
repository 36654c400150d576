//! What was played, is played and is going to be played.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use league::Tournament;
use league::formats::Stage;
use serde::Serialize;
use utoipa::ToSchema;

use super::summary::{Summary, summary};
use crate::arena::{App, blocking};
use crate::error::{ApiError, ErrorReply};
use crate::extract::Path;

/// How many pairs ahead are called next.
const NEXT: usize = 8;

/// The meetings of a tournament.
#[derive(Serialize, ToSchema)]
pub struct Schedule {
    /// The tournament.
    summary: Summary,
    /// Those that are known, in the order of the format.
    meetings: Vec<Meeting>,
}

/// Two players who meet.
#[derive(Serialize, ToSchema)]
pub struct Meeting {
    /// Counts from 1; `null` where the format has no rounds.
    round: Option<u32>,
    /// The number or name of the round.
    #[schema(value_type = Option<Object>)]
    stage: Option<Stage>,
    /// Whether the losers of the semi-finals play it.
    third_place: bool,
    /// `null` where that is not known yet.
    players: [Option<String>; 2],
    /// Pairs that are done.
    done: u64,
    /// Pairs in all, as far as it is known.
    planned: Option<u64>,
    /// How it stands.
    state: MeetingState,
}

/// How a meeting stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum MeetingState {
    /// A pair of it is being played.
    Running,
    /// A pair of it comes next.
    Next,
    /// Not all is played.
    Open,
    /// All is played.
    Done,
}

/// What was played, is played and is going to be played.
#[utoipa::path(get, path = "/api/tournaments/{id}/schedule", tag = "watch", params(("id" = String, Path)),
    responses((status = 200, body = Schedule), (status = 404, body = ErrorReply)))]
pub async fn show(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Schedule>, ApiError> {
    blocking(move || {
        let (entry, opened) = app.arena.open(&id)?;
        let meetings = meetings(&opened.tournament);
        Ok(Json(Schedule { summary: summary(&app.arena, &entry), meetings }))
    })
    .await
}

/// All meetings of a tournament, in their order.
pub fn meetings(tournament: &Tournament) -> Vec<Meeting> {
    let players = tournament.players();
    let key = |round: u32, players: [usize; 2]| {
        (round, players.iter().copied().min(), players.iter().copied().max())
    };
    let now: BTreeSet<_> = tournament.under_way().iter().map(|it| key(it.round, it.players)).collect();
    let next: BTreeSet<_> = tournament.next_pairs(NEXT).iter().map(|it| key(it.round, it.players)).collect();
    let has_rounds = tournament.has_rounds();
    let meetings = tournament.meetings().into_iter();
    let meetings = meetings.map(|meeting| {
        let both = match meeting.players {
            [Some(first), Some(second)] => Some(key(meeting.round, [first, second])),
            _ => None,
        };
        let is_in = |set: &BTreeSet<_>| both.is_some_and(|both| set.contains(&both));
        Meeting {
            round: has_rounds.then_some(meeting.round + 1),
            stage: meeting.stage,
            third_place: meeting.is_for_third_place,
            players: meeting.players.map(|player| player.map(|player| players[player].entry.name.clone())),
            done: meeting.done,
            planned: meeting.planned,
            state: match meeting.is_over() {
                true => MeetingState::Done,
                false if is_in(&now) => MeetingState::Running,
                false if is_in(&next) => MeetingState::Next,
                false => MeetingState::Open,
            },
        }
    });
    meetings.collect()
}

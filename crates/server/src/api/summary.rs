//! How a tournament stands, in a few values: lists of tournaments show them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Role;
use crate::arena::{Arena, GLANCE};
use crate::error::ErrorBody;
use crate::host::{HostError, Source};
use crate::tournaments::{Entry, State};

/// How a tournament stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The game; `null` if its file cannot be read.
    pub game: Option<String>,
    /// The format: `round-robin`.
    pub format: Option<String>,
    /// Whether it runs.
    pub state: State,
    /// How many players take part.
    pub players: usize,
    /// Pairs that are done.
    pub pairs_done: u64,
    /// Pairs in all, as far as it is known.
    pub pairs_planned: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// The first of the standings.
    pub leader: Option<String>,
    /// How many share the first place, the leader among them; 0 before the first game.
    pub leaders: usize,
    /// When the first game ended, in seconds since 1970.
    pub began: Option<i64>,
    /// When the last game ended, in seconds since 1970.
    pub ended: Option<i64>,
    /// Why it cannot be read, or why it stopped.
    pub problem: Option<ErrorBody>,
    /// Whether it has a tournament file.
    pub has_file: bool,
    /// Whether the organiser can start it here.
    pub can_play: bool,
}

impl Summary {
    /// The same without what changes with every game.
    pub fn without_counts(&self) -> Summary {
        Summary { pairs_done: 0, games: 0, leader: None, leaders: 0, ended: None, ..self.clone() }
    }
}

/// The summary of a tournament, also of one that cannot be read.
pub fn summary(arena: &Arena, entry: &Arc<Entry>) -> Summary {
    summary_for(Role::Viewer, arena, entry)
}

/// The same. The organiser is told what exactly is wrong.
pub fn summary_for(role: Role, arena: &Arena, entry: &Arc<Entry>) -> Summary {
    let has_file = matches!(entry.source, Some(Source::File(_)));
    let opened = match entry.open(arena.host.as_ref(), GLANCE) {
        Ok(opened) => opened,
        Err(problem) => return broken(role, entry, has_file, &problem),
    };
    let tournament = &opened.tournament;
    let (state, problem) = entry.state(&opened);
    let results = tournament.results();
    let (pairs_done, pairs_planned) = tournament.progress();
    let event = &tournament.event;
    let standings = tournament.standings(&results);
    let players = tournament.players();
    let leaders = standings.rows.iter().filter(|row| row.place == 1 && results.games > 0);
    let leader = leaders.clone().next().map(|row| row.player);
    Summary {
        id: entry.id.clone(),
        title: event.title.clone(),
        game: Some(event.conditions.entry.name.to_string()),
        format: Some(event.plan.name().to_string()),
        state,
        players: players.len(),
        pairs_done,
        pairs_planned,
        games: results.games,
        leader: leader.map(|player| players[player].entry.name.clone()),
        leaders: leaders.count(),
        began: results.times_ms.map(|(first, _)| first.div_euclid(1000)),
        ended: results.times_ms.map(|(_, last)| last.div_euclid(1000)),
        problem: problem.as_ref().map(|problem| in_body(role, problem)),
        has_file,
        can_play: has_file && opened.problem.is_none(),
    }
}

fn broken(role: Role, entry: &Entry, has_file: bool, problem: &HostError) -> Summary {
    let source = entry.source.as_ref().and_then(|source| source.path().file_name());
    Summary {
        id: entry.id.clone(),
        title: source.map_or_else(|| entry.id.clone(), |name| name.to_string_lossy().into_owned()),
        game: None,
        format: None,
        state: match problem {
            HostError::BeingRead if entry.is_run() => State::Running,
            HostError::BeingRead => State::Waiting,
            _ => State::Broken,
        },
        players: 0,
        pairs_done: 0,
        pairs_planned: None,
        games: 0,
        leader: None,
        leaders: 0,
        began: None,
        ended: None,
        problem: Some(in_body(role, problem)),
        has_file,
        can_play: false,
    }
}

fn in_body(role: Role, problem: &HostError) -> ErrorBody {
    let (message, values) = match role {
        Role::Organiser => (problem.to_string(), BTreeMap::from([("why", problem.to_string())])),
        _ => (problem.in_public().to_string(), BTreeMap::new()),
    };
    ErrorBody { code: problem.code(), values, message }
}

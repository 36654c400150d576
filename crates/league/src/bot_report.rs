//! What is known of one bot in a tournament: for its page.

use std::collections::BTreeMap;
use std::time::Duration;

use games::Seat;
use referee::{Record, faults};
use serde::Serialize;

use crate::committed_results::CommittedResults;
use crate::game_result::Thinking;
use crate::report::Encounter;
use crate::reporting::encounter;
use crate::scheduler::TournamentPlayer;
use crate::store::{PlayerId, Store, StoreError, StoredFault, StoredVersion, packing};
use crate::tournament::Tournament;

/// What is known of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotReport {
    /// Its name in the tournament.
    pub name: String,
    /// Its results against each opponent that it has met, in the order of the list.
    pub opponents: Vec<Opponent>,
    /// Its last faults, newest first.
    pub faults: Vec<BotFault>,
    /// How it used its time.
    pub time: TimeUse,
    /// All states of the program that have played under this name, newest first.
    pub versions: Vec<BotVersion>,
    /// Other names under which the same files have played, in alphabetical order.
    pub same_program: Vec<String>,
}

/// Results against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Opponent {
    /// The opponent's name.
    pub name: String,
    /// The results, seen from the bot.
    #[serde(flatten)]
    pub encounter: Encounter,
}

/// A game in which a bot made a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotFault {
    /// The number of the game.
    pub game: u64,
    /// The opponent's name.
    pub against: String,
    /// The kind of fault: the one that ended the game, or else the bot's first.
    pub cause: String,
    /// How many faults it made in that game; 1 without a store, which does not say.
    pub count: u64,
    /// What happened; `None` if nothing else was kept.
    pub words: Option<String>,
    /// After how many actions the game shows the fault; `None` without a record.
    pub ply: Option<u32>,
}

/// How long a bot thought.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TimeUse {
    /// Its moves that were timed, in all games.
    pub moves: u64,
    /// The mean time of a move, in seconds; 0 without moves.
    pub mean_s: f64,
    /// The longest, in seconds.
    pub longest_s: f64,
    /// How many of its last games `per_turn` is about: records must have been kept.
    pub games: u64,
    /// By turn, from the first in which it moved.
    pub per_turn: Vec<TurnTime>,
}

/// How long a bot thought in one turn of its games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnTime {
    /// The turn, from 1.
    pub turn: u32,
    /// Its moves in that turn.
    pub moves: u64,
    /// Their mean time, in seconds.
    pub mean_s: f64,
    /// The longest of them, in seconds.
    pub longest_s: f64,
}

/// A state of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotVersion {
    /// A hash of its files, or the version of Gridiron for a built-in player.
    pub version: String,
    /// The player as the organiser named it.
    pub spec: String,
    /// Whether its results count: it is the present one.
    pub counts: bool,
    /// How many games it has played.
    pub games: u64,
    /// When its first pair ended, in seconds since 1970; `None` without a game.
    pub since: Option<i64>,
}

/// How much of a bot is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotReportOptions {
    /// At most so many faults.
    pub faults: u32,
    /// Time by turn from at most so many games.
    pub timed_games: u32,
}

impl Default for BotReportOptions {
    fn default() -> BotReportOptions {
        BotReportOptions { faults: 50, timed_games: 50 }
    }
}

/// What is known of the bot with this name; `None` if there is none. Without a store,
/// that is its results, its last faults and its total time.
pub fn bot_report(
    tournament: &Tournament,
    name: &str,
    options: &BotReportOptions,
) -> Result<Option<BotReport>, StoreError> {
    let (players, results) = (tournament.players(), tournament.results());
    let Some(at) = players.iter().position(|player| player.entry.name == name) else { return Ok(None) };
    let id = players[at].id;
    let store = tournament.open_store_for_reading()?;
    let store = store.as_ref();
    let names: BTreeMap<PlayerId, &str> =
        players.iter().map(|player| (player.id, player.entry.name.as_str())).collect();
    Ok(Some(BotReport {
        name: name.to_string(),
        opponents: opponents(at, &players, &results),
        faults: match store {
            Some(store) => faults_of(store, id, options.faults, &names)?,
            None => logged_faults(at, &players, &results, options.faults),
        },
        time: time_use(store, id, &results.accounts[at].conduct.thinking, options.timed_games)?,
        versions: versions(store, &players[at])?,
        same_program: same_program(store, &players, at)?,
    }))
}

fn opponents(at: usize, players: &[TournamentPlayer], results: &CommittedResults) -> Vec<Opponent> {
    let met = results.table.by_players().into_iter().filter_map(|([one, other], meeting)| {
        let is_turned = other == at;
        let opponent = if is_turned { one } else { other };
        let name = players[opponent].entry.name.clone();
        (one == at || is_turned)
            .then(|| (opponent, Opponent { name, encounter: encounter(&meeting, is_turned) }))
    });
    let mut met: Vec<(usize, Opponent)> = met.collect();
    met.sort_by_key(|(opponent, _)| *opponent);
    met.into_iter().map(|(_, opponent)| opponent).collect()
}

fn faults_of(
    store: &Store,
    id: PlayerId,
    most: u32,
    names: &BTreeMap<PlayerId, &str>,
) -> Result<Vec<BotFault>, StoreError> {
    let found = store.faults_of(id, most)?.into_iter().map(|fault| {
        let StoredFault { number, seat, opponent, cause, count, words, record } = fault;
        let record = record.and_then(|packed| packing::unpack(&packed).ok());
        let seen = record.as_ref().and_then(|record| in_record(record, seat));
        let (ply, described) = seen.unzip();
        BotFault {
            game: number,
            against: names.get(&opponent).copied().unwrap_or_default().to_string(),
            cause: cause.to_string(),
            count,
            words: words.or(described),
            ply,
        }
    });
    Ok(found.collect())
}

/// After how many actions a record shows the fault of a seat, and what happened: the
/// fault that ended the game, or else its first.
fn in_record(record: &Record, seat: Seat) -> Option<(u32, String)> {
    let ply = |actions: usize| u32::try_from(actions).unwrap_or(u32::MAX);
    if let Some((who, cause)) = faults::ending(record)
        && who.is_none_or(|who| who == seat)
    {
        let message = record.outcome.message.as_ref().map(|message| format!(": {message}"));
        return Some((ply(record.actions.len()), format!("{cause}{}", message.unwrap_or_default())));
    }
    let at = record.actions.iter().position(|action| action.seat == seat && action.fault.is_some())?;
    Some((ply(at + 1), faults::describe_with_turn(&record.actions[at])))
}

/// The last faults, newest first, where nothing else is kept.
fn logged_faults(
    at: usize,
    players: &[TournamentPlayer],
    results: &CommittedResults,
    most: u32,
) -> Vec<BotFault> {
    let own = results.last_faults.iter().rev().filter(|fault| fault.player == at).take(most as usize);
    let one = own.map(|fault| {
        let opponent = fault.game.seats.into_iter().find(|seat| *seat != at).unwrap_or(at);
        BotFault {
            game: fault.game.number,
            against: players[opponent].entry.name.clone(),
            cause: fault.cause.to_string(),
            count: 1,
            words: Some(fault.words.clone()),
            ply: None,
        }
    });
    one.collect()
}

fn time_use(store: Option<&Store>, id: PlayerId, all: &Thinking, most: u32) -> Result<TimeUse, StoreError> {
    let mut turns: BTreeMap<u32, Thinking> = BTreeMap::new();
    let mut games = 0;
    if let Some(store) = store {
        for (seat, packed) in store.last_records_of(id, most)? {
            let Ok(record) = packing::unpack(&packed) else { continue };
            games += 1;
            for action in record.actions.iter().filter(|action| action.seat == seat && !action.unbilled) {
                if let Some(time) = action.charged_ns(record.charged).map(Duration::from_nanos) {
                    let one = Thinking { timed_moves: 1, total: time, longest: time };
                    turns.entry(action.turn).or_default().merge(&one);
                }
            }
        }
    }
    let per_turn = turns.into_iter().map(|(turn, thinking)| TurnTime {
        turn,
        moves: thinking.timed_moves,
        mean_s: mean(&thinking),
        longest_s: thinking.longest.as_secs_f64(),
    });
    Ok(TimeUse {
        moves: all.timed_moves,
        mean_s: mean(all),
        longest_s: all.longest.as_secs_f64(),
        games,
        per_turn: per_turn.collect(),
    })
}

/// In seconds; 0 without moves.
fn mean(thinking: &Thinking) -> f64 {
    match thinking.timed_moves {
        0 => 0.0,
        moves => thinking.total.as_secs_f64() / moves as f64,
    }
}

fn versions(store: Option<&Store>, player: &TournamentPlayer) -> Result<Vec<BotVersion>, StoreError> {
    let about = player.entry.spec.about();
    let Some(store) = store else {
        let (version, spec) = (about.version.clone(), about.spec.clone());
        return Ok(vec![BotVersion { version, spec, counts: true, games: 0, since: None }]);
    };
    let all = store.versions_of(&player.entry.name)?.into_iter().map(|stored| {
        let StoredVersion { version, spec, counts, games, since_ms } = stored;
        BotVersion { version, spec, counts, games, since: since_ms.map(|ms| ms.div_euclid(1000)) }
    });
    Ok(all.collect())
}

fn same_program(
    store: Option<&Store>,
    players: &[TournamentPlayer],
    at: usize,
) -> Result<Vec<String>, StoreError> {
    let player = &players[at];
    let version = &player.entry.spec.about().version;
    // Built-in players are the same by intention.
    if !player.entry.spec.version_is_hash() {
        return Ok(Vec::new());
    }
    if let Some(store) = store {
        return store.names_of_version(version, &player.entry.name);
    }
    let others = players.iter().map(|other| &other.entry);
    let others =
        others.filter(|other| other.name != player.entry.name && other.spec.about().version == *version);
    let mut names: Vec<String> = others.map(|other| other.name.clone()).collect();
    names.sort();
    Ok(names)
}

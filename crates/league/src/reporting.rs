//! A tournament as a report: what is committed, in the order of the standings.

use std::collections::BTreeMap;

use crate::committed_results::{CommittedResults, game_number};
use crate::finished_pair::PairOutcome;
use crate::formats::AnyFormat;
use crate::note::{MixtureShare, Note};
use crate::report::{About, Checkpoint, Encounter, FaultNote, GameRow, Report, Round, RoundMatch, Standing};
use crate::results_table::{HeadToHead, Pairing, ResultsTable};
use crate::same_program::same_programs;
use crate::scheduler::TournamentPlayer;
use crate::standings::{RankedPlayer, Standings, pool, ratings};
use crate::stats::cycles;
use crate::store::{PlayerId, Store, StoreError, packing};
use crate::tournament::Tournament;

/// How many points the lines of the rating history have.
const CHECKPOINTS: u64 = 60;

/// What only the caller of [`report`] knows.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// The sandbox level of programs; `None` if there are no programs.
    pub sandbox: Option<String>,
    /// How many of the last games the report holds at most.
    pub games: u32,
}

/// Everything about a tournament as far as it is committed. Without a store, games
/// and the history of ratings are empty.
pub fn report(tournament: &Tournament, options: &ReportOptions) -> Result<Report, StoreError> {
    let players = tournament.players();
    let results = tournament.results();
    let standings = tournament.standings(&results);
    // The rank of each player, by place in the list.
    let mut rank = vec![0; players.len()];
    for (at, row) in standings.rows.iter().enumerate() {
        rank[row.player] = at;
    }
    let about = about(tournament, options, &results);
    let rounds = tournament.with_format(|format| rounds(format, &results.table, &rank));
    let has_rounds = tournament.has_rounds();
    let store = tournament.open_store_for_reading()?;
    let ids: BTreeMap<PlayerId, usize> =
        players.iter().enumerate().map(|(at, player)| (player.id, at)).collect();
    let mut notes = same_programs(players.iter().map(|player| player.entry.as_ref()));
    notes.extend(cycle_note(&standings, &players));
    let (mut history_of_ratings, mut last_games) = (Vec::new(), Vec::new());
    match &store {
        None => notes.extend(results.notes.iter().cloned()),
        Some(store) => {
            notes.extend(store.journal()?);
            history_of_ratings = history(store, &ids, &standings, results.table.pairs())?;
            last_games = games(store, (options.games, true), &ids, &rank, has_rounds)?;
        }
    }
    Ok(Report {
        about,
        standings: lines(&standings, &players, &results),
        crosstable: crosstable(&standings, &results.table),
        history: history_of_ratings,
        rounds,
        notes,
        faults: results
            .last_faults
            .iter()
            .map(|fault| FaultNote {
                player: rank[fault.player],
                game: fault.game,
                cause: fault.cause.to_string(),
                words: fault.words.clone(),
            })
            .collect(),
        games: last_games,
    })
}

/// Only the standings, which is quick.
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    let results = tournament.results();
    lines(&tournament.standings(&results), &tournament.players(), &results)
}

fn about(tournament: &Tournament, options: &ReportOptions, results: &CommittedResults) -> About {
    let event = &tournament.event;
    let (pairs_done, pairs_planned) = tournament.progress();
    let seconds = |ms: i64| ms.div_euclid(1000);
    About {
        title: event.title.clone(),
        game: event.conditions.entry.name.to_string(),
        rules: event.conditions.options.to_string(),
        plan: event.plan,
        clock: event.clock.to_string(),
        charged: event.charged().to_string(),
        sandbox: options.sandbox.clone(),
        seed: event.seed,
        rank_by: if event.plan.decides_places() { "bracket" } else { event.rank_by.word() }.to_string(),
        pairs_done,
        pairs_planned,
        games: results.games,
        began: results.times_ms.map(|(first, _)| seconds(first)),
        ended: results.times_ms.map(|(_, last)| seconds(last)),
        is_finished: pairs_planned.is_some_and(|planned| pairs_done >= planned),
    }
}

fn lines(standings: &Standings, players: &[TournamentPlayer], results: &CommittedResults) -> Vec<Standing> {
    let line = |(at, row): (usize, &RankedPlayer)| {
        let next = standings.rows.get(at + 1);
        let (player, account) = (&players[row.player], &results.accounts[row.player]);
        let about = player.entry.spec.about();
        let faults = account.conduct.faults.iter().map(|(cause, count)| (cause.to_string(), *count));
        let thinking = &account.conduct.thinking;
        Standing {
            place: row.place,
            ahead_by: row.ahead_by,
            name: player.entry.name.clone(),
            spec: about.spec.clone(),
            version: about.version.clone(),
            withdrawn: player.withdrawn,
            beaten: row.beaten,
            met: row.met,
            points: row.half_points as f64 / 2.0,
            score: row.score,
            rate: row.score.rate(),
            rate_95: row.score.interval(),
            mean_margin: row.mean_margin(),
            elo: row.elo,
            elo_err95: row.elo_err95,
            los_next: next.and_then(|next| {
                let is_known = row.elo_err95.is_some() && next.elo_err95.is_some();
                is_known.then(|| standings.ratings.los(row.player, next.player))
            }),
            faults: faults.collect(),
            answers: thinking.timed_moves,
            thought_s: thinking.total.as_secs_f64(),
            longest_s: thinking.longest.as_secs_f64(),
            margins: account.margins.iter().map(|(margin, games)| (*margin, *games)).collect(),
        }
    };
    standings.rows.iter().enumerate().map(line).collect()
}

fn crosstable(standings: &Standings, table: &ResultsTable) -> Vec<Vec<Option<Encounter>>> {
    let meetings = table.by_players();
    let cell = |player: usize, other: usize| {
        let meeting = meetings.get(&[player.min(other), player.max(other)])?;
        Some(encounter(meeting, player > other))
    };
    let rows = standings.rows.iter();
    rows.map(|row| standings.rows.iter().map(|other| cell(row.player, other.player)).collect()).collect()
}

fn encounter(meeting: &HeadToHead, is_turned: bool) -> Encounter {
    let [mut points, mut against] = meeting.half_points().map(|half_points| half_points as f64 / 2.0);
    let (mut score, mut margin) = (meeting.score, meeting.margin as f64);
    if is_turned {
        (points, against, margin) = (against, points, -margin);
        (score.wins, score.losses) = (score.losses, score.wins);
    }
    let margin = if score.games() == 0 { 0.0 } else { margin / score.games() as f64 };
    Encounter { score, points, against, margin }
}

/// Ratings as they were after the first pairs, after more, and at the end.
fn history(
    store: &Store,
    ids: &BTreeMap<PlayerId, usize>,
    standings: &Standings,
    pairs: u64,
) -> Result<Vec<Checkpoint>, StoreError> {
    let (mut table, mut done, mut games) = (ResultsTable::default(), 0_u64, 0);
    let mut history: Vec<Checkpoint> = Vec::new();
    store.each_pair(|_, pair| {
        let [Some(first), Some(second)] = pair.players.map(|id| ids.get(&id).copied()) else { return };
        let pairing = Pairing { round: pair.round, players: [first, second], leg: pair.leg };
        table.add(&pairing, &pair.outcome.score());
        done += 1;
        games += if matches!(pair.outcome, PairOutcome::Played(_)) { 2 } else { 0 };
        // As many as there is room for, and the last.
        if done * CHECKPOINTS / pairs.max(1) != (done - 1) * CHECKPOINTS / pairs.max(1) {
            let ratings = ratings(&pool(&table, ids.len()));
            let elo = standings
                .rows
                .iter()
                .map(|row| ratings.robust_err95[row.player].map(|_| ratings.ratings[row.player]));
            history.push(Checkpoint { games, elo: elo.collect() });
        }
    })?;
    Ok(history)
}

fn rounds(format: &AnyFormat, table: &ResultsTable, rank: &[usize]) -> Vec<Round> {
    let rounds = format.rounds(table).into_iter();
    rounds
        .map(|round| Round {
            stage: round.stage,
            matches: round
                .matches
                .into_iter()
                .map(|it| RoundMatch {
                    players: it.players.map(|player| player.map(|player| rank[player])),
                    points: it.half_points.map(|half_points| half_points as f64 / 2.0),
                    winner: it.winner,
                    decided: it.decided,
                    is_for_third_place: it.is_for_third_place,
                })
                .collect(),
        })
        .collect()
}

/// The note about cycles, if ratings cannot explain the results.
fn cycle_note(standings: &Standings, players: &[TournamentPlayer]) -> Option<Note> {
    let found = cycles(&standings.pool, &standings.ratings);
    let nash = found.nash.as_ref()?;
    let mut shares: Vec<(usize, f64)> =
        nash.shares.iter().copied().enumerate().filter(|(_, share)| *share >= 0.005).collect();
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    let shares = shares
        .iter()
        .map(|(player, share)| MixtureShare { name: players[*player].entry.name.clone(), share: *share });
    Some(Note::Cycles {
        chi_square: found.chi_square,
        dof: found.dof,
        p_value: found.p_value.max(1e-300),
        shares: shares.collect(),
    })
}

/// All games without their records, for tables that hold everything. Players
/// go by their places in this report.
pub fn all_games(tournament: &Tournament, report: &Report) -> Result<Vec<GameRow>, StoreError> {
    let places: BTreeMap<&str, usize> =
        report.standings.iter().enumerate().map(|(at, standing)| (standing.name.as_str(), at)).collect();
    let players = tournament.players();
    let ids = players.iter().enumerate().map(|(at, player)| (player.id, at)).collect();
    // A player who has joined since has no place, and no game here.
    let rank: Vec<usize> = players
        .iter()
        .map(|player| places.get(player.entry.name.as_str()).copied().unwrap_or_default())
        .collect();
    let has_rounds = tournament.has_rounds();
    let Some(store) = tournament.open_store_for_reading()? else { return Ok(Vec::new()) };
    let mut rows = games(&store, (u32::MAX, false), &ids, &rank, has_rounds)?;
    rows.truncate(usize::try_from(report.about.games).unwrap_or(usize::MAX));
    Ok(rows)
}

fn games(
    store: &Store,
    (most, with_records): (u32, bool),
    ids: &BTreeMap<PlayerId, usize>,
    rank: &[usize],
    has_rounds: bool,
) -> Result<Vec<GameRow>, StoreError> {
    let mut rows = Vec::new();
    for game in store.last_games(most, with_records)? {
        let [Some(first), Some(second)] = game.players.map(|id| ids.get(&id).map(|player| rank[*player]))
        else {
            continue;
        };
        let is_second = game.game == 1;
        let players = if is_second { [second, first] } else { [first, second] };
        let score = &game.summary.result.score;
        let winner = match (score.half_points, is_second) {
            (1, _) => None,
            (2, false) | (0, true) => Some(0),
            _ => Some(1),
        };
        let record = game.summary.record.as_deref().map(packing::unpack).transpose()?;
        rows.push(GameRow {
            number: game_number(game.pair, usize::from(game.game)),
            round: has_rounds.then_some(game.round.saturating_add(1)),
            players,
            winner,
            score: if is_second { -score.margin } else { score.margin },
            cause: game.summary.result.cause.to_string(),
            seed: game.seed,
            ended: game.ended_ms.div_euclid(1000),
            record,
        });
    }
    Ok(rows)
}

//! A tournament as a report: what is committed, in the order of the standings.

use std::collections::BTreeMap;

use crate::committed_results::{CommittedResults, game_number, pair_of_game};
use crate::finished_pair::{FinishedPair, PairOutcome};
use crate::formats::{AnyFormat, Stage};
use crate::note::{MixtureShare, Note};
use crate::rating_history::RatingHistory;
use crate::report::{About, Encounter, FaultNote, GameRow, Report, Round, RoundMatch, Standing};
use crate::report_games::{GameChooser, Reason, ReportGames, Stakes};
use crate::results_table::{HeadToHead, ResultsTable};
use crate::same_program::same_programs;
use crate::scheduler::TournamentPlayer;
use crate::standings::{RankedPlayer, Standings};
use crate::stats::cycles;
use crate::store::{PlayerId, Store, StoreError, StoredGame};
use crate::tournament::Tournament;

/// What only the caller of [`report`] knows.
#[derive(Clone, Debug, Default)]
pub struct ReportOptions {
    /// The sandbox level of programs; `None` if there are no programs.
    pub sandbox: Option<String>,
    /// How many games the report includes.
    pub games: ReportGames,
}

/// Everything about a tournament as far as it is committed. Without a store, games
/// and the history of ratings are empty.
pub fn report(tournament: &Tournament, options: &ReportOptions) -> Result<Report, StoreError> {
    report_again(tournament, options, &mut RatingHistory::default())
}

/// The same for those who report on a tournament again and again, and keep `history` from
/// one time to the next. If no games are included, it reads only pairs that are new.
pub fn report_again(
    tournament: &Tournament,
    options: &ReportOptions,
    history: &mut RatingHistory,
) -> Result<Report, StoreError> {
    // In this order: a player who joins in between has no results here.
    let results = tournament.results();
    let players = tournament.players();
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
    let (mut checkpoints, mut games) = (Vec::new(), Vec::new());
    match &store {
        None => notes.extend(results.notes.iter().cloned()),
        Some(store) => {
            notes.extend(store.journal()?);
            let in_order: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
            history.extend(store, &in_order, results.table.pairs())?;
            checkpoints = history.checkpoints(&standings);
            let field = Field { ids: &ids, rank: &rank, has_rounds };
            let bracket = if tournament.event.plan.decides_places() { &rounds[..] } else { &[] };
            let stakes =
                |pair: &FinishedPair, players| stakes_of(bracket, &standings, &results.table, pair, players);
            games = chosen_games(store, options.games, &field, &standings, about.games, stakes)?;
        }
    }
    Ok(Report {
        about,
        standings: lines(&standings, &players, &results),
        crosstable: crosstable(&standings, &results.table),
        history: checkpoints,
        rounds,
        notes,
        faults: results
            .last_faults
            .iter()
            .map(|fault| FaultNote {
                player: rank[fault.player],
                game: fault.game.number,
                seed: fault.game.seed,
                seats: fault.game.seats.map(|player| rank[player]),
                cause: fault.cause.to_string(),
                words: fault.words.clone(),
            })
            .collect(),
        games,
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
    let is_finished = pairs_planned.is_some_and(|planned| pairs_done >= planned);
    About {
        title: event.title.clone(),
        game: event.conditions.entry.name.to_string(),
        rules: event.conditions.options.to_string(),
        plan: tournament.plan(),
        clock: event.clock.to_string(),
        charged: event.charged().to_string(),
        sandbox: options.sandbox.clone(),
        store: tournament.store_name(),
        seed: is_finished.then_some(event.seed),
        rank_by: if event.plan.decides_places() { "bracket" } else { event.rank_by.word() }.to_string(),
        pairs_done,
        pairs_planned,
        games: results.games,
        began: results.times_ms.map(|(first, _)| seconds(first)),
        ended: results.times_ms.map(|(_, last)| seconds(last)),
        is_finished,
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
            matches: row.matches,
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

pub(crate) fn encounter(meeting: &HeadToHead, is_turned: bool) -> Encounter {
    let [mut points, mut against] = meeting.half_points().map(|half_points| half_points as f64 / 2.0);
    let (mut score, mut margin) = (meeting.score, meeting.margin as f64);
    if is_turned {
        (points, against, margin) = (against, points, -margin);
        (score.wins, score.losses) = (score.losses, score.wins);
    }
    let margin = if score.games() == 0 { 0.0 } else { margin / score.games() as f64 };
    Encounter { score, points, against, margin }
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
    let field = Field { ids: &ids, rank: &rank, has_rounds: tournament.has_rounds() };
    let Some(store) = tournament.open_store_for_reading()? else { return Ok(Vec::new()) };
    let stored = store.all_games()?;
    let mut rows: Vec<GameRow> = stored.into_iter().filter_map(|game| field.row(game, None)).collect();
    rows.truncate(usize::try_from(report.about.games).unwrap_or(usize::MAX));
    Ok(rows)
}

/// The games that a report includes, with their records. They are chosen by their
/// results; only those that were chosen are loaded.
fn chosen_games(
    store: &Store,
    wanted: ReportGames,
    field: &Field<'_>,
    standings: &Standings,
    committed: u64,
    stakes: impl Fn(&FinishedPair, [usize; 2]) -> Stakes,
) -> Result<Vec<GameRow>, StoreError> {
    if wanted == ReportGames::AtMost(0) {
        return Ok(Vec::new());
    }
    let ReportGames::AtMost(most) = wanted else {
        let mut rows = Vec::new();
        for game in store.all_games()? {
            if rows.len() as u64 == committed {
                break;
            }
            rows.extend(store.game(game.pair, game.game)?.and_then(|game| field.row(game, None)));
        }
        return Ok(rows);
    };
    let mut chooser = GameChooser::new(most);
    let mut seen = 0;
    store.each_pair(|number, pair| {
        let Some(players) = field.players(pair.players) else { return };
        let PairOutcome::Played(games) = &pair.outcome else { return };
        // Games that were committed since the standings were made are left out.
        seen += 2;
        if seen > committed {
            return;
        }
        let (stakes, elo) = (stakes(&pair, players), players.map(|rank| standings.rows[rank].elo));
        for (at, game) in games.iter().enumerate() {
            chooser.add((number, at), stakes, (players, elo), game);
        }
    })?;
    let mut rows = Vec::new();
    for (number, why) in chooser.chosen() {
        let Some((pair, game)) = pair_of_game(number) else { continue };
        rows.extend(store.game(pair, game)?.and_then(|game| field.row(game, Some(why))));
    }
    Ok(rows)
}

/// What a pair was about. Players go by their ranks; `bracket` is empty unless the
/// tournament is a knockout.
fn stakes_of(
    bracket: &[Round],
    standings: &Standings,
    table: &ResultsTable,
    pair: &FinishedPair,
    players: [usize; 2],
) -> Stakes {
    let Some(Round { stage, matches }) = bracket.get(pair.round as usize) else {
        let is_top = players.iter().all(|rank| *rank < 2);
        return if is_top { Stakes::Special(Reason::FirstTwo) } else { Stakes::Usual };
    };
    let is_theirs = |it: &&RoundMatch| players.iter().all(|player| it.players.contains(&Some(*player)));
    match matches.iter().find(is_theirs) {
        Some(it) if it.is_for_third_place => Stakes::Special(Reason::ThirdPlace),
        Some(_) if *stage == Stage::Final => Stakes::Special(Reason::Final),
        Some(it) if it.winner.is_some() => {
            let meeting = table.head_to_head(pair.round, players.map(|rank| standings.rows[rank].player));
            let is_last = u64::from(pair.leg) + 1 == meeting.pairs();
            if is_last { Stakes::Special(Reason::Decider) } else { Stakes::Usual }
        }
        _ => Stakes::Usual,
    }
}

/// Who takes part, to turn games of the store into rows of a report.
struct Field<'a> {
    ids: &'a BTreeMap<PlayerId, usize>,
    rank: &'a [usize],
    has_rounds: bool,
}

impl Field<'_> {
    /// The ranks of two players; `None` if one of them does not take part.
    fn players(&self, ids: [PlayerId; 2]) -> Option<[usize; 2]> {
        let [first, second] = ids.map(|id| self.ids.get(&id).map(|player| self.rank[*player]));
        Some([first?, second?])
    }

    fn row(&self, game: StoredGame, why: Option<Reason>) -> Option<GameRow> {
        let [first, second] = self.players(game.players)?;
        let is_second = game.game == 1;
        let score = &game.summary.result.score;
        let winner = match (score.half_points, is_second) {
            (1, _) => None,
            (2, false) | (0, true) => Some(0),
            _ => Some(1),
        };
        Some(GameRow {
            number: game_number(game.pair, usize::from(game.game)),
            round: self.has_rounds.then_some(game.round.saturating_add(1)),
            players: if is_second { [second, first] } else { [first, second] },
            winner,
            score: if is_second { -score.margin } else { score.margin },
            cause: game.summary.result.cause.to_string(),
            seed: game.seed,
            ended: game.ended_ms.div_euclid(1000),
            why,
            record: game.summary.record,
        })
    }
}

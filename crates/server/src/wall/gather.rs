//! Finds the games of a tournament that could be shown. The work is bounded: a few hundred
//! games are kept in mind, and a few records are read each time.

use std::collections::BTreeMap;

use games::{Cause, Seat, Viewpoint};
use league::committed_results::pair_of_game;
use league::formats::Stage;
use league::game_index::{Elos, GameOrder, elos};
use league::report::{Round, Standing};
use league::scheduler::TournamentPlayer;
use league::store::{GameLine, PlayerId, Store, StoreError, packing};
use league::{GameIndex, GameQuery};
use referee::{Record, Replay};

use super::candidate::{Candidate, Stakes};

/// Of the newest games so many are considered.
const NEWEST: u64 = 120;

/// And of older ones: the largest upsets, meetings of the first two, and games of each
/// player.
const UPSETS: u64 = 40;
const FIRST_TWO: u64 = 20;
const EACH_PLAYER: u64 = 4;

/// Games that are kept in mind at most, beside those of [`EACH_PLAYER`].
const MOST: usize = 400;

/// Records that are read at a time.
const RECORDS: usize = 24;

/// Games of one tournament that could be shown.
#[derive(Default)]
pub struct Gathered {
    games: BTreeMap<u64, Found>,
    /// Whether older games have been searched.
    is_searched: bool,
}

struct Found {
    candidate: Candidate,
    round: u32,
    /// Whether its record was read.
    state: Read,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    NotYet,
    Done,
    /// It cannot be read: it is never shown.
    Failed,
}

/// Those who play, and where they stand.
pub struct Field<'a> {
    /// In the order of the list.
    pub players: &'a [TournamentPlayer],
    /// Best first.
    pub standings: &'a [Standing],
    /// The rounds of a knockout; empty in other formats.
    pub bracket: &'a [Round],
    /// Whether pairs belong to rounds.
    pub has_rounds: bool,
}

impl Field<'_> {
    /// The place of a player in the list.
    pub fn player(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.entry.name == name)
    }

    /// Where a player stands.
    pub fn standing(&self, player: usize) -> Option<&Standing> {
        let name = &self.players.get(player)?.entry.name;
        self.standings.iter().find(|row| row.name == *name)
    }

    /// What people call a round, counted from 0; `None` where there are no rounds.
    fn stage(&self, round: u32) -> Option<Stage> {
        let number = round.saturating_add(1);
        let named = self.bracket.get(round as usize).map_or(Stage::Round { number }, |round| round.stage);
        self.has_rounds.then_some(named)
    }

    fn by_id(&self, id: PlayerId) -> Option<usize> {
        self.players.iter().position(|player| player.id == id)
    }
}

impl Gathered {
    /// The games that can be shown, oldest first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let read = self.games.values().filter(|found| found.state == Read::Done);
        read.map(|found| found.candidate.clone()).collect()
    }

    /// Whether there are records to be read.
    pub fn is_behind(&self) -> bool {
        self.games.values().any(|found| found.state == Read::NotYet)
    }

    /// Looks for new games, and for good old ones if it has not done so yet.
    pub fn update(&mut self, store: &Store, field: &Field<'_>) -> Result<(), StoreError> {
        let elos = elos(field.players, field.standings);
        let mut lines = Vec::new();
        if !self.is_searched {
            lines = search(store, field, &elos)?;
            self.is_searched = true;
        }
        lines.extend(store.newest_games(0, NEWEST, &elos)?);
        for line in lines {
            self.add_line(&line, field);
        }
        self.set_stakes(field);
        self.trim(field.players.len());
        Ok(())
    }

    /// Adds a game, whatever it is like: the organiser asked for it.
    pub fn add(&mut self, number: u64, store: &Store, field: &Field<'_>) -> Result<(), StoreError> {
        let elos = elos(field.players, field.standings);
        for line in store.game_lines(&[number], &elos)? {
            self.add_line(&line, field);
        }
        if let Some(found) = self.games.get_mut(&number).filter(|found| found.state != Read::Done) {
            found.read(read_record(store, number)?.as_ref());
        }
        self.set_stakes(field);
        Ok(())
    }

    /// Adds a game of a tournament without a store.
    pub fn add_record(&mut self, number: u64, record: &Record, field: &Field<'_>) {
        if self.games.contains_key(&number) {
            return;
        }
        let players = record.players.each_ref().map(|player| field.player(&player.name));
        let [Some(zero), Some(one)] = players else { return };
        let outcome = &record.outcome;
        let actions = u32::try_from(record.actions.len()).unwrap_or(u32::MAX);
        let mut found = found(number, [zero, one], field);
        let candidate = &mut found.candidate;
        (candidate.winner, candidate.margin) = (outcome.winner.map(u8::from), outcome.score.unsigned_abs());
        (candidate.cause, candidate.actions) = (outcome.cause, actions);
        found.read(Some(record));
        self.games.insert(number, found);
    }

    /// Whether a game is known.
    pub fn contains(&self, number: u64) -> bool {
        self.games.contains_key(&number)
    }

    /// Leaves out games that are no longer there.
    pub fn retain(&mut self, is_there: impl Fn(u64) -> bool) {
        self.games.retain(|number, _| is_there(*number));
    }

    /// Reads some records, those of the newest games first.
    pub fn read_some(&mut self, store: &Store) -> Result<(), StoreError> {
        let waiting = self.games.iter_mut().rev().filter(|(_, found)| found.state == Read::NotYet);
        for (number, found) in waiting.take(RECORDS) {
            found.read(read_record(store, *number)?.as_ref());
        }
        Ok(())
    }

    fn add_line(&mut self, line: &GameLine, field: &Field<'_>) {
        if !line.kept || self.games.contains_key(&line.number) {
            return;
        }
        let [Some(zero), Some(one)] = line.seats.map(|id| field.by_id(id)) else { return };
        let mut found = found(line.number, [zero, one], field);
        found.round = line.round;
        let candidate = &mut found.candidate;
        candidate.winner = line.winner.map(u8::from);
        candidate.margin = line.score.unsigned_abs();
        (candidate.cause, candidate.actions) = (line.cause, line.actions);
        candidate.stage = field.stage(line.round);
        candidate.knockout_round = (!field.bracket.is_empty()).then_some(line.round);
        if candidate.cause == Cause::NoStart {
            found.state = Read::Failed;
        }
        self.games.insert(line.number, found);
    }

    /// What pairs were about: a match is decided later than its first games are played.
    fn set_stakes(&mut self, field: &Field<'_>) {
        if field.bracket.is_empty() {
            return;
        }
        // The last game of each meeting that is known.
        let mut last: BTreeMap<(u32, [usize; 2]), u64> = BTreeMap::new();
        for (number, found) in &self.games {
            last.insert((found.round, found.both()), *number);
        }
        for (number, found) in &mut self.games {
            let pair = |number: u64| pair_of_game(number).map(|(pair, _)| pair);
            let last = last.get(&(found.round, found.both()));
            let is_last_pair = last.is_some_and(|last| pair(*last) == pair(*number));
            found.candidate.stakes = stakes(found.round, found.candidate.players, is_last_pair, field);
        }
    }

    /// Forgets the oldest games, but some of each player stay.
    fn trim(&mut self, players: usize) {
        let surplus = self.games.len().saturating_sub(MOST);
        if surplus == 0 {
            return;
        }
        let mut kept = vec![0_u64; players];
        let mut stay = |found: &Found| {
            let is_needed = found.candidate.players.iter().any(|player| kept[*player] < EACH_PLAYER);
            found.candidate.players.iter().for_each(|player| kept[*player] += 1);
            is_needed || found.candidate.stakes != Stakes::Usual
        };
        let free: Vec<u64> =
            self.games.iter().rev().filter(|(_, found)| !stay(found)).map(|(number, _)| *number).collect();
        for number in free.into_iter().rev().take(surplus) {
            self.games.remove(&number);
        }
    }
}

impl Found {
    /// Its players, the smaller place in the list first.
    fn both(&self) -> [usize; 2] {
        let [zero, one] = self.candidate.players;
        [zero.min(one), zero.max(one)]
    }

    fn read(&mut self, record: Option<&Record>) {
        let read = record.and_then(|record| Some((comeback(record)?, record)));
        self.state = Read::Failed;
        if let Some((comeback, record)) = read {
            self.candidate.turns = record.actions.last().map_or(0, |action| action.turn);
            self.candidate.comeback = comeback;
            self.state = Read::Done;
        }
    }
}

fn found(number: u64, players: [usize; 2], field: &Field<'_>) -> Found {
    let standing = |player: usize| field.standing(player).filter(|row| row.score.games() > 0);
    let last = u32::try_from(field.standings.len()).unwrap_or(u32::MAX);
    Found {
        candidate: Candidate {
            number,
            players,
            places: players.map(|player| standing(player).map_or(last, |row| row.place)),
            elo: players
                .map(|player| standing(player).filter(|row| row.elo_err95.is_some()).map(|row| row.elo)),
            winner: None,
            margin: 0,
            cause: Cause::Normal,
            actions: 0,
            turns: 0,
            comeback: 0.0,
            stakes: Stakes::Usual,
            stage: None,
            knockout_round: None,
        },
        round: 0,
        state: Read::NotYet,
    }
}

fn stakes(round: u32, players: [usize; 2], is_last_pair: bool, field: &Field<'_>) -> Stakes {
    let Some(Round { stage, matches }) = field.bracket.get(round as usize) else { return Stakes::Usual };
    let name = |player: usize| field.players.get(player).map(|player| player.entry.name.as_str());
    let names = players.map(name);
    let is_theirs = |sides: &[Option<usize>; 2]| {
        let of_side =
            |side: &Option<usize>| side.and_then(|at| field.standings.get(at)).map(|row| row.name.as_str());
        let sides = sides.each_ref().map(of_side);
        names.iter().all(|name| sides.contains(name))
    };
    match matches.iter().find(|it| is_theirs(&it.players)) {
        Some(it) if it.is_for_third_place => Stakes::ThirdPlace,
        Some(_) if *stage == Stage::Final => Stakes::Final,
        Some(it) if it.winner.is_some() && is_last_pair => Stakes::Decider,
        _ => Stakes::Usual,
    }
}

/// Old games that are worth seeing. Reads all games once.
fn search(store: &Store, field: &Field<'_>, elos: &Elos) -> Result<Vec<GameLine>, StoreError> {
    let index = GameIndex::load(store)?;
    let id = |row: &Standing| field.player(&row.name).map(|player| field.players[player].id);
    let mut queries =
        vec![GameQuery { upset: true, order: GameOrder::Upset, per_page: UPSETS, ..GameQuery::default() }];
    if let [first, second, ..] = field.standings
        && let (Some(first), Some(second)) = (id(first), id(second))
    {
        let (bot, against) = (Some(first), Some(second));
        queries.push(GameQuery { bot, against, per_page: FIRST_TWO, ..GameQuery::default() });
    }
    let of_player = |player: &TournamentPlayer| GameQuery {
        bot: Some(player.id),
        per_page: EACH_PLAYER,
        ..GameQuery::default()
    };
    queries.extend(field.players.iter().map(of_player));
    let mut lines = Vec::new();
    for query in queries {
        lines.extend(index.page(store, &query, elos)?.rows);
    }
    Ok(lines)
}

fn read_record(store: &Store, number: u64) -> Result<Option<Record>, StoreError> {
    let Some((pair, game)) = pair_of_game(number) else { return Ok(None) };
    let packed = store.record(pair, game)?;
    // A damaged record is not shown.
    Ok(packed.and_then(|packed| packing::unpack(&packed).ok()))
}

/// How far the winner was behind, see [`Candidate::comeback`]; `None` if the record breaks
/// the rules.
fn comeback(record: &Record) -> Option<f64> {
    let mut replay = Replay::new(record).ok()?;
    let winner = record.outcome.winner;
    let mut most: f64 = 0.0;
    while let Some(step) = replay.step() {
        step.ok()?;
        let Some(winner) = winner else { continue };
        let grid = replay.session().grid(Viewpoint::All);
        let [own, other] = [winner, winner.other()].map(|seat: Seat| grid.total(seat) as f64);
        most = most.max((other - own) / (own + other).max(1.0));
    }
    replay.finish().ok()?;
    Some(most)
}

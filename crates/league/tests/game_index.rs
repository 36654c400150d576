//! The index of games against a plain search through all games of a store.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use games::common::rng::Rng;
use games::{Cause, Seat};
use gridiron_league::finished_pair::StoreEntry;
use gridiron_league::game_index::{
    Elos, FaultFilter, GameIndex, GameOrder, GamePage, GameQuery, ResultFilter,
};
use gridiron_league::store::{GameLine, PlayerId, Store, StoredGame};
use gridiron_league::{Conduct, FinishedPair, GameResult, GameScore, GameSummary, PairOutcome, Thinking};

const PLAYERS: usize = 6;

/// A result that need not make sense.
fn summary(rng: &mut Rng) -> GameSummary {
    let mut conduct = || {
        let mut faults = BTreeMap::new();
        for cause in [Cause::Time, Cause::Illegal, Cause::Crash] {
            if rng.below(12) == 0 {
                faults.insert(cause, u64::from(1 + rng.below(3)));
            }
        }
        Conduct {
            faults,
            unasked: 0,
            thinking: Thinking { total: Duration::from_millis(3), ..Thinking::default() },
        }
    };
    let conduct = [conduct(), conduct()];
    let half_points = rng.below(3) as u8;
    let margin = (i64::from(half_points) - 1) * i64::from(1 + rng.below(30));
    let cause = Cause::ALL[rng.below(8) as usize];
    let cause = if rng.below(3) > 0 { Cause::Normal } else { cause };
    let result =
        GameResult { score: GameScore { half_points, margin }, cause, actions: rng.below(40), conduct };
    GameSummary { result, moved_first: None, blame: None, record: (rng.below(3) == 0).then(|| vec![1, 2, 3]) }
}

/// Adds pairs, of which some are forfeits.
fn add_pairs(store: &mut Store, rng: &mut Rng, ids: &[PlayerId], legs: &mut u32, pairs: usize) {
    for _ in 0..pairs {
        let first = rng.below(ids.len() as u32) as usize;
        let second = (first + 1 + rng.below(ids.len() as u32 - 1) as usize) % ids.len();
        let outcome = match rng.below(9) {
            0 => PairOutcome::Forfeit([true, false]),
            _ => PairOutcome::Played(Box::new([summary(rng), summary(rng)])),
        };
        let pair = FinishedPair {
            round: rng.below(3),
            players: [ids[first], ids[second]],
            leg: *legs,
            seeds: [u64::from(*legs); 2],
            ended_ms: 1_700_000_000_000 + i64::from(*legs),
            outcome,
        };
        *legs += 1;
        store.commit([StoreEntry::Pair(pair)].iter()).expect("it is saved");
    }
}

fn players(store: &mut Store) -> Vec<PlayerId> {
    (0..PLAYERS).map(|at| store.add_player(&format!("bot {at}"), "bot", "1").expect("a player")).collect()
}

/// A row of a list, made of what the store says about a game.
fn line(store: &Store, stored: StoredGame, elos: &Elos) -> GameLine {
    let StoredGame { pair, game, round, players: [first, second], ended_ms, summary, .. } = stored;
    let result = summary.result;
    let [one, other] = result.conduct.map(|conduct| conduct.faults);
    let is_turned = game == 1;
    let (seats, faults) = match is_turned {
        false => ([first, second], [one, other]),
        true => ([second, first], [other, one]),
    };
    let points = if is_turned { 2 - result.score.half_points } else { result.score.half_points };
    let winner = [Some(Seat::One), None, Some(Seat::Zero)][usize::from(points)];
    let is_rated = seats.iter().all(|id| elos.contains_key(id));
    let below = winner.filter(|_| is_rated && !result.cause.is_fault()).map(|winner| {
        let [won, lost] = if winner == Seat::Zero { seats } else { [seats[1], seats[0]] };
        elos[&lost] - elos[&won]
    });
    GameLine {
        number: 2 * pair as u64 - 1 + u64::from(game),
        round,
        seats,
        winner,
        score: if is_turned { -result.score.margin } else { result.score.margin },
        cause: result.cause,
        actions: result.actions,
        faults,
        upset: below.filter(|below| *below >= 100.0),
        ended_ms,
        kept: store.record(pair, game).expect("a store").is_some(),
    }
}

/// Does what the index does, one game after the other.
fn search(all: &[GameLine], query: &GameQuery, elos: &Elos) -> GamePage {
    let seat_of = |line: &GameLine, id: PlayerId| line.seats.iter().position(|seat| *seat == id);
    let is_wanted = |line: &&GameLine| {
        let bot = query.bot.map(|id| seat_of(line, id));
        let Some(bot) = bot.map_or(Some(None), |seat| seat.map(Some)) else { return false };
        let winner = line.winner.map(Seat::index);
        let own = |seat: usize| bot.is_none_or(|bot| bot == seat);
        let has_result = match query.result {
            None => true,
            Some(ResultFilter::Draw) => winner.is_none(),
            Some(ResultFilter::Decisive) => winner.is_some(),
            Some(ResultFilter::Win) => winner.is_some_and(own),
            Some(ResultFilter::Loss) => winner.is_some_and(|winner| own(1 - winner)),
        };
        let has_fault = query.fault.is_none_or(|wanted| {
            (0..2).any(|seat| {
                own(seat)
                    && line.faults[seat].keys().any(|cause| match wanted {
                        FaultFilter::Any => true,
                        FaultFilter::Kind(kind) => kind == *cause,
                    })
            })
        });
        query.against.is_none_or(|id| seat_of(line, id).is_some() && query.bot != Some(id))
            && has_result
            && has_fault
            && query.cause.is_none_or(|cause| line.cause == cause)
            && (!query.upset || line.upset.is_some())
            && query.min_length.is_none_or(|least| line.actions >= least)
            && query.max_length.is_none_or(|most| line.actions <= most)
    };
    let mut found: Vec<&GameLine> = all.iter().filter(is_wanted).collect();
    let upset = |line: &GameLine| -> i64 {
        let elo = |seat: Seat| elos.get(&line.seats[seat.index()]);
        let winner = line.winner.filter(|_| !line.cause.is_fault());
        let ahead = winner.and_then(|winner| Some(elo(winner)? - elo(winner.other())?));
        ahead.map_or(i64::MAX, |ahead| (ahead * 1000.0).round() as i64)
    };
    found.reverse();
    match query.order {
        GameOrder::Newest => {}
        GameOrder::Oldest => found.reverse(),
        GameOrder::Longest => found.sort_by_key(|line| std::cmp::Reverse(line.actions)),
        GameOrder::Shortest => found.sort_by_key(|line| line.actions),
        GameOrder::Upset => found.sort_by_key(|line| upset(line)),
    }
    let skip = (query.page.max(1) - 1) * query.per_page;
    let rows = found.iter().skip(skip as usize).take(query.per_page as usize);
    GamePage { total: found.len() as u64, rows: rows.map(|line| (*line).clone()).collect() }
}

fn random_query(rng: &mut Rng, ids: &[PlayerId]) -> GameQuery {
    // Nobody has this number.
    let ids = [ids, &[999]].concat();
    let player = |rng: &mut Rng, of_ten: u32| {
        (rng.below(10) < of_ten).then(|| ids[rng.below(ids.len() as u32 * 3) as usize % ids.len()])
    };
    let results = [ResultFilter::Win, ResultFilter::Draw, ResultFilter::Loss, ResultFilter::Decisive];
    let orders =
        [GameOrder::Newest, GameOrder::Oldest, GameOrder::Longest, GameOrder::Shortest, GameOrder::Upset];
    GameQuery {
        bot: player(rng, 6),
        against: player(rng, 3),
        result: results.get(rng.below(8) as usize).copied(),
        cause: Cause::ALL.get(rng.below(30) as usize).copied(),
        fault: [FaultFilter::Any, FaultFilter::Kind(Cause::Time), FaultFilter::Kind(Cause::NoStart)]
            .get(rng.below(9) as usize)
            .copied(),
        upset: rng.below(5) == 0,
        min_length: (rng.below(4) == 0).then(|| rng.below(45)),
        max_length: (rng.below(4) == 0).then(|| rng.below(45)),
        order: orders[rng.below(5) as usize],
        page: u64::from(rng.below(5)),
        per_page: [0, 1, 7, 50, 1000][rng.below(5) as usize],
    }
}

/// All games as a list, and the index, after the store has changed.
fn check(path: &Path, index: &mut GameIndex, rng: &mut Rng, ids: &[PlayerId], elos: &Elos) {
    let store = Store::open_read_only(path).expect("a store");
    index.extend(&store).expect("a good store");
    let all: Vec<GameLine> =
        store.all_games().expect("games").into_iter().map(|game| line(&store, game, elos)).collect();
    let mut hits = 0;
    for _ in 0..400 {
        let query = random_query(rng, ids);
        let expected = search(&all, &query, elos);
        hits += expected.rows.len();
        assert_eq!(index.page(&store, &query, elos).expect("a page"), expected, "{query:?}");
    }
    assert!(hits > 1000, "{hits} rows");
    for (skip, most) in [(0, 50), (0, 0), (3, 7), (all.len() as u64 - 2, 50), (9999, 5)] {
        let newest: Vec<GameLine> =
            all.iter().rev().skip(skip as usize).take(most as usize).cloned().collect();
        assert_eq!(store.newest_games(skip, most, elos).expect("games"), newest, "{most} after {skip}");
    }
}

#[test]
fn the_index_finds_what_a_plain_search_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.db");
    let mut rng = Rng::new(17);
    let mut store = Store::open(&path).expect("a store");
    let ids = players(&mut store);
    // The last has no rating, and so no upsets.
    let elos: Elos = ids.iter().zip([-210.0, -80.25, 0.0, 20.0, 170.5]).map(|(id, elo)| (*id, elo)).collect();
    let mut index = GameIndex::load(&store).expect("an empty store");
    assert_eq!((index.len(), index.find(&GameQuery::default(), &elos).total), (0, 0));
    assert_eq!(store.begun_ms().expect("an empty store"), None);
    let mut legs = 0;
    for _ in 0..4 {
        add_pairs(&mut store, &mut rng, &ids, &mut legs, 120);
        check(&path, &mut index, &mut rng, &ids, &elos);
    }
    let fresh = GameIndex::load(&store).expect("a good store");
    assert_eq!((fresh.len(), fresh.memory()), (index.len(), 24 * index.len()));
    // Games of a player that no longer counts are gone, and new ones come.
    store.retire(ids[2]).expect("it is saved");
    assert_eq!(store.begun_ms().expect("a good store"), Some(1_700_000_000_000));
    check(&path, &mut index, &mut rng, &ids, &elos);
    add_pairs(&mut store, &mut rng, &ids, &mut legs, 60);
    check(&path, &mut index, &mut rng, &ids, &elos);
}

#[test]
fn an_unfiltered_query_is_known_as_one() {
    let plain = GameQuery::default();
    assert!(plain.is_unfiltered() && GameQuery { page: 7, per_page: 3, ..plain.clone() }.is_unfiltered());
    for filtered in [
        GameQuery { bot: Some(1), ..plain.clone() },
        GameQuery { upset: true, ..plain.clone() },
        GameQuery { order: GameOrder::Oldest, ..plain },
    ] {
        assert!(!filtered.is_unfiltered(), "{filtered:?}");
    }
}

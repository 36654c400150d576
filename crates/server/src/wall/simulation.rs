//! A wall through whole tournaments, in simulated time.

use std::collections::{BTreeMap, BTreeSet};

use games::Cause;
use league::Score;

use super::candidate::{Candidate, LiveCandidate, Reason, Stakes};
use super::command::{Command, Refused};
use super::program::Wall;
use super::state::{Mode, WallState};
use super::table::Row;
use super::timing::{LIVE_MS, LONGEST_GAME_MS, PODIUM_MS, RESULT_MS, SHORTEST_GAME_MS};
use super::view::View;

/// As often as the server lets time pass.
const TICK_MS: i64 = 500;

/// Numbers that look random, the same each time.
pub(super) struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// A tournament of so many players: the smaller the place in the list, the stronger.
pub fn tournament(players: usize) -> View {
    let row = |player: usize| Row {
        player,
        place: player as u32 + 1,
        name: format!("Player {player}"),
        points: 0.0,
        score: Score::default(),
        elo: None,
        elo_err95: None,
    };
    View {
        tournament: "cup".to_string(),
        title: "Cup".to_string(),
        game: "virus".to_string(),
        is_running: true,
        rows: (0..players).map(row).collect(),
        ..View::default()
    }
}

/// Plays a game: the stronger wins more often; some games end by faults, some at once.
pub(super) fn play(view: &mut View, numbers: &mut Numbers) {
    let players = view.rows.len() as u64;
    let zero = numbers.below(players) as usize;
    let one = (zero + 1 + numbers.below(players - 1) as usize) % players as usize;
    let number = view.games + 1;
    let (cause, turns) = match numbers.below(12) {
        0 => (Cause::Crash, 1),
        1 => (Cause::NoStart, 0),
        2 => (Cause::Time, 20),
        _ => (Cause::Normal, 40),
    };
    let margin = numbers.below(50);
    let is_upset = numbers.below(6) == 0;
    let winner = if margin == 0 { None } else { Some(u8::from((zero < one) == is_upset)) };
    let elo = |player: usize| Some(300.0 - 40.0 * player as f64);
    view.candidates.push(Candidate {
        number,
        players: [zero, one],
        places: [zero as u32 + 1, one as u32 + 1],
        elo: [elo(zero), elo(one)],
        winner,
        margin,
        cause,
        actions: if turns == 0 { 0 } else { 1 + numbers.below(900) as u32 },
        turns,
        comeback: if numbers.below(5) == 0 { 0.4 } else { 0.0 },
        stakes: Stakes::Usual,
        stage: None,
        knockout_round: None,
    });
    view.games = number;
    view.pairs_done = number / 2;
    for (seat, player) in [zero, one].into_iter().enumerate() {
        let row = view.rows.iter_mut().find(|row| row.player == player).expect("a row");
        let half_points = winner.map_or(1, |winner| if usize::from(winner) == seat { 2 } else { 0 });
        row.score.add(half_points);
        row.points = row.score.points();
        row.elo = elo(player);
        row.elo_err95 = Some(30.0);
    }
    view.rows.sort_by(|one, other| other.points.total_cmp(&one.points).then(one.player.cmp(&other.player)));
    for (place, row) in (1..).zip(&mut view.rows) {
        row.place = place;
    }
}

/// One thing that a wall has shown.
#[derive(Clone, Debug)]
struct Shown {
    state: WallState,
    lasted_ms: i64,
}

/// Lets a wall run and notes all that it shows.
struct Theatre {
    wall: Wall,
    view: View,
    now_ms: i64,
    shown: Vec<Shown>,
}

impl Theatre {
    fn new(view: View) -> Theatre {
        Theatre { wall: Wall::default(), view, now_ms: 1_000_000, shown: Vec::new() }
    }

    fn state(&self) -> WallState {
        self.wall.state("cup", self.now_ms, &self.view)
    }

    /// Lets time pass; `each` changes the tournament at each tick.
    fn run(&mut self, seconds: i64, mut each: impl FnMut(&mut View)) {
        for _ in 0..seconds * 1000 / TICK_MS {
            each(&mut self.view);
            self.wall.tick(self.now_ms, &self.view);
            let state = self.state();
            let key = |state: &WallState| (state.mode, state.started_ms, state.page);
            match self.shown.last_mut() {
                Some(last) if key(&last.state) == key(&state) => last.lasted_ms += TICK_MS,
                _ => self.shown.push(Shown { state, lasted_ms: TICK_MS }),
            }
            self.now_ms += TICK_MS;
        }
    }

    fn command(&mut self, command: &Command) {
        self.wall.command(command, self.now_ms, &self.view).expect("it is possible");
    }

    fn games(&self) -> Vec<u64> {
        let games = self.shown.iter().filter(|it| it.state.mode == Mode::Game);
        games.filter_map(|it| it.state.game.as_ref()?.number).collect()
    }
}

#[test]
fn a_long_tournament_is_shown_as_it_should() {
    for players in [2, 3, 8, 9, 30] {
        let mut theatre = Theatre::new(tournament(players));
        let mut numbers = Numbers(players as u64);
        // Two hours; a game is played every ten seconds.
        let mut ticks = 0;
        theatre.run(7200, |view| {
            ticks += 1;
            if ticks % 20 == 0 {
                play(view, &mut numbers);
            }
        });
        (theatre.view.is_running, theatre.view.is_finished) = (false, true);
        let before_end = theatre.shown.len();
        theatre.run(3600, |_| {});
        check_invariants(&theatre, players);
        // The end: at most the game that was on, two more, and the last standings.
        let end: Vec<&Shown> = theatre.shown[before_end..].iter().collect();
        let podium = end.iter().position(|it| it.state.mode == Mode::Podium).expect("a podium");
        let games = end[..podium].iter().filter(|it| it.state.mode == Mode::Game).count();
        assert!(games <= 2, "{players} players: {games} games before the podium");
        let first: Vec<&str> = theatre.view.rows.iter().take(3).map(|row| row.name.as_str()).collect();
        let shown: Vec<&str> = end[podium].state.podium.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(shown, first, "{players} players");
        assert!(end[podium - 1].state.is_final && end[podium - 1].state.mode == Mode::Standings);
        // Then the best games, and the podium again now and then.
        let podiums = end.iter().filter(|it| it.state.mode == Mode::Podium).count();
        assert!(podiums >= 3, "{players} players: {podiums} podiums");
    }
}

fn check_invariants(theatre: &Theatre, players: usize) {
    let shown = &theatre.shown[..theatre.shown.len() - 1];
    let view = &theatre.view;
    for (at, Shown { state, lasted_ms }) in shown.iter().enumerate() {
        let lasted = *lasted_ms as u64;
        let next = shown.get(at + 1).map(|it| it.state.mode);
        match state.mode {
            Mode::Game => {
                let most = LONGEST_GAME_MS + TICK_MS as u64;
                assert!(
                    (SHORTEST_GAME_MS..=most).contains(&lasted),
                    "{players} players: a game of {lasted} ms"
                );
                let number = state.game.as_ref().and_then(|game| game.number).expect("a recorded game");
                let game = view.candidate(number).expect("a game of the tournament");
                assert!(game.is_watchable(), "{players} players: game {number} ends in turn {}", game.turns);
                assert!(game.cause != Cause::NoStart && (game.cause != Cause::Crash || game.turns > 1));
                assert!(next.is_none_or(|next| next == Mode::Result));
            }
            Mode::Result => {
                assert!(
                    (RESULT_MS..=RESULT_MS + TICK_MS as u64).contains(&lasted),
                    "a result of {lasted} ms"
                );
                assert!(next.is_none_or(|next| next == Mode::Standings));
            }
            Mode::Standings => {
                assert!((6000..=6500).contains(&lasted), "{players} players: a page of {lasted} ms");
                assert!((1..=8).contains(&state.standings.len()) && state.page < state.pages);
                assert!(state.standings.is_sorted_by_key(|row| row.place));
            }
            Mode::Podium => {
                assert!((PODIUM_MS..=PODIUM_MS + TICK_MS as u64).contains(&lasted));
                assert_eq!(state.podium.len(), players.min(3));
            }
            Mode::Waiting => assert_eq!(at, 0, "it waits only before the first game"),
        }
    }
    // No game comes again before all others were shown.
    let mut round = BTreeSet::new();
    for number in theatre.games() {
        if !round.insert(number) {
            let watchable = view.candidates.iter().filter(|game| game.is_watchable());
            let missing: Vec<u64> =
                watchable.map(|game| game.number).filter(|number| !round.contains(number)).collect();
            assert!(missing.is_empty(), "{players} players: {number} again before {missing:?}");
            round = BTreeSet::from([number]);
        }
    }
    // Everybody is seen, and each page of the standings.
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for card in shown.iter().filter(|it| it.state.mode == Mode::Game).filter_map(|it| it.state.game.as_ref())
    {
        card.players.iter().for_each(|player| *seen.entry(&player.name).or_default() += 1);
    }
    assert_eq!(seen.len(), players, "{seen:?}");
    let rows = shown.iter().flat_map(|it| &it.state.standings).map(|row| row.name.as_str());
    assert_eq!(rows.collect::<BTreeSet<_>>().len(), players);
}

#[test]
fn nobody_waits_long() {
    let mut theatre = Theatre::new(tournament(20));
    let mut numbers = Numbers(7);
    (0..600).for_each(|_| play(&mut theatre.view, &mut numbers));
    theatre.run(3600, |_| {});
    let mut since = [0_usize; 20];
    for number in theatre.games() {
        let players = theatre.view.candidate(number).expect("a game").players;
        since.iter_mut().for_each(|games| *games += 1);
        players.iter().for_each(|player| since[*player] = 0);
        assert!(since.iter().all(|games| *games < 40), "{since:?}");
    }
}

#[test]
fn the_same_results_give_the_same_show() {
    let show = || {
        let mut theatre = Theatre::new(tournament(12));
        let mut numbers = Numbers(3);
        theatre.run(1800, |view| play(view, &mut numbers));
        theatre.games()
    };
    assert_eq!(show(), show());
}

/// A tournament of four with twenty games that are over.
fn twenty_games() -> Theatre {
    let mut theatre = Theatre::new(tournament(4));
    let mut numbers = Numbers(1);
    while theatre.view.candidates.iter().filter(|game| game.is_watchable()).count() < 20 {
        play(&mut theatre.view, &mut numbers);
    }
    theatre
}

#[test]
fn an_empty_tournament_waits_and_one_without_records_shows_standings() {
    let mut theatre = Theatre::new(tournament(4));
    theatre.run(60, |_| {});
    assert_eq!(theatre.state().mode, Mode::Waiting);
    assert!(theatre.state().next.is_none());
    let mut theatre = twenty_games();
    theatre.view.candidates.clear();
    theatre.run(60, |_| {});
    assert!(theatre.shown.iter().all(|it| it.state.mode == Mode::Standings), "{:?}", theatre.shown);
}

#[test]
fn what_is_announced_comes() {
    let mut theatre = twenty_games();
    theatre.run(600, |_| {});
    let mut announced = None;
    for Shown { state, .. } in &theatre.shown {
        let number = state.game.as_ref().and_then(|game| game.number);
        if state.mode == Mode::Game && announced.is_some() {
            assert_eq!(number, announced);
        }
        announced = state.next.as_ref().and_then(|game| game.number);
        assert!(announced.is_some());
    }
}

#[test]
fn the_organiser_is_obeyed() {
    let mut theatre = twenty_games();
    theatre.run(10, |_| {});
    let first = theatre.games()[0];
    let elapsed = theatre.now_ms - theatre.state().started_ms;
    // Held for a minute: nothing is lost.
    theatre.command(&Command::Hold);
    theatre.run(60, |_| {});
    assert_eq!((theatre.games(), theatre.state().held), (vec![first], true));
    theatre.command(&Command::Go);
    assert_eq!(theatre.now_ms - theatre.state().started_ms, elapsed);
    // On to the result, the standings, the next game.
    let mut modes = Vec::new();
    for _ in 0..3 {
        theatre.command(&Command::Next);
        modes.push(theatre.state().mode);
    }
    assert_eq!(modes, [Mode::Result, Mode::Standings, Mode::Game]);
    let second = theatre.state().game.and_then(|game| game.number).expect("a game");
    assert_ne!(first, second);
    theatre.command(&Command::Skip);
    assert_eq!(theatre.state().mode, Mode::Game);
    let third = theatre.state().game.and_then(|game| game.number).expect("a game");
    assert!(third != first && third != second);
    // A game that was shown can be asked for, next or now.
    theatre.command(&Command::Queue { number: Some(second) });
    assert_eq!(theatre.state().next.and_then(|game| game.number), Some(second));
    theatre.command(&Command::Skip);
    let card = theatre.state().game.expect("a game");
    assert_eq!((card.number, card.reasons), (Some(second), vec![Reason::Asked]));
    theatre.command(&Command::Show { number: first });
    assert_eq!(theatre.state().game.and_then(|game| game.number), Some(first));
    theatre.command(&Command::Queue { number: Some(second) });
    theatre.command(&Command::Queue { number: None });
    assert_ne!(theatre.state().next.and_then(|game| game.number), Some(second));
    let none = theatre.wall.command(&Command::Show { number: 9999 }, theatre.now_ms, &theatre.view);
    assert_eq!(none, Err(Refused::NoSuchGame(9999)));
    assert_eq!(theatre.state().game.and_then(|game| game.number), Some(first));
}

/// All texts of a state that could give away who is ahead.
fn standings_of(state: &WallState) -> Vec<(String, f64)> {
    state.standings.iter().map(|row| (row.name.clone(), row.points)).collect()
}

#[test]
fn with_suspense_only_shown_games_count_until_they_are_revealed() {
    let mut theatre = twenty_games();
    theatre.command(&Command::Suspense { on: true });
    theatre.view.is_finished = true;
    theatre.run(600, |_| {});
    let mut points: BTreeMap<String, f64> = BTreeMap::new();
    for Shown { state, .. } in &theatre.shown {
        assert!(state.suspense && state.mode != Mode::Podium && !state.is_podium_next);
        for card in state.game.iter().chain(&state.next) {
            assert!(card.players.iter().all(|player| player.elo.is_none()));
            let hidden = [Reason::FirstTwo, Reason::Top];
            assert!(card.reasons.iter().all(|reason| !hidden.contains(reason)), "{:?}", card.reasons);
        }
        match state.mode {
            Mode::Result => {
                let number = state.game.as_ref().and_then(|game| game.number).expect("a game");
                let game = theatre.view.candidate(number).expect("a game");
                for (seat, player) in game.players.into_iter().enumerate() {
                    let won = game.winner.map_or(0.5, |winner| f64::from(usize::from(winner) == seat));
                    *points.entry(theatre.view.name(player).to_string()).or_default() += won;
                }
            }
            Mode::Standings => {
                for (name, shown) in standings_of(state) {
                    assert_eq!(points.get(&name).copied().unwrap_or_default(), shown, "{name}");
                }
            }
            _ => {}
        }
    }
    theatre.command(&Command::Reveal);
    let state = theatre.state();
    assert!(!state.suspense && state.is_reveal && state.is_final && state.sealed == 3);
    let real: Vec<(String, f64)> =
        theatre.view.rows.iter().map(|row| (row.name.clone(), row.points)).collect();
    assert_eq!(standings_of(&state), real);
    let before = theatre.shown.len();
    theatre.run(40, |_| {});
    let modes: Vec<Mode> = theatre.shown[before..].iter().map(|it| it.state.mode).collect();
    assert_eq!(modes, [Mode::Standings, Mode::Podium, Mode::Game]);
}

/// Who plays in a later round of a knockout has won before.
#[test]
fn a_concealed_knockout_is_shown_round_by_round() {
    for command in [Command::Suspense { on: true }, Command::Freeze] {
        let mut theatre = twenty_games();
        let last = theatre.view.candidates.len();
        for (at, game) in theatre.view.candidates.iter_mut().enumerate() {
            // The final was played last and is worth seeing most.
            game.knockout_round = Some(if at < last - 6 { 0 } else { 1 });
            game.stakes = if at < last - 6 { Stakes::Usual } else { Stakes::Final };
        }
        theatre.view.live.push(LiveCandidate {
            id: "5".into(),
            players: [0, 1],
            places: [1, 2],
            turn: 4,
            age_ms: 20_000,
        });
        theatre.command(&command);
        theatre.run(3600, |_| {});
        let round = |number: &u64| theatre.view.candidate(*number).and_then(|game| game.knockout_round);
        let rounds: Vec<u32> = theatre.games().iter().filter_map(round).collect();
        let of_first = rounds.iter().position(|round| *round == 1).expect("the final is shown");
        let watchable = |round: u32| {
            let of_round = |it: &&Candidate| it.knockout_round == Some(round) && it.is_watchable();
            theatre.view.candidates.iter().filter(of_round).count()
        };
        assert_eq!(of_first, watchable(0), "{command:?}: {rounds:?}");
        assert!(watchable(1) > 0);
        for Shown { state, .. } in theatre.shown.iter().take_while(|it| {
            it.state.game.as_ref().and_then(|game| game.number).as_ref().and_then(round) != Some(1)
        }) {
            assert!(state.game.as_ref().is_none_or(|game| game.live.is_none()), "{command:?}");
        }
    }
}

#[test]
fn who_shares_the_last_place_of_the_podium_stands_on_it() {
    // Places, how many stay covered and then stand on the podium.
    for (places, expected) in [
        (&[1, 2, 3, 4][..], 3),
        (&[1, 1, 1, 1, 5], 4),
        (&[1, 2, 3, 3, 3, 6], 5),
        (&[1, 1, 1, 1, 1, 1, 1, 1], 6),
        (&[1, 2], 2),
        (&[1, 1, 3], 3),
    ] {
        let mut theatre = twenty_games();
        theatre.view.is_finished = true;
        theatre.view.rows.resize_with(places.len(), || tournament(1).rows.remove(0));
        for ((at, row), place) in (0..).zip(&mut theatre.view.rows).zip(places) {
            (row.player, row.place) = (at, *place);
            row.score.add(2);
        }
        theatre.command(&Command::Reveal);
        assert_eq!(theatre.state().sealed, expected, "{places:?}");
        theatre.run(60, |_| {});
        let podium = theatre.shown.iter().find(|it| it.state.mode == Mode::Podium).expect("a podium");
        let shown: Vec<u32> = podium.state.podium.iter().map(|row| row.place).collect();
        assert_eq!(shown, places[..expected], "{places:?}");
    }
}

/// Nothing waits until the clock is where it was.
#[test]
fn a_clock_that_is_set_back_stops_nothing() {
    let mut theatre = twenty_games();
    theatre.run(10, |_| {});
    theatre.now_ms -= 3_600_000;
    let games = theatre.games().len();
    theatre.run(120, |_| {});
    assert!(theatre.games().len() > games + 1, "{:?}", theatre.games());
}

#[test]
fn frozen_standings_stay_until_they_are_revealed() {
    let mut theatre = twenty_games();
    theatre.run(60, |_| {});
    theatre.command(&Command::Freeze);
    let before: Vec<(String, f64)> =
        theatre.view.rows.iter().map(|row| (row.name.clone(), row.points)).collect();
    let pairs = theatre.state().progress.pairs_done;
    let mut numbers = Numbers(99);
    let begin = theatre.shown.len();
    theatre.run(600, |view| play(view, &mut numbers));
    theatre.view.is_finished = true;
    theatre.run(600, |_| {});
    for Shown { state, .. } in &theatre.shown[begin..] {
        assert!(state.frozen && state.mode != Mode::Podium && state.progress.pairs_done == pairs);
        if state.mode == Mode::Standings {
            assert_eq!(standings_of(state), before);
        }
    }
    theatre.command(&Command::Reveal);
    let state = theatre.state();
    assert!(!state.frozen && state.is_reveal);
    assert_ne!(standings_of(&state), before);
    assert!(state.progress.pairs_done > pairs);
}

#[test]
fn a_live_game_is_shown_until_it_ends_or_others_have_their_turn() {
    let game = LiveCandidate { id: "5".into(), players: [0, 1], places: [1, 2], turn: 4, age_ms: 20_000 };
    for lasts in [20, 200] {
        let mut theatre = twenty_games();
        theatre.view.live.push(game.clone());
        theatre.run(lasts, |_| {});
        theatre.view.live.clear();
        theatre.run(300, |_| {});
        let live = |it: &&Shown| it.state.game.as_ref().is_some_and(|game| game.live.is_some());
        let shown: Vec<(Mode, i64)> =
            theatre.shown.iter().filter(live).map(|it| (it.state.mode, it.lasted_ms / 1000)).collect();
        let expected = if lasts == 20 { 20 } else { LIVE_MS as i64 / 1000 };
        assert_eq!(shown, [(Mode::Game, expected), (Mode::Result, 6)], "a game of {lasts} s");
    }
}

/// What nobody drove on was not seen by anybody: it does not run through in a hurry.
#[test]
fn a_wall_that_slept_goes_on_with_a_new_game() {
    let mut theatre = twenty_games();
    theatre.run(10, |_| {});
    theatre.now_ms += 3_600_000;
    let slept = theatre.now_ms;
    theatre.run(1, |_| {});
    let state = theatre.state();
    assert_eq!((state.mode, state.started_ms), (Mode::Game, slept));
    assert_eq!(theatre.games().len(), 2);
}

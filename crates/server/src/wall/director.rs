//! Chooses the games that are worth seeing. Pure: the same games and the same memory give
//! the same choice.
//!
//! Each game has a score, made of what makes it interesting and of how long its players
//! have not been seen. **Invariant:** what is interesting is bounded, waiting is not; so
//! everybody is seen at last.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::candidate::{Candidate, LiveCandidate, Reason, Stakes};

const FINAL: i64 = 60;
const DECIDER: i64 = 30;
const THIRD_PLACE: i64 = 25;

/// The first against the second; less for others, by [`TOP_STEP`] for each place.
const TOP: i64 = 40;
const TOP_STEP: i64 = 6;

/// Both players are said to be at the top if nobody is below this place.
const TOP_PLACE: u32 = 4;

/// A win is an upset if the loser's rating is higher by this: as in reports.
const UPSET_ELO: f64 = 100.0;
const UPSET: i64 = 20;
const UPSET_MOST: i64 = 40;
const ELO_A_POINT: f64 = 15.0;

/// A comeback counts if the winner was behind by this part of the board.
const COMEBACK_LEAST: f64 = 0.1;
const COMEBACK: f64 = 100.0;
const COMEBACK_MOST: i64 = 40;

/// A game is close if its margin is at most this part of the largest, as in reports.
const CLOSE_PART: u64 = 10;
const CLOSE: i64 = 25;

/// A fault that ends a game is no good ending.
const FAULT: i64 = -40;

/// A game that is over before it has begun.
const SHORT: i64 = -20;
const SHORT_ACTIONS: u32 = 12;

/// The same two again, while they are remembered, and one of the last two again.
const SAME_PAIR: i64 = -30;
const SAME_PLAYER: i64 = -10;

/// The game that was shown last.
const SAME_GAME: i64 = -1000;

/// For each game that somebody waits who has never been seen.
const NEVER_SEEN: i64 = 6;

/// And for each game that somebody waits longer than a fair turn.
const WAITS: i64 = 4;

/// What is happening now.
const LIVE: i64 = 30;

/// A game can be followed live if its turns take at least this long.
const SLOW_TURN_MS: u64 = 800;

/// And if it has been played for this long, so that something stands on the board.
const LIVE_AGE_MS: u64 = 4_000;

/// How many meetings are remembered, so that the same two do not come at once.
const REMEMBERED: usize = 4;

/// What was shown before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The games of this round: when all were shown, the next round begins.
    pub(super) shown: BTreeSet<u64>,
    pub(super) live: BTreeSet<String>,
    pub(super) last_number: Option<u64>,
    /// The players of the last games, newest last.
    pub(super) last: VecDeque<[usize; 2]>,
    /// Games shown in all.
    pub(super) count: u64,
    /// By player: how many games had been shown when it was last seen.
    pub(super) seen: BTreeMap<usize, u64>,
}

impl Memory {
    /// A finished game is shown.
    pub fn note(&mut self, number: u64, players: [usize; 2]) {
        self.shown.insert(number);
        self.last_number = Some(number);
        self.note_players(players);
    }

    /// A live game is shown.
    pub fn note_live(&mut self, id: &str, players: [usize; 2]) {
        self.live.insert(id.to_string());
        self.note_players(players);
    }

    fn note_players(&mut self, players: [usize; 2]) {
        self.count += 1;
        for player in players {
            self.seen.insert(player, self.count);
        }
        self.last.push_back(players);
        if self.last.len() > REMEMBERED {
            self.last.pop_front();
        }
    }

    /// Forgets games that are no longer played.
    pub fn forget_live(&mut self, is_live: impl Fn(&str) -> bool) {
        self.live.retain(|id| is_live(id));
    }

    /// Whether a game was shown in this round.
    pub fn has_shown(&self, number: u64) -> bool {
        self.shown.contains(&number)
    }

    /// Begins the next round: all games may be shown again.
    pub fn begin_again(&mut self) {
        self.shown.clear();
    }

    /// What waiting adds to the score of a game of this player, and whether it has waited
    /// longer than it should.
    fn waiting(&self, player: usize, players: usize) -> (i64, bool) {
        let waits = |since: u64| i64::try_from(self.count - since).unwrap_or(i64::MAX / 100);
        // Two are seen in each game.
        let fair = i64::try_from(players / 2 + 1).unwrap_or(i64::MAX);
        match self.seen.get(&player) {
            None => (waits(0) * NEVER_SEEN, self.count > 0),
            Some(since) => {
                let late = (waits(*since) - fair).max(0);
                (late * WAITS, late > 0)
            }
        }
    }

    fn variety(&self, players: [usize; 2]) -> i64 {
        let is_same = |other: &[usize; 2]| players.iter().all(|player| other.contains(player));
        let pair = if self.last.iter().any(is_same) { SAME_PAIR } else { 0 };
        let last = self.last.back();
        let again = players.iter().filter(|player| last.is_some_and(|last| last.contains(player))).count();
        pair + SAME_PLAYER * i64::try_from(again).unwrap_or_default()
    }
}

/// A game that could be shown, and how good an idea that is.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Which game.
    pub subject: Subject,
    /// Higher is better.
    pub score: i64,
    /// What makes it worth seeing, the most important first.
    pub reasons: Vec<Reason>,
}

/// A game that is shown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A finished game, by its number.
    Game(u64),
    /// A game that is being played, by its name in addresses.
    Live(String),
}

/// All finished games that may be shown now, best first; the newest first among equals.
/// `players` is the number of players.
pub fn rank(candidates: &[Candidate], players: usize, memory: &Memory) -> Vec<Choice> {
    let largest = candidates.iter().map(|game| game.margin).max().unwrap_or_default();
    let free = candidates.iter().filter(|game| game.is_watchable() && !memory.has_shown(game.number));
    let mut ranked: Vec<Choice> = free.map(|game| judge(game, largest, players, memory)).collect();
    ranked.sort_by(|one, other| (other.score, &other.subject).cmp(&(one.score, &one.subject)));
    ranked
}

/// The next game. When all were shown, it is one of them: then a round begins.
pub fn choose(
    candidates: &[Candidate],
    live: &[LiveCandidate],
    players: usize,
    memory: &Memory,
) -> Option<Choice> {
    let best = rank(candidates, players, memory).into_iter().next();
    let live = rank_live(live, players, memory).into_iter().next();
    if best.is_none() && live.is_none() && !memory.shown.is_empty() {
        let mut next_round = memory.clone();
        next_round.begin_again();
        return choose(candidates, &[], players, &next_round);
    }
    match (best, live) {
        (Some(best), Some(live)) => Some(if live.score > best.score { live } else { best }),
        (best, live) => best.or(live),
    }
}

/// Whether a finished game is left that was not shown in this round.
pub fn has_new(candidates: &[Candidate], memory: &Memory) -> bool {
    candidates.iter().any(|game| game.is_watchable() && !memory.has_shown(game.number))
}

fn judge(game: &Candidate, largest_margin: u64, players: usize, memory: &Memory) -> Choice {
    let mut score = 0;
    let mut reasons = Vec::new();
    let mut add = |points: i64, reason: Option<Reason>| {
        score += points;
        reasons.extend(reason);
    };
    match game.stakes {
        Stakes::Final => add(FINAL, Some(Reason::Final)),
        Stakes::ThirdPlace => add(THIRD_PLACE, Some(Reason::ThirdPlace)),
        Stakes::Decider => add(DECIDER, Some(Reason::Decider)),
        Stakes::Usual => {}
    }
    let (points, reason) = top(game.places);
    add(points, reason);
    if !game.cause.is_fault() {
        if let Some(points) = upset(game) {
            add(points, Some(Reason::Upset));
        }
        if game.comeback >= COMEBACK_LEAST && game.winner.is_some() {
            add(((game.comeback * COMEBACK) as i64).min(COMEBACK_MOST), Some(Reason::Comeback));
        }
        // Where all margins are equal none is close.
        if largest_margin > 1 && game.margin.saturating_mul(CLOSE_PART) <= largest_margin {
            add(CLOSE, Some(Reason::Close));
        }
    } else {
        add(FAULT, None);
    }
    if game.actions < SHORT_ACTIONS {
        add(SHORT, None);
    }
    let waiting = game.players.map(|player| memory.waiting(player, players));
    let is_unseen = waiting.iter().any(|(_, is_late)| *is_late);
    add(waiting[0].0 + waiting[1].0, is_unseen.then_some(Reason::Unseen));
    add(memory.variety(game.players), None);
    if memory.last_number == Some(game.number) {
        add(SAME_GAME, None);
    }
    Choice { subject: Subject::Game(game.number), score, reasons }
}

fn top(places: [u32; 2]) -> (i64, Option<Reason>) {
    let below = places[0].max(1) + places[1].max(1) - 2;
    // Players with equal results share a place, so two can be first.
    let points = (TOP - TOP_STEP * i64::from(below.saturating_sub(1))).max(0);
    let lowest = places[0].max(places[1]);
    let reason = match lowest {
        0..=2 => Some(Reason::FirstTwo),
        3..=TOP_PLACE => Some(Reason::Top),
        _ => None,
    };
    (points, reason)
}

fn upset(game: &Candidate) -> Option<i64> {
    let [Some(zero), Some(one)] = game.elo else { return None };
    let ahead = match game.winner? {
        0 => one - zero,
        _ => zero - one,
    };
    let more = ((ahead - UPSET_ELO) / ELO_A_POINT) as i64;
    (ahead >= UPSET_ELO).then(|| (UPSET + more).min(UPSET_MOST))
}

fn rank_live(live: &[LiveCandidate], players: usize, memory: &Memory) -> Vec<Choice> {
    let is_slow = |game: &&LiveCandidate| {
        game.age_ms >= LIVE_AGE_MS && game.age_ms / u64::from(game.turn.max(1)) >= SLOW_TURN_MS
    };
    let judge = |game: &LiveCandidate| {
        let (top, reason) = top(game.places);
        let waiting: i64 = game.players.iter().map(|player| memory.waiting(*player, players).0).sum();
        Choice {
            subject: Subject::Live(game.id.clone()),
            score: LIVE + top + waiting + memory.variety(game.players),
            reasons: [Reason::Live].into_iter().chain(reason).collect(),
        }
    };
    let mut ranked: Vec<Choice> =
        live.iter().filter(is_slow).filter(|game| !memory.live.contains(&game.id)).map(judge).collect();
    ranked.sort_by(|one, other| (other.score, &other.subject).cmp(&(one.score, &one.subject)));
    ranked
}

#[cfg(test)]
mod tests {
    use games::Cause;

    use super::*;

    /// A game like many others: between the fifth and the sixth of ten, clearly won by the
    /// better one.
    pub fn usual(number: u64) -> Candidate {
        Candidate {
            number,
            players: [4, 5],
            places: [5, 6],
            elo: [Some(20.0), Some(-20.0)],
            winner: Some(0),
            margin: 20,
            cause: Cause::Normal,
            actions: 60,
            turns: 30,
            comeback: 0.0,
            stakes: Stakes::Usual,
            stage: None,
            knockout_round: None,
        }
    }

    fn order(candidates: &[Candidate], memory: &Memory) -> Vec<u64> {
        let number = |choice: &Choice| match choice.subject {
            Subject::Game(number) => number,
            Subject::Live(_) => panic!("no live game was offered"),
        };
        rank(candidates, 10, memory).iter().map(number).collect()
    }

    fn reasons(game: Candidate) -> Vec<Reason> {
        let other = usual(1);
        let ranked = rank(&[other, Candidate { number: 2, ..game }], 10, &Memory::default());
        ranked.into_iter().find(|choice| choice.subject == Subject::Game(2)).expect("it is ranked").reasons
    }

    #[test]
    fn what_is_worth_seeing_comes_first() {
        for (what, game, expected) in [
            ("a final", Candidate { stakes: Stakes::Final, ..usual(1) }, vec![Reason::Final]),
            (
                "the third place",
                Candidate { stakes: Stakes::ThirdPlace, ..usual(1) },
                vec![Reason::ThirdPlace],
            ),
            ("a decider", Candidate { stakes: Stakes::Decider, ..usual(1) }, vec![Reason::Decider]),
            ("the first two", Candidate { places: [2, 1], ..usual(1) }, vec![Reason::FirstTwo]),
            ("shared first place", Candidate { places: [1, 1], ..usual(1) }, vec![Reason::FirstTwo]),
            ("the top", Candidate { places: [4, 1], ..usual(1) }, vec![Reason::Top]),
            ("an upset", Candidate { elo: [Some(-90.0), Some(30.0)], ..usual(1) }, vec![Reason::Upset]),
            ("a comeback", Candidate { comeback: 0.3, ..usual(1) }, vec![Reason::Comeback]),
            ("a close finish", Candidate { margin: 2, ..usual(1) }, vec![Reason::Close]),
            ("a draw", Candidate { winner: None, margin: 0, ..usual(1) }, vec![Reason::Close]),
        ] {
            // It is older, and comes first all the same.
            let found = order(&[Candidate { number: 1, ..game.clone() }, usual(2)], &Memory::default());
            assert_eq!(found, [1, 2], "{what}");
            assert_eq!(reasons(game), expected, "{what}");
        }
    }

    #[test]
    fn what_is_dull_comes_last() {
        for (what, game) in [
            ("a fault", Candidate { cause: Cause::Time, ..usual(2) }),
            (
                "a fault is no upset",
                Candidate { cause: Cause::Crash, elo: [Some(-90.0), Some(30.0)], ..usual(2) },
            ),
            ("a fault is no close finish", Candidate { cause: Cause::Illegal, margin: 1, ..usual(2) }),
            ("over at once", Candidate { actions: 8, ..usual(2) }),
        ] {
            assert_eq!(order(&[usual(1), game], &Memory::default()), [1, 2], "{what}");
        }
        // The newest among equals.
        assert_eq!(order(&[usual(3), usual(9), usual(5)], &Memory::default()), [9, 5, 3]);
    }

    #[test]
    fn nobody_sees_a_program_fail_in_its_first_turns() {
        for (cause, turns, is_shown) in [
            (Cause::NoStart, 0, false),
            (Cause::NoStart, 30, false),
            (Cause::Crash, 0, false),
            (Cause::Crash, 1, false),
            (Cause::Illegal, 1, false),
            (Cause::Time, 3, false),
            (Cause::Time, 4, true),
            (Cause::Crash, 20, true),
            (Cause::Normal, 2, true),
            (Cause::Repetition, 2, true),
        ] {
            let game = Candidate { cause, turns, stakes: Stakes::Final, ..usual(1) };
            assert_eq!(
                order(&[game], &Memory::default()).len(),
                usize::from(is_shown),
                "{cause:?} in turn {turns}"
            );
        }
        assert!(order(&[Candidate { actions: 0, turns: 0, ..usual(1) }], &Memory::default()).is_empty());
    }

    #[test]
    fn a_game_is_shown_once_until_all_were_shown() {
        let games = [usual(1), usual(2), usual(3)];
        let mut memory = Memory::default();
        let mut seen = Vec::new();
        for _ in 0..6 {
            let choice = choose(&games, &[], 10, &memory).expect("a game");
            let Subject::Game(number) = choice.subject else { panic!("a live game") };
            if memory.has_shown(number) {
                memory.begin_again();
            }
            memory.note(number, [4, 5]);
            seen.push(number);
        }
        assert_eq!(seen, [3, 2, 1, 3, 2, 1]);
        assert!(choose(&[], &[], 10, &memory).is_none());
    }

    #[test]
    fn variety_and_patience_count() {
        let of = |number: u64, players: [usize; 2]| Candidate { number, players, ..usual(number) };
        // The same two are not shown again at once.
        let mut memory = Memory::default();
        memory.note(100, [0, 1]);
        let found = order(&[of(9, [0, 1]), of(8, [2, 3])], &memory);
        assert_eq!(found, [8, 9]);
        // Somebody who has never been seen is, at last, however good the others are.
        let best = |number: u64| Candidate {
            places: [1, 2],
            players: [0, 1],
            elo: [Some(-200.0), Some(200.0)],
            comeback: 0.9,
            stakes: Stakes::Final,
            ..usual(number)
        };
        let mut memory = Memory::default();
        let dull = Candidate { cause: Cause::Time, actions: 8, places: [9, 10], ..of(1, [8, 9]) };
        let mut shown = 0;
        loop {
            let games = [dull.clone(), best(100 + shown)];
            if order(&games, &memory)[0] == 1 {
                break;
            }
            memory.note(100 + shown, [0, 1]);
            shown += 1;
            assert!(shown < 40, "it waits for ever");
        }
        assert!(shown > 3, "good games come first");
        let choice = rank(&[dull], 10, &memory).remove(0);
        assert_eq!(choice.reasons, [Reason::Unseen]);
    }

    #[test]
    fn slow_games_of_the_best_are_shown_live() {
        let live = |id: &str, places: [u32; 2], turn: u32, age_ms: u64| LiveCandidate {
            id: id.to_string(),
            players: [0, 1],
            places,
            turn,
            age_ms,
        };
        let first = |live: &[LiveCandidate], memory: &Memory| {
            choose(&[usual(1)], live, 10, memory).map(|it| it.subject)
        };
        let at_top = Some(Subject::Live("7".into()));
        let memory = Memory::default();
        assert_eq!(first(&[live("7", [1, 2], 10, 20_000)], &memory), at_top);
        // Too quick to be followed, or just begun.
        assert_eq!(first(&[live("7", [1, 2], 100, 20_000)], &memory), Some(Subject::Game(1)));
        assert_eq!(first(&[live("7", [1, 2], 1, 1_000)], &memory), Some(Subject::Game(1)));
        // A better recorded game wins.
        let close = Candidate { margin: 1, places: [1, 2], comeback: 0.4, ..usual(2) };
        let both = choose(&[usual(1), close], &[live("7", [5, 6], 10, 20_000)], 10, &memory);
        assert_eq!(both.map(|it| it.subject), Some(Subject::Game(2)));
        // Once, then others have their turn.
        let mut memory = Memory::default();
        memory.note_live("7", [0, 1]);
        assert_eq!(first(&[live("7", [1, 2], 10, 20_000)], &memory), Some(Subject::Game(1)));
        memory.forget_live(|_| false);
        assert_eq!(first(&[live("7", [1, 2], 10, 20_000)], &memory), at_top);
    }
}

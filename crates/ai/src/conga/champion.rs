//! The champion of Conga: perfect where the game is solved, else a deep search.

use std::sync::Arc;

use games::Game;
use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::conga::{Action, Conga, Position};

use super::book;
use super::draws::{certain_moves, context};
use super::evaluator::CongaEvaluator;
use super::solve::cache;
use super::solve::{Tables, Verdict, stones_each};
use crate::random::any_action;
use crate::search::alpha_beta::AlphaBeta;
use crate::search::{Limits, Value};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// What it looks at for a move if nothing else is said.
const USUAL_NODES: u64 = 300_000;

/// How much better than it looks it takes its game to be: most opponents err
/// sooner than it does, so a draw by repetition is for when it is well behind.
const HOPE: Value = 50;

/// Never loses, if it can be helped.
pub struct Champion {
    options: SearchOptions,
    rng: Rng,
    searcher: AlphaBeta<CongaEvaluator<'static>>,
    /// What every position with these stones is worth, where the game is solved.
    table: Option<Arc<Tables>>,
}

impl Champion {
    /// A player that takes the table of the user's cache folder for the stones of
    /// its game, if it is there.
    pub fn new(options: SearchOptions, seed: u64) -> Champion {
        // Room for what a move looks at, and no more: it is made for every game.
        let positions = options.expected_nodes(USUAL_NODES).clamp(1 << 12, 1 << 22);
        let searcher = AlphaBeta::new(CongaEvaluator::learned(), positions as usize);
        Champion { options, rng: Rng::for_purpose(seed, "conga champion"), searcher, table: None }
    }

    /// A player that goes by this table.
    pub fn with_table(options: SearchOptions, seed: u64, table: Arc<Tables>) -> Champion {
        Champion { table: Some(table), ..Champion::new(options, seed) }
    }

    /// The best among some moves, each searched by itself: one that gives the
    /// opponent many ways to err, and leads to a good position.
    fn best_among(
        &mut self,
        view: &Conga,
        moves: &[Action],
        nodes: Option<u64>,
        deadline: Deadline<'_>,
    ) -> Action {
        let share = nodes.map(|nodes| (nodes / moves.len() as u64).max(1));
        let mut best = (i32::MIN, moves[0]);
        for (at, action) in moves.iter().enumerate() {
            let next = view.after(*action);
            if next.status().outcome().is_some() {
                continue;
            }
            let part = deadline.part_of_rest(1.0 / (moves.len() - at) as f64);
            let limits = Limits { nodes: share, depth: None, deadline: part };
            let found = self.searcher.search(next.game(), &context(&next), &limits, self.options.threads);
            // What has been there before is no progress.
            let repeats = next.seen().iter().rev().skip(1).any(|seen| Some(seen) == next.seen().last());
            let worth = self.traps(next.game()) - found.value - if repeats { REPEATED } else { 0 };
            if worth > best.0 {
                best = (worth, *action);
            }
            if deadline.has_passed() {
                break;
            }
        }
        best.1
    }

    /// In how many of a thousand the mover would err if it played anything.
    fn traps(&self, position: &Position) -> i32 {
        let Some(replies) = self.table.as_ref().and_then(|table| table.moves(position)) else {
            return 0;
        };
        let errors = replies.iter().filter(|(_, verdict)| *verdict < Verdict::Draw).count();
        (1000 * errors / replies.len().max(1)) as i32
    }

    fn choose(&mut self, view: &Conga, time: &Time<'_>) -> Action {
        let deadline = time.deadline(1, 100, self.options.time());
        self.searcher.evaluator().hope_for(view.game().to_move(), HOPE);
        if let Some(moves) = self.table.as_ref().and_then(|table| certain_moves(table, view)) {
            let best = moves.iter().map(|(_, verdict)| *verdict).max().expect("who is asked has a move");
            let of_best = moves.iter().filter(|(_, verdict)| *verdict == best).map(|(action, _)| *action);
            let of_best: Vec<Action> = of_best.collect();
            if best != Verdict::Draw || of_best.len() == 1 {
                return of_best[self.rng.below(of_best.len() as u32) as usize];
            }
            return self.best_among(view, &of_best, self.options.nodes(USUAL_NODES), deadline);
        }
        self.by_search(view, deadline)
    }

    /// Searches, and goes by the book where it knows better.
    fn by_search(&mut self, view: &Conga, deadline: Deadline<'_>) -> Action {
        let position = view.game();
        let worth = |action: &Action| {
            book::verdict(&position.after(*action)).map_or(Verdict::Draw, Verdict::for_whoever_moved)
        };
        let best = position.actions().max_by_key(worth);
        if let Some(winning) = best.filter(|best| worth(best) > Verdict::Draw) {
            return winning;
        }
        let mut lost: Vec<Action> =
            position.actions().filter(|action| worth(action) < Verdict::Draw).collect();
        if lost.len() == position.actions().len() {
            // Then whichever holds out best by what the search sees.
            lost.clear();
        }
        let limits = Limits { nodes: self.options.nodes(USUAL_NODES), depth: None, deadline };
        let threads = self.options.threads;
        self.searcher.search_except(position, &lost, &context(view), &limits, threads).action
    }
}

/// Why the table for a game with these rules cannot be used, if it is there.
pub(crate) fn tablebase_warning(rules: &OptionValues) -> Option<String> {
    let stones: i64 = rules.integer("stones");
    let problem = u8::try_from(stones).ok().and_then(|stones| cache::table(stones).err())?;
    Some(format!("{problem}; the champion plays without a table"))
}

/// What it costs to go where the game has been before: more than it could gain.
const REPEATED: i32 = 100_000;

impl Player<Conga> for Champion {
    /// Reading a table takes a moment that no clock should pay for.
    fn start(&mut self, view: &Conga) {
        if self.table.is_none() {
            // What cannot be read is as good as not there; `tablebase_warning` tells of it.
            let table = stones_each(view.game()).map(cache::table);
            self.table = table.and_then(Result::ok).flatten();
        }
    }

    fn act(&mut self, view: &Conga, time: &Time<'_>) -> Action {
        if self.options.is_blunder(&mut self.rng) {
            return any_action(view, &mut self.rng);
        }
        self.choose(view, time)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    use games::GameOptions;

    use super::super::solve::canonical;
    use super::*;

    /// In the first plies it goes where the book says that it wins, and not where it
    /// says that it loses, even if it has hardly looked at all.
    #[test]
    fn it_goes_by_the_book() {
        let mut options = OptionValues::defaults(SearchOptions::OPTIONS);
        options.set_list("nodes=20").expect("options");
        let mut champion = Champion::new(SearchOptions::read(&options), 1);
        let (mut seen, mut advised) = (HashSet::new(), 0);
        let rules = OptionValues::defaults(<Conga as Game>::Options::SPECS);
        let start = Conga::start(&GameOptions::from_values(&rules).expect("the usual rules"), 0);
        let mut games = vec![start];
        for _ply in 0..5 {
            let mut next = Vec::new();
            for game in games.iter().filter(|game| seen.insert(canonical(game.game()))) {
                let worth = |action| {
                    let verdict = book::verdict(&game.game().after(action));
                    verdict.map_or(Verdict::Draw, Verdict::for_whoever_moved)
                };
                let all: Vec<Verdict> = game.actions().map(worth).collect();
                let best = all.iter().max().expect("a move").cmp(&Verdict::Draw);
                let played = worth(champion.act(game, &Time::UNLIMITED)).cmp(&Verdict::Draw);
                assert_eq!(played, best, "{}", game.game());
                advised += usize::from(all.iter().any(|verdict| verdict.cmp(&Verdict::Draw) != best));
                next.extend(game.actions().map(|action| game.after(action)));
            }
            games = next;
        }
        assert!(advised > 10, "the book had something to say {advised} times");
    }

    /// However much is gone when they are looked at, all of the rest is used and no
    /// more: a clock goes on whenever somebody looks at it.
    #[test]
    fn what_is_left_is_for_all_candidates() {
        const ALL: u64 = 50_000;
        let rules = OptionValues::defaults(<Conga as Game>::Options::SPECS);
        let game = Conga::start(&GameOptions::from_values(&rules).expect("the usual rules"), 0);
        let moves: Vec<Action> = game.actions().collect();
        for gone in [0, ALL * 6 / 10, ALL * 9 / 10] {
            let (now, never) = (AtomicU64::new(gone), AtomicBool::new(false));
            let spent = || Duration::from_micros(now.fetch_add(20, Ordering::Relaxed));
            let time = Time::new(None, None, &spent, &never);
            let deadline = time.deadline(1, 1, Some(Duration::from_micros(ALL)));
            let options = SearchOptions::read(&OptionValues::defaults(SearchOptions::OPTIONS));
            let mut champion = Champion::new(options, 1);
            let action = champion.best_among(&game, &moves, None, deadline);
            let used = now.load(Ordering::Relaxed) - gone;
            assert!(moves.contains(&action));
            assert!(used > (ALL - gone) / 2 && used <= ALL - gone + 200, "{gone} gone, {used} used");
        }
    }
}

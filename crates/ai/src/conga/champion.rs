//! The champion of Conga: perfect play from a tablebase, else a deep search.

use std::sync::Arc;

use games::Game;
use games::common::options::OptionValues;
use games::common::rng::Rng;
use games::conga::{Action, Conga, Position};

use super::book;
use super::draws::{game_context, solved_moves};
use super::evaluator::CongaEvaluator;
use super::solve::cache;
use super::solve::{SolvedValue, Tablebase, stones_each};
use crate::random::any_action;
use crate::search::alpha_beta::AlphaBeta;
use crate::search::{SearchLimits, Value};
use crate::search_options::SearchOptions;
use crate::{Deadline, Player, Time};

/// Nodes per move by default.
const DEFAULT_NODES: u64 = 300_000;

/// Contempt: how much worse than a draw its position must be before it accepts a draw
/// by repetition. Most opponents err sooner than it does.
const CONTEMPT: Value = 50;

/// Plays perfectly where a tablebase exists; else searches with book and evaluator.
pub struct Champion {
    options: SearchOptions,
    rng: Rng,
    searcher: AlphaBeta<CongaEvaluator<'static>>,
    /// The tablebase for the stones of this game, if there is one.
    table: Option<Arc<Tablebase>>,
}

impl Champion {
    /// A player that uses the tablebase in the user's cache folder, if it is there.
    pub fn new(options: SearchOptions, seed: u64) -> Champion {
        // Room for the nodes of one move and no more: a table is made for every game.
        let positions = options.expected_nodes(DEFAULT_NODES).clamp(1 << 12, 1 << 22);
        let searcher = AlphaBeta::new(CongaEvaluator::learned(), positions as usize);
        Champion { options, rng: Rng::for_purpose(seed, "conga champion"), searcher, table: None }
    }

    /// A player with this tablebase.
    pub fn with_table(options: SearchOptions, seed: u64, table: Arc<Tablebase>) -> Champion {
        Champion { table: Some(table), ..Champion::new(options, seed) }
    }

    /// The best of some moves that are all draws: it should lead to a good position and
    /// give the opponent many ways to err. Each is searched by itself.
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
            let limits = SearchLimits { nodes: share, depth: None, deadline: part };
            let found =
                self.searcher.search(next.game(), &game_context(&next), &limits, self.options.threads);
            // A repetition makes no progress.
            let repeats = next.seen().iter().rev().skip(1).any(|seen| Some(seen) == next.seen().last());
            let score = self.traps(next.game()) - found.value - if repeats { REPEATED } else { 0 };
            if score > best.0 {
                best = (score, *action);
            }
            if deadline.has_passed() {
                break;
            }
        }
        best.1
    }

    /// How many of the mover's moves lose, in thousandths.
    fn traps(&self, position: &Position) -> i32 {
        let Some(replies) = self.table.as_ref().and_then(|table| table.moves(position)) else {
            return 0;
        };
        let errors = replies.iter().filter(|(_, value)| *value < SolvedValue::Draw).count();
        (1000 * errors / replies.len().max(1)) as i32
    }

    fn choose(&mut self, view: &Conga, time: &Time<'_>) -> Action {
        let deadline = time.deadline(1, 100, self.options.time());
        self.searcher.evaluator().set_contempt(view.game().to_move(), CONTEMPT);
        if let Some(moves) = self.table.as_ref().and_then(|table| solved_moves(table, view)) {
            let best = moves.iter().map(|(_, value)| *value).max().expect("the player to act has a move");
            let of_best = moves.iter().filter(|(_, value)| *value == best).map(|(action, _)| *action);
            let of_best: Vec<Action> = of_best.collect();
            if best != SolvedValue::Draw || of_best.len() == 1 {
                return of_best[self.rng.below(of_best.len() as u32) as usize];
            }
            return self.best_among(view, &of_best, self.options.nodes(DEFAULT_NODES), deadline);
        }
        self.by_search(view, deadline)
    }

    /// Searches, but follows the book where it holds a proven result.
    fn by_search(&mut self, view: &Conga, deadline: Deadline<'_>) -> Action {
        let position = view.game();
        let worth = |action: &Action| {
            book::probe(&position.after(*action)).map_or(SolvedValue::Draw, SolvedValue::for_previous_mover)
        };
        let best = position.actions().max_by_key(worth);
        if let Some(winning) = best.filter(|best| worth(best) > SolvedValue::Draw) {
            return winning;
        }
        let mut lost: Vec<Action> =
            position.actions().filter(|action| worth(action) < SolvedValue::Draw).collect();
        if lost.len() == position.actions().len() {
            // All moves lose: let the search choose the one that resists most.
            lost.clear();
        }
        let limits = SearchLimits { nodes: self.options.nodes(DEFAULT_NODES), depth: None, deadline };
        let threads = self.options.threads;
        self.searcher.search_except(position, &lost, &game_context(view), &limits, threads).action
    }
}

/// Why the tablebase for these rules cannot be used, if it exists.
pub(crate) fn tablebase_warning(rules: &OptionValues) -> Option<String> {
    let stones: i64 = rules.integer("stones");
    let problem = u8::try_from(stones).ok().and_then(|stones| cache::table(stones).err())?;
    Some(format!("{problem}; the champion plays without a table"))
}

/// The penalty for a repetition: more than any move can gain.
const REPEATED: i32 = 100_000;

impl Player<Conga> for Champion {
    /// Reads the tablebase while no clock runs.
    fn start(&mut self, view: &Conga) {
        if self.table.is_none() {
            // An unreadable file counts as absent; `tablebase_warning` reports it.
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

    /// In the first plies it plays the book's wins and avoids its losses, even with hardly
    /// any search.
    #[test]
    fn it_follows_the_book() {
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
                    let value = book::probe(&game.game().after(action));
                    value.map_or(SolvedValue::Draw, SolvedValue::for_previous_mover)
                };
                let all: Vec<SolvedValue> = game.actions().map(worth).collect();
                let best = all.iter().max().expect("a move").cmp(&SolvedValue::Draw);
                let played = worth(champion.act(game, &Time::UNLIMITED)).cmp(&SolvedValue::Draw);
                assert_eq!(played, best, "{}", game.game());
                advised += usize::from(all.iter().any(|value| value.cmp(&SolvedValue::Draw) != best));
                next.extend(game.actions().map(|action| game.after(action)));
            }
            games = next;
        }
        assert!(advised > 10, "the book had something to say {advised} times");
    }

    /// However late it begins, it uses the rest of its time and no more. The clock
    /// advances whenever it is read.
    #[test]
    fn all_candidates_share_the_rest_of_the_time() {
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

//! The root of a search: iterative deepening, aspiration windows, the line of play.

use super::worker::{NO_ACTION, Scored, Worker};
use super::{DRAW, INFINITY, MAX_DEPTH, SearchResult};
use crate::search::{Evaluator, Searchable, Value, is_decisive, plies_to_end};

/// Half the width of the first aspiration window.
const ASPIRATION: Value = 40;

impl<P: Searchable, E: Evaluator<P>> Worker<'_, P, E> {
    /// Iterative deepening, until a limit is reached or nothing can change.
    #[inline(always)]
    pub(super) fn deepen(&mut self, root: &P, except: &[P::Action], ahead: u32) -> SearchResult<P::Action> {
        let mut actions = self.ordered_actions(root);
        actions.retain(|scored| !except.contains(&scored.action));
        let mut result = SearchResult {
            action: actions[0].action,
            value: DRAW,
            is_proven: false,
            depth: 0,
            nodes: 0,
            pv: vec![actions[0].action],
        };
        let max_depth = self.max_depth();
        for depth in (1 + ahead).min(max_depth)..=max_depth {
            if depth > 1 && self.limits.deadline.has_passed_part(0.7) && self.is_main {
                break;
            }
            self.estimated = false;
            let Some((value, is_proven)) = self.search_window(root, depth, &mut actions, result.value) else {
                // Stopped in the middle. The last best action was searched first, so
                // an action that has replaced it is better at this depth.
                result.action = actions[0].action;
                break;
            };
            result.action = actions[0].action;
            (result.value, result.is_proven, result.depth) = (value, is_proven, depth);
            let is_forced = plies_to_end(value).is_some_and(|plies| plies <= depth);
            if is_proven || is_forced {
                break;
            }
        }
        result.nodes = self.nodes;
        result.pv = self.principal_variation(root, result.action);
        result
    }

    /// The last depth to search: at least one ply, and none beyond the move limit.
    fn max_depth(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH).min(self.plies_to_draw).max(1)
    }

    /// One iteration, in an aspiration window around the last value. The window is
    /// widened as long as the value lies outside. Moves the best action to the front.
    /// Returns the value and whether it holds without an estimate; `None` if stopped.
    fn search_window(
        &mut self,
        root: &P,
        depth: u32,
        actions: &mut [Scored<P::Action>],
        last: Value,
    ) -> Option<(Value, bool)> {
        let mut margin = if depth < 4 || is_decisive(last) { INFINITY } else { ASPIRATION };
        loop {
            let (alpha, beta) = ((last - margin).max(-INFINITY), (last + margin).min(INFINITY));
            let value = self.search_root(root, depth, alpha, beta, actions)?;
            if (value > alpha || alpha == -INFINITY) && (value < beta || beta == INFINITY) {
                return Some((value, !self.estimated));
            }
            margin = if margin > 1_000 { INFINITY } else { margin * 4 };
        }
    }

    /// Searches the root within a window; `None` if it was stopped. Moves every
    /// action that raises alpha to the front.
    fn search_root(
        &mut self,
        root: &P,
        depth: u32,
        alpha: Value,
        beta: Value,
        actions: &mut [Scored<P::Action>],
    ) -> Option<Value> {
        let mut best = -INFINITY;
        let mut alpha = alpha;
        self.path.push(root.hash());
        for at in 0..actions.len() {
            let next = root.after(actions[at].action);
            let mut value = -INFINITY;
            if at > 0 {
                value = self.search_child(&next, depth - 1, alpha, alpha + 1, 1);
            }
            if at == 0 || (value > alpha && value < beta) {
                value = self.search_child(&next, depth - 1, alpha, beta, 1);
            }
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                // The other actions keep their order.
                actions[..=at].rotate_right(1);
            }
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        (!self.stopped).then_some(best)
    }

    /// The root's actions, the most promising first.
    fn ordered_actions(&mut self, root: &P) -> Vec<Scored<P::Action>> {
        let table_action = self.table_action(root.hash(), 0);
        let mut list = Vec::new();
        self.score_actions(root, &mut list, table_action.map_or(NO_ACTION, usize::from), 0);
        assert!(!list.is_empty(), "the game goes on");
        list.sort_by_key(|scored| -i64::from(scored.order_score));
        list
    }

    /// The best play after an action, as far as the table holds it.
    fn principal_variation(&self, root: &P, first: P::Action) -> Vec<P::Action> {
        let mut pv = vec![first];
        let mut position = root.after(first);
        let mut seen = vec![root.hash()];
        while (pv.len() as u32) < MAX_DEPTH
            && position.status().outcome().is_none()
            && !seen.contains(&position.hash())
        {
            seen.push(position.hash());
            let index = self.table_action(position.hash(), pv.len() as u32);
            let action = index.and_then(|index| {
                position.actions().find(|action| P::action_index(*action) == usize::from(index))
            });
            let Some(action) = action else { break };
            pv.push(action);
            position = position.after(action);
        }
        pv
    }

    /// Every action with a full window, by iterative deepening.
    #[inline(always)]
    pub(super) fn search_all(&mut self, root: &P) -> Vec<SearchResult<P::Action>> {
        let unsearched = |action| SearchResult {
            action,
            value: DRAW,
            is_proven: false,
            depth: 0,
            nodes: 0,
            pv: vec![action],
        };
        let mut results: Vec<_> =
            self.ordered_actions(root).iter().map(|scored| unsearched(scored.action)).collect();
        for depth in 1..=self.max_depth() {
            let mut deeper = results.clone();
            let mut settled = true;
            for result in deeper.iter_mut().filter(|result| !result.is_settled(depth)) {
                settled = false;
                self.search_one(root, depth, result);
            }
            for (result, deeper) in results.iter_mut().zip(deeper) {
                // Values of different depths cannot be compared. So an interrupted
                // iteration counts only where it is proven or decisive.
                if !self.stopped || deeper.is_proven || is_decisive(deeper.value) {
                    *result = deeper;
                }
            }
            results.sort_by_key(|result| -result.value);
            if self.stopped || settled || self.limits.deadline.has_passed_part(0.7) {
                break;
            }
        }
        results.iter_mut().for_each(|result| result.nodes = self.nodes);
        results
    }

    /// Searches one action with a full window; changes nothing if it is stopped.
    fn search_one(&mut self, root: &P, depth: u32, result: &mut SearchResult<P::Action>) {
        if self.stopped {
            return;
        }
        self.estimated = false;
        self.path.push(root.hash());
        let value = self.search_child(&root.after(result.action), depth - 1, -INFINITY, INFINITY, 1);
        self.path.pop();
        if !self.stopped {
            (result.value, result.is_proven, result.depth) = (value, !self.estimated, depth);
            result.pv = self.principal_variation(root, result.action);
        }
    }
}

impl<A> SearchResult<A> {
    /// Whether a search of this depth would find the same.
    fn is_settled(&self, depth: u32) -> bool {
        self.is_proven || plies_to_end(self.value).is_some_and(|plies| plies < depth)
    }
}

//! The root of a search: deeper and deeper, and all is told of the best action.

use super::thinker::{NO_KILLER, Scored, Thinker};
use super::{DEEPEST, DRAW, Found, INFINITY};
use crate::search::{Judge, Position, Value, is_certain, plies_to_end};

/// How far around the last value the next is expected.
const ASPIRATION: Value = 40;

impl<P: Position, J: Judge<P>> Thinker<'_, P, J> {
    /// Deepens until a limit is met or nothing is left to learn.
    #[inline(always)]
    pub(super) fn deepen(&mut self, root: &P, except: &[P::Action], ahead: u32) -> Found<P::Action> {
        let mut actions = self.in_order(root);
        actions.retain(|scored| !except.contains(&scored.action));
        let mut found = Found {
            action: actions[0].action,
            value: DRAW,
            to_the_end: false,
            depth: 0,
            nodes: 0,
            line: vec![actions[0].action],
        };
        let deepest = self.deepest();
        for depth in (1 + ahead).min(deepest)..=deepest {
            if depth > 1 && self.limits.deadline.has_come_by(0.7) && self.is_first {
                break;
            }
            self.estimated = false;
            let Some((value, to_the_end)) = self.around(root, depth, &mut actions, found.value) else {
                // Stopped in the middle: what was best so far has been looked at
                // first, so whatever has taken its place is really better.
                found.action = actions[0].action;
                break;
            };
            found.action = actions[0].action;
            (found.value, found.to_the_end, found.depth) = (value, to_the_end, depth);
            let certain = plies_to_end(value).is_some_and(|plies| plies <= depth);
            if to_the_end || certain {
                break;
            }
        }
        found.nodes = self.nodes;
        found.line = self.line(root, found.action);
        found
    }

    /// How deep to look: at least one ply, and not beyond the end of all plies.
    fn deepest(&self) -> u32 {
        self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST).min(self.drawn_in).max(1)
    }

    /// One more ply, in a window around the last value that is widened as long
    /// as the value lies outside. Puts the best action first.
    fn around(
        &mut self,
        root: &P,
        depth: u32,
        actions: &mut [Scored<P::Action>],
        last: Value,
    ) -> Option<(Value, bool)> {
        let mut margin = if depth < 4 || is_certain(last) { INFINITY } else { ASPIRATION };
        loop {
            let (low, high) = ((last - margin).max(-INFINITY), (last + margin).min(INFINITY));
            let value = self.at_root(root, depth, low, high, actions)?;
            if (value > low || low == -INFINITY) && (value < high || high == INFINITY) {
                return Some((value, !self.estimated));
            }
            margin = if margin > 1_000 { INFINITY } else { margin * 4 };
        }
    }

    /// The root is searched like every position, except that all is told of the
    /// best action. Nothing if it was stopped.
    fn at_root(
        &mut self,
        root: &P,
        depth: u32,
        low: Value,
        high: Value,
        actions: &mut [Scored<P::Action>],
    ) -> Option<Value> {
        let mut best = -INFINITY;
        let mut alpha = low;
        self.path.push(root.hash());
        for at in 0..actions.len() {
            let next = root.after(actions[at].action);
            let mut value = -INFINITY;
            if at > 0 {
                value = self.below(&next, depth - 1, alpha, alpha + 1, 1);
            }
            if at == 0 || (value > alpha && value < high) {
                value = self.below(&next, depth - 1, alpha, high, 1);
            }
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                // To the front, the others keep their order.
                actions[..=at].rotate_right(1);
            }
            if alpha >= high {
                break;
            }
        }
        self.path.pop();
        (!self.stopped).then_some(best)
    }

    /// All actions in order, at the root.
    fn in_order(&mut self, root: &P) -> Vec<Scored<P::Action>> {
        let remembered = self.best_before(root.hash(), 0);
        let mut list = Vec::new();
        self.fill(root, &mut list, remembered.map_or(NO_KILLER, usize::from), 0);
        assert!(!list.is_empty(), "the game goes on");
        list.sort_by_key(|scored| -i64::from(scored.promise));
        list
    }

    /// The play that is expected after an action, as far as it is remembered.
    fn line(&self, root: &P, first: P::Action) -> Vec<P::Action> {
        let mut line = vec![first];
        let mut position = root.after(first);
        let mut seen = vec![root.hash()];
        while (line.len() as u32) < DEEPEST
            && position.status().outcome().is_none()
            && !seen.contains(&position.hash())
        {
            seen.push(position.hash());
            let number = self.best_before(position.hash(), line.len() as u32);
            let action = number.and_then(|number| {
                position.actions().find(|action| P::number(*action) == usize::from(number))
            });
            let Some(action) = action else { break };
            line.push(action);
            position = position.after(action);
        }
        line
    }

    /// Every action with a full window, deeper and deeper.
    #[inline(always)]
    pub(super) fn weigh(&mut self, root: &P) -> Vec<Found<P::Action>> {
        let found =
            |action| Found { action, value: DRAW, to_the_end: false, depth: 0, nodes: 0, line: vec![action] };
        let mut weighed: Vec<_> = self.in_order(root).iter().map(|scored| found(scored.action)).collect();
        for depth in 1..=self.deepest() {
            let mut deeper = weighed.clone();
            let mut settled = true;
            for found in deeper.iter_mut().filter(|found| !found.is_settled(depth)) {
                settled = false;
                self.weigh_one(root, depth, found);
            }
            for (found, deeper) in weighed.iter_mut().zip(deeper) {
                // Values of different depths cannot be held against each other, so
                // what was stopped in the middle counts only where it is certain.
                if !self.stopped || deeper.to_the_end || is_certain(deeper.value) {
                    *found = deeper;
                }
            }
            weighed.sort_by_key(|found| -found.value);
            if self.stopped || settled || self.limits.deadline.has_come_by(0.7) {
                break;
            }
        }
        weighed.iter_mut().for_each(|found| found.nodes = self.nodes);
        weighed
    }

    /// One action with a full window; nothing changes if that is stopped.
    fn weigh_one(&mut self, root: &P, depth: u32, found: &mut Found<P::Action>) {
        if self.stopped {
            return;
        }
        self.estimated = false;
        self.path.push(root.hash());
        let value = self.below(&root.after(found.action), depth - 1, -INFINITY, INFINITY, 1);
        self.path.pop();
        if !self.stopped {
            (found.value, found.to_the_end, found.depth) = (value, !self.estimated, depth);
            found.line = self.line(root, found.action);
        }
    }
}

impl<A> Found<A> {
    /// Whether a search so deep would find nothing else.
    fn is_settled(&self, depth: u32) -> bool {
        self.to_the_end || plies_to_end(self.value).is_some_and(|plies| plies < depth)
    }
}

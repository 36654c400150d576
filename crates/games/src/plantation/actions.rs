//! The commands that are allowed as far as a seat can know from its own tiles.

use super::{Action, Command, Side};
use crate::common::bits::Bits;

/// Yields the commands in a fixed order. `nth` jumps to any of them, so drawing
/// a random one needs no walk.
pub(super) struct Actions<'a, const W: usize> {
    side: &'a Side<W>,
    foreign: Bits<W>,
    /// How many commands there are of each kind, in the order of `get`.
    counts: [usize; 6],
    next: usize,
}

impl<'a, const W: usize> Actions<'a, W> {
    pub(super) fn new(side: &'a Side<W>, game_goes_on: bool) -> Actions<'a, W> {
        let foreign = side.board().without(side.owned());
        let squares = side.board().count() as usize;
        let affordable = |cost| usize::from(game_goes_on && cost <= side.moves_left());
        let count = |bits: &Bits<W>| bits.count() as usize;
        let counts = [
            affordable(1) * count(side.owned()),
            affordable(1) * count(side.border()),
            affordable(1) * squares,
            affordable(2) * squares,
            affordable(2) * count(&foreign),
            affordable(2) * count(&foreign) * count(side.rich()),
        ];
        Actions { side, foreign, counts, next: 0 }
    }

    fn get(&self, number: usize) -> Option<Action> {
        let mut rest = number;
        let kind = self.counts.iter().position(|count| {
            let here = rest < *count;
            rest -= if here { 0 } else { *count };
            here
        })?;
        let tile = |bits: &Bits<W>, n: usize| self.side.tile(bits.select(n as u32));
        Some(match kind {
            0 => Action::new(Command::Fertilise, tile(self.side.owned(), rest)),
            1 => Action::new(Command::Plant, tile(self.side.border(), rest)),
            2 => Action::new(Command::Scout, tile(self.side.board(), rest)),
            3 => Action::new(Command::Spray, tile(self.side.board(), rest)),
            4 => Action::new(Command::Bomb, tile(&self.foreign, rest)),
            _ => {
                let sources = self.side.rich().count() as usize;
                let (target, source) =
                    (tile(&self.foreign, rest / sources), tile(self.side.rich(), rest % sources));
                Action::with_source(Command::Colonise, target, source)
            }
        })
    }
}

impl<const W: usize> Iterator for Actions<'_, W> {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<Action> {
        let action = self.get(self.next.saturating_add(n));
        self.next = self.next.saturating_add(n).saturating_add(1);
        action
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let total: usize = self.counts.iter().sum();
        let left = total.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl<const W: usize> ExactSizeIterator for Actions<'_, W> {}

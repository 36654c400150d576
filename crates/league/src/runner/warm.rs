//! Bots that wait for their next game. Starting a program takes longer than many
//! a game, so whoever has played stays, and stands still while others play.

use std::collections::VecDeque;

use referee::Contender;

use super::Job;

/// How many of them one worker keeps. Each is a process with its memory.
const MOST: usize = 16;

/// Who waits, by their places in the tournament; whoever played last is last.
#[derive(Default)]
pub struct Warm {
    waiting: VecDeque<(usize, Box<dyn Contender>)>,
}

impl Warm {
    /// Both players of a pair, started or still to be started. All others stand
    /// still from now on.
    pub fn seat(&mut self, job: &Job) -> [Box<dyn Contender>; 2] {
        let seated = [0, 1].map(|side: usize| {
            let player = job.pairing.players[side];
            let waiting = self.waiting.iter().position(|(waiting, _)| *waiting == player);
            let waiting = waiting.and_then(|at| self.waiting.remove(at));
            waiting.map_or_else(|| job.players[side].spec.contender(), |(_, contender)| contender)
        });
        self.waiting.iter_mut().for_each(|(_, contender)| contender.pause());
        seated
    }

    /// They have played, and wait.
    pub fn keep(&mut self, job: &Job, contenders: [Box<dyn Contender>; 2]) {
        self.waiting.extend(job.pairing.players.into_iter().zip(contenders));
        let over = self.waiting.len().saturating_sub(MOST);
        // All are told before the first is dropped, which may take a moment.
        self.waiting.iter_mut().take(over).for_each(|(_, contender)| contender.leave());
        self.waiting.drain(..over);
    }
}

impl Drop for Warm {
    fn drop(&mut self) {
        self.waiting.iter_mut().for_each(|(_, contender)| contender.leave());
    }
}

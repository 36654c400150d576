//! Bots that wait for their next game. Starting a program takes longer than many
//! a game, so whoever has played stays, and stands still while others play.

use std::collections::{BTreeMap, VecDeque};
use std::fs::Metadata;
use std::time::SystemTime;

use referee::Competitor;

use super::Job;

/// How many of them one worker keeps. Each is a process with its memory.
const MOST: usize = 16;

/// Who waits, by their places in the tournament; whoever played last is last.
#[derive(Default)]
pub struct IdleBots {
    waiting: VecDeque<(usize, Box<dyn Competitor>)>,
    /// How the files of each player stamps_seen when they were last found unchanged.
    stamps_seen: BTreeMap<usize, FileStamps>,
}

/// What tells without reading that a file has not changed.
type FileStamps = Vec<Option<(u64, Option<SystemTime>)>>;

fn stamp(file: &Metadata) -> (u64, Option<SystemTime>) {
    (file.len(), file.modified().ok())
}

impl IdleBots {
    /// Both players of a pair, started or still to be started. If somebody's program
    /// has changed since it was entered, then whose: what it would play now is not
    /// for this player's account.
    pub fn seat(&mut self, job: &Job) -> Result<[Box<dyn Competitor>; 2], usize> {
        if let Some(side) = (0..2).find(|side| self.has_changed(job, *side)) {
            return Err(side);
        }
        Ok([0, 1].map(|side: usize| {
            let player = job.pairing.players[side];
            let waiting = self.waiting.iter().position(|(waiting, _)| *waiting == player);
            let waiting = waiting.and_then(|at| self.waiting.remove(at));
            waiting.map_or_else(|| job.players[side].spec.competitor(), |(_, competitor)| competitor)
        }))
    }

    /// Whether a player's program is not what was entered. Files are read again
    /// only if they look different from the last time.
    fn has_changed(&mut self, job: &Job, side: usize) -> bool {
        let spec = &job.players[side].spec;
        let stamps: FileStamps =
            spec.watched_files().iter().map(|file| Some(stamp(&file.metadata().ok()?))).collect();
        let stamps_seen = self.stamps_seen.entry(job.pairing.players[side]).or_default();
        if spec.is_program() && *stamps_seen != stamps {
            if !spec.is_unchanged() {
                return true;
            }
            *stamps_seen = stamps;
        }
        false
    }

    /// They have played, and wait. They stand still until they play again, or they
    /// would take time from those who do.
    pub fn keep(&mut self, job: &Job, mut competitors: [Box<dyn Competitor>; 2]) {
        competitors.iter_mut().for_each(|competitor| competitor.pause());
        self.waiting.extend(job.pairing.players.into_iter().zip(competitors));
        let over = self.waiting.len().saturating_sub(MOST);
        // All are told before the first is dropped, which may take a moment.
        self.waiting.iter_mut().take(over).for_each(|(_, competitor)| competitor.quit());
        self.waiting.drain(..over);
    }
}

impl Drop for IdleBots {
    fn drop(&mut self) {
        self.waiting.iter_mut().for_each(|(_, competitor)| competitor.quit());
    }
}

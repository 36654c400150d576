//! Bots that wait for their next game. Starting a program takes longer than many
//! a game, so a bot that has played is kept.

use std::collections::{BTreeMap, VecDeque};
use std::fs::Metadata;
use std::time::SystemTime;

use referee::Competitor;

use super::Job;

/// How many bots one worker keeps. Each is a process with its memory.
const MOST: usize = 16;

/// The bots of one worker that are not playing, the last to play at the back.
pub struct IdleBots {
    waiting: VecDeque<IdleBot>,
    /// The stamps of each player's files when they were last found unchanged.
    stamps_seen: BTreeMap<usize, FileStamps>,
}

struct IdleBot {
    /// Its place in the list of players.
    player: usize,
    competitor: Box<dyn Competitor>,
    is_paused: bool,
}

/// Size and time of each file: they say without reading that it is unchanged.
type FileStamps = Vec<Option<(u64, Option<SystemTime>)>>;

fn stamp(file: &Metadata) -> (u64, Option<SystemTime>) {
    (file.len(), file.modified().ok())
}

impl Default for IdleBots {
    fn default() -> IdleBots {
        IdleBots { waiting: VecDeque::with_capacity(MOST + 2), stamps_seen: BTreeMap::new() }
    }
}

impl IdleBots {
    /// Both players of a job, started or still to be started; all others are
    /// paused. An error is the side (0 or 1) whose program has changed since it was
    /// entered: its games would count for the wrong version.
    pub fn seat(&mut self, job: &Job) -> Result<[Box<dyn Competitor>; 2], usize> {
        if job.is_version_fixed
            && let Some(side) = (0..2).find(|side| self.has_changed(job, *side))
        {
            return Err(side);
        }
        let competitors = [0, 1].map(|side: usize| {
            let player = job.pairing.players[side];
            let at = self.waiting.iter().position(|bot| bot.player == player);
            let bot = at.and_then(|at| self.waiting.remove(at));
            bot.map_or_else(|| job.players[side].spec.competitor(), |bot| bot.competitor)
        });
        self.pause_all();
        Ok(competitors)
    }

    /// Whether a player's program is not what was entered. Files are read again
    /// only if their stamps have changed.
    fn has_changed(&mut self, job: &Job, side: usize) -> bool {
        let spec = &job.players[side].spec;
        let stamps: FileStamps =
            spec.watched_files().iter().map(|file| Some(stamp(&file.metadata().ok()?))).collect();
        let seen = self.stamps_seen.entry(job.pairing.players[side]).or_default();
        if spec.is_program() && *seen != stamps {
            if !spec.is_unchanged() {
                return true;
            }
            *seen = stamps;
        }
        false
    }

    /// Keeps the players of a job that has ended. They run on: they may play the
    /// next one too.
    pub fn keep(&mut self, job: &Job, competitors: [Box<dyn Competitor>; 2]) {
        let played = job.pairing.players.into_iter().zip(competitors);
        self.waiting.extend(played.map(|(player, competitor)| IdleBot {
            player,
            competitor,
            is_paused: false,
        }));
        let over = self.waiting.len().saturating_sub(MOST);
        // All are asked to quit before the first is dropped, which waits for it.
        self.waiting.iter_mut().take(over).for_each(|bot| bot.competitor.quit());
        self.waiting.drain(..over);
    }

    /// Pauses all bots that wait, or they would take time from those that play.
    pub fn pause_all(&mut self) {
        for bot in self.waiting.iter_mut().filter(|bot| !bot.is_paused) {
            bot.competitor.pause();
            bot.is_paused = true;
        }
    }
}

impl Drop for IdleBots {
    fn drop(&mut self) {
        self.waiting.iter_mut().for_each(|bot| bot.competitor.quit());
    }
}

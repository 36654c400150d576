//! Bots that wait for their next game. Starting a program takes longer than many
//! a game, so a bot that has played is kept.

use std::collections::{BTreeMap, VecDeque};
use std::fs::Metadata;
use std::io;
use std::time::SystemTime;

use referee::Competitor;

use super::{GiveUpReason, Job};

/// How many bots one worker keeps at most. All together they may hold as much memory
/// as one bot may use: usual bots take a tenth of that or less.
const MOST: usize = 16;

/// The bots of one worker that are not playing, the last to play at the back.
pub struct IdleBots {
    waiting: VecDeque<IdleBot>,
    /// How much memory they may hold, in bytes.
    budget: u64,
    /// The stamps of each player's files when they were last found unchanged.
    stamps_seen: BTreeMap<usize, FileStamps>,
}

struct IdleBot {
    /// Its place in the list of players.
    player: usize,
    competitor: Box<dyn Competitor>,
    /// Memory that it holds since it was paused, in bytes; `None` while it runs.
    paused_with: Option<u64>,
}

/// Size and time of each file: they say without reading that it is unchanged.
type FileStamps = Vec<Option<(u64, Option<SystemTime>)>>;

fn stamp(file: &Metadata) -> (u64, Option<SystemTime>) {
    (file.len(), file.modified().ok())
}

impl Default for IdleBots {
    fn default() -> IdleBots {
        IdleBots { waiting: VecDeque::with_capacity(MOST + 2), budget: 0, stamps_seen: BTreeMap::new() }
    }
}

impl IdleBots {
    /// Both players of a job, started or still to be started. All others are paused,
    /// and those that hold too much memory end: these two may need it. An error if a
    /// program has changed since it was entered: its games would count for the wrong
    /// version.
    pub fn seat(&mut self, job: &Job) -> Result<[Box<dyn Competitor>; 2], GiveUpReason> {
        for side in (0..2).filter(|_| job.is_version_fixed) {
            match self.has_changed(job, side) {
                Ok(false) => {}
                Ok(true) => return Err(GiveUpReason::Changed(side)),
                Err(error) => {
                    let why = format!("cannot read the files of {}: {error}", job.players[side].name);
                    return Err(GiveUpReason::Unable(why));
                }
            }
        }
        let competitors = [0, 1].map(|side: usize| {
            let player = job.pairing.players[side];
            let at = self.waiting.iter().position(|bot| bot.player == player);
            let bot = at.and_then(|at| self.waiting.remove(at));
            bot.map_or_else(|| job.players[side].spec.competitor(), |bot| bot.competitor)
        });
        self.pause_all();
        self.end_all_but_affordable();
        Ok(competitors)
    }

    /// Whether a player's program is not what was entered. Files are read again
    /// only if their stamps have changed.
    fn has_changed(&mut self, job: &Job, side: usize) -> io::Result<bool> {
        let spec = &job.players[side].spec;
        let stamps: FileStamps =
            spec.watched_files()?.iter().map(|file| Some(stamp(&file.metadata().ok()?))).collect();
        let seen = self.stamps_seen.entry(job.pairing.players[side]).or_default();
        if spec.is_program() && *seen != stamps {
            if !spec.is_unchanged()? {
                return Ok(true);
            }
            *seen = stamps;
        }
        Ok(false)
    }

    /// Keeps the players of a job that has ended. They run on: they may play the
    /// next one too.
    pub fn keep(&mut self, job: &Job, competitors: [Box<dyn Competitor>; 2]) {
        let limits = job.players.iter().map(|player| player.spec.memory_limit());
        self.budget = limits.fold(self.budget, u64::max);
        let played = job.pairing.players.into_iter().zip(competitors);
        self.waiting.extend(played.map(|(player, competitor)| IdleBot {
            player,
            competitor,
            paused_with: None,
        }));
    }

    /// Ends bots until the others are few enough and their memory is within the budget.
    fn end_all_but_affordable(&mut self) {
        let memory: Vec<u64> = self.waiting.iter().map(|bot| bot.paused_with.unwrap_or(0)).collect();
        let keeps = affordable(&memory, self.budget);
        if keeps.iter().all(|keep| *keep) {
            return;
        }
        let bots = self.waiting.drain(..).zip(keeps);
        let (kept, mut ended): (Vec<_>, Vec<_>) = bots.partition(|(_, keep)| *keep);
        self.waiting.extend(kept.into_iter().map(|(bot, _)| bot));
        // All are asked to quit before the first is dropped, which waits for it.
        ended.iter_mut().for_each(|(bot, _)| bot.competitor.quit());
    }

    /// Pauses all bots that wait, or they would take time from those that play.
    pub fn pause_all(&mut self) {
        for bot in self.waiting.iter_mut().filter(|bot| bot.paused_with.is_none()) {
            bot.competitor.pause();
            // From now on it cannot take more.
            bot.paused_with = Some(bot.competitor.memory());
        }
    }
}

impl Drop for IdleBots {
    fn drop(&mut self) {
        self.waiting.iter_mut().for_each(|bot| bot.competitor.quit());
    }
}

/// Which of these bots are kept, by the memory that each holds. The last to play comes
/// last and is chosen first; one that holds too much does not crowd out the others.
fn affordable(memory: &[u64], budget: u64) -> Vec<bool> {
    let (mut held, mut count) = (0_u64, 0);
    let mut keeps: Vec<bool> = memory
        .iter()
        .rev()
        .map(|more| {
            let together = held.checked_add(*more).filter(|sum| count < MOST && *sum <= budget);
            if let Some(sum) = together {
                (held, count) = (sum, count + 1);
            }
            together.is_some()
        })
        .collect();
    keeps.reverse();
    keeps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_to_play_are_kept_while_there_is_memory() {
        for (memory, budget, expected) in [
            (&[][..], 0, &[][..]),
            // Built-in players hold nothing of their own.
            (&[0, 0, 0], 0, &[true, true, true]),
            (&[300, 300, 300], 512, &[false, false, true]),
            (&[200, 300, 200], 512, &[false, true, true]),
            (&[20, 600, 20, 30], 512, &[true, false, true, true]),
            (&[20, 30, 600], 512, &[true, true, false]),
            (&[1, 512], 512, &[false, true]),
            (&[u64::MAX, u64::MAX], u64::MAX, &[false, true]),
        ] {
            assert_eq!(affordable(memory, budget), expected, "{memory:?} of {budget}");
        }
        let many = affordable(&[1; MOST + 3], 512);
        assert_eq!(many, [vec![false; 3], vec![true; MOST]].concat());
    }
}

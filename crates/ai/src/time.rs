//! How long a player may think. Time is an argument: players ask the clock that
//! they are charged by and know no other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time for one answer, as its player is told.
#[derive(Clone, Copy)]
pub struct Time<'a> {
    /// How long this answer may take at most; nothing if as long as it likes.
    pub left: Option<Duration>,
    /// What each turn adds, if what is left is for the rest of the game;
    /// nothing if it is for this answer alone.
    pub increment: Option<Duration>,
    spent: Option<&'a (dyn Fn() -> Duration + Sync)>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Time<'a> {
    /// As long as it likes.
    pub const UNLIMITED: Time<'static> = Time { left: None, increment: None, spent: None, stop: None };

    /// `spent` tells how much of the time is gone, by the clock that is charged;
    /// `stop` is set when nobody waits for the answer any more.
    pub fn new(
        left: Option<Duration>,
        increment: Option<Duration>,
        spent: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Time<'a> {
        Time { left, increment, spent: Some(spent), stop: Some(stop) }
    }

    /// When to answer at the latest: a part of what is left that allows for
    /// `answers` more like this one, the present one included, before the next
    /// increment, and `turns` more turns before the game ends. `cap` is what the
    /// player itself wants to spend at most.
    pub fn deadline(&self, answers: u32, turns: u32, cap: Option<Duration>) -> Deadline<'a> {
        let by_clock = self.left.map(|left| match self.increment {
            None => prudent(left),
            Some(increment) => {
                // Of the bank an equal part for every turn, and most of what
                // this turn will bring back; never close to all there is.
                let turn = left / turns.max(1) + increment * 3 / 4;
                (turn / answers.max(1)).min(left / 4).saturating_sub(FOR_THE_ANSWER)
            }
        });
        let at = match (by_clock, cap) {
            (Some(clock), Some(cap)) => Some(clock.min(cap)),
            (one, other) => one.or(other),
        };
        Deadline { time: *self, from: Duration::ZERO, at }
    }

    /// How much of the time is gone.
    pub fn spent(&self) -> Duration {
        self.spent.map_or(Duration::ZERO, |spent| spent())
    }

    /// Whether nobody waits for the answer any more.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Kept of any time for the answer itself, and for looking at the clock now and
/// then, not always.
const FOR_THE_ANSWER: Duration = Duration::from_micros(500);
/// Kept besides that, a half but no more than this: on a machine that is shared a
/// thread is charged now and then for ten milliseconds in which it did not run.
const FOR_A_BUSY_MACHINE: Duration = Duration::from_millis(20);

/// What can be used of a time without the risk of being late.
fn prudent(time: Duration) -> Duration {
    time.saturating_sub(FOR_A_BUSY_MACHINE.min(time / 2) + FOR_THE_ANSWER)
}

/// When to answer.
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    time: Time<'a>,
    /// What was gone when the time began that parts are taken of.
    from: Duration,
    at: Option<Duration>,
}

impl<'a> Deadline<'a> {
    /// There is none.
    pub const NEVER: Deadline<'static> = Deadline { time: Time::UNLIMITED, from: Duration::ZERO, at: None };

    /// Whether it is time to answer.
    pub fn has_passed(&self) -> bool {
        self.has_passed_part(1.0)
    }

    /// Whether this part of the time is over: half of it, say, for those who do
    /// not begin what they could not finish.
    pub fn has_passed_part(&self, part: f64) -> bool {
        self.time.is_stopped() || self.part(part).at.is_some_and(|at| self.time.spent() >= at)
    }

    /// Whether there is any.
    pub fn is_set(&self) -> bool {
        self.at.is_some()
    }

    /// How long until then; nothing if there is none.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(self.time.spent()))
    }

    /// The same with only this part of what is left of the time by now.
    pub fn part_of_rest(&self, part: f64) -> Deadline<'a> {
        Deadline { from: self.time.spent(), ..*self }.part(part)
    }

    /// The same so much earlier, but not before half of the time.
    pub fn earlier(&self, by: Duration) -> Deadline<'a> {
        let at = self.at.map(|at| at - by.min(at.saturating_sub(self.from) / 2));
        Deadline { at, ..*self }
    }

    /// The same with only this part of the time.
    pub fn part(&self, part: f64) -> Deadline<'a> {
        let at = self.at.map(|at| self.from + at.saturating_sub(self.from).mul_f64(part));
        Deadline { at, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Played by somebody who always thinks to the end and a little longer: the
    /// bank is never empty, and at the end little of it is left.
    #[test]
    fn a_bank_lasts_for_a_whole_game() {
        for (start, increment, turns, answers) in [
            (ms(1000), ms(100), 100, 3),
            (ms(1000), ms(0), 100, 3),
            (ms(100), ms(10), 100, 3),
            (ms(60_000), ms(0), 50, 1),
        ] {
            let mut bank = start;
            for turn in 0..turns {
                for answer in 0..answers {
                    let (never, nothing) = (AtomicBool::new(false), || Duration::ZERO);
                    let time = Time::new(Some(bank), Some(increment), &nothing, &never);
                    let at = time.deadline(answers - answer, turns - turn, None).at.expect("a clock");
                    let late = Duration::from_micros(300);
                    assert!(at + late < bank, "{start:?}+{increment:?}, turn {turn}: {at:?} of {bank:?}");
                    bank -= at + late;
                }
                bank += increment;
            }
            assert!(bank < start + increment * turns / 2, "{start:?}+{increment:?}: {bank:?} are left");
        }
    }

    /// Whoever divides what is left among those who are left gives all the same,
    /// whenever that begins.
    #[test]
    fn shares_of_the_rest_are_equal() {
        for (begin, shares) in [(0, 4), (600, 4), (600, 1), (999, 3), (1200, 2)] {
            let now = AtomicU64::new(begin);
            let (never, spent) = (AtomicBool::new(false), || ms(now.load(Ordering::Relaxed)));
            let all = Time::new(None, None, &spent, &never).deadline(1, 1, Some(ms(1000)));
            let share = 1000_u64.saturating_sub(begin) as f64 / shares as f64;
            for taken in 0..shares {
                let at = all.part_of_rest(1.0 / (shares - taken) as f64).at.expect("a deadline");
                let wanted = begin as f64 + share * (taken + 1) as f64;
                assert!((at.as_secs_f64() * 1000.0 - wanted).abs() < 2.0, "{begin}, share {taken}: {at:?}");
                let part = all.part_of_rest(1.0 / (shares - taken) as f64);
                assert_eq!(
                    part.has_passed_part(0.5),
                    begin >= 1000,
                    "{begin}, share {taken}: it has just begun"
                );
                now.store(at.as_millis() as u64, Ordering::Relaxed);
            }
        }
        assert!(!Deadline::NEVER.part_of_rest(0.5).is_set());
    }

    #[test]
    fn earlier_is_never_before_half_of_the_time() {
        for (all, by, at) in [(100, 10, 90), (20, 10, 10), (10, 10, 5), (0, 10, 0)] {
            let deadline = Time::UNLIMITED.deadline(1, 1, Some(ms(all)));
            assert_eq!(deadline.earlier(ms(by)).at, Some(ms(at)), "{all} {by}");
        }
        assert!(!Deadline::NEVER.earlier(ms(10)).is_set());
    }

    #[test]
    fn a_cap_and_a_stop_go_before_the_clock() {
        let (stop, spent) = (AtomicBool::new(false), || ms(6));
        let time = Time::new(Some(ms(20)), None, &spent, &stop);
        assert!(!time.deadline(1, 1, None).has_passed());
        assert!(time.deadline(1, 1, None).has_passed_part(0.3));
        assert!(time.deadline(1, 1, Some(ms(5))).has_passed());
        stop.store(true, Ordering::Relaxed);
        assert!(time.deadline(1, 1, None).has_passed());
        assert!(!Deadline::NEVER.has_passed());
    }
}

//! How long a player may think.
//!
//! Time is an argument: a player asks the clock that charges it, and reads no other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time that a player has for one action.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
/// use gridiron_ai::Time;
///
/// let begin = Instant::now();
/// let (spent, stop) = (|| begin.elapsed(), AtomicBool::new(false));
/// // 60 seconds for the rest of the game, 1 second added per turn.
/// let bank = (Some(Duration::from_secs(60)), Some(Duration::from_secs(1)));
/// let time = Time::new(bank.0, bank.1, &spent, &stop);
/// // One action in this turn, about 30 turns to come: use a part of the bank.
/// let deadline = time.deadline(1, 30, None);
/// let left = deadline.left().expect("a clock runs");
/// assert!(left > Duration::from_secs(1) && left < Duration::from_secs(5));
/// ```
#[derive(Clone, Copy)]
pub struct Time<'a> {
    /// What is left on the clock; `None` without a clock.
    pub left: Option<Duration>,
    /// What each turn adds, if `left` is for the rest of the game; `None` if `left` is
    /// for this action alone.
    pub increment: Option<Duration>,
    spent: Option<&'a (dyn Fn() -> Duration + Sync)>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Time<'a> {
    /// No clock.
    pub const UNLIMITED: Time<'static> = Time { left: None, increment: None, spent: None, stop: None };

    /// `spent` returns the time used so far, by the clock that is charged. `stop` is set
    /// when the action is no longer needed.
    pub fn new(
        left: Option<Duration>,
        increment: Option<Duration>,
        spent: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Time<'a> {
        Time { left, increment, spent: Some(spent), stop: Some(stop) }
    }

    /// When to return an action at the latest.
    ///
    /// The clock must last for `actions` more actions in this turn, this one included,
    /// and for `turns` more turns. `cap` is the player's own limit.
    pub fn deadline(&self, actions: u32, turns: u32, cap: Option<Duration>) -> Deadline<'a> {
        let by_clock = self.left.map(|left| match self.increment {
            None => usable(left),
            Some(increment) => {
                // An equal part of the bank for every turn, and most of the increment;
                // never more than a quarter of what is left.
                let turn = left / turns.max(1) + increment * 3 / 4;
                (turn / actions.max(1)).min(left / 4).saturating_sub(OVERHEAD)
            }
        });
        let at = match (by_clock, cap) {
            (Some(clock), Some(cap)) => Some(clock.min(cap)),
            (one, other) => one.or(other),
        };
        Deadline { time: *self, from: Duration::ZERO, at }
    }

    /// The time used so far.
    pub fn spent(&self) -> Duration {
        self.spent.map_or(Duration::ZERO, |spent| spent())
    }

    /// Whether the action is no longer needed.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Kept back for sending the action, and because the clock is read only now and then.
const OVERHEAD: Duration = Duration::from_micros(500);
/// Also kept back: half of the time, but at most this. On a shared machine a thread is
/// sometimes charged for ten milliseconds in which it did not run.
const BUSY_MACHINE_MARGIN: Duration = Duration::from_millis(20);

/// What can be used of a time without the risk of being late.
fn usable(time: Duration) -> Duration {
    time.saturating_sub(BUSY_MACHINE_MARGIN.min(time / 2) + OVERHEAD)
}

/// When to return an action, by the clock of a [`Time`].
#[derive(Clone, Copy)]
pub struct Deadline<'a> {
    time: Time<'a>,
    /// What was used when the time began of which [`Deadline::part`] takes a part.
    from: Duration,
    at: Option<Duration>,
}

impl<'a> Deadline<'a> {
    /// No deadline.
    pub const NEVER: Deadline<'static> = Deadline { time: Time::UNLIMITED, from: Duration::ZERO, at: None };

    /// Whether to return now.
    pub fn has_passed(&self) -> bool {
        self.has_passed_part(1.0)
    }

    /// Whether this part of the time has passed. With 0.7, an iteration that would not
    /// finish is not begun.
    pub fn has_passed_part(&self, part: f64) -> bool {
        self.time.is_stopped() || self.part(part).at.is_some_and(|at| self.time.spent() >= at)
    }

    /// Whether there is a deadline.
    pub fn is_set(&self) -> bool {
        self.at.is_some()
    }

    /// The time until then; `None` without a deadline.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(self.time.spent()))
    }

    /// A deadline after this part of the time that is left now.
    pub fn part_of_rest(&self, part: f64) -> Deadline<'a> {
        Deadline { from: self.time.spent(), ..*self }.part(part)
    }

    /// An earlier deadline, but not before half of the time.
    pub fn earlier(&self, by: Duration) -> Deadline<'a> {
        let at = self.at.map(|at| at - by.min(at.saturating_sub(self.from) / 2));
        Deadline { at, ..*self }
    }

    /// A deadline after this part of the time.
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

    /// A player that always uses its deadline and a little more: the bank is never
    /// empty, and little is left at the end.
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

    /// Dividing the rest by the shares still to come gives equal shares, whenever that
    /// begins.
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

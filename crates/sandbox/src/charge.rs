//! Which time of a program counts, and the times that were measured.

use std::time::Duration;

/// What a clock is charged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChargeBy {
    /// The time that the program had: wall time less the time in which it was ready
    /// and got no core. Never less than its CPU time. So sleeping costs time, and a
    /// busy machine does not.
    Fair,
    /// CPU time, which does not depend on what else the machine does.
    Cpu,
    /// Wall time.
    Wall,
}

impl ChargeBy {
    /// Every way to charge a clock.
    pub const ALL: [ChargeBy; 3] = [ChargeBy::Fair, ChargeBy::Cpu, ChargeBy::Wall];

    /// The way that is used by default. Only Linux tells what the others need.
    pub const DEFAULT: ChargeBy = if cfg!(target_os = "linux") { ChargeBy::Fair } else { ChargeBy::Wall };

    /// The word used in records and files.
    pub fn word(self) -> &'static str {
        match self {
            ChargeBy::Fair => "fair",
            ChargeBy::Cpu => "cpu",
            ChargeBy::Wall => "wall",
        }
    }

    /// The name in sentences, as in "10 s of fair time".
    pub fn in_words(self) -> &'static str {
        match self {
            ChargeBy::Fair => "fair time",
            ChargeBy::Cpu => "CPU time",
            ChargeBy::Wall => "wall time",
        }
    }
}

/// The time that a line took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeSpent {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, if it was measured.
    pub cpu: Option<Duration>,
    /// Fair time, if it was measured.
    pub fair: Option<Duration>,
    /// Time that is not charged because the machine or the caller stood still. It is
    /// part of `wall`, and not of the other two.
    pub stalled: Duration,
}

impl TimeSpent {
    /// Only wall time is known, as for people.
    pub fn wall(wall: Duration) -> TimeSpent {
        TimeSpent { wall, ..TimeSpent::default() }
    }

    /// The time that counts. Wall time counts if nothing else was measured.
    pub fn charged(&self, charge: ChargeBy) -> Duration {
        let measured = match charge {
            ChargeBy::Fair => self.fair,
            ChargeBy::Cpu => self.cpu,
            ChargeBy::Wall => None,
        };
        measured.unwrap_or(self.wall.saturating_sub(self.stalled))
    }

    /// The sum, for two requests one after the other.
    pub fn plus(self, other: TimeSpent) -> TimeSpent {
        let sum = |one: Option<Duration>, other: Option<Duration>| {
            one.into_iter().chain(other).reduce(|one, other| one + other)
        };
        TimeSpent {
            wall: self.wall + other.wall,
            cpu: sum(self.cpu, other.cpu),
            fair: sum(self.fair, other.fair),
            stalled: self.stalled + other.stalled,
        }
    }

    /// What is left of each time after `free`.
    pub fn less(self, free: Duration) -> TimeSpent {
        TimeSpent {
            wall: self.wall.saturating_sub(free),
            cpu: self.cpu.map(|cpu| cpu.saturating_sub(free)),
            fair: self.fair.map(|fair| fair.saturating_sub(free)),
            stalled: self.stalled,
        }
    }
}

//! Arguments that several commands share: clocks, the sandbox, how a game is shown.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use games::GameEntry;
use referee::units::read_size;
use referee::{ChargeBy, Level, PlayerSpec, TimeControl};

use super::values::{read_positive_time, read_time_or_ms};
use crate::failure::Failure;

/// The heading of the options about time in help texts.
const CLOCK: &str = "Clock";

/// Clocks and sandbox of the players.
#[derive(Args)]
pub struct TimingArguments {
    /// Time in seconds: 10/move, 1+0.1 (bank and increment), 60+1,10/move (both) or none [default: the game's own; none for `human`]
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock: Option<TimeControl>,
    /// Charge fair time (wall time less waiting for a core), CPU time or wall time [default: fair on Linux, else wall]
    #[arg(long, help_heading = CLOCK, value_name = "BY")]
    pub clock_by: Option<ClockBy>,
    /// Time a program has to start, until it waits for input, as in 500ms or 10s
    #[arg(long, help_heading = CLOCK, value_name = "TIME", value_parser = read_positive_time, allow_hyphen_values = true, default_value = "10s")]
    pub start_budget: Duration,
    #[command(flatten)]
    pub sandbox: SandboxArguments,
}

/// The heading of the options about the sandbox in help texts.
const SANDBOX: &str = "Sandbox";

/// The sandbox that programs run in.
#[derive(Args, Clone)]
pub struct SandboxArguments {
    /// Sandbox level: standard, strong or server [default: the strongest that this machine has, see `gridiron doctor`]
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// Refuse to play if this machine has no sandbox of at least this level
    #[arg(long, help_heading = SANDBOX, value_name = "LEVEL")]
    pub require: Option<Level>,
    /// Run programs without a sandbox: they can do everything that you can
    #[arg(long, help_heading = SANDBOX)]
    pub trust_bots: bool,
    /// Let programs read this folder too; may be repeated
    #[arg(long, help_heading = SANDBOX, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,
    /// Tell bots of the original Virus who their opponent is; without this its name is `opponent`
    #[arg(long, help_heading = SANDBOX)]
    pub show_names: bool,
    /// Memory of each program
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "512MB")]
    pub memory: u64,
    /// Size of the largest file that a program may write
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "16MB")]
    pub file_size: u64,
    /// Space for all files in a program's own and temporary folder
    #[arg(long, help_heading = SANDBOX, value_name = "SIZE", value_parser = read_size, allow_hyphen_values = true, default_value = "64MB")]
    pub temp_size: u64,
}

/// Different clocks for the two players.
#[derive(Args)]
pub struct HandicapArguments {
    /// Clock of the first player, if it differs
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_a: Option<TimeControl>,
    /// Clock of the second player, if it differs
    #[arg(long, help_heading = CLOCK, value_name = "CLOCK", allow_hyphen_values = true)]
    pub clock_b: Option<TimeControl>,
}

/// See [`ChargeBy`].
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockBy {
    /// Fair time: wall time less the time of waiting for a core
    Fair,
    /// CPU time
    Cpu,
    /// Wall time
    Wall,
}

impl TimingArguments {
    /// The clock of a player: `--clock`, or the game's own. People have none by
    /// default.
    pub fn clock(&self, entry: &GameEntry, player: &PlayerSpec) -> TimeControl {
        self.clock.unwrap_or_else(|| match player.is_human() {
            true => TimeControl::NONE,
            false => entry.clock.parse().expect("a game's own clock"),
        })
    }

    /// The clocks of the first and the second player.
    pub fn clocks(
        &self,
        entry: &GameEntry,
        players: &[PlayerSpec; 2],
        handicaps: &HandicapArguments,
    ) -> [TimeControl; 2] {
        let [a, b] = players.each_ref().map(|player| self.clock(entry, player));
        [handicaps.clock_a.unwrap_or(a), handicaps.clock_b.unwrap_or(b)]
    }

    /// What clocks are charged by: `--clock-by`, or what this system can measure.
    pub fn charge(&self) -> Result<ChargeBy, Failure> {
        match self.clock_by {
            Some(by) if by != ClockBy::Wall && !cfg!(target_os = "linux") => {
                Err(Failure::Usage("--clock-by fair and cpu work on Linux only: use --clock-by wall".into()))
            }
            Some(ClockBy::Fair) => Ok(ChargeBy::Fair),
            Some(ClockBy::Cpu) => Ok(ChargeBy::Cpu),
            Some(ClockBy::Wall) => Ok(ChargeBy::Wall),
            None => Ok(ChargeBy::DEFAULT),
        }
    }
}

/// How a game is shown.
#[derive(Args)]
pub struct ShowArguments {
    /// Show only the result
    #[arg(long, short)]
    pub quiet: bool,
    /// Pause after each turn, as in 200ms or 1.5s
    #[arg(long, value_name = "TIME", value_parser = read_time_or_ms, default_value = "0ms", hide_default_value = true)]
    pub delay: Duration,
}

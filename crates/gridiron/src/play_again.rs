//! The commands that show a fault again, complete: players in their seats, seed,
//! rules, clocks and sandbox. They can be copied into a shell.

use std::path::{Path, PathBuf};

use games::common::options::OptionValues;
use league::committed_results::GameId;
use league::pair::usual_options;
use league::{EventPlayer, GameConditions};
use referee::units::time_to_type;
use referee::{ChargeBy, Limits, TimeControl, Timing};

use crate::cli::SandboxArguments;
use crate::failure::harmless;
use crate::terminal::for_shell;

/// Printed once below such commands.
pub const NOTE: &str =
    "  each command plays that game again: the same, if both players depend only on what they are sent";

/// `wrote game.json; to see it again: gridiron replay game.json --delay 300ms`
pub fn after_writing(path: &Path, what: &str, options: &str) -> String {
    let path = path.to_string_lossy();
    let command = format!("gridiron replay {} {options}", for_shell(&path));
    format!("wrote {}; to see {what}: {command}\n", harmless(&path))
}

/// What the games of a match or tournament have in common.
pub struct PlayAgain<'a> {
    pub conditions: &'a GameConditions,
    pub sandbox: &'a SandboxArguments,
    /// Where the paths of the players are relative to, if that is not here.
    pub folder: Option<PathBuf>,
}

impl PlayAgain<'_> {
    /// The command that plays this very game. `players` are all that take part.
    pub fn play<'p>(&self, players: impl Fn(usize) -> &'p EventPlayer, game: &GameId) -> String {
        let [zero, one] = game.seats.map(players);
        let words = [self.conditions.entry.name, &spec(zero), &spec(one)].join(" ");
        let rules = different_rules(&self.conditions.options, &self.conditions.entry.defaults());
        let clocks = match (self.clock(zero), self.clock(one)) {
            (a, b) if a == b => a.map(|clock| format!(" --clock {clock}")).unwrap_or_default(),
            (a, b) => [("a", a), ("b", b)]
                .into_iter()
                .filter_map(|(side, clock)| Some(format!(" --clock-{side} {}", clock?)))
                .collect(),
        };
        self.complete(&format!("play {words} --seed {}{rules}{clocks}", game.seed))
    }

    /// The command that checks a bot under the same conditions.
    pub fn check(&self, player: &EventPlayer) -> String {
        let entry = self.conditions.entry;
        let rules = different_rules(&self.conditions.options, &usual_options(entry));
        let clock = self.clock(player).map(|clock| format!(" --clock {clock}")).unwrap_or_default();
        self.complete(&format!("check {} {}{rules}{clock}", entry.name, spec(player)))
    }

    /// The clock of a player, if it is not the game's own.
    fn clock(&self, player: &EventPlayer) -> Option<TimeControl> {
        Some(player.clock).filter(|clock| clock.to_string() != self.conditions.entry.clock)
    }

    /// Adds what `play` and `check` both take, as far as it differs from defaults.
    fn complete(&self, command: &str) -> String {
        let GameConditions { charge, start_budget, .. } = self.conditions;
        let SandboxArguments { sandbox, trust_bots, allow_read, memory, file_size, temp_size, .. } =
            self.sandbox;
        let mut text = match &self.folder {
            Some(folder) => format!("cd {} && gridiron {command}", for_shell(&folder.display().to_string())),
            None => format!("gridiron {command}"),
        };
        if *charge != ChargeBy::DEFAULT {
            text.push_str(&format!(" --clock-by {}", charge.word()));
        }
        if *start_budget != Timing::START_BUDGET {
            text.push_str(&format!(" --start-budget {}", time_to_type(*start_budget)));
        }
        if let Some(level) = sandbox {
            text.push_str(&format!(" --sandbox {level}"));
        }
        if *trust_bots {
            text.push_str(" --trust-bots");
        }
        for folder in allow_read {
            text.push_str(&format!(" --allow-read {}", for_shell(&folder.display().to_string())));
        }
        let usual = Limits::default();
        for (option, size, usual) in [
            ("memory", memory, usual.memory),
            ("file-size", file_size, usual.file),
            ("temp-size", temp_size, usual.temp),
        ] {
            if *size != usual {
                text.push_str(&format!(" --{option} {}MB", size >> 20));
            }
        }
        text
    }
}

fn spec(player: &EventPlayer) -> String {
    for_shell(&harmless(&player.spec.about().spec))
}

/// ` --rules size=6,opening_plies=4`: the options that differ; empty if none does.
fn different_rules(options: &OptionValues, usual: &OptionValues) -> String {
    let differ = options.iter().zip(usual.iter()).filter(|(option, usual)| option != usual);
    let differ: Vec<String> = differ.map(|((key, value), _)| format!("{key}={value}")).collect();
    if differ.is_empty() { String::new() } else { format!(" --rules {}", differ.join(",")) }
}

/// The folder of a tournament file as seen from here; `None` if it is here.
pub fn folder_of(file: Option<&Path>, here: &Path) -> Option<PathBuf> {
    let folder = file?.parent()?;
    let shorter = folder.strip_prefix(here).unwrap_or(folder);
    (!shorter.as_os_str().is_empty()).then(|| shorter.to_path_buf())
}

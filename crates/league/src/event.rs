//! A tournament as it was announced: everything that decides what is played.

use std::collections::BTreeMap;
use std::str::FromStr;

use games::common::rng::{SEED_LIMIT, derive};
use referee::{PlayerSpec, TimeControl};

use crate::formats::Plan;
use crate::pair::GameConditions;
use crate::results_table::Pairing;
use crate::standings::RankBy;

/// Who takes part.
#[derive(Clone)]
pub struct EventPlayer {
    /// Nobody else in the tournament is called that.
    pub name: String,
    /// Who it is.
    pub spec: PlayerSpec,
    /// Its clock.
    pub clock: TimeControl,
}

/// Which games are kept whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Records {
    /// All.
    All,
    /// Those in which something went wrong.
    Faults,
    /// None: only results.
    None,
}

impl FromStr for Records {
    type Err = String;

    fn from_str(word: &str) -> Result<Records, String> {
        match word {
            "all" => Ok(Records::All),
            "faults" => Ok(Records::Faults),
            "none" => Ok(Records::None),
            _ => Err("expected all, faults or none".into()),
        }
    }
}

/// A tournament as it was announced.
#[derive(Clone)]
pub struct Event {
    /// What it is called.
    pub title: String,
    /// What is played.
    pub conditions: GameConditions,
    /// Who plays whom and how often.
    pub plan: Plan,
    /// Who takes part.
    pub players: Vec<EventPlayer>,
    /// The clock of those who have none of their own.
    pub clock: TimeControl,
    /// What all chance is drawn from.
    pub seed: u64,
    /// What decides the order of the standings.
    pub rank_by: RankBy,
    /// Which games are kept whole.
    pub records: Records,
    /// After how many crashes in a row a player is withdrawn.
    pub withdraw_after: u32,
}

impl Event {
    /// The seed of both games of a pair. It depends on who plays and not on the
    /// order of play, nor on who else takes part; and on the format, or a final
    /// would begin with the games of the qualification.
    pub fn pair_seed(&self, pairing: &Pairing, names: [&str; 2]) -> u64 {
        let [one, other] = if names[0] <= names[1] { names } else { [names[1], names[0]] };
        // Names may hold anything; their lengths keep them apart.
        let format = self.plan.name();
        let what = format!("{format} {}, pair {}, {} {one} {other}", pairing.round, pairing.leg, one.len());
        derive(self.seed, &what) % SEED_LIMIT
    }

    /// What the clock is charged by: `cpu`, `wall`, or `none` if there is none.
    pub fn charged(&self) -> &'static str {
        if self.clock.is_none() { "none" } else { self.conditions.charge.word() }
    }

    /// What may not change while the tournament lasts, by name.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let GameConditions { entry, options, charge, start_budget } = &self.conditions;
        let mut settings = vec![
            ("game".into(), entry.name.to_string()),
            ("rules".into(), options.in_full()),
            ("clock".into(), self.clock.to_string()),
            ("clock_by".into(), charge.word().to_string()),
            ("start_budget".into(), format!("{} ms", start_budget.as_millis())),
            ("seed".into(), self.seed.to_string()),
            ("format".into(), self.plan.fixed_settings()),
        ];
        if self.plan.has_fixed_field() {
            let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
            settings.push(("players".into(), names.join(", ")));
        }
        if let Plan::Gauntlet { challengers, .. } = self.plan {
            let names: Vec<&str> =
                self.players.iter().take(challengers as usize).map(|player| player.name.as_str()).collect();
            settings.push(("challengers".into(), names.join(", ")));
        }
        // Of everybody, or a clock that is given to one later would not be noticed.
        let clocks = self.players.iter();
        settings.extend(clocks.map(|player| (format!("clock of {}", player.name), player.clock.to_string())));
        settings.into_iter().collect()
    }
}

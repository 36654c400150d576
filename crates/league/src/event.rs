//! A tournament or match as it was announced: all that decides what is played.

use std::collections::BTreeMap;
use std::str::FromStr;

use referee::{ChargeBy, PlayerSpec, TimeControl, Timing};

use crate::formats::Plan;
use crate::pair::{GameConditions, usual_options};
use crate::results_table::Pairing;
use crate::seeds::SeedRule;
use crate::standings::RankBy;

/// A player of an event.
#[derive(Clone)]
pub struct EventPlayer {
    /// Unique in a tournament; in a match both may have the same.
    pub name: String,
    /// The built-in player or the program.
    pub spec: PlayerSpec,
    /// How long it has to think.
    pub clock: TimeControl,
}

/// Which games are saved with their records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Records {
    /// All games.
    All,
    /// Games with a fault.
    Faults,
    /// None: only results.
    None,
}

impl Records {
    /// Whether the record of a game is kept.
    pub fn keeps(self, has_fault: bool) -> bool {
        match self {
            Records::All => true,
            Records::Faults => has_fault,
            Records::None => false,
        }
    }
}

/// The word is none of those of [`Records`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected all, faults or none")]
pub struct UnknownRecords;

impl FromStr for Records {
    type Err = UnknownRecords;

    fn from_str(word: &str) -> Result<Records, UnknownRecords> {
        match word {
            "all" => Ok(Records::All),
            "faults" => Ok(Records::Faults),
            "none" => Ok(Records::None),
            _ => Err(UnknownRecords),
        }
    }
}

/// Why there is no such event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventError {
    /// There is no such game.
    #[error("{0}")]
    Game(String),
    /// There is no such player.
    #[error("{0}")]
    Player(String),
}

/// A tournament or match as it was announced: all that decides what is played.
#[derive(Clone)]
pub struct Event {
    /// The title in reports.
    pub title: String,
    /// What all games have in common: game, rules, charging.
    pub conditions: GameConditions,
    /// Who plays whom and how often.
    pub plan: Plan,
    /// The players. Formats name them by their places in this list.
    pub players: Vec<EventPlayer>,
    /// The time control of players who have none of their own.
    pub clock: TimeControl,
    /// Seed of all random choices.
    pub seed: u64,
    /// How the seeds of games follow from it.
    pub seed_rule: SeedRule,
    /// What decides the order of the standings.
    pub rank_by: RankBy,
    /// Which games are saved with their records.
    pub records: Records,
    /// After how many crashes in a row a player is withdrawn; `None` for never.
    pub withdraw_after: Option<u32>,
}

impl Event {
    /// An event of built-in players with the usual rules, without clocks. Seed 1;
    /// no records are kept. The error is that of an unknown game or player.
    ///
    /// ```
    /// use gridiron_league::{Event, formats::Plan};
    ///
    /// let event = Event::of_built_in_players("virus", ["greedy", "random"], Plan::Match { pairs: 10 }).unwrap();
    /// assert_eq!(event.players[1].name, "random");
    /// assert!(Event::of_built_in_players("virus", ["gredy"], Plan::default()).is_err());
    /// ```
    pub fn of_built_in_players<'a>(
        game: &str,
        players: impl IntoIterator<Item = &'a str>,
        plan: Plan,
    ) -> Result<Event, EventError> {
        let entry = games::find(game).map_err(|error| EventError::Game(error.to_string()))?;
        let clock = TimeControl::NONE;
        let players = players.into_iter().map(|name| {
            let spec =
                PlayerSpec::read(entry, name).map_err(|error| EventError::Player(error.to_string()))?;
            Ok(EventPlayer { name: name.to_string(), spec, clock })
        });
        Ok(Event {
            title: format!("{game} {}", plan.name()),
            conditions: GameConditions {
                entry,
                options: usual_options(entry),
                charge: ChargeBy::Wall,
                start_budget: Timing::START_BUDGET,
            },
            plan,
            players: players.collect::<Result<_, _>>()?,
            clock,
            seed: 1,
            seed_rule: SeedRule::default(),
            rank_by: plan.usual_order(),
            records: Records::None,
            withdraw_after: None,
        })
    }

    /// A match of A and B over `pairs` pairs.
    pub fn match_of_two(
        conditions: GameConditions,
        players: [EventPlayer; 2],
        seed: u64,
        pairs: u32,
        records: Records,
    ) -> Event {
        let plan = Plan::Match { pairs };
        Event {
            title: format!("{} match", conditions.entry.name),
            conditions,
            plan,
            clock: players[0].clock,
            players: players.to_vec(),
            seed,
            seed_rule: SeedRule::default(),
            rank_by: plan.usual_order(),
            records,
            withdraw_after: None,
        }
    }

    /// The seeds of both games of a pair. They depend on who plays and not on the
    /// order of play, nor on who else takes part; and on the format, or a final
    /// would begin with the games of the qualification. In a match they depend on the
    /// number of the pair alone.
    pub fn game_seeds(&self, pairing: &Pairing, names: [&str; 2]) -> [u64; 2] {
        let Pairing { round, leg, .. } = pairing;
        let pair = if let Plan::Match { .. } = self.plan {
            self.seed_rule.pair(self.seed, format_args!("pair {leg}"))
        } else {
            let [one, other] = if names[0] <= names[1] { names } else { [names[1], names[0]] };
            let format = self.plan.name();
            // Names may hold anything; their lengths keep them apart.
            let name = format_args!("{format} {round}, pair {leg}, {} {one} {other}", one.len());
            self.seed_rule.pair(self.seed, name)
        };
        self.seed_rule.games(self.conditions.entry, pair)
    }

    /// What the clock is charged by: `fair`, `cpu`, `wall`, or `none` if there is none.
    pub fn charged(&self) -> &'static str {
        if self.clock.is_none() { "none" } else { self.conditions.charge.word() }
    }

    /// What may not change while the tournament lasts, by name.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let GameConditions { entry, options, charge, start_budget } = &self.conditions;
        let mut settings = vec![
            ("game".into(), entry.name.to_string()),
            ("rules".into(), options.to_full_string()),
            ("clock".into(), self.clock.to_string()),
            ("clock_by".into(), charge.word().to_string()),
            ("start_budget".into(), format!("{} ms", start_budget.as_millis())),
            ("seed".into(), self.seed.to_string()),
            ("format".into(), self.plan.fixed_settings()),
        ];
        settings.extend(self.seed_rule.stored().map(|rule| (SeedRule::SETTING.into(), rule.to_string())));
        if self.plan.has_fixed_field() {
            let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
            settings.push(("players".into(), names.join(", ")));
        }
        if let Plan::Gauntlet { challengers, .. } = self.plan {
            let names: Vec<&str> =
                self.players.iter().take(challengers as usize).map(|player| player.name.as_str()).collect();
            settings.push(("challengers".into(), names.join(", ")));
        }
        // Of all players, or a clock that is given to one later would not be noticed.
        let clocks = self.players.iter();
        settings.extend(clocks.map(|player| (format!("clock of {}", player.name), player.clock.to_string())));
        settings.into_iter().collect()
    }
}

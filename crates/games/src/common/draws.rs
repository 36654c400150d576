//! Draws by repetition and by length, for games that could go on for ever.
//!
//! ```
//! use gridiron_games::{Cause, Game, conga::Conga};
//!
//! let text = "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0 move_limit=2";
//! let mut game: Conga = text.parse()?;
//! for line in ["1 4 2 4", "4 1 3 1"] {
//!     game.play(line.parse()?);
//! }
//! let outcome = game.status().outcome().expect("two plies were played");
//! assert_eq!((outcome.winner, outcome.cause), (None, Cause::MoveLimit));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use super::notation::PositionText;
use super::options::{OptionError, OptionSpec, OptionValues};
use crate::error::{PositionError, Refusal};
use crate::game::{Cause, Fault, Game, GameOptions, Outcome, Ruling, Seat, Status};
use crate::grid::{Grid, Viewpoint};
use crate::sighting::Sighting;
use crate::trace::Trace;

/// A perfect-information game whose positions have exact keys.
pub trait Repeatable: Game<View = Self> {
    /// Equal for two positions exactly if the boards and the players to move are
    /// equal. How the game got there does not count.
    fn key(&self) -> u128;

    /// Plies played since the start.
    fn plies(&self) -> u32;

    /// The parts of the position's text.
    fn to_text(&self) -> PositionText;

    /// Takes its own fields from a text and leaves the others.
    fn from_text(text: &mut PositionText) -> Result<Self, PositionError>;

    /// The names of the fields it takes.
    const FIELDS: &'static [&'static str];
}

/// When a game is a draw although it could go on. 0 turns a rule off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// The game is drawn when a position occurs for this many times.
    pub repetition: u32,
    /// The game is drawn after this many plies.
    pub move_limit: u32,
}

impl DrawRules {
    /// The options of a game with these rules.
    pub const REPETITION: OptionSpec = OptionSpec::integer(
        "repetition",
        0,
        1000,
        3,
        "a draw when a position occurs this many times (0: never; 1 is refused)",
    );
    /// See [`DrawRules::REPETITION`].
    pub const MOVE_LIMIT: OptionSpec =
        OptionSpec::integer("move_limit", 0, 100_000, 400, "a draw after this many plies (0: no limit)");

    /// Reads the two options.
    pub fn from_values(values: &OptionValues) -> Result<DrawRules, OptionError> {
        let repetition = values.integer("repetition");
        if repetition == 1 {
            return Err(OptionError::RepetitionOfOne);
        }
        Ok(DrawRules { repetition, move_limit: values.integer("move_limit") })
    }
}

/// A game with draw rules around it. It keeps the keys of past positions.
/// Searches work on the game inside, which stays a small value.
#[derive(Clone, PartialEq, Debug)]
pub struct WithDraws<G> {
    game: G,
    rules: DrawRules,
    /// Keys of the positions so far, the present one last.
    seen: Vec<u128>,
    drawn: Option<Cause>,
}

/// Options of a game with draw rules.
#[derive(Clone, PartialEq, Debug)]
pub struct WithDrawsOptions<O> {
    /// The options of the game inside.
    pub game: O,
    /// The draw rules.
    pub draws: DrawRules,
}

impl<O: GameOptions> GameOptions for WithDrawsOptions<O> {
    /// The table of the game inside lists the draw options as well.
    const SPECS: &'static [OptionSpec] = O::SPECS;

    fn from_values(values: &OptionValues) -> Result<Self, OptionError> {
        Ok(WithDrawsOptions { game: O::from_values(values)?, draws: DrawRules::from_values(values)? })
    }
}

impl<G: Repeatable> WithDraws<G> {
    fn new(game: G, rules: DrawRules, earlier: Vec<u128>) -> WithDraws<G> {
        let mut with_draws = WithDraws { game, rules, seen: earlier, drawn: None };
        // Room for a whole game, so that playing it does not allocate.
        if rules.repetition > 0 {
            with_draws.seen.reserve(rules.move_limit as usize + 1);
        }
        with_draws.note_position();
        with_draws
    }

    /// The game inside, for searches.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The draw rules of this game.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// The [keys](Repeatable::key) of the positions so far, the present one last.
    /// Empty if repetition is no draw.
    pub fn seen(&self) -> &[u128] {
        &self.seen
    }

    /// Repetition comes before the move limit. An end by the game's own rules
    /// comes before both; see `status`.
    fn note_position(&mut self) {
        let mut occurrences = 0;
        if self.rules.repetition > 0 {
            let key = self.game.key();
            self.seen.push(key);
            // The same player is to move in every second position.
            occurrences = self.seen.iter().rev().step_by(2).filter(|seen| **seen == key).count();
        }
        if self.rules.repetition > 0 && occurrences >= self.rules.repetition as usize {
            self.drawn = Some(Cause::Repetition);
        } else if self.rules.move_limit > 0 && self.game.plies() >= self.rules.move_limit {
            self.drawn = Some(Cause::MoveLimit);
        }
    }
}

impl<G: Repeatable> Game for WithDraws<G> {
    const NAME: &'static str = G::NAME;
    type Options = WithDrawsOptions<G::Options>;
    type Action = G::Action;
    type Reply = G::Reply;
    type View = Self;

    fn start(options: &Self::Options, seed: u64) -> Self {
        WithDraws::new(G::start(&options.game, seed), options.draws, Vec::new())
    }

    fn status(&self) -> Status {
        match (self.game.status(), self.drawn) {
            (Status::ToAct { .. }, Some(cause)) => Status::Over(Outcome::from_score(0, cause)),
            (status, _) => status,
        }
    }

    fn actions(&self) -> impl ExactSizeIterator<Item = Self::Action> {
        let mut actions = self.game.actions();
        // A drawn game has no actions: the same iterator, exhausted.
        if self.drawn.is_some() {
            let all = actions.len();
            if all > 0 {
                let _ = actions.nth(all - 1);
            }
        }
        actions
    }

    fn is_legal(&self, action: Self::Action) -> bool {
        self.drawn.is_none() && self.game.is_legal(action)
    }

    fn refusal(&self, action: Self::Action) -> Refusal {
        match self.drawn {
            Some(_) => Refusal::GameOver,
            None => self.game.refusal(action),
        }
    }

    fn forced(&self) -> Option<Self::Action> {
        self.drawn.map_or_else(|| self.game.forced(), |_| None)
    }

    fn play(&mut self, action: Self::Action) -> Self::Reply {
        let reply = self.game.play(action);
        self.note_position();
        reply
    }

    fn put_action(action: Self::Action, line: &mut Vec<u8>) {
        G::put_action(action, line);
    }

    fn seat_reply(reply: &Self::Reply, seat: Seat) -> Option<String> {
        G::seat_reply(reply, seat)
    }

    fn sightings(view: &Self, action: Self::Action, reply: &Self::Reply) -> Vec<Sighting> {
        G::sightings(&view.game, action, reply)
    }

    fn trace(&self, action: Self::Action) -> Trace {
        self.game.trace(action)
    }

    fn view(&self, _seat: Seat) -> &Self {
        self
    }

    fn grid(&self, viewpoint: Viewpoint) -> Grid {
        self.game.grid(viewpoint)
    }

    fn adjudicate(&self, fault: Fault) -> Ruling<Self::Action> {
        self.game.adjudicate(fault)
    }
}

const FIELDS: &[&str] = &["repetition", "move_limit", "seen"];

impl<G: Repeatable> Display for WithDraws<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.game.to_text();
        let usual = usual_rules();
        text.put("repetition", self.rules.repetition, usual.repetition);
        text.put("move_limit", self.rules.move_limit, usual.move_limit);
        let earlier = self.seen.len().saturating_sub(1);
        let keys: Vec<String> = self.seen[..earlier].iter().map(|key| format!("{key:x}")).collect();
        text.put("seen", keys.join(","), String::new());
        text.fmt(f)
    }
}

impl<G: Repeatable> FromStr for WithDraws<G> {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        let mut text: PositionText = line.parse()?;
        let game = G::from_text(&mut text)?;
        let rules = read_rules(&mut text)?;
        let keys: String = text.take("seen", String::new())?;
        let earlier = keys
            .split(',')
            .filter(|key| !key.is_empty())
            .map(|key| {
                u128::from_str_radix(key, 16)
                    .map_err(|_| PositionError::NotAPositionKey { key: key.to_string() })
            })
            .collect::<Result<Vec<u128>, _>>()?;
        text.finish(&[G::FIELDS, FIELDS].concat())?;
        Ok(WithDraws::new(game, rules, earlier))
    }
}

const SPECS: &[OptionSpec] = &[DrawRules::REPETITION, DrawRules::MOVE_LIMIT];

fn usual_rules() -> DrawRules {
    DrawRules::from_values(&OptionValues::defaults(SPECS)).expect("the defaults are in range")
}

/// Reads the draw rules, within the ranges of the options.
fn read_rules(text: &mut PositionText) -> Result<DrawRules, PositionError> {
    let mut values = OptionValues::defaults(SPECS);
    for spec in SPECS {
        let value: String = text.take(spec.key, spec.default().to_string())?;
        values.set(spec.key, &value)?;
    }
    Ok(DrawRules::from_values(&values)?)
}

#[cfg(test)]
mod tests {
    use crate::conga::Conga;

    #[test]
    fn positions_keep_to_the_ranges_of_the_options() {
        let board = "10,0,0,0/0,0,0,0/0,0,0,0/0,0,0,-10 0";
        for (fields, expected) in [
            ("", None),
            ("repetition=0 move_limit=0", None),
            ("move_limit=4294967295", Some("position: move_limit=4294967295: expected 0 to 100000")),
            ("repetition=1", Some("position: repetition=1: the start would already be a draw")),
            ("repetition=-1", Some("position: repetition=-1: expected 0 to 1000")),
            ("seen=xyz", Some("position: `seen` holds `xyz`, which is no position key")),
            ("limit=3", Some("position: unknown field `limit`")),
        ] {
            let read = format!("{board} {fields}").parse::<Conga>();
            let error = read.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with(expected.unwrap_or("")), "{fields}: {error}");
            assert_eq!(error.is_empty(), expected.is_none(), "{fields}: {error}");
        }
    }
}

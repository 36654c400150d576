//! A game without its type: lines in, lines out, plus [`Grid`].
//!
//! Referees, pages and other languages hold a `Box<dyn Session>` and need not
//! know which game it is. Searches and players stay with the typed [`Game`].

use std::any::{Any, TypeId};

use crate::common::options::{OptionError, OptionSpec, OptionValue, OptionValues};
use crate::common::{opening, words};
use crate::error::{PositionError, Refusal};
use crate::game::{Fault, FaultKind, Game, GameOptions, Outcome, Ruling, Seat, Status};
use crate::grid::{Grid, Viewpoint};
use crate::perft;
use crate::sighting::Sighting;

/// One line of the table of games.
#[derive(Debug)]
pub struct GameEntry {
    /// The name on the command line and in records.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// A page from which a person can learn the game.
    pub rules: &'static str,
    /// What seat 0 and seat 1 are called.
    pub seats: [&'static str; 2],
    /// The usual time control.
    pub clock: &'static str,
    /// What has happened when a game ends by its own rules.
    pub usual_end: &'static str,
    /// Every rule option.
    pub options: &'static [OptionSpec],
    /// What an action looks like when a person types it.
    pub forms: &'static [ActionForm],
    /// See [`GameEntry::has_secrets`].
    pub(crate) has_secrets: fn() -> bool,
    /// See [`GameEntry::start`].
    pub(crate) start: Start,
    /// See [`GameEntry::perft`].
    pub(crate) perft: fn(&OptionValues, u64, u32) -> Result<u64, OptionError>,
}

/// A kind of action as a person types it.
#[derive(Clone, Copy, Debug)]
pub struct ActionForm {
    /// The word it begins with; none where numbers say all.
    pub word: &'static str,
    /// What may be typed in place of the word.
    pub short: &'static str,
    /// What follows, such as `ROW COL`.
    pub rest: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
}

type Start = fn(&'static GameEntry, OptionValues, u64) -> Result<Box<dyn Session>, OptionError>;

impl GameEntry {
    /// Every rule option at its default.
    pub fn defaults(&self) -> OptionValues {
        OptionValues::defaults(self.options)
    }

    /// Reads `key=value,…` over the defaults.
    pub fn read_options(&self, list: &str) -> Result<OptionValues, OptionError> {
        let mut values = self.defaults();
        values.set_list(list)?;
        Ok(values)
    }

    /// A line as a person types it, in the words that an action is read from:
    /// capitals, brackets and short words will do, and a short word need not
    /// stand apart from what follows.
    pub fn expand_shorthand(&self, line: &str) -> String {
        let line = line.to_lowercase().replace(['[', ']', '(', ')'], " ");
        let line = line.trim();
        let end = line.find(|c: char| !c.is_alphabetic()).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let rest = rest.trim_start_matches([' ', ',']);
        match self.forms.iter().find(|form| !word.is_empty() && [form.word, form.short].contains(&word)) {
            Some(form) if rest.is_empty() => form.word.to_string(),
            Some(form) => format!("{} {rest}", form.word),
            None => line.to_string(),
        }
    }

    /// Whether seats hide something from each other.
    pub fn has_secrets(&self) -> bool {
        (self.has_secrets)()
    }

    /// A new game.
    pub fn start(&'static self, options: OptionValues, seed: u64) -> Result<Box<dyn Session>, OptionError> {
        (self.start)(self, options, seed)
    }

    /// How many lines of play of `depth` actions there are from the start,
    /// draw rules off.
    pub fn perft(&self, options: &OptionValues, seed: u64, depth: u32) -> Result<u64, OptionError> {
        let key = opening::OPENING_PLIES.key;
        if options.get(key).is_some_and(|plies| plies != OptionValue::Integer(0)) {
            return Err(OptionError::OpeningBeforePerft);
        }
        (self.perft)(options, seed, depth)
    }
}

/// What came of a line or a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transition {
    /// An action was played.
    Played(Played),
    /// A fault ended the game.
    Ended {
        /// How.
        outcome: Outcome,
        /// What was wrong, for the bot's author.
        message: String,
    },
}

/// An action as a record keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who.
    pub seat: Seat,
    /// In which turn.
    pub turn: u32,
    /// What was played, as records write it.
    pub action: String,
    /// The answer.
    pub reply: String,
    /// What that tells the seat, from its own side; nothing where every answer
    /// is the same.
    pub seat_reply: Option<String>,
    /// What that teaches of squares the seat cannot see.
    pub sightings: Vec<Sighting>,
    /// If the rules put this action in place of a fault: which, and what was
    /// wrong.
    pub fault: Option<(FaultKind, String)>,
}

/// A game in progress whose type nobody needs to know.
pub trait Session: Send + Sync {
    /// Which game this is.
    fn entry(&self) -> &'static GameEntry;

    /// The variant that is played.
    fn options(&self) -> &OptionValues;

    /// What chance was drawn from.
    fn seed(&self) -> u64;

    /// Whose decision comes next, or how the game ended.
    fn status(&self) -> Status;

    /// What the seat to act can sensibly do, as text.
    fn actions(&self) -> Vec<String>;

    /// Appends the same to a line, words joined by commas, a space before each:
    /// ` 0,1 1,0`.
    fn list_actions(&self, line: &mut Vec<u8>);

    /// Whether the rules allow what the line says; an unreadable one never.
    fn is_legal(&self, line: &str) -> bool;

    /// Why the line is no action, is one that the rules forbid, or is bound to
    /// gain nothing as far as the seat to act can tell; nothing if it is worth
    /// playing.
    fn objection(&self, line: &str) -> Option<String>;

    /// An action the rules take without asking the seat to act.
    fn forced(&self) -> Option<String>;

    /// The plies that are played before the players take over.
    fn opening(&self) -> &[String];

    /// Plays the line of the seat to act, or what the rules put in its place.
    ///
    /// # Panics
    /// If the game is over.
    fn submit(&mut self, line: &str) -> Transition;

    /// Plays what the rules say to a fault. Only a fault that ends the game can
    /// be that of a seat which is not up.
    ///
    /// # Panics
    /// If the game is over, or goes on although the seat is not up.
    fn adjudicate(&mut self, fault: Fault) -> Transition;

    /// The board as somebody sees it.
    fn grid(&self, viewpoint: Viewpoint) -> Grid;

    /// Everything a seat may know, in words that differ whenever it does.
    fn describe_view(&self, seat: Seat) -> String;

    /// The whole position as text.
    fn position(&self) -> String;

    /// The same game set to another position. Options that the text does not
    /// name have their usual value there, whatever this session's are.
    fn with_position(&self, text: &str) -> Result<Box<dyn Session>, PositionError>;

    /// A copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// The typed game inside.
    fn as_any(&self) -> &dyn Any;

    /// The typed last action with its answer inside: `Option<(Action, Reply)>`.
    fn last_as_any(&self) -> &dyn Any;
}

impl dyn Session + '_ {
    /// The typed game inside, if it is of this type.
    pub fn game<G: Game>(&self) -> Option<&G> {
        self.as_any().downcast_ref()
    }

    /// The last action and what its actor was answered, if the game is of this
    /// type and something has been played.
    pub fn last_reply<G: Game>(&self) -> Option<&(G::Action, G::Reply)> {
        self.last_as_any().downcast_ref::<Option<(G::Action, G::Reply)>>()?.as_ref()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.status().outcome()
    }
}

#[derive(Clone)]
struct TypedSession<G: Game> {
    entry: &'static GameEntry,
    options: OptionValues,
    seed: u64,
    game: G,
    last: Option<(G::Action, G::Reply)>,
    opening: Vec<String>,
    /// Set when a fault ended the game before the rules did.
    ended: Option<Outcome>,
}

/// Starts a typed game behind its erased face.
pub(crate) fn start<G: Game>(
    entry: &'static GameEntry,
    options: OptionValues,
    seed: u64,
) -> Result<Box<dyn Session>, OptionError> {
    let game = G::start(&G::Options::from_values(&options)?, seed);
    let opening = match options.get(opening::OPENING_PLIES.key) {
        Some(OptionValue::Integer(plies)) if plies > 0 => {
            let plies = plies as u32;
            opening::draw(&game, plies, seed).ok_or(OptionError::NoOpening { plies })?
        }
        _ => Vec::new(),
    };
    let opening = opening.iter().map(ToString::to_string).collect();
    Ok(Box::new(TypedSession { entry, options, seed, game, last: None, opening, ended: None }))
}

/// Perft of a typed game from its start.
pub(crate) fn perft_of<G: Game>(options: &OptionValues, seed: u64, depth: u32) -> Result<u64, OptionError> {
    Ok(perft::perft(&G::start(&G::Options::from_values(options)?, seed), depth))
}

/// Whether the seats of a typed game hide something from each other.
pub(crate) fn has_secrets<G: Game>() -> bool {
    TypeId::of::<G>() != TypeId::of::<G::View>()
}

impl<G: Game> TypedSession<G> {
    fn to_act(&self) -> (Seat, u32) {
        match self.status() {
            Status::ToAct { seat, turn, .. } => (seat, turn),
            Status::Over(outcome) => panic!("the game is over: {outcome:?}"),
        }
    }

    fn play(&mut self, action: G::Action, text: String, fault: Option<(FaultKind, String)>) -> Transition {
        let (seat, turn) = self.to_act();
        let reply = self.game.play(action);
        let seat_reply = G::seat_reply(&reply, seat);
        let sightings = G::sightings(self.game.view(seat), action, &reply);
        let text_of_reply = reply.to_string();
        self.last = Some((action, reply));
        Transition::Played(Played {
            seat,
            turn,
            action: text,
            reply: text_of_reply,
            seat_reply,
            sightings,
            fault,
        })
    }

    /// `words` are what stands in the record for an action without a name.
    fn apply_ruling(&mut self, fault: Fault, message: String, words: String) -> Transition {
        match self.game.adjudicate(fault) {
            Ruling::Over(outcome) => {
                self.ended = Some(outcome);
                Transition::Ended { outcome, message }
            }
            Ruling::Play(action) => {
                let name = action.to_string();
                let named = name.parse::<G::Action>() == Ok(action);
                let text = if named { name } else { words };
                self.play(action, text, Some((fault.kind, message)))
            }
        }
    }
}

impl<G: Game> Session for TypedSession<G> {
    fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn status(&self) -> Status {
        self.ended.map_or_else(|| self.game.status(), Status::Over)
    }

    fn actions(&self) -> Vec<String> {
        match self.ended {
            Some(_) => Vec::new(),
            None => self.game.actions().map(|action| action.to_string()).collect(),
        }
    }

    fn list_actions(&self, line: &mut Vec<u8>) {
        if self.ended.is_some() {
            return;
        }
        for action in self.game.actions() {
            line.push(b' ');
            G::put_action(action, line);
        }
    }

    fn is_legal(&self, line: &str) -> bool {
        self.ended.is_none() && line.parse().is_ok_and(|action| self.game.is_legal(action))
    }

    fn objection(&self, line: &str) -> Option<String> {
        match line.parse::<G::Action>() {
            _ if self.ended.is_some() => Some(Refusal::GameOver.to_string()),
            Ok(action) => self.game.objection(action).map(|refusal| refusal.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }

    fn forced(&self) -> Option<String> {
        match self.status() {
            Status::ToAct { .. } => self.game.forced().map(|action| action.to_string()),
            Status::Over(_) => None,
        }
    }

    fn opening(&self) -> &[String] {
        &self.opening
    }

    fn submit(&mut self, line: &str) -> Transition {
        let (seat, _) = self.to_act();
        match line.parse::<G::Action>() {
            Ok(action) if self.game.accepts(action) => {
                // Most lines are the action's own name. Others, as with integers
                // beyond all bounds, are kept in their own words.
                let name = action.to_string();
                let text = if words::is_same(line, &name) { name } else { words::canonical(line) };
                self.play(action, text, None)
            }
            Ok(action) => {
                let message = self.game.refusal(action).to_string();
                self.apply_ruling(Fault { seat, kind: FaultKind::Illegal }, message, words::canonical(line))
            }
            Err(error) => {
                let fault = Fault { seat, kind: error.kind() };
                self.apply_ruling(fault, error.to_string(), words::canonical(line))
            }
        }
    }

    fn adjudicate(&mut self, fault: Fault) -> Transition {
        let (seat, _) = self.to_act();
        let ends = matches!(self.game.adjudicate(fault), Ruling::Over(_));
        assert!(ends || fault.seat == seat, "seat {} is not up", fault.seat);
        let message = fault.kind.cause().to_string();
        self.apply_ruling(fault, message, words::NO_WORD.to_string())
    }

    fn grid(&self, viewpoint: Viewpoint) -> Grid {
        self.game.grid(viewpoint)
    }

    fn describe_view(&self, seat: Seat) -> String {
        format!("{:?}", self.game.view(seat))
    }

    fn position(&self) -> String {
        self.game.to_string()
    }

    fn with_position(&self, text: &str) -> Result<Box<dyn Session>, PositionError> {
        let game = text.parse()?;
        Ok(Box::new(TypedSession { game, last: None, opening: Vec::new(), ended: None, ..self.clone() }))
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.game
    }

    fn last_as_any(&self) -> &dyn Any {
        &self.last
    }
}

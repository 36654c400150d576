//! A game without its type: lines in, lines out, and a [`Grid`] to draw.
//!
//! Referees and pages hold a `Box<dyn Session>` and need not know which game it
//! is. Searches and players use the typed [`Game`].

use std::any::{Any, TypeId};

use crate::common::options::{OptionError, OptionSpec, OptionValue, OptionValues};
use crate::common::{opening, words};
use crate::error::{PositionError, Refusal};
use crate::game::{Fault, FaultKind, Game, GameOptions, Outcome, Ruling, Seat, Status};
use crate::grid::{Grid, Viewpoint};
use crate::perft;
use crate::sighting::Sighting;
use crate::trace::Trace;

/// What the table [`GAMES`](crate::GAMES) knows about one game.
///
/// ```
/// let conga = gridiron_games::find("conga")?;
/// let options = conga.read_options("stones=3,repetition=0")?;
/// // Three moves out of a corner.
/// assert_eq!(conga.perft(&options, 0, 1)?, 3);
/// assert!(!conga.has_secrets());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameEntry {
    /// The name on the command line and in records.
    pub name: &'static str,
    /// What the game is about, in one line.
    pub summary: &'static str,
    /// The rules as a text page for people.
    pub rules: &'static str,
    /// What seat 0 and seat 1 are called.
    pub seats: [&'static str; 2],
    /// The default time control, as the referee reads it: `1+0.1`, `10/move`.
    pub clock: &'static str,
    /// Why a game has ended if its cause is [`Cause::Normal`](crate::Cause).
    pub usual_end: &'static str,
    /// Whether the score says by how much a game was won. Else it is 1 or -1.
    pub has_margin: bool,
    /// Every rule option.
    pub options: &'static [OptionSpec],
    /// How a person types each kind of action.
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
    /// The word it begins with; empty if it consists of numbers only.
    pub word: &'static str,
    /// What may be typed in place of the word; empty if there is none.
    pub short: &'static str,
    /// What follows the word, such as `ROW COL`.
    pub rest: &'static str,
    /// What it does, in a few words. `{key}` stands for the value of a rule option.
    pub help: &'static str,
}

type Start = fn(&'static GameEntry, OptionValues, u64) -> Result<Box<dyn Session>, OptionError>;

impl GameEntry {
    /// Every rule option at its default.
    pub fn defaults(&self) -> OptionValues {
        OptionValues::defaults(self.options)
    }

    /// Reads `key=value,…`; options that are not named get their default.
    pub fn read_options(&self, list: &str) -> Result<OptionValues, OptionError> {
        let mut values = self.defaults();
        values.set_list(list)?;
        Ok(values)
    }

    /// Turns a line that a person typed into the words of an action.
    ///
    /// Capitals and brackets are allowed. A short word becomes its long one and
    /// may be joined to what follows.
    ///
    /// ```
    /// let plantation = gridiron_games::find("plantation")?;
    /// assert_eq!(plantation.expand_shorthand("P3 1"), "plant 3 1");
    /// # Ok::<(), gridiron_games::UnknownGame>(())
    /// ```
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

    /// Whether the game has hidden information.
    pub fn has_secrets(&self) -> bool {
        (self.has_secrets)()
    }

    /// Starts a game. The same options and seed give the same game.
    pub fn start(&'static self, options: OptionValues, seed: u64) -> Result<Box<dyn Session>, OptionError> {
        (self.start)(self, options, seed)
    }

    /// The number of sequences of `depth` actions from the start, without draw
    /// rules. See [`perft::perft`].
    pub fn perft(&self, options: &OptionValues, seed: u64, depth: u32) -> Result<u64, OptionError> {
        let key = opening::OPENING_PLIES.key;
        if options.get(key).is_some_and(|plies| plies != OptionValue::Integer(0)) {
            return Err(OptionError::OpeningBeforePerft);
        }
        (self.perft)(options, seed, depth)
    }
}

/// What a line or a fault did to the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transition {
    /// An action was played.
    Played(Played),
    /// A fault ended the game.
    Ended {
        /// The result, with the fault as its cause.
        outcome: Outcome,
        /// What was wrong, for the bot's author.
        message: String,
    },
}

/// An action that was played, as a record keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The seat that acted.
    pub seat: Seat,
    /// The turn, from 1.
    pub turn: u32,
    /// The action as records write it: words joined by single spaces.
    pub action: String,
    /// The reply, with signs as on the shared board.
    pub reply: String,
    /// The reply with the actor's own pieces positive. `None` where all replies
    /// of the game are the same.
    pub seat_reply: Option<String>,
    /// What the reply teaches about squares that the seat cannot see.
    pub sightings: Vec<Sighting>,
    /// The fault and its text for the bot's author, if the rules played this
    /// action in place of one.
    pub fault: Option<(FaultKind, String)>,
}

/// A game in progress whose type the caller need not know.
///
/// ```
/// use gridiron_games::{Transition, find};
///
/// let virus = find("virus")?;
/// let mut session = virus.start(virus.read_options("size=5")?, 1)?;
/// while session.outcome().is_none() {
///     let line = session.actions().remove(0);
///     assert!(matches!(session.submit(&line), Transition::Played(_)));
/// }
/// println!("{:?}, {}", session.outcome(), session.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Session: Send + Sync {
    /// Which game this is.
    fn entry(&self) -> &'static GameEntry;

    /// The rule options of this game, all of them.
    fn options(&self) -> &OptionValues;

    /// The seed that the game was started with.
    fn seed(&self) -> u64;

    /// Whose decision comes next, or how the game ended.
    fn status(&self) -> Status;

    /// What the seat to act can sensibly do, as text.
    fn actions(&self) -> Vec<String>;

    /// Appends the same actions to a line, each with its words joined by commas
    /// and a space before it: ` 0,1 1,0`.
    fn list_actions(&self, line: &mut Vec<u8>);

    /// Whether the rules allow the action of the line. False if it cannot be
    /// read.
    fn is_legal(&self, line: &str) -> bool;

    /// Why the line is no action, is forbidden, or is certain to gain nothing as
    /// far as the seat to act may know. `None` if it is worth playing.
    fn objection(&self, line: &str) -> Option<String>;

    /// The action that the rules play without asking the seat to act. `None` if
    /// the seat has a choice.
    fn forced(&self) -> Option<String>;

    /// The plies to submit before the players are asked. The session has not
    /// played them.
    fn opening(&self) -> &[String];

    /// Plays the line of the seat to act, or what the rules play in its place.
    ///
    /// # Panics
    /// If the game is over.
    fn submit(&mut self, line: &str) -> Transition;

    /// Lets the rules adjudicate a fault, and plays their ruling. A fault of the
    /// seat that is not to act must be one that ends the game.
    ///
    /// # Panics
    /// If the game is over, or if the ruling is an action of a seat that is not
    /// to act.
    fn adjudicate(&mut self, fault: Fault) -> Transition;

    /// The board as it is, or as one seat sees it.
    fn grid(&self, viewpoint: Viewpoint) -> Grid;

    /// What the reply to the last action taught `seat`, which played it: as in
    /// [`Played::sightings`]. Empty before the first action.
    fn sightings(&self, seat: Seat) -> Vec<Sighting>;

    /// Where the last action took place. Nowhere before the first action.
    fn trace(&self) -> Trace;

    /// Everything a seat may know, as text for tests: equal for equal views
    /// only.
    fn describe_view(&self, seat: Seat) -> String;

    /// The whole position with hidden parts, as text.
    fn position(&self) -> String;

    /// A session of the same game at another position. Options that the text
    /// does not name get their defaults, not the values of this session.
    fn with_position(&self, text: &str) -> Result<Box<dyn Session>, PositionError>;

    /// An independent copy.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// The typed game inside, for [`game`](#method.game).
    fn as_any(&self) -> &dyn Any;

    /// The last action with its reply, an `Option<(Action, Reply)>`, for
    /// [`last_reply`](#method.last_reply).
    fn last_as_any(&self) -> &dyn Any;
}

impl dyn Session + '_ {
    /// The typed game inside; `None` if it is of another type.
    ///
    /// ```
    /// use gridiron_games::{find, virus::Virus};
    ///
    /// let virus = find("virus")?;
    /// let session = virus.start(virus.defaults(), 1)?;
    /// assert_eq!(session.game::<Virus>().map(Virus::size), Some(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn game<G: Game>(&self) -> Option<&G> {
        self.as_any().downcast_ref()
    }

    /// The last action and its reply. `None` before the first action, or if the
    /// game is of another type.
    pub fn last_reply<G: Game>(&self) -> Option<&(G::Action, G::Reply)> {
        self.last_as_any().downcast_ref::<Option<(G::Action, G::Reply)>>()?.as_ref()
    }

    /// How the game ended; `None` while it goes on.
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

/// Starts a typed game and hides its type.
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

/// Whether a typed game has hidden information.
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

    /// Adds to a refusal that the line is legal with the numbers of each square
    /// swapped, if it is: the usual mistake of a first bot.
    fn with_swap_hint(&self, refusal: String, line: &str) -> String {
        match words::swapped(line).filter(|swapped| self.is_legal(swapped)) {
            Some(swapped) => {
                let has_rows = self.entry.forms.iter().any(|form| form.rest.starts_with("ROW"));
                let numbers = if has_rows { "row and column" } else { "x and y" };
                format!("{refusal}, but `{swapped}` is legal: are {numbers} swapped?")
            }
            None => refusal,
        }
    }

    /// `words` is what the record writes for an action that no line can name.
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
        let objection = match line.parse::<G::Action>() {
            _ if self.ended.is_some() => Some(Refusal::GameOver.to_string()),
            Ok(action) => self.game.objection(action).map(|refusal| refusal.to_string()),
            Err(error) => Some(error.to_string()),
        };
        objection.map(|objection| self.with_swap_hint(objection, line))
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
                // Most lines are the action's own name. Others, such as integers
                // that fit no board, are recorded as they were sent.
                let name = action.to_string();
                let text = if words::is_same(line, &name) { name } else { words::canonical(line) };
                self.play(action, text, None)
            }
            Ok(action) => {
                let message = self.with_swap_hint(self.game.refusal(action).to_string(), line);
                self.apply_ruling(Fault { seat, kind: FaultKind::Illegal }, message, words::canonical(line))
            }
            Err(error) => {
                let fault = Fault { seat, kind: error.kind() };
                let message = self.with_swap_hint(error.to_string(), line);
                self.apply_ruling(fault, message, words::canonical(line))
            }
        }
    }

    fn adjudicate(&mut self, fault: Fault) -> Transition {
        let (seat, _) = self.to_act();
        let ends = matches!(self.game.adjudicate(fault), Ruling::Over(_));
        assert!(ends || fault.seat == seat, "seat {} is not to act", fault.seat);
        let message = fault.kind.cause().to_string();
        self.apply_ruling(fault, message, words::NO_WORD.to_string())
    }

    fn grid(&self, viewpoint: Viewpoint) -> Grid {
        self.game.grid(viewpoint)
    }

    fn sightings(&self, seat: Seat) -> Vec<Sighting> {
        let (action, reply) = match &self.last {
            Some(last) => last,
            None => return Vec::new(),
        };
        G::sightings(self.game.view(seat), *action, reply)
    }

    fn trace(&self) -> Trace {
        self.last.as_ref().map_or_else(Trace::default, |(action, _)| self.game.trace(*action))
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

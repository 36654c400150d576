//! Analysis of Plantation: the effect of every command, and what each seat knew.

use games::plantation::{Action, Command, Large, Plantation, Reply, Small};
use games::sighting::SquareState;
use games::{Game, Grid, Seat, Session, Sighting, SightingMap, Viewpoint};

/// How much a seat knows of the opponent's tiles.
///
/// A tile is known if it was shown or hit and still stands. Of its points, those are
/// known that were shown and still stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    /// Known tiles of the opponent.
    pub tiles: u32,
    /// All tiles of the opponent.
    pub all_tiles: u32,
    /// Known points of the opponent.
    pub points: u64,
    /// All points of the opponent.
    pub all_points: u64,
}

impl Knowledge {
    /// Compares a seat's memory with the true board.
    fn of(memory: &SightingMap, seat: Seat, truth: &Grid) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for (square, cell) in truth.cells.iter().enumerate() {
            if cell.owner != Some(seat.other()) {
                continue;
            }
            knowledge.all_tiles += 1;
            knowledge.all_points += u64::from(cell.count);
            let points = match memory.get(square).map(|remembered| remembered.known) {
                None | Some(SquareState::Empty) => continue,
                Some(SquareState::Hit) => 0,
                Some(SquareState::Enemy(count)) => count.min(cell.count),
            };
            knowledge.tiles += 1;
            knowledge.points += u64::from(points);
        }
        knowledge
    }

    /// The share of points known, 0 to 1; `None` if the opponent has no points.
    pub fn share(&self) -> Option<f64> {
        (self.all_points > 0).then(|| self.points as f64 / self.all_points as f64)
    }
}

/// The effect of one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandEffect {
    /// The kind of command.
    pub command: Command,
    /// Points that the actor gained; 0 for a colony, which only moves a point.
    pub gained: i64,
    /// Points that the opponent lost.
    pub taken: i64,
    /// Enemy tiles that a scout showed; 0 for other commands.
    pub shown: u32,
    /// Whether the reply was `error`, or an attack hit no tile.
    pub wasted: bool,
}

impl CommandEffect {
    fn new(
        action: Action,
        reply: &Reply,
        sightings: &[Sighting],
        before: [i64; 2],
        after: [i64; 2],
    ) -> CommandEffect {
        let shown = match action.command() {
            Command::Scout => sightings.iter().filter(|sighting| shows_tile(sighting)).count() as u32,
            _ => 0,
        };
        CommandEffect {
            command: action.command(),
            gained: after[0] - before[0],
            taken: before[1] - after[1],
            shown,
            wasted: matches!(reply, Reply::NoEffect { .. }),
        }
    }

    /// The change of the score difference, in the actor's favour.
    pub fn swing(&self) -> i64 {
        self.gained + self.taken
    }

    /// Whether the command is an attack: spray or bomb.
    pub fn is_attack(&self) -> bool {
        matches!(self.command, Command::Spray | Command::Bomb)
    }
}

/// Whether a sighting shows an enemy tile: own tiles are never sighted.
fn shows_tile(sighting: &Sighting) -> bool {
    matches!(sighting.observation, games::sighting::Observation::Holds(cell) if cell.count > 0)
}

/// Follows a game and tracks what each seat has learned.
pub struct KnowledgeTracker {
    memories: [SightingMap; 2],
    scores: [i64; 2],
}

impl KnowledgeTracker {
    /// Starts at the session's position; neither seat knows anything yet.
    pub fn new(session: &dyn Session) -> KnowledgeTracker {
        let grid = session.grid(Viewpoint::All);
        let squares = grid.cells.len();
        KnowledgeTracker {
            memories: Seat::BOTH.map(|seat| SightingMap::new(seat, squares)),
            scores: Seat::BOTH.map(|seat| grid.total(seat)),
        }
    }

    /// Records the action that `seat` has just played in this turn, and returns its
    /// effect. `None` if the game is not Plantation or nothing was played.
    pub fn observe(&mut self, session: &dyn Session, seat: Seat, turn: u32) -> Option<CommandEffect> {
        let (action, reply, sightings) = last::<1>(session, seat).or_else(|| last::<8>(session, seat))?;
        self.memories[seat.index()].learn(&sightings, turn);
        let grid = session.grid(Viewpoint::All);
        let (before, after) = (self.scores, Seat::BOTH.map(|seat| grid.total(seat)));
        self.scores = after;
        let (own, other) = (seat.index(), seat.other().index());
        Some(CommandEffect::new(
            action,
            &reply,
            &sightings,
            [before[own], before[other]],
            [after[own], after[other]],
        ))
    }

    /// The points of both seats, as last observed.
    pub fn scores(&self) -> [i64; 2] {
        self.scores
    }

    /// What a seat knows now.
    pub fn knowledge(&self, session: &dyn Session, seat: Seat) -> Knowledge {
        Knowledge::of(&self.memories[seat.index()], seat, &session.grid(Viewpoint::All))
    }
}

/// The last command with its reply and sightings; `None` for another board type.
fn last<const W: usize>(session: &dyn Session, seat: Seat) -> Option<(Action, Reply, Vec<Sighting>)> {
    let game = session.game::<Plantation<W>>()?;
    let (action, reply) = session.last_reply::<Plantation<W>>()?;
    Some((*action, *reply, Plantation::<W>::sightings(game.view(seat), *action, reply)))
}

/// The effects that commands of one kind would have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The kind of command.
    pub command: Command,
    /// How many such commands are sensible by the seat's own knowledge.
    pub count: usize,
    /// The best by swing, then by tiles shown, then the first; `None` if there is none.
    pub best: Option<(Action, CommandEffect)>,
    /// How many are equally good, the best included.
    pub as_good: usize,
}

/// The effect of every command of the seat to act, by kind, with the moves it has left.
///
/// It uses the true board, which the seat cannot know. `None` if the game is over or is
/// not Plantation.
pub fn prospects(session: &dyn Session) -> Option<Vec<Prospect>> {
    let small = || session.game::<Small>().map(prospects_of);
    let large = || session.game::<Large>().map(prospects_of);
    session.outcome().is_none().then(|| small().or_else(large))?
}

fn prospects_of<const W: usize>(game: &Plantation<W>) -> Vec<Prospect> {
    let mut prospects =
        Command::ALL.map(|command| Prospect { command, count: 0, best: None, as_good: 0 }).to_vec();
    let Some(seat) = game.status().seat() else { return prospects };
    let scores = |game: &Plantation<W>| [seat, seat.other()].map(|seat| game.side(seat).score());
    let before = scores(game);
    for action in game.actions() {
        let mut next = game.clone();
        let reply = next.play(action);
        let sightings = Plantation::sightings(next.view(seat), action, &reply);
        let effect = CommandEffect::new(action, &reply, &sightings, before, scores(&next));
        let rank = |effect: &CommandEffect| (effect.swing(), effect.shown);
        let Some(prospect) = prospects.iter_mut().find(|prospect| prospect.command == action.command())
        else {
            continue;
        };
        prospect.count += 1;
        match &prospect.best {
            Some((_, best)) if rank(best) > rank(&effect) => {}
            Some((_, best)) if rank(best) == rank(&effect) => prospect.as_good += 1,
            _ => (prospect.best, prospect.as_good) = (Some((action, effect)), 1),
        }
    }
    prospects
}

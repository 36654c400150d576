//! Plantation afterwards: what every command came to, and what each side knew.

use games::plantation::{Action, Command, Large, Plantation, Reply, Small};
use games::sighting::SquareState;
use games::{Game, Grid, Seat, Session, Sighting, SightingMap, Viewpoint};

/// What a seat knows of the other's tiles, and what there is.
///
/// It knows of a tile that it was shown or has hit, as long as there still is
/// one; of its points, those that it was shown and that are still there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    /// Tiles known.
    pub tiles: u32,
    /// Tiles there are.
    pub all_tiles: u32,
    /// Points known.
    pub points: u64,
    /// Points there are.
    pub all_points: u64,
}

impl Knowledge {
    /// What follows from all that was learned so far, held against the truth.
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

    /// How much of the points is known, from 0 to 1; nothing where there are
    /// none.
    pub fn share(&self) -> Option<f64> {
        (self.all_points > 0).then(|| self.points as f64 / self.all_points as f64)
    }
}

/// What a command came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// What was ordered.
    pub command: Command,
    /// What the actor's own points grew by; a colony moves a point, so 0.
    pub gained: i64,
    /// What the enemy lost.
    pub taken: i64,
    /// Enemy tiles that a scout was shown.
    pub shown: u32,
    /// It was answered `error`, or was an attack on nothing.
    pub wasted: bool,
}

impl Report {
    fn new(
        action: Action,
        reply: &Reply,
        sightings: &[Sighting],
        before: [i64; 2],
        after: [i64; 2],
    ) -> Report {
        let shown = match action.command() {
            Command::Scout => sightings.iter().filter(|sighting| shows_tile(sighting)).count() as u32,
            _ => 0,
        };
        Report {
            command: action.command(),
            gained: after[0] - before[0],
            taken: before[1] - after[1],
            shown,
            wasted: matches!(reply, Reply::NoEffect { .. }),
        }
    }

    /// How much better the actor's score is against the enemy's than before.
    pub fn swing(&self) -> i64 {
        self.gained + self.taken
    }

    /// Whether it was to take something from the enemy.
    pub fn is_attack(&self) -> bool {
        matches!(self.command, Command::Spray | Command::Bomb)
    }
}

/// Whether an enemy tile can be seen: own ones are never sighted.
fn shows_tile(sighting: &Sighting) -> bool {
    matches!(sighting.observation, games::sighting::Observation::Holds(cell) if cell.count > 0)
}

/// Somebody who watches a whole game and remembers what each seat has learned.
pub struct Witness {
    memories: [SightingMap; 2],
    scores: [i64; 2],
}

impl Witness {
    /// From here on; neither seat knows anything of the other yet.
    pub fn new(session: &dyn Session) -> Witness {
        let grid = session.grid(Viewpoint::All);
        let squares = grid.cells.len();
        Witness {
            memories: Seat::BOTH.map(|seat| SightingMap::new(seat, squares)),
            scores: Seat::BOTH.map(|seat| grid.total(seat)),
        }
    }

    /// `seat` has just acted in this turn: what came of it. Nothing if the game
    /// is no Plantation, or nothing has been played.
    pub fn watch(&mut self, session: &dyn Session, seat: Seat, turn: u32) -> Option<Report> {
        let (action, reply, sightings) = last::<1>(session, seat).or_else(|| last::<8>(session, seat))?;
        self.memories[seat.index()].learn(&sightings, turn);
        let grid = session.grid(Viewpoint::All);
        let (before, after) = (self.scores, Seat::BOTH.map(|seat| grid.total(seat)));
        self.scores = after;
        let (own, other) = (seat.index(), seat.other().index());
        Some(Report::new(
            action,
            &reply,
            &sightings,
            [before[own], before[other]],
            [after[own], after[other]],
        ))
    }

    /// The points of both seats.
    pub fn scores(&self) -> [i64; 2] {
        self.scores
    }

    /// What a seat knows as things stand.
    pub fn knowledge(&self, session: &dyn Session, seat: Seat) -> Knowledge {
        Knowledge::of(&self.memories[seat.index()], seat, &session.grid(Viewpoint::All))
    }
}

/// The last command with its answer and what that taught, if the game inside is
/// of this size.
fn last<const W: usize>(session: &dyn Session, seat: Seat) -> Option<(Action, Reply, Vec<Sighting>)> {
    let game = session.game::<Plantation<W>>()?;
    let (action, reply) = session.last_reply::<Plantation<W>>()?;
    Some((*action, *reply, Plantation::<W>::sightings(game.view(seat), *action, reply)))
}

/// What the commands of one kind would come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The kind.
    pub command: Command,
    /// How many make sense to the seat, as far as it can tell.
    pub count: usize,
    /// The best: the largest swing, then the most tiles shown, then the first.
    pub best: Option<(Action, Report)>,
    /// How many are as good.
    pub as_good: usize,
}

/// What every command of the seat to act would come to, kind by kind, the moves
/// left allowing. By the truth, which the seat cannot know. Nothing if the game
/// is no Plantation.
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
        let report = Report::new(action, &reply, &sightings, before, scores(&next));
        let rank = |report: &Report| (report.swing(), report.shown);
        let Some(prospect) = prospects.iter_mut().find(|prospect| prospect.command == action.command())
        else {
            continue;
        };
        prospect.count += 1;
        match &prospect.best {
            Some((_, best)) if rank(best) > rank(&report) => {}
            Some((_, best)) if rank(best) == rank(&report) => prospect.as_good += 1,
            _ => (prospect.best, prospect.as_good) = (Some((action, report)), 1),
        }
    }
    prospects
}

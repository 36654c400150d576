//! A game as the browser gets it: the board at the start and what each action changed.
//! The rules are applied here, so the browser need not know them.
//!
//! **Invariant:** the actions of a game that is being played are the same as those of
//! its record later, apart from standard error that arrived late.

mod action;
mod follower;

use games::grid::{Numbering, Style};
use games::{Grid, Motion, Seat, Session, Viewpoint};
use referee::record::spelling;
use referee::{
    ChargeBy, Clock, Level, OutcomeRecord, PlayerRecord, Record, Replay, TimeControl, VerifyError,
};
use serde::Serialize;

pub use action::PlaybackAction;
pub use follower::Follower;

/// A game that can be watched in a browser.
#[derive(Clone, Debug, Serialize)]
pub struct Playback {
    /// The game's name.
    pub game: &'static str,
    /// The names of seat 0 and seat 1.
    pub seats: [&'static str; 2],
    /// Whether seats hide their cells from each other.
    pub secrets: bool,
    /// Whether the score says by how much the game was won.
    pub has_margin: bool,
    /// How cells are drawn: `numbers`, `stones` or `boxes`.
    pub style: &'static str,
    /// The number of columns.
    pub cols: usize,
    /// What people call the columns, from the left.
    pub col_labels: Vec<usize>,
    /// What people call the rows, from the top.
    pub row_labels: Vec<usize>,
    /// Whether rows count from the bottom. The numbers of columns stand there too.
    pub from_bottom: bool,
    /// Rule options that differ from the defaults.
    pub rules: String,
    /// The seed of the game; `None` where it is withheld.
    pub seed: Option<u64>,
    /// The time control; seat 0's where the players have different ones.
    #[serde(with = "spelling")]
    pub clock: TimeControl,
    /// What both clocks show at the start, in milliseconds; `None` without a clock.
    pub clocks: [Option<u64>; 2],
    /// What the clock was charged by.
    #[serde(with = "spelling")]
    pub charged: Option<ChargeBy>,
    /// The sandbox level of the programs.
    #[serde(with = "spelling")]
    pub sandbox: Level,
    /// The players of seat 0 and seat 1.
    pub players: [PlayerRecord; 2],
    /// The seat that moves first.
    #[serde(with = "spelling")]
    pub moves_first: Seat,
    /// The kinds of motion that actions refer to by number. Each has the squares around
    /// its last one that it affects, as (down, right).
    pub motions: Vec<MotionEntry>,
    /// The cells at the start, row by row from the top, seat 0 positive. Empty where they
    /// are withheld.
    pub start: Vec<i64>,
    /// All actions so far, in order.
    pub actions: Vec<PlaybackAction>,
    /// The result; `None` while the game goes on.
    pub outcome: Option<OutcomeRecord>,
    /// Unexpected extra output lines of each seat.
    pub unasked: [u32; 2],
    /// Whether some standard error was left out to keep the page small.
    pub is_cut: bool,
    /// Whether everything hidden was taken out; see [`Playback::without_secrets`].
    pub restricted: bool,
}

/// The word of a motion and the squares it affects.
type MotionEntry = (&'static str, &'static [(i32, i32)]);

/// What a game is played with, besides its rules.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The players of seat 0 and seat 1. Their clocks are taken from `clocks`.
    pub players: [PlayerRecord; 2],
    /// The time controls of seat 0 and seat 1.
    pub clocks: [TimeControl; 2],
    /// What the clocks are charged by; `None` if neither player has one.
    pub charged: Option<ChargeBy>,
    /// The sandbox level of the weaker locked-in program.
    pub sandbox: Level,
}

impl GameSetup {
    /// What a recorded game was played with.
    pub fn of(record: &Record) -> GameSetup {
        GameSetup {
            players: record.players.clone(),
            clocks: record.players.each_ref().map(|player| player.clock.unwrap_or(record.clock)),
            charged: record.charged,
            sandbox: record.sandbox,
        }
    }
}

impl Playback {
    /// Replays a record; an error says where it does not hold.
    pub fn new(record: &Record) -> Result<Playback, VerifyError> {
        let mut replay = Replay::new(record)?;
        let setup = GameSetup::of(record);
        let mut playback = Playback::begin(replay.session(), &setup);
        // What a program wrote at the end of the game is always kept: it says why the
        // program crashed.
        let last_words = record.outcome.stderr.as_ref().map_or(0, String::len);
        let mut follower = Follower::new(replay.session(), &setup, last_words);
        playback.actions.reserve_exact(record.actions.len());
        while let Some(step) = replay.step() {
            let action = step?;
            playback.actions.push(follower.action(replay.session(), action));
        }
        replay.finish()?;
        playback.outcome = Some(record.outcome.clone());
        playback.unasked = record.unexpected_lines;
        playback.is_cut = follower.is_cut();
        Ok(playback)
    }

    /// A game at its start. Add actions of a [`Follower`], and the outcome at the end.
    ///
    /// ```
    /// use gridiron_web::playback::{Follower, GameSetup, Playback};
    /// use referee::{Level, PlayerRecord, TimeControl};
    ///
    /// let virus = games::find("virus")?;
    /// let session = virus.start(virus.defaults(), 1)?;
    /// let player = |name: &str| PlayerRecord {
    ///     name: name.to_string(),
    ///     spec: "greedy".to_string(),
    ///     version: String::new(),
    ///     clock: None,
    /// };
    /// let setup = GameSetup {
    ///     players: [player("Ada"), player("Bob")],
    ///     clocks: [TimeControl::NONE; 2],
    ///     charged: None,
    ///     sandbox: Level::None,
    /// };
    /// let playback = Playback::begin(&*session, &setup);
    /// let follower = Follower::new(&*session, &setup, 0);
    /// assert_eq!((playback.start.len(), playback.outcome), (100, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin(session: &dyn Session, setup: &GameSetup) -> Playback {
        let entry = session.entry();
        let grid = session.grid(Viewpoint::All);
        let [control, other] = setup.clocks;
        let clocks = setup.clocks.map(|control| left_ms(&Clock::new(control)));
        let mut players = setup.players.clone();
        for (player, clock) in players.iter_mut().zip(setup.clocks) {
            player.clock = (control != other).then_some(clock);
        }
        Playback {
            game: entry.name,
            seats: entry.seats,
            secrets: entry.has_secrets(),
            has_margin: entry.has_margin,
            style: match grid.style {
                Style::SignedNumbers => "numbers",
                Style::Stones => "stones",
                Style::Boxes => "boxes",
            },
            cols: grid.cols,
            col_labels: (0..grid.cols).map(|col| grid.col_label(col)).collect(),
            row_labels: (0..grid.rows().len()).map(|row| grid.row_label(row)).collect(),
            from_bottom: grid.numbering == Numbering::FromBottomLeft,
            rules: session.options().to_string(),
            seed: Some(session.seed()),
            clock: control,
            clocks,
            charged: setup.charged,
            sandbox: setup.sandbox,
            players,
            moves_first: session.status().seat().unwrap_or(Seat::Zero),
            motions: Motion::ALL.map(|motion| (motion.word(), motion.area())).to_vec(),
            start: signed(&grid),
            actions: Vec::new(),
            outcome: None,
            unasked: [0, 0],
            is_cut: false,
            restricted: false,
        }
    }

    /// The same game without its seed: both games of a pair share one, so it may give
    /// away the board of a game that is still to be played.
    #[must_use]
    pub fn without_seed(mut self) -> Playback {
        self.seed = None;
        self
    }

    /// The same game for viewers who may know nothing hidden, as while a person plays in
    /// it. Seed, messages and what programs wrote are gone. Of a game with secrets only
    /// seats, turns and times of the actions are left.
    #[must_use]
    pub fn without_secrets(mut self) -> Playback {
        self.seed = None;
        if self.secrets {
            self.start.clear();
        }
        let has_secrets = self.secrets;
        self.actions = self.actions.into_iter().map(|action| action.without_secrets(has_secrets)).collect();
        self.outcome =
            self.outcome.map(|outcome| OutcomeRecord { sent: None, message: None, stderr: None, ..outcome });
        self.unasked = [0, 0];
        self.is_cut = false;
        self.restricted = true;
        self
    }
}

fn signed(grid: &Grid) -> Vec<i64> {
    grid.cells.iter().map(|cell| cell.signed()).collect()
}

/// What a clock shows, in whole milliseconds.
fn left_ms(clock: &Clock) -> Option<u64> {
    clock.left().and_then(|left| u64::try_from(left.as_millis()).ok())
}

//! A game as the browser gets it: the board at the start and the cells that each
//! action changed. The rules are applied here, so the browser need not know them.

use games::grid::{Numbering, Style};
use games::{Cause, Grid, Seat, Viewpoint};
use referee::record::spelling;
use referee::{
    ActionRecord, ChargeBy, DecidedBy, Level, PlayerRecord, Record, Replay, TimeControl, VerifyError,
};
use serde::Serialize;

/// Bytes of standard error that a page holds for each game. Without a limit, a page
/// of a hundred games could take 60 MB.
const STDERR_BUDGET: usize = 16 << 10;

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
    /// The seed of the game.
    pub seed: u64,
    /// The time control.
    #[serde(with = "spelling")]
    pub clock: TimeControl,
    /// What the clock was charged by.
    #[serde(with = "spelling")]
    pub charged: Option<ChargeBy>,
    /// The sandbox level of the programs.
    #[serde(with = "spelling")]
    pub sandbox: Level,
    /// The players of seat 0 and seat 1.
    pub players: [PlayerRecord; 2],
    /// The cells at the start, row by row from the top, seat 0 positive.
    pub start: Vec<i64>,
    /// All actions, in order.
    pub actions: Vec<PlaybackAction>,
    /// The result.
    pub outcome: referee::OutcomeRecord,
    /// Unexpected extra output lines of each seat.
    pub unasked: [u32; 2],
    /// Whether some standard error was left out to keep the page small.
    pub is_cut: bool,
}

/// One action: seat, turn, action, reply, nanoseconds it took, the changed cells each
/// with its new value, and remarks. A list, since a game has hundreds of them and an
/// object would repeat the names.
#[derive(Clone, Debug, Serialize)]
pub struct PlaybackAction(
    #[serde(with = "spelling")] Seat,
    u32,
    String,
    String,
    Option<u64>,
    Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")] Option<Remarks>,
);

/// What is unusual about an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Remarks {
    #[serde(skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    by: Option<DecidedBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", with = "spelling::optional")]
    fault: Option<Cause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unbilled: bool,
}

impl Playback {
    /// Replays a record; an error says where it does not hold.
    pub fn new(record: &Record) -> Result<Playback, VerifyError> {
        let mut replay = Replay::new(record)?;
        let entry = replay.session().entry();
        let rules = replay.session().options().to_string();
        let grid = replay.session().grid(Viewpoint::All);
        let start = signed(&grid);
        let mut shown = start.clone();
        let mut stderr = StderrBudget::new(record);
        let mut actions = Vec::with_capacity(record.actions.len());
        while let Some(step) = replay.step() {
            let action = step?;
            let now = signed(&replay.session().grid(Viewpoint::All));
            actions.push(PlaybackAction::new(action, changes(&shown, &now), record.charged, &mut stderr));
            shown = now;
        }
        replay.finish()?;
        Ok(Playback {
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
            rules,
            seed: record.seed,
            clock: record.clock,
            charged: record.charged,
            sandbox: record.sandbox,
            players: record.players.clone(),
            start,
            actions,
            outcome: record.outcome.clone(),
            unasked: record.unexpected_lines,
            is_cut: stderr.is_cut,
        })
    }
}

impl PlaybackAction {
    fn new(
        action: &ActionRecord,
        changes: Vec<i64>,
        charged: Option<ChargeBy>,
        stderr: &mut StderrBudget,
    ) -> PlaybackAction {
        let time = action.charged_ns(charged);
        let remarks = Remarks {
            by: action.by,
            sent: action.sent.clone(),
            fault: action.fault,
            message: action.message.clone(),
            stderr: stderr.take(&action.stderr),
            unbilled: action.unbilled,
        };
        let remarks = (remarks != Remarks::default()).then_some(remarks);
        PlaybackAction(
            action.seat,
            action.turn,
            action.action.clone(),
            action.reply.clone(),
            time,
            changes,
            remarks,
        )
    }
}

/// What is left of [`STDERR_BUDGET`].
struct StderrBudget {
    left: usize,
    is_cut: bool,
}

impl StderrBudget {
    /// What a program wrote at the end of the game is always kept: it says why the
    /// program crashed.
    fn new(record: &Record) -> StderrBudget {
        let last = record.outcome.stderr.as_ref().map_or(0, String::len);
        StderrBudget { left: STDERR_BUDGET.saturating_sub(last), is_cut: false }
    }

    fn take(&mut self, text: &Option<String>) -> Option<String> {
        let text = text.as_ref()?;
        match self.left.checked_sub(text.len()) {
            Some(left) => {
                self.left = left;
                Some(text.clone())
            }
            None => {
                self.is_cut = true;
                None
            }
        }
    }
}

fn signed(grid: &Grid) -> Vec<i64> {
    grid.cells.iter().map(|cell| cell.signed()).collect()
}

/// The cells that differ, each followed by its new value.
fn changes(before: &[i64], after: &[i64]) -> Vec<i64> {
    let differing = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
    differing.flat_map(|(cell, (_, value))| [cell as i64, *value]).collect()
}

//! A game as an animated picture (GIF), for slides, chats and documents.
//!
//! No word in it is of one language: disc and ring, numbers, a crown for the winner.

mod canvas;
mod glyphs;
mod letters;
mod palette;
mod scene;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use games::{Cause, Grid, Viewpoint};
use referee::{ActionRecord, Record, Replay, VerifyError};

use thiserror::Error;

use palette::UNCHANGED;
use scene::{LastAction, Mark, Scene};

/// How long all actions are shown, in hundredths of a second.
const GAME: usize = 3000;
/// How long one of them is, at least and at most. Browsers slow down what is faster.
const PACE: (usize, usize) = (2, 60);
/// How long the start and the end are shown.
const START: u16 = 100;
const END: u16 = 300;
/// The most frames. Of a longer game, only every second, third… position is shown.
const MOST_FRAMES: usize = 2000;

/// Why there is no picture of a game.
#[derive(Debug, Error)]
pub enum GifError {
    /// The record does not hold.
    #[error(transparent)]
    Record(#[from] VerifyError),
    /// The picture cannot be written.
    #[error("cannot draw the game: {0}")]
    Encoding(#[from] EncodingError),
}

/// The most unchanged pixels in a row that are written all the same: breaking a pattern
/// would take more bytes.
const ISLAND: usize = 8;

/// The whole game as a GIF: the start, and a frame for every action. An error says where
/// the record does not hold.
pub fn game(record: &Record) -> Result<Vec<u8>, GifError> {
    let mut replay = Replay::new(record)?;
    let entry = replay.session().entry();
    let mut shown = replay.session().grid(Viewpoint::All);
    let names = record.players.each_ref().map(|player| player.name.as_str());
    let mut scene = Scene::new(&shown, names);
    let count = record.actions.len();
    let (step, pace) = pace(count);

    scene.show(&shown, |_| Mark::None);
    scene.last_action(&LastAction { count: [0, count], ..LastAction::default() });
    let mut film = Film::new(&scene)?;
    if count == 0 {
        scene.show_result(&record.outcome, entry.has_margin);
    }
    film.add(&scene, if count == 0 { END } else { pace.max(START) })?;
    let mut played = 0;
    while let Some(action) = replay.step() {
        let action = action?;
        played += 1;
        if played % step != 0 && played != count {
            continue;
        }
        let grid = replay.session().grid(Viewpoint::All);
        let target = target(&grid, action);
        scene.show(&grid, |cell| match target == Some(cell) {
            true => Mark::Target,
            false if grid.cells[cell] != shown.cells[cell] => Mark::Changed,
            false => Mark::None,
        });
        scene.last_action(&LastAction {
            seat: Some(action.seat),
            text: action.action.clone(),
            fault: action.fault.map(Cause::word),
            count: [played, count],
        });
        if played == count {
            scene.show_result(&record.outcome, entry.has_margin);
        }
        film.add(&scene, if played == count { END } else { pace })?;
        shown = grid;
    }
    replay.finish()?;
    Ok(film.finish()?)
}

/// Of how many positions one is shown, and how long each, for so many actions.
fn pace(actions: usize) -> (usize, u16) {
    let step = actions.div_ceil(MOST_FRAMES).max(1);
    (step, (GAME * step / actions.max(1)).clamp(PACE.0, PACE.1) as u16)
}

/// The cell that an action names, by its first two numbers.
fn target(grid: &Grid, action: &ActionRecord) -> Option<usize> {
    let words = action.action.split(' ').skip_while(|word| word.parse::<usize>().is_err());
    let name = words.take(2).collect::<Vec<_>>().join(" ");
    (0..grid.cells.len()).find(|cell| grid.name(*cell) == name)
}

/// Frames as bytes.
struct Film {
    encoder: Encoder<Vec<u8>>,
    /// The pixels that a viewer sees; empty before the first frame.
    seen: Vec<u8>,
}

impl Film {
    fn new(scene: &Scene) -> Result<Film, EncodingError> {
        let canvas = &scene.canvas;
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &canvas.palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Film { encoder, seen: Vec::new() })
    }

    /// Adds what has changed, for so many hundredths of a second.
    fn add(&mut self, scene: &Scene, delay: u16) -> Result<(), EncodingError> {
        let canvas = &scene.canvas;
        let changed = match self.seen.is_empty() {
            true => Changed { left: 0, top: 0, right: canvas.width, bottom: canvas.height },
            false => Changed::between(&self.seen, &canvas.pixels, canvas.width),
        };
        let mut buffer = Vec::with_capacity(changed.width() * (changed.bottom - changed.top));
        for row in changed.top..changed.bottom {
            let row = row * canvas.width + changed.left..row * canvas.width + changed.right;
            let now = &canvas.pixels[row.clone()];
            match self.seen.get(row) {
                Some(seen) => add_row(&mut buffer, now, seen),
                None => buffer.extend_from_slice(now),
            }
        }
        self.encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: changed.left as u16,
            top: changed.top as u16,
            width: changed.width() as u16,
            height: (changed.bottom - changed.top) as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        self.seen.clone_from(&canvas.pixels);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }
}

/// Adds the changed pixels of a row, and of the others that they stay as they are.
fn add_row(buffer: &mut Vec<u8>, now: &[u8], seen: &[u8]) {
    let is_same = |(now, seen): &(&u8, &u8)| now == seen;
    let pairs: Vec<(&u8, &u8)> = now.iter().zip(seen).collect();
    for run in pairs.chunk_by(|one, other| is_same(one) == is_same(other)) {
        let is_unchanged = is_same(&run[0]) && run.len() > ISLAND;
        buffer.extend(run.iter().map(|(now, _)| if is_unchanged { UNCHANGED } else { **now }));
    }
}

/// The smallest rectangle with all changed pixels. It has at least one pixel.
struct Changed {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Changed {
    fn between(before: &[u8], after: &[u8], width: usize) -> Changed {
        let mut changed: Option<Changed> = None;
        let rows = before.chunks_exact(width).zip(after.chunks_exact(width));
        for (row, (before, after)) in rows.enumerate().filter(|(_, (before, after))| before != after) {
            let differs = |at: &usize| before[*at] != after[*at];
            let left = (0..width).find(differs).unwrap_or(0);
            let right = (0..width).rfind(differs).unwrap_or(0) + 1;
            let whole = changed.get_or_insert(Changed { left, top: row, right, bottom: row + 1 });
            whole.left = whole.left.min(left);
            whole.right = whole.right.max(right);
            whole.bottom = row + 1;
        }
        changed.unwrap_or(Changed { left: 0, top: 0, right: 1, bottom: 1 })
    }

    fn width(&self) -> usize {
        self.right - self.left
    }
}

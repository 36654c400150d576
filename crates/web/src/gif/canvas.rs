//! A picture that shapes with smooth edges are painted on.
//!
//! A shape is a distance: how far a point is from its edge, in pixels, negative inside.
//! That gives the part of a pixel that the shape covers.

use std::ops::Range;

use super::letters::Mask;
use super::palette::{FULL, Palette};

/// A part of a canvas, in pixels from the top left. It may lie outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Area {
    /// A square around a point.
    pub(super) fn around(x: f32, y: f32, reach: f32) -> Area {
        Area { left: x - reach, top: y - reach, width: 2.0 * reach, height: 2.0 * reach }
    }

    /// Without a margin on every side.
    pub(super) fn inset(self, margin: f32) -> Area {
        Area {
            left: self.left + margin,
            top: self.top + margin,
            width: self.width - 2.0 * margin,
            height: self.height - 2.0 * margin,
        }
    }

    /// How far a point is from the edge with rounded corners.
    fn distance(self, radius: f32, x: f32, y: f32) -> f32 {
        let reach = |at: f32, start: f32, size: f32| (at - start - size / 2.0).abs() - size / 2.0 + radius;
        let (across, down) = (reach(x, self.left, self.width), reach(y, self.top, self.height));
        match across > 0.0 && down > 0.0 {
            true => across.hypot(down) - radius,
            false => across.max(down) - radius,
        }
    }
}

/// The pixels of a picture.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Row by row from the top, as indices of the palette.
    pub(super) pixels: Vec<u8>,
    pub(super) palette: Palette,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn new(width: usize, height: usize, palette: Palette, colour: u8) -> Canvas {
        Canvas { width, height, pixels: vec![colour; width * height], palette }
    }

    /// A rectangle of whole pixels.
    pub(super) fn fill(&mut self, area: Area, colour: u8) {
        let columns = within(area.left, area.width, self.width);
        for y in within(area.top, area.height, self.height) {
            self.pixels[y * self.width..][columns.clone()].fill(colour);
        }
    }

    /// A rectangle with rounded corners.
    pub(super) fn rectangle(&mut self, area: Area, radius: f32, colour: u8) {
        self.shape(area, colour, |x, y| area.distance(radius, x, y));
    }

    /// The edge of such a rectangle, inside of it.
    pub(super) fn frame(&mut self, area: Area, radius: f32, thickness: f32, colour: u8) {
        let half = thickness / 2.0;
        self.shape(area, colour, |x, y| (area.distance(radius, x, y) + half).abs() - half);
    }

    pub(super) fn disc(&mut self, x: f32, y: f32, radius: f32, colour: u8) {
        self.shape(Area::around(x, y, radius), colour, |at_x, at_y| (at_x - x).hypot(at_y - y) - radius);
    }

    /// A ring inside of that disc.
    pub(super) fn ring(&mut self, x: f32, y: f32, radius: f32, thickness: f32, colour: u8) {
        let half = thickness / 2.0;
        self.shape(Area::around(x, y, radius), colour, |at_x, at_y| {
            ((at_x - x).hypot(at_y - y) - radius + half).abs() - half
        });
    }

    /// A letter. `x` is its left edge, `y` the base line.
    pub(super) fn letter(&mut self, mask: &Mask, x: i32, y: i32, colour: u8) {
        for (row, coverages) in mask.rows().enumerate() {
            let top = y + mask.top + row as i32;
            let Some(top) = usize::try_from(top).ok().filter(|top| *top < self.height) else { continue };
            for (col, coverage) in coverages.iter().enumerate() {
                let left = usize::try_from(x + mask.left + col as i32).unwrap_or(usize::MAX);
                if left < self.width {
                    self.cover(top * self.width + left, colour, *coverage);
                }
            }
        }
    }

    #[inline]
    fn cover(&mut self, at: usize, colour: u8, coverage: u8) {
        self.pixels[at] = self.palette.mix(self.pixels[at], colour, coverage);
    }

    /// Paints what lies within an area, and the pixel beside it that its edge touches.
    fn shape(&mut self, area: Area, colour: u8, distance: impl Fn(f32, f32) -> f32) {
        let area = area.inset(-1.0);
        for y in within(area.top, area.height, self.height) {
            for x in within(area.left, area.width, self.width) {
                let coverage = coverage_at(distance(x as f32 + 0.5, y as f32 + 0.5));
                self.cover(y * self.width + x, colour, coverage);
            }
        }
    }
}

/// The pixels that a part of a row or column touches.
fn within(start: f32, size: f32, limit: usize) -> Range<usize> {
    let from = start.floor().max(0.0) as usize;
    let to = (start + size).ceil().max(0.0) as usize;
    from.min(limit)..to.min(limit)
}

/// How much of a pixel a shape covers whose edge is so far from the pixel's middle.
#[inline]
pub(super) fn coverage_at(distance: f32) -> u8 {
    // Half is added: to cast is to round down.
    ((0.5 - distance).clamp(0.0, 1.0) * f32::from(FULL) + 0.5) as u8
}

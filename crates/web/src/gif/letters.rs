//! Text of a picture: strokes become masks, which are kept for every size.

use std::collections::HashMap;
use std::rc::Rc;

use unicode_segmentation::UnicodeSegmentation;

use super::canvas::{Canvas, coverage_at};
use super::glyphs::{ACCENTED, ACCENTS, GLYPHS, UNKNOWN};

/// The height of capitals in the units of the table.
const CAPITAL: f32 = 9.0;
/// The base line in these units.
const BASE: f32 = 3.0;
/// From one letter to the next, from stroke to stroke.
const GAP: f32 = 2.7;
/// The width of a space, and that of a digit: numbers do not move when they change.
const SPACE: f32 = 2.0;
const DIGIT: f32 = 5.0;
/// How much higher an accent stands on a capital.
const CAPITAL_RISE: f32 = 3.0;
/// Pieces of every curve.
const PIECES: usize = 6;

/// Size and weight of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Font {
    /// The height of capitals, in tenths of a pixel.
    pub(super) tenths: u32,
    pub(super) is_bold: bool,
}

impl Font {
    pub(super) fn regular(height: f32) -> Font {
        Font { tenths: (height * 10.0).round() as u32, is_bold: false }
    }

    pub(super) fn bold(height: f32) -> Font {
        Font { is_bold: true, ..Font::regular(height) }
    }

    /// Pixels of a unit.
    fn unit(self) -> f32 {
        self.tenths as f32 / 10.0 / CAPITAL
    }

    /// The thickness of a stroke in pixels. Thinner ones would look grey.
    fn pen(self) -> f32 {
        (self.unit() * if self.is_bold { 1.8 } else { 1.2 }).max(1.1)
    }
}

/// How much of each pixel a letter covers.
pub(super) struct Mask {
    /// From the left edge of the letter, and from the base line downwards.
    pub(super) left: i32,
    pub(super) top: i32,
    width: usize,
    coverages: Vec<u8>,
}

impl Mask {
    /// Its rows from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.coverages.chunks_exact(self.width)
    }
}

/// A point in the units of the table.
type Point = (f32, f32);

/// A letter as lines.
struct Shape {
    lines: Vec<Vec<Point>>,
    width: f32,
}

/// Letters that were drawn before.
#[derive(Default)]
pub(super) struct Letters {
    masks: HashMap<(char, Font), Rc<Mask>>,
}

impl Letters {
    /// Writes a line of text. `x` is its left edge, `y` the base line.
    pub(super) fn write(
        &mut self,
        canvas: &mut Canvas,
        (x, y): (f32, f32),
        text: &str,
        font: Font,
        colour: u8,
    ) {
        let mut x = x + font.pen() / 2.0;
        for letter in letters(text) {
            if letter != ' ' {
                let mask = self.mask(letter, font);
                canvas.letter(&mask, x.round() as i32, y.round() as i32, colour);
            }
            x += (width_of(letter) + GAP) * font.unit();
        }
    }

    fn mask(&mut self, letter: char, font: Font) -> Rc<Mask> {
        let mask = self.masks.entry((letter, font)).or_insert_with(|| Rc::new(draw(letter, font)));
        Rc::clone(mask)
    }
}

/// The width of a text in pixels.
pub(super) fn width(text: &str, font: Font) -> f32 {
    let units: f32 = letters(text).map(|letter| width_of(letter) + GAP).sum();
    (units - GAP).max(0.0) * font.unit() + font.pen()
}

/// The start of a text that is too wide, with `…` at its end.
pub(super) fn fitting(text: &str, font: Font, room: f32) -> String {
    if width(text, font) <= room {
        return text.to_string();
    }
    let mut kept: Vec<char> = letters(text).collect();
    loop {
        let shown: String = kept.iter().chain(['…'].iter()).collect();
        if kept.pop().is_none() || width(&shown, font) <= room {
            return shown;
        }
    }
}

/// One letter for everything that readers see as one.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.graphemes(true).filter_map(|cluster| cluster.chars().next()).map(|letter| match letter {
        '\u{a0}' | '\u{202f}' => ' ',
        other => other,
    })
}

fn width_of(letter: char) -> f32 {
    match letter {
        ' ' => SPACE,
        '0'..='9' => DIGIT,
        other => shape(other).width,
    }
}

/// The strokes of a letter, those of its accent included.
fn shape(letter: char) -> Shape {
    let Some([_, base, accent]) = ACCENTED.iter().find(|[accented, ..]| *accented == letter) else {
        let strokes = find(GLYPHS, letter);
        return from_strokes(strokes.unwrap_or(UNKNOWN));
    };
    // An accent stands in the place of a dot.
    let dotless = find(GLYPHS, *base).map(|strokes| if *base == 'i' { &strokes[..4] } else { strokes });
    let below = from_strokes(dotless.unwrap_or(UNKNOWN));
    let above = from_strokes(find(ACCENTS, *accent).unwrap_or_default());
    let width = below.width.max(above.width);
    let up = if base.is_uppercase() && *accent != '¸' { CAPITAL_RISE } else { 0.0 };
    let lines = [(below, 0.0), (above, up)].into_iter().flat_map(|(part, up)| {
        let right = (width - part.width) / 2.0;
        let moved = move |(x, y)| (x + right, y + up);
        part.lines.into_iter().map(move |line| line.into_iter().map(moved).collect())
    });
    Shape { lines: lines.collect(), width }
}

fn find(table: &[(char, &'static str)], letter: char) -> Option<&'static str> {
    table.iter().find(|(other, _)| *other == letter).map(|(_, strokes)| *strokes)
}

fn from_strokes(strokes: &str) -> Shape {
    let lines: Vec<Vec<Point>> = strokes.split_ascii_whitespace().map(line).collect();
    let width = lines.iter().flatten().map(|(x, _)| *x).fold(0.0, f32::max);
    Shape { lines, width }
}

/// The points of a stroke, those of a curve in small pieces.
fn line(stroke: &str) -> Vec<Point> {
    let (is_curve, points) = match stroke.strip_prefix('~') {
        Some(points) => (true, points),
        None => (false, stroke),
    };
    let digits: Vec<f32> = points.chars().map(|digit| digit.to_digit(16).unwrap_or(0) as f32).collect();
    let points: Vec<Point> = digits.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    if is_curve { curve(&points) } else { points }
}

/// A quadratic B-spline. It touches the middle of every side of its polygon.
fn curve(points: &[Point]) -> Vec<Point> {
    let middle = |one: Point, other: Point| ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
    let last = points.len() - 1;
    let is_closed = points[0] == points[last];
    let mut line = Vec::new();
    let corners = if is_closed { 0..last } else { 1..last };
    for at in corners {
        let before = points[if at == 0 { last - 1 } else { at - 1 }];
        let (corner, after) = (points[at], points[at + 1]);
        let start = if at == 1 && !is_closed { before } else { middle(before, corner) };
        let end = if at + 1 == last && !is_closed { after } else { middle(corner, after) };
        for piece in 0..=PIECES {
            let t = piece as f32 / PIECES as f32;
            let bend = |a: f32, b: f32, c: f32| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
            line.push((bend(start.0, corner.0, end.0), bend(start.1, corner.1, end.1)));
        }
    }
    line
}

/// Draws a letter with a round pen.
fn draw(letter: char, font: Font) -> Mask {
    let (unit, pen) = (font.unit(), font.pen());
    let lines = shape(letter).lines;
    let in_pixels = |(x, y): Point| (x * unit, (BASE - y) * unit);
    let lines: Vec<Vec<Point>> =
        lines.into_iter().map(|line| line.into_iter().map(in_pixels).collect()).collect();
    let points = || lines.iter().flatten();
    let reach = pen / 2.0 + 1.0;
    let least = |of: fn(&Point) -> f32| (points().map(of).fold(f32::MAX, f32::min) - reach).floor() as i32;
    let most = |of: fn(&Point) -> f32| (points().map(of).fold(f32::MIN, f32::max) + reach).ceil() as i32;
    let (left, top) = (least(|point| point.0), least(|point| point.1));
    let (right, bottom) = (most(|point| point.0), most(|point| point.1));
    let mut coverages = Vec::new();
    for y in top..bottom {
        for x in left..right {
            let pixel = (x as f32 + 0.5, y as f32 + 0.5);
            let sides = lines.iter().flat_map(|line| line.windows(2));
            let nearest = sides.map(|side| distance(pixel, side[0], side[1])).fold(f32::MAX, f32::min);
            coverages.push(coverage_at(nearest - pen / 2.0));
        }
    }
    Mask { left, top, width: (right - left) as usize, coverages }
}

/// How far a point is from a line between two others.
fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (along, across) = (to.0 - from.0, to.1 - from.1);
    let length = along * along + across * across;
    let (x, y) = (point.0 - from.0, point.1 - from.1);
    let share = if length > 0.0 { ((x * along + y * across) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - share * along).hypot(y - share * across)
}

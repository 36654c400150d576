//! The colours of a picture: at most 255, and every mix of two that meet at an edge.

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// How finely an edge covers a pixel: 0 not at all, this wholly.
pub(super) const FULL: u8 = 16;

/// The index of pixels that stay as they were. No colour has it.
pub(super) const UNCHANGED: u8 = 255;

/// Colours with their indices, and the index of each mix.
pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// By the lower colour, the upper one and the coverage; [`UNCHANGED`] until asked.
    mixes: Vec<u8>,
}

impl Palette {
    /// The colours themselves and `steps` mixes between the two of each edge.
    pub(super) fn new(edges: &[(Rgb, Rgb, u8)]) -> Palette {
        let mut colours: Vec<Rgb> = Vec::new();
        let ends = edges.iter().flat_map(|(one, other, _)| [*one, *other]);
        let between = edges.iter().flat_map(|(one, other, steps)| {
            (1..=*steps).map(|step| mixed(*one, *other, f32::from(step) / f32::from(*steps + 1)))
        });
        for colour in ends.chain(between) {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        // The ends come first: what does not fit is a shade of an edge.
        colours.truncate(usize::from(UNCHANGED));
        let mixes = vec![UNCHANGED; colours.len() * colours.len() * usize::from(FULL)];
        Palette { colours, mixes }
    }

    /// The index of the nearest colour.
    pub(super) fn index(&self, colour: Rgb) -> u8 {
        let distance = |other: &Rgb| -> u32 {
            colour.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
        };
        let nearest = (0..self.colours.len()).min_by_key(|at| distance(&self.colours[*at]));
        nearest.unwrap_or(0) as u8
    }

    /// The index of a colour over another, where it covers a part of a pixel.
    #[inline]
    pub(super) fn mix(&mut self, under: u8, over: u8, coverage: u8) -> u8 {
        match coverage {
            0 => under,
            FULL.. => over,
            part => {
                let at = (usize::from(under) * self.colours.len() + usize::from(over)) * usize::from(FULL)
                    + usize::from(part);
                if self.mixes[at] == UNCHANGED {
                    let share = f32::from(part) / f32::from(FULL);
                    let [under, over] = [under, over].map(|index| self.colours[usize::from(index)]);
                    self.mixes[at] = self.index(mixed(under, over, share));
                }
                self.mixes[at]
            }
        }
    }

    /// All colours, as GIF writes them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }
}

/// A colour between two: 0 is the first, 1 the second.
pub(super) fn mixed(one: Rgb, other: Rgb, share: f32) -> Rgb {
    let channel = |at: usize| {
        let (from, to) = (f32::from(one[at]), f32::from(other[at]));
        (from + (to - from) * share).round() as u8
    };
    [channel(0), channel(1), channel(2)]
}

/// Of two colours, the one that is easier to read on a background.
pub(super) fn readable_on(back: Rgb, choices: [Rgb; 2]) -> Rgb {
    let [first, second] = choices;
    if contrast(first, back) >= contrast(second, back) { first } else { second }
}

/// The contrast ratio of WCAG, 1 to 21.
pub(super) fn contrast(one: Rgb, other: Rgb) -> f32 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: Rgb) -> f32 {
    let linear = |channel: u8| {
        let share = f32::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

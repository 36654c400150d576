//! The few styles that the program uses, and what each stands for.
//!
//! Colour is never the only sign: every text must make sense without it.

use anstyle::{Ansi256Color, AnsiColor, Style};
use games::Seat;

/// No style.
pub const PLAIN: Style = Style::new();
/// Names and headings: what a reader looks for first.
pub const BOLD: Style = Style::new().bold();
/// Details that a reader may skip.
pub const FAINT: Style = Style::new().dimmed();
/// Success.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Faults, losses and failures.
pub const BAD: Style = AnsiColor::BrightRed.on_default();
/// Lines and numbers at the edge of a board.
pub const FRAME: Style = AnsiColor::Yellow.on_default();
/// The interval around a rating.
pub const RATING: Style = AnsiColor::BrightBlue.on_default();

/// The style of a seat's name and pieces: steel and ember, as on the pages. Of the 256 colours
/// these two have the contrast of text on black, and that of graphics on white.
pub fn seat_colour(seat: Seat) -> Style {
    let colour = match seat {
        Seat::Zero => Ansi256Color(68),
        Seat::One => Ansi256Color(166),
    };
    colour.on_default().bold()
}

/// Puts a text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use anstyle::Color;

    use super::*;

    /// The six steps of red, green and blue in the cube of 216 among xterm's 256 colours.
    const STEPS: [f64; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];

    /// The contrast of WCAG with a ground of this luminance.
    fn contrast(colour: Ansi256Color, ground: f64) -> f64 {
        let at = usize::from(colour.0 - 16);
        let [red, green, blue] = [at / 36, at / 6 % 6, at % 6].map(|step| {
            let value = STEPS[step] / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055_f64).powf(2.4) }
        });
        let own = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        (own.max(ground) + 0.05) / (own.min(ground) + 0.05)
    }

    #[test]
    fn seats_stand_out_on_black_and_on_white() {
        for seat in Seat::BOTH {
            let Some(Color::Ansi256(colour)) = seat_colour(seat).get_fg_color() else { panic!("{seat}") };
            let [on_black, on_white] = [0.0, 1.0].map(|ground| contrast(colour, ground));
            assert!(on_black >= 4.5 && on_white >= 3.0, "{seat}: {on_black} {on_white}");
        }
    }
}

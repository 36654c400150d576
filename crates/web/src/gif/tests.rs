//! Pictures are decoded again, and compared with the boards of the records.

use std::collections::HashMap;
use std::path::Path;

use ::gif::{ColorOutput, DecodeOptions};
use games::grid::Style;
use games::{Fault, FaultKind, Grid, Seat, Viewpoint};
use referee::{OutcomeRecord, Record, Replay, record};

use super::letters::{Font, Letters, fitting, width};
use super::palette::{Palette, contrast};
use super::scene::{Layout, WIDTH};
use super::{canvas::Canvas, game, glyphs, pace, scene};

/// The pixels of a frame as a viewer sees it: red, green and blue.
type Pixels = [[u8; 3]];

/// Plays a picture. `each` gets the number of a frame, what is seen and its time.
/// Returns the number of frames.
fn watch(bytes: &[u8], mut each: impl FnMut(usize, &Pixels, u16)) -> usize {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    assert_eq!(width, WIDTH);
    let (mut shown, mut number) = (vec![[0; 3]; width * height], 0);
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (row, col) = (at / usize::from(frame.width), at % usize::from(frame.width));
            if pixel[3] > 0 {
                shown[(top + row) * width + left + col].copy_from_slice(&pixel[..3]);
            }
        }
        each(number, &shown, frame.delay);
        number += 1;
    }
    number
}

fn golden(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/data/golden");
    record::read(&folder.join(format!("{game}.jsonl"))).expect("golden games")
}

/// The board after every action, from the rules.
fn boards(record: &Record) -> Vec<Grid> {
    let mut replay = Replay::new(record).expect("a record");
    let mut boards = vec![replay.session().grid(Viewpoint::All)];
    while let Some(step) = replay.step() {
        step.expect("it holds");
        boards.push(replay.session().grid(Viewpoint::All));
    }
    boards
}

/// The pixels of a cell, without its edge, where an outline may be.
fn inside(pixels: &Pixels, layout: &Layout, cell: usize) -> Vec<[u8; 3]> {
    let place = layout.cell(cell).inset(layout.side / 6.0);
    let (left, top) = (place.left.ceil() as usize, place.top.ceil() as usize);
    let (width, height) = (place.width as usize, place.height as usize);
    (top..top + height).flat_map(|y| pixels[y * WIDTH + left..][..width].to_vec()).collect()
}

/// Whose colour a picture of a cell has: 1, -1, or 0 if it has none.
fn owner(pixels: &Pixels) -> i64 {
    // A few dark pixels at the edge of a number may be of another shade.
    let has = |differs: fn(&&[u8; 3]) -> bool| pixels.iter().filter(differs).count() > pixels.len() / 20;
    let steel = has(|[red, _, blue]| *blue > red.saturating_add(5));
    let ember = has(|[red, _, blue]| *red > blue.saturating_add(25));
    assert!(!(steel && ember), "one colour");
    i64::from(steel) - i64::from(ember)
}

#[test]
fn every_frame_shows_its_position_for_a_while() {
    for name in ["virus", "conga", "plantation"] {
        for record in golden(name) {
            let boards = boards(&record);
            assert_eq!(boards[boards.len() - 1].signed_rows(), record.final_board);
            let layout = Layout::new(&boards[0]);
            // Equal values look alike in all frames, and different ones do not.
            let mut looks: HashMap<i64, Vec<[u8; 3]>> = HashMap::new();
            let mut times = Vec::new();
            let bytes = game(&record).expect("it holds");
            let frames = watch(&bytes, |frame, pixels, delay| {
                times.push(delay);
                for (at, cell) in boards[frame].cells.iter().enumerate() {
                    let pixels = inside(pixels, &layout, at);
                    assert_eq!(owner(&pixels), cell.signed().signum(), "{name}, frame {frame}, cell {at}");
                    let known = looks.entry(cell.signed()).or_insert_with(|| pixels.clone());
                    assert!(*known == pixels, "{name}, frame {frame}, cell {at}");
                }
            });
            assert_eq!(frames, record.actions.len() + 1);
            let all: Vec<_> = looks.values().collect();
            assert!((1..all.len()).all(|at| !all[..at].contains(&all[at])), "{name}");
            // About half a minute, and the end stays for a while.
            let (last, others) = times.split_last().expect("frames");
            let whole: u32 = others.iter().map(|delay| u32::from(*delay)).sum();
            assert!((2_000..=4_000).contains(&whole) && *last == 300, "{name}: {whole} {last}");
            assert!(bytes.len() < 20_000 + 5_000 * frames, "{name}: {} bytes", bytes.len());
        }
    }
}

/// All letters that the tables must have.
fn latin() -> impl Iterator<Item = char> {
    let ascii = '!'..='~';
    ascii.chain("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœŸ’…−".chars())
}

/// What a letter looks like on an empty picture.
fn drawn(text: &str, font: Font) -> Vec<u8> {
    let palette = Palette::new(&[([255; 3], [0; 3], 14)]);
    let (white, black) = (palette.index([255; 3]), palette.index([0; 3]));
    let mut canvas = Canvas::new(WIDTH, 60, palette, white);
    Letters::default().write(&mut canvas, (20.0, 40.0), text, font, black);
    canvas.pixels
}

#[test]
fn every_letter_is_another_picture() {
    let font = Font::regular(14.0);
    let unknown = drawn("\u{4e2d}", font);
    let mut seen: HashMap<Vec<u8>, char> = HashMap::from([(unknown.clone(), '中')]);
    for letter in latin() {
        let other = seen.insert(drawn(&letter.to_string(), font), letter);
        assert_eq!(other, None, "{letter}");
    }
    // One box for all that a reader sees as one letter.
    assert!(drawn("👩\u{200d}💻", font) == unknown);
    // A letter and its accent in two characters.
    assert!(drawn("e\u{301}", font) == drawn("e", font));
}

#[test]
fn a_text_is_as_wide_as_it_says() {
    for font in [Font::regular(9.0), Font::regular(14.0), Font::bold(18.0)] {
        for text in ["greedy", "−12", "Éloïse W.", "[champion] {x}"] {
            let pixels = drawn(text, font);
            let back = pixels[0];
            let columns = (0..WIDTH).filter(|x| pixels.iter().skip(*x).step_by(WIDTH).any(|it| *it != back));
            let columns: Vec<usize> = columns.collect();
            let (first, last) = (columns[0], columns[columns.len() - 1]);
            assert!(first >= 19 && (last as f32) < 20.0 + width(text, font) + 1.5, "{text} {first} {last}");
        }
    }
}

#[test]
fn a_long_name_is_cut() {
    let font = Font::regular(14.0);
    for name in ["a".repeat(64), "W".repeat(64), "\u{202e}".repeat(64), "👩\u{200d}💻".repeat(40)] {
        let shown = fitting(&name, font, 200.0);
        assert!(shown.ends_with('…') && width(&shown, font) <= 200.0, "{shown}");
        assert!(width(&shown, font) > 150.0, "{shown}");
    }
    assert_eq!(fitting("short", font, 200.0), "short");
    let mut record = golden("virus").remove(1);
    record.players[0].name = "\u{202e}\u{0}W".repeat(20);
    record.players[1].name = String::new();
    let frames = watch(&game(&record).expect("it holds"), |_, _, _| {});
    assert_eq!(frames, record.actions.len() + 1);
}

#[test]
fn all_colours_fit_and_numbers_can_be_read() {
    for style in [Style::Stones, Style::Boxes, Style::SignedNumbers] {
        assert!(Palette::new(&scene::edges(style)).len() <= 255, "{style:?}");
    }
    for (shade, number) in scene::shades() {
        // Numbers are large and bold: WCAG asks for 3.
        assert!(contrast(shade, number) > 4.0, "{shade:?} {number:?}");
    }
    let all: Vec<char> = glyphs::GLYPHS.iter().map(|(letter, _)| *letter).collect();
    assert!((1..all.len()).all(|at| !all[..at].contains(&all[at])), "no letter twice");
}

#[test]
fn a_long_game_stays_short() {
    for count in (1..5_000).chain([99_999, 1_000_000]) {
        let (step, pace) = pace(count);
        let frames = count.div_ceil(step);
        assert!(frames <= 2_000 && (step == 1) == (count <= 2_000), "{count}");
        assert!(frames * usize::from(pace) <= 4_000 && pace >= 2, "{count}");
        assert!(count < 40 || frames * usize::from(pace) >= 2_000, "{count}");
    }
}

#[test]
fn a_game_without_actions_and_a_broken_one() {
    for name in ["virus", "conga", "plantation"] {
        let mut record = golden(name).remove(0);
        record.actions.truncate(1);
        assert!(game(&record).is_err(), "it does not hold");
        // A program that did not start.
        record.actions.clear();
        record.final_board = record.start.clone();
        let mut session = Replay::new(&record).expect("a start").session().boxed_clone();
        session.adjudicate(Fault { seat: Seat::Zero, kind: FaultKind::NoStart });
        record.outcome = OutcomeRecord::new(session.outcome().expect("it is lost"), None);
        assert_eq!(watch(&game(&record).expect("it holds"), |_, _, _| {}), 1, "{name}");
    }
}

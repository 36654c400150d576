//! Whether text and drawings stand out from what is behind them: the contrasts of WCAG 2.2,
//! computed from the colours of the style sheets.

use std::collections::BTreeMap;

use games::{Grid, Seat};
use gridiron_web::assets;

/// The least contrast of text, and of drawings and large signs.
const TEXT: f64 = 4.5;
const DRAWING: f64 = 3.0;

type Palette = BTreeMap<String, String>;

/// The colours of a style sheet's variables, in the light theme and in the dark one.
fn palettes(sheet: &str) -> [Palette; 2] {
    let text = assets::read(sheet).expect("a style sheet");
    let mut palettes = [Palette::new(), Palette::new()];
    for declaration in text.lines().map(str::trim).filter(|it| it.starts_with("--")) {
        let (name, value) = declaration.trim_end_matches(';').split_once(':').expect("a value");
        let both: Vec<&str> = match value.trim().strip_prefix("light-dark(") {
            Some(colours) => colours.trim_end_matches(')').split(',').map(str::trim).collect(),
            None => vec![value.trim(); 2],
        };
        for (palette, colour) in palettes.iter_mut().zip(both).filter(|(_, colour)| colour.starts_with('#')) {
            palette.insert(name.to_string(), colour.to_string());
        }
    }
    palettes
}

/// The relative luminance of `#rrggbb`.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let byte = u8::from_str_radix(&colour[at..at + 2], 16).expect("#rrggbb");
        let value = f64::from(byte) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let [a, b] = [luminance(a), luminance(b)];
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_that_of_the_standard() {
    // The extremes, and the greys that WebAIM names as the lightest for text and for drawings on white.
    for (a, b, expected) in [
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#949494", "#ffffff", 3.03),
        ("#ff0000", "#ffffff", 4.0),
    ] {
        assert!((contrast(a, b) - expected).abs() < 0.01, "{a} on {b}: {}", contrast(a, b));
    }
}

#[test]
fn text_and_drawings_stand_out() {
    const GROUNDS: [&str; 3] = ["--back", "--surface", "--sunken"];
    let mut pairs: Vec<(&str, &str, f64)> = vec![
        ("--on-steel", "--steel", TEXT),
        ("--on-ember", "--ember", TEXT),
        ("--bad", "--bad-back", TEXT),
        ("--back", "--ink", TEXT),
        ("--ink", "--steel-heat", TEXT),
        ("--ink", "--ember-heat", TEXT),
        ("--on-iron", "--iron", TEXT),
        ("--on-iron-faint", "--iron", TEXT),
        ("--on-iron-steel", "--iron", DRAWING),
        ("--on-iron-ember", "--iron", DRAWING),
    ];
    for ground in GROUNDS {
        let texts = ["--ink", "--faint", "--steel", "--ember-text", "--bad", "--live"];
        pairs.extend(texts.map(|text| (text, ground, TEXT)));
        pairs.push(("--ember", ground, DRAWING));
    }
    for (theme, palette) in ["light", "dark"].iter().zip(palettes("page.css")) {
        for (front, ground, least) in &pairs {
            let found = contrast(&palette[*front], &palette[*ground]);
            assert!(found >= *least, "{theme}: {front} on {ground}: {found:.2}");
        }
        // The two seats also differ in a grey print.
        let apart = contrast(&palette["--steel"], &palette["--ember"]);
        assert!(apart >= 1.7, "{theme}: the seats: {apart:.2}");
    }
}

/// The names in the chart of ratings have the colours of their lines: each is a colour of the
/// page, or has one for each theme.
#[test]
fn lines_of_a_chart_stand_out() {
    let sheet = assets::read("report.css").expect("a style sheet");
    for (theme, palette) in palettes("page.css").into_iter().enumerate() {
        let mut count = 0;
        for line in sheet.lines().filter(|line| line.starts_with(".hue")) {
            let (_, value) = line.split_once("--hue: ").expect("a colour");
            let words: Vec<&str> = value.split(['(', ')', ',', ' ']).filter(|it| !it.is_empty()).collect();
            let colour = if words[0] == "var" { &palette[words[1]] } else { words[1 + theme] };
            let found = contrast(colour, &palette["--surface"]);
            assert!(found >= TEXT, "{line}: {found:.2}");
            count += 1;
        }
        assert_eq!(count, 8);
    }
}

/// Pictures have the colours of the pages.
#[test]
fn pictures_have_the_same_seats() {
    let entry = games::find("virus").expect("a game");
    let session = entry.start(entry.read_options("").expect("rules"), 1).expect("a board");
    let grid: Grid = session.grid(games::Viewpoint::All);
    assert!(Seat::BOTH.iter().all(|seat| grid.total(*seat) > 0));
    let picture = gridiron_web::svg::board(&grid, &Default::default());
    let (light, dark) = picture.split_once("@media").expect("two themes");
    for (style, palette) in [light, dark].iter().zip(palettes("page.css")) {
        for (class, name) in [
            ("s0", "--steel"),
            ("s1", "--ember"),
            ("n0", "--steel-heat"),
            ("n1", "--ember-heat"),
            ("cell", "--sunken"),
        ] {
            assert!(style.contains(&format!(".{class}{{fill:{}}}", palette[name])), "{class}");
        }
    }
}

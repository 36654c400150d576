//! Makes untrusted text safe for a terminal, for HTML and for scripts.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Text for a line that people read. Control characters, invisible characters and
/// those that change the direction of writing are written as escapes such as
/// `\u{1b}`. Emoji, accents and letters of all scripts stay as they are.
///
/// ```
/// use gridiron_web::text::harmless;
///
/// assert_eq!(harmless("\u{1b}[2J"), "\\u{1b}[2J");
/// assert_eq!(harmless("👩\u{200d}🚀 日本"), "👩\u{200d}🚀 日本");
/// ```
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut clusters = text.graphemes(true).peekable();
    while let Some(cluster) = clusters.next() {
        let next = clusters.peek().and_then(|next| next.chars().next());
        for (at, c) in cluster.char_indices() {
            match is_hidden(c) && !is_part_of_cluster(cluster, at, c, next) {
                true => shown.extend(c.escape_default()),
                false => shown.push(c),
            }
        }
    }
    shown
}

/// Characters that a reader does not see, or that change how others are shown:
/// what Unicode calls controls, formats and line ends.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Whether a hidden character changes what the visible ones around it look like,
/// as writers of many languages and of emoji expect.
fn is_part_of_cluster(cluster: &str, at: usize, c: char, next: Option<char>) -> bool {
    let rest = &cluster[at + c.len_utf8()..];
    match c {
        // Joins an emoji or a letter to the next one of the same cluster. At the end
        // of a cluster it joins nothing.
        '\u{200d}' => rest.width() > 0,
        // Keeps two letters apart, as in Persian and Bengali. Between Latin letters it
        // would only make two names look the same.
        '\u{200c}' => {
            let is_joining = |c: char| ('\u{600}'..='\u{dff}').contains(&c);
            rest.is_empty() && cluster.starts_with(is_joining) && next.is_some_and(is_joining)
        }
        // Spells the name of a region after a black flag.
        '\u{e0020}'..='\u{e007f}' => cluster.starts_with('\u{1f3f4}'),
        _ => false,
    }
}

/// Text for an element or an attribute of HTML and XML.
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in harmless(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML does not allow these two.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// JSON for a script element. Nothing in it can end the element, start a comment
/// or, in old browsers, end a line.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A time as `2026-01-31T18:05:00Z`, from seconds since 1970.
pub fn timestamp(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years counted from March end with the leap day; an era is 400 years.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400 + i64::from(month >= 10), (month + 2) % 12 + 1);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        // From `date --utc --date=@SECONDS`.
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(timestamp(seconds), expected);
        }
    }

    #[test]
    fn hidden_characters_are_escaped_and_visible_ones_are_not() {
        for (text, expected) in [
            ("greedy", "greedy"),
            ("Zoe\u{301} 日本 한국 नमस्ते", "Zoe\u{301} 日本 한국 नमस्ते"),
            // Families, professions, skin tones, flags.
            ("👩\u{200d}👩\u{200d}👧", "👩\u{200d}👩\u{200d}👧"),
            ("👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥", "👩🏽\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥"),
            ("🇫🇷", "🇫🇷"),
            (
                "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
                "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
            ),
            // Joiners within words of scripts that need them.
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            // Joiners that join nothing, and other ways to look like another name.
            ("gre\u{200d}edy", "gre\\u{200d}edy"),
            ("gre\u{200c}edy", "gre\\u{200c}edy"),
            ("👩\u{200d}", "👩\\u{200d}"),
            ("a\u{200d}\u{301}b", "a\\u{200d}\u{301}b"),
            ("\u{200d}a", "\\u{200d}a"),
            ("gre\u{ad}edy\u{200b}\u{e0041}", "gre\\u{ad}edy\\u{200b}\\u{e0041}"),
            // Orders to a terminal.
            ("\u{1b}[2J\u{9b}1m\r\n\t\u{7}", "\\u{1b}[2J\\u{9b}1m\\r\\n\\t\\u{7}"),
            // The direction of writing.
            ("\u{202e}abc\u{2066}\u{200f}\u{61c}", "\\u{202e}abc\\u{2066}\\u{200f}\\u{61c}"),
            ("a\u{2028}b\u{feff}", "a\\u{2028}b\\u{feff}"),
        ] {
            assert_eq!(harmless(text), expected);
        }
    }

    #[test]
    fn nothing_gets_out_of_its_place() {
        for (text, in_markup, in_script) in [
            ("</script><b>", "&lt;/script&gt;&lt;b&gt;", "\\u003c/script>\\u003cb>"),
            ("<!--", "&lt;!--", "\\u003c!--"),
            ("\"' &amp;", "&quot;&#39; &amp;amp;", "\"' &amp;"),
            ("a\u{2028}b", "a\\u{2028}b", "a\\u2028b"),
            ("\u{0}\u{202e}", "\\u{0}\\u{202e}", "\u{0}\u{202e}"),
            ("\u{ffff}", "\u{fffd}", "\u{ffff}"),
        ] {
            assert_eq!((markup(text).as_str(), script_json(text).as_str()), (in_markup, in_script));
        }
    }
}

//! Text from strangers, made fit for the place it goes to.

/// Fit for a line that people read: invisible characters, orders to a terminal
/// and those that turn the direction of writing are spelled out.
pub fn harmless(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let shown = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// Fit for the text or an attribute of HTML and XML.
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in harmless(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Nothing that XML has no place for.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// JSON fit for a script element: nothing in it can end the element, begin a
/// comment or, where scripts are older than JSON, end a line.
pub fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A moment as `2026-01-31T18:05:00Z`, from seconds since 1970.
pub fn moment(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Years that begin in March end with the leap day; 400 of them are an era.
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
            assert_eq!(moment(seconds), expected);
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

//! The rules of a game on a narrow terminal. Text is wrapped again; notes go below
//! their board, boards below each other, and tables become lists.
//!
//! The texts are written for 77 columns. Their layout says what each part is: see
//! [`Part`].

use crate::terminal::{width, wrap};

/// A part of the rules, without the empty lines around it.
enum Part<'a> {
    /// Capitals only: `THE IDEA`.
    Heading(&'a str),
    /// A first line, then lines that are indented alike: wrapped behind that indent.
    Text {
        hang: usize,
        lines: Vec<&'a str>,
    },
    /// Boards, with notes or titles.
    Drawing(Vec<&'a str>),
    /// Columns below a line of names in capitals.
    Table(Vec<&'a str>),
    Empty,
}

/// The rules in lines of at most so many columns, where that is possible.
pub fn fit(rules: &str, columns: usize) -> String {
    let lines: Vec<&str> = rules.trim_end().lines().collect();
    if lines.iter().all(|line| width(line) <= columns) {
        return lines.join("\n");
    }
    let fitted = parts(&lines).into_iter().flat_map(|part| part.fit(columns));
    fitted.collect::<Vec<String>>().join("\n")
}

/// Whether a line of the rules is a heading.
pub fn is_heading(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(' ') && !line.contains(char::is_lowercase)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where a line goes on after its first gap of two or more spaces.
fn after_gap(line: &str) -> Option<usize> {
    let begin = indent(line);
    let gap = begin + line[begin..].find("  ")?;
    Some(gap + indent(&line[gap..]))
}

/// Whether words are in the text, not only the letters and numbers of a board.
fn has_words(text: &str) -> bool {
    text.split(|c: char| !c.is_lowercase()).any(|word| word.len() > 2)
}

/// A line of names in capitals, with gaps between them.
fn is_table_head(line: &str) -> bool {
    let is_name = |c: char| c.is_uppercase() || c == ' ';
    line.chars().all(is_name) && after_gap(line).is_some()
}

fn parts<'a>(lines: &[&'a str]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let begin = at;
        at += 1;
        let mut take_while = |is_part: &dyn Fn(&str) -> bool| {
            while lines.get(at).is_some_and(|line| !line.is_empty() && is_part(line)) {
                at += 1;
            }
            lines[begin..at].to_vec()
        };
        parts.push(match line {
            "" => Part::Empty,
            _ if is_table_head(line) && lines.get(begin + 1).is_some_and(|next| has_words(next)) => {
                Part::Table(take_while(&|_| true))
            }
            _ if is_heading(line) => Part::Heading(line),
            _ if line.starts_with(' ') && after_gap(line).is_none() && has_words(line) => {
                let hang = indent(line);
                Part::Text { hang, lines: take_while(&|line| indent(line) == hang) }
            }
            _ if line.starts_with(' ') => Part::Drawing(take_while(&|line| line.starts_with(' '))),
            _ => {
                let number = line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok());
                let hang = number.map(|(number, _)| number.len() + 2).or(after_gap(line)).unwrap_or(0);
                let goes_on = |next: &str| match hang {
                    0 => !next.starts_with(' ') && after_gap(next).is_none() && !is_heading(next),
                    hang => indent(next) == hang,
                };
                Part::Text { hang, lines: take_while(&goes_on) }
            }
        });
    }
    parts
}

impl Part<'_> {
    fn fit(self, columns: usize) -> Vec<String> {
        match self {
            Part::Empty => vec![String::new()],
            Part::Heading(line) => wrap(line, columns),
            Part::Text { hang, lines } => text(hang, &lines, columns),
            Part::Drawing(lines) => drawing(&lines, columns),
            Part::Table(lines) if lines.iter().all(|line| width(line) <= columns) => owned(&lines),
            Part::Table(lines) => table(&lines, columns),
        }
    }
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

/// Lines of at most so many columns; those after the first are indented.
fn hanging(first: &str, words: &str, indent: usize, columns: usize) -> Vec<String> {
    let room = columns.saturating_sub(indent.max(first.len())).max(1);
    let before = " ".repeat(indent);
    let lines = wrap(words, room).into_iter().enumerate();
    lines.map(|(at, line)| format!("{}{line}", if at == 0 { first } else { &before })).collect()
}

fn one_line<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().flat_map(str::split_whitespace).collect::<Vec<&str>>().join(" ")
}

fn text(hang: usize, lines: &[&str], columns: usize) -> Vec<String> {
    // Lines with gaps are entries of their own.
    if hang > 0 && lines.iter().any(|line| line[hang..].contains("  ")) {
        if lines.iter().all(|line| width(line) <= columns) {
            return owned(lines);
        }
        let entry = |line: &&str| hanging(&" ".repeat(indent(line).min(2)), &one_line([*line]), 4, columns);
        return lines.iter().flat_map(entry).collect();
    }
    // Behind a deep indent there would be no room for words.
    match columns < hang + 24 {
        true => hanging("", &one_line(lines.iter().copied()), hang.min(2), columns),
        false => hanging(&lines[0][..hang], &one_line(lines.iter().map(|line| &line[hang..])), hang, columns),
    }
}

/// Notes go below the board that they stand beside, boards below each other.
fn drawing(lines: &[&str], columns: usize) -> Vec<String> {
    if lines.iter().all(|line| width(line) <= columns) {
        return owned(lines);
    }
    let cell = |line: &str, from: usize, to: usize| {
        line.get(from.min(line.len())..to.min(line.len())).unwrap_or_default().trim_end().to_string()
    };
    let is_free =
        |at: usize| lines.iter().all(|line| line.as_bytes().get(at).is_none_or(|byte| *byte == b' '));
    // The last free column that has words to the right of it and none to the left.
    let widest = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    let beside = (1..widest).rev().find(|at| {
        let left = || lines.iter().all(|line| !has_words(&cell(line, 0, *at)));
        is_free(*at)
            && is_free(at - 1)
            && left()
            && lines.iter().any(|line| has_words(&cell(line, *at, usize::MAX)))
    });
    if let Some(at) = beside {
        let mut shown: Vec<String> = lines.iter().map(|line| cell(line, 0, at)).collect();
        let notes: Vec<String> = lines.iter().map(|line| cell(line, at, usize::MAX)).collect();
        for note in notes.split(|note| note.trim().is_empty()).filter(|note| !note.is_empty()) {
            shown.extend(hanging("  ", &one_line(note.iter().map(String::as_str)), 2, columns));
        }
        return shown;
    }
    // The titles of the boards are in the first line, far apart.
    let mut begins = vec![0];
    while let Some(gap) = lines[0][begins[begins.len() - 1]..].trim_end().find("     ") {
        let from = begins[begins.len() - 1] + gap;
        begins.push(from + indent(&lines[0][from..]));
    }
    let ends = begins.iter().skip(1).copied().chain([usize::MAX]);
    let boards = begins.iter().zip(ends).map(|(begin, end)| {
        let lines = lines.iter().map(|line| cell(line, *begin, end));
        // The others stand as far from the edge as the first one does.
        let before = if *begin > 0 { "  " } else { "" };
        lines.map(|line| format!("{before}{line}").trim_end().to_string()).collect::<Vec<String>>()
    });
    boards.collect::<Vec<Vec<String>>>().join(&String::new())
}

/// Each row becomes an entry: its first column, and below it the others.
fn table(lines: &[&str], columns: usize) -> Vec<String> {
    let mut begins: Vec<usize> = Vec::new();
    let mut from = indent(lines[0]);
    loop {
        begins.push(from);
        let Some(gap) = lines[0][from..].find("  ") else { break };
        from += gap + indent(&lines[0][from + gap..]);
    }
    if lines[1..].iter().any(|line| indent(line) < begins[0]) {
        begins.insert(0, 0);
    }
    let cells = |line: &str| -> Vec<String> {
        let ends = begins.iter().skip(1).copied().chain([usize::MAX]);
        let cut = |(begin, end): (&usize, usize)| line.get((*begin).min(line.len())..end.min(line.len()));
        begins.iter().zip(ends).map(|at| cut(at).unwrap_or_default().trim().to_string()).collect()
    };
    let names: Vec<String> = cells(lines[0]).iter().map(|name| name.to_lowercase()).collect();
    let is_short = |cell: &str| cell.len() <= 8;
    let mut shown = Vec::new();
    let mut row = vec![String::new(); names.len()];
    for line in &lines[1..] {
        for (whole, part) in row.iter_mut().zip(cells(line)) {
            let glue = if whole.is_empty() || part.is_empty() { "" } else { " " };
            whole.push_str(&format!("{glue}{part}"));
        }
        // A row ends with the line that has its last column.
        if row.last().is_none_or(String::is_empty) {
            continue;
        }
        let row = std::mem::replace(&mut row, vec![String::new(); names.len()]);
        let named = |(name, cell): (&String, &String)| format!("{name}: {cell}");
        let entry = match row[1..].iter().all(|cell| is_short(cell)) {
            true => {
                shown.push(row[0].clone());
                names[1..].iter().zip(&row[1..]).map(named).collect::<Vec<String>>().join(", ")
            }
            false => {
                let short = names[1..].iter().zip(&row[1..row.len() - 1]);
                let short = short.filter(|(_, cell)| is_short(cell) && !cell.is_empty()).map(named);
                let short = short.collect::<Vec<String>>().join(", ");
                if !row[0].is_empty() {
                    shown.push(format!("{} ({short})", row[0]));
                }
                let last = row.len() - 1;
                let long: Vec<&str> =
                    row[1..last].iter().filter(|cell| !is_short(cell)).map(String::as_str).collect();
                format!("{} -> {}", long.join(" "), row[last])
            }
        };
        shown.extend(hanging("  ", &entry, 4, columns));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
    }

    fn count(text: &str, word: &str) -> usize {
        words(text).filter(|other| *other == word).count()
    }

    #[test]
    fn rules_fit_and_lose_no_word() {
        for (entry, columns) in GAMES.iter().flat_map(|entry| (40..=80).map(move |columns| (entry, columns)))
        {
            let fitted = fit(entry.rules, columns);
            for line in fitted.lines() {
                assert!(width(line) <= columns, "{} in {columns}: {line:?}", entry.name);
            }
            // The names above a table are said once for each entry, or not at all.
            let lines: Vec<&str> = entry.rules.lines().filter(|line| !is_table_head(line)).collect();
            let all = lines.join("\n");
            for word in words(&all) {
                let [before, after] = [&all, &fitted].map(|text| count(text, word));
                assert!(after >= before, "{} in {columns}: {word} {before} times, now {after}", entry.name);
            }
            if columns >= 77 {
                assert_eq!(fitted, entry.rules.trim_end());
            }
        }
    }

    #[test]
    fn each_part_is_fitted_as_what_it_is() {
        for (rules, columns, expected) in [
            ("THE IDEA\nOne two three\nfour.", 10, "THE IDEA\nOne two\nthree\nfour."),
            ("Place   Put a stone\n        down.", 34, "Place   Put a stone\n        down."),
            ("1. Count the squares ahead of\n   it.", 28, "1. Count the squares ahead\n   of it."),
            ("  0  X .   10 by ten squares\n  1  . O", 24, "  0  X .\n  1  . O\n  10 by ten squares"),
            ("  BEFORE      AFTER\n  0 X         0 O", 15, "  BEFORE\n  0 X\n\n  AFTER\n  0 O"),
            (
                "WORD   MOVES  HAPPENS         REPLY\nscout    1    you look there  OK\n              or do not       no",
                30,
                "scout (moves: 1)\n  you look there -> OK\n  or do not -> no",
            ),
            ("       FIRST   NEXT\n  run  all     the rest", 22, "run\n  first: all, next:\n    the rest"),
        ] {
            assert_eq!(fit(rules, columns), expected, "{rules}");
        }
    }
}

//! A report as tables for spreadsheets: CSV as in RFC 4180, with a line of
//! headings.

use ::csv::Terminator;
use league::report::Report;

use crate::text::timestamp;

/// The standings, best first.
pub fn standings(report: &Report) -> String {
    let mut table = CsvTable::new(headings([
        "place",
        "name",
        "spec",
        "version",
        "beaten",
        "met",
        "points",
        "games",
        "wins",
        "draws",
        "losses",
        "rate",
        "rate_low",
        "rate_high",
        "mean_margin",
        "elo",
        "elo_err95",
        "faults",
        "answers",
        "thought_s",
        "longest_s",
        "set_aside",
        "ahead_by",
        "match_points",
        "matches",
    ]));
    for standing in &report.standings {
        let score = standing.score;
        table.row([
            CsvCell::number(standing.place),
            CsvCell::text(&standing.name),
            CsvCell::text(&standing.spec),
            CsvCell::text(&standing.version),
            CsvCell::number(standing.beaten),
            CsvCell::number(standing.met),
            CsvCell::number(standing.points),
            CsvCell::number(score.games()),
            CsvCell::number(score.wins),
            CsvCell::number(score.draws),
            CsvCell::number(score.losses),
            CsvCell::rounded(standing.rate, 4),
            CsvCell::rounded(standing.rate_95.0, 4),
            CsvCell::rounded(standing.rate_95.1, 4),
            CsvCell::rounded(standing.mean_margin, 3),
            CsvCell::rounded(standing.elo, 1),
            standing.elo_err95.map_or(CsvCell::EMPTY, |error| CsvCell::rounded(error, 1)),
            CsvCell::number(standing.faults.values().sum::<u64>()),
            CsvCell::number(standing.answers),
            CsvCell::rounded(standing.thought_s, 6),
            CsvCell::rounded(standing.longest_s, 6),
            standing.withdrawn.as_ref().map_or(CsvCell::EMPTY, |why| CsvCell::text(&why.to_string())),
            standing.ahead_by.map_or(CsvCell::EMPTY, |by| CsvCell::text(by.word())),
            standing.matches.map_or(CsvCell::EMPTY, |matches| CsvCell::number(matches.points())),
            standing.matches.map_or(CsvCell::EMPTY, |matches| CsvCell::number(matches.games())),
        ]);
    }
    table.text()
}

/// Points of each player against each other one, rows and columns in the order
/// of the standings; empty where they have not met.
pub fn crosstable(report: &Report) -> String {
    let names = || report.standings.iter().map(|standing| CsvCell::text(&standing.name));
    let mut table = CsvTable::new([CsvCell::text("name")].into_iter().chain(names()));
    for (name, encounters) in names().zip(&report.crosstable) {
        let points = encounters
            .iter()
            .map(|encounter| encounter.map_or(CsvCell::EMPTY, |encounter| CsvCell::number(encounter.points)));
        table.row([name].into_iter().chain(points));
    }
    table.text()
}

/// The games, in their order in the report.
pub fn games(report: &Report) -> String {
    let mut table = CsvTable::new(headings([
        "number", "round", "seat_0", "seat_1", "winner", "score", "cause", "seed", "ended",
    ]));
    let name =
        |player: usize| report.standings.get(player).map_or(CsvCell::EMPTY, |it| CsvCell::text(&it.name));
    for game in &report.games {
        table.row([
            CsvCell::number(game.number),
            game.round.map_or(CsvCell::EMPTY, CsvCell::number),
            name(game.players[0]),
            name(game.players[1]),
            game.winner.map_or(CsvCell::EMPTY, CsvCell::number),
            CsvCell::number(game.score),
            CsvCell::text(&game.cause),
            CsvCell::number(game.seed),
            CsvCell::text(&timestamp(game.ended)),
        ]);
    }
    table.text()
}

fn headings<const N: usize>(headings: [&str; N]) -> [CsvCell; N] {
    headings.map(CsvCell::text)
}

/// One field of a table, not yet quoted.
struct CsvCell(String);

impl CsvCell {
    const EMPTY: CsvCell = CsvCell(String::new());

    /// A number of our own. It may begin with a minus sign and is no formula.
    fn number(number: impl ToString) -> CsvCell {
        CsvCell(number.to_string())
    }

    fn rounded(number: f64, places: usize) -> CsvCell {
        CsvCell(format!("{number:.places$}"))
    }

    /// Text that may be untrusted. Spreadsheets take what begins like this
    /// for a formula and run it; an apostrophe keeps it text.
    fn text(text: &str) -> CsvCell {
        let begins_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
            || text.starts_with(['\t', '\r', '\n']);
        CsvCell(if begins_formula { format!("'{text}") } else { text.to_string() })
    }
}

/// A table in memory: fields are quoted where needed, lines end with CR LF.
struct CsvTable {
    writer: ::csv::Writer<Vec<u8>>,
}

impl CsvTable {
    fn new(headings: impl IntoIterator<Item = CsvCell>) -> CsvTable {
        let mut builder = ::csv::WriterBuilder::new();
        let mut table = CsvTable { writer: builder.terminator(Terminator::CRLF).from_writer(Vec::new()) };
        table.row(headings);
        table
    }

    fn row(&mut self, cells: impl IntoIterator<Item = CsvCell>) {
        let cells = cells.into_iter().map(|CsvCell(text)| text);
        self.writer.write_record(cells).expect("memory takes every row, and rows are equally long");
    }

    fn text(self) -> String {
        let bytes =
            self.writer.into_inner().map_err(|error| error.into_error()).expect("memory can be written");
        String::from_utf8(bytes).expect("fields are text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_and_no_formula() {
        for (text, expected) in [
            ("greedy", "greedy"),
            ("a, b", "\"a, b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "'=1+1"),
            ("  =1+1", "'  =1+1"),
            ("+cmd", "'+cmd"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            ("", ""),
        ] {
            let table = CsvTable::new([CsvCell::text(text), CsvCell::number(-2)]);
            assert_eq!(table.text(), format!("{expected},-2\r\n"));
        }
    }
}

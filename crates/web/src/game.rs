//! A page with one recorded game, or several to choose from.

use league::report::GameRow;
use referee::Record;
use serde::Serialize;

use crate::page::Page;
use crate::playback::Playback;
use crate::text::markup;

/// The data of the page, without the games.
#[derive(Serialize)]
struct GamePageData {
    kind: &'static str,
    game: String,
    /// The names of all players. Games refer to them by index.
    names: Vec<String>,
    games: Vec<GameRow>,
    /// Numbers of the games that can be opened.
    kept: Vec<u64>,
}

/// A page that shows these games, numbered from 1. An error says which game breaks
/// the rules, and where.
pub fn html(records: &[Record]) -> Result<String, String> {
    let mut names: Vec<String> = Vec::new();
    let mut place = |name: &str| {
        names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        })
    };
    let title = title(records);
    let fallback = format!(
        "<main class=\"fallback\">\n<h1>{}</h1>\n<p>Turn on JavaScript to watch it.</p>\n</main>\n",
        markup(&title)
    );
    let mut page = Page::new(&title, &fallback);
    let mut games = Vec::new();
    for (number, record) in (1..).zip(records) {
        let playback = Playback::new(record).map_err(|problem| match records.len() {
            1 => problem.to_string(),
            _ => format!("game {number}: {problem}"),
        })?;
        page.add_game(number, &playback);
        games.push(GameRow {
            number,
            round: None,
            players: record.players.each_ref().map(|player| place(&player.name)),
            winner: record.outcome.winner.map(u8::from),
            score: record.outcome.score,
            cause: record.outcome.cause.to_string(),
            seed: record.seed,
            ended: 0,
            why: None,
            record: None,
        });
    }
    let kept = games.iter().map(|game| game.number).collect();
    let game = records.first().map(|record| record.game.clone()).unwrap_or_default();
    let data = GamePageData { kind: "games", game, names, games, kept };
    Ok(page.finish(&data))
}

/// `greedy against random, virus`, or how many games there are.
fn title(records: &[Record]) -> String {
    match records {
        [record] => {
            let [zero, one] = &record.players;
            format!("{} against {}, {}", zero.name, one.name, record.game)
        }
        _ => format!("{} games", records.len()),
    }
}

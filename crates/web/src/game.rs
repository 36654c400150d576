//! A page with one recorded game, or several to choose from.

use league::report::GameRow;
use referee::Record;
use serde::Serialize;

use crate::film::Film;
use crate::page::Page;
use crate::text::markup;

/// What the page gets besides the games themselves.
#[derive(Serialize)]
struct Data {
    kind: &'static str,
    game: String,
    /// Everybody who plays, each once; games name them by their place here.
    names: Vec<String>,
    games: Vec<GameRow>,
    /// Games that can be shown.
    kept: Vec<u64>,
}

/// One file that shows these games in any browser, without a network. They are
/// counted from 1. An error says which game does not hold and where.
pub fn html(records: &[Record]) -> Result<String, String> {
    let mut names: Vec<String> = Vec::new();
    let mut place = |name: &str| {
        names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        })
    };
    let (mut games, mut films) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(records) {
        let film = Film::new(record).map_err(|problem| match records.len() {
            1 => problem.to_string(),
            _ => format!("game {number}: {problem}"),
        })?;
        films.push((number, film));
        games.push(GameRow {
            number,
            round: None,
            players: record.players.each_ref().map(|player| place(&player.name)),
            winner: record.outcome.winner.map(u8::from),
            score: record.outcome.score,
            cause: record.outcome.cause.to_string(),
            seed: record.seed,
            ended: 0,
            record: None,
        });
    }
    let title = title(records);
    let fallback = format!(
        "<main class=\"fallback\">\n<h1>{}</h1>\n<p>To watch it, let this page run its script.</p>\n</main>\n",
        markup(&title)
    );
    let kept = games.iter().map(|game| game.number).collect();
    let game = records.first().map(|record| record.game.clone()).unwrap_or_default();
    let data = Data { kind: "games", game, names, games, kept };
    Ok(Page { title: &title, fallback }.html(&data, films.iter().map(|(number, film)| (*number, film))))
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

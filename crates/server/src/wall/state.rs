//! What browsers are told: everything that a page needs to be at the right place at any
//! time. All walls compute the same picture from it, also after a reload.

use league::formats::Stage;
use serde::Serialize;
use utoipa::ToSchema;

use super::candidate::Reason;
use super::director::{Choice, Subject};
use super::program::{Part, Showing, Wall};
use super::table::{self, Row, WallRow};

use super::view::View;

/// What a wall shows now.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WallState {
    /// The wall: a tournament's name in addresses, or `all`.
    pub id: String,
    /// The tournament that it shows; `null` if there is none.
    pub tournament: Option<String>,
    /// What people call the tournament.
    pub title: String,
    /// The name of the game that is played in it.
    pub plays: String,
    /// The server's clock when this was made, in milliseconds since 1970.
    pub now_ms: i64,
    /// What is shown.
    pub mode: Mode,
    /// When that began, by the server's clock.
    pub started_ms: i64,
    /// How long it takes; `null` if that is not known.
    pub length_ms: Option<u64>,
    /// When it was held; then it does not go on. `null` if it goes on.
    pub held_ms: Option<i64>,
    /// Whether it is held.
    pub held: bool,
    /// How fast a recorded game is shown; 0 for others.
    pub rate: f64,
    /// How long the position at the start is shown before the first action.
    pub intro_ms: u64,
    /// The game that is shown, or whose result is shown.
    pub game: Option<GameCard>,
    /// The standings on this page.
    pub standings: Vec<WallRow>,
    /// Which page it is, from 0, in the order in which pages are shown.
    pub page: usize,
    /// How many pages are shown.
    pub pages: usize,
    /// The whole standings have so many rows.
    pub rows: usize,
    /// Which of them is the first on this page, from 0.
    pub first_row: usize,
    /// Whether rows are uncovered one by one, from the last.
    pub is_reveal: bool,
    /// Whether the tournament has ended and these standings are its last.
    pub is_final: bool,
    /// How many rows at the top of the standings stay covered for the podium.
    pub sealed: usize,
    /// The first three.
    pub podium: Vec<WallRow>,
    /// Whether standings count only games that were shown.
    pub suspense: bool,
    /// Whether the standings stay as they are.
    pub frozen: bool,
    /// The next game, if a game is next.
    pub next: Option<GameCard>,
    /// Whether the podium comes before the next game.
    pub is_podium_next: bool,
    /// How far the tournament has come.
    pub progress: Progress,
}

/// What a wall shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// There is nothing to be seen yet.
    #[default]
    Waiting,
    /// A game.
    Game,
    /// How the game ended.
    Result,
    /// The standings.
    Standings,
    /// The first three.
    Podium,
}

/// A game as it is announced.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameCard {
    /// The tournament that it belongs to.
    pub tournament: String,
    /// Its number; `null` while it is being played.
    pub number: Option<u64>,
    /// Its name in addresses if it is shown live.
    pub live: Option<String>,
    /// The players on seat 0 and seat 1.
    pub players: [PlayerCard; 2],
    /// How many actions it has; `null` for a live game.
    pub actions: Option<u32>,
    /// The round: `{"stage": "semi-final"}` or `{"stage": "round", "number": 3}`; `null` where the
    /// format has no rounds.
    #[schema(value_type = Option<Object>)]
    pub stage: Option<Stage>,
    /// Why it is shown. What tells the result comes with the result.
    pub reasons: Vec<Reason>,
}

/// A player as it is announced.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayerCard {
    /// Its name.
    pub name: String,
    /// Where it stands; `null` before its first game.
    pub place: Option<u32>,
    /// Its rating; `null` where viewers may not know it.
    pub elo: Option<f64>,
}

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Progress {
    /// Pairs that are done; while the standings are frozen, pairs that they count.
    pub pairs_done: u64,
    /// Pairs in all, as far as it is known.
    pub pairs_planned: Option<u64>,
    /// Games that were played.
    pub games: u64,
    /// Whether it is being played.
    pub is_running: bool,
    /// Whether all of it is played.
    pub is_finished: bool,
}

/// A game that the organiser can choose, with its result.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Suggestion {
    /// The game.
    pub game: GameCard,
    /// How good an idea it is: higher is better.
    pub score: i64,
    /// All reasons, those that tell the result among them.
    pub reasons: Vec<Reason>,
    /// The seat that won.
    pub winner: Option<u8>,
    /// By how much.
    pub margin: u64,
    /// Why it ended.
    #[schema(value_type = String)]
    pub cause: &'static str,
}

impl WallState {
    /// A wall without a tournament.
    pub fn empty(id: &str, now_ms: i64) -> WallState {
        Wall::default().state(id, now_ms, &View::default())
    }

    /// The same, whenever it was made: to see whether anything has changed.
    pub fn timeless(&self) -> WallState {
        WallState { now_ms: 0, ..self.clone() }
    }
}

impl Wall {
    /// What browsers are told.
    pub fn state(&self, id: &str, now_ms: i64, view: &View) -> WallState {
        let rows = self.rows(view);
        let mut state = WallState {
            id: id.to_string(),
            tournament: (!view.tournament.is_empty()).then(|| view.tournament.clone()),
            title: view.title.clone(),
            plays: view.game.clone(),
            now_ms,
            mode: Mode::Waiting,
            started_ms: self.started_ms,
            length_ms: self.length_ms(),
            held_ms: self.held_ms,
            held: self.held_ms.is_some(),
            rate: 0.0,
            intro_ms: 0,
            game: None,
            standings: Vec::new(),
            page: 0,
            pages: 0,
            rows: rows.len(),
            first_row: 0,
            is_reveal: false,
            is_final: false,
            sealed: 0,
            podium: Vec::new(),
            suspense: self.suspense,
            frozen: self.frozen.is_some(),
            next: None,
            is_podium_next: self.is_podium_next(view),
            progress: Progress {
                pairs_done: self.frozen.as_ref().map_or(view.pairs_done, |(_, pairs)| *pairs),
                pairs_planned: view.pairs_planned,
                games: view.games,
                is_running: view.is_running,
                is_finished: view.is_finished,
            },
        };
        state.next = self.planned.as_ref().and_then(|choice| self.card(choice, &rows, view, false));
        self.add_part(&mut state, &rows, view);
        state
    }

    fn add_part(&self, state: &mut WallState, rows: &[Row], view: &View) {
        let card = |showing: &Showing, is_over: bool| {
            let choice =
                Choice { subject: showing.subject.clone(), score: 0, reasons: showing.reasons.clone() };
            self.card_of(&choice, showing.players, rows, view, is_over)
        };
        match &self.part {
            Part::Waiting => {}
            Part::Game(showing) => {
                state.mode = Mode::Game;
                state.game = Some(card(showing, false));
                (state.rate, state.intro_ms) =
                    showing.pace.map_or((0.0, 0), |pace| (pace.rate, pace.intro_ms));
            }
            Part::Result(showing) => {
                state.mode = Mode::Result;
                state.game = Some(card(showing, true));
            }
            Part::Standings(pages) => {
                state.mode = Mode::Standings;
                let shown = pages.pages.get(pages.at).map(|page| table::page_rows(pages.rows.len(), *page));
                let shown = shown.unwrap_or_default();
                state.first_row = shown.start;
                state.standings = pages.rows[shown].to_vec();
                (state.page, state.pages) = (pages.at, pages.pages.len());
                (state.is_reveal, state.is_final) = (pages.is_reveal, pages.is_final);
                state.sealed = pages.sealed();
            }
            Part::Podium(first) => {
                state.mode = Mode::Podium;
                state.podium = first.clone();
            }
        }
    }

    /// A game as it is announced; `None` if it is no longer there.
    fn card(&self, choice: &Choice, rows: &[Row], view: &View, is_over: bool) -> Option<GameCard> {
        let players = match &choice.subject {
            Subject::Game(number) => view.candidate(*number)?.players,
            Subject::Live(id) => view.live_game(id)?.players,
        };
        Some(self.card_of(choice, players, rows, view, is_over))
    }

    fn card_of(
        &self,
        choice: &Choice,
        players: [usize; 2],
        rows: &[Row],
        view: &View,
        is_over: bool,
    ) -> GameCard {
        let (number, live) = match &choice.subject {
            Subject::Game(number) => (Some(*number), None),
            Subject::Live(id) => (None, Some(id.clone())),
        };
        let candidate = number.and_then(|number| view.candidate(number));
        // Who is at the top is not known while the standings are not.
        let is_shown = |reason: &Reason| {
            let is_of_top = matches!(reason, Reason::FirstTwo | Reason::Top);
            (is_over || !reason.tells_result()) && !(is_of_top && self.conceals())
        };
        GameCard {
            tournament: view.tournament.clone(),
            number,
            live,
            players: players.map(|player| player_card(player, rows, view)),
            actions: candidate.map(|game| game.actions),
            stage: candidate.and_then(|game| game.stage),
            reasons: choice.reasons.iter().copied().filter(is_shown).collect(),
        }
    }

    /// Games that the organiser can choose from, best first.
    pub fn suggestions(&self, view: &View, most: usize) -> Vec<Suggestion> {
        let rows = self.rows(view);
        let ranked = self.ranked(view);
        let suggestion = |choice: &Choice| {
            let Subject::Game(number) = choice.subject else { return None };
            let game = view.candidate(number)?;
            Some(Suggestion {
                game: self.card(choice, &rows, view, true)?,
                score: choice.score,
                reasons: choice.reasons.clone(),
                winner: game.winner,
                margin: game.margin,
                cause: game.cause.word(),
            })
        };
        ranked.iter().filter_map(suggestion).take(most).collect()
    }
}

fn player_card(player: usize, rows: &[Row], view: &View) -> PlayerCard {
    let row = rows.iter().find(|row| row.player == player).filter(|row| row.score.games() > 0);
    PlayerCard {
        name: view.name(player).to_string(),
        place: row.map(|row| row.place),
        elo: row.and_then(|row| row.elo),
    }
}

//! What a wall shows, one part after another: a game, its result, the standings, the
//! next game; at the end of the tournament a podium, and again the best games.
//!
//! Pure: time comes as an argument, so all of it can be tested without waiting.
//!
//! **Invariant:** as long as standings are frozen or suspense is on, nothing is shown that
//! gives away results which the wall does not count: no places, no ratings, no podium.

use std::collections::BTreeMap;

use super::candidate::{Candidate, Reason};
use super::command::{Command, Refused};
use super::director::{self, Choice, Memory, Subject};
use super::table::{self, Row, ShownResult, WallRow};
use super::timing::{LIVE_MS, PAGE_MS, PODIUM_MS, Pace, RESULT_MS, REVEAL_PAGE_MS};
use super::view::View;

/// Games that are shown before the podium when the tournament has ended, if there are new
/// ones.
const GAMES_BEFORE_PODIUM: u32 = 2;

/// Games of the endless loop between two podiums.
const GAMES_OF_LOOP: u32 = 6;

/// A part that nobody drove on for so long was not seen by anybody.
const LATE_MS: i64 = 5_000;

/// Places that stay covered for the podium.
const PODIUM_PLACES: u32 = 3;

/// More have no room beside each other.
const MOST_ON_PODIUM: usize = 6;

/// A wall.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wall {
    pub(super) part: Part,
    /// When the part began, in milliseconds of the server's clock.
    pub(super) started_ms: i64,
    /// When it was held, if it is.
    pub(super) held_ms: Option<i64>,
    pub(super) suspense: bool,
    /// The standings as they were frozen, and how many pairs were done then.
    pub(super) frozen: Option<(Vec<Row>, u64)>,
    /// What comes after the standings, if it is a game.
    pub(super) planned: Option<Choice>,
    pub(super) memory: Memory,
    /// What suspense counts, by the number of the game.
    pub(super) shown: BTreeMap<u64, ShownResult>,
    pub(super) asked: Option<u64>,
    /// Something has changed that outlives the server, see [`Wall::saved`].
    pub(super) is_unsaved: bool,
    /// The places when the standings were shown last.
    pub(super) places: BTreeMap<usize, u32>,
    /// The page of the standings whose turn it is, if there are many.
    pub(super) turn: usize,
    /// Once the tournament has ended: games that come before the podium.
    pub(super) before_podium: Option<u32>,
}

/// What a wall shows for some time.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) enum Part {
    /// There is nothing to be seen yet.
    #[default]
    Waiting,
    /// A game, recorded or live.
    Game(Showing),
    /// How it ended.
    Result(Showing),
    /// One page of the standings after another.
    Standings(Pages),
    /// The first three.
    Podium(Vec<WallRow>),
}

/// A game that is shown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Showing {
    pub subject: Subject,
    pub reasons: Vec<Reason>,
    pub players: [usize; 2],
    /// How fast; `None` for a live game.
    pub pace: Option<Pace>,
}

/// Pages of the standings, as they were when the first was shown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pages {
    pub rows: Vec<WallRow>,
    /// The pages that are shown, in their order.
    pub pages: Vec<usize>,
    /// The one of them that is shown now.
    pub at: usize,
    /// Whether rows are uncovered one by one, from the last.
    pub is_reveal: bool,
    /// Whether the podium comes next.
    pub is_final: bool,
}

impl Pages {
    /// How many rows at the top stay covered.
    pub fn sealed(&self) -> usize {
        if self.is_reveal && self.is_final { on_podium(&self.rows) } else { 0 }
    }

    fn length_ms(&self) -> u64 {
        if self.is_reveal { REVEAL_PAGE_MS } else { PAGE_MS }
    }
}

impl Wall {
    /// How long the part takes, in milliseconds; `None` if nobody knows.
    pub(super) fn length_ms(&self) -> Option<u64> {
        match &self.part {
            Part::Waiting => None,
            Part::Game(showing) => Some(showing.pace.map_or(LIVE_MS, |pace| pace.length_ms)),
            Part::Result(_) => Some(RESULT_MS),
            Part::Standings(pages) => Some(pages.length_ms()),
            Part::Podium(_) => Some(PODIUM_MS),
        }
    }

    /// Whether standings count only games that were shown.
    pub fn has_suspense(&self) -> bool {
        self.suspense
    }

    /// Whether viewers may not know the standings as they are.
    pub fn conceals(&self) -> bool {
        self.suspense || self.frozen.is_some()
    }

    /// The standings that viewers may know.
    pub(super) fn rows(&self, view: &View) -> Vec<Row> {
        match &self.frozen {
            Some((rows, _)) => rows.clone(),
            None if self.suspense => table::of_shown(&view.rows, self.shown.values()),
            None => view.rows.clone(),
        }
    }

    /// Goes on if it is time. Returns whether something has changed.
    pub fn tick(&mut self, now_ms: i64, view: &View) -> bool {
        self.memory.forget_live(|id| view.live_game(id).is_some());
        if self.held_ms.is_some() {
            return false;
        }
        let elapsed = now_ms - self.started_ms;
        let length = self.length_ms().map(|length| i64::try_from(length).unwrap_or(i64::MAX));
        match &self.part {
            Part::Waiting => {
                self.next_act(now_ms, view);
                self.part != Part::Waiting
            }
            // Nobody has seen how it went on, or the machine's clock was set back: it begins anew.
            _ if elapsed < 0 || length.is_some_and(|length| elapsed > length + LATE_MS) => {
                self.next_act(now_ms, view);
                true
            }
            Part::Game(Showing { subject: Subject::Live(id), .. }) if view.live_game(id).is_none() => {
                self.advance(now_ms, view);
                true
            }
            _ if length.is_some_and(|length| elapsed >= length) => {
                self.advance(now_ms, view);
                true
            }
            _ => self.plan_again(view),
        }
    }

    /// Does what the organiser wants.
    pub fn command(&mut self, command: &Command, now_ms: i64, view: &View) -> Result<(), Refused> {
        match command {
            Command::Hold => {
                self.held_ms.get_or_insert(now_ms);
            }
            Command::Go => self.go(now_ms),
            Command::Next => {
                self.go(now_ms);
                self.advance(now_ms, view);
            }
            Command::Skip => {
                self.go(now_ms);
                self.next_act(now_ms, view);
            }
            Command::Reveal => {
                self.go(now_ms);
                (self.suspense, self.frozen) = (false, None);
                self.show_final(now_ms, view, true);
            }
            Command::Freeze => {
                if self.frozen.is_none() {
                    self.frozen = Some((self.rows(view), view.pairs_done));
                }
            }
            Command::Thaw => {
                self.frozen = None;
                self.places.clear();
            }
            Command::Suspense { on } => {
                self.suspense = *on;
                self.places.clear();
            }
            Command::Show { number } => {
                let choice = asked(view, *number)?;
                self.go(now_ms);
                self.begin_game(&choice, now_ms, view);
            }
            Command::Queue { number } => {
                number.map_or(Ok(()), |number| asked(view, number).map(drop))?;
                self.asked = *number;
                self.planned = None;
                self.plan(view);
            }
        }
        self.is_unsaved = true;
        self.plan_again(view);
        Ok(())
    }

    fn go(&mut self, now_ms: i64) {
        if let Some(held_ms) = self.held_ms.take() {
            self.started_ms += now_ms - held_ms;
        }
    }

    /// The part that comes after this one.
    fn advance(&mut self, now_ms: i64, view: &View) {
        match &mut self.part {
            Part::Game(showing) => {
                let showing = showing.clone();
                self.count(&showing, view);
                self.begin(Part::Result(showing), now_ms);
            }
            Part::Result(showing) => {
                let players = showing.players;
                self.show_standings(&players, now_ms, view);
            }
            Part::Standings(pages) if pages.at + 1 < pages.pages.len() => {
                pages.at += 1;
                self.started_ms = now_ms;
            }
            Part::Standings(pages) if pages.is_final => {
                let podium = pages.rows[..on_podium(&pages.rows)].to_vec();
                self.before_podium = Some(GAMES_OF_LOOP);
                self.begin(Part::Podium(podium), now_ms);
            }
            Part::Waiting | Part::Standings(_) | Part::Podium(_) => self.next_act(now_ms, view),
        }
        self.plan(view);
    }

    /// The next game, or what comes in place of it.
    fn next_act(&mut self, now_ms: i64, view: &View) {
        let is_end = view.is_finished && !self.conceals();
        if !is_end {
            self.before_podium = None;
        }
        if let Some(choice) = self.asked.take().and_then(|number| asked(view, number).ok()) {
            return self.begin_game(&choice, now_ms, view);
        }
        let before_podium = is_end.then(|| self.before_podium.unwrap_or(GAMES_BEFORE_PODIUM));
        let is_first = self.before_podium.is_none();
        let has_new = director::has_new(&view.candidates, &self.memory);
        if before_podium == Some(0) || (is_end && is_first && !has_new) {
            return self.show_final(now_ms, view, false);
        }
        let planned = self.planned.take().filter(|choice| self.is_possible(choice, view));
        let choice = planned.or_else(|| self.choose(view));
        match choice {
            Some(choice) => {
                self.before_podium = before_podium.map(|games| games - 1);
                self.begin_game(&choice, now_ms, view);
            }
            None if is_end => self.show_final(now_ms, view, false),
            None => self.show_standings(&[], now_ms, view),
        }
    }

    fn choose(&self, view: &View) -> Option<Choice> {
        let open = self.open_round(view);
        // What suspense counts has a number. A live game tells who got that far.
        let live = if self.suspense || open.is_some() { &[][..] } else { &view.live[..] };
        let candidates: Vec<Candidate>;
        let candidates = match open {
            None => &view.candidates,
            Some(_) => {
                // None is announced while the last of a round is on: its players would be known.
                let is_new = |game: &&Candidate| !self.shown.contains_key(&game.number) && !self.is_on(game);
                let open = view.candidates.iter().filter(|game| is_open(game, open)).filter(is_new);
                candidates = open.cloned().collect();
                &candidates
            }
        };
        director::choose(candidates, live, view.rows.len(), &self.memory)
    }

    /// While results are concealed, a knockout is shown round by round, since who plays tells
    /// who has won before: the first round with games that were not shown.
    fn open_round(&self, view: &View) -> Option<u32> {
        let left = |game: &&Candidate| game.is_watchable() && !self.shown.contains_key(&game.number);
        let rounds = view.candidates.iter().filter(left);
        rounds.filter_map(|game| game.knockout_round).min().filter(|_| self.conceals())
    }

    fn is_on(&self, game: &Candidate) -> bool {
        matches!(&self.part, Part::Game(showing) if showing.subject == Subject::Game(game.number))
    }

    fn is_possible(&self, choice: &Choice, view: &View) -> bool {
        match &choice.subject {
            Subject::Game(number) => {
                let open = self.open_round(view);
                view.candidate(*number).is_some_and(|game| is_open(game, open))
            }
            Subject::Live(id) => {
                !self.suspense && self.open_round(view).is_none() && view.live_game(id).is_some()
            }
        }
    }

    fn begin(&mut self, part: Part, now_ms: i64) {
        // Waiting goes on.
        if part != Part::Waiting || self.part != Part::Waiting || self.started_ms == 0 {
            self.started_ms = now_ms;
        }
        self.part = part;
    }

    fn begin_game(&mut self, choice: &Choice, now_ms: i64, view: &View) {
        let (players, pace) = match &choice.subject {
            Subject::Game(number) => {
                let Some(game) = view.candidate(*number) else { return };
                let is_asked = choice.reasons.contains(&Reason::Asked);
                if !is_asked && self.memory.has_shown(*number) {
                    self.memory.begin_again();
                }
                self.memory.note(*number, game.players);
                (game.players, Some(Pace::of_game(game.actions)))
            }
            Subject::Live(id) => {
                let Some(game) = view.live_game(id) else { return };
                self.memory.note_live(id, game.players);
                (game.players, None)
            }
        };
        let showing =
            Showing { subject: choice.subject.clone(), reasons: choice.reasons.clone(), players, pace };
        self.begin(Part::Game(showing), now_ms);
        self.planned = None;
        self.plan(view);
    }

    /// A game was seen to its end: with suspense it counts from now on.
    fn count(&mut self, showing: &Showing, view: &View) {
        self.is_unsaved = true;
        // The result of a live game is not committed yet.
        let Subject::Game(number) = showing.subject else { return };
        if let Some(game) = view.candidate(number) {
            let result = ShownResult { players: game.players, winner: game.winner, margin: game.margin };
            self.shown.insert(game.number, result);
        }
    }

    /// The standings after a game: the first page, those of its players, and one more in
    /// turn, so that everybody is shown.
    fn show_standings(&mut self, players: &[usize], now_ms: i64, view: &View) {
        let rows = self.rows(view);
        if rows.iter().all(|row| row.score.games() == 0) {
            return match players {
                // Nothing has been played: nothing can be shown.
                [] => self.begin(Part::Waiting, now_ms),
                _ => self.next_act(now_ms, view),
            };
        }
        let count = table::pages(rows.len());
        let of_players =
            players.iter().filter_map(|player| rows.iter().position(|row| row.player == *player));
        self.turn = self.turn % count.max(1) + 1;
        let in_turn = if self.turn < count { self.turn } else { 0 };
        let mut pages: Vec<usize> = of_players.map(table::page_of).chain([0, in_turn]).collect();
        pages.sort_unstable();
        pages.dedup();
        let before = std::mem::replace(&mut self.places, table::places(&rows));
        let rows = table::to_wall(&rows, &before, players);
        self.begin(Part::Standings(Pages { rows, pages, at: 0, is_reveal: false, is_final: false }), now_ms);
    }

    /// All standings, from the last page to the first; then the podium, if the tournament
    /// has ended.
    fn show_final(&mut self, now_ms: i64, view: &View, is_reveal: bool) {
        let rows = self.rows(view);
        if rows.iter().all(|row| row.score.games() == 0) {
            return self.begin(Part::Waiting, now_ms);
        }
        let pages = (0..table::pages(rows.len())).rev().collect();
        self.places = table::places(&rows);
        let rows = table::to_wall(&rows, &BTreeMap::new(), &[]);
        self.begin(
            Part::Standings(Pages { rows, pages, at: 0, is_reveal, is_final: view.is_finished }),
            now_ms,
        );
        self.planned = None;
    }

    /// Chooses the next game, so that it can be announced.
    fn plan(&mut self, view: &View) {
        if let Some(choice) = self.asked.and_then(|number| asked(view, number).ok()) {
            self.planned = Some(choice);
        } else if self.is_podium_next(view) {
            self.planned = None;
        } else if !self.planned.as_ref().is_some_and(|choice| self.is_possible(choice, view)) {
            self.planned = self.choose(view);
        }
    }

    /// Chooses the next game again while the present one is shown: newer games may be
    /// better. Once it is announced it stays. Returns whether it is another one.
    fn plan_again(&mut self, view: &View) -> bool {
        let before = self.planned.clone();
        if matches!(self.part, Part::Game(_) | Part::Waiting) {
            self.planned = None;
        }
        self.plan(view);
        self.planned.as_ref().map(|choice| &choice.subject) != before.as_ref().map(|choice| &choice.subject)
    }

    /// Whether the podium, and the final standings, come before the next game.
    pub(super) fn is_podium_next(&self, view: &View) -> bool {
        let is_end = view.is_finished && !self.conceals() && self.asked.is_none();
        let is_running_out = match self.before_podium {
            Some(games) => games == 0,
            None => !director::has_new(&view.candidates, &self.memory),
        };
        let is_final = matches!(&self.part, Part::Standings(pages) if pages.is_final);
        is_final || (is_end && is_running_out)
    }

    /// All games that could come next, best first.
    pub(super) fn ranked(&self, view: &View) -> Vec<Choice> {
        director::rank(&view.candidates, view.rows.len(), &self.memory)
    }
}

/// How many rows stand on the podium: the first three, and who shares their places.
fn on_podium(rows: &[WallRow]) -> usize {
    let shared = rows.iter().take_while(|row| row.place <= PODIUM_PLACES).count();
    shared.min(MOST_ON_PODIUM).max(rows.len().min(PODIUM_PLACES as usize))
}

/// Whether a game belongs to a round that may be shown.
fn is_open(game: &Candidate, open: Option<u32>) -> bool {
    open.is_none_or(|open| game.knockout_round.is_none_or(|round| round <= open))
}

fn asked(view: &View, number: u64) -> Result<Choice, Refused> {
    let game = view.candidate(number).ok_or(Refused::NoSuchGame(number))?;
    Ok(Choice { subject: Subject::Game(game.number), score: 0, reasons: vec![Reason::Asked] })
}

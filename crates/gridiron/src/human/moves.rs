//! The page `moves`: what a person can do now, one line for each kind of action.

use std::collections::BTreeSet;

use games::{ActionForm, Grid, Seat, Session, Viewpoint};

use crate::terminal;

/// Lists of squares that are longer than this are described instead.
const MANY: usize = 12;

/// The widest line: longer ones are hard to read.
const ROOM: usize = 76;

/// All that the seat to act can sensibly do, kind by kind, and why the other kinds are
/// not possible.
pub fn page(session: &dyn Session, seat: Seat) -> String {
    let entry = session.entry();
    let grid = session.grid(Viewpoint::Seat(seat));
    let actions = session.actions();
    let wide = entry.forms.iter().map(|form| label(form).len()).max().unwrap_or(0);
    let room = terminal::columns().map_or(ROOM, |columns| columns.saturating_sub(5).min(ROOM));
    let room = room.saturating_sub(wide);
    let mut page = String::new();
    for form in entry.forms {
        let rests: Vec<&str> = actions.iter().filter_map(|action| rest_of(form, action)).collect();
        let lines = match why_none(session, form, &grid, seat) {
            Some(why) if rests.is_empty() => terminal::wrap(&format!("not now: {why}"), room),
            _ => {
                let squares = squares(&rests, &grid, seat);
                terminal::wrap_list(squares.iter().map(String::as_str), " · ", room)
            }
        };
        let lines = lines.join(&format!("\n    {:wide$}", ""));
        page.push_str(format!("  {:wide$}  {lines}", label(form)).trim_end());
        page.push('\n');
    }
    page
}

/// The word of a form, or what is typed where it has none.
fn label(form: &ActionForm) -> &'static str {
    if form.word.is_empty() { form.rest } else { form.word }
}

/// What follows the word of an action of this form; `None` if it has another form.
fn rest_of<'a>(form: &ActionForm, action: &'a str) -> Option<&'a str> {
    let (word, rest) = match action.split_once(' ') {
        Some((word, rest)) if word.contains(char::is_alphabetic) => (word, rest),
        _ if action.contains(char::is_alphabetic) => (action, ""),
        _ => ("", action),
    };
    (word == form.word).then_some(rest)
}

/// What actions of one form name. Long lists are described where that can be done:
/// `any square but your own, from 3 0`, `5 0`.
fn squares(rests: &[&str], grid: &Grid, seat: Seat) -> Vec<String> {
    let (targets, sources): (BTreeSet<&str>, BTreeSet<&str>) =
        rests.iter().map(|rest| first_square(rest)).unzip();
    match described(&targets, grid, seat) {
        Some(targets) if rests.len() > MANY => {
            let sources = sources.into_iter().filter(|source| !source.is_empty());
            let mut items: Vec<String> = sources.map(String::from).collect();
            match items.first_mut() {
                Some(first) => *first = format!("{targets}, from {first}"),
                None => items.push(targets.to_string()),
            }
            items
        }
        _ => rests.iter().map(|rest| rest.to_string()).collect(),
    }
}

/// `3 1 5 0` as `3 1` and `5 0`.
fn first_square(rest: &str) -> (&str, &str) {
    match rest.match_indices(' ').nth(1) {
        Some((end, _)) => (&rest[..end], &rest[end + 1..]),
        None => (rest, ""),
    }
}

/// A set of squares in words; `None` if it is not one that has a name.
fn described(squares: &BTreeSet<&str>, grid: &Grid, seat: Seat) -> Option<&'static str> {
    let own = |square: &usize| grid.cells[*square].owner == Some(seat);
    let (own, others): (Vec<usize>, Vec<usize>) = (0..grid.cells.len()).partition(own);
    let has_all = |of: &[usize]| of.iter().all(|square| squares.contains(grid.name(*square).as_str()));
    match squares.len() {
        count if count == own.len() + others.len() => Some("any square"),
        count if count == others.len() && has_all(&others) => Some("any square but your own"),
        _ => None,
    }
}

/// Why a person cannot act in this form, by the example of one action: on a square that
/// is not the person's, and from the largest that is. `None` if that action is possible.
fn why_none(session: &dyn Session, form: &ActionForm, grid: &Grid, seat: Seat) -> Option<String> {
    let is_own = |square: &usize| grid.cells[*square].owner == Some(seat);
    let target = (0..grid.cells.len()).find(|square| !is_own(square));
    let source = (0..grid.cells.len()).filter(is_own).max_by_key(|square| grid.cells[*square].count);
    let names = [target, source].map(|square| square.map_or(String::new(), |square| grid.name(square)));
    let squares = form.rest.split_whitespace().count() / 2;
    let example = format!("{} {}", form.word, names[..squares].join(" "));
    session.objection(example.trim())
}
